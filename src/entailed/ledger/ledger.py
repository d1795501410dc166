"""The ledger as its users see it: one store, and a view of it for each tenant."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Self

from sqlalchemy import select

from entailed.errors import ConfigurationError, InputError, LedgerError
from entailed.ledger import erasure, reading, tables, verification
from entailed.ledger.database import Database
from entailed.ledger.entries import checked_name, prepare
from entailed.ledger.export import ExportFormat, export
from entailed.ledger.replay import replay
from entailed.ledger.scope import Scope
from entailed.ledger.statistics import Every, Statistics, statistics
from entailed.ledger.store import write
from entailed.ledger.values import (
    Draft,
    Erased,
    Head,
    Purged,
    Query,
    Receipt,
    Record,
    Replay,
    Retention,
    Verification,
)
from entailed.ledger.writer import Acknowledgement, Counters, Writer, WriterSettings
from entailed.pipeline import Verifier
from entailed.types import Failure, Report

__all__ = ["Ledger", "TenantLedger"]

DEFAULT_TENANT = "default"
_EARLIEST = datetime.min.replace(tzinfo=UTC)
_NOTHING: Mapping[str, Any] = {}


def _now() -> datetime:
    return datetime.now(UTC)


class Ledger:
    """A store of records. Safe to share between threads; open one in each process.

    `where` is a path (SQLite) or a URL: `sqlite:///PATH`, `postgresql://USER@HOST/NAME`. The
    tables are made or brought up to date; `create=False` refuses a database without a ledger.
    `clock` gives the time of a record, with a time zone. The order of a chain does not depend
    on it. Use it as a context manager, or call `close`.
    Raises ConfigurationError for another kind of URL, LedgerError where it cannot be opened.
    """

    def __init__(
        self,
        where: str | Path,
        *,
        clock: Callable[[], datetime] = _now,
        create: bool = True,
        writer: WriterSettings | None = None,
    ) -> None:
        self._database = Database(where, create=create)
        self._clock = clock
        self.library = version("entailed")
        self._writer = Writer(
            lambda items: write(self._database, items),
            self.library,
            WriterSettings() if writer is None else writer,
        )

    def tenant(self, name: str = DEFAULT_TENANT) -> TenantLedger:
        """The ledger of one tenant, and of no other. Raises InputError for an unusable name."""
        return TenantLedger(self, Scope(checked_name("tenant", name)))

    def tenants(self) -> tuple[str, ...]:
        """Every tenant with a chain, in order: for operators, never for a tenant's request."""
        chain = tables.chain
        with self._database.reading() as connection:
            names = connection.execute(select(chain.c.tenant).where(chain.c.sequence > 0))
            return tuple(sorted(names.scalars()))

    def verify(self) -> tuple[Verification, ...]:
        """`verify_chain` for every tenant, and rows of tenants without a chain.

        All in one state of the database. Raises LedgerError.
        """
        with self._database.reading() as connection:
            return verification.everything(connection)

    def retain(self, retention: Retention, reason: str = "retention") -> tuple[Purged, ...]:
        """Purge every tenant's records that are older than its age allows.

        One result for each tenant that has an age. Raises LedgerError; the tenants before the
        one it happened at are done then.
        """
        now = self.now()
        done = []
        for name in self.tenants():
            age = retention.age(name)
            if age is not None:
                before = now - min(age, now - _EARLIEST)
                done.append(self.tenant(name).purge(before=before, reason=reason))
        return tuple(done)

    def ping(self) -> None:
        """Ask the database for something small. Raises LedgerError when it does not answer."""
        with self._database.reading() as connection:
            connection.execute(select(tables.schema.c.version)).all()

    @property
    def counters(self) -> Counters:
        """Figures of the background writer."""
        return self._writer.counters

    def flush(self, timeout: float | None = None) -> bool:
        """Wait until all appended before is stored or failed; False when that took too long."""
        return self._writer.flush(timeout)

    def close(self, timeout: float | None = 30.0) -> None:
        """Store what is queued, then close. Safe to call twice.

        Raises LedgerError (`closed`), naming the records, when the database would not take them
        within `timeout` seconds; their acknowledgements have failed too.
        """
        left = self._writer.close(timeout)
        self._database.close()
        if left:
            raise LedgerError(
                f"{len(left)} records were not stored before the ledger was closed: "
                f"{', '.join(left[:20])}{', ...' if len(left) > 20 else ''}",
                "closed",
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def now(self) -> datetime:
        """The clock's time. Raises ConfigurationError for a clock without a time zone."""
        now = self._clock()
        if now.tzinfo is None:
            raise ConfigurationError(f"clock: expected a time with a time zone, got {now}")
        return now


class TenantLedger:
    """One tenant's records. Made by `Ledger.tenant`; nothing here reaches another tenant's."""

    def __init__(self, ledger: Ledger, scope: Scope) -> None:
        self._ledger = ledger
        self._scope = scope

    @property
    def name(self) -> str:
        """The tenant's name."""
        return self._scope.tenant

    # --- writing -------------------------------------------------------------------------------

    def append(
        self,
        report: Report,
        *,
        configuration: Mapping[str, Any] = _NOTHING,
        attributes: Mapping[str, Any] = _NOTHING,
        record_id: str | None = None,
    ) -> Acknowledgement:
        """Queue a report to be stored in the background; see `writer` for what may come of it.

        `configuration` is what `configuration_of(verifier)` gives. The same report under the
        same `record_id` is stored once, however often it is appended; without an id it gets a
        random one. Blocks for at most the writer's `patience` when its queue is full, then the
        acknowledgement has failed (`queue_full`).
        Raises InputError for an unusable id, LedgerError (`closed`) on a closed ledger.
        """
        draft = self._draft(report, configuration, attributes, record_id)
        return self._ledger._writer.submit(self.name, draft)

    def record(
        self,
        report: Report,
        *,
        configuration: Mapping[str, Any] = _NOTHING,
        attributes: Mapping[str, Any] = _NOTHING,
        record_id: str | None = None,
        patience: float = 5.0,
    ) -> Receipt:
        """Store a report now, and return when it is on disk; like `append` otherwise.

        An unavailable database is tried again for `patience` seconds. Raises LedgerError, and
        InputError for what cannot be written as JSON.
        """
        draft = self._draft(report, configuration, attributes, record_id)
        prepared = prepare(draft, self._ledger.library)
        deadline = time.monotonic() + patience
        while True:
            try:
                (made,) = write(self._ledger._database, [(self.name, prepared)])
                break
            except LedgerError as error:
                if error.kind != "unavailable" or time.monotonic() >= deadline:
                    raise
                time.sleep(0.1)
        if isinstance(made, Failure):
            raise LedgerError(made.message, made.error)
        return made

    # --- reading -------------------------------------------------------------------------------

    def get(self, record_id: str) -> Record | None:
        """The record with this id, or None. Raises LedgerError."""
        return reading.get(self._ledger._database, self._scope, record_id)

    def find(self, query: Query = Query()) -> Iterator[Record]:  # noqa: B008  # frozen
        """Matching records, oldest first unless the query says else. Raises LedgerError."""
        return reading.find(self._ledger._database, self._scope, query)

    def ids(self, query: Query = Query()) -> list[str]:  # noqa: B008  # frozen
        """Ids of matching records, in the order of `find`. Raises LedgerError."""
        return reading.ids(self._ledger._database, self._scope, query)

    def head(self) -> Head | None:
        """The end of the chain: keep it elsewhere, and `verify_chain` can prove what was before."""
        return reading.head_of(self._ledger._database, self._scope)

    def verify_chain(self, head: Head | None = None) -> Verification:
        """Re-derive the whole chain; `head` is one that was kept elsewhere. Raises LedgerError."""
        return verification.verify_chain(self._ledger._database, self._scope, head)

    def replay(self, record_id: str, verifier: Verifier) -> Replay:
        """Verify a record's answer again, with the evidence as it was frozen.

        Raises LedgerError: `unknown` for no such record, `erased` when its texts are gone.
        """
        record = self.get(record_id)
        if record is None:
            raise LedgerError(f"tenant {self.name!r} has no record {record_id!r}", "unknown")
        return replay(record, verifier, self._ledger.library)

    def statistics(
        self,
        query: Query = Query(),  # noqa: B008  # frozen
        *,
        every: Every = "day",
        top: int = 50,
    ) -> Statistics:
        """Outcomes over time, failures by source, latency. Raises LedgerError."""
        return statistics(self._ledger._database, self._scope, query, every, top)

    def export(
        self,
        path: str | Path,
        query: Query = Query(),  # noqa: B008  # frozen
        *,
        form: ExportFormat = "jsonl",
    ) -> int:
        """Write matching records to a file; how many. See `export`. Raises LedgerError."""
        return export(self.find(query), Path(path), form)

    # --- taking away ---------------------------------------------------------------------------

    def erase(self, record_ids: Sequence[str] | str, *, reason: str) -> Erased:
        """Erase the texts of records: answer, question, everything that quotes them, and the
        passages no other record was written from.

        Labels, reason codes, scores and times stay, and so does the chain: an entry is appended
        that names the records. `reason` becomes part of the chain for ever: name no person.
        Raises LedgerError; nothing was erased then.
        """
        ids = [record_ids] if isinstance(record_ids, str) else list(record_ids)
        ledger = self._ledger
        return erasure.erase(
            ledger._database,
            self._scope,
            ids,
            reason=reason,
            now=ledger.now(),
            library=ledger.library,
        )

    def erase_matching(self, query: Query, *, reason: str) -> Erased:
        """`erase` for every record a query means that still has its texts."""
        return self.erase(self.ids(replace(query, erased=False)), reason=reason)

    def purge(self, *, before: datetime | None, reason: str) -> Purged:
        """Delete the records older than `before`, or all of them where it is None.

        The chain is cut at its start, by an entry that says so. Raises LedgerError, and
        ConfigurationError for a time without a time zone.
        """
        if before is not None and before.tzinfo is None:
            raise ConfigurationError(f"before: expected a time with a time zone, got {before}")
        ledger = self._ledger
        return erasure.purge(
            ledger._database,
            self._scope,
            before,
            reason=reason,
            now=ledger.now(),
            library=ledger.library,
        )

    def _draft(
        self,
        report: Report,
        configuration: Mapping[str, Any],
        attributes: Mapping[str, Any],
        record_id: str | None,
    ) -> Draft:
        name = uuid.uuid4().hex if record_id is None else checked_name("record id", record_id)
        # Copies: the record is written later, and the caller may go on with its own.
        try:
            copies = deepcopy(dict(configuration)), deepcopy(dict(attributes))
        except Exception as error:  # a stranger's object may raise anything
            raise InputError(f"record {name!r}: cannot be written as JSON: {error}") from error
        return Draft(report, name, self._ledger.now(), *copies)
