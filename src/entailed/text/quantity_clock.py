"""Quantities in forms of their own: 2h15, 3:42:10, an hour and a half, 5'10", 15.6"."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from entailed.text.lazy import lazy
from entailed.text.quantity_draft import Draft, Source, at
from entailed.text.quantity_units import read_measure
from entailed.text.units import Unit

__all__ = ["clock_like", "half_more", "with_marks"]

_HOUR = Unit("h", "time", Fraction(3600))
_INCH = Unit("in", "length", Fraction(254, 10000))
_FOOT = Unit("ft", "length", Fraction(3048, 10000))
_HOURS = lazy(r"(?P<h>\d{1,3}):(?P<m>[0-5]\d)\s?(?:h|hrs?|hours?|std)(?![a-z])")
_COMPACT = lazy(r"(?P<h>\d{1,3})\s?h\s?(?P<m>[0-5]\d)(?:\s?(?:min|mn|m))?(?![\w:.,]\d|\w)")
_SECONDS = lazy(r"(?P<h>\d{1,3}):(?P<m>[0-5]\d):(?P<s>[0-5]\d)(?![\w:])")
_TIME_OF_DAY = lazy(r"(?<!\w)(?:at|um|à|a las|alle|dès|ab|until|till|from|bis|de)\s\Z")


def clock_like(source: Source, i: int) -> tuple[Draft, int] | None:
    """1:35 h, 2h15, 3:42:10 at token `i` and the token to go on at."""
    start = source.tokens[i].start
    found = (
        _HOURS.match(source.low, start)
        or _COMPACT.match(source.low, start)
        or _SECONDS.match(source.low, start)
    )
    if found is None:
        return _minutes(source, i)
    if found.re is _COMPACT and _TIME_OF_DAY.search(source.low[max(0, start - 8) : start]):
        return None
    parts = found.groupdict()
    value = int(parts["h"]) + Fraction(int(parts["m"]), 60)
    step = Fraction(1, 60)
    if parts.get("s"):
        value, step = value + Fraction(int(parts["s"]), 3600), Fraction(1, 3600)
    draft = Draft(start, found.end(), start, found.end(), value, value, step, 3, "digits")
    draft.unit = _HOUR
    return draft, _after(source, i, found.end())


_MINUTES = lazy(r"(?P<m>2[5-9]|[3-9]\d|1\d\d):(?P<s>[0-5]\d)(?![\w:]|[.,]\d)")
_MINUTE = Unit("min", "time", Fraction(60))


def _minutes(source: Source, i: int) -> tuple[Draft, int] | None:
    """48:20 is no time of day, and so minutes and seconds."""
    start = source.tokens[i].start
    found = _MINUTES.match(source.low, start)
    if found is None or source.low[max(0, start - 1) : start] in (":", "."):
        return None
    value = int(found["m"]) + Fraction(int(found["s"]), 60)
    draft = Draft(
        start, found.end(), start, found.end(), value, value, Fraction(1, 60), 4, "digits"
    )
    draft.unit = _MINUTE
    return draft, _after(source, i, found.end())


def _after(source: Source, i: int, end: int) -> int:
    while i < len(source.tokens) and source.tokens[i].start < end:
        i += 1
    return i


_FEET = lazy(r"(?P<ft>\d{1,2})['′]\s?(?P<in>\d{1,2}(?:\.\d)?)(?:\"|″|'')")
_INCHES = lazy(r"(?P<in>\d{1,4}(?:\.\d{1,3})?)(?P<mark>\"|″)(?!\w)")


def with_marks(source: Source, i: int) -> tuple[Draft, int] | None:
    """5'10" and 15.6": feet and inches by their marks; a quotation mark that closes is none."""
    start = source.tokens[i].start
    feet, inches = _FEET.match(source.plain, start), _INCHES.match(source.plain, start)
    if feet is not None:
        value, unit, end = int(feet["ft"]) + Fraction(feet["in"]) / 12, _FOOT, feet.end()
    elif inches is not None and (inches["mark"] == "″" or not _inside_quote(source, start)):
        value, unit, end = Fraction(inches["in"]), _INCH, inches.end()
    else:
        return None
    step = Fraction(1, 10 ** len(str(inches["in"]).partition(".")[2])) if inches else Fraction(1)
    draft = Draft(start, end, start, end, value, value, step, 2, "digits")
    draft.unit = unit
    return draft, _after(source, i, end)


def _inside_quote(source: Source, start: int) -> bool:
    return source.plain.count('"', 0, start) % 2 == 1


_HALVED = frozenset("hour day week month year minute mile decade century".split())


def half_more(source: Source, i: int) -> tuple[Draft, int] | None:
    """ "an hour and a half", "half an hour", "a half hour" at token `i`."""
    lows = [t.low for t in source.tokens[i : i + 5]]
    if len(lows) >= 3 and lows[0] == "half" and lows[1] in ("a", "an") and lows[2] in _HALVED:
        return _of_unit(source, i, 2, 3, Fraction(1, 2))
    if len(lows) >= 3 and lows[:2] == ["a", "half"] and lows[2] in _HALVED:
        return _of_unit(source, i, 2, 3, Fraction(1, 2))
    if len(lows) < 5 or lows[0] not in ("a", "an", "one") or lows[1] not in _HALVED:
        return None
    return _of_unit(source, i, 1, 5, Fraction(3, 2)) if lows[2:] == ["and", "a", "half"] else None


def _of_unit(
    source: Source, i: int, unit: int, length: int, value: Fraction
) -> tuple[Draft, int] | None:
    """`value` of the unit at token `i + unit`, written with `length` tokens."""
    measure = read_measure([replace(t) for t in source.tokens[i + unit : i + unit + 1]], 0, "en")
    last = at(source.tokens, i + length - 1)
    if measure is None or measure.unit is None or last is None:
        return None
    start = source.tokens[i].start
    draft = Draft(start, last.end, start, last.end, value, value, Fraction(1, 2), 1, "word")
    draft.unit = measure.unit
    return draft, i + length
