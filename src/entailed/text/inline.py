"""Inline Markdown and HTML of a block, removed with the way back to the original."""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass

from entailed.text.lazy import lazy
from entailed.text.normalize import INVISIBLE, collapse, join_wraps, without
from entailed.types import Mapped

_TAGS = (
    "a abbr b big blockquote br caption center cite code dd del details div dl dt em figcaption "
    "figure font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strike "
    "strong sub summary sup table tbody td tfoot th thead tr tt u ul var"
).replace(" ", "|")
_BREAKING = frozenset(
    "br p div li tr ul ol table h1 h2 h3 h4 h5 h6 hr blockquote pre dt dd caption summary".split()
)
_URL = r"[^()\s<>]{0,500}(?:\([^()\s<>]{0,200}\)[^()\s<>]{0,500})?"
_LINK_END = rf"\]\(<?{_URL}>?(?:\s+[\"'][^\"'\n]{{0,200}}[\"'])?\s?\)"
_LINK = lazy(
    rf"!?\[(?P<label>(?:[^\[\]\n\\]|\\.|\[[^\[\]\n]{{0,80}}\]){{0,400}})(?P<end>{_LINK_END})"
)
_TOKEN = lazy(
    "|".join(
        (
            r"(?P<ticks>`+)",
            r"(?P<escape>\\[\\`*_{}\[\]()#+\-.!|>~$<])",
            r"(?P<comment><!--)",
            rf"(?P<tag></?(?P<name>{_TAGS})(?:\s[^<>=\n]{{1,80}}=[^<>\n]{{0,500}})?\s?/?>)",
            r"(?P<auto><(?:https?|mailto):[^<>\s]{1,500}>)",
            r"(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)",
            r"(?P<link>!?\[(?=(?:[^\[\]\n\\]|\\.|\[[^\[\]\n]{0,80}\]){0,400}\]\())",
            r"(?P<mark>\*+|_+|~~)",
        )
    ),
    re.IGNORECASE,
)
_PLAIN = lazy(rf"[`\\<&\[*_~{INVISIBLE}]|[^\S ]|  ")
_MARKUP = lazy(r"[`\\<&*_~]|\](?=\()|!\[")
_MARKER_LABEL = lazy(r"\[?\^?\d{1,3}\]?$")
_UNIT_TAIL = lazy(r"(?<![^\W_])(?:[munpckdM]?m|ft|in|s)$")
_SPACES = lazy(r"\s")
_OPEN_STACK = 60
_PAIRS = ("()", "[]", "{}", "【】", "（）", "「」", "『』", "〔〕", "［］", "《》", "〖〗", "⟦⟧")
_ESCAPED = lazy(r"\\.")
_COMMENT = lazy(r"<!--.*?-->")
_OPEN_TAG = lazy(r"<[A-Za-z/!?][^>]*$")
_QUOTE_PAIR = lazy(r"[“„«][^“”„«»\n]*[”“»]|(?<![\w\"])\"[^\"\n]*\"(?![\w\"])")
_QUOTE_OPEN = lazy(r"[“„«]|(?<![\w\"])\"")
_SURPLUS = lazy(r"(?<=[ \n]) +| +(?=\n)|(?<=\n)\n+")


@dataclass(frozen=True, slots=True)
class Plain:
    """Readable text of a block: `body`, and the ranges of it no sentence may end in."""

    body: Mapped
    shields: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True)
class _Mark:
    """A run of emphasis marks waiting for its partner; `left` of them are still literal."""

    part: int
    char: str
    left: int
    opens: bool
    closes: bool


class _Writer:
    """Collects the readable parts of one block."""

    def __init__(self, raw: Mapped) -> None:
        self.raw = raw
        self.text = raw.text
        self.parts: list[Mapped] = []
        self.marks: list[_Mark] = []
        self.code: list[tuple[int, int]] = []
        self.runs = _tick_runs(raw.text)

    def copy(self, start: int, end: int) -> None:
        """Take over `text[start:end]` as it is."""
        if start < end:
            self.parts.append(self.raw.slice(start, end))

    def put(self, text: str, start: int, end: int) -> None:
        """Write `text` in place of `text[start:end]`."""
        if text:
            self.parts.append(Mapped.inserted(text, self.raw.span(start, end)))


