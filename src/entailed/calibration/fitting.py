"""From labelled trials to a calibration result: choose, prove, describe."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version

from entailed.calibration.aims import Aim
from entailed.calibration.control import control
from entailed.calibration.curves import (
    Reliability,
    reliability,
    separation,
    strata,
    threshold_curve,
)
from entailed.calibration.probability import (
    ProbabilityMap,
    cross_fitted,
    fit_probability,
)
from entailed.calibration.result import CalibrationResult, Labels, Sample
from entailed.calibration.trials import Trial, require_both, unsettled
from entailed.decision import Calibration
from entailed.types import Component

__all__ = ["calibrate", "with_map"]


def calibrate(
    trials: Sequence[Trial],
    aim: Aim,
    *,
    base: Calibration,
    system: Sequence[Component],
    sample: Sample,
    labels: Labels | None = None,
) -> CalibrationResult:
    """Fit the probability map, prove a threshold for `aim`, and describe both.

    `base` made the scores of the trials; `system` are the components that made them, and `sample`
    what they made of single claims, for later comparison. The probability map is fitted on the
    same labels as the threshold is proved on; that is sound because it rises strictly, so that it
    neither changes which claims pass nor the thresholds that were up for proof.

    Deterministic. Raises InputError unless there are labels of both kinds, CalibrationError
    where they do not allow the promise.
    """
    require_both(trials)
    ordered = sorted(trials, key=lambda t: t.id)
    proved = control(ordered, aim)
    pairs = unsettled(ordered)
    fitted = fit_probability(pairs)
    mapped = [t if t.score is None else replace(t, score=fitted.map(t.score)) for t in ordered]
    threshold = fitted.map(proved.threshold)
    counted = labels if labels is not None else Labels()
    supported = sum(t.supported for t in ordered)
    return CalibrationResult(
        aim=aim,
        control=proved,
        calibration=replace(with_map(base, fitted.map), t_support=threshold),
        probability=fitted,
        labels=replace(counted, supported=supported, unsupported=len(ordered) - supported),
        separation=separation(pairs),
        before=_reliability(pairs, [score for score, _ in pairs]),
        after=_reliability(pairs, _unseen(pairs, fitted.map)),
        curve=threshold_curve(mapped),
        strata=strata(mapped, threshold),
        system=tuple(system),
        sample=sample,
        package=version("entailed"),
    )


def with_map(base: Calibration, made: ProbabilityMap) -> Calibration:
    """The weights of `base` with the map put behind them; its `t_support` is mapped too."""
    mapped = replace(base, t_support=made(base.t_support))
    if made.points:
        return replace(mapped, curve=made.points)
    return replace(
        mapped,
        bias=made.slope * base.bias + made.offset,
        entailment=made.slope * base.entailment,
        contradiction=made.slope * base.contradiction,
        overlap=made.slope * base.overlap,
        sentence_overlap=made.slope * base.sentence_overlap,
        values=made.slope * base.values,
    )


def _unseen(pairs: Sequence[tuple[float, bool]], made: ProbabilityMap) -> list[float]:
    """The probability of each score by maps of the same kind that did not see its label."""
    unseen = cross_fitted(pairs, made.method) if made.method != "none" else None
    return unseen if unseen is not None else [made(score) for score, _ in pairs]


def _reliability(
    pairs: Sequence[tuple[float, bool]], probabilities: Sequence[float]
) -> Reliability | None:
    return reliability(probabilities, [label for _, label in pairs])
