"""Participants: who did it, and to whom, as the evidence tells the same event.

"Bolt bought Acme" where the evidence has "Acme bought Bolt"; "the museum burned down in 1944"
where it was the town hall. Works on plain frames (`entailed.text.frames`) and is silent when any
frame of the evidence may agree, when a pronoun or a general word ("the building") may stand for
the claim's own participant, or when the two may be one thing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from entailed.protocols import check
from entailed.text.frames import SYMMETRIC, Frame, Phrase, event_of, frames, in_figures
from entailed.text.general_nouns import GENERAL_NOUNS
from entailed.text.lazy import lazy
from entailed.text.places import selected
from entailed.text.roots import root
from entailed.text.synonyms import synonymous
from entailed.text.words import words
from entailed.types import AlignedSentence, Alignment, Claim, Evidence, Finding, Label

__all__ = ["participants"]

_SENTENCES = 12
_PAIRS = (("1", "2"), ("1", "to"), ("2", "to"), ("2", "from"), ("to", "from"), ("1", "from"))
_MARKED = frozenset("this that these those another other".split())
_DEFINITE = frozenset("the its his her their our".split())
_SPECIFIC = frozenset("the a an its his her their our".split())


@dataclass(frozen=True, slots=True)
class _Told:
    """A frame of the evidence and where it stands."""

    frame: Frame
    aligned: AlignedSentence


@check(name="participants", version="1")
def participants(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`entity_mismatch` for reversed roles (contradicted) and for what another did (related).

    A `pass` where the evidence tells the whole event of the claim with the same participants.
    """
    mine = [f for f in frames(claim.text) if not f.denied]
    if not mine:
        return ()
    read = [
        _Told(frame, aligned)
        for aligned in alignment.sentences[:_SENTENCES]
        for frame in frames(aligned.sentence.text)
    ]
    told = [t for t in read if not t.frame.denied]
    denied = [t for t in read if t.frame.denied]
    found: list[Finding] = []
    for frame in mine:
        same = [t for t in told if t.frame.verb == frame.verb]
        if same and not any(_agrees(frame, t.frame) for t in same):
            finding = (
                _reversed(claim, frame, same)
                or _another(claim, frame, same, alignment)
                or _other_object(claim, frame, same, told)
            )
            if finding is not None:
                found.append(finding)
        elif not same:
            found += _denied(claim, frame, [t for t in denied if t.frame.verb == frame.verb])
    if not found and len(mine) == 1:
        return _confirmed(
            claim, mine[0], [t for t in told if _one_event(t.frame.verb, mine[0].verb)]
        )
    return tuple(found[:1])


_OPEN = lazy(
    r"(?<!\w)(?:if|unless|may|might|could|would|should|claim\w*|alleg\w*|plan\w*|not|never|no|den\w{2,4}"
    r"|false|except|only|rather|instead|until|nearly|almost|suppos\w*|expect\w*|rumou?r\w*"
    r"|reported|reportedly|perhaps|hop\w{2,3}|fail\w*|tri\w{2}|attempt\w*|will|want\w*)(?!\w)|n['’]t(?!\w)",
    re.IGNORECASE,
)


def _confirmed(claim: Claim, mine: Frame, same: Sequence[_Told]) -> tuple[Finding, ...]:
    """A pass when a flat sentence holds every word of the claim in the same roles."""
    if _OPEN.search(claim.text) or len(mine.roles) + len(mine.rest) < 2:
        return ()
    wanted, counted = _telling(claim.text), _counted(claim.text)
    if not all(_within(word, mine) for word in wanted):
        return ()
    for told in same:
        text = told.aligned.sentence.text
        if _OPEN.search(text) or not all(_stated(w, _telling(text), mine) for w in wanted):
            continue
        if _counted(text) != counted:
            continue
        pairs = [(p, told.frame.get(r)) for r, p in mine.roles]
        if all(q is not None and _fills(p, q) for p, q in pairs) and mine.rest <= told.frame.rest:
            return (_passed(claim, mine, told),)
    return ()


