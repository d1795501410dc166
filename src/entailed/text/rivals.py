"""Which of the stated values a claimed one has to answer to, where several may be meant."""

from __future__ import annotations

from fractions import Fraction

from entailed.text.binding import Bound, keys_of
from entailed.text.candidates import (
    Candidate,
    Scene,
    about,
    points_to,
    rank,
    record_label,
    words_of,
)
from entailed.text.compare import same_digits
from entailed.text.quantities import Quantity
from entailed.text.roles import role_of

__all__ = [
    "UNRELATED",
    "lookalike",
    "open_rivals",
    "other_row",
    "outbid",
    "same_figure",
    "same_thing",
    "swapped_in",
]

# Share of the claim's words a sentence must have before its other value counts against the claim.
_SAME_THING = 0.6
# Below this share a sentence with the right value may be about something else entirely.
UNRELATED = 0.3


def same_thing(claimed: Bound, rival: Candidate) -> bool:
    """Whether a rival value is surely of the claimed thing."""
    mine, theirs = claimed.quantity, rival.quantity
    needed = 0.4 if _bounds_clash(mine, theirs) else _SAME_THING
    if rival.cover < needed or rival.own_cover <= 0 or _other_year(claimed, rival):
        return False
    if mine.weak or theirs.weak:
        years = "digits" in (mine.style, theirs.style)
        return not years and rival.cover >= 0.9 and mine.noun == theirs.noun != ""
    if mine.bare != theirs.bare:
        return rival.own_cover >= 0.75
    if mine.kind == "count" and not mine.bare:
        return _same_counted(claimed, rival)
    return rival.cover >= 0.9 or not _far_apart(mine, theirs)


def _far_apart(mine: Quantity, theirs: Quantity) -> bool:
    """Whether two amounts differ so much that they are hardly of one thing (24 hours, 5 years).

    A power of ten or a look-alike unit is a slip, not another thing.
    """
    if mine.currency or same_digits(mine, theirs) or same_figure(mine, theirs):
        return False
    one, other = abs(mine.base_low), abs(theirs.base_low)
    return max(one, other) > 50 * min(one, other)


def _bounds_clash(mine: Quantity, theirs: Quantity) -> bool:
    """Whether the one makes a floor of the very figure that the other makes a ceiling."""
    upper, lower = ("at_most", "less_than"), ("at_least", "more_than")
    clash = (mine.bound in upper and theirs.bound in lower) or (
        mine.bound in lower and theirs.bound in upper
    )
    return clash and same_digits(mine, theirs)


def _same_counted(claimed: Bound, rival: Candidate) -> bool:
    """Whether two counts are of the same things, qualifiers included."""
    mine, theirs = claimed.quantity, rival.quantity
    if mine.noun.isascii() != theirs.noun.isascii():
        return rival.cover >= 0.75
    if mine.noun != theirs.noun:
        return False
    head = mine.nouns.index(mine.noun)
    qualifiers = {key for key in mine.nouns[:head] if key not in rival.bound.roots}
    far = max(mine.low, theirs.low) > 20 * min(abs(mine.low), abs(theirs.low))
    return not qualifiers and (not far or rival.cover >= 0.9)


def _other_year(claimed: Bound, rival: Candidate) -> bool:
    """Whether the two speak of different years."""
    mine, theirs = _years(claimed.all), _years(rival.bound.all)
    return bool(mine and theirs) and not mine & theirs


def _years(keys: frozenset[str]) -> set[str]:
    return {k for k in keys if len(k) == 4 and k.isdigit() and "1500" <= k <= "2100"}


def open_rivals(claimed: Bound, match: Candidate, candidates: list[Candidate]) -> list[Candidate]:
    """Other limits in the match's sentence: "up to 1,000" holds below 500, but not as the limit."""
    mine = claimed.quantity
    if mine.bound not in ("at_most", "at_least"):
        return []
    return [
        c
        for c in candidates
        if c.relation == "incomparable"
        and c.aligned.sentence is match.aligned.sentence
        and c.quantity.bound in ("exact", mine.bound)
        and c.quantity.dimension == mine.dimension != ""
        and c.quantity.base_low not in (mine.base_low, match.quantity.base_low)
    ]


def outbid(
    scene: Scene, claimed: Bound, match: Candidate, rivals: list[Candidate]
) -> Candidate | None:
    """A rival value that the claim's words point to rather than to the matching one."""
    same = [r for r in rivals if r.aligned.sentence is match.aligned.sentence]
    for rival in sorted(same, key=rank, reverse=True):
        weak = claimed.quantity.weak or rival.quantity.weak
        wanted = words_of(scene, claimed)
        if match.quantity.bare and not claimed.quantity.bare:
            wanted -= _counted(scene, claimed.quantity)  # "212 runners, 14 of whom"
        if not weak and points_to(wanted, rival.bound, match.bound):
            return rival
    others = [r for r in rivals if r.aligned.sentence is not match.aligned.sentence]
    for rival in sorted(others, key=rank, reverse=True):
        if _elsewhere_better(scene, match, rival) and same_thing(claimed, rival):
            return rival
    return None


