"""Functions of the user's as chat models."""

from __future__ import annotations

import asyncio

import pytest

from entailed.chat import CallableModel
from entailed.dialogue import Completion, Message, Wish
from entailed.errors import ConfigurationError, ModelError
from entailed.protocols import ChatModel

ASKED = (Message("system", "Be brief."), Message("user", "Is tea hot?"))


def both(model, wish=None):
    """What `complete` and `acomplete` give or raise."""
    arguments = (ASKED,) if wish is None else (ASKED, wish)
    results = []
    for ask in (model.complete, lambda *a: asyncio.run(model.acomplete(*a))):
        try:
            results.append(ask(*arguments))
        except ModelError as error:
            results.append((error.kind, str(error)))
    return results


async def later(messages):
    """A coroutine function that repeats the last message."""
    await asyncio.sleep(0)
    return messages[-1]["content"]


class Later:
    """An object whose call is a coroutine function."""

    async def __call__(self, messages):
        """The number of messages."""
        return f"{len(messages)} messages"


@pytest.mark.parametrize(
    ("model", "text"),
    [
        (CallableModel(lambda messages: messages[0]["role"]), "system"),
        (CallableModel(lambda text: text, takes="text"), "Be brief.\n\nIs tea hot?"),
        (CallableModel(later), "Is tea hot?"),
        (CallableModel(Later()), "2 messages"),
        (CallableModel(lambda messages, wish: f"{wish.seed}", wishes=True), "None"),
    ],
)
def test_a_function_answers(model, text):
    """Plain or not, whatever it takes, sync as async."""
    assert [completion.text for completion in both(model)] == [text] * 2
    assert isinstance(model, ChatModel)


def test_a_completion_passes_as_it_is():
    """A function may say why it stopped."""
    made = Completion("Tea is", "length")
    assert both(CallableModel(lambda messages: made)) == [made, made]


def test_a_model_has_the_name_of_its_function():
    """Unless it is given another."""
    assert CallableModel(later).name == "later"
    assert CallableModel(Later()).name == "Later"
    assert CallableModel(later, name="mine").name == "mine"


def fails(messages):
    """A function that raises what no model error is."""
    raise KeyError("choices")


async def fails_later(messages):
    """The same as a coroutine function."""
    raise KeyError("choices")


def gives_up(messages):
    """A function that knows our errors."""
    raise ModelError("busy", kind="rate_limit", retry_after=3)


@pytest.mark.parametrize(
    ("function", "kind", "words"),
    [
        (fails, "server", "model 'fails': KeyError: 'choices'"),
        (fails_later, "server", "model 'fails_later': KeyError: 'choices'"),
        (gives_up, "rate_limit", "busy"),
        (lambda messages: None, "malformed", "expected a text or a Completion, got NoneType"),
        (lambda messages: "\n", "empty", "the answer is empty"),
    ],
)
def test_what_goes_wrong_is_a_model_error(function, kind, words):
    """In sync and async alike."""
    for found in both(CallableModel(function)):
        assert found[0] == kind
        assert words in found[1]


def test_a_coroutine_function_is_ended_by_the_timeout():
    """It is cancelled, not waited for."""
    for found in both(CallableModel(lambda messages: asyncio.sleep(60)), Wish(timeout=0.01)):
        assert found == ("timeout", "model '<lambda>': no answer within 0.01 s")


def test_sync_calls_work_inside_a_running_event_loop():
    """Also of a coroutine function."""

    async def inside():
        return CallableModel(later).complete(ASKED).text

    assert asyncio.run(inside()) == "Is tea hot?"


def test_what_is_no_function_is_refused():
    """With what was expected."""
    with pytest.raises(ConfigurationError, match="expected a function, got str"):
        CallableModel("gpt")
    with pytest.raises(ConfigurationError, match="expected takes to be one of messages, text"):
        CallableModel(later, takes="prompt")
