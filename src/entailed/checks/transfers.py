"""Transfers: "is sold to advertisers" against "is never handed to third parties".

Other verbs, other recipients, and still the opposite. Speaks only where both sides hand on the
same thing flatly, and the one recipient is, or is among, the other.
"""

from __future__ import annotations

from entailed.protocols import check
from entailed.text.grounds import reading
from entailed.text.opposition import Meeting
from entailed.text.synonyms import among
from entailed.text.transfers import Transfer, denies, names_recipient, transfer
from entailed.text.views import View
from entailed.types import Alignment, Claim, Evidence, Finding, Span

_NAME = "transfers"


@check(name=_NAME, version="1")
def transfers(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`negation_flip` (contradicted) where the claim hands on what the evidence keeps, or a pass.

    The pass is for a claim that denies what the evidence denies in other words.
    """
    read = reading(claim, alignment, evidence)
    found: list[Finding] = []
    for view, row in zip(read.views, read.meetings, strict=True):
        mine = transfer(view.text, view.clause.span)
        if mine is None or not view.mood.asserted or view.polarity.partial:
            continue
        thing = _thing(view, mine)
        met = [(m, t) for m in row if (t := _denied(thing, m)) is not None]
        met = [(m, t) for m, t in met if names_recipient(mine, t) and denies(mine, t)]
        if not met or any(_affirmed(thing, mine, m) for m in row):
            continue
        agrees = view.polarity.negative
        if not agrees or len(read.views) == 1:
            found.append(_finding(claim, *met[0], agrees=agrees))
    return tuple(found)


def _denied(thing: frozenset[str], meeting: Meeting) -> Transfer | None:
    """The handing on that an evidence clause about the same thing denies."""
    other = meeting.evidence
    flat = not (other.retracted or other.mood.reported or other.polarity.partial)
    if not flat or not other.polarity.negative or not _same_thing(thing, other):
        return None
    return transfer(other.text, other.clause.span)


def _affirmed(thing: frozenset[str], mine: Transfer, meeting: Meeting) -> bool:
    """Whether an evidence clause hands the same thing on to such a recipient."""
    other = meeting.evidence
    theirs = transfer(other.text, other.clause.span)
    if theirs is None or other.polarity.negative or not _same_thing(thing, other):
        return False
    return names_recipient(mine, theirs)


def _thing(view: View, made: Transfer) -> frozenset[str]:
    """The roots of what is handed on: before the verb, or behind it ("we sell your address").

    Only what follows the last "that": "I confirm that recordings are sold" is about recordings.
    """
    tokens = view.clause.tokens
    said = [at for at, t in enumerate(tokens) if t.text == "that" and t.span.end <= made.span.start]
    first = said[-1] if said else -1
    before = {
        key
        for key, at in view.keys.items()
        if at > first and tokens[at].span.end <= made.span.start
    }
    behind = {
        key
        for key, at in view.keys.items()
        if tokens[at].span.start >= made.span.end and key not in made.whom
    }
    return frozenset(before or behind)


def _same_thing(thing: frozenset[str], other: View) -> bool:
    """Whether every word for the thing stands in the evidence clause or before it."""
    pool = other.keys.keys() | (other.context if other.clause.dependent else frozenset())
    return bool(thing) and all(among(key, pool) for key in thing)


def _finding(claim: Claim, meeting: Meeting, stated: Transfer, *, agrees: bool) -> Finding:
    """A pass or a failure over the claim clause."""
    at: Span = meeting.claim.clause.span
    place = meeting.evidence.clause.span
    return Finding(
        check=_NAME,
        outcome="pass" if agrees else "fail",
        claim_span=claim.locate(at.start, at.end),
        reason=None if agrees else "negation_flip",
        label=None if agrees else "contradicted",
        message="the evidence denies it too" if agrees else "the evidence says it is not handed on",
        claimed=at.of(claim.text),
        stated=place.of(meeting.evidence.text),
        evidence=(meeting.located.aligned.locate(stated.span.start, stated.span.end),),
    )
