"""Checkpoints of transformers: what kind they are, how texts go in, what comes out."""

from __future__ import annotations

import math
import shutil
import subprocess
import sys

import pytest

from entailed.errors import ConfigurationError, ScorerError, UnsupportedError
from entailed.scorers.transformers import MINICHECK, TransformersScorer
from entailed.testing import ScorerContract
from entailed.types import Failure, Pair

BINARY = ("not_entailment", "entailment")
PREMISE = "The mill was closed in the year it flooded."
LONG = " ".join([PREMISE, "The owner sold the site."] * 8)
CLAIM = "The mill was closed."
PAIRS = (
    Pair(PREMISE, CLAIM),
    Pair("Parcels above 20 kg are sent by lorry; smaller ones go by post.", "A fee applies."),
    Pair(LONG, "The owner never closed the mill in the year it flooded."),
    Pair("It is closed.", "It."),
    Pair("Refunds are accepted within 30 days of delivery.", "Refunds are accepted."),
)


def parts(result):
    """The three probabilities of an entailment."""
    return (result.entailment, result.neutral, result.contradiction)


def softmax(values):
    """The softmax of a list of numbers."""
    exponentials = [math.exp(value) for value in values]
    return [value / sum(exponentials) for value in exponentials]


def logits_of(folder, torch, *texts, family="AutoModelForSequenceClassification", **inputs):
    """What the library itself gives for one input."""
    import transformers

    model = getattr(transformers, family).from_pretrained(folder).eval()
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    with torch.no_grad():
        return model(**tokenizer(*texts, return_tensors="pt"), **inputs).logits[0], tokenizer


class TestClassifierContract(ScorerContract):
    """A head with three labels is compatible, without any tolerance."""

    @pytest.fixture
    def scorer(self, classifier):
        """A scorer that computes everything anew."""
        return TransformersScorer(classifier(), cache_size=0)


class TestBatchedContract(ScorerContract):
    """In padded batches only the rounding of 32-bit floats differs."""

    tolerance = 1e-5

    @pytest.fixture
    def scorer(self, classifier):
        """A scorer of two classes that runs four pairs at a time."""
        return TransformersScorer(classifier(BINARY, family="roberta"), batch_size=4, cache_size=0)


class TestSeq2SeqContract(ScorerContract):
    """A sequence-to-sequence checkpoint is compatible, without any tolerance."""

    @pytest.fixture
    def scorer(self, seq2seq):
        """A scorer that computes everything anew."""
        return TransformersScorer(seq2seq(), cache_size=0)


# --- what comes out --------------------------------------------------------------------------


def test_three_labels_are_the_softmax_of_the_pair(classifier, torch) -> None:
    """Premise and claim go in as the tokenizer's own pair."""
    folder = classifier()
    logits, _ = logits_of(folder, torch, PREMISE, CLAIM)
    (found,) = TransformersScorer(folder).score([Pair(PREMISE, CLAIM)])
    assert parts(found) == pytest.approx(softmax(logits.tolist()), abs=1e-6)


def test_label_places_are_read_from_the_configuration(classifier) -> None:
    """Naming the same logits otherwise turns the probabilities round."""
    plain, turned = (
        TransformersScorer(classifier(names)).score(PAIRS)
        for names in (
            ("entailment", "neutral", "contradiction"),
            ("CONTRADICTION", "Not enough info", "SUPPORTS"),
        )
    )
    assert [parts(one)[::-1] for one in plain] == [parts(one) for one in turned]


@pytest.mark.parametrize("labels", [BINARY, ("refuted", "supported")])
def test_two_classes_never_contradict(classifier, labels) -> None:
    """What is not entailment is neutral: two classes cannot tell a denial from silence."""
    for result in TransformersScorer(classifier(labels)).score(PAIRS):
        assert 0 < result.entailment < 1
        assert result.neutral == pytest.approx(1 - result.entailment)
        assert result.contradiction == 0


def test_minicheck_heads_read_one_text_with_the_end_token_between(classifier, torch) -> None:
    """The labels "0" and "1" are explained by the caller, the input is passage, </s>, claim."""
    folder = classifier(("0", "1"), family="roberta")
    logits, _ = logits_of(folder, torch, f"{PREMISE}</s>{CLAIM}")
    scorer = TransformersScorer(folder, labels=BINARY, template=MINICHECK)
    (found,) = scorer.score([Pair(PREMISE, CLAIM)])
    assert found.entailment == pytest.approx(softmax(logits.tolist())[1], abs=1e-6)


