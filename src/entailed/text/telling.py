"""What tells the thing of one stated value from the thing of another of the same sort.

Figures and nearly all words of a claim may be in the evidence, and its value still belong to
something else: "20 percent for a breakfast and 40 percent for a lunch" gives a lunch 40, and
"express delivery costs 11.90" says nothing of standard delivery.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import pairwise

from entailed.text.binding import Bound, bindings, in_order, key_of, roots_of, weight_of
from entailed.text.candidates import Candidate, Scene
from entailed.text.compare import same_digits
from entailed.text.lazy import lazy
from entailed.text.quantities import Quantity
from entailed.text.roots import root
from entailed.text.synonyms import inflected, synonymous
from entailed.text.words import words

__all__ = ["better_told", "counted_otherwise"]

_LINK = lazy(
    r"\s+(?:\w+\s+){0,2}?(?P<link>for|on|in|at|to|per|from|during|with|of|für|bei|pour|para|per)\s",
    re.IGNORECASE,
)
_CUT = lazy(r"[,;.]\s|\s(?:and|but|while|whereas|und|aber|et|mais|y|pero)\s", re.IGNORECASE)
_NAMED = lazy(r"(?P<name>[^\W\d_]{3,})\s(?:of|von|de)\s(?:only\s|just\s|about\s|up to\s)?$", re.I)
# Names that any value may have.
_ANY_NAME = frozenset(
    key_of(w.stem)
    for w in words("amount value sum total price rate number maximum minimum average period limit")
)
# Nouns that may stand for whatever else is counted.
_GENERAL = frozenset(
    root(word)
    for word in (
        "people persons person men women adults individuals respondents subjects volunteers "
        "participants soldiers troops items products "
        "units things pieces objects articles goods customers users clients visitors "
        "guests members staff employees workers jobs cases times others copies places "
    ).split()
)
_SMALL = 100  # smaller figures meet by chance
_WHOLE = 0.95
_NEARLY_WHOLE = 0.9
_HALF = 0.5


def better_told(
    scene: Scene, claimed: Bound, match: Candidate, candidates: Sequence[Candidate]
) -> Candidate | None:
    """The value that a claim's words name rather than the matching one, or None.

    Another sentence that states the claimed value as well is not held against the claim.
    """
    agreeing = [c.aligned for c in candidates if c.relation in ("equal", "compatible")]
    for other in candidates:
        if other.relation != "different" or other.quantity.dimension != match.quantity.dimension:
            continue
        if other.aligned.sentence is match.aligned.sentence:
            if _tagged(scene, claimed, match, other):
                return other
        elif any(aligned is other.aligned for aligned in agreeing):
            continue
        elif _in_its_place(scene, match, other) or _named_so(scene, claimed, match, other):
            return other
    return None


def counted_otherwise(
    scene: Scene, q: Quantity, candidates: Sequence[Candidate]
) -> Candidate | None:
    """The same figure as a count of something else, where the evidence tells the two apart.

    "40,000 devices" is no count of monitors where the monitors are spoken of by themselves.
    """
    if q.kind != "count" or q.weak or not q.noun or q.noun in _GENERAL or q.low < _SMALL:
        return None
    span = q.noun_span
    if span is not None and scene.claim.text[span.start].isupper():
        return None  # "300 Libyans" may be whatever is counted
    for other in candidates:
        stated = other.quantity
        if stated.kind != "count" or not stated.noun or not same_digits(q, stated):
            continue
        if stated.noun in q.nouns or q.noun in stated.nouns or q.noun in other.bound.roots:
            continue
        if not _one_word(q.noun, stated.noun) and _spoken_of(scene, q.noun):
            return other
    return None


def _one_word(a: str, b: str) -> bool:
    """Whether two nouns may be one thing."""
    return inflected(a, b) or synonymous(a, b)


def _spoken_of(scene: Scene, noun: str) -> bool:
    """Whether a sentence of the evidence looked at speaks of a thing."""
    return any(noun in roots_of(a.sentence.text) for a in scene.alignment.sentences)


def _tagged(scene: Scene, claimed: Bound, match: Candidate, rival: Candidate) -> bool:
    """Whether like phrases set two values apart ("for vans", "for trucks"), the rival's said.

    The claim must have a word of the one phrase and none of the other.
    """
    text = match.aligned.sentence.text
    mine, theirs = _tag(text, match.quantity), _tag(text, rival.quantity)
    if mine is None or theirs is None or mine[0] != theirs[0]:
        return False
    said = claimed.all if len(scene.claimed) == 1 else claimed.own | claimed.head
    return bool(said & (theirs[1] - mine[1])) and not said & (mine[1] - theirs[1])


def _tag(text: str, q: Quantity) -> tuple[str, frozenset[str]] | None:
    """The preposition after a value and the keys of what it governs, up to the next value."""
    after = [b.quantity.span.start for b in bindings(text) if b.quantity.span.start >= q.span.end]
    end = min(after, default=len(text))
    link = _LINK.match(text, q.span.end, end)
    if link is None:
        return None
    cuts = [m.start() for m in _CUT.finditer(text, link.end(), end)]
    if after and not cuts:
        return None
    stop = cuts[-1] if after else next(iter(cuts), end)
    keys = frozenset(key for at, key in in_order(text) if link.end() <= at < stop)
    return (link["link"].casefold(), keys) if keys else None


def _in_its_place(scene: Scene, match: Candidate, rival: Candidate) -> bool:
    """Whether another thing stands in the match's sentence where the claim has its own.

    "Standard delivery" beside "express delivery", "children pay" beside "adults pay"; the rival's
    sentence must say all that the claim says.
    """
    if rival.cover < _WHOLE or rival.own_cover < _NEARLY_WHOLE:
        return False
    said = [key for _, key in in_order(scene.claim.text)]
    stated = [key for _, key in in_order(match.aligned.sentence.text)]
    theirs = match.bound.own | match.bound.head
    for mine, after in pairwise(said):
        if mine in match.bound.all or mine not in rival.bound.all or weight_of(mine) < 1:
            continue
        for other, follower in pairwise(stated):
            apart = other not in said and other not in rival.bound.all and other in theirs
            if follower == after and apart and weight_of(other) >= 1:
                return True
    return False


def _named_so(scene: Scene, claimed: Bound, match: Candidate, rival: Candidate) -> bool:
    """Whether the claim names its value ("a surcharge of 6 EUR") as only the rival is named."""
    name = _name(scene.claim.text, claimed.quantity)
    if not name or name in _ANY_NAME or name in match.bound.all:
        return False
    if _name(rival.aligned.sentence.text, rival.quantity) != name:
        return False
    ours, theirs = (_weight(claimed.all & c.bound.all) for c in (rival, match))
    return ours >= _HALF * _weight(claimed.all) and ours > theirs


def _weight(keys: frozenset[str]) -> float:
    """How much some keys tell together."""
    return math.fsum(weight_of(key) for key in keys)


def _name(text: str, q: Quantity) -> str:
    """The key of the noun a value is given to with "of", or ""."""
    found = _NAMED.search(text[: q.span.start])
    return next((key_of(w.stem) for w in words(found["name"])), "") if found else ""
