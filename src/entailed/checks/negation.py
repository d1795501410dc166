"""Negation: a claim that says the opposite of its evidence.

Clause by clause: the evidence clause about the same thing is found, and what is denied in one
and affirmed in the other is compared, double negation and opposites taken into account. Speaks
only when the claim's subject and most of its words are there, and no other evidence clause says
the same as the claim at least as closely.
"""

from __future__ import annotations

import re

from entailed.protocols import check
from entailed.text.denials import compatible, denied_reason, subordinate, told_apart, unless
from entailed.text.grounds import Reading, reading
from entailed.text.lazy import lazy
from entailed.text.opposition import (
    Contested,
    Meeting,
    equally_negative,
    restates,
    scope_shared,
)
from entailed.text.roots import root
from entailed.text.views import View
from entailed.types import Alignment, Claim, Evidence, Finding, Span

WITHOUT = frozenset("without ohne sans sin sem senza без".split())
_COVERAGE = 0.6
_SWAP_COVERAGE = 0.75
_SURE = 0.95  # coverage from which only an equally close clause can silence the check
_AGREEING = 0.5  # below that, any clause about the subject with the same word can
_MARGIN = 0.05
_THERE = lazy(r"there (?:is|are|was|were)\b|es gibt|il y a|hay\b|há\b|c'è|нет\b", re.IGNORECASE)
_ENDED = frozenset(
    root(word)
    for word in "abolish scrap cancel waive suspend eliminate remove withdraw revoke repeal "
    "discontinue end terminate prevent avoid".split()
)
_EXCEPT = frozenset(
    "except excluding other apart außer sauf hormis excepto salvo exceto tranne eccetto "
    "кроме".split()
)
_NO_LONGER = lazy(
    r"\b(?:no longer|not any ?more|nicht mehr|ne \w+ plus|n'\w+ plus|ya no|não mais|"
    r"non (?:\w+ )?più|больше не)\b|不再",
    re.IGNORECASE,
)
_PAST = lazy(
    r"\b(?:was|were|had|did|used to|formerly|previously|war|waren|hatte|early|"
    r"earlier|"
    r"était|avait|era|tenía|tinha|aveva|был\w?|раньше)\b|\b\w{3,20}ed\b|曾|以前",
    re.IGNORECASE,
)
# What a thing is called is not what it is: "stamped as fire resistant".
_LABELLED = lazy(
    r"\b(?:stamped|label+ed|marked|marketed|advertised|described|billed|presented|passed off|sold|"
    r"posed?|posing|disguised|touted|promoted|listed|registered|ausgegeben|bezeichnet|présentée?s?|"
    r"vendid[oa]s?|descrit[oa]s?) (?:as|als|comme|como)\b",
    re.IGNORECASE,
)
_UNTIL = lazy(
    r"\b(?:until|till|til|through|bis|jusqu|hasta|fino a|até|до)\b|至|まで", re.IGNORECASE
)
_NORMS = ("must", "should")
_NOT_ALL = lazy(
    r"\b(?:not (?:all|every|everyone|everything|both|always)|nicht (?:alle|jede[rsnm]?|immer)|"
    r"pas (?:tous|toutes|toujours)|no (?:todos|todas|siempre)|nem (?:todos|todas|sempre)|"
    r"non (?:tutti|tutte|sempre)|не (?:все|всегда|каждый))\b",
    re.IGNORECASE,
)
_ALL_FIRST = lazy(
    r"\W{0,3}(?:all|every|each|both|alle|jede[rsn]?|beide|tous|toutes|chaque|todos|todas|ambos|cada|"
    r"tutti|tutte|ogni|все|каждый|所有|全部)(?:\s|(?<=[^\x00-\x7f]))",
    re.IGNORECASE,
)
_PARTITIVE = lazy(
    r"^\W{0,3}(?:(?:only|just|about|at least|up to)\s)?(?:some|several|few|a few|many|most|half|"
    r"others?|"
    r"two|three|four|five|six|seven|eight|nine|ten|one|a third|a quarter|\d[\d.,]{0,8}\s?%?|"
    r"einige|manche|viele|mehrere|zwei|drei|vier|quelques|certains|certaines|plusieurs|deux|trois|"
    r"algunos|algunas|varios|dos|tres|alguns|algumas|alcuni|alcune|некоторые|несколько)(?=\s)",
    re.IGNORECASE,
)
_UNIVERSAL = lazy(
    r"\b(?:all|every|each|both|always|any|entire|whole|everyone|everything|alle|jede[rsn]?|"
    r"sämtliche|"
    r"immer|tous|toutes|toujours|chaque|todos|todas|siempre|cada|tutti|tutte|sempre|все|всегда|"
    r"каждый|"
    r"nobody|no one|none|no|never|neither|kein\w{0,2}|nie|niemand|aucune?|jamais|ning[uú]n\w{0,1}|"
    r"nadie|"
    r"nunca|nenhuma?|ninguém|nessun\w{0,1}|mai|никто|никогда)\b"
    r"|所有|全部|都|すべて|全て",
    re.IGNORECASE,
)


