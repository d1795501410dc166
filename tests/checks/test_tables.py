"""The tables check: the cell a claim speaks of."""

from __future__ import annotations

import pytest

from entailed.checks.numbers import numbers
from entailed.checks.tables import tables
from tests.checks.support import outcome, run

ROOMS = (
    "| Room | Seats | Opens | Floor |\n|---|---|---|---|\n| Elm | 12 | 8:00 | ground |\n"
    "| Oak | 40 | 9:30 | second |\n| Large Oak | 90 | 7:00 | third |"
)
PUMPS = "| Parameter | Min | Max |\n|---|---|---|\n| Pressure (bar) | 1.5 | 6 |\n| Flow | 2 | 5 |"
HEADS = (
    "| Club | Coach | Founded |\n|---|---|---|\n"
    "| Rovers | Ida Berg | 1904 |\n| United | Tom Lund | 1911 |"
)

PROFITS = "| Year | Profit (EUR million) |\n|---|---|\n| 2021 | 14.2 |\n| 2022 | 9.8 |"

RIGHT = [
    ("Profit was EUR 9.8 million in 2022.", PROFITS),
    ("The Elm room has 12 seats.", ROOMS),
    ("The Oak room opens at 9:30 am.", ROOMS),
    ("The Large Oak has 90 seats.", ROOMS),
    ("The Elm room is on the ground floor.", ROOMS),
    ("The maximum pressure is 6 bar.", PUMPS),
    ("The coach of Rovers is Ida Berg.", HEADS),
    ("United was founded in 1911.", HEADS),
]
WRONG = [
    ("Profit was EUR 14.2 million in 2022.", PROFITS, "number_mismatch"),
    ("The Elm room has 40 seats.", ROOMS, "number_mismatch"),
    ("The Oak room opens at 8:00.", ROOMS, "date_mismatch"),
    ("The Elm room is on the second floor.", ROOMS, "entity_mismatch"),
    ("The minimum pressure is 6 bar.", PUMPS, "number_mismatch"),
    ("The coach of Rovers is Tom Lund.", HEADS, "entity_mismatch"),
    ("United was founded in 1904.", HEADS, "date_mismatch"),
]
SILENT = [
    ("The Elm room does not have 40 seats.", ROOMS),
    ("The Elm has fewer seats than the Oak.", ROOMS),
    ("The Elm and the Oak have 52 seats.", ROOMS),
    ("The Elm has 28 fewer seats.", ROOMS),
    ("The Elm room is on the top floor.", ROOMS),
    ("The Birch room has 40 seats.", ROOMS),
    ("Ida Berg likes Rovers.", HEADS),
    ("The Elm has 12 seats.", "The Elm has 40 seats."),
]


@pytest.mark.parametrize(("claim", "passage"), RIGHT)
def test_the_value_of_the_cell_passes(claim: str, passage: str) -> None:
    """A claim that gives the named cell's own value is confirmed."""
    assert [f.outcome for f in run(tables, claim, passage)] == ["pass"]


@pytest.mark.parametrize(("claim", "passage", "reason"), WRONG)
def test_the_value_of_another_cell_is_contradicted(claim: str, passage: str, reason: str) -> None:
    """A value of another row or column is no value of the named cell."""
    assert outcome(tables, claim, passage) == (reason, "contradicted")


@pytest.mark.parametrize(("claim", "passage"), SILENT)
def test_without_one_named_cell_nothing_is_said(claim: str, passage: str) -> None:
    """Several rows, denied and compared values, unknown words and prose are left alone."""
    assert run(tables, claim, passage) == ()


def test_the_place_is_the_cell() -> None:
    """The evidence of a finding is the cell itself."""
    (found,) = run(tables, "The Elm room has 40 seats.", ROOMS)
    assert found.evidence[0].span.of(ROOMS) == "12"
    assert (found.claimed, found.stated) == ("40 seats", "12") or found.claimed == "40"


KEPT = (
    "| Document | Kept |\n|---|---|\n| Invoices and receipts | 10 years |\n"
    "| Timesheets | 24 months |\n| Gate videos | 72 hours |\n"
)
TICKETS = (
    "| Ticket | Price | Valid |\n|---|---|---|\n| Day ticket | 7 euros | 24 hours |\n"
    "| Week ticket | 25 euros | 7 days |\n| Month ticket | 70 euros | 30 days |\n"
)


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Gate videos are kept for 24 months and timesheets for 72 hours.", KEPT),
        ("Timesheets are kept for 24 months, gate videos for 10 years.", KEPT),
        ("The price is 25 euros for the day ticket and 7 euros for the week ticket.", TICKETS),
        ("The day ticket is valid for 24 hours, the month ticket for 7 days.", TICKETS),
    ],
)
def test_each_value_of_a_claim_is_compared_with_the_row_its_words_name(
    claim: str, passage: str
) -> None:
    """That both values stand in the table is not enough."""
    assert outcome(tables, claim, passage) == ("number_mismatch", "contradicted")


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Gate videos are kept for 72 hours and timesheets for 24 months.", KEPT),
        ("Gate videos are kept for 72 hours, timesheets for 24 months, invoices 10 years.", KEPT),
        ("The price is 7 euros for the day ticket and 25 euros for the week ticket.", TICKETS),
        ("The day ticket is valid for 24 hours, the month ticket for 30 days.", TICKETS),
    ],
)
def test_a_claim_about_several_rows_is_right_where_each_value_is(claim: str, passage: str) -> None:
    """Rows named by a part of their name are no row of another value."""
    assert outcome(tables, claim, passage) is None
    assert outcome(numbers, claim, passage) is None
