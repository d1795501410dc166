"""One stream: pieces of an answer in, events out, a record at the end."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterable, AsyncIterator
from typing import TYPE_CHECKING, Any, cast

from entailed.service.admission import Slot
from entailed.service.keys import Caller
from entailed.service.verifiers import Chosen
from entailed.service.work import Answered, Work
from entailed.streaming import DoneEvent, Event, Mode, StreamVerifier

if TYPE_CHECKING:
    from entailed.service.service import Service

__all__ = ["Stream"]


class Stream:
    """Made by `Service.stream`; `run` it once, or `close` it.

    `answered` is None until the last event has been made, and where the stream broke off before
    anything was verified. Under `ledger_required` a last event whose record is refused is not
    given: `run` raises ServiceError in its place.
    """

    def __init__(
        self,
        service: Service,
        slot: Slot,
        chosen: Chosen,
        work: Work,
        caller: Caller,
        mode: Mode,
        let_through: tuple[str, ...],
    ) -> None:
        self._service = service
        self._slot = slot
        self._chosen = chosen
        self._work = work
        self._caller = caller
        self._verifier = StreamVerifier(
            chosen.verifier,
            work.passages,
            work.question,
            mode,
            max_characters=chosen.verifier.limits.answer_characters,
            let_through=cast(Any, let_through),
        )
        self.answered: Answered | None = None

    async def run(self, pieces: AsyncIterable[object]) -> AsyncIterator[Event]:
        """The events, as they come; pieces that take too long end the stream as failed."""
        events = self._verifier.astream(_within(pieces, self._service.settings.stream_seconds))
        try:
            async for event in events:
                if isinstance(event, DoneEvent):
                    await self._keep(event)
                yield event
        finally:
            close = getattr(events, "aclose", None)
            if close is not None:
                await close()
            self.close()

    def close(self) -> None:
        """Give up what it holds. Safe to call twice."""
        self._slot.release()

    async def _keep(self, done: DoneEvent) -> None:
        if done.report is None:
            return
        work, service = self._work, self._service
        service.told(done.report, work.kind, self._caller)
        told = {**work.attributes, "stream": done.outcome}
        taken = await asyncio.to_thread(
            service.recorded,
            done.report, self._caller, self._chosen, work.kind, told, work.record_id,
        )  # fmt: skip
        self.answered = Answered(done.report, *await service.outcome(taken))


async def _within(pieces: AsyncIterable[object], seconds: float) -> AsyncIterator[object]:
    """The pieces; raises TimeoutError where they have not ended after `seconds`."""
    until = asyncio.get_running_loop().time() + seconds
    source = aiter(pieces)
    try:
        while True:
            try:
                async with asyncio.timeout_at(until):
                    piece = await anext(source)
            except StopAsyncIteration:
                return
            except TimeoutError as error:
                raise TimeoutError(f"the answer did not end within {seconds:g} s") from error
            yield piece
    finally:
        close = getattr(source, "aclose", None)
        if close is not None:
            with contextlib.suppress(RuntimeError):  # it is being closed from elsewhere
                await close()
