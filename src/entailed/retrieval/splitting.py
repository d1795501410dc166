"""A document cut into passages of whole sentences, under the headings they stand below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from entailed.errors import ConfigurationError
from entailed.retrieval.headings import Heading, find_headings
from entailed.text.lazy import lazy
from entailed.text.normalize import UNSPACED
from entailed.text.segment import sentences
from entailed.types import BlockKind, Sentence, Span

__all__ = ["Piece", "Sizes", "split_passages"]

_BLANK_LINE = lazy(r"\n[ \t\r]*\n\s*")
_LINE_END = lazy(r"\n[ \t]*")
_SPACE = lazy(r"\s+")
_UNSPACED = lazy(f"[{UNSPACED}]")
_LONGEST = 6_000  # characters; a run without a sentence end beyond this is no sentence


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many words a passage has, about.

    A passage is closed at a paragraph's end from `least` words on and before it would exceed
    `most`. Tables and lists of up to `whole` words stay in one passage; longer ones are cut
    between rows or items, and what leads them in (the header, the line before the list) is
    repeated when it has at most `lead` words. A section of fewer than `small` words is joined
    with the next one where both fit into `least`. Raises ConfigurationError unless
    1 <= least <= most <= whole.
    """

    least: int = 80
    most: int = 150
    whole: int = 200
    lead: int = 60
    small: int = 40

    def __post_init__(self) -> None:
        if not 1 <= self.least <= self.most <= self.whole:
            raise ConfigurationError(
                f"sizes: expected 1 <= least <= most <= whole, got {self.least}, {self.most} and "
                f"{self.whole}"
            )


@dataclass(frozen=True, slots=True)
class Piece:
    """A passage before it has an id.

    `spans` are ranges of the document's text, in order; its text is what they hold, a line feed
    between two of them. There are two where a header row or a lead-in is repeated, else one.
    `title` names the headings it stands below, outermost first.
    """

    spans: tuple[Span, ...]
    title: tuple[str, ...] = ()

    def of(self, text: str) -> str:
        """The passage's text."""
        return "\n".join(span.of(text) for span in self.spans)


@dataclass(frozen=True, slots=True)
class _Part:
    """A sentence, item, row or heading with what belongs to it; parts tile the document.

    `path` holds the headings above, with their levels; `fresh` whether it begins a paragraph,
    `line` whether it begins a line, `leads` whether a list or table may follow as its object.
    `level` is that of a heading, else 0, and `below` the words of a heading's own section.
    """

    span: Span
    kind: BlockKind
    words: int
    path: tuple[Heading, ...]
    fresh: bool = True
    line: bool = True
    leads: bool = False
    level: int = 0
    below: int = 0


def split_passages(text: str, sizes: Sizes | None = None) -> tuple[Piece, ...]:
    """The passages of a document, in order; none for blank text. Deterministic.

    No sentence, table row or list item is cut (a stretch of more than 6,000 characters without
    the end of a sentence is), and together the passages hold every character but white space
    between them. Headings begin a passage.
    """
    bounds = sizes or Sizes()
    packer = _Packer(text, bounds)
    for unit in _units(text, _parts(text), bounds):
        packer.add(unit)
    return packer.finish()


# ---------------------------------------------------------------------------------- reading


def _parts(text: str) -> list[_Part]:
    """The parts of all sections, in order."""
    headings = find_headings(text)
    found: list[_Part] = []
    path: list[Heading] = []
    found += _body(text, 0, headings[0].span.start if headings else len(text), ())
    for i, heading in enumerate(headings):
        while path and path[-1].level >= heading.level:
            path.pop()
        path.append(heading)
        end = headings[i + 1].span.start if i + 1 < len(headings) else len(text)
        body = list(_body(text, heading.span.end, end, tuple(path)))
        count = count_words(heading.span.of(text))
        below = sum(part.words for part in body)
        level = heading.level
        found.append(_Part(heading.span, "heading", count, tuple(path), level=level, below=below))
        found += body
    return found


