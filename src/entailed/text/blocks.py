"""Markdown blocks of a text, each line with its place in the original.

The block structure is read by markdown-it-py, with the rules switched off that mangle ordinary
prose (indented code, HTML blocks, underlined headings, link definitions).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.table import table as read_table
from markdown_it.token import Token

from entailed.text.lazy import lazy
from entailed.text.prose import opens_as_prose
from entailed.types import BlockKind, Span

_MARKUP_LINE = lazy(r"^[ \t]*(?:[#>*+\-]|```|~~~|\d{1,9}[.)]|_[ \t]*_[ \t]*_)|\|", re.MULTILINE)
_LINE_ENDS = str.maketrans(dict.fromkeys("\x0b\x0c\x85\u2028\u2029", "\n"))
# Blank to a reader, not to Markdown: what follows must not hang on which of them reads.
_ASCII_ODD = lazy("[\x0b\x0c\x1c-\x1f]")
_ODD_BLANK = lazy(r"^[^\S\n]*[^\S\n \t][^\S\n]*$", re.MULTILINE)
_ODD_LINE_END = lazy("[\x0b\x0c\x85\u2028\u2029]")
_FENCE = lazy(r"[ \t>]*(?:`{3,}|~{3,})")
_PROSE_FENCES = frozenset({"markdown", "md", "text", "txt", "plaintext"})
_ITEM_NUMBER = lazy(r"\d{3,9}[.)][ \t]+$")


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph, heading, list item paragraph, table row or code block.

    `lines` are the spans of its content lines without container markers, in order; for a table
    row they are its cells. `header` are the cells of the table's header. `lead` is the index
    of the block that introduces the list this one is in, or None.
    """

    kind: BlockKind
    lines: tuple[Span, ...]
    header: tuple[Span, ...] = ()
    lead: int | None = None


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block: `[start, end)` from its opening line on, and whether its end has come."""

    start: int
    end: int
    closed: bool


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": 40}).enable("table")
    parser.block.ruler.at("table", _table, {"alt": ["paragraph", "reference"]})
    parser.disable(["code", "html_block", "reference", "lheading"])
    parser.core.ruler.disable(["inline", "normalize"])
    return parser


def _table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A table, unless the line that would be its header is prose with a bar in it."""
    line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    return not opens_as_prose(line) and read_table(state, start, end, silent)


def plain_lines(text: str) -> str:
    """`text` with every line end written as a line feed and blank lines blank, same length."""
    if "\r" in text:
        text = text.replace("\r\n", " \n").replace("\r", "\n")
    if text.isascii() and not _ASCII_ODD.search(text):
        return text
    return _ODD_BLANK.sub(lambda m: " " * len(m.group()), text.translate(_LINE_ENDS))


def blocks(text: str) -> tuple[Block, ...]:
    """The blocks of `text`, in order; empty for blank text. Every letter is in some block."""
    return blocks_and_fences(text)[0]


def blocks_and_fences(text: str) -> tuple[tuple[Block, ...], tuple[Fence, ...]]:
    """The blocks of `text`, and where its fences are, closed or not, in order."""
    flat = plain_lines(text)
    lines = _line_spans(flat)
    if _MARKUP_LINE.search(flat) is None:
        return tuple(_paragraphs(flat, lines, 0, len(lines))), ()
    walk = _Walk(flat, lines)
    walk.run(_parser().parse(flat))
    return walk.finish(), tuple(walk.fences)


def _line_spans(text: str) -> list[Span]:
    spans: list[Span] = []
    at = 0
    while at <= len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        spans.append(Span(at, end))
        at = end + 1
    return spans


def _paragraphs(text: str, lines: Sequence[Span], first: int, last: int) -> list[Block]:
    """Runs of non-blank lines as paragraphs."""
    found: list[Block] = []
    run: list[Span] = []
    for span in lines[first:last]:
        if span.of(text).strip():
            run.append(trimmed(text, span))
        elif run:
            found.append(Block("paragraph", tuple(run)))
            run = []
    if run:
        found.append(Block("paragraph", tuple(run)))
    return found


def trimmed(text: str, span: Span) -> Span:
    """`span` without white space at its edges."""
    raw = span.of(text)
    start = span.start + len(raw) - len(raw.lstrip())
    return Span(start, max(start, span.start + len(raw.rstrip())))


