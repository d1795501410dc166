"""Proof claimed where the evidence only suggests."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.checks.firmness import firmness
from tests.checks.support import outcome

COINS = "The coins suggest that the fort might have been a mint"


@pytest.mark.parametrize(
    ("claim", "passage", "label"),
    [
        ("The coins prove that the fort was a mint.", COINS + ".", "related"),
        (
            "The coins prove that the fort was a mint.",
            COINS + ", but there is no proof so far.",
            "contradicted",
        ),
        (
            "The trial confirmed that the drug lowers fever.",
            "The trial indicated that the drug lowers fever.",
            "related",
        ),
        ("The letters prove the sale.", "The letters do not prove the sale.", "contradicted"),
    ],
)
def test_proof_is_not_taken_from_hints(claim: str, passage: str, label: str) -> None:
    """A claim of proof fails where all its evidence only suggests or denies it."""
    assert outcome(firmness, claim, passage) == ("hedge_dropped", label)


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The coins suggest that the fort was a mint.", COINS + "."),
        ("The coins prove that the fort was a mint.", "The coins prove the fort was a mint."),
        (
            "The coins prove that the fort was a mint.",
            COINS + ". Later finds confirmed that the fort was a mint.",
        ),
        ("The coins prove that the fort was a mint.", "The weather suggests rain."),
        ("The coins may prove that the fort was a mint.", COINS + "."),
        ("The hotel confirmed the booking.", "The booking was accepted by the hotel."),
    ],
)
def test_other_claims_are_left_alone(claim: str, passage: str) -> None:
    """Weak claims, proof in the evidence and other matters are no fault."""
    assert outcome(firmness, claim, passage) is None


@given(st.text())
def test_any_text_is_survived(text: str) -> None:
    """The check never raises."""
    firmness_outcome = outcome(firmness, "It proves this. " + text, text)
    assert firmness_outcome is None or firmness_outcome[0] == "hedge_dropped"
