"""Taking away: erasing the texts of records, and purging the oldest part of a chain.

Both leave an entry in the chain that says what was taken, so that a text or a record that is
gone without one is found by verification.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func

from entailed.ledger import tables
from entailed.ledger.database import Database
from entailed.ledger.entries import time_text
from entailed.ledger.scope import Scope
from entailed.ledger.store import append_entry, locked_head
from entailed.ledger.values import Erased, Head, Purged

__all__ = ["erase", "purge"]

_KEYS = 500
# Records named by one erasure entry: its body stays below a few hundred kilobytes.
_ENTRY_RECORDS = 10_000


def erase(
    database: Database,
    scope: Scope,
    record_ids: Sequence[str],
    *,
    reason: str,
    now: datetime,
    library: str,
) -> Erased:
    """Erase the texts of records, and of the passages no other record was written from.

    Raises LedgerError; then nothing was erased.
    """
    with database.writing() as connection:
        before = locked_head(connection, scope)
        found: dict[str, int] = {}
        entry = tables.entry
        for ids in _some(list(dict.fromkeys(record_ids))):
            named = scope.select(entry, entry.c.id, entry.c.sequence)
            named = named.where(entry.c.id.in_(ids), entry.c.kind == "record")
            found |= {row.id: row.sequence for row in connection.execute(named)}
        kept = _with_texts(connection, scope, sorted(found.values()))
        passages = _drop_texts(connection, scope, kept)
        fields = {"created_at": time_text(now), "library": library, "reason": reason}
        head = _note_erased(connection, scope, before, kept, fields)
    if kept:
        database.forget()
    unknown = tuple(name for name in dict.fromkeys(record_ids) if name not in found)
    return Erased(len(kept), passages, unknown, head if kept else None)


def purge(
    database: Database,
    scope: Scope,
    before: datetime | None,
    *,
    reason: str,
    now: datetime,
    library: str,
) -> Purged:
    """Delete the start of the chain, up to the first entry that is not older than `before`.

    None deletes all of it. Records further on that are older too (a clock was wrong) lose their
    texts. What is left begins with an entry whose predecessor the purge entry names.
    Raises LedgerError; then nothing was purged.
    """
    fields = {"created_at": time_text(now), "library": library, "reason": reason}
    with database.writing() as connection:
        start = head = locked_head(connection, scope)
        through = _purgeable(connection, scope, head, before)
        records = 0
        if through is not None:
            records = _delete_start(connection, scope, through.sequence)
            cut = {
                "kind": "purge",
                "through": through.sequence,
                "through_digest": through.digest,
                "records": records,
                "before": None if before is None else time_text(before),
            }
            head = append_entry(connection, scope, head, {**fields, **cut})
        late = [] if before is None else _late(connection, scope, before)
        _drop_texts(connection, scope, late)
        head = _note_erased(connection, scope, head, late, fields)
    if head == start:
        return Purged(scope.tenant, 0)
    database.forget()
    return Purged(scope.tenant, records, len(late), head)


def _purgeable(
    connection: Connection, scope: Scope, head: Head, before: datetime | None
) -> Head | None:
    """The last entry a purge takes, or None when it takes none."""
    entry = tables.entry
    last = head.sequence
    if before is not None:
        first = scope.select(entry, func.min(entry.c.sequence))
        kept = connection.execute(first.where(entry.c.created_at >= time_text(before))).scalar()
        last = head.sequence if kept is None else kept - 1
    at = scope.select(entry, entry.c.sequence, entry.c.digest).where(entry.c.sequence <= last)
    row = connection.execute(at.order_by(entry.c.sequence.desc()).limit(1)).first()
    # A purge of nothing but the entry of an earlier one would go on for ever.
    if row is None or not _counted(connection, scope, row.sequence):
        return None
    return Head(row.sequence, row.digest)


def _counted(connection: Connection, scope: Scope, through: int) -> int:
    """Records up to and with this place."""
    entry = tables.entry
    wanted = scope.select(entry, func.count())
    wanted = wanted.where(entry.c.sequence <= through, entry.c.kind == "record")
    return int(connection.execute(wanted).scalar_one())


def _delete_start(connection: Connection, scope: Scope, through: int) -> int:
    """Delete all that belongs to entries up to and with this place; how many records that was."""
    records = _counted(connection, scope, through)
    used = scope.select(tables.reference, tables.reference.c.digest).distinct()
    used = used.where(tables.reference.c.sequence <= through)
    digests = list(connection.execute(used).scalars())
    owned = (tables.content, tables.reference, tables.outcome, tables.entry)
    for table in owned:
        connection.execute(scope.delete(table).where(table.c.sequence <= through))
    _drop_unused(connection, scope, digests)
    settings = tables.configuration
    needed = scope.has(tables.entry, tables.entry.c.configuration == settings.c.digest)
    connection.execute(scope.delete(settings).where(~needed))
    return records


def _late(connection: Connection, scope: Scope, before: datetime) -> list[int]:
    """Records left that are older than the bound and still have their texts."""
    entry, content = tables.entry, tables.content
    old = scope.select(entry, entry.c.sequence).where(
        entry.c.kind == "record",
        entry.c.created_at < time_text(before),
        scope.has(content, content.c.sequence == entry.c.sequence),
    )
    return list(connection.execute(old.order_by(entry.c.sequence)).scalars())


def _with_texts(connection: Connection, scope: Scope, sequences: Sequence[int]) -> list[int]:
    """Those of the records that still have their texts."""
    content = tables.content
    kept: list[int] = []
    for some in _some(sequences):
        wanted = scope.select(content, content.c.sequence).where(content.c.sequence.in_(some))
        kept.extend(connection.execute(wanted.order_by(content.c.sequence)).scalars())
    return kept


def _drop_texts(connection: Connection, scope: Scope, sequences: Sequence[int]) -> int:
    """Delete contents and references of records; how many passages went with them."""
    digests: set[str] = set()
    content, reference, outcome = tables.content, tables.reference, tables.outcome
    for some in _some(sequences):
        used = scope.select(reference, reference.c.digest).where(reference.c.sequence.in_(some))
        digests.update(connection.execute(used).scalars())
        for table in (content, reference):
            connection.execute(scope.delete(table).where(table.c.sequence.in_(some)))
        nameless = scope.update(outcome).where(outcome.c.sequence.in_(some))
        connection.execute(nameless.values(source=None))
    return _drop_unused(connection, scope, sorted(digests))


def _drop_unused(connection: Connection, scope: Scope, digests: Sequence[str]) -> int:
    """Delete those of the passages that no record refers to any more."""
    passage, reference = tables.passage, tables.reference
    dropped = 0
    for some in _some(digests):
        unused = scope.delete(passage).where(
            passage.c.digest.in_(some),
            ~scope.has(reference, reference.c.digest == passage.c.digest),
        )
        dropped += connection.execute(unused).rowcount
    return dropped


def _note_erased(
    connection: Connection,
    scope: Scope,
    head: Head,
    sequences: Sequence[int],
    fields: dict[str, Any],
) -> Head:
    """Append entries that name the records whose texts were erased; the last head."""
    for at in range(0, len(sequences), _ENTRY_RECORDS):
        named = list(sequences[at : at + _ENTRY_RECORDS])
        noted = {**fields, "kind": "erasure", "records": named}
        head = append_entry(connection, scope, head, noted)
    return head


def _some(keys: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for at in range(0, len(keys), _KEYS):
        yield keys[at : at + _KEYS]
