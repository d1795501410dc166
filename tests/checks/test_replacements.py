"""Values that the evidence says were replaced."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.checks.replacements import replacements
from tests.checks.support import outcome

DEADLINE = "The deadline for entries was moved from 1 May to 15 May."
FEE = "The entry fee was raised from 20 to 25 euros."
OFFICE = "The head office was moved from Leeds to York."


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The deadline for entries is 1 May.", DEADLINE),
        ("The entry fee is 20 euros.", FEE),
        ("The head office is in Leeds.", OFFICE),
        ("The meeting starts at 9 am.", "The meeting was moved from 9 am to 10 am."),
        ("The dose is 1,200 mg.", "The dose was reduced from 1,200 mg to 800 mg."),
    ],
)
def test_a_replaced_value_is_no_longer_right(claim: str, passage: str) -> None:
    """The old value told as the present one is contradicted."""
    assert outcome(replacements, claim, passage) == ("temporal_drift", "contradicted")


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The deadline for entries is 15 May.", DEADLINE),
        ("The deadline for entries was originally 1 May.", DEADLINE),
        ("The entry fee is 25 euros.", FEE),
        ("The head office is in York.", OFFICE),
        ("The entry fee is 20 euros.", "The entry fee will be raised from 20 to 25 euros."),
        ("The deadline for refunds is 1 May.", DEADLINE),
        ("The entry fee is 20 euros.", FEE + " In winter the entry fee is 20 euros."),
        ("The fair runs on 1 May.", "The fair runs from 1 May to 15 May."),
    ],
)
def test_other_statements_are_left_alone(claim: str, passage: str) -> None:
    """The new value, the past, plans, ranges and other things are no matter for the check."""
    assert outcome(replacements, claim, passage) is None


@given(st.text(), st.text())
def test_any_text_is_survived(claim: str, passage: str) -> None:
    """The check neither raises nor speaks about unrelated text."""
    assert claim == passage or outcome(replacements, claim, passage) is None
