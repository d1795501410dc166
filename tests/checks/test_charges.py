"""Charges: what is free is not paid for (fault: "is charged" supported by "free of charge")."""

import pytest

from entailed.checks.charges import charges
from tests.checks.support import outcome, run

OPPOSED = (
    ("Residents are charged.", "Residents are free of charge."),
    ("Children under six are charged a fee.", "Children under six travel free of charge."),
    ("Guests have to pay for parking.", "Parking is free for guests."),
    ("Breakfast costs extra.", "Breakfast is complimentary."),
    ("Delivery is free of charge.", "Delivery costs 5 euros."),
    ("Exchanges are made at no cost.", "Exchanges are made for a fee."),
    ("Members must pay for the audio guide.", "The audio guide is free for members."),
    ("Luggage storage is chargeable.", "Luggage storage is offered without charge."),
    ("The repair is carried out at your own expense.", "The repair is carried out free of charge."),
)
SILENT = (
    ("Residents are free of charge.", "Residents are free of charge."),
    ("Residents are charged.", "Visitors are free of charge."),
    ("Residents are not charged.", "Residents are free of charge."),
    ("Delivery costs 5 euros.", "Delivery is free for orders above 50 euros within the country."),
    ("Delivery costs 5 euros.", "If you order for 50 euros, delivery is free."),
    ("Adults pay a fee.", "Children are free of charge and adults pay a fee."),
    ("Members are free to leave.", "Members must pay to leave."),
    ("The shop charges batteries.", "The shop is free of charge."),
    ("The phone is charged.", "The phone is sugar-free."),
    ("", "Delivery is free."),
)


@pytest.mark.parametrize(("claim", "evidence"), OPPOSED)
def test_paying_and_not_paying_are_at_odds(claim: str, evidence: str) -> None:
    """Whichever side says that it is free."""
    assert outcome(charges, claim, evidence) == ("negation_flip", "contradicted")


@pytest.mark.parametrize(("claim", "evidence"), SILENT)
def test_another_thing_a_condition_or_the_same_is_not_held_against_a_claim(
    claim: str, evidence: str
) -> None:
    """It speaks only where the claim names nothing that the evidence clause does not."""
    assert run(charges, claim, evidence) == ()
