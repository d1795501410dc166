"""One event loop in a thread of its own, for clients that must stay on the loop they began on.

A connection pool belongs to one event loop. Sync callers have none, and async callers may come
from several; all of them hand their work to this one, so that a model may be shared by all.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Iterator
from concurrent.futures import Future
from typing import Any, TypeVar

__all__ = ["aiterate", "arun", "iterate", "run", "submit"]

T = TypeVar("T")

_lock = threading.Lock()
_running: list[tuple[asyncio.AbstractEventLoop, threading.Thread]] = []


def submit(work: Coroutine[Any, Any, T]) -> Future[T]:
    """Start `work` on the background loop, which is started with the first."""
    return asyncio.run_coroutine_threadsafe(work, _loop())


def run(work: Coroutine[Any, Any, T]) -> T:
    """What `work` returns or raises. An interrupt of the waiting thread cancels it."""
    future = submit(work)
    try:
        return future.result()
    finally:
        future.cancel()


async def arun(work: Coroutine[Any, Any, T]) -> T:
    """The same for a caller that has an event loop of its own, which stays free."""
    return await asyncio.wrap_future(submit(work))


def iterate(made: AsyncGenerator[str, None]) -> Iterator[str]:
    """What the generator yields on the background loop, one by one as it is asked for."""
    try:
        while (piece := run(_next(made))) is not None:
            yield piece
    finally:
        run(made.aclose())


async def aiterate(made: AsyncGenerator[str, None]) -> AsyncIterator[str]:
    """The same for a caller that has an event loop of its own."""
    try:
        while (piece := await arun(_next(made))) is not None:
            yield piece
    finally:
        await arun(made.aclose())


async def _next(made: AsyncGenerator[str, None]) -> str | None:
    return await anext(made, None)


def _loop() -> asyncio.AbstractEventLoop:
    with _lock:
        if not _running:
            loop = asyncio.new_event_loop()
            thread = threading.Thread(target=loop.run_forever, name="entailed-chat", daemon=True)
            thread.start()
            _running.append((loop, thread))
        return _running[0][0]


def _stop() -> None:
    """End the loop at interpreter exit, with what still runs on it cancelled."""
    while _running:
        loop, thread = _running.pop()
        asyncio.run_coroutine_threadsafe(_cancel_all(), loop).add_done_callback(
            lambda _, loop=loop: loop.call_soon_threadsafe(loop.stop)  # type: ignore[misc]
        )
        thread.join(timeout=2)
        if not thread.is_alive():
            loop.close()


async def _cancel_all() -> None:
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


def _forget() -> None:
    """A forked child has no thread to run the parent's loop."""
    global _lock
    _lock = threading.Lock()
    _running.clear()


atexit.register(_stop)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
