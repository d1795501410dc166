"""What goes into a ledger and what comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, Literal

from entailed.errors import InputError, LedgerError
from entailed.report import report_from_dict
from entailed.types import Action, Label, Report, Status

__all__ = [
    "Change",
    "Difference",
    "Draft",
    "Erased",
    "Fault",
    "FaultKind",
    "Head",
    "Purged",
    "Query",
    "Receipt",
    "Record",
    "Replay",
    "Retention",
    "Verification",
]

FaultKind = Literal[
    "tampered",  # a stored value is not the one that was chained
    "missing",  # a record or its texts are gone, and no entry of the chain says so
    "order",  # a record stands elsewhere than where it was chained
    "passage",  # the text of a passage no longer matches its hash
    "restored",  # something erased or purged is there again
    "stray",  # rows that belong to no record
    "head",  # the chain does not hold the head that was kept elsewhere
]
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Draft:
    """A report on its way into the ledger.

    `configuration` is what `configuration_of(verifier)` gives: policy, thresholds and limits in
    full. `attributes` are JSON values of the caller's own (which model answered, through which
    route); an erasure removes them. `created_at` carries a time zone.
    """

    report: Report
    record_id: str
    created_at: datetime
    configuration: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)
    attributes: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)


@dataclass(frozen=True, slots=True)
class Receipt:
    """A record is stored: committed, on disk, and part of its tenant's chain.

    `sequence` counts from 1 within a tenant. `repeated` is True when a record with this id and
    this content was there already; nothing was written then.
    """

    tenant: str
    record_id: str
    sequence: int
    digest: str
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Head:
    """The last entry of a chain: what to keep elsewhere to be able to prove the chain later."""

    sequence: int
    digest: str

    def __str__(self) -> str:
        return f"{self.sequence}:{self.digest}"

    @classmethod
    def parse(cls, text: str) -> Head:
        """The head that `str(head)` wrote. Raises InputError."""
        sequence, _, digest = text.strip().partition(":")
        if not sequence.isascii() or not sequence.isdigit() or not digest.startswith("sha256:"):
            raise InputError(f"head: expected 'SEQUENCE:sha256:HEX', got {text!r}")
        return cls(int(sequence), digest)


@dataclass(frozen=True, slots=True)
class Record:
    """A report as stored.

    `summary` is what the chain covers in clear and no erasure removes: labels, reason codes,
    scores, spans, timings. `plain` is the whole report as `report_to_dict` gives it, or None once
    the texts are erased; `passages` are then empty too. `configuration` holds `components` and,
    where the writer gave them, `policy`, `thresholds` and `limits`. `library` is the version of
    this package that wrote the record.
    """

    tenant: str
    id: str
    sequence: int
    created_at: datetime
    digest: str
    previous: str
    library: str
    summary: Mapping[str, Any]
    configuration: Mapping[str, Any]
    plain: Mapping[str, Any] | None
    attributes: Mapping[str, Any] = field(default_factory=lambda: _NOTHING)

    @property
    def erased(self) -> bool:
        """Whether the texts have been erased."""
        return self.plain is None

    @property
    def status(self) -> Status:
        """Status of the report."""
        status: Status = self.summary["status"]
        return status

    @property
    def action(self) -> Action:
        """What the policy did."""
        action: Action = self.summary["action"]
        return action

    @property
    def thresholds(self) -> Mapping[str, Any]:
        """The thresholds the verdicts were read by; empty where the writer did not give them."""
        found: Mapping[str, Any] = self.configuration.get("thresholds") or {}
        return found

    @property
    def report(self) -> Report:
        """The report as a value.

        Raises LedgerError (`erased`) once the texts are gone, and RequestError when it was
        written by a version of the package whose report had another form (`plain` is there).
        """
        if self.plain is None:
            raise LedgerError(
                f"record {self.id!r}: its texts have been erased, so only its summary is left",
                "erased",
            )
        return report_from_dict(self.plain)


@dataclass(frozen=True, slots=True)
class Query:
    """Which records are meant; what is None or 0 does not restrict.

    `since` is inclusive, `until` exclusive, both with a time zone. `label`: at least one claim
    has it. `source`: at least one claim rests on it. `passage` is the digest of a passage the
    answer was written from. `erased` True or False selects by whether texts are left.
    `newest_first`, `after` and `limit` apply to what is listed, not to statistics; `after` is the
    sequence of the last record of the page before.
    """

    since: datetime | None = None
    until: datetime | None = None
    status: Status | None = None
    action: Action | None = None
    policy: str | None = None
    label: Label | None = None
    source: str | None = None
    passage: str | None = None
    erased: bool | None = None
    newest_first: bool = False
    after: int | None = None
    limit: int | None = None

    def __post_init__(self) -> None:
        for name in ("since", "until"):
            value = getattr(self, name)
            if value is not None and value.tzinfo is None:
                raise InputError(f"{name}: expected a time with a time zone, got {value}")
        if self.limit is not None and self.limit < 0:
            raise InputError(f"limit: expected 0 or more, got {self.limit}")


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing in a chain that is not as it was chained.

    `sequence` and `record_id` name the broken record; both are None where no record is concerned
    (rows that belong to none), `record_id` also where the record itself is gone.
    """

    kind: FaultKind
    sequence: int | None
    record_id: str | None
    message: str


