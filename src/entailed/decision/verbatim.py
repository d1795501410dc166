"""The shortcut for claims that stand word for word in the evidence.

Such a claim needs no model, unless the sentences around it may take it back ("it is not true
that", "the following was withdrawn").
"""

from __future__ import annotations

from entailed.text.clauses import clauses
from entailed.text.listed import put_out
from entailed.text.moods import mood
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
    """The evidence sentence that says the claim word for word, nothing retracting it, or None.

    It is the claim, or begins with it and goes on with "and" and another statement.
    """
    wanted = _letters(claim.text)
    for aligned in alignment.sentences[:_LOOKED_AT]:
        text = aligned.sentence.text
        same = _letters(text) == wanted or _first_of(text) == wanted
        if same and not _retracted(aligned, evidence):
            return aligned
    return None


def _first_of(text: str) -> str | None:
    """The letters of the first of two or more statements that stand side by side in a sentence.

    None where one of them is a condition, a contrast or a part of another, or where the sentence
    has a word that may take the first one back.
    """
    row = clauses(text)
    if len(row) < 2 or row[0].opener or row[0].dependent:
        return None
    if any(c.opener not in ("", "and") or c.dependent or mood(text, c).conditional for c in row):
        return None
    folded = fold(text).text
    if any(cue in folded for cue in _RETRACTIONS) or not text.lstrip().startswith(
        row[0].span.of(text)
    ):
        return None
    return _letters(row[0].span.of(text))


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
