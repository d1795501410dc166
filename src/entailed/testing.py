"""Fakes and conformance suites for components that are not ours.

A conformance suite is a class to inherit from; passing it is what "compatible" means. Give it
the component as a fixture and run pytest:

    import pytest
    from entailed.testing import ScorerContract

    class TestMyScorer(ScorerContract):
        @pytest.fixture
        def scorer(self):
            return MyScorer()

The fakes are real scorers that do as they are told. They take the place of mocks.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from entailed.errors import InputError, ScorerError
from entailed.protocols import Scorer
from entailed.types import Entailment, Pair

__all__ = [
    "FailingScorer",
    "FixedScorer",
    "ScorerContract",
    "ScriptedScorer",
    "SlowScorer",
]

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

    def score(self, pairs: Sequence[Pair]) -> list[Entailment]:
        """What the wrapped scorer gives, later."""
        time.sleep(self._seconds)
        return self._scorer.score(pairs)


class ScorerContract:
    """What every `entailed.protocols.Scorer` must do. Override the fixture `scorer`.

    Set `tolerance` above 0 only for a scorer that documents why its results vary with the batch.
    """

    tolerance = 0.0

    pairs = (
        Pair("The library opens at nine.", "The library opens at nine."),
        Pair("The library opens at nine.", "The library never opens."),
        Pair("Parcels above 20 kg are sent by lorry. Smaller ones go by post.", "A fee applies."),
        Pair("Der Zug hält in Bonn.", "Le train s'arrête à Bonn."),
        Pair("水は100度で沸騰する。", "水は沸騰する。"),
        Pair("One sentence. " * 40, "One sentence, many times, and then a longer claim about it."),
    )

    def test_names_itself(self, scorer: Scorer) -> None:
        """It has a name and a version, and its digest is empty or tagged with its algorithm."""
        assert isinstance(scorer, Scorer)
        assert scorer.name
        assert scorer.version
        assert scorer.digest == "" or ":" in scorer.digest

    def test_no_pairs_give_no_scores(self, scorer: Scorer) -> None:
        """An empty batch is no error."""
        assert scorer.score([]) == []

    def test_one_score_a_pair(self, scorer: Scorer) -> None:
        """There are as many results as pairs, and each is a distribution."""
        results = scorer.score(self.pairs)
        assert len(results) == len(self.pairs)
        for result in results:
            parts = (result.entailment, result.neutral, result.contradiction)
            assert all(0 <= part <= 1 for part in parts)
            assert math.isclose(sum(parts), 1, abs_tol=1e-6)

    def test_order_does_not_matter(self, scorer: Scorer) -> None:
        """A pair keeps its score when the batch is turned round."""
        self._same(scorer.score(self.pairs), scorer.score(self.pairs[::-1])[::-1])

    def test_batch_size_does_not_matter(self, scorer: Scorer) -> None:
        """A pair has the same score alone and among others."""
        alone = [scorer.score([pair])[0] for pair in self.pairs]
        self._same(alone, scorer.score(self.pairs))

    def test_repeated_pairs_score_alike(self, scorer: Scorer) -> None:
        """The same pair twice in one batch has one score."""
        first, second = scorer.score([self.pairs[0], self.pairs[0]])
        self._same([first], [second])

    def test_threads_share_it(self, scorer: Scorer) -> None:
        """Eight threads at once get what one gets."""
        expected = scorer.score(self.pairs)
        with ThreadPoolExecutor(8) as pool:
            for result in pool.map(lambda _: scorer.score(self.pairs), range(8)):
                self._same(expected, result)

    def test_blank_sides_are_refused(self, scorer: Scorer) -> None:
        """A blank premise or claim has no probability; it is an error, not a guess."""
        for pair in (Pair("", "A claim."), Pair("A premise.", " \n")):
            try:
                scorer.score([pair])
            except (InputError, ScorerError):
                continue
            raise AssertionError(f"expected an InputError or ScorerError for {pair}")

    def _same(self, one: Sequence[Entailment], other: Sequence[Entailment]) -> None:
        assert len(one) == len(other)
        for a, b in zip(one, other, strict=True):
            assert abs(a.entailment - b.entailment) <= self.tolerance
            assert abs(a.neutral - b.neutral) <= self.tolerance
            assert abs(a.contradiction - b.contradiction) <= self.tolerance
            assert a.truncated == b.truncated
