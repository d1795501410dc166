"""The shipped fakes, and the conformance suites on parts of the package and on broken ones."""

import asyncio
from collections.abc import Sequence

import pytest

from entailed.alignment import LexicalAligner
from entailed.dialogue import Completion, Message, Retrieval, Wish
from entailed.errors import ModelError, RetrieverError, ScorerError
from entailed.protocols import ChatModel, FunctionCheck, Retriever, StreamingModel
from entailed.testing import (
    AlignerContract,
    CheckContract,
    FailingModel,
    FailingRetriever,
    FailingScorer,
    FixedScorer,
    ScorerContract,
    ScriptedModel,
    ScriptedRetriever,
    ScriptedScorer,
    SlowModel,
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


HELLO = (Message("user", "Hello?"),)


def test_fakes_are_models_and_retrievers() -> None:
    """They satisfy the protocols they stand in for."""
    for model in (ScriptedModel(), FailingModel(), SlowModel(ScriptedModel(), 0)):
        assert isinstance(model, ChatModel)
        assert isinstance(model, StreamingModel)
    for retriever in (ScriptedRetriever(), FailingRetriever()):
        assert isinstance(retriever, Retriever)


def test_scripted_model_replies_in_order() -> None:
    """Rules go first, then the replies, then the default; every call is kept."""
    model = ScriptedModel(
        ["One.", Completion("Cut", "length")],
        rules=[(lambda messages: "why" in messages[-1].content, "Because.")],
        default=lambda messages: messages[-1].content,
    )
    why = (Message("user", "And why?"),)
    texts = [model.complete(asked).text for asked in (HELLO, why, HELLO, HELLO)]
    assert texts == ["One.", "Because.", "Cut", "Hello?"]
    assert model.asked == ("Hello?", "And why?", "Hello?", "Hello?")


def test_scripted_model_raises_what_it_is_told_and_at_its_end() -> None:
    """An exception in the script is raised; an empty script is a ModelError."""
    model = ScriptedModel([ModelError("busy", "rate_limit")])
    with pytest.raises(ModelError, match="busy"):
        model.complete(HELLO)
    with pytest.raises(ModelError, match="no reply left at call 2"):
        model.complete(HELLO)


def test_fakes_answer_alike_in_all_four_ways() -> None:
    """Joined pieces are the text, and async is what sync is."""
    text = " Two  words,\n\nand\tmore. "
    model = ScriptedModel(default=text)

    async def both() -> tuple[str, str]:
        pieces = [piece async for piece in model.astream(HELLO)]
        return (await model.acomplete(HELLO)).text, "".join(pieces)

    assert asyncio.run(both()) == (text, text)
    assert "".join(model.stream(HELLO)) == text


def test_failing_fakes_fail_after_their_calls() -> None:
    """They work as often as told, then raise."""
    model = FailingModel(after=1, reply="Yes.")
    assert model.complete(HELLO).text == "Yes."
    with pytest.raises(ModelError, match="always fails"):
        model.complete(HELLO)
    retriever = FailingRetriever(after=1, passages=["Tea is hot."])
    assert retriever.retrieve("Tea?", 3).passages[0].text == "Tea is hot."
    with pytest.raises(RetrieverError, match="always fails"):
        retriever.retrieve("Tea?", 3)


def test_slow_model_heeds_the_timeout_or_not() -> None:
    """A careful one gives up in time, a careless one answers late."""
    wish = Wish(timeout=0.001)
    with pytest.raises(ModelError, match=r"within 0\.001 s") as caught:
        SlowModel(ScriptedModel("Late."), 0.01).complete(HELLO, wish)
    assert caught.value.kind == "timeout"
    careless = SlowModel(ScriptedModel("Late."), 0.01, heeds=False)
    assert asyncio.run(careless.acomplete(HELLO, wish)).text == "Late."


def test_scripted_retriever_finds_the_first_passages() -> None:
    """As many as asked for, from its passages, a function of the question, or as they are."""
    assert len(ScriptedRetriever(["a", "b", "c"]).retrieve("q", 2).passages) == 2
    retriever = ScriptedRetriever(lambda question, limit: [f"{question} {limit}"])
    assert retriever.retrieve("Why?", 4).passages[0].text == "Why? 4"
    assert retriever.calls == [("Why?", 4)]
    made = Retrieval((), sources_returned=False)
    assert ScriptedRetriever(made).retrieve("q", 2) is made
