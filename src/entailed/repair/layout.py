"""The lines of an answer and the places in it that an insertion must not split.

Lines are read by their shape alone (list marker, heading, table row, fence), which is enough to
delete one without breaking its neighbours; what a sentence is, the extractor has decided.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from entailed.text.lazy import lazy
from entailed.types import Span

__all__ = ["Layout", "Line", "LineKind", "read_layout"]

LineKind = Literal["text", "item", "heading", "header_row", "rule_row", "row", "fence", "blank"]

_QUOTE = r"(?:[ \t]{0,3}>[ \t]?){0,8}"
_FENCE = lazy(_QUOTE + r"[ \t]{0,12}(?P<mark>`{3,}|~{3,})")
_ITEM = lazy(
    r"(?P<lead>" + _QUOTE + r"[ \t]{0,40})(?P<mark>[-*+•]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\] )?"
)
_HEADING = lazy(_QUOTE + r"[ \t]{0,3}(?P<mark>#{1,6})[ \t]")
_BOLD_LINE = lazy(r"[ \t]{0,3}(\*\*|__)[^*_\n]{1,120}\1:?[ \t]*$")
_RULE = lazy(r"[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*$")
_PREFIX = lazy(_QUOTE + r"[ \t]*")
_GUARDED = lazy(
    r"(?P<ticks>`{1,3})[^`\n]{1,400}(?P=ticks)"
    r"|!?\[[^\[\]\n]{0,300}\]\([^()\s]{0,1000}(?:\s\"[^\"\n]{0,200}\")?\)"
    r"|<[A-Za-z/!][^<>\n]{0,500}>"
    r"|https?://[^\s<>()\[\]|]{1,1000}"
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line: `[start, end)` without its newline; its text proper begins at `content`.

    `indent` is the column of a list marker, `number` the number of an ordered item, `mark` the
    span of that number, `level` 1 to 6 of a heading (7: a line that is all bold).
    """

    start: int
    end: int
    content: int
    kind: LineKind
    indent: int = 0
    number: int | None = None
    mark: Span | None = None
    level: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """The lines of an answer, which cover it but for newlines, and its unsplittable places."""

    lines: tuple[Line, ...]
    guards: tuple[Span, ...]

    def index_at(self, offset: int) -> int:
        """Index of the line that holds `offset` (a newline belongs to the line it ends)."""
        low, high = 0, len(self.lines) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self.lines[middle].start <= offset:
                low = middle
            else:
                high = middle - 1
        return low

    def line_at(self, offset: int) -> Line:
        """The line that holds `offset`."""
        return self.lines[self.index_at(offset)]

    def guard_at(self, offset: int) -> Span | None:
        """The unsplittable place that has `offset` strictly inside, or None."""
        return next((g for g in self.guards if g.start < offset < g.end), None)


def read_layout(answer: str) -> Layout:
    """The layout of `answer`; one blank line for an empty answer."""
    raw = list(_raw_lines(answer))
    lines: list[Line] = []
    fence = ""
    in_table = False
    for position, (start, end) in enumerate(raw):
        text = answer[start:end]
        following = answer[slice(*raw[position + 1])] if position + 1 < len(raw) else ""
        opened = _FENCE.match(text)
        if fence or opened:
            lines.append(Line(start, end, start, "fence"))
            fence = _next_fence(fence, opened)
            continue
        in_table, kind = _table_kind(text, following, in_table)
        lines.append(Line(start, end, start, kind) if kind else _line(text, start, end))
    guards = tuple(Span(m.start(), m.end()) for m in _GUARDED.finditer(answer))
    return Layout(tuple(lines), guards)


def _raw_lines(answer: str) -> Iterator[tuple[int, int]]:
    start = 0
    while True:
        end = answer.find("\n", start)
        if end < 0:
            yield start, len(answer)
            return
        yield start, end
        start = end + 1


def _next_fence(fence: str, mark: re.Match[str] | None) -> str:
    """The fence that is open after this line ("" for none)."""
    if not fence:
        return mark["mark"] if mark else ""
    closes = mark is not None and mark["mark"].startswith(fence)
    return "" if closes else fence


def _table_kind(text: str, following: str, in_table: bool) -> tuple[bool, LineKind | None]:
    """Whether a table goes on after this line, and what the line is in it."""
    if in_table and "|" in text:
        return True, "rule_row" if _is_rule(text) else "row"
    if "|" in text and "|" in following and _is_rule(following):
        return True, "header_row"
    return False, None


def _is_rule(text: str) -> bool:
    return "-" in text and len(text) < 2000 and _RULE.match(text) is not None


def _line(text: str, start: int, end: int) -> Line:
    if not text.strip():
        return Line(start, end, end, "blank")
    heading = _HEADING.match(text)
    if heading:
        return Line(start, end, start + heading.end(), "heading", level=len(heading["mark"]))
    if _BOLD_LINE.match(text):
        return Line(start, end, start, "heading", level=7)
    item = _ITEM.match(text)
    if item:
        mark = item["mark"]
        number = int(mark[:-1]) if mark[0].isdigit() else None
        at = start + item.start("mark")
        span = Span(at, at + max(len(mark) - 1, 1))
        content = start + item.end()
        return Line(start, end, content, "item", len(item["lead"]), number, span)
    prefix = _PREFIX.match(text)
    width = prefix.end() if prefix else 0
    return Line(start, end, start + width, "text", indent=width)
