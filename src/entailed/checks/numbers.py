"""Check `numbers`: every quantity of a claim against the sentences about the same thing.

A value is confirmed where a sentence about the same thing states it, contradicted where such a
sentence states another, and missing where the evidence is silent. Inside one sentence each value
belongs to the words of its own stretch, so that a neighbour's figure is no support.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from entailed.protocols import check
from entailed.text.binding import Bound, bindings, keys_of, roots_of
from entailed.text.candidates import (
    Candidate,
    Scene,
    candidates_for,
    is_rival,
    is_spent,
    points_to,
    rank,
    record_label,
    scene_of,
    words_of,
)
from entailed.text.compare import compare, same_digits
from entailed.text.dates import read_dates
from entailed.text.quantities import Quantity, read_quantities
from entailed.text.roles import role_of
from entailed.text.segment import sentences
from entailed.text.units import same_currency
from entailed.types import (
    Alignment,
    Claim,
    Evidence,
    EvidenceSpan,
    Finding,
    Label,
    Span,
)

__all__ = ["numbers"]

_SENTENCES = 12
_COMPARISONS = 6_000  # pairs of a claimed and a stated quantity that one claim is worth
# Share of the claim's words a sentence must have before its other value counts against the claim.
_SAME_THING = 0.6
# Below this share a sentence with the right value may be about something else entirely.
_UNRELATED = 0.3


@check(name="numbers", version="1")
def numbers(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """Findings for the quantities of `claim`, in order; none for a claim without quantities.

    A claim with hundreds of quantities against as many is judged up to a bound; what is beyond
    it is `limit_reached`, which leaves the claim `unchecked` where nothing else failed.
    """
    scene = scene_of(claim, alignment, evidence)
    most = _most(scene)
    found: list[Finding] = []
    for bound in scene.claimed[:most]:
        if not _beside_the_point(bound.quantity):
            found.extend(_judge(scene, bound))
    return (*found, *(_beyond(scene, b) for b in scene.claimed[most : most + 1]))


def _beyond(scene: Scene, bound: Bound) -> Finding:
    """The finding on the first quantity that was not judged."""
    return Finding(
        check="numbers",
        outcome="fail",
        claim_span=_span(scene, bound.quantity),
        reason="limit_reached",
        label="unchecked",
        message="too many quantities on both sides; from here on they were not compared",
        claimed=bound.quantity.text,
    )


def _most(scene: Scene) -> int:
    """How many quantities of a claim are judged: all, unless both sides have hundreds."""
    near = scene.alignment.sentences[:_SENTENCES] if len(scene.claimed) > 1 else ()
    return max(1, _COMPARISONS // max(1, sum(len(bindings(a.sentence.text)) for a in near)))


def _beside_the_point(q: Quantity) -> bool:
    """Quantities that other checks judge better: ordinals and bare factors."""
    return q.kind in ("ordinal", "multiplier")


def _judge(scene: Scene, claimed: Bound) -> Iterable[Finding]:
    candidates = candidates_for(scene, claimed)
    matches = [
        c
        for c in candidates
        if c.relation in ("equal", "compatible") and not is_spent(scene, claimed, c)
    ]
    rivals = [c for c in candidates if is_rival(scene, claimed, c)]
    match = max(matches, key=rank, default=None)
    rival = max(rivals, key=rank, default=None)
    swapped = _swapped(scene, claimed, match, candidates)
    if swapped is not None:
        return [_mismatch(scene, claimed, swapped)]
    if match is not None:
        winner = _outbid(
            scene, claimed, match, [*rivals, *_open_rivals(claimed, match, candidates)]
        )
        if winner is not None:
            return [_mismatch(scene, claimed, winner)]
        cell = _other_row(claimed, match, candidates)
        if cell is not None:
            return [_mismatch(scene, claimed, cell)]
        if match.cover < _UNRELATED and rival is not None and _same_thing(claimed, rival):
            return [_mismatch(scene, claimed, rival)]
        return _confirmed(scene, claimed, match, rivals)
    if rival is not None and _same_thing(claimed, rival):
        return [] if _hanging(claimed, rival, candidates) else [_mismatch(scene, claimed, rival)]
    absent = _absent(scene, claimed, candidates)
    lookalike = _lookalike(claimed.quantity, candidates, rivals) if absent else None
    return absent if lookalike is None else [_mismatch(scene, claimed, lookalike)]


# --- deciding -----------------------------------------------------------------------------------


def _hanging(claimed: Bound, rival: Candidate, candidates: list[Candidate]) -> bool:
    """Whether the figure stands beside the rival without its unit ("55- and 65-year-olds")."""
    return any(
        c.aligned is rival.aligned and c.quantity.bare and same_digits(claimed.quantity, c.quantity)
        for c in candidates
    )


def _same_thing(claimed: Bound, rival: Candidate) -> bool:
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
    if mine.currency or same_digits(mine, theirs) or _same_figure(mine, theirs):
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


def _open_rivals(claimed: Bound, match: Candidate, candidates: list[Candidate]) -> list[Candidate]:
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


def _outbid(
    scene: Scene, claimed: Bound, match: Candidate, rivals: list[Candidate]
) -> Candidate | None:
    """A rival value that the claim's words point to rather than to the matching one."""
    same = [r for r in rivals if r.aligned.sentence is match.aligned.sentence]
    for rival in sorted(same, key=rank, reverse=True):
        weak = claimed.quantity.weak or rival.quantity.weak
        if not weak and points_to(words_of(scene, claimed), rival.bound, match.bound):
            return rival
    others = [r for r in rivals if r.aligned.sentence is not match.aligned.sentence]
    for rival in sorted(others, key=rank, reverse=True):
        if _elsewhere_better(scene, match, rival) and _same_thing(claimed, rival):
            return rival
    return None


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


