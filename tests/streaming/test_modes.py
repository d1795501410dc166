"""When what is shown, in the three modes and under the policies."""

from __future__ import annotations

import pytest

from entailed import ConfigurationError, EvidenceError, InputError
from entailed.streaming import (
    FindingEvent,
    HoldEvent,
    ReleaseEvent,
    ReplaceEvent,
    RetractEvent,
    StreamVerifier,
    apply_events,
)
from tests.streaming.support import EVIDENCE, QUESTION, verifier

GOOD = "The library opens at 9:00 on weekdays [S1]. "
BAD = "It closes at 18:00. "
WRONG = "Membership costs 9 euros a year. "


def stream(mode="hold", policy="plain flag", question=""):
    """A stream over the evidence of the tests."""
    return StreamVerifier(verifier(policy), EVIDENCE, question, mode)


def test_a_sentence_is_shown_with_the_first_word_of_the_next():
    """Not before: the next one may be a marker that belongs to it."""
    held = stream()
    assert apply_events(held.feed(GOOD)) == ""
    assert apply_events(held.feed("Children")) == ""
    assert apply_events(held.feed(" ")) == GOOD.strip()


def test_a_failed_claim_is_shown_with_its_mark():
    """The policy is applied to what was held."""
    held = stream()
    events = held.feed(GOOD + BAD + "Children do ")
    assert apply_events(events).endswith("It closes at 18:00 [citation needed].")


def test_list_items_are_shown_one_by_one():
    """Each once the next has begun; the lead-in with the first."""
    held = stream()
    held.feed(GOOD + "The policy does not cover:\n\n- flood\n")
    held.feed("- refunds within ")
    assert held.shown.endswith("cover:\n\n- flood")


def test_table_rows_are_shown_one_by_one():
    """A row is complete with its line."""
    held = stream()
    held.feed(GOOD + "\n\n| Person | Fee |\n|---|---|\n| Adult | 5 euros |\n| Child | ")
    assert "| Adult | 5 euros" in held.shown
    assert "| Child" not in held.shown


def test_code_is_shown_when_its_fence_is_closed():
    """Before, it could be text."""
    held = stream()
    held.feed(GOOD + "\n\n```python\nx = 1\n")
    assert "x = 1" not in held.shown
    held.feed("```\n\nChildren do ")
    assert held.shown.endswith("x = 1")


def test_an_open_quotation_is_held():
    """Not a word of it is shown before it is closed and checked."""
    held = stream()
    held.feed(GOOD + "A guest said: “The rooms are bright. They are ")
    assert held.shown == GOOD.strip()
    held.feed("warm.” Children do ")
    assert "bright" in held.shown


def test_uncited_claims_wait_where_citations_may_be_attached():
    """Under `flag` a citation is attached to them once another claim failed."""
    held = stream(policy="flag")
    events = held.feed(GOOD + "Children do not pay. Membership costs ")
    assert held.shown == GOOD.strip()
    assert [e.reason for e in events if isinstance(e, HoldEvent)] == ["policy"]
    held.feed("9 euros. The hall is ")
    assert "Children do not pay [S2]." in held.shown


@pytest.mark.parametrize("policy", ["repair", "strict"])
def test_nothing_is_shown_early_where_the_whole_answer_decides(policy):
    """What is repaired is verified again; what is strict may be blocked."""
    held = stream(policy=policy)
    events = held.feed(GOOD + "Children do not pay [S2]. Membership costs ")
    assert held.shown == ""
    assert any(isinstance(e, FindingEvent) for e in events)


def test_a_blocked_answer_is_known_at_once():
    """The safe message is shown with the claim that blocks it, and nothing after."""
    held = stream(policy="strict")
    held.feed(GOOD + WRONG + "Children do ")
    message = verifier("strict").enforcer.policy.safe_message
    assert held.shown == message
    held.feed("not pay. The hall is ")
    held.flush()
    assert held.shown == message


