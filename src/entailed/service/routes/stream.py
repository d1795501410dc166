"""`POST /v1/verify/stream`: an answer in pieces, verified while it comes.

A JSON body holds all pieces. A body of `application/x-ndjson` may still be being written: its
first line is a JSON object with everything but the pieces, and every further line is a piece: a
JSON string, or a delta as OpenAI-compatible endpoints send it, also as they send it ("data: ...").
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, Depends, Request, Response
from pydantic import ValidationError
from starlette.requests import ClientDisconnect

from entailed.service.bodies import body_of, complaint, gone, media_type, value_of
from entailed.service.errors import ServiceError
from entailed.service.routes.models import StreamBody, StreamHead
from entailed.service.routes.openapi import json_body, responses
from entailed.service.routes.sse import EventStream, event
from entailed.service.service import Caller, Service, Work
from entailed.service.streams import Stream
from entailed.streaming import DoneEvent

__all__ = ["router"]

_LINES = "application/x-ndjson"
_MARGIN = 15.0  # seconds beyond the stream's own for what is left to verify and to send
_DATA, _COMMENT, _DONE = b"data:", b":", b"[DONE]"


def router(service: Service) -> APIRouter:
    """The route."""
    routes = APIRouter(tags=["verify"])
    who = Depends(service.caller_of)
    about = {"schema": {"type": "string"}, "example": _example()}

    @routes.post(
        "/v1/verify/stream",
        openapi_extra=json_body(StreamBody, **{_LINES: about}),
        responses=responses(
            {"text/event-stream": {"schema": {"type": "string"}}},
            400,
            401,
            408,
            413,
            415,
            422,
            429,
            503,
        ),
        response_class=Response,
    )
    async def stream(request: Request, caller: Caller = who) -> Response:
        """Verify an answer while it is written: server-sent events of what may be shown.

        `release`, `hold`, `retract`, `replace`, `finding`, `aside` and, last, `done` with the
        report and its record; `error` where the service failed.
        """
        seconds = service.settings.stream_seconds + service.settings.seconds + _MARGIN
        texts = service.settings.telemetry.texts
        if media_type(request) == _LINES:
            lines = Lines(request)
            head = await lines.head(service.settings.body_seconds)
            opened = await _opened(service, head, caller)
            return EventStream(
                _events(opened, lines.pieces()), request, lines.gone(), seconds, texts
            )
        body = await body_of(request, StreamBody)
        opened = await _opened(service, body, caller)
        return EventStream(
            _events(opened, _each(body.pieces)), request, gone(request), seconds, texts
        )

    return routes


async def _opened(service: Service, head: StreamHead, caller: Caller) -> Stream:
    work = Work(
        answer="",
        passages=head.passages,
        question=head.question,
        policy=head.policy,
        limits=None if head.limits is None else head.limits.to_limits(),
        record_id=head.record_id,
        kind="stream",
        attributes=head.attributes,
    )
    return await service.stream(work, caller, mode=head.mode, let_through=("tool",))


async def _events(stream: Stream, pieces: AsyncIterator[object]) -> AsyncIterator[bytes]:
    try:
        async for one in stream.run(pieces):
            data = one.to_dict()
            if isinstance(one, DoneEvent):
                made = stream.answered
                data["record_id"] = made and made.record_id
                data["recorded"] = made is not None and made.recorded
                data["stored"] = made is not None and made.stored
            yield event(one.kind, data)
    finally:
        stream.close()


async def _each(pieces: list[str]) -> AsyncIterator[object]:
    for piece in pieces:
        yield piece


class Lines:
    """A body of lines that may still be being written."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._chunks = request.stream()
        self._held = b""
        self._ended = asyncio.Event()
        self._left = asyncio.Event()

    async def head(self, seconds: float) -> StreamHead:
        """The first line. Raises ServiceError: 400, 408, 422."""
        try:
            async with asyncio.timeout(seconds):
                line = await self._line()
        except TimeoutError as error:
            raise ServiceError(
                408, "body_too_slow", f"the first line did not arrive within {seconds:g} s"
            ) from error
        except ClientDisconnect as error:
            raise ServiceError(499, "client_gone", "the client went away") from error
        try:
            return StreamHead.model_validate_json(line or b"")
        except ValidationError as error:
            complaint(error)

    async def pieces(self) -> AsyncIterator[object]:
        """The pieces; raises ServiceError for a line that is none."""
        try:
            while (line := await self._line()) is not None:
                if line.startswith(_DATA):
                    line = line[len(_DATA) :].strip()
                elif line.startswith((_COMMENT, b"event:", b"id:", b"retry:")):
                    continue
                if line and line != _DONE:
                    yield value_of(line)
        except ClientDisconnect:
            self._left.set()
            await asyncio.Future()  # until the response, which knows now, is cancelled
        self._ended.set()

    async def gone(self) -> None:
        """Return when the client has gone away."""
        waits = [asyncio.ensure_future(one.wait()) for one in (self._left, self._ended)]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waits:
                one.cancel()
        if not self._left.is_set():
            await gone(self._request)

    async def _line(self) -> bytes | None:
        """The next line with anything on it, or None at the end."""
        while True:
            line, newline, rest = self._held.partition(b"\n")
            if newline:
                self._held = rest
                if line.strip():
                    return line.strip()
                continue
            chunk = await anext(self._chunks, None)
            if chunk is None:
                last, self._held = self._held.strip(), b""
                return last or None
            self._held += chunk


def _example() -> str:
    head: dict[str, Any] = {"passages": {"S1": "Refunds are accepted within 30 days."}}
    return "\n".join(json.dumps(line) for line in (head, "Refunds are accepted ", "within 60 days"))
