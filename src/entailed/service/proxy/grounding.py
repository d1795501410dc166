"""The `grounding` object of a reply: what was found, and what was done about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from entailed.types import LABELS, Action, Claim, Evidence, Report, Span, Status, Verdict

__all__ = ["HEADER_SOURCES", "HEADER_STATUS", "Judged", "Telling", "grounding", "overall"]

HEADER_STATUS = "X-Grounding-Status"
HEADER_SOURCES = "X-Sources-Returned"

Outcome = Status | Literal["not_applicable"]
_WORST: tuple[Outcome, ...] = (
    "not_applicable",
    "grounded",
    "declined",
    "partial",
    "no_evidence",
    "ungrounded",
    "unchecked",
)
_STRONGEST: tuple[Action, ...] = (
    "pass",
    "report",
    "flag",
    "widen",
    "regenerate",
    "repair",
    "suppress",
    "block",
)
_APART = 60
_ENDS = " \t\r\n.!?;:,。！？…"


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of one choice.

    `text` is what is shown, None where there was nothing to verify. `report` is None there, and
    where verification itself did not come about; `failures` say why.
    """

    index: int
    status: Outcome
    action: Action = "pass"
    text: str | None = None
    report: Report | None = None
    record_id: str | None = None
    failures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Telling:
    """What a reply says of itself besides: its policy, its passages, and how much it may tell."""

    policy: str
    evidence: Evidence
    show_removed: bool = True


def overall(judged: Sequence[Judged]) -> Outcome:
    """The worst status of all choices."""
    return max((one.status for one in judged), key=_WORST.index, default="not_applicable")


def grounding(judged: Sequence[Judged], telling: Telling) -> dict[str, Any]:
    """The object as JSON types.

    `{"status", "action", "policy", "counts", "claims", "choices", "sources", "record_id"}`.
    `status` and `action` are the worst and the strongest of all choices; statuses are about what
    the model wrote, not about what was left of it. A claim's `span` is in code points into the
    content of its choice as it is returned, None where the claim is not in it any more.
    """
    actions = [one.action for one in judged]
    verdicts = [v for one in judged if one.report is not None for v in one.report.verdicts]
    return {
        "status": overall(judged),
        "action": max(actions, key=_STRONGEST.index, default="pass"),
        "policy": telling.policy,
        "counts": {label: sum(v.label == label for v in verdicts) for label in LABELS},
        "claims": [claim for one in judged for claim in _claims(one, telling)],
        "choices": [_choice(one, telling) for one in judged],
        "sources": {
            "returned": not telling.evidence.blank,
            "ids": list(telling.evidence.ids),
            "digest": telling.evidence.digest,
        },
        "record_id": judged[0].record_id if judged else None,
    }


def _choice(one: Judged, telling: Telling) -> dict[str, Any]:
    made: dict[str, Any] = {
        "index": one.index,
        "status": one.status,
        "action": one.action,
        "record_id": one.record_id,
        "failures": [*one.failures, *_failed(one.report)],
    }
    changed = one.report is not None and one.text != one.report.answer
    if one.report is not None and changed and _tells(one, telling):
        made["original"] = one.report.answer
    return made


def _failed(report: Report | None) -> list[str]:
    """Stages that failed; their messages may hold texts and are for the record."""
    return [] if report is None else [f"{f.stage}: {f.error}" for f in report.failures]


def _tells(one: Judged, telling: Telling) -> bool:
    """Whether words that are not shown may be told."""
    return telling.show_removed and one.action != "block"


def _claims(one: Judged, telling: Telling) -> Iterator[dict[str, Any]]:
    report = one.report
    if report is None:
        return
    spans = _places(report, one.text or "")
    for verdict, span in zip(report.verdicts, spans, strict=True):
        shown = span is not None
        yield {
            "choice": one.index,
            "id": verdict.claim.id,
            "text": verdict.claim.text if shown or _tells(one, telling) else None,
            "label": verdict.label,
            "clean": verdict.clean,
            "reasons": _codes(verdict),
            "score": verdict.score,
            "span": {"start": span.start, "end": span.end} if span is not None else None,
            "support": [
                {"passage_id": p.passage_id, "start": p.span.start, "end": p.span.end}
                for p in verdict.support
            ],
        }


def _codes(verdict: Verdict) -> list[str]:
    return list(dict.fromkeys(f.reason for f in verdict.reasons if f.reason is not None))


# --- places ----------------------------------------------------------------------------------


def _places(report: Report, shown: str) -> list[Span | None]:
    """Where each claim of the report stands in the shown text."""
    if shown == report.answer:
        return [verdict.claim.span for verdict in report.verdicts]
    if report.action == "block":
        return [None] * len(report.verdicts)
    found: list[Span | None] = []
    at = 0
    for verdict in report.verdicts:
        span = _found(_pieces(report.answer, verdict.claim), shown, at)
        found.append(span)
        at = span.start if span is not None else at
    return found


def _pieces(answer: str, claim: Claim) -> list[str]:
    """The words of a claim between its citations, which a repair may change."""
    cuts = sorted(c.span for c in claim.citations if claim.span.contains(c.span))
    starts = [claim.span.start, *(cut.end for cut in cuts)]
    ends = [*(cut.start for cut in cuts), claim.span.end]
    pieces = (answer[low:high].strip(_ENDS) for low, high in zip(starts, ends, strict=True))
    return [piece for piece in pieces if piece]


def _found(pieces: Sequence[str], shown: str, at: int) -> Span | None:
    """The stretch with all pieces in order, close to one another; None where there is none."""
    if not pieces:
        return None
    start = shown.find(pieces[0], at)
    while start >= 0:
        end = _end(pieces, shown, start)
        if end is not None and _whole(shown, start, end):
            return Span(start, end)
        start = shown.find(pieces[0], start + 1)
    return None


def _end(pieces: Sequence[str], shown: str, start: int) -> int | None:
    end = start + len(pieces[0])
    for piece in pieces[1:]:
        next_one = shown.find(piece, end, end + _APART + len(piece))
        if next_one < 0:
            return None
        end = next_one + len(piece)
    return end


def _whole(shown: str, start: int, end: int) -> bool:
    """Whether the stretch begins and ends between words."""
    before = start == 0 or not (shown[start - 1].isalnum() and shown[start].isalnum())
    after = end == len(shown) or not (shown[end - 1].isalnum() and shown[end].isalnum())
    return before and after
