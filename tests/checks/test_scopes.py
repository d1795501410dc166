"""Scopes: limits left out or made wider."""

from dataclasses import replace

import pytest

from entailed.checks.scopes import scopes
from entailed.types import Span
from tests.checks.support import made, outcome

FLAGGED = (
    (
        "Support is available around the clock.",
        "Support is available around the clock for enterprise accounts.",
        "qualifier_dropped",
        "related",
    ),
    (
        "Exports are unlimited.",
        "On Pro plans, exports are unlimited.",
        "qualifier_dropped",
        "related",
    ),
    (
        "Returns are accepted.",
        "Returns are accepted if the item is unopened.",
        "qualifier_dropped",
        "related",
    ),
    (
        "The ferry runs on Saturdays only.",
        "In winter the ferry runs on Saturdays only.",
        "qualifier_dropped",
        "related",
    ),
    (
        "The pool is closed on Mondays.",
        "During the school holidays the pool is closed on Mondays.",
        "qualifier_dropped",
        "related",
    ),
    (
        "The museum opens at 9.",
        "In July and August the museum opens at 9.",
        "qualifier_dropped",
        "related",
    ),
    (
        "Entry is free.",
        "On the first Sunday of the month entry is free.",
        "qualifier_dropped",
        "related",
    ),
    (
        "Employees may work from home.",
        "With the manager's approval, employees may work from home.",
        "qualifier_dropped",
        "related",
    ),
    (
        "Copies are available.",
        "Copies are available on request.",
        "qualifier_dropped",
        "related",
    ),
    ("Parking is free.", "Parking is free except on match days.", "qualifier_dropped", "related"),
    (
        "Dogs are allowed in the park.",
        "Dogs are allowed in the park if they are kept on a lead.",
        "qualifier_dropped",
        "related",
    ),
    (
        "Delivery is free.",
        "Delivery is free within 5 km of the store.",
        "qualifier_dropped",
        "related",
    ),
    (
        "The feature is available.",
        "The feature is available from v2 on.",
        "qualifier_dropped",
        "related",
    ),
    (
        "Tap water is free throughout the whole country.",
        "Tap water is free in the southern region.",
        "quantifier_added",
        "related",
    ),
    (
        "The service is available worldwide.",
        "The service is available in the northern region.",
        "quantifier_added",
        "related",
    ),
    (
        "Users can download videos.",
        "Users on the Premium plan can download videos.",
        "qualifier_dropped",
        "related",
    ),
    (
        "Refunds take five days.",
        "Refunds take five days for orders within the EU.",
        "qualifier_dropped",
        "related",
    ),
    (
        "Children travel free.",
        "Children travel free when accompanied by an adult.",
        "qualifier_dropped",
        "related",
    ),
    (
        "The discount applies to books.",
        "The discount applies to books unless they are on sale.",
        "qualifier_dropped",
        "related",
    ),
    (
        "The visa can be extended.",
        "The visa can be extended subject to approval by the ministry.",
        "qualifier_dropped",
        "related",
    ),
    (
        "The drug is approved.",
        "The drug is approved for adults only.",
        "qualifier_dropped",
        "related",
    ),
    (
        "Bus rides are free everywhere.",
        "In the old town, bus rides are free.",
        "quantifier_added",
        "related",
    ),
    (
        "Bus rides are free in the whole county.",
        "In the old town district, bus rides are free.",
        "quantifier_added",
        "related",
    ),
    (
        "Data exports are available on all plans.",
        "Data exports are available on the Business plan.",
        "quantifier_added",
        "related",
    ),
    (
        "Students get a discount.",
        "Students get a discount except in August.",
        "qualifier_dropped",
        "related",
    ),
    (
        "Members can cancel at any time.",
        "Members can cancel at any time unless they are in the trial period.",
        "qualifier_dropped",
        "related",
    ),
    (
        "The sync works in the background.",
        "The sync works in the background only on Windows.",
        "qualifier_dropped",
        "related",
    ),
    (
        "The tablet lowers cholesterol in adults.",
        "In adults with diabetes, the tablet lowers cholesterol.",
        "qualifier_dropped",
        "related",
    ),
    (
        "Guests can change the booking free of charge.",
        "Guests can change the booking free of charge up to 48 hours before arrival.",
        "qualifier_dropped",
        "related",
    ),
    (
        "Der Zutritt ist erlaubt.",
        "Der Zutritt ist nur mit Helm erlaubt.",
        "qualifier_dropped",
        "related",
    ),
)


@pytest.mark.parametrize(("claim", "evidence", "reason", "label"), FLAGGED)
def test_flags(claim: str, evidence: str, reason: str, label: str) -> None:
    """A claim that departs from its evidence in this way gets reason and label."""
    assert outcome(scopes, claim, evidence) == (reason, label)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("See a doctor if the cough lasts.", "See a doctor if the cough lasts, or if it hurts."),
        ("The pump stops.", "The pump stops, pressure falls and the valve shuts."),
        ("The visit depends on consent.", "The visit depends on consent, subject to approval."),
        ("On May 28 they surprised the scouts.",
         "On May 28 they surprised the scouts in the lower area."),
    ],
)  # fmt: skip
def test_one_more_case_and_words_of_another_language_limit_nothing(
    claim: str, evidence: str
) -> None:
    """ "Or if" widens a rule, "falls" is no German "if", and a date is no permission."""
    assert outcome(scopes, claim, evidence) is None


def test_a_limit_that_the_rest_of_the_sentence_may_name_is_not_missed() -> None:
    """One of two claims of a sentence is not taken for a rule without limits."""
    text, evidence = "Guests may swim", "Guests may swim only with a guide."
    whole, alignment, frozen = made(text + ".", evidence)
    part = replace(whole, sentence=Span(0, 60))
    assert [f.outcome for f in scopes(whole, alignment, frozen)] == ["fail"]
    assert scopes(part, alignment, frozen) == ()
