"""What the patterns of dates share: the draft they make, names, intervals."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from entailed.text.calendar_words import MONTHS
from entailed.text.lazy import lazy

__all__ = [
    "DAY", "MONTH", "NOT_NUMBER", "NOWHERE", "PART", "UNKNOWN_YEAR", "YEAR", "Builder", "Draft",
    "Form", "Interval", "Precision", "day_of", "flags", "month_number", "months", "names",
    "number_of", "part_of", "placed", "short_year", "years",
]  # fmt: skip

Precision = Literal[
    "day",
    "month",
    "season",
    "quarter",
    "half",
    "year",
    "decade",
    "century",
    "time",
    "weekday",
]
Interval = tuple[date, date]
UNKNOWN_YEAR = 2000
NOWHERE: Interval = (date(UNKNOWN_YEAR, 1, 1), date(UNKNOWN_YEAR, 1, 1))


@dataclass(frozen=True, slots=True)
class Draft:
    """What a written form says by itself; see `entailed.text.dates.DateValue`."""

    start: int
    end: int
    precision: Precision
    readings: tuple[Interval, ...]
    year_known: bool = True
    approximate: bool = False
    fiscal: bool = False
    bc: bool = False
    minutes: tuple[int, ...] = ()
    weekday: int | None = None


Builder = Callable[[re.Match[str]], Draft | None]
Form = tuple[re.Pattern[str], Builder]


def names(words: Iterable[str]) -> str:
    """Alternatives of a pattern, longest first."""
    return "|".join(re.escape(w) for w in sorted(words, key=len, reverse=True))


MONTH = rf"(?:{names(MONTHS)})(?!\w)\.?"
DAY = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th|er|º|ª|\.(?!\d))?"
YEAR = r"(?:1\d{3}|20\d{2}|2100)"
NOT_NUMBER = r"(?![\d]|[.,]\d)"
_EARLY = (
    r"early(?: in)?|(?:the )?(?:beginning|start|early part)(?: of)?|anfang|début|inicios? de|inizio"
)
_MIDDLE = r"mid(?:dle)?(?: of)?|mitte|mi|mediados de|metà"
_LATE = r"late(?: in)?|(?:the )?(?:end|close|later part)(?: of)?|ende|fin|finales de|fine"
PART = rf"(?:(?P<early>{_EARLY})|(?P<middle>{_MIDDLE})|(?P<late>{_LATE}))[\s\-–]{{1,2}}(?:the )?"


def month_number(word: str) -> int:
    """Number of a month name with or without a full stop."""
    return MONTHS[word.rstrip(".").casefold()]


def number_of(text: str) -> int:
    """The digits of a text as a number."""
    return int(re.sub(r"\D", "", text))


def day_of(year: int, month: int, day: int) -> date | None:
    """A day, or None where the calendar has none."""
    if not (1 <= year <= 9999 and 1 <= month <= 12):
        return None
    return date(year, month, day) if 1 <= day <= calendar.monthrange(year, month)[1] else None


def months(year: int, first: int, last: int) -> Interval:
    """From the first day of month `first` to the last of `last` (next year's if smaller)."""
    end = year + (last < first)
    if not 1 <= year <= end <= 9999:
        return NOWHERE
    return date(year, first, 1), date(end, last, calendar.monthrange(end, last)[1])


def years(first: int, last: int) -> Interval:
    """From the first day of one year to the last of another."""
    return date(max(first, 1), 1, 1), date(min(max(last, 1), 9999), 12, 31)


def short_year(text: str) -> int:
    """A year of two or four digits; two mean 1950 to 2049."""
    value = int(text)
    if len(text) > 2:
        return value
    return value + (2000 if value < 50 else 1900)


def placed(draft: Draft | None, start: int, end: int) -> Draft | None:
    """A draft at other offsets."""
    return replace(draft, start=start, end=end) if draft else None


def part_of(match: re.Match[str], interval: Interval) -> tuple[Interval, bool]:
    """Narrow an interval by "early", "mid-" or "late"; True when one of them was there."""
    names = match.re.groupindex
    which = next((n for n in ("early", "middle", "late") if n in names and match.group(n)), None)
    if which is None:
        return interval, False
    low, high = interval[0].toordinal(), interval[1].toordinal()
    size = high - low
    ranges = {
        "early": (low, low + size * 5 // 12),
        "middle": (low + size // 4, low + size * 3 // 4),
        "late": (low + size * 7 // 12, high),
    }
    first, last = ranges[which]
    return (date.fromordinal(first), date.fromordinal(last)), True


def flags(*parts: str) -> re.Pattern[str]:
    """A pattern of joined parts that ignores case."""
    return lazy("".join(parts), re.IGNORECASE)
