"""Writing in the background: a bounded queue, one thread, acknowledgements.

`submit` costs the caller a few microseconds. The thread takes what has gathered and stores it in
one transaction, so that many records share one sync of the disk. When the queue is full, `submit`
blocks for at most `patience` seconds and then says so by an acknowledgement that has failed:
nothing is dropped in silence. What may get better (the database is down, the disk is full) is
tried again for `persistence` seconds; records are known by their ids, so none is stored twice.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, InvalidStateError
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from entailed.errors import ConfigurationError, InputError, LedgerError
from entailed.ledger.entries import Prepared, prepare
from entailed.ledger.values import Draft, Receipt
from entailed.types import Failure

__all__ = ["Acknowledgement", "Counters", "Writer", "WriterSettings"]

Store = Callable[[Sequence[tuple[str, Prepared]]], list[Receipt | Failure]]
_AGAIN = ("unavailable", "full")
_PAUSE, _LONGEST_PAUSE = 0.05, 2.0  # seconds between tries, doubled each time
_LAST_WAIT = 5.0  # seconds for the transaction under way when time is up


@dataclass(frozen=True, slots=True)
class WriterSettings:
    """Bounds of the background writer.

    The queue holds at most `records` records and `characters` characters of answers and passages
    (one record that is larger is taken alone). `batch` records go into one transaction.
    `patience` and `persistence` are in seconds, None for without end.
    """

    records: int = 1_000
    characters: int = 64_000_000
    batch: int = 64
    patience: float | None = 5.0
    persistence: float | None = 60.0

    def __post_init__(self) -> None:
        for name in ("records", "characters", "batch"):
            if getattr(self, name) < 1:
                raise ConfigurationError(f"{name}: expected 1 or more, got {getattr(self, name)}")
        for name in ("patience", "persistence"):
            value = getattr(self, name)
            if value is not None and not value >= 0:
                raise ConfigurationError(f"{name}: expected 0 or more seconds, got {value}")


@dataclass(frozen=True, slots=True)
class Counters:
    """What a writer has done since it was made, and what waits (`queued` records)."""

    queued: int
    stored: int
    failed: int
    retries: int


class Acknowledgement:
    """Tells when a record is stored. Also awaitable: `outcome = await acknowledgement`."""

    def __init__(self, tenant: str, record_id: str) -> None:
        self.tenant = tenant
        self.record_id = record_id
        self._future: Future[Receipt | Failure] = Future()
        # From here on it cannot be cancelled: a caller that stops waiting does not stop the write.
        self._future.set_running_or_notify_cancel()

    @property
    def done(self) -> bool:
        """Whether the outcome is known."""
        return self._future.done()

    def wait(self, timeout: float | None = None) -> Receipt | Failure:
        """The receipt once the record is stored, or the Failure that kept it from being stored.

        After `timeout` seconds without an outcome: a Failure whose `error` is "pending"; the
        record may still be stored later.
        """
        try:
            return self._future.result(timeout)
        except NotYet:
            return Failure("ledger", "pending", f"not stored within {timeout} s; it may be later")

    def then(self, call: Callable[[Receipt | Failure], object]) -> None:
        """Call `call` with the outcome, in the writer's thread, or at once where it is known."""
        self._future.add_done_callback(lambda future: call(future.result()))

    def __await__(self) -> Generator[Any, None, Receipt | Failure]:
        """The outcome, without blocking the event loop."""
        return asyncio.wrap_future(self._future).__await__()

    def _settle(self, outcome: Receipt | Failure) -> None:
        with suppress(InvalidStateError):  # given up by `close`, and stored after all
            self._future.set_result(outcome)


@dataclass(slots=True)
class _Item:
    """A record in the queue."""

    tenant: str
    draft: Draft
    acknowledgement: Acknowledgement
    characters: int
    number: int
    prepared: Prepared | None = None
    first_try: float | None = None


