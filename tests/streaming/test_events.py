"""Events: their JSON form, and what applying them gives."""

from __future__ import annotations

import json

from entailed.report import report_from_dict
from entailed.streaming import (
    AsideEvent,
    DoneEvent,
    HoldEvent,
    ReleaseEvent,
    ReplaceEvent,
    RetractEvent,
    apply_events,
)
from entailed.types import Span
from tests.streaming.support import ANSWER, batch, streamed


def test_every_event_says_what_it_is_and_where():
    """Spans are pairs of offsets, as in a report."""
    span = {"start": 1, "end": 3}
    assert ReleaseEvent("ab", Span(1, 3), Span(1, 3)).to_dict() == {
        "event": "release",
        "text": "ab",
        "shown": span,
        "answer": span,
    }
    assert HoldEvent(Span(1, 3), "policy").to_dict() == {
        "event": "hold",
        "answer": span,
        "reason": "policy",
    }
    assert RetractEvent(Span(1, 3)).to_dict() == {"event": "retract", "shown": span}
    replaced = ReplaceEvent(Span(1, 3), "x").to_dict()
    assert replaced == {"event": "replace", "shown": span, "text": "x"}
    aside = AsideEvent("tool", [{"id": 1}]).to_dict()
    assert aside == {"event": "aside", "channel": "tool", "value": [{"id": 1}]}


def test_a_finding_is_a_verdict_of_the_report():
    """In the same form."""
    events = [e.to_dict() for e in streamed([ANSWER])]
    found = [e for e in events if e["event"] == "finding"]
    assert [e["verdict"] for e in found] == events[-1]["report"]["verdicts"]
    assert {e["clean"] for e in found} == {True, False}


def test_the_end_holds_the_report():
    """It can be read back, and goes through JSON unharmed."""
    done = streamed([ANSWER])[-1]
    data = json.loads(json.dumps(done.to_dict(timings=False)))
    assert (data["event"], data["outcome"], data["text"]) == ("done", "complete", done.text)
    assert report_from_dict(data["report"]) == batch(ANSWER)


def test_an_end_without_a_report_says_so():
    """Nothing was settled when the stream broke."""
    done = DoneEvent("failed", "", None, "TimeoutError", "It op")
    assert done.to_dict()["report"] is None
    assert done.to_dict()["rest"] == "It op"


def test_changes_are_applied_one_after_another():
    """Offsets are into the text as the events before left it."""
    events = [
        ReleaseEvent("It opens at 9.", Span(0, 14), Span(0, 14)),
        ReplaceEvent(Span(12, 13), "10"),
        RetractEvent(Span(0, 3)),
        HoldEvent(Span(14, 20), "policy"),
    ]
    assert apply_events(events) == "opens at 10."
