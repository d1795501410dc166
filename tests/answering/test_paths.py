"""Every path from a question to its outcome, with scripted models."""

from __future__ import annotations

import pytest

from entailed.assembly import CHECKS
from entailed.checks.citations import uncited
from entailed.dialogue import Retrieval
from entailed.policy import load_policy
from entailed.prompts import PROMPTS
from entailed.testing import FailingScorer, ScriptedModel, ScriptedRetriever
from entailed.types import Limits
from tests.answering.support import (
    BAD,
    GOOD,
    KEPT,
    MIXED,
    PASSAGES,
    QUESTION,
    SILENT,
    UNSUPPORTED,
    answerer,
    ask,
    asked,
    verifier,
)

REPAIR = load_policy("repair")
STRICT = load_policy("strict")
WIDE = [f"Store {n} opens at {n}:00." for n in range(5)] + [PASSAGES["returns"]]
ALL = ("audit", "flag", "suppress", "repair", "strict", "regenerate", "widen")


def status(outcome):
    """How it ended, and what is shown."""
    return outcome.status, outcome.because, outcome.text


# --- an answer that stands -------------------------------------------------------------------


@pytest.mark.parametrize("policy", ALL)
def test_an_answer_that_stands_is_shown_as_it_came(policy):
    """Verified at once, whatever the policy: one generation, one verification."""
    outcome = asked([GOOD], policy)
    assert status(outcome) == ("verified", "stood", GOOD)
    assert outcome.report.answer == GOOD
    assert [t.stage for t in outcome.attempts[0].timings] == ["retrieve", "generate", "verify"]
    assert outcome.removed == ()


def test_a_verified_answer_names_its_passages():
    """With the places of the claims in the text and of their support in the passages."""
    outcome = asked([f"{GOOD} {KEPT}"])
    assert [cited.passage.id for cited in outcome.citations] == ["returns", "gift"]
    gift = outcome.citations[1]
    assert [span.of(outcome.text) for span in gift.claims] == [
        "Gift cards are excluded from returns [gift]."
    ]
    assert [span.of(PASSAGES["gift"]) for span in gift.support] == [PASSAGES["gift"]]


# --- nothing to answer from ------------------------------------------------------------------


@pytest.mark.parametrize("passages", [[], ["", " \n"], Retrieval((), sources_returned=False)])
@pytest.mark.parametrize("policy", ALL)
def test_without_passages_nothing_is_generated(passages, policy):
    """The model is not asked, and what is shown says that nothing was found."""
    model = ScriptedModel([GOOD])
    outcome = ask(lambda: answerer(model, policy, passages))
    assert status(outcome) == ("ungrounded", "nothing_found", PROMPTS.ungrounded)
    assert model.calls == []
    assert outcome.report is None


def test_a_service_that_answered_without_sources_found_nothing():
    """Whatever passages it sends along."""
    found = ScriptedRetriever(PASSAGES).retrieve(QUESTION, 5).passages
    outcome = asked([GOOD], passages=Retrieval(found, sources_returned=False))
    assert outcome.status == "ungrounded"


# --- a second answer -------------------------------------------------------------------------


def test_an_answer_is_verified_after_regeneration():
    """The second prompt names the claim that failed, and why; the passages are the same."""
    model = ScriptedModel([BAD, GOOD])
    outcome = answerer(model, "regenerate").ask(QUESTION)
    assert status(outcome) == ("verified", "stood", GOOD)
    assert "days of delivery. (number mismatch: the answer says 60 days" in model.asked[1]
    assert outcome.attempts[1].named == (
        "Unused items can be returned within 60 days of delivery.",
    )
    assert [a.evidence.ids for a in outcome.attempts] == [tuple(PASSAGES)] * 2
    assert [a.answer for a in outcome.attempts] == [BAD, GOOD]
    assert asked([BAD, GOOD], "regenerate").status == "verified"


def test_an_answer_is_verified_after_widening():
    """The second retrieval asks for more, and nothing is named to the model."""
    retriever = ScriptedRetriever(WIDE)
    model = ScriptedModel(["Items can be returned within 30 days of delivery."] * 2)
    outcome = answerer(model, "widen", retriever).ask(QUESTION)
    assert outcome.status == "verified"
    assert [limit for _, limit in retriever.calls] == [5, 10]
    assert [a.passages for a in outcome.attempts] == [5, 6]
    assert outcome.attempts[1].named == ()
    assert "An earlier answer was withheld" not in model.asked[1]
    assert PASSAGES["returns"] in model.asked[1]


