"""A smaller encoder from some layers of a trained one, and the tokens that join a pair."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import torch
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from training.batches import encode, special_tokens
from training.cut import cut, kept
from training.export import _plain_tokenizer
from training.model import CrossEncoder
from training.rows import Example
from transformers import MPNetConfig, MPNetModel

VOCABULARY = ["<s>", "<pad>", "</s>", "[UNK]", "[CLS]", "[SEP]", "a", "cat", "sits", "here"]


def tokenizer() -> Tokenizer:
    """A word tokenizer that puts MPNet's tokens around a text, and has BERT's in its vocabulary."""
    made = Tokenizer(
        models.WordLevel({word: n for n, word in enumerate(VOCABULARY)}, unk_token="[UNK]")
    )
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.post_processor = processors.RobertaProcessing(
        ("</s>", 2), ("<s>", 0), trim_offsets=False, add_prefix_space=False
    )
    return made


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A base folder with a small MPNet of four layers, and stage weights in `stage.pt`."""
    torch.manual_seed(1)
    config = MPNetConfig(
        vocab_size=len(VOCABULARY),
        hidden_size=16,
        num_hidden_layers=4,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=40,
    )
    folder = tmp_path / "base"
    encoder = MPNetModel(config, add_pooling_layer=False)
    encoder.save_pretrained(folder)
    tokenizer().save(str(folder / "tokenizer.json"))
    torch.save({"average": CrossEncoder(encoder).state_dict()}, folder / "stage.pt")
    return folder


def test_the_listed_layers_are_kept_in_order(base: Path, tmp_path: Path) -> None:
    """The smaller model computes with the second and the last layer; all else is the same."""
    out = tmp_path / "small"
    cut(base, base / "stage.pt", [3, 1], out)
    before = torch.load(base / "stage.pt", weights_only=True)["average"]
    after = CrossEncoder.from_weights(out, out / "initial.pt").state_dict()
    for new, old in ((0, 1), (1, 3)):
        name = "encoder.encoder.layer.{}.output.dense.weight"
        assert torch.equal(after[name.format(new)], before[name.format(old)])
    assert not [name for name in after if ".layer.2." in name]
    assert torch.equal(after["head.weight"], before["head.weight"])
    assert CrossEncoder.from_base(out).encoder.config.num_hidden_layers == 2


def test_layers_that_are_not_there_are_refused(base: Path, tmp_path: Path) -> None:
    """The message says which there are."""
    with pytest.raises(ValueError, match="0 to 3"):
        cut(base, base / "stage.pt", [1, 4], tmp_path / "small")
    assert kept({"head.bias": torch.zeros(1)}, [0])


def test_pairs_are_joined_with_the_tokens_of_the_encoder(tmp_path: Path) -> None:
    """As the exported tokenizer joins them: one separator, and no token the encoder never saw."""
    made = tokenizer()
    assert special_tokens(made) == ("<s>", "</s>")
    path = tmp_path / "tokenizer.json"
    made.save(str(path))
    _plain_tokenizer(path)
    (pair,) = encode([Example("a cat sits", "a cat", 0, "set")], made)
    exported = Tokenizer.from_file(str(path)).encode("a cat sits", "a cat")
    assert list(pair.ids) == exported.ids == [0, 6, 7, 8, 2, 6, 7, 2]
    assert exported.type_ids == [0] * pair.first + [1] * (len(exported.ids) - pair.first)
