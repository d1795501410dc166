"""An outcome as JSON types, for programs."""

from __future__ import annotations

from typing import Any

from entailed.answering.outcome import Attempt, CitedPassage, Outcome
from entailed.report import report_to_dict, span_to_dict
from entailed.types import Failure, Report

__all__ = ["outcome_to_dict"]

Plain = dict[str, Any]


def outcome_to_dict(outcome: Outcome, *, timings: bool = True) -> Plain:
    """The outcome as JSON types; `timings=False` leaves out the only part that varies.

    Reports have the form of `report_to_dict`. Spans are `{"start", "end"}`: those of `claims` in
    `text`, those of `support` in the passage.
    """
    return {
        "question": outcome.question,
        "status": outcome.status,
        "because": outcome.because,
        "text": outcome.text,
        "citations": [_cited(cited) for cited in outcome.citations],
        "removed": [verdict.claim.text for verdict in outcome.removed],
        "report": _report(outcome.report, timings),
        "attempts": [_attempt(attempt, timings) for attempt in outcome.attempts],
    }


def _cited(cited: CitedPassage) -> Plain:
    passage = cited.passage
    return {
        "id": passage.id,
        "title": passage.title,
        "source": passage.source,
        "url": passage.url,
        "digest": passage.digest,
        "claims": [span_to_dict(span) for span in cited.claims],
        "support": [span_to_dict(span) for span in cited.support],
    }


def _attempt(attempt: Attempt, timings: bool) -> Plain:
    data: Plain = {
        "number": attempt.number,
        "limit": attempt.limit,
        "passages": list(attempt.evidence.ids),
        "named": list(attempt.named),
        "answer": attempt.answer,
        "dropped": attempt.dropped,
        "model": attempt.model,
        "prompt_tokens": attempt.prompt_tokens,
        "completion_tokens": attempt.completion_tokens,
        "report": _report(attempt.report, timings),
        "failures": [_failure(failure) for failure in attempt.failures],
    }
    if timings:
        data["timings"] = [
            {"stage": t.stage, "milliseconds": t.milliseconds} for t in attempt.timings
        ]
    return data


def _report(report: Report | None, timings: bool) -> Plain | None:
    return None if report is None else report_to_dict(report, timings=timings)


def _failure(failure: Failure) -> Plain:
    return {"stage": failure.stage, "error": failure.error, "message": failure.message}
