"""Server-sent events as a response that ends when its reader is gone."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Mapping
from typing import Any

from fastapi import Request, Response
from starlette.types import Receive, Scope, Send

from entailed.service.causes import cause
from entailed.service.errors import ServiceError, error_body

__all__ = ["EventStream", "event"]

_LOG = logging.getLogger("entailed.service")
_HEARTBEAT = 15.0  # seconds of silence after which a comment keeps the connection open
_BEAT = b": still working\n\n"


def event(name: str, data: Mapping[str, Any]) -> bytes:
    """One event; `data` is sent as JSON on one line."""
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


class EventStream(Response):
    """Sends `events` as they come, until their end or until `gone` returns.

    What the events raise is told in a last event `error`, in the shape of errors. `seconds`
    bounds all of it, also against a reader that does not read.
    """

    media_type = "text/event-stream"

    def __init__(
        self,
        events: AsyncIterator[bytes],
        request: Request,
        gone: Awaitable[object],
        seconds: float,
        texts: bool = False,
    ) -> None:
        self.status_code = 200
        self.background = None
        self.init_headers({"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        self._events = events
        self._id: str = getattr(request.state, "request_id", "")
        self._gone = gone
        self._seconds = seconds
        self._texts = texts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response."""
        await send(
            {"type": "http.response.start", "status": 200, "headers": self.raw_headers},
        )
        writing = asyncio.ensure_future(self._write(send))
        gone = asyncio.ensure_future(self._gone)
        try:
            await asyncio.wait(
                (writing, gone), timeout=self._seconds, return_when=asyncio.FIRST_COMPLETED
            )
            if writing.done():
                writing.result()
        finally:
            for task in (writing, gone):
                task.cancel()
            await asyncio.wait((writing, gone))

    async def _write(self, send: Send) -> None:
        try:
            try:
                async for piece in _beating(self._events):
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
            except ServiceError as error:
                await self._last(send, error.body(self._id))
            except Exception as error:  # half of the response is sent: it can only be told
                told = cause(error, texts=self._texts)
                _LOG.error("request %s failed: %s", self._id, told)
                body = error_body("internal", "the service failed; its log has the cause", self._id)
                await self._last(send, body)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            close = getattr(self._events, "aclose", None)
            if close is not None:
                await close()

    async def _last(self, send: Send, body: Mapping[str, Any]) -> None:
        content = event("error", body)
        await send({"type": "http.response.body", "body": content, "more_body": True})


async def _beating(events: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The events, with a comment in every long silence."""
    while True:
        coming = asyncio.ensure_future(_next(events))
        try:
            while not (await asyncio.wait((coming,), timeout=_HEARTBEAT))[0]:
                yield _BEAT
        finally:
            if not coming.done():
                coming.cancel()
                await asyncio.wait((coming,))
        piece = coming.result()
        if piece is None:
            return
        yield piece


async def _next(events: AsyncIterator[bytes]) -> bytes | None:
    return await anext(events, None)
