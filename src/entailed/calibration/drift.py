"""Whether recent claims still look like those the promise was measured on.

Two things are compared: the scores of claims that a score decided, and the ways in which claims
were decided (by score, by a rule in favour, by a rule against). Neither needs labels, so neither
can say that the promise is broken; they say that the claims are no longer alike.

Sizes of samples are part of every statement. The usual thresholds of the population stability index
(0.1, 0.25) are not: without any drift its mean is about (bins - 1) (1/n + 1/m), which is 0.1
for samples of about 180, so it is compared with what it comes to when the two samples are mixed and
parted at random (Yurdakul and Naranjo, "Statistical properties of the population stability
index", 2020, on its distribution).
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from entailed.calibration.result import CalibrationResult, Sample
from entailed.decision import DecisionTable
from entailed.errors import ConfigurationError, InputError
from entailed.types import Component, Report, Verdict

__all__ = ["Drift", "Shift", "compare", "drift"]

State = Literal["alike", "slight", "shifted", "too_few"]
BINS = 10
_FEWEST = 30
_CHANCE = 0.01  # of an alarm without drift, over all three tests together
_TESTS = 3
_MATERIAL = 0.1  # a stability index or a distance below is no reason to act, however sure it is
_DRAWS = 2000


@dataclass(frozen=True, slots=True)
class Shift:
    """One comparison: how far apart, how far apart by chance alone, and the p-value.

    `usual` is the largest value that chance gives at these sample sizes in 99.7 of 100 cases.
    """

    value: float
    usual: float
    p_value: float


@dataclass(frozen=True, slots=True)
class Drift:
    """Recent claims against those of a calibration.

    `ks` is the largest distance between the two cumulative distributions of scores, in [0, 1]
    (Kolmogorov-Smirnov), `psi` the population stability index over tenths of the calibration's
    scores, `ways` the same index over the ways claims were decided. `reports` were read, `skipped`
    of them come from another system.
    """

    state: State
    ks: Shift | None
    psi: Shift | None
    ways: Shift | None
    recent: Sample
    reference: Sample
    reports: int = 0
    skipped: int = 0

    @property
    def words(self) -> str:
        """What was found, with the sizes it rests on."""
        return " ".join(_words(self))

    def to_dict(self) -> dict[str, Any]:
        """As JSON types; of the two samples the counts, and of the scores none."""
        data = asdict(self)
        for name in ("recent", "reference"):
            data[name].pop("scores")
        return {**data, "words": self.words}


def drift(result: CalibrationResult, reports: Iterable[Report]) -> Drift:
    """Compare the claims of recent reports with those of the calibration.

    Reports made before and after the calibration came into use are both understood; those of
    another scorer or of other weights are skipped and counted. Raises InputError without
    reports, ConfigurationError when all are from another system.
    """
    scorer = _digests(result.system, "score")
    base = _digests(result.system, "decide")
    table = DecisionTable(result.calibration)
    calibrated = {(table.name, table.digest)}
    verdicts: list[tuple[Verdict, bool]] = []
    read = skipped = 0
    for report in reports:
        read += 1
        decider = _digests(report.components, "decide")
        if _digests(report.components, "score") != scorer or not decider & (base | calibrated):
            skipped += 1
            continue
        verdicts += [(v, bool(decider & calibrated)) for v in report.verdicts]
    if not read:
        raise InputError("expected at least one report to compare with the calibration, got none")
    if skipped == read:
        raise ConfigurationError(
            f"none of the {read} reports was made with the scorer and weights of this calibration "
            f"({', '.join(' '.join(d) for d in sorted(scorer))}); compare them with a calibration "
            "of their own"
        )
    recent = _together(
        [
            Sample.of(v for v, done in verdicts if done),
            Sample.of(v for v, done in verdicts if not done),
        ],
        result,
    )
    return compare(_mapped(result.sample, result), recent, reports=read, skipped=skipped)


def compare(reference: Sample, recent: Sample, *, reports: int = 0, skipped: int = 0) -> Drift:
    """Compare two samples whose scores are on one scale. Deterministic."""
    ways = _index(
        [reference.scored, reference.passed, reference.failed],
        [recent.scored, recent.passed, recent.failed],
    )
    ks = psi = None
    if min(reference.scored, recent.scored) >= _FEWEST:
        ks = _distance(reference, recent)
        edges = _edges(reference.scores)
        psi = _index(_histogram(reference, edges), _histogram(recent, edges))
    few = recent.size < _FEWEST or reference.size < _FEWEST
    shifts = [s for s in (ks, psi, ways) if s is not None]
    sure = [s for s in shifts if s.p_value < _CHANCE / _TESTS]
    state: State = "alike"
    if few:
        state = "too_few"
    elif any(s.value >= _MATERIAL for s in sure):
        state = "shifted"
    elif sure:
        state = "slight"
    return Drift(state, ks, psi, ways, recent, reference, reports, skipped)


def _digests(components: Iterable[Component], stage: str) -> set[tuple[str, str]]:
    return {(c.name, c.digest) for c in components if c.stage == stage}


def _mapped(sample: Sample, result: CalibrationResult) -> Sample:
    """The sample with its scores as the calibrated system would give them."""
    scores = tuple(round(result.probability.map(score), 9) for score in sample.scores)
    return Sample(scores, sample.scored, sample.passed, sample.failed)


def _together(samples: Sequence[Sample], result: CalibrationResult) -> Sample:
    """Calibrated and uncalibrated scores on the scale of the former."""
    calibrated, raw = samples[0], _mapped(samples[1], result)
    return Sample(
        tuple(sorted((*calibrated.scores, *raw.scores))),
        calibrated.scored + raw.scored,
        calibrated.passed + raw.passed,
        calibrated.failed + raw.failed,
    )


# --- statistics ------------------------------------------------------------------------------


def _distance(reference: Sample, recent: Sample) -> Shift:
    """The two-sample Kolmogorov-Smirnov distance with its asymptotic p-value.

    Stephens' correction for small samples; ties make the p-value too large, never too small.
    """
    first, second = reference.scores, recent.scores
    value = max(
        abs(bisect_right(first, x) / len(first) - bisect_right(second, x) / len(second))
        for x in {*first, *second}
    )
    root = math.sqrt(reference.scored * recent.scored / (reference.scored + recent.scored))
    scale = root + 0.12 + 0.11 / root
    usual = math.sqrt(-math.log(_CHANCE / _TESTS / 2) / 2) / scale
    return Shift(value, usual, _kolmogorov(value * scale))


def _kolmogorov(x: float) -> float:
    """P(K > x) for Kolmogorov's distribution."""
    if x < 0.2:
        return 1.0
    terms = (2 * (-1) ** (k - 1) * math.exp(-2 * k * k * x * x) for k in range(1, 101))
    return min(1.0, max(0.0, math.fsum(terms)))


