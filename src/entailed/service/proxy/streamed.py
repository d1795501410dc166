"""A streamed reply: read in one task, verified in others, sent as it is shown."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from typing import Any

import httpx
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from entailed.service.causes import cause
from entailed.service.errors import ServiceError
from entailed.service.proxy.grounding import Telling, grounding
from entailed.service.proxy.lanes import Lane, NotVerifiedError
from entailed.service.proxy.messages import Passing
from entailed.service.proxy.sse import ALIVE, DONE, event, payloads
from entailed.service.proxy.upstream import Upstream, UpstreamError, malformed, read_json, told

__all__ = ["EventStream", "Streamed", "declined_stream"]

_LOG = logging.getLogger("entailed.service")
_END = b""
_NOT_VERIFIED = "the rest of the answer could not be verified"


class Streamed:
    """One streamed reply. `response` is open; it is closed whatever happens, once `start`ed.

    `seconds` bounds the whole of it. `ended` is called when all of it has ended, `failed` with
    the kind of what went wrong at the upstream. For one event loop.
    """

    def __init__(
        self,
        upstream: Upstream,
        response: httpx.Response,
        passing: Passing,
        telling: Telling,
        seconds: float,
        ended: Callable[[], object],
        failed: Callable[[UpstreamError], object],
    ) -> None:
        self._call_at_end = ended
        self._failed = failed
        self.lanes: tuple[Lane, ...] = ()
        self._upstream = upstream
        self._response = response
        self._passing = passing
        self._telling = telling
        self._seconds = seconds
        self._out: asyncio.Queue[bytes] = asyncio.Queue()
        self._top: dict[str, Any] = {}
        self._usage: object = None
        self._usage_apart = False
        self._seen: set[int] = set()
        self._task: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None

    def send(self, choice: Mapping[str, Any]) -> None:
        """Send a chunk with one choice."""
        self._out.put_nowait(event({**self._top, "choices": [choice]}))

    def start(self, lanes: Sequence[Lane]) -> None:
        """Begin to read."""
        self.lanes = tuple(lanes)
        self._task = asyncio.create_task(self._produce())
        self._task.add_done_callback(self._ended)

    def abandon(self) -> None:
        """Nobody reads any more: give up the upstream's reply and the work on it."""
        if self._task is not None:
            self._task.cancel()

    async def body(self, keep_alive: float) -> AsyncIterator[bytes]:
        """What is sent, with a comment every `keep_alive` seconds in which nothing is."""
        while True:
            try:
                async with asyncio.timeout(keep_alive):
                    sent = await self._out.get()
            except TimeoutError:
                yield ALIVE
                continue
            if sent == _END:
                return
            yield sent

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            _LOG.error("a streamed reply failed: %s", cause(error))
            self._out.put_nowait(event(told("internal_error", "the service failed; see its log")))
        self._out.put_nowait(_END)
        for lane in self.lanes:
            lane.abandon()
        self._call_at_end()
        self._closing = asyncio.create_task(self._response.aclose())

    # --- reading -----------------------------------------------------------------------------

    async def _produce(self) -> None:
        tasks = [asyncio.create_task(lane.run()) for lane in self.lanes]
        try:
            broken = await self._read(tasks)
            for lane in self.lanes:
                lane.close(broken)
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            for task in tasks:
                task.cancel()
        failed = next((error for error in ended if isinstance(error, BaseException)), None)
        self._finish(self._error(broken, failed))

    async def _read(self, tasks: Sequence[asyncio.Task[None]]) -> Exception | None:
        """Read to the end; why that was not the end of the answer, where it was not."""
        try:
            async with asyncio.timeout(self._seconds):
                async with contextlib.aclosing(self._payloads()) as found:
                    async for payload in found:
                        if payload is None:
                            return None if self._seen else malformed("it has no choices")
                        self._take(payload)
                        if any(task.done() for task in tasks):  # cut off, or failed
                            return NotVerifiedError()
        except (TimeoutError, httpx.TimeoutException):
            message = "the model behind this service stopped in the middle of its answer"
            return UpstreamError.of(504, "upstream_timeout", message)
        except httpx.HTTPError:
            message = "the model behind this service broke off in the middle of its answer"
            return UpstreamError.of(502, "upstream_broken", message)
        except UpstreamError as error:
            return error
        if self._seen and all(lane.finished for lane in self._begun):
            return None
        return malformed("the stream stopped half way, without saying that it was finished")

    @property
    def _begun(self) -> list[Lane]:
        """The choices of which anything came."""
        return [lane for lane in self.lanes if lane.index in self._seen]

    def _payloads(self) -> AsyncGenerator[Mapping[str, Any] | None, None]:
        limit = self._upstream.settings.reply_bytes
        if "json" in self._response.headers.get("content-type", ""):
            return _as_chunks(self._response, limit)
        return payloads(self._response.aiter_bytes(), limit)

    def _take(self, payload: Mapping[str, Any]) -> None:
        error = payload.get("error")
        if error:
            body = error if isinstance(error, Mapping) else {"message": str(error)}
            raise UpstreamError(502, {"error": {"type": "upstream_error", **body}})
        choices = payload.get("choices")
        if not isinstance(choices, list):
            raise malformed("expected a list of choices in every chunk")
        top = {"object": "chat.completion.chunk", **self._passing.top(payload)}
        top.pop("choices", None)
        usage = top.pop("usage", None)
        if usage is not None:
            self._usage, self._usage_apart = usage, not choices
        if choices or not self._top:
            self._top = {**top, "usage": None} if "usage" in payload else top
        if not choices and usage is None:  # figures of a filter, and the like
            self._out.put_nowait(event({**top, "choices": []}))
        for choice in choices:
            index = choice.get("index", 0) if isinstance(choice, dict) else None
            if not isinstance(index, int) or not 0 <= index < len(self.lanes):
                raise malformed(f"expected choices numbered from 0 to {len(self.lanes) - 1}")
            self._seen.add(index)
            self.lanes[index].take(choice)

    # --- the end -----------------------------------------------------------------------------

    def _error(
        self, broken: Exception | None, failed: BaseException | None
    ) -> Mapping[str, Any] | None:
        """What the caller is told of an end that is none."""
        if isinstance(failed, ServiceError):
            return told(failed.type, failed.message)
        if isinstance(failed, NotVerifiedError):
            return told("not_verified", _NOT_VERIFIED)
        if failed is not None:
            raise failed
        if isinstance(broken, UpstreamError):
            self._failed(broken)
            text = self._upstream.hidden(json.dumps(broken.body))
            return self._passing.error(json.loads(text))
        if any(lane.cut for lane in self.lanes):
            return told("answer_cut", "the answer is longer, or took longer, than is verified here")
        return None if broken is None else told("not_verified", _NOT_VERIFIED)

    def _finish(self, error: Mapping[str, Any] | None) -> None:
        judged = [lane.judged for lane in self._begun]
        top = {**self._top, "grounding": grounding(judged, self._telling)}
        if error is not None:
            nothing = {"index": 0, "delta": {}, "finish_reason": None}
            self._out.put_nowait(event({**top, "choices": [nothing]}))
            self._out.put_nowait(event(error))
            return
        *before, last = [lane.last() for lane in self._begun]
        for choice in before:
            self.send(choice)
        figures = {} if self._usage is None else {"usage": self._usage}
        if self._usage_apart:
            self.send(last)
            self._out.put_nowait(event({**top, "choices": [], **figures}))
        else:
            self._out.put_nowait(event({**top, "choices": [last], **figures}))
        self._out.put_nowait(DONE)


