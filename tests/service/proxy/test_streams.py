"""Streamed replies: the same text as whole ones, shown as it is verified, and nothing else."""

from __future__ import annotations

import asyncio
import json
from itertools import pairwise

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from entailed.prompts import PROMPTS
from entailed.service.service import Service
from entailed.service.streams import Stream
from tests.service.proxy.conftest import (
    FALSE,
    KEY,
    OTHER,
    TRUE,
    Bytes,
    chunk,
    completion,
    events,
    read_events,
    said,
    sse,
)

END = chunk(finish="stop")


def cut(text, places):
    """The text in pieces."""
    ends = sorted({0, len(text), *(p % (len(text) + 1) for p in places)})
    return [text[low:high] for low, high in pairwise(ends)]


def words(text):
    """The text word by word."""
    return [word + " " for word in text.split()]


def streamed(response):
    """The events of a streamed response."""
    assert response.status_code == 200, response.text
    assert response.headers["content-type"].startswith("text/event-stream")
    return read_events(response.text)


ANSWERS = st.lists(
    st.sampled_from(
        [
            TRUE,
            FALSE,
            OTHER,
            "According to [1], gift cards cost 5 euros.",
            "\n\n- Gift cards are not refundable [S2].\n- Refunds are quick.",
            "The sources do not say.",
            "Caf\u00e9 \U0001f600.",
            "<think>hm</think>",
            '"Gift cards" are {not} refundable\\u0041 [S2].',
        ]
    ),
    min_size=1,
    max_size=4,
).map(" ".join)


@pytest.mark.parametrize("policy", ["audit", "flag", "suppress", "repair", "strict"])
@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(answer=ANSWERS, places=st.lists(st.integers(0, 1_000), max_size=12), mode=st.booleans())
def test_a_stream_adds_up_to_the_whole_reply(inside, policy, answer, places, mode):
    """The same text, the same verdicts, whatever the pieces, held or buffered."""
    whole = inside(completion(answer), policy=policy).post().json()
    pieces = [chunk(piece) for piece in cut(answer, places)]
    proxy = inside(
        sse(chunk({"role": "assistant"}), *pieces, END),
        policy=policy,
        streaming="hold" if mode else "buffer",
    )
    made = streamed(proxy.post(stream=True))
    assert said(made) == (whole["choices"][0]["message"]["content"] or "")
    assert made[-1] == "[DONE]"
    assert made[-2]["grounding"] == whole["grounding"]


def test_the_last_chunk_has_the_grounding_and_no_other(inside):
    """Chunks have the shape of the upstream's."""
    reply = sse(chunk({"role": "assistant", "content": ""}), *map(chunk, words(TRUE)), END)
    response = inside(reply).post(stream=True)
    made = streamed(response)
    assert made[0]["choices"][0]["delta"] == {"role": "assistant", "content": ""}
    assert [sorted(one) for one in made[:-2]] == [["choices", "id", "model", "object"]] * len(
        made[:-2]
    )
    last = made[-2]
    assert last["choices"] == [{"index": 0, "delta": {}, "finish_reason": "stop"}]
    assert last["grounding"]["status"] == "grounded"
    assert response.headers["x-grounding-status"] == "pending"
    assert response.headers["x-sources-returned"] == "true"
    assert response.headers["cache-control"] == "no-cache"
    assert "content-length" not in response.headers


def test_figures_of_usage_come_last_where_they_were_asked_for(inside):
    """The chunk with them has the grounding object then."""
    usage = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}
    figures = {"id": "c-1", "choices": [], "usage": usage}
    proxy = inside(sse(*map(chunk, words(TRUE)), END, figures))
    made = streamed(proxy.post(stream=True, stream_options={"include_usage": True}))
    assert made[-2]["usage"] == usage
    assert made[-2]["choices"] == []
    assert made[-2]["grounding"]["status"] == "grounded"
    assert made[-3]["choices"][0]["finish_reason"] == "stop"
    assert proxy.body["stream_options"] == {"include_usage": True}


def test_figures_that_came_with_a_choice_stay_with_one(inside):
    """Who did not ask for a chunk without choices gets none."""
    usage = {"total_tokens": 10}
    made = streamed(inside(sse(chunk(TRUE), {**END, "usage": usage})).post(stream=True))
    assert made[-2]["usage"] == usage
    assert made[-2]["choices"][0]["finish_reason"] == "stop"
    assert all(one["choices"] for one in made[:-1])


