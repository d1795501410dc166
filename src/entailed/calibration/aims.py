"""What is promised: which share may be how large, and how sure that is.

A claim *passes* when nothing about it is flagged: its label is `supported` and no finding on it
failed. Whether a claim is *unsupported* is what the labels say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from entailed.errors import ConfigurationError

__all__ = ["PRESETS", "PRESET_WORDS", "RISKS", "Aim", "Risk", "percent"]

Risk = Literal[
    "unsupported_passed",  # of the unsupported claims, the share that passes
    "passed_unsupported",  # of the claims that pass, the share that is unsupported: 1 - precision
    "supported_flagged",  # of the supported claims, the share that does not pass
]
RISKS: tuple[Risk, ...] = get_args(Risk)
_OF: Mapping[Risk, tuple[str, str]] = {
    "unsupported_passed": ("unsupported claims", "pass"),
    "passed_unsupported": ("claims that pass", "are unsupported"),
    "supported_flagged": ("supported claims", "are flagged"),
}


@dataclass(frozen=True, slots=True)
class Aim:
    """A risk, the most it may be, in (0, 1), and how sure that must be.

    With `confidence` in [0.5, 1) the procedure keeps the limit in at least that share of the
    calibrations it is used for. With None the limit holds on average over calibrations,
    which takes fewer labels and promises less; for `passed_unsupported` there is no such promise.
    Raises ConfigurationError for anything else.
    """

    risk: Risk
    limit: float
    confidence: float | None = 0.95

    def __post_init__(self) -> None:
        if self.risk not in RISKS:
            raise ConfigurationError(f"risk: expected one of {', '.join(RISKS)}, got {self.risk!r}")
        if not 0 < self.limit < 1:
            raise ConfigurationError(
                f"limit of {self.risk}: expected a share above 0 and below 1, got {self.limit}"
            )
        if self.confidence is not None and not 0.5 <= self.confidence < 1:
            raise ConfigurationError(
                f"confidence: expected at least 0.5 and less than 1, got {self.confidence}"
            )
        if self.confidence is None and self.risk == "passed_unsupported":
            raise ConfigurationError(
                "the share of unsupported claims among those that pass can rise and fall with the "
                "threshold, so there is no promise on average for it; give a confidence"
            )

    @property
    def doubt(self) -> float:
        """The chance in which the promise may fail; 1 - confidence. 0.5 without confidence."""
        return 0.5 if self.confidence is None else round(1 - self.confidence, 12)

    @property
    def base(self) -> str:
        """What the share is a share of, in words: "unsupported claims"."""
        return _OF[self.risk][0]

    @property
    def event(self) -> str:
        """What counts, in words: "pass"."""
        return _OF[self.risk][1]

    @property
    def words(self) -> str:
        """The aim as a sentence."""
        sure = (
            "on average over calibrations"
            if self.confidence is None
            else f"with {percent(self.confidence)} confidence"
        )
        return f"Of the {self.base}, at most {percent(self.limit)} {self.event}, {sure}."


PRESETS: Mapping[str, Aim] = {
    "block": Aim("supported_flagged", 0.05),
    "audit": Aim("unsupported_passed", 0.1),
}
PRESET_WORDS: Mapping[str, str] = {
    "block": "for a gate that acts by itself, where a wrong flag costs a good answer",
    "audit": "for a queue that people look through, where a miss is never looked at again",
}


def percent(share: float) -> str:
    """A share in percent, to two decimals where they are needed: "5 %", "12.5 %", "99.95 %"."""
    return f"{round(share * 100, 2):g} %"
