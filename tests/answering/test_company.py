"""What a claim needs beside claims that fail: a model that errs in one thing errs in others."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import entailed
from entailed.answering import Answerer
from entailed.answering.judging import support_needed
from entailed.decision import Calibration
from entailed.policy import load_policy
from entailed.testing import ScriptedModel, ScriptedRetriever, ScriptedScorer
from entailed.types import Entailment

PASSAGES = [
    "The extension is agreed in writing by both parties before the contract ends.",
    "Meals are paid for by the guests, and the garden closes when it gets dark.",
]
SHAKY = "Both sides must agree on an extension while the contract still runs."
WRONG = (
    "The garden stays open for guests who have paid for their meals.",
    "Guests who agree with both parties eat in the garden.",
    "Meals end when the parties to the contract get writing.",
)
SURE = "Guests pay for their meals."
SCORES = {SHAKY: 0.6, SURE: 0.97, **dict.fromkeys(WRONG, 0.05)}
SCORER = ScriptedScorer({text: Entailment(p, 1 - p, 0.0) for text, p in SCORES.items()})
PLAIN = Calibration(
    bias=0.0, entailment=1.0, contradiction=0.0, overlap=0.0, sentence_overlap=0.0, t_support=0.4
)  # fmt: skip


ANSWERED = entailed.build_verifier("audit", scorer=SCORER, calibration=PLAIN).verify(SURE, PASSAGES)


def report(supports):
    """A report on an answer whose claims have these supports; None where a check decided."""
    verdicts = tuple(
        replace(ANSWERED.verdicts[0], label="contradicted" if s is None else "supported", score=s)
        for s in supports
    )
    return replace(ANSWERED, verdicts=verdicts)


@pytest.mark.parametrize(
    ("supports", "needed"),
    [
        ((), 0.5),
        ((0.5,), 0.5),
        ((0.9, 0.8, 0.1), 0.5),
        ((0.6, 0.4, None), 0.6),
        ((0.6, 0.0, 0.0, 0.0), 0.733),
        ((None, None, None, None), 0.833),
    ],
)
def test_the_support_needed_rises_with_what_fails(supports, needed):
    """A share of a half or more asks for no more; what a check failed counts as nothing."""
    assert support_needed(report(supports), 0.5) == pytest.approx(needed, abs=0.001)


@given(st.lists(st.none() | st.floats(0, 1), max_size=8), st.floats(0, 1), st.floats(0, 1))
def test_no_company_asks_for_less(supports, least, more):
    """From `least` to 1, and one more claim that failed never lowers it. 0 asks for nothing."""
    needed = support_needed(report(supports), least)
    assert least <= needed + 1e-9
    assert needed <= 1
    assert support_needed(report([*supports, None]), least) >= needed - 1e-9
    assert support_needed(report(supports), 0.0) == 0
    assert support_needed(report(supports), max(least, more)) >= needed - 1e-9


def outcome(*claims, **options):
    """What comes of an answer with these claims, asked for twice."""
    answer = " ".join(claims)
    verifier = entailed.build_verifier("audit", scorer=SCORER, calibration=PLAIN)
    answerer = Answerer(
        ScriptedRetriever(PASSAGES),
        ScriptedModel([answer, answer]),
        verifier,
        load_policy("regenerate", **options),
    )
    return answerer.ask("What do the parties and the guests do?")


def test_a_shaky_claim_is_shown_where_the_rest_stands():
    """As it came."""
    made = outcome(SHAKY, SURE)
    assert (made.status, made.because) == ("verified", "stood")


def test_a_shaky_claim_falls_with_the_others():
    """It is named as unsupported, too, since the report says what was decided."""
    made = outcome(SHAKY, *WRONG)
    assert made.status == "unsupported"
    assert SHAKY.strip(".") not in made.text
    assert made.report.verdicts[0].label == "related"


def test_a_sure_claim_stands_in_any_company():
    """Only what the model is not sure of is asked for more."""
    made = outcome(SURE, SHAKY, *WRONG)
    assert made.status == "verified"
    assert SURE.strip(".") in made.text
    assert SHAKY.strip(".") not in made.text


def test_a_policy_without_a_least_support_asks_for_nothing():
    """`min_support=0` leaves the decision to the scorer's own threshold."""
    made = outcome(SHAKY, *WRONG, min_support=0.0)
    assert SHAKY.strip(".") in made.text
