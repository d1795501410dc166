"""The shipped fakes, and the conformance suites on parts of the package and on broken ones."""

from collections.abc import Sequence

import pytest

from entailed.alignment import LexicalAligner
from entailed.errors import ScorerError
from entailed.protocols import FunctionCheck
from entailed.testing import (
    AlignerContract,
    CheckContract,
    FailingScorer,
    FixedScorer,
    ScorerContract,
    ScriptedScorer,
    SlowScorer,
    situation,
)
from entailed.types import Alignment, Claim, Entailment, Evidence, Finding, Pair, Span

YES = Entailment(1.0, 0.0, 0.0)
NO = Entailment(0.0, 0.0, 1.0)
PAIRS = (Pair("A premise.", "One."), Pair("A premise.", "Two."))


class TestLexicalAligner(AlignerContract):
    """The aligner of the package is compatible."""

    @pytest.fixture
    def aligner(self) -> LexicalAligner:
        """The aligner under test."""
        return LexicalAligner()


class TestSilentCheck(CheckContract):
    """A check that never says anything is compatible."""

    @pytest.fixture
    def check(self) -> FunctionCheck:
        """The check under test."""
        return FunctionCheck("silent", "1", lambda claim, alignment, evidence: ())


class BatchScorer:
    """A broken scorer: its result depends on the size of the batch."""

    name = "batch"
    version = "1"
    digest = ""

    def score(self, pairs: Sequence[Pair]) -> list[Entailment]:
        """A score that falls with the size of the batch."""
        return [Entailment(1 / len(pairs), 1 - 1 / len(pairs), 0.0) for _ in pairs]


def astray(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """A broken check: its finding lies outside the answer."""
    return (Finding("astray", "fail", Span(0, 10**6), "number_missing", "missing", "gone"),)


def test_contract_finds_dependence_on_the_batch() -> None:
    """A scorer whose results vary with the batch fails the suite."""
    with pytest.raises(AssertionError):
        ScorerContract().test_batch_size_does_not_matter(BatchScorer())


def test_contract_finds_scored_blanks() -> None:
    """A scorer that has a number for a blank claim fails the suite."""
    with pytest.raises(AssertionError, match="InputError"):
        ScorerContract().test_blank_sides_are_refused(FixedScorer())


def test_contract_finds_places_outside_the_answer() -> None:
    """A check that points past the answer fails the suite."""
    with pytest.raises(AssertionError):
        CheckContract().test_places_lie_in_their_texts(FunctionCheck("astray", "1", astray))


def test_situation_aligns_the_claim() -> None:
    """A situation has the claim aligned to the passage that is about it."""
    claim, alignment, evidence = situation(
        "Tea is cheap.", {"a": "Tea is cheap.", "b": "Rain fell."}
    )
    assert claim.text == "Tea is cheap."
    assert alignment.sentences[0].passage_id == "a"
    assert evidence.ids == ("a", "b")


def test_fixed_scorer_repeats_itself() -> None:
    """Every pair gets the fixed entailment."""
    assert FixedScorer(YES).score(PAIRS) == [YES, YES]


def test_scripted_scorer_follows_its_script() -> None:
    """Each claim gets its own entailment, and the call is kept."""
    scorer = ScriptedScorer({"One.": YES, "Two.": NO})
    assert scorer.score(PAIRS) == [YES, NO]
    assert scorer.calls == [PAIRS]


def test_scripted_scorer_without_default_refuses_strangers() -> None:
    """A claim the script does not know is an error when there is no default."""
    with pytest.raises(ScorerError, match=r"nothing for 'Two\.'"):
        ScriptedScorer({"One.": YES}, default=None).score(PAIRS)


def test_failing_scorer_fails_after_its_calls() -> None:
    """It works as often as told, then raises what it was given."""
    scorer = FailingScorer(TimeoutError("late"), after=1)
    assert len(scorer.score(PAIRS)) == 2
    with pytest.raises(TimeoutError, match="late"):
        scorer.score(PAIRS)


def test_slow_scorer_gives_what_it_wraps() -> None:
    """Only the time differs."""
    slow = SlowScorer(FixedScorer(NO), 0.001)
    assert slow.score(PAIRS) == [NO, NO]
    assert slow.name == "slow fixed"
