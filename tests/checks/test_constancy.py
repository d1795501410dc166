"""Constancy: change against no change, in the same thing and time."""

import pytest

from entailed.checks.constancy import constancy
from tests.checks.support import outcome, run

OPPOSED = (
    ("Prices will rise in 2026.", "Prices will not change in 2026."),
    ("Prices will fall in 2026.", "Prices will not change in 2026."),
    ("The fee increases this year.", "The fee remains unchanged this year."),
    ("The board raised the interest rate.", "The board left the interest rate unchanged."),
    ("The board cut the interest rate by 0.5 points.", "The board kept the interest rate stable."),
    ("The staff number grew in May.", "The staff number stayed the same in May."),
    ("Rents will rise in 2027.", "Rents will be frozen in 2027."),
    ("Fees will be reduced next season.", "Fees will not be altered next season."),
    ("The speed limit stays the same.", "The speed limit was lowered."),
    ("The menu will not change in June.", "The menu will change in June."),
    ("Fees for water rose in May.", "There was no change in fees for water in May."),
    ("The dose was not adjusted.", "The dose was adjusted."),
    ("Wages remain the same in 2025.", "Wages will rise by 3 percent in 2025."),
    ("Die Preise steigen im Mai.", "Die Preise bleiben im Mai gleich."),
)
CONFIRMED = (
    ("Prices will stay the same in 2026.", "Prices will not change in 2026."),
    ("Prices will not rise in 2026.", "Prices will not change in 2026."),
    ("The fee does not change this year.", "The fee remains unchanged this year."),
    ("The rate was not cut.", "The rate was left unchanged."),
    ("Rents will not increase in 2027.", "Rents will be frozen in 2027."),
)
SILENT = (
    ("Prices will rise in 2027.", "Prices will not change in 2026."),
    ("Wages will rise in 2026.", "Prices will not change in 2026."),
    ("Prices will rise after 2026.", "Prices will not change until 2027."),
    ("Prices will rise.", "Prices will not rise by more than 2 percent."),
    ("Prices will not change.", "Prices will not rise."),
    ("Prices may rise in 2026.", "Prices will not change in 2026."),
    ("Prices will rise in 2026.", "Prices will not change in 2026 unless taxes rise."),
    (
        "The price rose in May.",
        "The price stayed the same in May. The price rose in May by 2 euros.",
    ),
    ("The price will fall.", "The price will rise."),
    ("Exports will increase in May.", "With no change of law, exports will increase in May."),
    ("", "Prices will not change in 2026."),
)


@pytest.mark.parametrize(("claim", "evidence"), OPPOSED)
def test_change_and_no_change_are_at_odds(claim: str, evidence: str) -> None:
    """Whichever side says that it stays."""
    assert outcome(constancy, claim, evidence) == ("negation_flip", "contradicted")


@pytest.mark.parametrize(("claim", "evidence"), CONFIRMED)
def test_no_change_is_confirmed_in_other_words(claim: str, evidence: str) -> None:
    """What does not change does not rise either."""
    assert [f.outcome for f in run(constancy, claim, evidence)] == ["pass"]


@pytest.mark.parametrize(("claim", "evidence"), SILENT)
def test_other_things_times_and_bounds_are_left_alone(claim: str, evidence: str) -> None:
    """A course is compared only where nothing else differs and nothing limits it."""
    assert run(constancy, claim, evidence) == ()
