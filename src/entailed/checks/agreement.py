"""Check `agreement`: "both sources say" a value that one of them states otherwise."""

from __future__ import annotations

import re

from entailed.protocols import check
from entailed.text.candidates import Candidate, candidates_for, is_rival, rank, scene_of
from entailed.text.lazy import lazy
from entailed.types import Alignment, Claim, Evidence, Finding

# The words that name the sources are the claim's own.
_ABOUT = 0.5
_TOGETHER = lazy(
    r"^\W{0,3}(?:both|all|the two|the three|every one|each) (?:of )?(?:the |these |those )?"
    r"(?:\w{2,12} )?(?:sources?|documents?|passages?|texts?|reports?|articles?|pages?|excerpts?)"
    r"(?: \w{2,12})? (?:says?|states?|agrees?|gives?|reports?|confirms?|puts?|lists?|notes?"
    r"|mentions?)\b|\baccording to (?:both|all)\b",
    re.IGNORECASE,
)


@check(name="agreement", version="1")
def agreement(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`source_conflict` (contradicted) for a value that the sources are wrongly said to share.

    Silent unless one passage states the value and another, about the same thing, only a
    different one.
    """
    if len(evidence) < 2 or not _TOGETHER.search(claim.text):
        return ()
    scene = scene_of(claim, alignment, evidence)
    for claimed in scene.claimed:
        found = candidates_for(scene, claimed)
        same = [c for c in found if c.relation in ("equal", "compatible") and c.cover >= _ABOUT]
        agreeing = {c.aligned.passage_id for c in same}
        apart = [
            c
            for c in found
            if is_rival(scene, claimed, c)
            and c.cover >= _ABOUT
            and c.aligned.passage_id not in agreeing
        ]
        if agreeing and apart:
            return (_finding(claim, same[0], max(apart, key=rank)),)
    return ()


def _finding(claim: Claim, same: Candidate, other: Candidate) -> Finding:
    first, second = same.quantity, other.quantity
    return Finding(
        check="agreement",
        outcome="fail",
        claim_span=claim.locate(0, len(claim.text)),
        reason="source_conflict",
        label="contradicted",
        message=(
            f"{same.aligned.passage_id} states {first.text}, "
            f"{other.aligned.passage_id} states {second.text}"
        ),
        claimed=first.text,
        stated=second.text,
        evidence=(
            same.aligned.locate(first.span.start, first.span.end),
            other.aligned.locate(second.span.start, second.span.end),
        ),
    )
