"""A model behind an endpoint: what it is asked, and every way in which it can go wrong."""

from __future__ import annotations

import asyncio
import socket
import threading

import pytest

from entailed.chat import OpenAIModel
from entailed.dialogue import NO_WISH, Completion, Message, Wish
from entailed.errors import ConfigurationError, ModelError
from entailed.protocols import ChatModel, StreamingModel
from tests.endpoints import Endpoint, Reply, body, chat, error, stream

ASKED = (Message("system", "Be brief."), Message("user", "Is tea hot?"))
SCHEMA = {
    "type": "object",
    "properties": {"hot": {"type": "boolean"}},
    "required": ["hot"],
    "additionalProperties": False,
}


@pytest.fixture(autouse=True)
def no_key(monkeypatch):
    """No key and no address of the machine's own."""
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def model(endpoint, **options):
    """A model at the endpoint that waits next to nothing between tries."""
    return OpenAIModel("tiny", **{"base_url": endpoint.url, "backoff": 0.001, **options})


def outcomes(behaviour, wish=NO_WISH, **options):
    """What `complete`, `acomplete`, `stream` and `astream` give or raise."""

    async def apieces(made):
        return "".join([piece async for piece in made.astream(ASKED, wish)])

    ways = (
        lambda made: made.complete(ASKED, wish).text,
        lambda made: asyncio.run(made.acomplete(ASKED, wish)).text,
        lambda made: "".join(made.stream(ASKED, wish)),
        lambda made: asyncio.run(apieces(made)),
    )
    results = []
    with Endpoint(behaviour) as endpoint, model(endpoint, **options) as made:
        for way in ways:
            try:
                results.append(way(made))
            except ModelError as error:
                results.append(error)
    return results


def failed(reply, **options):
    """The one kind of error that all four ways end in, and the first message."""
    found = outcomes(reply, **options)
    assert all(isinstance(one, ModelError) for one in found), found
    assert len({one.kind for one in found}) == 1, [(one.kind, str(one)) for one in found]
    return found[0]


# --- what is asked and answered --------------------------------------------------------------


def test_it_is_a_model_that_streams():
    """It satisfies both protocols and carries the name it was given."""
    made = OpenAIModel("tiny", base_url="http://127.0.0.1:1/v1")
    assert isinstance(made, ChatModel)
    assert isinstance(made, StreamingModel)
    assert made.name == "tiny"


def test_a_wish_becomes_the_fields_of_the_request():
    """Messages, limit, temperature, seed, options, and the key as a bearer."""
    wish = Wish(max_tokens=9, temperature=0.0, seed=4)
    with (
        Endpoint(chat("Yes.")) as endpoint,
        model(endpoint, api_key="sk-secret", options={"top_k": 1}) as made,
    ):
        completion = made.complete(ASKED, wish)
    assert completion == Completion("Yes.", "stop", "tiny-1", 7, 3)
    assert endpoint.requests == [
        {
            "model": "tiny",
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "Is tea hot?"},
            ],
            "max_tokens": 9,
            "temperature": 0.0,
            "seed": 4,
            "top_k": 1,
        }
    ]
    assert endpoint.headers[0]["authorization"] == "Bearer sk-secret"


def test_key_and_address_come_from_the_environment(monkeypatch):
    """As every client of such endpoints takes them."""
    with Endpoint(chat("Yes.")) as endpoint:
        monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-from-there")
        with OpenAIModel("tiny") as made:
            assert made.complete(ASKED).text == "Yes."
    assert endpoint.headers[0]["authorization"] == "Bearer sk-from-there"


def test_all_four_ways_give_the_same_text():
    """Whether it comes whole or in pieces, and in whatever pieces."""
    text = "Tea is hot.\n\n- 80 °C \U0001f375 [S1]"

    def reply(asked):
        return stream(text[:5], text[5:20], text[20:]) if asked.get("stream") else chat(text)

    assert outcomes(reply) == [text] * 4


def test_a_long_answer_comes_whole():
    """100 KB are no reason to fail."""
    text = "Tea is hot. " * 9000

    def reply(asked):
        parts = [text[i : i + 1000] for i in range(0, len(text), 1000)]
        return stream(*parts) if asked.get("stream") else chat(text)

    assert outcomes(reply) == [text] * 4


def test_thinking_is_no_part_of_the_answer():
    """In all four ways; where only that came, the answer is empty."""

    def reply(asked):
        parts = ("<thi", "nk>Is it?", " Yes.</think>\n", "\nTea is ", "hot.")
        return stream(*parts) if asked.get("stream") else chat("".join(parts))

    assert outcomes(reply) == ["Tea is hot."] * 4
    assert failed(lambda asked: stream("<think>") if asked.get("stream") else chat("<think>x"))