def test_deletion_shows_line_by_line():
    """A heading waits for what is under it, for it goes where nothing is left."""
    held = stream(policy="plain suppress")
    held.feed(GOOD + "\n\n## Fees\n\nMembership costs 9 euros a year.\n\n## Hours\n\nThe hall ")
    assert held.shown == GOOD.strip()
    held.feed("is open all year [S1].\n\nChildren do ")
    assert held.shown == GOOD + "\n\n## Hours\n\nThe hall is open all year [S1]."


def test_a_hedge_waits_for_the_end():
    """Which claim answers the question is known only then."""
    policy = "plain suppress"
    held = StreamVerifier(verifier(policy).changed(enforcer=_hedging()), EVIDENCE, QUESTION, "hold")
    held.feed(GOOD + "\n\nMembership costs 9 euros a year.\n\nChildren do not pay.\n\nThe hall ")
    assert held.shown == GOOD.strip()


def _hedging():
    from entailed import load_policy
    from entailed.enforcement import PolicyEnforcer

    labels = {"contradicted": "hedge", "missing": "hedge", "related": "hedge"}
    made = load_policy("suppress", labels=labels, attach_citations=False, min_confidence=0.0)
    return PolicyEnforcer(made)


def test_buffer_shows_everything_at_the_end():
    """Findings come as they are made."""
    buffered = stream("buffer")
    events = buffered.feed(GOOD + BAD + "Children do ")
    assert buffered.shown == ""
    assert [e.reason for e in events if isinstance(e, HoldEvent)] == ["mode"]
    assert sum(isinstance(e, FindingEvent) for e in events) == 2
    assert sum(isinstance(e, ReleaseEvent) for e in buffered.flush()) == 1


def test_correct_shows_at_once_and_marks_later():
    """The text comes word by word; the mark is put in once the claim has failed."""
    corrected = stream("correct")
    assert apply_events(corrected.feed("It closes at 18:00. Th")) == "It closes at 18:00. "
    events = corrected.feed("e hall is ")
    (mark,) = (e for e in events if isinstance(e, ReplaceEvent))
    assert (mark.text, mark.shown.start, mark.shown.end) == (" [citation needed]", 18, 18)


def test_correct_takes_back_what_is_deleted():
    """A sentence that failed leaves the screen."""
    corrected = stream("correct", "plain suppress")
    corrected.feed(GOOD + "It closes at 18:00 [S1]. ")
    events = corrected.feed("The hall is open ")
    assert any(isinstance(e, RetractEvent) for e in events)
    assert corrected.shown == GOOD + "The hall is open"


def test_correct_takes_a_blocked_answer_back_as_a_whole():
    """And shows nothing of it any more."""
    corrected = stream("correct", "strict")
    corrected.feed(GOOD + WRONG + "Children do not pay. The hall ")
    corrected.feed("is open all year. ")
    assert corrected.shown == verifier("strict").enforcer.policy.safe_message


def test_without_evidence_nothing_is_shown_before_the_end():
    """There is nothing to verify it with."""
    empty = StreamVerifier(verifier(), [], "", "hold")
    empty.feed(GOOD + BAD + "Children do ")
    assert empty.shown == ""
    done = empty.flush()[-1]
    assert done.report.status == "no_evidence"
    assert done.text.endswith("[citation needed]")


def test_what_cannot_be_configured_is_refused():
    """Unknown modes and channels, bounds below one, evidence that is none."""
    with pytest.raises(ConfigurationError, match="mode: expected one of buffer, hold, correct"):
        StreamVerifier(verifier(), EVIDENCE, mode="fast")
    with pytest.raises(ConfigurationError, match="let_through"):
        StreamVerifier(verifier(), EVIDENCE, let_through=("sound",))
    with pytest.raises(ConfigurationError, match="at least 1"):
        StreamVerifier(verifier(), EVIDENCE, batch=0)
    with pytest.raises(EvidenceError):
        StreamVerifier(verifier(), 7)


def test_nothing_is_taken_after_the_end():
    """A stream is for one answer."""
    held = stream()
    held.feed(GOOD)
    held.flush()
    for late in (held.flush, lambda: held.feed("x"), lambda: held.fail("x")):
        with pytest.raises(InputError, match="it has ended"):
            late()
