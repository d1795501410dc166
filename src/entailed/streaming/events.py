"""What a stream tells its reader, as values with a JSON form.

Two texts have offsets here. The *answer* is what the model wrote, as far as it has come. The
*shown* text is what the reader has been given: the events applied in order. Offsets are code
points, half-open; those into the shown text are into what it is when the event is applied.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from entailed.report import report_to_dict, span_to_dict, verdict_to_dict
from entailed.types import Report, Span, Verdict

__all__ = [
    "AsideEvent",
    "DoneEvent",
    "Event",
    "FindingEvent",
    "HoldEvent",
    "HoldReason",
    "ReleaseEvent",
    "ReplaceEvent",
    "RetractEvent",
    "apply_events",
]

Plain = dict[str, Any]
HoldReason = Literal["mode", "policy", "unchecked"]
Channel = Literal["thinking", "tool"]


@dataclass(frozen=True, slots=True)
class ReleaseEvent:
    """`text` is added at the end of the shown text.

    `shown` is its place there, `answer` the stretch of the answer it stands for; under a policy
    that changes texts the two need not be equally long, and either may be empty.
    """

    kind: ClassVar[Literal["release"]] = "release"
    text: str
    shown: Span
    answer: Span

    def to_dict(self) -> Plain:
        """`{"event": "release", "text", "shown": {"start", "end"}, "answer": {"start", "end"}}`."""
        return {
            "event": self.kind,
            "text": self.text,
            "shown": span_to_dict(self.shown),
            "answer": span_to_dict(self.answer),
        }


@dataclass(frozen=True, slots=True)
class HoldEvent:
    """A stretch of the answer has been looked at and is not shown yet.

    `mode`: the stream shows everything at the end; `policy`: what is done with it depends on
    what follows; `unchecked`: a stage failed on it, which is tried again at the end.
    """

    kind: ClassVar[Literal["hold"]] = "hold"
    answer: Span
    reason: HoldReason

    def to_dict(self) -> Plain:
        """`{"event": "hold", "answer": {"start", "end"}, "reason"}`."""
        return {"event": self.kind, "answer": span_to_dict(self.answer), "reason": self.reason}


@dataclass(frozen=True, slots=True)
class RetractEvent:
    """The shown text loses `shown`."""

    kind: ClassVar[Literal["retract"]] = "retract"
    shown: Span

    def to_dict(self) -> Plain:
        """`{"event": "retract", "shown": {"start", "end"}}`."""
        return {"event": self.kind, "shown": span_to_dict(self.shown)}


@dataclass(frozen=True, slots=True)
class ReplaceEvent:
    """`shown` of the shown text becomes `text`; an empty span is an insertion."""

    kind: ClassVar[Literal["replace"]] = "replace"
    shown: Span
    text: str

    def to_dict(self) -> Plain:
        """`{"event": "replace", "shown": {"start", "end"}, "text"}`."""
        return {"event": self.kind, "shown": span_to_dict(self.shown), "text": self.text}


@dataclass(frozen=True, slots=True)
class FindingEvent:
    """A claim has its verdict; the spans in it are into the answer and the passages."""

    kind: ClassVar[Literal["finding"]] = "finding"
    verdict: Verdict

    def to_dict(self) -> Plain:
        """`{"event": "finding", "clean", "verdict"}`, the verdict as in a report's JSON."""
        return {
            "event": self.kind,
            "clean": self.verdict.clean,
            "verdict": verdict_to_dict(self.verdict),
        }


@dataclass(frozen=True, slots=True)
class AsideEvent:
    """Something of the model's that is no part of the answer and is not verified.

    Only what the stream was told to let through. `value` is as it came.
    """

    kind: ClassVar[Literal["aside"]] = "aside"
    channel: Channel
    value: Any

    def to_dict(self) -> Plain:
        """`{"event": "aside", "channel", "value"}`; `value` has to be of JSON types itself."""
        return {"event": self.kind, "channel": self.channel, "value": self.value}


@dataclass(frozen=True, slots=True)
class DoneEvent:
    """The stream has ended; always the last event.

    `outcome` is "complete", or "failed" when the upstream broke or the bound on the answer was
    reached: then `report` is on the settled beginning alone (None where there is none), `rest` is
    what came after it and was neither verified nor left on the screen, and `error` says why.
    `text` is the shown text, `finish` what the model gave as its reason to stop, or "".
    """

    kind: ClassVar[Literal["done"]] = "done"
    outcome: Literal["complete", "failed"]
    text: str
    report: Report | None
    error: str = ""
    rest: str = ""
    finish: str = ""

    def to_dict(self, *, timings: bool = True) -> Plain:
        """`{"event": "done", "outcome", "text", "error", "rest", "finish", "report"}`."""
        report = self.report and report_to_dict(self.report, timings=timings)
        return {
            "event": self.kind,
            "outcome": self.outcome,
            "text": self.text,
            "error": self.error,
            "rest": self.rest,
            "finish": self.finish,
            "report": report,
        }


Event = (
    ReleaseEvent | HoldEvent | RetractEvent | ReplaceEvent | FindingEvent | AsideEvent | DoneEvent
)


def apply_events(events: Iterable[Event], shown: str = "") -> str:
    """The shown text after `events`, given what it was before."""
    for event in events:
        if isinstance(event, ReleaseEvent):
            shown += event.text
        elif isinstance(event, (RetractEvent, ReplaceEvent)):
            text = event.text if isinstance(event, ReplaceEvent) else ""
            shown = shown[: event.shown.start] + text + shown[event.shown.end :]
    return shown
