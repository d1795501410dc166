"""What the clause-level checks confirm."""

import pytest

from entailed.checks.hedges import hedges
from entailed.checks.negation import negation
from entailed.protocols import Check
from tests.checks.support import run

CONFIRMED = (
    (
        negation,
        "Two-step login is not disabled by default.",
        "Two-step login is enabled by default.",
    ),
    (negation, "The door isn't locked at night.", "The door is unlocked at night."),
    (negation, "The pump is not off in winter.", "The pump is on in winter."),
    (hedges, "The fee probably is $40.", "The fee is $40."),
)
UNCONFIRMED = (
    (negation, "The archive is not closed to us.", "The archive is open to us and to members."),
    (negation, "The fee is not disabled.", "If paid, the fee is enabled."),
    (negation, "All doors are not locked at night.", "The door is unlocked at night."),
    (hedges, "The fee may be $40.", "The fee is $40 for adults."),
    (hedges, "The fee probably is $40.", "The fee might be $40."),
)


def _passes(check: Check, claim: str, evidence: str) -> int:
    """How many findings of a check are passes."""
    return sum(f.outcome == "pass" for f in run(check, claim, evidence))


@pytest.mark.parametrize(("check", "claim", "evidence"), CONFIRMED)
def test_confirms_the_same_said_otherwise(check: Check, claim: str, evidence: str) -> None:
    """Two reversals, or a hedge before what is stated flatly, pass."""
    assert _passes(check, claim, evidence) == 1


@pytest.mark.parametrize(("check", "claim", "evidence"), UNCONFIRMED)
def test_confirms_nothing_else(check: Check, claim: str, evidence: str) -> None:
    """A condition, a limit or a hedge in the evidence keeps a claim from being confirmed."""
    assert _passes(check, claim, evidence) == 0
