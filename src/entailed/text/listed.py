"""What the lists of the evidence say of a claim about their items."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from entailed.text.lazy import lazy
from entailed.text.listings import Listing, listings
from entailed.text.stances import PERSONS, Stance, stance
from entailed.text.synonyms import among
from entailed.types import AlignedSentence, Alignment, Claim, Evidence

__all__ = ["Listed", "listed", "put_out"]

_NARROWING = lazy(
    r"\b(?:all|every|each|any|always|only|solely|exclusively|if|unless|when|except\w*|most|some|"
    r"never|fully|entirely|up to|at least)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Listed:
    """The items a claim is about, and whether their lists say what it says.

    `dropped`: the list puts them out under a condition or with an exception the claim leaves out.
    """

    agrees: bool
    dropped: bool
    items: tuple[tuple[AlignedSentence, Listing], ...]


def listed(claim: Claim, alignment: Alignment, evidence: Evidence) -> Listed | None:
    """The items of lists that a claim is about, with what the lists say; None where there are none.

    Speaks only where all content of the claim is that of items and of what stands above them; a
    claim that puts in what a list puts out may say more behind the item.
    """
    own = stance(claim.text)
    if own is None:
        return None
    met = [
        (aligned, listing)
        for aligned, listing in _candidates(alignment, evidence)
        if _comparable(own, listing)
    ]
    groups: dict[tuple[str, int, bool], list[tuple[AlignedSentence, Listing]]] = {}
    for aligned, listing in met:
        groups.setdefault((aligned.passage_id, listing.list, listing.stance.out), []).append(
            (aligned, listing)
        )
    found = [_of_list(claim.text, own, items) for items in groups.values()]
    made = [one for one in found if one is not None]
    return made[0] if made and len({one.agrees for one in made}) == 1 else None


def put_out(aligned: AlignedSentence, evidence: Evidence) -> bool:
    """Whether a sentence is an item that the line above it denies."""
    passage = evidence.get(aligned.passage_id)
    if passage is None:
        return False
    return any(
        item.sentence.index == aligned.sentence.index and item.stance.out
        for item in listings(passage.text)
    )


def _candidates(
    alignment: Alignment, evidence: Evidence
) -> Iterator[tuple[AlignedSentence, Listing]]:
    """The listings among the aligned sentences."""
    for aligned in alignment.sentences:
        passage = evidence.get(aligned.passage_id)
        if passage is None:
            continue
        for item in listings(passage.text):
            if item.sentence.index == aligned.sentence.index:
                yield aligned, item


def _comparable(own: Stance, item: Listing) -> bool:
    """Whether a claim answers the question that a list answers."""
    other = item.stance
    if not all(among(r, own.roots) for r in other.predicate):
        return False
    if own.kinds & other.kinds or other.predicate or (own.duty and other.duty):
        return True
    return other.out and len(other.core) > 1 and all(among(r, own.roots) for r in other.core)


def _same_side(own: Stance, other: Stance) -> bool | None:
    """Whether two stances agree; None where both may hold (allowed, and not needed)."""
    if own.duty == other.duty:
        return own.out == other.out
    if own.duty == "needed":
        return False if other.out or other.duty == "free" else None
    if other.duty == "needed":
        return False if own.out or own.duty == "free" else None
    return None


def _of_list(text: str, own: Stance, items: list[tuple[AlignedSentence, Listing]]) -> Listed | None:
    """What one list says of a claim."""
    above = items[0][1]
    named = [
        pair
        for pair in items
        if any(all(among(r, own.roots) for r in part) for part in pair[1].parts)
    ]
    known = above.stance.roots | above.about
    rest = [r for r in own.roots if r not in PERSONS and not among(r, known)]
    held = frozenset().union(*(listing.roots for _, listing in named))
    if not named or not any(among(r, held) for r in own.roots):
        return None
    agrees = _same_side(own, above.stance)
    if agrees is None:
        return None
    loose = [r for r in rest if not among(r, held)]
    open_ = any(listing.open for _, listing in named)
    if agrees:
        narrowed = _NARROWING.search(text) is not None or open_
        return None if loose or narrowed else Listed(True, False, tuple(named))
    if not loose:
        return Listed(False, open_ and above.stance.out, tuple(named))
    behind = max(own.places[r] for r in own.roots if among(r, held))
    further = all(own.places[r] > behind for r in loose) and above.stance.out
    return Listed(False, open_, tuple(named)) if further else None
