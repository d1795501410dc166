"""Dates and lengths of time: a claim may be less precise than the evidence, never more.

A date is compared with the dates of the same event first: those whose statement shares the
claim's other words. Ranges, ages and "two years later" are reckoned out; a length of time that
follows from two stated dates is `arithmetic_derived`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from entailed.protocols import check
from entailed.text.date_cases import is_beside, is_case, may_be_reckoned
from entailed.text.date_relations import compare, inside
from entailed.text.dated import Dated, dated, home_of, lasting, passage_years
from entailed.text.dates import DateValue, read_dates
from entailed.text.durations import Duration, read_durations
from entailed.text.lazy import lazy
from entailed.text.reckoning import Reckoned, fits, from_pairs, tenure_stated
from entailed.text.statements import Statement, claimed
from entailed.types import Alignment, Claim, Evidence, EvidenceSpan, Finding, Label, Span

__all__ = ["dates"]

# Shares of the claim's other words a statement must hold to be about the same event.
SAME_EVENT = 0.6
# With all words of the claim it is, whatever ranges of other events hold the value.
_WHOLE = 0.95
CERTAIN = 0.75
MARGIN = 0.34
NEAR = 0.5
# Dates (and lengths) of one claim that are looked at; more only in text made to stall.
_MOST = 24
# Words beside the date up to which a statement says little else.
_SHORT = 2


_DAYS_AT_LARGE = lazy(
    r"(?<!\w)(?:weekdays?|week-?ends?|daily|every day|each day|all week|seven days|24/7"
    r"|working days|business days|täglich|werktags|wochentags|wochenendes?|jeden tag"
    r"|tous les jours|en semaine"
    r"|todos los días|entre semana|todos os dias|tutti i giorni|ежедневно)(?!\w)"
    r"|每天|毎日|工作日|平日|周末",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Stated:
    """A date of the evidence and how its statement fits the claim."""

    passage_id: str
    dated: Dated
    share: float
    event: bool

    @property
    def place(self) -> EvidenceSpan:
        span = self.dated.value.span
        return EvidenceSpan(self.passage_id, self.dated.sentence.body.span(span.start, span.end))


@check(name="dates", version="1")
def dates(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`date_mismatch` for a date or length of time the evidence does not bear out.

    `contradicted` when the statement about the same event has another one, `related` or
    `missing` when the evidence is silent; silent when it cannot be told. Dates of the question
    are given, never evidence.
    """
    values = read_dates(claim.text)
    lengths = read_durations(claim.text)
    if not values and not lengths:
        return ()
    found: list[Finding] = []
    for number in range(min(len(values), _MOST)):
        finding = _check_date(claim, values, number, alignment, evidence)
        if finding:
            found.append(finding)
    for length in lengths[:_MOST]:
        finding = _check_length(claim, length, alignment, evidence)
        if finding:
            found.append(finding)
    return tuple(sorted(found, key=lambda f: f.claim_span))


# --- dates ------------------------------------------------------------------------------------


def _check_date(
    claim: Claim,
    values: Sequence[DateValue],
    number: int,
    alignment: Alignment,
    evidence: Evidence,
) -> Finding | None:
    value = _begun(claim.text, values[number])
    rest, acts = _rest(claim.text, [v.span for v in values], value.span)
    stated = _stated(evidence, rest, acts)
    years = frozenset(y for p in evidence for y in passage_years(p.text))
    groups: dict[str, list[_Stated]] = {"same": [], "finer": [], "unclear": [], "different": []}
    for one in stated:
        groups[compare(value, one.dated.value, years)].append(one)
    same = groups["same"]
    rivals = _free(claim.text, values, number, _rivals(groups["different"], value))
    if same:
        stranger = _stranger(value, same, groups["different"], rest)
        if stranger is not None:
            return _mismatch(claim, value, "contradicted", stranger)
        sure = [r for r in rivals if len(r.dated.own & acts) >= NEAR * len(acts)]
        apart = _stands_alone(claim.text, values, number)
        return _against_same(claim, value, same, sure if apart else ())
    rival = max(rivals, key=lambda s: (s.share, _same_role(s, value)), default=None)
    told = rival.share if rival is not None and rival.share >= _WHOLE else 0.0
    if _covered_by_range(value, (s for s in stated if s.share >= told)):
        return None
    if value.precision == "weekday" and any(_DAYS_AT_LARGE.search(p.text) for p in evidence):
        return None
    if _written(value, evidence) and not _read(value, stated):
        return None
    if is_case(claim.text, value.span) or _reckoned(value, evidence):
        return None
    if rival and is_beside(value, rival.dated.value):
        return None
    also = _also_there(values, number, rival, stated) if rival else 0
    if rival and _fit(rival, rest, also) and not _unclear_near(groups["unclear"], rival):
        thin = len(rest) + also < 2 and len(rival.dated.own) > _SHORT
        vague = "as_of" in _relations(value, rival) or thin
        label: Label = "related" if vague else "contradicted"
        return _mismatch(claim, value, label, rival)
    if _given(value, alignment.given) or groups["unclear"]:
        return None
    if any(is_beside(value, s.dated.value) for s in stated):
        return None
    near = max(groups["finer"] or groups["different"], key=lambda s: s.share, default=None)
    return _mismatch(claim, value, _silent_label(alignment), near)


