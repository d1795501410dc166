"""`entailed ledger`: what was recorded, whether it still is, and taking it away."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from entailed.canonical import canonical_json
from entailed.cli.io import colored, errors, write
from entailed.cli.ledger_views import (
    listing,
    record_view,
    replay_view,
    statistics_view,
    verification_to_dict,
    verification_view,
)
from entailed.errors import InputError, LedgerError
from entailed.types import LABELS, STATUSES, Action, Report

if TYPE_CHECKING:
    from entailed.ledger import Ledger, Query, Record
    from entailed.pipeline import Verifier

__all__ = ["ENVIRONMENT", "ledger_app", "record"]

ENVIRONMENT = "ENTAILED_LEDGER"
_BROKEN = 1
_AGE = re.compile(r"(\d+)\s*(h|d|w)", re.IGNORECASE)
_HOURS = {"h": 1, "d": 24, "w": 168}

ledger_app = typer.Typer(
    help="Read, prove, replay, export and thin out the records of a ledger.",
    no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False,
    rich_markup_mode=None,
)  # fmt: skip


class Form(StrEnum):
    """How records are shown."""

    terminal = "terminal"
    json = "json"


class ExportForm(StrEnum):
    """How records are exported."""

    jsonl = "jsonl"
    parquet = "parquet"


class Every(StrEnum):
    """The periods of statistics."""

    hour = "hour"
    day = "day"
    month = "month"


def _one_of(allowed: Sequence[str]) -> Any:
    """A callback that refuses other values."""

    def check(value: str | None) -> str | None:
        if value is not None and value not in allowed:
            raise typer.BadParameter(f"expected one of {', '.join(allowed)}")
        return value

    return check


Where = Annotated[
    str,
    typer.Option(
        "--ledger", metavar="PATH|URL", envvar=ENVIRONMENT,
        help="An SQLite file, or a postgresql:// URL (one with a password: by the environment).",
    ),
]  # fmt: skip
Tenant = Annotated[str, typer.Option(metavar="NAME", help="Whose records.")]
RecordId = Annotated[str, typer.Argument(metavar="ID", help="The id of a record.")]
FormOption = Annotated[Form, typer.Option("--format", help="The form of the output.")]
Since = Annotated[
    str | None, typer.Option(metavar="TIME", help="From this time on (ISO; UTC unless it says).")
]
Until = Annotated[str | None, typer.Option(metavar="TIME", help="Before this time.")]
Status = Annotated[
    str | None,
    typer.Option(metavar="STATUS", callback=_one_of(STATUSES), help=f"{', '.join(STATUSES)}."),
]
ActionName = Annotated[
    str | None,
    typer.Option(
        "--action", metavar="ACTION", callback=_one_of(get_args(Action)),
        help=f"{', '.join(get_args(Action))}.",
    ),
]  # fmt: skip
Policy = Annotated[str | None, typer.Option(metavar="NAME", help="Under this policy.")]
Label = Annotated[
    str | None,
    typer.Option(
        metavar="LABEL", callback=_one_of(LABELS), help=f"With a claim that is {', '.join(LABELS)}."
    ),
]
Source = Annotated[str | None, typer.Option(metavar="NAME", help="With a claim from this source.")]
Passage = Annotated[
    str | None, typer.Option(metavar="DIGEST", help="Written from this passage (sha256:...).")
]
Reason = Annotated[
    str, typer.Option(metavar="TEXT", help="Why; it stays in the chain for ever: name no person.")
]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]


@ledger_app.command()
def show(
    ledger: Where,
    record_id: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="One record; without it the latest.")
    ] = None,
    tenant: Tenant = "default",
    since: Since = None,
    until: Until = None,
    status: Status = None,
    action: ActionName = None,
    policy: Policy = None,
    label: Label = None,
    source: Source = None,
    passage: Passage = None,
    limit: Annotated[int, typer.Option(min=1, help="How many, the latest first.")] = 20,
    form: FormOption = Form.terminal,
) -> None:
    """Show one record whole, or list the latest."""
    with errors(), _opened(ledger) as opened:
        from entailed.ledger import record_to_dict

        records = opened.tenant(tenant)
        if record_id is not None:
            record = _found(records.get(record_id), tenant, record_id)
            if form is Form.json:
                write(canonical_json(record_to_dict(record)) + "\n", None)
            else:
                width = min(shutil.get_terminal_size((100, 24)).columns, 160)
                write(record_view(record, width=width, color=colored()), None)
            return
        query = _query(since, until, status, action, policy, label, source, passage, limit)
        found = list(records.find(query))
        if form is Form.json:
            lines = (canonical_json(record_to_dict(one)) + "\n" for one in found)
            write("".join(lines), None)
        else:
            write(listing(found), None)


@ledger_app.command()
def verify(
    ledger: Where,
    tenant: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only this tenant's chain.")
    ] = None,
    head: Annotated[
        str | None,
        typer.Option(metavar="HEAD", help="A head kept elsewhere, SEQUENCE:sha256:HEX."),
    ] = None,
    form: FormOption = Form.terminal,
) -> None:
    """Re-derive every chain from the stored bytes and name the first broken record.

    Exit code: 0 intact, 1 broken, 2 usage, 3 the ledger could not be read.
    """
    with errors(), _opened(ledger) as opened:
        from entailed.ledger import Head

        kept = None if head is None else Head.parse(head)
        if kept is not None and tenant is None:
            raise InputError("--head is the head of one chain: give --tenant too")
        made = opened.verify() if tenant is None else (opened.tenant(tenant).verify_chain(kept),)
        if form is Form.json:
            write("".join(canonical_json(verification_to_dict(v)) + "\n" for v in made), None)
        else:
            write("".join(verification_view(v) for v in made) or "the ledger is empty\n", None)
    raise typer.Exit(0 if all(one.intact for one in made) else _BROKEN)


@ledger_app.command()
def replay(
    ledger: Where,
    record_id: RecordId,
    tenant: Tenant = "default",
    policy: Annotated[
        str | None, typer.Option(metavar="NAME|FILE", help="Instead of the recorded one.")
    ] = None,
    scorer: Annotated[
        str | None, typer.Option(metavar="NAME", help="Instead of the recorded one.")
    ] = None,
    form: FormOption = Form.terminal,
) -> None:
    """Verify a record's answer again with its frozen evidence, and name every difference.

    Exit code: 0 the same, 1 something came out otherwise, 2 usage, 3 could not decide.
    """
    with errors(), _opened(ledger) as opened:
        records = opened.tenant(tenant)
        record = _found(records.get(record_id), tenant, record_id)
        made = records.replay(record_id, _verifier_of(record, policy, scorer))
        write(replay_view(made, as_json=form is Form.json), None)
    raise typer.Exit(0 if made.same else _BROKEN)


@ledger_app.command()
def stats(
    ledger: Where,
    tenant: Tenant = "default",
    every: Annotated[Every, typer.Option(help="The length of a period.")] = Every.day,
    since: Since = None,
    until: Until = None,
    status: Status = None,
    action: ActionName = None,
    policy: Policy = None,
    label: Label = None,
    source: Source = None,
    top: Annotated[int, typer.Option(min=1, help="How many sources, the worst first.")] = 20,
    form: FormOption = Form.terminal,
) -> None:
    """Show outcomes over time, failures by source, and latency."""
    with errors(), _opened(ledger) as opened:
        query = _query(since, until, status, action, policy, label, source)
        made = opened.tenant(tenant).statistics(query, every=every.value, top=top)
        if form is Form.json:
            from entailed.ledger import statistics_to_dict

            write(canonical_json(statistics_to_dict(made)) + "\n", None)
        else:
            write(statistics_view(made), None)


@ledger_app.command()
def export(
    ledger: Where,
    output: Annotated[Path, typer.Option(metavar="FILE", help="The file to write.")],
    tenant: Tenant = "default",
    since: Since = None,
    until: Until = None,
    status: Status = None,
    action: ActionName = None,
    policy: Policy = None,
    label: Label = None,
    source: Source = None,
    passage: Passage = None,
    form: Annotated[ExportForm, typer.Option("--format", help="The form of the file.")] = (
        ExportForm.jsonl
    ),
) -> None:
    """Write records to a JSON Lines or Parquet file."""
    with errors(), _opened(ledger) as opened:
        query = _query(since, until, status, action, policy, label, source, passage)
        count = opened.tenant(tenant).export(output, query, form=form.value)
        typer.echo(f"{count} records written to {output}", err=True)


@ledger_app.command()
def erase(
    ledger: Where,
    reason: Reason,
    record_ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="Ids of records.")
    ] = None,
    tenant: Tenant = "default",
    passage: Passage = None,
    yes: Yes = False,
) -> None:
    """Erase the texts of records for good; verdicts, times and the chain stay.

    Name records, or with --passage all that were written from one passage.
    """
    with errors(), _opened(ledger) as opened:
        from entailed.ledger import Query

        records = opened.tenant(tenant)
        ids = list(record_ids or ())
        if bool(ids) == (passage is not None):
            raise InputError("name the records to erase, or give --passage DIGEST")
        if passage is not None:
            ids = records.ids(Query(passage=passage, erased=False))
        _ask(yes, f"Erase the texts of {len(ids)} records of tenant {tenant!r} for good?")
        done = records.erase(ids, reason=reason)
        typer.echo(f"erased the texts of {done.records} records and {done.passages} passages")
        if done.unknown:
            raise LedgerError(f"no such records: {', '.join(done.unknown)}", "unknown")


@ledger_app.command()
def purge(
    ledger: Where,
    reason: Reason,
    older_than: Annotated[
        str | None, typer.Option(metavar="AGE", help="12h, 90d, 8w: delete what is older.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--everything", help="Delete all records of the tenant.")
    ] = False,
    tenant: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only this tenant's records.")
    ] = None,
    yes: Yes = False,
) -> None:
    """Delete old records; each chain is cut at its start, by an entry that says so."""
    with errors(), _opened(ledger) as opened:
        if everything == (older_than is not None) or (everything and tenant is None):
            raise InputError("give --older-than AGE, or --everything with --tenant NAME")
        before = None if older_than is None else _before(opened.now(), older_than)
        names = opened.tenants() if tenant is None else (tenant,)
        what = "all records" if before is None else f"records from before {before:%Y-%m-%d %H:%M}Z"
        _ask(yes, f"Delete {what} of {', '.join(map(repr, names)) or 'no tenant'} for good?")
        for name in names:
            done = opened.tenant(name).purge(before=before, reason=reason)
            also = f", erased the texts of {done.erased} later ones" if done.erased else ""
            typer.echo(f"{name}: deleted {done.records} records{also}")


def record(
    report: Report, verifier: Verifier, where: str, tenant: str, record_id: str | None
) -> None:
    """Store the report of `entailed verify`, and say under which id. Raises LedgerError."""
    from entailed.ledger import Ledger, configuration_of

    with Ledger(where) as ledger:
        receipt = ledger.tenant(tenant).record(
            report, configuration=configuration_of(verifier), record_id=record_id
        )
    again = " (it was there already)" if receipt.repeated else ""
    typer.echo(f"recorded as {receipt.record_id}, number {receipt.sequence}{again}", err=True)


# --- what the verbs share ----------------------------------------------------------------------


@contextmanager
def _opened(where: str) -> Iterator[Ledger]:
    """A ledger that is there already."""
    from entailed.ledger import Ledger  # deferred: help needs no database

    with Ledger(where, create=False) as ledger:
        yield ledger


def _found(record: Record | None, tenant: str, record_id: str) -> Record:
    if record is None:
        raise LedgerError(f"tenant {tenant!r} has no record {record_id!r}", "unknown")
    return record


def _query(
    since: str | None,
    until: str | None,
    status: str | None,
    action: str | None,
    policy: str | None,
    label: str | None,
    source: str | None,
    passage: str | None = None,
    limit: int | None = None,
) -> Query:
    from entailed.ledger import Query

    return Query(
        since=_time("--since", since),
        until=_time("--until", until),
        status=status,  # type: ignore[arg-type]  # checked by the option
        action=action,  # type: ignore[arg-type]
        policy=policy,
        label=label,  # type: ignore[arg-type]
        source=source,
        passage=passage,
        limit=limit,
        newest_first=limit is not None,
    )


def _time(option: str, text: str | None) -> datetime | None:
    """The moment an option names; UTC unless it says otherwise. Raises InputError."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise InputError(
            f"{option}: expected 2026-11-30 or 2026-11-30T08:00, got {text!r}"
        ) from error
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _before(now: datetime, text: str) -> datetime:
    """The moment an age ago. Raises InputError."""
    found = _AGE.fullmatch(text.strip())
    if found is None:
        raise InputError(f"--older-than: expected an age like 12h, 90d or 8w, got {text!r}")
    try:
        return now - timedelta(hours=int(found[1]) * _HOURS[found[2].lower()])
    except OverflowError as error:
        raise InputError(f"--older-than: {text!r} is longer than time reaches") from error


def _ask(yes: bool, question: str) -> None:
    """Go on only with consent; no answer is a no."""
    if not yes and not typer.confirm(question, err=True):
        raise InputError("nothing was changed")


def _verifier_of(record: Record, policy: str | None, scorer: str | None) -> Verifier:
    """A verifier of today's parts with the recorded policy, limits and kind of scorer."""
    from entailed.assembly import build_verifier
    from entailed.types import Limits

    settings = record.configuration
    scorers = [c["name"] for c in settings["components"] if c["stage"] == "score"]
    # A limit that this version no longer has is left out: no reason to refuse a replay.
    known = {field.name for field in fields(Limits)}
    limits = {name: v for name, v in (settings.get("limits") or {}).items() if name in known}
    return build_verifier(
        policy or settings.get("policy") or record.summary["policy"],
        scorer=scorer or next(iter(scorers), "none"),
        limits=Limits(**limits),
    )
