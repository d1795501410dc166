"""The totals check: figures that follow from several sentences or passages."""

from __future__ import annotations

import pytest

from entailed.checks.totals import totals
from tests.checks.support import run

RIGHT: list[tuple[str, list[str]]] = [
    ("The total cost is 90 dollars.", ["The tent costs 60 dollars.", "The lamp costs 30 dollars."]),
    ("Together the two farms have 75 cows.", ["Hill farm has 40 cows.", "Dale farm has 35 cows."]),
    ("There are 8 rooms left.", ["The inn has 20 rooms.", "12 rooms are already booked."]),
    ("Three kilos of apples cost 6 euros.", ["Apples cost 2 euros per kilo."]),
    ("Four tickets cost 36 euros.", ["Admission is 9 euros per ticket."]),
    ("Three quarters of the members agreed.", ["Of 80 members, 60 agreed and 20 abstained."]),
    (
        "It has three parts: a lid, a pot and a stand.",
        ["The kit comes as a lid, a pot and a stand."],
    ),
]
SILENT: list[tuple[str, list[str]]] = [
    ("The total cost is 95 dollars.", ["The tent costs 60 dollars.", "The lamp costs 30 dollars."]),
    ("The trip costs 90 dollars.", ["The tent costs 60 dollars.", "The lamp costs 30 dollars."]),
    ("There are 9 rooms left.", ["The inn has 20 rooms.", "12 rooms are already booked."]),
    ("A quarter of the members agreed.", ["Of 80 members, 60 agreed and 20 abstained."]),
    (
        "It has four parts: a lid, a pot and a stand.",
        ["The kit comes as a lid, a pot and a stand."],
    ),
    ("It has three parts: a lid, a pot and a cup.", ["The kit comes as a lid, a pot and a stand."]),
    ("Three kilos of apples cost 7 euros.", ["Apples cost 2 euros per kilo."]),
]


@pytest.mark.parametrize(("claim", "passages"), RIGHT)
def test_what_follows_is_confirmed(claim: str, passages: list[str]) -> None:
    """Sums, rests, products, shares and counted lists are derived."""
    assert [(f.outcome, f.reason) for f in run(totals, claim, passages)] == [
        ("pass", "arithmetic_derived")
    ]


@pytest.mark.parametrize(("claim", "passages"), SILENT)
def test_what_does_not_follow_is_left_alone(claim: str, passages: list[str]) -> None:
    """Other figures, and figures without a word that calls for the operation, get nothing."""
    assert run(totals, claim, passages) == ()
