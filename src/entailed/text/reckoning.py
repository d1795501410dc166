"""Lengths of time that follow from two stated dates: tenures, ages, spans of years."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from entailed.text.dated import Dated
from entailed.text.durations import Duration, between
from entailed.text.lazy import lazy

__all__ = ["Reckoned", "fits", "from_pairs", "tenure_stated"]

_BEGIN = lazy(
    r"(?<!\w)(?:join(?:ed|s)?|start(?:ed|s)?|beg[aiu]ns?|founded|established|opened|appointed|hired"
    r"|married|moved|elected|took (?:over|office)|born|launched|signed|entered|became|since|from"
    r"|arriv(?:ed|es)|enrolled|seit|gegründet|geboren|depuis|desde|fondée?|fundad[ao]|né"
    r"|née)(?!\w)",
    re.IGNORECASE,
)
_BORN = lazy(r"(?<!\w)(?:born|b\.|geboren|née?|nacid[oa]|nat[oa]|родил\w{1,4})(?!\w)|^", re.I)


@dataclass(frozen=True, slots=True)
class Reckoned:
    """Two dates, first to second, and the least and most whole units between them."""

    first: Dated
    second: Dated
    least: int
    most: int

    @property
    def formula(self) -> str:
        """The two ends in words."""
        return f"{self.first.value.text} to {self.second.value.text}"


_VAGUE = 2.0
_VAGUE_SHARE = 0.2


def from_pairs(length: Duration, stated: Sequence[Dated]) -> list[Reckoned]:
    """What lies between each two of the dates, in the unit of `length`, earlier one first."""
    usable = [d for d in stated if d.value.calendar and not d.value.fiscal and not d.value.bc]
    usable = sorted(usable, key=lambda d: d.value.low)[:16]
    found = []
    for first, second in combinations(usable, 2):
        dated = first.value.year_known and second.value.year_known
        # A range without a year lies in one year when its days stand in order.
        ranged = first.partner == second.value and first.value.relation == "from"
        if first.value.low >= second.value.low or not (dated or ranged):
            continue
        ends = ((first.value.low, first.value.high), (second.value.low, second.value.high))
        found.append(Reckoned(first, second, *between(*ends, length.unit)))
    return found


def fits(length: Duration, reckoned: Reckoned) -> bool:
    """Whether the length is one that may lie between the two dates.

    Dates too vague for its unit say nothing: any number of months lies between two years.
    """
    if reckoned.most - reckoned.least > max(_VAGUE, length.count * _VAGUE_SHARE):
        return False
    slack = max(1.0, length.count * 0.1) if length.approximate else 0.0
    if length.direction == "age" and not _BORN.search(reckoned.first.sentence.text):
        return False
    return reckoned.least - slack <= length.count <= reckoned.most + slack


def tenure_stated(reckoned: Sequence[Reckoned]) -> Reckoned | None:
    """The one span the evidence states, when its first date begins something; else None."""
    if len(reckoned) != 1:
        return None
    only = reckoned[0]
    before = only.first.sentence.text[: only.first.value.span.start]
    return only if _BEGIN.search(before) else None