def test_text_parts_are_joined():
    """Some endpoints send the content as a list."""
    parts = [{"type": "text", "text": "Yes"}, {"type": "image"}, {"type": "text", "text": "."}]
    with Endpoint(chat(parts)) as endpoint, model(endpoint) as made:
        assert made.complete(ASKED).text == "Yes."


def test_a_stream_gives_its_pieces_as_they_come():
    """The first is there before the last is sent, and leaving early ends the request."""
    sent = stream("One ", "two ", *["more "] * 50, pause=0.01)
    with Endpoint(sent) as endpoint, model(endpoint) as made:
        pieces = made.stream(ASKED)
        assert next(pieces) == "One "
        assert next(pieces) == "two "
        pieces.close()
        assert list(pieces) == []


def test_threads_and_event_loops_share_a_model():
    """Sync threads and two event loops one after another."""
    with Endpoint(chat("Yes.")) as endpoint, model(endpoint) as made:
        texts = []
        threads = [
            threading.Thread(target=lambda: texts.append(made.complete(ASKED).text))
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for _ in range(2):
            texts.append(asyncio.run(made.acomplete(ASKED)).text)
    assert texts == ["Yes."] * 6


def test_sync_calls_work_inside_a_running_event_loop():
    """As in a notebook."""

    async def inside(made):
        return made.complete(ASKED).text

    with Endpoint(chat("Yes.")) as endpoint, model(endpoint) as made:
        assert asyncio.run(inside(made)) == "Yes."


def test_a_cancelled_call_ends():
    """Cancelling the task of an async caller is not swallowed."""

    async def cancelled(made):
        task = asyncio.create_task(made.acomplete(ASKED))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with Endpoint(Reply(pieces=(b"{", b"}"), pause=0.2)) as endpoint, model(endpoint) as made:
        asyncio.run(cancelled(made))


def test_a_model_can_be_used_after_it_was_closed():
    """New connections are opened."""
    with Endpoint(chat("Yes.")) as endpoint:
        made = model(endpoint)
        for _ in range(2):
            assert made.complete(ASKED).text == "Yes."
            made.close()


# --- what goes wrong -------------------------------------------------------------------------


def unused_port():
    """A port that nothing listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_an_endpoint_that_is_down_cannot_be_reached():
    """The message says where, and what to check."""
    made = OpenAIModel("tiny", base_url=f"http://127.0.0.1:{unused_port()}/v1", backoff=0.001)
    with made, pytest.raises(ModelError, match=r"'tiny' at http://127.*check the base URL") as one:
        made.complete(ASKED)
    assert one.value.kind == "connection"
    with made, pytest.raises(ModelError, match="cannot be reached"):
        list(made.stream(ASKED))


@pytest.mark.parametrize(
    ("status", "kind", "words"),
    [
        (400, "request", "HTTP 400: no"),
        (401, "authentication", "check the API key"),
        (403, "authentication", "check the API key"),
        (404, "request", "check the model's name"),
        (413, "request", "HTTP 413"),
        (429, "rate_limit", "try again later"),
        (500, "server", "HTTP 500: no; try again later"),
        (503, "server", "HTTP 503"),
    ],
)
def test_an_http_error_has_its_kind(status, kind, words):
    """The same in all four ways, with what the endpoint said."""
    found = failed(error(status), retries=0)
    assert found.kind == kind
    assert words in str(found)


@pytest.mark.parametrize(
    ("reply", "kind", "words"),
    [
        (Reply(pieces=(b"<p>oops</p>",), kind="text/html"), "malformed", "JSON, got: <p>oops</p>"),
        (Reply(pieces=(b'{"choices": [',)), "malformed", "expected JSON"),
        (Reply(), "malformed", "got: nothing"),
        (body([1]), "malformed", "expected a JSON object, got list"),
        (body({"id": 1}), "malformed", "expected a list of choices"),
        (body({"choices": [{}]}), "malformed", "expected a message"),
        (body({"choices": []}), "empty", "has no choices"),
        (body({"error": {"message": "model is loading"}}), "server", "model is loading"),
        (chat(None), "empty", "the answer is empty"),
        (chat(" \n"), "empty", "the answer is empty"),
        (chat(None, "tool_calls", tool_calls=[{"id": "x"}]), "malformed", "asked for a tool"),
        (chat(None, refusal="I will not."), "refused", "I will not."),
        (chat("Well", "content_filter"), "refused", "refused"),
        (chat("Tea is", "length"), "truncated", "cut off after 6 characters"),
    ],
)  # fmt: skip
def test_a_reply_without_a_whole_answer_is_an_error(reply, kind, words):
    """Whatever came in its place, and with what had come of it."""
    with (
        Endpoint(reply) as endpoint,
        model(endpoint) as made,
        pytest.raises(ModelError) as caught,
    ):
        made.complete(ASKED)
    assert caught.value.kind == kind
    assert words in str(caught.value)
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize(
    ("reply", "kind", "partial"),
    [
        (stream("Tea ", "is", cut=True, done=False, finish=None), "interrupted", "Tea is"),
        (stream("Tea ", "is", done=False, finish=None), "interrupted", "Tea is"),
        (stream("Tea ", "is", finish=None), "interrupted", "Tea is"),
        (stream("Tea ", "is", finish="length"), "truncated", "Tea is"),
        (stream("Tea ", finish="content_filter"), "refused", "Tea "),
        (stream(), "empty", ""),
        (chat("not a stream"), "empty", ""),
        (Reply(pieces=(b"data: {oops\n\n",), kind="text/event-stream"), "malformed", ""),
        (
            Reply(
                pieces=(*stream("Tea ").pieces[:2], b'data: {"error": {"message": "died"}}\n\n'),
                kind="text/event-stream",
            ),
            "interrupted",
            "Tea ",
        ),
    ],
)
def test_a_stream_without_its_end_is_an_error(reply, kind, partial):
    """What had come is on the error, and was given piece by piece."""
    with Endpoint(reply) as endpoint, model(endpoint) as made:
        pieces = []
        with pytest.raises(ModelError) as caught:
            pieces.extend(made.stream(ASKED))
    assert (caught.value.kind, caught.value.partial) == (kind, partial)
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize("pause", [0.5, 0.04])
def test_the_timeout_bounds_the_whole_call(pause):
    """A silent endpoint and one that trickles are both left, in all four ways."""
    slow = Reply(pieces=(b" ",) * 10, pause=pause)
    for found in outcomes(slow, Wish(timeout=0.1), timeout=30):
        assert found.kind == "timeout"
        assert "within 0.1 s" in str(found)


def test_a_stream_that_stalls_keeps_what_had_come():
    """The error carries the pieces before the timeout."""
    released = threading.Event()
    stalled = Reply(
        pieces=stream("Tea ", "is ").pieces[:3], hold=released, kind="text/event-stream"
    )
    with Endpoint([chat("Yes."), stalled]) as endpoint, model(endpoint) as made:
        made.complete(ASKED)
        with pytest.raises(ModelError, match="no complete answer") as caught:
            list(made.stream(ASKED, Wish(timeout=1.0)))
        released.set()
    assert (caught.value.kind, caught.value.partial) == ("timeout", "Tea is ")


# --- tries -----------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", [error(500), error(429), error(408), Reply(broken=True)])
def test_a_passing_fault_is_tried_again(fault):
    """In all four ways, as often as allowed."""

    def replies():
        left = [fault, fault]

        def reply(asked):
            if left:
                return left.pop()
            return stream("Yes.") if asked.get("stream") else chat("Yes.")

        return reply

    with Endpoint(replies()) as endpoint, model(endpoint, retries=2) as made:
        assert made.complete(ASKED).text == "Yes."
        assert len(endpoint.requests) == 3
    with (
        Endpoint(replies()) as endpoint,
        model(endpoint, retries=1) as made,
        pytest.raises(ModelError),
    ):
        made.complete(ASKED)
    assert len(endpoint.requests) == 2
    if not fault.broken:
        with Endpoint(replies()) as endpoint, model(endpoint, retries=2) as made:
            assert "".join(made.stream(ASKED)) == "Yes."


@pytest.mark.parametrize("status", [400, 401, 404])
def test_a_lasting_fault_is_not_tried_again(status):
    """It would only be the same."""
    with (
        Endpoint(error(status)) as endpoint,
        model(endpoint, retries=5) as made,
        pytest.raises(ModelError),
    ):
        made.complete(ASKED)
    assert len(endpoint.requests) == 1


def test_a_short_retry_after_is_waited_for():
    """Then the next try succeeds."""
    replies = [error(429, retry_after="0.01"), chat("Yes.")]
    with Endpoint(replies) as endpoint, model(endpoint, backoff=60) as made:
        assert made.complete(ASKED).text == "Yes."


@pytest.mark.parametrize("after", ["3600", "Fri, 01 Jan 2100 00:00:00 GMT"])
def test_a_retry_after_beyond_the_timeout_ends_the_call_at_once(after):
    """The error tells how long to wait, so that the caller can."""
    with (
        Endpoint(error(429, retry_after=after)) as endpoint,
        model(endpoint) as made,
        pytest.raises(ModelError, match="HTTP 429") as caught,
    ):
        made.complete(ASKED)
    assert caught.value.retry_after >= 3600
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize("after", ["soon", "-3", "", "nan"])
def test_a_retry_after_that_says_nothing_is_ignored(after):
    """The usual wait takes its place."""
    with (
        Endpoint(error(503, retry_after=after)) as endpoint,
        model(endpoint, retries=1) as made,
        pytest.raises(ModelError) as caught,
    ):
        made.complete(ASKED)
    assert caught.value.retry_after is None
    assert len(endpoint.requests) == 2


# --- what an endpoint does not take ----------------------------------------------------------


def test_a_schema_is_asked_for_strictly():
    """As response_format, "strict" where the schema allows it."""
    with Endpoint(chat('{"hot": true}')) as endpoint, model(endpoint) as made:
        made.complete(ASKED, Wish(schema=SCHEMA))
        made.complete(ASKED, Wish(schema={"type": "object"}))
    first, second = (r["response_format"]["json_schema"] for r in endpoint.requests)
    assert first == {"name": "reply", "schema": SCHEMA, "strict": True}
    assert second["strict"] is False


def test_an_endpoint_that_refuses_a_schema_gets_it_in_words():
    """First as any JSON object, then as words alone; and it is not asked in vain again."""

    def picky(asked):
        if "response_format" in asked:
            return error(400, "unknown field: " + asked["response_format"]["type"])
        return chat('{"hot": true}')

    with Endpoint(picky) as endpoint, model(endpoint) as made:
        for _ in range(2):
            assert made.complete(ASKED, Wish(schema=SCHEMA)).text == '{"hot": true}'
    kinds = [r.get("response_format", {}).get("type") for r in endpoint.requests]
    assert kinds == ["json_schema", "json_object", None, None]
    assert '"additionalProperties": false' in endpoint.requests[-1]["messages"][0]["content"]


@pytest.mark.parametrize("name", ["max_tokens", "temperature", "seed"])
def test_a_field_the_endpoint_does_not_take_is_left_out(name):
    """The token limit has another name at some; the rest goes without."""

    def picky(asked):
        return error(400, f"Unsupported parameter: '{name}'") if name in asked else chat("Yes.")

    wish = Wish(max_tokens=5, temperature=0.0, seed=1)
    with Endpoint(picky) as endpoint, model(endpoint) as made:
        for _ in range(2):
            assert made.complete(ASKED, wish).text == "Yes."
    assert len(endpoint.requests) == 3
    assert ("max_completion_tokens" in endpoint.requests[-1]) == (name == "max_tokens")


def test_a_refusal_for_another_reason_is_told():
    """A question that is too long is not helped by asking otherwise."""
    with Endpoint(error(400, "too many tokens in the prompt")) as endpoint, model(endpoint) as made:
        with pytest.raises(ModelError, match="too many tokens in the prompt"):
            made.complete(ASKED, Wish(schema=SCHEMA))
        with pytest.raises(ModelError, match="too many tokens in the prompt"):
            made.complete(ASKED, Wish(schema=SCHEMA))
    assert len(endpoint.requests) == 6


# --- what must not be told, and what cannot be made ------------------------------------------


def test_the_key_is_in_no_message():
    """Some endpoints repeat it in theirs."""
    refusing = error(401, "bad key sk-very-secret")
    with Endpoint(refusing) as endpoint, model(endpoint, api_key="sk-very-secret") as made:
        with pytest.raises(ModelError, match=r"bad key \*\*\*"):
            made.complete(ASKED)
        with pytest.raises(ModelError, match=r"bad key \*\*\*"):
            list(made.stream(ASKED))


def test_a_password_in_the_address_is_in_no_message():
    """The address is told without it."""
    made = OpenAIModel("tiny", base_url=f"http://me:pass@127.0.0.1:{unused_port()}/v1", retries=0)
    with made, pytest.raises(ModelError) as caught:
        made.complete(ASKED)
    assert "pass@" not in str(caught.value)
    assert "at http://127.0.0.1" in str(caught.value)


def test_the_public_endpoint_needs_a_key():
    """The message names both ways out."""
    with pytest.raises(ConfigurationError, match="set OPENAI_API_KEY, or pass the base_url"):
        OpenAIModel("tiny")


@pytest.mark.parametrize(
    "options", [{"timeout": 0}, {"timeout": float("nan")}, {"retries": -1}, {"backoff": -1}]
)
def test_numbers_out_of_range_are_refused(options):
    """Before anything is asked."""
    with pytest.raises(ConfigurationError, match="expected timeout > 0"):
        OpenAIModel("tiny", base_url="http://127.0.0.1:1", **options)


def test_a_model_has_a_name():
    """An empty one is a slip of the configuration."""
    with pytest.raises(ConfigurationError, match="name of a model"):
        OpenAIModel(" ", base_url="http://127.0.0.1:1")
