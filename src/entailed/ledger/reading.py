"""Records as values: one by its id, many by a query, a page at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, or_

from entailed.errors import LedgerError
from entailed.ledger import tables
from entailed.ledger.contents import assemble
from entailed.ledger.database import Database
from entailed.ledger.entries import parse_time, parsed, time_text
from entailed.ledger.scope import Scope
from entailed.ledger.values import Head, Query, Record
from entailed.types import LABELS

__all__ = ["find", "get", "head_of", "ids", "matching", "restricted"]

_PAGE = 100
_KEYS = 500  # values in one IN list; SQLite allows a few tens of thousands


def get(database: Database, scope: Scope, record_id: str) -> Record | None:
    """The record with this id, or None. Raises LedgerError."""
    with database.reading() as connection:
        entry = tables.entry
        wanted = scope.select(entry).where(entry.c.id == record_id, entry.c.kind == "record")
        return next(iter(_records(connection, scope, connection.execute(wanted).all())), None)


def find(database: Database, scope: Scope, query: Query) -> Iterator[Record]:
    """Matching records by their place in the chain, oldest first unless the query says else.

    Each page is read in a transaction of its own, so a long listing keeps nobody waiting;
    records appended meanwhile may be among them. Raises LedgerError.
    """
    left = query.limit
    after = query.after
    while left is None or left > 0:
        size = _PAGE if left is None else min(_PAGE, left)
        wanted = _ordered(matching(scope, query), query.newest_first, after).limit(size)
        with database.reading() as connection:
            rows = connection.execute(wanted).all()
            records = _records(connection, scope, rows)
        yield from records
        if len(rows) < size:
            return
        after = rows[-1].sequence
        left = None if left is None else left - len(rows)


def ids(database: Database, scope: Scope, query: Query) -> list[str]:
    """Ids of matching records, in the order of `find`, without reading more of them."""
    entry = tables.entry
    wanted = restricted(scope, scope.select(entry, entry.c.id), query)
    wanted = _ordered(wanted, query.newest_first, query.after).limit(query.limit)
    with database.reading() as connection:
        return list(connection.execute(wanted).scalars())


def head_of(database: Database, scope: Scope) -> Head | None:
    """The head of the tenant's chain, or None where it has none. Raises LedgerError."""
    with database.reading() as connection:
        row = connection.execute(scope.select(tables.chain)).first()
        return None if row is None or row.sequence == 0 else Head(row.sequence, row.digest)


def matching(scope: Scope, query: Query) -> Select[Any]:
    """The rows of the records a query means."""
    return restricted(scope, scope.select(tables.entry), query)


def restricted(scope: Scope, statement: Select[Any], query: Query) -> Select[Any]:
    """`statement`, which selects from entries, with the conditions of a query."""
    entry = tables.entry
    statement = statement.where(entry.c.kind == "record")
    if query.since is not None:
        statement = statement.where(entry.c.created_at >= time_text(query.since))
    if query.until is not None:
        statement = statement.where(entry.c.created_at < time_text(query.until))
    for name in ("status", "action", "policy"):
        value = getattr(query, name)
        if value is not None:
            statement = statement.where(entry.c[name] == value)
    if query.label is not None:
        columns = [entry.c[query.label]] if query.label in LABELS else []
        statement = statement.where(or_(False, *(column > 0 for column in columns)))
    if query.source is not None:
        row = tables.outcome
        named = (row.c.sequence == entry.c.sequence) & (row.c.source == query.source)
        statement = statement.where(scope.has(row, named))
    if query.passage is not None:
        use = tables.reference
        named = (use.c.sequence == entry.c.sequence) & (use.c.digest == query.passage)
        statement = statement.where(scope.has(use, named))
    if query.erased is not None:
        kept = scope.has(tables.content, tables.content.c.sequence == entry.c.sequence)
        statement = statement.where(~kept if query.erased else kept)
    return statement


def _ordered(wanted: Select[Any], newest_first: bool, after: int | None) -> Select[Any]:
    """By place in the chain, from beyond `after` on."""
    place = tables.entry.c.sequence
    if after is not None:
        wanted = wanted.where(place < after if newest_first else place > after)
    return wanted.order_by(place.desc() if newest_first else place)


def _records(connection: Connection, scope: Scope, rows: Sequence[Row[Any]]) -> list[Record]:
    """The values of these rows, with what belongs to them."""
    sequences = [row.sequence for row in rows]
    kept = {
        row.sequence: row.content
        for row in _in(connection, scope, tables.content, "sequence", sequences)
    }
    bodies = {row.sequence: parsed(row.body) for row in rows}
    wanted = sorted({body["configuration"] for body in bodies.values()})
    settings = {
        row.digest: row.configuration
        for row in _in(connection, scope, tables.configuration, "digest", wanted)
    }
    contents = {sequence: parsed(text) for sequence, text in kept.items()}
    digests = sorted({digest for content in contents.values() for digest in content["passages"]})
    texts = {
        row.digest: _decoded(row.text)
        for row in _in(connection, scope, tables.passage, "digest", digests)
    }
    made = []
    for row in rows:
        try:
            content = contents.get(row.sequence)
            made.append(_record(row, bodies[row.sequence], content, settings, texts))
        except (KeyError, TypeError, ValueError) as error:
            raise LedgerError(
                f"record {row.id!r}: a part of it is missing or damaged ({error}); run "
                "`entailed ledger verify`",
                "corrupt",
            ) from error
    return made


def _record(
    row: Row[Any],
    body: dict[str, Any],
    content: dict[str, Any] | None,
    settings: dict[str, str],
    texts: dict[str, str],
) -> Record:
    configuration = parsed(settings[body["configuration"]])
    summary = body["report"]
    plain = None if content is None else assemble(content, texts, configuration, summary)
    return Record(
        tenant=row.tenant,
        id=row.id,
        sequence=row.sequence,
        created_at=parse_time(body["created_at"]),
        digest=row.digest,
        previous=body["previous"],
        library=body["library"],
        summary=summary,
        configuration=configuration,
        plain=plain,
        attributes={} if content is None else content["attributes"],
    )


def _decoded(text: Any) -> str:
    """A passage's text; damage shows as U+FFFD, and verification says what it is."""
    return bytes(text).decode("utf-8", "replace") if isinstance(text, bytes) else str(text)


def _in(
    connection: Connection, scope: Scope, table: Any, column: str, keys: Sequence[Any]
) -> Iterator[Row[Any]]:
    """Rows of a table whose column is one of the keys, which may be many."""
    for at in range(0, len(keys), _KEYS):
        some = keys[at : at + _KEYS]
        yield from connection.execute(scope.select(table).where(table.c[column].in_(some)))