def test_one_logit_is_a_log_odds_where_the_caller_says_so(classifier, torch) -> None:
    """Heads of the HHEM kind go through a sigmoid."""
    folder = classifier(("LABEL_0",))
    logits, _ = logits_of(folder, torch, PREMISE, CLAIM)
    (found,) = TransformersScorer(folder, labels=("entailment",)).score([Pair(PREMISE, CLAIM)])
    assert found.entailment == pytest.approx(1 / (1 + math.exp(-logits.item())), abs=1e-6)
    assert found.contradiction == 0


def test_minicheck_t5_compares_the_first_tokens_of_one_and_zero(seq2seq, torch) -> None:
    """The prompt, the parting token and the two logits are those of MiniCheck-Flan-T5."""
    folder = seq2seq()
    logits, tokenizer = logits_of(
        folder,
        torch,
        f"predict: {PREMISE}</s>{CLAIM}",
        family="AutoModelForSeq2SeqLM",
        decoder_input_ids=torch.zeros((1, 1), dtype=torch.long),
    )
    no, yes = (tokenizer(word, add_special_tokens=False)["input_ids"][0] for word in "01")
    assert tokenizer.convert_ids_to_tokens([no, yes]) == ["▁", "▁1"]
    (found,) = TransformersScorer(folder).score([Pair(PREMISE, CLAIM)])
    expected = softmax([logits[0, no].item(), logits[0, yes].item()])[1]
    assert parts(found) == pytest.approx((expected, 1 - expected, 0), abs=1e-6)


def test_other_prompts_and_answers_can_be_given(seq2seq) -> None:
    """A checkpoint that was trained to say yes or no is asked its own way."""
    template = "premise: {premise} hypothesis: {hypothesis}"
    plain, asked = (
        TransformersScorer(seq2seq(), **options).score(PAIRS)
        for options in ({}, {"template": template, "answers": ("yes", "no")})
    )
    assert all(a.entailment != b.entailment for a, b in zip(plain, asked, strict=True))


# --- batches and lengths ---------------------------------------------------------------------


@pytest.mark.parametrize("family", ["bert", "roberta", "t5"])
def test_padding_does_not_change_a_score(classifier, seq2seq, family) -> None:
    """Short pairs beside long ones get what they get alone."""
    folder = seq2seq() if family == "t5" else classifier(BINARY, family=family)
    alone = TransformersScorer(folder, cache_size=0).score(PAIRS)
    assert len({round(result.entailment, 5) for result in alone}) == len(PAIRS)
    for size in (2, 3, 32):
        batched = TransformersScorer(folder, batch_size=size, cache_size=0).score(PAIRS)
        for one, other in zip(alone, batched, strict=True):
            assert parts(one) == pytest.approx(parts(other), abs=1e-5)


@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_a_long_premise_is_cut_at_a_sentence_end(classifier, family) -> None:
    """Only the premise is cut, to what a shorter one of whole sentences would have given."""
    scorer = TransformersScorer(classifier(family=family, positions=128))
    (cut,) = scorer.score([Pair(LONG, CLAIM)])
    whole = [
        scorer.score([Pair(LONG[: place + 1], CLAIM)])[0]
        for place, character in enumerate(LONG)
        if character == "."
    ]
    assert cut.truncated
    assert parts(cut) in [parts(result) for result in whole if not result.truncated]
    assert not scorer.score([Pair(PREMISE, CLAIM)])[0].truncated


def test_the_end_of_a_long_claim_counts(classifier) -> None:
    """A claim is never cut: each of its parts is scored, and the weakest decides."""
    scorer = TransformersScorer(classifier(positions=64))
    claim = "The owner sold the site. " * 12
    plain, longer = scorer.score([Pair(PREMISE, claim), Pair(PREMISE, claim + "A fee applies.")])
    assert plain.truncated
    assert longer.truncated
    assert longer.entailment != plain.entailment
    assert longer.contradiction >= plain.contradiction - 1e-9