def test_sentences_are_shown_before_the_answer_ends(inside):
    """Under a policy that lets them be: each in a chunk, once it is verified."""
    text = f"{TRUE} {OTHER} {TRUE} {OTHER} "
    made = streamed(
        inside(sse(*map(chunk, words(text * 3)), END), policy="audit").post(stream=True)
    )
    assert len([one for one in made if one != "[DONE]" and said([one])]) > 1


def test_no_word_of_a_false_claim_leaves_in_a_stream(inside):
    """Not in a chunk, and under a closed policy not in the grounding object."""
    reply = sse(*map(chunk, words(f"{TRUE} {FALSE}")), END)
    response = inside(reply, policy="strict").post(stream=True)
    assert "60" not in said(streamed(response))
    assert "60 days" not in response.text
    assert streamed(response)[-2]["grounding"]["action"] == "block"


def test_every_choice_of_a_stream_is_verified(inside):
    """They may come in any order."""
    pieces = []
    for one, other in zip(words(TRUE), words(FALSE), strict=True):
        pieces += [chunk(one), chunk(other, index=1)]
    reply = sse(*pieces, chunk(index=1, finish="stop"), chunk(finish="length"))
    made = streamed(inside(reply).post(stream=True, n=2))
    assert said(made).strip() == TRUE
    assert "60 days [" not in said(made, 1)
    ends = [c for one in made[:-1] for c in one["choices"] if c["finish_reason"]]
    assert [(c["index"], c["finish_reason"]) for c in ends] == [(0, "length"), (1, "stop")]
    assert [c["status"] for c in made[-2]["grounding"]["choices"]] == ["grounded", "ungrounded"]


def test_calls_of_tools_are_handed_on_at_once(inside):
    """Delta by delta; alone they are not verified."""
    start = {"index": 0, "id": "call_1", "type": "function", "function": {"name": "f"}}
    deltas = [
        {"role": "assistant", "content": None, "tool_calls": [start]},
        {"tool_calls": [{"index": 0, "function": {"arguments": '{"a": 1}'}}]},
    ]
    reply = sse(*map(chunk, deltas), chunk(finish="tool_calls"))
    made = streamed(inside(reply, policy="strict").post(stream=True, tools=[{}]))
    calls = [c["delta"]["tool_calls"] for one in made[:2] for c in one["choices"]]
    assert calls == [[start], deltas[1]["tool_calls"]]
    assert made[-2]["choices"][0]["finish_reason"] == "tool_calls"
    assert made[-2]["grounding"]["status"] == "not_applicable"


@pytest.mark.parametrize(("policy", "passes"), [("repair", True), ("strict", False)])
def test_reasoning_and_refusals_follow_the_policy(inside, policy, passes):
    """As in whole replies."""
    reply = sse(
        chunk({"reasoning_content": "Is it 90 days?"}),
        chunk({"refusal": "It is 60"}),
        chunk({"refusal": " days."}),
        END,
    )
    made = streamed(inside(reply, policy=policy).post(stream=True))
    deltas = [c["delta"] for one in made[:-1] for c in one["choices"]]
    refused = "".join(delta.get("refusal", "") for delta in deltas)
    assert ("90 days" in json.dumps(made)) is passes
    assert (refused == "It is 60 days.") is passes
    assert refused


@pytest.mark.parametrize("answer", [TRUE, FALSE])
def test_token_probabilities_wait_until_their_words_are_shown(inside, answer):
    """They come with the last chunk, or not at all."""
    pieces = words(answer)
    chunks = [chunk(p, logprobs={"content": [{"token": p}]}) for p in pieces]
    made = streamed(inside(sse(*chunks, END)).post(stream=True, logprobs=True))
    found = [c.get("logprobs") for one in made[:-1] for c in one["choices"]]
    expected = {"content": [{"token": piece} for piece in pieces]} if answer == TRUE else None
    assert [one for one in found if one] == ([expected] if expected else [])


def test_a_character_that_two_chunks_hold_half_of_is_whole(inside):
    """Some endpoints cut between the halves of a pair."""
    reply = httpx.Response(
        200,
        headers={"content-type": "text/event-stream"},
        content=events(chunk("Fine \ud83d"), chunk("\ude00 here."), END),
    )
    assert (
        said(streamed(inside(reply, policy="audit").post(stream=True))) == "Fine \U0001f600 here."
    )


