"""Check `pairings`: two numbered things put together that the evidence pairs otherwise.

"Bus 4 stops at platform 9" is wrong where the evidence has bus 4 with platform 4 only: figures
and words are all there, and a model sees no difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from entailed.protocols import check
from entailed.text.lazy import lazy
from entailed.text.quantities import Quantity, read_quantities
from entailed.text.views import View, views
from entailed.types import AlignedSentence, Alignment, Claim, Evidence, Finding

_SENTENCES = 8
_PART = lazy(r"\s?[,;]\s(?:and |but |while |whereas )?|\s(?:and|but|while|whereas)\s")
_PLURAL = lazy(r"\b(?:and|or|to|through|until|also|both|except|not|neither|no|instead)\b|[–/&-]")
_LOOSE = lazy(
    r"\b(?:not|never|no|neither|may|might|could|if|unless|was|were|formerly|previously|until"
    r"|sometimes|also|either|or)\b|n['’]t",
    re.IGNORECASE,
)


@check(name="pairings", version="1")
def pairings(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`number_mismatch` (contradicted) for a pair of labels that the evidence pairs otherwise.

    Silent unless a part of a sentence has the first label with another number of the second's
    kind and the same words, and none has the claimed pair.
    """
    if _LOOSE.search(claim.text):
        return ()
    parts = [
        (aligned, *part)
        for aligned in alignment.sentences[:_SENTENCES]
        for part in _parts(aligned.sentence.text)
    ]
    for _, first, second in _parts(claim.text):
        mine = [(a, s) for a, _, f, s in parts if _same(f, first) and s.noun == second.noun]
        if not mine or any(_same(s, second) for _, s in mine):
            continue
        if all(_shared(claim.text, a) for a, _ in mine):
            return (_finding(claim, second, *mine[0]),)
    return ()


def _same(one: Quantity, other: Quantity) -> bool:
    return one.noun == other.noun and one.low == other.low


@lru_cache(maxsize=4096)
def _parts(text: str) -> tuple[tuple[str, Quantity, Quantity], ...]:
    """The parts of a sentence that have two labels of two kinds and no other number."""
    return tuple(_read(text))


def _read(text: str) -> Iterator[tuple[str, Quantity, Quantity]]:
    every = read_quantities(text)
    if _LOOSE.search(text) or sum(q.kind == "label" for q in every) < 2:
        return
    pairs: list[tuple[str, Quantity, Quantity]] = []
    loose: set[str] = set()
    at = 0
    for end, begin in [*(m.span() for m in _PART.finditer(text)), (len(text), len(text))]:
        inside = [q for q in every if at <= q.span.start and q.span.end <= end]
        part, at = text[at:end], begin
        if _is_pair(inside) and not _PLURAL.search(part):
            pairs.append((part, inside[0], inside[1]))
        else:
            loose.update(q.noun if q.kind == "label" else "" for q in inside)
    for made in pairs:
        if not loose & {made[2].noun, ""}:
            yield made


def _is_pair(inside: list[Quantity]) -> bool:
    """Whether the numbers of a part are two labels of two kinds."""
    plain = len(inside) == 2 and all(q.kind == "label" and q.low == q.high for q in inside)
    return plain and inside[0].noun != inside[1].noun


def _shared(text: str, aligned: AlignedSentence) -> bool:
    """Whether the claim's words are those of the sentence."""
    mine, theirs = _roots(views(text)), _roots(views(aligned.sentence.text))
    return len(mine - theirs) * 4 <= len(mine)


def _roots(read: tuple[View, ...]) -> frozenset[str]:
    return frozenset(key for view in read for key in view.keys if not key.isdigit())


def _finding(claim: Claim, second: Quantity, aligned: AlignedSentence, stated: Quantity) -> Finding:
    return Finding(
        check="pairings",
        outcome="fail",
        claim_span=claim.locate(second.span.start, second.span.end),
        reason="number_mismatch",
        label="contradicted",
        message=f"the evidence has {stated.text}, not {second.text}",
        claimed=second.text,
        stated=stated.text,
        evidence=(aligned.locate(stated.span.start, stated.span.end),),
    )
