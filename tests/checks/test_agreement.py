"""Sources said to agree on a value."""

import pytest

from entailed.checks.agreement import agreement
from tests.checks.support import outcome

SIX, EIGHT = "The raft carries six people.", "The raft carries eight people."


@pytest.mark.parametrize(
    "claim",
    [
        "Both sources say that the raft carries six people.",
        "According to both documents, the raft carries eight people.",
    ],
)
def test_sources_that_differ_do_not_agree(claim: str) -> None:
    """A value that only one of two passages states is not what both say."""
    assert outcome(agreement, claim, [SIX, EIGHT]) == ("source_conflict", "contradicted")


@pytest.mark.parametrize(
    ("claim", "passages"),
    [
        ("Both sources say that the raft carries six people.", [SIX, SIX + " It is old."]),
        ("The raft carries six people.", [SIX, EIGHT]),
        ("Both sources say that the raft carries six people.", [SIX, "The hut sleeps eight."]),
        ("Both sources say that the raft carries six people.", [SIX]),
    ],
)
def test_agreement_and_silence_are_left_alone(claim: str, passages: list[str]) -> None:
    """Nothing is said where all agree, the claim names no sources, or one is silent."""
    assert outcome(agreement, claim, passages) is None
