"""Parts that tests of evaluations share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from entailed.assembly import build_verifier
from entailed.evaluation.example import example_answers, example_suite
from entailed.evaluation.loading import parse_suite
from entailed.evaluation.running import evaluate
from entailed.evaluation.runs import Run
from entailed.evaluation.suites import Suite
from entailed.evaluation.systems import Answered, Asked, FunctionSystem
from entailed.pipeline import Verifier

SMALL = """
suite: small
evidence:
  - {id: S1, text: Refunds are accepted within 30 days of delivery., source: refunds.md}
  - {id: S2, text: Gift cards are not refundable., source: cards.md}
scenarios:
  - {id: window, category: answerable, question: "How long?", mentions: [30 days]}
  - {id: cards, category: answerable, question: "Can gift cards be returned?"}
  - {id: weather, category: out_of_scope, question: "Will it rain?"}
  - {id: nothing, category: out_of_scope, question: "Who is it?", passages: []}
"""
GOOD = {
    "window": "Refunds are accepted within 30 days of delivery [S1].",
    "cards": "Gift cards are not refundable [S2].",
    "weather": "The sources do not say.",
    "nothing": "The sources do not say.",
}
BAD = {
    "window": "Refunds are accepted within 60 days of delivery [S1].",
    "cards": "Gift cards are refundable [S2].",
    "weather": "It will rain in Paris on Sunday.",
    "nothing": "Its author is Ann Lee.",
}


def suite_of(text: str = SMALL, folder: object = None) -> Suite:
    """A suite from YAML text."""
    from pathlib import Path

    return parse_suite(text, "suite.yaml", Path("."))


def system_of(answers: dict[str, str]) -> FunctionSystem:
    """A system that gives each scenario its answer, in a millisecond."""

    def answer(asked: Asked) -> Answered:
        return Answered(answers[asked.scenario], milliseconds=1.0)

    return FunctionSystem(answer, "scripted", "1")


@pytest.fixture(scope="session")
def verifier() -> Verifier:
    """A verifier that needs no model."""
    return build_verifier("flag", scorer="lexical")


@pytest.fixture(scope="session")
def small(verifier: Verifier) -> Callable[[dict[str, str]], Run]:
    """Runs of the small suite."""
    made: dict[str, Run] = {}

    def run(answers: dict[str, str]) -> Run:
        key = repr(answers)
        if key not in made:
            made[key] = evaluate(suite_of(), system_of(answers), verifier, workers=1)
        return made[key]

    return run


@pytest.fixture(scope="session")
def example_runs(verifier: Verifier) -> dict[str, Run]:
    """The example suite with its good and its bad answers."""
    suite = example_suite()
    return {
        kind: evaluate(suite, example_answers(suite, kind), verifier, workers=1)
        for kind in ("good", "bad")
    }
