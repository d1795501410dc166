"""Models of sentence-transformers: loaded once, asked by one thread at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from entailed.checkpoints.networks import input_length, on_device, special_tokens
from entailed.checkpoints.sources import Source, loading, shared
from entailed.errors import ConfigurationError, ScorerError

__all__ = ["Encoder", "EncoderModel", "encoder"]

Kind = Literal["CrossEncoder", "SentenceTransformer"]

_USUAL_LENGTH = 512


@dataclass(frozen=True, slots=True)
class Encoder:
    """A loaded model. `limit` is the most tokens of an input, `prompt` what is put before it."""

    model: Any
    limit: int
    prompt: str
    special: tuple[str, ...]
    lock: threading.Lock = field(default_factory=threading.Lock)

    def tokens(self, *texts: str, alone: bool = False) -> int:
        """Tokens of an input of one or two texts; `alone` leaves out what is put around them."""
        if not alone:
            texts = (self.prompt + texts[0], *texts[1:])
        with self.lock:
            made = self.model.tokenizer(
                *texts,
                add_special_tokens=not alone,
                truncation=False,
                padding=False,
                verbose=False,
            )
        return len(made["input_ids"])

    def ask(self, call: Callable[[Any], Any], shape: tuple[int, ...]) -> list[tuple[float, ...]]:
        """The rows of numbers `call` gives, one an input. `shape` is what they must have.

        Raises ScorerError for an array of another shape, for numbers that are not finite, and
        for what the model raises.
        """
        import numpy as np

        try:
            with self.lock:
                made = np.asarray(call(self.model), np.float64).reshape(shape)
        except (RuntimeError, IndexError, TypeError, ValueError) as error:
            raise ScorerError(f"the checkpoint failed on a text: {error}") from error
        if not np.isfinite(made).all():
            raise ScorerError("expected finite numbers from the checkpoint, got others")
        return [tuple(map(float, row)) for row in made]


@dataclass(frozen=True, slots=True)
class EncoderModel:
    """What models of pairs that read with an encoder share; see `PairModel`."""

    encoder: Encoder
    batch: int

    @property
    def special(self) -> Sequence[str]:
        """The strings that its tokenizer takes for more than text."""
        return self.encoder.special

    def readable(self, text: str) -> bool:
        """Whether the text has any token."""
        return self.encoder.tokens(text, alone=True) > 0


def encoder(kind: Kind, source: Source, device: str, max_length: int | None) -> Encoder:
    """The model of a source; all scorers of one share it.

    Raises ScorerError where it cannot be loaded, ConfigurationError for a device or a length it
    cannot have.
    """
    key = (kind, source.key, device, max_length)
    return shared(key, lambda: _load(kind, source, device, max_length))


def _load(kind: Kind, source: Source, device: str, max_length: int | None) -> Encoder:
    import sentence_transformers

    arguments = source.arguments
    arguments["cache_folder"] = arguments.pop("cache_dir", None)
    with loading(source, "model"):
        model: Any = getattr(sentence_transformers, kind)(source.path, device="cpu", **arguments)
    network = model.model if kind == "CrossEncoder" else getattr(model[0], "auto_model", None)
    if network is None:
        raise ConfigurationError(
            f"checkpoint {source.name!r}: expected a transformer, got {type(model[0]).__name__}"
        )
    limit = input_length(network, model.tokenizer, max_length, _USUAL_LENGTH)
    model.tokenizer.model_max_length = limit  # else the library cuts where it sees fit
    if kind == "SentenceTransformer":
        model.max_seq_length = limit
    name = getattr(model, "default_prompt_name", None)
    prompt = str((getattr(model, "prompts", None) or {}).get(name) or "")
    return Encoder(on_device(model, device), limit, prompt, special_tokens(model.tokenizer))
