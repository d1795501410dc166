"""Any checkpoint for textual entailment that transformers can load.

Three kinds, told apart by the configuration: sequence-classification heads with named labels
(natural language inference; with two classes, as MiniCheck-RoBERTa and -DeBERTa), heads with one
logit (HHEM), and sequence-to-sequence models that answer a prompt with one of two tokens
(MiniCheck-Flan-T5). What a checkpoint does not say, the caller has to; nothing is guessed.
"""

from __future__ import annotations

import inspect
import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Unpack

from entailed.checkpoints.labels import Role, head_roles, probabilities
from entailed.checkpoints.networks import (
    input_length,
    on_device,
    position_count,
    require_complete,
    special_tokens,
)
from entailed.checkpoints.runs import batches
from entailed.checkpoints.scorer import CheckpointScorer
from entailed.checkpoints.sources import HubOptions, Source, loading, locate, shared
from entailed.errors import ConfigurationError, ScorerError
from entailed.types import Pair

__all__ = ["MINICHECK", "MINICHECK_T5", "TransformersScorer"]

Kind = Literal["classifier", "seq2seq"]

MINICHECK_T5 = "predict: {premise}{eos}{hypothesis}"
"""Input of MiniCheck-Flan-T5, the default for sequence-to-sequence checkpoints."""

MINICHECK = "{premise}{eos}{hypothesis}"
"""Input of MiniCheck-RoBERTa and MiniCheck-DeBERTa; other heads take a pair of texts."""

_PLACES = re.compile(r"\{(premise|hypothesis|eos)\}")
_ANSWERS = ("1", "0")
_FILES = ("config.json",)
_TOKENIZER_FILES = ("tokenizer_config.json", "tokenizer.json")
# MiniCheck-Flan-T5 was made for inputs of this length; T5 itself has no limit.
_T5_LENGTH, _USUAL_LENGTH = 2048, 512


class TransformersScorer(CheckpointScorer):
    """Scores entailment with the checkpoint in a local folder or of a hub id.

    The configuration is read at once, tokenizer and weights at the first `score`; all scorers
    of one checkpoint share them. Needs the extra `nli`. Safe across threads.

    - `labels`: meaning of the logits in order, where the configuration does not say it.
    - `template`: the input as one text with `{premise}`, `{hypothesis}` and `{eos}`; None for
      the tokenizer's own form of a pair (`MINICHECK_T5` for sequence-to-sequence checkpoints).
    - `answers`: the words for supported and not supported; their first tokens are compared
      (sequence-to-sequence only).
    - `tokenizer`: folder or hub id of the tokenizer, where it is not with the weights.
    - `max_length`: tokens of an input, at least 16; what the checkpoint states by default.
    - `batch_size`: None for 1 on a CPU, where results do not depend on the batch in any bit,
      and 32 elsewhere. In larger batches inputs of like length are padded and masked, and
      probabilities may differ from the sixth decimal on.
    - `languages`: what the checkpoint reads; claims in others are judged without it.
    - `**hub`: see `HubOptions`. Nothing is downloaded and no code of a checkpoint run by default.

    The premise is cut where a pair is too long, at the end of a sentence if it can be, the
    claim never: where it alone takes more than half the input it is scored in parts, and gets
    the entailment of the least entailed part and the contradiction of the most contradicted.
    Both are reported as `truncated`. Heads without contradiction always give it 0.
    Raises UnsupportedError without the extra, ConfigurationError for options and labels that
    cannot be meant, ScorerError for a checkpoint that cannot be loaded.
    """

    name = "transformers"
    release = "1"
    packages = ("transformers", "torch")

    def __init__(
        self,
        checkpoint: str | Path,
        *,
        labels: Sequence[str] | None = None,
        template: str | None = None,
        answers: Sequence[str] = _ANSWERS,
        tokenizer: str | Path | None = None,
        max_length: int | None = None,
        batch_size: int | None = None,
        device: str = "cpu",
        languages: Sequence[str] = ("en",),
        cache_size: int = 4096,
        **hub: Unpack[HubOptions],
    ) -> None:
        super().__init__(
            checkpoint,
            _FILES,
            hub,
            max_length=max_length,
            batch_size=batch_size,
            device=device,
            languages=languages,
            cache_size=cache_size,
        )
        self._words = locate(tokenizer, hub, _TOKENIZER_FILES) if tokenizer else self._source
        config = _configuration(self._source)
        self._kind = _kind(config, self._source.name)
        if self._kind == "seq2seq":
            self._roles = _answer_roles(labels, self._source.name)
            template = template if template is not None else MINICHECK_T5
        else:
            self._roles = head_roles(config, labels, self._source.name)
        self._form = _Form(_checked(template), _two(answers), max_length)
        self._tokenizer = str(tokenizer or "")

    def _options(self) -> list[object]:
        form = self._form
        return [self._roles, form.template, list(form.answers), form.max_length, self._tokenizer]

    def _probabilities(self, row: tuple[float, ...]) -> tuple[float, float, float]:
        return probabilities(row, self._roles)

    def _reader(self) -> _Model:
        source, words, device = self._source, self._words, self._device
        key = ("transformers", self._kind, source.key, words.key, device)
        weights = shared(key, lambda: _load(self._kind, source, words, device))
        return _Model.of(weights, self._kind, self._form, self._batch, device, len(self._roles))


