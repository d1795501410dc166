"""Proportions: "most students passed" against "only a third of the students passed".

A majority or a minority of a group in the claim, and a figure for the same share in the evidence.
"""

from __future__ import annotations

from entailed.protocols import check
from entailed.text.grounds import reading
from entailed.text.opposition import Meeting
from entailed.text.roots import root
from entailed.text.shares import Share, figure_share, word_share
from entailed.text.views import View
from entailed.types import Alignment, Claim, Evidence, Finding

_NAME = "proportions"
_COVERED = 0.75


@check(name=_NAME, version="1")
def proportions(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`number_mismatch` (contradicted), or a pass over the words for the share.

    Silent on denials and hedges, without a figure for the same group and predicate, and where
    the evidence has more than one.
    """
    read = reading(claim, alignment, evidence)
    found: list[Finding] = []
    for view, row in zip(read.views, read.meetings, strict=True):
        mine = word_share(view.text, view.clause.span.start)
        if mine is None or view.polarity.negations or not view.mood.asserted:
            continue
        stated = [(m, s) for m in row if (s := _stated(view, mine, m)) is not None]
        if len({(s.low, s.high) for _, s in stated}) != 1:
            continue
        meeting, theirs = stated[0]
        if theirs.low == theirs.high == 0.5:
            continue
        if mine.low <= theirs.low and theirs.high <= mine.high:
            if not _whole(view, mine, meeting):
                continue
            found.append(_finding(claim, mine, meeting, theirs, agrees=True))
        elif theirs.high < mine.low or theirs.low > mine.high:
            found.append(_finding(claim, mine, meeting, theirs, agrees=False))
    return tuple(found)


def _stated(view: View, mine: Share, meeting: Meeting) -> Share | None:
    """The share the evidence clause gives as a figure, when it says the same of the same group."""
    other = meeting.evidence
    if other.polarity.negations or not other.mood.asserted or other.retracted:
        return None
    theirs = figure_share(other.text, other.clause.span.start, other.clause.span.end)
    if theirs is None or root(theirs.noun) != root(mine.noun):
        return None
    rest = [at for at in view.keys.values() if not mine.span.overlaps(view.token(at).span)]
    shared = sum(at in meeting.pairing.matched for at in rest)
    return theirs if len(rest) > 1 and shared >= _COVERED * len(rest) else None


def _whole(view: View, mine: Share, meeting: Meeting) -> bool:
    """Whether the evidence clause has every word of the claim clause but those for the share."""
    rest = [at for at in view.keys.values() if not mine.span.overlaps(view.token(at).span)]
    return all(at in meeting.pairing.matched for at in rest)


def _finding(
    claim: Claim, mine: Share, meeting: Meeting, theirs: Share, *, agrees: bool
) -> Finding:
    """A pass or a failure over the claim's words for the share."""
    return Finding(
        check=_NAME,
        outcome="pass" if agrees else "fail",
        claim_span=claim.locate(mine.span.start, mine.span.end),
        reason=None if agrees else "number_mismatch",
        label=None if agrees else "contradicted",
        message="the figure is such a share" if agrees else "the figure is another share",
        claimed=mine.span.of(claim.text),
        stated=theirs.span.of(meeting.evidence.text),
        evidence=(meeting.located.aligned.locate(theirs.span.start, theirs.span.end),),
    )
