"""What the clause-level checks confirm."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entailed.checks.absence import absence
from entailed.checks.hedges import hedges
from entailed.checks.negation import negation
from entailed.checks.qualifiers import qualifiers
from entailed.checks.scopes import scopes
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
    (
        negation,
        "Neither the mayor nor the clerk attended the meeting.",
        "The mayor and the clerk were both absent from the meeting.",
    ),
    (negation, "There were no delays on the line.", "The line had no delays."),
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


ALL = (absence, hedges, negation, qualifiers, scopes)
WORDS = (
    "the pump valve lock is are was not never no without all some only may must if unless except "
    "open closed red blue and but , ; more than until 2020 30 critics claim that it stops starts"
).split()


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=25).map(" ".join))
@settings(max_examples=150, deadline=None)
def test_a_text_never_departs_from_itself(text: str) -> None:
    """Whatever its words, a claim that stands verbatim as the whole evidence fails no check."""
    assert [f for check in ALL for f in run(check, text, text) if f.outcome == "fail"] == []


@given(st.text(max_size=120), st.text(min_size=1, max_size=120))
@settings(max_examples=100, deadline=None)
def test_any_text_is_read(claim: str, evidence: str) -> None:
    """No input makes a check crash, and every place lies inside its text."""
    for check in ALL:
        for finding in run(check, claim, evidence):
            assert finding.claim_span.end <= len(claim)
            assert all(place.span.end <= len(evidence) for place in finding.evidence)


@pytest.mark.parametrize(
    "text",
    ["the pump is red, " * 150, "not " * 600, "if a, " * 400, "图a" * 900, "open closed " * 200],
)
def test_long_runs_of_cues_are_read_to_the_end(text: str) -> None:
    """Thousands of cues in one sentence are read like any text."""
    assert [f for check in ALL for f in run(check, text, text) if f.outcome == "fail"] == []
