"""Figures over the records of one tenant: outcomes over time, failures by source, latency.

Everything is counted in the database; no text is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, func, or_

from entailed.errors import InputError
from entailed.ledger import tables
from entailed.ledger.database import Database
from entailed.ledger.reading import matching, restricted
from entailed.ledger.scope import Scope
from entailed.ledger.values import Query
from entailed.types import LABELS, Action, Label, Status

__all__ = [
    "Every",
    "Latency",
    "Period",
    "SourceRate",
    "Statistics",
    "statistics",
    "statistics_to_dict",
]

Every = Literal["hour", "day", "month"]
# How much of "2026-11-30T08:15:..." names the period.
_WIDTH: Mapping[str, int] = {"hour": 13, "day": 10, "month": 7}
_PERCENTILES = (50, 95, 99, 100)


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds a verification took: nearest-rank percentiles over `records`, from 1 up."""

    records: int
    p50: float
    p95: float
    p99: float
    maximum: float


@dataclass(frozen=True, slots=True)
class Period:
    """Records of one period, what was done with them and how long it took.

    `start` is "2026-11-30T08", "2026-11-30" or "2026-11", in UTC. Periods without records are
    left out.
    """

    start: str
    records: int
    actions: Mapping[Action, int]
    latency: Latency

    def share(self, action: Action) -> float:
        """The part of the period's records with this action, in [0, 1]."""
        return self.actions.get(action, 0) / self.records


@dataclass(frozen=True, slots=True)
class SourceRate:
    """Claims that rest on one source (cited, or else found for it), and those not clean.

    A claim that rests on several counts for each. `source` is "" for claims that rest on none,
    and None for records whose texts were erased.
    """

    source: str | None
    claims: int
    failed: int

    @property
    def rate(self) -> float:
        """The part that is not clean, in [0, 1]."""
        return self.failed / self.claims


@dataclass(frozen=True, slots=True)
class Statistics:
    """Figures over the matching records. `latency` is None where there is no record.

    `periods` are in order of time; `sources` by failed claims, most first, at most `top`;
    `labels` count verdicts, `statuses` and `actions` records.
    """

    records: int
    erased: int
    statuses: Mapping[Status, int]
    actions: Mapping[Action, int]
    labels: Mapping[Label, int]
    periods: tuple[Period, ...]
    sources: tuple[SourceRate, ...]
    latency: Latency | None

    def share(self, action: Action) -> float | None:
        """The part of all records with this action, in [0, 1]; None where there is no record."""
        return self.actions.get(action, 0) / self.records if self.records else None


def statistics(
    database: Database, scope: Scope, query: Query, every: Every = "day", top: int = 50
) -> Statistics:
    """Count. Raises LedgerError, and InputError for an unknown period."""
    if every not in _WIDTH:
        raise InputError(f"every: expected one of {', '.join(_WIDTH)}, got {every!r}")
    with database.reading() as connection:
        periods = _periods(connection, scope, query, _WIDTH[every])
        records = sum(period.records for period in periods)
        actions: dict[Action, int] = {}
        for period in periods:
            for action, count in period.actions.items():
                actions[action] = actions.get(action, 0) + count
        return Statistics(
            records=records,
            erased=_erased(connection, scope, query),
            statuses=_by_status(connection, scope, query),
            actions=actions,
            labels=_labels(connection, scope, query),
            periods=periods,
            sources=_sources(connection, scope, query, top),
            latency=_latency(connection, scope, query, records),
        )


def statistics_to_dict(made: Statistics) -> dict[str, Any]:
    """Statistics in JSON types, with the shares and rates."""
    data: dict[str, Any] = asdict(made)
    for period, plain in zip(made.periods, data["periods"], strict=True):
        plain["shares"] = {action: period.share(action) for action in period.actions}
    for source, plain in zip(made.sources, data["sources"], strict=True):
        plain["rate"] = source.rate
    data["shares"] = {action: made.share(action) for action in made.actions}
    return data


