"""Reports as sentences, supports and troubles."""

from __future__ import annotations

import dataclasses
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed import build_verifier
from entailed.pipeline.run import out_of_time
from entailed.service.compatible.judged import (
    grounded,
    support,
    trouble,
    units,
    whole_support,
)
from entailed.testing import FailingScorer
from entailed.types import Failure, Finding, Label, Report, Span, Verdict
from tests.reports import C, examples, report

ANSWER = "Refunds take 60 days. Gift cards are not refundable."
LOW = Finding("entailment", "fail", Span(0, 20), "low_entailment", "related")
WRONG = Finding("numbers", "fail", Span(0, 20), "number_mismatch", "contradicted")
UNCITED = Finding("citations", "fail", Span(0, 20), "uncited")


def verdict(label: Label, *found: Finding, score: float | None = None) -> Verdict:
    """A verdict on the first sentence."""
    one = report(ANSWER, C("Refunds take 60 days", label, score=score, findings=found))
    return one.verdicts[0]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (verdict("supported"), 1.0),
        (verdict("supported", score=0.9), 0.9),
        (verdict("supported", score=0.4), 0.5),
        (verdict("supported", UNCITED, score=0.9), 0.9),
        (verdict("supported", WRONG, score=0.9), 0.0),
        (verdict("related", LOW, score=0.3), 0.3),
        (verdict("related", LOW, score=0.7), 0.49),
        (verdict("contradicted", WRONG), 0.0),
        (verdict("contradicted", WRONG, score=0.8), 0.0),
        (verdict("missing"), 0.0),
    ],
)
def test_support_is_the_score_on_the_side_of_the_verdict(given: Verdict, expected: float) -> None:
    """At least one half exactly where the verdict says supported; 0 where a check decided."""
    assert support(given) == expected
    assert grounded(given) is (expected >= 0.5)


def test_what_was_not_checked_has_no_support() -> None:
    """There is no number for it, not even 0."""
    with pytest.raises(ValueError, match="c1 was not checked"):
        support(verdict("unchecked"))


def test_the_whole_is_supported_as_well_as_its_weakest_claim() -> None:
    """One claim that is wrong makes the whole answer wrong."""
    found = report(
        ANSWER,
        C("Refunds take 60 days", "contradicted", findings=(WRONG,)),
        C("Gift cards are not refundable", score=0.9),
    )

    assert whole_support(found) == 0.0


@pytest.mark.parametrize(("status", "expected"), [("declined", 1.0), ("no_evidence", 0.0)])
def test_nothing_claimed_and_nothing_retrieved_are_told_apart(status: str, expected: float) -> None:
    """An abstention holds nothing unsupported; without evidence nothing is supported."""
    assert whole_support(examples()[status]) == expected


def test_units_are_sentences_with_what_they_claim() -> None:
    """Clauses of a sentence stand together, a greeting has nothing to check."""
    answer = "Hi! Refunds take 60 days, and gift cards are not refundable. Ask Bob."
    found = report(
        answer,
        C("Refunds take 60 days"),
        C("gift cards are not refundable."),
        roles={"Hi!": "greeting", "Ask Bob.": "instruction"},
    )

    told = [(u.span.of(answer), [v.claim.id for v in u.verdicts]) for u in units(found)]

    assert told == [
        ("Hi!", []),
        ("Refunds take 60 days, and gift cards are not refundable.", ["c1", "c2"]),
        ("Ask Bob.", []),
    ]


VERIFIER = build_verifier("audit", scorer="lexical")
SENTENCES = st.lists(
    st.sampled_from(
        [
            "Hi! ",
            "Refunds take 60 days. ",
            "Gift cards 😀 are free. ",
            "\n\n- one item\n- 漢字。\n",
            "Is it? ",
            "| a | b |\n|---|---|\n| 1 | 2 |\n\n",
            "**Bold** e\u0301 [1]. ",
            "`code` ",
            "\n# H\n",
            "The sources do not say. ",
            "e.g. 3.5%, and so on; ",
            "\u200b",
        ]
    ),
    max_size=6,
).map("".join)


@given(SENTENCES)
def test_units_are_in_order_apart_and_hold_every_verdict(answer: str) -> None:
    """Units never overlap, and no verdict is lost on the way to them."""
    found = VERIFIER.verify(answer, ["Refunds take 30 days. Gift cards are free."])

    made = units(found)

    assert all(a.span.end <= b.span.start for a, b in pairwise(made))
    held = {v.claim.id for u in made for v in u.verdicts}
    assert held == {v.claim.id for v in found.verdicts}


def unchecked(message: str, reason: str) -> Report:
    """A report whose only claim was not checked for this reason."""
    finding = Finding("x", "fail", Span(0, 20), reason, "unchecked", message)  # type: ignore[arg-type]
    return report(
        ANSWER, C("Refunds take 60 days", "unchecked", findings=(finding,)), status="unchecked"
    )


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        (unchecked("it broke", "stage_failed"), "stage"),
        (unchecked("beyond the limit", "limit_reached"), "limit"),
        (unchecked(out_of_time(verdict("missing").claim).message, "limit_reached"), "time"),
        (unchecked("not drawn", "not_sampled"), "sample"),
        (examples()["unchecked"], "stage"),
    ],
)
def test_what_was_not_checked_is_trouble(given: Report, kind: str) -> None:
    """The kind says what the caller or the operator can do about it."""
    found = trouble(given)

    assert found is not None
    assert found.kind == kind


def test_a_failed_part_is_trouble_even_where_every_claim_has_a_verdict() -> None:
    """A failure never becomes a score, not even by way of the parts that went on."""
    found = dataclasses.replace(
        examples()["grounded"], failures=(Failure("coverage", "ValueError", "it broke"),)
    )

    assert trouble(found) is not None


def test_a_policy_that_failed_is_trouble_only_where_its_text_is_wanted() -> None:
    """Verdicts do not depend on the policy."""
    found = dataclasses.replace(
        examples()["grounded"], failures=(Failure("act", "ValueError", "it broke"),)
    )

    assert trouble(found) is None
    assert trouble(found, acted=True) is not None


def test_a_scorer_that_fails_is_trouble() -> None:
    """As the pipeline reports it, not as written by hand."""
    verifier = build_verifier("audit", scorer=FailingScorer())

    found = verifier.verify("Returns of opened items are free.", ["Returns cost five euros a box."])

    assert trouble(found) is not None
