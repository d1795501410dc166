"""The shortcut for claims that stand word for word in the evidence.

Such a claim needs no model, unless the sentences around it may take it back ("it is not true
that", "the following was withdrawn").
"""

from __future__ import annotations

from entailed.text.listed import put_out
from entailed.text.normalize import fold
from entailed.text.segment import sentences
from entailed.types import AlignedSentence, Alignment, Claim, Evidence

__all__ = ["verbatim"]

_EDGES = " .,;:!?\"'()[]。！？、，"
_LOOKED_AT = 4
_RETRACTIONS = (
    "not true", "untrue", "false", "incorrect", "wrong", "myth", "withdrawn", "retracted",
    "superseded", "no longer", "formerly", "used to", "outdated", "obsolete", "invalid", "repealed",
    "claimed", "claims", "alleged", "rumour", "rumor", "mistaken", "cancelled", "canceled",
    "deprecated", "replaced", "disputed", "denied", "fiction", "hypothetical", "nicht wahr",
    "falsch", "widerrufen", "faux", "falso", "retiré", "неправда", "отозван", "不实", "谣言",
)  # fmt: skip


def verbatim(claim: Claim, alignment: Alignment, evidence: Evidence) -> AlignedSentence | None:
    """The evidence sentence that is the claim word for word and that nothing retracts, or None."""
    wanted = _letters(claim.text)
    for aligned in alignment.sentences[:_LOOKED_AT]:
        if _letters(aligned.sentence.text) == wanted and not _retracted(aligned, evidence):
            return aligned
    return None


def _letters(text: str) -> str:
    """The folded text without spaces (extraction from PDF loses them) and edge punctuation."""
    return fold(text).text.replace(" ", "").strip(_EDGES)


def _retracted(aligned: AlignedSentence, evidence: Evidence) -> bool:
    """Whether the sentences around it, or the line or heading over it, may take it back."""
    if put_out(aligned, evidence):
        return True
    passage = evidence.get(aligned.passage_id)
    around = sentences(passage.text) if passage is not None else ()
    at = aligned.sentence.index
    near = [s.text for s in around if s.index in (at - 1, at + 1)]
    lead = aligned.sentence.lead_in.text if aligned.sentence.lead_in is not None else ""
    nearby = fold(" ".join([lead, *near])).text
    return any(cue in nearby for cue in _RETRACTIONS)
