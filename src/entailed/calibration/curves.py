"""What labelled scores show besides the promise: how true probabilities are, what a threshold does.

All values are frozen and plain; `plots` draws them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from entailed.calibration.bounds import interval
from entailed.calibration.probability import log_loss
from entailed.calibration.trials import Trial

__all__ = [
    "Reliability",
    "ReliabilityBin",
    "Stratum",
    "ThresholdCurve",
    "ThresholdPoint",
    "reliability",
    "separation",
    "strata",
    "threshold_curve",
]

_MOST_POINTS = 200


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """Claims of like probability: from `low` to `high` (both included), `mean` on average.

    `supported` of `rows` claims are; `limits` are of the 95 % interval of that share.
    """

    low: float
    high: float
    mean: float
    rows: int
    supported: int
    limits: tuple[float, float]

    @property
    def share(self) -> float:
        """Share of the claims that are supported, in [0, 1]."""
        return self.supported / self.rows


@dataclass(frozen=True, slots=True)
class Reliability:
    """How true probabilities are.

    `error` is the mean distance of a bin's share from its mean probability, weighted by claims
    (expected calibration error); `brier` and `log_loss` are proper scores, lower is better.
    """

    bins: tuple[ReliabilityBin, ...]
    error: float
    brier: float
    log_loss: float

    def to_dict(self) -> dict[str, Any]:
        """As JSON types, the share of every bin written out."""
        return {
            "bins": [
                {
                    "low": b.low,
                    "high": b.high,
                    "mean": b.mean,
                    "rows": b.rows,
                    "supported": b.supported,
                    "share": b.share,
                    "limits": list(b.limits),
                }
                for b in self.bins
            ],
            "error": self.error,
            "brier": self.brier,
            "log_loss": self.log_loss,
        }


@dataclass(frozen=True, slots=True)
class ThresholdPoint:
    """How many supported and unsupported claims pass at one threshold."""

    threshold: float
    supported: int
    unsupported: int


@dataclass(frozen=True, slots=True)
class ThresholdCurve:
    """What passes at every threshold that makes a difference, from loose to strict.

    `supported` and `unsupported` are how many claims there are of each.
    """

    points: tuple[ThresholdPoint, ...]
    supported: int
    unsupported: int

    def risk_coverage(self) -> tuple[tuple[float, float], ...]:
        """Share of all claims that pass, and share of those that are unsupported.

        One pair a point; a point at which nothing passes has none.
        """
        total = self.supported + self.unsupported
        return tuple(
            ((p.supported + p.unsupported) / total, p.unsupported / (p.supported + p.unsupported))
            for p in self.points
            if p.supported + p.unsupported
        )

    def precision_recall(self) -> tuple[tuple[float, float], ...]:
        """Share of the supported claims that pass, and share of passing claims that are supported.

        One pair (recall, precision) a point; a point at which nothing passes has none.
        """
        return tuple(
            (p.supported / self.supported, p.supported / (p.supported + p.unsupported))
            for p in self.points
            if p.supported + p.unsupported
        )

    def to_dict(self) -> dict[str, Any]:
        """As JSON types, the shares of every point written out (None where nothing passes)."""
        total = self.supported + self.unsupported
        rows = []
        for p in self.points:
            passed = p.supported + p.unsupported
            rows.append(
                {
                    "threshold": p.threshold,
                    "passed_supported": p.supported,
                    "passed_unsupported": p.unsupported,
                    "coverage": passed / total,
                    "risk": p.unsupported / passed if passed else None,
                    "precision": p.supported / passed if passed else None,
                    "recall": p.supported / self.supported,
                    "unsupported_passed": p.unsupported / self.unsupported,
                }
            )
        return {"points": rows, "supported": self.supported, "unsupported": self.unsupported}


@dataclass(frozen=True, slots=True)
class Stratum:
    """One kind of claim at the chosen threshold. A claim may be of several kinds, or of none."""

    name: str
    supported: int
    unsupported: int
    supported_passed: int
    unsupported_passed: int

    def to_dict(self) -> dict[str, Any]:
        """As JSON types: the counts, and each share with its 95 % interval (None without claims).

        The intervals are those of each share by itself; nothing is promised for a stratum.
        """
        passed = self.supported_passed + self.unsupported_passed
        return {
            "name": self.name,
            "supported": self.supported,
            "unsupported": self.unsupported,
            "supported_passed": self.supported_passed,
            "unsupported_passed": self.unsupported_passed,
            "share_of_unsupported_passed": _share(self.unsupported_passed, self.unsupported),
            "share_of_passed_unsupported": _share(self.unsupported_passed, passed),
            "share_of_supported_flagged": _share(
                self.supported - self.supported_passed, self.supported
            ),
        }


def _share(count: int, rows: int) -> dict[str, Any] | None:
    if not rows:
        return None
    return {"value": count / rows, "limits": list(interval(count, rows))}


def reliability(
    probabilities: Sequence[float], labels: Sequence[bool], bins: int = 10
) -> Reliability | None:
    """Reliability of probabilities of support, in at most `bins` bins of like size.

    Equal probabilities are never parted. None without probabilities.
    """
    if not probabilities:
        return None
    pairs = sorted(zip(probabilities, labels, strict=True))
    made: list[ReliabilityBin] = []
    start = 0
    for number in range(1, bins + 1):
        stop = max(start, round(len(pairs) * number / bins))
        while start < stop < len(pairs) and pairs[stop][0] == pairs[stop - 1][0]:
            stop += 1
        if stop > start:
            made.append(_bin(pairs[start:stop]))
            start = stop
    error = math.fsum(b.rows * abs(b.share - b.mean) for b in made) / len(pairs)
    brier = math.fsum((p - label) ** 2 for p, label in pairs) / len(pairs)
    return Reliability(tuple(made), error, brier, log_loss(probabilities, labels))


def _bin(pairs: Sequence[tuple[float, bool]]) -> ReliabilityBin:
    values = [p for p, _ in pairs]
    supported = sum(label for _, label in pairs)
    return ReliabilityBin(
        low=values[0],
        high=values[-1],
        mean=math.fsum(values) / len(values),
        rows=len(pairs),
        supported=supported,
        limits=interval(supported, len(pairs)),
    )


def threshold_curve(trials: Sequence[Trial]) -> ThresholdCurve:
    """What passes at each threshold, thinned to at most 200 points; both ends are kept.

    At the last point, above all scores, only what rules settle passes.
    """
    scores = sorted({t.score for t in trials if t.score is not None})
    step = max(1, math.ceil(len(scores) / (_MOST_POINTS - 2)))
    chosen = [0.0, *scores[::step], math.nextafter(1.0, 2.0)]
    points = tuple(
        ThresholdPoint(
            min(at, 1.0),
            sum(t.supported and t.passes(at) for t in trials),
            sum(not t.supported and t.passes(at) for t in trials),
        )
        for at in chosen
    )
    supported = sum(t.supported for t in trials)
    return ThresholdCurve(points, supported, len(trials) - supported)


def separation(pairs: Sequence[tuple[float, bool]]) -> float | None:
    """Chance that a supported claim scores above an unsupported one (ties count half).

    0.5 says that the scores tell nothing; None where one of the two is absent.
    """
    good = [score for score, label in pairs if label]
    bad = [score for score, label in pairs if not label]
    if not good or not bad:
        return None
    ranks: dict[float, float] = {}
    ordered = sorted(score for score, _ in pairs)
    for first, score in enumerate(ordered):
        ranks.setdefault(score, first)
    ties = dict.fromkeys(ranks, 0)
    for score in ordered:
        ties[score] += 1
    total = math.fsum(ranks[s] + (ties[s] + 1) / 2 for s in good)
    return (total - len(good) * (len(good) + 1) / 2) / (len(good) * len(bad))


def strata(trials: Sequence[Trial], threshold: float) -> tuple[Stratum, ...]:
    """Counts of every stratum that occurs, in order of their names, the whole ("all") first."""
    names = sorted({name for t in trials for name in t.strata})
    return (
        _stratum("all", trials, threshold),
        *(_stratum(n, [t for t in trials if n in t.strata], threshold) for n in names),
    )


def _stratum(name: str, trials: Sequence[Trial], threshold: float) -> Stratum:
    good = [t.passes(threshold) for t in trials if t.supported]
    bad = [t.passes(threshold) for t in trials if not t.supported]
    return Stratum(name, len(good), len(bad), sum(good), sum(bad))