# --- what the checkpoint is ------------------------------------------------------------------


def _configuration(source: Source) -> Any:
    from transformers import AutoConfig

    with loading(source, "configuration"):
        return AutoConfig.from_pretrained(source.path, **source.arguments)


def _kind(config: Any, checkpoint: str) -> Kind:
    """Which kind of head the weights were saved with. Raises ConfigurationError for others."""
    architectures = [str(name) for name in getattr(config, "architectures", None) or ()]
    if any("ForSequenceClassification" in name for name in architectures):
        return "classifier"
    if any(name.endswith("ForConditionalGeneration") for name in architectures):
        return "seq2seq"
    raise ConfigurationError(
        f"checkpoint {checkpoint!r}: expected a sequence-classification head or a "
        f"sequence-to-sequence model, got {', '.join(architectures) or 'no architecture'}; give "
        "a checkpoint that was trained for natural language inference (an embedding model goes "
        "with the scorer 'embedding')"
    )


def _answer_roles(labels: Sequence[str] | None, checkpoint: str) -> tuple[Role, ...]:
    """Roles of the two answers' logits: not supported, supported."""
    if labels is not None:
        raise ConfigurationError(
            f"checkpoint {checkpoint!r}: a sequence-to-sequence model has no labels; pass "
            "answers=(word for supported, word for not supported)"
        )
    return ("neutral", "entailment")


def _checked(template: str | None) -> str | None:
    """The template. Raises ConfigurationError unless it has each text once."""
    if template is not None:
        found = _PLACES.findall(str(template))
        if found.count("premise") != 1 or found.count("hypothesis") != 1:
            raise ConfigurationError(
                "template: expected {premise} and {hypothesis} once each, and {eos} where texts "
                f"are to be parted, got {template!r:.80}"
            )
    return template


def _two(answers: Sequence[str]) -> tuple[str, str]:
    if isinstance(answers, str) or len(answers) != 2:
        raise ConfigurationError(
            f"answers: expected the words for supported and not supported, got {answers!r:.60}"
        )
    return str(answers[0]), str(answers[1])


# --- the loaded model ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Form:
    """How a pair becomes an input."""

    template: str | None
    answers: tuple[str, str]
    max_length: int | None


@dataclass(frozen=True, slots=True)
class _Weights:
    """What is loaded once per process. Fast tokenizers cannot be used by two threads at once."""

    network: Any
    tokenizer: Any
    lock: threading.Lock = field(default_factory=threading.Lock)


def _load(kind: Kind, source: Source, words: Source, device: str) -> _Weights:
    import transformers

    auto = (
        transformers.AutoModelForSequenceClassification
        if kind == "classifier"
        else transformers.AutoModelForSeq2SeqLM
    )
    with loading(source, "weights"):
        network, report = auto.from_pretrained(
            source.path, output_loading_info=True, **source.arguments
        )
    require_complete(report["missing_keys"], source.name)
    with loading(words, "tokenizer"):
        tokenizer = transformers.AutoTokenizer.from_pretrained(words.path, **words.arguments)
    return _Weights(on_device(network, device), tokenizer)


