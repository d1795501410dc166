"""Comparing a claimed quantity with a stated one: units, bounds, rounding, sign.

| claimed | stated | equal ends | claimed lower | claimed higher |
|---|---|---|---|---|
| exact | exact | equal | different | different |
| exact | at least / more than | compatible / open | different | open |
| exact | at most / less than | compatible / open | open | different |
| more than | exact | compatible | compatible | different |
| at least | exact | compatible | open | different |
| less than | exact | compatible | different | compatible |
| at most | exact | compatible | different | open |
| lower bound | upper bound | different | open | different |
| same sort of bound | | equal | different (1) | different (2) |

(1) open for "more than", (2) open for "less than". "Open" is `incomparable`: neither does one
follow from the other nor are they at odds. Values count as equal ends when they agree within
faithful rounding.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Literal

from entailed.text.quantities import Quantity
from entailed.text.roots import root
from entailed.text.units import same_currency

__all__ = ["Relation", "compare", "same_digits", "same_kind"]

Relation = Literal["equal", "compatible", "different", "incomparable"]
_LOWER = ("at_least", "more_than")
_UPPER = ("at_most", "less_than")

# Relative error that rounding without a word ("49%" for 48.7%) may make, and beyond which it
# is at odds. With "about" a tenth is fine.
_ROUNDED = Fraction(25, 1000)
_OFF = Fraction(6, 100)
_ABOUT = Fraction(1, 10)
_ABOUT_OFF = Fraction(1, 5)
_CALENDAR = frozenset({"month", "year", "decade", "century", "age"})


def compare(claimed: Quantity, stated: Quantity) -> Relation:
    """How a claimed quantity stands to a stated one; `incomparable` when they may both hold.

    Units of one dimension are converted exactly. A claim may be rounded ("about 130" for 128),
    never more precise or further off ("about 100"). A number without unit or noun is compared by
    value alone. Deterministic, not symmetric.
    """
    claimed, stated = _alike(claimed, stated), _alike(stated, claimed)
    if not same_kind(claimed, stated):
        return _foreign(claimed, stated)
    if claimed.kind == "score" or stated.kind == "score":
        if (claimed.low, claimed.high) == (stated.high, stated.low):
            return "equal" if claimed.low == claimed.high else "incomparable"
        return "equal" if (claimed.low, claimed.high) == (stated.low, stated.high) else "different"
    if claimed.kind in ("label", "ordinal"):
        return "equal" if claimed.low == stated.low else "different"
    if (
        claimed.currency
        and stated.currency
        and not same_currency(claimed.currency, stated.currency)
    ):
        return "different"
    direction = _direction(claimed, stated)
    if direction is not None:
        return direction
    if claimed.low != claimed.high or stated.low != stated.high:
        return _ranges(claimed, stated)
    return _bounded(claimed, stated)


def _alike(q: Quantity, other: Quantity) -> Quantity:
    """`q` in the sort of `other` where both may be meant: basis points as a level, degrees."""
    if q.unit == "bp" and other.unit == "%" and not q.change:
        return replace(
            q, kind="percent", unit="%", dimension="ratio", low=q.low / 100, high=q.high / 100,
            step=q.step / 100,
        )  # fmt: skip
    if q.dimension == "length" and q.per_factor and other.dimension == "speed":
        return replace(
            q, unit=other.unit, dimension="speed", factor=q.factor / q.per_factor, per="",
            per_factor=Fraction(0),
        )  # fmt: skip
    if q.dimension == "angle" and other.dimension == "temperature":
        return replace(
            q, kind=other.kind, unit=other.unit, dimension=other.dimension, factor=other.factor,
            offset=other.offset,
        )  # fmt: skip
    return q


def same_kind(claimed: Quantity, stated: Quantity) -> bool:
    """Whether the two measure or count the same sort of thing, so that their values compare."""
    for kind in ("label", "ordinal", "score", "multiplier"):
        if kind in (claimed.kind, stated.kind):
            return claimed.kind == stated.kind and _same_noun(claimed, stated)
    if claimed.bare or stated.bare:
        if "ratio" in (claimed.kind, stated.kind):
            return abs(claimed.low) <= 1 and abs(stated.low) <= 1
        return _rates_agree(claimed, stated) and "age" not in (claimed.kind, stated.kind)
    if claimed.kind == "money" or stated.kind == "money":
        return claimed.currency is not None and stated.currency is not None
    if claimed.dimension != stated.dimension:
        return False
    if not claimed.dimension and not _same_noun(claimed, stated):
        return False
    return _rates_agree(claimed, stated)


def same_digits(claimed: Quantity, stated: Quantity) -> bool:
    """Whether the two show the same figure, whatever the unit ("50 mg", "50 mcg")."""
    return (claimed.low, claimed.high) == (stated.low, stated.high)


def _foreign(claimed: Quantity, stated: Quantity) -> Relation:
    """Different sorts: only a unit put in place of its look-alike is at odds."""
    pair = {claimed.dimension, stated.dimension}
    if pair == {"money", "mass"} and {claimed.unit, stated.unit} >= {"lb"}:
        return "compatible" if same_digits(claimed, stated) else "incomparable"
    if pair == {"time", "working time"}:
        return "different" if claimed.kind == stated.kind else "incomparable"
    if _out_of(claimed, stated):
        return "compatible"
    if pair == {"ratio", "percentage points"} and same_digits(claimed, stated):
        return "different"
    return "incomparable"


def _out_of(claimed: Quantity, stated: Quantity) -> bool:
    """Whether a bare figure is what a score out of a number begins with ("87" for "87/100")."""
    top, slash, _ = stated.text.partition("/")
    return claimed.bare and stated.kind == "ratio" and bool(slash) and top == claimed.text


def _same_noun(claimed: Quantity, stated: Quantity) -> bool:
    if not claimed.nouns or not stated.nouns:
        return True
    if claimed.noun.isascii() != stated.noun.isascii():
        return True
    if claimed.noun in stated.nouns or stated.noun in claimed.nouns:
        return True
    return {claimed.noun, stated.noun} <= _PEOPLE and "person" in (claimed.noun, stated.noun)


# "3,000 people live here" and "2,987 inhabitants" count the same.
_PEOPLE = frozenset(
    root(word)
    for word in (
        "people persons inhabitants residents citizens participants patients employees workers "
        "users "
        "members customers visitors guests passengers students pupils voters subjects respondents "
        "attendees subscribers volunteers adults soldiers refugees"
    ).split()
)


def _rates_agree(claimed: Quantity, stated: Quantity) -> bool:
    if not claimed.per or not stated.per or claimed.per == stated.per:
        return True
    return bool(claimed.per_factor and stated.per_factor)


def _direction(claimed: Quantity, stated: Quantity) -> Relation | None:
    """Signs and words of change: "fell by 7" is -7; None when they say nothing against it."""
    one, other = _signed(claimed), _signed(stated)
    if one and other and one != other and claimed.low:
        return "different"
    return None


def _signed(q: Quantity) -> int:
    """+1 for a rise or an explicit plus, -1 for a fall or a negative value, 0 if unsaid."""
    negative = q.low.numerator < 0
    if q.change:
        return -1 if (q.change == "down") != negative else 1
    if negative:
        return -1
    return 1 if q.text.startswith("+") else 0


def _value(q: Quantity, end: Fraction, other: Quantity) -> Fraction:
    """An end in comparable units: base units where both have some, per second for two rates."""
    plain = q.bare or other.bare
    value = end if plain or (q.factor == 1 and not q.offset) else end * q.factor + q.offset
    if q.per_factor and other.per_factor and q.per != other.per:
        value /= q.per_factor
    if _signed(q) or _signed(other):
        return abs(value) if q.dimension != "temperature" or q.change else value
    return value


def _bounded(claimed: Quantity, stated: Quantity) -> Relation:
    one, other = _value(claimed, claimed.low, stated), _value(stated, stated.low, claimed)
    point = _point(claimed, stated, one, other)
    same = point in ("equal", "compatible")
    mine, theirs = claimed.bound, stated.bound
    if mine == theirs == "exact":
        return point
    if mine == "exact":
        return _stated_bound(theirs, stated, same, one, other)
    if theirs == "exact":
        return _claimed_bound(mine, claimed, same, one, other)
    if (mine in _LOWER) != (theirs in _LOWER):
        apart = one >= other if mine in _LOWER else one <= other
        return "different" if same or apart else "incomparable"
    if same:
        return point if mine == theirs or claimed.soft or stated.soft else "incomparable"
    if point == "incomparable":
        return point
    open_up = mine == "more_than" and one < other
    open_down = mine == "less_than" and one > other
    return "incomparable" if open_up or open_down else "different"


def _stated_bound(
    bound: str, stated: Quantity, same: bool, one: Fraction, other: Fraction
) -> Relation:
    """The claim is exact, the evidence gives a bound."""
    if same:
        return "compatible" if bound in ("at_least", "at_most") or stated.soft else "incomparable"
    outside = one < other if bound in _LOWER else one > other
    return "different" if outside else "incomparable"


def _claimed_bound(
    bound: str, claimed: Quantity, same: bool, one: Fraction, other: Fraction
) -> Relation:
    """The claim gives a bound, the evidence is exact."""
    if same:
        return "compatible"
    holds = other > one if bound in _LOWER else other < one
    if not holds:
        return "different"
    return "compatible" if bound in ("more_than", "less_than") else "incomparable"


def _point(claimed: Quantity, stated: Quantity, one: Fraction, other: Fraction) -> Relation:
    """Two single values in the same units."""
    if one == other or _second_reading(claimed, stated):
        return "equal"
    worded = claimed.kind == "ratio" and claimed.style == "word"
    if _far_off(one, other) and not (claimed.approximate or worded):
        return "different"
    gap, size = abs(one - other), max(abs(one), abs(other))
    relative = gap / size
    if _mixed_calendar(claimed, stated):
        return _within(relative, Fraction(3, 1000), Fraction(4, 100))
    if claimed.approximate or worded:
        return _about(claimed, one, other, gap, relative)
    if stated.approximate:
        return "incomparable" if relative <= _OFF else "different"
    step, their_step = _step(claimed, stated), _step(stated, claimed)
    if claimed.unit != stated.unit and not (claimed.bare or stated.bare):
        close = gap <= max(step, their_step) / 2
        return _within(relative, _ROUNDED, _OFF) if close else _tiny(relative)
    if step > their_step and gap <= step / 2:
        return _within(relative, _ROUNDED, _OFF)
    if step < their_step and gap <= their_step / 2 and relative <= _ROUNDED:
        return "incomparable"
    return "incomparable" if _rounded_off(claimed, gap, relative) else "different"


def _far_off(one: Fraction, other: Fraction) -> bool:
    """Whether two values on one grid differ by more than any rounding allows (`_OFF`)."""
    if one.denominator != other.denominator:
        return False
    a, b = one.numerator, other.numerator
    return abs(a - b) * _OFF.denominator > max(abs(a), abs(b)) * _OFF.numerator


def _tiny(relative: Fraction) -> Relation:
    """Converted figures that differ by less than a rounded factor would make."""
    return "compatible" if relative <= Fraction(1, 1000) else "different"


def _within(relative: Fraction, near: Fraction, far: Fraction) -> Relation:
    if relative <= near:
        return "compatible"
    return "incomparable" if relative <= far else "different"


def _about(
    claimed: Quantity, one: Fraction, other: Fraction, gap: Fraction, relative: Fraction
) -> Relation:
    """An approximate claim: rounded faithfully, and on the side its word says."""
    wrong_side = (claimed.side == "below" and other > one) or (
        claimed.side == "above" and other < one
    )
    if wrong_side and relative > Fraction(1, 50):
        return "different"
    # A plain "a third" is meant more exactly than "about a third".
    worded = claimed.kind == "ratio" and claimed.style == "word"
    grain = abs(one) / 10 if worded else _grain(claimed)
    rounded = gap <= grain / 2 and (claimed.approximate or not worded)
    if wrong_side:
        return "incomparable"
    if (rounded and relative <= _ABOUT) or relative <= Fraction(1, 50):
        return "compatible"
    if relative <= _ABOUT or (rounded and relative <= _ABOUT_OFF):
        return "incomparable"
    return "different"


def _grain(q: Quantity) -> Fraction:
    """The value of the last digit of `q` that is not zero, in base units."""
    grain, count = q.step, abs(q.low / q.step) if q.step else Fraction(0)
    for _ in range(30):
        if not count or count.denominator != 1 or count.numerator % 10:
            break
        count /= 10
        grain *= 10
    return grain * q.factor


def _rounded_off(claimed: Quantity, gap: Fraction, relative: Fraction) -> bool:
    """A large round whole number near the stated one may be meant as rounded ("2,500")."""
    grain = _grain(claimed)
    round_number = grain >= 100 * claimed.factor and abs(claimed.low) >= 1000
    return round_number and gap <= grain / 2 and relative <= Fraction(1, 50)


def _step(q: Quantity, other: Quantity) -> Fraction:
    return q.step if q.bare or other.bare else q.step * q.factor


def _second_reading(claimed: Quantity, stated: Quantity) -> bool:
    """An ambiguous numeral ("1.250") equal in its other reading."""
    if claimed.unit != stated.unit or claimed.currency != stated.currency:
        return False
    mine, theirs = claimed.other, stated.other
    return (mine is not None and mine == stated.low) or (
        theirs is not None and theirs == claimed.low
    )


def _mixed_calendar(claimed: Quantity, stated: Quantity) -> bool:
    """Months or years against days or weeks: lengths that only agree on average."""
    if claimed.dimension != "time" or stated.dimension != "time":
        return False
    return (claimed.unit in _CALENDAR) != (stated.unit in _CALENDAR)


def _ranges(claimed: Quantity, stated: Quantity) -> Relation:
    low, high = _value(claimed, claimed.low, stated), _value(claimed, claimed.high, stated)
    their_low, their_high = (
        _value(stated, stated.low, claimed),
        _value(stated, stated.high, claimed),
    )
    if claimed.low != claimed.high and stated.low != stated.high:
        ends = (
            _point(claimed, stated, low, their_low),
            _point(claimed, stated, high, their_high),
        )
        worst: tuple[Relation, ...] = ("different", "incomparable", "compatible")
        for relation in worst:
            if relation in ends:
                return relation
        return "equal"
    if claimed.low == claimed.high:
        return _inside(claimed, low, their_low, their_high, wide_claim=False)
    return _inside(stated, their_low, low, high, wide_claim=True)


def _inside(
    single: Quantity, value: Fraction, low: Fraction, high: Fraction, *, wide_claim: bool
) -> Relation:
    """A single value or bound against a range."""
    if single.bound == "exact":
        if not low <= value <= high:
            return "different"
        return "compatible" if single.approximate and not wide_claim else "incomparable"
    if single.bound in _UPPER:
        if value < low:
            return "different"
        return "compatible" if value == high and not wide_claim else "incomparable"
    if value > high:
        return "different"
    return "compatible" if value == low and not wide_claim else "incomparable"