def _other_row(claimed: Bound, match: Candidate, candidates: list[Candidate]) -> Candidate | None:
    """A cell of the row the claim names, when the match is in a row it does not name.

    None when any cell of the named row may be the claimed value.
    """
    if match.aligned.sentence.kind != "table_row" or _names_row(claimed, match):
        return None
    cells = [c for c in candidates if _names_row(claimed, c)]
    if not cells or any(c.relation in ("equal", "compatible") for c in cells):
        return None
    apart = [c for c in cells if c.relation == "different"]
    return max(apart, key=rank, default=None)


def _names_row(claimed: Bound, candidate: Candidate) -> bool:
    head = candidate.bound.head
    row = candidate.aligned.sentence.kind == "table_row"
    return row and bool(head) and head <= claimed.all


def _labels_clash(scene: Scene, candidate: Candidate) -> bool:
    """Whether the sentence speaks of another "gate 3" than the claim's "gate 7"."""
    theirs = {k for k in candidate.bound.all if "#" in k}
    mine = {k.partition("#")[0]: k for k in scene.labels}
    return any(
        k.partition("#")[0] in mine and mine[k.partition("#")[0]] not in theirs for k in theirs
    )


def _swapped(
    scene: Scene, claimed: Bound, match: Candidate | None, candidates: list[Candidate]
) -> Candidate | None:
    """The value that stands where the claim's does in "5, up from 3" told the other way round."""
    if match is None or match.cover < _UNRELATED:
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


def _lookalike(
    q: Quantity, candidates: list[Candidate], rivals: list[Candidate]
) -> Candidate | None:
    """The one value of its sort in sight, where the claim's is nowhere: surely the one meant.

    Also a value with the same digits in another unit or scale ("50 mcg" for "50 mg").
    """
    measured = [r for r in rivals if r.quantity.dimension == q.dimension != ""]
    shown = [
        r
        for r in measured
        if _same_figure(q, r.quantity) and (r.cover >= 0.25 or len(measured) == 1)
    ]
    if shown:
        return max(shown, key=rank)
    alike = [c for c in candidates if c.quantity.dimension == q.dimension]
    only = measured[0] if len(measured) == len(alike) == 1 else None
    if only is None or only.cover < 0.25 or _far_apart(q, only.quantity):
        return None
    return only


def _same_figure(q: Quantity, other: Quantity) -> bool:
    """Equal but for the unit or a power of ten."""
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


# --- findings -----------------------------------------------------------------------------------


def _confirmed(
    scene: Scene, claimed: Bound, match: Candidate, rivals: list[Candidate]
) -> list[Finding]:
    if match.cover < _UNRELATED:
        return []
    q = claimed.quantity
    found = [
        Finding(
            check="numbers",
            outcome="pass",
            claim_span=_span(scene, q),
            message=f"{q.text} is stated",
            claimed=q.text,
            stated=match.quantity.text,
            evidence=(_place(match),),
        )
    ]
    conflict = _conflict(claimed, match, rivals)
    if conflict is not None:
        found.append(_conflict_note(scene, claimed, match, conflict))
    return found


def _conflict(claimed: Bound, match: Candidate, rivals: list[Candidate]) -> Candidate | None:
    """Another passage that gives another value of the same thing, as surely as the match."""
    for rival in sorted(rivals, key=rank, reverse=True):
        apart = rival.aligned.passage_id != match.aligned.passage_id
        close = rival.cover >= 0.8 and rival.own_cover >= match.own_cover - 0.1
        if apart and close and match.cover >= 0.7 and _same_thing(claimed, rival):
            return rival
    return None


def _conflict_note(scene: Scene, claimed: Bound, match: Candidate, rival: Candidate) -> Finding:
    return Finding(
        check="numbers",
        outcome="note",
        claim_span=_span(scene, claimed.quantity),
        reason="source_conflict",
        message=(
            f"{match.aligned.passage_id} states {match.quantity.text}, "
            f"{rival.aligned.passage_id} states {rival.quantity.text}"
        ),
        claimed=claimed.quantity.text,
        stated=rival.quantity.text,
        evidence=(_place(match), _place(rival)),
    )


