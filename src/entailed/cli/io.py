"""What the verbs share: reading, writing, errors and exit codes."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from entailed.errors import EntailedError, LedgerError, RequestError, ScorerError
from entailed.requests import decode, read_file
from entailed.types import Status

if TYPE_CHECKING:
    from entailed.answering import Progress

__all__ = [
    "EXIT_CODES",
    "UNDECIDED",
    "USAGE",
    "Format",
    "colored",
    "either",
    "errors",
    "progress",
    "screen_width",
    "source",
    "write",
]

EXIT_CODES: Mapping[Status, int] = {
    "grounded": 0,
    "declined": 0,
    "partial": 1,
    "ungrounded": 1,
    "no_evidence": 1,
    "unchecked": 3,
}
"""How `verify` exits for the status of its report."""
USAGE, UNDECIDED = 2, 3
# What of a ledger is the caller's to see to; the rest is the database's.
_ASKED_WRONG = ("absent", "unknown", "erased", "conflict")


class Format(StrEnum):
    """How a report is written."""

    terminal = "terminal"
    json = "json"
    audit_json = "audit-json"
    md = "md"
    html = "html"


def either(what: str, text: str | None, file: str | None) -> str | None:
    """The text of an option or of its file option; RequestError where both are given."""
    if text is not None and file is not None:
        raise RequestError(f"give either --{what} or --{what}-file, not both")
    return source(file) if file is not None else text


def source(name: str) -> str:
    """The text of a file, or of standard input for "-"."""
    return decode(sys.stdin.buffer.read(), "stdin") if name == "-" else read_file(Path(name))


def colored() -> bool:
    """Whether stdout takes colour (https://no-color.org)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


def screen_width(output: Path | None) -> int:
    """Columns of the terminal, 160 at most, or 100 for a file."""
    columns = shutil.get_terminal_size((100, 24)).columns if output is None else 100
    return min(columns, 160)


def write(text: str, output: Path | None) -> None:
    """Write to a file, or to stdout for None, what that cannot hold replaced."""
    if output is None:
        encoding = sys.stdout.encoding or "utf-8"
        sys.stdout.buffer.write(text.encode(encoding, "replace"))
        sys.stdout.buffer.flush()
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise RequestError(f"{output}: cannot be written: {reason}") from error


def progress() -> Callable[[Progress], None] | None:
    """Tells every step of an answer on standard error, where a person is looking."""
    if not sys.stderr.isatty():
        return None
    from entailed.report.marking import visible

    return lambda step: typer.echo(f"... {visible(step.message)}", err=True)


@contextmanager
def errors() -> Iterator[None]:
    """Errors of the package as one line on stderr and an exit code, without a traceback."""
    try:
        yield
    except ScorerError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(UNDECIDED) from error
    except LedgerError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(USAGE if error.kind in _ASKED_WRONG else UNDECIDED) from error
    except EntailedError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(USAGE) from error
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(UNDECIDED) from None
