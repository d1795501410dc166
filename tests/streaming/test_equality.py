"""Whatever the pieces, a stream ends as the batch path does."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import answer_texts
from tests.streaming.support import (
    ANSWER,
    POLICIES,
    QUESTION,
    TEXTS,
    batch,
    check_equal,
    check_held,
    cut,
    streamed,
)

MODES = ("buffer", "hold", "correct")


@pytest.mark.parametrize("name", TEXTS)
def test_character_by_character_is_as_at_once(name):
    """Hold mode, one character a piece: final text, report and verdicts of the batch path."""
    events = streamed(list(TEXTS[name]))
    check_held(events, batch(TEXTS[name]))
    check_equal(events, batch(TEXTS[name]))


@pytest.mark.parametrize("name", [n for n in TEXTS if n not in ("answer", "windows")])
def test_any_one_cut_is_as_none(name):
    """Hold mode, two pieces cut anywhere."""
    text = TEXTS[name]
    for place in range(len(text) + 1):
        events = streamed(cut(text, [place]), policy="quick")
        check_held(events, batch(text, "quick"))
        check_equal(events, batch(text, "quick"))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("question", ["", QUESTION])
def test_every_mode_under_every_policy(mode, policy, question):
    """Pieces of seven characters; what is held is a beginning of the final text."""
    wanted = batch(ANSWER, policy, question)
    events = streamed(cut(ANSWER, range(7, len(ANSWER), 7)), mode, policy, question)
    check_equal(events, wanted)
    if mode != "correct":
        check_held(events, wanted)


PLACES = st.lists(st.integers(0, 400), max_size=20)


@settings(max_examples=40)
@given(answer_texts(), PLACES, st.sampled_from(POLICIES), st.sampled_from(MODES))
def test_any_text_in_any_pieces(text, places, policy, mode):
    """Generated Markdown, damage included."""
    wanted = batch(text, policy)
    events = streamed(cut(text, {p for p in places if p <= len(text)}), mode, policy)
    check_equal(events, wanted)
    if mode != "correct":
        check_held(events, wanted)


@settings(max_examples=10)
@given(st.permutations(ANSWER.split("\n\n")), st.integers(4, 60))
def test_parts_in_any_order(parts, size):
    """Lists, tables, code and prose follow one another in any order."""
    text = "\n\n".join(parts)
    events = streamed(cut(text, range(size, len(text), size)))
    check_held(events, batch(text))
    check_equal(events, batch(text))


def test_line_ends_parted_from_their_carriage_returns():
    """A piece may end between the two characters of a Windows line end."""
    text = TEXTS["windows"]
    events = streamed(cut(text, [i + 1 for i, c in enumerate(text) if c == "\r"]))
    check_held(events, batch(text))
    check_equal(events, batch(text))


def test_a_citation_in_three_pieces_is_one_citation():
    """ "[", "S1" and "]" come apart, and are read together."""
    events = streamed(
        ["It opens at 9:00 on weekdays ", "[", "S1", "]", ". It", " closes at 17:00."]
    )
    (first, _) = events[-1].report.verdicts
    assert [c.ids for c in first.claim.citations] == [("S1",)]


def test_empty_pieces_change_nothing():
    """They may come anywhere."""
    text = TEXTS["prose"]
    pieces = ["", *[piece for c in text for piece in (c, "", "")]]
    assert streamed(pieces) == streamed(list(text))


def test_the_same_pieces_give_the_same_events():
    """Fed in one thread, a stream is a function of its pieces."""
    pieces = cut(ANSWER, range(5, len(ANSWER), 5))
    assert streamed(pieces) == streamed(pieces)
