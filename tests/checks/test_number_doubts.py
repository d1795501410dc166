"""Values that the evidence does not state: those that are not surely wrong, and those that are."""

from __future__ import annotations

import pytest

from entailed.checks.arithmetic import arithmetic
from entailed.checks.numbers import numbers

from .support import outcome

CASES = [
    # An instance beside a bound, a range or a rate.
    ("A 450-watt heater may stay on the shelf.", "Heaters up to 700 watts may stay on the shelf."),
    (
        "A seventeen-year-old may not rent a kayak alone.",
        "Kayaks are rented to those over 18 only; younger visitors need an adult.",
    ),
    (
        "Someone who is 52 can take the fast route.",
        "The fast route is open to climbers aged 20 to 60.",
    ),
    ("With 40 tokens, a player gets ten tries.", "Every try takes 4 tokens, paid before the game."),
    ("A hall of 90 square metres needs one exit.", "Halls larger than 200 square metres need two."),
    ("Parking for 25 minutes costs nothing.", "The first half hour of parking is free."),
]
RECKONED = [
    # One or two steps over values that stand near one another.
    (
        "The orchard lost 46 trees in the storm.",
        "The orchard had 310 trees before the storm and 264 after it.",
    ),
    (
        "Adults and children together made 219 visits.",
        "Adults made 148 visits. Children made 71 visits.",
    ),
    ("The old ferry carried 95 cars.", "The new ferry carries 190 cars, twice as many as the old."),
    (
        "Members pay 24.50 euros for the course.",
        "The course costs 49 euros, half that for members.",
    ),
    ("The yes share fell by 6.5 percentage points.", "Yes: 48.5 % last year, 42 % this year."),
    ("Nearly 900 seats stayed empty.", "The hall has 2,400 seats; 1,510 tickets were sold."),
]


@pytest.mark.parametrize(("claim", "passage"), [*CASES, *RECKONED])
def test_a_case_or_what_may_be_reckoned_is_left_open(claim: str, passage: str) -> None:
    """A value put as a case of a rule, or that stated values may give, is no failure."""
    assert outcome(numbers, claim, passage) is None


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The limit is 450 watts.", "Heaters up to 700 watts may stay on the shelf."),
        ("A deposit of 45 euros is due.", "A deposit of 30 euros is due when the hall is booked."),
        ("The lamp has a weight of 470 g.", "The lamp has a weight of 380 g."),
        ("Kayakers pay 23 euros.", "Kayakers pay 19 euros."),
        ("The orchard lost 57 trees.", "The orchard had 310 trees, of which the storm felled 46."),
        ("The fund was cut by $52 million in 2019.", "The fund was cut by $31 million in 2019."),
        ("Entry cost 50 euros.", "Entry cost 5 euros."),
    ],
)
def test_a_fact_that_is_stated_otherwise_still_fails(claim: str, passage: str) -> None:
    """A limit, a set amount and a fact told of are held against what is stated."""
    assert outcome(numbers, claim, passage) is not None


def test_a_figure_of_which_nothing_is_said_is_missing() -> None:
    """A figure that no stated value leads to is missing."""
    claim = "The bridge was repaired in spring for about $640,000."
    found = outcome(numbers, claim, "The bridge was repaired in spring by 14 workers.")
    assert found is not None
    assert found[0] == "number_missing"


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("She made her debut at 16.", "She made her debut at the age of 16."),
        ("He won 84 caps.", "He played 84 times for his country."),
        ("The dam lies some 230 metres up.", "The dam lies some 230 metres up the valley."),
        ("He died at 63.", "Born on 2 May 1901, he died on 9 June 1964."),
        ("It took about 35 minutes to reply.", "The alarm came at 14:00, the reply at 14:35."),
    ],
)
def test_one_figure_in_two_wordings_is_not_missing(claim: str, passage: str) -> None:
    """Ages and numbers of times may be told without their word; lengths come of dates."""
    assert outcome(numbers, claim, passage) is None


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Five sites were closed.", "The other four sites were closed."),
        ("The cart must not tilt more than 4 cm.", "The cart tilts by no more than 4 cm."),
        ("The gauge read 7.5.", "The gauge was read by two engineers."),
    ],
)
def test_values_that_differ_in_sort_are_no_rivals(claim: str, passage: str) -> None:
    """What is left of a number, a denied bound and a bare figure beside a count do not clash."""
    found = outcome(numbers, claim, passage)
    assert found is None or found[0] == "number_missing"


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The rent more than doubled.", "The rent went from 200 euros to 540 euros."),
        ("A quarter of the boats did not sail.", "Nine of the twelve boats sailed."),
        ("Three years later he left.", "He came in 731 and left in 734."),
    ],
)
def test_arithmetic_reads_bounds_complements_and_years(claim: str, passage: str) -> None:
    """More than a factor, what a share leaves and years that are no lengths are no mismatch."""
    assert outcome(arithmetic, claim, passage) is None


def test_prices_of_a_list_are_not_added_up_without_a_reason() -> None:
    """A single and a return fare together are the price of nothing; a fee on top is."""
    fares = "| Ticket | Single | Return |\n|---|---|---|\n| Adult | 9 EUR | 16 EUR |"
    assert outcome(numbers, "Taking a car costs 25 EUR for a single crossing.", fares) is not None
    fee = "The course costs 40 EUR. There is an additional fee of 15 EUR for the exam."
    assert outcome(numbers, "The course with the exam costs 55 EUR.", fee) is None
