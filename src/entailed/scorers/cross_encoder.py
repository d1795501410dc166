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

from entailed.canonical import digest_of
from entailed.checkpoints.encoders import Encoder, encoder
from entailed.checkpoints.labels import Role, head_roles, probabilities
from entailed.checkpoints.logistic import Logistic, fit_logistic, logistic
from entailed.checkpoints.runs import (
    batch_of,
    lowest,
    own_word,
    require_options,
    results,
    scored,
)
from entailed.checkpoints.sources import HubOptions, Source, loading, locate, require
from entailed.errors import ConfigurationError
from entailed.recent import Recent
from entailed.types import Entailment, Failure, Pair

__all__ = ["CrossEncoderScorer"]


class CrossEncoderScorer:
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
        require_options(
            batch_size=batch_size,
            cache_size=cache_size,
            max_length=max_length,
            languages=languages,
            device=device,
        )
        require(*self.packages)
        self._source = locate(checkpoint, hub, ("config.json",))
        config = _configuration(self._source)
        count = int(config.num_labels)
        self._curve = _curve(calibration, count, self._source)
        self._roles: tuple[Role, ...] = (
            ("entailment",) if count == 1 else head_roles(config, labels, self._source.name)
        )
        first = count == 1 if claim_first is None else claim_first
        self._options = [self._roles, first, max_length]
        self._claim_first, self._length = first, max_length
        self._batch, self._device = batch_of(batch_size, device), device
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
        """The calibration of a checkpoint with one logit, from pairs whose truth is known.

        `options` are those the scorer will be made with. The result carries the digest of the
        weights; a scorer of others refuses it. Raises as the scorer and as `fit_logistic` do.
        """
        scorer = cls(checkpoint, calibration=(1.0, 0.0), **options)
        made = fit_logistic(scorer.logits(pairs), supported)
        return replace(made, digest=scorer.digest)

    @property
    def version(self) -> str:
        """Version of this scorer and, after a +, of the options that change what it gives."""
        curve = self._curve and [self._curve.slope, self._curve.intercept]
        return f"{self.release}+{digest_of([*self._options, curve])[7:15]}"

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
        """One entailment a pair, same order; [] for no pairs.

        A pair with a text that the model has no token for gets a Failure in its place. Raises
        InputError for a blank premise or hypothesis, ScorerError when the checkpoint cannot be
        loaded or gives something that is no number.
        """
        return scored(pairs, self._cache, self._compute)

    def logits(self, pairs: Sequence[Pair]) -> list[float]:
        """The raw logit of each pair, of a checkpoint with one: what a calibration is fitted on.

        That of the least supported part where a claim had to be scored in parts.
        """
        if len(self._roles) != 1:
            raise ConfigurationError(
                f"checkpoint {self._source.name!r}: expected one logit, it has {len(self._roles)}"
            )
        return lowest(pairs, self._model())

    def _compute(self, pairs: list[Pair]) -> list[Entailment | Failure]:
        return results(pairs, self._model(), self._probabilities)

    def _probabilities(self, row: tuple[float, ...]) -> tuple[float, float, float]:
        if self._curve is None:
            return probabilities(row, self._roles)
        supported = self._curve(row[0])
        return supported, 1.0 - supported, 0.0

    def _model(self) -> _Model:
        if self._loaded is None:
            made = encoder("CrossEncoder", self._source, self._device, self._length)
            self._loaded = _Model(made, len(self._roles), self._claim_first, self._batch)
        return self._loaded


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
class _Model:
    """The cross-encoder with the way this scorer reads pairs; see `PairModel`."""

    encoder: Encoder
    count: int
    claim_first: bool
    batch: int

    @property
    def special(self) -> Sequence[str]:
        """The strings that its tokenizer takes for more than text."""
        return self.encoder.special

    def readable(self, text: str) -> bool:
        """Whether the text has any token."""
        return self.encoder.tokens(text, alone=True) > 0

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
