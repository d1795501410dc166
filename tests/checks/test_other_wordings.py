"""Values and limits in wordings of reports that no check may take for others, and near misses.

Each was a family of supported claims about real abstracts and news that a check failed.
"""

from __future__ import annotations

import pytest

from entailed.checks.constancy import constancy
from entailed.checks.dates import dates
from entailed.checks.hedges import hedges
from entailed.checks.identifiers import identifiers
from entailed.checks.negation import negation
from entailed.checks.numbers import numbers
from entailed.text.quantities import read_quantities

from .support import run


def failed(claim: str, passage: str) -> list[str | None]:
    """The reasons of what any of these checks fails."""
    checks = (numbers, dates, hedges, negation, identifiers, constancy)
    found = [finding for one in checks for finding in run(one, claim, passage)]
    return [finding.reason for finding in found if finding.outcome == "fail"]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("A total of 1027 monitor and 716 booklet readings were taken.", ["1027", "716"]),
        ("a sample of 1850 letters from Turin", ["1850"]),
        ("He wrote it in the spring of 1850.", []),
        ("1.5 billion Chinese Yuan", ["1.5 billion Chinese Yuan"]),
        ("40 Hong Kong dollars in all", ["40 Hong Kong dollars"]),
        ("81 events/1000 person-years", ["81", "1000"]),
        ("see note a/12 and form b/3", []),
    ],
)
def test_what_is_a_quantity_and_where_it_ends(text: str, values: list[str]) -> None:
    """Sums are no years, a currency may say whose it is, a rate may be per so many."""
    assert [q.text for q in read_quantities(text)] == values


@pytest.mark.parametrize("word", ["vs.", "vs", "versus", "against"])
def test_two_values_set_against_each_other_share_a_unit(word: str) -> None:
    """The first has that of the second."""
    first, second = read_quantities(f"It was higher in men (60.7 {word} 20.7%).")
    assert first.unit == second.unit == "%"
    assert not failed("60.7% of men had it.", f"It was higher in men (60.7 {word} 20.7%).")


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        (
            "The survey took in 3,494 adults.",
            "Adult patients of 15 clinics were asked. 3,494 patients took part in the survey.",
        ),
        (
            "The monitors had stored 1027 readings.",
            "A total of 1027 monitor and 716 booklet readings were stored.",
        ),
        ("The film has 87 on Metacritic.", "Scores of the film: IMDB 8.0/10, Metacritic 87/100."),
        (
            "Texans may carry a gun in their car without a permit.",
            "The bill lets any Texan carry a gun in the car without a CHL or other permit.",
        ),
        (
            "Gabriel quoted estimates that 30% of species could be gone by 2050.",
            "Gabriel cited estimates that up to 30% of species will be gone by 2050.",
        ),
        (
            "The raid led the U.S. to intervene in Mexico.",
            "The raid was followed by a U.S. intervention, which was in Mexico until 1917.",
        ),
        (
            "Markets see a chance of a rate cut in May.",
            "Markets see the bank hold rates steady in May, with some odds of a rate cut.",
        ),
        ("The women filled in the SF-36.", "They filled in the Medical Outcomes Short Form-36."),
        ("It lowers SREBP-2.", "It lowers the sterol regulatory element-binding protein 2."),
        ("Clusters of PS3s were cheap.", "A cluster of PS3 consoles was cheap."),
        (
            "Corn was popped by hand through the 1800s.",
            "Corn was popped by hand through the 19th century.",
        ),
        (
            "The study followed 18,133 men for 25 years.",
            "18,133 men aged 40-69 years took part. The study followed them over 25 years.",
        ),
        (
            "Skam broke records even though it wasn't promoted.",
            "Despite no promotion, Skam broke records.",
        ),
        (
            "Under-18s need an adult with them to use a crossbow.",
            "Those under 18 need an adult with them to use a crossbow.",
        ),
    ],
)
def test_the_same_in_another_wording_is_no_failure(claim: str, passage: str) -> None:
    """Persons counted by another word, scores out of a number, lists of what is not needed."""
    assert failed(claim, passage) == []


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        (
            "The survey took in 3,944 adults.",
            "3,494 adults took part in the survey.",
        ),
        (
            "The monitors had stored 1270 readings.",
            "A total of 1027 monitor and 716 booklet readings were stored.",
        ),
        (
            "Texans may carry a gun in their car without a permit.",
            "Texans may not carry a gun in their car without a permit.",
        ),
        (
            "The museum was closed and its paintings sold.",
            "The museum will be closed and its paintings sold.",
        ),
        ("The women filled in the SF-36.", "They filled in the Medical Outcomes Short Form-12."),
        ("Corn was popped by hand in the 1700s.", "Corn was popped by hand in the 19th century."),
        ("Skam did not break records.", "Despite no promotion, Skam did break records."),
        (
            "The last boat leaves Candle Rock at 20:40.",
            "The last boat leaves Candle Rock at 19:40. The line is answered from 7:00 to 22:00.",
        ),
        ("The bank cut rates in May.", "The bank held rates steady in May."),
        ("The fund raised 1.5 billion yuan.", "The fund raised 1.9 billion Chinese yuan."),
    ],
)
def test_what_differs_is_still_failed(claim: str, passage: str) -> None:
    """Near misses of the families above."""
    assert failed(claim, passage) != []
