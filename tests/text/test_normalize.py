"""Folding is lossless in meaning and keeps the way back."""

from __future__ import annotations

import pytest
from hypothesis import given

from entailed.text.normalize import bounded, clean, compose, contains, fold, squeeze
from entailed.types import Mapped, Span
from tests.strategies import any_texts


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("“Yes” „ja“ «oui» 「是」", '"yes" "ja" "oui" "是"'),
        ("‘single’ ‚so‘ don’t", "'single' 'so' don't"),
        ("7–2 — a−b", "7-2 - a-b"),
        ("wait…", "wait..."),
        ("ﬁlter eﬀective eﬃcient", "filter effective efficient"),
        ("Was\u00adser\u200b\ufeff", "wasser"),
        ("a \n\t b\u00a0\u202fc", "a b c"),
        ("irreg -\nular irreg-\n  ular", "irregular irregular"),
        ("long-\nterm, weather-\ndependent", "long-term, weather-dependent"),
        ("R &amp; D &lt;5% &#39;x&#39; &amp;lt;", "r & d <5% 'x' <"),
        ("AT&T & &unknown;", "at&t & &unknown;"),
        ("３．６ｋｇ（ａ）", "3.6kg(a)"),
        ("10⁻⁶ m² word¹", "10^-6 m2 word¹"),
        ("e\u0301", "é"),
        ("STRASSE Straße", "strasse strasse"),
    ],
)
def test_typography_folds_to_one_form(written: str, folded: str) -> None:
    """Typographic variants fold to the same plain text."""
    assert fold(written).text == folded


def test_clean_keeps_case() -> None:
    """`clean` folds typography only."""
    assert clean("“Straße” – Ａ").text == '"Straße" - A'


@given(any_texts())
def test_every_folded_character_maps_back(text: str) -> None:
    """Ranges are valid, in order, and within the text, whatever the text."""
    mapped = fold(text)
    assert all(0 <= s < e <= len(text) for s, e in zip(mapped.starts, mapped.ends, strict=True))
    assert list(mapped.starts) == sorted(mapped.starts)
    assert list(mapped.ends) == sorted(mapped.ends)


@given(any_texts())
def test_folding_is_idempotent(text: str) -> None:
    """Folding a folded text changes nothing."""
    once = fold(text).text
    assert fold(once).text == once


@given(any_texts())
def test_cleaning_then_folding_is_folding(text: str) -> None:
    """`clean` loses nothing that `fold` keeps."""
    assert fold(clean(text).text).text == fold(text).text


def test_one_to_many_keeps_the_place() -> None:
    """Both letters of a folded sharp s stand for the one that was written."""
    mapped = fold("aßb")
    assert (mapped.text, mapped.starts) == ("assb", (0, 1, 1, 2))


@pytest.mark.parametrize(
    ("needle", "haystack", "found"),
    [
        (
            "weather-dependent delays",
            "of weather-\ndependent delays.",
            "weather-\ndependent delays",
        ),
        ("irregular growth", "an irreg -\nular growth", "irreg -\nular growth"),
        ("60", "600 and 60%", "60"),
        ("7", "for $47 and 1.7", None),
        ("cat", "concatenate", None),
        ("会员", "规定会员每年", "会员"),
        ("", "anything", None),
        ("the “Act”", 'under THE "ACT"', 'THE "ACT"'),
    ],
)
def test_containment_respects_word_edges(needle: str, haystack: str, found: str | None) -> None:
    """Folded containment begins and ends at word and number edges."""
    span = contains(needle, haystack)
    assert (span.of(haystack) if span else None) == found


def test_squeezing_joins_words_and_keeps_numbers() -> None:
    """Words run together compare equal; 1.5 stays apart from 15."""
    assert squeeze("Thewestwall wasrebuilt").text == squeeze("The west wall was rebuilt.").text
    assert squeeze("1.5 m").text != squeeze("15 m").text


def test_composing_maps_goes_all_the_way_back() -> None:
    """A map of a map leads to the first text."""
    outer = Mapped.identity("xx“Yes”").slice(2, 7)
    inner = fold(outer.text)
    assert compose(inner, outer).span(0, 5) == Span(2, 7)


def test_edges_inside_a_number_are_no_edges() -> None:
    """The 6 of 1.6 is not a number of its own."""
    assert not bounded("1.6 bar", 2, 3)
    assert bounded("6 bar", 0, 1)
