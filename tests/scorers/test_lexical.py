"""The lexical scorer: its contract, and what it can tell without a model."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.errors import InputError
from entailed.scorers.lexical import FEATURES, LexicalScorer, features
from entailed.testing import ScorerContract
from entailed.types import Entailment, Pair

PREMISE = "The ferry leaves at 8. It carries 40 cars from the mainland to the island."
TEXT = st.text(min_size=1, max_size=200).filter(lambda text: text.strip())


def score(premise: str, hypothesis: str) -> Entailment:
    """The score of one pair."""
    return LexicalScorer().score([Pair(premise, hypothesis)])[0]


def measured(premise: str, hypothesis: str) -> dict[str, float]:
    """The features of one pair by name."""
    return dict(zip(FEATURES, features(premise, hypothesis), strict=True))


class TestLexicalContract(ScorerContract):
    """The lexical scorer is compatible, without any tolerance."""

    @pytest.fixture
    def scorer(self) -> LexicalScorer:
        """The scorer under test."""
        return LexicalScorer()


@pytest.mark.parametrize(
    ("premise", "claim"),
    [
        (PREMISE, "The ferry carries 40 cars from the mainland to the island."),
        ("Die Fähre trägt vierzig Autos auf die Insel.", "Die Fähre trägt vierzig Autos."),
        ("渡轮每天运送四十辆汽车到岛上。", "渡轮每天运送四十辆汽车。"),
    ],
)
def test_restated_sentence_is_entailed(premise: str, claim: str) -> None:
    """What the premise says in the same words is more likely entailed than not."""
    assert score(premise, claim).entailment > 0.5


def test_other_subject_is_neutral() -> None:
    """Words the premise never uses leave it neutral."""
    result = score(PREMISE, "Bees pollinate orchards during early spring in Andalusia.")
    assert result.neutral > max(result.entailment, result.contradiction)


def test_negation_lowers_entailment() -> None:
    """The same words denied are less entailed and more contradicted."""
    plain = score(PREMISE, "The ferry carries cars to the island.")
    denied = score(PREMISE, "The ferry carries no cars to the island.")
    assert denied.entailment < plain.entailment
    assert denied.contradiction > plain.contradiction


def test_double_negation_is_none() -> None:
    """Two negations in one claim are no difference to a premise without any."""
    assert measured("It is possible.", "It is not never possible.")["flipped"] == 0


def test_missing_number_is_measured() -> None:
    """A number the premise lacks counts, one it has does not."""
    assert measured(PREMISE, "It carries 50 cars.")["missing_numbers"] == 1
    assert measured(PREMISE, "It carries 40 cars.")["missing_numbers"] == 0


def test_word_order_is_measured() -> None:
    """A swap of two names keeps coverage and loses pairs."""
    swapped = measured("Rome defeated Carthage.", "Carthage defeated Rome.")
    assert swapped["coverage"] == 1
    assert swapped["pairs"] == 0


@given(TEXT, TEXT)
def test_any_text_gives_a_distribution(premise: str, hypothesis: str) -> None:
    """Every text has measures in their range and probabilities that sum to 1."""
    values = measured(premise, hypothesis)
    assert all(0 <= value <= 1 for name, value in values.items() if name != "unmatched")
    result = score(premise, hypothesis)
    assert abs(result.entailment + result.neutral + result.contradiction - 1) < 1e-9


@pytest.mark.parametrize("text", ["", " \t\n"])
def test_blank_text_is_refused(text: str) -> None:
    """Blank text is an InputError on either side."""
    with pytest.raises(InputError, match="with some text"):
        features(text, "A claim.")
    with pytest.raises(InputError, match="with some text"):
        features("A premise.", text)
