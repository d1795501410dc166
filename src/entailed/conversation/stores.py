"""Where turns are kept: in memory, or in one SQLite file for many conversations."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self, runtime_checkable

from entailed.conversation.turns import Turn, dump_turn, load_turn
from entailed.errors import RequestError, StoreError

__all__ = ["MemoryStore", "SQLiteStore", "TurnStore"]

_WAIT = 30.0
_SCHEMA = 1
_TABLE = """
CREATE TABLE IF NOT EXISTS turns (
    conversation TEXT NOT NULL,
    number INTEGER NOT NULL,
    turn TEXT NOT NULL,
    PRIMARY KEY (conversation, number)
) WITHOUT ROWID
"""


@runtime_checkable
class TurnStore(Protocol):
    """Keeps the turns of conversations apart, each in its order."""

    def append(self, conversation: str, turn: Turn) -> Turn:
        """`turn` with the next number of its conversation, once it is kept.

        Numbers count from 1 without gap, also where several write at once. Raises StoreError.
        """
        ...

    def turns(self, conversation: str, after: int = 0) -> tuple[Turn, ...]:
        """The turns with a number above `after`, in order; none of an unknown conversation.

        A turn read is equal to the one that was kept. Raises StoreError.
        """
        ...

    def conversations(self) -> tuple[str, ...]:
        """The names of all conversations with a turn, sorted. Raises StoreError."""
        ...

    def delete(self, conversation: str) -> int:
        """Forget a conversation; how many turns it had. Raises StoreError."""
        ...


class MemoryStore:
    """Keeps turns while the process lives. Safe to share between threads."""

    def __init__(self) -> None:
        self._turns: dict[str, list[Turn]] = {}
        self._lock = threading.Lock()

    def append(self, conversation: str, turn: Turn) -> Turn:
        """The turn with its number."""
        with self._lock:
            kept = self._turns.setdefault(conversation, [])
            numbered = replace(turn, number=len(kept) + 1)
            kept.append(numbered)
        return numbered

    def turns(self, conversation: str, after: int = 0) -> tuple[Turn, ...]:
        """The turns above `after`."""
        with self._lock:
            return tuple(self._turns.get(conversation, ())[max(after, 0) :])

    def conversations(self) -> tuple[str, ...]:
        """The names of all conversations."""
        with self._lock:
            return tuple(sorted(self._turns))

    def delete(self, conversation: str) -> int:
        """Forget a conversation."""
        with self._lock:
            return len(self._turns.pop(conversation, ()))


class SQLiteStore:
    """Keeps turns in one SQLite file, whoever writes to it: threads, or processes of one machine.

    A turn is on disk when `append` returns. Passages stand in the file as they were frozen and are
    compared with their digest when they are read. `path` may be ":memory:". Close it, or use it
    in a `with` statement. Raises StoreError where the file cannot be used, or is of another kind.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = str(path)
        self._lock = threading.Lock()
        self._open = True
        try:
            self._connection = sqlite3.connect(
                self._path, timeout=_WAIT, isolation_level=None, check_same_thread=False
            )
        except sqlite3.Error as error:
            raise StoreError(f"{self._path}: cannot be opened: {error}") from error
        try:
            with self._written() as connection:
                self._prepare(connection)
        except StoreError:
            self.close()
            raise

    def append(self, conversation: str, turn: Turn) -> Turn:
        """The turn with its number, once it is on disk."""
        with self._written() as connection:
            row = connection.execute(
                "SELECT coalesce(max(number), 0) + 1 FROM turns WHERE conversation = ?",
                (conversation,),
            ).fetchone()
            numbered = replace(turn, number=row[0])
            connection.execute(
                "INSERT INTO turns (conversation, number, turn) VALUES (?, ?, ?)",
                (conversation, numbered.number, dump_turn(numbered)),
            )
        return numbered

    def turns(self, conversation: str, after: int = 0) -> tuple[Turn, ...]:
        """The turns above `after`."""
        with self._used() as connection:
            rows = connection.execute(
                "SELECT number, turn FROM turns WHERE conversation = ? AND number > ? "
                "ORDER BY number",
                (conversation, after),
            ).fetchall()
        return tuple(self._read(conversation, number, text) for number, text in rows)

    def conversations(self) -> tuple[str, ...]:
        """The names of all conversations."""
        with self._used() as connection:
            rows = connection.execute("SELECT DISTINCT conversation FROM turns").fetchall()
        return tuple(sorted(name for (name,) in rows))

    def delete(self, conversation: str) -> int:
        """Forget a conversation."""
        with self._written() as connection:
            done = connection.execute("DELETE FROM turns WHERE conversation = ?", (conversation,))
            return done.rowcount

    def close(self) -> None:
        """Let go of the file. Closing twice does nothing."""
        with self._lock:
            if self._open:
                self._open = False
                self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _prepare(self, connection: sqlite3.Connection) -> None:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if version == 0 and tables == 0:
            connection.execute(_TABLE)
            connection.execute(f"PRAGMA user_version = {_SCHEMA}")
        elif version != _SCHEMA:
            raise StoreError(
                f"{self._path}: expected a new file or turns of version {_SCHEMA}, got a database "
                f"of version {version}; name another file"
            )

    def _read(self, conversation: str, number: int, text: str) -> Turn:
        try:
            turn = load_turn(text)
        except RequestError as error:
            raise StoreError(
                f"{self._path}: turn {number} of {conversation!r} cannot be read: {error}"
            ) from error
        if turn.number != number:
            raise StoreError(f"{self._path}: turn {number} of {conversation!r} is another's")
        return turn

    @contextmanager
    def _used(self) -> Iterator[sqlite3.Connection]:
        """The connection, one user at a time, with its errors as ours."""
        with self._lock:
            if not self._open:
                raise StoreError(f"{self._path}: is closed")
            try:
                yield self._connection
            except sqlite3.Error as error:
                raise StoreError(f"{self._path}: {error}") from error

    @contextmanager
    def _written(self) -> Iterator[sqlite3.Connection]:
        """One transaction that has the file for itself, so that no number is given twice."""
        with self._used() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")
