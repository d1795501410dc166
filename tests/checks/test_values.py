"""The values check: a value of one attribute in other words."""

from __future__ import annotations

import pytest

from entailed.checks.values import values
from tests.checks.support import run

SAME = [
    ("The concert lasts 120 minutes.", "Duration of the concert: 2 hours."),
    ("The lawn mower weighs 14 kg.", "Weight of the lawn mower: 14,000 g."),
    ("A day pass costs 9 euros.", "Day pass: €9."),
    ("The tank holds 60 litres.", "Capacity of the tank: 60 l."),
    ("The motor delivers 2 kW.", "The motor is rated at 2,000 W."),
    ("The pump carries a warranty of 36 months.", "The pump comes with a 3-year warranty."),
    ("The film runs for 2 h.", "Running time: 120 minutes."),
    ("The deadline for entries is May 9.", "Entries must be submitted by 9 May."),
    ("Le flacon contient 0,5 litre.", "Contenance du flacon : 50 cl."),
]
OTHER = [
    ("The wall is 3 m high.", "The wall is 3 m wide."),
    ("The flight takes 2 hours.", "The delay of the flight was 2 hours."),
    ("The flight takes 2 hours.", "The flight was delayed by 2 hours."),
    ("The concert lasts 120 minutes.", "Duration of the concert: 3 hours."),
    ("The concert does not last 120 minutes.", "Duration of the concert: 2 hours."),
    ("The concert lasts 2 hours.", "Planned duration of the concert: 2 hours."),
    ("Rovers beat United on 3 May.", "United beat Rovers on 3 May."),
    ("Tea costs 3 euros.", "Tea costs 4 euros and cake costs 3 euros."),
    ("The film runs for 2 h.", "Running time: 2 hours. The second part has a running time of 3 h."),
    ("The film, a comedy about three bakers, runs for 2 h.", "Running time: 2 hours."),
    ("Margins were 13% in the second quarter.", "Margins were 13% in the third quarter."),
    ("Margins were 13%, up 2 points.", "Margins were 13%, down 2 points."),
]


@pytest.mark.parametrize(("claim", "passage"), SAME)
def test_the_same_value_of_the_same_attribute_passes(claim: str, passage: str) -> None:
    """Words for one attribute are interchangeable around an equal value."""
    assert [f.outcome for f in run(values, claim, passage)] == ["pass"]


@pytest.mark.parametrize(("claim", "passage"), OTHER)
def test_anything_else_is_left_to_the_model(claim: str, passage: str) -> None:
    """Other attributes, values, subjects, roles and extra statements are not confirmed."""
    assert run(values, claim, passage) == ()


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The bridge is more than 1,200 metres long.", "大桥全长超过1200米。"),
        ("The dam is 185 metres high.", "Высота плотины составляет 185 метров."),
        ("The monthly rent is 1,250 euros.", "Monatsmiete: 1.250,00 €, zahlbar zum Ersten."),
    ],
)
def test_an_exact_value_holds_across_languages(claim: str, passage: str) -> None:
    """The one value of its sort in the same unit and bound is the claimed one."""
    assert [f.outcome for f in run(values, claim, passage)] == ["pass"]


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The bridge is more than 12,000 metres long.", "大桥全长超过1200米。"),
        ("The bridge is at most 1,200 metres long.", "大桥全长超过1200米。"),
        ("The bridge is more than 1,200 metres long.", "大桥全长超过1200米，宽30米。"),
        ("The dam is 185 metres wide.", "Высота плотины составляет 185 метров."),
        ("It has two doors.", "有两扇门。"),
    ],
)
def test_across_languages_anything_less_is_left_alone(claim: str, passage: str) -> None:
    """Other values, bounds, attributes and ambiguous or vague ones are not confirmed."""
    assert run(values, claim, passage) == ()
