"""What arrives: strings, deltas of chat completions, and what is no part of the answer."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from entailed import InputError
from entailed.streaming import AsideEvent, Delta, StreamVerifier, read_delta
from tests.streaming.support import EVIDENCE, streamed, verifier


def chunk(finish=None, **delta):
    """A chunk as an endpoint sends it."""
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def test_text_is_read_from_strings_chunks_and_deltas():
    """As mappings or as objects of a client library."""
    assert read_delta("It").text == "It"
    assert read_delta(chunk(content="It")).text == "It"
    assert read_delta({"content": "It"}).text == "It"
    delta = SimpleNamespace(content="It", tool_calls=None)
    choice = SimpleNamespace(delta=delta, finish_reason=None)
    assert read_delta(SimpleNamespace(choices=[choice])).text == "It"


def test_chunks_without_text_are_empty():
    """The role, the usage figures, the end."""
    assert read_delta(chunk(role="assistant", content="")) == Delta()
    assert read_delta(chunk(role="assistant", content=None)) == Delta()
    assert read_delta({"choices": [], "usage": {"total_tokens": 7}}) == Delta()
    assert read_delta(chunk("stop")) == Delta(finish="stop")
    assert read_delta({"choices": [{"delta": None, "finish_reason": None}]}) == Delta()


def test_parts_of_a_content_are_joined_without_a_space():
    """And its thoughts are kept apart."""
    parts = [{"type": "text", "text": "ass"}, {"type": "thinking", "thinking": "hm"}, "isting"]
    read = read_delta({"content": parts})
    assert read.text == "assisting"
    assert [a.channel for a in read.asides] == ["thinking"]


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning", "thinking"])
def test_thoughts_are_no_text(name):
    """Under any of the names they come by."""
    assert read_delta(chunk(**{name: "It costs 7."})).text == ""
    assert read_delta(chunk(**{name: "hm"})).asides == (AsideEvent("thinking", "hm"),)


def test_a_refusal_is_text():
    """The reader sees it."""
    assert read_delta(chunk(refusal="I cannot.")).text == "I cannot."


@pytest.mark.parametrize(
    "piece",
    [7, b"It", None, {"message": "It"}, {"choices": "It"}, {"content": 7}, chunk(content=[7])],
)
def test_what_is_no_piece_is_refused(piece):
    """With what came."""
    with pytest.raises(InputError, match="stream: expected"):
        read_delta(piece)


def test_several_choices_are_refused():
    """They are several answers."""
    with pytest.raises(InputError, match="expected one choice, got 2"):
        read_delta({"choices": [{"delta": {}}, {"delta": {}}]})


def test_thoughts_are_dropped_and_tool_calls_let_through():
    """Unless told otherwise: nothing in either is verified."""
    call = [{"index": 0, "id": "t1", "function": {"name": "find", "arguments": ""}}]
    events = streamed([chunk(reasoning_content="It costs 7."), chunk(tool_calls=call)])
    assert [e for e in events if isinstance(e, AsideEvent)] == [AsideEvent("tool", call)]
    assert events[-1].text == ""


def test_channels_are_chosen():
    """Thoughts for those who show them, tool calls kept from those who must not act on them."""
    stream = StreamVerifier(verifier(), EVIDENCE, let_through=("thinking",))
    assert stream.feed(chunk(reasoning="hm")) == (AsideEvent("thinking", "hm"),)
    assert stream.feed(chunk(tool_calls=[{"id": "t1"}])) == ()


def test_a_stream_of_chunks_is_as_one_of_strings():
    """And its end says why the model stopped."""
    words = ["Children do", " not pay", ". It", " opens at 9", ":00."]
    events = streamed([*(chunk(content=w) for w in words), chunk("length")])
    assert events[-1].finish == "length"
    assert events[:-1] == streamed(words)[:-1]
