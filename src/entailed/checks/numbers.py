"""Check `numbers`: every quantity of a claim against the sentences about the same thing.

A value is confirmed where a sentence about the same thing states it, contradicted where such a
sentence states another, and missing where the evidence is silent. Inside one sentence each value
belongs to the words of its own stretch, so that a neighbour's figure is no support.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from entailed.protocols import check
from entailed.text.binding import Bound, bindings, keys_of, roots_of
from entailed.text.candidates import (
    Candidate,
    Scene,
    candidates_for,
    is_rival,
    is_spent,
    rank,
    scene_of,
)
from entailed.text.compare import compare, same_digits
from entailed.text.dates import read_dates
from entailed.text.doubts import is_of_case, may_be_case, may_be_reckoned, may_come_of
from entailed.text.lazy import lazy
from entailed.text.quantities import Quantity, read_quantities
from entailed.text.rivals import (
    UNRELATED,
    lookalike,
    open_rivals,
    other_row,
    outbid,
    same_thing,
    swapped_in,
)
from entailed.text.roots import root
from entailed.text.segment import sentences
from entailed.text.telling import better_told, counted_otherwise
from entailed.text.units import same_currency
from entailed.text.unopposed import (
    allowed_beside,
    asked_of,
    hanging,
    other_side,
    same_limit,
    stated_so,
    told_apart,
    told_with_its_words,
)
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
    swapped = swapped_in(scene, claimed, match, candidates)
    if swapped is not None:
        return [_mismatch(scene, claimed, swapped)]
    if match is not None:
        better = (
            outbid(scene, claimed, match, [*rivals, *open_rivals(claimed, match, candidates)])
            or better_told(scene, claimed, match, candidates)
            or other_row(claimed, match, candidates)
        )
        if better is None and match.cover < UNRELATED and rival is not None:
            nearer = (
                not claimed.quantity.bare
                and same_thing(claimed, rival)
                and not same_limit(claimed, match, rival)
            )
            better = rival if nearer else None
        if better is not None:
            may_be = (
                may_be_case(scene, claimed)
                or told_with_its_words(scene, claimed.quantity)
                or told_apart(claimed, match, better)
                or other_side(scene, claimed, better)
            )
            return [] if may_be else [_mismatch(scene, claimed, better)]
        return _confirmed(scene, claimed, match, rivals)
    if rival is not None and same_thing(claimed, rival):
        if hanging(claimed, rival, candidates) or stated_so(scene, claimed, rival, candidates):
            return []
        if allowed_beside(claimed, rival, candidates):
            return []
        return _opposed(scene, claimed, rival)
    counted = counted_otherwise(scene, claimed.quantity, candidates)
    if counted is not None:
        return [_miscounted(scene, claimed.quantity, counted)]
    absent = _absent(scene, claimed, candidates)
    alike = lookalike(claimed.quantity, candidates, rivals) if absent else None
    return absent if alike is None else _opposed(scene, claimed, alike)


def _opposed(scene: Scene, claimed: Bound, rival: Candidate) -> list[Finding]:
    """A mismatch, unless the claimed value may be a case of a rule or come of the rival."""
    if is_of_case(scene, claimed) or may_come_of(scene, claimed, rival):
        return []
    if told_with_its_words(scene, claimed.quantity) or other_side(scene, claimed, rival):
        return []
    if claimed.quantity.bare and asked_of(scene, claimed.quantity):
        return []
    return [_mismatch(scene, claimed, rival)]


# --- findings -----------------------------------------------------------------------------------


def _confirmed(
    scene: Scene, claimed: Bound, match: Candidate, rivals: list[Candidate]
) -> list[Finding]:
    if match.cover < UNRELATED:
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
        if apart and close and match.cover >= 0.7 and same_thing(claimed, rival):
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


def _miscounted(scene: Scene, q: Quantity, other: Candidate) -> Finding:
    """The figure is stated, of something else."""
    return Finding(
        check="numbers",
        outcome="fail",
        claim_span=_span(scene, q),
        reason="number_mismatch",
        label="related",
        message=f"the evidence gives {other.quantity.text}, not {q.text}",
        claimed=q.text,
        stated=other.quantity.text,
        evidence=(_place(other),),
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
    if is_of_case(scene, claimed) or may_be_reckoned(scene, claimed):
        return []
    best = max((s.overlap for s in scene.alignment.sentences[:1]), default=0.0)
    label: Label = "related" if best >= UNRELATED else "missing"
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


_LONG = frozenset({"year", "decade", "century", "month", "age", "week", "day"})


def _reckoned(scene: Scene, q: Quantity) -> bool:
    """Whether a length of time may be reckoned from dates or times of day."""
    if q.dimension != "time":
        return False
    dates = [
        value
        for aligned in scene.alignment.sentences[:_SENTENCES]
        for value in read_dates(aligned.sentence.text)
    ]
    if q.unit in _LONG and any(value.calendar for value in dates):
        return True
    return q.unit in ("h", "min") and len([d for d in dates if not d.calendar]) > 1


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
        and c.cover >= UNRELATED
        and (
            same_digits(q, c.quantity)
            or c.quantity.dimension == q.dimension != ""
            or (q.bound == c.quantity.bound != "exact")
        )
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
    if _unread(scene, q) or _scaled(scene, q):
        return True
    return any(
        compare(plain, stated) in ("equal", "compatible")
        or (same_digits(q, stated) and not q.dimension and not _label_only(q, stated))
        or (same_digits(q, stated) and (_named_apart(q, stated) or _bound_apart(q, stated)))
        or _names(scene, q, stated)
        for passage in scene.evidence
        for sentence in sentences(passage.text)
        for stated in read_quantities(sentence.text)
    )


_THOUSANDS = lazy(r"(?<!\w)(?:thousands?|tsd|['’]000s?|000s)(?!\w)", re.IGNORECASE)
_MILLIONS = lazy(r"(?<!\w)(?:millions?|mio|mn)(?!\w)", re.IGNORECASE)


def _scaled(scene: Scene, q: Quantity) -> bool:
    """Whether a passage has the figure in the thousands or millions that it says it gives.

    "Provisions (EUR thousand): closing 4,505"; and "2m", read as metres, may be two millions.
    """
    for passage in scene.evidence:
        scales = [
            n for n, word in ((1_000, _THOUSANDS), (10**6, _MILLIONS)) if word.search(passage.text)
        ]
        stated = read_quantities(passage.text)
        if any(s.low * scale == q.low and not s.dimension for s in stated for scale in scales):
            return True
        if any(s.unit == "m" and s.low * 10**6 == q.low for s in stated):
            return True
    return False


def _unread(scene: Scene, q: Quantity) -> bool:
    """Whether a passage has the figure where no quantity and no date was read ("27, Steelers 17").

    Figures of one digit stand everywhere and tell nothing.
    """
    if q.kind == "score":
        ends = set(_FIGURE.findall(q.text))
        return any(ends <= set(_FIGURE.findall(p.text)) for p in scene.evidence)
    figures = [f for f in _FIGURE.findall(q.text) if len(f) > 1]
    return bool(figures) and all(
        any(_stands_unread(figure, passage.text) for passage in scene.evidence)
        for figure in figures
    )


_FIGURE = lazy(r"\d+(?:[.,]\d+)*")


def _stands_unread(figure: str, text: str) -> bool:
    places = [m for m in _FIGURE.finditer(text) if m.group() == figure]
    if not places:
        return False
    read = [q.span for q in read_quantities(text)] + [d.span for d in read_dates(text)]
    return any(not any(s.overlaps(Span(*m.span())) for s in read) for m in places)


def _named_apart(q: Quantity, stated: Quantity) -> bool:
    """Whether two like figures may be of one sort, though only one of them says of which.

    An age may be bare, working days be called days, and a number of times be of whatever is done.
    """
    sorts = {q.dimension, stated.dimension}
    return q.bare or stated.bare or sorts == {"time", "working time"} or stated.unit == "times"


def _bound_apart(q: Quantity, stated: Quantity) -> bool:
    """Whether two like figures differ in nothing but what bound they give."""
    return bool(q.dimension) and (q.unit, q.currency) == (stated.unit, stated.currency)


def _names(scene: Scene, q: Quantity, stated: Quantity) -> bool:
    """Whether a figure names what a label of the evidence names ("in cell 9", "Cell 9 was")."""
    if stated.kind != "label" or not stated.noun or not same_digits(q, stated):
        return False
    before = scene.claim.text[: q.span.start].split()[-1:]
    return bool(before) and root(before[0].casefold()) == stated.noun


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
