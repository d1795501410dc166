"""One choice of a streamed reply: deltas of the upstream in, choices of chunks out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from entailed.chat.thinking import Unthinking
from entailed.service.causes import cause
from entailed.service.proxy.grounding import Judged
from entailed.service.proxy.judging import Judge, is_busy
from entailed.service.proxy.messages import Passing, placed, refusal_of, written
from entailed.service.streams import Stream
from entailed.streaming import DoneEvent, Event, ReleaseEvent, ReplaceEvent, RetractEvent

__all__ = ["Lane", "NotVerifiedError"]

_LOG = logging.getLogger("entailed.service")
Send = Callable[[Mapping[str, Any]], None]
_ENDS = ("finish_reason", "stop_reason")
_FIRST_HALF, _LAST_HALF = "\ud800", "\udbff"


class NotVerifiedError(Exception):
    """The rest of an answer could not be verified, and its beginning is sent already."""


class Lane:
    """One choice. What goes out is given to `send`, as it stands in a chunk.

    With a `stream` the sentences of the answer are sent as they are verified; without one the
    whole is judged at the end. No word of the answer is sent in any other way.
    """

    def __init__(
        self,
        index: int,
        judge: Judge,
        passing: Passing,
        send: Send,
        stream: Stream | None,
        *,
        as_json: bool = False,
    ) -> None:
        self.index = index
        self.judged = Judged(index, "not_applicable")
        self.finished = False
        self.cut = ""
        self._judge = judge
        self._passing = passing
        self._send = send
        self._stream = stream
        self._as_json = as_json
        self._pieces: asyncio.Queue[str | Exception | None] = asyncio.Queue()
        self._reader = Unthinking()
        self._written: list[str] = []
        self._answer: list[str] = []
        self._half = ""
        self._refused = False
        self._end: dict[str, Any] = {"finish_reason": None}
        self._logprobs: dict[str, Any] = {}

    # --- what comes in -----------------------------------------------------------------------

    def take(self, choice: Mapping[str, Any]) -> None:
        """A choice of an upstream's chunk. Raises UpstreamError where its text is none."""
        delta = choice.get("delta")
        delta = delta if isinstance(delta, dict) else {}
        self._end.update({n: choice[n] for n in _ENDS if choice.get(n) is not None})
        self.finished = self._end["finish_reason"] is not None
        self._keep_logprobs(choice.get("logprobs"))
        self._hand_on(choice, delta)
        content = written(delta.get("content"))
        self._written.append(content)
        self._add(self._reader.feed(content))

    def close(self, broken: Exception | None = None) -> None:
        """Nothing more comes; `broken` says why, where that was not the end of the answer."""
        if broken is None:
            self._add(self._reader.flush(), last=True)
        self._pieces.put_nowait(broken)

    def abandon(self) -> None:
        """Give up its place among the streams, also where it was never run."""
        if self._stream is not None:
            self._stream.close()

    def _hand_on(self, choice: Mapping[str, Any], delta: Mapping[str, Any]) -> None:
        """Send what of a delta is no text of the answer."""
        rest = self._passing.message(delta)
        rest.pop("content", None)
        if self._passing.closed and refusal_of(delta):
            rest["refusal"] = "" if self._refused else self._judge.policy.decline
            self._refused = True
        rest = {name: value for name, value in rest.items() if value is not None}
        if not rest:
            return
        if "role" in rest and delta.get("content") == "":
            rest["content"] = ""
        bare = self._passing.choice(choice, unchanged=False)
        bare.pop("stop_reason", None)
        self._send({**bare, "index": self.index, "delta": rest, "finish_reason": None})

    def _keep_logprobs(self, given: object) -> None:
        """Token probabilities hold the words: they wait until those are known to be shown."""
        if not isinstance(given, dict):
            return
        for name, value in given.items():
            before = self._logprobs.get(name)
            if isinstance(before, list) and isinstance(value, list):
                before.extend(value)
            else:
                self._logprobs[name] = list(value) if isinstance(value, list) else value

    def _add(self, piece: str, *, last: bool = False) -> None:
        """Text of the answer; a character of which two pieces hold a half each waits for both."""
        piece, self._half = self._half + piece, ""
        if piece and not last and _FIRST_HALF <= piece[-1] <= _LAST_HALF:
            piece, self._half = piece[:-1], piece[-1]
        if not piece:
            return
        with contextlib.suppress(UnicodeError):  # half a character: it is refused as text
            piece = piece.encode("utf-16", "surrogatepass").decode("utf-16")
        self._answer.append(piece)
        self._pieces.put_nowait(piece)

    # --- what goes out -----------------------------------------------------------------------

    async def run(self) -> None:
        """Send the answer as it is verified, until `close`.

        Raises ServiceError for what a later try may get over, NotVerifiedError.
        """
        try:
            first = await self._first_words()
            if first is None:
                return
            if self._stream is None:
                await self._judge_whole()
            else:
                await self._verify(self._stream, first)
        finally:
            self.abandon()

    def last(self) -> dict[str, Any]:
        """The choice of the last chunk: why the model stopped, and what was kept back."""
        made = {"index": self.index, "delta": {}, **self._end}
        answer = "".join(self._answer)
        shown = answer if self.judged.text is None else self.judged.text
        if self._logprobs:
            unchanged = shown == answer == "".join(self._written) and not self._passing.closed
            made["logprobs"] = self._logprobs if unchanged else None
        return made

    async def _first_words(self) -> str | None:
        """What comes up to the first piece that is not blank; None where nothing does."""
        text = ""
        while not text.strip():
            piece = await self._pieces.get()
            if not isinstance(piece, str):
                if piece is None:
                    self._say({"content": text})
                return None
            text += piece
        return text

    async def _verify(self, stream: Stream, first: str) -> None:
        sent = ""
        try:
            async for event in stream.run(self._given(first)):
                sent += self._shown(event, stream)
        except Exception as error:
            if is_busy(error):
                raise
            _LOG.error("a chat answer was not verified: %s", cause(error))
            await self._without_verdict(error, sent)

    def _shown(self, event: Event, stream: Stream) -> str:
        """Send what an event shows; it is what the reader sees more of."""
        if isinstance(event, ReleaseEvent):
            self._say({"content": event.text})
            return event.text
        if isinstance(event, RetractEvent | ReplaceEvent):
            raise RuntimeError("a stream that is held took back what it had shown")
        if isinstance(event, DoneEvent):
            self.cut = event.error if event.outcome == "failed" else ""
            self.judged = self._judge.finished(self.index, event, stream.answered)
        return ""

    async def _without_verdict(self, error: Exception, sent: str) -> None:
        """Verification did not come about: the policy's word, where there is room for it."""
        broken = await self._rest()
        answer = "".join(self._answer)
        self.judged = self._judge.failed(self.index, answer, error)
        text = self.judged.text or ""
        if broken is not None or not text.startswith(sent):
            raise NotVerifiedError from error
        self._say({"content": text[len(sent) :]})

    async def _judge_whole(self) -> None:
        """Judge the answer once it is there; of one that broke off nothing is shown."""
        if await self._rest() is not None:
            self.judged = Judged(self.index, "unchecked", "block", "", failures=("upstream",))
            return
        answer = "".join(self._answer)
        self.judged = await self._judge.judge(self.index, answer)
        shown = self.judged.text or ""
        made = placed({"content": answer}, shown, answer=answer, as_json=self._as_json)
        self._say({name: text for name, text in made.items() if text})

    async def _given(self, first: str) -> AsyncIterator[str]:
        piece: str | Exception | None = first
        while isinstance(piece, str):
            yield piece
            piece = await self._pieces.get()
        self._pieces.put_nowait(piece)  # for who asks again
        if piece is not None:
            raise piece

    async def _rest(self) -> Exception | None:
        """Wait for the end; why the answer broke off, where it did."""
        while isinstance(piece := await self._pieces.get(), str):
            pass
        return piece

    def _say(self, delta: Mapping[str, Any]) -> None:
        if any(delta.values()):
            self._send({"index": self.index, "delta": dict(delta), "finish_reason": None})
