"""The command line: verbs only. Every verb is a call of the library with files for arguments.

Exit codes: 0 grounded (or the answer declines), 1 not grounded, 2 usage, 3 could not decide.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from entailed.canonical import canonical_json
from entailed.errors import EntailedError, RequestError, ScorerError
from entailed.policy import load_policy
from entailed.report import dumps, to_audit_json, to_html, to_markdown, to_terminal
from entailed.requests import (
    LimitsModel,
    VerifyRequest,
    decode,
    parse_request,
    passages_from_files,
    read_file,
)
from entailed.types import Report, Status

if TYPE_CHECKING:
    from entailed.assembly import ComponentInfo

__all__ = ["app"]

EXIT_CODES: Mapping[Status, int] = {
    "grounded": 0,
    "declined": 0,
    "partial": 1,
    "ungrounded": 1,
    "no_evidence": 1,
    "unchecked": 3,
}
USAGE, UNDECIDED = 2, 3

app = typer.Typer(
    name="entailed",
    help="Checks a language model's answer, claim by claim, against the passages it was "
    "written from. Offline, on a CPU.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


class Format(StrEnum):
    """How a report is written."""

    terminal = "terminal"
    json = "json"
    audit_json = "audit-json"
    md = "md"
    html = "html"


class Listing(StrEnum):
    """How the list of components is written."""

    terminal = "terminal"
    json = "json"


class Uncited(StrEnum):
    """What becomes of claims without a citation."""

    search = "search"
    fail = "fail"


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"entailed {version('entailed')}")
        raise typer.Exit


@app.callback()
def main(
    _: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Options of the program itself."""