def _within(word: str, mine: Frame) -> bool:
    """Whether a word of the claim is part of the one event read in it."""
    known = mine.rest.union(*(p.roots | {p.head} for _, p in mine.roles))
    return root(word) in known or event_of(word) == mine.verb


def _fills(mine: Phrase, theirs: Phrase) -> bool:
    """Whether a stated phrase is the claim's with all that tells it apart (the old cable)."""
    return _surely(mine, theirs) and (
        mine.name or mine.roots - {root(mine.determiner)} <= theirs.roots
    )


_COUNTING = {
    w: w
    for w in "all some most many few half both any first last once twice each just about".split()
} | {"every": "each"}


def _counted(text: str) -> set[str]:
    """The small words of a text that say how many, or when in a row."""
    return {_COUNTING[w.text] for w in words(text) if w.text in _COUNTING}


def _telling(text: str) -> set[str]:
    return {
        w.text
        for w in words(in_figures(text))
        if w.content and w.kind != "punctuation" and w.text not in _COUNTING
    }


def _stated(word: str, stated: set[str], mine: Frame) -> bool:
    """Whether the sentence has a form of the word, its initial, or the event's verb."""
    if word in stated or root(word) in {root(w) for w in stated}:
        return True
    if len(word.rstrip(".")) == 1:
        return any(w.startswith(word[0]) for w in stated)
    return event_of(word) == mine.verb


def _passed(claim: Claim, mine: Frame, told: _Told) -> Finding:
    return Finding(
        check="participants",
        outcome="pass",
        claim_span=claim.locate(mine.at.start, mine.at.end),
        message="the evidence tells the same of the same participants",
        claimed=mine.at.of(claim.text),
        stated=told.frame.at.of(told.aligned.sentence.text),
        evidence=(told.aligned.locate(0, len(told.aligned.sentence.text)),),
    )


def _agrees(mine: Frame, theirs: Frame) -> bool:
    """Whether every role the two share may be filled alike."""
    shared = [(p, theirs.get(r)) for r, p in mine.roles if theirs.get(r) is not None]
    return bool(shared) and all(q is not None and _may_be(p, q) for p, q in shared)


def _may_be(mine: Phrase, theirs: Phrase) -> bool:
    """Whether two phrases may stand for one thing."""
    if mine.pronoun or theirs.pronoun or mine.same(theirs):
        return True
    if mine.name == theirs.name and _compound(mine, theirs):
        return True
    if mine.roots & theirs.owners or theirs.roots & mine.owners:
        return False
    if mine.name != theirs.name:
        return True  # "the firm" may be "Acme"
    if mine.roots & theirs.roots:
        return True  # "the Leeds striker" may be "the Leeds captain"
    return theirs.head in GENERAL_NOUNS


def _compound(mine: Phrase, theirs: Phrase) -> bool:
    """Whether a word of one begins one of the other (path, pathway) or ends a name (Harlequins).

    A grandmother is no mother.
    """
    ours = mine.words if mine.name else mine.words[-1:]
    others = theirs.words if theirs.name else theirs.words[-1:]
    pairs = [sorted((a, b), key=len) for a in ours for b in others]
    return any(
        len(a) >= _STEM and (b.startswith(a) or (mine.name and b.endswith(a))) for a, b in pairs
    )


_STEM = 4


def _denied(claim: Claim, mine: Frame, denied: Sequence[_Told]) -> list[Finding]:
    """The claim's event with all its participants, said not to happen or not to be allowed."""
    for told in denied:
        theirs = told.frame
        shared = [(p, theirs.get(r)) for r, p in mine.roles if r in _MAIN]
        sure = [q is not None and _surely(p, q) for p, q in shared]
        either = [q is not None and (p.pronoun or _surely(p, q)) for p, q in shared]
        if not any(sure) or not all(either) or not theirs.roots <= mine.roots | _unsaid(shared):
            continue
        none = any(p.determiner == "no" for _, p in theirs.roles)  # "no refunds": of no sort
        whole = none or mine.roots <= theirs.roots
        if whole and not _OPEN_DENIAL.search(told.aligned.sentence.text):
            return [_contrary(claim, mine, told)]
    return []


