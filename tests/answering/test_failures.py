"""What happens where a part of the answering loop fails, or the time is over."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import threading

import pytest

from entailed.answering import Answerer
from entailed.chat import CallableModel, OpenAIModel
from entailed.dialogue import Completion, Message, Retrieval, Wish
from entailed.errors import ConfigurationError, InputError, ModelError, RetrieverError
from entailed.policy import load_policy
from entailed.prompts import PROMPTS
from entailed.testing import FailingModel, FailingRetriever, ScriptedModel, ScriptedRetriever
from entailed.types import Entailment
from tests.answering.support import (
    BAD,
    GOOD,
    KEPT,
    MIXED,
    PASSAGES,
    QUESTION,
    UNSUPPORTED,
    answerer,
    ask,
    asked,
    verifier,
)
from tests.endpoints import Endpoint, Reply, body, chat, error

SOON = 1.5


@contextlib.contextmanager
def stuck():
    """A function that does not come back before the end of the test."""
    released = threading.Event()
    try:
        yield lambda *_: released.wait(30) and None
    finally:
        released.set()


class Stuck:
    """A model without an async form that does not come back, after the replies it has."""

    name = "stuck"

    def __init__(self, wait, *replies):
        self.wait = wait
        self.replies = list(replies)

    def complete(self, messages, wish=None):
        """The next reply, or nothing for a long time."""
        return Completion(self.replies.pop(0)) if self.replies else self.wait()


# --- the model -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (ModelError("HTTP 401: no", "authentication"), "HTTP 401"),
        (KeyError("choices"), "choices"),
        (Completion("Unused items can be", "length"), "cut off"),
        (Completion("I will not.", "refused"), "refused"),
        (Completion("", "tool_calls"), "asked for a tool"),
        (" \n", "the answer is empty"),
        (lambda messages: "\n".join(m.content for m in messages), "repeats its prompt"),
        (lambda messages: messages[-1].content[:60], "repeats its prompt"),
    ],
)
@pytest.mark.parametrize("policy", ["flag", "strict", "regenerate"])
def test_a_model_that_fails_declines(reply, message, policy):
    """Nothing of what it wrote is shown; what went wrong is a value."""
    outcome = asked([reply], policy)
    assert (outcome.status, outcome.because) == ("declined", "model_failed")
    assert outcome.text == PROMPTS.unavailable
    (failure,) = outcome.failures
    assert failure.stage == "generate"
    assert message in failure.message
    assert outcome.report is None


def test_a_model_that_fails_at_its_second_answer_leaves_the_first():
    """What of the first was verified is shown; else that nothing could be."""
    outcome = ask(lambda: answerer(FailingModel(after=1, reply=MIXED), "regenerate"))
    assert (outcome.status, outcome.because) == ("verified", "repaired")
    assert outcome.text.endswith(KEPT)
    outcome = ask(lambda: answerer(FailingModel(after=1, reply=BAD), "regenerate"))
    assert (outcome.status, outcome.because) == ("unsupported", "claims_failed")
    assert [failure.stage for failure in outcome.failures] == ["generate"]


def test_a_model_that_returns_no_completion_is_malformed():
    """A stranger's model may return anything."""

    class Odd:
        name = "odd"

        def complete(self, messages, wish=None):
            return GOOD

    outcome = ask(lambda: answerer(Odd()))
    assert outcome.failures[0].message == "expected a Completion, got str"


@pytest.mark.parametrize(
    "reply",
    [
        error(401),
        error(429, retry_after="3600"),
        error(500),
        Reply(pieces=(b"<html>",), kind="text/html"),
        body({"choices": []}),
        chat(None),
        chat("Unused items can be", "length"),
        Reply(broken=True),
    ],
)
def test_an_endpoint_that_misbehaves_declines(reply):
    """Over real HTTP: what is shown is never what came."""
    with (
        Endpoint(reply) as endpoint,
        OpenAIModel("tiny", base_url=endpoint.url, backoff=0.001) as model,
    ):
        outcome = answerer(model).ask(QUESTION)
    assert (outcome.status, outcome.because) == ("declined", "model_failed")
    assert outcome.text == PROMPTS.unavailable


