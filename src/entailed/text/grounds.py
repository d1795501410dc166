"""The evidence clauses that stand behind each clause of a claim."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Lock

from entailed.text.opposition import Meeting, meet, nearby
from entailed.text.views import MOST_CLAUSES, Located, View, evidence_views, views
from entailed.types import Alignment, Claim, Evidence, Finding, Label, Reason, Span

SENTENCES = 8
OVERLAP = 0.12
CLOSE = 0.3
COVERAGE = 0.6
MARGIN = 0.08


_KEPT = 512


@dataclass(frozen=True, slots=True)
class Reading:
    """The clauses of a claim, those of its evidence, and how each meets each.

    `meetings[i]` belong to `views[i]`, in the order of `located`.
    """

    views: tuple[View, ...]
    located: tuple[Located, ...]
    meetings: tuple[tuple[Meeting, ...], ...]


_recent: dict[int, tuple[Claim, Alignment, Evidence, Reading]] = {}
_lock = Lock()


def reading(claim: Claim, alignment: Alignment, evidence: Evidence) -> Reading:
    """Read a claim against its evidence; all clause-level checks of a claim share one reading.

    Kept for the last few hundred alignments, by identity. Same input, same result.
    """
    kept = _recent.get(id(alignment))
    if kept and kept[0] is claim and kept[1] is alignment and kept[2] is evidence:
        return kept[3]
    made = _read(claim, alignment, evidence)
    with _lock:
        if len(_recent) >= _KEPT:
            _recent.clear()
        _recent[id(alignment)] = (claim, alignment, evidence, made)
    return made


def _read(claim: Claim, alignment: Alignment, evidence: Evidence) -> Reading:
    """Views on both sides and all meetings; no meetings without aligned sentences."""
    located = evidence_views(alignment.sentences, evidence, SENTENCES, OVERLAP)
    mine = views(claim.text)[:MOST_CLAUSES] if located else ()
    return Reading(mine, located, tuple(meet(view, located) for view in mine))


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
    read = reading(claim, alignment, evidence)
    for view, row in zip(read.views, read.meetings, strict=True):
        if len(view.keys) < 2:
            continue
        meetings = tuple(m for m in row if m.located.aligned.overlap >= CLOSE)
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