def _body(text: str, start: int, end: int, path: tuple[Heading, ...]) -> Iterator[_Part]:
    """The parts of one section's text below its heading."""
    body = text[start:end]
    read = sorted(sentences(body), key=lambda s: s.span.start)
    cuts = [0, *_cuts(body, read), len(body)]
    for i, (a, b) in enumerate(pairwise(cuts)):
        one = _trimmed(body, a, b)
        if one is None:
            continue
        sentence = read[i] if read else None
        kind = sentence.kind if sentence else "paragraph"
        gap = body[cuts[i - 1] if i else 0 : one.start]
        before = gap[len(gap.rstrip()) :] if i else "\n\n"
        follows = read[i + 1].lead_in is not None if i + 1 < len(read) else False
        for j, span in enumerate(_bounded(body, one)):
            yield _Part(
                Span(start + span.start, start + span.end),
                kind,
                count_words(span.of(body)),
                path,
                fresh=j > 0 or before.count("\n") > 1,
                line=j > 0 or "\n" in before,
                leads=follows
                or (kind == "paragraph" and span.of(body).rstrip("*_ ")[-1:] in ":："),
            )


def _cuts(text: str, read: Sequence[Sentence]) -> list[int]:
    """Where each sentence but the first begins, with the markup before it."""
    cuts: list[int] = []
    last = 0
    for one, other in pairwise(read):
        begin = max(last, one.span.end)
        last = max(last, _boundary(text, begin, max(begin, other.span.start), one.kind))
        cuts.append(last)
    return cuts


def _boundary(text: str, start: int, end: int, kind: BlockKind) -> int:
    """The place in the gap `[start, end)` after a sentence at which the next one begins."""
    blank = _BLANK_LINE.search(text, start, end)
    if blank:
        return blank.end() - len(text[blank.start() : blank.end()].rpartition("\n")[2])
    lines = list(_LINE_END.finditer(text, start, end))
    if lines:
        chosen = lines[-1] if kind in ("table_header", "code") else lines[0]
        return chosen.start() + 1
    spaces = list(_SPACE.finditer(text, start, end))
    return spaces[-1].end() if spaces else end


def _trimmed(text: str, start: int, end: int) -> Span | None:
    raw = text[start:end]
    if not raw.strip():
        return None
    start += len(raw) - len(raw.lstrip())
    return Span(start, start + len(raw.strip()))


