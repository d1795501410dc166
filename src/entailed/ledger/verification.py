"""Re-deriving a chain: nothing stored is believed, everything is computed again and compared."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, and_, func, select, union

from entailed.canonical import canonical_json, digest_bytes, digest_text
from entailed.errors import InputError
from entailed.ledger import tables
from entailed.ledger.contents import attributions, commit, source_names, summarise
from entailed.ledger.database import Database
from entailed.ledger.entries import FORMAT, checked_name, columns_of, genesis
from entailed.ledger.scope import Scope
from entailed.ledger.values import Fault, FaultKind, Head, Verification

__all__ = ["everything", "verified", "verify_chain"]

_PAGE = 200
_DAMAGE = (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError)


def verify_chain(database: Database, scope: Scope, anchor: Head | None = None) -> Verification:
    """Re-derive a tenant's chain from its first entry on, and stop at the first fault.

    Digests, links, places, columns, texts, keyed digests, statistics and configurations are all
    computed again. `anchor` is a head that was kept elsewhere: with it, a chain that was
    rewritten from some record to its end is found too. Writers are not kept waiting.
    Raises LedgerError when the database cannot be read.
    """
    with database.reading() as connection:
        return verified(connection, scope, anchor)


def verified(connection: Connection, scope: Scope, anchor: Head | None = None) -> Verification:
    """`verify_chain` within a transaction that sees one state of the database."""
    return _Walk(connection, scope, anchor).verification()


def everything(connection: Connection) -> tuple[Verification, ...]:
    """Every chain, in the order of the tenants' names, and rows of tenants that have none."""
    names = union(*(select(table.c.tenant) for table in tables.TENANT_TABLES))
    made = []
    for name in sorted(connection.execute(names).scalars(), key=repr):
        try:
            scope = Scope(checked_name("tenant", name))
        except InputError as error:
            made.append(Verification(str(name), 0, None, Fault("stray", None, None, str(error))))
        else:
            made.append(verified(connection, scope))
    return tuple(made)


class _BrokenError(Exception):
    """What is wrong with the entry at hand."""

    def __init__(self, kind: FaultKind, message: str) -> None:
        super().__init__(message)
        self.kind = kind


@dataclass
class _Belongings:
    """The rows beside the entries of one page, by their sequence."""

    contents: Mapping[int, Row[Any]]
    references: Mapping[int, list[Row[Any]]]
    outcomes: Mapping[int, list[Row[Any]]]


