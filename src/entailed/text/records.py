"""Table rows as records: the row's name and its cells by column, with places in the row's text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from entailed.text.binding import keys_of
from entailed.text.lazy import lazy
from entailed.text.memo import memo
from entailed.text.segment import sentences
from entailed.text.words import words
from entailed.types import Sentence, Span

__all__ = ["Cell", "Row", "names_of", "rows"]

_ROWS = 400
_CELLS = 24
_UNIT = lazy(r"\s*[(\[][^()\[\]]{1,24}[)\]]\s*$")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: the heading of its column, its text and where it stands in the row's text."""

    column: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Row:
    """A table row with a name (its first cell) and at least one headed cell."""

    name: str
    cells: tuple[Cell, ...]
    sentence: Sentence
    table: int


@memo(characters=800_000)
def rows(passage: str) -> tuple[Row, ...]:
    """The named rows of the tables of a passage, in order; rows of one table share `table`.

    Empty for a passage without tables that have a header. Deterministic.
    """
    found: list[Row] = []
    table, inside = 0, False
    for sentence in sentences(passage):
        if sentence.kind != "table_row":
            table += not inside or sentence.kind == "table_header"
            inside = sentence.kind == "table_header"
            continue
        inside = True
        row = _row(sentence, table)
        if row is not None and len(found) < _ROWS:
            found.append(row)
    return tuple(found)


def _row(sentence: Sentence, table: int) -> Row | None:
    text = sentence.text
    name, mark, _ = text.partition(": ")
    cells = tuple(_cells(text, len(name) + 2)) if mark else ()
    if not name or not cells or len(cells) > _CELLS:
        return None
    return Row(name, cells, sentence, table)


def _cells(text: str, at: int) -> Iterator[Cell]:
    for part in text[at:].split("; "):
        column, mark, value = part.partition(" = ")
        if mark and value:
            start = at + len(column) + len(mark)
            yield Cell(column, value, Span(start, start + len(value)))
        at += len(part) + 2


def names_of(text: str) -> frozenset[str]:
    """What may name a row or column: keys of words and labels, years and other long numbers.

    A bracket that ends the text gives a unit and names nothing.
    """
    text = _UNIT.sub("", text)
    numbers = {w.stem for w in words(text) if w.kind == "number" and len(w.stem) >= 4}
    return keys_of(text) | numbers