class EventStream(StreamingResponse):
    """A response of events that gives up its source when the client goes, begun or not."""

    media_type = "text/event-stream"

    def __init__(self, streamed: Streamed, keep_alive: float, headers: Mapping[str, str]) -> None:
        super().__init__(streamed.body(keep_alive), headers=dict(headers))
        self._streamed = streamed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._streamed.abandon()


async def _as_chunks(
    response: httpx.Response, limit: int
) -> AsyncGenerator[Mapping[str, Any] | None, None]:
    """The chunks of an upstream that answers as a whole although it was asked for a stream."""
    reply = await read_json(response, limit)
    choices = reply.get("choices")
    if not isinstance(choices, list):
        yield reply
        return
    made = []
    for choice in choices:
        if not isinstance(choice, dict) or not isinstance(choice.get("message"), dict):
            raise malformed("expected a message in every choice")
        message = dict(choice["message"])
        calls = message.get("tool_calls")
        if isinstance(calls, list):
            numbered = ({"index": n, **c} for n, c in enumerate(calls) if isinstance(c, dict))
            message["tool_calls"] = list(numbered)
        rest = {name: value for name, value in choice.items() if name != "message"}
        made.append({**rest, "delta": message})
    yield {**reply, "object": "chat.completion.chunk", "choices": made}
    yield None


async def declined_stream(completion: Mapping[str, Any]) -> AsyncIterator[bytes]:
    """A completion that was not asked of the upstream, as a stream."""
    told_of = completion["grounding"]
    top = {n: v for n, v in completion.items() if n not in ("choices", "usage", "grounding")}
    top["object"] = "chat.completion.chunk"
    choices: list[Mapping[str, Any]] = completion["choices"]
    for choice in choices:
        said = {name: text for name, text in choice["message"].items() if text is not None}
        delta = {"index": choice["index"], "delta": said, "finish_reason": None}
        yield event({**top, "choices": [delta]})
    ends = [{"index": c["index"], "delta": {}, "finish_reason": "stop"} for c in choices]
    for end in ends[:-1]:
        yield event({**top, "choices": [end]})
    yield event({**top, "choices": ends[-1:], "grounding": told_of})
    yield DONE
