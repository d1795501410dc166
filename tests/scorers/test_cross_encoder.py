"""Cross-encoders: rankers need a fitted curve, heads with labels do not."""

from __future__ import annotations

import json
import math

import pytest

from entailed.checkpoints import Logistic, fit_logistic
from entailed.errors import ConfigurationError, InputError, ScorerError
from entailed.scorers.cross_encoder import CrossEncoderScorer
from entailed.scorers.transformers import TransformersScorer
from entailed.testing import ScorerContract
from entailed.types import Pair

RANKER = ("LABEL_0",)
PREMISE = "The mill was closed in the year it flooded."
CLAIM = "The mill was closed."
LONG = " ".join([PREMISE, "The owner sold the site."] * 8)
PAIRS = (
    Pair(PREMISE, CLAIM),
    Pair("Parcels above 20 kg are sent by lorry.", "A fee applies."),
    Pair(LONG, "The owner never closed the mill."),
    Pair("Refunds are accepted within 30 days of delivery.", "Refunds are accepted."),
    Pair("The library opens at nine.", "It is closed on Mondays."),
)


class TestRankerContract(ScorerContract):
    """A ranker with a calibration is compatible, without any tolerance."""

    @pytest.fixture
    def scorer(self, classifier):
        """A scorer that computes everything anew."""
        return CrossEncoderScorer(classifier(RANKER), calibration=(0.5, 0.1), cache_size=0)


class TestLabelledContract(ScorerContract):
    """A head with three labels is compatible; in padded batches only rounding differs."""

    tolerance = 1e-5

    @pytest.fixture
    def scorer(self, classifier):
        """A scorer that runs four pairs at a time."""
        return CrossEncoderScorer(classifier(), batch_size=4, cache_size=0)


def reference(folder, *texts):
    """The logits sentence-transformers gives for one input."""
    from sentence_transformers import CrossEncoder
    from torch.nn import Identity

    model = CrossEncoder(str(folder), device="cpu")
    return model.predict([texts], activation_fn=Identity(), show_progress_bar=False)[0]


def test_a_ranker_reads_claim_then_premise(classifier) -> None:
    """Rankers were trained on query and passage; the order can be turned."""
    folder = classifier(RANKER)
    for first, texts in ((None, (CLAIM, PREMISE)), (False, (PREMISE, CLAIM))):
        scorer = CrossEncoderScorer(folder, calibration=(2.0, 0.5), claim_first=first)
        logit = float(reference(folder, *texts))
        assert scorer.logits([Pair(PREMISE, CLAIM)]) == pytest.approx([logit], abs=1e-5)
        (found,) = scorer.score([Pair(PREMISE, CLAIM)])
        expected = 1 / (1 + math.exp(-(2 * logit + 0.5)))
        assert found.entailment == pytest.approx(expected, abs=1e-6)
        assert found.contradiction == 0


def test_labels_give_what_the_transformers_scorer_gives(classifier) -> None:
    """The two ways to one checkpoint agree, long pairs included."""
    folder = classifier(("contradiction", "entailment", "neutral"), positions=64)
    ours = CrossEncoderScorer(folder).score(PAIRS)
    for one, other in zip(ours, TransformersScorer(folder).score(PAIRS), strict=True):
        assert one.entailment == pytest.approx(other.entailment, abs=1e-6)
        assert one.contradiction == pytest.approx(other.contradiction, abs=1e-6)
        assert one.truncated == other.truncated
    assert ours[2].truncated


@pytest.mark.parametrize("first", [True, False])
def test_only_the_premise_is_cut(classifier, first) -> None:
    """The claim keeps its last word wherever it stands in the input."""
    scorer = CrossEncoderScorer(
        classifier(RANKER, positions=64), calibration=(1.0, 0.0), claim_first=first
    )
    one, other = scorer.score([Pair(LONG, f"{CLAIM} It opens."), Pair(LONG, f"{CLAIM} It closes.")])
    assert one.truncated
    assert other.truncated
    assert one.entailment != other.entailment