def test_widening_and_regenerating_are_one_second_answer():
    """What was contradicted is named; what was only missing may be in the new passages."""
    policy = load_policy("regenerate", widen=True)
    first = "Store 1 opens at 9:00 [S2]. Items can be returned within 30 days of delivery."
    second = "Store 1 opens at 1:00 [S2]. Unused items can be returned within 30 days of delivery."
    model = ScriptedModel([first, second])
    outcome = answerer(model, policy, WIDE).ask(QUESTION)
    assert (outcome.status, outcome.because) == ("verified", "stood")
    assert outcome.attempts[1].named == ("Store 1 opens at 9:00.",)
    assert outcome.attempts[1].passages == 6


def test_a_model_that_abstains_is_given_more_passages_once():
    """Where the policy widens; what it then says counts."""
    outcome = asked([SILENT, GOOD.replace("returns", "S6")], "widen", WIDE)
    assert (outcome.status, len(outcome.attempts)) == ("verified", 2)
    outcome = asked([SILENT, SILENT], "widen", WIDE)
    assert status(outcome) == ("declined", "abstained", SILENT)


def test_widening_that_finds_nothing_new_asks_nothing_again():
    """The same passages would only give the same answer."""
    outcome = asked([BAD, GOOD], "widen")
    assert status(outcome) == ("unsupported", "claims_failed", REPAIR.safe_message)
    assert [a.answer for a in outcome.attempts] == [BAD, ""]
    outcome = asked([BAD, GOOD], load_policy("regenerate", widen=True))
    assert outcome.status == "verified"


def test_after_widening_in_vain_nothing_is_shown():
    """The preset declines; it does not repair."""
    bad = "Store 1 opens at 9:00 [S2]. Store 2 opens at 2:00 [S3]."
    outcome = asked([bad, "Store 3 opens at 7:00 [S4]."], "widen", WIDE)
    assert status(outcome) == ("unsupported", "claims_failed", REPAIR.safe_message)


def test_what_fails_in_the_second_answer_is_repaired():
    """Another claim than before fails: the rest stands, verified again."""
    second = GOOD + " Shipping costs are always refunded [shipping]."
    outcome = asked([BAD, second], "regenerate")
    assert outcome.status == "verified"
    assert outcome.because == "repaired"
    assert outcome.text.startswith(GOOD)
    assert "always refunded [shipping]" not in outcome.text
    assert [v.claim.text for v in outcome.removed] == ["Shipping costs are always refunded."]
    assert outcome.report.answer == outcome.text


@pytest.mark.parametrize(
    "again",
    [
        MIXED,
        "Gift cards are excluded from returns [gift]. You have 60 days to return it [returns].",
        "GIFT CARDS are excluded from returns [gift]. Unused items can be returned within 60 days "
        "of delivery [returns].",
    ],
)
def test_the_same_hallucination_twice_is_suppressed(again):
    """It is deleted without a word, however it is put, and the rest is verified."""
    outcome = asked([MIXED, again], "regenerate")
    assert (outcome.status, outcome.because) == ("verified", "repaired")
    assert outcome.text.casefold() == KEPT.casefold()
    assert outcome.attempts[1].report.action == "suppress"
    assert len(outcome.attempts) == 2


def test_where_nothing_is_left_after_suppressing_nothing_is_shown():
    """The one claim was wrong twice."""
    outcome = asked([BAD, BAD], "regenerate")
    assert status(outcome) == ("unsupported", "claims_failed", REPAIR.decline)
    assert [v.claim.text for v in outcome.removed] == [
        "Unused items can be returned within 60 days of delivery."
    ]


def test_a_repaired_first_answer_is_shown_where_the_second_is_worse():
    """What of the first is supported was verified before the second was asked for."""
    outcome = asked([MIXED, "Refunds take 9 weeks [returns]."], "regenerate")
    assert outcome.status == "verified"
    assert KEPT in outcome.text
    assert "60 days of delivery [returns]" not in outcome.text
    assert outcome.report is outcome.attempts[0].shown


def test_a_second_answer_that_abstains_is_the_outcome():
    """Told what was wrong, the model says that the sources do not tell."""
    assert status(asked([BAD, SILENT], "regenerate")) == ("declined", "abstained", SILENT)


def test_a_wrong_citation_needs_no_second_answer():
    """Repair can put it right."""
    outcome = asked([GOOD.replace("[returns]", "[gift]")], "regenerate")
    assert status(outcome) == ("verified", "repaired", GOOD)
    assert len(outcome.attempts) == 1
    assert outcome.removed == ()


def test_there_is_never_a_third_answer():
    """However wrong both were."""
    model = ScriptedModel(default=BAD)
    answerer(model, load_policy("regenerate", widen=True), WIDE).ask(QUESTION)
    assert len(model.calls) == 2


