"""The embedded scorer: its contract, its files, and what makes its results repeatable."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from entailed.assembly import build_verifier
from entailed.calibration import Aim
from entailed.errors import ConfigurationError, InputError, ScorerError
from entailed.evidence import freeze
from entailed.labelled import LabelledClaim, calibrate
from entailed.scorers.embedded import FILES, WEIGHTS, EmbeddedScorer, available_cores
from entailed.testing import ScorerContract
from entailed.types import Pair

LONG_PREMISE = "The mill was closed in the year it flooded. " * 60
PAIR = Pair("Refunds are accepted within 30 days of delivery.", "Refunds are accepted.")
MODEL_FILES = FILES


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A copy of the weights that a test may damage."""
    for name in MODEL_FILES:
        shutil.copy(WEIGHTS / name, tmp_path / name)
    return tmp_path


def configure(directory: Path, **changes: object) -> None:
    """Change entries of the configuration in `directory`."""
    path = directory / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


class TestEmbeddedContract(ScorerContract):
    """The embedded scorer is compatible, without any tolerance and without its cache."""

    @pytest.fixture
    def scorer(self) -> EmbeddedScorer:
        """A scorer that computes everything anew."""
        return EmbeddedScorer(cache_size=0)


def test_entailment_beats_contradiction_where_the_premise_says_so() -> None:
    """A restated premise is entailed, a denied one contradicted."""
    premise = "A man is playing a guitar on the stage."
    yes, no = EmbeddedScorer().score(
        [Pair(premise, "A man plays a guitar."), Pair(premise, "Nobody is playing a guitar.")]
    )
    assert yes.entailment > 0.5 > yes.contradiction
    assert no.contradiction > 0.5 > no.entailment


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_threads_do_not_change_results(threads: int) -> None:
    """The same bits come out whatever the number of threads."""
    expected = EmbeddedScorer(cache_size=0, threads=1).score(ScorerContract.pairs)
    assert EmbeddedScorer(cache_size=0, threads=threads).score(ScorerContract.pairs) == expected


def test_cached_results_are_the_computed_ones() -> None:
    """A hit is the very result, also after others were evicted."""
    scorer = EmbeddedScorer(cache_size=2)
    first = scorer.score(ScorerContract.pairs)
    assert scorer.score(ScorerContract.pairs) == first
    assert scorer.score([ScorerContract.pairs[-1]])[0] == first[-1]


def test_long_premise_is_cut_at_a_sentence_end() -> None:
    """What is left of a long premise is whole sentences, and the cut is reported."""
    claim = "The mill was closed."
    (cut,) = EmbeddedScorer().score([Pair(LONG_PREMISE, claim)])
    kept = {
        count: EmbeddedScorer().score(
            [Pair(("The mill was closed in the year it flooded. " * count).strip(), claim)]
        )[0]
        for count in range(15, 30)
    }
    assert cut.truncated
    assert cut.entailment in {result.entailment for result in kept.values() if not result.truncated}


def test_a_pair_that_fits_is_not_truncated() -> None:
    """Truncation is reported only where it happened."""
    assert not EmbeddedScorer().score([PAIR])[0].truncated


def test_the_end_of_a_long_claim_counts() -> None:
    """A claim is never cut: what stands at its far end still decides."""
    premise = "The mill was closed in 1931. The owner sold the site."
    true = "The mill was closed in 1931. " * 40
    plain, spoilt = EmbeddedScorer().score(
        [Pair(premise, true), Pair(premise, true + "Whales are birds that live in Peru.")]
    )
    assert plain.truncated
    assert spoilt.entailment < plain.entailment


@pytest.mark.parametrize(
    "text", ["x" * 50_000, "a b " * 5_000, "\U0001f600" * 300, "ab\ud800cd", "אבג " * 50]
)
def test_any_text_is_scored(text: str) -> None:
    """Hostile text on either side gives probabilities, not a crash."""
    both = EmbeddedScorer().score([Pair(text, "A claim."), Pair("A premise.", text)])
    assert all(0 <= result.entailment <= 1 for result in both)


@pytest.mark.parametrize("token", ["SEP", "CLS", "MASK", "PAD"])
def test_special_tokens_in_a_text_are_text(token: str) -> None:
    """A passage that spells out a token of the model is read letter by letter."""
    scorer = EmbeddedScorer(cache_size=0)
    spelled = f"Refunds take 60 days. [{token}] Refunds take 30 days."
    apart = spelled.replace(f"[{token}]", f"[ {token} ]")
    claim = "Refunds take 30 days."
    assert scorer.score([Pair(spelled, claim)]) == scorer.score([Pair(apart, claim)])


def test_unreadable_text_is_an_error() -> None:
    """Text that has no token at all is no claim the model could judge."""
    with pytest.raises(ScorerError, match="words the model can read"):
        EmbeddedScorer().score([Pair("A premise.", "\u200b")])


def test_text_must_be_text() -> None:
    """Another type than str is named in the error."""
    with pytest.raises(InputError, match="hypothesis with some text, got None"):
        EmbeddedScorer().score([Pair("A premise.", None)])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", MODEL_FILES)
def test_missing_file_is_a_scorer_error(directory: Path, name: str) -> None:
    """A missing file is named, with a way out."""
    (directory / name).unlink()
    with pytest.raises(ScorerError, match=f"{name}.*scorer='lexical'"):
        EmbeddedScorer(directory).score([PAIR])


