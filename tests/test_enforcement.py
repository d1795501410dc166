"""Carrying out a policy: what is changed is verified again, each time more strictly."""

from __future__ import annotations

import pytest

from entailed.enforcement import PolicyEnforcer
from entailed.policy import PRESETS, load_policy
from entailed.types import Failure, Judgement
from tests.reports import C, report

ANSWER = "It is red [S2]. It is big. It is old."


def judgement(answer, *claims, failures=(), status="partial"):
    """A judgement on an answer with these claims."""
    made = report(answer, *claims)
    return Judgement(
        answer, "", made.evidence, made.segments, made.verdicts, status, tuple(failures)
    )


def first():
    """A claim with a wrong citation, one that is missing, and one that stands."""
    return judgement(
        ANSWER,
        C("It is red", cites=("[S2]",), fails=("misattributed",)),
        C("It is big.", "missing"),
        C("It is old", support=("S2",)),
    )


class Judge:
    """Verifies again as it is told: one function of the text a call, the last for all others."""

    def __init__(self, *rounds):
        self.rounds = list(rounds)
        self.texts = []

    def __call__(self, text):
        """The judgement of this round."""
        self.texts.append(text)
        made = self.rounds[0] if len(self.rounds) == 1 else self.rounds.pop(0)
        return made(text)


def stands(text):
    """Nothing is wrong with the text."""
    return judgement(text, C(text), status="grounded")


def still_red(text):
    """The citation that was put right does not hold either."""
    return judgement(
        text,
        C("It is red", sentence="It is red [S1].", cites=("[S1]",), fails=("misattributed",)),
        C("It is old", sentence="It is old [S2].", cites=("[S2]",), support=("S2",)),
    )


def all_missing(text):
    """Nothing of the text is supported."""
    return judgement(text, C(text, "missing"), status="ungrounded")


def act(policy, judge, given=None):
    """What the policy does."""
    chosen = policy if not isinstance(policy, str) else load_policy(policy)
    return PolicyEnforcer(chosen).act(given or first(), judge)


def test_a_repaired_text_that_stands_is_shown():
    """It is verified once."""
    judge = Judge(stands)
    assert act("repair", judge) == ("repair", "It is red [S1]. It is old [S2].")
    assert judge.texts == ["It is red [S1]. It is old [S2]."]


def test_what_was_fixed_and_fails_again_is_deleted():
    """The next action is stricter: nothing is fixed twice."""
    judge = Judge(still_red, stands)
    assert act("repair", judge)[1] == "It is old [S2]."
    assert judge.texts == ["It is red [S1]. It is old [S2].", "It is old [S2]."]


def test_what_never_stands_is_declined():
    """After two stricter rounds the policy's own words are shown; it ends."""
    judge = Judge(all_missing)
    decline = PRESETS["repair"].decline
    assert act("repair", judge) == ("repair", decline)
    assert len(judge.texts) <= 3


def test_a_failing_stage_does_not_stand():
    """A text whose verification broke is not shown as verified."""
    broken = Failure("score", "ScorerError", "boom")

    def fails(text):
        return judgement(text, C(text), failures=[broken], status="grounded")

    assert act("repair", Judge(fails))[1] == PRESETS["repair"].decline


def test_a_text_that_must_be_blocked_when_verified_again_is_blocked():
    """The safe message is not verified, and the action says what was done."""
    policy = load_policy("repair", labels={"contradicted": "block"})

    def opposed(text):
        return judgement(text, C(text, "contradicted"), status="ungrounded")

    judge = Judge(opposed)
    assert act(policy, judge) == ("block", policy.safe_message)
    assert len(judge.texts) == 1


def test_a_mark_that_the_policy_asks_for_stands():
    """A policy that repairs some claims and marks others is not forced to decline."""
    policy = load_policy("repair", labels={"related": "mark"})
    given = judgement(
        "It is red. It is big.", C("It is red.", "missing"), C("It is big", "related")
    )

    def marked(text):
        return judgement(text, C("It is big", "related"))

    action, text = act(policy, Judge(marked), given)
    assert (action, text) == ("repair", "It is big [citation needed].")


@pytest.mark.parametrize("policy", ["audit", "flag", "suppress"])
def test_other_policies_are_carried_out_once(policy):
    """They make no promise that what they show verifies."""
    judge = Judge(all_missing)
    act(policy, judge)
    assert judge.texts == []
