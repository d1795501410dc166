"""Check `replacements`: a value the evidence says was replaced, given as the present one.

"The deadline was moved from 1 May to 15 May" leaves 15 May: "the deadline is 1 May" no longer
holds. The values may be dates, times, amounts, places or names.
"""

from __future__ import annotations

import re

from entailed.protocols import check
from entailed.text.lazy import lazy
from entailed.text.words import words
from entailed.types import AlignedSentence, Alignment, Claim, Evidence, Finding, Span

_SENTENCES = 6
_MOST_NEW = 1
_MOVED = lazy(
    r"(?:moved|changed|shifted|postponed|delayed|rescheduled|relocated|transferred|renamed|switched"
    r"|updated|revised|adjusted|corrected|raised|lowered|increased|reduced|decreased|cut|extended"
    r"|shortened|brought forward|put back|pushed back|rose|risen|fell|fallen|dropped|grew|grown"
    r"|went (?:up|down)|gone (?:up|down))\s(?:[\w%]{1,20}\s){0,2}?from\s"
    r"(?P<old>(?:[^,;.()\n]|[,.](?=\d)){1,40}?)\sto\s(?P<new>(?:[^,;.()\n]|[,.](?=\d)){1,60})",
    re.IGNORECASE,
)
_NOT_YET = lazy(
    r"\b(?:will|would|(?-i:may)|might|could|should|can|shall|going to|is to|are to|plans?|planned"
    r"|propos\w{2,4}|expected|not|never|temporarily|briefly|if|unless|back to|asked|wants?)\b"
    r"|n['’]t",
    re.IGNORECASE,
)
_PRESENT = lazy(
    r"\b(?:is|are|costs?|starts?|begins?|ends?|opens?|closes?|takes place|stands?|lies|holds?|has"
    r"|have|works?|lives?|meets?|lasts?|runs?|falls? on|now|today|currently)\b",
    re.IGNORECASE,
)
_PAST = lazy(
    r"\b(?:was|were|had|did|been|from|to|until|before|after|since|than|originally|initially"
    r"|first|former|formerly|previous|previously|old|earlier|once|used to|not|no longer|never"
    r"|if|ago|above|below|over|under|least|most|or)\b|n['’]t|\b[12]\d{3}\b",
    re.IGNORECASE,
)


@check(name="replacements", version="1")
def replacements(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`temporal_drift` (contradicted) for a replaced value told as the present one.

    Silent when the claim looks back, has words the sentence lacks, or another sentence gives the
    same value of the same thing.
    """
    verb = _PRESENT.search(claim.text)
    if verb is None or _PAST.search(claim.text):
        return ()
    said, thing = _keys(claim.text), _keys(claim.text[: verb.start()])
    for aligned in alignment.sentences[:_SENTENCES]:
        text = aligned.sentence.text
        match = _MOVED.search(text)
        if match is None or _NOT_YET.search(text) or not thing <= _keys(text[: match.start()]):
            continue
        old, new = _keys(match["old"]), _keys(match["new"])
        subject = _keys(text[: match.start()]) - old
        if _outdated(said, old, new, subject, _keys(text)) and not _elsewhere(
            old | (said & subject), aligned, alignment
        ):
            return (_finding(claim, aligned, match, old),)
    return ()


def _keys(text: str) -> frozenset[str]:
    return frozenset(w.stem for w in words(text) if w.content and w.kind != "punctuation")


def _outdated(
    said: frozenset[str],
    old: frozenset[str],
    new: frozenset[str],
    subject: frozenset[str],
    whole: frozenset[str],
) -> bool:
    """Whether a claim gives the old value of the thing, and has hardly a word besides."""
    telling, fresh = old - new, new - old
    about = said & subject
    return (
        bool(telling and about)
        and old <= said
        and not (fresh - subject) & (said - subject) & _numbers(fresh, telling)
        and len(about) * 2 >= len(subject)
        and len(said - whole) <= _MOST_NEW
    )


def _numbers(fresh: frozenset[str], telling: frozenset[str]) -> frozenset[str]:
    """What of the new value the claim may not have: its figures, or all of it without figures."""
    figures = frozenset(k for k in fresh if any(c.isdigit() for c in k))
    numeric = any(c.isdigit() for k in telling for c in k)
    return figures if figures and numeric else fresh


def _elsewhere(wanted: frozenset[str], at: AlignedSentence, alignment: Alignment) -> bool:
    """Whether another aligned sentence has the old value and the thing too."""
    others = (a.sentence.text for a in alignment.sentences if a.sentence is not at.sentence)
    return any(wanted <= _keys(text) for text in others)


def _finding(
    claim: Claim, aligned: AlignedSentence, match: re.Match[str], old: frozenset[str]
) -> Finding:
    found = [w.span for w in words(claim.text) if w.stem in old]
    at = Span(found[0].start, found[-1].end)
    stated = match["new"].strip()
    return Finding(
        check="replacements",
        outcome="fail",
        claim_span=claim.locate(at.start, at.end),
        reason="temporal_drift",
        label="contradicted",
        message=f"the evidence says that {match['old'].strip()} was replaced by {stated}",
        claimed=at.of(claim.text),
        stated=stated,
        evidence=(aligned.locate(match.start("new"), match.start("new") + len(stated)),),
    )
