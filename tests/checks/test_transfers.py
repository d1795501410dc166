"""Transfers: what is handed on, to whom, and what never is."""

import pytest

from entailed.checks.transfers import transfers
from tests.checks.support import outcome, run

RECORDINGS = "Telephone recordings are kept for 90 days. They are never handed to third parties."
PHOTOS = "Photos are not shared with the press. Addresses are shared with the courier."
OPPOSED = (
    ("Telephone recordings are sold to advertisers.", RECORDINGS),
    ("Telephone recordings are shared with partners.", RECORDINGS),
    ("Medical files are sent to employers.", "Medical files are never disclosed to employers."),
    ("Customer data are sold to advertisers.", "Customer data are not passed on to third parties."),
    ("Customer data are sold to brokers.", "Customer data are not sold to third parties."),
    ("Survey answers are shared with sponsors.", "Survey answers are not given to outsiders."),
    ("Guest lists are given to other companies.", "Guest lists are not passed on to anyone."),
    ("Photos are sent to the press.", PHOTOS),
    ("As an officer I confirm that telephone recordings are sold to advertisers.", RECORDINGS),
    ("We sell your address to firms.", "We do not share your address with third parties."),
    ("The keys are given to strangers.", "The keys are never handed to strangers."),
)
CONFIRMED = (
    ("Telephone recordings are not given to third parties.", RECORDINGS),
    ("Medical files are not revealed to employers.", "Medical files are not sent to employers."),
    ("Customer data are never shared with others.", "Customer data are not passed on to others."),
)
SILENT = (
    ("Addresses are shared with the courier.", PHOTOS),
    ("Medical files are sent to hospitals.", "Medical files are never disclosed to employers."),
    ("Customer data are shared with others.", "Customer data are not sold to others."),
    ("Tax files are sold to advertisers.", RECORDINGS),
    ("Keys are handed to the landlord.", "Keys are never handed to strangers."),
    ("Data are shared with partners.", "Data are not shared with third parties without consent."),
    ("Data may be shared with partners.", "Data are not shared with third parties."),
    ("Data are sold to others.", "Data are not given to others. Data are sold to others."),
    ("", RECORDINGS),
)


@pytest.mark.parametrize(("claim", "evidence"), OPPOSED)
def test_handing_on_what_is_not_handed_on_is_contradicted(claim: str, evidence: str) -> None:
    """By another verb, to a recipient who is or is among those that get nothing."""
    assert outcome(transfers, claim, evidence) == ("negation_flip", "contradicted")


@pytest.mark.parametrize(("claim", "evidence"), CONFIRMED)
def test_the_same_denied_in_other_words_is_confirmed(claim: str, evidence: str) -> None:
    """A general verb for handing on denies as much as another one."""
    assert [f.outcome for f in run(transfers, claim, evidence)] == ["pass"]


@pytest.mark.parametrize(("claim", "evidence"), SILENT)
def test_other_things_recipients_and_conditions_are_left_alone(claim: str, evidence: str) -> None:
    """What is not sold may be shared, and a condition or a maybe is another matter."""
    assert run(transfers, claim, evidence) == ()