@pytest.mark.parametrize("name", MODEL_FILES)
def test_corrupt_file_is_a_scorer_error(directory: Path, name: str) -> None:
    """A file that is not what it should be is a ScorerError, not a library's exception."""
    (directory / name).write_bytes(b"\x00not a model")
    with pytest.raises(ScorerError):
        EmbeddedScorer(directory).score([PAIR])


@pytest.mark.parametrize("name", MODEL_FILES)
def test_missing_files_have_no_digest(directory: Path, name: str) -> None:
    """The digest of a file that is not there is an error, not an empty string."""
    (directory / name).unlink()
    with pytest.raises(ScorerError, match=re.escape(name)):
        _ = EmbeddedScorer(directory).digest


@pytest.mark.parametrize(
    "changes",
    [
        {"labels": ["yes", "no"]},
        {"labels": 3},
        {"max_length": 0},
        {"max_length": "long"},
        {"temperature": 0},
        {"temperature": float("nan")},
        {"calibration": [0.5]},
    ],
)
def test_bad_configuration_is_a_scorer_error(directory: Path, changes: dict[str, object]) -> None:
    """A configuration that cannot be meant is refused before anything is scored."""
    configure(directory, **changes)
    with pytest.raises(ScorerError, match=r"config\.json"):
        EmbeddedScorer(directory).score([PAIR])


def test_label_order_is_read_from_the_configuration(directory: Path) -> None:
    """Turning the labels round turns the probabilities round."""
    configure(directory, labels=["contradiction", "neutral", "entailment"])
    (turned,), (plain,) = EmbeddedScorer(directory).score([PAIR]), EmbeddedScorer().score([PAIR])
    assert (turned.entailment, turned.contradiction) == (plain.contradiction, plain.entailment)


def test_temperature_flattens(directory: Path) -> None:
    """A temperature above 1 brings the probabilities nearer to each other."""
    configure(directory, temperature=4.0)
    (warm,), (plain,) = EmbeddedScorer(directory).score([PAIR]), EmbeddedScorer().score([PAIR])
    assert 1 / 3 < warm.entailment < plain.entailment


def test_calibration_come_with_the_weights(directory: Path) -> None:
    """Thresholds are those of the configuration."""
    configure(directory, calibration={"entailment": 0.6, "contradiction": 0.4})
    assert EmbeddedScorer(directory).calibration == {"entailment": 0.6, "contradiction": 0.4}


@pytest.mark.parametrize("name", MODEL_FILES)
def test_every_file_that_changes_scores_changes_the_digest(directory: Path, name: str) -> None:
    """Weights, the tokenizer, and the configuration with label order and temperature."""
    assert EmbeddedScorer(directory).digest == EmbeddedScorer().digest
    other = directory / "other"
    other.mkdir()
    for file in MODEL_FILES:
        shutil.copy(directory / file, other / file)
    with (other / name).open("ab") as file:
        file.write(b"\n")
    assert EmbeddedScorer(other).digest != EmbeddedScorer(directory).digest


def test_digest_is_that_of_a_list_of_digests() -> None:
    """As `sha256sum config.json model.onnx tokenizer.json | sha256sum` has it; the card says so."""
    sums = {name: hashlib.sha256((WEIGHTS / name).read_bytes()).hexdigest() for name in FILES}
    lines = "".join(f"{sums[name]}  {name}\n" for name in sorted(FILES))
    shipped = EmbeddedScorer().digest
    assert shipped == f"sha256:{hashlib.sha256(lines.encode()).hexdigest()}"
    card = (WEIGHTS / "README.md").read_text("utf-8")
    assert shipped.removeprefix("sha256:") in card
    assert sums["model.onnx"] in card


def test_a_calibration_for_other_files_is_refused(directory: Path) -> None:
    """A temperature that was set afterwards makes another scorer of the same weights."""
    rows = [
        LabelledClaim(f"Ferry {i} {verb}.", freeze([f"Ferry {i} leaves."]), verb == "leaves")
        for i in range(12)
        for verb in ("leaves", "burns")
    ]
    options = {"directory": str(directory), "threads": 1}
    verifier = build_verifier(scorer="embedded", scorer_options=options)
    result = calibrate(verifier, rows, Aim("unsupported_passed", 0.5, 0.5))
    assert build_verifier(scorer="embedded", scorer_options=options, calibration=result)
    other = directory / "warm"
    other.mkdir()
    for file in MODEL_FILES:
        shutil.copy(directory / file, other / file)
    configure(other, temperature=1.5)
    with pytest.raises(ConfigurationError, match="score: calibrated with embedded 1 sha256:"):
        build_verifier(
            scorer="embedded", scorer_options={"directory": str(other)}, calibration=result
        )


@pytest.mark.parametrize("options", [{"cache_size": -1}, {"threads": 0}])
def test_options_out_of_range_are_refused(options: dict[str, int]) -> None:
    """A negative cache or no thread is a mistake of the caller."""
    with pytest.raises(InputError, match="expected"):
        EmbeddedScorer(**options)  # type: ignore[arg-type]


def test_importing_loads_no_heavy_package() -> None:
    """The module can be imported where ONNX Runtime is not wanted."""
    code = (
        "import sys, entailed.scorers.embedded\n"
        "print([m for m in ('onnxruntime', 'tokenizers', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_cores_are_counted() -> None:
    """There is always at least one core."""
    assert available_cores() >= 1
