"""Stated quantities that may answer to a claimed one, and how much they are about it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from entailed.text.binding import Bound, bindings, keys_of, label_keys, weight_of
from entailed.text.compare import Relation, compare
from entailed.text.lazy import lazy
from entailed.text.quantities import Quantity
from entailed.text.roles import role_of
from entailed.text.segment import sentences
from entailed.types import AlignedSentence, Alignment, Claim, Evidence, EvidenceSpan

__all__ = [
    "Candidate",
    "Scene",
    "Stated",
    "about",
    "candidates_for",
    "is_rival",
    "is_spent",
    "points_to",
    "rank",
    "record_label",
    "scene_of",
    "words_of",
]

_SENTENCES = 12


@dataclass(frozen=True, slots=True)
class Candidate:
    """A stated quantity with how it compares and how much of the claim its sentence covers."""

    bound: Bound
    aligned: AlignedSentence
    relation: Relation
    cover: float
    own_cover: float

    @property
    def quantity(self) -> Quantity:
        """The stated quantity."""
        return self.bound.quantity


@dataclass(frozen=True, slots=True)
class Stated:
    """A stated quantity with its words and its place."""

    bound: Bound
    aligned: AlignedSentence

    @property
    def quantity(self) -> Quantity:
        """The quantity itself."""
        return self.bound.quantity

    @property
    def place(self) -> EvidenceSpan:
        """Where it stands."""
        return self.aligned.locate(self.quantity.span.start, self.quantity.span.end)


@dataclass(frozen=True, slots=True)
class Scene:
    """What one claim is checked in."""

    claim: Claim
    alignment: Alignment
    evidence: Evidence
    claimed: tuple[Bound, ...]
    labels: frozenset[str]
    # Which claimed values a stated one answers to, asked for every pair; the stated value is
    # kept beside them so that its identity stays its own.
    owners: dict[int, tuple[Bound, tuple[Bound, ...]]] = field(
        default_factory=dict, compare=False, repr=False
    )


def scene_of(claim: Claim, alignment: Alignment, evidence: Evidence) -> Scene:
    """The scene of one claim, its own quantities bound to their words."""
    return Scene(claim, alignment, evidence, bindings(claim.text), label_keys(claim.text))


def candidates_for(scene: Scene, claimed: Bound) -> list[Candidate]:
    """Stated quantities of the aligned sentences, with their bearing on the claimed one."""
    found: list[Candidate] = []
    wanted = about(claimed)
    total = _weight(wanted)
    for aligned in scene.alignment.sentences[:_SENTENCES]:
        stated = bindings(aligned.sentence.text)
        inherited = wanted & _inherited(scene, aligned) if stated and total else frozenset()
        for bound in stated:
            relation = compare(claimed.quantity, bound.quantity)
            cover, own = aligned.overlap, aligned.overlap
            if total:
                cover, own = _cover(wanted, total, bound, inherited)
            found.append(Candidate(bound, aligned, relation, cover, own))
    return found


def about(claimed: Bound) -> frozenset[str]:
    """What the claimed value is about: the words of its stretch, or the claim's when it has few."""
    own = claimed.own | claimed.head
    return own if _weight(own) >= 1 else claimed.all


def _cover(
    wanted: frozenset[str], total: float, stated: Bound, inherited: frozenset[str]
) -> tuple[float, float]:
    """Share of the claim's words in the stated sentence, and in the stretch of its value."""
    has = _weight(wanted & stated.all)
    weak = _weight(inherited - stated.all)
    own = _weight(wanted & stated.own | wanted & stated.head)
    return min(1.0, (has + 0.6 * weak) / total), own / total


def _inherited(scene: Scene, aligned: AlignedSentence) -> frozenset[str]:
    """Words a sentence takes over from its lead-in, the sentence before it and the title."""
    keys: frozenset[str] = frozenset()
    lead = aligned.sentence.lead_in
    if lead is not None:
        keys |= keys_of(lead.text)
    passage = scene.evidence.get(aligned.passage_id)
    if passage is None:
        return keys
    if passage.title:
        keys |= keys_of(passage.title)
    if aligned.sentence.kind == "table_row":
        return keys
    every = sentences(passage.text)
    before = aligned.sentence.index - 1
    return keys | keys_of(every[before].text) if 0 <= before < len(every) else keys


def _weight(keys: Iterable[str]) -> float:
    return math.fsum(weight_of(k) for k in keys)


