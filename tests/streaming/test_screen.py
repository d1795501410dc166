"""The shown text, and how it becomes another one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.streaming import ReleaseEvent, ReplaceEvent, RetractEvent, apply_events
from entailed.streaming.screen import Screen
from entailed.types import Span
from tests.strategies import answer_texts

WORDS = st.lists(st.sampled_from(["The", "pump", "is", "red", ".", " ", "9", "\n"])).map(" ".join)


def changed(before, after):
    """The events that turn one text into another."""
    screen = Screen()
    list(screen.extend(before, len(before)))
    return list(screen.become(after, len(after)))


@given(st.one_of(WORDS, answer_texts(4)), st.one_of(WORDS, answer_texts(4)))
def test_any_text_becomes_any_other(before, after):
    """Applied to the one, the events give the other."""
    assert apply_events(changed(before, after), before) == after


@pytest.mark.parametrize(
    ("before", "after", "events"),
    [
        ("It is.", "It is. So", [ReleaseEvent(" So", Span(6, 9), Span(6, 9))]),
        ("It is.", "It is [x].", [ReplaceEvent(Span(5, 5), " [x]")]),
        ("It is. It was. So", "It is. So", [RetractEvent(Span(7, 15))]),
        ("It was 9.", "It was 10.", [ReplaceEvent(Span(7, 8), "10")]),
        ("It is.", "", [RetractEvent(Span(0, 6))]),
        ("It is.", "It is.", []),
    ],
)
def test_as_few_words_as_possible_change(before, after, events):
    """Whole words, no letters of them."""
    assert changed(before, after) == events


def test_a_text_with_little_in_common_is_replaced_as_a_whole():
    """Not word by word."""
    before = "The hall is open on all weekdays from nine in the morning to five."
    (event,) = changed(before, "This answer could not be verified")
    assert event == ReplaceEvent(Span(0, len(before)), "This answer could not be verified")


def test_very_long_texts_are_not_compared_word_by_word():
    """The time stays in proportion."""
    before, after = "x red " * 5_000, "x blue " * 5_000
    assert len(changed(before, after)) == 1
