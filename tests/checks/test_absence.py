"""Absence: denials the evidence never makes."""

import pytest

from entailed.checks.absence import absence
from tests.checks.support import outcome

FLAGGED = (
    (
        "The shop doesn't open on Sundays.",
        "The shop opens at nine on weekdays.",
        "unsupported_negation",
        "related",
    ),
    (
        "The hotel has no pool.",
        "The hotel has a restaurant and a spa, among other facilities.",
        "unsupported_negation",
        "related",
    ),
    (
        "The firm does not operate in Peru.",
        "The firm operates in Chile and Brazil, for example.",
        "unsupported_negation",
        "related",
    ),
    (
        "The plan does not include dental care.",
        "The plan includes hospital care and eye tests.",
        "unsupported_negation",
        "related",
    ),
    (
        "The library does not support IPv6.",
        "The library supports IPv4.",
        "unsupported_negation",
        "related",
    ),
    (
        "The ferry does not carry bicycles.",
        "Bicycles may be taken on board the ferry.",
        "unsupported_negation",
        "related",
    ),
    (
        "The university has no campus in Leeds.",
        "The university has campuses in York and Hull, among others.",
        "unsupported_negation",
        "related",
    ),
    (
        "The airline does not fly to Quito.",
        "The airline flies to Lima, Bogota and other cities.",
        "unsupported_negation",
        "related",
    ),
    (
        "The tablet has no headphone jack.",
        "The tablet has a USB port and two speakers.",
        "unsupported_negation",
        "related",
    ),
    (
        "There is no lift in the building.",
        "The building has four floors and a laundry room.",
        "unsupported_negation",
        "related",
    ),
    (
        "Payment by cheque is not possible.",
        "Payment by card and bank transfer is possible.",
        "unsupported_negation",
        "related",
    ),
)


@pytest.mark.parametrize(("claim", "evidence", "reason", "label"), FLAGGED)
def test_flags(claim: str, evidence: str, reason: str, label: str) -> None:
    """A claim that departs from its evidence in this way gets reason and label."""
    assert outcome(absence, claim, evidence) == (reason, label)


REWORDED = (
    ("The companion does not pay for the ferry.", "And the ferry ticket of a companion? Free."),
    ("The ferry runs without stopping in Split.", "The ferry runs to Bari."),
    ("The tent is not essential.", "The tent can be borrowed."),
    (
        "The clerk cannot open the vault without a warrant.",
        "The clerk may open the vault with a warrant from a judge.",
    ),
    (
        "Guests with a cold have no choice of table, unless they ask.",
        "Guests with a cold sit at the corner table.",
    ),
    ("The tiles do not move.", "Iron clips keep the tiles from moving in a storm."),
    ("The scooter does not require a helmet.", "The scooter comes in a bag with a helmet."),
)


@pytest.mark.parametrize(("claim", "evidence"), REWORDED)
def test_a_denial_in_other_words_is_left_to_the_model(claim: str, evidence: str) -> None:
    """It may say what the evidence says: "does not pay" of what is free, say."""
    assert outcome(absence, claim, evidence) is None


NAMED = (
    ("The kiosk cannot print photographs of guests.", "Guests buy tickets at the kiosk."),
    ("The ferry does not insist on passports.", "The passports are shown at the ferry."),
)


@pytest.mark.parametrize(("claim", "evidence"), NAMED)
def test_what_nothing_says_of_things_the_evidence_names_is_flagged(
    claim: str, evidence: str
) -> None:
    """An ability, or a relation of two things that are both spoken of."""
    assert outcome(absence, claim, evidence) == ("unsupported_negation", "related")
