"""Writing records at the end of their tenants' chains."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from entailed.canonical import canonical_json
from entailed.errors import LedgerError
from entailed.ledger import tables
from entailed.ledger.contents import attributions
from entailed.ledger.database import Database
from entailed.ledger.entries import Entry, Prepared, columns_of, entry_after, genesis, parsed
from entailed.ledger.scope import Scope
from entailed.ledger.values import Head, Receipt
from entailed.types import Failure

__all__ = ["append_entry", "locked_head", "write"]

_KEYS = 500  # ids in one statement


def write(database: Database, items: Sequence[tuple[str, Prepared]]) -> list[Receipt | Failure]:
    """Store records `(tenant, prepared)` in one transaction; one result an item, same order.

    A record whose id is there with the same content gives the receipt of the stored one, so any
    write may be tried again; with another content it gives a Failure (`conflict`) and the rest
    is stored. Raises LedgerError when nothing was stored, or when that is not known.
    """
    by_tenant: dict[str, list[int]] = defaultdict(list)
    for index, (tenant, _) in enumerate(items):
        by_tenant[tenant].append(index)
    results: dict[int, Receipt | Failure] = {}
    with database.writing() as connection:
        # In one order everywhere: two writers that lock several chains must not wait in a ring.
        for tenant in sorted(by_tenant):
            indexes = by_tenant[tenant]
            made = _append(connection, Scope(tenant), [items[i][1] for i in indexes])
            results.update(zip(indexes, made, strict=True))
    return [results[index] for index in range(len(items))]


def locked_head(connection: Connection, scope: Scope) -> Head:
    """The head of the tenant's chain, locked until the transaction ends.

    Raises LedgerError (`corrupt`) when the chain does not end in it: nothing is appended then.
    """
    start = genesis(scope.tenant)
    first = {"sequence": start.sequence, "digest": start.digest}
    scope.insert_new(connection, tables.chain, [first])
    row = connection.execute(scope.select(tables.chain).with_for_update()).one()
    head = Head(row.sequence, row.digest)
    entry = tables.entry
    last = scope.select(entry, entry.c.sequence, entry.c.digest)
    found = connection.execute(last.order_by(entry.c.sequence.desc()).limit(1)).first()
    if head != (start if found is None else Head(found.sequence, found.digest)):
        raise LedgerError(
            f"the chain of tenant {scope.tenant!r} does not end in its head, so nothing was "
            "appended to it; run `entailed ledger verify`",
            "corrupt",
        )
    return head


def append_entry(
    connection: Connection, scope: Scope, before: Head, fields: Mapping[str, Any]
) -> Head:
    """Append an entry that is no record (an erasure, a purge) after a locked head; the new one."""
    entry = entry_after(before, scope.tenant, fields)
    scope.insert(connection, tables.entry, [_entry_row(entry)])
    _set_head(connection, scope, entry.head)
    return entry.head


def _append(
    connection: Connection, scope: Scope, prepared: Sequence[Prepared]
) -> list[Receipt | Failure]:
    """Append the records of one tenant."""
    head = before = locked_head(connection, scope)
    known = _known(connection, scope, [p.record_id for p in prepared])
    results: list[Receipt | Failure] = []
    fresh: list[tuple[Prepared, Entry]] = []
    for one in prepared:
        if one.record_id in known:
            results.append(_repeated(scope, one, known[one.record_id]))
            continue
        entry = entry_after(head, scope.tenant, one.fields)
        head = entry.head
        fresh.append((one, entry))
        known[one.record_id] = (entry.body, head.digest, one.content)
        results.append(Receipt(scope.tenant, one.record_id, head.sequence, head.digest))
    _insert(connection, scope, fresh)
    if head != before:
        _set_head(connection, scope, head)
    return results


def _insert(connection: Connection, scope: Scope, fresh: Sequence[tuple[Prepared, Entry]]) -> None:
    texts = {digest: text for one, _ in fresh for digest, text in one.passages}
    settings = {one.fields["configuration"]: one.configuration for one, _ in fresh}
    scope.insert_new(
        connection,
        tables.passage,
        [{"digest": digest, "text": text.encode("utf-8")} for digest, text in texts.items()],
    )
    scope.insert_new(
        connection,
        tables.configuration,
        [{"digest": digest, "configuration": text} for digest, text in settings.items()],
    )
    scope.insert(connection, tables.entry, [_entry_row(entry) for _, entry in fresh])
    scope.insert(
        connection,
        tables.content,
        [
            {"sequence": entry.head.sequence, "key": one.key, "content": one.content}
            for one, entry in fresh
        ],
    )
    scope.insert(
        connection,
        tables.reference,
        [
            {"sequence": entry.head.sequence, "place": place, "digest": digest}
            for one, entry in fresh
            for place, (digest, _) in enumerate(one.passages)
        ],
    )
    scope.insert(
        connection,
        tables.outcome,
        [
            {
                "sequence": entry.head.sequence,
                "place": row.place,
                "source": row.source,
                "claims": row.claims,
                "failed": row.failed,
            }
            for one, entry in fresh
            for row in attributions(one.fields["report"], one.sources)
        ],
    )


def _entry_row(entry: Entry) -> dict[str, Any]:
    return {**columns_of(entry.data), "body": entry.body, "digest": entry.head.digest}


def _set_head(connection: Connection, scope: Scope, head: Head) -> None:
    changed = scope.update(tables.chain).values(sequence=head.sequence, digest=head.digest)
    connection.execute(changed)


def _known(
    connection: Connection, scope: Scope, ids: Sequence[str]
) -> dict[str, tuple[str, str, str | None]]:
    """Body, digest and content (None once erased) of the records that are there already."""
    entry, content = tables.entry, tables.content
    wanted = scope.select(entry, entry.c.id, entry.c.body, entry.c.digest, content.c.content)
    wanted = scope.join(wanted, content, content.c.sequence == entry.c.sequence)
    known: dict[str, tuple[str, str, str | None]] = {}
    for at in range(0, len(ids), _KEYS):
        rows = connection.execute(wanted.where(entry.c.id.in_(ids[at : at + _KEYS])))
        known.update({row.id: (row.body, row.digest, row.content) for row in rows})
    return known


def _repeated(scope: Scope, one: Prepared, known: tuple[str, str, str | None]) -> Receipt | Failure:
    """The receipt of a record that is stored already, or that its id is another record's."""
    body, digest, content = known
    stored = parsed(body)
    if content is not None:
        same = content == one.content
    else:
        same = _lasting(stored.get("report", {})) == _lasting(one.fields["report"])
    if not same or stored["kind"] != "record":
        message = (
            f"record id {one.record_id!r} is taken by another record of tenant {scope.tenant!r}; "
            "give each request an id of its own"
        )
        return Failure("ledger", "conflict", message)
    return Receipt(scope.tenant, one.record_id, stored["sequence"], digest, repeated=True)


def _lasting(summary: Mapping[str, Any]) -> str:
    """A summary without its timings, which differ whenever the same work is done again."""
    return canonical_json({name: part for name, part in summary.items() if name != "timings"})
