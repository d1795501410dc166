"""Check `arithmetic`: figures that are not stated but follow from stated ones, and wrong ones.

An operation is tried only when a word of the claim or the evidence calls for it ("in total",
"25% of", "from 4 to 6", "12 of the 48"); two numbers that happen to give a third prove nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice, pairwise

from entailed.protocols import check
from entailed.text.binding import Bound, bindings, keys_of, weight_of
from entailed.text.candidates import Stated
from entailed.text.compare import compare, same_kind
from entailed.text.derivation import (
    Result,
    agrees,
    change,
    difference,
    discounted,
    list_length,
    mean,
    of_kind,
    portion,
    product,
    share,
    total,
)
from entailed.text.instances import is_instance
from entailed.text.lazy import lazy
from entailed.text.quantities import Quantity, read_quantities
from entailed.text.roles import Role, has_total_cue, role_of
from entailed.text.steps import is_part_of, runs_from_to, runs_to_from
from entailed.types import AlignedSentence, Alignment, Claim, Evidence, Finding

__all__ = ["arithmetic"]

_SENTENCES = 6
_LEAST_OVERLAP = 0.12


@dataclass(frozen=True, slots=True)
class _Case:
    """One claimed quantity with all that may explain it."""

    text: str
    bound: Bound
    role: Role
    stated: tuple[Stated, ...]
    aligned: tuple[AlignedSentence, ...]
    others: tuple[Quantity, ...]

    @property
    def claimed(self) -> Quantity:
        return self.bound.quantity


@dataclass(frozen=True, slots=True)
class _Outcome:
    """A result that explains the figure, or the one it should have been (`wrong`)."""

    result: Result
    wrong: bool = False


@check(name="arithmetic", version="1")
def arithmetic(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`arithmetic_derived` or `arithmetic_mismatch` for figures the evidence does not state."""
    claimed = bindings(claim.text)
    if not claimed:
        return ()
    near = tuple(s for s in alignment.sentences[:_SENTENCES] if s.overlap >= _LEAST_OVERLAP)
    stated = tuple(_stated(near))
    found: list[Finding] = []
    for bound in claimed:
        if bound.quantity.kind in ("ordinal", "score", "age") or _is_stated(bound, stated):
            continue
        others = tuple(b.quantity for b in claimed if b is not bound)
        role = role_of(claim.text, bound.quantity)
        case = _Case(claim.text, bound, role, stated, near, others)
        outcome = _explain(case)
        if outcome is not None:
            found.append(_finding(claim, case, outcome))
    return tuple(found)


def _stated(near: Sequence[AlignedSentence]) -> Iterator[Stated]:
    for aligned in near:
        for bound in islice(bindings(aligned.sentence.text), 24):
            yield Stated(bound, aligned)


def _is_stated(bound: Bound, stated: Sequence[Stated]) -> bool:
    """Whether the figure itself stands there, of the same kind and about a word in common."""
    wanted = bound.own | bound.head
    return any(
        compare(bound.quantity, s.quantity) in ("equal", "compatible")
        and (not wanted or wanted & s.bound.all)
        for s in stated
    )


def _explain(case: _Case) -> _Outcome | None:
    """The first derivation that gives the figure; else the first that shows it wrong."""
    outcomes = [o for operation in _OPERATIONS for o in operation(case)]
    right = next((o for o in outcomes if not o.wrong), None)
    return right or next(iter(outcomes), None)


def _outcome(case: _Case, result: Result, *, certain: bool) -> Iterator[_Outcome]:
    """The outcome of one operation; a wrong figure counts only where the operation is certain."""
    if agrees(case.claimed, result):
        yield _Outcome(result)
    elif certain and not is_instance(case.text, case.claimed):
        yield _Outcome(result, wrong=True)


def _cover(case: _Case, keys: frozenset[str]) -> float:
    """Share of the claim's words in `keys`."""
    wanted = case.bound.all
    weight = math.fsum(map(weight_of, wanted))
    return math.fsum(weight_of(k) for k in wanted & keys) / weight if weight else 0.0


# --- operations ---------------------------------------------------------------------------------


def _sums(case: _Case) -> Iterator[_Outcome]:
    """Parts that make up a total."""
    if not has_total_cue(case.text) or case.claimed.kind in ("percentage_points", "multiplier"):
        return
    own = [q for q in case.others if q.dimension == case.claimed.dimension and q.low == q.high]
    if 2 <= len(own) <= 6:
        yield from _outcome(case, total(own), certain=False)
    parts = [s for s in case.stated if s.quantity in of_kind(case.claimed, [s.quantity])]
    parts = [p for p in parts if role_of(p.aligned.sentence.text, p.quantity) != "total"]
    if not 2 <= len(parts) <= 8:
        return
    values = [p.quantity for p in parts]
    alike = _alike(parts)
    yield from _outcome(case, total(values), certain=alike and _complete(case, parts))
    if len(values) > 2:
        for size in (2, 3):
            for some in islice(combinations(values, size), 60):
                if _named(case, parts, some):
                    yield from _outcome(case, total(some), certain=False)


