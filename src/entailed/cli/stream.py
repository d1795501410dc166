"""`entailed stream`: an answer from standard input, verified while it arrives."""

from __future__ import annotations

import codecs
import json
import sys
from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from entailed.cli.io import EXIT_CODES, UNDECIDED, colored, either, errors, write
from entailed.cli.options import (
    MinSupport,
    PassageFiles,
    PassageTexts,
    QuestionText,
    ScorerOptions,
    UncitedRule,
    named_values,
    policy_of,
)
from entailed.errors import RequestError
from entailed.policy import load_policy
from entailed.requests import LimitsModel, passages_from_files
from entailed.types import Label, Verdict

if TYPE_CHECKING:
    from io import BufferedReader

    from entailed.streaming import DoneEvent, Event, ReleaseEvent, StreamVerifier

__all__ = ["stream"]

_AT_ONCE = 65_536
_COLORS: dict[Label, int] = {"contradicted": 31, "related": 33, "missing": 33, "unchecked": 35}


class Mode(StrEnum):
    """When text is shown."""

    buffer = "buffer"
    hold = "hold"
    correct = "correct"


class Input(StrEnum):
    """What standard input holds."""

    text = "text"
    deltas = "deltas"


def stream(
    passage: PassageTexts = None,
    passages: PassageFiles = None,
    question: QuestionText = None,
    question_file: Annotated[
        str | None, typer.Option(metavar="FILE", help="A file with the question.")
    ] = None,
    mode: Annotated[
        Mode,
        typer.Option(
            help="buffer: show all at the end; hold: each sentence once it is verified; "
            "correct: at once, with corrections."
        ),
    ] = Mode.hold,
    policy: Annotated[
        str,
        typer.Option(
            metavar="NAME|FILE",
            help="audit, flag, suppress, repair, strict, or a .toml or .json file.",
        ),
    ] = "flag",
    attach_citations: Annotated[
        bool,
        typer.Option(
            help="Attach citations to supported claims once something failed, as `verify` does; "
            "uncited sentences then wait for the first failure, or for the end."
        ),
    ] = False,
    scorer: Annotated[
        str,
        typer.Option(metavar="NAME", help="embedded, lexical, none, or as in `entailed verify`."),
    ] = "embedded",
    scorer_option: ScorerOptions = None,
    uncited: UncitedRule = None,
    min_support: MinSupport = None,
    form: Annotated[
        Input,
        typer.Option(
            "--input",
            help="text, or deltas: JSON lines or server-sent events of a chat completion.",
        ),
    ] = Input.text,
    events: Annotated[
        bool, typer.Option("--events", help="Write every event as a line of JSON.")
    ] = False,
    max_answer: Annotated[
        int, typer.Option(min=1, help="Limit on the answer's characters; beyond it the end fails.")
    ] = 100_000,
) -> None:
    """Verify an answer while it arrives on standard input, and write it to standard output.

    What failed is told on standard error at the end.
    Exit code: 0 grounded or declined, 1 not grounded, 2 usage, 3 could not decide or broke off.
    """
    with errors():
        if passage is None and passages is None:
            raise RequestError("no passages: give --passages FILE or --passage TEXT")
        # Deferred: loading every stage costs as much as a small verification, and help needs none.
        from entailed.assembly import build_verifier
        from entailed.streaming import StreamVerifier

        overrides: dict[str, Any] = {} if attach_citations else {"attach_citations": False}
        if uncited is not None:
            overrides["uncited"] = uncited.value
        verifier = build_verifier(
            load_policy(policy_of(policy, min_support), **overrides),
            scorer=scorer,
            scorer_options=named_values(scorer_option or ()),
            limits=LimitsModel(answer_characters=max_answer).to_limits(),
        )
        streaming = StreamVerifier(
            verifier,
            [*(passage or []), *passages_from_files(passages or [])],
            either("question", question, question_file) or "",
            mode.value,
            max_characters=max_answer,
        )
        pieces = _text() if form is Input.text else _deltas()
        printer = _Lines() if events else _Screen(streaming, color=colored())
        code = UNDECIDED
        for event in streaming.stream(pieces):
            printer.print(event)
            code = _code(event, code)
    raise typer.Exit(code)


