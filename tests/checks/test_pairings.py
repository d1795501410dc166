"""Numbered things that the evidence pairs otherwise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.checks.pairings import pairings
from tests.checks.support import outcome

BUSES = "Bus 4 stops at platform 4, bus 9 stops at platform 9."
ROOMS = "Room 12 is on floor 3 and room 14 is on floor 5."


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Bus 4 stops at platform 9.", BUSES),
        ("Bus 4 stops at platform 9 and bus 9 at platform 4.", BUSES),
        ("Room 12 is on floor 5.", ROOMS),
        ("Figure 3 is on page 8.", "Figure 2 is on page 8; figure 3 is on page 9."),
    ],
)
def test_crossed_pairs_are_contradicted(claim: str, passage: str) -> None:
    """The label that stands with another one in the evidence is wrong."""
    assert outcome(pairings, claim, passage) == ("number_mismatch", "contradicted")


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Bus 9 stops at platform 9 and bus 4 at platform 4.", BUSES),
        ("Room 14 is on floor 5.", ROOMS),
        ("Bus 4 stops at platform 9.", "Bus 4 stops at platform 4. Bus 4 stops at platform 9."),
        ("Bus 4 stops at platform 9.", "Bus 4 stops at platform 4 and 9."),
        ("Bus 4 stops at platform 9.", "Bus 4 may stop at platform 4."),
        ("Figure 3 is on page 9.", "Figure 3 is on page 8 and on page 9."),
        ("Bus 7 stops at platform 9.", BUSES),
        ("Bus 4 waits for repairs in hall 9.", "Bus 4 stops at platform 4."),
    ],
)
def test_pairs_that_may_hold_are_left_alone(claim: str, passage: str) -> None:
    """The same pair, several of a kind, reserve and other things are no fault."""
    assert outcome(pairings, claim, passage) is None


@given(st.text())
def test_any_text_is_survived(text: str) -> None:
    """A claim that is its evidence pairs nothing otherwise."""
    assert outcome(pairings, text, text) is None
