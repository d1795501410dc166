"""Endings: a claim that something goes on, or has ended, against evidence of its end.

"Still makes engines" and "is being repaired" are contradicted by "stopped making engines" and
"the repairs were completed"; "no longer makes engines" is confirmed by it.
"""

from __future__ import annotations

import re

from entailed.protocols import check
from entailed.text.endings import phase
from entailed.text.grounds import reading
from entailed.text.lazy import lazy
from entailed.text.opposition import Meeting
from entailed.text.roots import root
from entailed.text.synonyms import among
from entailed.text.views import View
from entailed.types import Alignment, Claim, Evidence, Finding, Span

_NAME = "endings"
_PAST = lazy(
    r"\b(?:was|were|had|did|war|waren|hatte|était|fut|avait|era|fue|foi|был\w?)\b|\b\d{4}\b",
    re.IGNORECASE,
)
_AGAIN = lazy(
    r"\b(?:resum\w{1,4}|reopen\w{0,3}|restart\w{0,3}|again|reviv\w{1,3}|reinstat\w{1,3}|wieder"
    r"|rouvert\w{0,2}|repris\w?|reabri\w{1,3}|reanud\w{1,3}|снова|вновь)\b|恢复|重新",
    re.IGNORECASE,
)
_WHOLE = lazy(
    r"\b(?:closed|shut|dissolved|abolished|repealed|discontinued|defunct|extinct|wound up"
    r"|terminated|geschlossen|stillgelegt|aufgelöst|abgeschafft|fermé\w*|supprim\w+|cerr\w+"
    r"|suprimid\w|ceased operations)\b|关闭|停止",
    re.IGNORECASE,
)
_EXISTENCE = frozenset(
    root(word)
    for word in "exist exists existing operate operates operating business force effect valid "
    "longer anymore existe existen existiert existieren mehr plus".split()
)


@check(name=_NAME, version="1")
def endings(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`temporal_drift` (contradicted), or a pass over the clause.

    Silent unless the clause is in the present and all else it says stands in the evidence clause,
    and where the evidence speaks of a new beginning or of both phases.
    """
    read = reading(claim, alignment, evidence)
    found: list[Finding] = []
    for view, row in zip(read.views, read.meetings, strict=True):
        mine, at = phase(view.text, view.clause.span)
        if at is None or not _timeless(view) or not view.mood.asserted:
            continue
        stated = [(m, *_phase(m)) for m in row if _about(view, at, m)]
        phases = {theirs for _, theirs, _ in stated if theirs}
        again = any(_AGAIN.search(place.view.text) for place in read.located)
        if len(phases) != 1 or again:
            continue
        meeting, theirs, there = next(s for s in stated if s[1])
        if there is not None:
            found.append(_finding(claim, meeting, there, agrees=theirs == mine))
    return tuple(found)


def _phase(meeting: Meeting) -> tuple[str, Span | None]:
    """What the evidence clause says of its phase."""
    return phase(meeting.evidence.text, meeting.evidence.clause.span)


def _timeless(view: View) -> bool:
    """Whether the clause speaks of now."""
    return _PAST.search(view.text, view.clause.span.start, view.clause.span.end) is None


def _about(view: View, at: Span, meeting: Meeting) -> bool:
    """Whether all the clause says beside its phase stands in the evidence clause."""
    other = meeting.evidence
    theirs, place = _phase(meeting)
    if place is None or other.retracted or not _same_subject(view, other):
        return False
    rest = [
        key
        for key, index in view.keys.items()
        if not at.overlaps(view.token(index).span) and key not in _EXISTENCE
    ]
    beyond = [key for key in rest if key not in view.subject]
    if (
        not beyond
        and set(other.subject) == set(view.subject)
        and phase(view.text, at)[0] == "ongoing"
    ):
        return True
    if not beyond:
        return theirs == "ended" and _WHOLE.search(place.of(other.text)) is not None
    return all(_in(key, other) for key in rest)


def _same_subject(view: View, other: View) -> bool:
    """Whether every word of the claim's subject stands in the evidence clause."""
    return bool(view.subject) and all(_in(key, other) for key in view.subject)


def _in(key: str, view: View) -> bool:
    """Whether a root, a form or a synonym of it is a word of the clause."""
    return among(key, view.keys)


def _finding(claim: Claim, meeting: Meeting, stated: Span, *, agrees: bool) -> Finding:
    """A pass or a failure over the claim clause."""
    clause = meeting.claim.clause.span
    return Finding(
        check=_NAME,
        outcome="pass" if agrees else "fail",
        claim_span=claim.locate(clause.start, clause.end),
        reason=None if agrees else "temporal_drift",
        label=None if agrees else "contradicted",
        message="the evidence says the same of its end" if agrees else "the evidence says other",
        claimed=clause.of(claim.text),
        stated=stated.of(meeting.evidence.text),
        evidence=(meeting.located.aligned.locate(stated.start, stated.end),),
    )
