"""The order of the stages: freeze, extract, align, check, score, decide, act.

The pipeline imports no stage. It is handed every one, times it, and turns what goes wrong in a
stage into a `Failure` on the report: the other verdicts stand, and the claim concerned is
`unchecked`, never supported.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TypeVar

from entailed.canonical import digest_text
from entailed.errors import InputError, ScorerError
from entailed.evidence import freeze
from entailed.protocols import Aligner, Check, Decider, Enforcer, Extractor, Scorer
from entailed.types import (
    Action,
    Alignment,
    Claim,
    Component,
    Entailment,
    Evidence,
    Extraction,
    Failure,
    Finding,
    Judgement,
    Limits,
    Mapped,
    Pair,
    Passage,
    Report,
    Segment,
    Span,
    Status,
    Timing,
    Verdict,
)

__all__ = ["Verifier"]

T = TypeVar("T")
Scores = Sequence[Entailment] | Failure | None
Coverage = Callable[[str, Extraction], tuple[Extraction, tuple[Span, ...]]]
_BLOCKED: tuple[Action, str] = ("block", "This answer could not be verified and is not shown.")


@dataclass
class _Run:
    """What one verification has gathered so far."""

    answer: str
    evidence: Evidence
    question: str
    deadline: float | None
    timings: list[Timing] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    evidence_cut: bool = False

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

    def whole(self, scores: Sequence[Entailment | Failure], claim: Claim) -> Scores:
        """Scores of one claim, or the `Failure` of one of its pairs, also kept for the report."""
        found = [s for s in scores if isinstance(s, Entailment)]
        if len(found) == len(scores):
            return found
        failed = next(s for s in scores if isinstance(s, Failure))
        self.failures.append(replace(failed, claim_id=claim.id))
        return self.failures[-1]

    def guard(self, stage: str, call: Callable[[], T], claim_id: str | None = None) -> T | Failure:
        """The result of `call`, or the `Failure` it ended in, also kept for the report."""
        try:
            return call()
        except Exception as error:  # any stage may be a stranger's; its failure becomes a value
            failure = Failure(stage, type(error).__name__, str(error) or stage, claim_id)
            self.failures.append(failure)
            return failure


class Verifier:
    """Verifies answers. Holds no state of a request, so it may be shared between threads.

    `coverage` completes what an extractor dropped (see `entailed.extraction.coverage`).
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
    ) -> None:
        self.extractor = extractor
        self.aligner = aligner
        self.checks = tuple(checks)
        self.scorer = scorer
        self.decider = decider
        self.enforcer = enforcer
        self.coverage = coverage
        self.limits = limits if limits is not None else Limits()

    def verify(self, answer: str, evidence: object, question: str = "") -> Report:
        """Verify one answer against the passages it was written from.

        `evidence` is anything `entailed.freeze` takes. An empty answer has no claims; evidence
        without text gives `no_evidence` before anything else is looked at.
        Raises InputError (and EvidenceError) for input that cannot be used; a stage that fails
        raises nothing and leaves its claims `unchecked`.
        """
        _require_text("answer", answer)
        _require_text("question", question)
        seconds = self.limits.seconds
        deadline = None if seconds is None else time.monotonic() + seconds
        frozen = freeze(evidence)
        run = _Run(answer, self._bounded(frozen), question, deadline)
        run.evidence_cut = len(run.evidence) < len(frozen)
        segments, verdicts, status = self._judge(run)
        judgement = run.judgement(segments, verdicts, status)
        with run.timed("act"):
            acted = run.guard(
                "act", lambda: self.enforcer.act(judgement, lambda t: self._judge_again(run, t))
            )
        # Without a policy's word nothing may be shown as an answer: fail closed.
        action, text = _BLOCKED if isinstance(acted, Failure) else acted
        return Report(
            answer=answer,
            question=question,
            evidence=frozen,
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
        return await asyncio.to_thread(self.verify, answer, evidence, question)

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
        parts.append(
            Component("decide", self.decider.name, self.decider.version, self.decider.digest)
        )
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

    def _judge(self, run: _Run) -> tuple[tuple[Segment, ...], tuple[Verdict, ...], Status]:
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
        extraction = self._covered(run, extraction)
        verdicts = self._verdicts(run, extraction)
        return extraction.segments, verdicts, status_of(verdicts, extraction, run.failures)

    def _extract(self, run: _Run) -> Extraction | Failure:
        """Claims of the part of the answer within the limit; the rest is one unchecked claim."""
        limit = self.limits.answer_characters
        head = run.answer if len(run.answer) <= limit else run.answer[:limit]
        made = run.guard(
            "extract", lambda: self.extractor.extract(head, run.evidence, run.question)
        )
        if isinstance(made, Failure) or head is run.answer:
            return made
        rest = Span(limit, len(run.answer))
        claim_id = f"c{len(made.claims) + 1}"
        tail = Claim(claim_id, rest, _placeholder(run.answer, rest), rest)
        segment = Segment(rest, "claim", "claim", claim_id)
        return Extraction((*made.claims, tail), (*made.segments, segment), False)

    def _covered(self, run: _Run, extraction: Extraction) -> Extraction:
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
        self, run: _Run, extraction: Extraction
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

    def _verdicts(self, run: _Run, extraction: Extraction) -> tuple[Verdict, ...]:
        """Align, check, score and decide, in that order."""
        checked = [c for c in extraction.claims if c.span.end <= self.limits.answer_characters]
        checked = checked[: self.limits.claims]
        with run.timed("align"):
            aligned = run.guard(
                "align", lambda: self.aligner.align(checked, run.evidence, run.question)
            )
        if isinstance(aligned, Failure):
            return tuple(self._failed(c, run.evidence, aligned) for c in extraction.claims)
        with run.timed("check"):
            results = [self._check(run, c, a) for c, a in zip(checked, aligned, strict=True)]
        with run.timed("score"):
            scores = self._score(run, checked, aligned, [found for found, _ in results])
        with run.timed("decide"):
            made = [
                self._decide(run, *row)
                for row in zip(checked, aligned, results, scores, strict=True)
            ]
        over = [c for c in extraction.claims if c not in checked]
        limit = Failure("limits", "limit_reached", "beyond the limit on answer length or claims")
        if over:
            run.failures.append(limit)
        return (*made, *(self._failed(c, run.evidence, limit) for c in over))

    def _check(
        self, run: _Run, claim: Claim, alignment: Alignment
    ) -> tuple[list[Finding], list[Failure]]:
        """All findings on a claim, and the checks that broke on it."""
        findings: list[Finding] = []
        failures: list[Failure] = []
        for one in self.checks:
            if run.late:
                failures.append(_out_of_time(claim))
                break
            made = run.guard(f"check:{one.name}", _bind(one, claim, alignment, run), claim.id)
            if isinstance(made, Failure):
                failures.append(made)
            else:
                findings.extend(made)
        return findings, failures

    def _score(
        self,
        run: _Run,
        claims: Sequence[Claim],
        aligned: Sequence[Alignment],
        findings: Sequence[Sequence[Finding]],
    ) -> list[Scores]:
        """Scores a claim for its windows, in one batch over all claims that need a model."""
        out: list[Scores] = [None] * len(claims)
        asked = [
            self.decider.pairs(c, a, f, run.evidence)
            for c, a, f in zip(claims, aligned, findings, strict=True)
        ]
        scorer = self.scorer
        if scorer is None or not any(asked):
            return out
        if run.late:
            return [_out_of_time(c) if a else None for c, a in zip(claims, asked, strict=True)]
        pairs = [pair for some in asked for pair in some]
        made = run.guard("score", lambda: _scored(scorer, pairs))
        at = 0
        for i, some in enumerate(asked):
            if some:
                own = made if isinstance(made, Failure) else made[at : at + len(some)]
                out[i] = own if isinstance(own, Failure) else run.whole(own, claims[i])
                at += len(some)
        return out

    def _decide(
        self,
        run: _Run,
        claim: Claim,
        alignment: Alignment,
        result: tuple[list[Finding], list[Failure]],
        scores: Scores,
    ) -> Verdict:
        findings, failures = result
        made = run.guard(
            "decide",
            lambda: self.decider.decide(claim, alignment, findings, scores, run.evidence, failures),
            claim.id,
        )
        if isinstance(made, Failure):
            return self._failed(claim, run.evidence, made)
        if run.evidence_cut and made.label in ("missing", "related"):
            cut = Failure(
                "limits", "limit_reached", "evidence beyond the limit was not read", claim.id
            )
            return self._failed(claim, run.evidence, cut)
        return made

    def _failed(self, claim: Claim, evidence: Evidence, failure: Failure) -> Verdict:
        return self.decider.decide(claim, Alignment(claim.id), (), failure, evidence, (failure,))

    def _judge_again(self, run: _Run, text: str) -> Judgement:
        """A changed text verified against the same evidence, under the same deadline."""
        again = _Run(text, run.evidence, run.question, run.deadline, [], [], [], run.evidence_cut)
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


def _require_text(what: str, value: object) -> None:
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


def _out_of_time(claim: Claim) -> Failure:
    return Failure("limits", "limit_reached", "the time budget was used up", claim.id)


def _bind(
    one: Check, claim: Claim, alignment: Alignment, run: _Run
) -> Callable[[], tuple[Finding, ...]]:
    return lambda: one(claim, alignment, run.evidence)


def _scored(scorer: Scorer, pairs: Sequence[Pair]) -> list[Entailment | Failure]:
    """Scores of all pairs; a scorer that breaks its contract is an error, not a result."""
    made = list(scorer.score(pairs))
    if len(made) != len(pairs) or not all(isinstance(e, (Entailment, Failure)) for e in made):
        raise ScorerError(
            f"scorer {scorer.name!r}: expected {len(pairs)} Entailment values, got {len(made)}"
        )
    return made
