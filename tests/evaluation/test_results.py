"""One answer judged: what counts as shown, declined, ungrounded, unverified."""

from __future__ import annotations

import pytest

from entailed.evaluation.results import Result, citation_stands, judge
from entailed.evaluation.suites import Expectation, Scenario, Turn
from entailed.evaluation.systems import Answered, Asked
from entailed.evidence import freeze
from entailed.testing import FailingScorer

PASSAGES = {
    "S1": "Refunds are accepted within 30 days of delivery. The podcast is called 'Night Boat'.",
    "S2": 'The chair wrote: "A light that nobody tends is only a building."',
}


def judged(verifier, text, *, passages=PASSAGES, expect=None, **answered) -> Result:
    """A result of one answer."""
    evidence = freeze(passages)
    turn = Turn("What about it?", None, expect or Expectation())
    scenario = Scenario("x", "answerable", (turn,), evidence)
    asked = Asked("x", 0, turn.user, (), evidence)
    return judge(scenario, asked, Answered(text, **answered), verifier)


def test_an_answer_without_sources_is_ungrounded_and_none_of_its_spans_count(verifier):
    """It would inflate the count of made-up quotations."""
    result = judged(verifier, 'He said: "We lost the lamp in the great storm."', passages={})
    assert result.ungrounded
    assert result.spans == {}
    assert result.checked == ()


def test_a_system_that_says_it_had_no_sources_is_believed(verifier):
    """Whatever passages the scenario has."""
    text = "Refunds are accepted within 30 days of delivery [S1]."
    assert judged(verifier, text, sources_returned=False).ungrounded
    assert not judged(verifier, text).ungrounded


def test_declining_without_sources_shows_nothing_ungrounded(verifier):
    """It is the right thing to do."""
    result = judged(verifier, "The sources do not say.", passages={})
    assert result.declined
    assert not result.ungrounded


@pytest.mark.parametrize("text", ["", " \n"])
def test_showing_nothing_is_declining(verifier, text):
    """Nothing was verified, for nothing was there."""
    result = judged(verifier, text)
    assert result.declined
    assert result.evaluated
    assert result.report is None


def test_a_message_in_the_place_of_an_answer_has_no_claims(verifier):
    """It is the system's own text, not the model's."""
    result = judged(verifier, "This could not be verified and is not shown.", done="block")
    assert result.declined
    assert result.verdicts == ()


def test_saying_that_the_passages_are_silent_beside_something_else_abstains(verifier):
    """It is enough where silence had to be told, and no false abstention."""
    text = "The sources do not say who it was. Refunds are accepted within 30 days of delivery."
    result = judged(verifier, text)
    assert result.abstains
    assert not result.declined


def test_quotations_and_titles_are_counted_once_each(verifier):
    """Those that stand and those that do not."""
    text = (
        'The chair wrote: "A light that nobody tends is only a building." [S2] '
        'She also wrote: "We lost the lamp in the great storm." [S2] '
        'The podcast is called "The Long Tide" [S1].'
    )
    assert sorted(judged(verifier, text).spans.values()) == [False, True, True]


def test_a_citation_of_the_wrong_passage_does_not_stand(verifier):
    """Though the claim itself is supported."""
    result = judged(verifier, "Refunds are accepted within 30 days of delivery [S2].")
    (verdict,) = result.checked
    assert verdict.label == "supported"
    assert not citation_stands(verdict)
    assert result.faulty


@pytest.mark.parametrize(
    ("text", "expect", "faults"),
    [
        ("The sources do not say.", Expectation("answer"), ["declines"]),
        ("It is 30 days.", Expectation("decline"), ["answers"]),
        ("It is 30 days.", Expectation("answer", (("30 days", "a month"),)), []),
        ("It is 130 days.", Expectation("answer", (("30 days",),)), ["does not say '30 days'"]),
        ("It is 30 DAYS.", Expectation("either", (), ("30 days",)), ["says '30 days'"]),
        ("The sources do not say.", Expectation("either", (("30 days",),)), []),
        ("The sources do not say.", Expectation("decline"), []),
        ("", Expectation("answer"), ["declines"]),
    ],
)
def test_an_expectation_is_met_or_says_what_is_wrong(verifier, text, expect, faults):
    """Without a model, and at word edges."""
    found = judged(verifier, text, expect=expect).faults
    assert len(found) == len(faults)
    assert all(one.startswith(fault) for one, fault in zip(found, faults, strict=True))


def test_a_verifier_that_cannot_check_is_a_failure_and_no_score():
    """An outage is no measurement."""
    from entailed.assembly import build_verifier

    broken = build_verifier("flag", scorer=FailingScorer())
    result = judged(broken, "Refunds are usually accepted quickly after delivery.")
    assert result.failure is not None
    assert not result.evaluated
    assert not result.shown


def test_an_answer_nobody_can_check_is_a_failure(verifier):
    """No passages from anyone, and no word that there were none."""
    scenario = Scenario("x", "answerable", (Turn("q"),), None)
    result = judge(scenario, Asked("x", 0, "q"), Answered("It is so."), verifier)
    assert result.failure.stage == "verify"
    assert "passages" in result.failure.message


def test_text_that_cannot_be_verified_is_a_failure(verifier):
    """Half a character, for one."""
    assert judged(verifier, "It is \ud800.").failure.error == "InputError"
