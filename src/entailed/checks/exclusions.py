"""Exceptions: a claim about just what the evidence takes out of its rule.

"Open every day except Mondays" says that it is closed on Mondays: it contradicts "open on
Mondays" and "open every day", and it confirms "closed on Mondays".
"""

from __future__ import annotations

import re

from entailed.protocols import check
from entailed.text.antonyms import opposites
from entailed.text.exclusions import Exclusion, exclusion, roots_of
from entailed.text.grounds import reading
from entailed.text.lazy import lazy
from entailed.text.moods import Mood
from entailed.text.synonyms import among
from entailed.text.views import View
from entailed.types import AlignedSentence, Alignment, Claim, Evidence, Finding

_NAME = "exclusions"
_LOOKED_AT = 4
_SHARE = 0.7
_ALL = lazy(
    r"\b(?:all|every|each|any|daily|always|everything|seven days|24/7|alle|jede[rnsm]?|täglich"
    r"|immer|tous|toutes|chaque|toujours|todos|todas|cada|siempre|sempre|tutti|tutte|ogni"
    r"|все|каждый|ежедневно)\b|所有|全部|每天|每日|全年",
    re.IGNORECASE,
)
_LIMITED = lazy(
    r"\b(?:only|if|unless|most|some|many|usually|often|sometimes|partly|nur|wenn|seulement|si"
    r"|s[oó]lo|solamente|soltanto|если|только)\b|只|仅|如果",
    re.IGNORECASE,
)


@check(name=_NAME, version="1")
def exclusions(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`negation_flip` (contradicted) on what an exception says otherwise, a pass on what it says.

    Silent unless the claim is one plain clause whose words are those of the rule and of the
    exception, and no other sentence of the evidence looked at has both.
    """
    views = reading(claim, alignment, evidence).views
    own = exclusion(claim.text)
    plain = own is not None or len(views) == 1
    if not views or not plain or _LIMITED.search(claim.text):
        return ()
    for aligned in alignment.sentences[:_LOOKED_AT]:
        if not _said(views[0].mood, aligned.sentence.text):
            continue
        made = exclusion(aligned.sentence.text)
        if made is None or _told_elsewhere(made, aligned, alignment):
            continue
        agrees = _same(own, made) if own is not None else _agrees(claim.text, views[0], made)
        if agrees is not None:
            return (_finding(claim, aligned, made, agrees=agrees),)
    return ()


def _said(mood: Mood, evidence: str) -> bool:
    """Whether the claim is asserted, or hedged by a verb that the evidence has as well ("may")."""
    if mood.asserted or not mood.modal:
        return mood.asserted
    rest = mood.reported or mood.planned or mood.conditional
    return not rest and mood.modal in evidence.lower().split()


def _same(own: Exclusion, made: Exclusion) -> bool | None:
    """True when a claim makes the very exception of the evidence, else None."""
    same = _alike(own.rule, made.rule) and _alike(own.excepted, made.excepted)
    return True if same and own.denied == made.denied else None


def _agrees(text: str, view: View, made: Exclusion) -> bool | None:
    """Whether the claim says what the exception says; None when it speaks of something else."""
    roots = roots_of(text)
    about = all(among(root, roots) for root in made.excepted)
    rest = frozenset(r for r in roots if not among(r, made.excepted))
    flips = [r for r in rest if not among(r, made.rule) and _reversed(r, made.rule)]
    held = [r for r in rest if among(r, made.rule)]
    if not rest or len(held) + len(flips) < _SHARE * len(rest) or len(flips) > 1:
        return None
    negative = view.polarity.negative != (len(flips) == 1)
    if view.polarity.partial:
        return None
    if about:
        return negative != made.denied
    whole = _ALL.search(text) is not None and negative == made.denied
    return False if whole and _alike(rest, made.rule) else None


def _reversed(root: str, roots: frozenset[str]) -> bool:
    """Whether an opposite of a root is there."""
    return any(opposites(root, r) for r in roots)


def _alike(a: frozenset[str], b: frozenset[str]) -> bool:
    """Whether two sets of roots are the same words."""
    return all(among(r, b) for r in a) and all(among(r, a) for r in b)


def _told_elsewhere(made: Exclusion, at: AlignedSentence, alignment: Alignment) -> bool:
    """Whether another aligned sentence speaks of the excepted thing too."""
    others = (a.sentence.text for a in alignment.sentences if a is not at)
    return any(made.excepted <= roots_of(text) for text in others)


def _finding(claim: Claim, aligned: AlignedSentence, made: Exclusion, *, agrees: bool) -> Finding:
    """A pass or a failure over the whole claim, with the exception's place."""
    return Finding(
        check=_NAME,
        outcome="pass" if agrees else "fail",
        claim_span=claim.locate(0, len(claim.text)),
        reason=None if agrees else "negation_flip",
        label=None if agrees else "contradicted",
        message="the evidence excepts just this" if agrees else "the evidence excepts this",
        claimed=claim.text,
        stated=made.span.of(aligned.sentence.text).strip(" ,"),
        evidence=(aligned.locate(made.span.start, made.span.end),),
    )