_DENIED = lazy(
    r"(?<!\w)(?:not|never|nobody|none|no|cannot|nicht|nie|pas|jamais|nunca|não|non|не"
    r"|никогда)(?!\w)|n['’]t(?!\w)",
    re.IGNORECASE,
)


def _begun(text: str, value: DateValue) -> DateValue:
    """The date, as a beginning where the claim denies something until then."""
    if value.relation == "until" and _DENIED.search(text, 0, value.span.start):
        return replace(value, relation="from")
    return value


def _reckoned(value: DateValue, evidence: Evidence) -> bool:
    return any(may_be_reckoned(value, p.text) for p in evidence)


def _rest(text: str, spans: Sequence[Span], at: Span) -> tuple[frozenset[str], frozenset[str]]:
    """Roots of the claim's statement around a date, and those of them that tell what happened."""
    made = claimed(text)
    if not made:
        return frozenset(), frozenset()
    home = home_of(at, made)
    lengths = [d.span for d in read_durations(text)]
    rest = home.without([*spans, *lengths])
    if not rest:
        rest = frozenset(r for s in made for r in s.without([*spans, *lengths]))
    return rest, rest - _subject(home)


def _subject(home: Statement) -> frozenset[str]:
    """The subject, unless the statement is nothing else (a label: "Opening hours: ...")."""
    subject = home.taken or home.subject
    return subject if home.own - subject else frozenset()


def _stated(evidence: Evidence, rest: frozenset[str], acts: frozenset[str]) -> list[_Stated]:
    found = []
    for passage in evidence:
        for one in dated(passage.text):
            share = len(one.rest & rest) / len(rest) if rest else 0.0
            found.append(_Stated(passage.id, one, share, bool(one.own & acts) or not acts))
    return found


def _rivals(different: Iterable[_Stated], value: DateValue) -> list[_Stated]:
    """Other dates of the same sort in statements about the same event."""
    return [
        s for s in different if s.event and _sort(s.dated.value) == _sort(value) and s.share >= NEAR
    ]


def _free(
    text: str, values: Sequence[DateValue], number: int, rivals: Iterable[_Stated]
) -> list[_Stated]:
    """The rivals but those that another date of the claim states, of the same event.

    In "who hosted it in 1968 and has run it since 1972" the year 1972 opposes neither.
    """
    spans = [v.span for v in values]
    others = [(v, _rest(text, spans, v.span)[0]) for n, v in enumerate(values) if n != number]
    return [
        r
        for r in rivals
        if not any(
            compare(v, r.dated.value) == "same"
            and rest
            and len(rest & r.dated.rest) / len(rest) >= SAME_EVENT
            for v, rest in others
        )
    ]


def _stands_alone(text: str, values: Sequence[DateValue], number: int) -> bool:
    """Whether no other date but its partner stands in the statement of a claim's date.

    Of two dates in one statement it is not sure which words go with which.
    """
    made = claimed(text)
    if not made:
        return True
    mine = home_of(values[number].span, made)
    ranged = ("from", "until")
    return not any(
        home_of(v.span, made) is mine
        and _sort(v) == _sort(values[number])
        and (v.relation not in ranged or values[number].relation not in ranged)
        for n, v in enumerate(values)
        if n != number
    )


def _fit(rival: _Stated, rest: frozenset[str], also: int) -> bool:
    """Whether the rival's statement is about the same event; shared other dates count as words."""
    return (rival.share * len(rest) + also) / max(1, len(rest) + also) >= SAME_EVENT


