"""The database behind a ledger: how it is opened, how its transactions begin, what went wrong.

SQLite runs in WAL mode with `synchronous=FULL`: a commit has been synced when it returns, so it
outlives not only a killed process but a power cut, and readers do not wait for the writer.
PostgreSQL keeps the same promise by its default `synchronous_commit`; a session that finds it
switched off switches it on.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout

from entailed.errors import ConfigurationError, LedgerError
from entailed.ledger.migrations import is_current, migrate

__all__ = ["Database"]

_BUSY_SECONDS = 30
_POSTGRESQL = ("postgres", "postgresql", "postgresql+psycopg")
_SQLITE_KINDS = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "unavailable",
    sqlite3.SQLITE_LOCKED: "unavailable",
    sqlite3.SQLITE_IOERR: "unavailable",
    sqlite3.SQLITE_CANTOPEN: "unavailable",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "denied",
    sqlite3.SQLITE_AUTH: "denied",
    sqlite3.SQLITE_CORRUPT: "corrupt",
    sqlite3.SQLITE_NOTADB: "corrupt",
}
# The longest matching start of an SQLSTATE says what kind of error it is
# (https://www.postgresql.org/docs/current/errcodes-appendix.html).
_POSTGRESQL_KINDS = {
    "08": "unavailable",  # connection
    "25006": "read_only",
    "28": "denied",
    "3D": "absent",  # no such database
    "40": "unavailable",  # serialization, deadlock: another try may pass
    "42501": "denied",
    "53": "unavailable",  # out of memory or connections
    "53100": "full",
    "55P03": "unavailable",  # lock not available
    "57": "unavailable",  # shut down, cancelled
    "58": "unavailable",  # the server's disk
    "XX001": "corrupt",
    "XX002": "corrupt",
}
_ADVICE = {
    "full": "the disk or its quota is full; free some space",
    "unavailable": "the database cannot be reached or is busy; try again",
    "read_only": "the database takes no writes; open it where it can be written",
    "denied": "the database refuses this user; see its permissions",
    "corrupt": "what is stored is damaged: run `entailed ledger verify`, restore a backup",
    "absent": "there is no such database; create it first",
}


class Database:
    """An opened and migrated ledger database. Its methods may be called from any thread."""

    def __init__(self, where: str | Path, *, create: bool = True) -> None:
        """Open the database at a path (SQLite) or URL (`sqlite:///`, `postgresql://`).

        `create` makes a file, and the tables, that are not there. Raises ConfigurationError for
        another kind of URL, LedgerError where the database cannot be opened.
        """
        url = _url(where)
        self.name = url.render_as_string(hide_password=True)
        self.is_sqlite = url.get_backend_name() == "sqlite"
        if self.is_sqlite:
            _check_path(url, create)
        self._engine = _sqlite_engine(url) if self.is_sqlite else _postgresql_engine(url)
        self._writer = self._engine.execution_options(entailed_begin="BEGIN IMMEDIATE")
        try:
            if self.is_sqlite:
                self._use_wal()
            with self.reading() as connection:
                current = is_current(connection)
            # Whoever may only read can open a ledger that needs no change.
            if not current:
                with self.writing() as connection:
                    migrate(connection, create=create)
        except LedgerError:
            self.close()
            raise

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes: committed at the end, rolled back on an exception.

        On SQLite it holds the one write lock from its beginning. Raises LedgerError.
        """
        with self.errors(), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the database throughout. Raises LedgerError."""
        with self.errors(), self._engine.connect() as connection:
            if not self.is_sqlite:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    def forget(self) -> bool:
        """Make SQLite overwrite its log, so that what was deleted is not left in it.

        False when a reader is in the way; the next commit after it has gone does it then.
        """
        if not self.is_sqlite:
            return True
        with self.errors(), self._engine.connect() as connection:
            connection = connection.execution_options(entailed_begin="")
            row = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
            return bool(row[0] == 0)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Turn the database's exceptions into LedgerError with a kind."""
        try:
            yield
        except SQLAlchemyError as error:
            raise self._translated(error) from error

    def _translated(self, error: SQLAlchemyError) -> LedgerError:
        kind = _kind(error)
        origin = getattr(error, "orig", None)
        said = " ".join(str(origin if origin is not None else error).split())[:300]
        advice = _ADVICE.get(kind)
        return LedgerError(f"{self.name}: {said}{f' ({advice})' if advice else ''}", kind)

    def _use_wal(self) -> None:
        """Switch the file to WAL. Others may be opening it too, and SQLite then does not wait."""
        deadline = time.monotonic() + _BUSY_SECONDS
        while True:
            try:
                with self.errors(), self._engine.connect() as connection:
                    connection = connection.execution_options(entailed_begin="")
                    mode = connection.exec_driver_sql("PRAGMA journal_mode=WAL").scalar_one()
                break
            except LedgerError as error:
                if not _is_busy(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
        if mode != "wal":
            raise LedgerError(
                f"{self.name}: expected SQLite to use a write-ahead log, got mode {mode!r}; put "
                "the file on a local disk",
                "failed",
            )


def _url(where: str | Path) -> URL:
    """The database a path or URL names."""
    text = str(where)
    if "://" not in text:
        if not text or text == ":memory:":
            raise ConfigurationError(f"ledger: expected a path or URL, got {text!r}")
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        # The message would repeat the URL, and with it a password.
        raise ConfigurationError("ledger: the database URL cannot be read") from None
    if url.drivername in _POSTGRESQL:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername != "sqlite" or url.database in (None, "", ":memory:"):
        raise ConfigurationError(
            f"ledger: expected a path, sqlite:///PATH or postgresql://..., got "
            f"{url.render_as_string(hide_password=True)!r}"
        )
    return url


def _check_path(url: URL, create: bool) -> None:
    """Make a new file readable by its owner alone; what SQLite puts beside it follows.

    Raises LedgerError (`absent`) where there is no ledger to open, or no folder to make it in.
    """
    text = url.database or ""
    if text.startswith("file:"):  # a URI, which says for itself what may be made
        return
    path = Path(text)
    if not create and not path.is_file():
        raise LedgerError(f"{path}: there is no such ledger", "absent")
    if not path.absolute().parent.is_dir():
        raise LedgerError(f"{path}: there is no such folder; make it first", "absent")
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        pass
    except OSError as error:
        raise LedgerError(f"{path}: cannot be made: {error.strerror}", "denied") from error


def _is_busy(error: LedgerError) -> bool:
    origin = getattr(error.__cause__, "orig", None)
    return (getattr(origin, "sqlite_errorcode", 0) or 0) & 0xFF == sqlite3.SQLITE_BUSY


def _sqlite_engine(url: URL) -> Engine:
    # The driver is kept from beginning transactions by itself: the "begin" event does.
    engine = create_engine(
        url, connect_args={"timeout": _BUSY_SECONDS, "isolation_level": None}, pool_size=8
    )

    @event.listens_for(engine, "connect")
    def settings(connection: sqlite3.Connection, _: Any) -> None:
        connection.execute("PRAGMA synchronous=FULL")
        # Synced by the drive too where that is a request of its own (macOS).
        connection.execute("PRAGMA fullfsync=ON")
        # Erased texts are overwritten, not only unlinked.
        connection.execute("PRAGMA secure_delete=ON")
        # A text that is damaged can be read, so that verification can name its record.
        connection.text_factory = _text

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        statement = connection.get_execution_options().get("entailed_begin", "BEGIN")
        if statement:
            connection.exec_driver_sql(statement)

    return engine


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _postgresql_engine(url: URL) -> Engine:
    engine = create_engine(url, pool_pre_ping=True, pool_size=8)

    @event.listens_for(engine, "connect")
    def settings(connection: Any, _: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SHOW server_encoding")
            encoding = cursor.fetchone()[0]
            if encoding != "UTF8":
                raise LedgerError(
                    f"expected a PostgreSQL database in UTF8, got {encoding}; create one with "
                    "ENCODING 'UTF8'",
                    "failed",
                )
            cursor.execute("SHOW synchronous_commit")
            if cursor.fetchone()[0] == "off":
                cursor.execute("SET synchronous_commit = on")
        connection.commit()

    return engine


def _kind(error: SQLAlchemyError) -> str:
    """What kind of LedgerError an exception of the database is."""
    if isinstance(error, PoolTimeout):
        return "unavailable"
    if isinstance(error, IntegrityError):
        return "corrupt"
    if not isinstance(error, DBAPIError):
        return "failed"
    origin = error.orig
    if isinstance(origin, sqlite3.Error):
        code = getattr(origin, "sqlite_errorcode", None)
        return "failed" if code is None else _SQLITE_KINDS.get(code & 0xFF, "failed")
    state = getattr(origin, "sqlstate", None)
    if state is not None:
        starts = (state[:length] for length in range(len(state), 1, -1))
        return next((_POSTGRESQL_KINDS[s] for s in starts if s in _POSTGRESQL_KINDS), "failed")
    # A connection that could not be made or broke has no SQLSTATE.
    broken = error.connection_invalidated or isinstance(error, (OperationalError, InterfaceError))
    return "unavailable" if broken else "failed"
