"""The headings of a document, in the ways plain text and Markdown write them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from entailed.text.inline import plain
from entailed.text.lazy import lazy
from entailed.text.memo import identity
from entailed.types import Span

__all__ = ["Heading", "find_headings"]

_MARKED = lazy(r" {0,3}(#{1,6})[ \t]+(?P<title>\S.*?)[ \t]*#*[ \t]*$")
_UNDERLINE = lazy(r" {0,3}(?P<mark>={3,}|-{3,})[ \t]*$")
_FENCE = lazy(r" {0,3}(`{3,}|~{3,})")
_BLOCK = lazy(r"[ \t]*(?:[>|+*]|[-–•][ \t]|<!--)|\t| {4}")
_NUMBER = lazy(r"(?:§[ \t]?)?(?P<number>\d{1,2}(?:\.\d{1,2}){0,3})[.)]?[ \t]+(?=[^\W\d_a-z])")
_PART = lazy(
    r"(?:Section|Article|Chapter|Clause|Part|Annex|Appendix|Schedule)[ \t]+[\dIVXA-Z]{1,4}\b"
)
_LETTERS = lazy(r"[^\W\d_]")
_LONGEST = 80  # characters of a heading without markup; a longer line is prose
_MOST_WORDS = 10


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: `span` covers its line (and its underline); `level` counts from 1, the top.

    `title` is plain text. Headings without markup rank below marked ones.
    """

    span: Span
    level: int
    title: str


def find_headings(text: str) -> tuple[Heading, ...]:
    """The headings of `text`, in order: "# Title", a title underlined with = or -, a short line in
    capitals, a short numbered line ("3.1 Notice", "Article 5") that stands alone, and a short
    first line that reads like a title.

    Lines of code, quotes, tables and lists are none. Linear in the length of `text`.
    """
    lines = _lines(text)
    return tuple(_read(text, lines, _inside_code(text, lines)))


def _lines(text: str) -> list[Span]:
    spans: list[Span] = []
    at = 0
    for line in text.splitlines(keepends=True):
        bare = line.rstrip("\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029")
        spans.append(Span(at, at + len(bare)))
        at += len(line)
    return spans


def _inside_code(text: str, lines: Sequence[Span]) -> list[bool]:
    """For each line whether it belongs to fenced code."""
    inside: list[bool] = []
    fence = ""
    for line in lines:
        match = _FENCE.match(text, line.start, line.end)
        mark = match.group(1) if match else ""
        closes = bool(fence) and mark.startswith(fence)
        inside.append(bool(fence) or bool(mark))
        if closes:
            fence = ""
        elif mark and not fence:
            fence = mark
    return inside


def _read(text: str, lines: Sequence[Span], code: Sequence[bool]) -> Iterator[Heading]:
    skip = -1
    first = next((i for i, line in enumerate(lines) if line.of(text).strip()), -1)
    for i, line in enumerate(lines):
        if i == skip or code[i]:
            continue
        match = _MARKED.match(text, line.start, line.end)
        if match:
            yield _heading(text, line, len(match.group(1)), Span(*match.span("title")))
            continue
        raw = line.of(text).strip()
        if not raw or not _blank(text, lines, i - 1) or _BLOCK.match(text, line.start, line.end):
            continue
        below = lines[i + 1] if i + 1 < len(lines) and not code[i + 1] else None
        rule = _UNDERLINE.match(text, below.start, below.end) if below else None
        if rule and below and len(raw) <= 2 * _LONGEST and not _UNDERLINE.match(raw):
            level = 1 if rule.group("mark")[0] == "=" else 2
            yield _heading(text, Span(line.start, below.end), level, line)
            skip = i + 1
        elif level := _bare_level(text, lines, i):
            yield _heading(text, line, level, line)
        elif i == first and _is_title(text, lines, i):
            yield _heading(text, line, 1, line)


def _heading(text: str, span: Span, level: int, title: Span) -> Heading:
    return Heading(span, level, plain(identity(title.of(text).strip(), title.start)).body.text)


def _blank(text: str, lines: Sequence[Span], i: int) -> bool:
    """Whether line `i` is blank or outside of the text."""
    return not 0 <= i < len(lines) or not lines[i].of(text).strip()


def _is_title(text: str, lines: Sequence[Span], i: int) -> bool:
    """Whether the first line names the document: short, no sentence, more lines below it, which
    do not go on with it.
    """
    raw = lines[i].of(text).strip()
    rest = next((r for line in lines[i + 1 :] if (r := line.of(text).strip())), "")
    joined = i + 1 < len(lines) and lines[i + 1].of(text).strip()[:1].islower()
    titled = raw[:1].isupper() and not _NUMBER.match(raw)
    return titled and _short(raw) and ": " not in raw and bool(rest) and not joined


def _short(raw: str) -> bool:
    """Whether a line is short enough for a heading, and ends like one."""
    few = len(raw) <= _LONGEST and len(raw.split()) <= _MOST_WORDS
    return few and raw[-1] not in ".,;:!?。"


def _bare_level(text: str, lines: Sequence[Span], i: int) -> int:
    """The level of line `i` as a heading without markup, or 0."""
    raw = lines[i].of(text).strip()
    if not _short(raw):
        return 0
    alone = _blank(text, lines, i + 1)
    number = _NUMBER.match(raw)
    if number:
        depth = number.group("number").count(".")
        after = (lines[k] for k in range(i + 1, len(lines)))
        before = (lines[k] for k in range(i - 1, -1, -1))
        listed = _numbered(text, after) or _numbered(text, before)
        return 3 + depth if not listed and (alone or depth) else 0
    if _PART.match(raw):
        return 3
    letters = _LETTERS.findall(raw)
    capitals = alone and len(letters) >= 4 and raw.isupper() and raw.casefold() != raw
    return 3 if capitals else 0


def _numbered(text: str, lines: Iterable[Span]) -> bool:
    """Whether the first of `lines` with text is numbered too: then they are items of a list."""
    for line in lines:
        raw = line.of(text).strip()
        if raw:
            return _NUMBER.match(raw) is not None and len(raw) <= _LONGEST
    return False