def _also_there(
    values: Sequence[DateValue], number: int, rival: _Stated, stated: Iterable[_Stated]
) -> int:
    """How many other dates of the claim the rival's sentence has."""
    here = [s.dated.value for s in stated if s.dated.sentence is rival.dated.sentence]
    others = [v for n, v in enumerate(values) if n != number]
    return sum(any(compare(v, h) == "same" for h in here) for v in others)


def _same_role(stated: _Stated, value: DateValue) -> bool:
    """Whether both begin a range, both end one, or neither."""
    return stated.dated.value.relation == value.relation


def _sort(value: DateValue) -> str:
    return value.precision if not value.calendar else "calendar"


_BRACKET = re.compile(r"[(\[]\s?\Z")


def _stranger(
    value: DateValue,
    same: Sequence[_Stated],
    different: Sequence[_Stated],
    rest: frozenset[str],
) -> _Stated | None:
    """Another date of the sentence that all the claim's words stand with.

    "Formed in 1994, the band released its first album in 1997": the album came out in 1997, for
    the statement with 1994 has a word of its own and none of the claim's.
    """
    best = max(same, key=lambda s: s.share)
    if best.share > 0 or not best.dated.rest or best.dated.formula or len(rest) < 2:
        return None
    if _BRACKET.search(best.dated.sentence.text, 0, best.dated.value.span.start):
        return None  # it belongs to the words before the bracket, wherever these stand
    near = [
        s
        for s in different
        if s.dated.sentence is best.dated.sentence
        and s.passage_id == best.passage_id
        and _sort(s.dated.value) == _sort(value)
        and not s.dated.formula
        and s.dated.rest != best.dated.rest
        and s.dated.partner != best.dated.value
    ]
    fit = [
        s
        for s in near
        if (s.event and s.share >= (SAME_EVENT if len(rest) > _SHORT else NEAR))
        or (s.share >= SAME_EVENT and len(rest) > _SHORT)
    ]
    return fit[0] if len(fit) == 1 and len(near) == 1 else None


def _against_same(
    claim: Claim, value: DateValue, same: Sequence[_Stated], rivals: Sequence[_Stated]
) -> Finding | None:
    """The date is in the evidence; wrong only if it plainly belongs to another event."""
    best = max(same, key=lambda s: s.share)
    rival = max(rivals, key=lambda s: s.share, default=None)
    if rival and rival.share >= CERTAIN and rival.share - best.share >= MARGIN and not best.event:
        return _mismatch(claim, value, "contradicted", rival)
    formula = best.dated.formula
    stated = formula or best.dated.value.text
    return Finding(
        check="dates",
        outcome="pass",
        claim_span=claim.locate(value.span.start, value.span.end),
        reason="arithmetic_derived" if formula else None,
        message=f"{value.text} = {stated}",
        claimed=value.text,
        stated=stated,
        evidence=(best.place,),
    )


def _covered_by_range(value: DateValue, stated: Iterable[_Stated]) -> bool:
    """Whether a stated range with a good fit holds the date (and the claim names no end of it)."""
    if value.relation in ("from", "until"):
        return False
    return any(
        s.dated.partner is not None
        and s.dated.value.relation == "from"
        and inside(value, s.dated.value, s.dated.partner)
        for s in stated
    )


def _unclear_near(unclear: Iterable[_Stated], rival: _Stated) -> bool:
    return any(s.share >= rival.share for s in unclear)


def _relations(value: DateValue, rival: _Stated) -> tuple[str, str]:
    return value.relation, rival.dated.value.relation


@lru_cache(maxsize=1024)
def _given_dates(question: str) -> tuple[DateValue, ...]:
    return read_dates(question)


def _given(value: DateValue, question: str) -> bool:
    return any(compare(value, g) == "same" for g in _given_dates(question))


def _written(value: DateValue, evidence: Evidence) -> bool:
    """Whether the expression, or its year, stands in the evidence as written (in any use)."""
    texts = [p.text for p in evidence] + [p.title or "" for p in evidence]
    if any(value.text.casefold() in t.casefold() for t in texts):
        return True
    return value.precision == "year" and any(str(value.low.year) in t for t in texts)


def _read(value: DateValue, stated: Iterable[_Stated]) -> bool:
    """Whether the evidence has the same expression as a date, and so it has been compared."""
    written = value.text.casefold()
    return any(s.dated.value.text.casefold() == written for s in stated)


