"""Check `rewordings`: the same lack, limit or numbered part in other words.

"The soup is dairy-free" for "contains no dairy", "reserved for residents" for "only residents
may", "Volume Four" for "Vol. IV". Small models read these badly. A pass needs all other content
words to be the same; another number of the same part, or a lacked thing that the claim says is
there, is contradicted under the same condition.
"""

from __future__ import annotations

import re

from entailed.protocols import check
from entailed.text.lazy import lazy
from entailed.text.rewordings import alike, part_of, reworded
from entailed.types import AlignedSentence, Alignment, Claim, Evidence, Finding, Reason, Span

_SENTENCES = 4
_OPEN = lazy(
    r"\b(?:if|unless|except|may be|might|could|almost|nearly|mostly|partly|not|never|neither|nor"
    r"|some|many|most|few|formerly|previously|planned|used to|will|would)\b|n['’]t\b|\?",
    re.IGNORECASE,
)


@check(name="rewordings", version="1")
def rewordings(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """A pass where a sentence says the claim by another construction; silent when unsure.

    `number_mismatch` (contradicted) where the same is said of another numbered part.
    """
    near = [a for a in alignment.sentences[:_SENTENCES] if _cues(a.sentence.text) == ()]
    if _cues(claim.text) or not near:
        return ()
    return _constructions(claim, near) or _parts(claim, near)


def _cues(text: str) -> tuple[str, ...]:
    plain = re.sub(r"\b(?:does|do|did) not (?=contain|include|use|have)", "", text)
    return tuple(m.group().lower() for m in _OPEN.finditer(plain))


def _constructions(claim: Claim, near: list[AlignedSentence]) -> tuple[Finding, ...]:
    said = reworded(claim.text)
    if said is None:
        return ()
    for aligned in near:
        stated = reworded(aligned.sentence.text)
        if stated is None or stated.kind != said.kind:
            continue
        if alike(said.thing, stated.thing) and alike(said.rest, stated.rest):
            return (_finding(claim, Span(0, len(claim.text)), aligned, stated.span, None),)
    return ()


def _parts(claim: Claim, near: list[AlignedSentence]) -> tuple[Finding, ...]:
    said = part_of(claim.text)
    if said is None or not said.rest:
        return ()
    stated = [(a, p) for a in near if (p := part_of(a.sentence.text)) and p.name == said.name]
    same = [(a, p) for a, p in stated if alike(said.rest, p.rest)]
    for aligned, part in same:
        if part.number == said.number:
            return (_finding(claim, Span(0, len(claim.text)), aligned, part.span, None),)
    others = [a for a in near if not any(a is b for b, _ in stated)]
    if not same or others or any(p.number == said.number for _, p in stated):
        return ()
    aligned, part = same[0]
    return (_finding(claim, said.span, aligned, part.span, "number_mismatch"),)


def _finding(
    claim: Claim, at: Span, aligned: AlignedSentence, place: Span, reason: Reason | None
) -> Finding:
    stated = place.of(aligned.sentence.text)
    return Finding(
        check="rewordings",
        outcome="fail" if reason else "pass",
        claim_span=claim.locate(at.start, at.end),
        reason=reason,
        label="contradicted" if reason else None,
        message=f"the evidence says {stated}" if reason else "the same in other words",
        claimed=at.of(claim.text),
        stated=stated,
        evidence=(aligned.locate(place.start, place.end),),
    )
