"""Charges: "free of charge" against "are charged", "for a fee" against "at no cost".

Small models take paying and not paying for one topic, since nearly all words are the same.
"""

from __future__ import annotations

from entailed.protocols import check
from entailed.text.charges import Charge, charge
from entailed.text.grounds import reading
from entailed.text.opposition import Meeting
from entailed.text.synonyms import among
from entailed.text.views import View
from entailed.types import Alignment, Claim, Evidence, Finding, Span

_NAME = "charges"
_OWN_WORDS = 2


@check(name=_NAME, version="1")
def charges(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`negation_flip` (contradicted) where one side has to be paid for and the other is free.

    Silent unless the claim's clause names nothing beside its charge that the evidence clause
    does not name, and that clause at most two words of its own; and where clauses about it
    disagree or make conditions.
    """
    read = reading(claim, alignment, evidence)
    found: list[Finding] = []
    for view, row in zip(read.views, read.meetings, strict=True):
        mine = charge(view.text, view.clause.span)
        if mine is None or view.mood.conditional or view.mood.hedge:
            continue
        stated = [(m, other) for m in row if (other := _stated(view, mine, m)) is not None]
        if stated and all(other.free != mine.free for _, other in stated):
            found.append(_finding(claim, *stated[0]))
    return tuple(found)


def _stated(view: View, mine: Charge, meeting: Meeting) -> Charge | None:
    """What an evidence clause about the same thing says of paying."""
    other = meeting.evidence
    if other.retracted or other.mood.conditional or other.mood.reported or other.mood.hedge:
        return None
    theirs = charge(other.text, other.clause.span)
    if theirs is None:
        return None
    asked, told = _rest(view, mine), _rest(other, theirs)
    about = [key for key in asked if among(key, told)]
    extra = [key for key in told if not among(key, asked)]
    same = bool(about) and len(about) == len(asked) and len(extra) <= _OWN_WORDS
    return theirs if same else None


def _rest(view: View, said: Charge) -> list[str]:
    """The roots of a clause beside the words of its charge and amounts."""
    return [
        key
        for key, at in view.keys.items()
        if not said.span.overlaps(view.token(at).span)
        and not any(c.isdigit() for c in view.token(at).text)
    ]


def _finding(claim: Claim, meeting: Meeting, stated: Charge) -> Finding:
    """A failure over the claim clause."""
    at: Span = meeting.claim.clause.span
    return Finding(
        check=_NAME,
        outcome="fail",
        claim_span=claim.locate(at.start, at.end),
        reason="negation_flip",
        label="contradicted",
        message="the evidence says " + ("that it is free" if stated.free else "that it is paid"),
        claimed=at.of(claim.text),
        stated=stated.span.of(meeting.evidence.text),
        evidence=(meeting.located.aligned.locate(stated.span.start, stated.span.end),),
    )
