"""Embeddings: a real model, a fitted curve, and no contradiction."""

from __future__ import annotations

import pytest

from entailed.errors import ConfigurationError, ScorerError
from entailed.scorers.embedding import EmbeddingScorer
from entailed.testing import ScorerContract
from entailed.types import Pair

LABELLED = (
    ("The ferry carries 40 cars to the island.", "Cars are taken to the island by ferry.", True),
    ("The museum is closed on Mondays.", "On Mondays the museum does not open.", True),
    ("Refunds are accepted within 30 days.", "You can return items for a refund.", True),
    ("The mill burnt down in 1931.", "A fire destroyed the mill.", True),
    ("The committee approved the budget.", "The budget was passed by the committee.", True),
    ("The ferry carries 40 cars to the island.", "Bees pollinate orchards in spring.", False),
    ("The museum is closed on Mondays.", "The budget was passed by the committee.", False),
    ("Refunds are accepted within 30 days.", "A fire destroyed the mill.", False),
    ("The mill burnt down in 1931.", "Children pay half price on the train.", False),
    ("The committee approved the budget.", "The island has two lighthouses.", False),
)
PAIRS = tuple(Pair(premise, claim) for premise, claim, _ in LABELLED)
SUPPORTED = [truth for _, _, truth in LABELLED]


@pytest.fixture(scope="session")
def curve(embedder):
    """The curve fitted on the pairs above."""
    return EmbeddingScorer.fit(embedder, PAIRS, SUPPORTED)


class TestEmbeddingContract(ScorerContract):
    """The embedding scorer is compatible, without any tolerance."""

    @pytest.fixture
    def scorer(self, classifier):
        """A scorer of a small encoder, under its mean, that computes everything anew."""
        return EmbeddingScorer(classifier(), calibration=(9.0, -5.0), cache_size=0)


def test_paraphrase_is_more_likely_supported_than_another_topic(embedder, curve) -> None:
    """On pairs that were not fitted: the real model knows what a text is about."""
    same, other = EmbeddingScorer(embedder, calibration=curve).score(
        [
            Pair("The library opens at nine.", "The doors of the library are opened at 9 a.m."),
            Pair("The library opens at nine.", "Whales are the largest animals."),
        ]
    )
    assert same.entailment > 0.8 > 0.2 > other.entailment
    assert (same.contradiction, other.contradiction) == (0, 0)


def test_similarity_is_the_cosine_of_the_library(embedder, curve) -> None:
    """The raw score is what sentence-transformers gives."""
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(embedder), device="cpu")
    ours = EmbeddingScorer(embedder, calibration=curve).similarities(PAIRS)
    for pair, cosine in zip(PAIRS, ours, strict=True):
        one, other = model.encode([pair.premise, pair.hypothesis], show_progress_bar=False)
        assert float(model.similarity(one, other)) == pytest.approx(cosine, abs=1e-5)


def test_padded_batches_give_the_same(classifier) -> None:
    """Only the rounding of 32-bit floats differs."""
    pairs = [*PAIRS, Pair("A longer premise. " * 20, "A claim.")]
    alone, batched = (
        EmbeddingScorer(classifier(), calibration=(9.0, -5.0), batch_size=size).score(pairs)
        for size in (1, 16)
    )
    assert len({round(result.entailment, 4) for result in alone}) > len(pairs) // 2
    for one, other in zip(alone, batched, strict=True):
        assert one.entailment == pytest.approx(other.entailment, abs=1e-5)


def test_a_long_premise_is_cut_and_a_long_claim_is_not(embedder, curve) -> None:
    """The model reads 256 tokens: what a claim says after them still counts."""
    scorer = EmbeddingScorer(embedder, calibration=curve)
    premise = "The ferry carries forty cars. "
    cut, plain, spoilt = scorer.score(
        [
            Pair(premise * 80, "The ferry carries cars."),
            Pair(premise, premise * 80),
            Pair(premise, premise * 80 + "Whales are birds that live in Peru. " * 40),
        ]
    )
    assert cut.truncated
    assert plain.truncated
    assert spoilt.entailment < 0.5 < plain.entailment


def test_without_a_calibration_it_is_refused(embedder) -> None:
    """A cosine is no probability."""
    with pytest.raises(ConfigurationError, match=r"pass calibration=.*EmbeddingScorer\.fit"):
        EmbeddingScorer(embedder)


def test_the_curve_carries_the_digest_of_the_weights(embedder, curve, classifier) -> None:
    """It is refused for others."""
    assert curve.digest == EmbeddingScorer(embedder, calibration=curve).digest
    assert curve.digest.startswith("sha256:")
    assert curve.pairs == len(PAIRS)
    with pytest.raises(ConfigurationError, match="fitted for weights"):
        EmbeddingScorer(classifier(), calibration=curve)


def test_a_missing_folder_is_a_scorer_error(tmp_path) -> None:
    """The error says what to give."""
    with pytest.raises(ScorerError, match="no such folder"):
        EmbeddingScorer(tmp_path / "nothing", calibration=(1.0, 0.0))


def test_a_length_beyond_the_positions_is_refused(embedder) -> None:
    """512 places, no more."""
    scorer = EmbeddingScorer(embedder, calibration=(1.0, 0.0), max_length=600)
    with pytest.raises(ConfigurationError, match="<= 512"):
        scorer.load()
