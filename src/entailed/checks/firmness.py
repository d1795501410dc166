"""Check `firmness`: "prove", "confirm" where the evidence only has "suggest" or "point to"."""

from __future__ import annotations

import re

from entailed.protocols import check
from entailed.text.exclusions import roots_of
from entailed.text.lazy import lazy
from entailed.text.moods import HEDGE
from entailed.types import AlignedSentence, Alignment, Claim, Evidence, Finding

_SENTENCES = 6
_SHARE = 0.75
_LEAST = 2
_STRONG = lazy(
    r"\b(?:proves?|proved|proven|proof|confirm(?:s|ed)?|establish(?:es|ed)|demonstrate[sd]?"
    r"|conclusively|definitively|beyond doubt)\b",
    re.IGNORECASE,
)
_WEAK = lazy(
    r"\b(?:suggest(?:s|ed|ing)?|indicat(?:es?|ed|ing)|hint(?:s|ed)? (?:at|that)"
    r"|points? (?:to|towards?)|pointed to|impl(?:y|ies|ied)|(?:is|are) consistent with)\b",
    re.IGNORECASE,
)
_DENIED = lazy(
    r"\b(?:no(?:t| one| study)?|never|nothing|cannot|without|far from|yet to|fails? to|failed to"
    r"|lacks?|do(?:es)? not|did not|short of|rather than)\s(?:\w{2,15}\s){0,3}?"
    r"(?:proves?|proved|proven|proof|confirm(?:s|ed)?|establish(?:es|ed)?|demonstrate[sd]?)\b"
    r"|\b(?:unproven|unconfirmed|inconclusive)\b",
    re.IGNORECASE,
)
_RESERVE = lazy(
    r"\b(?:not|never|no|if|may|might|could|would|whether|claims?|claimed|said|says|seems?)\b"
    r"|n['’]t\b|\?",
    re.IGNORECASE,
)


@check(name="firmness", version="1")
def firmness(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`hedge_dropped` where every sentence that has the claim's words only suggests it.

    `contradicted` when one of them denies the proof itself, else `related`; silent when any
    sentence looked at proves or confirms something.
    """
    strong = _STRONG.search(claim.text)
    if strong is None or _RESERVE.search(claim.text) or _WEAK.search(claim.text):
        return ()
    wanted = roots_of(claim.text[: strong.start()] + " " + claim.text[strong.end() :])
    near = alignment.sentences[:_SENTENCES]
    if len(wanted) < _LEAST or any(_proves(a.sentence.text) for a in near):
        return ()
    about = [a for a in near if _share(wanted, a) >= _SHARE]
    weak = [a for a in about if _WEAK.search(a.sentence.text) or _DENIED.search(a.sentence.text)]
    if not weak or len(weak) < len(about):
        return ()
    return (_finding(claim, strong, weak[0], denied=any(_denied(a) for a in weak)),)


def _proves(text: str) -> bool:
    """Whether a sentence speaks of proof and does not deny it."""
    return _STRONG.search(_DENIED.sub(" ", text)) is not None


def _denied(aligned: AlignedSentence) -> bool:
    return _DENIED.search(aligned.sentence.text) is not None


def _share(wanted: frozenset[str], aligned: AlignedSentence) -> float:
    return len(wanted & roots_of(aligned.sentence.text)) / len(wanted)


def _finding(
    claim: Claim, strong: re.Match[str], aligned: AlignedSentence, *, denied: bool
) -> Finding:
    text = aligned.sentence.text
    stated = _WEAK.search(text) or _DENIED.search(text) or HEDGE.search(text)
    at = stated.span() if stated else (0, len(text))
    return Finding(
        check="firmness",
        outcome="fail",
        claim_span=claim.locate(strong.start(), strong.end()),
        reason="hedge_dropped",
        label="contradicted" if denied else "related",
        message="the evidence does not go as far",
        claimed=strong.group(),
        stated=text[at[0] : at[1]],
        evidence=(aligned.locate(*at),),
    )
