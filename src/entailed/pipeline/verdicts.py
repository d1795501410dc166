"""From an extraction to verdicts: align, check, score, decide, and ask again where unsure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from entailed.errors import ScorerError
from entailed.pipeline.run import Run, out_of_time
from entailed.protocols import Aligner, Check, Decider, Scorer
from entailed.sampling import always_checked, is_drawn
from entailed.second import SecondOpinion
from entailed.types import (
    Alignment,
    Claim,
    Entailment,
    Evidence,
    Extraction,
    Failure,
    Finding,
    Limits,
    Pair,
    Span,
    Verdict,
)

__all__ = ["Stages"]

Scores = Sequence[Entailment] | Failure | None


@dataclass(frozen=True, slots=True)
class _Row:
    """One claim with where it is checked and what the checks found or broke on."""

    claim: Claim
    alignment: Alignment
    findings: list[Finding] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Stages:
    """The stages that make verdicts, in the order they run."""

    aligner: Aligner
    checks: tuple[Check, ...]
    scorer: Scorer | None
    decider: Decider
    second: SecondOpinion | None
    limits: Limits

    def verdicts(self, run: Run, extraction: Extraction) -> tuple[Verdict, ...]:
        """One verdict a claim, in the order of the extraction."""
        left = self._left_out(run, extraction.claims)
        kept = [c for c, why in zip(extraction.claims, left, strict=True) if why is None]
        known = [run.known_verdict(claim) for claim in kept]
        new = [claim for claim, verdict in zip(kept, known, strict=True) if verdict is None]
        checked = iter(self._checked(run, new, extraction.guards))
        made = (next(checked) if verdict is None else verdict for verdict in known)
        return tuple(
            next(made) if why is None else self._failed(claim, run.evidence, why)
            for claim, why in zip(extraction.claims, left, strict=True)
        )

    def _left_out(self, run: Run, claims: Sequence[Claim]) -> list[Failure | None]:
        """For each claim why it is not checked: the limits, or the sample; None for the others."""
        limits = self.limits
        limit = Failure("limits", "limit_reached", "beyond the limit on answer length or claims")
        left: list[Failure | None] = []
        room = limits.claims
        for claim in claims:
            within = room > 0 and claim.span.end <= limits.answer_characters
            room -= within
            left.append(None if within else limit)
        if limit in left:
            run.failures.append(limit)
        if limits.sample < 1:
            unlucky = Failure(
                "limits", "not_sampled", f"not in the sample of {limits.sample:.0%} of the claims"
            )
            drawn = [self._in_sample(run, claim) for claim in claims]
            left = [why if d else why or unlucky for why, d in zip(left, drawn, strict=True)]
        return left

    def _in_sample(self, run: Run, claim: Claim) -> bool:
        drawn = is_drawn(claim, self.limits.sample, self.limits.seed, run.digest)
        return drawn or always_checked(claim)

    def _checked(self, run: Run, claims: Sequence[Claim], guards: Sequence[Claim]) -> list[Verdict]:
        """Verdicts on claims within the limits, in order."""
        guards = [g for g in guards if any(g.span.overlaps(c.span) for c in claims)]
        with run.timed("align"):
            aligned = run.guard(
                "align",
                lambda: self.aligner.align([*claims, *guards], run.evidence, run.question),
            )
        if isinstance(aligned, Failure):
            return [self._failed(c, run.evidence, aligned) for c in claims]
        every = [_Row(c, a) for c, a in zip([*claims, *guards], aligned, strict=True)]
        with run.timed("check"):
            for row in every:
                self._check(run, row)
        rows, guarding = every[: len(claims)], every[len(claims) :]
        for guard in guarding:
            _carry(guard, rows)
        with run.timed("score"):
            scores = self._score(run, rows, self.scorer, self.decider, "score")
        with run.timed("decide"):
            made = [
                self._decide(run, row, own, self.decider)
                for row, own in zip(rows, scores, strict=True)
            ]
        return made if self.second is None else self._ask_again(run, rows, made, self.second)

    def _check(self, run: Run, row: _Row) -> None:
        """Put all findings on the claim of `row` into it, and the checks that broke on it."""
        for one in self.checks:
            if run.late:
                row.failures.append(out_of_time(row.claim))
                break
            made = run.guard(f"check:{one.name}", _bind(one, row, run), row.claim.id)
            if isinstance(made, Failure):
                row.failures.append(made)
            else:
                row.findings.extend(made)

    def _score(
        self, run: Run, rows: Sequence[_Row], scorer: Scorer | None, decider: Decider, stage: str
    ) -> list[Scores]:
        """Scores a claim for its windows, in one batch over all claims that need a model."""
        out: list[Scores] = [None] * len(rows)
        asked = [decider.pairs(r.claim, r.alignment, r.findings, run.evidence) for r in rows]
        if scorer is None or not any(asked):
            return out
        if run.late:
            return [
                out_of_time(r.claim) if some else None for r, some in zip(rows, asked, strict=True)
            ]
        pairs = [pair for some in asked for pair in some]
        made = run.guard(stage, lambda: _scored(scorer, pairs))
        at = 0
        for i, some in enumerate(asked):
            if some:
                own = made if isinstance(made, Failure) else made[at : at + len(some)]
                out[i] = own if isinstance(own, Failure) else _whole(run, own, rows[i], stage)
                at += len(some)
        return out

    def _decide(self, run: Run, row: _Row, scores: Scores, decider: Decider) -> Verdict:
        made = run.guard(
            "decide",
            lambda: decider.decide(
                row.claim, row.alignment, row.findings, scores, run.evidence, row.failures
            ),
            row.claim.id,
        )
        if isinstance(made, Failure):
            return self._failed(row.claim, run.evidence, made)
        if run.evidence_cut and made.label in ("missing", "related"):
            cut = Failure(
                "limits", "limit_reached", "evidence beyond the limit was not read", row.claim.id
            )
            return self._failed(row.claim, run.evidence, cut)
        return made

    def _failed(self, claim: Claim, evidence: Evidence, failure: Failure) -> Verdict:
        return self.decider.decide(claim, Alignment(claim.id), (), failure, evidence, (failure,))

    def _ask_again(
        self, run: Run, rows: Sequence[_Row], first: list[Verdict], second: SecondOpinion
    ) -> list[Verdict]:
        """The verdicts, with those that were unsure decided by the second scorer."""
        chosen, beyond = second.unsure(first)
        if run.late:
            chosen, beyond = [], [*chosen, *beyond]
        made = list(first)
        for i in beyond:
            made[i] = second.left(first[i])
        if not chosen:
            return made
        asked = [rows[i] for i in chosen]
        with run.timed("judge"):
            scores = self._score(run, asked, second.scorer, second.decider, "judge")
            for i, row, own in zip(chosen, asked, scores, strict=True):
                made[i] = second.settled(first[i], self._decide(run, row, own, second.decider))
        return made


def _carry(guard: _Row, rows: Sequence[_Row]) -> None:
    """Hand what decides a guard, or broke on it, to the claims that stand where it does.

    A finding goes to the claims at its own place, or to all of the guard's where none is there.
    """
    beside = [row for row in rows if row.claim.span.overlaps(guard.claim.span)]
    for failure in guard.failures:
        for row in beside:
            row.failures.append(failure)
    for finding in guard.findings:
        decides = finding.outcome == "fail" and finding.label is not None
        if not decides and finding.reason != "arithmetic_derived":
            continue
        there = [row for row in beside if _meets(row.claim.span, finding.claim_span)]
        for row in there or beside:
            if finding not in row.findings:
                row.findings.append(finding)


def _meets(span: Span, place: Span) -> bool:
    """Whether a finding's place is in a claim's; an empty one is where it touches it."""
    return span.overlaps(place) or (len(place) == 0 and span.start <= place.start <= span.end)


def _bind(one: Check, row: _Row, run: Run) -> Callable[[], tuple[Finding, ...]]:
    return lambda: one(row.claim, row.alignment, run.evidence)


def _scored(scorer: Scorer, pairs: Sequence[Pair]) -> list[Entailment | Failure]:
    """Scores of all pairs; a scorer that breaks its contract is an error, not a result."""
    made = list(scorer.score(pairs))
    if len(made) != len(pairs) or not all(isinstance(e, (Entailment, Failure)) for e in made):
        raise ScorerError(
            f"scorer {scorer.name!r}: expected {len(pairs)} Entailment values, got {len(made)}"
        )
    return made


def _whole(
    run: Run, scores: Sequence[Entailment | Failure], row: _Row, stage: str
) -> list[Entailment] | Failure:
    """Scores of one claim, or the `Failure` of one of its pairs, also kept for the report."""
    failed = next(_failures(scores), None)
    if failed is None:
        return [s for s in scores if isinstance(s, Entailment)]
    run.failures.append(replace(failed, stage=stage, claim_id=row.claim.id))
    return run.failures[-1]


def _failures(scores: Sequence[Entailment | Failure]) -> Iterator[Failure]:
    return (s for s in scores if isinstance(s, Failure))
