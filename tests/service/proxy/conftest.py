"""A running service as a proxy in front of an endpoint that behaves as a test says."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from entailed.service import Service, ServiceSettings, create_app
from entailed.service.errors import ServiceError
from entailed.service.proxy.router import router
from entailed.service.proxy.settings import ProxySettings
from tests.endpoints import Endpoint
from tests.service.serving import served

KEY = "sk-upstream-secret-0123456789"
DOCUMENTS = [
    {"id": "S1", "text": "Refunds are accepted within 30 days of delivery for unused items."},
    {"id": "S2", "text": "Gift cards are not refundable."},
]
TRUE = "Refunds are accepted within 30 days of delivery for unused items [S1]."
FALSE = "Refunds are accepted within 60 days of delivery for unused items [S1]."
OTHER = "Gift cards are not refundable [S2]."


@dataclasses.dataclass
class Proxied:
    """A proxy and what is behind it."""

    url: str
    endpoint: Endpoint

    def post(self, text: str = "Within how many days?", **fields: Any) -> httpx.Response:
        """A chat request."""
        headers = fields.pop("headers", {})
        body = {
            "model": "m",
            "messages": [{"role": "user", "content": text}],
            "documents": DOCUMENTS,
            **fields,
        }
        body = {name: value for name, value in body.items() if value is not None}
        return httpx.post(f"{self.url}/v1/chat/completions", json=body, headers=headers, timeout=30)


@pytest.fixture
def proxied(monkeypatch):
    """Makes a proxy in front of replies: `proxied(*replies, policy="repair", **proxy settings)`."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with contextlib.ExitStack() as stack:

        def make(*replies, policy="repair", service=None, **settings):
            endpoint = stack.enter_context(Endpoint(replies))
            proxy = ProxySettings(upstream=endpoint.url, **{"retries": 0, **settings})
            made = ServiceSettings(scorer="lexical", policy=policy, proxy=proxy, **(service or {}))
            return Proxied(stack.enter_context(served(create_app(made))), endpoint)

        yield make


# --- without a network -----------------------------------------------------------------------


class Bytes(httpx.AsyncByteStream):
    """A body that comes in pieces, and then raises `error` if there is one."""

    def __init__(self, *pieces: bytes, error: Exception | None = None) -> None:
        self._pieces = pieces
        self._error = error
        self.closed = False

    async def __aiter__(self):
        for piece in self._pieces:
            yield piece
            await asyncio.sleep(0)
        if self._error is not None:
            raise self._error

    async def aclose(self) -> None:
        """It was closed."""
        self.closed = True


def completion(*contents: Any, finish: str = "stop", **fields: Any) -> dict[str, Any]:
    """A completion; a content that is a mapping is a whole message."""
    messages = [c if isinstance(c, dict) else {"content": c} for c in contents]
    choices = [
        {"index": n, "message": {"role": "assistant", **m}, "finish_reason": finish}
        for n, m in enumerate(messages)
    ]
    return {"id": "c-1", "object": "chat.completion", "model": "tiny", "choices": choices, **fields}


def chunk(delta: Any = None, index: int = 0, finish: str | None = None, **fields: Any) -> dict:
    """A chunk of one choice; a text is its content."""
    given = {"content": delta} if isinstance(delta, str) else (delta or {})
    choice = {"index": index, "delta": given, "finish_reason": finish, **fields}
    return {"id": "c-1", "object": "chat.completion.chunk", "model": "tiny", "choices": [choice]}


def events(*chunks: Any, done: bool = True) -> bytes:
    """Chunks as server-sent events."""
    made = [f"data: {json.dumps(one)}\n\n" for one in chunks]
    return "".join([*made, "data: [DONE]\n\n" if done else ""]).encode()


def sse(*chunks: Any, done: bool = True, error: Exception | None = None) -> httpx.Response:
    """A streamed reply, an event at a time."""
    body = [events(one, done=False) for one in chunks] + ([events(done=True)] if done else [])
    return httpx.Response(
        200, headers={"content-type": "text/event-stream"}, stream=Bytes(*body, error=error)
    )


def read_events(text: str) -> list[Any]:
    """The JSON of the events of a body; `[DONE]` as it is."""
    lines = [line[6:] for line in text.split("\n") if line.startswith("data: ")]
    return [line if line == "[DONE]" else json.loads(line) for line in lines]


def said(chunks: list[Any], index: int = 0) -> str:
    """The text that the chunks of a choice add up to."""
    choices = [c for one in chunks if isinstance(one, dict) for c in one.get("choices", [])]
    deltas = [c["delta"] for c in choices if c["index"] == index]
    return "".join(delta.get("content") or "" for delta in deltas)


Handler = Callable[[httpx.Request], Any]


class Inside:
    """A proxy in this process. `asked` keeps the requests that the upstream got."""

    def __init__(self, reply: Any, service: ServiceSettings) -> None:
        self.asked: list[httpx.Request] = []
        self._reply = reply
        self._settings = service

    @property
    def body(self) -> Any:
        """What the upstream was asked last."""
        return json.loads(self.asked[-1].content)

    def post(self, text: str = "Within how many days?", **fields: Any) -> httpx.Response:
        """The response to a chat request."""
        body = {
            "model": "m",
            "messages": [{"role": "user", "content": text}],
            "documents": DOCUMENTS,
            **fields,
        }
        headers = body.pop("headers", {})
        body = {name: value for name, value in body.items() if value is not None}
        return asyncio.run(self._sent("POST", "/v1/chat/completions", headers, body))

    def post_raw(self, content: bytes) -> httpx.Response:
        """The response to these bytes."""
        return asyncio.run(self._sent("POST", "/v1/chat/completions", {}, content))

    def get(self, path: str, headers: Any = None) -> httpx.Response:
        """The response to a GET request."""
        return asyncio.run(self._sent("GET", path, headers or {}, None))

    async def _sent(self, method: str, path: str, headers: Any, body: Any) -> httpx.Response:
        service = Service(self._settings)
        await service.startup()
        app = FastAPI()

        @app.exception_handler(ServiceError)
        async def refused(_: Request, error: ServiceError) -> JSONResponse:
            return JSONResponse(error.body(), error.status, headers=error.headers)

        app.include_router(router(service, httpx.MockTransport(self._answer)))
        transport = httpx.ASGITransport(app)
        try:
            async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
                async with asyncio.timeout(60):
                    if isinstance(body, bytes):
                        headers = {**headers, "content-type": "application/json"}
                        return await client.request(method, path, headers=headers, content=body)
                    return await client.request(method, path, headers=headers, json=body)
        finally:
            await service.shutdown()

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        reply = self._reply
        if isinstance(reply, list):
            reply = reply[min(len(self.asked), len(reply)) - 1]
        if callable(reply):
            reply = reply(request)
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, dict):
            return httpx.Response(200, json=reply)
        return reply


@pytest.fixture
def inside(monkeypatch):
    """Makes a proxy in front of a reply: a completion, a response, an exception, a function."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)

    def make(reply, policy="repair", service=None, **settings):
        fields = {"upstream": "http://upstream.test/v1", "retries": 0, **settings}
        proxy = ProxySettings(**fields)
        made = {"scorer": "lexical", "policy": policy, "proxy": proxy, **(service or {})}
        return Inside(reply, ServiceSettings(**made))

    return make