def _named(case: _Case, parts: Sequence[Stated], some: Sequence[Quantity]) -> bool:
    """Whether the claim shares a word with the stretch of every part."""
    return all(
        any(p.quantity is q and (p.bound.own | p.bound.head) & case.bound.all for p in parts)
        for q in some
    )


def _alike(parts: Sequence[Stated]) -> bool:
    """Whether the parts count the same noun or are in the same unit."""
    first = parts[0].quantity
    return all(
        p.quantity.noun == first.noun
        and p.quantity.unit == first.unit
        and same_kind(first, p.quantity)
        for p in parts
    )


def _complete(case: _Case, parts: Sequence[Stated]) -> bool:
    """Whether two or three parts stand side by side and surely make up the claimed total."""
    if len(parts) > 3 or case.claimed.bound != "exact" or case.claimed.approximate:
        return False
    keys = frozenset().union(*(p.bound.all for p in parts))
    together = len({p.aligned.sentence.index for p in parts}) == 1
    return together and _cover(case, keys) >= 0.6


def _differences(case: _Case) -> Iterator[_Outcome]:
    """ "15 minutes quicker than": two values of one dimension, one of each thing."""
    if case.role not in ("difference", "change") or case.claimed.kind in ("ratio", "multiplier"):
        return
    points = case.claimed.kind == "percentage_points"
    if points:
        pool = [s for s in case.stated if s.quantity.unit == "%"]
    elif case.claimed.kind == "percent":
        return
    else:
        pool = [s for s in case.stated if s.quantity in of_kind(case.claimed, [s.quantity])]
    pairs = [
        (one, other)
        for one, other in islice(combinations(pool, 2), 60)
        if _comparable(case, one, other)
    ]
    for one, other in pairs:
        if one.quantity.bare != other.quantity.bare or one.quantity.bare != case.claimed.bare:
            continue
        result = difference(one.quantity, other.quantity)
        sure = len(pairs) == 1 and case.claimed.bound == "exact" and _from_to(one, other, case)
        yield from _outcome(case, result, certain=sure)


def _comparable(case: _Case, one: Stated, other: Stated) -> bool:
    """Two values of two things (or times) that the claim speaks of."""
    if one.quantity.low != one.quantity.high or other.quantity.low != other.quantity.high:
        return False
    if case.role == "change":
        return _steps(one, other) or _shared(case, one, other)
    return _shared(case, one, other)


def _shared(case: _Case, one: Stated, other: Stated) -> bool:
    wanted = case.bound.all
    return bool(wanted & (one.bound.all | one.bound.head)) and bool(
        wanted & (other.bound.all | other.bound.head)
    )


def _from_to(one: Stated, other: Stated, case: _Case) -> bool:
    """Whether the pair is surely the one meant: "from a to b", or each with a subject named."""
    if _cover(case, one.bound.all | other.bound.all) < 0.6:
        return False
    if case.role == "change":
        return _steps(one, other)
    mine, theirs = one.bound.own - other.bound.own, other.bound.own - one.bound.own
    return bool(mine & case.bound.all) and bool(theirs & case.bound.all)


def _steps(one: Stated, other: Stated) -> bool:
    """Whether one sentence says "from `one` to `other`"."""
    if one.aligned.sentence is not other.aligned.sentence:
        return False
    return runs_from_to(one.aligned.sentence.text, one.quantity.span, other.quantity.span)


def _changes(case: _Case) -> Iterator[_Outcome]:
    """ "grew by 40%" where the values before and after are stated."""
    claimed = case.claimed
    if claimed.kind not in ("percent", "multiplier", "percentage_points", "ratio"):
        return
    for one, other in _steppers(case):
        result = change(one.quantity, other.quantity)
        if result is None:
            continue
        sure = _cover(case, one.bound.all) >= 0.5
        if claimed.kind == "multiplier":
            factor = Result(result.value + 1, result.formula, result.operands)
            off = abs(claimed.low - factor.value) > claimed.low / 4
            if _factor_agrees(claimed, factor):
                yield _Outcome(factor)
            elif off and sure:
                yield _Outcome(factor, wrong=True)
        elif claimed.kind != "percentage_points" and claimed.change:
            signed = result.value if claimed.change == "up" else -result.value
            rated = Result(signed, result.formula, result.operands)
            percents = one.quantity.unit == "%"
            yield from _outcome(case, rated, certain=sure and not percents)


