"""Offsets in bytes and in UTF-16 units."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.service.compatible.offsets import Offsets

# Emoji with modifiers and joiners, CJK in and beyond the basic plane, combining marks, Arabic.
PIECES = ["a", " ", "\n", "😀", "👩🏽‍🚀", "漢", "𠮷", "e\u0301", "ñ", "ﷺ", "\u200d", "\u0000"]
TEXTS = st.one_of(
    st.lists(st.sampled_from(PIECES)).map("".join),
    st.text(st.characters(exclude_categories=["Cs"])),
)


@given(TEXTS, st.data())
def test_slices_of_the_encoded_text_are_those_of_the_text(text: str, data: st.DataObject) -> None:
    """Every slice, cut by its offsets out of the encoded text, decodes to the slice."""
    end = data.draw(st.integers(0, len(text)))
    start = data.draw(st.integers(0, end))
    places = Offsets(text)

    by_bytes = text.encode("utf-8")[places.utf8(start) : places.utf8(end)]
    by_units = text.encode("utf-16-le")[2 * places.utf16(start) : 2 * places.utf16(end)]

    assert by_bytes.decode("utf-8") == text[start:end]
    assert by_units.decode("utf-16-le") == text[start:end]


@given(TEXTS)
def test_the_last_offset_is_the_length(text: str) -> None:
    """The offset after the last code point is the length in each unit."""
    places = Offsets(text)

    assert places.utf8(len(text)) == len(text.encode("utf-8"))
    assert places.utf16(len(text)) == len(text.encode("utf-16-le")) // 2


def test_an_emoji_is_four_bytes_and_two_units() -> None:
    """What stands behind an emoji is one code point, two units, four bytes on."""
    places = Offsets("😀x")

    assert (places.utf8(1), places.utf16(1)) == (4, 2)


def test_a_lone_surrogate_is_refused() -> None:
    """It has no bytes in UTF-8, so it has no offsets there."""
    with pytest.raises(UnicodeEncodeError):
        Offsets("a\ud800")
