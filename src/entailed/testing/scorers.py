"""Scorers that do as they are told."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from entailed.errors import ScorerError
from entailed.protocols import Scorer
from entailed.types import Entailment, Failure, Pair

__all__ = ["FailingScorer", "FixedScorer", "ScriptedScorer", "SlowScorer"]

UNDECIDED = Entailment(0.0, 1.0, 0.0)


class FixedScorer:
    """Gives every pair the same entailment."""

    name = "fixed"
    version = "1"
    digest = ""

    def __init__(self, entailment: Entailment = UNDECIDED) -> None:
        self._entailment = entailment

    def score(self, pairs: Sequence[Pair]) -> list[Entailment]:
        """The fixed entailment, once for each pair."""
        return [self._entailment for _ in pairs]


class ScriptedScorer:
    """Gives each claim the entailment its script has for it, whatever the premise.

    `script` maps hypotheses to entailments; a hypothesis not in it gets `default`, or a
    ScorerError when `default` is None. `calls` keeps the pairs of every call, in order.
    """

    name = "scripted"
    version = "1"
    digest = ""

    def __init__(
        self, script: Mapping[str, Entailment], default: Entailment | None = UNDECIDED
    ) -> None:
        self._script = dict(script)
        self._default = default
        self.calls: list[tuple[Pair, ...]] = []

    def score(self, pairs: Sequence[Pair]) -> list[Entailment]:
        """The scripted entailments, same order as `pairs`."""
        self.calls.append(tuple(pairs))
        return [self._find(pair.hypothesis) for pair in pairs]

    def _find(self, hypothesis: str) -> Entailment:
        found = self._script.get(hypothesis, self._default)
        if found is None:
            raise ScorerError(f"the script has nothing for {hypothesis!r}")
        return found


class FailingScorer:
    """Raises `error` at every call, or at every call after the first `after` ones."""

    name = "failing"
    version = "1"
    digest = ""

    def __init__(self, error: Exception | None = None, *, after: int = 0) -> None:
        self._error = error if error is not None else ScorerError("this scorer always fails")
        self._left = after

    def score(self, pairs: Sequence[Pair]) -> list[Entailment]:
        """Undecided entailments while calls are left, then the error."""
        if self._left <= 0:
            raise self._error
        self._left -= 1
        return [UNDECIDED for _ in pairs]


class SlowScorer:
    """Waits `seconds` before every call of the scorer it wraps."""

    version = "1"

    def __init__(self, scorer: Scorer, seconds: float) -> None:
        self._scorer = scorer
        self._seconds = seconds
        self.name = f"slow {scorer.name}"

    @property
    def digest(self) -> str:
        """Digest of the scorer it wraps."""
        return self._scorer.digest

    def score(self, pairs: Sequence[Pair]) -> Sequence[Entailment | Failure]:
        """What the wrapped scorer gives, later."""
        time.sleep(self._seconds)
        return self._scorer.score(pairs)
