"""Cutting texts to a length that somebody else measures."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from entailed.checkpoints.fitting import harmless, longest_prefix, parts

TEXT = st.text(st.sampled_from("ab .\n\u3000é"), max_size=80)
ROOM = st.integers(0, 40)
SPECIAL = ("[SEP]", "</s>", "<s>", "[", "<extra_id_0>")


def within(room):
    """Whether a text has at most so many characters."""
    return lambda text: len(text) <= room


@given(TEXT, ROOM)
def test_a_prefix_fits_and_is_a_prefix(text, room) -> None:
    """And is the whole text where that fits."""
    kept = longest_prefix(text, within(room))
    assert text.startswith(kept)
    assert len(kept) <= room
    assert (kept == text) == (len(text) <= room)


@given(TEXT, ROOM)
def test_parts_fit_and_lose_nothing_but_white_space(text, room) -> None:
    """Joined they are the words of the text, in order."""
    made = parts(text, within(room))
    assert all(0 < len(part) <= room for part in made)
    if room:
        assert "".join("".join(made).split()) == "".join(text.split())


def test_whole_sentences_are_preferred_to_words_and_words_to_characters() -> None:
    """A cut is as gentle as it can be."""
    text = "It rained. The match was stopped."
    assert longest_prefix(text, within(30)) == "It rained."
    assert longest_prefix(text, within(8)) == "It"
    assert longest_prefix("Donaudampfschifffahrt", within(5)) == "Donau"
    assert longest_prefix(text, within(0)) == ""


def test_parts_are_runs_of_whole_words() -> None:
    """A word is cut only where it alone does not fit."""
    assert parts("one two three", within(8)) == ("one two", "three")
    assert parts("Donaudampf schiff", within(5)) == ("Donau", "dampf", "schif", "f")
    assert parts("word", within(0)) == ()


def test_cutting_into_parts_is_no_quadratic_work() -> None:
    """The characters measured grow with the text, not with its square."""
    measured = 0

    def fits(text):
        nonlocal measured
        measured += len(text)
        return len(text) <= 20

    parts("some words " * 2_000, fits)
    assert measured < 15 * 22_000


@given(st.text(st.sampled_from("[]SEP</s>ab "), max_size=30))
def test_no_special_string_is_left(text) -> None:
    """And nothing but spaces is added."""
    made = harmless(text, SPECIAL)
    assert not any(token in made for token in SPECIAL if len(token) > 1)
    assert made.replace(" ", "") == text.replace(" ", "")


def test_plain_text_stays_as_it_is() -> None:
    """Brackets and tags that mean nothing to the tokenizer are untouched."""
    assert harmless("see [1] <b>", ("[SEP]", "</s>", "")) == "see [1] <b>"
    assert harmless("a [SEP] b", ("[SEP]",)) == "a [ SEP] b"


def test_lone_surrogates_are_replaced() -> None:
    """Tokenizers refuse them."""
    assert harmless("a\ud800b", ()) == "a?b"
