"""The ledger of a service: what is put into it, read from it, and whether it can be."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from entailed.errors import InputError, LedgerError
from entailed.ledger import Ledger, Receipt, TenantLedger, WriterSettings
from entailed.ledger.entries import checked_name
from entailed.ledger.writer import Acknowledgement
from entailed.pipeline import require_text
from entailed.service.errors import ServiceError
from entailed.service.settings import ServiceSettings
from entailed.types import Failure, Report

__all__ = ["Records"]

_LOG = logging.getLogger("entailed.service")
T = TypeVar("T")
_EVERY = 2.0  # seconds between looks at the database
_FRESH = 1.0  # seconds for which the database's answer holds
_READERS = 4
_PATIENCE = 10.0  # seconds a read may take
_OWN = 1.0  # seconds a read waits for what this process was given before it
_AGAIN = 5.0  # seconds after which another try is worth while


class Records:
    """A ledger for one event loop. Made after forking; `close` it at the end.

    Raises LedgerError where the ledger cannot be opened.
    """

    def __init__(
        self, settings: ServiceSettings, where: str, failed: Callable[[str], object]
    ) -> None:
        self._settings = settings
        self._failed = failed
        # A record that was taken is tried again for as long as the process lives: an outage
        # longer than the queue is answered with 503, never by giving up what was promised.
        self.ledger = Ledger(where, writer=WriterSettings(patience=0, persistence=None))
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="entailed-records")
        self._watch: asyncio.Task[None] | None = None
        self._seen = self.ledger.counters
        self._asking: asyncio.Future[bool] | None = None
        self._asked_at = 0.0
        self.up = True

    def start(self) -> None:
        """Begin to watch the database."""
        self._watch = asyncio.create_task(self._watching())

    async def close(self, timeout: float) -> None:
        """Store what is queued; what could not be is named in the log."""
        if self._watch is not None:
            self._watch.cancel()
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(None, self.ledger.close, timeout)
        except LedgerError as error:
            _LOG.error("records were lost: %s", error)
        self._readers.shutdown(wait=False, cancel_futures=True)

    # --- writing -------------------------------------------------------------------------------

    def check(self, record_id: str | None, attributes: Mapping[str, str]) -> None:
        """Refuse before the work what could not be recorded after it. Raises ServiceError."""
        try:
            if record_id is not None:
                checked_name("record_id", record_id)
            for text in (*attributes, *attributes.values()):
                require_text("attributes", text)
        except InputError as error:
            raise ServiceError(422, "invalid_request", str(error)) from error
        if self._settings.ledger_required and not self.up:
            raise self._unavailable("the ledger's database does not answer")

    def queue(
        self,
        tenant: str,
        report: Report,
        configuration: Mapping[str, Any],
        attributes: Mapping[str, Any],
        record_id: str | None,
    ) -> Acknowledgement:
        """Hand a record to the background writer; from any thread, without waiting.

        Raises ServiceError (503) where the ledger is closed.
        """
        try:
            taken = self.ledger.tenant(tenant).append(
                report, configuration=configuration, attributes=attributes, record_id=record_id
            )
        except LedgerError as error:
            raise refused(error) from error
        # Also when nobody waits for it any more: an id may have been given for it.
        taken.then(lambda made: self._settled(taken.record_id, made))
        return taken

    async def outcome(self, acknowledgement: Acknowledgement) -> tuple[str | None, bool]:
        """`(record id, whether it is stored)`, after waiting as the settings say.

        The id is None where the record was not taken and the settings let the answer go without.
        Raises ServiceError where they do not.
        """
        wait = self._settings.ledger_wait
        made: Receipt | Failure | None = None
        if acknowledgement.done or wait:
            try:
                made = await asyncio.wait_for(_outcome(acknowledgement), wait or None)
            except TimeoutError:
                made = Failure("ledger", "pending", f"not stored within {wait:g} s")
        if made is None:
            taken = self.up or self._settings.ledger_required
            return (acknowledgement.record_id if taken else None), False
        if isinstance(made, Receipt):
            return made.record_id, True
        if made.error == "conflict":
            raise ServiceError(
                409, "conflict", "record_id: another record of this tenant has it; choose another"
            )
        if self._settings.ledger_required:
            raise self._unavailable(f"the record was not stored ({made.error})")
        pending = made.error == "pending" and self.up
        return (acknowledgement.record_id if pending else None), False

    def _settled(self, record_id: str, made: Receipt | Failure) -> None:
        """Say of a record that was not stored; in whatever thread knows it."""
        if isinstance(made, Failure):
            self._failed(f"ledger_{made.error}")
            told = {"record_id": record_id, "error": made.error}
            _LOG.error("a record was not stored: %s", made.message, extra=told)

    # --- reading -------------------------------------------------------------------------------

    async def read(self, tenant: str, call: Callable[[TenantLedger], T]) -> T:
        """What `call` gives for the ledger of `tenant`, and of no other, off the event loop.

        A caller who was given a record's id finds the record: what this process took before is
        waited for, for a second at most.

        Raises ServiceError: 404, 410 (erased), 503 with Retry-After.
        """
        loop = asyncio.get_running_loop()

        def caught_up() -> T:
            if self.up:
                self.ledger.flush(_OWN)
            return call(self.ledger.tenant(tenant))

        future = loop.run_in_executor(self._readers, caught_up)
        try:
            return await asyncio.wait_for(future, _PATIENCE)
        except TimeoutError as error:
            raise self._unavailable("the ledger did not answer in time") from error
        except LedgerError as error:
            raise refused(error) from error

    async def ping(self) -> bool:
        """Whether the database answers; asked at most once a second, whoever wants to know."""
        now = time.monotonic()
        if self._asking is None or (self._asking.done() and now - self._asked_at >= _FRESH):
            self._asked_at = now
            self._asking = asyncio.ensure_future(self._answers())
        return await asyncio.shield(self._asking)

    async def _answers(self) -> bool:
        loop = asyncio.get_running_loop()
        try:
            await asyncio.wait_for(loop.run_in_executor(self._readers, self.ledger.ping), _EVERY)
        except (LedgerError, TimeoutError):
            return False
        return True

    async def _watching(self) -> None:
        while True:
            await asyncio.sleep(_EVERY)
            up = await self.ping() and self._moves()
            if up != self.up:
                _LOG.warning("the ledger's database %s", "answers again" if up else "is away")
            self.up = up

    def _moves(self) -> bool:
        """Whether the writer gets on: it has not only tried again since the last look."""
        before, self._seen = self._seen, self.ledger.counters
        stuck = self._seen.queued and self._seen.retries > before.retries
        return not (stuck and self._seen.stored == before.stored)

    def _unavailable(self, why: str) -> ServiceError:
        return ServiceError(503, "ledger_unavailable", f"{why}; try later", _AGAIN)


def refused(error: LedgerError) -> ServiceError:
    """What a caller is told of the ledger's error. Raises it again where it is nobody's request."""
    if error.kind in ("unavailable", "full", "closed"):
        return ServiceError(
            503, "ledger_unavailable", "the ledger's database does not answer; try later", _AGAIN
        )
    if error.kind == "unknown":
        return ServiceError(404, "unknown_record", "no such record")
    if error.kind == "erased":
        return ServiceError(410, "erased", "the texts of this record have been erased")
    raise error


async def _outcome(acknowledgement: Acknowledgement) -> Receipt | Failure:
    return await acknowledgement
