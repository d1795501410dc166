"""Alignment: the right sentences first, whole windows, cost bounded by kept windows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.alignment import LexicalAligner
from entailed.evidence import freeze
from entailed.text.segment import sentences
from entailed.types import Citation, Claim, Mapped, Span


def claim(text: str, *cited: str) -> Claim:
    """A claim that is its whole answer."""
    span = Span(0, len(text))
    citations = (Citation(span, "[x]", cited),) if cited else ()
    return Claim("c1", span, Mapped.identity(text), span, citations)


def align(text: str, passages: object, *cited: str, question: str = ""):
    """The alignment of one claim."""
    return LexicalAligner().align([claim(text, *cited)], freeze(passages), question)[0]


def test_the_sentence_with_the_rarest_shared_words_comes_first():
    """Common words weigh less than rare ones."""
    passages = ["The ferry runs daily. The ferry is blue.", "The ferry ticket costs 12 euros."]
    best = align("A ferry ticket costs 12 euros.", passages).sentences[0]
    assert (best.passage_id, best.sentence.text) == ("S2", "The ferry ticket costs 12 euros.")


def test_support_over_two_passages_is_joined_in_one_window():
    """The multi-hop window holds a sentence of each."""
    passages = {"1": "Kestrel is the name of the irrigation system.", "2": "Kestrel was approved."}
    windows = align("The irrigation system was approved.", passages).windows
    assert any({m.passage_id for m in w.sentences} == {"1", "2"} for w in windows)


def test_cited_passages_are_aligned_first_and_the_rest_still_seen():
    """A wrong citation must not hide the passage that supports the claim."""
    passages = {"a": "The pond has fish.", "b": "The pond is two metres deep."}
    alignment = align("The pond is two metres deep.", passages, "a")
    assert alignment.cited == ("a",)
    assert alignment.windows[0].cited
    assert any(not w.cited for w in alignment.windows)


def test_nothing_shared_gives_no_windows():
    """No sentence is made up for an unrelated claim."""
    alignment = align("Penguins swim.", ["The tower is tall."])
    assert (alignment.sentences, alignment.windows, alignment.overlap) == ((), (), 0.0)


def test_words_of_the_question_add_nothing_to_the_overlap():
    """A user who puts the answer into the question is no source for it."""
    passages = ["Approval is needed above 500 EUR."]
    without = align("Your laptop refund needs approval.", passages)
    given_ = align("Your laptop refund needs approval.", passages, question="Laptop refund?")
    assert given_.overlap == without.overlap
    assert given_.given == "Laptop refund?"


@pytest.mark.parametrize("count", [1, 10, 400])
def test_windows_per_claim_do_not_grow_with_the_evidence(count):
    """At most three premises and two dozen sentences, whatever was retrieved."""
    passages = [f"Room {i} has {i} chairs and a table." for i in range(count)]
    alignment = align("Room 7 has 7 chairs.", passages)
    assert len(alignment.windows) <= 3
    assert len(alignment.sentences) <= 24


@given(st.lists(st.text(max_size=60), max_size=4), st.text(min_size=1, max_size=40))
def test_windows_are_whole_sentences_with_scores_in_range(texts, text):
    """Every window member is a sentence of its passage; overlaps lie in [0, 1]."""
    clean = [t.encode("utf-8", "replace").decode() for t in texts]
    evidence = freeze(clean)
    (alignment,) = LexicalAligner().align([claim(text)], evidence, "")
    for window in alignment.windows:
        assert 0 <= window.overlap <= 1
        for member in window.sentences:
            passage = evidence.get(member.passage_id)
            assert passage is not None
            assert member.sentence in sentences(passage.text)
