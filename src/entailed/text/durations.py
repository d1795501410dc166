"""Lengths of time and ages in plain text, for reckoning with dates.

`entailed.text.quantities` reads the same expressions as quantities; here they are read
with what they are counted from ("two years later", "aged 45").
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Literal

from dateutil.relativedelta import relativedelta

from entailed.text.calendar_words import NUMBER_WORDS
from entailed.types import Span

__all__ = ["Duration", "Unit", "between", "read_durations", "shifted"]

Unit = Literal["year", "month", "week", "day"]
Direction = Literal["length", "later", "earlier", "age"]


@dataclass(frozen=True, slots=True)
class Duration:
    """A length of time; `count` is whole or half, in `unit`. An age is a length since birth."""

    span: Span
    text: str
    count: float
    unit: Unit
    direction: Direction = "length"
    approximate: bool = False


_WORDS = "|".join(sorted(NUMBER_WORDS, key=len, reverse=True))
_FORMS: tuple[tuple[str, tuple[Unit, int]], ...] = (
        ("year years yr yrs jahr jahre jahren an ans année années año años anno anni ano anos "
         "год года лет", ("year", 1)),
        ("decade decades jahrzehnt jahrzehnte jahrzehnten décennie décennies década décadas",
         ("year", 10)),
        ("century centuries", ("year", 100)),
        ("month months monat monate monaten mois mes meses mese mesi mês месяц месяца месяцев",
         ("month", 1)),
        ("week weeks woche wochen semaine semaines semana semanas settimana settimane неделя "
         "недели недель", ("week", 1)),
        ("day days tag tage tagen jour jours día días giorno giorni dia dias день дня дней",
         ("day", 1)),
        ("fortnight", ("week", 2)),
)  # fmt: skip
_UNITS: dict[str, tuple[Unit, int]] = {
    form: value for forms, value in _FORMS for form in forms.split()
}
_UNIT_WORDS = "|".join(sorted(_UNITS, key=len, reverse=True))
_DURATION = re.compile(
    r"(?<![\w.,/-])(?P<soft>(?:about|around|nearly|almost|over|more than|less than|some|roughly"
    r"|approximately|at least|up to|fast|etwa|rund|environ|casi)\s)?"
    rf"(?P<n>\d{{1,4}}(?:\.\d)?|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty"
    rf"|ninety)-\w{{3,5}}|{_WORDS})"
    rf"(?P<half>\sand\sa\shalf)?[\s\-](?P<u>{_UNIT_WORDS})(?!\w)(?P<old>[\s-]old(?!\w)|\sof\sage)?"
    r"(?P<dir>\s(?:later|afterwards?|after|hence|onwards?|before|earlier|ago|prior|später|danach"
    r"|nachher|zuvor|früher|plus\stard|auparavant|después|más\starde|antes|dopo|prima|depois"
    r"|спустя|назад)(?!\w))?",
    re.IGNORECASE,
)
_AGE = re.compile(
    r"(?<!\w)(?:aged?|at(?:\sthe)?\sage(?:\sof)?|im\sAlter\svon"
    r"|à\sl'âge\sde|(?:was|is|were|turned)(?=\s\d{1,3}\s(?:when|as|at\sthe\stime|that\syear)(?!\w)))"
    r"\s(?P<n>\d{1,3})(?![\w.,]\d|\w)"
    r"(?:\s(?:years|Jahren|ans))?",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"later|after|hence|onward|später|danach|nachher|plus|desp|más|dopo|depois|спуст", re.I
)


@lru_cache(maxsize=2048)
def read_durations(text: str) -> tuple[Duration, ...]:
    """Lengths of a day or more and ages in `text`, in order; spans are in `text`. Cached."""
    found: list[Duration] = []
    ages = bytearray(len(text))
    for match in _AGE.finditer(text):
        span = Span(*match.span())
        found.append(Duration(span, match.group(0), float(match["n"]), "year", "age"))
        ages[span.start : span.end] = b"\x01" * len(span)
    for match in _DURATION.finditer(text):
        count = _count(match["n"])
        start = match.start("n")
        if count is None or ages.find(1, start, match.end()) >= 0:
            continue
        unit, factor = _UNITS[match["u"].casefold()]
        found.append(
            Duration(
                Span(start, match.end("old") if match["old"] else match.end("u")),
                text[start : match.end("u")],
                (count + (0.5 if match["half"] else 0)) * factor,
                unit,
                _direction(match),
                bool(match["soft"]),
            )
        )
    return tuple(sorted(found, key=lambda d: d.span.start))


def _count(text: str) -> float | None:
    folded = text.casefold()
    if folded[0].isdigit():
        return float(folded)
    if folded in NUMBER_WORDS:
        return float(NUMBER_WORDS[folded])
    tens, _, ones = folded.partition("-")
    both = tens in NUMBER_WORDS and 1 <= NUMBER_WORDS.get(ones, 0) <= 9
    return float(NUMBER_WORDS[tens] + NUMBER_WORDS[ones]) if both else None


def _direction(match: re.Match[str]) -> Direction:
    if match["old"]:
        return "age"
    if not match["dir"]:
        return "length"
    return "later" if _LATER.search(match["dir"]) else "earlier"


def shifted(day: date, duration: Duration) -> date | None:
    """The day a duration after `day` (before it for `earlier`), or None outside years 1-9999."""
    sign = -1 if duration.direction == "earlier" else 1
    whole, half = int(duration.count), duration.count % 1 > 0
    steps = {
        "year": relativedelta(years=sign * whole, months=sign * 6 * half),
        "month": relativedelta(months=sign * whole, days=sign * 15 * half),
        "week": relativedelta(weeks=sign * whole),
        "day": relativedelta(days=sign * whole),
    }
    try:
        return day + steps[duration.unit]
    except (ValueError, OverflowError):
        return None


_DAY = timedelta(days=1)


def between(first: tuple[date, date], second: tuple[date, date], unit: Unit) -> tuple[int, int]:
    """Least and most whole units from a day of the first interval to one of the second."""
    least = _whole(first[1], second[0], unit)
    # A term that ends on the last day before its anniversary is full.
    most = _whole(first[0], min(second[1], date.max - _DAY) + _DAY, unit)
    return min(least, most), max(least, most)


def _whole(start: date, end: date, unit: Unit) -> int:
    if unit == "day":
        return (end - start).days
    if unit == "week":
        return (end - start).days // 7
    gap = relativedelta(end, start)
    return gap.years if unit == "year" else gap.years * 12 + gap.months
