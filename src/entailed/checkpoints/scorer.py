"""What a scorer of a checkpoint is, whatever reads the pairs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import ClassVar, cast

from entailed.canonical import digest_of
from entailed.checkpoints.runs import (
    PairModel,
    batch_of,
    own_word,
    require_options,
    results,
    scored,
)
from entailed.checkpoints.sources import HubOptions, locate, require
from entailed.recent import Recent
from entailed.types import Entailment, Failure, Pair

__all__ = ["CheckpointScorer", "ScorersByName"]


class CheckpointScorer(ABC):
    """A scorer of a checkpoint in a local folder or of a hub id. Safe across threads.

    A kind of scorer says what it reads a checkpoint with (`_reader`), what an output of it means
    (`_probabilities`), and which options change what it gives (`_options`). Nothing is loaded
    before the first `score`.
    """

    name: ClassVar[str]
    release: ClassVar[str]
    packages: ClassVar[tuple[str, ...]]
    """What has to be installed."""

    def __init__(
        self,
        checkpoint: str | Path,
        files: Sequence[str],
        hub: HubOptions,
        *,
        max_length: int | None,
        batch_size: int | None,
        device: str,
        languages: Sequence[str],
        cache_size: int,
    ) -> None:
        """Find the checkpoint; one of `files` must be in it.

        Raises UnsupportedError without the packages, ConfigurationError for options that cannot
        be meant, ScorerError for a checkpoint that is not there.
        """
        require_options(
            batch_size=batch_size,
            cache_size=cache_size,
            max_length=max_length,
            languages=languages,
            device=device,
        )
        require(*self.packages)
        self._source = locate(checkpoint, hub, files)
        self._length = max_length
        self._batch, self._device = batch_of(batch_size, device), device
        self._languages = tuple(languages)
        self._cache: Recent[Pair, Entailment] = Recent(cache_size)
        self._loaded: PairModel | None = None

    @property
    def version(self) -> str:
        """Version of this scorer and, after a +, of the options that change what it gives."""
        return f"{self.release}+{digest_of(self._options())[7:15]}"

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

    def _compute(self, pairs: list[Pair]) -> list[Entailment | Failure]:
        return results(pairs, self._model(), self._probabilities)

    def _model(self) -> PairModel:
        if self._loaded is None:
            self._loaded = self._reader()
        return self._loaded

    @abstractmethod
    def _reader(self) -> PairModel:
        """The model with the way this scorer reads pairs."""

    @abstractmethod
    def _probabilities(self, row: tuple[float, ...]) -> tuple[float, float, float]:
        """Entailment, neutral and contradiction of one output."""

    @abstractmethod
    def _options(self) -> list[object]:
        """All that changes what this scorer gives, but the weights; as JSON types."""


class ScorersByName(Mapping[str, type[CheckpointScorer]]):
    """Classes of scorers, each imported when asked for; `homes` has "module:class" by name."""

    def __init__(self, homes: Mapping[str, str]) -> None:
        self._homes = homes

    def __getitem__(self, name: str) -> type[CheckpointScorer]:
        module, _, found = self._homes[name].partition(":")
        return cast("type[CheckpointScorer]", getattr(import_module(module), found))

    def __contains__(self, name: object) -> bool:
        return name in self._homes

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)
