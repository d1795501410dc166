"""The check of one case under a rule with a bound."""

from __future__ import annotations

import pytest

from entailed.checks.thresholds import thresholds
from tests.checks.support import run

RULES = (
    "For enterprise accounts, manager approval is required for refunds above 500 EUR. "
    "Finance approval is required above 5000 EUR."
)
ASKED = "Does this 700 EUR enterprise refund require manager approval?"


def outcomes(claim: str, passages: str, question: str) -> list[str]:
    """Outcomes of the check's findings."""
    return [f.outcome for f in run(thresholds, claim, passages, question)]


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("A 700 EUR enterprise refund requires manager approval.", ["pass"]),
        (
            "A 700 EUR enterprise refund requires manager approval because it is above the "
            "500 EUR threshold.",
            ["pass"],
        ),
        (
            "A 700 EUR enterprise refund does not meet the 5000 EUR finance-approval threshold.",
            ["pass"],
        ),
        ("A 700 EUR enterprise refund does not require finance approval.", ["pass"]),
        ("A 700 EUR enterprise refund requires finance approval.", ["fail"]),
        ("A 700 EUR refund exceeds the 5000 EUR finance-approval threshold.", ["fail"]),
        ("A 700 EUR refund is settled by cheque.", []),
        ("Approval of 700 EUR takes two days.", []),
    ],
)
def test_a_case_is_judged_by_the_rule_that_names_it(claim: str, expected: list[str]) -> None:
    """The bound of the sentence with the claim's words decides, and no other."""
    assert outcomes(claim, RULES, ASKED) == expected


@pytest.mark.parametrize(
    ("claim", "passage", "question", "expected"),
    [
        (
            "A 12 kg parcel needs a second label.",
            "Parcels over 10 kg need a second label.",
            "Does my 12 kg parcel need one?",
            ["pass"],
        ),
        (
            "A 9 kg parcel does not need a second label.",
            "Parcels over 10 kg need a second label.",
            "Does my 9 kg parcel need one?",
            ["pass"],
        ),
        (
            "A loan of 40 euros needs no guarantor.",
            "No guarantor is needed for loans under 50 euros.",
            "Does a loan of 40 euros need a guarantor?",
            ["pass"],
        ),
        (
            "A loan of 90 euros needs a guarantor, since it is below 50 euros.",
            "A guarantor is needed for loans above 50 euros.",
            "Does a loan of 90 euros need a guarantor?",
            ["fail"],
        ),
    ],
)
def test_rules_of_other_fields(
    claim: str, passage: str, question: str, expected: list[str]
) -> None:
    """Denials of the claim and of the rule are weighed with the side the value lies on."""
    assert outcomes(claim, passage, question) == expected


def test_silent_without_a_given_value() -> None:
    """A value that neither the question nor anything else gives is no case."""
    assert outcomes("A 700 EUR enterprise refund requires manager approval.", RULES, "") == []
