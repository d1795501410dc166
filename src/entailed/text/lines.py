"""Lines of a prose block: wrapped prose, or lines that stand for themselves.

A passage is often plain text with its own habits: "Fee: $40" under "Term: 2 years", bullets
that Markdown does not know, a title over its paragraph, a reference list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entailed.text.blocks import Block, cell_spans
from entailed.text.lazy import lazy
from entailed.text.prose import opens_as_prose
from entailed.types import BlockKind, Span

_BULLET = lazy(r"(?:[•●▪◦‣·∙■□○◆➢➤✓✔✗✘★☆]|[–—](?=\s)|\(?[a-z]\)|\((?:\d{1,2}|[ivx]{1,4})\))\s+")
_PAIR = lazy(r"(?:\*\*|__)?[^\W_][^:：\n.!?;]{0,48}?\s?[:：](?:\*\*|__)?(?:\s+\S|$)")
_GAP = lazy(r" {0,20}\t[\t ]*|(?<![.!?:;, ]) {2,}")  # two spaces after a stop are habit
_WIDE_GAP = lazy(r"\t| {3}")
_DIGIT = lazy(r"\d")
_STOP = lazy(r"[.!?。！？][\"”’')\]*_]*(?:\s*\[[^\[\]]{1,20}\])*$")
_CAPITAL = lazy(r"[*_\"“„«(\[]*(?:[^\W\d_a-zà-ÿа-я]|\d)")
_SECTION = lazy(r"^(?:§\s?)?\d{1,3}(?:\.\d{1,3}){0,4}\.?\s+")
_CONNECTOR = lazy(
    r"(?:[,;(\-–]|\b(?:the|a|an|of|to|in|on|at|by|for|with|from|and|or|nor|but|as|is|are|was|were|"
    r"be|that|which|who|whose|than|not|no|its|their|his|her|our|your|der|die|das|und|oder|mit|von|"
    r"zu|in|im|am|für|de|la|le|les|du|des|et|ou|en|el|los|las|y|o|del|di|il|e|per|da|do|em))$",
    re.IGNORECASE,
)
_REFERENCE_HEAD = lazy(
    r"[#*_\s]*(?:list of )?(?:references?|sources?(?: used| cited)?|bibliography|works cited|"
    r"citations?|footnotes?|endnotes|quellen(?:verzeichnis|angaben)?|literatur(?:verzeichnis)?|"
    r"fuentes|referencias|bibliografía|références|bibliographie|fonti|bibliografia|fontes|"
    r"referências|источники|литература|参考文献|参考资料|来源|出典)[*_\s]*[:：]?[*_\s]*$",
    re.IGNORECASE,
)
_REFERENCE_LINE = lazy(
    r"(?:[-*+•]\s+)?(?:\[\^?[^\[\]\n]{1,40}\]|【[^【】\n]{1,40}】|\(?\d{1,3}[.)\]:]|[¹²³⁴-⁹]+|https?://|<https?:)",
)
_FOOTNOTE = lazy(r"\[\^[^\[\]\n]{1,40}\]:")
_SOURCE_HEAD = (
    r"[*_]{0,2}(?:sources?|references?|quellen?|fuentes?|fonti|fonte|référence|来源|出典)"
    r"[*_]{0,2}\s?[:：]"
)
_SOURCE_START = lazy(_SOURCE_HEAD, re.IGNORECASE)
_SOURCE_LINE = lazy(
    _SOURCE_HEAD
    + r"[*_]{0,2}\s*(?:(?:\[[^\[\]\n]{1,40}\]|【[^【】\n]{1,40}】|https?://\S+|[\w./\-]+\.[a-z]{2,5})"
    r"(?:\([^()\s]*\))?(?:\s*(?:,|;|and|und)?\s*|$)){1,30}\.?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Chunk:
    """Lines of one block that are read together; a row of a table without rule has `cells`."""

    kind: BlockKind
    lines: tuple[Span, ...] = ()
    cells: tuple[Span, ...] = ()
    header: tuple[Span, ...] = ()
    opens_list: bool = False


def may_be_listed(content: str) -> bool:
    """Whether a line that begins like `content` is read otherwise once its whole block is there.

    "(a) the fee" is an item only beside other lines; "Sources: ..." a reference only as a whole.
    """
    return _BULLET.match(content) is not None or _SOURCE_START.match(content) is not None


class References:
    """Whether the reader is inside a list of references; one per text."""

    def __init__(self) -> None:
        self.inside = False

    def see(self, line: str, kind: BlockKind) -> bool:
        """Whether `line` belongs to a list of references (its title does)."""
        if _FOOTNOTE.match(line) or _SOURCE_LINE.match(line):
            return True
        if len(line) < 60 and _REFERENCE_HEAD.match(line):
            self.inside = True
            return True
        if kind == "heading":
            self.inside = False
        if self.inside and kind != "list_item" and not _REFERENCE_LINE.match(line):
            self.inside = _citation_like(line)
        return self.inside


def _citation_like(line: str) -> bool:
    """A short entry without a marker ("Town chronicle, 1931", "handbook.pdf")."""
    return len(line) < 80 and _STOP.search(line) is None and len(line.split()) <= 9


def chunks(text: str, block: Block, references: References) -> Iterator[Chunk]:
    """The parts of a prose block, in order; together they are all its lines."""
    contents = [line.of(text) for line in block.lines]
    title, rows = _rows(text, block.lines, contents)
    if rows:
        if title:
            yield Chunk(block.kind, block.lines[:title])
        yield from _table(text, rows)
        return
    style = _Style(contents)
    run: list[Span] = []
    run_kind = block.kind
    for i, line in enumerate(block.lines):
        kind, bullet = _line_kind(contents, i, block.kind, references)
        if kind == block.kind and run_kind == "list_item" and run and not style.breaks(i):
            kind = run_kind  # a wrapped line of the item before
        goes_on = kind == run_kind and kind != "reference" and not bullet
        if run and not (goes_on and not style.breaks(i)):
            opens = bool(bullet) and run_kind != "list_item" and _opens(text, run)
            yield Chunk(run_kind, tuple(run), opens_list=opens)
            run = []
        run.append(Span(line.start + bullet, line.end))
        run_kind = kind
    if run:
        yield Chunk(run_kind, tuple(run))


def _line_kind(
    contents: Sequence[str], i: int, kind: BlockKind, references: References
) -> tuple[BlockKind, int]:
    """What one line is, and how many characters its bullet takes."""
    content = contents[i]
    is_reference = references.see(content, kind)
    if kind == "heading":
        return kind, 0
    if is_reference:
        return "reference", 0
    bullet = _BULLET.match(content)
    if bullet and content[0] in "–—" and not _CAPITAL.match(content[bullet.end() :]):
        bullet = None  # a dash that a wrapped line happens to begin with
    if bullet and (len(contents) > 1 or not content[0].isascii()):
        return "list_item", bullet.end()
    return kind, 0


def _opens(text: str, run: Sequence[Span]) -> bool:
    """Whether a line leads in the items after it: with a colon, or without any stop."""
    return _STOP.search(run[-1].of(text)[-40:]) is None


_FIELD = lazy(r"\S.{0,60}")


def _separated(lines: Sequence[Span], contents: Sequence[str]) -> list[tuple[Span, ...]]:
    """Cells of lines of as many fields, set off by commas or semicolons without a space.

    Only under a heading without figures over lines that all have some, which no prose is.
    """
    if len(lines) < 3 or _DIGIT.search(contents[0]) or not all(map(_DIGIT.search, contents[1:])):
        return []
    for mark in (",", ";"):
        fields = [c.rstrip().split(mark) for c in contents]
        width = len(fields[0])
        even = width > 1 and all(len(f) == width for f in fields)
        if even and all(_FIELD.fullmatch(cell) for f in fields for cell in f):
            return [tuple(_split(line, f)) for line, f in zip(lines, fields, strict=True)]
    return []


def _split(line: Span, fields: Sequence[str]) -> Iterator[Span]:
    at = line.start
    for field in fields:
        yield Span(at, at + len(field))
        at += len(field) + 1


def _rows(
    text: str, lines: Sequence[Span], contents: Sequence[str]
) -> tuple[int, list[tuple[Span, ...]]]:
    """Rows of a table without a rule, and how many lines of title stand over them.

    Its cells stand between bars, or are set off by tabs or wide gaps, as many in each line.
    """
    if len(lines) < 2:
        barred = contents and contents[0].startswith("|") and contents[0].count("|") > 2
        return (0, [cell_spans(text, lines[0])]) if barred else (0, [])
    prose = opens_as_prose(contents[0])
    if not prose and all("|" in c for c in contents):
        rows = [cell_spans(text, line) for line in lines]
        return 0, rows if len({len(r) for r in rows}) == 1 and len(rows[0]) > 1 else []
    listed = [] if prose else _separated(lines, contents)
    if listed:
        return 0, listed
    gaps = (i for i, c in enumerate(contents) if _GAP.search(c) and not (i == 0 and prose))
    title = next(gaps, len(lines))
    rows = [tuple(_cells(line, line.of(text))) for line in lines[title:]]
    even = len({len(r) for r in rows}) == 1 and title < 3
    narrow = len(rows) < 3 and not any(_WIDE_GAP.search(c) for c in contents)
    return (title, rows) if len(rows) > 1 and even and not narrow else (0, [])


def _cells(line: Span, content: str) -> Iterator[Span]:
    at = 0
    for gap in _GAP.finditer(content):
        yield Span(line.start + at, line.start + gap.start())
        at = gap.end()
    yield Span(line.start + at, line.end)


def _table(text: str, rows: Sequence[tuple[Span, ...]]) -> Iterator[Chunk]:
    """Rows with the first as header, when it alone has no figure."""
    figures = [any(_DIGIT.search(c.of(text)) for c in row[1:]) for row in rows]
    headed = len(rows) > 1 and not figures[0] and all(figures[1:])
    if headed:
        yield Chunk("table_header", cells=rows[0])
    for row in rows[1:] if headed else rows:
        yield Chunk("table_row", cells=row, header=rows[0] if headed else ())


class _Style:
    """How the lines of one block hang together."""

    def __init__(self, contents: Sequence[str]) -> None:
        self.contents = contents
        keyed = [len(c) < 400 and _PAIR.match(c) is not None for c in contents]
        records = all(keyed) and len(keyed) > 1  # "fee: $40" under "term: 2 years"
        self.pairs = [
            k and (records or _CAPITAL.match(c) is not None)
            for k, c in zip(keyed, contents, strict=True)
        ]
        later = contents[1:]
        capital = sum(1 for c in later if _CAPITAL.match(c))
        ended = sum(1 for c in contents[:-1] if _STOP.search(c[-40:]))
        self.listed = len(contents) > 2 and capital == len(later) and ended * 2 < len(later)

    def breaks(self, i: int) -> bool:
        """Whether line `i` begins something new rather than going on from line `i - 1`."""
        before, line = self.contents[i - 1], self.contents[i]
        if _CONNECTOR.search(before[-12:]):
            return False
        if self.pairs[i] and (self.pairs[i - 1] or _STOP.search(before[-40:])):
            return True
        if not _CAPITAL.match(line):
            return False
        if before.rstrip().endswith((":", "：")) and len(before) < 80 and self.pairs[i - 1]:
            return True
        return self.listed or (i == 1 and _is_title(before, line))


def _is_title(line: str, following: str) -> bool:
    """A short line in title case over its paragraph ("Refund Policy")."""
    words = _SECTION.sub("", line).split()
    if (
        not words
        or len(words) > 7
        or len(line) > 60
        or _STOP.search(line)
        or len(following) < len(line) * 1.3
    ):
        return False
    return (
        all(w[:1].isupper() or w[:1].isdigit() or len(w) < 4 for w in words)
        and words[0][:1].isupper()
    )