def _unsaid(shared: Sequence[tuple[Phrase, Phrase | None]]) -> frozenset[str]:
    """Roots of the stated phrases that the claim has only a pronoun for."""
    return frozenset(r for p, q in shared if p.pronoun and q is not None for r in q.roots)


_MAIN = frozenset({"1", "2", "to"})
_OPEN_DENIAL = lazy(
    r"(?<!\w)(?:only|if|unless|until|before|without|except|all|every|always|yet|because)(?!\w)",
    re.IGNORECASE,
)


def _contrary(claim: Claim, mine: Frame, told: _Told) -> Finding:
    text = told.aligned.sentence.text
    return Finding(
        check="participants",
        outcome="fail",
        claim_span=claim.locate(mine.at.start, mine.at.end),
        reason="negation_flip",
        label="contradicted",
        message="the evidence says that this does not happen or is not allowed",
        claimed=mine.at.of(claim.text),
        stated=text,
        evidence=(told.aligned.locate(0, len(text)),),
    )


def _reversed(claim: Claim, mine: Frame, same: Sequence[_Told]) -> Finding | None:
    """Two roles filled the other way round."""
    if mine.verb in SYMMETRIC:
        return None
    for told in same:
        for one, other in _PAIRS:
            a, b = mine.get(one), mine.get(other)
            x, y = told.frame.get(one), told.frame.get(other)
            if a is None or b is None or x is None or y is None:
                continue
            crossed = _surely(a, y) and _surely(b, x) and not a.same(b)
            if crossed and not a.same(x) and not b.same(y):
                return _finding(claim, a, x, told, "contradicted")
    return None


def _surely(mine: Phrase, theirs: Phrase) -> bool:
    return not (mine.pronoun or theirs.pronoun) and mine.same(theirs)


def _another(
    claim: Claim, mine: Frame, same: Sequence[_Told], alignment: Alignment
) -> Finding | None:
    """The event with another participant, where the claim's own is known from elsewhere."""
    subject = next((r for r in ("1", "2", "to") if mine.get(r) is not None), None)
    own = mine.get(subject) if subject else None
    if subject is None or own is None or own.pronoun or _partial(claim.text, mine):
        return None
    told = [t for t in same if not _partial(t.aligned.sentence.text, t.frame)]
    others = [t for t in told if _complement_agrees(mine, t.frame, subject)]
    others = [t for t in others if selected(claim.text) <= selected(t.aligned.sentence.text)]
    owned = any(own.roots & p.owners for t in others for _, p in t.frame.roles)
    if not owned and not _known(own, alignment):
        return None
    if not others or any(not _distinct(own, t.frame.get(subject)) for t in others):
        return None
    stated = others[0].frame.get(subject)
    return _finding(claim, own, stated, others[0], "related") if stated is not None else None


_MAYBE = lazy(r"(?<!\w)(?:may|might|could|would|should)\s(?:\w+\s){0,2}$", re.IGNORECASE)
_COMPARES = lazy(r"[^,;:.]*?(?<!\w)(?:than|as \w+ as)(?!\w)", re.IGNORECASE)


def _partial(text: str, frame: Frame) -> bool:
    """Whether a frame is not the whole event: it only may happen, or what follows compares."""
    maybe = _MAYBE.search(text[: frame.at.start]) is not None
    return maybe or _COMPARES.match(text, frame.at.end) is not None


