"""What may follow a number: percent signs, currencies, units, products of units and rates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from entailed.text.quantity_tokens import Token
from entailed.text.roots import root
from entailed.text.units import DELICATE, Unit, currency_of, degree_unit, unit_of

__all__ = ["Measure", "read_measure"]


@dataclass(frozen=True, slots=True)
class Measure:
    """What the tokens up to `last` (exclusive) say a number is in."""

    last: int
    unit: Unit | None = None
    currency: str | None = None
    per: str = ""
    per_factor: Fraction = Fraction(0)
    scale: Fraction = Fraction(1)


AGE = Unit("age", "time", Fraction(31557600))
_PERCENT = Unit("%", "ratio", Fraction(1, 100))
_POINTS = Unit("pp", "percentage points")
_FIXED: dict[tuple[str, ...], Unit] = {
    ("%",): _PERCENT,
    ("‰",): Unit("‰", "ratio", Fraction(1, 1000)),
    ("percent",): _PERCENT,
    ("pct",): _PERCENT,
    ("prozent",): _PERCENT,
    ("per", "cent"): _PERCENT,
    ("pour", "cent"): _PERCENT,
    ("por", "ciento"): _PERCENT,
    ("por", "cento"): _PERCENT,
    ("per", "cento"): _PERCENT,
    ("процент",): _PERCENT,
    ("процента",): _PERCENT,
    ("процентов",): _PERCENT,
    ("percentage", "point"): _POINTS,
    ("percentage", "points"): _POINTS,
    ("percent", "points"): _POINTS,
    ("%", "points"): _POINTS,
    ("pp",): _POINTS,
    ("pps",): _POINTS,
    ("ppt",): _POINTS,
    ("prozentpunkt",): _POINTS,
    ("prozentpunkte",): _POINTS,
    ("prozentpunkten",): _POINTS,
    ("points", "de", "pourcentage"): _POINTS,
    ("point", "de", "pourcentage"): _POINTS,
    ("puntos", "porcentuales"): _POINTS,
    ("punti", "percentuali"): _POINTS,
    ("pontos", "percentuais"): _POINTS,
    ("процентных", "пункта"): _POINTS,
    ("процентных", "пунктов"): _POINTS,
    ("процентный", "пункт"): _POINTS,
    ("个", "百", "分", "点"): _POINTS,
    ("basis", "points"): Unit("bp", "percentage points", Fraction(1, 100)),
    ("basis", "point"): Unit("bp", "percentage points", Fraction(1, 100)),
    ("bps",): Unit("bp", "percentage points", Fraction(1, 100)),
    ("times",): Unit("times", "multiplier"),
    ("x",): Unit("times", "multiplier"),
    ("×",): Unit("times", "multiplier"),
    ("fold",): Unit("times", "multiplier"),
    ("-", "fold"): Unit("times", "multiplier"),
    ("mal",): Unit("times", "multiplier"),
    ("fois",): Unit("times", "multiplier"),
    ("倍",): Unit("times", "multiplier"),
    ("year", "old"): AGE,
    ("years", "old"): AGE,
    ("years", "of", "age"): AGE,
    ("year", "-", "old"): AGE,
    ("-", "year", "-", "old"): AGE,
    ("-", "year", "-", "olds"): AGE,
    ("岁",): AGE,
    ("歳",): AGE,
    ("business", "day"): Unit("working day", "working time"),
    ("business", "days"): Unit("working day", "working time"),
    ("working", "day"): Unit("working day", "working time"),
    ("working", "days"): Unit("working day", "working time"),
    ("-", "business", "-", "day"): Unit("working day", "working time"),
    ("jours", "ouvrables"): Unit("working day", "working time"),
    ("jours", "ouvrés"): Unit("working day", "working time"),
    ("días", "hábiles"): Unit("working day", "working time"),
    ("giorni", "lavorativi"): Unit("working day", "working time"),
    ("dias", "úteis"): Unit("working day", "working time"),
    ("рабочих", "дней"): Unit("working day", "working time"),
    ("工", "作", "日"): Unit("working day", "working time"),
    ("calendar", "days"): Unit("day", "time", Fraction(86400)),
    ("sq", "ft"): Unit("ft²", "area", Fraction(145161, 1562500)),
    ("fl", "oz"): Unit("fl oz", "volume", Fraction(473176473, 16 * 10**9)),
    ("nautical", "miles"): Unit("nmi", "length", Fraction(1852)),
    ("nautical", "mile"): Unit("nmi", "length", Fraction(1852)),
    ("light", "years"): Unit("light year", "light years"),
    ("light", "-", "years"): Unit("light year", "light years"),
    ("metric", "tons"): Unit("t", "mass", Fraction(1000)),
    ("metric", "tonnes"): Unit("t", "mass", Fraction(1000)),
    ("mm", "hg"): Unit("mmHg", "pressure", Fraction(133322, 1000)),
    ("mbit", "/", "s"): Unit("Mbps", "data rate", Fraction(10**6)),
    ("gbit", "/", "s"): Unit("Gbps", "data rate", Fraction(10**9)),
    ("个", "月"): Unit("month", "time", Fraction(2629800)),
    ("小", "时"): Unit("h", "time", Fraction(3600)),
    ("分", "钟"): Unit("min", "time", Fraction(60)),
    ("時", "間"): Unit("h", "time", Fraction(3600)),
    ("秒",): Unit("s", "time"),
    ("公", "里"): Unit("km", "length", Fraction(1000)),
    ("千", "米"): Unit("km", "length", Fraction(1000)),
    ("厘", "米"): Unit("cm", "length", Fraction(1, 100)),
    ("公", "斤"): Unit("kg", "mass"),
    ("千", "克"): Unit("kg", "mass"),
    ("毫", "克"): Unit("mg", "mass", Fraction(1, 10**6)),
    ("年", "間"): Unit("year", "time", Fraction(31557600)),
    ("週", "間"): Unit("week", "time", Fraction(604800)),
    ("日", "間"): Unit("day", "time", Fraction(86400)),
    ("分", "間"): Unit("min", "time", Fraction(60)),
    ("か", "月"): Unit("month", "time", Fraction(2629800)),
    ("ヶ", "月"): Unit("month", "time", Fraction(2629800)),
}
_LONGEST = max(map(len, _FIXED))
_FIRSTS = frozenset(key[0] for key in _FIXED)
_CJK_MONEY = {("美", "元"): "USD", ("欧", "元"): "EUR", ("日", "元"): "JPY", ("英", "镑"): "GBP",
              ("ユ", "ー", "ロ"): "EUR", ("ド", "ル"): "USD", ("元",): "CNY", ("円",): "JPY",
              ("人", "民", "币"): "CNY"}  # fmt: skip


def _at(tokens: list[Token], i: int) -> Token | None:
    return tokens[i] if 0 <= i < len(tokens) else None


def _glued(tokens: list[Token], i: int) -> bool:
    return i > 0 and tokens[i - 1].end == tokens[i].start


def read_measure(tokens: list[Token], i: int, language: str) -> Measure | None:
    """Percent, currency or unit (with its rate) at token `i`, or None."""
    token = _at(tokens, i)
    if token is None:
        return None
    if token.low == "bpd" and _BARREL is not None:
        return Measure(i + 1, _BARREL, per="day", per_factor=_DAY)
    if _names_a_year(tokens, i):
        return None
    found = _fixed(tokens, i) or _money(tokens, i) or _unit(tokens, i, language)
    if found is None:
        return _rate(tokens, Measure(i), language)
    return _rate(tokens, found, language) or found


_BARREL = unit_of("bbl")
_DAY = Fraction(86400)


def _names_a_year(tokens: list[Token], i: int) -> bool:
    """Whether "Year" begins a name of its own, as in "1,122 Year 6 pupils"."""
    after = _at(tokens, i + 1)
    return tokens[i].text in ("Year", "Day", "Week") and after is not None and after.kind == "num"


def _fixed(tokens: list[Token], i: int) -> Measure | None:
    if tokens[i].low not in _FIRSTS:
        return None
    lows = tuple(t.low for t in tokens[i : i + _LONGEST])
    for length in range(min(len(lows), _LONGEST), 0, -1):
        unit = _FIXED.get(lows[:length])
        if unit is not None and _fits(tokens, i, unit, length):
            return Measure(i + length, unit)
    return None


_COUNTED_TIMES = frozenset({"a", "per", "each", "every", "daily", "weekly"})


def _fits(tokens: list[Token], i: int, unit: Unit, length: int) -> bool:
    """A lone "x" or "times" is a factor only in its place ("3x", "three times the")."""
    low, after = tokens[i].low, _at(tokens, i + length)
    if low in ("x", "×"):
        return _glued(tokens, i) and (after is None or after.kind != "num")
    if low in ("times", "fois", "mal"):
        return after is None or after.low not in _COUNTED_TIMES
    if low == "-" and not _glued(tokens, i):
        return unit is AGE
    return not (low == "pp" and after is not None and after.kind == "num")


_NATIONAL = ("ese", "ish", "ian", "can", "ean", "ch", "ss")


def _money(tokens: list[Token], i: int) -> Measure | None:
    token = tokens[i]
    if token.kind == "cjk":
        for key, currency in _CJK_MONEY.items():
            if tuple(t.text for t in tokens[i : i + len(key)]) == key:
                return Measure(i + len(key), currency=currency)
        return None
    j, low = i, token.low
    if (
        (
            low in ("us", "american", "canadian", "australian", "swiss", "british")
            and _at(tokens, i + 1)
        )
        or low == "d'"
        or (low in ("de", "di", "d") and _at(tokens, i + 1))
    ):
        j = i + 1
    else:
        j = _of_a_nation(tokens, i)
    word = tokens[j]
    if word.low == "pounds":
        after = _at(tokens, j + 1)
        if after is not None and after.low == "sterling":
            return Measure(j + 2, currency="GBP")
        return None
    named = currency_of(word.text)
    if named is None or (word.kind == "sym" and not _money_sign(tokens, j)):
        return None
    if (
        word.kind == "word"
        and currency_of(word.text)
        and word.low in ("won", "crowns", "real", "rs", "quid")
    ):
        return None
    scale = Fraction(1, 100) if word.low in ("cent", "cents", "¢") else Fraction(1)
    return Measure(j + 1, currency=named, scale=scale)


def _of_a_nation(tokens: list[Token], i: int) -> int:
    """Index of a currency's name after one or two words that say whose ("Hong Kong dollars")."""
    for j in (i + 1, i + 2):
        word = _at(tokens, j)
        if word is None or word.kind != "word" or not tokens[j - 1].text[0].isupper():
            return i
        whose = word.text[0].islower() or tokens[i].text.endswith(_NATIONAL)
        if whose and currency_of(word.text) and len(word.text) > 2:
            return j
    return i


