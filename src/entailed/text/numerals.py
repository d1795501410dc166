"""Numerals: how digits, number words, fractions and roman numbers spell a value.

Nothing here knows units or what is counted; `entailed.text.quantities` puts those on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from entailed.text.lazy import lazy
from entailed.text.number_words import (
    CARDINALS,
    CJK_DIGITS,
    CJK_SCALES,
    FRACTIONS,
    LANGUAGE_MARKS,
    MULTIPLIERS,
    ORDINALS,
    SCALES,
)

__all__ = [
    "DigitNumeral",
    "denominator",
    "guess_language",
    "may_start_number",
    "ordinal_to_int",
    "read_cjk_number",
    "read_digits",
    "roman_to_int",
    "scale_value",
    "word_value",
]

_LETTERS = lazy(r"[^\W\d_]+")
_ROMAN = lazy(
    r"(?=[IVXLCDM])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})\Z", re.IGNORECASE
)
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
# A comma is the decimal sign in these.
_COMMA_LANGUAGES = frozenset({"de", "fr", "es", "it", "pt", "ru"})
_CYRILLIC = lazy(r"[\u0400-\u04ff]")
_KANA = lazy(r"[\u3040-\u30ff]")
_HAN = lazy(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class DigitNumeral:
    """What a run of digits with separators says.

    `step` is the value of its last written digit (1/100 for "2.50"). `digits` is the number of
    significant digits as written, trailing zeros of a whole number not counted. `other` is the
    reading as a whole number of one with exactly three decimals ("1.250" may be 1250), or None.
    """

    value: Fraction
    step: Fraction
    digits: int
    other: Fraction | None = None


def roman_to_int(text: str) -> int | None:
    """The value of a well-formed Roman numeral from I to MMMCMXCIX, or None."""
    if not text or not _ROMAN.match(text):
        return None
    values = [_ROMAN_VALUES[c] for c in text.upper()]
    following = [*values[1:], 0]
    return sum(-v if v < n else v for v, n in zip(values, following, strict=True))


def ordinal_to_int(word: str) -> int | None:
    """1 for "first", "1st", "erste", "première" ...; None for anything else."""
    word = word.lower()
    if word in ORDINALS:
        return ORDINALS[word]
    tens, hyphen, unit = word.partition("-")
    if hyphen and tens in CARDINALS["en"] and ORDINALS.get(unit, 10) < 10:
        return CARDINALS["en"][tens] + ORDINALS[unit]
    found = re.fullmatch(r"(\d{1,4})(?:st|nd|rd|th|er|ère|re|e|º|ª|°|\.)", word)
    return int(found.group(1)) if found else None


def _only_in() -> dict[str, str]:
    """Number words of four letters or more that one language alone has."""
    owners: dict[str, set[str]] = {}
    for language, table in CARDINALS.items():
        for word in table:
            owners.setdefault(word, set()).add(language)
    return {
        word: next(iter(languages))
        for word, languages in owners.items()
        if len(languages) == 1 and len(word) > 3 and word not in _ENGLISH_LOOKALIKES
    }


_ENGLISH_LOOKALIKES = frozenset({"once", "cent", "cents", "sept", "seize", "mille", "elf"})


def _speaks_for() -> dict[str, list[str]]:
    """The languages a word speaks for: by function words, and by its own number words."""
    found: dict[str, list[str]] = {}
    for language, marks in LANGUAGE_MARKS.items():
        for word in marks:
            found.setdefault(word, []).append(language)
    for word, language in _only_in().items():
        found.setdefault(word, []).append(language)
    return found


_SPEAKS_FOR = _speaks_for()


@lru_cache(maxsize=2048)
def guess_language(text: str) -> str:
    """The likely language of `text` as a two-letter code; "en" when nothing speaks for another."""
    sample = text[:2000]
    if not sample.isascii():
        if _KANA.search(sample):
            return "ja"
        if len(_HAN.findall(sample)) * 4 > len(_LETTERS.findall(sample)):
            return "zh"
        if len(_CYRILLIC.findall(sample)) * 2 > sum(c.isalpha() for c in sample):
            return "ru"
    scores = dict.fromkeys(LANGUAGE_MARKS, 0)
    for word in _LETTERS.findall(sample.lower()):
        for language in _SPEAKS_FOR.get(word, ()):
            scores[language] += 1
    if "ß" in sample:
        scores["de"] += 2
    best = max(scores, key=lambda language: scores[language])
    sure = scores[best] > 1 or not sample.isascii()
    return best if sure and scores[best] > scores["en"] else "en"


@lru_cache(maxsize=2048)
def read_digits(text: str, language: str = "en") -> DigitNumeral:
    """Read ASCII digits with `,`, `.`, `'` or white space between them.

    Raises ValueError when `text` holds no digit or a character that cannot be in a numeral.
    """
    plain = re.sub(r"[\s'’]", "", text)
    if not re.fullmatch(r"[.,]?\d[\d.,]*", plain):
        raise ValueError(f"expected a numeral in digits, got {text!r}")
    plain = plain.rstrip(".,")
    spaced = len(plain) != len(text)
    whole, fraction, ambiguous = _split_digits(plain, language, spaced)
    value = _fraction(whole, fraction)
    other: Fraction | None = None
    if ambiguous:
        other = _fraction(whole + fraction, "")
    step = Fraction(1, 10 ** len(fraction))
    shown = (whole + fraction).lstrip("0") if fraction else whole.strip("0")
    return DigitNumeral(value, step, max(1, len(shown)), other)


def _split_digits(plain: str, language: str, spaced: bool) -> tuple[str, str, bool]:
    """Whole digits, decimal digits, and whether the decimals could be a group of three."""
    dots, commas = plain.count("."), plain.count(",")
    if dots and commas:
        decimal = "." if plain.rfind(".") > plain.rfind(",") else ","
        if plain.count(decimal) > 1:
            return re.sub(r"[.,]", "", plain), "", False
        whole, _, fraction = plain.partition(decimal)
        return re.sub(r"[.,]", "", whole), fraction, False
    separator = "." if dots else ","
    if dots + commas != 1:
        return plain.replace(separator, ""), "", False
    whole, _, fraction = plain.partition(separator)
    groups = len(fraction) == 3 and 0 < len(whole) <= 3 and whole.lstrip("0") == whole
    if spaced or not groups:
        return whole, fraction, False
    decimal = "," if language in _COMMA_LANGUAGES else "."
    if separator == decimal:
        return whole, fraction, True
    return whole + fraction, "", False


def _fraction(whole: str, decimals: str) -> Fraction:
    # Digits beyond any real figure are dropped: int() on hostile input is quadratic.
    digits = (whole + decimals)[:400] or "0"
    return Fraction(int(digits), 10 ** min(len(decimals), 400))


def read_cjk_number(text: str) -> Fraction | None:
    """The value of a Chinese or Japanese numeral such as 三百二十 or 二〇, or None."""
    total, section, digit = 0, 0, None
    positional = all(c in CJK_DIGITS for c in text)
    if not text or len(text) > 24:
        return None
    if positional:
        return Fraction(int("".join(str(CJK_DIGITS[c]) for c in text)))
    for c in text:
        if c in CJK_DIGITS:
            digit = CJK_DIGITS[c]
        elif CJK_SCALES.get(c, 0) >= 10**4:
            total = (total + section + (digit or 0) or 1) * CJK_SCALES[c]
            section, digit = 0, None
        elif c in CJK_SCALES:
            section += (1 if digit is None else digit) * CJK_SCALES[c]
            digit = None
        else:
            return None
    return Fraction(total + section + (digit or 0))


_GERMAN_PART = lazy(
    r"(?:(?P<thousands>\w{0,40}?)tausend)?(?:(?P<hundreds>\w{0,12}?)hundert)?(?:und)?"
    r"(?P<rest>\w{0,24})\Z"
)


def _german_compound(word: str) -> int | None:
    """The value of a German number written as one word ("dreihundertfünfundzwanzig")."""
    units = CARDINALS["de"]
    if word in units:
        return units[word]
    found = _GERMAN_PART.match(word)
    if not found:
        return None
    value = 0
    for name, factor in (("thousands", 1000), ("hundreds", 100)):
        part = found.group(name)
        if part is not None:
            count = 1 if part == "" else _german_compound(part)
            if count is None:
                return None
            value += count * factor
    rest = found.group("rest")
    if rest == word:
        unit, joint, tens = rest.partition("und")
        ok = joint and units.get(unit, 10) < 10 and units.get(tens, 0) % 10 == 0
        return units[tens] + units[unit] if ok and tens in units else None
    tail = _german_compound(rest) if rest else 0
    return None if tail is None else value + tail


_HYPHENATED = lazy(r"[-‐‑]")


def word_value(word: str, language: str) -> int | None:
    """The value of one number word ("twenty-five", "fünfundzwanzig"), or None."""
    table = CARDINALS.get(language)
    if table is None:
        return None
    if word in table:
        return table[word]
    if language == "de" and len(word) > 6:
        return _german_compound(word)
    if "-" in word or "‑" in word or "‐" in word:
        return _joined([table.get(part) for part in _HYPHENATED.split(word) if part != "et"])
    return _italian(word) if language == "it" and len(word) > 6 else None


def _joined(values: list[int | None]) -> int | None:
    """twenty-five -> 25; quatre-vingt-dix -> 90; None when a part is no number."""
    total = 0
    for value in values:
        if value is None:
            return None
        if total == 4 and value == 20:
            total = 80
        elif total and value >= 10 and total < value:
            return None
        else:
            total += value
    return total or None


def _italian(word: str) -> int | None:
    """ventitré -> 23, ottantuno -> 81."""
    table = CARDINALS["it"]
    for tens, value in table.items():
        if value in range(20, 100) and word.startswith(tens[:-1]):
            rest = word[len(tens) :] if word.startswith(tens) else word[len(tens) - 1 :]
            unit = table.get(rest.replace("é", "e"), 10)
            if unit < 10:
                return value + unit
    return None


_GERMAN_SIGN = lazy(r"hundert|tausend|zig|ßig|ssig|zehn")
_ITALIAN_SIGN = lazy(r"vent|trent|quarant|cinquant|sessant|settant|ottant|novant")
_SCALE_STARTS = frozenset({"mil", "mille", "tausend", "тысяча", "hundert"})


@lru_cache(maxsize=16)
def _starters(language: str) -> frozenset[str]:
    own = {*CARDINALS.get(language, ()), *FRACTIONS.get(language, ()), *ORDINALS, *MULTIPLIERS}
    return frozenset(own | _SCALE_STARTS | {"single", "a", "an"})


@lru_cache(maxsize=65536)
def may_start_number(word: str, language: str) -> bool:
    """Whether a lower-case word can be the first of a number, fraction, ordinal or factor."""
    if word in _starters(language):
        return True
    if language == "de":
        return _GERMAN_SIGN.search(word) is not None
    return language == "it" and _ITALIAN_SIGN.match(word) is not None


def scale_value(word: str, language: str) -> int | None:
    """The factor of a scale word ("million", "Mrd", "тыс"), or None."""
    own = SCALES.get(language, {}).get(word)
    if own is not None:
        return own
    shared = SCALES["any"].get(word)
    if shared is not None:
        return shared
    return SCALES["en"].get(word) if language not in SCALES else None


def denominator(word: str, language: str) -> int | None:
    """3 for "third" or "thirds", "Drittel", ...; None for other words."""
    return FRACTIONS.get(language, {}).get(word)