def test_every_place_of_the_position_table_can_be_used(classifier) -> None:
    """A premise of words of one token each fills the input to the last place, not beyond."""
    scorer = TransformersScorer(classifier(family="roberta", positions=64))
    results = scorer.score([Pair("a" * count, "it") for count in range(48, 68)])
    assert [result.truncated for result in results] == [count > 58 for count in range(48, 68)]


@pytest.mark.parametrize("length", [8, 65])
def test_a_length_the_network_cannot_have_is_refused(classifier, length) -> None:
    """More tokens than positions, or hardly any, cannot be meant."""
    scorer = TransformersScorer(classifier(positions=64), max_length=length)
    with pytest.raises(ConfigurationError, match="max_length: expected a number >= 16 and <= 64"):
        scorer.load()


def test_a_shorter_length_can_be_asked_for(classifier) -> None:
    """A maximal length below that of the checkpoint cuts earlier."""
    pair = Pair(LONG, CLAIM)
    assert TransformersScorer(classifier(), max_length=32).score([pair])[0].truncated
    assert not TransformersScorer(classifier()).score([pair])[0].truncated


# --- texts -----------------------------------------------------------------------------------


def test_a_passage_cannot_end_its_own_premise(classifier, seq2seq) -> None:
    """Special tokens in a text are ordinary text, in every form of input."""
    for folder, token in ((classifier(), "[SEP]"), (seq2seq(), "</s>")):
        broken = f"{token[0]} {token[1:]}"
        injected, plain = TransformersScorer(folder).score(
            [Pair(f"{PREMISE}{token}{CLAIM}", CLAIM), Pair(f"{PREMISE}{broken}{CLAIM}", CLAIM)]
        )
        assert injected == plain


def test_places_of_the_template_in_a_text_are_text(seq2seq) -> None:
    """A premise that says {hypothesis} is not filled in."""
    one, other = TransformersScorer(seq2seq()).score(
        [Pair("It is {hypothesis}", CLAIM), Pair(f"It is {CLAIM}", CLAIM)]
    )
    assert one.entailment != other.entailment


@pytest.mark.parametrize("text", ["x" * 5_000, "\U0001f600" * 300, "ab\ud800cd", "אבג " * 50])
def test_any_text_is_scored(classifier, text) -> None:
    """Hostile text on either side gives probabilities, not a crash."""
    scorer = TransformersScorer(classifier(family="roberta", positions=64))
    for result in scorer.score([Pair(text, "A claim."), Pair("A premise.", text)]):
        assert 0 <= result.entailment <= 1


def test_unreadable_text_fails_alone(classifier) -> None:
    """Text without any token is no claim the model could judge; the pairs beside it are."""
    scorer = TransformersScorer(classifier())
    good, bad = scorer.score([PAIRS[0], Pair(PREMISE, "\u200b")])
    assert [good] == scorer.score([PAIRS[0]])
    assert isinstance(bad, Failure)
    assert "words the model can read" in bad.message


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "labels", [("LABEL_0", "LABEL_1", "LABEL_2"), ("0", "1"), ("positive", "negative")]
)
def test_labels_without_a_meaning_are_refused(classifier, labels) -> None:
    """Nothing is guessed; the error says what to pass."""
    with pytest.raises(ConfigurationError, match=r"pass labels="):
        TransformersScorer(classifier(labels))


def test_one_logit_without_a_meaning_is_refused(classifier) -> None:
    """It may be a log-odds or a rank; the error names both ways out."""
    with pytest.raises(ConfigurationError, match=r"labels=\('entailment',\).*cross-encoder"):
        TransformersScorer(classifier(("LABEL_0",)))


def test_labels_that_each_have_a_probability_are_refused(classifier) -> None:
    """A softmax over logits that were trained one by one would be an invention."""
    with pytest.raises(ConfigurationError, match="multi_label_classification"):
        TransformersScorer(classifier(problem_type="multi_label_classification"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"labels": ("entailment", "neutral")}, "expected 3 labels"),
        ({"template": "{premise}"}, "template: expected"),
        ({"answers": "10"}, "answers: expected"),
        ({"batch_size": 0}, "batch_size: expected"),
        ({"cache_size": -1}, "cache_size: expected"),
        ({"max_length": "long"}, "max_length: expected"),
        ({"languages": "en"}, "languages: expected"),
        ({"device": 0}, "device: expected"),
    ],
)
def test_options_that_cannot_be_meant_are_refused(classifier, options, message) -> None:
    """The error names the option, what was expected and what came."""
    with pytest.raises(ConfigurationError, match=message):
        TransformersScorer(classifier(), **options)


