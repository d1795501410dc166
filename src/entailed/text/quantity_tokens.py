"""Tokens of a text as the quantity grammar reads them, and the bare values among them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from entailed.text.lazy import lazy
from entailed.text.number_words import CJK_SCALES, SUFFIX_SCALES, VULGAR
from entailed.text.numerals import (
    denominator,
    read_cjk_number,
    read_digits,
    scale_value,
    word_value,
)

__all__ = ["CJK_NUMERALS", "Core", "Token", "read_core", "tokenize", "translate"]

_FULLWIDTH = {0xFF01 + i: 0x21 + i for i in range(94)}
_SAME_LENGTH = {
    **_FULLWIDTH,
    **dict.fromkeys(map(ord, "\u00a0\u202f\u2009\u2007\u2008\u200a\u2002\u2003\u3000"), " "),
    **dict.fromkeys(map(ord, "‐‑"), "-"),
    **dict.fromkeys(map(ord, "−﹣"), "−"),
    ord("％"): "%",
    ord("’"): "'",
    ord("٪"): "%",
}
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_HAN = "\u3400-\u9fff\u3005-\u3007\u3040-\u30ff"
_TOKEN = lazy(
    r"(?P<num>(?:\d{1,3}(?: \d{3})+(?!\d|-\d|[A-Z])(?:[.,]\d+)?"
    r"|\d{1,3}(?:'\d{3})+(?!\d)(?:[.,]\d+)?"
    r"|\d{1,3}(?:,\d{2,3})*,\d{3}(?![\d])(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?!\d)(?:,\d+)?"
    r"|\d+(?:[.,]\d+)?|(?<![\d\w])\.\d+)(?:[eE][+\-−]?\d{1,3}(?![\w]))?)"
    rf"|(?P<cjk>[{_HAN}])"
    r"|(?P<super>[⁻⁺]?[⁰¹²³⁴-⁹]+)"
    r"|(?P<vulgar>[¼-¾⅐-⅞])"
    rf"|(?P<word>[^\W\d_{_HAN}⁰¹²³⁴-⁹¼-¾⅐-⅞]+(?:'[^\W\d_]+)?)"
    r"|(?P<sym>[^\s])"
)


@dataclass(frozen=True, slots=True)
class Token:
    """One token; `text` is as written but for width and dash variants, `low` its lower case."""

    kind: str
    text: str
    low: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Core:
    """A bare value read from tokens `[first, last)`.

    `style` tells how it was written; `weak` marks words that often are no count ("one").
    """

    value: Fraction
    step: Fraction
    digits: int
    first: int
    last: int
    style: str
    other: Fraction | None = None
    scale: Fraction = Fraction(1)
    weak: bool = False
    fraction: bool = False


# A euro sign that was decoded in the wrong code page, padded to its length.
_MOJIBAKE_EURO, _EURO = "â‚¬", "  €"


def translate(text: str) -> str:
    """`text` with full-width forms, special spaces and hyphens made plain; same length."""
    return text.translate(_SAME_LENGTH).replace(_MOJIBAKE_EURO, _EURO)


def tokenize(plain: str) -> list[Token]:
    """Tokens of a translated text, in order; white space belongs to none."""
    return [
        Token(found.lastgroup or "sym", found.group(), found.group().lower(), *found.span())
        for found in _TOKEN.finditer(plain)
    ]


def read_core(tokens: list[Token], i: int, language: str) -> Core | None:
    """The longest value that starts at token `i`, or None."""
    token = tokens[i]
    if token.kind == "num":
        return _scaled(
            tokens, _power(tokens, _mixed(tokens, _digits(tokens, i, language))), language
        )
    if token.kind == "vulgar":
        core = Core(VULGAR[token.text], Fraction(1, 100), 1, i, i + 1, "vulgar", fraction=True)
        return _scaled(tokens, core, language)
    if token.kind == "cjk":
        return _cjk(tokens, i)
    if token.kind == "word":
        return _words(tokens, i, language)
    if token.kind == "super":
        return None
    return None


def glued(tokens: list[Token], i: int) -> bool:
    """Whether no white space stands between token `i` and the one before it."""
    return i > 0 and tokens[i - 1].end == tokens[i].start


def _digits(tokens: list[Token], i: int, language: str) -> Core:
    text = tokens[i].text
    mantissa, mark, exponent = text.replace("E", "e").partition("e")
    numeral = read_digits(mantissa, language)
    factor = Fraction(1)
    if mark:
        factor = Fraction(10) ** int(exponent.replace("−", "-"))
    return Core(
        numeral.value * factor,
        numeral.step * factor,
        numeral.digits,
        i,
        i + 1,
        "digits",
        None if mark else numeral.other,
    )


def _at(tokens: list[Token], i: int) -> Token | None:
    return tokens[i] if 0 <= i < len(tokens) else None


def _small(token: Token | None) -> int | None:
    if token is not None and token.kind == "num" and token.text.isdigit() and len(token.text) < 4:
        return int(token.text)
    return None


def _mixed(tokens: list[Token], core: Core) -> Core:
    """2½, 2 1/2, 3/4."""
    i = core.last
    nxt = _at(tokens, i)
    whole = core.value.denominator == 1
    if nxt is not None and nxt.kind == "vulgar" and whole:
        part = VULGAR[nxt.text]
        return _moved(core, core.value + part, i + 1, part / 2)
    first, slash, second = (
        _small(_at(tokens, i)),
        _at(tokens, i + 1),
        _small(_at(tokens, i + 2)),
    )
    if (
        whole
        and first
        and second
        and slash is not None
        and slash.text in "/⁄"
        and glued(tokens, i + 1)
        and glued(tokens, i + 2)
        and first < second <= 16
        and not glued(tokens, i)
    ):
        return _moved(core, core.value + Fraction(first, second), i + 3, Fraction(1, second))
    top, bottom = _small(tokens[i - 1]), _small(_at(tokens, i + 1))
    slash = nxt
    if (
        slash is not None
        and slash.text in "/⁄"
        and top
        and bottom
        and top < bottom <= 100
        and glued(tokens, i)
        and glued(tokens, i + 1)
    ):
        after = _at(tokens, i + 2)
        if after is None or not (after.text == "/" and glued(tokens, i + 2)):
            value = Fraction(top, bottom)
            return Core(value, value / 100, 2, core.first, i + 2, "vulgar", fraction=True)
    return core


def _moved(core: Core, value: Fraction, last: int, step: Fraction) -> Core:
    return Core(value, step, core.digits + 1, core.first, last, core.style)


def _power(tokens: list[Token], core: Core) -> Core:
    """2.5 × 10^-6, 2.5 x 10⁻⁶, 10^6, 10⁻⁶."""
    times, ten = _at(tokens, core.last), _at(tokens, core.last + 1)
    if times is not None and times.low in ("×", "x", "·", "*", "⋅") and ten and ten.text == "10":
        found = _exponent(tokens, core.last + 2)
        if found is not None:
            return _raised(core, core.value, core.step, found)
    if core.value == 10 and core.style == "digits":
        found = _exponent(tokens, core.last)
        if found is not None:
            return _raised(core, Fraction(1), Fraction(1), found)
    return core


def _raised(core: Core, value: Fraction, step: Fraction, power: tuple[int, int]) -> Core:
    factor = Fraction(10) ** power[0]
    return Core(value * factor, step * factor, core.digits, core.first, power[1], "digits")


def _exponent(tokens: list[Token], i: int) -> tuple[int, int] | None:
    """The exponent that starts at token `i` and the index after it."""
    token = _at(tokens, i)
    if token is None or not glued(tokens, i):
        return None
    if token.kind == "super":
        return _bounded(token.text.translate(_SUPERSCRIPTS), i + 1)
    while token is not None and token.text in "^*":
        i += 1
        token = _at(tokens, i)
        if token is not None and token.text not in "^*":
            sign = ""
            if token.text in "-−+":
                sign = "" if token.text == "+" else "-"
                i += 1
            number = _at(tokens, i)
            if number is not None and number.kind == "num" and number.text.isdigit():
                return _bounded(sign + number.text, i + 1)
            return None
    return None


def _bounded(digits: str, last: int) -> tuple[int, int] | None:
    return (int(digits), last) if len(digits) <= 4 else None


def _scaled(tokens: list[Token], core: Core, language: str) -> Core:
    """Multiply by a scale that follows: "million", "bn", "Mio.", 万, 億."""
    i = core.last
    token = _at(tokens, i)
    if token is None or (core.style == "vulgar" and token.kind == "cjk"):
        return core
    if token.kind == "cjk":
        return _cjk_scaled(tokens, core)
    if token.kind == "sym" and token.text == "-":
        following = _at(tokens, i + 1)
        if following is not None and scale_value(following.low, language) and glued(tokens, i):
            token, i = following, i + 1
    if token.kind != "word":
        return core
    factor = scale_value(token.low, language)
    if factor is None and token.low in ("bn", "mn", "mln", "bln", "trn", "tn"):
        factor = SUFFIX_SCALES[token.low]
    if factor is None and glued(tokens, i) and token.text in ("k", "K"):
        factor = SUFFIX_SCALES["k"]
    if factor is None:
        return core
    last = i + 1
    point = _at(tokens, last)
    if (
        point is not None
        and point.text == "."
        and token.low in ("mio", "mrd", "tsd", "тыс", "млн", "млрд")
    ):
        last += 1
    grown = times(core, Fraction(factor), last)
    return _scaled(tokens, grown, language) if factor == 1000 else grown


def times(core: Core, factor: Fraction, last: int) -> Core:
    """`core` multiplied by a scale, ending before token `last`."""
    return Core(
        core.value * factor,
        core.step * factor,
        core.digits,
        core.first,
        last,
        core.style,
        None if core.other is None else core.other * factor,
        core.scale * factor,
        core.weak,
        core.fraction,
    )


def _cjk_scaled(tokens: list[Token], core: Core) -> Core:
    """1300万, 25亿, 3.6億, 1億2000万."""
    i, factor = core.last, 1
    while (token := _at(tokens, i)) is not None and token.text in CJK_SCALES and i < core.last + 3:
        factor *= CJK_SCALES[token.text]
        i += 1
    if factor == 1:
        return core
    grown = times(core, Fraction(factor), i)
    token = _at(tokens, i)
    if token is not None and token.kind == "num" and glued(tokens, i) and factor >= 10**8:
        rest = _cjk_scaled(tokens, _digits(tokens, i, "zh"))
        if rest.value < factor:
            return Core(
                grown.value + rest.value, rest.step, grown.digits + rest.digits,
                core.first, rest.last, "digits",
            )  # fmt: skip
    return grown


CJK_NUMERALS = frozenset("零〇一二三四五六七八九十百千万萬亿億两兩")
# A Chinese or Japanese numeral word counts only before one of these.
_CLASSIFIERS = frozenset(
    "个個名人位件次家天年月元块米公小分秒岁台条张本只头辆座间项种点倍成冊匹回枚円万亿億歳階%"
)
_NOT_BEFORE = frozenset("周期第十拜曜星统唯万其每某")


def _cjk(tokens: list[Token], i: int) -> Core | None:
    j = i
    while j < len(tokens) and tokens[j].text in CJK_NUMERALS and j - i < 12:
        j += 1
    if j == i or (i > 0 and tokens[i - 1].text in _NOT_BEFORE):
        return None
    text = "".join(t.text for t in tokens[i:j])
    value = read_cjk_number(text)
    after = _at(tokens, j)
    if (
        value is None
        or after is None
        or after.text not in _CLASSIFIERS
        or text in ("万", "千", "百")
    ):
        return None
    return Core(value, Fraction(1), len(text), i, j, "cjk", weak=value == 1)


_AND = {
    "en": ("and",), "de": ("und",), "fr": ("et",), "es": ("y",), "it": ("e",), "pt": ("e",),
    "ru": (),
}  # fmt: skip
_ARTICLES = frozenset(
    "a an one ein eine einem einen einer un une uno una um uma один одна одно".split()
)


def _words(tokens: list[Token], i: int, language: str) -> Core | None:
    fraction = _worded_fraction(tokens, i, language)
    if fraction is not None:
        return fraction
    core = _cardinal(tokens, i, language)
    if core is None:
        return None
    return _and_a_half(tokens, core) if language == "en" else core


def _cardinal(tokens: list[Token], i: int, language: str) -> Core | None:
    """Sum up number words: hundreds multiply, scales multiply and start afresh."""
    total = current = 0
    last_scale = 10**16
    j, seen, end = i, False, i
    while j < len(tokens) and j - i < 24 and tokens[j].kind == "word":
        low = tokens[j].low
        value = word_value(low, language)
        factor = None if value == 100 else scale_value(low, language)
        if value is None and low in ("a", "an") and j == i and language == "en":
            following = _at(tokens, j + 1)
            if following is None or following.low not in (
                "hundred", "thousand", "million", "billion", "trillion", "dozen", "lakh", "crore",
            ):  # fmt: skip
                return None
            value = 1
        if value == 100 and language in ("en", "de", "fr") and 0 < current < 100:
            current *= 100
        elif value is not None and _adds(current, value, language):
            current = 80 if (current, value) == (4, 20) else current + value
        elif factor is not None and factor < last_scale and (seen or factor >= 1000):
            if not seen and low not in ("mil", "mille", "tausend", "тысяча", "hundert"):
                return None
            total, current, last_scale = total + max(current, 1) * factor, 0, factor
        else:
            break
        j, seen, end = j + 1, True, j + 1
        j = _skip_joint(tokens, j, language, total, current)
    if not seen:
        return None
    value = total + current
    words = end - i
    alone = words == 1 and tokens[i].low in _ARTICLES
    if alone and tokens[i].low != "one":
        return None
    step = (
        Fraction(min(last_scale, 10**15)) if current == 0 and last_scale < 10**16 else Fraction(1)
    )
    digits = max(1, len(str(value).strip("0")))
    return Core(Fraction(value), step, digits, i, end, "word", scale=Fraction(1), weak=alone)


def _adds(current: int, value: int, language: str) -> bool:
    """Whether `value` may follow `current` inside one number ("twenty" + "five")."""
    if current == 0 or (language == "fr" and (current, value) == (4, 20)):
        return True
    if language == "fr" and current % 100 in (60, 80) and value < 20:
        return True
    if current % 100 == 0:
        return value < 100
    return current % 10 == 0 and current % 100 >= 20 and value < 10


def _skip_joint(tokens: list[Token], j: int, language: str, total: int, current: int) -> int:
    """Step over "-" and "and" inside a number when a number word follows."""
    token, following = _at(tokens, j), _at(tokens, j + 1)
    if token is None or following is None or following.kind != "word":
        return j
    value = word_value(following.low, language)
    if token.text == "-" and glued(tokens, j) and glued(tokens, j + 1):
        return j + 1 if value is not None and _adds(current, value, language) else j
    if token.low in _AND.get(language, ()) and value is not None:
        hundreds = (current or total) >= 100 and current % 100 == 0
        tens = language in ("fr", "es", "pt") and current % 10 == 0 and current % 100 >= 20
        if (hundreds and value < 100) or (tens and value < 10):
            return j + 1
    return j


def _and_a_half(tokens: list[Token], core: Core) -> Core:
    """six and a half, six-and-a-half"""
    rest = [t.low for t in tokens[core.last : core.last + 6]]
    length = 3 if rest[:3] == _AND_A_HALF else 6 if rest == _HYPHENED else 0
    if not length:
        return core
    return Core(
        core.value + Fraction(1, 2), Fraction(1, 2), core.digits + 1,
        core.first, core.last + length, "word",
    )  # fmt: skip


_AND_A_HALF = ["and", "a", "half"]
_HYPHENED = ["-", "and", "-", "a", "-", "half"]


_ONE = frozenset("a an one ein eine einem einer un une uno una um uma one-".split())
_BARE_HALVES = frozenset(
    "half hälfte moitié mitad metà metade половина половину половины треть трети четверть".split()
)


def _worded_fraction(tokens: list[Token], i: int, language: str) -> Core | None:
    """two thirds, a quarter, half, three-quarters, ein Drittel, la moitié, половина."""
    token = tokens[i]
    bottom = denominator(token.low, language)
    if bottom is not None and token.low in _BARE_HALVES:
        return _bare_half(tokens, i, bottom)
    top = 1 if token.low in _ONE else word_value(token.low, language)
    j = i + 1
    following = _at(tokens, j)
    if top is None or not 0 < top < 20 or following is None:
        return None
    if following.text == "-":
        j += 1
        following = _at(tokens, j)
    bottom = None if following is None else denominator(following.low, language)
    if following is None or bottom is None or top > bottom:
        return None
    if language == "en" and (top > 1) != following.low.endswith("s"):
        return None
    # "a third party", "a fifth column": an ordinal unless "of" or the end follows.
    after = _at(tokens, j + 1)
    ordinal = following.low in ("third", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
    if ordinal and after is not None and after.kind == "word" and after.low not in (
        "of", "as", "more", "less", "fewer", "are", "is", "were", "was", "in", "and", "to", "have",
    ):  # fmt: skip
        return None
    if following.low == "quarter" and after is not None and after.low in (
        "to", "past", "after", "earlier", "results", "earnings", "revenue", "later", "ended",
    ):  # fmt: skip
        return None
    value = Fraction(top, bottom)
    return Core(value, value / 20, 1, i, j + 1, "word", fraction=True)


def _bare_half(tokens: list[Token], i: int, bottom: int) -> Core | None:
    after, before = _at(tokens, i + 1), _at(tokens, i - 1)
    if before is not None and before.low in ("first", "second", "other", "top", "better", "latter"):
        return None
    if after is not None and after.text == "-" and glued(tokens, i + 1):
        return None
    return Core(Fraction(1, bottom), Fraction(1, 20), 1, i, i + 1, "word", fraction=True)
