"""Two limits in one sentence: each belongs to what stands beside it."""

from __future__ import annotations

import pytest

from entailed.checks.numbers import numbers
from tests.checks.support import outcome

DOSES = "Maximum daily dose: adults 1,000 mg; children under 12 years 500 mg."
FARES = "Single ticket: €10. Return ticket: €18. Children travel free."
LOADS = "Load limits: vans 900 kg; trailers 400 kg."


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Children may take up to 1,000 mg per day.", DOSES),
        ("Trailers may carry up to 900 kg.", LOADS),
        ("A single ticket costs 18 euros.", FARES),
    ],
)
def test_the_limit_of_another_thing_is_contradicted(claim: str, passage: str) -> None:
    """A limit that holds numerically is still not the one stated for this thing."""
    assert outcome(numbers, claim, passage) == ("number_mismatch", "contradicted")


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Adults may take up to 1,000 mg per day.", DOSES),
        ("Children may take up to 500 mg per day.", DOSES),
        ("Vans may carry at most 900 kg.", LOADS),
        ("A single ticket costs 10 euros.", FARES),
        ("A return costs 18 euros.", FARES),
    ],
)
def test_the_own_limit_is_fine(claim: str, passage: str) -> None:
    """The limit stated for the thing itself is not flagged."""
    assert outcome(numbers, claim, passage) is None


@pytest.mark.parametrize(
    "passage", ["The choir rehearses in room 36.", "The choir sings on level 36."]
)
def test_the_number_of_a_room_counts_nothing(passage: str) -> None:
    """A figure that only names something does not bear out a count."""
    found = outcome(numbers, "The choir has 36 singers.", passage)
    assert found is not None
    assert found[0] == "number_missing"


CLASSES = "Class A: minimum investment EUR 1,000. Class I: minimum investment EUR 250,000."


def test_a_value_with_room_under_one_limit_is_not_opposed_by_another() -> None:
    """Which of two rules applies is not for the figures to say; outside of both it is opposed."""
    assert outcome(numbers, "You can invest EUR 5,000 in Class A.", CLASSES) is None
    low = outcome(numbers, "You can invest EUR 500 in Class A.", CLASSES)
    assert low == ("number_mismatch", "contradicted")


def test_the_same_limit_in_other_words_is_not_opposed_by_another_amount() -> None:
    """ "A daily limit of 400" is "no more than 400 a day", whatever else is paid by the account."""
    passage = (
        "The daily cash limit is £400. Transfers from your other accounts do not count towards "
        "the £1,500 that has to come in on your account in a month."
    )
    claim = "From the account you can't take out more than £400 a day."
    assert outcome(numbers, claim, passage) is None
    wrong = "From the account you can't take out more than £1,500 a day."
    assert outcome(numbers, wrong, "The daily cash limit is £400 for every account.") is not None