def _money_sign(tokens: list[Token], i: int) -> bool:
    """A currency sign after a number belongs to it unless another number follows at once."""
    after = _at(tokens, i + 1)
    return after is None or after.kind != "num" or not _glued(tokens, i + 1)


def _unit(tokens: list[Token], i: int, language: str) -> Measure | None:
    j = i
    if tokens[i].text == "-" and (_joins(tokens, i) or _joins_apart(tokens, i)):
        j = i + 1
    found = _atom(tokens, j, language)
    if found is None:
        return None
    unit, j = found
    while j < len(tokens):
        step = j + 1 if tokens[j].text in "·*⋅" and _glued(tokens, j) else j
        more = _atom(tokens, step, language) if step < len(tokens) else None
        if more is None or not _multiplies(tokens, unit, more[0], step):
            break
        unit = Unit(
            f"{unit.name} {more[0].name}",
            f"{unit.dimension}·{more[0].dimension}",
            unit.factor * more[0].factor,
        )
        j = more[1]
    return Measure(j, unit)


def _joins(tokens: list[Token], i: int) -> bool:
    return _glued(tokens, i) and i + 1 < len(tokens) and _glued(tokens, i + 1)


def _joins_apart(tokens: list[Token], i: int) -> bool:
    """Whether the hyphen with spaces is that of a compound, as split texts have it ("5 - day")."""
    after = _at(tokens, i + 1)
    return after is not None and after.low in _IN_COMPOUNDS and not _glued(tokens, i + 1)


