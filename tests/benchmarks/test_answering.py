"""The benchmark of answering counts what was shown, and finds what should not have been."""

from __future__ import annotations

from dataclasses import replace

import pytest
from benchmarks.answering import (
    EXAMPLES,
    KINDS,
    ask,
    misses,
    page,
    read_questions,
    scripted,
    summarise,
    told,
)

from entailed.assembly import build_answerer, build_verifier
from entailed.retrieval import FolderRetriever

QUESTIONS = {q.id: q for q in read_questions(EXAMPLES / "handbook-questions.jsonl")}


@pytest.fixture(scope="module")
def verifier():
    """One without a model."""
    return build_verifier("audit", scorer="lexical")


def run(script, verifier, *ids):
    """Rows of some questions under a script."""
    questions = [QUESTIONS[i] for i in ids]
    retriever = FolderRetriever(EXAMPLES / "handbook")
    model = scripted(script, questions)
    answerer = build_answerer(retriever, model, "regenerate", scorer="lexical")
    return [ask(answerer, verifier, retriever, q) for q in questions]


def test_good_answers_are_counted_as_verified_and_abstentions_as_declined(verifier):
    """Each where it belongs; nothing unsupported is displayed."""
    rows = run("good", verifier, "answerable-1", "false-premise-1", "out-of-scope-3")
    figures = summarise(rows, script=True)
    assert (figures["verified"], figures["declined"], figures["withheld"]) == (2, 1, 0)
    assert (figures["unsupported_displayed"], figures["false_displayed"]) == (0, 0)
    assert (figures["found"], figures["second_tries"]) == (3, 0)


def test_a_bad_answer_is_asked_for_again_and_then_withheld(verifier):
    """Or replaced by the good one where the model has it."""
    (bad,) = run("bad", verifier, "answerable-1")
    assert (bad.outcome.status, len(bad.outcome.attempts), bad.false) == ("unsupported", 2, False)
    (turned,) = run("turn", verifier, "answerable-1")
    assert (turned.outcome.status, len(turned.outcome.attempts)) == ("verified", 2)


def test_a_text_displayed_without_support_is_found(verifier):
    """The count is taken from the shown text anew, not from what the loop says of it."""
    (row,) = run("good", verifier, "answerable-1")
    assert list(misses(row.outcome, verifier)) == []
    wrong = replace(row.outcome, text=row.question.bad)
    (miss,) = misses(wrong, verifier)
    assert miss.label == "contradicted"
    counted = replace(row, outcome=wrong, misses=(miss,))
    figures = summarise([counted], script=True)
    assert (figures["unsupported_displayed"], figures["false_displayed"]) == (1, 1)


def test_the_page_lists_every_text_and_every_withheld_answer(verifier):
    """A reader has to see them."""
    rows = run("bad", verifier, "answerable-1", "out-of-scope-3")
    figures = {kind: summarise(rows, script=True) for kind in (*KINDS, "all")}
    text = page(figures, rows, "script", "a machine")
    assert all(row.question.bad in text and row.question.question in text for row in rows)
    assert told(rows[0])["answers"] == [rows[0].question.bad] * 2
