"""Check `totals`: figures that follow from several sentences or passages taken together.

Sums ("in total"), what is left ("14 of 20 seats are booked"), price times amount, shares of a
whole named first ("Of 90 members, 60 ..."), and the number of things a claim lists itself. The
check only confirms: that two figures do not give a third proves nothing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from entailed.protocols import check
from entailed.text.attributes import is_carrier
from entailed.text.binding import Bound, bindings, key_of, keys_of, weight_of
from entailed.text.compare import compare, same_kind
from entailed.text.derivation import Result, agrees, list_length, share, total
from entailed.text.lazy import lazy
from entailed.text.quantities import Quantity
from entailed.text.roles import has_total_cue, role_of
from entailed.text.segment import sentences
from entailed.text.units import unit_of
from entailed.text.words import words
from entailed.types import Alignment, Claim, Evidence, EvidenceSpan, Finding, Sentence

__all__ = ["totals"]

_SENTENCES = 40
_MOST = 6
_MOST_STATED = 60
_LEFT = lazy(
    r"(?<!\w)(?:left|remain(?:s|ing)?|available|free|unused|spare|vacant|outstanding|übrig|frei"
    r"|restante?s?|quedan?|rimangono|restam|осталось|свободн\w{1,3})(?!\w)|剩|残",
    re.IGNORECASE,
)
_TAKEN = lazy(
    r"(?<!\w)(?:booked|sold|used|taken|occupied|spent|gone|reserved|assigned|filled|borrowed"
    r"|eaten|paid|consumed|claimed|enrolled|registered|gebucht|verkauft|verbraucht|vergeben"
    r"|réservée?s?|vendue?s?|reservad[ao]s?|vendid[ao]s?|venduti|prenotati|занято|продано)(?!\w)",
    re.IGNORECASE,
)
_OF_FIRST = lazy(r"(?:^|[.;:]\s)(?:out\s)?(?:of|von|sur|de|di)\s(?:the\s|a total of\s)?\Z", re.I)
# Words that announce a reckoned figure and say nothing else.
_CUES = (
    "total together altogether combined overall sum all left remain remaining available there both "
    "two three four five free still"
)


@dataclass(frozen=True, slots=True)
class _Stated:
    """A stated quantity, its words and its place."""

    bound: Bound
    sentence: Sentence
    passage_id: str

    @property
    def quantity(self) -> Quantity:
        return self.bound.quantity

    @property
    def place(self) -> EvidenceSpan:
        span = self.quantity.span
        return EvidenceSpan(self.passage_id, self.sentence.body.span(span.start, span.end))


@dataclass(frozen=True, slots=True)
class _Derived:
    """A result with the stated values it comes from."""

    result: Result
    parts: tuple[_Stated, ...]


@check(name="totals", version="1")
def totals(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`arithmetic_derived` where the claim's figure follows from figures of the evidence.

    The pass covers the whole claim when its other words stand in the sentences used.
    """
    claimed = bindings(claim.text)
    if not 1 <= len(claimed) <= 3:
        return ()
    listed = _listed(claim, claimed, evidence)
    if listed is not None:
        return (listed,)
    stated = list(islice(_stated(evidence), _MOST_STATED + 1))
    if not 1 <= len(stated) <= _MOST_STATED:
        return ()
    for bound in claimed:
        if _usable(bound.quantity):
            for derived in _derive(claim, bound, claimed, stated):
                if agrees(bound.quantity, derived.result):
                    return (_finding(claim, bound, derived, evidence),)
    return ()


def _usable(q: Quantity) -> bool:
    return q.kind not in ("ordinal", "multiplier", "score", "age") and q.low == q.high


def _stated(evidence: Evidence) -> Iterator[_Stated]:
    for passage in evidence:
        yield from _of_passage(passage.text, passage.id)


@lru_cache(maxsize=4096)
def _of_passage(text: str, passage_id: str) -> tuple[_Stated, ...]:
    return tuple(
        _Stated(bound, sentence, passage_id)
        for sentence in sentences(text)[:_SENTENCES]
        for bound in islice(bindings(sentence.text), 12)
        if _usable(bound.quantity)
    )


def _derive(
    claim: Claim, bound: Bound, claimed: Sequence[Bound], stated: Sequence[_Stated]
) -> Iterator[_Derived]:
    q = bound.quantity
    if any(compare(q, s.quantity) == "equal" for s in stated):
        return
    if has_total_cue(claim.text):
        yield from _sums(claim, q, stated)
    if _LEFT.search(claim.text):
        yield from _rests(q, stated)
    if q.kind in ("percent", "ratio") and not q.change:
        yield from _shares(bound, stated)
    others = [b.quantity for b in claimed if b is not bound]
    if others:
        yield from _products(q, others, stated)


# --- operations ---------------------------------------------------------------------------------


def _sums(claim: Claim, q: Quantity, stated: Sequence[_Stated]) -> Iterator[_Derived]:
    """All values of the sort in the evidence, each a level of its own."""
    parts = [
        s
        for s in stated
        if same_kind(q, s.quantity)
        and s.quantity.bare == q.bare
        and not s.quantity.per
        and role_of(s.sentence.text, s.quantity) == "level"
    ]
    if (
        2 <= len(parts) <= _MOST
        and len({s.sentence.index for s in parts}) + len({s.passage_id for s in parts}) > 2
    ):
        yield _Derived(total([s.quantity for s in parts]), tuple(parts))


