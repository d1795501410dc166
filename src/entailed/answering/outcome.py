"""What comes of a question: the text that may be shown, and everything that led to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from entailed.dialogue import Message
from entailed.types import Evidence, Failure, Passage, Report, Span, Timing, Verdict

__all__ = [
    "NO_PAST",
    "Attempt",
    "Cause",
    "CitedPassage",
    "Outcome",
    "OutcomeStatus",
    "Past",
    "Progress",
    "Stage",
]

OutcomeStatus = Literal["verified", "unsupported", "ungrounded", "declined"]
Stage = Literal["retrieve", "generate", "verify", "done"]
Cause = Literal[
    "stood",  # verified: every claim of the answer is supported
    "repaired",  # verified: every claim of what the policy left of the answer is
    "flagged",  # unsupported: the claims that failed are marked in the text
    "claims_failed",  # unsupported: nothing of the answer may be shown
    "no_claims",  # unsupported: the answer says nothing that can be checked
    "verifier_failed",  # unsupported: the answer could not be checked
    "abstained",  # declined: the model says that the sources do not tell
    "retriever_failed",  # declined
    "model_failed",  # declined
    "out_of_time",  # declined, or unsupported where there was an answer
    "nothing_found",  # ungrounded
]


@dataclass(frozen=True, slots=True)
class Past:
    """What a question follows, where it is one of a conversation.

    `search` is put to the retriever in the question's place ("" for the question itself).
    `history` goes to the model between the contract and the question. `carried` are passages of
    earlier turns, put before the model behind those that are found; they do not count towards
    the number asked for.
    """

    search: str = ""
    history: tuple[Message, ...] = ()
    carried: tuple[Passage, ...] = ()


NO_PAST = Past()
"""A question that stands alone."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A step of the loop that begins, or its end (`done`), in words for a person."""

    stage: Stage
    attempt: int
    message: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """One answer asked for: what was found for it, what came, and what became of it.

    `limit` is the number of passages asked for, `evidence` what the model was given (nothing
    where retrieval failed). `named` are the claims of the attempt before that it was told to leave.
    `answer` is what the model wrote, "" where nothing usable came, and `dropped` what it wrote
    after that as another's turn (the next question, a user's words), which is no answer.
    `report` is on that answer, None where there was nothing to verify or verification broke off.
    `shown` is the report on what the policy left of the answer, where every claim of that is
    supported. Token counts are None where the model does not tell them.
    """

    number: int
    limit: int
    evidence: Evidence
    named: tuple[str, ...] = ()
    answer: str = ""
    dropped: str = ""
    model: str = ""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    report: Report | None = None
    shown: Report | None = None
    failures: tuple[Failure, ...] = ()
    timings: tuple[Timing, ...] = field(default=(), compare=False)

    @property
    def passages(self) -> int:
        """How many passages the model was given."""
        return len(self.evidence)


@dataclass(frozen=True, slots=True)
class CitedPassage:
    """A passage that supports something in the shown text.

    `claims` are the places of those claims in the text, `support` the places in the passage.
    """

    passage: Passage
    claims: tuple[Span, ...]
    support: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a question.

    `text` may be shown whatever the status. Where that is `verified`, it is an answer, each of
    its claims is supported by the evidence, and `report` is on this very text. `unsupported`: an
    answer came, but not one that could be verified; `text` says so, or, under a policy that
    marks, is the answer with every claim that failed marked in it. `ungrounded`: nothing was
    found, so nothing was asked of the model. `declined`: there is no answer, since the model
    abstains (`text` is what it says) or something failed before. `because` says which it was.

    `report` is on the shown text when verified, else on the last answer that was verified at
    all, or None. `citations` are the passages that the shown claims rest on, in the order of
    the evidence. `attempts` has every generation, at most two.
    """

    question: str
    status: OutcomeStatus
    because: Cause
    text: str
    citations: tuple[CitedPassage, ...] = ()
    report: Report | None = None
    attempts: tuple[Attempt, ...] = ()

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Whatever failed on the way, also inside verification."""
        own = [failure for attempt in self.attempts for failure in attempt.failures]
        reports = [attempt.report for attempt in self.attempts if attempt.report is not None]
        return (*own, *(failure for report in reports for failure in report.failures))

    @property
    def removed(self) -> tuple[Verdict, ...]:
        """The claims of the answer behind `text` that failed and do not stand in it any more.

        Empty where the answer stood, where its claims are only marked, or where there was none.
        """
        source = next((a.report for a in reversed(self.attempts) if self._is_source(a)), None)
        if source is None or self.because == "flagged":
            return ()
        verified = self.report if self.status == "verified" else None
        left = {v.claim.text for v in verified.verdicts} if verified is not None else set()
        return tuple(v for v in source.verdicts if not v.clean and v.claim.text not in left)

    def _is_source(self, attempt: Attempt) -> bool:
        if self.status == "verified":
            return attempt.shown is not None and attempt.shown is self.report
        return attempt.report is not None
