"""The terms check: days that follow from a date and a length of time."""

from __future__ import annotations

import pytest

from entailed.checks.terms import terms
from tests.checks.support import run

GUARANTEE = "Bought on 1 August 2024, the saw has a two-year guarantee."


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The guarantee ends on 1 August 2026.", GUARANTEE),
        ("The guarantee ends on 31 July 2026.", GUARANTEE),
        ("Payment is due on 31 May.", "Invoice date: 1 May. Payment term: 30 days."),
        (
            "Entries close on 18 August.",
            "The race is on 1 September. Entries close two weeks before.",
        ),
        ("The lease ends on 5 March 2025.", "The lease runs for six months from 5 September 2024."),
    ],
)
def test_a_reckoned_day_is_confirmed(claim: str, passage: str) -> None:
    """The term counted from the date gives the day."""
    assert [f.reason for f in run(terms, claim, passage)] == ["arithmetic_derived"]


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The guarantee ends on 1 August 2027.", GUARANTEE),
        ("The guarantee began on 1 August 2022.", GUARANTEE),
        ("The saw was bought on 1 August 2024.", GUARANTEE),
        (
            "Entries close on 15 September.",
            "The race is on 1 September. Entries close two weeks before.",
        ),
        ("The guarantee ends in 2026.", GUARANTEE),
    ],
)
def test_other_days_are_left_alone(claim: str, passage: str) -> None:
    """Days that do not follow, are stated, or lie the other way get nothing."""
    assert run(terms, claim, passage) == ()