def _edges(scores: Sequence[float]) -> list[float]:
    """Where the tenths of the reference end; fewer where many scores are equal."""
    return sorted({scores[len(scores) * i // BINS] for i in range(1, BINS)})


def _histogram(sample: Sample, edges: Sequence[float]) -> list[int]:
    """How many scores lie in each bin; a thinned sample counts as the whole it stands for."""
    scores = sample.scores
    cuts = [0, *(bisect_left(scores, edge) for edge in edges), len(scores)]
    whole = sample.scored / len(scores)
    return [round((b - a) * whole) for a, b in pairwise(cuts)]


def _index(reference: Sequence[int], recent: Sequence[int]) -> Shift | None:
    """The stability index of two histograms and its p-value from random partings of their sum.

    Half a claim is added to every bin, so that an empty one does not make it infinite. None
    where either is empty or all claims lie in one bin.
    """
    kept = [(a, b) for a, b in zip(reference, recent, strict=True) if a + b]
    if len(kept) < 2 or not sum(reference) or not sum(recent):
        return None
    first, second = (np.array(column, dtype=np.int64) for column in zip(*kept, strict=True))
    both = first + second
    draws = np.random.default_rng(0).multivariate_hypergeometric(
        both, int(second.sum()), size=_DRAWS
    )
    value = float(_stability(first[None, :], second[None, :])[0])
    chance = _stability(both - draws, draws)
    p_value = (1 + int((chance >= value - 1e-12).sum())) / (_DRAWS + 1)
    return Shift(value, float(np.quantile(chance, 1 - _CHANCE / _TESTS)), p_value)


def _stability(reference: Any, recent: Any) -> Any:
    """The index of each row of two arrays of counts."""
    p = (reference + 0.5) / (reference + 0.5).sum(axis=1, keepdims=True)
    q = (recent + 0.5) / (recent + 0.5).sum(axis=1, keepdims=True)
    return ((q - p) * np.log(q / p)).sum(axis=1)


# --- words -----------------------------------------------------------------------------------


def _words(found: Drift) -> list[str]:
    sizes = (
        f"{found.recent.size} recent claims ({found.recent.scored} decided by score) against "
        f"{found.reference.size} of the calibration ({found.reference.scored} by score)"
    )
    if found.state == "too_few":
        return [
            f"Too few claims to tell: {sizes}; it takes {_FEWEST} of each, and some hundreds to "
            "see a moderate shift."
        ]
    lead = {
        "alike": f"No sign of drift in {sizes}.",
        "slight": f"A slight but real shift in {sizes}; too small to be a reason to act by itself.",
        "shifted": f"The claims have shifted: {sizes}. The promise was measured on claims unlike "
        "these; label recent ones and calibrate again.",
    }[found.state]
    sentences = [lead]
    named = (
        ("largest distance between the score distributions", found.ks),
        ("stability index of the scores", found.psi),
        ("stability index of how claims were decided", found.ways),
    )
    for name, shift in named:
        if shift is not None:
            sentences.append(
                f"{name[0].upper()}{name[1:]}: {shift.value:.3f}, where chance alone stays below "
                f"{shift.usual:.3f} at these sizes (p {_p(shift.p_value)})."
            )
    if found.ks is None:
        sentences.append(f"Fewer than {_FEWEST} scores on one side: the scores were not compared.")
    elif found.state == "alike":
        sentences.append(
            f"With so many claims a shift that moves fewer than about "
            f"{found.ks.usual * 100:.0f} % of the scores across any point would not show."
        )
    if found.skipped:
        sentences.append(f"{found.skipped} of {found.reports} reports are from another system.")
    return sentences


def _p(value: float) -> str:
    return f"{value:.3f}" if value >= 0.001 else "below 0.001"
