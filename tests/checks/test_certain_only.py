"""What no check may call wrong: texts split into tokens or without capitals, and other words.

Each was a family of supported claims that a check failed on real news, answers and pages.
"""

from __future__ import annotations

import pytest

from entailed.checks.entities import entities
from entailed.checks.hedges import hedges
from entailed.checks.negation import negation
from entailed.checks.numbers import numbers
from entailed.checks.participants import participants
from entailed.checks.qualifiers import qualifiers
from entailed.checks.titles import titles
from entailed.text.dates import read_dates
from entailed.text.quantities import read_quantities
from entailed.types import Finding

from .support import outcome, run


@pytest.mark.parametrize(
    ("split", "whole"),
    [
        ("The 52 - year - old resigned.", "The 52-year-old resigned."),
        ("a four - year - old mare", "a four-year-old mare"),
        ("a 9 - day cruise", "a 9-day cruise"),
        ("a £ 70 m offer", "a £70m offer"),
        ("a $ 2 bn plant", "a $2bn plant"),
    ],
)
def test_a_text_split_into_tokens_has_the_same_quantities(split: str, whole: str) -> None:
    """Spaces around hyphens and after currency signs change no value."""
    values = [
        [(q.low, q.unit, q.currency, q.kind) for q in read_quantities(text)]
        for text in (split, whole)
    ]
    assert values[0] == values[1] != []


@pytest.mark.parametrize("text", ["a $5 b side", "rows 2 - 6", "a £9 b movie"])
def test_letters_and_hyphens_that_stand_apart_are_no_units(text: str) -> None:
    """Only scales that are written apart, and only units of compounds."""
    assert all(q.high < 100 and not q.unit for q in read_quantities(text))


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("the june 12 meeting was short", ["june 12"]),
        ("it was opened in october 2017", ["october 2017"]),
        ("they may 5 times a day", []),
        ("it cost 12 out of 48 points", []),
        ("the march 40 women made", []),
        ("she hit her third century of the season", []),
        ("in the third century", ["third century"]),
    ],
)
def test_months_without_capitals_and_centuries_that_are_scores(text: str, dates: list[str]) -> None:
    """A text in lower case has dates too; "his first century" is cricket."""
    assert [date.text for date in read_dates(text)] == dates


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        (
            "The 61 - year - old left after the match.",
            "Odell, a coach for many years, left. The 61-year-old blamed his knee.",
        ),
        (
            "Mara Quill, now 23, fled in 2011 with Otto Brandt, now 48.",
            "Otto Brandt, now 48, fled in 2011 with his daughter. On Monday Mara Quill, now 23, "
            "came back.",
        ),
        (
            "The Herons won the cup 27-17.",
            "Winners of the cup: XXVIII: Herons 27, Larks 17 (1994).",
        ),
        ("the mayor weighs a 2016 run.", "The Mayor, a Favourite, Weighs 2016 Run for President."),
    ],
)
def test_a_figure_that_is_there_is_not_called_wrong(claim: str, passage: str) -> None:
    """In other writing, of the same name elsewhere, or in a place that reads as no quantity."""
    assert outcome(numbers, claim, passage) is None


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Otto Brandt, now 23, fled in 2011.", "Otto Brandt, now 48, fled in 2011."),
        ("The 52 - year - old resigned.", "Nora Lind, a 47-year-old engineer, resigned."),
    ],
)
def test_a_figure_that_is_not_there_still_is(claim: str, passage: str) -> None:
    """The same forms with another value fail."""
    assert outcome(numbers, claim, passage) is not None


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        (
            "The match means a long week of grass tennis in the city.",
            "The match is sure to sell out. The fixture means a long week of grass tennis in the "
            "city.",
        ),
        (
            "The plot shows a clear trend to blue paintings.",
            "The plot above rests on 94 images. The graph shows a clear trend to blue paintings.",
        ),
        (
            "Jan Peeters was the club's best player with many saves.",
            "Jan Peeters saved a shot. The Belgian was the club's best player with many saves.",
        ),
        (
            "The win means Northernian remain level on points.",
            "Rovers pressed Northernian. The win means Norths remain level on points.",
        ),
    ],
)
def test_other_words_for_the_same_thing_are_no_swap(claim: str, passage: str) -> None:
    """General nouns, where somebody comes from, and names cut short."""
    found: list[Finding] = [f for c in (entities, participants) for f in run(c, claim, passage)]
    assert [f for f in found if f.outcome == "fail"] == []


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        (
            "Vera Holm sang 'I Want to Be Danny's Girl.'",
            'Her first hit was "Danny\'s Girl" in 1962.',
        ),
        (
            "Reed Hale sang 'Should Have Been a Sailor.'",
            '"Should\'ve Been a Sailor" is a song by Reed Hale.',
        ),
        ("The Pips sang 'Turn It Up and Go Home.'", '"Turn It Up" is a single by The Pips.'),
    ],
)
def test_a_title_that_holds_a_stated_one_is_left_open(claim: str, passage: str) -> None:
    """A song is often told by its refrain."""
    assert outcome(titles, claim, passage) is None


