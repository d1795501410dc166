"""The kinds of claims that are reported apart, read from a verdict."""

from __future__ import annotations

from collections.abc import Mapping

from entailed.text.dates import read_dates
from entailed.text.polarity import polarities
from entailed.text.quantities import read_quantities
from entailed.text.quoted import read_quoted
from entailed.text.words import content_stems
from entailed.types import Evidence, Verdict

__all__ = ["KINDS", "kinds_of"]

KINDS: Mapping[str, str] = {
    "numeric": "states a number, an amount or a date",
    "quoted": "holds a quotation of 12 characters or more",
    "paraphrase": "fewer than two thirds of its content words stand in the sentences it rests on",
    "multi_passage": "rests on sentences of more than one passage",
    "negated": "denies something",
    "uncited": "cites no passage",
}
"""The kinds, and what makes a claim one of each. A claim may be of several kinds, or of none."""

_QUOTATION = 12
_SAME_WORDS = 2 / 3


def kinds_of(verdict: Verdict, evidence: Evidence) -> tuple[str, ...]:
    """The kinds of one claim, in the order of `KINDS`."""
    text = verdict.claim.text
    found = {
        "numeric": any(not q.weak for q in read_quantities(text)) or bool(read_dates(text)),
        "quoted": any(q.weight >= _QUOTATION for q in read_quoted(text)),
        "paraphrase": _shared(verdict, evidence) < _SAME_WORDS,
        "multi_passage": len({place.passage_id for place in verdict.support}) > 1,
        "negated": any(p.negative for p in polarities(text)),
        "uncited": not verdict.claim.citations,
    }
    return tuple(name for name in KINDS if found[name])


def _shared(verdict: Verdict, evidence: Evidence) -> float:
    """Share of the claim's content words in the sentences it rests on (in none: 0)."""
    wanted = content_stems(verdict.claim.text)
    if not wanted:
        return 1.0
    known: set[str] = set()
    for place in verdict.support:
        passage = evidence.get(place.passage_id)
        if passage is not None:
            known |= content_stems(place.span.of(passage.text))
    return len(wanted & known) / len(wanted)