def _mismatch(scene: Scene, claimed: Bound, rival: Candidate) -> Finding:
    mine, theirs = claimed.quantity, rival.quantity
    unit = _unit_differs(mine, theirs)
    return Finding(
        check="numbers",
        outcome="fail",
        claim_span=_span(scene, mine),
        reason="unit_mismatch" if unit else "number_mismatch",
        label="contradicted",
        message=f"the answer says {mine.text}, the evidence says {theirs.text}",
        claimed=mine.text,
        stated=theirs.text,
        evidence=(_place(rival),),
    )


def _unit_differs(mine: Quantity, theirs: Quantity) -> bool:
    if mine.currency and theirs.currency:
        return not same_currency(mine.currency, theirs.currency)
    return bool(mine.unit and theirs.unit) and mine.unit != theirs.unit


def _absent(scene: Scene, claimed: Bound, candidates: list[Candidate]) -> list[Finding]:
    """The value is nowhere: `number_missing`, unless it may be and only is not seen."""
    q = claimed.quantity
    if not _salient(q) or _open(q, candidates) or _elsewhere(scene, q):
        return []
    if _reckoned(scene, q) or _counted_up(scene, q):
        return []
    best = max((s.overlap for s in scene.alignment.sentences[:1]), default=0.0)
    label: Label = "related" if best >= _UNRELATED else "missing"
    return [
        Finding(
            check="numbers",
            outcome="fail",
            claim_span=_span(scene, q),
            reason="number_missing",
            label=label,
            message=f"the evidence does not give {q.text}",
            claimed=q.text,
        )
    ]


_LONG = frozenset({"year", "decade", "century", "month", "age"})


def _reckoned(scene: Scene, q: Quantity) -> bool:
    """Whether an age or a span of years may be reckoned from dates; the dates check does that."""
    if q.unit not in _LONG:
        return False
    return any(
        value.calendar
        for aligned in scene.alignment.sentences[:_SENTENCES]
        for value in read_dates(aligned.sentence.text)
    )


def _counted_up(scene: Scene, q: Quantity) -> bool:
    """Whether the evidence names the counted things, so that they may be counted up."""
    if q.kind != "count" or not q.nouns or q.low > 10 or q.low != q.high:
        return False
    return any(
        q.noun in keys_of(aligned.sentence.text) or q.noun in roots_of(aligned.sentence.text)
        for aligned in scene.alignment.sentences[:_SENTENCES]
    )


def _salient(q: Quantity) -> bool:
    """Whether the evidence would have to state it; small counts in words may be counted up."""
    if q.weak or q.kind in ("ordinal", "multiplier"):
        return False
    small_word = q.style != "digits" and q.kind in ("count", "ratio", "duration") and q.low <= 20
    small_count = q.kind == "count" and q.low <= 3 and q.low == q.high
    return not small_word and not small_count


def _open(q: Quantity, candidates: list[Candidate]) -> bool:
    """Whether a stated value leaves the claimed one possible ("7 days" beside "5 to 10 days")."""
    return any(
        (c.relation == "incomparable" or _points(q, c.quantity))
        and c.cover >= _UNRELATED
        and (same_digits(q, c.quantity) or c.quantity.dimension == q.dimension != "")
        and (_near(q, c.quantity) or _points(q, c.quantity))
        for c in candidates
    )


def _points(q: Quantity, other: Quantity) -> bool:
    return {q.unit, other.unit} == {"%", "pp"} and not q.change and same_digits(q, other)


def _near(q: Quantity, other: Quantity) -> bool:
    """Same dimension and neither beyond the other's bounds, as far as is known."""
    return other.dimension == q.dimension and (
        other.low != other.high
        or q.low != q.high
        or other.bound != "exact"
        or q.bound in ("more_than", "less_than")
        or abs(q.base_low - other.base_low) <= abs(other.base_low) / 16
    )


def _elsewhere(scene: Scene, q: Quantity) -> bool:
    """Whether the question gives the value, or any passage holds it outside the aligned part."""
    if any(
        compare(q, given) in ("equal", "compatible") for given in _values(scene.alignment.given)
    ):
        return True
    plain = replace(q, noun="", nouns=())
    return any(
        compare(plain, stated) in ("equal", "compatible")
        or (same_digits(q, stated) and not q.dimension and not _label_only(q, stated))
        for passage in scene.evidence
        for sentence in sentences(passage.text)
        for stated in read_quantities(sentence.text)
    )


def _label_only(q: Quantity, stated: Quantity) -> bool:
    """Whether a figure measures something, or names a room, where the claim counts things."""
    counted = q.kind == "count" and bool(q.noun) and q.style == "digits"
    return bool(stated.dimension) or (counted and stated.kind == "label" and q.noun != stated.noun)


def _values(text: str) -> list[Quantity]:
    return [q for q in read_quantities(text) if q.kind != "label"] if text else []


def _span(scene: Scene, q: Quantity) -> Span:
    return scene.claim.locate(q.span.start, q.span.end)


def _place(candidate: Candidate) -> EvidenceSpan:
    span = candidate.quantity.span
    return candidate.aligned.locate(span.start, span.end)
