"""Verifying a record again with its frozen evidence, and comparing field by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import Any

from entailed.errors import LedgerError
from entailed.ledger.values import Change, Difference, Record, Replay
from entailed.pipeline import Verifier
from entailed.report import report_to_dict
from entailed.types import Evidence, Passage

__all__ = ["replay"]

_ABSENT: Any = object()
# What an archive cannot promise to repeat: how long it took, and who did it (compared apart).
_APART = ("timings", "components")


def replay(record: Record, verifier: Verifier, library: str) -> Replay:
    """Verify a record's answer again and compare the reports.

    `library` is the version of this package, compared with the one that wrote the record.
    Raises LedgerError (`erased`) when the texts are gone.
    """
    plain = record.plain
    if plain is None:
        raise LedgerError(
            f"record {record.id!r}: its texts have been erased, so it cannot be replayed", "erased"
        )
    report = verifier.verify(plain["answer"], _evidence(plain), plain["question"])
    again = report_to_dict(report)
    differences = tuple(
        found
        for name in sorted({*plain, *again} - set(_APART))
        for found in _differences(name, plain.get(name, _ABSENT), again.get(name, _ABSENT))
    )
    changes = _changes(plain["components"], again["components"], record.library, library)
    return Replay(record.id, differences, tuple(changes))


def _evidence(plain: Mapping[str, Any]) -> Evidence:
    """The evidence as it was frozen, not frozen anew."""
    passages = tuple(
        Passage(**{**passage, "metadata": MappingProxyType(dict(passage["metadata"]))})
        for passage in plain["evidence"]["passages"]
    )
    return Evidence(passages, plain["evidence"]["digest"])


def _differences(path: str, stored: Any, replayed: Any) -> Iterator[Difference]:
    """Every leaf that differs, and every part only one side has."""
    if isinstance(stored, Mapping) and isinstance(replayed, Mapping):
        for name in sorted({*stored, *replayed}):
            yield from _differences(
                f"{path}.{name}", stored.get(name, _ABSENT), replayed.get(name, _ABSENT)
            )
    elif isinstance(stored, list) and isinstance(replayed, list):
        for index, (one, other) in enumerate(zip_longest(stored, replayed, fillvalue=_ABSENT)):
            yield from _differences(f"{path}[{index}]", one, other)
    elif stored is _ABSENT or replayed is _ABSENT or stored != replayed:
        yield Difference(
            path,
            None if stored is _ABSENT else stored,
            None if replayed is _ABSENT else replayed,
            stored is _ABSENT,
            replayed is _ABSENT,
        )


def _changes(
    stored: Sequence[Mapping[str, str]],
    replayed: Sequence[Mapping[str, str]],
    wrote: str,
    library: str,
) -> Iterator[Change]:
    """Components that are not the same on both sides, in the order of the stages."""
    if wrote != library:
        yield Change("library", "entailed", (wrote, ""), (library, ""))
    before = {(c["stage"], c["name"]): (c["version"], c["digest"]) for c in stored}
    after = {(c["stage"], c["name"]): (c["version"], c["digest"]) for c in replayed}
    for stage, name in dict.fromkeys((*before, *after)):
        one, other = before.get((stage, name)), after.get((stage, name))
        if one != other:
            yield Change(stage, name, one, other)
