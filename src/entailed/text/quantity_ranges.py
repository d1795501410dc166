"""What stands around a number: currency, sign, unit, bound, and the other end of a range."""

from __future__ import annotations

import re
from fractions import Fraction

from entailed.text.lazy import lazy
from entailed.text.number_words import SUFFIX_SCALES
from entailed.text.quantity_draft import Draft, Source, at, draft_of
from entailed.text.quantity_tokens import Core, glued, read_core
from entailed.text.quantity_units import Measure, read_measure
from entailed.text.quantity_words import bound_before, soft_bound
from entailed.text.units import currency_of

__all__ = ["after_number", "before_number", "currency_before", "read_range"]


_APART = frozenset({"k", "m", "mn", "bn"})  # also written "£ 50 m"


def after_number(source: Source, draft: Draft, i: int, *, money: bool) -> int:
    """Read what follows the number: scale suffix, percent, currency, unit, rate."""
    tokens = source.tokens
    token = at(tokens, i)
    if token is None:
        return i
    suffixed = token.kind == "word" and token.low in SUFFIX_SCALES
    if suffixed and (glued(tokens, i) or (money and token.low in _APART)):
        following = at(tokens, i + 1)
        beside = following is not None and currency_of(following.text) is not None
        if money or beside:
            _scale(draft, Fraction(SUFFIX_SCALES[token.low]), token.end)
            i += 1
    measure = read_measure(tokens, i, source.language)
    if measure is None:
        return i
    _apply(draft, measure)
    draft.end = tokens[measure.last - 1].end
    return measure.last


def _apply(draft: Draft, measure: Measure) -> None:
    draft.unit = measure.unit or draft.unit
    draft.currency = measure.currency or draft.currency
    draft.per, draft.per_factor = measure.per, measure.per_factor
    if measure.scale != 1:
        _scale(draft, measure.scale, draft.number_end)


def _scale(draft: Draft, factor: Fraction, end: int) -> None:
    draft.low *= factor
    draft.high *= factor
    draft.step *= factor
    draft.other = None if draft.other is None else draft.other * factor
    draft.end = draft.number_end = max(end, draft.number_end)


_CURRENCY_BEFORE = lazy(
    r"(?:(?<![^\W\d_])(?P<code>US\$|A\$|C\$|CA\$|NZ\$|HK\$|S\$|R\$|NT\$|[A-Z]{3}|Rs\.?)"
    r"|(?P<sign>[$€£¥₹₽₩₺₴₫₪₱฿₦￥]))\s?\Z"
)
_DOLLAR_CODES = {
    "US$": "USD", "A$": "AUD", "C$": "CAD", "CA$": "CAD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD",
    "R$": "BRL", "NT$": "TWD",
}  # fmt: skip


def currency_before(source: Source, start: int) -> tuple[str, int] | None:
    """The currency right before offset `start` and where it begins."""
    found = _CURRENCY_BEFORE.search(source.plain[max(0, start - 6) : start])
    if found is None:
        return None
    written = found.group("code") or found.group("sign")
    currency = _DOLLAR_CODES.get(written) or currency_of(written)
    if currency is None:
        return None
    return currency, max(0, start - 6) + found.start()


_SIGN = lazy(r"(?:(?<=^)|(?<=[\s(:=\[,;]))[-−–]\s?\Z")


def before_number(source: Source, draft: Draft, first: int) -> None:
    """Read what precedes: currency, sign, bound, approximation."""
    before = currency_before(source, draft.start)
    if before is not None and draft.unit is None:
        draft.currency = draft.currency or before[0]
        draft.start = before[1]
    _sign(source, draft)
    context = source.low[max(0, draft.start - 60) : draft.start]
    bound, approximate, side, length = bound_before(context)
    draft.bound, draft.approximate, draft.side = bound, approximate, side
    if bound == "exact":
        draft.bound = soft_bound(source.low[max(0, draft.start - 100) : draft.start])
        draft.soft = draft.bound != "exact"
    if length and (bound != "exact" or approximate):
        draft.start -= length
        draft.start += len(source.plain[draft.start :]) - len(source.plain[draft.start :].lstrip())
    if source.tokens[first].low == "single" or draft.number_start == draft.start:
        return


def _sign(source: Source, draft: Draft) -> None:
    left = source.plain[max(0, draft.start - 4) : draft.start]
    for sign in ("−", "-", "–"):
        if left.endswith(sign) and (sign == "−" or _stands_free(source, draft.start - 1)):
            if (
                sign == "–"
                and draft.start > 2
                and source.plain[draft.start - 2] == " "
                and source.plain[draft.start - 3] not in ":=("
            ):
                return
            draft.low, draft.high = -draft.high, -draft.low
            draft.start -= 1
            draft.other = None
            return
    if re.search(r"(?:\bminus|\bnegative)\s\Z", source.low[max(0, draft.start - 10) : draft.start]):
        draft.low, draft.high = -draft.high, -draft.low
        draft.start = source.low.rfind(
            "minus"
            if "minus" in source.low[max(0, draft.start - 10) : draft.start]
            else "negative",
            0,
            draft.start,
        )
        draft.other = None


