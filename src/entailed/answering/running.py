"""Running the steps of others within a time, in sync and in async code.

A step that outlives its time is left behind in a daemon thread: Python cannot end it, but nobody
waits for it any more, not even the interpreter.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeVar

__all__ = ["Step", "arun_step", "run_step"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Step:
    """Something to be done by a retriever, a model or a verifier.

    `acall` is its async form where it has one. `seconds` is how long it may take, None for any.
    """

    call: Callable[[], Any]
    acall: Callable[[], Awaitable[Any]] | None = None
    seconds: float | None = None


def run_step(step: Step) -> Any:
    """What the step gives. Raises TimeoutError once its time is over, else what it raises."""
    if step.seconds is None:
        return step.call()
    return _in_thread(step.call).result(timeout=max(step.seconds, 0.0))


async def arun_step(step: Step) -> Any:
    """The same for async code: the async form where there is one, else a thread."""
    async with asyncio.timeout(step.seconds):
        if step.acall is not None:
            return await step.acall()
        return await asyncio.wrap_future(_in_thread(step.call))


def _in_thread(call: Callable[[], T]) -> Future[T]:
    """The future of `call` in a daemon thread of its own, with the caller's context variables."""
    future: Future[T] = Future()
    future.set_running_or_notify_cancel()

    def work() -> None:
        try:
            made = call()
        except BaseException as error:  # whatever it is belongs to the one who waits
            future.set_exception(error)
        else:
            future.set_result(made)

    copied = contextvars.copy_context()
    threading.Thread(target=copied.run, args=(work,), daemon=True, name="entailed-step").start()
    return future