def test_an_endpoint_that_behaves_is_verified():
    """The same way with an answer, in sync and async code with one model."""

    def reply(asked):
        return chat(GOOD if "<<<" in asked["messages"][1]["content"] else BAD)

    with Endpoint(reply) as endpoint, OpenAIModel("tiny", base_url=endpoint.url) as model:
        outcome = ask(lambda: answerer(model))
    assert (outcome.status, outcome.text) == ("verified", GOOD)
    assert (outcome.attempts[0].model, outcome.attempts[0].prompt_tokens) == ("tiny-1", 7)


# --- the retriever ---------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [RetrieverError("index is gone"), OSError("disk")])
def test_a_retriever_that_fails_declines(fault):
    """That is not the same as having found nothing, and the model is not asked."""
    model = ScriptedModel([GOOD])
    outcome = ask(lambda: answerer(model, passages=FailingRetriever(fault)))
    assert (outcome.status, outcome.because) == ("declined", "retriever_failed")
    assert outcome.text == PROMPTS.unavailable
    assert outcome.failures[0].message in ("index is gone", "disk")
    assert model.calls == []


def test_a_retriever_that_fails_at_widening_leaves_the_first_passages():
    """They serve for a second answer where the policy regenerates, and else for none."""

    def make(policy):
        return answerer([BAD, GOOD], policy, FailingRetriever(after=1, passages=PASSAGES))

    outcome = ask(lambda: make(load_policy("regenerate", widen=True)))
    assert outcome.status == "verified"
    assert [failure.stage for failure in outcome.failures] == ["retrieve"]
    outcome = ask(lambda: make("widen"))
    assert outcome.status == "unsupported"
    assert outcome.attempts[1].answer == ""


def test_a_retriever_that_returns_something_else_fails():
    """A list is no Retrieval."""

    class Odd:
        name = "odd"

        def retrieve(self, question, limit):
            return [GOOD]

    outcome = ask(lambda: answerer([GOOD], passages=Odd()))
    assert outcome.because == "retriever_failed"
    assert "expected a Retrieval, got list" in outcome.failures[0].message


# --- the deadline ----------------------------------------------------------------------------


def test_a_retriever_that_takes_too_long_declines():
    """It is left behind, and the model is not asked."""
    with stuck() as wait:
        outcome = asked([GOOD], passages=ScriptedRetriever(wait), deadline=SOON)
    assert (outcome.status, outcome.because, outcome.text) == (
        "declined", "out_of_time", PROMPTS.late,
    )  # fmt: skip
    assert outcome.failures[0].error == "timeout"


def test_a_model_that_takes_too_long_declines():
    """Also one that heeds no timeout."""
    with stuck() as wait:
        outcome = ask(lambda: answerer(Stuck(wait), "strict"), deadline=SOON)
    assert (outcome.status, outcome.because) == ("declined", "out_of_time")
    assert outcome.text == PROMPTS.late


def test_a_verifier_that_takes_too_long_shows_nothing():
    """There was an answer, but nobody could say whether it stands."""

    class StuckScorer:
        name, version, digest = "stuck", "1", ""

        def score(self, pairs):
            wait()
            return [Entailment(1, 0, 0)] * len(pairs)

    vague = "Unused goods may be sent back for 30 days after they came."
    with stuck() as wait:
        outcome = asked([vague], "flag", verifier=verifier(scorer=StuckScorer()), deadline=SOON)
    assert (outcome.status, outcome.because) == ("unsupported", "out_of_time")
    assert outcome.text == UNSUPPORTED


def test_a_second_answer_that_comes_too_late_leaves_the_first():
    """What of the first was verified in time is shown."""
    with stuck() as wait:
        outcome = answerer(Stuck(wait, MIXED), "regenerate").ask(QUESTION, deadline=4)
    assert (outcome.status, outcome.because) == ("verified", "repaired")
    assert outcome.text.endswith(KEPT)
    assert outcome.attempts[1].failures[0].error == "timeout"


