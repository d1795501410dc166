"""Cosine similarity of sentence embeddings, made a probability by a fitted logistic curve.

The weakest of the model scorers, and honest about it: vectors that are near each other are about
the same thing, whether they say the same or the opposite. It never contradicts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

from entailed.checkpoints.encoders import EncoderModel, encoder
from entailed.checkpoints.logistic import Logistic, fit_logistic, logistic
from entailed.checkpoints.runs import lowest
from entailed.checkpoints.scorer import CheckpointScorer
from entailed.checkpoints.sources import HubOptions
from entailed.errors import ConfigurationError
from entailed.types import Pair

__all__ = ["EmbeddingScorer"]


class EmbeddingScorer(CheckpointScorer):
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
    the extra and ScorerError for a checkpoint that cannot be loaded. Contradiction is always 0.
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
        super().__init__(
            checkpoint,
            ("modules.json", "config.json"),
            hub,
            max_length=max_length,
            batch_size=batch_size,
            device=device,
            languages=languages,
            cache_size=cache_size,
        )
        if calibration is None:
            raise ConfigurationError(
                f"checkpoint {self._source.name!r} gives cosine similarities, which are no "
                "probabilities: pass calibration=, fitted with EmbeddingScorer.fit(checkpoint, "
                "pairs, supported) on pairs whose truth is known"
            )
        self._curve = logistic(calibration, self._source.digest)

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

    def similarities(self, pairs: Sequence[Pair]) -> list[float]:
        """The cosine of each pair, in [-1, 1]: what a calibration is fitted on.

        That of the least similar part where a claim had to be scored in parts.
        """
        return lowest(pairs, self._model())

    def _options(self) -> list[object]:
        return [self._curve.slope, self._curve.intercept, self._length]

    def _probabilities(self, row: tuple[float, ...]) -> tuple[float, float, float]:
        supported = self._curve(row[0])
        return supported, 1.0 - supported, 0.0

    def _reader(self) -> _Model:
        made = encoder("SentenceTransformer", self._source, self._device, self._length)
        return _Model(made, self._batch)


@dataclass(frozen=True, slots=True)
class _Model(EncoderModel):
    """The embedding model as a reader of pairs; see `PairModel`."""

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
