"""Reading and verifying at the same time.

The pieces are read in one place, the work is done in another, and the events are made in the
caller's: a thread reads a plain iterator, a few threads shared by all streams of the process do the
work in the order it was asked for, so that no stream is starved by a longer one.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from queue import SimpleQueue
from typing import Any

from entailed.errors import InputError
from entailed.streaming.core import Core, Step
from entailed.streaming.events import Event

__all__ = ["FULL", "AsyncPieces", "Pieces", "described", "overlapped", "overlapped_async"]

Pieces = Iterable[object]
AsyncPieces = AsyncIterable[object] | Iterable[object]

_WORKERS = 2
_AHEAD = 64
_END = object()


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_WORKERS, thread_name_prefix="entailed-stream")


if hasattr(os, "register_at_fork"):  # threads do not survive a fork: the child gets its own
    os.register_at_fork(after_in_child=_pool.cache_clear)


def described(error: BaseException) -> str:
    """An error as it is told in the end of a stream."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


FULL = "limit_reached: the answer is longer than max_characters"


class _Reader:
    """Reads pieces in a thread of its own, at most `_AHEAD` of them ahead of their use.

    `put` is called in that thread: ("piece", ...) for each, then ("end", None) or ("error", ...).
    """

    def __init__(self, pieces: Pieces, put: Callable[[tuple[str, Any]], None]) -> None:
        self._pieces = pieces
        self._put = put
        self._room = threading.Semaphore(_AHEAD)
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="entailed-reader", daemon=True)
        self._thread.start()

    def used(self) -> None:
        """One piece was used."""
        self._room.release()

    def stop(self) -> None:
        """Read no further piece. The iterator is closed by the thread that reads it."""
        self._stopped.set()
        self._room.release()

    def _run(self) -> None:
        try:
            iterator = iter(self._pieces)
            try:
                self._read(iterator)
            finally:
                close = getattr(iterator, "close", None)
                if close is not None:
                    close()
        except Exception as error:  # whatever the upstream raises ends the stream, not the thread
            self._put(("error", error))
        else:
            self._put(("end", None))

    def _read(self, iterator: Iterator[object]) -> None:
        for piece in iterator:
            self._room.acquire()
            if self._stopped.is_set():
                return
            self._put(("piece", piece))


def overlapped(core: Core, pieces: Pieces) -> Iterator[Event]:
    """The events of a stream whose pieces are read in a thread."""
    core.require_open()
    inbox: SimpleQueue[tuple[str, Any]] = SimpleQueue()
    reader = _Reader(pieces, inbox.put)
    end: tuple[str, Any] | None = None
    working = False
    try:
        while end is None or working:
            kind, value = inbox.get()
            if kind == "piece" and end is None:
                reader.used()
                events, end = _taken(core, value)
                yield from events
            elif kind == "step":
                working = False
                yield from core.stepped(value.result())
            elif kind != "piece":
                end = end or (kind, value)
            if not working and end is None and core.wants_step():
                working = True
                future = _pool().submit(core.step, core.answer)
                future.add_done_callback(lambda done: inbox.put(("step", done)))
        work, say = _ending(core, *end)
        yield from say(work())
    finally:
        reader.stop()


async def overlapped_async(core: Core, pieces: AsyncPieces) -> AsyncIterator[Event]:
    """The events of a stream whose pieces come while an event loop runs."""
    core.require_open()
    loop = asyncio.get_running_loop()
    source = pieces.__aiter__() if isinstance(pieces, AsyncIterable) else _threaded(pieces)
    reading: asyncio.Future[object] = asyncio.ensure_future(_next(source))
    working: asyncio.Future[Step] | None = None
    end: tuple[str, Any] | None = None
    try:
        while end is None or working is not None:
            open_ones = [f for f in (None if end else reading, working) if f is not None]
            done, _ = await asyncio.wait(open_ones, return_when=asyncio.FIRST_COMPLETED)
            if working in done:
                step, working = working, None
                for event in core.stepped(step.result()):
                    yield event
            if reading in done and end is None:
                events, end = _arrived(core, reading)
                reading = reading if end else asyncio.ensure_future(_next(source))
                for event in events:
                    yield event
            if working is None and end is None and core.wants_step():
                working = loop.run_in_executor(_pool(), core.step, core.answer)
        work, say = _ending(core, *end)
        for event in say(await loop.run_in_executor(_pool(), work)):
            yield event
    finally:
        await _close(reading, source)


def _taken(core: Core, piece: object) -> tuple[list[Event], tuple[str, Any] | None]:
    """The events of a piece, and the end of the stream where the piece is one."""
    try:
        events = list(core.take(piece))
    except InputError as error:
        return [], ("error", error)
    return events, ("full", None) if core.full else None


def _arrived(
    core: Core, reading: asyncio.Future[object]
) -> tuple[list[Event], tuple[str, Any] | None]:
    error = reading.exception()
    if isinstance(error, Exception):
        return [], ("error", error)
    piece = reading.result()
    return ([], ("end", None)) if piece is _END else _taken(core, piece)


def _ending(
    core: Core, kind: str, error: Exception | None
) -> tuple[Callable[[], Any], Callable[[Any], Iterator[Event]]]:
    """The last work of a stream, and what makes events of it."""
    answer = core.answer
    if kind == "end":
        return lambda: core.whole(answer), core.finished
    why = FULL if error is None else described(error)
    return lambda: core.part(answer), lambda part: core.broken(part, why)


async def _next(source: AsyncIterator[object]) -> object:
    try:
        return await source.__anext__()
    except StopAsyncIteration:
        return _END


async def _threaded(pieces: Pieces) -> AsyncIterator[object]:
    """A plain iterator, read in a thread of its own."""
    loop = asyncio.get_running_loop()
    inbox: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()

    def put(item: tuple[str, Any]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(inbox.put_nowait, item)

    reader = _Reader(pieces, put)
    try:
        while (item := await inbox.get())[0] == "piece":
            reader.used()
            yield item[1]
        if item[1] is not None:
            raise item[1]
    finally:
        reader.stop()


async def _close(reading: asyncio.Future[object], source: AsyncIterator[object]) -> None:
    """End the reading and let the source end itself."""
    if not reading.done():
        reading.cancel()
        await asyncio.wait([reading])
    close = getattr(source, "aclose", None)
    if close is not None:
        await close()