def _factor_agrees(claimed: Quantity, factor: Result) -> bool:
    if claimed.bound in ("more_than", "at_least"):
        return factor.value >= claimed.low  # "more than doubled"
    if claimed.bound in ("less_than", "at_most"):
        return factor.value <= claimed.low
    return abs(claimed.low - factor.value) <= claimed.low / 10


def _steppers(case: _Case) -> Iterator[tuple[Stated, Stated]]:
    """Neighbours "from a to b" or "to b from a", the earlier value first."""
    for one, other in pairwise(case.stated):
        if not same_kind(one.quantity, other.quantity):
            continue
        if _steps(one, other):
            yield one, other
        elif _steps_back(one, other):
            yield other, one


def _steps_back(one: Stated, other: Stated) -> bool:
    """Whether one sentence says "to `one` from `other`"."""
    if one.aligned.sentence is not other.aligned.sentence:
        return False
    return runs_to_from(one.aligned.sentence.text, one.quantity.span, other.quantity.span)


def _relative(case: _Case) -> Iterator[_Outcome]:
    """ "20% less than": two values of two things, one as a share of the other."""
    if case.role != "difference" or case.claimed.kind != "percent":
        return
    pool = [s for s in case.stated if s.quantity.kind in ("measure", "money", "count", "duration")]
    for one, other in islice(combinations(pool, 2), 60):
        if not same_kind(one.quantity, other.quantity) or not _comparable(case, one, other):
            continue
        for start, end in ((one, other), (other, one)):
            result = change(start.quantity, end.quantity)
            if result is not None:
                sized = Result(abs(result.value), result.formula, result.operands)
                yield from _outcome(case, sized, certain=False)


def _shares(case: _Case) -> Iterator[_Outcome]:
    """A percentage or fraction where "12 of the 48" is stated."""
    claimed = case.claimed
    if claimed.kind not in ("percent", "ratio") or claimed.change or case.role == "difference":
        return
    percent_stated = any(s.quantity.dimension == "ratio" for s in case.stated)
    for one, other in pairwise(case.stated):
        if not _is_part(one, other):
            continue
        result = share(one.quantity, other.quantity)
        if result is None or result.value > 1:
            continue
        rest = agrees(claimed, Result(1 - result.value, result.formula, result.operands))
        sure = not percent_stated and not rest and _cover(case, one.bound.all) >= 0.6
        yield from _outcome(case, result, certain=sure and claimed.bound == "exact")
    yield from _loose_shares(case)


def _loose_shares(case: _Case) -> Iterator[_Outcome]:
    """Part and whole in two places, both counted by the noun the claim has."""
    counts = [
        s for s in case.stated if s.quantity.kind in ("count", "money", "measure", "duration")
    ]
    for one, other in islice(combinations(counts, 2), 60):
        small, large = sorted((one, other), key=lambda s: s.quantity.base_low)
        if not same_kind(small.quantity, large.quantity) or large.quantity.bare:
            continue
        wanted = case.bound.own | case.bound.head
        if wanted & small.bound.own and (wanted | set(case.claimed.nouns)) & large.bound.all:
            result = share(small.quantity, large.quantity)
            if result is not None and result.value > 0:
                yield from _outcome(case, result, certain=False)


def _is_part(one: Stated, other: Stated) -> bool:
    if one.aligned.sentence is not other.aligned.sentence:
        return False
    kinds = ("count", "money", "measure")
    if one.quantity.kind not in kinds or other.quantity.dimension == "ratio":
        return False
    return is_part_of(one.aligned.sentence.text, one.quantity.span, other.quantity.span)


def _portions(case: _Case) -> Iterator[_Outcome]:
    """ "25% of that sum" where the sum is stated."""
    claimed = case.claimed
    if claimed.kind not in ("money", "count", "measure", "duration") or claimed.bare:
        return
    percents = [s for s in case.stated if s.quantity.dimension == "ratio" and not s.quantity.change]
    wholes = [s for s in case.stated if s.quantity in of_kind(claimed, [s.quantity])]
    for percent in percents:
        mine = _cover(case, percent.bound.own | percent.bound.head)
        if mine < 0.3:
            continue
        sure = (
            mine >= 0.6
            and len(wholes) == 1
            and len(percents) == 1
            and _of_follows(percent)
            and claimed.kind == "money"
            and claimed.bound == "exact"
        )
        for whole in wholes:
            yield from _outcome(case, portion(percent.quantity, whole.quantity), certain=sure)


