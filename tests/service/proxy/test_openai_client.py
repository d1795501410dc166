"""The official client, unchanged but for its base URL, against a running service."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import openai
import pytest

from entailed.service import ServiceSettings, create_app
from entailed.service.keys import KeyFile
from entailed.service.proxy.settings import ProxySettings
from entailed.service.proxy.upstream import Upstream
from tests.endpoints import body, chat, error, stream
from tests.service.proxy.conftest import DOCUMENTS, FALSE, KEY, OTHER, TRUE
from tests.service.serving import served

ASKED = {
    "model": "m",
    "messages": [{"role": "user", "content": "Within how many days?"}],
    "extra_body": {"documents": DOCUMENTS},
}


def client_of(proxy, **options):
    """A client of the proxy."""
    options = {"api_key": "none", "max_retries": 0, **options}
    return openai.OpenAI(base_url=f"{proxy.url}/v1", **options)


def async_client_of(proxy):
    """An asynchronous client of the proxy."""
    return openai.AsyncOpenAI(base_url=f"{proxy.url}/v1", api_key="none", max_retries=0)


def words(text):
    """The text word by word."""
    return [word + " " for word in text.split()]


def test_a_completion_has_its_grounding(proxied):
    """As a field that the client does not know, and in the headers."""
    with client_of(proxied(chat(f"{TRUE} {FALSE}"))) as client:
        raw = client.chat.completions.with_raw_response.create(**ASKED)
    made = raw.parse()
    assert made.choices[0].message.content.startswith(TRUE)
    assert "60 days [" not in made.choices[0].message.content
    assert made.usage.total_tokens == 10
    assert made.grounding["status"] == "partial"
    assert raw.headers["x-grounding-status"] == "partial"


def test_a_stream_is_read_as_any_other(proxied):
    """Its last chunk has the grounding."""
    proxy = proxied(stream(*words(f"{TRUE} {OTHER}")))
    with client_of(proxy) as client:
        chunks = list(client.chat.completions.create(**ASKED, stream=True))
    assert "".join(c.choices[0].delta.content or "" for c in chunks).strip() == f"{TRUE} {OTHER}"
    assert chunks[-1].choices[0].finish_reason == "stop"
    assert chunks[-1].grounding["status"] == "grounded"


def test_the_helper_for_streams_adds_up(proxied):
    """`chat.completions.stream` accumulates what it is sent."""
    with (
        client_of(proxied(stream(*words(TRUE)))) as client,
        client.chat.completions.stream(**ASKED) as events,
    ):
        final = events.get_final_completion()
    assert final.choices[0].message.content.strip() == TRUE


def test_the_asynchronous_client_works_alike(proxied):
    """Whole and streamed."""
    proxy = proxied(chat(TRUE), stream(*words(FALSE)))

    async def ask():
        async with async_client_of(proxy) as client:
            whole = await client.chat.completions.create(**ASKED)
            pieces = await client.chat.completions.create(**ASKED, stream=True)
            return whole, [piece async for piece in pieces]

    whole, chunks = asyncio.run(ask())
    assert whole.choices[0].message.content == TRUE
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
    assert text.startswith("The provided documentation does not confirm")
    assert chunks[-1].grounding["counts"]["contradicted"] == 1


def test_calls_of_tools_come_through(proxied):
    """And say that nothing was verified."""
    call = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    with client_of(proxied(chat(None, "tool_calls", tool_calls=[call]))) as client:
        made = client.chat.completions.create(**ASKED, tools=[{"type": "function"}])
    assert made.choices[0].message.tool_calls[0].function.name == "f"
    assert made.choices[0].finish_reason == "tool_calls"
    assert made.grounding["status"] == "not_applicable"


def test_a_parsed_answer_that_fails_is_a_refusal(proxied):
    """Structured outputs have a place for one."""
    from pydantic import BaseModel

    class Answer(BaseModel):
        answer: str

    text = '{"answer": "Refunds are accepted within 60 days of delivery."}'
    with client_of(proxied(chat(text))) as client:
        made = client.chat.completions.parse(**ASKED, response_format=Answer)
    assert made.choices[0].message.parsed is None
    assert made.choices[0].message.refusal


def test_errors_are_those_that_the_client_knows(proxied):
    """By status, with the message and Retry-After of the upstream."""
    replies = [error(429, "slow down", retry_after="7"), error(401), error(400, "no such model")]
    with client_of(proxied(*replies)) as client:
        with pytest.raises(openai.RateLimitError, match="slow down") as limited:
            client.chat.completions.create(**ASKED)
        with pytest.raises(openai.AuthenticationError, match="credentials of the service"):
            client.chat.completions.create(**ASKED)
        with pytest.raises(openai.BadRequestError, match="no such model"):
            client.chat.completions.create(**ASKED)
        with pytest.raises(openai.BadRequestError, match="documents: expected a list"):
            client.chat.completions.create(**{**ASKED, "extra_body": {"documents": "S1"}})
        extra = {"documents": DOCUMENTS, "grounding": {"policy": "none"}}
        with pytest.raises(openai.UnprocessableEntityError, match="policy: expected one of"):
            client.chat.completions.create(**{**ASKED, "extra_body": extra})
    assert limited.value.response.headers["retry-after"] == "7"


def test_the_client_tries_again_as_it_does_elsewhere(proxied):
    """The upstream's Retry-After says when."""
    proxy = proxied(error(429, "slow down", retry_after="0"), chat(TRUE))
    with client_of(proxy, max_retries=1) as client:
        assert client.chat.completions.create(**ASKED).choices[0].message.content == TRUE


