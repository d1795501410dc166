"""Dates, ranges, times and weekdays as plain text writes them."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.text.dates import read_dates


def only(text: str):
    """The one value a text has."""
    (value,) = read_dates(text)
    return value


@pytest.mark.parametrize(
    "text",
    [
        "2024-03-05",
        "2024/03/05",
        "March 5, 2024",
        "Mar. 5, 2024",
        "March 5th 2024",
        "5 March 2024",
        "5th of March, 2024",
        "the 5th of March 2024",
        "5.3.2024",
        "05.03.2024",
        "am 5. März 2024",
        "le 5 mars 2024",
        "el 5 de marzo de 2024",
        "il 5 marzo 2024",
        "em 5 de março de 2024",
        "5 марта 2024 года",
        "2024年3月5日",
        "令和6年3月5日",
        "２０２４年３月５日",
    ],
)
def test_one_day_is_one_day_in_every_notation(text):
    """All common notations of a day are read as that day."""
    value = only(text)
    assert (value.low, value.high, value.precision) == (
        date(2024, 3, 5),
        date(2024, 3, 5),
        "day",
    )


@pytest.mark.parametrize(
    ("text", "low", "high", "precision"),
    [
        ("in May 2024", (2024, 5, 1), (2024, 5, 31), "month"),
        ("2024-07", (2024, 7, 1), (2024, 7, 31), "month"),
        ("im Mai 2024", (2024, 5, 1), (2024, 5, 31), "month"),
        ("mayo de 2024", (2024, 5, 1), (2024, 5, 31), "month"),
        ("Q3 2024", (2024, 7, 1), (2024, 9, 30), "quarter"),
        ("2024Q3", (2024, 7, 1), (2024, 9, 30), "quarter"),
        ("3Q24", (2024, 7, 1), (2024, 9, 30), "quarter"),
        ("the third quarter of 2024", (2024, 7, 1), (2024, 9, 30), "quarter"),
        ("im dritten Quartal 2024", (2024, 7, 1), (2024, 9, 30), "quarter"),
        ("H1 2023", (2023, 1, 1), (2023, 6, 30), "half"),
        ("the second half of 2023", (2023, 7, 1), (2023, 12, 31), "half"),
        ("the 1990s", (1990, 1, 1), (1999, 12, 31), "decade"),
        ("the nineties", (1990, 1, 1), (1999, 12, 31), "decade"),
        ("the '80s", (1980, 1, 1), (1989, 12, 31), "decade"),
        ("in den 1990er Jahren", (1990, 1, 1), (1999, 12, 31), "decade"),
        ("les années 1990", (1990, 1, 1), (1999, 12, 31), "decade"),
        ("the 19th century", (1801, 1, 1), (1900, 12, 31), "century"),
        ("the nineteenth century", (1801, 1, 1), (1900, 12, 31), "century"),
        ("im 19. Jahrhundert", (1801, 1, 1), (1900, 12, 31), "century"),
        ("au XIXe siècle", (1801, 1, 1), (1900, 12, 31), "century"),
        ("el siglo XIX", (1801, 1, 1), (1900, 12, 31), "century"),
        ("19世纪", (1801, 1, 1), (1900, 12, 31), "century"),
        ("spring 2020", (2020, 3, 1), (2020, 6, 30), "season"),
        ("2020年", (2020, 1, 1), (2020, 12, 31), "year"),
    ],
)
def test_longer_stretches_cover_what_they_denote(text, low, high, precision):
    """Months, quarters, halves, decades, centuries, seasons and years are inclusive intervals."""
    value = only(text)
    assert (value.low, value.high, value.precision) == (date(*low), date(*high), precision)


@pytest.mark.parametrize(
    "text",
    [
        "opened in 2014",
        "(2014)",
        "since 2014",
        "Established 2014.",
        "the 2014 World Cup",
        "published in 2014, it",
        "seit 2014",
        "depuis 2014",
        "Founded: 2014",
        "a 2014 film",
        "the year 2014",
        "of the 2014 season",
    ],
)
def test_a_number_in_a_date_like_use_is_a_year(text):
    """A bare number after a temporal word or in brackets is a year."""
    assert only(text).year == 2014


@pytest.mark.parametrize(
    "text",
    [
        "2,014 units",
        "2014 kg",
        "room 2014",
        "flight 2014",
        "$2014",
        "a fee of 2000 euros",
        "around 1500 people",
        "of the 1500 votes",
        "sold 2015 cars",
        "version 2.0.2024",
        "10.12.24.5",
        "gate 7 opens",
        "1 h 35 min",
        "may 5 be enough",
        "The sun sat down",
        "They march on",
        "a second helping",
        "the first half of the game",
        "3:1",
        "no. 1984",
        "Artikel 2014",
    ],
)
def test_other_numbers_and_words_are_no_dates(text):
    """Counts, amounts, room and version numbers, durations and everyday words are none."""
    assert not [v for v in read_dates(text) if v.year_known]


def test_an_ambiguous_day_has_both_readings():
    """05/03/2024 may be March or May."""
    value = only("05/03/2024")
    assert {low for low, _ in value.readings} == {date(2024, 3, 5), date(2024, 5, 3)}


@pytest.mark.parametrize("text", ["31/12/2023", "12/31/2023"])
def test_an_impossible_order_is_no_reading(text):
    """Where one order is no date, only the other counts."""
    assert only(text).readings == ((date(2023, 12, 31), date(2023, 12, 31)),)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("1931-1935", (1931, 1935)),
        ("1931–35", (1931, 1935)),
        ("the 2015/16 season", (2015, 2016)),
        ("from 1931 to 1935", (1931, 1935)),
        ("between 1931 and 1935", (1931, 1935)),
        ("von 1931 bis 1935", (1931, 1935)),
    ],
)
def test_a_range_is_a_from_and_an_until(text, ends):
    """Both ends of a range of years are read, in their roles."""
    first, last = read_dates(text)
    assert (first.year, last.year) == ends
    assert (first.relation, last.relation) == ("from", "until")


def test_the_first_month_of_a_range_takes_the_year_of_the_second():
    """In "July to September 2024" both months are of 2024."""
    first, last = read_dates("from July to September 2024")
    assert (first.low, last.high) == (date(2024, 7, 1), date(2024, 9, 30))


def test_a_range_over_new_year_begins_the_year_before():
    """November to February 2024 begins in 2023."""
    first, _ = read_dates("from November to February 2024")
    assert first.low == date(2023, 11, 1)


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("before 2014", "before"),
        ("after May 2014", "after"),
        ("by the end of 2014", "by"),
        ("until 2014", "until"),
        ("since 2014", "since"),
        ("in 2014", "on"),
        ("as of September 2026", "as_of"),
        ("vor 2014", "before"),
    ],
)
def test_the_word_before_a_date_is_its_relation(text, relation):
    """Before, after, by, until, since and as of are kept."""
    assert only(text).relation == relation


@pytest.mark.parametrize(
    "text", ["mid-2021", "early March", "about 1850", "circa 1850", "late 2019"]
)
def test_vague_dates_are_approximate(text):
    """Early, mid, late, about and circa are marked."""
    value = only(text if "1850" not in text else f"built {text}")
    assert value.approximate


@pytest.mark.parametrize("text", ["fiscal Q3 2024", "Q3 FY24", "FY2024", "fiscal year 2024"])
def test_fiscal_periods_are_marked(text):
    """A fiscal quarter is not a calendar quarter."""
    assert only(text).fiscal


@pytest.mark.parametrize(("text", "year", "bc"), [("44 BC", 44, True), ("AD 79", 79, False)])
def test_eras_are_kept(text, year, bc):
    """Years before Christ carry the mark and the number."""
    value = only(text)
    assert (value.low.year, value.bc) == (year, bc)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("17:30", (1050,)),
        ("5:30 pm", (1050,)),
        ("5.30 p.m.", (1050,)),
        ("17.30 Uhr", (1050,)),
        ("à 17 h 30", (1050,)),
        ("下午5点半", (1050,)),
        ("10 Uhr", (600,)),
        ("noon", (720,)),
        ("at midnight", (0,)),
        ("5:30", (330, 1050)),
        ("12 am", (0,)),
        ("12 pm", (720,)),
    ],
)
def test_times_are_minutes_of_the_day(text, minutes):
    """Clock times in every notation; without am or pm an early hour has two readings."""
    assert only(text).minutes == minutes


def test_opening_hours_are_a_range():
    """9 to 5 pm is from the morning until the afternoon."""
    first, last = read_dates("open 9 to 5 pm")
    assert (540 in first.minutes, last.minutes) == (True, (1020,))
    assert (first.relation, last.relation) == ("from", "until")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("on Monday", 0),
        ("Mondays", 0),
        ("am Montag", 0),
        ("le lundi", 0),
        ("el lunes", 0),
        ("周一", 0),
        ("月曜日", 0),
        ("on Sundays", 6),
    ],
)
def test_weekdays_are_numbers(text, number):
    """Monday is 0 in every language."""
    assert only(text).weekday == number


@given(st.text(max_size=200))
def test_any_text_gives_ordered_spans_inside_it(text):
    """Spans never overlap, stay inside the text and hold what they say."""
    last = 0
    for value in read_dates(text):
        assert last <= value.span.start < value.span.end <= len(text)
        assert value.text == value.span.of(text)
        assert value.low <= value.high
        last = value.span.end


@pytest.mark.parametrize("piece", ["5 March 2024, ", "1999-", "12:", "20", "May ", "Q3 "])
def test_long_hostile_text_is_read(piece):
    """Nine thousand characters of one pattern do no harm."""
    assert read_dates(piece * (9_000 // len(piece))) is not None