@dataclass
class _Walk:
    """One pass over a chain."""

    connection: Connection
    scope: Scope
    anchor: Head | None
    floor: Head = field(init=False)  # what the first entry there must follow
    last: Head = field(init=False)
    last_id: str | None = None
    entries: int = 0
    erased: set[int] = field(default_factory=set)
    cuts: list[Mapping[str, Any]] = field(default_factory=list)
    passages: dict[str, str] = field(default_factory=dict)
    settings: dict[str, bool] = field(default_factory=dict)
    anchor_seen: bool = False

    def __post_init__(self) -> None:
        self.floor = self.last = genesis(self.scope.tenant)

    def verification(self) -> Verification:
        """The outcome."""
        self._read_ahead()
        fault = self._walked() or self._end() or self._strays() or self._unanchored()
        return Verification(
            tenant=self.scope.tenant,
            entries=self.entries,
            head=self.last if self.entries else None,
            fault=fault,
            anchored=self._anchored(),
            erased=len(self.erased),
            purged_through=self.floor.sequence,
        )

    def _read_ahead(self) -> None:
        """What later entries and other tables say, which the walk needs at earlier ones.

        All of it is verified itself in its place: an erasure entry that was forged breaks the
        chain there.
        """
        entry, passage, settings = tables.entry, tables.passage, tables.configuration
        later = self.scope.select(entry, entry.c.body).where(entry.c.kind.in_(("erasure", "purge")))
        for body in self.connection.execute(later.order_by(entry.c.sequence)).scalars():
            data = _object(body)
            if data.get("kind") == "erasure" and isinstance(data.get("records"), list):
                self.erased.update(n for n in data["records"] if isinstance(n, int))
            if data.get("kind") == "purge":
                self.cuts.append(data)
        for row in self._rows(passage, passage.c.digest, passage.c.text):
            digest = _digest(row.text)
            if digest != row.digest:
                self.passages[row.digest] = digest
        for row in self._rows(settings, settings.c.digest, settings.c.configuration):
            self.settings[row.digest] = _digest(row.configuration) == row.digest

    def _rows(self, table: Table, *columns: ColumnElement[Any]) -> Iterator[Row[Any]]:
        """All rows of a table, streamed."""
        options = {"stream_results": True, "yield_per": _PAGE}
        wanted = self.scope.select(table, *columns)
        yield from self.connection.execute(wanted, execution_options=options)

    # --- the walk ----------------------------------------------------------------------------

    def _walked(self) -> Fault | None:
        """The first fault of an entry, in the order of the chain."""
        entry = tables.entry
        after: int | None = None
        while True:
            page = self.scope.select(entry).order_by(entry.c.sequence).limit(_PAGE)
            if after is not None:
                page = page.where(entry.c.sequence > after)
            rows = self.connection.execute(page).all()
            if not rows:
                return None
            beside = self._belongings([row.sequence for row in rows])
            for row in rows:
                try:
                    self._entry(row, beside)
                except _BrokenError as broken:
                    return Fault(broken.kind, row.sequence, str(row.id), str(broken))
                except _ElsewhereError as elsewhere:
                    return elsewhere.fault
                except _DAMAGE as error:
                    message = f"a stored value has another form than was chained: {error}"
                    return Fault("tampered", row.sequence, str(row.id), message)
                self.entries += 1
            after = rows[-1].sequence

    def _entry(self, row: Row[Any], beside: _Belongings) -> None:
        """Verify one entry and all that belongs to it."""
        if self.entries == 0:
            self._start(row)
        elif row.sequence != self.last.sequence + 1:
            self._gap(row.sequence)
        if digest_text(row.body) != row.digest:
            raise _BrokenError("tampered", "its body does not have the digest stored with it")
        body = json.loads(row.body)
        if canonical_json(body) != row.body or body["format"] != FORMAT:
            raise _BrokenError("tampered", "its body is not in the canonical form of an entry")
        if body["sequence"] != row.sequence:
            raise _BrokenError("order", f"it was chained as number {body['sequence']}")
        for name, value in columns_of(body).items():
            if row._mapping[name] != value:
                raise _BrokenError("tampered", f"column {name!r} is not what was chained")
        if body["previous"] != self.last.digest:
            raise _ElsewhereError(self._broken_link(row))
        if body["kind"] not in ("record", "erasure", "purge"):
            raise _BrokenError("tampered", f"it is of a kind that does not exist, {body['kind']!r}")
        if body["kind"] == "record":
            self._record(row, body, beside)
        elif row.sequence in beside.contents or row.sequence in beside.references:
            raise _BrokenError("stray", f"texts belong to it, but it is no record ({body['kind']})")
        self.last, self.last_id = Head(row.sequence, row.digest), row.id
        self.anchor_seen |= self.last == self.anchor

    def _start(self, row: Row[Any]) -> None:
        """The first entry there is must be number 1, or follow what a purge entry names."""
        if row.sequence == 1 and not self.cuts:
            return
        cut = max((c["through"] for c in self.cuts), default=0)
        if row.sequence <= cut:
            raise _BrokenError(
                "restored", f"it was purged with all up to number {cut}, and is there"
            )
        if row.sequence != cut + 1:
            self._gap(row.sequence, cut)
        named = next(c["through_digest"] for c in self.cuts if c["through"] == cut)
        self.floor = self.last = Head(cut, named)
        self.anchor_seen = self.floor == self.anchor

    def _gap(self, found: int, last: int | None = None) -> None:
        """Raise for entries that are not there."""
        first = (self.last.sequence if last is None else last) + 1
        gone = f"record {first} is" if found == first + 1 else f"records {first} to {found - 1} are"
        message = f"{gone} missing: the next one there is number {found}, and no purge says so"
        raise _ElsewhereError(Fault("missing", first, None, message))

    def _broken_link(self, row: Row[Any]) -> Fault:
        if self.last.sequence == 0 or self.last_id is None:
            message = "it does not follow what stands before it (the chain's start or a purge)"
            return Fault("tampered", row.sequence, row.id, message)
        message = (
            f"number {row.sequence} was chained to another entry than this: this one was "
            "rewritten, digest and all"
        )
        return Fault("tampered", self.last.sequence, self.last_id, message)

    # --- a record ----------------------------------------------------------------------------

    def _record(self, row: Row[Any], body: Mapping[str, Any], beside: _Belongings) -> None:
        sequence = row.sequence
        if not self.settings.get(body["configuration"], False):
            known = body["configuration"] in self.settings
            kind: FaultKind = "tampered" if known else "missing"
            raise _BrokenError(kind, "its configuration is not the one that was chained")
        content = beside.contents.get(sequence)
        names: list[str] | None = None
        digests: list[str] = []
        if content is None:
            if sequence not in self.erased:
                raise _BrokenError("missing", "its texts are gone, and no erasure says so")
        elif sequence in self.erased:
            raise _BrokenError("restored", "its texts were erased, and are there again")
        else:
            digests, names = self._content(content, body)
        self._references(digests, beside.references.get(sequence, []))
        found = [(o.place, o.source, o.claims, o.failed) for o in beside.outcomes.get(sequence, [])]
        derived = attributions(body["report"], names)
        if found != [(a.place, a.source, a.claims, a.failed) for a in derived]:
            raise _BrokenError("tampered", "its claims per source are not those of its verdicts")

    def _content(self, row: Row[Any], body: Mapping[str, Any]) -> tuple[list[str], list[str]]:
        """Verify the content of a record; its passages' digests and its sources' names."""
        if commit(row.key, row.content) != body["content"]:
            raise _BrokenError("tampered", "its texts or their key are not those that were chained")
        content = json.loads(row.content)
        report = content["report"]
        if summarise(report, body["report"]["timings"]) != body["report"]:
            raise _BrokenError("tampered", "its summary is not that of its report")
        return content["passages"], source_names(report)

    def _references(self, digests: Sequence[str], rows: Sequence[Row[Any]]) -> None:
        if [(r.place, r.digest) for r in rows] != list(enumerate(digests)):
            raise _BrokenError("tampered", "its passages are not those it was written from")
        for place, digest in enumerate(digests):
            if digest in self.passages:
                raise _BrokenError(
                    "passage",
                    f"the text of passage {place + 1} no longer matches its hash {digest} (it has "
                    f"{self.passages[digest]})",
                )
        gone = [row.digest for row in rows if row.text_there is None]
        if gone:
            raise _BrokenError("missing", f"the text of passage {gone[0]} is gone")

    def _belongings(self, sequences: Sequence[int]) -> _Belongings:
        content, use, outcome = tables.content, tables.reference, tables.outcome
        bounds = (sequences[0], sequences[-1])
        contents = self.scope.select(content).where(content.c.sequence.between(*bounds))
        there = tables.passage.c.digest.label("text_there")
        uses = self.scope.select(use, *use.c, there)
        uses = self.scope.join(uses, tables.passage, tables.passage.c.digest == use.c.digest)
        uses = uses.where(use.c.sequence.between(*bounds)).order_by(use.c.sequence, use.c.place)
        outcomes = self.scope.select(outcome).where(outcome.c.sequence.between(*bounds))
        outcomes = outcomes.order_by(outcome.c.sequence, outcome.c.place)
        return _Belongings(
            {row.sequence: row for row in self.connection.execute(contents)},
            _grouped(self.connection.execute(uses).all()),
            _grouped(self.connection.execute(outcomes).all()),
        )

    # --- the end -----------------------------------------------------------------------------

    def _end(self) -> Fault | None:
        """The chain must end where its head says."""
        row = self.connection.execute(self.scope.select(tables.chain)).first()
        if row is None and not self.entries:
            return None
        if row is None:
            return Fault("missing", None, None, "the head of the chain is gone")
        if row.sequence > self.last.sequence:
            first = self.last.sequence + 1
            message = f"the chain ends before its head, which is number {row.sequence}"
            return Fault("missing", first, None, message)
        if Head(row.sequence, row.digest) != self.last:
            message = f"the head of the chain is not its last entry, {self.last}"
            return Fault("tampered", self.last.sequence, self.last_id, message)
        return None

    def _strays(self) -> Fault | None:
        """Rows that belong to no entry."""
        entry, use = tables.entry, tables.reference
        for table in (tables.content, tables.reference, tables.outcome):
            owner = and_(entry.c.sequence == table.c.sequence, entry.c.kind == "record")
            stray = self.scope.select(table, func.min(table.c.sequence))
            found = self.connection.execute(stray.where(~self.scope.has(entry, owner))).scalar_one()
            if found is not None:
                return Fault("stray", found, None, f"{table.name} has a row of no record")
        owners = (
            (tables.passage, use, use.c.digest == tables.passage.c.digest),
            (
                tables.configuration,
                entry,
                entry.c.configuration == tables.configuration.c.digest,
            ),
        )
        for table, other, owner in owners:
            unused = self.scope.select(table, table.c.digest).where(~self.scope.has(other, owner))
            digest = self.connection.execute(unused.limit(1)).scalar()
            if digest is not None:
                return Fault("stray", None, None, f"{table.name} has {digest}, which none uses")
        return None

    def _anchored(self) -> bool | None:
        """See `Verification.anchored`."""
        if self.anchor is None:
            return None
        return self.anchor_seen

    def _unanchored(self) -> Fault | None:
        """The head that was kept elsewhere must be an entry of the chain, unless it was purged."""
        anchor = self.anchor
        if anchor is None or self.anchor_seen or anchor.sequence < self.floor.sequence:
            return None
        message = f"the chain does not hold the head that was kept, {anchor}: it was rewritten"
        return Fault("head", anchor.sequence, None, message)


class _ElsewhereError(Exception):
    """A fault of another entry than the one at hand."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


def _grouped(rows: Sequence[Row[Any]]) -> dict[int, list[Row[Any]]]:
    """Rows by their sequence."""
    groups: dict[int, list[Row[Any]]] = {}
    for row in rows:
        groups.setdefault(row.sequence, []).append(row)
    return groups


def _object(text: Any) -> Mapping[str, Any]:
    """The JSON object in a text, or an empty one; what is damaged is found in its place."""
    try:
        data = json.loads(text)
    except _DAMAGE:
        return {}
    return data if isinstance(data, dict) else {}


def _digest(value: Any) -> str:
    """Digest of a stored text or of stored bytes; "no text" for anything else."""
    if isinstance(value, str):
        value = value.encode("utf-8", "surrogateescape")
    return digest_bytes(bytes(value)) if isinstance(value, (bytes, memoryview)) else "no text"
