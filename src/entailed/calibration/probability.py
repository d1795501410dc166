"""From a score to a probability: the simplest map that the labels do not refute.

Candidates, simplest first: the score as it is; *temperature*, its log odds divided by one number
(Guo et al., "On calibration of modern neural networks", 2017); *Platt*, its log odds on a line
(Platt, 1999, with his smoothed targets); *isotonic*, any rising curve (Zadrozny and Elkan, 2002).
Five-fold cross-validated log loss chooses: the simplest candidate within one standard error of
the best.

Every map rises strictly, so it keeps the order of the scores: a promise about a threshold is not
touched by it. The isotonic steps are joined at their centres for that reason (Oron and Flournoy,
"Centered isotonic regression", 2017).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Literal, get_args

from entailed.calibration.control import GRID
from entailed.decision.curve import along

__all__ = [
    "METHODS",
    "Fitted",
    "Method",
    "ProbabilityMap",
    "cross_fitted",
    "fit_map",
    "fit_probability",
    "log_loss",
]

Method = Literal["none", "temperature", "platt", "isotonic"]
METHODS: tuple[Method, ...] = get_args(Method)
Pairs = Sequence[tuple[float, bool]]
FOLDS = 5
_LEAST = 25  # labelled scores of each kind; below, a fold would hold a handful
_EDGE = 1e-6  # probabilities are kept this far from 0 and 1 in logarithms
_STEPS = 50


@dataclass(frozen=True, slots=True)
class ProbabilityMap:
    """A strictly rising map from a score to a probability, both in [0, 1].

    The log odds are multiplied by `slope` and moved by `offset`; with `points` (isotonic) the score
    is instead mapped along straight lines between them.
    """

    method: Method = "none"
    slope: float = 1.0
    offset: float = 0.0
    points: tuple[tuple[float, float], ...] = ()

    def __call__(self, score: float) -> float:
        """The probability of a score in [0, 1]."""
        if self.method == "none":
            return score
        if self.points:
            return along(self.points, score)
        if score in (0.0, 1.0):
            return score
        return _sigmoid(self.slope * _log_odds(score) + self.offset)


@dataclass(frozen=True, slots=True)
class Fitted:
    """The map that was chosen, the cross-validated log loss of each candidate, and why."""

    map: ProbabilityMap
    losses: tuple[tuple[Method, float], ...]
    note: str


def fit_probability(pairs: Pairs) -> Fitted:
    """Choose and fit the map from score to probability on scores with their labels.

    The order of the pairs decides the folds. With fewer than 25 scores of either label nothing is
    fitted, and `note` says so.
    """
    positive = sum(label for _, label in pairs)
    if min(positive, len(pairs) - positive) < _LEAST:
        note = (
            f"kept the scores as they are: {positive} supported and {len(pairs) - positive} "
            f"unsupported claims have a score, and it takes {_LEAST} of each to fit a map"
        )
        return Fitted(ProbabilityMap(), (), note)
    losses = {
        method: [_loss(p, label) for p, (_, label) in zip(unseen, pairs, strict=True)]
        for method in METHODS
        if (unseen := cross_fitted(pairs, method)) is not None
    }
    means = {method: math.fsum(values) / len(values) for method, values in losses.items()}
    best = min(means, key=lambda method: means[method])
    chosen = next(
        method
        for method in METHODS
        if method in means
        and means[method] - means[best] <= _standard_error(losses[method], losses[best])
    )
    made = fit_map(pairs, chosen) or ProbabilityMap()
    why = "the lowest" if chosen == best else f"within one standard error of {best}, the lowest"
    note = f"{made.method}: cross-validated log loss {means[chosen]:.3f}, {why}"
    return Fitted(made, tuple(means.items()), note)


def fit_map(pairs: Pairs, method: Method) -> ProbabilityMap | None:
    """The map of one method fitted on all pairs; None where it would not keep scores in order.

    So it is where scores do not rise with support, and where a slope is so steep that different
    thresholds would become one number.
    """
    if method == "none":
        return ProbabilityMap()
    if method == "isotonic":
        points = _isotonic(pairs)
        return None if points is None else ProbabilityMap("isotonic", points=points)
    slope, offset = _logistic(pairs, with_offset=method == "platt")
    made = ProbabilityMap(method, slope, offset)
    return made if all(a > b for a, b in pairwise(map(made, GRID))) else None


def cross_fitted(pairs: Pairs, method: Method) -> list[float] | None:
    """The probability of each pair from a map fitted on the other folds; None where one has none.

    Folds hold both labels in like shares.
    """
    made = [0.0] * len(pairs)
    seen = {True: 0, False: 0}
    fold = []
    for _, label in pairs:
        fold.append(seen[label] % FOLDS)
        seen[label] += 1
    for out in range(FOLDS):
        fitted = fit_map([p for p, f in zip(pairs, fold, strict=True) if f != out], method)
        if fitted is None:
            return None
        for i, (score, _) in enumerate(pairs):
            if fold[i] == out:
                made[i] = fitted(score)
    return made


def log_loss(probabilities: Sequence[float], labels: Sequence[bool]) -> float:
    """Mean of -log of the probability given to what came, in nats; 0.693 for always 0.5."""
    pairs = zip(probabilities, labels, strict=True)
    return math.fsum(_loss(p, label) for p, label in pairs) / len(labels)


def _loss(probability: float, label: bool) -> float:
    clipped = min(max(probability, _EDGE), 1 - _EDGE)
    return -math.log(clipped if label else 1 - clipped)


def _standard_error(losses: Sequence[float], others: Sequence[float]) -> float:
    """Of the mean difference of paired losses."""
    differences = [a - b for a, b in zip(losses, others, strict=True)]
    mean = math.fsum(differences) / len(differences)
    squares = math.fsum((d - mean) ** 2 for d in differences)
    return math.sqrt(squares / max(1, len(differences) - 1) / len(differences))


def _log_odds(score: float) -> float:
    clipped = min(max(score, 1e-12), 1 - 1e-12)
    return math.log(clipped / (1 - clipped))


def _sigmoid(z: float) -> float:
    return 1 / (1 + math.exp(-z)) if z >= 0 else math.exp(z) / (1 + math.exp(z))


def _logistic(pairs: Pairs, *, with_offset: bool) -> tuple[float, float]:
    """Slope and offset of the log odds with the least log loss, by damped Newton steps.

    Targets are Platt's: (n + 1) / (n + 2) and 1 / (n + 2) for n claims of a label, which keeps
    the slope finite where the labels can be told apart without error.
    """
    positive = sum(label for _, label in pairs)
    high, low = (positive + 1) / (positive + 2), 1 / (len(pairs) - positive + 2)
    data = [(_log_odds(score), high if label else low) for score, label in pairs]
    slope, offset = 1.0, 0.0
    for _ in range(_STEPS):
        gs = go = ss = so = oo = 0.0
        for z, target in data:
            p = _sigmoid(slope * z + offset)
            error, weight = p - target, max(p * (1 - p), 1e-9)
            gs += error * z
            go += error
            ss += weight * z * z
            so += weight * z
            oo += weight
        if with_offset:
            determinant = ss * oo - so * so
            if determinant <= 1e-12 * ss * oo:
                return 0.0, 0.0  # all scores are equal
            step = ((oo * gs - so * go) / determinant, (ss * go - so * gs) / determinant)
        else:
            step = (gs / ss if ss else 0.0, 0.0)
        scale = min(1.0, 2.0 / max(1e-12, *map(abs, step)))
        slope, offset = slope - scale * step[0], offset - scale * step[1]
        if max(map(abs, step)) < 1e-10:
            break
    return slope, offset


def _isotonic(pairs: Pairs) -> tuple[tuple[float, float], ...] | None:
    """Rising points by pooling neighbours that fall; None where everything falls into one pool."""
    pools: list[list[float]] = []  # sum of scores, number supported, number of claims
    ordered = sorted(pairs, key=lambda pair: pair[0])
    for score, tied in groupby(ordered, key=lambda pair: pair[0]):
        labels = [label for _, label in tied]
        pools.append([score * len(labels), float(sum(labels)), float(len(labels))])
        while len(pools) > 1 and pools[-1][1] / pools[-1][2] <= pools[-2][1] / pools[-2][2]:
            last = pools.pop()
            pools[-1] = [a + b for a, b in zip(pools[-1], last, strict=True)]
    if len(pools) < 2:
        return None
    edge = 1 / (len(pairs) + 2)
    centres = [(s / n, min(max(k / n, edge), 1 - edge)) for s, k, n in pools]
    first = [(0.0, centres[0][1] / 2)] if centres[0][0] > 0 else []
    last_ = [(1.0, (1 + centres[-1][1]) / 2)] if centres[-1][0] < 1 else []
    return (*first, *centres, *last_)
