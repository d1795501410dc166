"""Entries of a chain: their canonical form, their digests, and the columns derived from them.

An entry's body is one canonical JSON text that names its tenant, its place in the tenant's chain
and the digest of the entry before it; the digest of the entry is the digest of that text. There
are three kinds: a record, an erasure (which records lost their texts) and a purge (up to where
the chain was cut off). What was taken away is thus part of the chain itself.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from entailed.canonical import canonical_json, digest_of, digest_text
from entailed.errors import InputError, LedgerError
from entailed.ledger.contents import commit, label_counts, new_key, take_apart
from entailed.ledger.values import Draft, Head

__all__ = [
    "FORMAT",
    "Entry",
    "Prepared",
    "checked_name",
    "columns_of",
    "entry_after",
    "genesis",
    "parse_time",
    "parsed",
    "prepare",
    "time_text",
]

FORMAT = 1
NAME_LENGTH = 200
_SEE = "run `entailed ledger verify`"
_TIME = "%Y-%m-%dT%H:%M:%S.%fZ"


@dataclass(frozen=True, slots=True)
class Prepared:
    """A record ready to be written wherever its tenant's chain ends.

    `fields` are those of its body but for tenant, place and predecessor.
    """

    record_id: str
    fields: Mapping[str, Any]
    key: str
    content: str
    configuration: str
    passages: tuple[tuple[str, str], ...]
    sources: tuple[str, ...]


def prepare(draft: Draft, library: str) -> Prepared:
    """Everything of a record but its place in the chain.

    Raises InputError for attributes or a configuration that JSON in UTF-8 cannot hold.
    """
    try:
        parts = take_apart(draft.report, draft.configuration, draft.attributes)
        key = new_key()
        fields = {
            "kind": "record",
            "id": draft.record_id,
            "created_at": time_text(draft.created_at),
            "library": library,
            "configuration": digest_text(parts.configuration),
            "content": commit(key, parts.content),
            "report": parts.summary,
        }
        canonical_json(fields).encode("utf-8")
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(
            f"record {draft.record_id!r}: cannot be written as JSON: {error}"
        ) from error
    return Prepared(
        draft.record_id,
        fields,
        key,
        parts.content,
        parts.configuration,
        parts.passages,
        parts.sources,
    )


def genesis(tenant: str) -> Head:
    """What the first entry of a chain names as the entry before it."""
    return Head(0, digest_of({"format": FORMAT, "tenant": tenant}))


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry in its place: its body as an object and as what is hashed, and the head it makes."""

    data: Mapping[str, Any]
    body: str
    head: Head


def entry_after(before: Head, tenant: str, fields: Mapping[str, Any]) -> Entry:
    """The entry that follows `before`."""
    sequence = before.sequence + 1
    data = {
        "id": f"#{sequence}",
        **fields,
        "format": FORMAT,
        "tenant": tenant,
        "sequence": sequence,
        "previous": before.digest,
    }
    body = canonical_json(data)
    return Entry(data, body, Head(sequence, digest_text(body)))


def parsed(text: str) -> dict[str, Any]:
    """The JSON object in a stored text. Raises LedgerError (`corrupt`)."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LedgerError(f"a stored value is no JSON: {error}; {_SEE}", "corrupt") from error
    if not isinstance(data, dict):
        raise LedgerError(f"a stored value is {type(data).__name__}, no object; {_SEE}", "corrupt")
    return data


def columns_of(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of an entry's row that repeat parts of its body, to be searched by.

    Raises KeyError, TypeError or ValueError for what is no entry.
    """
    columns: dict[str, Any] = {
        "tenant": entry["tenant"],
        "sequence": entry["sequence"],
        "id": entry["id"],
        "kind": entry["kind"],
        "created_at": entry["created_at"],
    }
    if entry["kind"] != "record":
        empty = ("status", "action", "policy", "milliseconds", "configuration")
        return {**columns, **dict.fromkeys((*empty, *label_counts({"verdicts": []})))}
    report = entry["report"]
    return {
        **columns,
        "status": report["status"],
        "action": report["action"],
        "policy": str(report["policy"]).replace("\0", "\ufffd"),
        "milliseconds": math.fsum(t["milliseconds"] for t in report["timings"]),
        "configuration": entry["configuration"],
        **label_counts(report),
    }


def time_text(moment: datetime) -> str:
    """A moment in UTC, to the microsecond, of fixed width, so that text order is time order."""
    return moment.astimezone(UTC).strftime(_TIME).rjust(27, "0")


def parse_time(text: str) -> datetime:
    """The moment `time_text` wrote. Raises ValueError."""
    return datetime.strptime(text, _TIME).replace(tzinfo=UTC)


def checked_name(what: str, name: object) -> str:
    """`name` if it can name a tenant or a record, else InputError.

    1 to 200 printable characters without white space at the ends; not beginning with "#", which
    is kept for the entries the ledger makes itself.
    """
    if not isinstance(name, str):
        raise InputError(f"{what}: expected text (str), got {type(name).__name__}")
    usable = 0 < len(name) <= NAME_LENGTH and name.isprintable() and name == name.strip()
    if not usable or name.startswith("#"):
        raise InputError(
            f"{what}: expected 1 to {NAME_LENGTH} printable characters, not beginning with '#' "
            f"or white space, got {name[:80]!r}"
        )
    return name
