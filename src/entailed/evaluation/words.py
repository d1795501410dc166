"""Figures, intervals and faults in words: the same in the terminal, in Markdown and in HTML."""

from __future__ import annotations

from collections.abc import Iterable

from entailed.evaluation.metrics import METRICS, Figure, Latency
from entailed.evaluation.results import Result
from entailed.report.marking import LABEL_WORDS, reason_words, visible

__all__ = [
    "amount",
    "counted",
    "fault_lines",
    "interval",
    "p_value",
    "severity",
    "shown",
    "worst_first",
]

NOTHING = "–"
"""Stands for a figure that has no value."""


def amount(name: str, value: float | None) -> str:
    """A metric's value: "4.2 %" or "113 ms", an en dash for none."""
    if value is None:
        return NOTHING
    if isinstance(METRICS[name], Latency):
        return f"{value:,.0f} ms" if value >= 100 else f"{value:.1f} ms"
    return f"{100 * value:.1f} %"


def shown(name: str, figure: Figure) -> str:
    """A figure's value in words."""
    return amount(name, figure.value)


def interval(name: str, figure: Figure) -> str:
    """The limits of its interval, "1.2 to 9.8 %"; "" for a figure without a value."""
    if figure.value is None:
        return ""
    low, high = (amount(name, limit) for limit in (figure.low, figure.high))
    unit = " ms" if isinstance(METRICS[name], Latency) else " %"
    if NOTHING not in (low, high):
        low = low.removesuffix(unit)
    return f"{low} to {high}"


def counted(figure: Figure) -> str:
    """What it rests on: "3 of 59", or the number of values for a latency."""
    return f"{figure.trials}" if figure.hits is None else f"{figure.hits} of {figure.trials}"


def p_value(p: float | None) -> str:
    """A p-value with two digits, "< 0.001" below that, an en dash for none."""
    if p is None:
        return NOTHING
    return "< 0.001" if p < 0.001 else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def fault_lines(result: Result) -> list[str]:
    """Everything that is wrong with an answer, a line each; none for nothing."""
    if result.failure is not None:
        return [visible(f"not evaluated: {result.failure.stage}: {result.failure.message}")]
    lines = ["shown though nothing was retrieved"] if result.ungrounded else []
    for verdict in (v for v in result.checked if not v.clean):
        found = [reason_words(f) for f in verdict.reasons if f.outcome == "fail"]
        why = "; ".join(found) or LABEL_WORDS[verdict.label]
        lines.append(f"{verdict.label}: “{verdict.claim.text}”: {why}")
    return [visible(" ".join(line.split())) for line in (*lines, *result.faults)]


def severity(result: Result) -> int:
    """How bad an answer is, 0 for nothing wrong: an order for reading, no metric.

    An ungrounded answer and each contradicted claim weigh 4, a claim not found 3, an
    expectation not met 2, a claim with only a wrong citation 1.
    """
    weights = {"contradicted": 4, "related": 3, "missing": 3, "supported": 1}
    claims = sum(weights[v.label] for v in result.checked if not v.clean)
    return 4 * result.ungrounded + claims + 2 * len(result.faults)


def worst_first(results: Iterable[Result]) -> list[Result]:
    """The evaluated answers, the worst first, else in their order."""
    return sorted((r for r in results if r.evaluated), key=lambda r: -severity(r))