# --- one answer, and what the policy does with it --------------------------------------------


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("audit", ("unsupported", "claims_failed", UNSUPPORTED)),
        ("flag", ("unsupported", "flagged", BAD[:-1] + " [citation needed]. " + KEPT)),
        ("suppress", ("verified", "repaired", KEPT)),
        ("strict", ("unsupported", "claims_failed", STRICT.safe_message)),
    ],
)
def test_a_failing_answer_is_treated_as_the_policy_says(policy, expected):
    """Only `flag` shows a claim that failed, and marks it."""
    assert status(asked([MIXED], policy)) == expected


def test_a_repaired_answer_is_shown_where_what_is_left_is_verified():
    """The hedge stands in the place of the claim that answered the question."""
    outcome = asked([MIXED], "repair")
    assert (outcome.status, outcome.because) == ("verified", "repaired")
    assert outcome.text.endswith(KEPT)
    assert outcome.attempts[0].report.answer == MIXED
    assert outcome.report.passed


@pytest.mark.parametrize("policy", ALL)
def test_a_model_that_abstains_declines(policy):
    """What it says is shown, since it claims nothing."""
    assert status(asked([SILENT], policy)) == ("declined", "abstained", SILENT)


@pytest.mark.parametrize("policy", ["regenerate", "widen", "strict"])
def test_an_abstention_that_goes_on_is_no_abstention(policy):
    """Advice that follows it is a claim, and is not shown."""
    outcome = asked([SILENT + " Take 40 tablets a day."] * 2, policy)
    assert "tablets" not in outcome.text


@pytest.mark.parametrize("answer", ["Hello there!", "```\nrm -rf /\n```", "How long do you want?"])
def test_an_answer_that_claims_nothing_is_no_answer(answer):
    """There is nothing in it that the evidence could support."""
    assert status(asked([answer], "repair")) == ("unsupported", "no_claims", UNSUPPORTED)
    model = ScriptedModel([answer, GOOD])
    assert answerer(model, "regenerate").ask(QUESTION).status == "verified"
    assert "it says nothing that can be checked" in model.asked[1]


@pytest.mark.parametrize("policy", ALL)
def test_a_model_that_ignores_its_sources_is_caught(policy):
    """What it knows from elsewhere is not shown unmarked."""
    fable = "Mount Everest is 8849 metres high and stands in Nepal."
    outcome = asked([fable] * 2, policy)
    assert outcome.status == "unsupported"
    assert "8849" not in outcome.text.replace("Nepal [citation needed]", "") or policy == "flag"


# --- the verifier fails ----------------------------------------------------------------------

VAGUE = "Unused goods may be sent back for 30 days after they came."


@pytest.mark.parametrize("policy", ALL)
def test_a_verifier_that_fails_shows_nothing(policy):
    """Nothing passes because nothing could be checked; `strict` blocks with its own words."""
    checks = (*CHECKS, uncited) if policy == "strict" else CHECKS
    broken = verifier(scorer=FailingScorer(), checks=checks)
    model = ScriptedModel(default=VAGUE)
    outcome = ask(lambda: answerer(model, policy, verifier=broken))
    assert (outcome.status, outcome.because) == ("unsupported", "verifier_failed")
    assert "30 days" not in outcome.text
    assert any(failure.stage == "score" for failure in outcome.failures)
    assert len(model.calls) == 2  # once in sync, once in async: the model is not at fault
    if policy == "strict":
        assert outcome.text == STRICT.safe_message


def test_a_limit_of_the_verifier_is_no_support():
    """What was not looked at is not shown as if it had been."""
    narrow = verifier(limits=Limits(claims=1))
    outcome = asked([f"{GOOD} {KEPT}"], "flag", verifier=narrow)
    assert status(outcome)[:2] == ("unsupported", "verifier_failed")
    assert KEPT not in outcome.text


def test_a_text_that_cannot_be_verified_at_all_is_not_shown():
    """A lone surrogate is no text; the verifier refuses it."""
    outcome = asked(["Half an emoji: \ud83d."], "flag")
    assert status(outcome) == ("unsupported", "verifier_failed", UNSUPPORTED)
    assert outcome.failures[0].stage == "verify"


def test_a_very_long_answer_is_checked_or_not_shown():
    """100 KB of true sentences pass the verifier's own limits or fail by them."""
    outcome = asked([(GOOD + " ") * 2000], "repair")
    assert outcome.status in ("verified", "unsupported")
    assert outcome.status == "unsupported" or outcome.report.passed