def test_an_answer_in_json_is_judged_as_a_whole(inside):
    """What is no JSON any more is a refusal."""
    pieces = ['{"answer": "Refunds are accepted ', 'within 60 days of delivery."}']
    reply = sse(*map(chunk, pieces), END)
    made = streamed(inside(reply).post(stream=True, response_format={"type": "json_object"}))
    deltas = [c["delta"] for one in made[:-1] for c in one["choices"]]
    assert said(made) == ""
    assert any(delta.get("refusal") for delta in deltas)


def test_without_sources_a_stream_says_so_and_the_upstream_is_not_asked(inside):
    """In the shape of a stream."""
    proxy = inside(sse(END))
    response = proxy.post(stream=True, documents=None)
    made = streamed(response)
    assert said(made) == PROMPTS.ungrounded
    assert made[-2]["grounding"]["status"] == "no_evidence"
    assert made[-1] == "[DONE]"
    assert proxy.asked == []
    assert response.headers["x-grounding-status"] == "no_evidence"


def test_without_sources_the_text_beside_tools_is_not_shown(inside):
    """Also in a stream."""
    made = streamed(inside(sse(chunk(TRUE), END)).post(stream=True, documents=None, tools=[{}]))
    assert said(made) == PROMPTS.ungrounded


def test_an_upstream_that_does_not_stream_is_streamed_all_the_same(inside):
    """Its whole reply is cut into chunks."""
    call = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    usage = {"total_tokens": 1}
    reply = completion({"content": TRUE, "tool_calls": [call]}, usage=usage)
    made = streamed(inside(reply).post(stream=True))
    assert said(made) == TRUE
    assert made[0]["choices"][0]["delta"]["tool_calls"] == [{"index": 0, **call}]
    assert made[0]["object"] == "chat.completion.chunk"
    assert made[-2]["usage"] == usage


def test_a_reason_to_stop_is_an_end_without_a_mark(inside):
    """Some endpoints never say `[DONE]`."""
    made = streamed(inside(sse(chunk(TRUE), END, done=False)).post(stream=True))
    assert said(made) == TRUE
    assert made[-1] == "[DONE]"


# --- faults ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tail", "kind"),
    [
        ({"done": False}, "upstream_malformed"),
        ({"error": httpx.ReadError("gone"), "done": False}, "upstream_broken"),
        ({"error": httpx.ReadTimeout("slow"), "done": False}, "upstream_timeout"),
    ],
)
def test_a_stream_that_breaks_ends_with_an_error_after_the_verified_part(inside, tail, kind):
    """Half a sentence is not shown, and there is no `[DONE]`."""
    pieces = words(f"{TRUE} {OTHER} Refunds are accepted within 60 days")
    made = streamed(inside(sse(*map(chunk, pieces), **tail), policy="flag").post(stream=True))
    assert said(made).startswith(TRUE)
    assert "60" not in said(made)
    assert made[-1]["error"]["type"] == kind
    assert made[-2]["grounding"]["counts"]["supported"] >= 1
    assert "[DONE]" not in made


def test_under_a_closed_policy_a_broken_stream_shows_what_the_policy_leaves(inside):
    """The beginning is judged as if it were the answer."""
    pieces = words(f"{FALSE} {OTHER} Refunds are")
    response = inside(sse(*map(chunk, pieces), done=False), policy="strict").post(stream=True)
    assert "60 days" not in response.text
    assert "error" in streamed(response)[-1]


@pytest.mark.parametrize(
    "bad",
    [
        b"data: nothing\n\n",
        events({"id": "c-1"}, done=False),
        events(chunk("x", index=5), done=False),
        events({"choices": ["x"]}, done=False),
        events(chunk({"content": 5}), done=False),
        events({"choices": []}),
    ],
)
def test_a_chunk_that_cannot_be_used_ends_the_stream(inside, bad):
    """With an error, and without the words before it that were not settled."""
    body = Bytes(
        events(chunk("Refunds take 60 days"), done=False) if b"[]" not in bad else b"", bad
    )
    reply = httpx.Response(200, headers={"content-type": "text/event-stream"}, stream=body)
    made = streamed(inside(reply).post(stream=True))
    assert made[-1]["error"]["type"] == "upstream_malformed"
    assert "60 days" not in json.dumps(made)


