"""What one verification has gathered so far, and how it takes what goes wrong."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from entailed.types import (
    Claim,
    Evidence,
    Failure,
    Finding,
    Judgement,
    Segment,
    Status,
    Timing,
    Verdict,
)

__all__ = ["Run", "out_of_time"]

T = TypeVar("T")


@dataclass
class Run:
    """One verification under way.

    `digest` is that of the answer as it was given, also while a changed text is verified again.
    `known` holds verdicts given before, by claim id; they stand for claims that are the same.
    """

    answer: str
    evidence: Evidence
    question: str
    deadline: float | None
    digest: str = ""
    evidence_cut: bool = False
    timings: list[Timing] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    known: Mapping[str, Verdict] = field(default_factory=dict)

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Record the wall-clock time of a stage."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.timings.append(Timing(stage, (time.perf_counter() - began) * 1000))

    @property
    def late(self) -> bool:
        """Whether the time budget is used up."""
        return self.deadline is not None and time.monotonic() >= self.deadline

    def known_verdict(self, claim: Claim) -> Verdict | None:
        """The verdict given before on this very claim, or None."""
        verdict = self.known.get(claim.id)
        return verdict if verdict is not None and verdict.claim == claim else None

    def again(self, text: str) -> Run:
        """A run over a changed text: same evidence, same deadline, nothing gathered yet."""
        return Run(
            text, self.evidence, self.question, self.deadline, self.digest, self.evidence_cut
        )

    def judgement(
        self, segments: tuple[Segment, ...], verdicts: tuple[Verdict, ...], status: Status
    ) -> Judgement:
        """What is known so far, as the value a policy acts on."""
        return Judgement(
            self.answer,
            self.question,
            self.evidence,
            segments,
            verdicts,
            status,
            tuple(self.failures),
        )

    def guard(self, stage: str, call: Callable[[], T], claim_id: str | None = None) -> T | Failure:
        """The result of `call`, or the `Failure` it ended in, also kept for the report."""
        try:
            return call()
        except Exception as error:  # any stage may be a stranger's; its failure becomes a value
            failure = Failure(stage, type(error).__name__, str(error) or stage, claim_id)
            self.failures.append(failure)
            return failure


def out_of_time(claim: Claim) -> Failure:
    """The failure of a claim that the time budget left unchecked."""
    return Failure("limits", "limit_reached", "the time budget was used up", claim.id)