def test_labels_for_a_model_without_any_are_refused(seq2seq) -> None:
    """A sequence-to-sequence model has answers."""
    with pytest.raises(ConfigurationError, match="pass answers="):
        TransformersScorer(seq2seq(), labels=BINARY)


def test_answers_that_begin_alike_are_refused(seq2seq) -> None:
    """Two words with one first token cannot be told apart."""
    scorer = TransformersScorer(seq2seq(), answers=("0", "0 0"))
    with pytest.raises(ConfigurationError, match="first tokens differ"):
        scorer.load()


@pytest.mark.parametrize("device", ["quantum", "cuda:99"])
def test_a_device_that_is_not_there_is_refused(classifier, device) -> None:
    """The error names it."""
    scorer = TransformersScorer(classifier(), device=device)
    with pytest.raises(ConfigurationError, match=f"device.*{device}"):
        scorer.score([Pair(PREMISE, CLAIM)])


def test_a_checkpoint_without_a_head_is_refused(classifier, tmp_path) -> None:
    """An encoder alone would get a random head, and random probabilities."""
    from transformers import AutoModel, AutoTokenizer

    folder = classifier()
    AutoModel.from_pretrained(folder).save_pretrained(tmp_path)
    AutoTokenizer.from_pretrained(folder).save_pretrained(tmp_path)
    with pytest.raises(ConfigurationError, match="got BertModel"):
        TransformersScorer(tmp_path)
    shutil.copy(folder / "config.json", tmp_path)
    with pytest.raises(ScorerError, match=r"missing classifier\.bias, classifier\.weight"):
        TransformersScorer(tmp_path).score([Pair(PREMISE, CLAIM)])


def test_corrupt_weights_are_a_scorer_error(classifier, tmp_path) -> None:
    """Not an exception of some library."""
    folder = shutil.copytree(classifier(), tmp_path / "corrupt")
    (folder / "model.safetensors").write_bytes(b"\x00not weights")
    with pytest.raises(ScorerError, match="cannot load its weights"):
        TransformersScorer(folder).score([Pair(PREMISE, CLAIM)])


def test_numbers_that_are_none_are_a_scorer_error(classifier) -> None:
    """NaN is not a probability."""
    scorer = TransformersScorer(classifier(bias=(math.nan, 0.0, 0.0)))
    with pytest.raises(ScorerError, match="finite logits"):
        scorer.score([Pair(PREMISE, CLAIM)])


@pytest.mark.parametrize("package", ["torch", "transformers"])
def test_without_the_extra_the_error_says_what_to_install(classifier, monkeypatch, package) -> None:
    """The base install does without, and says so."""
    folder = classifier()
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(UnsupportedError, match=rf"{package}: pip install 'entailed\[nli\]'"):
        TransformersScorer(folder)


# --- identity --------------------------------------------------------------------------------


def test_options_that_change_results_change_the_version(classifier) -> None:
    """Device and batch do not, labels and lengths do."""
    folder = classifier(("0", "1"))
    versions = [
        TransformersScorer(folder, **options).version
        for options in (
            {"labels": BINARY},
            {"labels": BINARY, "batch_size": 8, "device": "cuda"},
            {"labels": BINARY[::-1]},
            {"labels": BINARY, "max_length": 100},
            {"labels": BINARY, "template": "{premise} {hypothesis}"},
        )
    ]
    assert versions[0] == versions[1]
    assert len(set(versions)) == 4


def test_loading_and_scoring_print_nothing(classifier, capfd) -> None:
    """Progress bars and reports are for programs, not for libraries."""
    folder = classifier(hidden_size=16)
    capfd.readouterr()
    TransformersScorer(folder).score(PAIRS)
    captured = capfd.readouterr()
    assert captured.out + captured.err == ""


@pytest.mark.parametrize("module", ["transformers", "cross_encoder", "embedding"])
def test_importing_loads_no_heavy_package(module) -> None:
    """The modules can be imported without the extra, and without its price."""
    code = (
        f"import sys, entailed.scorers.{module}\n"
        "print([m for m in ('torch', 'transformers', 'sentence_transformers', 'numpy', "
        "'huggingface_hub') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
