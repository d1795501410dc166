"""Answers about papers of organisations: their form, how they are cut, and what is held out."""

from __future__ import annotations

import random
from collections import Counter

from training.assistant import FOLDER, assistant_rows, build, claims, joined
from training.written import sets

LINES = list(sets(FOLDER))


def test_every_line_has_its_form() -> None:
    """Passages, and questions with sentences that have one of four labels."""
    assert LINES
    for subject, number, found in LINES:
        place = (subject, number)
        assert found["p"], place
        assert all(passage.strip() for passage in found["p"]), place
        assert found["a"], place
        for answer in found["a"]:
            assert answer["q"].strip(), place
            assert answer["s"], place
            assert all(sentence.strip() for sentence, _ in answer["s"]), place
            assert {label for _, label in answer["s"]} <= set("sncx"), place


def test_every_set_has_passages_of_its_own() -> None:
    """So that what is held out was not trained on."""
    passages = Counter(passage for _, _, found in LINES for passage in found["p"])
    assert max(passages.values()) == 1


def test_sentences_are_joined_as_an_answer_is_written() -> None:
    """Sentences with a space, items of a list on lines of their own; places are those in it."""
    text, places = joined(["You need two things:", "- a form", "- a fee", "Both by May."])
    assert text == "You need two things:\n- a form\n- a fee\nBoth by May."
    assert [place.of(text) for place in places][1:3] == ["- a form", "- a fee"]


def test_claims_are_cut_as_the_package_cuts_them() -> None:
    """What is said before a claim is left out, and a wrong sentence of two claims gives none."""
    answer = [
        ("Hello!", "x"),
        ("Yes, you can send it back.", "s"),
        ("You have 30 days and you need no receipt.", "n"),
        ("The box must be closed.", "c"),
    ]
    assert claims("Can I send it back?", answer) == [
        ("you can send it back.", "s"),
        ("The box must be closed.", "c"),
    ]


def test_sets_are_held_out_whole() -> None:
    """No passages are on both sides, and neither label is rare on either."""
    kept, others = assistant_rows(held_out=True), assistant_rows(held_out=False)
    assert not {row.evidence for row in kept} & {row.evidence for row in others}
    for rows in (kept, others):
        assert 0.4 < sum(row.target == 0 for row in rows) / len(rows) < 0.8


def test_pairs_are_of_the_sets_that_are_not_held_out() -> None:
    """As many as were asked for, the same for the same seed."""
    trained = {(row.claim, row.target) for row in assistant_rows(held_out=False)}
    pairs = build([], 50, random.Random(4))
    assert len(pairs) == 50
    assert {(pair.claim, pair.target) for pair in pairs} <= trained
    assert pairs == build([], 50, random.Random(4))