def test_the_model_is_told_how_long_it_has():
    """Its own timeout where that is shorter, what is left where not."""
    model = ScriptedModel(default=GOOD)
    answerer(model, wish=Wish(timeout=5, seed=3)).ask(QUESTION, deadline=60)
    answerer(model, wish=Wish(timeout=500)).ask(QUESTION, deadline=60)
    answerer(model).ask(QUESTION)
    (_, first), (_, second), (_, third) = model.calls
    assert (first.timeout, first.seed) == (5, 3)
    assert 0 < second.timeout <= 60
    assert third.timeout is None


def test_a_timeout_of_the_model_is_its_own_failure():
    """Where time is left, the deadline is not to blame."""
    outcome = asked([TimeoutError("socket")], deadline=60)
    assert outcome.because == "model_failed"
    assert outcome.failures[0].message == "socket"


# --- how it runs -----------------------------------------------------------------------------


def test_the_event_loop_stays_free_and_async_forms_are_used():
    """`aretrieve` and `acomplete` run on the caller's loop, the verifier in a thread."""
    ran = []

    class Async:
        name = "async"

        def retrieve(self, question, limit):
            raise AssertionError("the async form is there")

        async def aretrieve(self, question, limit):
            ran.append(threading.current_thread())
            return ScriptedRetriever(PASSAGES).retrieve(question, limit)

    async def write(messages):
        ran.append(threading.current_thread())
        return GOOD

    async def main():
        ran.append(threading.current_thread())
        return await answerer(CallableModel(write), passages=Async()).aask(QUESTION, deadline=60)

    assert asyncio.run(main()).status == "verified"
    assert len(set(ran)) == 1


def test_a_cancelled_question_ends():
    """The caller's cancellation is not taken for a failure of the model."""

    async def main():
        async def never(messages):
            await asyncio.sleep(60)

        task = asyncio.create_task(answerer(CallableModel(never)).aask(QUESTION))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())


@pytest.mark.parametrize("deadline", [None, 60])
def test_the_parts_see_the_callers_context_variables(deadline):
    """As tracing libraries need it, in whatever thread they run."""
    request = contextvars.ContextVar("request", default="none")
    seen = []

    def write(messages):
        seen.append(request.get())
        return GOOD

    request.set("r-17")
    ask(lambda: answerer(CallableModel(write)), deadline=deadline)
    assert seen == ["r-17"] * 2


