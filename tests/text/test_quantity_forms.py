"""Numbers in forms of their own: clock-like lengths, marks, halves, crossed sides, rates."""

from __future__ import annotations

from fractions import Fraction

import pytest

from entailed.text.binding import bindings
from entailed.text.compare import compare
from entailed.text.dates import read_dates
from entailed.text.identifiers import read_identifiers
from entailed.text.quantities import read_quantities

HOUR = 3600
LENGTHS = [
    ("Flight time: 2h15.", Fraction(9, 4) * HOUR),
    ("The dive took 1h05.", Fraction(13, 12) * HOUR),
    ("She won in 3:42:10.", Fraction(13330)),
    ("The play lasts an hour and a half.", Fraction(3, 2) * HOUR),
    ("Boil it for half an hour.", Fraction(HOUR, 2)),
    ("It ran for 3 hours, 42 minutes and 10 seconds.", Fraction(13330)),
    ("It ran for two and a half hours.", Fraction(5, 2) * HOUR),
]
EQUAL = [
    ('The board is 15.6" wide.', "The board is 15.6 inches wide."),
    ("He is 5'10\" tall.", "He is 70 inches tall."),
    ("The print is 1920 by 1080 pixels.", "Size: 1920×1080 px."),
    ("The plot is 20 x 30 m.", "The plot is 20 m by 30 m."),
    ("The rate is 3.75%.", "The rate is 375 basis points."),
    ("It fell to minus 12 degrees.", "It was -12 °C."),
    ("The server takes 600 calls per hour.", "The server takes 10 calls per minute."),
    ("The train does 300 km/h.", "The train does 300 kph."),
    ("The change was -4 kg.", "Change: –4 kg."),
]


@pytest.mark.parametrize(("text", "seconds"), LENGTHS)
def test_a_length_of_time_is_read_in_any_form(text: str, seconds: Fraction) -> None:
    """Clock-like forms, halves and three-part lengths are one duration each."""
    (found,) = read_quantities(text)
    assert (found.dimension, found.base_low) == ("time", seconds)


@pytest.mark.parametrize(("claim", "stated"), EQUAL)
def test_forms_of_one_value_are_equal(claim: str, stated: str) -> None:
    """A value is the same in marks, units, rates and degrees."""
    one, other = read_quantities(claim)[0], read_quantities(stated)[0]
    assert compare(one, other) in ("equal", "compatible")


@pytest.mark.parametrize(
    "text", ["Le bus part à 14h30.", "The log of 12:30:05 shows it.", "It closes at 12:30:05."]
)
def test_a_time_of_day_is_no_length(text: str) -> None:
    """Where the words speak of a moment, nothing is read as a length."""
    assert read_quantities(text) == ()
    assert [d.precision for d in read_dates(text)] == ["time"]


@pytest.mark.parametrize("text", ['Say "24" now.', 'He wrote "it costs 24" and left.'])
def test_a_closing_quotation_mark_is_no_inch(text: str) -> None:
    """A mark that closes a quotation belongs to the quotation."""
    assert [q.unit for q in read_quantities(text)] == [""]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("the fair opens on march 14", 1),
        ("due by may 3, i think", 1),
        ("meet me june 9", 1),
        ("they march 14 miles", 0),
        ("you may 5 times retry", 0),
        ("It is 1920 by 1080 pixels", 0),
    ],
)
def test_lower_case_months_are_read_beside_a_day(text: str, days: int) -> None:
    """A careless month counts beside a day; a verb with a number does not."""
    assert len(read_dates(text)) == days


@pytest.mark.parametrize(
    ("one", "other"),
    [("Call 0800 123 456.", "Call 0800-123-456."), ("Ring 030 1234567.", "Ring 030-1234567.")],
)
def test_national_phone_numbers_are_identifiers(one: str, other: str) -> None:
    """Grouping does not matter, and the number is no quantity."""
    assert read_identifiers(one)[0].canonical == read_identifiers(other)[0].canonical
    assert read_quantities(one) == ()