def plain(raw: Mapped) -> Plain:
    """The readable text of `raw`, a block whose lines are joined by line feeds.

    White space is collapsed; a hard break (`<br>`, two spaces at a line end, block-level HTML) is
    kept as a line feed. Unbalanced or intraword marks stay as they are.
    """
    if _PLAIN.search(raw.text) is None:
        return Plain(raw)
    raw = collapse(join_wraps(raw))
    if _MARKUP.search(raw.text) is None:
        return Plain(raw)
    writer = _Writer(raw)
    _scan(writer)
    _pair(writer.marks)
    for mark in writer.marks:
        writer.parts[mark.part] = writer.parts[mark.part].slice(0, mark.left)
    body = without(Mapped.join(*writer.parts), _SURPLUS)
    return Plain(body, _in_body(body, writer.code))


def unclosed(text: str) -> bool:
    """Whether what follows `text` on its line may change how `text` reads.

    True while a code span, tag, comment, link, bracket, quotation or emphasis is open in it. May
    be True where nothing would change; never False where something would.
    """
    spans = _closed_code(text)
    if spans is None:
        return True
    parts = [
        text[a:b]
        for a, b in zip(
            [0, *(e for _, e in spans)], [*(a for a, _ in spans), len(text)], strict=True
        )
    ]
    bare = _ESCAPED.sub("xx", "x".join(parts))
    if _OPEN_TAG.search(_COMMENT.sub("", bare)):
        return True
    return _brackets_open(bare) or _quotes_open(bare) or _emphasis_open(bare)


def _closed_code(text: str) -> list[tuple[int, int]] | None:
    """The code spans of `text`, or None when a run of back-ticks has no partner in it."""
    found: list[tuple[int, int]] = []
    runs = [m.span() for m in re.finditer(r"`+", text)]
    at = 0
    while at < len(runs):
        start, end = runs[at]
        close = next(
            (i for i in range(at + 1, len(runs)) if runs[i][1] - runs[i][0] == end - start), None
        )
        if close is None:
            return None
        found.append((start, runs[close][1]))
        at = close + 1
    return found


def _brackets_open(text: str) -> bool:
    return any(left in text and _depth(text, left, right) > 0 for left, right in map(tuple, _PAIRS))


def _depth(text: str, left: str, right: str) -> int:
    """How many of `left` have no `right` after them."""
    depth = 0
    for char in text:
        if char == left:
            depth += 1
        elif char == right and depth:
            depth -= 1
    return depth


def _quotes_open(text: str) -> bool:
    rest = _QUOTE_PAIR.sub("", text)
    return _QUOTE_OPEN.search(rest) is not None


def _emphasis_open(text: str) -> bool:
    marks: list[_Mark] = []
    for match in re.finditer(r"\*+|_+|~~", text):
        opens, closes = _flanks(text, *match.span())
        marks.append(_Mark(0, match.group()[0], len(match.group()), opens, closes))
    _cancel(marks)
    return any(mark.opens and mark.left for mark in marks)


