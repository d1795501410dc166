"""One answer verified while it is written: what is settled is judged, the rest waits."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from entailed.pipeline.run import Run
from entailed.pipeline.verifier import Verifier, require_text, status_of
from entailed.types import (
    Claim,
    Evidence,
    Extraction,
    Failure,
    Judgement,
    Report,
    Segment,
    Timing,
    Verdict,
)

__all__ = ["Advance", "Progress"]

_NOTHING = Extraction((), ())


@dataclass(frozen=True, slots=True)
class Advance:
    """What one step has brought.

    `judgement` is on the beginning of the answer whose claims are settled and judged; its
    `answer` is all that has come, its segments tile that beginning. `verdicts` are the new ones,
    `more` says that claims are settled which the step left for the next.
    """

    judgement: Judgement
    verdicts: tuple[Verdict, ...] = ()
    more: bool = False

    @property
    def end(self) -> int:
        """Where in the answer the judged beginning ends."""
        return _end(self.judgement.segments)


class Progress:
    """The verification of one answer that is still being written.

    The extractor says which claims stay whatever follows (its method `settled`); they are judged
    as they come, a few at a time. What could not be judged (a stage failed, a second opinion is
    wanted) is left to the end, and so is everything where nothing can be told early: an extractor
    without `settled`, a sample of the claims, no evidence. `conclude` gives the report that
    `Verifier.verify` gives on the whole answer.

    `limits.seconds` bounds the time spent in both methods together, not the time between.
    For one answer, and one thread at a time. Raises as `Verifier.verify` does.
    """

    def __init__(self, verifier: Verifier, evidence: Evidence, question: str = "") -> None:
        require_text("question", question)
        self.verifier = verifier
        self.evidence = evidence
        self.question = question
        self._begun = _NOTHING
        self._extraction = _NOTHING
        self._known: dict[str, Verdict] = {}
        self._left: set[str] = set()
        self._timings: dict[str, float] = {}
        self._spent = 0.0
        settled = getattr(verifier.extractor, "settled", None)
        whole = verifier.limits.sample < 1 or evidence.blank
        self._settled = None if whole else settled

    @property
    def early(self) -> bool:
        """Whether anything can be judged before the end."""
        return self._settled is not None

    @property
    def settled_end(self) -> int:
        """Where in the answer its settled beginning ended at the last step."""
        return _end(self._begun.segments)

    def advance(self, answer: str, claims: int = 8) -> Advance:
        """Judge at most `claims` more of the settled claims of `answer`.

        `answer` is what has come so far, and begins with what earlier calls were given.
        """
        began = time.monotonic()
        run = self._run(answer)
        if not self._open():
            self._extraction = self._extracted(run)
        waiting = self._open()
        fresh = tuple(self._judged(run, waiting[:claims]))
        self._note(run, began)
        return Advance(self._judgement(run, self._extraction), fresh, more=len(waiting) > claims)

    def conclude(self, answer: str) -> Report:
        """The report on the whole answer, which has ended."""
        require_text("answer", answer)
        run = self._run(answer)
        report = self.verifier.concluded(run, self.evidence)
        spent = {t.stage: t.milliseconds for t in report.timings}
        stages = dict.fromkeys([*spent, *self._timings])
        return replace(
            report,
            timings=tuple(Timing(s, spent.get(s, 0.0) + self._timings.get(s, 0.0)) for s in stages),
        )

    def _run(self, answer: str) -> Run:
        seconds = self.verifier.limits.seconds
        deadline = None if seconds is None else time.monotonic() + max(0, seconds - self._spent)
        run = self.verifier.started(answer, self.evidence, self.question, deadline)
        run.known = self._known
        return run

    def _note(self, run: Run, began: float) -> None:
        self._spent += time.monotonic() - began
        for timing in run.timings:
            before = self._timings.get(timing.stage, 0.0)
            self._timings[timing.stage] = before + timing.milliseconds

    def _open(self) -> list[Claim]:
        """The settled claims that were not tried yet."""
        within = self._extraction.claims[: self.verifier.limits.claims]
        return [c for c in within if c.id not in self._known and c.id not in self._left]

    def _extracted(self, run: Run) -> Extraction:
        """The settled claims, with what the extractor left out among them."""
        settled = self._settled
        if settled is None:
            return _NOTHING
        head = run.answer[: self.verifier.limits.answer_characters]
        with run.timed("extract"):
            made = run.guard(
                "extract", lambda: settled(head, run.evidence, run.question, self._begun)
            )
        if isinstance(made, Failure):
            self._settled = None  # the whole answer is asked about at the end
            return _NOTHING
        self._begun = made
        part = replace(run, answer=head[: _end(made.segments)])
        return self.verifier.covered(part, made)

    def _judged(self, run: Run, claims: Sequence[Claim]) -> Iterator[Verdict]:
        """Verdicts that will stand; a claim whose verdict may not is left to the end."""
        if not claims:
            return
        stages = replace(self.verifier.stages, second=None)
        verdicts = stages.verdicts(run, Extraction(tuple(claims), (), guards=self._begun.guards))
        failed = {failure.claim_id for failure in run.failures}
        for verdict in verdicts:
            if self._stands(verdict) and verdict.claim.id not in failed:
                self._known[verdict.claim.id] = verdict
                yield verdict
            else:
                self._left.add(verdict.claim.id)

    def _stands(self, verdict: Verdict) -> bool:
        """Whether nothing is asked about the claim again: no second opinion, no failed stage."""
        second = self.verifier.second
        if second is not None and any(second.unsure([verdict])):
            return False
        if self.verifier.scorer is None:
            return True
        failed = any(finding.reason == "stage_failed" for finding in verdict.reasons)
        return verdict.label != "unchecked" and not failed

    def _judgement(self, run: Run, extraction: Extraction) -> Judgement:
        """What is known of the claims up to the first without a verdict."""
        judged = list(takewhile(lambda c: c.id in self._known, extraction.claims))
        verdicts = tuple(self._known[c.id] for c in judged)
        segments = extraction.segments
        if len(judged) < len(extraction.claims):
            segments = _before(segments, extraction.claims[len(judged)])
            verdicts = tuple(v for v in verdicts if _holds(segments, v.claim))
        status = status_of(verdicts, extraction, ())
        return Judgement(run.answer, run.question, run.evidence, segments, verdicts, status)


def _end(segments: Sequence[Segment]) -> int:
    return segments[-1].span.end if segments else 0


def _before(segments: Sequence[Segment], claim: Claim) -> tuple[Segment, ...]:
    """The segments before the sentence of `claim`, without what only separates."""
    start = min(claim.sentence.start, claim.span.start)
    kept = [s for s in segments if s.span.end <= start]
    while kept and kept[-1].role == "separator":
        kept.pop()
    return tuple(kept)


def _holds(segments: Sequence[Segment], claim: Claim) -> bool:
    return claim.span.end <= _end(segments)