def _counted(scene: Scene, q: Quantity) -> frozenset[str]:
    """The key of the noun that a value counts, which a second value may leave out."""
    span = q.noun_span
    return keys_of(scene.claim.text[span.start : span.end]) if span else frozenset()


def _elsewhere_better(scene: Scene, match: Candidate, rival: Candidate) -> bool:
    """Whether another sentence is clearly the one: the right label, or the right table row."""
    if _labels_clash(scene, match) and not _labels_clash(scene, rival):
        return True
    mine, theirs = record_label(match), record_label(rival)
    said = keys_of(scene.claim.text)
    if mine and theirs and theirs <= said and not mine <= said:
        return True
    rows = {match.aligned.sentence.kind, rival.aligned.sentence.kind} == {"table_row"}
    return rows and rival.cover >= match.cover + 0.2


def other_row(claimed: Bound, match: Candidate, candidates: list[Candidate]) -> Candidate | None:
    """A cell of the row the claim names, when the match is in a row it does not name.

    None when any cell of the named row may be the claimed value.
    """
    if match.aligned.sentence.kind != "table_row" or _names_row(claimed, match):
        return None
    cells = [c for c in candidates if _names_row(claimed, c)]
    if not cells or any(c.relation in ("equal", "compatible") for c in cells):
        return None
    worded = claimed.quantity.style == "word"  # "the four routes" fills no cell
    apart = [c for c in cells if c.relation == "different" and not (worded and c.quantity.bare)]
    return max(apart, key=rank, default=None)


def _names_row(claimed: Bound, candidate: Candidate) -> bool:
    """Whether the claimed value's own words name the row, not those of another value beside it."""
    head = candidate.bound.head
    row = candidate.aligned.sentence.kind == "table_row"
    return row and bool(head) and head <= about(claimed)


def _labels_clash(scene: Scene, candidate: Candidate) -> bool:
    """Whether the sentence speaks of another "gate 3" than the claim's "gate 7"."""
    theirs = {k for k in candidate.bound.all if "#" in k}
    mine = {k.partition("#")[0]: k for k in scene.labels}
    return any(
        k.partition("#")[0] in mine and mine[k.partition("#")[0]] not in theirs for k in theirs
    )


def swapped_in(
    scene: Scene, claimed: Bound, match: Candidate | None, candidates: list[Candidate]
) -> Candidate | None:
    """The value that stands where the claim's does in "5, up from 3" told the other way round."""
    if match is None or match.cover < UNRELATED:
        return None
    starts = role_of(scene.claim.text, claimed.quantity) == "start"
    counted = [b for b in scene.claimed if b.quantity.kind != "ordinal"]
    if len(counted) != 2:
        return None
    if not any(role_of(scene.claim.text, b.quantity) == "start" for b in scene.claimed):
        return None
    text = match.aligned.sentence.text
    inside = [c for c in candidates if c.aligned is match.aligned and c.quantity.kind != "ordinal"]
    if len(inside) != 2 or not any(role_of(text, c.quantity) == "start" for c in inside):
        return None
    if (role_of(text, match.quantity) == "start") == starts:
        return None
    other = next(c for c in inside if c is not match)
    return other if other.relation == "different" else None


def lookalike(
    q: Quantity, candidates: list[Candidate], rivals: list[Candidate]
) -> Candidate | None:
    """The one value of its sort in sight, where the claim's is nowhere: surely the one meant.

    Also a value with the same digits in another unit or scale ("50 mcg" for "50 mg").
    """
    measured = [r for r in rivals if r.quantity.dimension == q.dimension != ""]
    shown = [
        r
        for r in measured
        if same_figure(q, r.quantity) and (r.cover >= 0.25 or len(measured) == 1)
    ]
    if shown:
        return max(shown, key=rank)
    alike = [c for c in candidates if c.quantity.dimension == q.dimension]
    only = measured[0] if len(measured) == len(alike) == 1 else None
    if only is None or only.cover < 0.25 or _far_apart(q, only.quantity):
        return None
    return only


def same_figure(q: Quantity, other: Quantity) -> bool:
    """Whether two values are equal but for the unit or a power of ten."""
    if not q.low or not other.low:
        return False
    ratio = q.low / other.low
    if ratio < 0:
        return False
    while ratio >= 10:
        ratio /= 10
    while ratio <= Fraction(1, 10):
        ratio *= 10
    return ratio == 1
