"""Numerals: digits, words, Roman numbers, ordinals, languages."""

from fractions import Fraction

import pytest

from entailed.text.numerals import (
    guess_language,
    ordinal_to_int,
    read_cjk_number,
    read_digits,
    roman_to_int,
    word_value,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("III", 3),
        ("IV", 4),
        ("xiv", 14),
        ("MCMXCIX", 1999),
        ("IIII", None),
        ("", None),
        ("VX", None),
    ],
)
def test_roman_numerals(text: str, value: int | None) -> None:
    """Only well-formed Roman numerals have a value."""
    assert roman_to_int(text) == value


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("first", 1), ("Third", 3), ("twenty-first", 21), ("3rd", 3), ("dritte", 3),
        ("première", 1), ("segundo", 2), ("terzo", 3), ("второй", 2), ("tenth", 10), ("pump", None),
    ],
)  # fmt: skip
def test_ordinals(word: str, value: int | None) -> None:
    """Ordinal words and suffixed digits give their rank."""
    assert ordinal_to_int(word) == value


@pytest.mark.parametrize(
    ("word", "language", "value"),
    [
        ("fourteen", "en", 14),
        ("vierundachtzig", "de", 84),
        ("zweitausenddreihundert", "de", 2300),
        ("quatre-vingt-onze", "fr", 91),
        ("veintidós", "es", 22),
        ("ottantuno", "it", 81),
        ("duzentos", "pt", 200),
        ("сорок", "ru", 40),
        ("once", "en", None),
        ("bread", "de", None),
    ],
)
def test_number_words_by_language(word: str, language: str, value: int | None) -> None:
    """A word counts in its own language only."""
    assert word_value(word, language) == value


@pytest.mark.parametrize(
    ("text", "language", "value", "other"),
    [
        ("1,250", "en", 1250, None),
        ("1.250", "de", 1250, None),
        ("1.250", "en", Fraction(5, 4), 1250),
        ("1,250", "de", Fraction(5, 4), 1250),
        ("0.250", "en", Fraction(1, 4), None),
        ("1 250,5", "fr", Fraction(12505, 10), None),
    ],
)
def test_separators_follow_the_language(
    text: str, language: str, value: Fraction, other: int | None
) -> None:
    """One separator before three digits is read as the language has it."""
    numeral = read_digits(text, language)
    assert (numeral.value, numeral.other) == (value, other)


@pytest.mark.parametrize("text", ["", "abc", "1a", "--"])
def test_what_is_no_numeral_raises(text: str) -> None:
    """Reading something else is an error."""
    with pytest.raises(ValueError, match="expected a numeral"):
        read_digits(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [("三百二十", 320), ("二〇二四", 2024), ("十二", 12), ("两", 2), ("一亿", 10**8)],
)
def test_chinese_numerals(text: str, value: int) -> None:
    """Chinese numerals add and multiply."""
    assert read_cjk_number(text) == value


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The kit ships with batteries.", "en"),
        ("Der Preis ist nicht im Paket und wird bei der Lieferung gezahlt.", "de"),
        ("Le délai de retour est de 21 jours.", "fr"),
        ("El precio de la entrada es para los niños.", "es"),
        ("Il prezzo della merce è nella lista.", "it"),
        ("O preço da entrada não é para os menores.", "pt"),
        ("Предоплата составляет 15 000 евро.", "ru"),
        ("全市有1300万居民。", "zh"),
        ("重さは3.6 kgです。", "ja"),
        ("", "en"),
    ],
)
def test_languages_are_told_apart(text: str, language: str) -> None:
    """Function words and scripts tell the language of a sentence."""
    assert guess_language(text) == language