def test_another_title_is_still_missing() -> None:
    """One word in common is not enough."""
    assert outcome(titles, "She sang 'Red Rain.'", 'Her hit was "Rain".') is not None


def test_the_past_years_are_no_former_state() -> None:
    """ "In the past 30 years" leads up to now."""
    passage = "Discrimination at work has risen 66 per cent in the past 30 years."
    assert outcome(hedges, "Discrimination at work has risen 66 per cent.", passage) is None


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        (
            "At least 140 people are said to have been taken from Nole into Rask as hostages.",
            "Since the offensive began, 30 soldiers have been killed, which is in addition to the "
            "more than 900 people killed in Nole. There have also been at least 140 hostages taken "
            "from Nole into Rask.",
        ),
        (
            "Two other children, aged 12 and five, escaped with minor injuries.",
            "The van had three children in the front seat, though it holds two passengers. The "
            "other children, aged 12 and five, escaped with minor injuries.",
        ),
    ],
)
def test_a_figure_said_of_part_of_the_thing_is_no_mismatch(claim: str, passage: str) -> None:
    """The near sentence has the figure, or counts those besides the one spoken of."""
    assert outcome(numbers, claim, passage) is None


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        (
            "Orla Finn's sentence was reduced to 15 years in prison.",
            "The sentence of Orla Finn was reduced to 15 years of imprisonment.",
        ),
        (
            "No one has scored more for the Herons than Bale.",
            "Bale became the leading scorer of the Herons.",
        ),
        (
            "They moved in together only in 2014.",
            "It was not until 2014 that they moved in together.",
        ),
        ("The club plans a museum.", "The club is planning to open a museum."),
    ],
)
def test_the_same_said_by_other_means_is_no_failure(claim: str, passage: str) -> None:
    """A prefix that denies nothing, a superlative, "only" for "not until", a plan told as one."""
    found = [f for c in (negation, qualifiers, hedges) for f in run(c, claim, passage)]
    assert [f for f in found if f.outcome == "fail"] == []


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        (
            "Pharmacy is not one of the allied health professions.",
            "Allied health professions are health care professions distinct from nursing and "
            "pharmacy.",
        ),
        ("Praise isn't the same thing as feedback.", "Praise is distinct from feedback."),
        ("The team came last and received no points.", "The team came last, receiving nul points."),
        (
            "Only rescue workers are still in the village.",
            "All have now left the village save for rescue workers.",
        ),
    ],
)
def test_things_told_apart_and_exceptions_by_other_words_are_no_failure(
    claim: str, passage: str
) -> None:
    """ "Distinct from" for "not", "nul" for "no", "all but" for "only"."""
    found = [f for c in (negation, qualifiers) for f in run(c, claim, passage)]
    assert [f for f in found if f.outcome == "fail"] == []
