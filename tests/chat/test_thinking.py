"""Thinking before an answer is no part of it."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.chat.thinking import Unthinking, without_thinking

TEXTS = st.lists(
    st.sampled_from(["<think>", "</think>", "<thi", "nk>", "</", " ", "\n", "Tea", "is hot", "<"]),
    max_size=8,
).map("".join)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Tea is hot.", "Tea is hot."),
        (" Tea is hot.\n", " Tea is hot.\n"),
        ("<think>Hot? Yes.</think>\n\nTea is hot.", "Tea is hot."),
        ("\n<think>\n</think>Tea is hot.", "Tea is hot."),
        ("<think>a</think> <think>b</think> c", "<think>b</think> c"),
        ("<think>Hot? It may", ""),
        ("<think>Hot.</think>  ", ""),
        ("Tea <think>is</think> hot.", "Tea <think>is</think> hot."),
        ("<thin ice", "<thin ice"),
        ("<thi", "<thi"),
        ("", ""),
    ],
)
def test_a_leading_block_is_left_out(text, answer):
    """With the white space around it; anything else stays to the letter."""
    assert without_thinking(text) == answer


@given(TEXTS, st.lists(st.integers(0, 40), max_size=6))
def test_pieces_do_not_matter(text, cuts):
    """Cut anywhere, the same comes out."""
    edges = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    reader = Unthinking()
    pieces = [reader.feed(text[a:b]) for a, b in itertools.pairwise(edges)]
    assert "".join([*pieces, reader.flush()]) == without_thinking(text)
