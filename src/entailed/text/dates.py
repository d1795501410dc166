"""Dates, months, quarters, years, decades, centuries, weekdays and times of day in plain text.

`read_dates` returns one value per expression. A range ("1931-1935", "9 am to 5 pm") is two
values, the first with relation `from`, the second with relation `until`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import Literal

from entailed.text.clock_patterns import clock_forms
from entailed.text.date_drafts import Draft, Interval, Precision
from entailed.text.date_patterns import find_drafts
from entailed.text.lazy import lazy
from entailed.types import Span

__all__ = ["DateValue", "Precision", "Relation", "read_dates"]

Relation = Literal["on", "by", "before", "after", "since", "until", "from", "as_of"]


@dataclass(frozen=True, slots=True)
class DateValue:
    """A place in time that a text names.

    `low` and `high` are inclusive and bound what the expression denotes. Without a stated year
    (`year_known` False) they lie in the year 2000; for `time` and `weekday` they are
    2000-01-01 and say nothing. `bc` values carry the year before Christ as if it were AD.
    `readings` are all possible intervals of an ambiguous date ("05/03/2024"), `low`/`high` first.
    `minutes` are the possible minutes of the day of a `time` ("5:30" may be 330 or 1050).
    `weekday` is 0 for Monday. `approximate` holds for "about 1850", "early March", "mid-2021".
    """

    span: Span
    text: str
    low: date
    high: date
    precision: Precision
    approximate: bool = False
    relation: Relation = "on"
    fiscal: bool = False
    year_known: bool = True
    bc: bool = False
    minutes: tuple[int, ...] = ()
    weekday: int | None = None
    readings: tuple[Interval, ...] = ()

    @property
    def calendar(self) -> bool:
        """Whether this names a stretch of days (not a weekday or a time of day)."""
        return self.precision not in ("time", "weekday")

    @property
    def year(self) -> int | None:
        """The one year it lies in, or None (unknown, or several)."""
        one = self.year_known and self.calendar and self.low.year == self.high.year
        return self.low.year if one else None


_RELATIONS: tuple[tuple[Relation, str], ...] = (
    ("as_of", r"as of|stand|(?:à la|a la) (?:date|fecha) du"),
    ("by", r"by|no later than|not later than|spätestens|bis zum|d'ici|para|entro|к"),
    (
        "before",
        r"before|prior to|ahead of|earlier than|vor|avant|antes de|prima del?|antes d[eo]|до",
    ),
    ("after", r"after|following|later than|nach|après|después de|dopo il|dopo|depois de|после"),
    ("since", r"since|ever since|seit|depuis|desde|dal|dall'|с"),
    ("until", r"until|till|til|through|thru|up to|bis|jusqu'(?:en|au|à)|hasta|fino al?|até|по"),
    (
        "from",
        r"from|between|starting|beginning|effective|ab|von|vom|zwischen|à partir de|entre|tra|от",
    ),
)
_LEFT = lazy(
    r"(?<!\w)(?:"
    + "|".join(f"(?P<{name}>{words})" for name, words in _RELATIONS)
    + r")(?:\s+(?:the|le|la|el|il|den|dem|der|um|the end of|year|late|early|about"
    r"|around)){0,2}\s*$",
    re.IGNORECASE,
)
_ABOUT = lazy(
    r"(?:(?<!\w)(?:about|around|approximately|approx\.?|circa|ca?\.|roughly|some time in"
    r"|sometime in"
    r"|estimated|vers|environ|etwa|ungefähr|rund|um|hacia|alrededor de|verso|около)|~|≈)\s*$",
    re.IGNORECASE,
)
_JOINT = lazy(
    r"^\s*(?:-|–|—|−|~|～|〜|to|until|till|through|thru|bis(?: zum)?|à|au|jusqu'(?:à|au|en)|a|al"
    r"|hasta"
    r"|fino al?|até|по|до|至|到|から)\s*(?:the\s+)?$",
    re.IGNORECASE,
)
_AND = lazy(r"^\s*(?:and|und|et|y|e|и)\s*(?:the\s+)?$", re.IGNORECASE)
_BETWEEN = lazy(r"(?<!\w)(?:between|zwischen|entre|tra|между)\s+(?:the\s+)?$", re.IGNORECASE)


@lru_cache(maxsize=2048)
def read_dates(text: str) -> tuple[DateValue, ...]:
    """The dates and times of `text` in order, without overlap; spans are in `text`.

    A number alone counts as a year only in a date-like use ("in 2014", "(1931)"), so that
    "2014 kg" and "room 2014" are none. Cached; deterministic; empty for a text without dates.
    """
    values = [_value(text, draft) for draft in find_drafts(text, clock_forms(text))]
    return tuple(_with_ranges(text, values))


def _value(text: str, draft: Draft) -> DateValue:
    before = text[max(0, draft.start - 40) : draft.start]
    about = _ABOUT.search(before)
    if about:
        before = before[: about.start()]
    low, high = draft.readings[0]
    return DateValue(
        span=Span(draft.start, draft.end),
        text=text[draft.start : draft.end],
        low=low,
        high=high,
        precision=draft.precision,
        approximate=draft.approximate or about is not None,
        relation=_relation(before, text[draft.end : draft.end + 12]),
        fiscal=draft.fiscal,
        year_known=draft.year_known,
        bc=draft.bc,
        minutes=draft.minutes,
        weekday=draft.weekday,
        readings=draft.readings,
    )


_RIGHT_BEFORE = lazy(r"^\s*(?:or (?:earlier|before)|以前|之前|前)", re.IGNORECASE)
_RIGHT_AFTER = lazy(r"^\s*(?:or (?:later|after)|onwards?|以后|之后|以降)", re.IGNORECASE)


def _relation(before: str, after: str) -> Relation:
    found = _LEFT.search(before)
    if found:
        for name, _ in _RELATIONS:
            if found.group(name) is not None:
                return name
    if _RIGHT_BEFORE.match(after):
        return "before"
    return "since" if _RIGHT_AFTER.match(after) else "on"


def _with_ranges(text: str, values: list[DateValue]) -> list[DateValue]:
    """Turn neighbours joined by "to", a dash or "between ... and" into from/until pairs."""
    for i in range(len(values) - 1):
        left, right = values[i], values[i + 1]
        gap = text[left.span.end : right.span.start]
        if len(gap) > 16 or not _same_sort(left, right):
            continue
        lead = text[max(0, left.span.start - 16) : left.span.start]
        years = left.precision == right.precision == "year" and gap.strip() == "/"
        if years or _JOINT.match(gap) or (_AND.match(gap) and _BETWEEN.search(lead)):
            values[i] = _inherit_year(replace(left, relation="from"), right)
            values[i + 1] = _inherit_year(replace(right, relation="until"), left)
    return values


def _same_sort(left: DateValue, right: DateValue) -> bool:
    if not left.calendar or not right.calendar:
        return left.precision == right.precision
    return not (left.bc and not right.bc and right.year_known and right.precision == "time")


def _inherit_year(value: DateValue, other: DateValue) -> DateValue:
    """Give "May" in "May to July 2024" the year 2024 (the year before if it would come later)."""
    if value.year_known or not value.calendar or other.year is None:
        return value
    shift = other.low.year - value.low.year
    if value.relation == "from" and (value.low.month, value.low.day) > (
        other.high.month,
        other.high.day,
    ):
        shift -= 1
    if value.relation == "until" and (value.high.month, value.high.day) < (
        other.low.month,
        other.low.day,
    ):
        shift += 1
    readings = tuple((_moved(a, shift), _moved(b, shift)) for a, b in value.readings)
    low, high = readings[0]
    return replace(value, low=low, high=high, readings=readings, year_known=True)


def _moved(day: date, years: int) -> date:
    year = min(max(day.year + years, 1), 9999)
    if (day.month, day.day) == (2, 29) and not _leap(year):
        return date(year, 2, 28)
    return day.replace(year=year)


def _leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
