"""The changes check: which way and by how much a value went."""

from __future__ import annotations

import pytest

from entailed.checks.changes import changes
from tests.checks.support import outcome, run

RENTS = "Rents were 800 euros in 2018 and 1,000 euros in 2021."
SALES = "| Year | Sales (units) |\n|---|---|\n| 2020 | 40 |\n| 2021 | 55 |\n| 2022 | 50 |"
LEVELS = "| Item | 2020 | 2021 |\n|---|---|---|\n| Water level | 30 cm | 24 cm |\n| Rain | 5 | 9 |"
PULSE = "Mean change in pulse in the drug group: -6 bpm."

RIGHT = [
    ("Rents rose between 2018 and 2021.", RENTS),
    ("Rents rose by 200 euros between 2018 and 2021.", RENTS),
    ("Rents grew by 25% between 2018 and 2021.", RENTS),
    ("Sales fell in 2022.", SALES),
    ("Sales increased by 15 units in 2021.", SALES),
    ("The water level dropped in 2021.", LEVELS),
    ("Pulse fell by 6 bpm in the drug group.", PULSE),
    ("Turnover tripled from 2019 to 2022.", "Turnover was 4% in 2019 and 12% in 2022."),
    ("Prices rose from 3 to 5 euros.", "Prices went up from 3 euros in May to 5 euros in June."),
    ("The share fell by 2 percentage points.", "The share went from 8% in May to 6% in June."),
]
WRONG = [
    ("Rents fell between 2018 and 2021.", RENTS),
    ("Sales rose in 2022.", SALES),
    ("The water level rose in 2021.", LEVELS),
    ("Pulse rose by 6 bpm in the drug group.", PULSE),
    ("Turnover doubled from 2019 to 2022.", "Turnover was 4% in 2019 and 12% in 2022."),
]
SILENT = [
    ("Prices rose from 3 to 6 euros.", "Prices went up from 3 euros in May to 5 euros in June."),
    ("Wages rose from 3 to 5 euros.", "Prices went up from 3 euros in May to 5 euros in June."),
    ("Rents did not rise between 2018 and 2021.", RENTS),
    ("Rents rose in 2023.", RENTS),
    ("Wages rose between 2018 and 2021.", RENTS),
    ("Sales rose to 55 units in 2022.", SALES),
    ("Sales rose more than costs in 2022.", SALES),
    ("Pulse rose by 6 bpm in the other study.", "Pulse: 60 bpm."),
    ("Rents are high.", RENTS),
]


@pytest.mark.parametrize(("claim", "passage"), RIGHT)
def test_a_right_change_passes(claim: str, passage: str) -> None:
    """The values before and after bear the claim out."""
    assert [f.outcome for f in run(changes, claim, passage)] == ["pass"]


@pytest.mark.parametrize(("claim", "passage"), WRONG)
def test_a_change_the_other_way_is_contradicted(claim: str, passage: str) -> None:
    """The values went the other way, or by another factor."""
    assert outcome(changes, claim, passage) == ("arithmetic_mismatch", "contradicted")


@pytest.mark.parametrize(("claim", "passage"), SILENT)
def test_without_both_values_nothing_is_said(claim: str, passage: str) -> None:
    """Other things, other times, denials and levels are left alone."""
    assert run(changes, claim, passage) == ()
