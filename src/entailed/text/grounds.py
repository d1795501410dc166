"""The evidence clauses that stand behind each clause of a claim."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from entailed.text.opposition import Meeting, meet, nearby
from entailed.text.views import View, evidence_views, views
from entailed.types import Alignment, Claim, Evidence, Finding, Label, Reason, Span

SENTENCES = 6
OVERLAP = 0.3
COVERAGE = 0.6
MARGIN = 0.08


@dataclass(frozen=True, slots=True)
class Ground:
    """One claim clause with its evidence.

    `support` are the clauses that say nearly the same (at least `COVERAGE` of the content and
    within `MARGIN` of the best), best first; `meetings` are all that were looked at. `texts` are
    all aligned evidence sentences, `given` is the question.
    """

    claim: Claim
    view: View
    support: tuple[Meeting, ...]
    meetings: tuple[Meeting, ...]
    texts: tuple[str, ...]
    given: str

    @property
    def best(self) -> Meeting:
        """The closest evidence clause."""
        return self.support[0]


def grounds(claim: Claim, alignment: Alignment, evidence: Evidence) -> Iterator[Ground]:
    """The clauses of a claim that have support in the evidence; none without aligned sentences."""
    located = evidence_views(alignment.sentences, evidence, SENTENCES, OVERLAP)
    if not located:
        return
    for view in views(claim.text):
        if len(view.keys) < 2:
            continue
        meetings = meet(view, located)
        close = [m for m in meetings if _supports(m)]
        if close:
            close.sort(key=lambda m: -m.pairing.coverage)
            bar = close[0].pairing.coverage - MARGIN
            kept = tuple(m for m in close if m.pairing.coverage >= bar)
            texts = tuple(a.sentence.text for a in alignment.sentences)
            yield Ground(claim, view, kept, meetings, texts, alignment.given)


def _supports(meeting: Meeting) -> bool:
    """Whether an evidence clause is about the same and not the opposite."""
    pairing = meeting.pairing
    return (
        pairing.subject
        and pairing.coverage >= COVERAGE
        and not pairing.contested
        and not meeting.evidence.retracted
        and len(pairing.matched) >= 2
    )


def covered(meeting: Meeting, aside: Span | None = None) -> float:
    """Share in [0, 1] of the claim clause's content in the evidence, words in `aside` left out."""
    claim, evidence = meeting.claim, meeting.evidence
    keys = {
        root: at
        for root, at in claim.keys.items()
        if aside is None or not aside.overlaps(claim.token(at).span)
    }
    if not keys:
        return 0.0
    found = sum(
        1.0 if at in meeting.pairing.matched else nearby(root, claim, evidence)
        for root, at in keys.items()
    )
    return found / len(keys)


def echoed(meeting: Meeting, aside: Span | None = None) -> float:
    """Share in [0, 1] of the evidence clause's content in the claim clause, `aside` left out."""
    evidence = meeting.evidence
    rest = [
        at
        for at in evidence.keys.values()
        if aside is None or not aside.overlaps(evidence.token(at).span)
    ]
    shared = set(meeting.pairing.matched.values())
    return sum(at in shared for at in rest) / len(rest) if rest else 0.0


def fault(
    check: str,
    ground: Ground,
    meeting: Meeting,
    reason: Reason,
    label: Label,
    message: str,
    claimed: Span,
    stated: Span,
) -> Finding:
    """A failed finding; `claimed` is in the claim's text, `stated` in the evidence sentence."""
    return Finding(
        check=check,
        outcome="fail",
        claim_span=ground.claim.locate(claimed.start, claimed.end),
        reason=reason,
        label=label,
        message=message,
        claimed=claimed.of(ground.claim.text),
        stated=stated.of(meeting.evidence.text),
        evidence=(meeting.located.aligned.locate(stated.start, stated.end),),
    )
