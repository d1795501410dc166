"""Lists: a claim about an item against the line, heading or column above the item.

"The policy does not cover:" over "- flood damage" contradicts "covers flood damage" and confirms
"flood damage is excluded".
"""

from __future__ import annotations

from entailed.protocols import check
from entailed.text.listed import Listed, listed
from entailed.types import Alignment, Claim, Evidence, Finding, Reason

_NAME = "listings"


@check(name=_NAME, version="1")
def listings(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`negation_flip` (contradicted) where a list says otherwise of the claim's items, else a pass.

    `qualifier_dropped` (related) where the list does so on a condition that the claim leaves out.
    Silent where the claim is not all about items of one list, or no line above them takes a stance.
    """
    made = listed(claim, alignment, evidence)
    return () if made is None else (_finding(claim, made),)


def _finding(claim: Claim, made: Listed) -> Finding:
    """A pass or a failure over the whole claim, with the places of the items."""
    _, first = made.items[0]
    lead = first.sentence.lead_in.text if first.sentence.lead_in is not None else ""
    stated = f"{lead} {first.sentence.text}".strip()
    return Finding(
        check=_NAME,
        outcome="pass" if made.agrees else "fail",
        claim_span=claim.locate(0, len(claim.text)),
        reason=_reason(made),
        label=None if made.agrees else "related" if made.dropped else "contradicted",
        message="the list says this of it" if made.agrees else "the list says otherwise of it",
        claimed=claim.text,
        stated=stated,
        evidence=tuple(a.locate(i.span.start, i.span.end) for a, i in made.items),
    )


def _reason(made: Listed) -> Reason | None:
    """Why it fails, if it does."""
    if made.agrees:
        return None
    return "qualifier_dropped" if made.dropped else "negation_flip"
