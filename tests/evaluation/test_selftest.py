"""The proof that the gate can fail, and that it would be missed if it could not."""

from __future__ import annotations

import pytest

from entailed.assembly import build_verifier
from entailed.errors import RequestError
from entailed.evaluation.selftest import PLANTS, self_test
from entailed.protocols import FunctionCheck
from entailed.testing import FixedScorer
from entailed.types import Entailment, Finding
from tests.evaluation.conftest import suite_of


def test_the_gate_stops_planted_lies_and_passes_right_answers(verifier):
    """Every kind of lie is found at least once."""
    test = self_test(suite_of(), verifier)
    assert test.proven
    assert test.clean_flagged == ()
    assert {row.kind for row in test.rows} >= {kind for kind, _ in PLANTS}
    assert all(row.caught == row.planted for row in test.rows)


def test_a_blind_verifier_is_found_out():
    """One that believes everything: no checks, and a scorer that always entails."""
    blind = build_verifier("flag", scorer=FixedScorer(Entailment(1.0, 0.0, 0.0)), checks=())
    test = self_test(suite_of(), blind)
    assert not test.proven
    assert "another number" in test.blind


def test_a_verifier_that_sees_lies_everywhere_is_found_out():
    """A gate that stops right answers too proves nothing."""

    def shout(claim, alignment, evidence):
        return (Finding("shout", "fail", claim.span, "low_entailment", "missing"),)

    angry = build_verifier("flag", scorer="lexical", checks=(FunctionCheck("shout", "1", shout),))
    test = self_test(suite_of(), angry)
    assert test.clean.verdict == "failed"
    assert len(test.clean_flagged) == test.clean_answers
    assert not test.proven


def test_a_gate_that_cannot_fail_is_found_out(verifier):
    """However many lies there are, this condition never holds."""
    test = self_test(suite_of(), verifier, ["faulty_answer_rate > 100%"])
    assert test.planted.verdict == "passed"
    assert not test.proven


def test_answers_known_to_be_wrong_are_planted_too(verifier):
    """What was once reported has to be found ever after."""
    suite = suite_of(
        "suite: s\nevidence: [{id: S1, text: The shop is open until 18:30 on weekdays.}]\n"
        "scenarios:\n  - {id: x, category: answerable, question: q, "
        "bad_answer: The shop is open until 22:45 on weekdays.}\n"
    )
    (known,) = [row for row in self_test(suite, verifier).rows if "suite knows" in row.kind]
    assert (known.caught, known.planted) == (1, 1)


def test_it_is_the_same_every_time(verifier):
    """No dice."""
    first, second = (self_test(suite_of(), verifier) for _ in range(2))
    assert first.rows == second.rows


def test_a_suite_without_passages_has_nothing_to_plant_in(verifier):
    """It says so, and proves nothing."""
    suite = suite_of("suite: s\nscenarios: [{id: x, category: answerable, question: q}]\n")
    with pytest.raises(RequestError, match="expected passages with whole sentences"):
        self_test(suite, verifier)
