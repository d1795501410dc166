"""Whether a value may follow from stated ones by a step of reckoning.

Where no word calls for an operation, a figure that it gives is no proof; but neither is the
figure then surely missing. `may_follow` is that doubt: sums, differences, products, quotients
and shares of values that stand near one another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from entailed.text.compare import same_kind
from entailed.text.quantities import Quantity
from entailed.text.units import same_currency

__all__ = ["adds_up", "may_follow"]

_POOL = 24  # values that are looked at together
_SMALL = 100  # figures of one digit below this
_LIST = 8  # values that may make up one total
_ROUGH = 0.05  # how far a figure given as rough may be from what is reckoned
_EXACT = 0.02
_CENT = 0.01
_BEYOND = 1 / 6  # how far beyond a bound that is given with a figure it may lie
_FACTORS = ("count", "multiplier", "ratio", "percent", "duration")
_WORDED = ("multiplier", "ratio")  # "halved", "a third": these call for a product
_CALENDAR = (7.0, 12.0, 24.0, 52.0, 60.0)
_HUGE = 10**15  # beyond this floats are no figures of a text
_SAME = 1e-9  # what arithmetic with floats may be off, as a share
_GIVEN = 4  # factors of the claim's own that are tried


def may_follow(
    claimed: Quantity,
    stated: Sequence[Quantity],
    given: Sequence[Quantity] = (),
    using: Quantity | None = None,
    *,
    added: bool = True,
) -> bool:
    """Whether one step over `stated` gives `claimed`; `given` are the claim's other values.

    With `using` that value has to be an operand. Without `added` no two are added up, and none is
    multiplied with a count that the claim does not give. A second step is taken only with a factor
    that the claim itself gives ("three day passes cost 15 more than ..."). A few dozen values are
    looked at, and a few of the claim's.
    """
    if not _plain(claimed):
        return False
    repeated = {(q.low, q.kind) for q in stated}
    own = [q for q in given if _usable(q)][:_GIVEN]
    more = [q for q in own if (q.low, q.kind) not in repeated]
    pool = [q for q in (*stated, *more) if _usable(q)][:_POOL]
    terms = [
        _Term(_value(claimed, q), _meant(q, using), at)
        for at, q in enumerate(pool)
        if _alike(claimed, q)
    ]
    if any(_agrees(claimed, v, _BEYOND) for v in _sums(terms, free=using is None, added=added)):
        return True
    chance = _by_chance(claimed)
    if chance and using is None:
        return False
    factors = [
        _Term(factor, _meant(q, using), at)
        for at, q in enumerate(pool)
        if q.kind in _WORDED or (not chance and (added or bool(q.per) or q in own))
        for factor in _factors(q, measured=q in own)
    ]
    mine = {factor for q in own for factor in _factors(q) if factor != 1}
    results = (*_products(terms, factors), *_second(terms, mine))
    if any(_agrees(claimed, value, _ROUGH) for value in results):
        return True
    ratios = _ratios(pool, using) if claimed.dimension == "ratio" and not chance else ()
    return any(_agrees(claimed, value, _ROUGH) for value in ratios)


class _Term(NamedTuple):
    """An operand: its value, whether it is the one asked for (any, if none is), its place."""

    value: float
    meant: bool
    at: int


def _meant(q: Quantity, using: Quantity | None) -> bool:
    """Whether an operand satisfies `using`; any does where none is asked for."""
    return using is None or (q.span, q.text) == (using.span, using.text)


def _by_chance(claimed: Quantity) -> bool:
    """Whether a value is so short that products of other values meet it by chance."""
    small = claimed.digits < 2 and claimed.low < _SMALL and not claimed.approximate
    return small and claimed.kind not in ("money", "ratio")


def adds_up(
    claimed: Quantity, stated: Sequence[Quantity], using: Quantity, *, added: bool = True
) -> bool:
    """Whether `using` and one of `stated` of its sort give the exact value, added or subtracted.

    Only subtracted without `added`.
    """
    if claimed.bound != "exact" or claimed.approximate or not _plain(claimed):
        return False
    alike = [q for q in stated if _usable(q) and not _meant(q, using) and same_kind(claimed, q)]
    mine, own = _value(claimed, claimed), _value(claimed, using)
    values = (_value(claimed, q) for q in alike)
    return any(_same(mine, abs(own - x)) or (added and _same(mine, own + x)) for x in values)


def _same(one: float, other: float) -> bool:
    return abs(one - other) <= _SAME * max(abs(one), abs(other))


def _plain(q: Quantity) -> bool:
    return abs(q.low * q.factor) < _HUGE


def _usable(q: Quantity) -> bool:
    return q.low == q.high and q.kind not in ("ordinal", "label", "score") and _plain(q)


def _alike(claimed: Quantity, q: Quantity) -> bool:
    """Whether a value may be added to make the claimed one."""
    if claimed.currency and q.currency:
        return same_currency(claimed.currency, q.currency)
    if "pp" in (claimed.unit, q.unit):
        return {claimed.unit, q.unit} <= {"%", "pp"}
    return claimed.dimension == q.dimension or q.bare or claimed.bare


def _value(claimed: Quantity, q: Quantity) -> float:
    """The value of an operand in the claimed value's base unit; a bare one is taken to have it."""
    if claimed.bare or (claimed.unit == "pp" and q.unit == "%"):
        return float(q.low)
    if q.bare or q.unit == "pp":
        return float(q.low * claimed.factor)
    return float(q.low * q.factor)  # a difference of temperatures has no offset


