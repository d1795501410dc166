"""The comparisons check: which of two things has the larger value."""

from __future__ import annotations

import pytest

from entailed.checks.comparisons import comparisons
from tests.checks.support import outcome, run

ROUTES = "Route A takes 40 minutes and Route B takes 55 minutes."
PLANS = "| Plan | Price | Seats |\n|---|---|---|\n| Basic | $10 | 5 |\n| Premium | $30 | 20 |"

RIGHT = [
    ("Route A is quicker than Route B.", ROUTES),
    ("Route B is slower than Route A.", ROUTES),
    ("Premium is more expensive than Basic.", PLANS),
    ("The Elm is taller than the Oak.", "The Elm is 30 m tall. The Oak is 25 m tall."),
    ("Der Zug ist schneller als der Bus.", "Der Zug braucht 2 Stunden, der Bus braucht 3 Stunden."),
]
REVERSED = [
    ("Route B is quicker than Route A.", ROUTES),
    ("Route A is slower than Route B.", ROUTES),
    ("Premium is cheaper than Basic.", PLANS),
    ("The Oak is taller than the Elm.", "The Elm is 30 m tall. The Oak is 25 m tall."),
    ("Lima has more members than Oslo.", "Lima has 40 members and Oslo has 70 members."),
    ("The bus is faster than the train.", "The train takes 2 hours, while the bus takes 3 hours."),
    ("The Oak is the tallest tree.", "The Elm is 30 m tall and the Oak is 25 m tall."),
    ("Der Bus ist schneller als der Zug.", "Der Zug braucht 2 Stunden, der Bus braucht 3 Stunden."),
]
SILENT = [
    ("Route A is not quicker than Route B.", ROUTES),
    ("Route A is quicker than Route C.", ROUTES),
    ("Route A is nicer than Route B.", ROUTES),
    ("The trip takes more than 40 minutes.", ROUTES),
    ("The Oak is older than the Elm.", "The Elm is 30 m tall. The Oak is 25 m tall."),
    ("The Elm is the tallest tree.", "The Elm is 30 m tall and the Oak is 25 m tall."),
    ("The pump is red.", ROUTES),
]


@pytest.mark.parametrize(("claim", "passage"), RIGHT)
def test_a_right_comparison_passes(claim: str, passage: str) -> None:
    """The values of both sides bear the claim out."""
    assert [f.outcome for f in run(comparisons, claim, passage)] == ["pass"]


@pytest.mark.parametrize(("claim", "passage"), REVERSED)
def test_a_reversed_comparison_is_contradicted(claim: str, passage: str) -> None:
    """The values of both sides show the opposite."""
    assert outcome(comparisons, claim, passage) == ("arithmetic_mismatch", "contradicted")


@pytest.mark.parametrize(("claim", "passage"), SILENT)
def test_without_both_values_nothing_is_said(claim: str, passage: str) -> None:
    """Negation, other things, other scales and bounds are left alone."""
    assert run(comparisons, claim, passage) == ()


@pytest.mark.parametrize(
    ("claim", "passage", "expected"),
    [
        (
            "The band has twice as many members as the choir.",
            "The band has 34 members. The choir has 17 members.",
            "pass",
        ),
        (
            "The oak is half as tall as the pine.",
            "The oak is 10 m tall. The pine is 20 m tall.",
            "pass",
        ),
        (
            "The north pool has about twice as many lanes as the south pool.",
            "The north pool has 9 lanes. The south pool has 5 lanes.",
            "pass",
        ),
        (
            "The band has three times as many members as the choir.",
            "The band has 34 members. The choir has 17 members.",
            "fail",
        ),
        (
            "The choir has twice as many members as the band.",
            "The band has 34 members. The choir has 17 members.",
            "fail",
        ),
    ],
)
def test_multiples_are_reckoned(claim: str, passage: str, expected: str) -> None:
    """ "Twice as many as" is compared with the ratio of the two stated values."""
    assert [f.outcome for f in run(comparisons, claim, passage)] == [expected]


LAKE = "The lake is 2.0 degrees Celsius (35.6 degrees Fahrenheit) and the pond 3.5 degrees Celsius."


TREES = "The Elm is 30 m tall. The Oak is 25 m tall."


@pytest.mark.parametrize(("amount", "found"), [("5 m", True), ("9 m", False)])
def test_a_given_difference_must_be_that_of_the_values(amount, found):
    """That the Elm is taller does not confirm by how much."""
    passed = run(comparisons, f"The Elm is {amount} taller than the Oak.", TREES)
    assert [f.outcome for f in passed] == ["pass"] * found


def test_more_is_compared_in_what_the_verb_measures() -> None:
    """Years of guarantee do not tell which offer costs more; prices do."""
    claim = "Kern's offer costs more than Birk's."
    assert not run(comparisons, claim, "Kern's guarantee runs for 5 years, Birk's for 2 years.")
    (found,) = run(comparisons, claim, "Kern's offer is 90 euros and Birk's offer is 70 euros.")
    assert found.outcome == "pass"


def test_a_value_in_brackets_is_no_other_thing() -> None:
    """The same temperature in another unit is not the second side of a comparison."""
    claim = "The lake in Celsius is warmer than the lake in Fahrenheit."
    assert not run(comparisons, claim, LAKE)
