"""The verifier: what is verified, in which order, and what a report is made of."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from entailed.canonical import digest_text
from entailed.errors import InputError
from entailed.evidence import freeze
from entailed.pipeline.run import Run
from entailed.pipeline.verdicts import Stages
from entailed.protocols import Aligner, Check, Decider, Enforcer, Extractor, Scorer
from entailed.second import SecondOpinion
from entailed.types import (
    Action,
    Claim,
    Component,
    Evidence,
    Extraction,
    Failure,
    Finding,
    Judgement,
    Limits,
    Mapped,
    Passage,
    Report,
    Segment,
    Span,
    Status,
    Verdict,
)

__all__ = ["Verifier", "require_text", "status_of"]

Coverage = Callable[[str, Extraction], tuple[Extraction, tuple[Span, ...]]]
_BLOCKED: tuple[Action, str] = ("block", "This answer could not be verified and is not shown.")


class Verifier:
    """Verifies answers. Holds no state of a request, so it may be shared between threads.

    `coverage` completes what an extractor dropped (see `entailed.extraction.coverage`). `second`
    is asked about claims that `scorer` left unsure (see `entailed.second.SecondOpinion`).
    Every stage is given explicitly; `entailed.build_verifier()` makes one of the parts that
    ship with the package.
    """

    def __init__(
        self,
        *,
        extractor: Extractor,
        aligner: Aligner,
        checks: Sequence[Check],
        scorer: Scorer | None,
        decider: Decider,
        enforcer: Enforcer,
        limits: Limits | None = None,
        coverage: Coverage | None = None,
        second: SecondOpinion | None = None,
    ) -> None:
        self.extractor = extractor
        self.aligner = aligner
        self.checks = tuple(checks)
        self.scorer = scorer
        self.decider = decider
        self.enforcer = enforcer
        self.coverage = coverage
        self.second = second
        self.limits = limits if limits is not None else Limits()
        self.stages = Stages(aligner, self.checks, scorer, decider, second, self.limits)

    def verify(self, answer: str, evidence: object, question: str = "") -> Report:
        """Verify one answer against the passages it was written from.

        `evidence` is anything `entailed.freeze` takes. An empty answer has no claims; evidence
        without text gives `no_evidence` before anything else is looked at.
        Raises InputError (and EvidenceError) for input that cannot be used; a stage that fails
        raises nothing and leaves its claims `unchecked`.
        """
        require_text("answer", answer)
        require_text("question", question)
        seconds = self.limits.seconds
        deadline = None if seconds is None else time.monotonic() + seconds
        frozen = freeze(evidence)
        return self.concluded(self.started(answer, frozen, question, deadline), frozen)

    def started(
        self, answer: str, evidence: Evidence, question: str, deadline: float | None
    ) -> Run:
        """A verification of which nothing is done yet, over the evidence within the limits."""
        within = self._bounded(evidence)
        cut = len(within) < len(evidence)
        return Run(answer, within, question, deadline, digest_text(answer), cut)

    def concluded(self, run: Run, evidence: Evidence) -> Report:
        """The report on the answer of `run`, by all stages; `evidence` is the whole of it."""
        segments, verdicts, status = self._judge(run)
        judgement = run.judgement(segments, verdicts, status)
        with run.timed("act"):
            acted = run.guard(
                "act", lambda: self.enforcer.act(judgement, lambda t: self._judge_again(run, t))
            )
        # Without a policy's word nothing may be shown as an answer: fail closed.
        action, text = _BLOCKED if isinstance(acted, Failure) else acted
        return Report(
            answer=run.answer,
            question=run.question,
            evidence=evidence,
            status=status,
            segments=segments,
            verdicts=verdicts,
            policy=self.enforcer.name,
            action=action,
            repaired_answer=text,
            findings=tuple(run.findings),
            failures=tuple(run.failures),
            components=self.components,
            timings=tuple(run.timings),
        )

    async def averify(self, answer: str, evidence: object, question: str = "") -> Report:
        """`verify` in a worker thread, so that an event loop stays free."""
        import asyncio  # deferred: a command that verifies once would pay for it

        return await asyncio.to_thread(self.verify, answer, evidence, question)

    def changed(
        self,
        *,
        decider: Decider | None = None,
        enforcer: Enforcer | None = None,
        limits: Limits | None = None,
    ) -> Verifier:
        """A verifier of the same stages but for those given, or under other limits."""
        return Verifier(
            extractor=self.extractor,
            aligner=self.aligner,
            checks=self.checks,
            scorer=self.scorer,
            decider=self.decider if decider is None else decider,
            enforcer=self.enforcer if enforcer is None else enforcer,
            limits=self.limits if limits is None else limits,
            coverage=self.coverage,
            second=self.second,
        )

    @property
    def components(self) -> tuple[Component, ...]:
        """Name, version and digest of every stage that takes part."""
        parts = [
            Component("extract", self.extractor.name, self.extractor.version),
            Component("align", self.aligner.name, self.aligner.version),
            *(Component("check", c.name, c.version) for c in self.checks),
        ]
        if self.scorer is not None:
            s = self.scorer
            parts.append(Component("score", s.name, s.version, s.digest))
        d = self.decider
        parts.append(Component("decide", d.name, d.version, d.digest))
        if self.second is not None:
            s, d = self.second.scorer, self.second.decider
            parts.append(Component("judge", s.name, s.version, s.digest))
            parts.append(Component("judge", d.name, d.version, d.digest))
        parts.append(Component("act", self.enforcer.name, "1", self.enforcer.digest))
        return tuple(parts)

    def _bounded(self, evidence: Evidence) -> Evidence:
        """The leading passages that lie within the limits."""
        kept: list[Passage] = []
        characters = 0
        for passage in evidence.passages[: self.limits.passages]:
            characters += len(passage.text)
            if characters > self.limits.evidence_characters:
                break
            kept.append(passage)
        if len(kept) == len(evidence):
            return evidence
        return Evidence(tuple(kept), digest_text(evidence.digest + str(len(kept))))

    def _judge(self, run: Run) -> tuple[tuple[Segment, ...], tuple[Verdict, ...], Status]:
        """Extraction to verdicts; `no_evidence` is looked at before anything else."""
        with run.timed("extract"):
            extraction = self._extract(run)
        if isinstance(extraction, Failure):
            whole = (Segment(Span(0, len(run.answer)), "not_checkable", "separator"),)
            extraction = Extraction((), whole if run.answer else ())
            if not run.evidence.blank:
                return extraction.segments, (), "unchecked"
        if run.evidence.blank:
            return self._without_evidence(run, extraction)
        extraction = self.covered(run, extraction)
        verdicts = self.stages.verdicts(run, extraction)
        return extraction.segments, verdicts, status_of(verdicts, extraction, run.failures)

    def _extract(self, run: Run) -> Extraction | Failure:
        """Claims of the part of the answer within the limit; the rest is one unchecked claim."""
        limit = self.limits.answer_characters
        head = run.answer if len(run.answer) <= limit else run.answer[:limit]
        made = run.guard(
            "extract", lambda: self.extractor.extract(head, run.evidence, run.question)
        )
        if isinstance(made, Failure):
            return made
        run.findings.extend(made.findings)
        if head is run.answer:
            return made
        rest = Span(limit, len(run.answer))
        claim_id = f"c{len(made.claims) + 1}"
        tail = Claim(claim_id, rest, _placeholder(run.answer, rest), rest)
        segment = Segment(rest, "claim", "claim", claim_id)
        return replace(
            made,
            claims=(*made.claims, tail),
            segments=(*made.segments, segment),
            declined=False,
        )

    def covered(self, run: Run, extraction: Extraction) -> Extraction:
        """The extraction with what the extractor dropped as claims of their own."""
        coverage = self.coverage
        if coverage is None:
            return extraction
        made = run.guard("coverage", lambda: coverage(run.answer, extraction))
        if isinstance(made, Failure):
            return extraction
        completed, gaps = made
        message = "the extractor left this out; it is checked whole"
        run.findings.extend(
            Finding("coverage", "note", gap, "coverage_gap", message=message) for gap in gaps
        )
        return completed

    def _without_evidence(
        self, run: Run, extraction: Extraction
    ) -> tuple[tuple[Segment, ...], tuple[Verdict, ...], Status]:
        """One finding for the whole answer; no claim is counted on its own."""
        if not run.answer.strip():
            return extraction.segments, (), "no_evidence"
        finding = Finding(
            check="evidence",
            outcome="fail",
            claim_span=Span(0, len(run.answer)),
            reason="no_evidence",
            label="missing",
            message="nothing was retrieved, so nothing in this answer is supported",
        )
        run.findings.append(finding)
        verdicts = tuple(Verdict(c, "missing", (finding,)) for c in extraction.claims)
        return extraction.segments, verdicts, "no_evidence"

    def _judge_again(self, run: Run, text: str) -> Judgement:
        """A changed text verified against the same evidence, under the same deadline."""
        again = run.again(text)
        segments, verdicts, status = self._judge(again)
        run.failures.extend(again.failures)
        return again.judgement(segments, verdicts, status)


def status_of(
    verdicts: Sequence[Verdict], extraction: Extraction, failures: Sequence[Failure]
) -> Status:
    """Status of a report from its verdicts.

    `unchecked` when a claim could not be checked and none failed outright; `grounded` only when
    every verdict is clean (supported, and no failed finding, not even on a citation). An answer
    without claims is `declined` when it abstains, else `grounded` (there is nothing to doubt).
    """
    if not verdicts:
        return "declined" if extraction.declined else "grounded"
    if all(v.clean for v in verdicts):
        return "grounded"
    labels = {v.label for v in verdicts}
    if "unchecked" in labels and labels <= {"unchecked", "supported"}:
        return "unchecked"
    return "partial" if "supported" in labels else "ungrounded"


def require_text(what: str, value: object) -> None:
    """Raise InputError unless `value` is a str that UTF-8 can hold."""
    if not isinstance(value, str):
        raise InputError(f"{what}: expected text (str), got {type(value).__name__}")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError(
            f"{what}: lone surrogate at offset {error.start}; decode it as UTF-8 (or with "
            "errors='replace') first"
        ) from error


def _placeholder(answer: str, span: Span) -> Mapped:
    """A short stand-in text for a part of the answer that is too long to be read."""
    return Mapped.identity(answer[span.start : span.start + 200], span.start)
