"""Cross-encoders of sentence-transformers: rankers and heads for natural language inference.

A ranker such as those trained on MS MARCO gives one logit that orders passages for a query. It
is no probability and has no unit, so it needs a logistic curve fitted on labelled pairs; a
sigmoid over it would be an invented one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

from entailed.checkpoints.encoders import EncoderModel, encoder
from entailed.checkpoints.labels import Role, head_roles, probabilities
from entailed.checkpoints.logistic import Logistic, fit_logistic, logistic
from entailed.checkpoints.runs import lowest
from entailed.checkpoints.scorer import CheckpointScorer
from entailed.checkpoints.sources import HubOptions, Source, loading
from entailed.errors import ConfigurationError
from entailed.types import Pair

__all__ = ["CrossEncoderScorer"]


class CrossEncoderScorer(CheckpointScorer):
    """Scores entailment with a cross-encoder in a local folder or of a hub id.

    The configuration is read at once, the weights at the first `score`; all scorers of one
    checkpoint share them. Needs the extra `nli`. Safe across threads.

    - `calibration`: for a checkpoint with one logit: (slope, intercept), a `Logistic`, or the
      JSON file that `Logistic.save` wrote; `CrossEncoderScorer.fit` makes one. Not for heads
      with named labels, which give probabilities of their own.
    - `labels`: meaning of several logits in order, where the configuration does not say it.
    - `claim_first`: whether the claim is the first text of the input. True by default for one
      logit (rankers read query, then passage), False for heads with labels.
    - `max_length`, `batch_size`, `device`, `languages`, `**hub`: as for `TransformersScorer`.

    Long pairs are treated, and errors raised, as by `TransformersScorer`; a checkpoint with one
    logit and no calibration is a ConfigurationError. Contradiction is 0 for one or two logits.
    """

    name = "cross-encoder"
    release = "1"
    packages = ("sentence_transformers", "transformers", "torch")

    def __init__(
        self,
        checkpoint: str | Path,
        *,
        calibration: Logistic | Mapping[str, object] | Sequence[float] | str | Path | None = None,
        labels: Sequence[str] | None = None,
        claim_first: bool | None = None,
        max_length: int | None = None,
        batch_size: int | None = None,
        device: str = "cpu",
        languages: Sequence[str] = ("en",),
        cache_size: int = 4096,
        **hub: Unpack[HubOptions],
    ) -> None:
        super().__init__(
            checkpoint,
            ("config.json",),
            hub,
            max_length=max_length,
            batch_size=batch_size,
            device=device,
            languages=languages,
            cache_size=cache_size,
        )
        config = _configuration(self._source)
        count = int(config.num_labels)
        self._curve = _curve(calibration, count, self._source)
        self._roles: tuple[Role, ...] = (
            ("entailment",) if count == 1 else head_roles(config, labels, self._source.name)
        )
        self._claim_first = count == 1 if claim_first is None else claim_first

    @classmethod
    def fit(
        cls,
        checkpoint: str | Path,
        pairs: Sequence[Pair],
        supported: Sequence[bool],
        **options: Any,
    ) -> Logistic:
        """The calibration of a checkpoint with one logit, from pairs whose truth is known.

        `options` are those the scorer will be made with. The result carries the digest of the
        weights; a scorer of others refuses it. Raises as the scorer and as `fit_logistic` do.
        """
        scorer = cls(checkpoint, calibration=(1.0, 0.0), **options)
        made = fit_logistic(scorer.logits(pairs), supported)
        return replace(made, digest=scorer.digest)

    def logits(self, pairs: Sequence[Pair]) -> list[float]:
        """The raw logit of each pair, of a checkpoint with one: what a calibration is fitted on.

        That of the least supported part where a claim had to be scored in parts.
        """
        if len(self._roles) != 1:
            raise ConfigurationError(
                f"checkpoint {self._source.name!r}: expected one logit, it has {len(self._roles)}"
            )
        return lowest(pairs, self._model())

    def _options(self) -> list[object]:
        curve = self._curve and [self._curve.slope, self._curve.intercept]
        return [self._roles, self._claim_first, self._length, curve]

    def _probabilities(self, row: tuple[float, ...]) -> tuple[float, float, float]:
        if self._curve is None:
            return probabilities(row, self._roles)
        supported = self._curve(row[0])
        return supported, 1.0 - supported, 0.0

    def _reader(self) -> _Model:
        made = encoder("CrossEncoder", self._source, self._device, self._length)
        return _Model(made, self._batch, len(self._roles), self._claim_first)


def _configuration(source: Source) -> Any:
    """The configuration; raises ConfigurationError unless it is of a classification head."""
    from transformers import AutoConfig

    with loading(source, "configuration"):
        config = AutoConfig.from_pretrained(source.path, **source.arguments)
    architectures = [str(name) for name in getattr(config, "architectures", None) or ()]
    if not any("ForSequenceClassification" in name for name in architectures):
        raise ConfigurationError(
            f"checkpoint {source.name!r}: expected a cross-encoder (a sequence-classification "
            f"head), got {', '.join(architectures) or 'no architecture'}; embedding models go "
            "with the scorer 'embedding'"
        )
    return config


def _curve(given: Any, count: int, source: Source) -> Logistic | None:
    if count == 1 and given is None:
        raise ConfigurationError(
            f"checkpoint {source.name!r} gives one logit, which is no probability: pass "
            "calibration=, fitted with CrossEncoderScorer.fit(checkpoint, pairs, supported) on "
            "pairs whose truth is known"
        )
    if count > 1 and given is not None:
        raise ConfigurationError(
            f"checkpoint {source.name!r} has {count} labels and gives probabilities; calibration "
            "is for checkpoints with one logit"
        )
    return None if given is None else logistic(given, source.digest)


@dataclass(frozen=True, slots=True)
class _Model(EncoderModel):
    """The cross-encoder with the way this scorer reads pairs; see `PairModel`."""

    count: int
    claim_first: bool

    def fits(self, pair: Pair) -> bool:
        """Whether the pair fits whole."""
        return self.encoder.tokens(*self._texts(pair)) <= self.encoder.limit

    def claim_fits(self, hypothesis: str) -> bool:
        """Whether the hypothesis takes at most half the input."""
        return self.encoder.tokens(hypothesis, alone=True) <= self.encoder.limit // 2

    def outputs(self, pairs: Sequence[Pair]) -> list[tuple[float, ...]]:
        """The logits of each pair, in order."""
        from torch.nn import Identity

        texts = [self._texts(pair) for pair in pairs]
        return self.encoder.ask(
            lambda model: model.predict(
                texts, batch_size=self.batch, activation_fn=Identity(), show_progress_bar=False
            ),
            (len(pairs), self.count),
        )

    def _texts(self, pair: Pair) -> tuple[str, str]:
        both = (pair.premise, pair.hypothesis)
        return (both[1], both[0]) if self.claim_first else both
