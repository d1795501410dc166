"""Check `changes`: "rose", "fell by 7", "tripled" against the values before and after.

The values come from a series ("4% in 2019 and 12% in 2022", a table by year) or from a signed
figure under the word change ("change: -7 mmHg").
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from entailed.protocols import check
from entailed.text.binding import bindings, keys_of, weight_of
from entailed.text.compare import compare, same_kind
from entailed.text.dates import DateValue, read_dates
from entailed.text.derivation import Result, agrees, change, difference
from entailed.text.lazy import lazy
from entailed.text.quantities import Quantity, read_quantities
from entailed.text.roles import role_of
from entailed.text.series import Point, Series, in_sentence, in_tables
from entailed.text.words import words
from entailed.types import AlignedSentence, Alignment, Claim, Evidence, EvidenceSpan, Finding

__all__ = ["changes"]

_SENTENCES = 6
_UP = lazy(
    r"(?<!\w)(?:rose|risen|rises|rise|grew|grown|grows|increase[sd]?|climbed|went up|gone up"
    r"|gained|higher|stieg|gestiegen|wuchs|gewachsen|augmenté|progressé|aumentó|subió|creció"
    r"|aumentat[oa]|aumentou|cresceu|вырос\w{0,2}|увеличил\w{1,3})(?!\w)|[增上][长升加涨]",
    re.IGNORECASE,
)
_DOWN = lazy(
    r"(?<!\w)(?:fell|fallen|falls|dropped|drops|declined|declines|decrease[sd]?|shrank|sank"
    r"|went down|gone down|reduced|lower|sank|gesunken|fiel|gefallen|baissé|diminué|reculé|bajó"
    r"|cayó|disminuyó|diminuit[oa]|calat[oa]|caiu|diminuiu|упал\w{0,2}|снизил\w{1,3}"
    r"|сократил\w{1,3})(?!\w)|[下减][降跌少]",
    re.IGNORECASE,
)
_DENIED = lazy(
    r"(?<!\w)(?:not|no|never|than|nor|without|if|may|might|could|will|expected|nicht|kein\w{0,2}|pas"
    r"|ни|не|não|sin)(?!\w)|n't(?!\w)|[不没]",
    re.IGNORECASE,
)
_CHANGE_WORD = lazy(
    r"(?<!\w)(?:changes?|changed|difference|delta|variation|veränderung|änderung|évolution"
    r"|variación|variazione|variação|изменение)(?!\w)|变化|変化|Δ",
    re.IGNORECASE,
)
# Words of a claim about a change that say nothing of what changed.
_OF_CHANGE = (
    "compare compared previous year before earlier between from to period prior last against "
    "month quarter change percent point points double doubled triple tripled quadruple halved "
    "go went close closed stand stood be come came price value level"
)


@dataclass(frozen=True, slots=True)
class _Claimed:
    """A change as claimed: which way, by how much (or which factor), between which times."""

    sign: int
    amount: Quantity | None
    factor: Fraction | None
    times: tuple[DateValue, ...]
    subject: frozenset[str]
    named: frozenset[str]


@check(name="changes", version="1")
def changes(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """One finding over the whole claim where the evidence has the values before and after.

    `arithmetic_mismatch` (contradicted) when the change went the other way or was another; a
    pass when it is as claimed; none where what changed, or when, is not surely the same.
    """
    claimed = _read(claim.text)
    if claimed is None:
        return _steps(claim, alignment)
    for aligned in alignment.sentences[:_SENTENCES]:
        if claimed.amount is not None and _is_signed(claimed, aligned):
            return (_of_sign(claim, claimed, aligned),)
    for passage_id, series in _every_series(claimed, alignment, evidence):
        ends = _ends(claimed, series)
        if ends is not None:
            right = _agrees(claimed, *ends)
            if right is not None:
                return (_finding(claim, passage_id, ends, right=right),)
    return ()


# --- the claim ----------------------------------------------------------------------------------


def _read(text: str) -> _Claimed | None:
    """What change a text claims; None when it claims none, several or a denied one."""
    if _DENIED.search(text):
        return None
    ups, downs = _UP.findall(text), _DOWN.findall(text)
    every = read_quantities(text)
    factors = [q for q in every if q.kind == "multiplier"]
    amounts = [q for q in every if q.kind not in ("multiplier", "label", "ordinal")]
    if len(ups) + len(downs) + len(factors) != 1 or len(amounts) > 1:
        return None
    times = tuple(d for d in read_dates(text) if d.calendar)
    if len(times) > 2 or any(d.relation in ("before", "after", "since", "by") for d in times):
        return None
    if factors:
        if amounts:
            return None
        sign = 1 if factors[0].low > 1 else -1
        return _Claimed(sign, None, factors[0].low, times, _subject(text), keys_of(text))
    amount = amounts[0] if amounts else None
    if amount is not None and not _is_amount(text, amount):
        return None
    return _Claimed(1 if ups else -1, amount, None, times, _subject(text), keys_of(text))


def _is_amount(text: str, q: Quantity) -> bool:
    """Whether the figure says by how much, and not to what."""
    return bool(q.change) or role_of(text, q) in ("change", "difference")


def _subject(text: str) -> frozenset[str]:
    """The keys of what changed."""
    idle = keys_of(_OF_CHANGE)
    dated = [d.span for d in read_dates(text)]
    spoken = {
        key
        for w in words(text)
        if not any(w.span.overlaps(s) for s in dated)
        for key in keys_of(w.text)
    }
    verbs = keys_of(" ".join(_UP.findall(text) + _DOWN.findall(text)))
    return frozenset(k for k in keys_of(text) & spoken if k not in idle | verbs | {"rise", "fall"})


# --- from one value to another ------------------------------------------------------------------


def _steps(claim: Claim, alignment: Alignment) -> tuple[Finding, ...]:
    """ "fell from 500 to 400" against a sentence that gives both ends of the same change."""
    text = claim.text
    mine = _from_to(text)
    if mine is None or _DENIED.search(text):
        return ()
    ups, downs = _UP.findall(text), _DOWN.findall(text)
    if len(ups) + len(downs) != 1:
        return ()
    sign = 1 if ups else -1
    subject = _subject(text)
    for aligned in alignment.sentences[:_SENTENCES]:
        stated = _from_to(aligned.sentence.text)
        if stated is None or not subject <= keys_of(aligned.sentence.text):
            continue
        same = all(
            compare(a, b) in ("equal", "compatible") for a, b in zip(mine, stated, strict=True)
        )
        rises = stated[1].base_low > stated[0].base_low
        if same and rises == (sign > 0) and read_dates(text) == ():
            shown = f"from {stated[0].text} to {stated[1].text}"
            places = tuple(aligned.locate(q.span.start, q.span.end) for q in stated)
            return (_made(claim, shown, places, right=True),)
    return ()


def _from_to(text: str) -> tuple[Quantity, Quantity] | None:
    """The two ends of the one change a text states, times between them left out."""
    values = [b.quantity for b in bindings(text)]
    if len(values) != 2 or not same_kind(*values):
        return None
    one, other = values
    gap = text[one.span.end : other.span.start]
    before = text[max(0, one.span.start - 12) : one.span.start]
    if _FROM.search(before) and _TO.search(gap) and len(gap) < _GAP:
        return one, other
    return None


_GAP = 40
_FROM = re.compile(r"(?<!\w)(?:from|von|de|da|du|desde|с)\s[$€£¥]?\Z", re.IGNORECASE)
_TO = re.compile(r"(?<!\w)(?:to|auf|à|a|al|para|до)\s[$€£¥]?\Z", re.IGNORECASE)


# --- a signed figure ----------------------------------------------------------------------------


def _is_signed(claimed: _Claimed, aligned: AlignedSentence) -> bool:
    """Whether a sentence gives the change as a signed figure, of this very thing and size."""
    return _signed(claimed, aligned) is not None


def _signed(claimed: _Claimed, aligned: AlignedSentence) -> Quantity | None:
    text = aligned.sentence.text
    amount = claimed.amount
    if amount is None or _CHANGE_WORD.search(text) is None:
        return None
    found = []
    for bound in bindings(text):
        q = bound.quantity
        keys = bound.own | bound.head
        if q.change or not (q.low < 0 or q.text.startswith("+")) or not same_kind(amount, q):
            continue
        if abs(q.base_low) == abs(amount.base_low) and _share(claimed.subject, keys) >= 0.5:
            found.append(q)
    return found[0] if len(found) == 1 else None


def _share(subject: frozenset[str], keys: frozenset[str]) -> float:
    weight = math.fsum(map(weight_of, subject))
    return math.fsum(weight_of(k) for k in subject & keys) / weight if weight else 0.0


def _of_sign(claim: Claim, claimed: _Claimed, aligned: AlignedSentence) -> Finding:
    q = _signed(claimed, aligned)
    assert q is not None
    right = (q.low > 0) == (claimed.sign > 0)
    place = aligned.locate(q.span.start, q.span.end)
    return _made(claim, f"a change of {q.text}", (place,), right=right)


# --- a series -----------------------------------------------------------------------------------


def _every_series(
    claimed: _Claimed, alignment: Alignment, evidence: Evidence
) -> Iterator[tuple[str, Series]]:
    """Series of the claimed thing in the aligned sentences and in the tables, with passage ids."""
    for aligned in alignment.sentences[:_SENTENCES]:
        series = in_sentence(aligned.sentence)
        if series is not None and claimed.subject <= series.keys:
            yield aligned.passage_id, series
    near = {s.passage_id for s in alignment.sentences if s.sentence.kind == "table_row"}
    for passage in evidence:
        if passage.id in near:
            for series in in_tables(passage.text, claimed.named):
                if claimed.subject <= series.keys:
                    yield passage.id, series


def _ends(claimed: _Claimed, series: Series) -> tuple[Point, Point] | None:
    """The points before and after the claimed change."""
    points = series.points
    if not claimed.times:
        return (points[0], points[-1]) if len(points) == 2 else None
    at = [_index(points, t) for t in claimed.times]
    if None in at:
        return None
    places = sorted(i for i in at if i is not None)
    if len(places) == 2 and places[0] < places[1]:
        return points[places[0]], points[places[1]]
    if len(places) != 1 or places[0] == 0:
        return None
    one, other = points[places[0] - 1], points[places[0]]
    yearly = other.time.low.year - one.time.low.year <= 1 or len(points) == 2
    return (one, other) if yearly else None


def _index(points: tuple[Point, ...], time: DateValue) -> int | None:
    for i, point in enumerate(points):
        if point.time.low <= time.low and time.high <= point.time.high:
            return i
        if time.low <= point.time.low and point.time.high <= time.high and time.year_known:
            return i
    return None


def _agrees(claimed: _Claimed, one: Point, other: Point) -> bool | None:
    """Whether the values bear the claim out; None when it cannot be told."""
    before, after = one.quantity, other.quantity
    gap = after.base_low - before.base_low
    if claimed.factor is not None:
        if before.base_low <= 0:
            return None
        factor = after.base_low / before.base_low
        close = abs(factor - claimed.factor) <= claimed.factor / 10
        far = abs(factor - claimed.factor) > claimed.factor / 4
        return True if close else False if far else None
    if gap * claimed.sign <= 0:
        return False
    if claimed.amount is None:
        return True
    result = _result(claimed.amount, before, after)
    if result is None:
        return None
    return agrees(claimed.amount, result) or None


def _result(amount: Quantity, before: Quantity, after: Quantity) -> Result | None:
    """The size of the change in the sort of the claimed amount."""
    if amount.kind == "percent":
        if before.unit == "%":
            return None
        relative = change(before, after)
        if relative is None:
            return None
        return Result(abs(relative.value), relative.formula, relative.operands)
    if amount.kind == "percentage_points":
        return difference(before, after) if before.unit == after.unit == "%" else None
    return difference(before, after) if same_kind(amount, before) else None


def _finding(claim: Claim, passage_id: str, ends: tuple[Point, Point], *, right: bool) -> Finding:
    one, other = ends
    shown = f"{one.quantity.text} ({one.time.text}), then {other.quantity.text} ({other.time.text})"
    places = tuple(
        EvidenceSpan(passage_id, p.sentence.body.span(p.span.start, p.span.end)) for p in ends
    )
    return _made(claim, shown, places, right=right)


def _made(claim: Claim, shown: str, places: tuple[EvidenceSpan, ...], *, right: bool) -> Finding:
    return Finding(
        check="changes",
        outcome="pass" if right else "fail",
        claim_span=claim.locate(0, len(claim.text)),
        reason="arithmetic_derived" if right else "arithmetic_mismatch",
        label=None if right else "contradicted",
        message=shown if right else f"the evidence has {shown}",
        claimed=claim.text,
        stated=shown,
        evidence=places,
    )
