"""From a question to text that may be shown: retrieve, generate, verify, once more, or decline.

The loop is a generator of steps: it says what is to be done next and is sent what came of it.
`Answerer.ask` and `Answerer.aask` differ only in how they carry out a step, so they cannot differ
in what they decide.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from entailed.answering.asking import adds, fitting, request, usable
from entailed.answering.judging import (
    Fault,
    abstains,
    checked,
    citations,
    demanding,
    faults_of,
    may_be_flagged,
    only_citing_failed,
    repeats,
    stands,
    support_needed,
    would_fall,
)
from entailed.answering.outcome import (
    NO_PAST,
    Attempt,
    Cause,
    Outcome,
    OutcomeStatus,
    Past,
    Progress,
    Stage,
)
from entailed.answering.running import Step
from entailed.answering.turns import own_turn
from entailed.dialogue import Completion, Retrieval, Wish
from entailed.enforcement import PolicyEnforcer
from entailed.errors import RetrieverError
from entailed.evidence import freeze
from entailed.pipeline import Verifier
from entailed.policy import suppressing
from entailed.prompts import Prompts
from entailed.protocols import ChatModel, Retriever
from entailed.treatments import Policy
from entailed.types import Evidence, Failure, Passage, Report, Timing

__all__ = ["Loop", "Parts"]

_MOMENT = 0.02
T = TypeVar("T")
Steps = Generator[Step, Any, T]


@dataclass(frozen=True, slots=True)
class Parts:
    """What an answerer is made of; see `Answerer`."""

    retriever: Retriever
    model: ChatModel | None
    verifier: Verifier
    policy: Policy
    prompts: Prompts
    passages: int
    widened: int
    prompt_characters: int
    wish: Wish


_NOTHING = freeze(())
_UNWRITTEN = Completion("")


@dataclass(frozen=True, slots=True)
class _Found:
    """What a retrieval gave: frozen passages, a text that came with them, and what was cut."""

    evidence: Evidence
    text: str
    cut: str


@dataclass
class _Draft:
    """An attempt while it is being made."""

    number: int
    limit: int
    evidence: Evidence = _NOTHING
    named: tuple[str, ...] = ()
    completion: Completion = _UNWRITTEN
    dropped: str = ""
    report: Report | None = None
    rest: Report | None = None
    failures: list[Failure] = field(default_factory=list)
    timings: list[Timing] = field(default_factory=list)

    @property
    def shown(self) -> Report | None:
        """The report on the answer, or on what is left of it, where that is verified."""
        found = (one for one in (self.report, self.rest) if one is not None and stands(one))
        return next(found, None)

    def attempt(self) -> Attempt:
        """The finished attempt."""
        made = self.completion
        return Attempt(
            number=self.number,
            limit=self.limit,
            evidence=self.evidence,
            named=self.named,
            answer=made.text,
            dropped=self.dropped,
            model=made.model,
            prompt_tokens=made.prompt_tokens,
            completion_tokens=made.completion_tokens,
            report=self.report,
            shown=self.shown,
            failures=tuple(self.failures),
            timings=tuple(self.timings),
        )


class Loop:
    """One question on its way. `deadline` is on the monotonic clock."""

    def __init__(
        self,
        parts: Parts,
        question: str,
        deadline: float | None = None,
        progress: Callable[[Progress], None] | None = None,
        past: Past = NO_PAST,
    ) -> None:
        self.parts = parts
        self.question = question
        self.past = past
        self.deadline = deadline
        self.progress = progress
        self.out_of_time = False
        self.drafts: list[_Draft] = []

    def steps(self) -> Steps[Outcome]:
        """The whole way, to its outcome."""
        first = self._draft(self.parts.passages)
        text = yield from self._retrieve(first)
        if text is not None:
            if first.evidence.blank:
                return self._end("ungrounded", "nothing_found", self.parts.prompts.ungrounded)
            yield from self._answer(first, text)
            if first.report is not None and self._again(first, first.report):
                yield from self._second(first, first.report)
        return self._settled()

    # --- the second attempt ------------------------------------------------------------------

    def _again(self, first: _Draft, report: Report) -> bool:
        """Whether a second answer is asked for. It is not where the verifier is at fault."""
        policy = self.parts.policy
        if not policy.loops or report.failures or stands(report):
            return False
        if abstains(report):
            return policy.widen
        fixed = first.shown is not None and only_citing_failed(report)
        return bool(faults_of(report)) and not fixed

    def _second(self, first: _Draft, report: Report) -> Steps[None]:
        """One more answer: from more passages, or with the failing claims named, or both."""
        policy = self.parts.policy
        faults = () if abstains(report) else faults_of(report)
        second = self._draft(self.parts.widened if policy.widen else first.limit)
        text = (yield from self._retrieve(second)) if policy.widen else None
        if text is not None and adds(second.evidence, first.evidence):
            # What was not found before may well be supported now: only the rest is named.
            faults = tuple(fault for fault in faults if fault.contradicted)
        else:
            second.evidence = first.evidence
            if not (policy.regenerate and faults and self.parts.model):
                return
        yield from self._answer(second, text or "", faults if policy.regenerate else ())
        made = second.report
        if made is not None and not stands(made) and repeats(report, made):
            yield from self._verify(second, suppressing(policy))
            if second.report is not None and second.report is not made:
                second.report = replace(second.report, action="suppress")

    # --- the three steps ---------------------------------------------------------------------

    def _retrieve(self, draft: _Draft) -> Steps[str | None]:
        """Puts what the retriever finds into the draft; the text it brings, None on failure."""
        retriever, limit = self.parts.retriever, draft.limit
        question = self.past.search or self.question
        aretrieve: Any = getattr(retriever, "aretrieve", None)

        async def found() -> _Found:
            return self._frozen(await aretrieve(question, limit), limit)

        made = yield from self._step(
            draft,
            "retrieve",
            f"looking for {_counted(limit, 'passage')}",
            lambda: self._frozen(retriever.retrieve(question, limit), limit),
            found if aretrieve is not None else None,
        )
        if made is None:
            return None
        draft.evidence = made.evidence
        if made.cut:
            draft.failures.append(Failure("retrieve", "limit_reached", made.cut))
        return made.text

    def _frozen(self, found: object, limit: int) -> _Found:
        if not isinstance(found, Retrieval):
            raise RetrieverError(f"expected a Retrieval, got {type(found).__name__}")
        passages = () if found.sources_returned is False else found.passages[:limit]
        passages = (*passages, *_missing(self.past.carried, passages))
        kept = fitting(passages, self.parts.prompt_characters)
        whole = [p.text for p in kept] == [p.text for p in passages]
        cut = "" if whole else f"{len(kept)} of {len(passages)} passages fit into the prompt"
        return _Found(freeze(kept, duplicates="merge"), found.text, cut)

    def _answer(self, draft: _Draft, text: str, faults: Sequence[Fault] = ()) -> Steps[None]:
        """Has an answer written and verified; `text` is one that came with the passages."""
        draft.named = tuple(fault.claim for fault in faults)
        made = yield from self._generate(draft, text, faults)
        if made is not None:
            texts = [passage.text for passage in draft.evidence]
            kept, draft.dropped = own_turn(made.text, self.parts.prompts, texts)
            draft.completion = replace(made, text=kept)
            yield from self._verify(draft, self.parts.policy)

    def _generate(
        self, draft: _Draft, text: str, faults: Sequence[Fault]
    ) -> Steps[Completion | None]:
        parts, model = self.parts, self.parts.model
        if model is None:
            came = Completion(text, model=parts.retriever.name)
            message = "taking the answer that came with the passages"
            return (yield from self._step(draft, "generate", message, lambda: usable(came, "")))
        named = [(fault.claim, fault.why) for fault in faults]
        history = self.past.history
        messages, mark = request(self.question, draft.evidence, named, parts.prompts, history)
        wish = replace(parts.wish, timeout=_least(parts.wish.timeout, self._left))
        acomplete: Any = getattr(model, "acomplete", None)

        async def asked() -> Completion:
            return usable(await acomplete(messages, wish), mark)

        message = f"asking {model.name}, given {_counted(len(draft.evidence), 'passage')}"
        if named:
            message += f" and {_counted(len(named), 'claim')} to leave"
        return (
            yield from self._step(
                draft,
                "generate",
                message,
                lambda: usable(model.complete(messages, wish), mark),
                asked if acomplete is not None else None,
            )
        )

    def _verify(self, draft: _Draft, policy: Policy) -> Steps[None]:
        """Puts the report on the answer into the draft, and that on what `policy` leaves of it."""
        text, verifier = draft.completion.text, self.parts.verifier
        report = yield from self._check(draft, text, verifier, policy, "checking the answer")
        if report is None:
            return
        support = support_needed(report, policy.min_support)
        if would_fall(report, support):
            verifier = demanding(verifier, support)
            report = yield from self._check(draft, text, verifier, policy, "checking it once more")
            if report is None:
                return
        draft.report, draft.rest = report, None
        kept = report.repaired_answer
        if report.action in ("repair", "suppress") and kept not in (policy.decline, report.answer):
            message = "checking what is left of it"
            draft.rest = yield from self._check(draft, kept, verifier, policy, message)

    def _check(
        self, draft: _Draft, text: str, verifier: Verifier, policy: Policy, message: str
    ) -> Steps[Report | None]:
        limits = verifier.limits
        verifier = verifier.changed(
            enforcer=PolicyEnforcer(policy),
            # A sample says nothing of the other claims, so here every claim is checked.
            limits=replace(limits, sample=1.0, seconds=_least(limits.seconds, self._left)),
        )
        return (
            yield from self._step(
                draft,
                "verify",
                message,
                lambda: verifier.verify(text, draft.evidence, self.question),
            )
        )

    def _step(
        self,
        draft: _Draft,
        stage: Stage,
        message: str,
        call: Callable[[], T],
        acall: Callable[[], Awaitable[T]] | None = None,
    ) -> Steps[T | None]:
        """What a step gives, or None with its failure in the draft."""
        self._tell(stage, draft, message)
        began = time.perf_counter()
        try:
            if self._late:
                raise TimeoutError
            made: T = yield Step(call, acall, self._left)
            return made
        except Exception as error:  # the parts are strangers'; a failure of theirs is a value
            self._failed(draft, stage, error)
            return None
        finally:
            draft.timings.append(Timing(stage, (time.perf_counter() - began) * 1000))

    # --- the end -----------------------------------------------------------------------------

    def _settled(self) -> Outcome:
        """The outcome of the attempts: the last one that may be shown, or why none may."""
        prompts = self.parts.prompts
        for draft in reversed(self.drafts):
            if draft.report is not None and abstains(draft.report):
                return self._end("declined", "abstained", draft.report.answer, draft.report)
            if draft.shown is not None:
                because: Cause = "stood" if draft.shown is draft.report else "repaired"
                return self._end("verified", because, draft.shown.answer, draft.shown)
        answered = [draft for draft in self.drafts if draft.completion.text]
        if answered:
            return self._unsupported(answered[-1])
        if self.out_of_time:
            return self._end("declined", "out_of_time", prompts.late)
        stages = [failure.stage for failure in self.drafts[-1].failures]
        because = "retriever_failed" if "generate" not in stages else "model_failed"
        return self._end("declined", because, prompts.unavailable)

    def _unsupported(self, draft: _Draft) -> Outcome:
        """The outcome where an answer came, but none that may be shown as one."""
        report, text = draft.report, self.parts.prompts.unsupported
        late = self.out_of_time or (self._late and not (report and checked(report)))
        if report is None or late:
            because: Cause = "out_of_time" if late else "verifier_failed"
            return self._end("unsupported", because, text, report)
        if may_be_flagged(report, draft.rest, self.parts.policy):
            return self._end("unsupported", "flagged", report.repaired_answer, report)
        if draft.rest is not None and abstains(draft.rest):
            text = draft.rest.answer
        elif report.action == "block" or report.repaired_answer == self.parts.policy.decline:
            text = report.repaired_answer
        because = "claims_failed" if report.verdicts else "no_claims"
        return self._end(
            "unsupported", because if checked(report) else "verifier_failed", text, report
        )

    def _end(
        self, status: OutcomeStatus, because: Cause, text: str, report: Report | None = None
    ) -> Outcome:
        outcome = Outcome(
            question=self.question,
            status=status,
            because=because,
            text=text,
            citations=citations(report) if report is not None and status == "verified" else (),
            report=report,
            attempts=tuple(draft.attempt() for draft in self.drafts),
        )
        self._tell("done", self.drafts[-1], status)
        return outcome

    # --- small things ------------------------------------------------------------------------

    @property
    def _left(self) -> float | None:
        """Seconds that are left, None where there is no deadline."""
        return None if self.deadline is None else self.deadline - time.monotonic()

    @property
    def _late(self) -> bool:
        """Whether the time is over, or so nearly that a part may have heeded it a moment before."""
        return self._left is not None and self._left <= _MOMENT

    def _draft(self, limit: int) -> _Draft:
        draft = _Draft(len(self.drafts) + 1, limit)
        self.drafts.append(draft)
        return draft

    def _failed(self, draft: _Draft, stage: str, error: Exception) -> None:
        """Keep what went wrong. A step that was cut off at the deadline ends the loop."""
        name, message = type(error).__name__, str(error)
        timed_out = isinstance(error, TimeoutError) or getattr(error, "kind", "") == "timeout"
        if timed_out and self._late:
            self.out_of_time = True
            name, message = "timeout", "the time allowed was used up"
        draft.failures.append(Failure(stage, name, message or name))

    def _tell(self, stage: Stage, draft: _Draft, message: str) -> None:
        if self.progress is None:
            return
        try:
            self.progress(Progress(stage, draft.number, message))
        except Exception as error:  # a display that breaks must not cost the answer
            self.progress = None
            draft.failures.append(Failure("progress", type(error).__name__, str(error)))


def _missing(carried: Sequence[Passage], found: Sequence[Passage]) -> tuple[Passage, ...]:
    """The carried passages whose text was not found anyway."""
    texts = {passage.text for passage in found}
    return tuple(passage for passage in carried if passage.text not in texts)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _least(*seconds: float | None) -> float | None:
    """The shortest of the times that are given."""
    return min((s for s in seconds if s is not None), default=None)