def test_a_stream_that_breaks_raises_after_the_verified_part(proxied):
    """In the client, too."""
    text = f"{TRUE} {OTHER} Refunds are"
    proxy = proxied(stream(*words(text), finish=None, done=False, cut=True), policy="audit")
    got = []

    def read(client):
        for chunk in client.chat.completions.create(**ASKED, stream=True):
            got.append(chunk.choices[0].delta.content or "")

    with client_of(proxy) as client, pytest.raises(openai.APIError, match="broke off"):
        read(client)
    assert "".join(got).startswith(TRUE)


def test_keys_of_the_service_open_it_and_stay_here(proxied, tmp_path):
    """The upstream sees its own key only."""
    _, key = KeyFile(tmp_path / "keys.json").add("acme")
    proxy = proxied(chat(TRUE), service={"keys": tmp_path / "keys.json"})
    wrong = client_of(proxy, api_key="ent_wrong")
    with wrong, pytest.raises(openai.AuthenticationError):
        wrong.chat.completions.create(**ASKED)
    with client_of(proxy, api_key=key) as client:
        assert client.chat.completions.create(**ASKED).choices[0].message.content == TRUE
    assert [headers["authorization"] for headers in proxy.endpoint.headers] == [f"Bearer {KEY}"]


def test_models_are_listed(monkeypatch, proxied):
    """The endpoint of the tests answers no GET: that error is handed on as well."""
    with client_of(proxied(body({}))) as client, pytest.raises(openai.APIStatusError):
        client.models.list()


def test_requests_beyond_the_bound_are_refused(proxied):
    """With Retry-After; a place is free again when its request has ended, however it did."""
    waiting = threading.Event()
    held = dataclasses.replace(chat(TRUE), hold=waiting)
    proxy = proxied(held, chat(TRUE), error(500), stream(TRUE), chat(TRUE), requests=1)
    with client_of(proxy) as client, ThreadPoolExecutor(1) as pool:
        first = pool.submit(client.chat.completions.create, **ASKED)
        while not proxy.endpoint.requests:
            time.sleep(0.01)
        with pytest.raises(openai.InternalServerError) as refused:
            client.chat.completions.create(**ASKED)
        waiting.set()
        with pytest.raises(openai.APIStatusError):  # the endpoint hung up on it
            first.result()
        assert client.chat.completions.create(**ASKED).choices
        with pytest.raises(openai.InternalServerError):
            client.chat.completions.create(**ASKED)
        assert list(client.chat.completions.create(**ASKED, stream=True))
        assert client.chat.completions.create(**ASKED).choices
    assert refused.value.status_code == 503
    assert int(refused.value.response.headers["retry-after"]) >= 1


def test_connections_to_the_upstream_are_closed_with_the_service(monkeypatch, proxied):
    """By the application's lifespan."""
    closed = threading.Event()
    aclose = Upstream.aclose

    async def watched(self):
        await aclose(self)
        closed.set()

    monkeypatch.setattr(Upstream, "aclose", watched)
    proxy = ProxySettings(upstream="http://127.0.0.1:9/v1")
    with served(create_app(ServiceSettings(scorer="lexical", proxy=proxy))):
        assert not closed.is_set()
    assert closed.is_set()


class Endless:
    """An upstream that writes until its reader goes away, and knows when that was."""

    def __init__(self, kind):
        self.kind = kind
        self.asked = 0
        self.left = threading.Event()

    async def __call__(self, scope, receive, send):
        """One request."""
        if scope["type"] != "http":
            return
        self.asked += 1
        headers = [(b"content-type", self.kind.encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        going = asyncio.ensure_future(self._gone(receive))
        while not going.done():
            await send({"type": "http.response.body", "body": b": \n\n", "more_body": True})
            await asyncio.sleep(0.02)
        self.left.set()

    async def _gone(self, receive):
        while (await receive())["type"] != "http.disconnect":
            pass


@pytest.mark.parametrize("streaming", [False, True])
def test_a_client_that_goes_away_ends_the_call_to_the_upstream(streaming):
    """At once, not when the answer would have ended; and its places are free again."""
    upstream = Endless("text/event-stream" if streaming else "application/json")
    body = {"model": "m", "messages": ASKED["messages"], "documents": DOCUMENTS}
    content = json.dumps({**body, "stream": streaming}).encode()
    head = "POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
    with served(upstream) as behind:
        proxy = ProxySettings(upstream=f"{behind}/v1", requests=1)
        settings = ServiceSettings(scorer="lexical", streams=1, proxy=proxy)
        with served(create_app(settings)) as url:
            port = int(url.rpartition(":")[2])
            for times in (1, 2):
                upstream.left.clear()
                for _ in range(10):  # the places of the first may be free a moment later
                    with socket.create_connection(("127.0.0.1", port), timeout=3) as client:
                        client.sendall(head.encode() + content)
                        with contextlib.suppress(TimeoutError):
                            refused = b" 503 " in client.recv(64) and upstream.asked < times
                            assert refused or streaming
                    if upstream.asked >= times:
                        break
                assert upstream.left.wait(30)
            assert upstream.asked >= 2
