"""Hedges: a claim that says flatly what the evidence says with reserve.

Reserve is a hedge (may, probably, suggests), a report of doubtful standing (critics claim,
allegedly), a plan told as done, or a time that has passed (formerly, until 2020). A claim weaker
than its evidence is fine.
"""

from __future__ import annotations

import re

from entailed.protocols import check
from entailed.text.closed import AUXILIARIES
from entailed.text.grounds import Ground, Reading, covered, echoed, fault, grounds, reading
from entailed.text.lazy import lazy
from entailed.text.moods import DONE, HEDGE, PLANNED, REPORTED
from entailed.text.opposition import Meeting, restates
from entailed.text.predicates import finite_verb, is_past, main_verb
from entailed.text.quantifiers import in_clause
from entailed.text.views import View
from entailed.types import Alignment, Claim, Evidence, Finding, Span

_NAME = "hedges"
_ECHOED = 0.45
_COVERED = 0.75
_REACH = 2  # content words after a cue that it may bear on
_WEAKER = lazy(
    r"\b(?:can|cannot|could|may|might|would|should|allowed|permitted|able|free|entitled|if|possible|possibly|potential|"
    r"expected|gets? to|open to (?:you|him|her|them|us|all|any\w{3,4}|every\w{3,4})|"
    r"some|sometimes|often|usually|generally|estimated?|around|considered|thought|"
    r"believed|"
    r"according|insist\w{0,3}|maintain\w{0,3}|contend\w{0,3}|argu\w{1,3}|alleg\w{1,5}|accus\w{1,5}|"
    r"assert\w{0,3}|fears? that|feared|suspected|believes?|says?|said|claim\w{0,3}|suggest\w{0,3}|"
    r"report\w{0,3}|indicat\w{1,4}|appear\w{0,2}|"
    r"seem\w{0,2}|"
    r"kann|können|darf|soll|laut|peut|selon|puede|según|pode|segundo|può|secondo|может|согласно)\b"
    r"|可能|或|可以|据|できる|かも|によると",
    re.IGNORECASE,
)
_PAST = lazy(
    r"\b(?:formerly|used to(?= (?:be|have|own|run|live|work|serve|play|offer|include|cost))|"
    r"previously|"
    r"at (?:the|that) time|back then|once(?= (?:was|were|had|home|owned|used))|until recently|"
    r"no longer|before (?:that|then)|(?:until|up to) then|"
    r"in (?:the past(?! (?:\w+ ){0,2}(?:year|month|week|day|decade|hour|season|centur))|"
    r"former times|earlier times)|"
    r"was then|in those days|früher|ehemals|damals|einst|autrefois|jadis|antes era|antiguamente|"
    r"antigamente|un tempo|раньше|прежде|бывш\w{1,3})\b|曾经|曾|以前|かつて",
    re.IGNORECASE,
)
_PAST_FORM = lazy(r"\b\w{3,20}ed\b", re.IGNORECASE)
_UNTIL = lazy(
    r"\b(?:until|till|up to|through|bis|jusqu'en|hasta|até|fino al?|"
    r"до)\s(?:\w{1,10}\s){0,3}?\d{4}\b"
    r"|直到?\d{4}",
    re.IGNORECASE,
)
_CLAIMS_NOW = lazy(
    r"\b(?:is|are|has|have|currently|now|still|today|ist|sind|est|sont|es|está|é|è|сейчас)\b|目前|"
    r"现在|現在",
    re.IGNORECASE,
)
_CLAIMS_PAST = lazy(
    r"\b(?:was|were|had|did|formerly|previously|used to|former|once|ex|until|before|ago|no longer|"
    r"war|waren|"
    r"früher|ehemalig\w{1,2}|était|fut|ancien\w{0,2}|era|fue|foi|был\w?|раньше|been)\b|曾|以前|かつて",
    re.IGNORECASE,
)


_ADVERBIAL = lazy(
    r"according|angeblich|laut|selon|según|segundo|"
    r"secondo|якобы|по",
    re.IGNORECASE,
)


