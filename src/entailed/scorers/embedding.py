"""Cosine similarity of sentence embeddings, made a probability by a fitted logistic curve.

The weakest of the model scorers, and honest about it: vectors that are near each other are about
the same thing, whether they say the same or the opposite. It never contradicts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

from entailed.canonical import digest_of
from entailed.checkpoints.encoders import Encoder, encoder
from entailed.checkpoints.logistic import Logistic, fit_logistic, logistic
from entailed.checkpoints.runs import (
    batch_of,
    lowest,
    own_word,
    require_options,
    results,
    scored,
)
from entailed.checkpoints.sources import HubOptions, locate, require
from entailed.errors import ConfigurationError
from entailed.recent import Recent
from entailed.types import Entailment, Failure, Pair

__all__ = ["EmbeddingScorer"]


class EmbeddingScorer:
    """Scores entailment by the similarity of premise and claim under an embedding model.

    The weights of the sentence-transformers model, in a local folder or of a hub id, are loaded
    at the first `score`; all scorers of one checkpoint share them. Needs the extra `nli`. Safe
    across threads.

    - `calibration`: (slope, intercept), a `Logistic`, or the JSON file that `Logistic.save`
      wrote; `EmbeddingScorer.fit` makes one. Without it a ConfigurationError: a cosine is no
      probability.
    - `max_length`, `batch_size`, `device`, `languages`, `**hub`: as for `TransformersScorer`.

    Premise and claim are embedded apart, each with the whole input to itself: a premise that is
    longer is cut, at the end of a sentence if it can be; a claim that is longer is scored in
    parts, and gets the least. Both are reported as `truncated`. Raises UnsupportedError without
    the extra and ScorerError for a checkpoint that cannot be loaded.
    """

    name = "embedding"
    release = "1"
    packages = ("sentence_transformers", "transformers", "torch")

    def __init__(
        self,
        checkpoint: str | Path,
        *,
        calibration: Logistic | Mapping[str, object] | Sequence[float] | str | Path | None = None,
        max_length: int | None = None,
        batch_size: int | None = None,
        device: str = "cpu",
        languages: Sequence[str] = ("en",),
        cache_size: int = 4096,
        **hub: Unpack[HubOptions],
    ) -> None:
        require_options(
            batch_size=batch_size,
            cache_size=cache_size,
            max_length=max_length,
            languages=languages,
            device=device,
        )
        require(*self.packages)
        self._source = locate(checkpoint, hub, ("modules.json", "config.json"))
        if calibration is None:
            raise ConfigurationError(
                f"checkpoint {self._source.name!r} gives cosine similarities, which are no "
                "probabilities: pass calibration=, fitted with EmbeddingScorer.fit(checkpoint, "
                "pairs, supported) on pairs whose truth is known"
            )
        self._curve = logistic(calibration, self._source.digest)
        self._batch, self._device, self._length = batch_of(batch_size, device), device, max_length
        self._cache: Recent[Pair, Entailment] = Recent(cache_size)
        self._loaded: _Model | None = None
        self._languages = tuple(languages)

    @classmethod
    def fit(
        cls,
        checkpoint: str | Path,
        pairs: Sequence[Pair],
        supported: Sequence[bool],
        **options: Any,
    ) -> Logistic:
        """The calibration of a checkpoint, from pairs whose truth is known.

        `options` are those the scorer will be made with. The result carries the digest of the
        weights; a scorer of others refuses it. Raises as the scorer and as `fit_logistic` do.
        """
        scorer = cls(checkpoint, calibration=(1.0, 0.0), **options)
        made = fit_logistic(scorer.similarities(pairs), supported)
        return replace(made, digest=scorer.digest)

    @property
    def version(self) -> str:
        """Version of this scorer and, after a +, of the options that change what it gives."""
        options = [self._curve.slope, self._curve.intercept, self._length]
        return f"{self.release}+{digest_of(options)[7:15]}"

    @property
    def digest(self) -> str:
        """ "sha256:<hex>" of the weights in a folder, "hub:<id>@<commit>" of a hub id."""
        return self._source.digest

    @property
    def calibration(self) -> Mapping[str, object]:
        """Fields of `entailed.decision.Calibration`: the scorer's own probability decides."""
        return own_word(self._languages)

    def load(self) -> None:
        """Load the weights now, so that the first `score` does not pay for it."""
        self._model()

    def score(self, pairs: Sequence[Pair]) -> list[Entailment | Failure]:
        """One entailment a pair, same order; [] for no pairs. Contradiction is always 0.

        A pair with a text that the model has no token for gets a Failure in its place. Raises
        InputError for a blank premise or hypothesis, ScorerError when the checkpoint cannot be
        loaded or gives something that is no number.
        """
        return scored(pairs, self._cache, self._compute)

    def similarities(self, pairs: Sequence[Pair]) -> list[float]:
        """The cosine of each pair, in [-1, 1]: what a calibration is fitted on.

        That of the least similar part where a claim had to be scored in parts.
        """
        return lowest(pairs, self._model())

    def _compute(self, pairs: list[Pair]) -> list[Entailment | Failure]:
        return results(pairs, self._model(), self._probabilities)

    def _probabilities(self, row: tuple[float, ...]) -> tuple[float, float, float]:
        supported = self._curve(row[0])
        return supported, 1.0 - supported, 0.0

    def _model(self) -> _Model:
        if self._loaded is None:
            made = encoder("SentenceTransformer", self._source, self._device, self._length)
            self._loaded = _Model(made, self._batch)
        return self._loaded


@dataclass(frozen=True, slots=True)
class _Model:
    """The embedding model as a reader of pairs; see `PairModel`."""

    encoder: Encoder
    batch: int

    @property
    def special(self) -> Sequence[str]:
        """The strings that its tokenizer takes for more than text."""
        return self.encoder.special

    def readable(self, text: str) -> bool:
        """Whether the text has any token."""
        return self.encoder.tokens(text, alone=True) > 0

    def fits(self, pair: Pair) -> bool:
        """Whether each text fits whole."""
        return self.claim_fits(pair.premise) and self.claim_fits(pair.hypothesis)

    def claim_fits(self, hypothesis: str) -> bool:
        """Whether the hypothesis fits whole."""
        return self.encoder.tokens(hypothesis) <= self.encoder.limit

    def outputs(self, pairs: Sequence[Pair]) -> list[tuple[float, ...]]:
        """The cosine of each pair, in order. Each distinct text is embedded once."""
        texts = list(dict.fromkeys(t for pair in pairs for t in (pair.premise, pair.hypothesis)))
        rows = self.encoder.ask(
            lambda model: model.encode(
                texts,
                batch_size=self.batch,
                normalize_embeddings=True,
                convert_to_numpy=True,
                show_progress_bar=False,
            ),
            (len(texts), -1),
        )
        vectors = dict(zip(texts, rows, strict=True))
        return [(_dot(vectors[pair.premise], vectors[pair.hypothesis]),) for pair in pairs]


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    """Inner product of two unit vectors, kept within what a cosine can be."""
    return max(-1.0, min(1.0, sum(a * b for a, b in zip(one, other, strict=True))))
