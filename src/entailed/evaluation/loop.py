"""The answering loop as a system to be tested.

Written against what `entailed.answering.Answerer` looks like, not against its module: the two stand
on one layer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from entailed.dialogue import Message, Retrieval
from entailed.errors import ModelError
from entailed.evaluation.systems import Answered, Asked, Done
from entailed.types import Evidence, Failure, Report

__all__ = ["AnswererSystem", "Answers", "GivenRetriever", "under_discussion"]

_DONE: Mapping[str, Done] = {
    "stood": "pass",
    "repaired": "repair",
    "flagged": "flag",
    "abstained": "pass",
    "claims_failed": "block",
    "no_claims": "block",
    "nothing_found": "decline",
}
"""What became of the answer; every other cause means that the loop itself failed."""


class _Attempt(Protocol):
    @property
    def evidence(self) -> Evidence: ...
    @property
    def limit(self) -> int: ...


class _Outcome(Protocol):
    @property
    def because(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def report(self) -> Report | None: ...
    @property
    def attempts(self) -> Sequence[_Attempt]: ...
    @property
    def failures(self) -> Sequence[Failure]: ...


class Answers(Protocol):
    """What an answerer must do."""

    def ask(self, question: str, /) -> _Outcome:
        """The outcome of a question."""
        ...


@dataclass(frozen=True, slots=True)
class GivenRetriever:
    """Finds the passages it was given, in their order, whatever is asked."""

    evidence: Evidence
    name: str = "given"

    def retrieve(self, question: str, limit: int) -> Retrieval:
        """The first `limit` of them."""
        return Retrieval(self.evidence.passages[:limit])


@dataclass(frozen=True, slots=True)
class AnswererSystem:
    """Asks an answerer made for each question, since its passages may differ.

    `make` gets the question with its evidence and gives the answerer. A loop in which the
    retriever, the model or the verifier failed is a failure to evaluate, no abstention.
    """

    make: Callable[[Asked], Answers]
    name: str = "answerer"
    digest: str = ""

    def answer(self, asked: Asked) -> Answered:
        """The text of the outcome. Raises ModelError where the loop itself failed."""
        answerer = self.make(asked)
        began = time.perf_counter()
        outcome = answerer.ask(under_discussion(asked.question, asked.history))
        spent = (time.perf_counter() - began) * 1000
        done = _DONE.get(outcome.because)
        if done is None:
            said = "; ".join(failure.message for failure in outcome.failures[:2])
            raise ModelError(f"{outcome.because.replace('_', ' ')}{f': {said}' if said else ''}")
        attempts = outcome.attempts
        if done == "pass" and len(attempts) > 1:
            done = "widen" if attempts[-1].limit > attempts[0].limit else "regenerate"
        return Answered(
            text=outcome.text,
            passages=_seen(outcome).passages if attempts else (),
            done=done,
            generations=len(attempts),
            milliseconds=spent,
        )


def under_discussion(question: str, history: Sequence[Message]) -> str:
    """A later question with the first one, so that retrieval has something to go by.

    "Are you sure?" alone finds nothing.
    """
    first = next((m.content for m in history if m.role == "user"), "")
    return f"{question}\n\n(Question under discussion: {first})" if first else question


def _seen(outcome: _Outcome) -> Evidence:
    """The passages behind the text shown."""
    return outcome.report.evidence if outcome.report else outcome.attempts[-1].evidence