class _Walk:
    """One pass over the tokens; collects blocks and the lines they cover."""

    def __init__(self, text: str, lines: list[Span]) -> None:
        self.text = text
        self.lines = lines
        self.found: list[Block] = []
        self.order: list[int] = []
        self.covered = bytearray(len(lines))
        self.leads: list[int | None] = []
        self.quotes = 0
        self.fresh = False
        self.header: tuple[Span, ...] = ()
        self.fences: list[Fence] = []

    def run(self, tokens: Sequence[Token]) -> None:
        for i, token in enumerate(tokens):
            kind = token.type
            if kind in ("bullet_list_open", "ordered_list_open"):
                self.leads.append(len(self.found) - 1 if self.found else None)
            elif kind in ("bullet_list_close", "ordered_list_close"):
                self.leads.pop()
            elif kind == "list_item_open":
                self.fresh = True
            elif kind == "blockquote_open":
                self.quotes += 1
            elif kind == "blockquote_close":
                self.quotes -= 1
            elif kind == "paragraph_open":
                self._paragraph(tokens[i + 1], self._kind())
            elif kind == "heading_open":
                self._paragraph(tokens[i + 1], "heading")
            elif kind == "tr_open":
                self._row(token, header=tokens[i + 1].type == "th_open")
            elif kind == "fence":
                self._fence(token)
            elif kind in ("hr", "thead_open", "table_open"):
                self._cover(token, two=kind == "thead_open")

    def _kind(self) -> BlockKind:
        if self.leads:
            return "list_item"
        return "quote" if self.quotes else "paragraph"

    def _cover(self, token: Token, two: bool = False) -> None:
        if token.map is None or token.type == "table_open":
            return
        for line in range(token.map[0], min(token.map[1] + two, len(self.lines))):
            self.covered[line] = 1

    def _add(self, line: int, block: Block) -> None:
        self.found.append(block)
        self.order.append(line)

    def _paragraph(self, inline: Token, kind: BlockKind) -> None:
        if inline.map is None:
            return
        first = inline.map[0]
        spans: list[Span] = []
        for j, content in enumerate(inline.content.split("\n")):
            if first + j < len(self.lines):
                self.covered[first + j] = 1
                spans.append(self._place(self.lines[first + j], content.strip()))
        if kind == "list_item" and self.fresh:
            spans[0] = self._without_box(self._with_year(first, spans[0]))
        lead = self.leads[-1] if self.leads and self.fresh else None
        self.fresh = False
        kept = tuple(s for s in spans if len(s))
        if kind == "list_item" and len(kept) > 1 and self._leads_on(kept[-1]):
            self._add(first, Block(kind, kept[:-1], lead=lead))
            self._add(first + len(spans) - 1, Block("paragraph", kept[-1:]))
            self.leads[-1] = len(self.found) - 1
        elif kept:
            self._add(first, Block(kind, kept, lead=lead))

    def _leads_on(self, line: Span) -> bool:
        """Whether an unindented line under a list item is the lead-in of what follows."""
        text = line.of(self.text)
        at_margin = line.start == 0 or self.text[line.start - 1] == "\n"
        return at_margin and text[:1].isupper() and text.endswith((":", "："))

    def _place(self, line: Span, content: str) -> Span:
        """Where in `line` its content stands; the whole line when it cannot be told."""
        raw = line.of(self.text)
        at = len(raw.rstrip()) - len(content)
        if at < 0 or raw[at : at + len(content)] != content:
            at = raw.find(content)
        if at < 0:
            return trimmed(self.text, line)
        return Span(line.start + at, line.start + at + len(content))

    def _with_year(self, line: int, span: Span) -> Span:
        """A "marker" of three digits or more is a number of the text, not of the list."""
        before = self.text[self.lines[line].start : span.start]
        match = _ITEM_NUMBER.search(before)
        return span if match is None else Span(span.start - len(match.group()), span.end)

    def _without_box(self, span: Span) -> Span:
        """A task box at the beginning of an item is markup."""
        box = _TASK_BOX.match(self.text, span.start, span.end)
        return span if box is None else Span(box.end(), span.end)

    def _row(self, token: Token, header: bool) -> None:
        if token.map is None:
            return
        line = token.map[0]
        self.covered[line] = 1
        cells = cell_spans(self.text, self.lines[line])
        self.header = cells if header else self.header
        kind: BlockKind = "table_header" if header else "table_row"
        self._add(line, Block(kind, cells, header=self.header))

    def _fence(self, token: Token) -> None:
        if token.map is None:
            return
        first, last = token.map
        for line in range(first, last):
            self.covered[line] = 1
        closed = last - 1 > first and _FENCE.match(self.lines[last - 1].of(self.text)) is not None
        mark = self.lines[last - 1].of(self.text).strip(" \t>")
        ended = closed and len(mark) >= len(token.markup) and not mark.strip(token.markup[0])
        self.fences.append(Fence(self.lines[first].start, self.lines[last - 1].end, ended))
        inside = self.lines[first + 1 : last - 1 if closed else last]
        language = token.info.strip().lower()
        prose = language in _PROSE_FENCES or (not language and self._reads_as_prose(inside))
        if prose and inside:
            self._nested(first + 1, inside)
            return
        kept = tuple(t for t in (trimmed(self.text, s) for s in inside) if len(t))
        if kept:
            self._add(first, Block("code", kept))

    def _reads_as_prose(self, lines: Sequence[Span]) -> bool:
        """Whether a fence without a language holds sentences: a claim must not hide as code."""
        written = [t for s in lines if (t := s.of(self.text).strip())]
        prose = sum(1 for t in written if _PROSE_LINE.match(t) and not _CODE_SIGN.search(t))
        return prose * 2 > len(written)

    def _nested(self, line: int, inside: Sequence[Span]) -> None:
        """The blocks of a fence that holds text, not code."""
        start = inside[0].start
        base = len(self.found)
        for block in blocks(self.text[start : inside[-1].end]):
            self._add(
                line,
                Block(
                    block.kind,
                    tuple(Span(s.start + start, s.end + start) for s in block.lines),
                    tuple(Span(s.start + start, s.end + start) for s in block.header),
                    None if block.lead is None else block.lead + base,
                ),
            )

    def finish(self) -> tuple[Block, ...]:
        """The blocks found, with lines that no token covered put back in their place."""
        missed: list[tuple[int, Block]] = []
        run_start: int | None = None
        for line, seen in enumerate([*self.covered, 1]):
            open_line = not seen and bool(self.lines[line].of(self.text).strip(" \t>"))
            if open_line and run_start is None:
                run_start = line
            elif not open_line and run_start is not None:
                rest = _paragraphs(self.text, self.lines, run_start, line)
                missed += [(run_start, block) for block in rest]
                run_start = None
        return self._merge(missed) if missed else tuple(self.found)

    def _merge(self, missed: Sequence[tuple[int, Block]]) -> tuple[Block, ...]:
        entries = [
            (line, 0, i, b) for i, (line, b) in enumerate(zip(self.order, self.found, strict=True))
        ]
        entries += [(line, 1, i, b) for i, (line, b) in enumerate(missed)]
        entries.sort(key=lambda e: e[:3])
        moved = {i: new for new, (_, extra, i, _) in enumerate(entries) if not extra}
        return tuple(
            b if b.lead is None else Block(b.kind, b.lines, b.header, moved[b.lead])
            for *_, b in entries
        )


_PROSE_LINE = lazy(r"(?:[-*+#>] ?)*[^\W\d_a-z].{12,}[.!?:][\"”’)*_\]]*$")
_CODE_SIGN = lazy(r"[{};=<>]|\w\(|::|->|^\$ ")
_TASK_BOX = lazy(r"\[[ xX]\]\s+")
_PREFIX = lazy(r"[ \t>]*(?:(?:[*+\-]|\d{1,9}[.)])[ \t]+(?=\|))?")


def cell_spans(text: str, line: Span) -> tuple[Span, ...]:
    """The cells of a table line, split at unescaped bars, white space trimmed."""
    raw = line.of(text)
    match = _PREFIX.match(raw)
    start = match.end() if match else 0
    stop = len(raw.rstrip())
    start += raw[start : start + 1] == "|"
    if stop > start and raw[stop - 1] == "|" and raw[stop - 2 : stop - 1] != "\\":
        stop -= 1
    cells: list[Span] = []
    at = start
    for i in range(start, stop + 1):
        if i == stop or (raw[i] == "|" and raw[i - 1 : i] != "\\"):
            cells.append(trimmed(text, Span(line.start + at, line.start + max(at, i))))
            at = i + 1
    return tuple(cells)