def _rests(q: Quantity, stated: Sequence[_Stated]) -> Iterator[_Derived]:
    """A whole less what a sentence says is taken of it."""
    taken = [s for s in stated if _TAKEN.search(s.sentence.text) and _alike(q, s.quantity)]
    wholes = [s for s in stated if not _TAKEN.search(s.sentence.text) and _alike(q, s.quantity)]
    if len(taken) != 1 or len(wholes) != 1:
        return
    whole, part = wholes[0], taken[0]
    value = whole.quantity.base_low - part.quantity.base_low
    if value > 0:
        formula = f"{whole.quantity.text} − {part.quantity.text}"
        result = Result(value, formula, (whole.quantity, part.quantity))
        yield _Derived(result, (whole, part))


def _alike(q: Quantity, other: Quantity) -> bool:
    """Whether the two are of one sort, whatever they count (seats taken by people)."""
    return q.dimension == other.dimension and q.currency == other.currency and not other.per


def _shares(bound: Bound, stated: Sequence[_Stated]) -> Iterator[_Derived]:
    """ "Of 90 members, 60 voted for it": the part that the claim's words point to."""
    for whole in stated:
        before = whole.sentence.text[: whole.quantity.span.start]
        if not _OF_FIRST.search(before):
            continue
        parts = [s for s in stated if s.sentence is whole.sentence and s is not whole]
        ranked = sorted(parts, key=lambda s: -_weight(s.bound.own & bound.all))
        weights = [_weight(s.bound.own & bound.all) for s in ranked]
        if not ranked or weights[0] < 1 or (len(weights) > 1 and weights[0] == weights[1]):
            continue
        found = share(ranked[0].quantity, whole.quantity)
        if found is not None and found.value <= 1:
            yield _Derived(found, (ranked[0], whole))


def _weight(keys: frozenset[str]) -> float:
    return math.fsum(map(weight_of, keys))


def _products(
    q: Quantity, others: Sequence[Quantity], stated: Sequence[_Stated]
) -> Iterator[_Derived]:
    """A rate of the evidence ("8 euros per litre") times an amount of the claim."""
    for rate in stated:
        if not rate.quantity.per or not _alike_rate(q, rate.quantity):
            continue
        unit = unit_of(rate.quantity.per, "en")
        for other in others:
            counted = rate.quantity.per in other.nouns
            measured = unit is not None and unit.dimension == other.dimension
            if not (counted or measured) or other.low != other.high:
                continue
            amount = other.base_low / unit.factor if measured and unit else other.low
            value = rate.quantity.base_low * amount
            formula = f"{rate.quantity.text} × {other.text}"
            yield _Derived(Result(value, formula, (rate.quantity, other)), (rate,))


def _alike_rate(q: Quantity, rate: Quantity) -> bool:
    return q.dimension == rate.dimension and q.currency == rate.currency and not q.per


# --- things listed in the claim -----------------------------------------------------------------


def _listed(claim: Claim, claimed: Sequence[Bound], evidence: Evidence) -> Finding | None:
    """ "four colours: red, blue, green and black" where a sentence lists the same four."""
    q = claimed[0].quantity
    head, colon, tail = claim.text.partition(":")
    whole = q.kind == "count" and q.low.denominator == 1 and 2 <= q.low <= 12
    if len(claimed) != 1 or not colon or not whole or q.span.end > len(head):
        return None
    if list_length(f":{tail}") != q.low:
        return None
    items = keys_of(tail)
    rest = keys_of(head) - set(q.nouns) - keys_of(q.text + " " + " ".join(q.nouns))
    for passage in evidence:
        for sentence in sentences(passage.text)[:_SENTENCES]:
            keys = keys_of(sentence.text)
            known = keys | keys_of(_CUES)
            left = {k for k in rest - known if not is_carrier(k, frozenset())}
            if (
                items <= keys
                and list_length(f": {_after_list_opener(sentence.text, tail)}") == q.low
            ):
                span = (
                    claim.locate(0, len(claim.text))
                    if len(left) <= 1
                    else claim.locate(q.span.start, len(claim.text))
                )
                return Finding(
                    check="totals",
                    outcome="pass",
                    claim_span=span,
                    reason="arithmetic_derived",
                    message=f"{q.low} things are listed",
                    claimed=q.text,
                    stated=sentence.text,
                    evidence=(EvidenceSpan(passage.id, sentence.span),),
                )
    return None


def _after_list_opener(text: str, tail: str) -> str:
    """The part of a sentence from the first listed item on."""
    first = re.split(r"[,;]", tail.strip(), maxsplit=1)[0]
    keys = keys_of(first)
    at = next((w.span.start for w in words(text) if key_of(w.stem) in keys), -1)
    return text[at:] if at >= 0 else ""


# --- findings -----------------------------------------------------------------------------------


def _finding(claim: Claim, bound: Bound, derived: _Derived, evidence: Evidence) -> Finding:
    q = bound.quantity
    used: frozenset[str] = frozenset()
    for part in derived.parts:
        passage = evidence.get(part.passage_id)
        title = passage.title if passage is not None and passage.title else ""
        used |= keys_of(part.sentence.text) | keys_of(title) | frozenset(part.quantity.nouns)
    known = used | keys_of(_CUES)
    left = {
        k
        for k in keys_of(claim.text) - known
        if not is_carrier(k, frozenset({"price", "value", "capacity"}))
    }
    span = q.span if left else None
    return Finding(
        check="totals",
        outcome="pass",
        claim_span=claim.locate(span.start, span.end)
        if span is not None
        else claim.locate(0, len(claim.text)),
        reason="arithmetic_derived",
        message=derived.result.formula,
        claimed=q.text,
        stated=derived.result.formula,
        evidence=tuple(part.place for part in derived.parts),
    )