def _code(event: Event, before: int) -> int:
    """The exit code after `event`; only the end decides."""
    if event.kind != "done" or event.outcome == "failed" or event.report is None:
        return before
    return EXIT_CODES[event.report.status]


# --- input -----------------------------------------------------------------------------------


def _text() -> Iterator[str]:
    """Standard input as it comes, never waiting for more than there is."""
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    try:
        while data := cast("BufferedReader", sys.stdin.buffer).read1(_AT_ONCE):
            yield decoder.decode(data)
        yield decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        yield error.object[: error.start].decode("utf-8")
        raise RequestError(f"stdin: expected UTF-8 text: {error}") from error


def _deltas() -> Iterator[object]:
    """The JSON values on the lines of standard input; "data:" before them and other fields go."""
    for number, raw in enumerate(iter(sys.stdin.buffer.readline, b""), start=1):
        line = raw.decode("utf-8", "replace").strip()
        if line.startswith("data:"):
            line = line.removeprefix("data:").strip()
        elif not line.startswith(("{", '"')):
            continue  # blank lines, and fields of server-sent events that hold no data
        if line == "[DONE]":
            return
        try:
            yield json.loads(line)
        except ValueError as error:
            raise RequestError(f"stdin, line {number}: expected JSON: {error}") from error


# --- output ----------------------------------------------------------------------------------


class _Lines:
    """Every event as one line of JSON."""

    def print(self, event: Event) -> None:
        write(json.dumps(event.to_dict(), ensure_ascii=False) + "\n", None)


class _Screen:
    """The text as it is released; on standard error what was corrected, and what failed.

    A pipe cannot take back what was written to it, nor a terminal what has scrolled away: a text
    that was corrected is written once more, as a whole, at the end.
    """

    def __init__(self, streaming: StreamVerifier, *, color: bool) -> None:
        self._streaming = streaming
        self._color = color
        self._failed: list[Verdict] = []
        self._corrected = False

    def print(self, event: Event) -> None:
        if event.kind == "release":
            write(self._painted(event) if self._color else event.text, None)
        elif event.kind == "finding":
            self._failed += [] if event.verdict.clean else [event.verdict]
        elif event.kind in ("retract", "replace"):
            self._corrected = True
        elif event.kind == "done":
            self._end(event.text)
            typer.echo(self._summary(event), err=True)

    def _end(self, text: str) -> None:
        if self._corrected:
            write(f"\n\n--- corrected ---\n\n{text}", None)
        if text and not text.endswith("\n"):
            write("\n", None)

    def _painted(self, event: ReleaseEvent) -> str:
        """The released text with the claims in it that failed in colour."""
        places: list[tuple[int, int, int]] = []
        for verdict in self._failed:
            span = verdict.claim.span
            if event.answer.start <= span.start and span.end <= event.answer.end:
                words = span.of(self._streaming.answer).rstrip(".!?…。！？ ")
                at = event.text.find(words)
                places.append((at, at + len(words), _COLORS.get(verdict.label, 33)))
        painted, done = "", 0
        for start, end, color in sorted(places):
            if start >= done:
                painted += f"{event.text[done:start]}\x1b[{color}m{event.text[start:end]}\x1b[0m"
                done = end
        return painted + event.text[done:]

    def _summary(self, done: DoneEvent) -> str:
        lines = [f"broke off: {done.error}"] if done.outcome == "failed" else []
        verdicts = () if done.report is None else done.report.verdicts
        if done.report is not None:
            lines.append(f"{done.report.status}: {len(verdicts)} claims")
        lines += [_line(verdict) for verdict in verdicts if not verdict.clean]
        return "\n".join(lines)


def _line(verdict: Verdict) -> str:
    reasons = ", ".join(dict.fromkeys(r.reason for r in verdict.reasons if r.reason))
    return f"  {verdict.label}: {verdict.claim.text}" + (f" ({reasons})" if reasons else "")
