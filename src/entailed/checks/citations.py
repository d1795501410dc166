"""Citations: ids nobody gave, and passages cited by the handful.

A citation fault leaves the label to the evidence (the label says what all passages together
entail) but keeps the verdict from being clean, so that it never passes silently. Whether the
*cited* passage is the one that supports the claim (`misattributed`) needs the entailment
scores and is settled in `entailed.decision`.
"""

from __future__ import annotations

from entailed.protocols import check
from entailed.types import Alignment, Claim, Evidence, Finding

__all__ = ["citations", "uncited"]

# Three sources for one fact is common in careful writing; more hides which one supports it.
STUFFING_FLOOR = 4
STUFFING_SHARE = 0.8


@check(name="citations", version="1")
def citations(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`unknown_citation` for each id not in the evidence; `citation_stuffing` for too many.

    Stuffed: a claim that cites at least four passages which are at least four fifths of all.
    Nothing for a claim without citations.
    """
    return (*_unknown(claim, evidence), *_stuffed(claim, alignment, evidence))


@check(name="uncited", version="1")
def uncited(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`uncited` for a claim without any citation; used only where a policy asks for it."""
    if claim.citations:
        return ()
    return (
        Finding(
            check="uncited",
            outcome="fail",
            claim_span=claim.span,
            reason="uncited",
            message="states a fact without naming a source",
        ),
    )


def _unknown(claim: Claim, evidence: Evidence) -> list[Finding]:
    known = ", ".join(evidence.ids[:8]) + (", ..." if len(evidence) > 8 else "")
    return [
        Finding(
            check="citations",
            outcome="fail",
            claim_span=citation.span,
            reason="unknown_citation",
            message=f"cites {name!r}, which is not in the evidence (given: {known})",
            claimed=name,
        )
        for citation in claim.citations
        for name in citation.unknown
    ]


def _stuffed(claim: Claim, alignment: Alignment, evidence: Evidence) -> list[Finding]:
    count = len(alignment.cited)
    if count < STUFFING_FLOOR or count < STUFFING_SHARE * len(evidence):
        return []
    return [
        Finding(
            check="citations",
            outcome="fail",
            claim_span=claim.citations[0].span,
            reason="citation_stuffing",
            message=f"one claim cites {count} of {len(evidence)} passages, so no source is named",
            claimed=", ".join(alignment.cited),
        )
    ]