def _silent_label(alignment: Alignment) -> Label:
    return "related" if alignment.overlap >= NEAR else "missing"


def _mismatch(claim: Claim, value: DateValue, label: Label, rival: _Stated | None) -> Finding:
    other = rival.dated.value.text if rival else ""
    if rival and rival.dated.formula:
        other = rival.dated.formula
    shown = rival is not None and (label == "contradicted" or rival.share >= NEAR)
    return Finding(
        check="dates",
        outcome="fail",
        claim_span=claim.locate(value.span.start, value.span.end),
        reason="date_mismatch",
        label=label,
        message=f"the evidence has {other}, not {value.text}"
        if label == "contradicted"
        else f"the evidence does not give {value.text}",
        claimed=value.text,
        stated=other if shown else "",
        evidence=(rival.place,) if rival and shown else (),
    )


# --- lengths of time ----------------------------------------------------------------------------

_TENURE = lazy(
    r"(?:(?<!\w)(?:for|since|over|after|lasted|spent|served|in office|während|pendant|durante|per)"
    r"\s(?:the past |the last |about |around |nearly |almost |more than |exactly )?|(?<!\w)seit )$",
    re.IGNORECASE,
)


def _check_length(
    claim: Claim, length: Duration, alignment: Alignment, evidence: Evidence
) -> Finding | None:
    if length.unit == "day" and length.count < 2:
        return None
    stated = [one.value for p in evidence for one in lasting(p.text)]
    if any(_equal(length, other) for other in (*stated, *read_durations(alignment.given))):
        return None
    reckoned = from_pairs(length, _near_dates(alignment, evidence))
    rest, _ = _rest(claim.text, [v.span for v in read_dates(claim.text)], length.span)
    fitting = max(
        (r for r in reckoned if fits(length, r)), key=lambda r: _shared(r, rest), default=None
    )
    span = claim.locate(length.span.start, length.span.end)
    if fitting:
        return Finding(
            check="dates",
            outcome="pass",
            claim_span=span,
            reason="arithmetic_derived",
            message=f"{length.text} = {fitting.formula}",
            claimed=length.text,
            stated=fitting.formula,
            evidence=_places(alignment, fitting),
        )
    tenure = tenure_stated(reckoned)
    before = claim.text[: length.span.start]
    if tenure is None or stated or not _TENURE.search(before) or read_dates(claim.text):
        return None
    if is_case(claim.text, length.span) or _shared(tenure, rest) < NEAR:
        return None
    return Finding(
        check="dates",
        outcome="fail",
        claim_span=span,
        reason="date_mismatch",
        label="contradicted",
        message=f"{tenure.formula} is {_amount(tenure, length)}, not {length.text}",
        claimed=length.text,
        stated=tenure.formula,
        evidence=_places(alignment, tenure),
    )


def _shared(reckoned: Reckoned, rest: frozenset[str]) -> float:
    """Share of the claim's other words that the statements of the two dates have."""
    found = rest & (reckoned.first.rest | reckoned.second.rest)
    return len(found) / len(rest) if rest else 0.0


_DAYS = {"year": 365.25, "month": 30.44, "week": 7.0, "day": 1.0}


def _equal(length: Duration, other: Duration) -> bool:
    ours, theirs = length.count * _DAYS[length.unit], other.count * _DAYS[other.unit]
    return abs(ours - theirs) <= 0.02 * max(ours, theirs)


def _near_dates(alignment: Alignment, evidence: Evidence) -> list[Dated]:
    """Dates of the aligned sentences, and of the sentences beside them."""
    near = {
        (a.passage_id, a.sentence.index + step) for a in alignment.sentences for step in (-1, 0, 1)
    }
    return [
        one
        for passage in evidence
        for one in dated(passage.text)
        if not one.formula and (passage.id, one.sentence.index) in near
    ]


def _places(alignment: Alignment, reckoned: Reckoned) -> tuple[EvidenceSpan, ...]:
    """Places of the two dates, as far as their sentences are aligned."""
    ends = (reckoned.first, reckoned.second)
    return tuple(
        a.locate(end.value.span.start, end.value.span.end)
        for end in ends
        for a in alignment.sentences
        if a.sentence == end.sentence
    )


def _amount(reckoned: Reckoned, length: Duration) -> str:
    plural = "" if reckoned.most == 1 else "s"
    return f"{reckoned.most} {length.unit}{plural}"
