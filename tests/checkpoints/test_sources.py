"""Finding checkpoints: folders, the local cache, and what is said where there is none."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from pathlib import Path

import pytest

from entailed.checkpoints.sources import locate, missing_packages, require
from entailed.errors import ConfigurationError, ScorerError, UnsupportedError
from entailed.scorers.cross_encoder import CrossEncoderScorer
from entailed.scorers.embedding import EmbeddingScorer
from entailed.scorers.transformers import TransformersScorer
from entailed.types import Pair

COMMIT = "0123456789abcdef0123456789abcdef01234567"
FILES = ("config.json",)
BINARY = ("not_entailment", "entailment")
PAIRS = [Pair("The mill was closed in the year it flooded.", "The mill was closed.")]


def cached(folder: Path, cache: Path, name: str) -> Path:
    """A cache as the hub's client lays it, with `folder` as the one commit of `name`."""
    home = cache / f"models--{name.replace('/', '--')}"
    shutil.copytree(folder, home / "snapshots" / COMMIT, copy_function=os.symlink)
    (home / "refs").mkdir()
    (home / "refs" / "main").write_text(COMMIT)
    return cache


def digest(data: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


# --- folders ---------------------------------------------------------------------------------


def test_the_digest_is_that_of_the_weight_file(classifier) -> None:
    """As `sha256sum` prints it."""
    folder = classifier()
    expected = digest((folder / "model.safetensors").read_bytes())
    assert TransformersScorer(folder).digest == f"sha256:{expected}"


def test_the_digest_of_shards_is_that_of_their_list(tmp_path) -> None:
    """Every shard counts; training leftovers and the other format do not."""
    (tmp_path / "config.json").write_text("{}")
    shards = {f"model-0000{i}-of-00002.safetensors": bytes([i]) for i in (1, 2)}
    for name, data in {**shards, "pytorch_model.bin": b"x", "optimizer.bin": b"y"}.items():
        (tmp_path / name).write_bytes(data)
    lines = "".join(f"{digest(data)}  {name}\n" for name, data in sorted(shards.items()))
    assert locate(tmp_path, {}, FILES).digest == f"sha256:{digest(lines.encode())}"


def test_a_replaced_file_has_another_digest(tmp_path) -> None:
    """The digest is of what is there now."""
    (tmp_path / "config.json").write_text("{}")
    weights = tmp_path / "pytorch_model.bin"
    weights.write_bytes(b"one")
    source = locate(tmp_path, {}, FILES)
    first = source.digest
    weights.write_bytes(b"two")
    os.utime(weights, ns=(1, 1))
    assert source.digest != first


def test_weights_of_modules_count(classifier, tmp_path) -> None:
    """A sentence-transformers model keeps further layers in folders."""
    folder = shutil.copytree(classifier(), tmp_path / "model", copy_function=os.symlink)
    (folder / "modules.json").write_text("[]")
    plain = locate(folder, {}, FILES).digest
    (folder / "2_Dense").mkdir()
    (folder / "2_Dense" / "model.safetensors").write_bytes(b"dense")
    assert locate(folder, {}, FILES).digest != plain


def test_a_folder_without_weights_has_no_digest(tmp_path) -> None:
    """An error, not an empty string."""
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(ScorerError, match="expected weights"):
        _ = locate(tmp_path, {}, FILES).digest


def test_replaced_weights_are_loaded_anew(classifier, tmp_path) -> None:
    """Scorers share what they load, but not across versions of a file."""
    folder = shutil.copytree(classifier(), tmp_path / "model")
    (first,) = TransformersScorer(folder).score(PAIRS)
    shutil.copytree(classifier(bias=(5.0, 0.0, 0.0)), folder, dirs_exist_ok=True)
    (second,) = TransformersScorer(folder).score(PAIRS)
    assert first.entailment != second.entailment > 0.9


@pytest.mark.parametrize("make", [TransformersScorer, CrossEncoderScorer, EmbeddingScorer])
def test_what_is_no_folder_is_a_scorer_error(make, tmp_path) -> None:
    """The error says what to give."""
    file = tmp_path / "weights.bin"
    file.write_bytes(b"")
    for missing in (tmp_path / "none", str(tmp_path / "none"), file, "../none", "a b"):
        with pytest.raises(ScorerError, match="give the folder"):
            make(missing)


@pytest.mark.parametrize("make", [TransformersScorer, CrossEncoderScorer, EmbeddingScorer])
def test_an_empty_folder_is_a_scorer_error(make, tmp_path) -> None:
    """The error says what was looked for."""
    with pytest.raises(ScorerError, match=r"expected a folder with .*config\.json"):
        make(tmp_path)


def test_a_configuration_that_is_none_is_a_scorer_error(tmp_path) -> None:
    """Not an exception of some library."""
    for text in ("{", "{}", '{"model_type": "no-such-kind"}'):
        (tmp_path / "config.json").write_text(text)
        with pytest.raises(ScorerError, match="cannot load its configuration"):
            TransformersScorer(tmp_path)


def test_an_unknown_option_is_refused(classifier) -> None:
    """A misspelling is named, with what there is."""
    with pytest.raises(ConfigurationError, match=r"unknown option 'revison'.*revision"):
        TransformersScorer(classifier(), revison="main")


# --- the hub ---------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [TransformersScorer, CrossEncoderScorer, EmbeddingScorer])
def test_a_hub_id_that_is_not_cached_is_a_scorer_error(make, tmp_path) -> None:
    """Nothing is fetched unasked; the error says how to get it."""
    with pytest.raises(ScorerError, match=r"hf download org/name.*download=True"):
        make("org/name", cache_dir=tmp_path)


def test_a_cached_hub_id_is_used_offline(classifier, tmp_path) -> None:
    """Its digest names the commit, and it scores what its folder scores."""
    folder = classifier()
    cache = cached(folder, tmp_path, "org/name")
    scorer = TransformersScorer("org/name", cache_dir=cache)
    assert scorer.digest == f"hub:org/name@{COMMIT}"
    assert scorer.score(PAIRS) == TransformersScorer(folder).score(PAIRS)


def test_a_cached_hub_id_serves_the_other_scorers(classifier, tmp_path) -> None:
    """Cross-encoders and embeddings are found alike."""
    cached(classifier(), tmp_path, "org/cross")
    cached(classifier(BINARY), tmp_path, "org/embed")
    cross = CrossEncoderScorer("org/cross", cache_dir=tmp_path)
    embed = EmbeddingScorer("org/embed", calibration=(5.0, -2.0), cache_dir=tmp_path)
    assert cross.digest == f"hub:org/cross@{COMMIT}"
    assert embed.digest == f"hub:org/embed@{COMMIT}"
    assert cross.score(PAIRS)[0] != embed.score(PAIRS)[0]


def test_another_revision_must_be_cached_too(classifier, tmp_path) -> None:
    """A branch that was never fetched is not the one that was."""
    cache = cached(classifier(), tmp_path, "org/name")
    with pytest.raises(ScorerError, match="local cache"):
        TransformersScorer("org/name", cache_dir=cache, revision="other")
    pinned = TransformersScorer("org/name", cache_dir=cache, revision=COMMIT)
    assert pinned.digest.endswith(COMMIT)


# --- code and packages -----------------------------------------------------------------------

CODE = """
from pathlib import Path
import transformers
Path(__file__).with_name("ran").touch()

class OwnConfig(transformers.BertConfig):
    model_type = "own-kind"

class OwnForSequenceClassification(transformers.BertForSequenceClassification):
    config_class = OwnConfig
"""


@pytest.fixture
def foreign(classifier, tmp_path, monkeypatch):
    """A checkpoint that comes with Python code of its own."""
    import json

    from transformers import dynamic_module_utils

    monkeypatch.setattr(dynamic_module_utils, "HF_MODULES_CACHE", str(tmp_path / "modules"))
    folder = shutil.copytree(classifier(), tmp_path / "foreign")
    (folder / "own.py").write_text(CODE)
    config = json.loads((folder / "config.json").read_text())
    config |= {
        "model_type": "own-kind",
        "architectures": ["OwnForSequenceClassification"],
        "auto_map": {
            "AutoConfig": "own.OwnConfig",
            "AutoModelForSequenceClassification": "own.OwnForSequenceClassification",
        },
    }
    (folder / "config.json").write_text(json.dumps(config))
    yield folder
    for name in [name for name in sys.modules if name.startswith("transformers_modules")]:
        del sys.modules[name]


def test_code_of_a_checkpoint_does_not_run_unasked(foreign, tmp_path) -> None:
    """The error says what would run it."""
    with pytest.raises(ScorerError, match=r"trust_remote_code=True\. Read that code first"):
        TransformersScorer(foreign)
    assert not list(tmp_path.rglob("ran"))


def test_code_of_a_checkpoint_runs_where_it_is_trusted(foreign, classifier, tmp_path) -> None:
    """Then it scores as the network it is."""
    trusted = TransformersScorer(foreign, trust_remote_code=True)
    assert trusted.score(PAIRS) == TransformersScorer(classifier()).score(PAIRS)
    assert list(tmp_path.rglob("ran"))


def test_missing_packages_are_named(monkeypatch) -> None:
    """With the command that brings them."""
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    wanted = ("json", "sentence_transformers", "no_such_package")
    assert missing_packages(*wanted) == wanted[1:]
    with pytest.raises(UnsupportedError, match=r"pip install 'entailed\[nli\]'"):
        require(*wanted)
