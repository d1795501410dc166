"""Contrasts: "delivered into the house" against "delivered to the kerb, not into the house".

The denied phrase stands in the evidence word for word, which makes a claim of it look supported.
"""

from __future__ import annotations

from entailed.protocols import check
from entailed.text.contrasts import Contrast, contrast, place_in
from entailed.text.exclusions import roots_of
from entailed.text.grounds import reading
from entailed.text.synonyms import among
from entailed.types import AlignedSentence, Alignment, Claim, Evidence, Finding, Span

_NAME = "contrasts"
_LOOKED_AT = 6


@check(name=_NAME, version="1")
def contrasts(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`negation_flip` on a claim of what a contrast denies: contradicted, or related.

    Contradicted where all else the claim says is that of the sentence, related where it says it by
    another predicate. Silent where the claim denies anything, and where another sentence looked at
    has the denied phrase.
    """
    views = reading(claim, alignment, evidence).views
    if not views or any(v.polarity.negations or v.mood.conditional for v in views):
        return ()
    for aligned in alignment.sentences[:_LOOKED_AT]:
        made = contrast(aligned.sentence.text)
        place = place_in(claim.text, made) if made is not None else None
        if made is None or place is None or _told_elsewhere(made, aligned, alignment):
            continue
        outside = claim.text[: place.start] + " " + claim.text[place.end :]
        rest = roots_of(outside) - made.denied
        subject = [root for root in views[0].subject if root in rest]
        if subject and any(among(root, made.head) for root in subject):
            same = all(among(root, made.head | made.held) for root in rest)
            return (_finding(claim, aligned, made, place, same=same),)
    return ()


def _told_elsewhere(made: Contrast, at: AlignedSentence, alignment: Alignment) -> bool:
    """Whether another sentence looked at has the denied phrase."""
    others = (a.sentence.text for a in alignment.sentences[:_LOOKED_AT] if a is not at)
    return any(place_in(text, made) is not None for text in others)


def _finding(
    claim: Claim, aligned: AlignedSentence, made: Contrast, place: Span, *, same: bool
) -> Finding:
    return Finding(
        check=_NAME,
        outcome="fail",
        claim_span=claim.locate(place.start, place.end),
        reason="negation_flip",
        label="contradicted" if same else "related",
        message="the evidence says this of something else, and denies it here",
        claimed=place.of(claim.text),
        stated=made.span.of(aligned.sentence.text),
        evidence=(aligned.locate(made.span.start, made.span.end),),
    )
