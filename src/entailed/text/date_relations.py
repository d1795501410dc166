"""What one date says about another: the same, finer, different, or nothing certain."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta
from typing import Literal

from entailed.text.date_drafts import UNKNOWN_YEAR, Interval
from entailed.text.dates import DateValue

__all__ = ["Relation", "compare", "inside", "overlapping"]

Relation = Literal["same", "finer", "unclear", "different"]
_OPPOSITES = frozenset({("before", "after"), ("after", "before"), ("before", "since")})


def compare(claimed: DateValue, stated: DateValue, years: Collection[int] = ()) -> Relation:
    """How a claim's date stands to a stated one.

    `same`: the stated one entails it (equal, or the claim is less precise); `finer`: the claim
    is more precise than the stated one; `unclear`: cannot be told apart; `different`: both
    cannot hold of one event. `years` are years known from elsewhere, for dates without one.
    """
    if claimed.precision == "time" or stated.precision == "time":
        return _compare_times(claimed, stated)
    if claimed.precision == "weekday" or stated.precision == "weekday":
        return _compare_weekdays(claimed, stated)
    if claimed.bc != stated.bc:
        return "different"
    if claimed.fiscal != stated.fiscal and (claimed.year_known and stated.year_known):
        return "unclear"
    if _opposite_ends(claimed, stated):
        return "different"
    return _compare_days(claimed, stated, years)


def _opposite_ends(claimed: DateValue, stated: DateValue) -> bool:
    """Whether one begins a range that the other ends (and neither is both)."""
    return {claimed.relation, stated.relation} == {"from", "until"}


def _compare_times(claimed: DateValue, stated: DateValue) -> Relation:
    if claimed.precision != stated.precision:
        return "unclear"
    if _opposite_ends(claimed, stated):
        return "different"
    slack = 30 if claimed.approximate else 0
    near = any(abs(a - b) <= slack for a in claimed.minutes for b in stated.minutes)
    return "same" if near else "different"


def _compare_weekdays(claimed: DateValue, stated: DateValue) -> Relation:
    if claimed.precision == stated.precision:
        return "same" if claimed.weekday == stated.weekday else "different"
    if claimed.precision == "weekday" and stated.precision == "day" and stated.year_known:
        return "same" if stated.low.weekday() == claimed.weekday else "unclear"
    return "unclear"


def _compare_days(claimed: DateValue, stated: DateValue, years: Collection[int]) -> Relation:
    if claimed.year_known and stated.year_known:
        return _compare_readings(claimed, stated)
    if stated.precision in ("year", "decade", "century"):
        return "finer"
    relation = _compare_readings(claimed, stated, yearless=True)
    if claimed.precision in ("year", "decade", "century"):
        return "unclear"
    if relation == "same" and claimed.year_known and claimed.low.year not in years:
        return "finer"
    return relation


def _compare_readings(claimed: DateValue, stated: DateValue, yearless: bool = False) -> Relation:
    found: set[Relation] = set()
    for ours in claimed.readings:
        for theirs in stated.readings:
            a, b = (_yearless(ours), _yearless(theirs)) if yearless else (ours, theirs)
            found.add(_compare_intervals(claimed, stated, a, b))
    order: tuple[Relation, ...] = ("same", "finer", "unclear", "different")
    return next(r for r in order if r in found)


def _compare_intervals(
    claimed: DateValue, stated: DateValue, ours: Interval, theirs: Interval
) -> Relation:
    bounded = _compare_bound(claimed, stated, ours, theirs)
    if bounded:
        return bounded
    low, high = _widened(claimed, ours)
    if low <= theirs[0] and theirs[1] <= high:
        return "same"
    if stated.approximate and overlapping(_widened(stated, theirs), (low, high)):
        return "unclear"
    if overlapping((low, high), theirs):
        vague = claimed.approximate or "season" in (claimed.precision, stated.precision)
        return "unclear" if vague else "finer"
    if "season" in (claimed.precision, stated.precision):
        return "different" if ours[0].year != theirs[0].year else "unclear"
    if stated.relation in ("since", "after") and ours[0] > theirs[1]:
        return "unclear"
    if stated.relation in ("until", "by", "before") and ours[1] < theirs[0]:
        return "unclear"
    return "different"


def _compare_bound(
    claimed: DateValue, stated: DateValue, ours: Interval, theirs: Interval
) -> Relation | None:
    """For "before", "after", "by": what lies on the right side is entailed."""
    relation = claimed.relation
    if (relation, stated.relation) in _OPPOSITES and overlapping(ours, theirs):
        return "different"
    if relation == "before" and theirs[1] < ours[0] and stated.relation != "after":
        return "same"
    if relation == "by" and theirs[1] <= ours[1] and stated.relation != "after":
        return "same"
    if relation == "after" and theirs[0] > ours[1] and stated.relation != "before":
        return "same"
    return None


def _widened(value: DateValue, interval: Interval) -> Interval:
    """An interval with the slack of "about"."""
    if not value.approximate:
        return interval
    days = max(15, (interval[1] - interval[0]).days // 3)
    if value.precision == "year":
        days = 3 * 365
    if value.precision in ("decade", "century"):
        days = (interval[1] - interval[0]).days // 4
    return _shift(interval[0], -days), _shift(interval[1], days)


def _shift(day: date, days: int) -> date:
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return day


def _yearless(interval: Interval) -> Interval:
    low, high = interval
    low = low.replace(year=UNKNOWN_YEAR)
    high = high.replace(year=UNKNOWN_YEAR + (high.year > interval[0].year))
    if (high.month, high.day) == (2, 28):
        high = high.replace(day=29) if high.year % 4 == 0 else high
    return low, high


def overlapping(a: Interval, b: Interval) -> bool:
    """Whether two inclusive intervals share a day."""
    return a[0] <= b[1] and b[0] <= a[1]


def inside(claimed: DateValue, start: DateValue, end: DateValue) -> bool:
    """Whether a claim's date lies in the range two stated dates (from, until) open."""
    if claimed.precision == "weekday" and claimed.weekday is not None:
        if start.weekday is None or end.weekday is None:
            return False
        return (claimed.weekday - start.weekday) % 7 <= (end.weekday - start.weekday) % 7
    if claimed.precision == "time":
        if not (start.minutes and end.minutes):
            return False
        late = max(end.minutes) or 1440
        return any(min(start.minutes) <= t <= late for t in claimed.minutes)
    if not (claimed.calendar and start.calendar and end.calendar):
        return False
    return start.low <= claimed.low and claimed.high <= end.high