def _in_body(body: Mapped, places: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Original ranges as ranges of the body."""
    return tuple((bisect_left(body.starts, a), bisect_left(body.starts, b)) for a, b in places)


def _scan(writer: _Writer) -> None:
    text = writer.text
    at = 0
    while at < len(text):
        match = _TOKEN.search(text, at)
        if match is None:
            break
        writer.copy(at, match.start())
        at = _handle(writer, match)
    writer.copy(at, len(text))


def _handle(writer: _Writer, match: re.Match[str]) -> int:
    """Write what `match` stands for; return where to go on."""
    kind = match.lastgroup or ""
    start, end = match.span()
    if kind == "ticks":
        return _code(writer, start, end)
    if kind == "comment":
        close = writer.text.find("-->", end, end + 5000)
        if close < 0:
            writer.copy(start, end)
        return end if close < 0 else close + 3
    if kind == "link":
        return _link(writer, start, end)
    if kind == "mark":
        _mark(writer, start, end)
    else:
        _SIMPLE[kind](writer, match)
    return end


def _write_tag(writer: _Writer, match: re.Match[str]) -> None:
    name = match.group("name").lower()
    start, end = match.span()
    if name in _BREAKING:
        writer.put("\n", start, end)
    elif name in ("td", "th"):
        writer.put(" ", start, end)
    elif name == "sup" and not match.group().startswith("</"):
        before = writer.text[max(0, start - 4) : start]
        sign = "^" if before[-1:].isdigit() else "" if _UNIT_TAIL.search(before) else " "
        writer.put(sign, start, end)


def _write_entity(writer: _Writer, match: re.Match[str]) -> None:
    decoded = html.unescape(match.group())
    writer.put(" " if decoded.isspace() else decoded, match.start(), match.end())


_SIMPLE: dict[str, Callable[[_Writer, re.Match[str]], None]] = {
    "escape": lambda w, m: w.put(m.group()[1], m.start(), m.end()),
    "tag": _write_tag,
    "auto": lambda w, m: w.copy(m.start() + 1, m.end() - 1),
    "entity": _write_entity,
}


def _tick_runs(text: str) -> dict[int, list[int]]:
    """Places of back-tick runs by length, last first, so that the next one is popped."""
    runs: dict[int, list[int]] = {}
    if "`" in text:
        for match in re.finditer(r"`+", text):
            runs.setdefault(match.end() - match.start(), []).append(match.start())
        for places in runs.values():
            places.reverse()
    return runs


def _code(writer: _Writer, start: int, end: int) -> int:
    places = writer.runs.get(end - start, [])
    while places and places[-1] <= start:
        places.pop()
    if not places:
        writer.copy(start, end)
        return end
    close = places.pop()
    inner = writer.raw.slice(end, close)
    writer.parts.append(Mapped(_SPACES.sub(" ", inner.text), inner.starts, inner.ends))
    writer.code.append((writer.raw.starts[start], writer.raw.starts[close]))
    return close + end - start


def _link(writer: _Writer, start: int, end: int) -> int:
    match = _LINK.match(writer.text, start)
    if match is None:
        writer.copy(start, end)
        return end
    label = match.group("label")
    at, stop = match.span("label")
    if not _MARKER_LABEL.match(label):
        writer.parts.append(plain(writer.raw.slice(at, stop)).body)
        return match.end()
    bare = not label.startswith("[")
    writer.put("[" if bare else "", start, end)
    writer.copy(at, stop)
    writer.put("]" if bare else "", stop, match.end())
    return match.end()


def _mark(writer: _Writer, start: int, end: int) -> None:
    """Note a run of emphasis marks with what it may do."""
    opens, closes = _flanks(writer.text, start, end)
    writer.marks.append(_Mark(len(writer.parts), writer.text[start], end - start, opens, closes))
    writer.copy(start, end)


def _flanks(text: str, start: int, end: int) -> tuple[bool, bool]:
    """Whether a run of marks may open, and may close (CommonMark's flanking, simplified)."""
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    opens, closes = not after.isspace(), not before.isspace()
    char = text[start]
    inside = before.isalnum() and after.isalnum()
    if inside and (char == "_" or end - start == 1 or before.isdigit()):
        opens = closes = False
    if opens and closes:
        opens = not before.isalnum() or not _punctuation(after)
        closes = not after.isalnum() or not _punctuation(before)
    return opens, closes


def _punctuation(char: str) -> bool:
    return not char.isalnum() and not char.isspace()


def _pair(marks: list[_Mark]) -> None:
    """Cancel emphasis marks against their partners; what is left over is literal text."""
    _cancel(marks)
    for mark in marks:
        if mark.char == "*" and mark.left in (2, 3) and mark.opens != mark.closes:
            mark.left = 0  # half of a bold span, cut off by a stream or a line


def _cancel(marks: list[_Mark]) -> None:
    stack: list[_Mark] = []
    for mark in marks:
        size = mark.left
        while mark.closes and mark.left and (at := _opener(stack, mark.char)) is not None:
            taken = min(stack[at].left, mark.left)
            stack[at].left -= taken
            mark.left -= taken
            del stack[at + (stack[at].left > 0) :]
        if mark.opens and mark.left == size:
            stack = [*stack[-_OPEN_STACK:], mark] if len(stack) > _OPEN_STACK else [*stack, mark]


def _opener(stack: list[_Mark], char: str) -> int | None:
    for at in range(len(stack) - 1, -1, -1):
        if stack[at].char == char:
            return at
    return None
