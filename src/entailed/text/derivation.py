"""Figures that follow from stated ones: sums, differences, shares, changes, products.

Each function takes a claimed quantity and operands and tells what the operation gives. Whether
the operation is meant is for the caller to know.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from entailed.text.compare import same_kind
from entailed.text.lazy import lazy
from entailed.text.quantities import Quantity

__all__ = [
    "Result",
    "agrees",
    "change",
    "difference",
    "discounted",
    "list_length",
    "mean",
    "of_kind",
    "portion",
    "product",
    "share",
    "total",
]


@dataclass(frozen=True, slots=True)
class Result:
    """What an operation over `operands` gives, in base units, and how it is written."""

    value: Fraction
    formula: str
    operands: tuple[Quantity, ...]


def agrees(claimed: Quantity, result: Result) -> bool:
    """Whether the claimed value is the result, rounded no further than it is written."""
    mine, gap = claimed.base_low, abs(claimed.base_low - result.value)
    if gap == 0:
        return True
    size = max(abs(mine), abs(result.value))
    slack = claimed.step * claimed.factor / 2
    if claimed.approximate or claimed.style == "word":
        slack = max(slack, size / 10)
    if claimed.bound in ("more_than", "at_least"):
        return mine <= result.value <= mine * Fraction(5, 4)
    if claimed.bound in ("less_than", "at_most"):
        return mine * Fraction(3, 4) <= result.value <= mine
    return gap <= slack and gap <= size / 10


def _written(value: Fraction) -> str:
    if value.denominator == 1:
        return f"{value.numerator:,}"
    return f"{float(value):.6g}"


def _shown(q: Quantity) -> str:
    return q.text.strip()


def total(parts: Sequence[Quantity]) -> Result:
    """The sum of parts of one kind."""
    value = sum((p.base_low for p in parts), Fraction(0))
    return Result(
        value, f"{' + '.join(map(_shown, parts))} = {_in_unit(value, parts[0])}", tuple(parts)
    )


def mean(parts: Sequence[Quantity]) -> Result:
    """The arithmetic mean of parts of one kind."""
    value = sum((p.base_low for p in parts), Fraction(0)) / len(parts)
    formula = f"({' + '.join(map(_shown, parts))}) / {len(parts)} = {_in_unit(value, parts[0])}"
    return Result(value, formula, tuple(parts))


def difference(one: Quantity, other: Quantity) -> Result:
    """The absolute difference of two values; of two percentages, in percentage points."""
    value = abs(one.base_low - other.base_low)
    first, second = (one, other) if one.base_low >= other.base_low else (other, one)
    if one.unit == "%" and other.unit == "%":
        value *= 100
        shown = f"{_written(value)} percentage points"
    else:
        shown = _in_unit(value, first)
    return Result(value, f"{_shown(first)} − {_shown(second)} = {shown}", (one, other))


def change(start: Quantity, end: Quantity) -> Result | None:
    """The relative change from `start` to `end` as a share of 1; None when `start` is zero."""
    if start.base_low == 0:
        return None
    value = (end.base_low - start.base_low) / abs(start.base_low)
    formula = f"({_shown(end)} − {_shown(start)}) / {_shown(start)} = {_written(value * 100)}%"
    return Result(value, formula, (start, end))


def share(part: Quantity, whole: Quantity) -> Result | None:
    """`part` as a share of `whole`; None when `whole` is zero."""
    if whole.base_low == 0:
        return None
    value = part.base_low / whole.base_low
    return Result(
        value, f"{_shown(part)} / {_shown(whole)} = {_written(value * 100)}%", (part, whole)
    )


def portion(percent: Quantity, whole: Quantity) -> Result:
    """A percentage (or fraction) of `whole`."""
    value = percent.low * percent.factor * whole.base_low
    return Result(
        value, f"{_shown(percent)} of {_shown(whole)} = {_in_unit(value, whole)}", (percent, whole)
    )


def discounted(percent: Quantity, whole: Quantity) -> Result:
    """What is left of `whole` when a percentage is taken off."""
    value = whole.base_low - portion(percent, whole).value
    shown = f"{_shown(whole)} - {_shown(percent)} = {_in_unit(value, whole)}"
    return Result(value, shown, (percent, whole))


def product(one: Quantity, other: Quantity) -> Result:
    """A count or rate times a number of times."""
    value = one.base_low * (other.base_low if not other.unit else other.low)
    return Result(value, f"{_shown(one)} × {_shown(other)} = {_in_unit(value, one)}", (one, other))


def _in_unit(value: Fraction, like: Quantity) -> str:
    shown = (value - like.offset) / like.factor
    unit = like.currency or like.unit
    return f"{_written(shown)} {unit}".strip()


def of_kind(claimed: Quantity, stated: Sequence[Quantity]) -> list[Quantity]:
    """Those of `stated` that measure the same sort of thing as the claim, one value each."""
    return [
        s
        for s in stated
        if s.low == s.high and same_kind(claimed, s) and (s.bare == claimed.bare or not s.unit)
    ]


_LISTED = lazy(r"(?:,\s*(?:and|or|und|et|y|e|и)?\s*|\s(?:and|or|und|et|y|e|и)\s|;\s*|、|和)")
_OPENS_LIST = lazy(
    r":\s|(?<!\w)(?:of|are|include[sd]?|including|comprises?|contains?|has|have|consists of"
    r"|namely|besteht aus"
    r"|sont|son|sono|are the)\s",
    re.IGNORECASE,
)


def list_length(text: str) -> int:
    """How many items the list that ends a sentence has; 0 when there is none."""
    found = _OPENS_LIST.search(text)
    if found is None:
        return 0
    items = [part for part in _LISTED.split(text[found.end() :].rstrip(". ")) if part.strip()]
    return len(items) if 2 <= len(items) <= 12 and all(len(i) < 80 for i in items) else 0
