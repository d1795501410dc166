"""Check `comparisons`: "X is quicker than Y" where the evidence gives the values of both."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from entailed.protocols import check
from entailed.text.binding import bindings, key_of, keys_of, weight_of
from entailed.text.candidates import Stated
from entailed.text.compare import same_kind
from entailed.text.degrees import Comparison, Superlative, read_comparison, read_superlative
from entailed.text.derivation import agrees, difference
from entailed.text.lazy import lazy
from entailed.text.quantities import Quantity, read_quantities
from entailed.text.roles import role_of
from entailed.text.words import words
from entailed.types import Alignment, Claim, Evidence, Finding

__all__ = ["comparisons"]

_SENTENCES = 8
_POINTS = ("exact", "at_most", "at_least")
_TIMES = lazy(
    r"(?P<soft>(?:about|around|almost|nearly|roughly|some|over|more than|less than|under) )?"
    r"(?P<word>(?P<n>twice|thrice|half|(?:two|three|four|five|six|seven|eight|nine|ten"
    r"|\d{1,3}) times) as \w{3,14}) (?P<what>(?:[^\W\d_]{2,20} ){0,3}?)as ",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"\s?[(\[](?:about |or |some |roughly |approximately |c\.? ?|≈ ?|~ ?)?")
_CLOSE, _NEAR, _OFF = Fraction(1, 20), Fraction(1, 5), Fraction(1, 4)


@check(name="comparisons", version="1")
def comparisons(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """One finding where the values of both sides are stated; none where they are not."""
    times = _TIMES.search(claim.text)
    if times is not None:
        return _multiple(claim, alignment, times)
    compared = read_comparison(claim.text)
    if compared is not None:
        return _compare(claim, alignment, compared)
    ranked = read_superlative(claim.text)
    return _rank(claim, alignment, ranked) if ranked is not None else ()


def _values(alignment: Alignment) -> Iterator[Stated]:
    for aligned in alignment.sentences[:_SENTENCES]:
        for bound in islice(bindings(aligned.sentence.text), 24):
            q = bound.quantity
            usable = q.low == q.high and q.bound in _POINTS and q.kind not in ("score", "ordinal")
            if usable and role_of(aligned.sentence.text, q) in ("level", "average", "total"):
                yield Stated(bound, aligned)


def _multiple(claim: Claim, alignment: Alignment, match: re.Match[str]) -> tuple[Finding, ...]:
    """ "X has twice as many members as Y": both counts must be stated in that ratio."""
    factors = [q.low for q in read_quantities(match["n"] + " as many") if q.low]
    if len(factors) != 1:
        return ()
    word, what = match["word"].lower(), match["what"]
    sides = Comparison(match.start(), match.end(), word, what, 1, frozenset())
    pairs = _pairs(claim, alignment, sides)
    if len({(x.quantity.base_low, y.quantity.base_low) for x, y in pairs}) != 1:
        return ()
    x, y = pairs[0]
    if not y.quantity.base_low or {x.quantity.bound, y.quantity.bound} != {"exact"}:
        return ()
    gap = abs(x.quantity.base_low / y.quantity.base_low / factors[0] - 1)
    if _CLOSE < gap <= _OFF and not (match["soft"] and gap <= _NEAR):
        return ()
    return (_finding(claim, word, x, y, right=gap <= _OFF),)


def _compare(claim: Claim, alignment: Alignment, compared: Comparison) -> tuple[Finding, ...]:
    """ "X is quicker than Y": both values must be stated."""
    pairs = [p for p in _pairs(claim, alignment, compared) if _decisive(*p)]
    verdicts = {_holds(x, y, compared) for x, y in pairs}
    if (
        len(verdicts) != 1
        or len({(x.quantity.base_low, y.quantity.base_low) for x, y in pairs}) > 1
    ):
        return ()
    x, y = pairs[0]
    right = verdicts.pop()
    if right and not _amount_holds(claim, compared, x, y):
        return ()
    return (_finding(claim, compared.word, x, y, right=right),)


def _amount_holds(claim: Claim, compared: Comparison, x: Stated, y: Stated) -> bool:
    """Whether the claim gives no difference ("3 m taller than"), or the one of the values."""
    before = claim.text[: compared.left_end].rstrip()
    given = [q for q in read_quantities(claim.text) if q.span.end == len(before)]
    return all(agrees(q, difference(x.quantity, y.quantity)) for q in given)


def _pairs(claim: Claim, alignment: Alignment, compared: Comparison) -> list[tuple[Stated, Stated]]:
    """Values of one attribute, of the left side and of the right."""
    left = _names(claim.text[: compared.left_end])
    right = _names(claim.text[compared.right_start :])
    one, other = left - right, right - left
    if not _naming(one) or not _naming(other):
        return []
    values = [v for v in _values(alignment) if _fits(v.quantity, compared)]
    pairs = [
        (x, y)
        for x in values
        if _about(x, one, other)
        for y in values
        if _about(y, other, one) and _of_one_attribute(x, y, one | other)
    ]
    what = keys_of(compared.what)
    if not what and not compared.dimensions:
        # "costs more": the verb says of what, in words that both values must have or imply.
        what = keys_of(claim.text) - left - right
        return [p for p in pairs if all(_measures(v, what) for v in p)]
    if not what:
        return pairs
    return [p for p in pairs if what & (p[0].bound.all | set(p[0].quantity.nouns))]


def _measures(value: Stated, what: frozenset[str]) -> bool:
    """Whether a value is of what a claim compares, as far as its words or its unit tell."""
    paid = bool(value.quantity.currency) and "cost" in what
    told = value.bound.own | value.bound.head | set(value.quantity.nouns)
    return not what or paid or bool(what & told)


def _names(text: str) -> frozenset[str]:
    """Keys of the proper names and labels of one side, or of all its words if it has none."""
    keys = keys_of(text)
    proper = {key_of(w.stem) for w in words(text) if text[w.span.start].isupper()}
    named = (keys & proper) | {k for k in keys if "#" in k}
    return frozenset(named) or keys


def _naming(keys: frozenset[str]) -> bool:
    return math.fsum(map(weight_of, keys)) >= 1


def _fits(q: Quantity, compared: Comparison | Superlative) -> bool:
    return not compared.dimensions or q.dimension in compared.dimensions


def _about(value: Stated, mine: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether a value's own words name this side and not the other."""
    own = value.bound.own | value.bound.head
    named = {k for k in mine if weight_of(k) >= 1}
    found = named & own
    strong = {k for k in named if "#" in k}
    if strong and not strong & own:
        return False
    return (
        bool(found)
        and 2 * len(found) >= len(named)
        and not {k for k in theirs if weight_of(k) >= 1} & value.bound.own
    )


