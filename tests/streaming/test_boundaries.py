"""When an unfinished answer is worth reading again, and where a text may be cut."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.streaming.boundaries import Candidates, whole_words
from tests.strategies import any_texts


def asked(text):
    """The lengths at which a text that comes character by character is to be read."""
    candidates = Candidates()
    return [n for n in range(len(text) + 1) if candidates.due(text[:n])]


def test_a_text_is_read_when_a_word_follows_a_stop():
    """Not inside a sentence."""
    text = "It opens at nine. Then it closes"
    assert asked(text)[0] == len("It opens at nine. Then ")
    assert asked("It opens at nine and closes at ten") == []


@pytest.mark.parametrize("text", ["A list:\n- first of ", "“It is.” He said ", "周一闭馆。周二"])
def test_lines_quotations_and_cjk_stops_end_something_too(text):
    """With the word, or the character, after them."""
    assert asked(text)


def test_an_end_that_is_not_settled_is_not_asked_about_for_ever():
    """Eight words after it, it waits for the next one."""
    assert len(asked("It is (so. " + "word " * 100)) == 8


def test_a_settled_end_is_not_asked_about_again():
    """Nothing new can be there before the next one."""
    candidates = Candidates()
    assert candidates.due("It is so. Then ")
    assert candidates.due("It is so. Then it ", settled=3)
    assert not candidates.due("It is so. Then it is ", settled=9)


def test_a_stop_in_the_middle_of_a_piece_is_not_missed():
    """Also where every piece ends with a sentence."""
    candidates = Candidates()
    assert not candidates.due("It is so. ")
    assert candidates.due("It is so. It is red. ")


def test_long_paragraphs_are_read_in_larger_steps():
    """The work stays in proportion to the text."""
    text = "It is so. " * 2_000
    assert sum(length > 4_000 for length in asked(text)) < 100


@given(any_texts(), st.data())
def test_words_and_combined_characters_are_never_cut(text, data):
    """What is on one side of a cut does not belong to what is on the other."""
    place = data.draw(st.integers(0, len(text)))
    end = whole_words(text[:place], 0)
    assert 0 <= end <= place
    if 0 < end < len(text) and place - end < 80:
        before, after = text[end - 1], text[end]
        latin = before < "\u3040" and after < "\u3040"
        assert not (before.isalnum() and after.isalnum() and latin)
        assert not unicodedata.combining(after)
        assert (before, after) != ("\r", "\n")


@given(any_texts(), st.integers(1, 9))
def test_cuts_only_move_on(text, size):
    """Each is at or after the one before, and what is held is short."""
    end = 0
    for place in range(0, len(text), size):
        new = whole_words(text[:place], end)
        assert new >= end
        end = new


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("It costs 1", 9),
        ("It costs 1,0", 9),
        ("It costs 10 ", 11),
        ("周一闭", 2),
        ("up \U0001f469", 3),
        ("up \U0001f469\u200d", 3),
        ("up \U0001f469\u200d\U0001f52c", 3),
        ("Cafe\u0301", 0),
        ("end.\r", 4),
        ("x" * 200, 120),
    ],
)
def test_the_last_word_waits_for_what_follows(text, end):
    """It may go on; of a word without end, only eighty letters do."""
    assert whole_words(text, 0) == end
