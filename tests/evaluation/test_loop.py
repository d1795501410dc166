"""The answering loop as a system."""

from __future__ import annotations

import pytest

from entailed.assembly import build_answerer
from entailed.dialogue import Message
from entailed.errors import ModelError
from entailed.evaluation.loop import AnswererSystem, GivenRetriever, under_discussion
from entailed.evaluation.running import evaluate
from entailed.testing import FailingModel, ScriptedModel
from tests.evaluation.conftest import BAD, GOOD, suite_of


def looped(model, policy="regenerate") -> AnswererSystem:
    """The loop over the passages of each question."""

    def make(asked):
        return build_answerer(GivenRetriever(asked.evidence), model, policy, scorer="lexical")

    return AnswererSystem(make, "loop", "1")


def model_of(answers) -> ScriptedModel:
    """A model that answers each question of the small suite, always alike."""
    rules = [
        (lambda m, q=s.question: q in m[-1].content, answers[s.id]) for s in suite_of().scenarios
    ]
    return ScriptedModel(rules=rules)


def test_right_answers_pass_and_nothing_found_is_declined(verifier):
    """The model is not even asked about the latter."""
    model = model_of(GOOD)
    run = evaluate(suite_of(), looped(model), verifier, workers=1)
    done = {r.scenario: r.done for r in run.results}
    assert done == {"window": "pass", "cards": "pass", "weather": "pass", "nothing": "decline"}
    assert all(not r.faults and not r.faulty for r in run.results)
    assert len(model.calls) == 3


@pytest.mark.parametrize("policy", ["regenerate", "strict", "repair"])
def test_a_bad_model_behind_the_loop_shows_nothing_unsupported(verifier, policy):
    """However often it repeats itself."""
    run = evaluate(suite_of(), looped(model_of(BAD), policy), verifier, workers=1)
    assert not any(r.faulty for r in run.results)
    assert all(r.evaluated for r in run.results)


def test_a_second_answer_that_stands_is_regenerated(verifier):
    """And counted as such."""
    model = ScriptedModel([BAD["window"], GOOD["window"]], default="The sources do not say.")
    run = evaluate(suite_of(), looped(model), verifier, workers=1)
    assert run.results[0].done == "regenerate"
    assert run.results[0].answered.generations == 2


def test_a_model_that_is_down_is_a_failure_to_evaluate_and_no_abstention(verifier):
    """Declining is what the loop shows, but not what the model would have said."""
    run = evaluate(suite_of(), looped(FailingModel(ModelError("down"))), verifier, workers=1)
    failed = [r for r in run.results if not r.evaluated]
    assert [r.scenario for r in failed] == ["window", "cards", "weather"]
    assert "down" in failed[0].failure.message


def test_a_challenge_carries_the_question_under_discussion():
    """For "are you sure?" finds nothing."""
    history = (Message("user", "When does it leave?"), Message("assistant", "At six."))
    asked = under_discussion("Are you sure?", history)
    assert asked == "Are you sure?\n\n(Question under discussion: When does it leave?)"
    assert under_discussion("When?", ()) == "When?"