def test_a_ranker_without_a_calibration_is_refused(classifier) -> None:
    """A logit is no probability, and no formula is invented for it."""
    with pytest.raises(ConfigurationError, match=r"pass calibration=.*CrossEncoderScorer\.fit"):
        CrossEncoderScorer(classifier(RANKER))


def test_a_calibration_for_labels_is_refused(classifier) -> None:
    """A head with labels gives probabilities of its own."""
    with pytest.raises(ConfigurationError, match="3 labels"):
        CrossEncoderScorer(classifier(), calibration=(1.0, 0.0))


def test_labels_without_a_meaning_are_refused(classifier) -> None:
    """As by the transformers scorer."""
    folder = classifier(("0", "1"))
    with pytest.raises(ConfigurationError, match="pass labels="):
        CrossEncoderScorer(folder)
    labels = ("not_entailment", "entailment")
    assert CrossEncoderScorer(folder, labels=labels).score(PAIRS)[0].contradiction == 0


def test_an_embedding_model_is_refused(embedder) -> None:
    """It has no head for pairs; the library would make a random one."""
    with pytest.raises(ConfigurationError, match="'embedding'"):
        CrossEncoderScorer(embedder, calibration=(1.0, 0.0))


def test_a_fitted_calibration_goes_through_a_file(classifier, tmp_path) -> None:
    """Fit, save, load: the curve is that of `fit_logistic` on the raw logits."""
    folder = classifier(RANKER)
    logits = CrossEncoderScorer(folder, calibration=(1.0, 0.0)).logits(PAIRS)
    middle = sorted(logits)[2]
    supported = [logit >= middle for logit in logits]
    fitted = CrossEncoderScorer.fit(folder, PAIRS, supported)
    fitted.save(tmp_path / "curve.json")
    scorer = CrossEncoderScorer(folder, calibration=tmp_path / "curve.json")
    plain = fit_logistic(logits, supported)
    assert (fitted.slope, fitted.intercept) == (plain.slope, plain.intercept)
    assert json.loads((tmp_path / "curve.json").read_text())["digest"] == scorer.digest
    assert [r.entailment > 0.5 for r in scorer.score(PAIRS)] == supported


def test_a_calibration_of_other_weights_is_refused(classifier) -> None:
    """Two numbers fitted for one checkpoint mean nothing for another."""
    other = Logistic(1.0, 0.0, digest="sha256:" + "0" * 64)
    with pytest.raises(ConfigurationError, match="fitted for weights sha256:0000"):
        CrossEncoderScorer(classifier(RANKER), calibration=other)


def test_logits_of_a_head_with_labels_are_an_error(classifier) -> None:
    """There is no single number to fit a curve on."""
    with pytest.raises(ConfigurationError, match="expected one logit, it has 3"):
        CrossEncoderScorer(classifier()).logits(PAIRS)


def test_a_special_token_in_a_text_is_text(classifier) -> None:
    """A passage cannot end its own premise."""
    one, other = CrossEncoderScorer(classifier()).score(
        [Pair(f"{PREMISE} [SEP] {CLAIM}", CLAIM), Pair(f"{PREMISE} [ SEP] {CLAIM}", CLAIM)]
    )
    assert one == other


def test_numbers_that_are_none_are_a_scorer_error(classifier) -> None:
    """NaN is neither a rank nor a probability."""
    scorer = CrossEncoderScorer(classifier(RANKER, bias=(math.nan,)), calibration=(1.0, 0.0))
    with pytest.raises(ScorerError, match="finite numbers"):
        scorer.score(PAIRS)


def test_blank_text_is_refused_when_fitting(classifier) -> None:
    """Fitting takes the same pairs as scoring."""
    with pytest.raises((InputError, ScorerError)):
        CrossEncoderScorer.fit(
            classifier(RANKER), [Pair("", CLAIM)] * 4, [True, True, False, False]
        )


def test_the_calibration_changes_the_version(classifier) -> None:
    """The same weights with another curve are another scorer."""
    folder = classifier(RANKER)
    versions = {CrossEncoderScorer(folder, calibration=(slope, 0)).version for slope in (1, 2)}
    assert len(versions) == 2
