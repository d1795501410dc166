"""How far the sentences behind a confirmed part tell the rest of the claim.

That nine years lie between two dates, or that two figures differ by three, is sure; what the
claim says of the nine years or the three is not. It is where the sentences that hold the dates
or figures have the claim's other words as well, and no word is left over that may turn the
relation: a name, a denial, an order in time or in size.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from entailed.text.common_words import is_common
from entailed.text.lazy import lazy
from entailed.text.roots import root
from entailed.text.synonyms import among
from entailed.text.words import Word, words
from entailed.types import AlignedSentence, Alignment, Claim, Evidence, Finding

__all__ = ["DERIVED_SHARE", "QUOTED_SHARE", "told_beside"]

# Shares of the words beside a derived figure, or a quotation, that must be told. Measured on
# claims with known labels: from 0.7 on nearly every derived figure was of the claim's own things.
DERIVED_SHARE = 0.7
QUOTED_SHARE = 0.85

_ORDER = lazy(
    r"(?<!\w)(?:before|after(?:wards?)?|later|earlier|sooner|until|till|previously|prior|ago"
    r"|since|follow(?:s|ed|ing)|preced(?:es?|ed|ing)|ahead|behind|more|less|fewer|than|only|just"
    r"|first|last|instead|rather|vor|nach|nachdem|bevor|später|früher|seit|bis|mehr|weniger|als"
    r"|avant|après|plus|moins|depuis|antes|después|más|menos|desde|depois|mais|prima|dopo|più"
    r"|meno|раньше|позже|после|до|больше|меньше)(?!\w)|[前后後]",
    re.IGNORECASE,
)


def told_beside(
    claim: Claim,
    alignment: Alignment,
    finding: Finding,
    passed: Sequence[Finding],
    evidence: Evidence,
) -> float:
    """Share in [0, 1] of the claim's other words in the sentences that a finding rests on.

    Words inside any of `passed` count as told. 0 where a word is left over, or stands in the
    claim, that may turn the relation.
    """
    behind = tuple(_behind(alignment, finding))
    if not behind or _orders(claim, finding):
        return 0.0
    beside = [
        w
        for w in words(claim.text)
        if w.content and w.kind != "punctuation" and not _inside(claim, w, (finding,))
    ]
    known = {root(w.stem) for text in _texts(behind, alignment, evidence) for w in words(text)}
    left = [w for w in beside if not among(root(w.stem), known) and not _inside(claim, w, passed)]
    if any(_turns(claim, w) for w in left):
        return 0.0
    return 1 - len(left) / len(beside) if beside else 1.0


def _behind(alignment: Alignment, finding: Finding) -> Iterator[AlignedSentence]:
    for aligned in alignment.sentences:
        span = aligned.sentence.span
        if any(
            p.passage_id == aligned.passage_id and span.start <= p.span.start < span.end
            for p in finding.evidence
        ):
            yield aligned


def _texts(
    behind: Sequence[AlignedSentence], alignment: Alignment, evidence: Evidence
) -> Iterator[str]:
    yield alignment.given
    for aligned in behind:
        yield aligned.sentence.text
        passage = evidence.get(aligned.passage_id)
        yield (passage.title if passage is not None else None) or ""


def _orders(claim: Claim, finding: Finding) -> bool:
    """Whether the claim, outside of what was confirmed, says which comes first or is larger."""
    return any(
        not claim.locate(*match.span()).overlaps(finding.claim_span)
        for match in _ORDER.finditer(claim.text)
    )


def _inside(claim: Claim, word: Word, findings: Sequence[Finding]) -> bool:
    place = claim.locate(word.span.start, word.span.end)
    return any(f.claim_span.overlaps(place) for f in findings)


def _turns(claim: Claim, word: Word) -> bool:
    """Whether a word is a name, a number or a denial."""
    if word.negation or word.kind == "number":
        return True
    if not claim.text[word.span.start].isupper():
        return False
    return word.span.start > 0 or not is_common(word.text)