def test_groups_of_a_large_number_are_no_phone_number() -> None:
    """Zeros after a space go on with the number before them."""
    (found,) = read_quantities("Fines may reach 20 000 000 EUR.")
    assert found.low == 20_000_000


@pytest.mark.parametrize(
    ("heading", "value", "currency"),
    [
        ("Sales (EUR million)", 5_000_000, "EUR"),
        ("Sales ($bn)", 5_000_000_000, "$"),
        ("Staff (thousands)", 5000, None),
        ("Sales (in millions of euros)", 5_000_000, "EUR"),
    ],
)
def test_a_heading_gives_scale_and_currency(heading: str, value: int, currency: str | None) -> None:
    """A bare cell is in the scale and currency of its column."""
    (found,) = bindings(f"North: {heading} = 5")
    assert (found.quantity.low, found.quantity.currency) == (value, currency)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("There is a single complaint.", 1),
        ("A single ticket is cheap.", 0),
        ("A single room costs more.", 0),
    ],
)
def test_single_counts_things_but_not_kinds(text: str, count: int) -> None:
    """ "A single ticket" is a kind of ticket, "a single complaint" one complaint."""
    assert len(read_quantities(text)) == count


@pytest.mark.parametrize(
    ("text", "value", "bound"),
    [
        ("children under the age of 12", 12, "less_than"),
        ("Entry is free for under-12s.", 12, "less_than"),
        ("the over-65s", 65, "more_than"),
        ("People can have it from the age of 50.", 50, "at_least"),
        ("Those aged 50 and over can have it.", 50, "at_least"),
        ("You stay eligible until the age of 80.", 80, "at_most"),
        ("She left at the age of 30.", 30, "exact"),
    ],
)
def test_ages_have_the_bounds_that_words_give_them(text: str, value: int, bound: str) -> None:
    """And the s of "under-12s" is no second."""
    (found,) = read_quantities(text)
    assert (found.kind, found.low, found.bound) == ("age", value, bound)


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("The seller never receives less than $11,000.", "at_least"),
        ("Guests do not pay more than $20.", "at_most"),
        ("Tenants pay less than $900.", "less_than"),
    ],
)
def test_a_denied_bound_is_the_opposite_one(text: str, bound: str) -> None:
    """Also with a verb between the denial and the bound."""
    (found,) = read_quantities(text)
    assert found.bound == bound


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Some 20,000 cubic metres were moved.", [("Some 20,000 cubic metres", 20_000)]),
        ("several hundred thousand people", []),
        ("a one-hour lesson", [("one-hour", 1)]),
        ("a six-and-a-half-year deal", [("six-and-a-half-year", 6.5)]),
        ("sales rose 6% to £9.9bn", [("6%", 6), ("£9.9bn", 9_900_000_000)]),
        ("one in forty members", [("one in forty", 0.025)]),
        ("a 3000 franc fine", [("3000 franc", 3000)]),
        ("will build 1,000 kilometres of road", [("1,000 kilometres", 1000)]),
        ("output of 90,000 bpd", [("90,000 bpd", 90_000)]),
        ("put Rovers 12-6 up", [("12-6", 12)]),
        ("had ordered 40 787-10s", [("40", 40), ("787", 787)]),
    ],
)
def test_forms_of_running_text(text: str, values: list[tuple[str, float]]) -> None:
    """Hyphened lengths, two values joined by "to", scores after names, numbers of models."""
    assert [(q.text, float(q.low)) for q in read_quantities(text)] == values


def test_a_euro_sign_in_the_wrong_code_page_is_read() -> None:
    """Bytes of a euro sign that were decoded wrongly are one."""
    (q,) = read_quantities("cost â‚¬80m")
    assert (q.currency, q.low) == ("EUR", 80_000_000)


@pytest.mark.parametrize(
    "text", ["must not tilt more than 4 cm", "could not come to more than 600 euros"]
)
def test_a_denied_floor_is_a_ceiling(text: str) -> None:
    """ "must not tilt more than" gives the most there may be."""
    assert [q.bound for q in read_quantities(text)] == ["at_most"]
