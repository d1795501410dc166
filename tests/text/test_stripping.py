"""Taking markers out of sentences."""

from __future__ import annotations

import pytest
from hypothesis import given

from entailed.text.markers import find_citations
from entailed.text.segment import sentences
from entailed.text.stripping import strip_citations
from tests.strategies import any_texts


def test_markers_are_stripped_with_the_space_before() -> None:
    """What is left reads as if the marker had not been there."""
    answer = "The mill [1] closed (Source: 2) in 1931 [1][2]. It reopened. [2]"
    found = find_citations(answer, ["1", "2"])
    stripped = [strip_citations(s.body, found) for s in sentences(answer)]
    assert [s.text for s in stripped] == ["The mill closed in 1931.", "It reopened."]
    assert stripped[0].span(0, 8).of(answer) == "The mill"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("According to [1], it closed.", "it closed."),
        ("According to source [1] and [2], it closed.", "it closed."),
        ("As stated in [1], it closed.", "it closed."),
        ("It closed (see [1]).", "It closed."),
        ("It closed, according to [1].", "It closed."),
        ("It closed ([1], [2]) in May.", "It closed in May."),
        ("[1] says that it closed.", "it closed."),
        ("[1] says it closed, and [2] says it burnt.", "it closed, and it burnt."),
        ("[1] and [2] both state that it closed.", "it closed."),
        ("It fell [1] and [2] notes that it burnt.", "It fell and it burnt."),
        ("[1] describes the mill.", "The source describes the mill."),
        ("[1] and [2] describe the mill.", "The sources describe the mill."),
        ("It fell, and [2] describes how.", "It fell, and the source describes how."),
        ("[1] The mill closed.", "The mill closed."),
        ("It closed[1], burnt[2] and fell.[3]", "It closed, burnt and fell."),
        ("It closed [1] “for good”.", "It closed “for good”."),
        ("Laut [1] ist es zu.", "ist es zu."),
        ("As noted in Document 1, it closed.", "it closed."),
        ("According to the passage 1, it closed.", "it closed."),
        ("Passages 1 and 2 state that it closed.", "it closed."),
        ("Document 1 must be signed.", None),
        ("According to okafor2021 (2021), it closed.", None),
    ],
)
def test_what_is_left_is_a_sentence(written: str, read: str | None) -> None:
    """Words that only lead to a marker go with it; a marker as the subject is put in words."""
    (sentence,) = sentences(written)
    stripped = strip_citations(sentence.body, find_citations(written, ["1", "2", "3"]))
    assert stripped.text == (read or written)
    assert all(
        0 <= s <= e <= len(written) for s, e in zip(stripped.starts, stripped.ends, strict=True)
    )


@given(any_texts())
def test_stripping_only_takes_away(text: str) -> None:
    """What is left stands in the answer, whatever the answer."""
    found = find_citations(text, ["1", "a.pdf"])
    for sentence in sentences(text):
        left = strip_citations(sentence.body, found)
        assert all(e <= len(text) for e in left.ends)
        assert left.text.isspace() is False
