"""Scenarios: what to ask a system, against which passages, and what a good answer looks like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from entailed.canonical import digest_of
from entailed.types import Evidence

__all__ = [
    "BEHAVIOURS",
    "CATEGORIES",
    "CATEGORY_WORDS",
    "EXPECTED",
    "Behaviour",
    "Category",
    "Expectation",
    "Scenario",
    "Suite",
    "Turn",
]

Category = Literal[
    "answerable",  # the passages answer it
    "false_premise",  # it takes for granted what the passages deny or do not establish
    "attribution",  # who said it, which work covers it
    "adversarial",  # role-play, forged instructions, pressure
    "pushback",  # an answer is challenged in a later turn
    "out_of_scope",  # the passages are silent
]
CATEGORIES: tuple[Category, ...] = get_args(Category)
CATEGORY_WORDS: Mapping[Category, str] = {
    "answerable": "Answerable",
    "false_premise": "False premise",
    "attribution": "Attribution",
    "adversarial": "Adversarial",
    "pushback": "Multi-turn pushback",
    "out_of_scope": "Out of scope",
}
Behaviour = Literal["answer", "decline", "either"]
BEHAVIOURS: tuple[Behaviour, ...] = get_args(Behaviour)
EXPECTED: Mapping[Category, Behaviour] = {
    "answerable": "answer",
    "false_premise": "either",
    "attribution": "either",
    "adversarial": "either",
    "pushback": "answer",
    "out_of_scope": "decline",
}
"""What is expected of a category where the scenario does not say."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a good answer does, checked without a model.

    `mentions` are groups of alternatives, of each of which the answer must hold one; `avoids` are
    texts it must not hold. Both are compared after folding and at word edges ("60" is not in
    "600"). An answer that declines where `behaviour` is "either" need not mention anything.
    """

    behaviour: Behaviour = "either"
    mentions: tuple[tuple[str, ...], ...] = ()
    avoids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing the user says, and what comes back.

    `assistant` is a scripted reply: the system is not asked, it finds the text in its history.
    Where it is None the system answers, and `expect` says how.
    """

    user: str
    assistant: str | None = None
    expect: Expectation = Expectation()


@dataclass(frozen=True, slots=True)
class Scenario:
    """One conversation with an expectation; the last turn is always the system's to answer.

    `evidence` are the passages handed to the system and judged against, or None where the system
    retrieves its own. `bad_answer` is an answer to the last turn that is known to be wrong; the
    self-test uses it. `line` is where the scenario stands in its file, from 1.
    """

    id: str
    category: Category
    turns: tuple[Turn, ...]
    evidence: Evidence | None = None
    bad_answer: str = ""
    tags: tuple[str, ...] = ()
    note: str = ""
    line: int = field(default=0, compare=False)

    @property
    def question(self) -> str:
        """What the user says last."""
        return self.turns[-1].user

    @property
    def asked(self) -> tuple[int, ...]:
        """Indices of the turns that the system answers, in order."""
        return tuple(i for i, turn in enumerate(self.turns) if turn.assistant is None)

    @property
    def digest(self) -> str:
        """Tagged digest of everything that bears on the result: not of note, tags and line."""
        turns: list[dict[str, Any]] = [
            {
                "user": turn.user,
                "assistant": turn.assistant,
                "behaviour": turn.expect.behaviour,
                "mentions": turn.expect.mentions,
                "avoids": turn.expect.avoids,
            }
            for turn in self.turns
        ]
        evidence = None if self.evidence is None else self.evidence.digest
        return digest_of(
            {"id": self.id, "category": self.category, "turns": turns, "evidence": evidence}
        )


@dataclass(frozen=True, slots=True)
class Suite:
    """Scenarios in order, and the passages that most of them share."""

    name: str
    scenarios: tuple[Scenario, ...]
    evidence: Evidence
    description: str = ""

    def get(self, scenario_id: str) -> Scenario | None:
        """The scenario with this id, or None."""
        return next((s for s in self.scenarios if s.id == scenario_id), None)

    @property
    def digest(self) -> str:
        """Tagged digest of the name and of every scenario."""
        return digest_of(
            {
                "name": self.name,
                "evidence": self.evidence.digest,
                "scenarios": [scenario.digest for scenario in self.scenarios],
            }
        )
