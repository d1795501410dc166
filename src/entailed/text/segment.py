"""Sentences of an answer or a passage: Markdown blocks, then lines, then sentences."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from entailed.text.blocks import Block, Fence, blocks_and_fences, plain_lines
from entailed.text.inline import Plain, plain
from entailed.text.lines import Chunk, References, chunks
from entailed.text.memo import identity, memo
from entailed.text.normalize import without
from entailed.text.sentences import SPACES, split
from entailed.types import BlockKind, Mapped, Sentence, Span


@memo(characters=2_500_000)
def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences, list items, table rows, headings and code lines of `text`, in order.

    Markdown is optional: prose with wrapped or indented lines reads the same. Bodies are plain
    text mapped to `text`; a table row reads "row header: column = cell; column = cell". Every
    letter and digit is in the span of some sentence, but for list numbers and markup. A list
    item carries the line that introduces its list. Empty for blank text. Deterministic.
    """
    return read(text).sentences


@dataclass(frozen=True, slots=True)
class Reading:
    """A text with its sentences, its blocks, and the index of the block each sentence is in."""

    text: str
    sentences: tuple[Sentence, ...]
    blocks: tuple[Block, ...]
    places: tuple[int, ...]
    fences: tuple[Fence, ...]


def read(text: str) -> Reading:
    """The sentences of `text`, as `sentences` has them, with where they come from. Not cached."""
    flat = plain_lines(text)
    reader = _Reader(text, flat)
    found, fences = blocks_and_fences(text)
    places: list[int] = []
    for i, block in enumerate(found):
        reader.read(i, block)
        places.extend([i] * (len(reader.found) - len(places)))
    numbered = tuple(replace(s, index=i) for i, s in enumerate(reader.found))
    return Reading(text, numbered, found, tuple(places), fences)


class _Reader:
    """Turns blocks into sentences, remembering what introduces a list."""

    def __init__(self, text: str, flat: str) -> None:
        self.text = text
        self.flat = flat
        self.found: list[Sentence] = []
        self.last: dict[int, Sentence] = {}
        self.references = References()

    def read(self, index: int, block: Block) -> None:
        """Add the sentences of one block."""
        before = len(self.found)
        if block.kind in ("table_row", "table_header"):
            self._row(block)
        elif block.kind == "code":
            for line in block.lines:
                self._add(_identity(self.flat, line), "code", None)
        else:
            self._prose(block)
        if len(self.found) > before:
            self.last[index] = self.found[-1]

    def _prose(self, block: Block) -> None:
        lead = self._lead(block)
        for chunk in chunks(self.flat, block, self.references):
            self._chunk(chunk, lead)
            if chunk.kind != "list_item":
                lead = self.found[-1].body if chunk.opens_list and self.found else None

    def _chunk(self, chunk: Chunk, lead: Mapped | None) -> None:
        if chunk.cells:
            self._row(Block(chunk.kind, chunk.cells, chunk.header))
            return
        readable = plain(_joined(self.flat, chunk.lines))
        for start, end in self._ranges(readable, chunk.kind):
            self._add(readable.body.slice(start, end), chunk.kind, chunk_lead(chunk, lead))
            lead = None

    def _ranges(self, readable: Plain, kind: BlockKind) -> list[tuple[int, int]]:
        if kind in ("heading", "reference"):
            return [(0, len(readable.body.text))]
        return split(readable.body.text, readable.shields)

    def _lead(self, block: Block) -> Mapped | None:
        """The line that introduces the list `block` is in, when it reads like one."""
        if block.lead is None:
            return None
        sentence = self.last.get(block.lead)
        if sentence is None or sentence.kind in ("code", "table_row", "table_header", "reference"):
            return None
        text = sentence.text.rstrip()
        first = block.lines[0].of(self.flat)
        unstopped = text[-1:] not in ".!?。！？" and sentence.kind != "heading"
        open_item = unstopped and (sentence.kind == "list_item" or first[:1].islower())
        return sentence.body if text.endswith((":", "：")) or open_item else None

    def _row(self, block: Block) -> None:
        cells = [plain(_identity(self.flat, c)).body for c in block.lines]
        heads = [plain(_identity(self.flat, c)).body for c in block.header]
        body = _row_body(cells, [] if block.kind == "table_header" else heads)
        self._add(body, block.kind, None, Span(block.lines[0].start, block.lines[-1].end))

    def _add(
        self, body: Mapped, kind: BlockKind, lead: Mapped | None, span: Span | None = None
    ) -> None:
        body = _tidy(body)
        if not body.text:
            return
        found = span or Span(body.starts[0], body.ends[-1])
        if span is None and not len(found):
            return
        self.found.append(Sentence(body, found, kind, lead))


def chunk_lead(chunk: Chunk, lead: Mapped | None) -> Mapped | None:
    """Only list items are introduced by a lead-in."""
    return lead if chunk.kind == "list_item" else None


def _identity(text: str, span: Span) -> Mapped:
    return identity(span.of(text), span.start)


def _joined(text: str, lines: Sequence[Span]) -> Mapped:
    """The lines as one text; a line feed stands where one line ends and the next begins."""
    parts: list[Mapped] = []
    for i, line in enumerate(lines):
        if i:
            gap = text[lines[i - 1].end : line.start]
            hard = gap.startswith("  ") and "\n" in gap
            feed = "  \n" if hard else "\n"
            parts.append(Mapped.inserted(feed, Span(lines[i - 1].end, line.start)))
        parts.append(_identity(text, line))
    return Mapped.join(*parts) if len(parts) != 1 else parts[0]


def _tidy(body: Mapped) -> Mapped:
    """Trim, and leave single spaces only."""
    raw = body.text
    start = len(raw) - len(raw.lstrip())
    end = max(start, len(raw.rstrip()))
    if start or end < len(raw):
        body = body.slice(start, end)
    if "\n" in body.text:
        body = Mapped(body.text.replace("\n", " "), body.starts, body.ends)
    return without(body, SPACES) if "  " in body.text else body


def _row_body(cells: Sequence[Mapped], heads: Sequence[Mapped]) -> Mapped:
    """ "first cell: column = cell; column = cell"; a header row is "column; column"."""
    parts = list(_row_parts(cells, heads))
    return Mapped.join(*parts) if parts else Mapped("", (), ())


def _row_parts(cells: Sequence[Mapped], heads: Sequence[Mapped]) -> Iterator[Mapped]:
    first = cells[0] if heads and len(cells) > 1 and cells[0].text.strip() else None
    if first is not None:
        yield first
    written = 0
    for i, cell in enumerate(cells):
        if (first is not None and i == 0) or not cell.text.strip():
            continue
        at = Span(cell.starts[0], cell.starts[0])
        if written or first is not None:
            yield Mapped.inserted("; " if written else ": ", at)
        if i < len(heads) and heads[i].text.strip():
            yield heads[i]
            yield Mapped.inserted(" = ", at)
        yield cell
        written += 1


def sentence_at(found: Sequence[Sentence], offset: int) -> Sentence | None:
    """The sentence whose span holds `offset`, or else the last that begins before it."""
    at = bisect_right([s.span.start for s in found], offset) - 1
    return found[at] if at >= 0 else None