def rank(candidate: Candidate) -> tuple[float, float, bool]:
    """A sort key: how much the sentence, then the stretch, is about the claim."""
    exact = candidate.relation == "equal"
    return (round(candidate.cover + 0.5 * candidate.own_cover, 6), candidate.own_cover, exact)


def is_rival(scene: Scene, claimed: Bound, candidate: Candidate) -> bool:
    """Whether a stated value is at odds with the claimed one and in the same role.

    A difference, change or total is not at odds with the values it is made from.
    """
    if candidate.relation != "different" or _taken(scene, claimed, candidate):
        return False
    if claimed.quantity.bare != candidate.quantity.bare and not _in_cell(claimed, candidate):
        return False
    text = candidate.aligned.sentence.text
    if _besides(scene.claim.text, claimed.quantity) != _besides(text, candidate.quantity):
        return False
    mine = role_of(scene.claim.text, claimed.quantity)
    theirs = role_of(text, candidate.quantity)
    points = {claimed.quantity.unit, candidate.quantity.unit} == {"%", "pp"}
    if points and "difference" in (mine, theirs):
        return False  # "8% above the base rate" is said for points
    signed = claimed.quantity.change and candidate.quantity.low < 0
    return mine == theirs or bool(signed) or {mine, theirs} == {"level", "average"}


_BESIDES = lazy(
    r"(?<!\w)(?:other|others|another|further|remaining|additional|extra|rest of the)\s\Z",
    re.IGNORECASE,
)


_AND_OTHERS = lazy(r"[\w-]+\s(?:others?|more|further|additional)(?!\w)(?!\sthan)", re.IGNORECASE)


def _besides(text: str, q: Quantity) -> bool:
    """Whether a value counts what is left or comes on top ("the other four")."""
    if _BESIDES.search(text[: q.span.start]) is not None:
        return True
    return _AND_OTHERS.match(text, q.span.start) is not None


def _in_cell(claimed: Bound, candidate: Candidate) -> bool:
    """Whether a figure stands in a table, whose header may say what it measures."""
    in_table = candidate.aligned.sentence.kind == "table_row"
    return in_table and claimed.quantity.style != "word"


def _taken(scene: Scene, claimed: Bound, candidate: Candidate) -> bool:
    """Whether another value of the claim already accounts for this stated one."""
    known = scene.owners.get(id(candidate.bound))
    if known is None:
        owners = tuple(
            other
            for other in scene.claimed
            if compare(other.quantity, candidate.quantity) in ("equal", "compatible")
        )
        known = scene.owners[id(candidate.bound)] = (candidate.bound, owners)
    return any(other is not claimed for other in known[1])


def is_spent(scene: Scene, claimed: Bound, candidate: Candidate) -> bool:
    """Whether a value only satisfies a claimed bound, and is itself another value of the claim.

    In "more than 100 of the 250" the 250 of the evidence is the whole, not the more than 100.
    """
    mine, theirs = claimed.quantity, candidate.quantity
    if mine.bound == "exact" or mine.low == theirs.low:
        return False
    return any(
        other is not claimed and compare(other.quantity, theirs) == "equal"
        for other in scene.claimed
    )


def record_label(candidate: Candidate) -> frozenset[str]:
    """The keys of the label in "Return ticket: €18"; empty where no label stands right before."""
    text = candidate.aligned.sentence.text
    label, colon, rest = text[: candidate.quantity.span.start].rpartition(":")
    return keys_of(label) if colon and not rest.strip() and len(label) < _LABEL else frozenset()


_LABEL = 60


def words_of(scene: Scene, claimed: Bound) -> frozenset[str]:
    """What the claimed value is about, labels of the claim included."""
    return about(claimed) | scene.labels


def points_to(wanted: frozenset[str], rival: Bound, match: Bound) -> bool:
    """Whether the words that set two stretches apart speak for the rival's."""
    ours, theirs = rival.own - match.own, match.own - rival.own
    for_rival, against_rival = _weight(ours & wanted), _weight(ours - wanted)
    for_match, against_match = _weight(theirs & wanted), _weight(theirs - wanted)
    # Without a word of its own against it the match's stretch may be elliptical.
    if for_rival < 1 or against_match < 1:
        return False
    if not against_rival:
        return True  # an elliptical stretch ("and every 40 minutes on Sundays") shares the rest
    rival_share = for_rival / (for_rival + against_rival)
    match_share = for_match / (for_match + against_match)
    return rival_share >= 0.6 and rival_share - match_share >= 0.4