def _periods(connection: Connection, scope: Scope, query: Query, width: int) -> tuple[Period, ...]:
    entry = tables.entry
    start = func.substr(entry.c.created_at, 1, width).label("start")
    wanted = scope.select(entry, start, entry.c.action, func.count().label("records"))
    wanted = restricted(scope, wanted, query).group_by(start, entry.c.action).order_by(start)
    periods: dict[str, dict[Action, int]] = {}
    for row in connection.execute(wanted):
        periods.setdefault(row.start, {})[row.action] = row.records
    took = _latencies(connection, scope, query, start)
    return tuple(
        Period(start, sum(counts.values()), counts, took[start])
        for start, counts in periods.items()
    )


def _by_status(connection: Connection, scope: Scope, query: Query) -> dict[Status, int]:
    entry = tables.entry
    wanted = scope.select(entry, entry.c.status, func.count().label("records"))
    wanted = restricted(scope, wanted, query).group_by(entry.c.status).order_by(entry.c.status)
    return {row.status: row.records for row in connection.execute(wanted)}


def _labels(connection: Connection, scope: Scope, query: Query) -> dict[Label, int]:
    entry = tables.entry
    sums = (func.sum(entry.c[label]).label(label) for label in LABELS)
    row = connection.execute(restricted(scope, scope.select(entry, *sums), query)).one()
    return {label: int(row._mapping[label] or 0) for label in LABELS}


def _erased(connection: Connection, scope: Scope, query: Query) -> int:
    entry, content = tables.entry, tables.content
    wanted = restricted(scope, scope.select(entry, func.count()), query)
    kept = scope.has(content, content.c.sequence == entry.c.sequence)
    return int(connection.execute(wanted.where(~kept)).scalar_one())


def _sources(
    connection: Connection, scope: Scope, query: Query, top: int
) -> tuple[SourceRate, ...]:
    outcome = tables.outcome
    records = matching(scope, query).with_only_columns(tables.entry.c.sequence)
    claims = func.sum(outcome.c.claims).label("claims")
    failed = func.sum(outcome.c.failed).label("failed")
    wanted = scope.select(outcome, outcome.c.source, claims, failed)
    wanted = wanted.where(outcome.c.sequence.in_(records)).group_by(outcome.c.source)
    wanted = wanted.order_by(failed.desc(), claims.desc(), outcome.c.source).limit(top)
    rows = connection.execute(wanted)
    return tuple(SourceRate(row.source, int(row.claims), int(row.failed)) for row in rows)


def _latency(connection: Connection, scope: Scope, query: Query, records: int) -> Latency | None:
    """Percentiles by rank: what both databases can do, exactly, by one ordered read each."""
    if not records:
        return None
    took = tables.entry.c.milliseconds
    ordered: Any = restricted(scope, scope.select(tables.entry, took), query).order_by(took)
    ranks = [_rank(percent, records) for percent in _PERCENTILES]
    values = [
        float(connection.execute(ordered.offset(rank - 1).limit(1)).scalar_one()) for rank in ranks
    ]
    return Latency(records, *values)


def _latencies(
    connection: Connection, scope: Scope, query: Query, start: ColumnElement[str]
) -> dict[str, Latency]:
    """The same for every period; of the ranks within it only those of percentiles are read."""
    took = tables.entry.c.milliseconds
    rank = func.row_number().over(partition_by=start, order_by=took).label("rank")
    total = func.count().over(partition_by=start).label("total")
    wanted = scope.select(tables.entry, start, took.label("took"), rank, total)
    ranked = scope.filtered(
        restricted(scope, wanted, query),
        lambda c: or_(*(c.rank == _rank(percent, c.total) for percent in _PERCENTILES)),
    )
    found: dict[str, dict[int, float]] = {}
    totals: dict[str, int] = {}
    for row in connection.execute(ranked):
        found.setdefault(row.start, {})[row.rank] = float(row.took)
        totals[row.start] = row.total
    return {
        name: Latency(total, *(found[name][_rank(percent, total)] for percent in _PERCENTILES))
        for name, total in totals.items()
    }


def _rank(percent: int, records: Any) -> Any:
    """Nearest rank, from 1, in whole numbers, so that Python and both databases agree."""
    return (records * percent + 99) // 100
