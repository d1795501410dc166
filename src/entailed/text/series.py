"""Values of one thing at several times: "4% in 2019 and 12% in 2022", a table by year."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from entailed.text.binding import bindings, keys_of
from entailed.text.compare import same_kind
from entailed.text.dates import DateValue, read_dates
from entailed.text.quantities import Quantity
from entailed.text.records import Row, names_of, rows
from entailed.text.roles import role_of
from entailed.types import Sentence, Span

__all__ = ["Point", "Series", "in_sentence", "in_tables"]

_MOST = 24


@dataclass(frozen=True, slots=True)
class Point:
    """A value at a time, and where it stands in its sentence."""

    time: DateValue
    quantity: Quantity
    sentence: Sentence

    @property
    def span(self) -> Span:
        """The place of the value in the sentence's text."""
        return self.quantity.span


@dataclass(frozen=True, slots=True)
class Series:
    """Points of one thing in the order of time, and the keys of what they are of."""

    points: tuple[Point, ...]
    keys: frozenset[str]


def in_sentence(sentence: Sentence) -> Series | None:
    """The series a sentence states, values and times by turns; None without one."""
    text = sentence.text
    values = [b.quantity for b in bindings(text)][:_MOST]
    times = [d for d in read_dates(text) if d.calendar and d.relation in ("on", "from", "until")]
    if not 2 <= len(values) == len(times) or not _alternate(values, times):
        return None
    if not all(same_kind(values[0], v) and _single(v) for v in values):
        return None
    if any(role_of(text, v) not in ("level", "average", "total", "start") for v in values):
        return None
    points = [Point(t, v, sentence) for t, v in zip(times, values, strict=True)]
    dated = [d.span for d in times]
    return _series(points, keys_of(_without(text, dated)))


def _single(q: Quantity) -> bool:
    return (
        q.low == q.high and q.bound == "exact" and q.kind not in ("ordinal", "multiplier", "score")
    )


def _alternate(values: Sequence[Quantity], times: Sequence[DateValue]) -> bool:
    places = sorted([(v.span.start, "v") for v in values] + [(t.span.start, "t") for t in times])
    return all(one[1] != other[1] for one, other in pairwise(places))


def _without(text: str, spans: Sequence[Span]) -> str:
    for span in sorted(spans, key=lambda s: -s.start):
        text = text[: span.start] + " " + text[span.end :]
    return text


def _series(points: Sequence[Point], keys: frozenset[str]) -> Series | None:
    known = {p.time.year_known for p in points}
    ordered = sorted(points, key=lambda p: p.time.low)
    apart = all(a.time.high < b.time.low for a, b in pairwise(ordered))
    return Series(tuple(ordered), keys) if apart and len(known) == 1 else None


def in_tables(passage: str, wanted: frozenset[str]) -> Iterator[Series]:
    """The series of the tables of a passage whose rows or columns are times.

    `wanted` are the keys of the thing asked about; they choose the column or the row.
    """
    every = rows(passage)
    for number in sorted({row.table for row in every}):
        table = [row for row in every if row.table == number]
        yield from _down(table, wanted)
        yield from _across(table, wanted)


def _down(table: Sequence[Row], wanted: frozenset[str]) -> Iterator[Series]:
    """Rows named by times: the column whose heading the claim names."""
    times = [_time(row.name) for row in table]
    if len(table) < 2 or None in times:
        return
    columns = [c.column for c in table[0].cells]
    named = [c for c in columns if names_of(c) & wanted]
    if len(named) != 1:
        return
    points = []
    for row, time in zip(table, times, strict=True):
        cell = next((c for c in row.cells if c.column == named[0]), None)
        point = _point(row, time, cell.span) if cell is not None and time is not None else None
        if point is not None:
            points.append(point)
    if len(points) >= 2:
        found = _series(points, keys_of(named[0]))
        if found is not None:
            yield found


def _across(table: Sequence[Row], wanted: frozenset[str]) -> Iterator[Series]:
    """Columns headed by times: the row the claim names."""
    named = [r for r in table if (keys := keys_of(r.name)) and keys <= wanted]
    if len(named) != 1:
        return
    row = named[0]
    points = []
    for cell in row.cells:
        time = _time(cell.column)
        point = _point(row, time, cell.span) if time is not None else None
        if point is not None:
            points.append(point)
    if len(points) >= 2 and len(points) == len(row.cells):
        found = _series(points, keys_of(row.name))
        if found is not None:
            yield found


def _time(text: str) -> DateValue | None:
    """The time that `text` is, all of it."""
    # A year alone reads as a number.
    found = [d for d in read_dates(f"in {text}") if d.calendar]
    if len(found) != 1 or found[0].span.end < len(text.strip()) + 3 or found[0].span.start > 3:
        return None
    return found[0]


def _point(row: Row, time: DateValue | None, cell: Span) -> Point | None:
    inside = [b.quantity for b in bindings(row.sentence.text) if cell.overlaps(b.quantity.span)]
    if time is None or len(inside) != 1 or not _single(inside[0]):
        return None
    return Point(time, inside[0], row.sentence)