@dataclass(frozen=True, slots=True)
class Verification:
    """The outcome of re-deriving a chain.

    `entries` were read before the end or the fault; records, erasures and purges count alike.
    `anchored` is None when no head was given to compare with, else whether the chain holds it
    (without a fault it is False only where the part it stood in was purged). `erased` records
    have lost their texts, and entries up to `purged_through` were cut off, both by entries of
    the chain that say so.
    """

    tenant: str
    entries: int
    head: Head | None
    fault: Fault | None = None
    anchored: bool | None = None
    erased: int = 0
    purged_through: int = 0

    @property
    def intact(self) -> bool:
        """Whether nothing was found to be changed."""
        return self.fault is None


@dataclass(frozen=True, slots=True)
class Difference:
    """One field that came out otherwise; `path` reads like "verdicts[0].label".

    A side that lacks the field holds None and its `..._absent` is True.
    """

    path: str
    stored: Any
    replayed: Any
    stored_absent: bool = False
    replayed_absent: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """A component that is not the one of the record; None on the side that lacks it.

    The values are `(version, digest)`.
    """

    stage: str
    name: str
    stored: tuple[str, str] | None
    replayed: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class Replay:
    """A record verified again with its frozen evidence.

    `differences` are between the reports (timings and components aside); `changes` between the
    components, with the library itself among them, so that a difference can be explained.
    """

    record_id: str
    differences: tuple[Difference, ...]
    changes: tuple[Change, ...]

    @property
    def same(self) -> bool:
        """Whether the report came out as it was recorded (components may have changed)."""
        return not self.differences


@dataclass(frozen=True, slots=True)
class Erased:
    """What an erasure removed. `unknown` are ids of no record; `entry` is None if nothing was."""

    records: int
    passages: int
    unknown: tuple[str, ...] = ()
    entry: Head | None = None


@dataclass(frozen=True, slots=True)
class Purged:
    """What a purge removed from one tenant.

    `records` were deleted from the start of the chain; `erased` are later ones that were older
    than the bound (their clock had been wrong) and only lost their texts.
    """

    tenant: str
    records: int
    erased: int = 0
    entry: Head | None = None


@dataclass(frozen=True, slots=True)
class Retention:
    """How long records are kept; None keeps them for ever. `tenants` override `default`."""

    default: timedelta | None = None
    tenants: Mapping[str, timedelta | None] = field(default_factory=lambda: _NOTHING)

    def __post_init__(self) -> None:
        for name, age in (("default", self.default), *self.tenants.items()):
            if age is not None and age < timedelta(0):
                raise InputError(f"retention {name!r}: expected an age of 0 or more, got {age}")

    def age(self, tenant: str) -> timedelta | None:
        """How old a record of this tenant may become."""
        return self.tenants.get(tenant, self.default)
