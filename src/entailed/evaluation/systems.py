"""What is tested: anything that answers a question in a conversation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol, runtime_checkable

from entailed.canonical import digest_of
from entailed.dialogue import Message
from entailed.errors import ModelError, RequestError
from entailed.evaluation.suites import Suite
from entailed.pipeline import Verifier
from entailed.types import Action, Evidence, Passage

__all__ = [
    "DONE",
    "Answered",
    "Asked",
    "Done",
    "FunctionSystem",
    "GuardedSystem",
    "RecordedAnswer",
    "RecordedAnswers",
    "System",
    "evidence_of",
]

Done = Action | Literal["decline"]
"""What became of an answer before it was shown."""
DONE: tuple[Done, ...] = (
    "pass", "flag", "suppress", "repair", "regenerate", "widen", "block", "decline", "report",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Asked:
    """One question put to a system.

    `history` are the earlier messages of the conversation, oldest first, without this question.
    `evidence` are the passages to answer from, or None where the system retrieves its own.
    """

    scenario: str
    turn: int
    question: str
    history: tuple[Message, ...] = ()
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """What a system showed its user.

    `text` is what was shown, "" for nothing. `passages` are those it answered from, None where
    it does not say (then the scenario's count). `sources_returned` is what it says of itself:
    False means that it answered without sources. `done` is what its own safeguards did, None
    where it has none or does not say; "decline" and "block" mean that `text` is a fixed message
    and no answer. `generations` counts the answers it generated. `milliseconds` is how long it
    took, None where that is not known.
    """

    text: str
    passages: tuple[Passage, ...] | None = None
    sources_returned: bool | None = None
    done: Done | None = None
    generations: int | None = None
    milliseconds: float | None = None

    @property
    def withheld(self) -> bool:
        """Whether a fixed message was shown in the place of an answer."""
        return self.done in ("decline", "block")


@runtime_checkable
class System(Protocol):
    """Anything that answers. It may be asked from several threads at once.

    One that only looks its answers up has `recorded = True`: how long that takes says nothing.
    """

    @property
    def name(self) -> str:
        """What it is, for the report."""
        ...

    @property
    def digest(self) -> str:
        """Changes whenever its configuration does; "" where it cannot be told."""
        ...

    def answer(self, asked: Asked) -> Answered:
        """The answer shown. Any exception is a failure to evaluate, never a bad answer."""
        ...


@dataclass(frozen=True, slots=True)
class FunctionSystem:
    """A function from a question to a text or an `Answered`."""

    function: Callable[[Asked], Answered | str]
    name: str = "function"
    digest: str = ""

    def answer(self, asked: Asked) -> Answered:
        """What the function returns."""
        made = self.function(asked)
        return Answered(made) if isinstance(made, str) else made


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """One answer recorded earlier, to turn `turn` (from 0) of a scenario."""

    scenario: str
    turn: int
    answered: Answered


@dataclass(frozen=True, slots=True)
class RecordedAnswers:
    """Answers recorded earlier, by scenario and turn; make one with `record`."""

    answers: Mapping[tuple[str, int], Answered]
    name: str = "recorded answers"
    digest: str = field(default="", compare=False)

    @classmethod
    def record(
        cls, suite: Suite, answers: Iterable[RecordedAnswer], name: str = "recorded answers"
    ) -> RecordedAnswers:
        """The answers to `suite`. A turn of -1 stands for the last one.

        Raises RequestError for a scenario or turn the suite does not have, or two answers to
        one; an answer that is missing is a failure to evaluate that scenario.
        """
        made: dict[tuple[str, int], Answered] = {}
        for answer in answers:
            key = (answer.scenario, _turn_of(suite, answer))
            if key in made:
                raise RequestError(f"answers: two answers to {_place(*key)}")
            made[key] = answer.answered
        content = [[*key, made[key].text] for key in sorted(made)]
        return cls(made, name, digest_of(content))

    @property
    def recorded(self) -> bool:
        """Always: answers are looked up."""
        return True

    def answer(self, asked: Asked) -> Answered:
        """The answer recorded. Raises ModelError where there is none."""
        found = self.answers.get((asked.scenario, asked.turn))
        if found is None:
            raise ModelError(
                f"no answer was recorded for {_place(asked.scenario, asked.turn)}", kind="empty"
            )
        return found


def _turn_of(suite: Suite, answer: RecordedAnswer) -> int:
    scenario = suite.get(answer.scenario)
    if scenario is None:
        raise RequestError(f"answers: the suite has no scenario {answer.scenario!r}")
    turn = len(scenario.turns) - 1 if answer.turn == -1 else answer.turn
    if turn not in scenario.asked:
        known = ", ".join(map(str, scenario.asked))
        raise RequestError(
            f"answers: expected a turn of {answer.scenario!r} that the system answers ({known}), "
            f"got {answer.turn}"
        )
    return turn


def _place(scenario: str, turn: int) -> str:
    return f"scenario {scenario!r}, turn {turn}"


@dataclass(frozen=True, slots=True)
class GuardedSystem:
    """Another system with a verifier between it and its user.

    Shows what the verifier's policy makes of each answer. `fallback` is the evidence where
    neither the system nor the question brings any.
    """

    system: System
    verifier: Verifier
    fallback: Evidence | None = None

    @property
    def name(self) -> str:
        """The guarded system's name and the policy's."""
        return f"{self.system.name}, guarded by {self.verifier.enforcer.name}"

    @property
    def digest(self) -> str:
        """Digest of both."""
        return digest_of([self.system.digest, self.verifier.enforcer.digest])

    @property
    def recorded(self) -> bool:
        """Whether the guarded system only looks its answers up."""
        return bool(getattr(self.system, "recorded", False))

    def answer(self, asked: Asked) -> Answered:
        """The answer after the policy. Raises ModelError where there is nothing to check it by."""
        answered = self.system.answer(asked)
        if answered.withheld or not answered.text.strip():
            return answered
        evidence = evidence_of(asked, answered, self.fallback)
        report = self.verifier.verify(answered.text, evidence, asked.question)
        return replace(answered, text=report.repaired_answer, done=report.action)


def evidence_of(
    asked: Asked, answered: Answered, fallback: Evidence | None
) -> Evidence | tuple[Passage, ...]:
    """The passages to judge an answer by: the system's own, the scenario's, or the suite's.

    None at all where the system says that it had no sources. Raises ModelError where nobody
    gives any.
    """
    if answered.sources_returned is False:
        return ()
    if answered.passages is not None:
        return answered.passages
    if asked.evidence is not None:
        return asked.evidence
    if fallback is not None and len(fallback):
        return fallback
    raise ModelError(
        f"{_place(asked.scenario, asked.turn)}: neither the system nor the suite gives the "
        "passages to check the answer against",
        kind="request",
    )