_OF = lazy(r"\s*(?:of|von|der|des|de|du|del|della|di|do|da|от)(?!\w)", re.IGNORECASE)


def _of_follows(percent: Stated) -> bool:
    text = percent.aligned.sentence.text
    return _OF.match(text[percent.quantity.span.end :][:8]) is not None


_OFF = lazy(r"\s*\b(?:off|discount|reduc\w+|rebate|less|cheaper|Rabatt|remise|descuento)\b")


def _reduced(case: _Case) -> Iterator[_Outcome]:
    """A price after "15% off", where the claim speaks of those who get it or of the discount."""
    for one in case.stated if case.claimed.kind == "money" else ():
        said = one.bound.own & case.bound.all or _OFF.search(case.text)
        off = _OFF.match(one.aligned.sentence.text, one.quantity.span.end)
        if one.quantity.kind != "percent" or not said or not off:
            continue
        for whole in of_kind(case.claimed, [s.quantity for s in case.stated]):
            yield from _outcome(case, discounted(one.quantity, whole), certain=False)


def _means(case: _Case) -> Iterator[_Outcome]:
    """An average of stated values."""
    if case.role != "average":
        return
    parts = [s.quantity for s in case.stated if s.quantity in of_kind(case.claimed, [s.quantity])]
    if 2 <= len(parts) <= 8:
        yield from _outcome(case, mean(parts), certain=False)


def _products(case: _Case) -> Iterator[_Outcome]:
    """A rate times a time, a price times a number."""
    claimed = case.claimed
    if claimed.per or claimed.kind not in ("money", "count", "measure", "duration"):
        return
    pool = [*(s.quantity for s in case.stated), *case.others]
    rates = [q for q in pool if q.per and q.low == q.high and _like(claimed, q)]
    for rate in rates:
        for number in pool:
            if number is rate or number.low != number.high or number.per:
                continue
            if rate.per_factor and number.dimension == "time":
                times = number.low * number.factor / rate.per_factor
                result = Result(
                    rate.base_low * times, f"{rate.text} × {number.text}", (rate, number)
                )
                yield from _outcome(case, result, certain=False)
            elif rate.per in number.nouns:
                yield from _outcome(case, product(rate, number), certain=False)


def _like(claimed: Quantity, rate: Quantity) -> bool:
    return claimed.dimension == rate.dimension and (
        claimed.kind != "count" or claimed.noun in rate.nouns or not rate.nouns
    )


def _counts(case: _Case) -> Iterator[_Outcome]:
    """The number of items of a list ("a clamp, a hose and a gauge")."""
    claimed = case.claimed
    if claimed.kind != "count" or not 2 <= claimed.low <= 12 or claimed.low.denominator != 1:
        return
    for aligned in case.aligned:
        text = aligned.sentence.text
        listed = 0 if _counted_there(claimed, text) else list_length(text)
        if listed and _cover(case, keys_of(aligned.sentence.text)) >= 0.3:
            result = Result(Fraction(listed), f"{listed} items are listed", ())
            yield from _outcome(case, result, certain=False)


def _counted_there(claimed: Quantity, text: str) -> bool:
    """Whether the sentence gives a number of the same things itself."""
    return any(
        s.kind == "count" and (s.bare or claimed.noun in s.nouns) for s in read_quantities(text)
    )


_OPERATIONS: tuple[Callable[[_Case], Iterator[_Outcome]], ...] = (
    _shares,
    _changes,
    _differences,
    _relative,
    _portions,
    _reduced,
    _sums,
    _means,
    _products,
    _counts,
)


def _finding(claim: Claim, case: _Case, outcome: _Outcome) -> Finding:
    q = case.claimed
    places = tuple(
        s.place for s in case.stated if any(s.quantity is o for o in outcome.result.operands)
    )
    if outcome.wrong:
        return Finding(
            check="arithmetic",
            outcome="fail",
            claim_span=claim.locate(q.span.start, q.span.end),
            reason="arithmetic_mismatch",
            label="contradicted",
            message=f"{outcome.result.formula}, not {q.text}",
            claimed=q.text,
            stated=outcome.result.formula,
            evidence=places,
        )
    return Finding(
        check="arithmetic",
        outcome="pass",
        claim_span=claim.locate(q.span.start, q.span.end),
        reason="arithmetic_derived",
        message=outcome.result.formula,
        claimed=q.text,
        stated=outcome.result.formula,
        evidence=places,
    )