_IN_COMPOUNDS = frozenset(
    "second minute hour day night week month year decade mile kilometre kilometer metre meter foot "
    "inch acre pound kilo gram gramme litre liter gallon degree".split()
)


def _multiplies(tokens: list[Token], unit: Unit, more: Unit, i: int) -> bool:
    """Symbols side by side multiply ("mbar l/s"); words and like dimensions do not."""
    return (
        len(tokens[i].text) <= 4
        and len(tokens[i - 1].text) <= 4
        and unit.dimension not in (more.dimension, "time", "temperature")
        and more.dimension not in ("time", "temperature", "ratio")
        and tokens[i].text not in ("in", "A", "V")
    )


_POWERS = {"2": 2, "²": 2, "3": 3, "³": 3}
_SQUARES = {
    "square": 2, "sq": 2, "squared": 2, "quadrat": 2, "cubic": 3, "cubed": 3, "kubik": 3,
}  # fmt: skip


def _atom(tokens: list[Token], i: int, language: str) -> tuple[Unit, int] | None:
    token = _at(tokens, i)
    if token is None:
        return None
    if token.text in "°º" and i + 1 < len(tokens):
        degree = degree_unit(tokens[i + 1].text)
        if degree is not None and tokens[i + 1].end - tokens[i + 1].start == 1:
            return degree, i + 2
    power = _SQUARES.get(token.low)
    if power is not None and i + 1 < len(tokens):
        skip = i + 2 if tokens[i + 1].text == "." else i + 1
        unit = unit_of(tokens[skip].text, language) if skip < len(tokens) else None
        return (
            None if unit is None or unit.dimension != "length" else (_raised(unit, power), skip + 1)
        )
    if token.kind == "cjk":
        unit = unit_of(token.text, language) if token.text in "米克升吨天周年" else None
        return None if unit is None else (unit, i + 1)
    if token.kind not in ("word", "sym"):
        return None
    if token.text in ("C", "F") and not _delicate(tokens, i):
        degree = degree_unit(token.text)
        return None if degree is None else (degree, i + 1)
    if token.low in ("degrees", "degree", "grad", "degrés", "grados", "gradi", "graus", "deg"):
        following = _at(tokens, i + 1)
        named = (
            unit_of(following.text, language) or degree_unit(following.text) if following else None
        )
        if named is not None and named.dimension == "temperature":
            return named, i + 2
    unit = unit_of(token.text, language)
    if unit is None or (token.text in DELICATE and _delicate(tokens, i)):
        return None
    return _exponent(tokens, unit, i + 1)


