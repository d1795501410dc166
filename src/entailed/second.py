"""A second opinion: another scorer asked where the first verdict was not sure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from entailed.errors import ConfigurationError
from entailed.protocols import Decider, Scorer
from entailed.types import Finding, Verdict

__all__ = ["SecondOpinion"]

# How far two scores lie apart, in [0, 1], before it is noted that the scorers disagree.
_FAR = 0.5


@dataclass(frozen=True, slots=True)
class SecondOpinion:
    """Another scorer, with the decider that reads its scores, for unsure verdicts.

    A verdict is unsure when its `score` lies in [`low`, `high`]. A verdict that a check or a
    failure decided has no score, so nothing here can touch it. Of the unsure verdicts of a text
    the `cap` least sure are asked about again and decided anew; the others stand, with a note.
    Raises ConfigurationError unless 0 <= low <= high <= 1 and cap >= 1.
    """

    scorer: Scorer
    decider: Decider
    low: float = 0.3
    high: float = 0.7
    cap: int = 10

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high <= 1:
            raise ConfigurationError(
                f"second opinion: expected 0 <= low <= high <= 1, got {self.low} and {self.high}"
            )
        if self.cap < 1:
            raise ConfigurationError(f"second opinion cap: expected at least 1, got {self.cap}")

    def unsure(self, verdicts: Sequence[Verdict]) -> tuple[list[int], list[int]]:
        """Indices of the verdicts to ask about, and of those that are unsure beyond the cap.

        Both in order. The least sure lie nearest to the middle of the band; of equals the first.
        """
        middle = (self.low + self.high) / 2
        distances = [
            (abs(verdict.score - middle), index)
            for index, verdict in enumerate(verdicts)
            if verdict.score is not None and self.low <= verdict.score <= self.high
        ]
        ranked = [index for _, index in sorted(distances)]
        return sorted(ranked[: self.cap]), sorted(ranked[self.cap :])

    def settled(self, first: Verdict, second: Verdict) -> Verdict:
        """The second verdict, with a note where it is far from the first."""
        if first.score is None or second.score is None:
            return second
        turned = (first.label == "supported") != (second.label == "supported")
        if not turned and abs(first.score - second.score) < _FAR:
            return second
        note = Finding(
            check="judge",
            outcome="note",
            claim_span=first.claim.span,
            reason="judge_disagrees",
            message=f"the first scorer gave support {first.score:.2f} ({first.label}), "
            f"{self.scorer.name} {second.score:.2f} ({second.label})",
        )
        return replace(second, reasons=(*second.reasons, note))

    def left(self, first: Verdict) -> Verdict:
        """The first verdict, noted as unsure and not asked about again."""
        note = Finding(
            check="judge",
            outcome="note",
            claim_span=first.claim.span,
            reason="limit_reached",
            message=f"the first scorer is unsure of this; {self.scorer.name} was not asked, since "
            "the limit on second opinions or on time was reached",
        )
        return replace(first, reasons=(*first.reasons, note))
