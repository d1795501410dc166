"""Who may begin: so many at once, so many waiting, none for too long, no tenant all of them."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress

from entailed.service.errors import ServiceError

__all__ = ["Admission", "Slot"]

_SMOOTHING = 0.1  # weight of the newest duration in the running mean


class Slot:
    """The right to work. `release` it when the work itself has ended; twice does no harm."""

    def __init__(self, admission: Admission, tenant: str) -> None:
        self._admission: Admission | None = admission
        self.tenant = tenant
        self.began = time.monotonic()

    def release(self) -> None:
        """Give it back, in the event loop's thread."""
        admission, self._admission = self._admission, None
        if admission is not None:
            admission._released(self)


class Admission:
    """A bounded number of slots and a bounded queue before them, first come first served.

    `running` at once and `waiting` in the queue, each at most `patience` seconds. One tenant has
    at most `per_tenant` of both together: beyond that it is refused with 429, since it is the
    tenant's doing; a full queue and a wait too long are 503. `told` hears of every change of the
    number waiting. For one event loop.
    """

    def __init__(
        self,
        what: str,
        running: int,
        waiting: int,
        patience: float,
        per_tenant: int,
        told: Callable[[int], object] = lambda depth: None,
    ) -> None:
        self.what = what
        self.running = running
        self.waiting = waiting
        self.patience = patience
        self.per_tenant = per_tenant
        self._told = told
        self._active = 0
        self._queue: deque[tuple[asyncio.Future[None], str]] = deque()
        self._held: Counter[str] = Counter()
        self._mean = 0.5  # seconds a slot is held; where nothing is known yet, a guess

    @property
    def active(self) -> int:
        """Slots in use."""
        return self._active

    @property
    def depth(self) -> int:
        """How many wait."""
        return len(self._queue)

    async def enter(self, tenant: str) -> Slot:
        """A slot, once there is one. Raises ServiceError (429 or 503, with Retry-After)."""
        if self._held[tenant] >= self.per_tenant:
            raise ServiceError(
                429,
                "too_many_requests",
                f"{self.per_tenant} {self.what} of this tenant are under way; wait for one to end",
                self._retry_after(self._held[tenant]),
            )
        if self._active >= self.running and len(self._queue) >= self.waiting:
            raise ServiceError(
                503,
                "overloaded",
                f"{self._active} {self.what} are under way and {len(self._queue)} wait; try later",
                self._retry_after(len(self._queue)),
            )
        self._held[tenant] += 1
        try:
            if self._active >= self.running or self._queue:
                await self._wait(tenant)
            else:
                self._active += 1
        except BaseException:
            self._leave(tenant)
            raise
        return Slot(self, tenant)

    async def _wait(self, tenant: str) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        entry = (turn, tenant)
        self._queue.append(entry)
        self._told(len(self._queue))
        try:
            async with asyncio.timeout(self.patience):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():  # it came in the same moment
                self._active -= 1
                self._next()
            else:
                with suppress(ValueError):  # dropped already, by one that left
                    self._queue.remove(entry)
                self._told(len(self._queue))
            if isinstance(error, TimeoutError):
                raise ServiceError(
                    503,
                    "overloaded",
                    f"waited {self.patience:g} s behind other {self.what}; try later",
                    self._retry_after(len(self._queue)),
                ) from error
            raise

    def _released(self, slot: Slot) -> None:
        took = time.monotonic() - slot.began
        self._mean += _SMOOTHING * (took - self._mean)
        self._active -= 1
        self._leave(slot.tenant)
        self._next()

    def _next(self) -> None:
        while self._queue and self._active < self.running:
            turn, _ = self._queue.popleft()
            self._told(len(self._queue))
            if not turn.done():
                self._active += 1
                turn.set_result(None)

    def _leave(self, tenant: str) -> None:
        self._held[tenant] -= 1
        if self._held[tenant] <= 0:
            del self._held[tenant]

    def _retry_after(self, before: int) -> float:
        """Seconds until as many as are before it will have ended, by what they took lately."""
        return min(60.0, max(1.0, self._mean * (before + 1) / self.running))
