"""Constancy: "will rise" against "will not change", "stays the same" against "was cut".

Small models take a change and its absence for one topic. Speaks only where all else that the
claim's clause says, years included, stands in the evidence clause.
"""

from __future__ import annotations

from entailed.protocols import check
from entailed.text.constancy import Course, course, follows, opposed
from entailed.text.dates import read_dates
from entailed.text.grounds import reading
from entailed.text.opposition import Meeting
from entailed.text.quantities import read_quantities
from entailed.text.synonyms import among
from entailed.text.views import View
from entailed.types import Alignment, Claim, Evidence, Finding, Span

_NAME = "constancy"


@check(name=_NAME, version="1")
def constancy(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`negation_flip` (contradicted) where one side changes what the other keeps, or a pass.

    Silent unless the claim's clause and the evidence clause each state one course of one thing,
    and where evidence clauses about it disagree.
    """
    read = reading(claim, alignment, evidence)
    found: list[Finding] = []
    for view, row in zip(read.views, read.meetings, strict=True):
        mine = course(view.text, view.clause.span)
        if mine is None or view.mood.conditional or view.mood.hedge:
            continue
        stated = [(m, other) for m in row if (other := _stated(view, mine, m)) is not None]
        if len({opposed(mine, other) for _, other in stated}) != 1:
            continue
        meeting, other = stated[0]
        if opposed(mine, other):
            found.append(_finding(claim, meeting, other, agrees=False))
        elif len(read.views) == 1 and follows(mine, other):
            found.append(_finding(claim, meeting, other, agrees=True))
    return tuple(found)


def _stated(view: View, mine: Course, meeting: Meeting) -> Course | None:
    """The course that an evidence clause about the same thing states."""
    other = meeting.evidence
    if other.retracted or other.mood.conditional or other.mood.reported or other.mood.hedge:
        return None
    theirs = course(other.text, other.clause.span)
    if theirs is None or not _about(view, mine, other):
        return None
    return theirs


def _about(view: View, mine: Course, other: View) -> bool:
    """Whether all the claim's clause says beside its course stands in the evidence clause.

    By how much it changes is part of the course.
    """
    figures = read_quantities(view.text)
    amounts = [s for q in figures for s in (q.span, q.noun_span) if s is not None]
    dated = [d.span for d in read_dates(view.text)]
    rest: list[str] = []
    for key, at in view.keys.items():
        span = view.token(at).span
        amount = any(s.overlaps(span) for s in amounts) and not any(s.overlaps(span) for s in dated)
        if not amount and not mine.span.overlaps(span):
            rest.append(key)
    named = [key for key in rest if key in view.subject] or rest
    return bool(named) and all(_in(key, other) for key in rest)


def _in(key: str, view: View) -> bool:
    """Whether a root, a form or a synonym of it is a word of the clause."""
    return among(key, view.keys)


def _finding(claim: Claim, meeting: Meeting, stated: Course, *, agrees: bool) -> Finding:
    """A pass or a failure over the claim clause."""
    at: Span = meeting.claim.clause.span
    return Finding(
        check=_NAME,
        outcome="pass" if agrees else "fail",
        claim_span=claim.locate(at.start, at.end),
        reason=None if agrees else "negation_flip",
        label=None if agrees else "contradicted",
        message="the same course in other words" if agrees else "the evidence has another course",
        claimed=at.of(claim.text),
        stated=stated.span.of(meeting.evidence.text),
        evidence=(meeting.located.aligned.locate(stated.span.start, stated.span.end),),
    )
