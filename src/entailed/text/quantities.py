"""Quantities in plain text: value, bounds, precision, unit, currency, what is counted.

`read_quantities` reads numbers in digits and words, in the conventions of several languages.
Versions, dates, times of day, telephone numbers, list numbering and digits inside words are
none; a number that names something ("gate 7", "type 2") is read with kind `label`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from entailed.text.quantity_parser import Draft, parse
from entailed.text.quantity_words import Bound
from entailed.types import Span

__all__ = ["Kind", "Quantity", "read_quantities"]

Kind = Literal[
    "count", "measure", "money", "percent", "percentage_points", "ratio", "multiplier", "ordinal",
    "duration", "age", "temperature", "score", "label",
]  # fmt: skip


_NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Quantity:
    """One quantity as a text states it.

    `low` and `high` are equal but for a range; both are in `unit` as written (scale words
    multiplied in). `step` is the value of the last digit written, `digits` the significant ones.
    `factor` and `offset` turn the value into the base unit of `dimension`. `per` is what a rate
    is per ("day", "person") and `per_factor` its length in seconds for a time. `nouns` are the
    stems of the counted words ("open", "complaint"), `noun` the likeliest head. `change` is the
    direction of a stated change. `other` is a second reading of an ambiguous numeral.
    `side` says on which side of an approximate value the true one lies ("below" for "nearly").
    `weak` marks small number words that often are no count ("one").
    """

    span: Span
    text: str
    low: Fraction
    high: Fraction
    kind: Kind
    step: Fraction = Fraction(1)
    digits: int = 1
    bound: Bound = "exact"
    soft: bool = False
    approximate: bool = False
    side: str = ""
    unit: str = ""
    dimension: str = ""
    factor: Fraction = Fraction(1)
    offset: Fraction = Fraction(0)
    currency: str | None = None
    per: str = ""
    per_factor: Fraction = Fraction(0)
    noun: str = ""
    nouns: tuple[str, ...] = ()
    noun_span: Span | None = None
    change: Literal["up", "down", ""] = ""
    other: Fraction | None = None
    style: str = "digits"
    weak: bool = False
    number_span: Span = _NOWHERE

    @property
    def base_low(self) -> Fraction:
        """`low` in the base unit of its dimension."""
        return self.low * self.factor + self.offset

    @property
    def bare(self) -> bool:
        """Whether nothing says what the number counts or measures."""
        return self.kind == "count" and not self.nouns and not self.unit


@lru_cache(maxsize=4096)
def read_quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities and number labels of `text` in order, without overlap; spans are in `text`.

    Cached; deterministic; empty for a text without numbers.
    """
    drafts = parse(text)
    quantities = [_quantity(text, draft) for draft in drafts]
    return tuple(_share_units(text, _merge_compounds(text, quantities)))


def _quantity(text: str, d: Draft) -> Quantity:
    unit = d.unit
    return Quantity(
        span=Span(d.start, d.end),
        text=text[d.start : d.end],
        low=d.low,
        high=d.high,
        kind=_kind(d),
        step=d.step,
        digits=d.digits,
        bound=d.bound,
        soft=d.soft,
        approximate=d.approximate,
        side=d.side,
        unit=unit.name if unit else "",
        dimension=_dimension(d),
        factor=unit.factor if unit else Fraction(1),
        offset=unit.offset if unit else Fraction(0),
        currency=d.currency,
        per=d.per,
        per_factor=d.per_factor,
        noun=d.noun,
        nouns=d.nouns,
        noun_span=Span(*d.noun_span) if d.noun_span else None,
        change=d.change,  # type: ignore[arg-type]
        other=d.other,
        style=d.style,
        weak=d.weak,
        number_span=Span(d.number_start, d.number_end),
    )


_BY_DIMENSION: dict[str, Kind] = {
    "time": "duration",
    "working time": "duration",
    "temperature": "temperature",
    "percentage points": "percentage_points",
    "multiplier": "multiplier",
}


def _kind(d: Draft) -> Kind:
    if d.kind:
        return d.kind  # type: ignore[return-value]
    if d.currency:
        return "money"
    if d.unit is None:
        return "ratio" if d.fraction else "count"
    if d.unit.name == "%":
        return "percent"
    return _BY_DIMENSION.get(d.unit.dimension, "ratio" if d.unit.name == "ratio" else "measure")


def _dimension(d: Draft) -> str:
    if d.currency:
        return "money"
    if d.unit is not None:
        return d.unit.dimension
    return "ratio" if d.fraction and not d.kind else ""


_SHARING = frozenset("x × by mal sur por per на vs vs. versus against".split())


def _share_units(text: str, quantities: list[Quantity]) -> list[Quantity]:
    """1920 by 1080 pixels, 60.7 vs. 20.7 %: the sides before the last are in its unit."""
    for i in range(len(quantities) - 2, -1, -1):
        side, after = quantities[i], quantities[i + 1]
        gap = text[side.span.end : after.span.start].strip().lower()
        if gap in _SHARING and side.bare and after.unit and not after.per:
            quantities[i] = replace(
                side,
                kind=after.kind,
                unit=after.unit,
                dimension=after.dimension,
                factor=after.factor,
                offset=after.offset,
            )
    return quantities


_SUB_UNITS = frozenset({"time", "length", "mass"})


def _merge_compounds(text: str, quantities: list[Quantity]) -> list[Quantity]:
    """1 h 35 min, 2 years and 3 months, 5 ft 10 in: one quantity in the first unit."""
    merged: list[Quantity] = []
    piece: Quantity | None = None
    for q in quantities:
        last, before, piece = merged[-1] if merged else None, piece, q
        if last is not None and before is not None and _continues(text, last, before, q):
            value = last.low + q.low * q.factor / last.factor
            merged[-1] = replace(
                last,
                span=Span(last.span.start, q.span.end),
                text=text[last.span.start : q.span.end],
                low=value,
                high=value,
                step=q.step * q.factor / last.factor,
                digits=last.digits + q.digits,
                number_span=Span(last.number_span.start, q.number_span.end),
                nouns=q.nouns,
                noun=q.noun,
                noun_span=q.noun_span,
                other=None,
            )
        else:
            merged.append(q)
    return merged


def _continues(text: str, whole: Quantity, first: Quantity, second: Quantity) -> bool:
    """Whether `second` goes on with `first`, the last piece of `whole`."""
    gap = text[first.span.end : second.span.start].strip().lower()
    return (
        gap in ("", "and", ",", ", and", "und", "et", "y", "e", "и")
        and first.dimension == second.dimension
        and first.dimension in _SUB_UNITS
        and whole.low == whole.high
        and second.low == second.high
        and second.factor < first.factor
        and second.low * second.factor < first.factor
        and second.bound == "exact"
        and not whole.per
        and first.low.denominator == 1
    )
