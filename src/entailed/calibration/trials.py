"""One labelled claim put to the verifier, and what became of it: all that fitting needs to know."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from entailed.errors import InputError

__all__ = ["Trial", "require_both", "settled", "unsettled"]


@dataclass(frozen=True, slots=True)
class Trial:
    """What the verifier made of one labelled claim.

    `supported` is the label. Either `score` is given, in [0, 1], and the claim passes where the
    score reaches the threshold; or `settled` is given, and the claim passes (True) or not
    (False) whatever the threshold, because a deterministic check, a verbatim match, a
    missing sentence or another rule decided it. `strata` are the kinds the claim belongs to.
    `id` names the claim; trials are put in the order of their ids before anything is drawn from
    them. Raises InputError for a score that is no number in [0, 1], and unless exactly
    one of the two is given.
    """

    supported: bool
    score: float | None = None
    settled: bool | None = None
    strata: tuple[str, ...] = ()
    id: str = ""

    def __post_init__(self) -> None:
        if (self.score is None) == (self.settled is None):
            raise InputError(
                f"trial {self.id!r}: expected either a score or settled, got {self.score!r} and "
                f"{self.settled!r}"
            )
        if self.score is None:
            return
        if isinstance(self.score, bool) or not isinstance(self.score, int | float):
            raise InputError(f"trial {self.id!r}: expected a number for score, got {self.score!r}")
        if not math.isfinite(self.score) or not 0 <= self.score <= 1:
            raise InputError(
                f"trial {self.id!r}: expected a score in [0, 1], got {self.score}; a failed "
                "scorer has no score, so leave such claims out"
            )

    def passes(self, threshold: float) -> bool:
        """Whether the claim passes at a threshold: its score reaches it, or a rule passed it."""
        return self.settled is True if self.score is None else self.score >= threshold


def settled(trials: Iterable[Trial], supported: bool, passed: bool) -> int:
    """How many trials with this label a rule decided this way, whatever the threshold."""
    return sum(t.supported is supported and t.settled is passed for t in trials)


def unsettled(trials: Iterable[Trial]) -> list[tuple[float, bool]]:
    """Score and label of the trials that the threshold decides, in order."""
    return [(t.score, t.supported) for t in trials if t.score is not None]


def require_both(trials: Sequence[Trial]) -> None:
    """Raise InputError unless there are supported and unsupported claims among the trials."""
    supported = sum(t.supported for t in trials)
    unsupported = len(trials) - supported
    if not supported or not unsupported:
        raise InputError(
            f"expected labels of both kinds, got {supported} supported and {unsupported} "
            "unsupported claims; a threshold cannot be measured on one kind alone"
        )