def _of_one_attribute(x: Stated, y: Stated, names: frozenset[str]) -> bool:
    """Whether two values measure the same attribute of their things."""
    if x.aligned is y.aligned and (x.quantity.span == y.quantity.span or _restated(x, y)):
        return False
    if not same_kind(x.quantity, y.quantity):
        return False
    mine, theirs = x.bound.own - names, y.bound.own - names
    union = mine | theirs
    shared = x.aligned.sentence is y.aligned.sentence
    # In one sentence the second value may leave its verb out.
    return shared or not union or 2 * len(mine & theirs) >= len(union)


def _restated(x: Stated, y: Stated) -> bool:
    """Whether one value gives the other in another unit: "1.7 °C (3.1 °F)"."""
    one, other = sorted((x.quantity.span, y.quantity.span))
    text = x.aligned.sentence.text
    return _IN_BRACKETS.fullmatch(text, one.end, other.start) is not None


def _decisive(x: Stated, y: Stated) -> bool:
    """Whether bounds leave no doubt which value is larger: "94 m" and "61 m at most"."""
    large, small = (x, y) if x.quantity.base_low >= y.quantity.base_low else (y, x)
    return large.quantity.bound != "at_most" and small.quantity.bound != "at_least"


def _holds(x: Stated, y: Stated, compared: Comparison) -> bool:
    sense = compared.sense(x.quantity.dimension)
    gap = x.quantity.base_low - y.quantity.base_low
    return gap * sense > 0


def _rank(claim: Claim, alignment: Alignment, ranked: Superlative) -> tuple[Finding, ...]:
    """ "X is the tallest": every value of the same attribute must fall short of X's."""
    subject = keys_of(claim.text[: ranked.start])
    if not _naming(subject):
        return ()
    exact = (v for v in _values(alignment) if v.quantity.bound == "exact")
    values = [v for v in exact if _fits(v.quantity, ranked)]
    mine = [v for v in values if _about(v, subject, frozenset())]
    if len(mine) != 1 or not (ranked.dimensions or _named_attribute(claim, ranked, mine[0])):
        return ()
    x = mine[0]
    rest = [v for v in values if v is not x and _rival(x, v, subject)]
    sense = ranked.sense(x.quantity.dimension)
    beaten = [v for v in rest if (v.quantity.base_low - x.quantity.base_low) * sense > 0]
    if beaten:
        return (_finding(claim, ranked.word, x, beaten[0], right=False),)
    return ()


def _named_attribute(claim: Claim, ranked: Superlative, x: Stated) -> bool:
    """Whether the value is of what the superlative is about ("the most members")."""
    what = keys_of(claim.text[ranked.start : ranked.end])
    counted = {k for k in what if weight_of(k) >= 1}
    return bool(counted) and counted <= (x.bound.own | x.bound.head)


def _rival(x: Stated, v: Stated, subject: frozenset[str]) -> bool:
    """Another thing measured the same way, in the same sentence or a row of the same table."""
    same_sentence = v.aligned.sentence is x.aligned.sentence
    kinds = {v.aligned.sentence.kind, x.aligned.sentence.kind}
    same_table = kinds == {"table_row"} and v.aligned.passage_id == x.aligned.passage_id
    if not (same_sentence or same_table) or not same_kind(x.quantity, v.quantity):
        return False
    named = {k for k in subject if weight_of(k) >= 1}
    if named & v.bound.own:
        return False
    return not same_table or bool(v.bound.own & x.bound.own)


def _finding(claim: Claim, word: str, x: Stated, y: Stated, *, right: bool) -> Finding:
    start = claim.text.lower().find(word)
    stated = f"{x.quantity.text} against {y.quantity.text}"
    return Finding(
        check="comparisons",
        outcome="pass" if right else "fail",
        claim_span=claim.locate(start, start + len(word)),
        reason=None if right else "arithmetic_mismatch",
        label=None if right else "contradicted",
        message=stated if right else f"the evidence has {stated}",
        claimed=word,
        stated=stated,
        evidence=(x.place, y.place),
    )
