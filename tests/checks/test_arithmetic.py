"""The arithmetic check: derived figures pass with their formula, wrong ones are caught."""

from __future__ import annotations

import pytest

from entailed.checks.arithmetic import arithmetic
from tests.checks.support import outcome, run

DERIVED = [
    ("The depots have 23 vans in total.",
     ["The north depot has 14 vans.", "The south depot has 9 vans. There are no other depots."]),
    ("Route A is 15 minutes quicker than Route B.",
     ["Route A takes 40 minutes and Route B takes 55 minutes."]),
    ("Deferred revenue grew by 40%.",
     ["Deferred revenue rose from $10.0 million to $14.0 million."]),
    ("A quarter of the pilots failed.", ["12 of the 48 pilots failed."]),
    ("25% of the pilots failed.", ["12 out of 48 pilots failed."]),
    ("The advance payment is 15,000 euros.",
     ["The contract is worth 60,000 euros. An advance payment of 25% of that sum is due."]),
    ("Предоплата составляет 15 000 евро.", ["Сумма договора 60 000 евро, предоплата 25%."]),
    ("Tool A solved 26 percentage points more of the tasks than Tool B.",
     ["Tool A solved 78% of the tasks; Tool B solved 52% of them."]),
    ("The rate went up by 2 percentage points.", ["The rate went up from 4% to 6%."]),
    ("Sales doubled.", ["Sales rose from 200 units to 400 units."]),
    ("Attendance fell by 30%.", ["Attendance dropped from 1,000 visitors to 700 visitors."]),
    ("The kit has five parts.", ["The kit consists of a clamp, a hose, a gauge, a cap and a key."]),
    ("Staff and visitors together come to 350.",
     ["The site has 300 staff and receives 50 visitors."]),
    ("Emissions fell by 5 tonnes.", ["Emissions fell from 20 tonnes to 15 tonnes."]),
    ("Das sind zusammen 23 Wagen.", ["Das Depot Nord hat 14 Wagen und das Depot Süd hat 9 Wagen."]),
    ("The average score was 82 points.", ["The scores were 70 points, 80 points and 96 points."]),
]  # fmt: skip

WRONG = [
    ("12% of the pilots failed.", ["12 of the 48 pilots failed."]),
    ("The rate went up by 50 percentage points.", ["The rate went up from 4% to 6%."]),
    ("The advance payment is 18,000 euros.",
     ["The contract is worth 60,000 euros. An advance payment of 25% of that sum is due."]),
    ("Route A is 25 minutes quicker than Route B.",
     ["Route A takes 40 minutes and Route B takes 55 minutes."]),
    ("Deferred revenue grew by 60%.",
     ["Deferred revenue rose from $10.0 million to $14.0 million."]),
    ("The north and south depots have 25 vans in total.",
     ["The north depot has 14 vans and the south depot has 9 vans."]),
    ("Sales tripled.", ["Sales rose from 200 units to 400 units."]),
    ("A third of the pilots failed.", ["12 of the 48 pilots failed."]),
]  # fmt: skip

SILENT = [
    ("The tower is 90 metres tall.", ["The tower is 90 metres tall."]),
    ("The pool is 30 m long.", ["The pool is 25 m long and 5 m deep."]),
    ("The fee is $8.", ["The fee is $5 and the deposit $3."]),
    ("The hall seats 300.", ["The hall has 20 rows."]),
    ("The pump is red.", ["The pump has 3 valves and 4 hoses."]),
]


@pytest.mark.parametrize(("claim", "passages"), DERIVED)
def test_what_follows_is_derived(claim: str, passages: list[str]) -> None:
    """A figure that follows from stated ones passes with a formula and its operands."""
    found = [f for f in run(arithmetic, claim, passages) if f.reason == "arithmetic_derived"]
    assert len(found) == 1
    assert found[0].outcome == "pass"
    assert found[0].message


@pytest.mark.parametrize(("claim", "passages"), WRONG)
def test_what_does_not_follow_is_a_mismatch(claim: str, passages: list[str]) -> None:
    """A figure at odds with an operation that is surely meant is contradicted."""
    assert outcome(arithmetic, claim, passages) == ("arithmetic_mismatch", "contradicted")


@pytest.mark.parametrize(("claim", "passages"), SILENT)
def test_coincidence_proves_nothing(claim: str, passages: list[str]) -> None:
    """Without a word that calls for an operation nothing is derived."""
    assert run(arithmetic, claim, passages) == ()


def test_operands_are_located() -> None:
    """The evidence of a derived figure are the places of its operands."""
    passage = "12 of the 48 pilots failed."
    (found,) = run(arithmetic, "A quarter of the pilots failed.", passage)
    assert [e.span.of(passage) for e in found.evidence] == ["12", "48"]
    assert "12 / 48" in found.message


@pytest.mark.parametrize(
    ("price", "derived"), [("170 euros", True), ("190 euros", False), ("30 euros", False)]
)
def test_a_price_after_a_discount_is_derived(price: str, derived: bool) -> None:
    """15 % off 200 leaves 170, and nothing else."""
    passage = "The coat costs 200 euros. Students get 15% off."
    found = run(arithmetic, f"With the student discount the coat costs {price}.", passage)
    assert [f.reason for f in found] == ["arithmetic_derived"] * derived