@dataclass(frozen=True, slots=True)
class _Model:
    """The weights with the way this scorer reads pairs; see `PairModel`."""

    weights: _Weights
    form: _Form
    eos: str
    limit: int
    batch: int
    device: str
    count: int
    special: tuple[str, ...]
    inputs: frozenset[str]
    answers: tuple[int, int] | None

    @classmethod
    def of(
        cls, weights: _Weights, kind: Kind, form: _Form, batch: int, device: str, count: int
    ) -> _Model:
        """The model; raises ConfigurationError for a form the weights cannot be used with."""
        network, tokenizer = weights.network, weights.tokenizer
        eos = str(tokenizer.eos_token or tokenizer.sep_token or "")
        if form.template is not None and "{eos}" in form.template and not eos:
            raise ConfigurationError("template: {eos} is used, but the tokenizer has no such token")
        padding = (tokenizer.pad_token_id, getattr(network.config, "pad_token_id", None))
        usual = _T5_LENGTH if kind == "seq2seq" else _USUAL_LENGTH
        wanted = form.max_length
        if wanted is None and kind == "seq2seq":
            wanted = _unless_bounded(network, usual)
        return cls(
            weights=weights,
            form=form,
            eos=eos,
            limit=input_length(network, tokenizer, wanted, usual),
            batch=1 if None in padding else batch,
            device=device,
            count=count,
            special=special_tokens(tokenizer),
            inputs=_accepted(network),
            answers=_answer_tokens(tokenizer, form.answers) if kind == "seq2seq" else None,
        )

    def readable(self, text: str) -> bool:
        """Whether the text has any token."""
        return bool(self._tokens(text))

    def fits(self, pair: Pair) -> bool:
        """Whether the pair, with all that is put around it, fits whole."""
        return len(self._encoded(pair)["input_ids"]) <= self.limit

    def claim_fits(self, hypothesis: str) -> bool:
        """Whether the hypothesis takes at most half the input."""
        return len(self._tokens(hypothesis)) <= self.limit // 2

    def outputs(self, pairs: Sequence[Pair]) -> list[tuple[float, ...]]:
        """The logits of each pair, in order."""
        encoded = [self._encoded(pair) for pair in pairs]
        rows: list[tuple[float, ...]] = [()] * len(pairs)
        sizes = [len(row["input_ids"]) for row in encoded]
        for places in batches(sizes, self.batch):
            for place, row in zip(places, self._run([encoded[i] for i in places]), strict=True):
                rows[place] = row
        return rows

    def _tokens(self, text: str) -> list[int]:
        with self.weights.lock:
            made = self.weights.tokenizer(text, add_special_tokens=False, verbose=False)
        return list(made["input_ids"])

    def _encoded(self, pair: Pair) -> Mapping[str, list[int]]:
        texts = [pair.premise, pair.hypothesis]
        if self.form.template is not None:
            filled = {"premise": pair.premise, "hypothesis": pair.hypothesis, "eos": self.eos}
            texts = [_PLACES.sub(lambda match: filled[match[1]], self.form.template)]
        with self.weights.lock:
            made = self.weights.tokenizer(*texts, truncation=False, padding=False, verbose=False)
        return {name: made[name] for name in self.inputs & set(made)}

    def _run(self, encoded: Sequence[Mapping[str, list[int]]]) -> list[tuple[float, ...]]:
        import torch

        network = self.weights.network
        fills = {"input_ids": self.weights.tokenizer.pad_token_id or 0}
        width = max(len(row["input_ids"]) for row in encoded)
        try:
            with torch.inference_mode():
                fed = {
                    name: torch.tensor(
                        [
                            row[name] + [fills.get(name, 0)] * (width - len(row[name]))
                            for row in encoded
                        ],
                        device=self.device,
                    )
                    for name in encoded[0]
                }
                if self.answers is not None:
                    start = network.config.decoder_start_token_id
                    fed["decoder_input_ids"] = torch.full(
                        (len(encoded), 1), start, device=self.device
                    )
                logits = network(**fed).logits
                if self.answers is not None:
                    logits = logits[:, 0, list(self.answers)]
                values = logits.double().cpu()
        except (RuntimeError, IndexError, TypeError, ValueError) as error:
            raise ScorerError(f"the checkpoint failed on a pair: {error}") from error
        if values.shape != (len(encoded), self.count) or not values.isfinite().all():
            raise ScorerError(
                f"expected {self.count} finite logits a pair, got {tuple(values.shape)}: "
                f"{values.flatten()[:6].tolist()}"
            )
        return [tuple(row) for row in values.tolist()]


def _accepted(network: Any) -> frozenset[str]:
    """Names of the inputs the network takes from a tokenizer."""
    names = {"input_ids", "attention_mask"}
    forward = inspect.signature(network.forward).parameters
    if "token_type_ids" in forward and getattr(network.config, "type_vocab_size", 2) > 1:
        names.add("token_type_ids")
    return frozenset(names)


def _answer_tokens(tokenizer: Any, answers: tuple[str, str]) -> tuple[int, int]:
    """First tokens of the answers for not supported and supported.

    Raises ConfigurationError unless both are known and they differ.
    """
    yes, no = (tokenizer(answer, add_special_tokens=False)["input_ids"] for answer in answers)
    unknown = tokenizer.unk_token_id
    if not yes or not no or yes[0] == no[0] or unknown in (yes[0], no[0]):
        raise ConfigurationError(
            f"answers: expected two words whose first tokens differ and are known, got {answers}, "
            f"which this tokenizer reads as {yes} and {no}"
        )
    return no[0], yes[0]


def _unless_bounded(network: Any, length: int) -> int | None:
    """`length` for a network that computes positions, None for one that has a table of them."""
    return None if position_count(network) is not None else length