def _factors(q: Quantity, *, measured: bool = False) -> list[float]:
    """Numbers that another value may be multiplied with or divided by on account of this one.

    With `measured` also a measure: a price a square metre times the claim's own 80 square metres.
    """
    if not q.low or not (q.kind in _FACTORS or (measured and q.kind == "measure")):
        return []
    share = float(q.low * q.factor if q.kind in ("ratio", "percent") else q.low)
    found = [abs(share)]
    if q.dimension == "ratio" and 0 < share < 1:
        found += [1 - share, 1 + share]
    return found + list(_CALENDAR) if q.per_factor else found


def _sums(terms: Sequence[_Term], *, free: bool, added: bool) -> Iterator[float]:
    """Sums and differences of two values, and of a few where none is asked for."""
    for a, b in combinations(terms, 2):
        if a.meant or b.meant:
            yield abs(a.value - b.value)
            if added:
                yield a.value + b.value
    if free and added and 2 < len(terms) <= _LIST:
        yield sum(t.value for t in terms)
        for some in combinations(terms, 3):
            three = [t.value for t in some]
            yield sum(three)
            yield 2 * max(three) - sum(three)  # what two leave of the largest


def _products(terms: Sequence[_Term], factors: Sequence[_Term]) -> Iterator[float]:
    for term in terms:
        for factor in factors:
            if term.at != factor.at and (term.meant or factor.meant) and factor.value != 1:
                yield term.value * factor.value
                yield term.value / factor.value


def _second(terms: Sequence[_Term], own: set[float]) -> Iterator[float]:
    """A sum or difference after a product with a factor of the claim."""
    for a, b in permutations(terms, 2):
        if a.meant or b.meant:
            for factor in own:
                yield abs(a.value * factor - b.value)
                yield a.value * factor + b.value


def _ratios(pool: Sequence[Quantity], using: Quantity | None) -> Iterator[float]:
    """Shares and changes of two values of one sort, and what a share leaves of the whole."""
    values = [(float(q.low * q.factor), q.dimension, _meant(q, using)) for q in pool]
    for (part, sort, one), (whole, other, two) in permutations(values, 2):
        if whole and sort == other and (one or two):
            yield part / whole
            yield abs(part - whole) / whole
    for share, sort, meant in values:
        if sort == "ratio" and meant:
            yield 1 - share


def _agrees(claimed: Quantity, value: float, beyond: float) -> bool:
    """Whether a reckoned value is the claimed one as it is rounded, or lies little past a bound."""
    mine = float(claimed.low if claimed.unit == "pp" else claimed.low * claimed.factor)
    if _same(mine, value):
        return True
    gap, size = abs(mine - value), max(abs(mine), abs(value))
    bounded = not claimed.approximate and not claimed.soft
    if bounded and claimed.bound in ("more_than", "at_least"):
        return mine <= value <= mine * (1 + beyond)
    if bounded and claimed.bound in ("less_than", "at_most"):
        return mine * (1 - beyond) <= value <= mine
    if claimed.approximate or claimed.style != "digits":
        return gap <= size * _ROUGH
    if claimed.kind == "money" and claimed.step <= 1:
        return gap < _CENT  # a price is not rounded
    return gap <= float(claimed.step * claimed.factor) / 2 and gap <= size * _EXACT