@app.command()
def verify(
    answer: Annotated[
        str | None, typer.Option("--answer", metavar="TEXT", help="The answer itself.")
    ] = None,
    answer_file: Annotated[
        str | None, typer.Option(metavar="FILE", help="A file with the answer; - is stdin.")
    ] = None,
    passage: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="One passage; repeat for more (named S1, S2, ...)."),
    ] = None,
    passages: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A .txt, .md, .json or .jsonl file, or a folder."),
    ] = None,
    request: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A JSON request with answer and passages; - is stdin."),
    ] = None,
    question: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What the user asked.")
    ] = None,
    question_file: Annotated[
        str | None, typer.Option(metavar="FILE", help="A file with the question; - is stdin.")
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE",
            help="audit, flag (default), suppress, repair, strict, or a .toml or .json file.",
        ),
    ] = None,
    scorer: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="embedded (default), lexical, none, a plug-in's, or transformers:, "
            "cross-encoder: or embedding: with a folder or hub id.",
        ),
    ] = None,
    scorer_option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="An option of the scorer, its value as JSON or as text; repeat for more.",
        ),
    ] = None,
    uncited: Annotated[
        Uncited | None,
        typer.Option(help="Search all passages for an uncited claim, or fail it."),
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="The form of the report.")] = (
        Format.terminal
    ),
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write to a file instead of stdout.")
    ] = None,
    max_claims: Annotated[int | None, typer.Option(min=1, help="Limit on claims.")] = None,
    max_passages: Annotated[int | None, typer.Option(min=1, help="Limit on passages.")] = None,
    max_answer: Annotated[
        int | None, typer.Option(min=1, help="Limit on the answer's characters.")
    ] = None,
    max_evidence: Annotated[
        int | None, typer.Option(min=1, help="Limit on all passages' characters.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="Time budget in seconds.")
    ] = None,
    sample: Annotated[
        float | None,
        typer.Option(
            min=0, max=1, help="Share of claims to check; numbers and quotations always are."
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Draws the sample.")] = None,
) -> None:
    """Verify one answer against its passages.

    Exit code: 0 grounded or declined, 1 not grounded, 2 usage, 3 could not decide.
    """
    with _errors():
        one_stdin = [name for name in (answer_file, question_file, request) if name == "-"]
        if len(one_stdin) > 1:
            raise RequestError("- (stdin) can stand for only one of the files")
        bounds = {
            "claims": max_claims,
            "passages": max_passages,
            "answer_characters": max_answer,
            "evidence_characters": max_evidence,
            "seconds": seconds,
            "sample": sample,
            "seed": seed,
        }
        asked = _request(answer, answer_file, passage, passages, request)
        asked = _with_options(
            asked,
            question=_either("question", question, question_file),
            policy=policy,
            scorer=scorer,
            uncited=None if uncited is None else uncited.value,
            limits={name: value for name, value in bounds.items() if value is not None},
        )
        report = _verified(asked, _named_values(scorer_option or ()))
        _write(_view(report, form, output), output)
    raise typer.Exit(EXIT_CODES[report.status])


@app.command()
def components(
    form: Annotated[Listing, typer.Option("--format", help="The form of the list.")] = (
        Listing.terminal
    ),
) -> None:
    """List extractors, aligners, checks, scorers and policies that can be used."""
    with _errors():
        from entailed.assembly import components as list_components  # as in _verified

        rows = list_components()
        if form is Listing.json:
            plain = [{name: getattr(row, name) for name in row.__slots__} for row in rows]
            _write(canonical_json(plain) + "\n", None)
        else:
            _write(_table(rows), None)


# --- input -----------------------------------------------------------------------------------


def _request(
    answer: str | None,
    answer_file: str | None,
    passage: list[str] | None,
    passages: list[Path] | None,
    request: str | None,
) -> VerifyRequest:
    """The request from its file, or from the options for answer and passages."""
    text = _either("answer", answer, answer_file)
    if request is not None:
        if text is not None or passage or passages:
            raise RequestError(
                "--request holds answer and passages; give either it, or --answer and --passages"
            )
        where = "stdin" if request == "-" else request
        return parse_request(_source(request), where)
    if text is None:
        raise RequestError("no answer: give --answer TEXT, --answer-file FILE or --request FILE")
    if passage is None and passages is None:
        raise RequestError("no passages: give --passages FILE, --passage TEXT or --request FILE")
    items = [*(passage or []), *passages_from_files(passages or [])]
    return VerifyRequest.model_construct(answer=text, passages=items)


def _with_options(
    asked: VerifyRequest, limits: Mapping[str, Any], **options: str | None
) -> VerifyRequest:
    """The request with what the command line says in place of what it said."""
    given = {name: value for name, value in options.items() if value is not None}
    bounds = LimitsModel(**{**asked.limits.model_dump(), **limits})
    return asked.model_copy(update={**given, "limits": bounds})


def _either(what: str, text: str | None, file: str | None) -> str | None:
    """The text of an option or of its file option; RequestError where both are given."""
    if text is not None and file is not None:
        raise RequestError(f"give either --{what} or --{what}-file, not both")
    return _source(file) if file is not None else text


def _named_values(given: Sequence[str]) -> dict[str, object]:
    """NAME=VALUE options, a value that is no JSON taken as text. Raises RequestError."""
    made: dict[str, object] = {}
    for option in given:
        name, equals, value = option.partition("=")
        if not name or not equals:
            raise RequestError(f"--scorer-option: expected NAME=VALUE, got {option!r}")
        try:
            made[name] = json.loads(value)
        except ValueError:
            made[name] = value
    return made


def _source(name: str) -> str:
    return decode(sys.stdin.buffer.read(), "stdin") if name == "-" else read_file(Path(name))


def _verified(asked: VerifyRequest, scorer_options: Mapping[str, object]) -> Report:
    # Deferred: loading every stage costs as much as a small verification, and help needs none.
    from entailed.assembly import build_verifier

    policy = load_policy(asked.policy if asked.policy is not None else "flag")
    if asked.uncited is not None:
        policy = load_policy(policy, uncited=asked.uncited)
    verifier = build_verifier(
        policy,
        scorer=asked.scorer if asked.scorer is not None else "embedded",
        scorer_options=scorer_options,
        limits=asked.limits.to_limits(),
    )
    return verifier.verify(asked.answer, asked.passages, asked.question)


# --- output ----------------------------------------------------------------------------------


def _view(report: Report, form: Format, output: Path | None) -> str:
    if form is Format.terminal:
        color = output is None and _colored()
        width = shutil.get_terminal_size((100, 24)).columns if output is None else 100
        return to_terminal(report, width=min(width, 160), color=color)
    views: Mapping[Format, Callable[[Report], str]] = {
        Format.json: lambda r: dumps(r, indent=2) + "\n",
        Format.audit_json: lambda r: canonical_json(to_audit_json(r)) + "\n",
        Format.md: to_markdown,
        Format.html: to_html,
    }
    return views[form](report)


def _colored() -> bool:
    """Whether stdout takes colour (https://no-color.org)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


def _write(text: str, output: Path | None) -> None:
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


def _table(rows: tuple[ComponentInfo, ...]) -> str:
    """The components in columns; one that cannot be used says why."""
    head = ("STAGE", "NAME", "VERSION", "SOURCE", "DIGEST")
    lines = [head, *((r.stage, r.name, r.version, r.source, r.digest) for r in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    texts = []
    for line, row in zip(lines, (None, *rows), strict=True):
        cells = [cell.ljust(width) for cell, width in zip(line[:4], widths, strict=True)]
        last = line[4] if row is None or not row.error else f"cannot be used: {row.error}"
        texts.append("  ".join([*cells, last]).rstrip())
    return "\n".join(texts) + "\n"


@contextmanager
def _errors() -> Iterator[None]:
    """Errors of the package as one line on stderr and an exit code, without a traceback."""
    try:
        yield
    except ScorerError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(UNDECIDED) from error
    except EntailedError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(USAGE) from error
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(UNDECIDED) from None