# A denial that leaves its verb to the words before it: "service counts, agency time does not".
_ELLIPSIS = lazy(
    r"(?<!\w)(?:do|does|did|is|are|was|were|can|may|will|has|have)(?:\snot|n['’]t)\s?[;,.:)]"
    r"|,\snot\s|(?<!\w)but\snot\s|(?<!\w)(?:excepted|none|nil|zero)(?!\w)|(?<![\w.,])0(?![\w.,]\d)(?!\d)"
    r"|(?<!\w)(?:except|save|apart from)\s",
    re.IGNORECASE,
)


@check(name="negation", version="1")
def negation(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`negation_flip` (contradicted) where the evidence says the opposite of a claim clause.

    A pass where it says just the same by other means ("not disabled" for "enabled").

    Silent without aligned sentences, and whenever the clauses are not clearly about one thing.
    """
    read = reading(claim, alignment, evidence)
    found: list[Finding] = []
    for view, meetings in zip(read.views, read.meetings, strict=True):
        meeting = _opposing(view, meetings)
        if meeting is None or _lasts_until(meeting) or _denied_beside(read, meetings, meeting):
            continue
        if told_apart(view, meeting.evidence):
            continue
        if _said_beside(read, view, meeting) or _other_case(read, meetings, meeting):
            continue
        if view.polarity.negative and _ELLIPSIS.search(meeting.evidence.text):
            continue
        found.append(_finding(claim, meeting))
    return tuple(found) or _confirmed(claim, read)


def _denied_beside(read: Reading, row: tuple[Meeting, ...], meeting: Meeting) -> bool:
    """Whether it is another clause of the claim that speaks of what is denied, and denies it too.

    "Covers fire but not floods" against "does not cover floods": only the verb meets "covers".
    """
    other, at = meeting.evidence, row.index(meeting)
    denied = {i for i in other.keys.values() if other.polarity.parity[i]}
    mine = denied & set(meeting.pairing.matched.values())
    if not mine <= {c.right for c in meeting.pairing.contested} or mine == denied:
        return False
    beside = (r[at] for r in read.meetings if r is not row)
    return any(
        _denies_alike(m) and denied - mine <= set(m.pairing.matched.values()) for m in beside
    )


def _said_beside(read: Reading, view: View, meeting: Meeting) -> bool:
    """Whether a claim that denies something has the contested word in another clause as well.

    "Needs an eye test but no driving test" against "requires a test": it says both.
    """
    if not any(v.polarity.negations for v in read.views):
        return False
    keys = {view.token(c.left).root for c in meeting.pairing.contested if c.kind == "negation"}
    others = (t.root for v in read.views if v is not view for t in v.clause.tokens)
    return not keys.isdisjoint(others)


def _other_case(read: Reading, row: tuple[Meeting, ...], meeting: Meeting) -> bool:
    """Whether a denial only says when something is so, and the evidence says no such thing then.

    What holds if the seal is whole and what holds if it is not are two things.
    """
    if denied_reason(meeting.claim) != denied_reason(meeting.evidence):
        return True
    swaps = any(c.kind != "negation" for c in meeting.pairing.contested)
    if swaps or not subordinate(meeting.claim):
        return False
    if unless(meeting.claim) != unless(meeting.evidence):
        return True
    sentence = meeting.located.aligned.sentence
    return not any(
        m.located.aligned.sentence is sentence
        and m.pairing.coverage >= _SWAP_COVERAGE
        and not any(c.differs for c in m.pairing.contested)
        for other in read.meetings
        if other is not row
        for m in other
    )


def _lasts_until(meeting: Meeting) -> bool:
    """Whether one side says until when and the other what happens then.

    "Closes at ten" is what "open until ten" means; the times themselves are compared elsewhere.
    """
    limits = [bool(_UNTIL.search(v.text)) for v in (meeting.claim, meeting.evidence)]
    opposites = any(c.kind == "antonym" for c in meeting.pairing.contested)
    return opposites and limits[0] != limits[1]


def _confirmed(claim: Claim, read: Reading) -> tuple[Finding, ...]:
    """A pass where a claim of one clause says the same as its evidence by another reversal."""
    if len(read.views) != 1:
        return ()
    for meeting in read.meetings[0]:
        swaps = [c for c in meeting.pairing.contested if c.kind == "antonym"]
        if swaps and _same_mood(meeting) and restates(meeting):
            return (_agreement(claim, meeting, swaps[0]),)
        denied = [c for c in meeting.pairing.contested if c.kind == "negation"]
        if denied and _same_mood(meeting) and _same_absence(meeting):
            return (_agreement(claim, meeting, denied[0]),)
    return ()


def _same_absence(meeting: Meeting) -> bool:
    """Whether "there was no X in Y" and "Y had no X" hold the same words, in whatever order."""
    claim, other, pairing = meeting.claim, meeting.evidence, meeting.pairing
    there = any(_THERE.match(v.text, v.clause.span.start) for v in (claim, other))
    if not there or any(c.differs for c in pairing.contested) or not other.mood.asserted:
        return False
    whole = len(other.text) - len(other.clause.span) <= 3 and not other.retracted
    said = set(pairing.matched) == set(claim.keys.values())
    return whole and said and set(pairing.matched.values()) == set(other.keys.values())


def _agreement(claim: Claim, meeting: Meeting, swap: Contested) -> Finding:
    """The pass, with both places."""
    left, right = _place(meeting.claim, [swap.left]), _place(meeting.evidence, [swap.right])
    return Finding(
        check="negation",
        outcome="pass",
        claim_span=claim.locate(left.start, left.end),
        message="two reversals say the same",
        claimed=left.of(meeting.claim.text),
        stated=right.of(meeting.evidence.text),
        evidence=(meeting.located.aligned.locate(right.start, right.end),),
    )


def _opposing(view: View, meetings: tuple[Meeting, ...]) -> Meeting | None:
    """The closest evidence clause that opposes a claim clause, unless another one agrees."""
    if view.mood.conditional:
        meetings = tuple(m for m in meetings if m.evidence.mood.conditional)
    least = 1 if _THERE.match(view.text, view.clause.span.start) else 2
    if len(view.keys) < least:
        return None
    opposing = [m for m in meetings if _opposes(m)]
    if not opposing or any(_verbatim(m) for m in meetings):
        return None
    best = max(opposing, key=lambda m: m.pairing.coverage)
    sure = best.pairing.coverage >= _SURE
    bar = best.pairing.coverage - _MARGIN if sure else min(_AGREEING, best.pairing.coverage)
    return None if any(_agrees(m, best, bar) for m in meetings) else best


def _verbatim(meeting: Meeting) -> bool:
    """Whether the evidence clause asserts the claim clause in its very words."""
    other = meeting.evidence
    if other.retracted or other.mood.reported:
        return False
    return _words(meeting.claim) == _words(other)


def _words(view: View) -> list[str]:
    """The folded words of a clause."""
    return [token.text for token in view.clause.tokens]


def _opposes(meeting: Meeting) -> bool:
    """Whether the evidence clause denies the claim clause."""
    pairing, claim, other = meeting.pairing, meeting.claim, meeting.evidence
    if other.retracted:
        return _plainly_retracted(meeting)
    if claim.polarity.partial or not _same_mood(meeting):
        return False
    if pairing.opposed and compatible(meeting):
        return False
    if pairing.opposed and (_without_event(meeting) or _narrower(meeting)):
        return True
    if not pairing.subject:
        return False
    if other.polarity.partial:
        return _not_all(meeting)
    if not pairing.opposed or _part_only(meeting) or _excused(meeting):
        return False
    if {c.kind for c in pairing.contested} == {"negation"}:
        denied, affirmed = (claim, other) if claim.polarity.negative else (other, claim)
        least = _SWAP_COVERAGE if _by_phrase(denied) else _COVERAGE
        shared = pairing.matched.keys() if denied is claim else set(pairing.matched.values())
        return pairing.coverage >= least and scope_shared(denied, affirmed, shared)
    return pairing.coverage >= _SWAP_COVERAGE and len(pairing.matched) >= 1


def _excused(meeting: Meeting) -> bool:
    """Whether the two may both hold: an exception, a state that ended, a denial of one's own."""
    claim, other, pairing = meeting.claim, meeting.evidence, meeting.pairing
    for view, shared in ((other, pairing.matched.values()), (claim, pairing.matched.keys())):
        for cue in view.polarity.negations:
            first = view.clause.tokens[cue.cue[0]].text
            if first in _EXCEPT and any(at in shared for at in cue.scope):
                return True
    start, end = other.clause.span.start, other.clause.span.end
    if _NO_LONGER.search(other.text, start, end) and _PAST.search(claim.text):
        return True
    ended = {*claim.keys} & _ENDED ^ {*other.keys} & _ENDED
    if ended and all(c.kind == "negation" for c in pairing.contested):
        return True
    if _LABELLED.search(other.text, start, end) and not _LABELLED.search(claim.text):
        return True
    denying = ("den" in claim.keys) != ("den" in other.keys)
    return denying and all(c.kind == "negation" for c in pairing.contested)


def _by_phrase(view: View) -> bool:
    """Whether all denial in a clause is by a phrase (without, lacks)."""
    kinds = {n.kind for n in view.polarity.negations if n.kind != "neutral"}
    return kinds == {"phrase"}


def _not_all(meeting: Meeting) -> bool:
    """Whether the evidence says "not all" of what the claim says of all."""
    claim, other = meeting.claim, meeting.evidence
    if claim.polarity.negative or not _UNIVERSAL.search(claim.text):
        return False
    start = other.clause.span.start
    return bool(_NOT_ALL.search(other.text, start, other.clause.span.end)) and (
        meeting.pairing.coverage >= _SWAP_COVERAGE and not meeting.pairing.contested
    )


def _without_event(meeting: Meeting) -> bool:
    """Whether the claim says "X ... without Y" and the evidence clause is about X and Y."""
    claim = meeting.claim
    cues = [n for n in claim.polarity.negations if n.kind == "phrase" and n.scope]
    if len(cues) != 1 or claim.clause.tokens[cues[0].cue[0]].text not in WITHOUT:
        return False
    pairing = meeting.pairing
    scope = [at for at in cues[0].scope if at in claim.keys.values()]
    if not scope or meeting.evidence.polarity.negative:
        return False
    return all(at in pairing.matched for at in scope) and any(
        root in meeting.evidence.context for root in claim.subject
    )


def _narrower(meeting: Meeting) -> bool:
    """Whether the claim says all that the evidence denies, and where, of which kind or how much.

    "Special leave for a move reduces annual leave by a day" against "special leave does not".
    """
    claim, other, pairing = meeting.claim, meeting.evidence, meeting.pairing
    denied = other.polarity.negative and not other.polarity.partial
    if not denied or claim.polarity.negations or not other.mood.asserted:
        return False
    found = [pairing.matched[at] for at in sorted(pairing.matched)]
    if found != sorted(found) or set(found) != set(other.keys.values()) or len(found) < _WHOLE:
        return False
    return all(
        at in pairing.matched or _in_phrase(claim, at, pairing.matched)
        for at in claim.keys.values()
    )


def _in_phrase(view: View, at: int, matched: dict[int, int]) -> bool:
    """Whether a preposition stands between a word and the last shared word before it."""
    start = max((i for i in matched if i < at), default=at)
    return any(token.text in _KINDS for token in view.clause.tokens[start + 1 : at])


_WHOLE = 3  # words of an evidence clause that are enough to be all a claim needs
_KINDS = frozenset("for of in on at from with by during after before under to".split())


def _plainly_retracted(meeting: Meeting) -> bool:
    """Whether a sentence that was taken back is what the claim says."""
    pairing = meeting.pairing
    return pairing.subject and pairing.coverage >= 0.9 and not pairing.contested


def _same_mood(meeting: Meeting) -> bool:
    """Whether the evidence clause states a fact, in the way the claim does."""
    mine, theirs = meeting.claim.mood, meeting.evidence.mood
    if theirs.conditional != mine.conditional:
        return False
    if (theirs.reported is None) != (mine.reported is None):
        return False
    if (theirs.hedge and not mine.hedge) and not _refuses(meeting.evidence):
        return False
    if theirs.planned and not mine.planned:
        return False
    if any(c.kind == "antonym" for c in meeting.pairing.contested):
        return True
    return (mine.modal in _NORMS) == (theirs.modal in _NORMS)


def _refuses(view: View) -> bool:
    """Whether the only hedge of a clause is a "may" that forbids ("neither party may")."""
    hedge = view.mood.hedge
    return hedge is not None and hedge.of(view.text) == "may" and view.polarity.negative


def _part_only(meeting: Meeting) -> bool:
    """Whether one side speaks of some members only and the other not of all."""
    claim, other = meeting.claim, meeting.evidence
    span = claim.clause.span
    in_claim = _partitive(claim) and not _UNIVERSAL.search(span.of(claim.text))
    in_other = _partitive(other)
    if in_other:
        return not _UNIVERSAL.search(claim.text)
    return in_claim and not _UNIVERSAL.search(other.text)


def _of_all(view: View) -> bool:
    """Whether a clause begins with all of something (all versions, every room)."""
    return bool(_ALL_FIRST.match(view.text, view.clause.span.start))


def _partitive(view: View) -> bool:
    """Whether a clause begins with a part of something (some, three of, 40 %)."""
    return bool(_PARTITIVE.match(view.text[view.clause.span.start : view.clause.span.end]))


def _agrees(meeting: Meeting, best: Meeting, bar: float) -> bool:
    """Whether an evidence clause says what the claim says about the contested word."""
    other = meeting.evidence
    if meeting.pairing.coverage < bar or not meeting.pairing.subject:
        return False
    if meeting is best or other.retracted or other.mood.reported:
        return False
    if other.polarity.partial and not meeting.claim.polarity.partial:
        return False
    if other.mood.planned and not meeting.claim.mood.planned:
        return False
    contested = best.pairing.contested
    if any(c.differs for c in meeting.pairing.contested):
        return False
    if _of_all(meeting.claim) and not _of_all(other) and not meeting.claim.polarity.negative:
        return False  # that some are so does not answer that others are not
    alike = equally_negative(meeting.claim, other, meeting.pairing.matched)
    if alike and _denies_alike(meeting):
        return True
    if not contested:
        return True
    return any(_affirms(meeting, c) for c in contested)


def _denies_alike(meeting: Meeting) -> bool:
    """Whether a word both clauses have is denied in both."""
    mine, theirs = meeting.claim.polarity.parity, meeting.evidence.polarity.parity
    return any(mine[left] and theirs[right] for left, right in meeting.pairing.matched.items())


def _affirms(meeting: Meeting, contested: Contested) -> bool:
    """Whether the contested claim word stands in this clause with the claim's own sign."""
    at = contested.left
    right = meeting.pairing.matched.get(at)
    if right is not None:
        mine, theirs = (
            meeting.claim.polarity.parity[at],
            meeting.evidence.polarity.parity[right],
        )
        return mine == theirs
    return any(c.left == at and not c.differs for c in meeting.pairing.contested)


def _finding(claim: Claim, meeting: Meeting) -> Finding:
    """The finding, with both places."""
    mine, theirs = meeting.claim, meeting.evidence
    left = _place(mine, [c.left for c in meeting.pairing.contested])
    right = _place(theirs, [c.right for c in meeting.pairing.contested])
    claimed, stated = left.of(mine.text), right.of(theirs.text)
    return Finding(
        check="negation",
        outcome="fail",
        claim_span=claim.locate(left.start, left.end),
        reason="negation_flip",
        label="contradicted",
        message=f'the claim says "{claimed}", the evidence says "{stated}"',
        claimed=claimed,
        stated=stated,
        evidence=(meeting.located.aligned.locate(right.start, right.end),),
    )


def _place(view: View, indexes: list[int]) -> Span:
    """From the first to the last contested word, its cue included; else the clause."""
    if not indexes:
        return view.clause.span
    spans = [view.token(at).span for at in indexes]
    cue = view.polarity.span(view.clause)
    if cue is not None:
        spans.append(cue)
    return Span(min(s.start for s in spans), max(s.end for s in spans))
