"""A challenge: the answer checked again against its own passages, and held or corrected.

Generators of steps, as in the answering loop: they say what is to be run next and are sent what
came of it, so that sync and async code decide alike.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

from entailed.answering.judging import checked, stands
from entailed.answering.outcome import Outcome
from entailed.answering.running import Step
from entailed.conversation.countering import counter_of
from entailed.conversation.quoting import Quote, as_answer, as_lines, quotes_of
from entailed.conversation.turns import Standing, Turn, TurnStatus
from entailed.conversation.wording import Wording
from entailed.enforcement import PolicyEnforcer
from entailed.pipeline import Verifier
from entailed.policy import load_policy, suppressing
from entailed.treatments import Policy
from entailed.types import Evidence, Report, Verdict

__all__ = ["Recheck", "Steps", "evidence_of"]

T = TypeVar("T")
Steps = Generator[Step, Any, T]
Stance = Literal["", "agreed", "contradicted", "unsupported"]
Again = Callable[[], Step]
_AUDIT = load_policy("audit")
# What failed is named in the reply, so that the text that stands need not speak of it.
_REPAIR = suppressing(load_policy("repair"))


@dataclass(frozen=True, slots=True)
class _Countered:
    """What the user said instead, and what the evidence says of that."""

    stance: Stance = ""
    text: str = ""
    report: Report | None = None


_SILENT = _Countered()


@dataclass(frozen=True, slots=True)
class Recheck:
    """One challenge of one question.

    `again` makes the step that asks the question once more, for one without an answer; None
    where that is not to be done.
    """

    verifier: Verifier
    wording: Wording
    subject: Standing
    message: str
    again: Again | None = None

    def steps(self) -> Steps[Turn]:
        """The turn of the challenge, without its number."""
        if not self.subject.answer:
            countered = yield from self._countered(())
            return (yield from self._without_answer(countered))
        report = yield from self._verify(self.subject.answer, _REPAIR)
        if not (checked(report) or stands(report)):
            return self._turn("unchecked", "unchecked", report=report, answer=self.subject.answer)
        countered = yield from self._countered(tuple(v.claim.text for v in report.verdicts))
        if stands(report):
            return self._held(report, countered)
        return (yield from self._corrected(report, countered))

    # --- the answer stands -------------------------------------------------------------------

    def _held(self, report: Report, countered: _Countered) -> Turn:
        name = "held" if not countered.stance else f"held_{countered.stance}"
        quotes = quotes_of(report.verdicts, report.evidence)
        if countered.report is not None and countered.stance in ("agreed", "contradicted"):
            quotes += quotes_of(countered.report.verdicts, report.evidence)
        if countered.stance == "agreed" and _conflict(report, countered.report):
            name = "conflict"
        answer = self.subject.answer
        return self._turn("held", name, countered, report, answer, quotes)

    # --- it does not -------------------------------------------------------------------------

    def _corrected(self, report: Report, countered: _Countered) -> Steps[Turn]:
        """What is left of the answer, and what the passages say in the place of the rest."""
        wrong = [v for v in report.verdicts if not v.clean]
        opposing = quotes_of((v for v in wrong if v.label == "contradicted"), report.evidence)
        if countered.stance == "agreed" and countered.report is not None:
            opposing = quotes_of(countered.report.verdicts, report.evidence) + opposing
        changed = report.action == "repair" and report.repaired_answer != _REPAIR.decline
        kept = report.repaired_answer if changed else ""
        made = yield from self._first_that_stands(_texts(kept, opposing))
        places = {"wrong": " ".join(_sentence(v) for v in wrong)}
        if made is None:
            near = quotes_of(wrong, report.evidence)
            return self._turn("withdrawn", "withdrawn", countered, report, "", near, places)
        name = "corrected" if not countered.stance else f"corrected_{countered.stance}"
        quotes = quotes_of(made.verdicts, made.evidence)
        return self._turn("corrected", name, countered, made, made.answer, quotes, places)

    def _first_that_stands(self, texts: Sequence[str]) -> Steps[Report | None]:
        for text in texts:
            report = yield from self._verify(text, _AUDIT)
            if stands(report):
                return report
        return None

    # --- there was none ----------------------------------------------------------------------

    def _without_answer(self, countered: _Countered) -> Steps[Turn]:
        evidence = self.subject.evidence
        if countered.stance == "agreed" and countered.report is not None:
            quotes = quotes_of(countered.report.verdicts, evidence)
            made = yield from self._first_that_stands([as_answer(quotes)] if quotes else [])
            if made is not None:
                return self._turn("corrected", "found_agreed", countered, made, made.answer, quotes)
        outcome: Outcome | None = (yield self.again()) if self.again is not None else None
        if outcome is not None and outcome.status == "verified":
            return self._found(outcome, countered)
        shown = self.subject.root.reply if outcome is None else outcome.text
        name = "open" if countered.stance in ("", "agreed") else f"open_{countered.stance}"
        quotes = () if countered.report is None else quotes_of(countered.report.verdicts, evidence)
        turn = self._turn("open", name, countered, None, "", quotes, {"answer": shown})
        if outcome is None:
            return turn
        failures = outcome.failures
        return replace(turn, search=self._search, because=outcome.because, failures=failures)

    def _found(self, outcome: Outcome, countered: _Countered) -> Turn:
        report = outcome.report
        quotes = quotes_of(report.verdicts, report.evidence) if report is not None else ()
        turn = self._turn("corrected", "found", countered, report, outcome.text, quotes)
        return replace(turn, search=self._search, evidence=evidence_of(outcome))

    @property
    def _search(self) -> str:
        return self.subject.root.search or self.subject.root.text

    # --- small things ------------------------------------------------------------------------

    def _countered(self, claims: Sequence[str]) -> Steps[_Countered]:
        """What the user says instead, verified against the passages of the answer alone."""
        counter = counter_of(self.message, claims, self._question)
        if counter is None or self.subject.evidence.blank:
            return _SILENT
        text = counter.text
        if counter.leans and claims:
            text = yield from self._read_behind(claims[-1], text)
        report = yield from self._verify(text, _AUDIT)
        if not report.verdicts or not checked(report):
            return _SILENT
        labels = {verdict.label for verdict in report.verdicts}
        if labels == {"supported"}:
            return _Countered("agreed", text, report)
        stance: Stance = "contradicted" if "contradicted" in labels else "unsupported"
        return _Countered(stance, text, report)

    def _read_behind(self, claim: str, text: str) -> Steps[str]:
        """`text` with its pronouns read as those of a sentence after `claim`."""
        before = f"{claim.rstrip('.')}. "
        report = yield from self._verify(before + text, _AUDIT)
        own = [v for v in report.verdicts if v.claim.span.start >= len(before)]
        return " ".join(_sentence(verdict) for verdict in own) or text

    def _verify(self, text: str, policy: Policy) -> Steps[Report]:
        """The report on `text` by the passages of the answer; every claim of it is checked."""
        verifier = self.verifier.changed(
            enforcer=PolicyEnforcer(policy),
            limits=replace(self.verifier.limits, sample=1.0),
        )
        evidence, question = self.subject.evidence, self._question
        made: Report = yield Step(lambda: verifier.verify(text, evidence, question))
        return made

    @property
    def _question(self) -> str:
        return self.subject.root.question or self.subject.root.text

    def _turn(
        self,
        status: TurnStatus,
        name: str,
        countered: _Countered = _SILENT,
        report: Report | None = None,
        answer: str = "",
        quotes: Sequence[Quote] = (),
        places: dict[str, str] | None = None,
    ) -> Turn:
        filled = {"answer": answer, "counter": countered.text, "quotes": as_lines(quotes)}
        reply = self.wording.fill(name, **{**filled, "wrong": "", **(places or {})})
        return Turn(
            kind="challenge",
            text=self.message,
            reply=reply,
            status=status,
            about=self.subject.root.number,
            question=self._question,
            answer=answer,
            report=report,
            counter=countered.report,
            evidence=self.subject.evidence,
            failures=report.failures if report is not None else (),
        )


def evidence_of(outcome: Outcome) -> Evidence:
    """The passages an outcome was reached with: those of its report, else of the last attempt."""
    if outcome.report is not None:
        return outcome.report.evidence
    return outcome.attempts[-1].evidence


def _texts(kept: str, opposing: Sequence[Quote]) -> list[str]:
    """What may stand in an answer's place, the fullest first."""
    new = [quote for quote in opposing if quote.text.strip(" .") not in kept]
    said = as_answer(new)
    return list(dict.fromkeys(t for t in (f"{kept} {said}".strip(), said, kept.strip()) if t))


def _conflict(report: Report, counter: Report | None) -> bool:
    """Whether passages disagree about what is claimed on either side."""
    verdicts = (*report.verdicts, *(counter.verdicts if counter is not None else ()))
    return any(reason.reason == "source_conflict" for v in verdicts for reason in v.reasons)


def _sentence(verdict: Verdict) -> str:
    text = verdict.claim.text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."
