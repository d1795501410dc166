"""Drawings of a calibration as SVG or PNG; needs matplotlib (`pip install 'entailed[eval]'`)."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from entailed.calibration.aims import percent
from entailed.calibration.curves import Reliability
from entailed.calibration.result import CalibrationResult
from entailed.errors import UnsupportedError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["PLOTS", "Form", "draw", "require_matplotlib"]

Form = Literal["svg", "png"]
_SUPPORTED, _UNSUPPORTED, _QUIET = "#0b6e4f", "#a4243b", "#6b7280"


def draw(result: CalibrationResult, name: str, form: Form = "svg") -> bytes:
    """One of `PLOTS` as a file's bytes; the same result gives the same bytes.

    Raises UnsupportedError when matplotlib is not installed, KeyError for an unknown name.
    """
    plot = PLOTS[name]
    require_matplotlib()
    import matplotlib
    from matplotlib.figure import Figure

    settings: dict[Any, Any] = {
        "svg.hashsalt": "entailed",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
    }
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=(5.6, 4.2), layout="constrained")
        axes = figure.subplots()
        axes.spines[["top", "right"]].set_visible(False)
        plot(axes, result)
        return _written(figure, form)


def require_matplotlib() -> None:
    """Raise UnsupportedError, with the command to run, unless matplotlib can be imported."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise UnsupportedError(
            "drawing needs matplotlib; run: pip install 'entailed[eval]'"
        ) from error


def _written(figure: Figure, form: Form) -> bytes:
    out = io.BytesIO()
    # Dates and versions in the file would make equal results differ.
    empty = {"Date": None, "Creator": None} if form == "svg" else {"Software": None}
    figure.savefig(out, format=form, dpi=144, metadata=empty)
    return out.getvalue()


def _reliability(axes: Axes, result: CalibrationResult) -> None:
    """Share of supported claims by estimated probability, before and after the map."""
    axes.plot([0, 1], [0, 1], color=_QUIET, linewidth=0.8, linestyle="--")
    for found, label, color in (
        (result.before, "score", _QUIET),
        (result.after, f"after the map ({result.probability.map.method})", _SUPPORTED),
    ):
        if found is not None:
            _bins(axes, found, label, color)
    axes.axvline(result.threshold, color=_UNSUPPORTED, linewidth=0.8)
    axes.set(
        xlabel="estimated probability of support",
        ylabel="share of claims that are supported",
        xlim=(0, 1),
        ylim=(0, 1),
        title="Reliability (bars: 95 % intervals; red: the threshold)",
    )
    axes.legend(frameon=False, loc="lower right", fontsize="small")


def _bins(axes: Axes, found: Reliability, label: str, color: str) -> None:
    below = [b.share - b.limits[0] for b in found.bins]
    above = [b.limits[1] - b.share for b in found.bins]
    axes.errorbar(
        [b.mean for b in found.bins],
        [b.share for b in found.bins],
        yerr=[below, above],
        color=color,
        marker="o",
        markersize=4,
        linewidth=1,
        elinewidth=0.8,
        label=f"{label}: calibration error {found.error:.3f}",
    )


def _risk_coverage(axes: Axes, result: CalibrationResult) -> None:
    """What is wrong with the claims that pass, by how many pass."""
    pairs = result.curve.risk_coverage()
    axes.step([c for c, _ in pairs], [r for _, r in pairs], color=_UNSUPPORTED, where="post")
    if result.aim.risk == "passed_unsupported":
        axes.axhline(result.aim.limit, color=_QUIET, linewidth=0.8, linestyle="--")
        axes.text(
            0.99, result.aim.limit, f"aim {percent(result.aim.limit)}", ha="right", va="bottom"
        )
    whole = result.strata[0]
    passed = whole.supported_passed + whole.unsupported_passed
    if passed:
        axes.plot(
            passed / result.labels.used, whole.unsupported_passed / passed, "o", color="black"
        )
    axes.set(
        xlabel="share of claims that pass",
        ylabel="share of these that are unsupported",
        xlim=(0, 1),
        ylim=(0, None),
        title="Risk and coverage (dot: the threshold)",
    )


def _precision_recall(axes: Axes, result: CalibrationResult) -> None:
    """How many supported claims pass, by how many of those that pass are supported."""
    pairs = result.curve.precision_recall()
    axes.step([r for r, _ in pairs], [p for _, p in pairs], color=_SUPPORTED, where="post")
    whole = result.strata[0]
    passed = whole.supported_passed + whole.unsupported_passed
    if passed:
        recall, precision = (
            whole.supported_passed / whole.supported,
            whole.supported_passed / passed,
        )
        axes.plot(recall, precision, "o", color="black")
    axes.axhline(whole.supported / result.labels.used, color=_QUIET, linewidth=0.8, linestyle="--")
    axes.set(
        xlabel="recall: share of supported claims that pass",
        ylabel="precision: share of these that are supported",
        xlim=(0, 1),
        ylim=(0, 1.02),
        title="Precision and recall (dot: the threshold)",
    )


def _scores(axes: Axes, result: CalibrationResult) -> None:
    """How the calibrated scores of claims lie around the threshold."""
    scores = [result.probability.map(score) for score in result.sample.scores]
    axes.hist(scores, bins=[i / 20 for i in range(21)], color=_QUIET)
    axes.axvline(result.threshold, color=_UNSUPPORTED, linewidth=1)
    axes.set(
        xlabel="estimated probability of support",
        ylabel="claims",
        xlim=(0, 1),
        title="Scores at calibration (line: the threshold)",
    )


PLOTS: Mapping[str, Callable[[Axes, CalibrationResult], None]] = {
    "reliability": _reliability,
    "risk-coverage": _risk_coverage,
    "precision-recall": _precision_recall,
    "scores": _scores,
}
"""The drawings by name."""
