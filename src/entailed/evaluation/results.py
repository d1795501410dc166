"""One answer judged: what was shown, what the verifier says about it, and what is counted of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from entailed.dialogue import Message
from entailed.evaluation.suites import Category, Expectation, Scenario
from entailed.evaluation.systems import Answered, Asked, Done, evidence_of
from entailed.pipeline import Verifier
from entailed.text.normalize import contains
from entailed.types import Evidence, Failure, Finding, Reason, Report, Span, Verdict

__all__ = ["Result", "citation_stands", "failed_result", "judge", "judge_again"]

_UNVERIFIED: frozenset[Reason] = frozenset(
    {"quote_altered", "quote_stitched", "quote_fabricated", "title_missing"}
)
_SPAN_CHECKS = ("quotes", "titles")
_CITATION_FAULTS: frozenset[Reason] = frozenset(
    {"unknown_citation", "misattributed", "citation_stuffing", "quote_misattributed"}
)


@dataclass(frozen=True)
class Result:
    """One turn of one scenario, answered and judged.

    `failure` is set where the answer could not be had or could not be judged: such a result
    has no part in any rate. `report` is the verifier's on the text shown; None where nothing was
    shown, the system withheld its answer, or the evaluation failed before it. `history` is what
    was said before the question.
    `done` is what the system's safeguards did, or else what the verifier's policy would do.
    """

    scenario: str
    turn: int
    category: Category
    digest: str
    question: str
    expect: Expectation
    answered: Answered
    report: Report | None = None
    failure: Failure | None = None
    history: tuple[Message, ...] = ()

    @property
    def key(self) -> tuple[str, int]:
        """Scenario and turn: what pairs this result with that of another run."""
        return (self.scenario, self.turn)

    @property
    def evaluated(self) -> bool:
        """Whether the answer was had and judged."""
        return self.failure is None

    @property
    def done(self) -> Done | None:
        """What became of the answer."""
        if self.answered.done is not None:
            return self.answered.done
        return None if self.report is None else self.report.action

    @cached_property
    def declined(self) -> bool:
        """Whether nothing but an abstention was shown, or nothing at all."""
        if self.answered.withheld or not self.answered.text.strip():
            return True
        return self._abstention and not self.verdicts

    @property
    def abstains(self) -> bool:
        """Whether the answer says, beside other things perhaps, that the passages do not say."""
        return self.declined or self._abstention

    @property
    def shown(self) -> bool:
        """Whether an answer was shown (a plain abstention is none)."""
        return self.evaluated and not self.declined

    @property
    def ungrounded(self) -> bool:
        """Whether an answer was shown though there was no source at all."""
        return self.shown and self.report is not None and self.report.status == "no_evidence"

    @cached_property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Verdicts on the claims shown; none for an answer without any source."""
        if self.report is None or self.answered.withheld or self.report.status == "no_evidence":
            return ()
        return self.report.verdicts

    @property
    def checked(self) -> tuple[Verdict, ...]:
        """Verdicts that say something: those not `unchecked`."""
        return tuple(v for v in self.verdicts if v.label != "unchecked")

    @property
    def cited(self) -> tuple[Verdict, ...]:
        """Checked verdicts on claims that carry a citation."""
        return tuple(v for v in self.checked if v.claim.citations)

    @property
    def spans(self) -> dict[Span, bool]:
        """Quotations and titles shown, each with whether no source holds it."""
        spans: dict[Span, bool] = {}
        for finding in self._span_findings():
            bad = finding.reason in _UNVERIFIED and finding.outcome == "fail"
            spans[finding.claim_span] = spans.get(finding.claim_span, False) or bad
        return spans

    @property
    def faulty(self) -> bool:
        """Whether an answer was shown with a claim that is not clean, or without any source."""
        return self.ungrounded or any(not v.clean for v in self.checked)

    @property
    def faults(self) -> tuple[str, ...]:
        """What the expectation does not find met, in words; none where all is as expected."""
        if self.expect.behaviour == "answer" and self.declined:
            return ("declines, though the passages answer it",)
        if self.expect.behaviour == "decline" and not self.abstains:
            return ("answers, though the passages are silent",)
        text = self.answered.text
        found = [f"says {bad!r}" for bad in self.expect.avoids if contains(bad, text)]
        if self.declined:
            return tuple(found)
        missing = [
            f"does not say {' or '.join(map(repr, group))}"
            for group in self.expect.mentions
            if not any(contains(words, text) for words in group)
        ]
        return (*missing, *found)

    @property
    def verifying(self) -> float | None:
        """Milliseconds the verifier took; None where it had nothing to do."""
        if self.report is None or not self.report.timings:
            return None
        return sum(timing.milliseconds for timing in self.report.timings)

    @property
    def _abstention(self) -> bool:
        return self.report is not None and any(
            segment.role == "abstention" for segment in self.report.segments
        )

    def _span_findings(self) -> list[Finding]:
        return [
            finding
            for verdict in self.verdicts
            for finding in verdict.reasons
            if finding.check in _SPAN_CHECKS and finding.outcome != "note"
        ]


def citation_stands(verdict: Verdict) -> bool:
    """Whether the passages a claim cites support it."""
    faults = {f.reason for f in verdict.reasons if f.outcome == "fail"}
    return verdict.label == "supported" and not faults & _CITATION_FAULTS


def judge(
    scenario: Scenario,
    asked: Asked,
    answered: Answered,
    verifier: Verifier,
    fallback: Evidence | None = None,
) -> Result:
    """The answer verified against what it was written from. Raises nothing.

    A verifier that raises, or a report in which nothing could be checked, is a failure.
    """
    result = _result(scenario, asked, answered)
    if answered.withheld or not answered.text.strip():
        return result
    try:
        evidence = evidence_of(asked, answered, fallback)
        report = verifier.verify(answered.text, evidence, asked.question)
    except Exception as error:  # a stranger's verifier or passages; a failure, never a score
        return failed_result(scenario, asked, "verify", error, answered)
    return _with_report(result, report)


def judge_again(result: Result, verifier: Verifier) -> Result:
    """The same answer, verified anew against the same passages. Raises nothing.

    A result without a report stays as it is: there was nothing to verify, or no answer.
    """
    if result.report is None:
        return result
    try:
        report = verifier.verify(result.answered.text, result.report.evidence, result.question)
    except Exception as error:  # as in `judge`
        failure = Failure("verify", type(error).__name__, str(error) or "verify")
        return replace(result, report=None, failure=failure)
    return _with_report(replace(result, failure=None), report)


def failed_result(
    scenario: Scenario,
    asked: Asked,
    stage: str,
    error: Exception,
    answered: Answered | None = None,
) -> Result:
    """A result that says why there is none."""
    failure = Failure(stage, type(error).__name__, str(error) or stage)
    result = _result(scenario, asked, answered if answered is not None else Answered(""))
    return replace(result, failure=failure)


def _result(scenario: Scenario, asked: Asked, answered: Answered) -> Result:
    return Result(
        scenario=scenario.id,
        turn=asked.turn,
        category=scenario.category,
        digest=scenario.digest,
        question=asked.question,
        expect=scenario.turns[asked.turn].expect,
        answered=answered,
        history=asked.history,
    )


def _with_report(result: Result, report: Report) -> Result:
    failure = None
    if report.status == "unchecked":
        first = report.failures[0] if report.failures else None
        message = first.message if first else "no claim could be checked"
        failure = Failure("verify", first.error if first else "unchecked", message)
    return replace(result, report=report, failure=failure)