_LINKS = frozenset("and or per at in for to of is was when und by from".split())


def _delicate(tokens: list[Token], i: int) -> bool:
    """Whether a letter that may be a unit is rather a word here ("12 in 2020", "5 A students")."""
    token, after = tokens[i], _at(tokens, i + 1)
    if token.text == "in":
        return not (
            after is None
            or after.text in ".,;)"
            or after.low in ("long", "wide", "tall", "deep", "thick", "high", "x", "by")
        )
    if _glued(tokens, i) or token.text in (
        "s",
        "g",
        "m",
        "l",
        "L",
        "м",
        "г",
        "л",
        "с",
        "т",
        "ч",
        "t",
        "h",
    ):
        return False
    worded = after is not None and after.kind == "word" and after.start - token.end == 1
    return worded and after is not None and after.text[0].islower() and after.low not in _LINKS


def _exponent(tokens: list[Token], unit: Unit, i: int) -> tuple[Unit, int]:
    token = _at(tokens, i)
    if unit.dimension == "length" and token is not None and token.start == tokens[i - 1].end:
        if token.text == "^" and i + 1 < len(tokens) and tokens[i + 1].text in _POWERS:
            return _raised(unit, _POWERS[tokens[i + 1].text]), i + 2
        if token.text in _POWERS:
            return _raised(unit, _POWERS[token.text]), i + 1
    return unit, i


def _raised(unit: Unit, power: int) -> Unit:
    if power == 2:
        return Unit(unit.name + "²", "area", unit.factor**2)
    return Unit(unit.name + "³", "volume", unit.factor**3 * 1000)


_ADVERBS = {"daily": "day", "weekly": "week", "monthly": "month", "hourly": "h", "annually": "year",
            "yearly": "year", "nightly": "night", "täglich": "day", "jährlich": "year",
            "monatlich": "month",
            "wöchentlich": "week"}  # fmt: skip
_PER_WORDS = frozenset({"per", "pro", "par", "por", "al", "à", "в"})
_ARTICLE_RATES = frozenset(
    "day week month year hour minute second night semester quarter decade shift piece person "
    "head".split()
)


def _rate(tokens: list[Token], measure: Measure, language: str) -> Measure | None:
    """/s, per day, a week, pro Monat, each, daily."""
    i = measure.last
    mark, following = _at(tokens, i), _at(tokens, i + 1)
    if mark is None:
        return None
    known = measure.unit is not None or measure.currency is not None
    if mark.low in _ADVERBS and known:
        return _per(measure, _ADVERBS[mark.low], language, i + 1)
    if following is None or following.kind not in ("word", "cjk"):
        return None
    slash = mark.text == "/" and known and _glued(tokens, i)
    worded = (
        mark.low in _PER_WORDS
        and (mark.low == "per" or known)
        and following.low not in ("cent", "cento", "ciento")
    )
    article = mark.low in ("a", "an", "each", "every") and following.low in _ARTICLE_RATES
    after = _at(tokens, i + 2)
    if (
        article
        and after is not None
        and after.low in ("earlier", "ago", "before", "later", "prior")
    ):
        return None
    if not (slash or worded or article):
        return None
    if not known and mark.low not in ("per", "a", "an", "each", "every"):
        return None
    last = i + 2
    if slash and (unit := unit_of(following.text, language)) is not None:
        unit, last = _exponent(tokens, unit, i + 2)
        return replace(measure, per=unit.name, per_factor=unit.factor, last=last)
    return _per(measure, following.text, language, last)


def _per(measure: Measure, word: str, language: str, last: int) -> Measure:
    unit = unit_of(word, language)
    timed = unit is not None and unit.dimension == "time"
    if unit is not None and (
        timed or len(word) <= 3 or measure.unit is not None or measure.currency is not None
    ):
        return replace(measure, per=unit.name, per_factor=unit.factor, last=last)
    return replace(measure, per=root(word.lower()), per_factor=Fraction(0), last=last)
