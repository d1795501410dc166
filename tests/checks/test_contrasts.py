"""Contrasts of two phrases: what is denied of the second is no support for a claim of it."""

import pytest
from hypothesis import given

from entailed.checks.contrasts import contrasts
from entailed.text.contrasts import contrast
from tests.checks.support import outcome, run
from tests.strategies import any_texts

KERB = "Parcels by lorry are delivered to the kerb, not into the house."
MEALS = "The tablets are taken after meals, never before meals."
OPPOSED = (
    ("Parcels by lorry are delivered into the house.", KERB, "contradicted"),
    ("Parcels are sent by lorry and carried into the house.", KERB, "related"),
    ("The tablets are taken before meals.", MEALS, "contradicted"),
    (
        "The bus stops at the station.",
        "The bus stops at the market, not at the station.",
        "contradicted",
    ),
    ("Rent goes to the agency.", "Rent goes to the owner and not to the agency.", "contradicted"),
    (
        "Guests park in the street.",
        "Guests park behind the hotel rather than in the street.",
        "contradicted",
    ),
    (
        "Wages are paid at the beginning of May.",
        "Wages are paid at the end, not at the beginning of May.",
        "contradicted",
    ),
    (
        "The shuttle from the airport runs every hour.",
        "The shuttle runs from the pier, not from the airport.",
        "related",
    ),
)
SILENT = (
    ("Parcels by lorry are delivered to the kerb.", KERB),
    ("Parcels by lorry are not delivered into the house.", KERB),
    ("Parcels by lorry go to the kerb, not into the house.", KERB),
    ("Letters are delivered into the house.", KERB),
    ("Parcels by lorry are delivered near the house.", KERB),
    ("The tablets are taken after meals.", MEALS),
    ("If asked, the bus stops at the station.", "The bus stops at the market, not at the station."),
    (
        "Cars are parked in front of the school.",
        "Bikes are parked at the gym, not in front of the school. "
        "Cars are parked in front of the school.",
    ),
    ("", KERB),
)


@pytest.mark.parametrize(("claim", "evidence", "label"), OPPOSED)
def test_what_a_contrast_denies_is_not_supported(claim: str, evidence: str, label: str) -> None:
    """Contradicted in the words of the sentence, related under another predicate."""
    assert outcome(contrasts, claim, evidence) == ("negation_flip", label)


@pytest.mark.parametrize(("claim", "evidence"), SILENT)
def test_the_other_side_and_denials_are_left_alone(claim: str, evidence: str) -> None:
    """So are other things, other places, and what another sentence says."""
    assert run(contrasts, claim, evidence) == ()


@given(any_texts())
def test_any_text_is_read(text: str) -> None:
    """A contrast lies in its text."""
    made = contrast(text)
    assert made is None or made.span.end <= len(text)