def _bounded(text: str, span: Span) -> Iterator[Span]:
    """`span`, cut at white space where it is too long to be a sentence."""
    start = span.start
    while span.end - start > _LONGEST:
        limit = start + _LONGEST
        cut = max(text.rfind(" ", start + _LONGEST // 2, limit), text.rfind("\n", start, limit))
        cut = cut if cut > start else limit
        piece = _trimmed(text, start, cut)
        if piece is not None:
            yield piece
        start = cut
    piece = _trimmed(text, start, span.end)
    if piece is not None:
        yield piece


def count_words(text: str) -> int:
    """Words between white space. A mark alone is none, 40 characters without a space are one more,
    and in scripts without spaces two characters are one.
    """
    count = sum(1 + len(w) // 40 for w in text.split() if any(map(str.isalnum, w)))
    return count if text.isascii() else count + len(_UNSPACED.findall(text)) // 2


# --------------------------------------------------------------------------------- grouping


@dataclass(frozen=True, slots=True)
class _Unit:
    """Parts that stay together, and what is repeated before them if they begin a passage."""

    parts: tuple[_Part, ...]
    carried: tuple[_Part, ...] = ()

    @property
    def words(self) -> int:
        return sum(part.words for part in self.parts)

    @property
    def head(self) -> _Part:
        return self.parts[0]


def _units(text: str, parts: Sequence[_Part], sizes: Sizes) -> Iterator[_Unit]:
    """Headings and sentences on their own; a table, list or code block as one if it fits."""
    at = 0
    while at < len(parts):
        end = _group_end(parts, at)
        group = tuple(parts[at:end])
        if len(group) == 1 or sum(part.words for part in group) <= sizes.whole:
            yield _Unit(group)
        else:
            yield from _cut_group(group, sizes)
        at = end


_GROUPED: dict[BlockKind, str] = {
    "table_header": "table",
    "table_row": "table",
    "list_item": "list",
    "code": "code",
}


def _group_end(parts: Sequence[_Part], at: int) -> int:
    """Where the table, list or code that begins (or is led in) at `at` ends."""
    first = parts[at]
    end = at + 1
    kind = _GROUPED.get(first.kind)
    if first.level == 0 and kind is None and first.leads and end < len(parts):
        kind = _GROUPED.get(parts[end].kind)
    if kind is None:
        return end
    while end < len(parts) and _GROUPED.get(parts[end].kind) == kind and parts[end].level == 0:
        if parts[end].kind == "table_header" and end > at + 1:
            break
        end += 1
    return end


def _cut_group(group: Sequence[_Part], sizes: Sizes) -> Iterator[_Unit]:
    """A long table, list or code block as runs of whole rows, items or lines."""
    lead = 0
    while lead < len(group) - 1 and (
        group[lead].kind == "table_header" or group[lead].kind not in _GROUPED
    ):
        lead += 1
    carried = tuple(group[:lead])
    if sum(part.words for part in carried) > sizes.lead:
        carried = ()
    run: list[_Part] = list(group[:lead])
    room = sizes.most - sum(part.words for part in carried)
    size = 0
    for part in group[lead:]:
        if size and size + part.words > room and part.line:
            yield _Unit(tuple(run), () if run[0] is group[0] else carried)
            run, size = [], 0
        run.append(part)
        size += part.words
    yield _Unit(tuple(run), () if run[0] is group[0] else carried)


# ---------------------------------------------------------------------------------- packing


class _Packer:
    """Fills one passage after the other with units."""

    def __init__(self, text: str, sizes: Sizes) -> None:
        self.text = text
        self.sizes = sizes
        self.pieces: list[tuple[Piece, int]] = []
        self.run: list[_Part] = []
        self.carried: tuple[_Part, ...] = ()

    def add(self, unit: _Unit) -> None:
        """Put a unit into the passage at hand, or begin the next one with it."""
        if self.run and self._full(unit):
            self._close()
        if not [part for part in self.run if not part.level] and unit.carried:
            self.carried = unit.carried
        self.run += unit.parts

    def _full(self, unit: _Unit) -> bool:
        """Whether the passage at hand is closed before `unit`."""
        words = sum(part.words for part in (*self.carried, *self.run))
        if all(part.level for part in self.run):
            return False
        if unit.head.level:
            return not self._takes_section(unit.head, words)
        most = self.sizes.most if len(unit.parts) == 1 else self.sizes.whole
        if unit.carried or words + unit.words > most:
            return True
        return words >= self.sizes.least and unit.head.fresh

    def _takes_section(self, heading: _Part, words: int) -> bool:
        """Whether the passage at hand is a small section that the next one may join."""
        head = self.run[0]
        whole = head.level > 0 or not head.path
        small = words < self.sizes.small and words + heading.below <= self.sizes.least
        return whole and small and heading.level >= head.level

    def _close(self) -> None:
        """Finish the passage at hand; headings at its end go to the next one."""
        end = len(self.run)
        while end > 1 and self.run[end - 1].level:
            end -= 1
        parts, self.run = self.run[:end], self.run[end:]
        spans = [Span(parts[0].span.start, parts[-1].span.end)]
        if self.carried:
            spans.insert(0, Span(self.carried[0].span.start, self.carried[-1].span.end))
        piece = Piece(tuple(spans), _title(parts))
        words = sum(part.words for part in (*self.carried, *parts))
        self.carried = ()
        if not self._joined(piece, words):
            self.pieces.append((piece, words))

    def _joined(self, piece: Piece, words: int) -> bool:
        """Whether a rest of a section was put to the passage before it."""
        if not self.pieces or len(piece.spans) > 1 or words >= self.sizes.small // 2:
            return False
        last, count = self.pieces[-1]
        if last.title != piece.title or count + words > self.sizes.whole:
            return False
        grown = Span(last.spans[-1].start, piece.spans[0].end)
        self.pieces[-1] = (replace(last, spans=(*last.spans[:-1], grown)), count + words)
        return True

    def finish(self) -> tuple[Piece, ...]:
        """The passages; the last one is closed."""
        while self.run:
            self._close()
        return tuple(piece for piece, _ in self.pieces)


def _title(parts: Sequence[_Part]) -> tuple[str, ...]:
    """The headings all parts stand below, or the first ones where they share none."""
    paths = [part.path for part in parts if not part.level and part.path]
    paths = paths or [part.path for part in parts if part.path]
    if not paths:
        return ()
    shared = 0
    while all(len(p) > shared and p[shared] is paths[0][shared] for p in paths):
        shared += 1
    if shared:
        return tuple(heading.title for heading in paths[0][:shared])
    return ("; ".join(dict.fromkeys(path[0].title for path in paths)),)