def test_progress_is_told_step_by_step():
    """What begins, in which attempt, and how it ended."""
    told = []
    ask(lambda: answerer([BAD, GOOD], "regenerate"), progress=told.append)
    once = told[: len(told) // 2]
    assert [(p.attempt, p.stage) for p in once] == [
        (1, "retrieve"), (1, "generate"), (1, "verify"), (1, "verify"),
        (2, "generate"), (2, "verify"), (2, "done"),
    ]  # fmt: skip
    assert once[0].message == "looking for 5 passages"
    assert once[4].message == "asking scripted, given 3 passages and 1 claim to leave"
    assert once[-1].message == "verified"


def test_a_display_that_breaks_does_not_cost_the_answer():
    """It is told nothing more, and the failure is kept."""

    def broken(progress):
        raise OSError("no terminal")

    outcome = ask(lambda: answerer([GOOD]), progress=broken)
    assert outcome.status == "verified"
    assert [(f.stage, f.message) for f in outcome.failures] == [("progress", "no terminal")]


# --- what it takes ---------------------------------------------------------------------------


def test_passages_beyond_the_prompts_bound_are_left_out():
    """Whole ones, the worst first, and that is told; the answer is verified by the rest."""
    long = {"a": PASSAGES["returns"], "b": "word " * 100, "c": PASSAGES["gift"]}
    model = ScriptedModel(default=GOOD.replace("returns", "a"))
    outcome = ask(lambda: answerer(model, passages=long, prompt_characters=200))
    assert outcome.status == "verified"
    assert outcome.attempts[0].evidence.ids == ("a",)
    assert outcome.failures[0].error == "limit_reached"
    assert "word word" not in model.asked[0]


def test_a_passage_that_is_too_long_by_itself_is_cut():
    """The model is verified against what it was shown, no more."""
    outcome = asked([GOOD], passages={"returns": PASSAGES["returns"] + " x" * 999},
                    prompt_characters=80)  # fmt: skip
    assert outcome.attempts[0].evidence.passages[0].text.endswith(" x")
    assert len(outcome.attempts[0].evidence.passages[0].text) <= 80
    assert outcome.status == "verified"


def test_a_retriever_that_finds_more_than_asked_for_is_cut():
    """And the same passage twice is one."""
    found = ScriptedRetriever([PASSAGES["returns"]] * 9).retrieve(QUESTION, 9)
    outcome = asked([GOOD.replace("returns", "S1")], passages=Retrieval(found.passages))
    assert outcome.attempts[0].evidence.ids == ("S1",)
    assert outcome.status == "verified"


def test_an_answer_that_comes_with_its_passages_is_verified():
    """Without a model of one's own, for services that answer and cite."""
    found = ScriptedRetriever(PASSAGES).retrieve(QUESTION, 5).passages
    outcome = asked(None, passages=Retrieval(found, True, MIXED))
    assert (outcome.status, outcome.because) == ("verified", "repaired")
    outcome = asked(None, "regenerate", Retrieval(found, True, BAD))
    assert (outcome.status, outcome.failures) == ("unsupported", ())
    outcome = asked(None, passages=Retrieval(found, True, ""))
    assert (outcome.status, outcome.because) == ("declined", "model_failed")


def test_functions_serve_as_retriever_and_model():
    """As `as_retriever` and `CallableModel` take them."""
    made = Answerer(lambda question: PASSAGES, lambda messages: GOOD, verifier())
    assert made.ask(QUESTION).status == "verified"
    assert made.policy.name == "audit"


def test_prompts_can_be_replaced():
    """Both what the model is told and what the reader sees."""
    prompts = {"request": "Q: {question} S: {sources}", "ungrounded": "Nichts gefunden."}
    model = ScriptedModel([GOOD])
    answerer(model, prompts=prompts).ask(QUESTION)
    assert model.asked[0].startswith(f"Q: {QUESTION} S: <<<")
    assert asked([GOOD], passages=[], prompts=prompts).text == "Nichts gefunden."


@pytest.mark.parametrize(
    ("question", "options", "message"),
    [
        (" ", {}, "question: expected text"),
        (None, {}, "question: expected text, got None"),
        (QUESTION, {"deadline": 0}, "deadline: expected seconds from now"),
        (QUESTION, {"deadline": float("nan")}, "deadline: expected seconds from now"),
        (QUESTION, {"deadline": float("inf")}, "deadline: expected seconds from now"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused(question, options, message):
    """In sync and async code alike."""
    with pytest.raises(InputError, match=message):
        answerer().ask(question, **options)
    with pytest.raises(InputError, match=message):
        asyncio.run(answerer().aask(question, **options))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"passages": {}, "policy": "nice"}, "expected one of audit"),
        ({"widened": 4}, "1 <= passages <= widened"),
        ({"prompt_characters": 0}, "prompt_characters >= 1"),
        ({"prompts": {"late": ""}}, "prompts late"),
        ({"policy": "strict", "verifier": verifier()}, "the check 'uncited'"),
    ],
)
def test_an_answerer_that_cannot_work_is_refused(options, message):
    """When it is made, not when it is asked."""
    with pytest.raises(ConfigurationError, match=message):
        answerer(**options)


def test_messages_reach_the_model_as_system_and_user():
    """The contract first, then sources and question."""
    model = ScriptedModel([GOOD])
    answerer(model).ask(QUESTION)
    (system, user), _ = model.calls[0]
    assert isinstance(system, Message)
    assert (system.role, user.role) == ("system", "user")
    assert f"[returns]\n{PASSAGES['returns']}" in user.content
    assert user.content.endswith(f"Question: {QUESTION}")