@check(name=_NAME, version="1")
def hedges(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`hedge_dropped` or `temporal_drift` (related), one finding a clause at most.

    Silent when any equally close evidence clause has no such reserve.
    """
    found: list[Finding] = []
    for ground in grounds(claim, alignment, evidence):
        if echoed(ground.best) < _ECHOED or covered(ground.best) < _COVERED:
            found.extend(_stronger(ground))
            continue
        finding = _hedge(ground) or _report(ground) or _plan(ground) or _past(ground)
        if finding is not None:
            found.append(finding)
    return tuple(found) or _confirmed(claim, reading(claim, alignment, evidence))


def _confirmed(claim: Claim, read: Reading) -> tuple[Finding, ...]:
    """A pass where a claim of one clause adds only a hedge to what the evidence says flatly."""
    if len(read.views) != 1 or read.views[0].mood.hedge is None:
        return ()
    hedge = read.views[0].mood.hedge
    for meeting in read.meetings[0]:
        if restates(meeting, aside=hedge) and not meeting.pairing.contested:
            place = meeting.evidence.clause.span
            return (
                Finding(
                    check=_NAME,
                    outcome="pass",
                    claim_span=claim.locate(hedge.start, hedge.end),
                    message="the evidence is firmer",
                    claimed=hedge.of(claim.text),
                    stated=place.of(meeting.evidence.text),
                    evidence=(meeting.located.aligned.locate(place.start, place.end),),
                ),
            )
    return ()


def _hedge(ground: Ground) -> Finding | None:
    """A hedge before a shared word that every close evidence clause has and the claim lacks.

    A claim of a duty or a right is no plain fact that a "may" of the evidence weakens.
    """
    text = ground.claim.text
    if HEDGE.search(text) or _WEAKER.search(text) or ground.view.mood.modal:
        return None
    if not all(_hedged(m) for m in ground.support):
        return None
    stated = ground.best.evidence.mood.hedge
    if stated is None:
        return None
    return _fault(ground, "hedge_dropped", "the evidence says so only with reserve", stated)


def _stronger(ground: Ground) -> tuple[Finding, ...]:
    """A flat verb ("cures") where all that is said of the two things is hedged ("might help")."""
    text = ground.claim.text
    if HEDGE.search(text) or _WEAKER.search(text) or ground.view.mood.modal:
        return ()
    keys = ground.view.keys
    matched = ground.best.pairing.matched
    alone = [key for key, at in keys.items() if at not in matched]
    after = [key for key in keys if key not in ground.view.subject]
    spoken = {key for m in ground.meetings for key in m.evidence.keys}
    if len(alone) != 1 or alone != after[:1] or len(after) < 2 or alone[0] in spoken:
        return ()
    about = [m for m in ground.meetings if set(m.pairing.matched) == set(matched)]
    stated = ground.best.evidence.mood.hedge
    if stated is None or not all(_reserved(m) for m in about):
        return ()
    return (_fault(ground, "hedge_dropped", "the evidence says less, and with reserve", stated),)


def _reserved(meeting: Meeting) -> bool:
    """Whether a hedge stands between a clause's subject and what else it shares."""
    hedge, subject = meeting.evidence.mood.hedge, set(meeting.claim.subject)
    if hedge is None:
        return False
    rest = [
        meeting.evidence.token(right).span.start
        for left, right in meeting.pairing.matched.items()
        if meeting.claim.token(left).root not in subject
    ]
    return bool(rest) and all(hedge.end <= at for at in rest)


def _hedged(meeting: Meeting) -> bool:
    """Whether a hedge bears on what the claim says."""
    hedge = meeting.evidence.mood.hedge
    if hedge is None or _CONCEDED.search(meeting.evidence.text[: hedge.start]):
        return False
    return _governs(meeting, hedge) and _on_verb(meeting, hedge)


# "Although it may have been slow, it was sound" takes nothing back of the slowness.
_CONCEDED = lazy(r"(?<!\w)(?:although|though|while|whilst|even if)\s[^,;.]*$", re.IGNORECASE)


def _on_verb(meeting: Meeting, cue: Span) -> bool:
    """Whether the claim's verb, where the evidence sentence has it, is what a cue bears on.

    Only verbs in the past are surely verbs ("sleep loss"), and in a relative clause another may
    follow.
    """
    claim, evidence = meeting.claim, meeting.evidence
    verb = main_verb(claim)
    if verb is None or not is_past(claim.token(verb)) or claim.clause.opener == "relative":
        return True
    at = meeting.pairing.matched.get(verb)
    if at is None:
        return claim.token(verb).root not in evidence.context
    return at in _governed(meeting, cue)[:_REACH]


def _governs(meeting: Meeting, cue: Span) -> bool:
    """Whether one of the two content words after a cue is a word of the claim's predicate."""
    subject = set(meeting.claim.subject)
    shared = {
        right
        for left, right in meeting.pairing.matched.items()
        if meeting.claim.token(left).root not in subject
    }
    return any(at in shared for at in _governed(meeting, cue)[:_REACH])


def _governed(meeting: Meeting, cue: Span) -> list[int]:
    """The content words after a cue, but for those of the claim's subject, in order.

    A word that opens another clause ("when", "after") ends what a cue bears on.
    """
    evidence, subject = meeting.evidence, set(meeting.claim.subject)
    after = [at for at, t in enumerate(evidence.clause.tokens) if t.span.start >= cue.end]
    opening = (at for at in after if evidence.token(at).text in _SUBORDINATORS)
    end = next(opening, len(evidence.clause.tokens))
    return sorted(
        at for key, at in evidence.keys.items() if at in after and at < end and key not in subject
    )


_SUBORDINATORS = frozenset("when after before until because while since once".split())


def _report(ground: Ground) -> Finding | None:
    """A doubtful report told as a fact."""
    if REPORTED.search(ground.claim.text) or _WEAKER.search(ground.claim.text):
        return None
    if not all(_reported(m) for m in ground.support):
        return None
    stated = ground.best.evidence.mood.reported
    if stated is None:
        return None
    return _fault(ground, "hedge_dropped", "the evidence only reports that others say so", stated)


def _reported(meeting: Meeting) -> bool:
    """Whether a report of doubtful standing bears on most of what the claim says."""
    cue = meeting.evidence.mood.reported
    if cue is None:
        return False
    words = cue.of(meeting.evidence.text)
    if _ADVERBIAL.match(words):
        return True
    if " " not in words:
        return _governs(meeting, cue)
    starts = [meeting.evidence.token(at).span.start for at in meeting.pairing.matched.values()]
    return sum(start >= cue.end for start in starts) * 2 > len(starts)


def _plan(ground: Ground) -> Finding | None:
    """A plan told as done."""
    text = ground.claim.text
    if not _done(ground.view) or any(p.search(text) for p in (PLANNED, HEDGE, _AHEAD)):
        return None
    plans = [m.evidence.mood.planned for m in ground.support]
    pairs = zip(plans, ground.support, strict=True)
    if not all(p and _governs(m, p) and _on_verb(m, p) for p, m in pairs):
        return None
    stated = plans[0]
    if stated is None:
        return None
    return _fault(ground, "temporal_drift", "the evidence speaks of a plan", stated)


def _done(view: View) -> bool:
    """Whether a clause tells of something that has happened."""
    if in_clause(DONE, view):
        return True
    verb = finite_verb(view)
    if verb is None or view.token(verb).text in AUXILIARIES:
        return False
    return is_past(view.token(verb))


# What is needed or awaited has not happened.
_AHEAD = lazy(
    r"(?<!\w)(?:plans?|required|needed|expected|planned|scheduled|proposed|intended|awaited)(?!\w)",
    re.IGNORECASE,
)


def _past(ground: Ground) -> Finding | None:
    """A former state told as the present one."""
    text = ground.claim.text
    if (
        _CLAIMS_PAST.search(text)
        or ground.view.polarity.negative
        or not (_CLAIMS_NOW.search(text) or not _told_past(ground.view))
    ):
        return None
    places = [in_clause(_PAST, m.evidence) or _ended(m.evidence) for m in ground.support]
    if not all(places) or places[0] is None:
        return None
    return _fault(ground, "temporal_drift", "the evidence says it was so formerly", places[0])


def _told_past(view: View) -> bool:
    """Whether a claim is told in a past form, or has one that may be."""
    verb = finite_verb(view)
    return bool(_PAST_FORM.search(view.text)) or (verb is not None and is_past(view.token(verb)))


def _ended(view: View) -> Span | None:
    """A period a past state lasted to ("was free until 2020"), or None.

    "Did not open until 2020" says when something began.
    """
    until = in_clause(_UNTIL, view)
    if until is None or _NOT.search(view.text, view.clause.span.start, until.start):
        return None
    return until if in_clause(_CLAIMS_PAST, view) else None


_NOT = lazy(r"(?<!\w)(?:not|never|nicht|pas|no|não|non|не)(?!\w)|n['’]t(?!\w)", re.IGNORECASE)


def _fault(ground: Ground, reason: str, message: str, stated: Span) -> Finding:
    """The finding for a whole claim clause."""
    return fault(
        _NAME,
        ground,
        ground.best,
        reason,  # type: ignore[arg-type]
        "related",
        message,
        ground.view.clause.span,
        stated,
    )