def _known(own: Phrase, alignment: Alignment) -> bool:
    """Whether the evidence speaks of the claim's participant at all."""
    wanted = own.roots if own.name else {own.head}
    spoken = {
        root(w.text) for a in alignment.sentences[:_SENTENCES] for w in words(a.sentence.text)
    }
    return not spoken.isdisjoint(wanted)


def _other_object(
    claim: Claim, mine: Frame, same: Sequence[_Told], told: Sequence[_Told]
) -> Finding | None:
    """The event with another object, while something else happened to the claim's own.

    "Approved the budget and postponed the merger" does not say that the merger was approved.
    """
    agent, own = mine.get("1"), mine.get("2")
    if agent is None or own is None or own.pronoun:
        return None
    stated = [
        t
        for t in same
        if _same_agent(agent, t.frame)
        and _other(own, t.frame.get("2"))
        and not _dated_apart(claim.text, t.frame)
    ]
    touching = [t for t in told if any(own.head in p.roots for _, p in t.frame.roles)]
    elsewhere = [
        t
        for t in touching
        if t.frame.verb not in _LIGHT and not _one_event(t.frame.verb, mine.verb)
    ]
    if not stated or not elsewhere or len(elsewhere) < len(touching):
        return None
    theirs = stated[0].frame.get("2")
    return _finding(claim, own, theirs, stated[0], "related") if theirs is not None else None


# "Took office" is how one wins it.
_LIGHT = frozenset("take have get make hold give keep put come go".split())


def _dated_apart(text: str, theirs: Frame) -> bool:
    """Whether a stated event has a date or a figure that the claim lacks, and so may be another."""
    figures = {r for r in theirs.roots if any(c.isdigit() for c in r)}
    return not figures <= {root(w.text) for w in words(text)}


def _other(own: Phrase, stated: Phrase | None) -> bool:
    """Whether an object is specific, of the claim's sort and named by other words."""
    if stated is None or stated.pronoun or own.same(stated) or stated.head in GENERAL_NOUNS:
        return False
    alike = own.name == stated.name and not own.roots & stated.roots
    return alike and (own.name or stated.determiner in _SPECIFIC)


def _one_event(verb: str, other: str) -> bool:
    return verb == other or synonymous(root(verb), root(other))


def _same_agent(agent: Phrase, theirs: Frame) -> bool:
    other = theirs.get("1")
    return other is not None and _surely(agent, other)


def _complement_agrees(mine: Frame, theirs: Frame, subject: str) -> bool:
    """Whether the rest of the claim's event is the rest of the stated one."""
    rest = [(r, p) for r, p in mine.roles if r != subject]
    matched = 0
    for role, phrase in rest:
        other = theirs.get(role)
        if other is None or not (phrase.same(other) or other.pronoun):
            return False
        matched += 1
    return mine.rest <= theirs.rest and matched + len(mine.rest) > 0


def _distinct(own: Phrase, other: Phrase | None) -> bool:
    """Whether a stated participant is surely not the claim's."""
    if other is not None and own.roots & other.owners:
        return True  # "Hahn's assistant" is not Hahn
    if other is None or _may_be(own, other) or own.head in GENERAL_NOUNS:
        return False
    if other.determiner in _MARKED or own.determiner in _MARKED:
        return False
    if any(c.isdigit() for key in other.roots for c in key):
        return False  # "the 39-year-old" is a person named before
    return (own.name and other.name) or other.determiner in _DEFINITE


def _finding(claim: Claim, own: Phrase, stated: Phrase, told: _Told, label: Label) -> Finding:
    text = stated.span.of(told.aligned.sentence.text)
    said = own.span.of(claim.text)
    return Finding(
        check="participants",
        outcome="fail",
        claim_span=claim.locate(own.span.start, own.span.end),
        reason="entity_mismatch",
        label=label,
        message=f"the evidence says this of {text}, not of {said}",
        claimed=said,
        stated=text,
        evidence=(told.aligned.locate(stated.span.start, stated.span.end),),
    )
