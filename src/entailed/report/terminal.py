"""The terminal view: the answer with its claims marked, and under it every problem beside the
evidence.

Every mark is a colour and a symbol with a number, so the view reads the same without colour.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from entailed.report.marking import (
    LABEL_WORDS,
    STATUS_WORDS,
    SYMBOLS,
    cut,
    points_of,
    problems,
    reason_words,
    shown_places,
    summary,
    visible,
    worst,
)
from entailed.types import EvidenceSpan, Finding, Label, Report, Status, Verdict

__all__ = ["body", "rendered", "terminal_view", "title", "to_terminal"]

_STYLES: Mapping[Label, str] = {
    "supported": "green",
    "contradicted": "bold red",
    "related": "yellow",
    "missing": "magenta",
    "unchecked": "cyan",
}
_STATUS: Mapping[Status, tuple[str, Label]] = {
    "grounded": ("✓", "supported"),
    "partial": ("≈", "related"),
    "ungrounded": ("✗", "contradicted"),
    "no_evidence": ("∅", "missing"),
    "declined": ("✓", "supported"),
    "unchecked": ("?", "unchecked"),
}
_NARROW = 72


def to_terminal(report: Report, *, width: int = 100, color: bool = False) -> str:
    """The view as text, `width` columns wide (at least 20), with ANSI colours if asked for."""
    return rendered(lambda columns: terminal_view(report, width=columns), width, color)


def rendered(view: Callable[[int], RenderableType], width: int, color: bool) -> str:
    """A view as text, made for the number of columns it gets; no line ends in white space."""
    buffer = io.StringIO()
    console = Console(
        file=buffer,
        width=max(width, 20),
        force_terminal=color,
        color_system="standard" if color else None,
        no_color=not color,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    console.print(view(console.width))
    return "\n".join(line.rstrip() for line in buffer.getvalue().split("\n"))


def terminal_view(report: Report, *, width: int = 100) -> RenderableType:
    """The view for a rich console; claim and evidence stand side by side from 72 columns on."""
    parts: list[RenderableType] = [_headline(report)]
    if report.question.strip():
        parts += [title("Question"), body(Text(visible(report.question.strip())))]
    parts += [title("Answer"), body(_answer(report))]
    parts.extend(_notes(report))
    wrong = problems(report)
    if wrong and report.status != "no_evidence":
        parts.append(title("Problem" if len(wrong) == 1 else f"{len(wrong)} problems"))
        for position, (number, verdict) in enumerate(wrong):
            above = 1 if position else 0
            parts.append(Padding(_problem(report, number, verdict, width), (above, 0, 0, 2)))
    if report.repaired_answer != report.answer:
        what = "Shown instead" if report.action == "block" else "Repaired answer"
        parts += [title(what), body(Text(visible(report.repaired_answer.strip())))]
    return Group(*parts)


def _headline(report: Report) -> RenderableType:
    symbol, label = _STATUS[report.status]
    line = Text(f"{symbol} {STATUS_WORDS[report.status]}", style=_strong(label))
    line.append(f" · {summary(report)}", style="default not bold")
    acted = f" · policy {visible(report.policy)}, action {report.action}"
    line.append(acted, style="dim not bold")
    return line


def _strong(label: Label) -> str:
    style = _STYLES[label]
    return style if style.startswith("bold") else f"bold {style}"


def title(text: str) -> RenderableType:
    """The line above a part of a view."""
    return Padding(Rule(Text(text, style="bold"), align="left", style="dim"), (1, 0, 0, 0))


def body(text: Text) -> RenderableType:
    """Text under a title."""
    return Padding(text, (0, 0, 0, 2))


def _answer(report: Report) -> Text:
    """The answer with every claim coloured, and its number and symbol behind it."""
    marks = [(verdict.claim.span, n) for n, verdict in enumerate(report.verdicts)]
    points = {n: points_of(verdict) for n, verdict in enumerate(report.verdicts)}
    shown = visible(report.answer)
    text = Text()
    for piece in cut(len(shown), marks):
        labels = [report.verdicts[key].label for key in piece.keys]
        label = worst(labels)
        part = Text(piece.span.of(shown), style=_STYLES[label] if label else "")
        for key in piece.keys:
            for span in points[key]:
                if span.overlaps(piece.span):
                    start = max(span.start - piece.span.start, 0)
                    part.stylize("underline", start, span.end - piece.span.start)
        tag = Text()
        for key in piece.keys:
            if report.verdicts[key].claim.span.end == piece.span.end:
                tag.append(" " + _tag(report.verdicts[key], key + 1), _tag_style(report, key))
        text.append_text(_tagged(part, tag))
    text.rstrip()
    return text


def _tagged(part: Text, tag: Text) -> Text:
    """`part` with `tag` before its final full stop and white space."""
    plain = part.plain
    end = len(plain.rstrip(" \t\n.!?。！？"))
    if not tag or not end:
        return part.append_text(tag)
    head, tail = part[:end], part[end:] if end < len(plain) else Text()
    return head.append_text(tag).append_text(tail)


def _tag(verdict: Verdict, number: int) -> str:
    fault = "!" if verdict.label == "supported" and not verdict.clean else ""
    return f"‹{SYMBOLS[verdict.label]}{fault}{number}›"


def _tag_style(report: Report, key: int) -> str:
    return _strong(report.verdicts[key].label)


def _notes(report: Report) -> list[RenderableType]:
    lines = [reason_words(finding) for finding in report.findings]
    lines += [f"{failure.stage} failed: {failure.message}" for failure in report.failures]
    if not lines:
        return []
    return [title("Notes"), *(body(Text(visible("- " + line))) for line in lines)]


def _problem(report: Report, number: int, verdict: Verdict, width: int) -> RenderableType:
    label = verdict.label
    words = LABEL_WORDS[label] if label != "supported" else "supported, but"
    head = Text(f"{_tag(verdict, number)} {words}", style=_strong(label))
    for finding in verdict.reasons:
        if finding.outcome == "fail":
            head.append(f"\n· {visible(reason_words(finding))}", style="default not bold")
    table = _side_by_side(report, verdict) if width >= _NARROW else _stacked(report, verdict)
    return Group(head, Padding(table, (0, 0, 0, 2)))


def _side_by_side(report: Report, verdict: Verdict) -> RenderableType:
    table = Table(box=None, padding=(0, 2, 0, 0), expand=True, show_header=True)
    table.add_column("claim", ratio=1, header_style="dim", overflow="fold")
    table.add_column("evidence", ratio=1, header_style="dim", overflow="fold")
    table.add_row(_claim(verdict), _evidence(report, verdict))
    return table


def _stacked(report: Report, verdict: Verdict) -> RenderableType:
    return Group(
        Text("claim", style="dim"),
        Padding(_claim(verdict), (0, 0, 0, 2)),
        Text("evidence", style="dim"),
        Padding(_evidence(report, verdict), (0, 0, 0, 2)),
    )


def _claim(verdict: Verdict) -> Text:
    return Text(visible(verdict.claim.text), style=_STYLES[verdict.label])


def _evidence(report: Report, verdict: Verdict) -> Text:
    places = shown_places(report, verdict)
    if not places:
        unchecked = verdict.label == "unchecked"
        return Text("(not checked)" if unchecked else "(no passage is about this)", style="dim")
    text = Text()
    for place in places:
        if text:
            text.append("\n")
        text.append_text(_place(report, place, verdict.reasons))
    return text


def _place(report: Report, place: EvidenceSpan, reasons: tuple[Finding, ...]) -> Text:
    """A passage's id and words, the words a finding points at underlined."""
    passage = report.evidence.get(place.passage_id)
    line = Text(f"[{visible(place.passage_id)}] ", style="bold")
    if passage is None:
        return line.append("(this passage is not in the evidence)", style="dim")
    words = Text(visible(place.span.of(passage.text)), style="default not bold")
    for pointed in (p for finding in reasons for p in finding.evidence):
        inside = pointed.passage_id == place.passage_id and place.span.contains(pointed.span)
        if inside and pointed.span != place.span:
            start = pointed.span.start - place.span.start
            words.stylize("bold underline", start, start + len(pointed.span))
    return line.append_text(words)
