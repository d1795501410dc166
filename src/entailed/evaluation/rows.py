"""Results as rows, also under the column names of other evaluation tools."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, get_args

from entailed.errors import ConfigurationError, UnsupportedError
from entailed.evaluation.results import Result, citation_stands
from entailed.report.marking import reason_words
from entailed.types import Evidence

if TYPE_CHECKING:
    import pandas

__all__ = ["STYLES", "Style", "to_pandas", "to_rows"]

Style = Literal["entailed", "ragas", "deepeval"]
STYLES: tuple[Style, ...] = get_args(Style)
Row = dict[str, Any]


def to_rows(results: Iterable[Result], style: Style = "entailed") -> list[Row]:
    """One row an answer. A figure that does not exist is None, never 0 and never NaN.

    "ragas": user_input, response, retrieved_contexts, faithfulness (supported claims of those
    checked). "deepeval": name, input, actual_output, retrieval_context, and of the one metric
    score, success, reason. Both have `error` where the answer was not evaluated.
    Raises ConfigurationError for another style.
    """
    if style not in STYLES:
        raise ConfigurationError(f"style: expected one of {', '.join(STYLES)}, got {style!r}")
    return [_ROWS[style](result) for result in results]


def to_pandas(results: Iterable[Result], style: Style = "entailed") -> pandas.DataFrame:
    """The rows as a data frame. Raises UnsupportedError without pandas."""
    try:
        import pandas
    except ImportError as error:
        raise UnsupportedError("to_pandas needs pandas: pip install 'entailed[pandas]'") from error
    return pandas.DataFrame(to_rows(results, style))


def _entailed(result: Result) -> Row:
    labels = [verdict.label for verdict in result.verdicts]
    return {
        "scenario": result.scenario,
        "turn": result.turn,
        "category": result.category,
        "question": result.question,
        "answer": result.answered.text,
        "passages": _texts(result),
        "status": result.report.status if result.report else None,
        "done": result.done,
        "declined": result.declined if result.evaluated else None,
        "ungrounded": result.ungrounded if result.evaluated else None,
        "claims": len(result.checked) if result.evaluated else None,
        "supported": labels.count("supported") if result.evaluated else None,
        "contradicted": labels.count("contradicted") if result.evaluated else None,
        "related": labels.count("related") if result.evaluated else None,
        "missing": labels.count("missing") if result.evaluated else None,
        "unchecked": labels.count("unchecked") if result.evaluated else None,
        "cited_claims": len(result.cited) if result.evaluated else None,
        "citations_supported": sum(map(citation_stands, result.cited))
        if result.evaluated
        else None,
        "unverified_spans": sum(result.spans.values()) if result.evaluated else None,
        "expectation_met": not result.faults if result.evaluated else None,
        "faults": list(result.faults) if result.evaluated else None,
        "milliseconds": result.answered.milliseconds,
        "error": _error(result),
    }


def _ragas(result: Result) -> Row:
    return {
        "user_input": result.question,
        "response": result.answered.text,
        "retrieved_contexts": _texts(result),
        "faithfulness": _support(result),
        "error": _error(result),
    }


def _deepeval(result: Result) -> Row:
    return {
        "name": f"{result.scenario}:{result.turn}",
        "input": result.question,
        "actual_output": result.answered.text,
        "retrieval_context": _texts(result),
        "metric": "Grounded",
        "score": _support(result),
        "success": None if not result.evaluated else not (result.faulty or result.faults),
        "reason": reasons(result),
        "error": _error(result),
    }


_ROWS: Mapping[Style, Callable[[Result], Row]] = {
    "entailed": _entailed,
    "ragas": _ragas,
    "deepeval": _deepeval,
}


def reasons(result: Result) -> str:
    """What is wrong with an answer, in one line; "" for nothing."""
    words = []
    if result.ungrounded:
        words.append("shown without any source")
    for verdict in (v for v in result.checked if not v.clean):
        found = [reason_words(f) for f in verdict.reasons if f.outcome == "fail"]
        words.append(f"{verdict.claim.text} ({verdict.label}: {'; '.join(found)})")
    return " | ".join([*words, *result.faults])


def _support(result: Result) -> float | None:
    """Share of supported claims; None where none was checked; 0 for one without any source."""
    if not result.evaluated:
        return None
    if result.ungrounded:
        return 0.0
    checked = result.checked
    return sum(v.label == "supported" for v in checked) / len(checked) if checked else None


def _texts(result: Result) -> list[str]:
    evidence: Evidence | None = result.report.evidence if result.report else None
    return [passage.text for passage in evidence] if evidence is not None else []


def _error(result: Result) -> str | None:
    failure = result.failure
    return None if failure is None else f"{failure.stage}: {failure.error}: {failure.message}"