class Writer:
    """A queue and the thread that empties it."""

    def __init__(self, store: Store, library: str, settings: WriterSettings) -> None:
        self._store = store
        self._library = library
        self._settings = settings
        self._waiting: deque[_Item] = deque()
        self._changed = threading.Condition()
        self._characters = 0
        self._taken = 0
        self._unsettled: dict[int, None] = {}  # numbers of records, oldest first
        self._stored = self._failed = self._retries = 0
        self._closing = False
        self._abandoned = False
        self._thread: threading.Thread | None = None
        self._process = os.getpid()

    def submit(self, tenant: str, draft: Draft) -> Acknowledgement:
        """Queue a record. Raises LedgerError (`closed`) after `close`, or in a forked process."""
        acknowledgement = Acknowledgement(tenant, draft.record_id)
        report = draft.report
        size = len(report.answer) + sum(len(passage.text) for passage in report.evidence)
        with self._changed:
            self._usable()
            if not self._changed.wait_for(lambda: self._room(size), self._settings.patience):
                self._failed += 1
                acknowledgement._settle(self._full())
                return acknowledgement
            self._usable()
            self._start()
            self._taken += 1
            self._waiting.append(_Item(tenant, draft, acknowledgement, size, self._taken))
            self._characters += size
            self._unsettled[self._taken] = None
            self._changed.notify_all()
        return acknowledgement

    def flush(self, timeout: float | None = None) -> bool:
        """Wait until everything queued before is settled; False when that took too long.

        What is queued while it waits is not waited for.
        """
        with self._changed:
            last = self._taken
            return self._changed.wait_for(
                lambda: next(iter(self._unsettled), last + 1) > last, timeout
            )

    @property
    def counters(self) -> Counters:
        """Figures for a monitor."""
        with self._changed:
            return Counters(len(self._unsettled), self._stored, self._failed, self._retries)

    def close(self, timeout: float | None = 30.0) -> tuple[str, ...]:
        """Take no more, store what is queued, end the thread; ids of what was not stored.

        What is not stored within `timeout` seconds fails (`closed`). Safe to call twice.
        """
        atexit.unregister(self.close)
        if self._process != os.getpid():
            return ()
        with self._changed:
            self._closing = True
            self._changed.notify_all()
            done = self._changed.wait_for(lambda: not self._unsettled, timeout)
            left = list(self._waiting)
            self._abandoned = True
            self._changed.notify_all()
        if self._thread is not None:
            # A transaction under way is waited for a little, so that its outcome is known.
            self._thread.join(None if done else _LAST_WAIT)
        closed = Failure("ledger", "closed", "the ledger was closed before this was stored")
        for item in left:
            item.acknowledgement._settle(closed)
        outcomes = [(item, item.acknowledgement.wait(0)) for item in left]
        return tuple(i.draft.record_id for i, made in outcomes if isinstance(made, Failure))

    # --- the caller's side; the lock is held ---------------------------------------------------

    def _usable(self) -> None:
        if self._process != os.getpid():
            raise LedgerError(
                "the ledger was opened before this process was forked; open one in each process",
                "closed",
            )
        if self._closing:
            raise LedgerError("the ledger is closed; open it again", "closed")

    def _room(self, size: int) -> bool:
        bounds = self._settings
        fits = self._characters + size <= bounds.characters or not self._waiting
        return self._closing or (len(self._waiting) < bounds.records and fits)

    def _full(self) -> Failure:
        bounds = self._settings
        return Failure(
            "ledger",
            "queue_full",
            f"{len(self._waiting)} records ({self._characters} characters) wait to be stored and "
            f"there was no room within {bounds.patience} s; the record was not stored",
        )

    def _start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="entailed-ledger", daemon=True)
            # A program that ends without closing its ledger loses nothing that was queued.
            atexit.register(self.close)
            self._thread.start()

    # --- the thread's side ---------------------------------------------------------------------

    def _run(self) -> None:
        pause = _PAUSE
        while True:
            batch = self._next()
            if batch is None:
                return
            error = self._attempt(self._prepared(batch))
            if error is None:
                pause = _PAUSE
                continue
            self._give_up(error)
            with self._changed:
                self._changed.wait_for(lambda: self._abandoned, pause)
            pause = min(pause * 2, _LONGEST_PAUSE)

    def _next(self) -> list[_Item] | None:
        """The oldest records, left in the queue; None when there will be no more."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closing)
            if not self._waiting:
                return None
            return [self._waiting[i] for i in range(min(self._settings.batch, len(self._waiting)))]

    def _prepared(self, batch: Sequence[_Item]) -> list[tuple[_Item, Prepared]]:
        """The records as they will be written; one that cannot be written fails alone."""
        ready: list[tuple[_Item, Prepared]] = []
        now = time.monotonic()
        for item in batch:
            item.first_try = now if item.first_try is None else item.first_try
            try:
                item.prepared = item.prepared or prepare(item.draft, self._library)
            except InputError as error:
                self._settle([(item, Failure("ledger", "input", str(error)))])
            except Exception as error:  # a report made by strangers' code may be out of form
                message = f"the report cannot be written: {type(error).__name__}: {error}"
                self._settle([(item, Failure("ledger", "input", message))])
            else:
                ready.append((item, item.prepared))
        return ready

    def _attempt(self, ready: Sequence[tuple[_Item, Prepared]]) -> LedgerError | None:
        """Store; the error when another try may help."""
        if not ready:
            return None
        try:
            outcomes = self._store([(item.tenant, prepared) for item, prepared in ready])
        except Exception as error:  # the thread must outlive whatever a driver raises
            known = error if isinstance(error, LedgerError) else LedgerError(repr(error), "failed")
            if known.kind in _AGAIN:
                return known
            if len(ready) > 1:
                # One record may be what the others fail with.
                errors = [self._attempt([one]) for one in ready]
                return next((e for e in errors if e is not None), None)
            self._settle([(ready[0][0], Failure("ledger", known.kind, str(known)))])
            return None
        self._settle([(item, made) for (item, _), made in zip(ready, outcomes, strict=True)])
        return None

    def _give_up(self, error: LedgerError) -> None:
        """Fail what has been tried for long enough, or everything when no time is left."""
        limit, now = self._settings.persistence, time.monotonic()
        with self._changed:
            self._retries += 1
            kind = "closed" if self._abandoned else error.kind
            given_up = [i for i in self._waiting if self._abandoned or _overdue(i, limit, now)]
        self._settle([(item, Failure("ledger", kind, str(error))) for item in given_up])

    def _settle(self, outcomes: Sequence[tuple[_Item, Receipt | Failure]]) -> None:
        """Take records out of the queue and tell their callers."""
        gone = {id(item) for item, _ in outcomes}
        with self._changed:
            self._waiting = deque(i for i in self._waiting if id(i) not in gone)
            self._characters = sum(i.characters for i in self._waiting)
        for item, outcome in outcomes:
            item.acknowledgement._settle(outcome)
        with self._changed:
            stored = sum(isinstance(outcome, Receipt) for _, outcome in outcomes)
            self._stored += stored
            self._failed += len(outcomes) - stored
            for item, _ in outcomes:
                self._unsettled.pop(item.number, None)
            self._changed.notify_all()


def _overdue(item: _Item, limit: float | None, now: float) -> bool:
    """Whether a record has been tried for `limit` seconds."""
    return limit is not None and item.first_try is not None and now - item.first_try >= limit