def test_an_error_in_the_middle_of_a_stream_is_handed_on(inside):
    """Without the key that some endpoints repeat."""
    error = {"error": {"message": f"{KEY}: overloaded", "type": "server_error", "code": 529}}
    made = streamed(inside(sse(chunk("Refunds take"), error)).post(stream=True))
    assert made[-1] == {
        "error": {"message": "***: overloaded", "type": "server_error", "code": 529}
    }


def test_a_stream_is_bounded_in_size_and_in_time(inside):
    """In both cases it ends with an error."""
    reply = sse(*[chunk("Refunds take 60 days. ")] * 100, END)
    made = streamed(inside(reply, reply_bytes=1_000).post(stream=True))
    assert made[-1]["error"]["type"] == "upstream_malformed"

    async def endless(self):
        while True:
            yield events(chunk("a "), done=False)
            await asyncio.sleep(0.01)

    stream = type("Endless", (Bytes,), {"__aiter__": endless})()
    reply = httpx.Response(200, headers={"content-type": "text/event-stream"}, stream=stream)
    made = streamed(inside(reply, service={"stream_seconds": 0.3}).post(stream=True))
    assert made[-1]["error"]["type"] == "upstream_timeout"
    assert stream.closed


def test_an_answer_that_is_longer_than_is_verified_is_cut_with_an_error(inside):
    """What was verified stays."""
    from entailed.types import Limits

    reply = sse(*map(chunk, words(f"{TRUE} {OTHER} " * 20)), END)
    bounds = {"limits": Limits(answer_characters=400)}
    made = streamed(inside(reply, policy="audit", service=bounds).post(stream=True))
    assert made[-1]["error"]["type"] == "answer_cut"
    assert said(made).startswith(TRUE)


def broken(error):
    """A `Stream.run` that raises."""

    async def run(self, pieces):
        async for _ in pieces:
            break
        raise error
        yield

    return run


@pytest.mark.parametrize("policy", ["flag", "repair", "strict"])
def test_where_verification_fails_a_stream_shows_nothing_of_the_answer(inside, monkeypatch, policy):
    """The policy's message stands in its place."""
    monkeypatch.setattr(Stream, "run", broken(RuntimeError("broken")))
    made = streamed(inside(sse(chunk(TRUE), chunk(OTHER), END), policy=policy).post(stream=True))
    assert said(made).startswith("This answer could not be verified")
    assert "30 days" not in json.dumps(made)
    assert made[-2]["grounding"]["status"] == "unchecked"


def test_a_policy_that_only_reports_shows_a_stream_all_the_same(inside, monkeypatch):
    """And says that it is unchecked."""
    monkeypatch.setattr(Stream, "run", broken(RuntimeError("broken")))
    made = streamed(inside(sse(chunk(TRUE), chunk(OTHER), END), policy="audit").post(stream=True))
    assert said(made) == TRUE + OTHER
    assert made[-2]["grounding"]["status"] == "unchecked"


def test_streams_beyond_the_bound_are_refused_before_the_upstream_is_asked(inside):
    """Each choice takes a place of its own, and gives it back."""
    proxy = inside(sse(chunk(TRUE), END), service={"streams": 1})
    assert proxy.post(stream=True, n=2).status_code == 503
    assert proxy.asked == []


def test_a_place_is_given_back_whatever_happens(inside, monkeypatch):
    """Also where the upstream refuses."""
    active = []
    shutdown = Service.shutdown

    async def watched(self):
        await asyncio.sleep(0.05)
        active.append(self._streams.active)
        await shutdown(self)

    monkeypatch.setattr(Service, "shutdown", watched)
    inside(httpx.Response(500)).post(stream=True)
    inside(sse(chunk(TRUE), END)).post(stream=True)
    inside(sse(chunk(TRUE), done=False)).post(stream=True, n=2)
    inside(sse(chunk({"tool_calls": []}), END)).post(stream=True)
    assert active == [0, 0, 0, 0]


def test_a_stream_that_shows_nothing_says_that_it_is_alive(inside):
    """By comments, which clients pass over."""

    async def slow(self):
        yield events(chunk("Refunds are "), done=False)
        await asyncio.sleep(0.3)
        yield events(chunk(TRUE[12:]), END)

    stream = type("Slow", (Bytes,), {"__aiter__": slow})()
    reply = httpx.Response(200, headers={"content-type": "text/event-stream"}, stream=stream)
    response = inside(reply, keep_alive_seconds=0.05).post(stream=True)
    assert ": alive\n\n" in response.text
    assert said(streamed(response)) == TRUE
