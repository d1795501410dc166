"""Claims with two words of the evidence exchanged."""

import pytest

from entailed.checks.transpositions import transpositions
from tests.checks.support import outcome, run

EXCHANGED = (
    (
        "The nurse told the cook that the cat had gone.",
        "The cook told the nurse that the cat had gone.",
    ),
    ("Le vol part de Lyon et arrive à Nice.", "Le vol part de Nice et arrive à Lyon."),
    ("El inquilino debe avisar al propietario.", "El propietario debe avisar al inquilino."),
    (
        "The new stadium replaced the school on Mill Road.",
        "The new school replaced the stadium on Mill Road.",
    ),
    ("The bus goes from Ely to Cambridge.", "The bus goes from Cambridge to Ely."),
    ("Der Hund biss den Mann.", "Der Mann biss den Hund."),
    ("Add the milk after the eggs.", "Add the eggs after the milk."),
)
ALIKE = (
    ("Ana met Ben in Rome.", "Ben met Ana in Rome."),
    ("Tea and coffee are free.", "Coffee and tea are free."),
    ("The bus runs between Ely and Cambridge.", "The bus runs between Cambridge and Ely."),
    ("Den Mann biss der Hund.", "Der Hund biss den Mann."),
    ("Ana trained with Ben.", "Ben trained with Ana."),
    ("Cats fear dogs.", "Dogs fear cats. Cats fear dogs."),
    ("Cats fear dogs.", "Dogs fear cats at night."),
    ("", "Dogs fear cats."),
)


@pytest.mark.parametrize(("claim", "evidence"), EXCHANGED)
def test_two_exchanged_words_are_a_contradiction(claim: str, evidence: str) -> None:
    """In any language, when all else is word for word the same."""
    assert outcome(transpositions, claim, evidence) == ("entity_mismatch", "contradicted")


@pytest.mark.parametrize(("claim", "evidence"), ALIKE)
def test_silent_where_the_order_may_not_matter(claim: str, evidence: str) -> None:
    """Lists, two-way verbs, marked cases and claims that also stand as they are."""
    assert run(transpositions, claim, evidence) == ()
