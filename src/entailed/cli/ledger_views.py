"""What `entailed ledger` shows on a terminal, and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from entailed.canonical import canonical_json
from entailed.errors import RequestError

if TYPE_CHECKING:
    from entailed.ledger import Record, Replay, Statistics, Verification

__all__ = [
    "listing",
    "record_view",
    "replay_view",
    "statistics_view",
    "verification_to_dict",
    "verification_view",
]

_SHOWN = 60  # characters of a value in a difference


def listing(records: Sequence[Record]) -> str:
    """Records in columns, one a line."""
    if not records:
        return "no such records\n"
    rows = [("NUMBER", "TIME", "STATUS", "ACTION", "CLAIMS", "ID")]
    for record in records:
        verdicts = record.summary["verdicts"]
        clean = sum(verdict["clean"] for verdict in verdicts)
        rows.append(
            (
                str(record.sequence),
                f"{record.created_at:%Y-%m-%d %H:%M:%S}Z",
                record.status + (" (erased)" if record.erased else ""),
                record.action,
                f"{clean}/{len(verdicts)}",
                record.id,
            )
        )
    return _columns(rows)


def record_view(record: Record, *, width: int, color: bool) -> str:
    """One record: where it stands, what wrote it, and its report while its texts are there."""
    scorers = [c for c in record.configuration["components"] if c["stage"] == "score"]
    thresholds = {k: v for k, v in record.thresholds.items() if k.startswith("t_")}
    head = [
        ("record", f"{record.id} (number {record.sequence} of tenant {record.tenant})"),
        ("time", f"{record.created_at:%Y-%m-%d %H:%M:%S.%f}Z"),
        ("digest", record.digest),
        ("follows", record.previous),
        ("written by", f"entailed {record.library}"),
        ("scorer", ", ".join(f"{c['name']} {c['version']}" for c in scorers) or "none"),
        ("thresholds", ", ".join(f"{k} {v}" for k, v in thresholds.items()) or "not recorded"),
        *((name, canonical_json(value)) for name, value in record.attributes.items()),
    ]
    lines = "".join(f"{name:<12}{value}\n" for name, value in head)
    if record.erased:
        return (
            lines + "\nIts texts have been erased. What is left of its verdicts:\n" + _left(record)
        )
    try:
        from entailed.report import to_terminal  # deferred: help needs no stage

        return lines + "\n" + to_terminal(record.report, width=width, color=color)
    except RequestError as error:
        return f"{lines}\nIts report has another form than this version reads ({error}).\n"


def verification_view(made: Verification) -> str:
    """One chain in one line, or two where something is to be said of it."""
    notes = [f"{made.entries} entries"]
    if made.purged_through:
        notes.append(f"the first {made.purged_through} purged")
    if made.erased:
        notes.append(f"{made.erased} records erased")
    if made.anchored is not None and made.fault is None:
        notes.append("the kept head is in it" if made.anchored else "the kept head was purged")
    if made.fault is None:
        head = "empty" if made.head is None else f"head {made.head}"
        return f"{made.tenant}: intact, {', '.join(notes)}, {head}\n"
    fault = made.fault
    where = "" if fault.sequence is None else f" at number {fault.sequence}"
    name = "" if fault.record_id is None else f" ({fault.record_id})"
    return f"{made.tenant}: broken{where}{name}: {fault.kind}: {fault.message}\n"


def verification_to_dict(made: Verification) -> dict[str, Any]:
    """A verification in JSON types."""
    head = None if made.head is None else str(made.head)
    return {**asdict(made), "head": head, "intact": made.intact}


def replay_view(made: Replay, *, as_json: bool) -> str:
    """The outcome of a replay: changed components first, then every difference."""
    if as_json:
        return canonical_json({**asdict(made), "same": made.same}) + "\n"
    lines = []
    for change in made.changes:
        sides = (_component(change.stored), _component(change.replayed))
        lines.append(f"changed component: {change.stage} {change.name}: {sides[0]} -> {sides[1]}")
    for one in made.differences:
        before = "(absent)" if one.stored_absent else _short(one.stored)
        after = "(absent)" if one.replayed_absent else _short(one.replayed)
        lines.append(f"{one.path}: {before} -> {after}")
    same = "the same report" if made.same else f"{len(made.differences)} differences"
    parts = f"{len(made.changes)} components changed" if made.changes else "no component changed"
    return "\n".join([*lines, f"{made.record_id}: {same}, {parts}"]) + "\n"


def statistics_view(made: Statistics) -> str:
    """Figures in columns."""
    if not made.records:
        return "no such records\n"
    actions = sorted(made.actions, key=lambda action: (-made.actions[action], action))
    rows = [("PERIOD", "RECORDS", *(action.upper() for action in actions))]
    rows += [
        (period.start, str(period.records), *(_percent(period.share(a)) for a in actions))
        for period in made.periods
    ]
    total = (_percent(made.share(action) or 0.0) for action in actions)
    rows.append(("all", str(made.records), *total))
    sources = [("SOURCE", "CLAIMS", "FAILED", "RATE")]
    for one in made.sources:
        name = {None: "(erased)", "": "(none)"}.get(one.source, one.source) or ""
        sources.append((name, str(one.claims), str(one.failed), _percent(one.rate)))
    parts = [_columns(rows), _columns(sources)]
    labels = ", ".join(f"{label} {count}" for label, count in made.labels.items() if count)
    parts.append(f"claims: {labels or 'none'}\n")
    took = made.latency
    if took is not None:
        parts.append(
            f"milliseconds: median {took.p50:.1f}, p95 {took.p95:.1f}, p99 {took.p99:.1f}, "
            f"longest {took.maximum:.1f}\n"
        )
    if made.erased:
        parts.append(f"erased records among them: {made.erased}\n")
    return "\n".join(parts)


def _left(record: Record) -> str:
    """The verdicts of a record without texts."""
    rows = [("CLAIM", "LABEL", "SCORE", "REASONS")]
    for number, verdict in enumerate(record.summary["verdicts"], start=1):
        reasons: Iterable[Mapping[str, Any]] = verdict["reasons"]
        codes = [r["reason"] for r in reasons if r["outcome"] == "fail" and r["reason"]]
        score = "-" if verdict["score"] is None else f"{verdict['score']:.2f}"
        rows.append((str(number), verdict["label"], score, ", ".join(codes)))
    return _columns(rows)


def _columns(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
    return "".join(line + "\n" for line in lines)


def _component(side: tuple[str, str] | None) -> str:
    if side is None:
        return "(absent)"
    version, digest = side
    return f"{version} {digest[:19]}".strip()


def _percent(share: float) -> str:
    return f"{share:.0%}"


def _short(value: Any) -> str:
    text = canonical_json(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