def _stands_free(source: Source, at: int) -> bool:
    return at == 0 or source.plain[at - 1] in " \t\n(:=[,;$€£"


_RANGE_MARKS = frozenset({"-", "–", "—", "~", "〜", "～"})
_RANGE_WORDS = {
    "en": ("to",), "de": ("bis",), "fr": ("à",), "es": ("a",), "it": ("a",), "pt": ("a",),
    "ru": ("до",), "zh": ("至", "到"), "ja": ("から",),
}  # fmt: skip
_AND_WORDS = frozenset({"and", "und", "et", "y", "e", "и", "和"})
_BETWEEN = lazy(r"(?<!\w)(?:between|zwischen|entre|tra|fra|между)\s(?:the )?[$€£¥]?\Z")
_CHANGE_FROM = lazy(
    r"(?<!\w)(?:rose|rises?|risen|fell|falls?|grew|grow\w*|went|go(?:es)?|increas\w*|decreas\w*"
    r"|dropp?\w*|climb\w*|declin\w*|jump\w*|improv\w*|up|down|cut|raised?|reduced?|chang\w*|mov\w*"
    r"|expand\w*|shrank|shrinks?|shrunk|gestiegen|stieg|fiel|passé|von)\b"
    r"[^.;]{0,60}\bfrom\s[$€£¥]?\Z"
)
_SCORES = lazy(
    r"(?<!\w)(?:vot\w{1,4}|won|win|wins|beat|beats|lost|score\w?|defeat\w*|tied|drew|draw|victory"
    r"|stimm\w*|gewann|margin|ruled|decision)\b"
)

_BY = lazy(r"by (?:about |[€$£]|(?:eur|usd|gbp) )?\Z")


def read_range(source: Source, draft: Draft, core: Core, i: int) -> int:
    """5-10, 5 to 10 kg, between 5 and 10, 7-2 in a vote."""
    tokens = source.tokens
    mark = at(tokens, i)
    following = at(tokens, i + 1)
    if mark is None or following is None or core.fraction:
        return i
    before = source.low[max(0, draft.number_start - 90) : draft.number_start]
    dash = mark.text in _RANGE_MARKS
    worded = mark.low in _RANGE_WORDS.get(source.language, ()) or mark.low == "to"
    between = mark.low in _AND_WORDS and _BETWEEN.search(before) is not None
    if not (dash or worded or between) or (worded and _CHANGE_FROM.search(before)):
        return i
    if mark.low == "to" and _BY.search(before):
        return i  # "cut by 300,000 to 7.9 million" gives two values
    j = i + 1
    if currency_of(following.text) is not None and following.kind == "sym":
        if draft.unit is not None:
            return i  # "rose 6% to £9bn" gives two values
        j += 1
    if j >= len(tokens) or source.blocked(tokens[j].start, tokens[j].end) is not None:
        return i
    second = read_core(tokens, j, source.language)
    if second is None or second.fraction:
        return i
    if dash and glued(tokens, i) != glued(tokens, i + 1):
        return i
    return _join(source, draft, second, i, dash=dash or worded)


def _join(source: Source, draft: Draft, second: Core, i: int, *, dash: bool) -> int:
    other = draft_of(source, second)
    mark_dash = source.tokens[i].text in _RANGE_MARKS
    money = currency_before(source, draft.number_start) is not None
    last = after_number(source, other, second.last, money=money)
    before = source.low[max(0, draft.number_start - 40) : draft.number_start]
    after = source.low[other.end : other.end + 30]
    plain = other.unit is None and other.currency is None and draft.unit is None
    if dash and plain and draft.digits <= 3 and (_SCORES.search(before) or _SCORES.search(after)):
        draft.kind, draft.high = "score", other.high
        draft.end, draft.number_end = other.end, other.number_end
        return last
    if draft.unit is None and other.unit is not None:
        draft.unit, draft.per, draft.per_factor = other.unit, other.per, other.per_factor
    if draft.currency is None:
        draft.currency = other.currency
    left = _unscaled(draft, second, other)
    if left >= other.high or (
        draft.unit and other.unit and draft.unit.dimension != other.unit.dimension
    ):
        draft.unit = draft.unit if draft.end > draft.number_end else None
        if mark_dash and plain and left >= other.high and draft.digits <= 3:
            draft.kind, draft.high = "score", other.high
            draft.end, draft.number_end = other.end, other.number_end
            return last
        return i
    high = other.high
    if draft.unit and other.unit and draft.unit.factor != other.unit.factor:
        high = other.high * other.unit.factor / draft.unit.factor
    draft.low, draft.high, draft.step = left, high, min(draft.step, other.step)
    draft.other = None
    draft.end, draft.number_end = other.end, other.number_end
    return last


def _unscaled(draft: Draft, second: Core, other: Draft) -> Fraction:
    """The left end, with the scale of the right end when it has none ("5-10 million")."""
    factor = other.high / second.value if second.value else Fraction(1)
    factor *= second.scale
    if factor > 1 and draft.low * factor < other.high and draft.low < 1000:
        return draft.low * factor
    return draft.low
