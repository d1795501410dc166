"""The grammar of quantities: from tokens to drafts with units, bounds, ranges and nouns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from entailed.text.calendar_words import AMBIGUOUS_MONTHS, MONTHS
from entailed.text.dates import read_dates
from entailed.text.identifiers import read_identifiers
from entailed.text.number_words import MULTIPLIERS, SUFFIX_SCALES
from entailed.text.numerals import guess_language, ordinal_to_int, scale_value
from entailed.text.quantity_nouns import counted
from entailed.text.quantity_tokens import Core, Token, glued, read_core, times, tokenize, translate
from entailed.text.quantity_units import AGE, Measure, read_measure
from entailed.text.quantity_words import (
    Bound,
    bound_after,
    bound_before,
    change_of,
    is_label_noun,
    is_street,
    soft_bound,
)
from entailed.text.roots import root
from entailed.text.units import Unit, currency_of

__all__ = ["Draft", "parse"]


@dataclass(slots=True)
class Draft:
    """A quantity while it is put together; see `entailed.text.quantities.Quantity`."""

    start: int
    end: int
    number_start: int
    number_end: int
    low: Fraction
    high: Fraction
    step: Fraction
    digits: int
    style: str
    kind: str = ""
    bound: Bound = "exact"
    soft: bool = False
    approximate: bool = False
    side: str = ""
    unit: Unit | None = None
    currency: str | None = None
    per: str = ""
    per_factor: Fraction = Fraction(0)
    noun: str = ""
    nouns: tuple[str, ...] = ()
    noun_span: tuple[int, int] | None = None
    change: str = ""
    other: Fraction | None = None
    fraction: bool = False
    weak: bool = False


@dataclass(frozen=True, slots=True)
class _Source:
    """A text prepared for parsing."""

    plain: str
    low: str
    tokens: list[Token]
    language: str
    taken: tuple[tuple[int, int], ...]

    def blocked(self, start: int, end: int) -> int | None:
        """The end of a date or identifier that `[start, end)` touches, or None."""
        return next((b for a, b in self.taken if a < end and start < b), None)


_HAS_NUMBER = re.compile(r"\d|[^\W\d_]|[¼-¾⅐-⅞]")


def parse(text: str) -> list[Draft]:
    """Drafts in text order, without overlap."""
    if not _HAS_NUMBER.search(text):
        return []
    source = _prepare(text)
    drafts: list[Draft] = []
    i = 0
    while i < len(source.tokens):
        draft, i = _step(source, i, drafts[-1] if drafts else None)
        if draft is not None:
            drafts.append(draft)
    return drafts


def _prepare(text: str) -> _Source:
    plain = translate(text)
    low = plain.lower()
    if len(low) != len(plain):
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in plain)
    return _Source(plain, low, tokenize(plain), guess_language(text), _taken(text))


_GROUPED = re.compile(r"\d{1,3}(?:\.\d{3}){1,5}\Z")
_CLOCK_WITH_HOURS = re.compile(r"\d{1,3}:[0-5]\d\s?(?:h|hrs?|hours?|std)\b")
_CLOCK_BEFORE = re.compile(
    r"(?:at|um|von|bis|from|until|till|ab|gegen|à|dès|alle|a las)\s*\Z", re.IGNORECASE
)


def _taken(text: str) -> tuple[tuple[int, int], ...]:
    """Spans that are dates, times or identifiers, in order."""
    spans = [
        (d.span.start, d.span.end)
        for d in read_dates(text)
        if d.precision != "weekday"
        and any(c.isdigit() for c in d.text)
        and not _is_length(text, d.span.start)
    ]
    spans += [
        # The arguments of a call are ordinary values: timeout=30.
        (n.span.start, n.span.start + len(n.text.partition("(")[0] if n.kind == "code" else n.text))
        for n in read_identifiers(text)
        if not _GROUPED.match(n.text) and any(c.isdigit() for c in n.text)
    ]
    return tuple(sorted(spans))


def _is_length(text: str, start: int) -> bool:
    """Whether "1:35 h" at `start` is a length of time rather than a time of day."""
    found = _CLOCK_WITH_HOURS.match(text, start)
    return found is not None and not _CLOCK_BEFORE.search(text[max(0, start - 8) : start])


def _step(source: _Source, i: int, last: Draft | None) -> tuple[Draft | None, int]:
    """The draft that starts at token `i`, if any, and where to go on."""
    tokens = source.tokens
    token = tokens[i]
    end = source.blocked(token.start, token.end)
    if end is not None:
        while i < len(tokens) and tokens[i].start < end:
            i += 1
        return None, i
    if token.low == "single" and _single(source, i):
        core = Core(Fraction(1), Fraction(1), 1, i, i + 1, "word")
        draft = _draft(source, core)
        _put_noun(source, draft, i + 1)
        return draft, i + 1
    if token.kind == "word" and token.low in MULTIPLIERS:
        return _factor_word(source, i), i + 1
    if token.kind == "num":
        jump = _not_a_quantity(source, i)
        if jump:
            return None, jump
        label = _label(source, i)
        if label is not None:
            return label
    clock = _clock_duration(source, i)
    if clock is not None:
        return clock
    ordinal = _ordinal(source, i)
    if ordinal is not None:
        return ordinal
    core = read_core(tokens, i, source.language)
    if core is None or _pronoun(source, core):
        return None, i + 1
    return _assemble(source, core)


def _single(source: _Source, i: int) -> bool:
    """ "a single complaint" counts, "single room" does not."""
    before, after = _at(source.tokens, i - 1), _at(source.tokens, i + 1)
    return (
        before is not None
        and after is not None
        and after.kind == "word"
        and before.low in ("a", "one", "only", "just")
    )


def _at(tokens: list[Token], i: int) -> Token | None:
    return tokens[i] if 0 <= i < len(tokens) else None


def _draft(source: _Source, core: Core, **more: object) -> Draft:
    start, end = source.tokens[core.first].start, source.tokens[core.last - 1].end
    draft = Draft(
        start, end, start, end, core.value, core.value, core.step, core.digits, core.style,
        other=core.other, fraction=core.fraction, weak=core.weak,
    )  # fmt: skip
    for name, value in more.items():
        setattr(draft, name, value)
    return draft


# --- numbers that are none -------------------------------------------------------------------

_ENUMERATED = re.compile(r"\d{1,2}[.)]\s+\S")
_LETTER_UNITS = re.compile(
    r"(?:k|m|mm|mn|bn|b|mio|mrd|x|st|nd|rd|th|er|re|e|ème|fold|h|d|s|w|y|g|l|c|f|t)\b"
)


def _not_a_quantity(source: _Source, i: int) -> int:
    """The index to go on at when the digits at token `i` are no quantity; 0 when they may be."""
    tokens, token = source.tokens, source.tokens[i]
    before, after = _at(tokens, i - 1), _at(tokens, i + 1)
    if before is not None and glued(tokens, i):
        if (
            before.kind == "word"
            and currency_of(before.text) is None
            and before.low not in ("x", "rs")
        ):
            return i + 1
        if before.text == "_" or (before.text in "[" and after is not None and after.text == "]"):
            return i + 1
        name = _at(tokens, i - 2)
        if before.text == "-" and name is not None and name.kind == "word" and glued(tokens, i - 1):
            if currency_of(name.text) is None and name.low not in (
                "sub",
                "pre",
                "post",
                "mid",
                "under",
                "over",
            ):
                return i + 1
        if (
            before.text in "/."
            and name is not None
            and name.kind == "word"
            and glued(tokens, i - 1)
        ):
            return i + 1
    if (
        before is not None
        and before.low.rstrip(".") in MONTHS
        and before.low not in AMBIGUOUS_MONTHS
    ):
        return i + 1
    if after is not None and glued(tokens, i + 1):
        if after.low == "s" and token.text.endswith("0") and token.text.isdigit():
            return i + 2
        if after.text == "_":
            return i + 2
        if after.kind == "word" and not _suffix_ok(source, i + 1):
            return i + 2
    return i + 1 if _enumerator(source, i) else 0


def _suffix_ok(source: _Source, i: int) -> bool:
    token = source.tokens[i]
    if _LETTER_UNITS.match(token.low) or scale_value(token.low, source.language):
        return True
    if currency_of(token.text) is not None or len(token.text) > 12:
        return len(token.text) <= 12
    return read_measure(source.tokens, i, source.language) is not None


def _enumerator(source: _Source, i: int) -> bool:
    """List numbering: "1. unplug", "2) wait", German "das 1. Fach"."""
    tokens, token = source.tokens, source.tokens[i]
    if not token.text.isdigit() or len(token.text) > 2:
        return False
    mark, after, before = _at(tokens, i + 1), _at(tokens, i + 2), _at(tokens, i - 1)
    if mark is None or mark.text not in ".)" or not glued(tokens, i + 1) or after is None:
        return False
    if glued(tokens, i + 2) and after.kind != "cjk":
        return False
    opens = (
        before is None or before.text in ".;:,!?" or before.low in ("and", "und", "et", "y", "e")
    )
    if mark.text == ")":
        return opens and not _open_bracket(tokens, i)
    if opens and after.kind in ("word", "cjk"):
        return True
    ordinal_language = source.language == "de"
    return after.kind == "word" and (after.text[0].islower() or ordinal_language)


def _open_bracket(tokens: list[Token], i: int) -> bool:
    return any(t.text == "(" for t in tokens[max(0, i - 12) : i])


_PRONOUN_AFTER = frozenset("another day such who that thing by more's else time way".split())
_PRONOUN_BEFORE = frozenset(
    "no any every each this that which the another some other either only's".split()
)


def _pronoun(source: _Source, core: Core) -> bool:
    """Whether the word "one" stands for a thing rather than a number."""
    if not core.weak or core.style != "word":
        return False
    before, after = _at(source.tokens, core.first - 1), _at(source.tokens, core.last)
    if before is not None and before.low in _PRONOUN_BEFORE:
        return True
    return after is None or after.kind != "word" or after.low in _PRONOUN_AFTER


# --- labels, ordinals, factors ----------------------------------------------------------------

_LABEL_JOINTS = frozenset(
    {"and", "to", "or", "-", "–", "und", "bis", "et", "à", "y", "e", "&", ","}
)
_VERBS = frozenset(
    "is was has had will can may does did runs opens closes starts ends offers uses costs".split()
)
_OPENERS = frozenset(
    "in of at on by for about only over under some all just these those than up to from all".split()
)
_QUOTED = frozenset("\"'“”«»")


def _label(source: _Source, i: int) -> tuple[Draft | None, int] | None:
    """gate 7, Figures 2 to 5, No. 12, Windows 11, 12 Quay Street."""
    tokens, token = source.tokens, source.tokens[i]
    if not re.fullmatch(r"\d{1,6}(?:\.\d{1,4})?", token.text):
        return None
    j = i - 1
    if (point := _at(tokens, j)) is not None and point.text in ".:" and i - j == 1:
        j -= 1
    noun = _at(tokens, j)
    if _NUMBERED_BEFORE.search(source.low[max(0, token.start - 24) : token.start]):
        return None, i + 1
    if noun is None or (noun.kind != "word" and noun.text not in "#§№"):
        return _address(source, i)
    named = is_label_noun(noun.low) and _adjacent_label(source, noun, i, j)
    if not named and not _proper_label(source, noun, i, j):
        return _address(source, i)
    name = noun.low.rstrip(".")
    value = Fraction(token.text)
    core = Core(value, Fraction(1), len(token.text), i, i + 1, "digits")
    draft = _draft(source, core, kind="label", noun=root(name), nouns=(root(name),))
    draft.start, draft.noun_span = noun.start, (noun.start, noun.end)
    return draft, i + 1


_NUMBERED_BEFORE = re.compile(
    r"(?<!\w)(?:number|code|id|pin|extension|postcode|zip code|nummer|numéro|número|номер)"
    r"\s(?:is|was|ist|est|es|:)\s\Z"
)


def _adjacent_label(source: _Source, noun: Token, i: int, j: int) -> bool:
    """A label noun names its number unless something is counted: "in phase 3 patients died"."""
    if i - j > 1:
        return noun.low in (
            "art",
            "no",
            "nr",
            "fig",
            "p",
            "pp",
            "sec",
            "vol",
            "abb",
            "abs",
            "tab",
            "para",
            "eq",
        )
    after = _at(source.tokens, i + 1)
    measured = read_measure(source.tokens, i + 1, source.language)
    if measured is not None and (after is None or after.kind != "word" or len(after.text) > 1):
        return False
    if noun.low in ("day", "week", "page", "p", "part") or after is None:
        return True
    return not (after.text == "%" or currency_of(after.text))


def _proper_label(source: _Source, noun: Token, i: int, j: int) -> bool:
    """Windows 11, Apollo 11: a capitalised word inside a sentence, then a whole number."""
    tokens = source.tokens
    before, after = _at(tokens, j - 1), _at(tokens, i + 1)
    if i - j != 1 or source.language == "de" or not source.tokens[i].text.isdigit():
        return False
    if not noun.text[0].isupper() or currency_of(noun.text) or len(source.tokens[i].text) > 4:
        return False
    if noun.text.isupper() and len(noun.text) < 2:
        return False
    if after is not None and after.low in _VERBS and noun.low not in _OPENERS:
        return True
    if before is None or before.text in ".:;!?" or before.text in _QUOTED:
        return after is not None and after.low in _VERBS and noun.low not in _OPENERS
    if (
        before.low in ("in", "at", "from", "of", "for", "on", "to")
        and after is not None
        and after.kind == "word"
    ):
        return False
    if after is None or after.kind != "word":
        return after is None or after.text not in ("%", "/", "°")
    measured = read_measure(tokens, i + 1, source.language)
    return measured is None and not after.low.endswith("s") and scale_value(after.low, "en") is None


def _address(source: _Source, i: int) -> tuple[Draft | None, int] | None:
    """12 Quay Street: the number of a house."""
    tokens = source.tokens
    for k in range(i + 1, min(i + 4, len(tokens))):
        token = tokens[k]
        if token.kind != "word" or not token.text[0].isupper():
            return None
        if k > i + 1 and is_street(token.low):
            value = Fraction(tokens[i].text)
            core = Core(value, Fraction(1), 1, i, i + 1, "digits")
            name = " ".join(t.low for t in tokens[i + 1 : k + 1])
            draft = _draft(source, core, kind="label", noun=name, nouns=(name,))
            draft.noun_span = (tokens[i + 1].start, token.end)
            draft.end = token.end
            return draft, k + 1
    return None


def _ordinal(source: _Source, i: int) -> tuple[Draft, int] | None:
    """first, 3rd, twenty-first."""
    tokens, token = source.tokens, source.tokens[i]
    last, value = i + 1, None
    following = _at(tokens, i + 1)
    if token.kind == "num" and following is not None and glued(tokens, i + 1):
        if following.kind == "word" and token.text.isdigit():
            value, last = ordinal_to_int(token.text + following.low), i + 2
    elif token.kind == "word":
        if following is not None and following.text == "-" and _at(tokens, i + 2) is not None:
            value, last = ordinal_to_int(token.low + "-" + tokens[i + 2].low), i + 3
        if value is None:
            value, last = ordinal_to_int(token.low), i + 1
        if token.low in ("prima", "second", "quinto", "quinta") and value:
            value = None if _is_time_word(source, i) else value
    if value is None:
        return None
    core = Core(
        Fraction(value), Fraction(1), 1, i, last, "word" if token.kind == "word" else "digits"
    )
    draft = _draft(source, core, kind="ordinal")
    _put_noun(source, draft, last)
    return draft, last


def _is_time_word(source: _Source, i: int) -> bool:
    before = _at(source.tokens, i - 1)
    return before is not None and before.low in ("per", "a", "each", "every", "one")


_TIMES_AFTER = frozenset({"a", "per", "each", "every", "daily", "weekly", "monthly", "yearly"})


def _factor_word(source: _Source, i: int) -> Draft | None:
    """doubled, twice, threefold; "twice a day" is a frequency, "double room" nothing."""
    token, after = source.tokens[i], _at(source.tokens, i + 1)
    if token.low in ("double", "triple") and not (
        after is None or after.low in ("the", "that", "its", "their", "what", "this")
    ):
        return None
    value = MULTIPLIERS[token.low]
    core = Core(value, Fraction(1), 1, i, i + 1, "word")
    if token.low in ("twice", "thrice") and after is not None and after.low in _TIMES_AFTER:
        draft = _draft(source, core, kind="count", noun="time", nouns=("time",))
        measure = read_measure(source.tokens, i + 1, source.language)
        if measure is not None:
            draft.per, draft.per_factor = measure.per, measure.per_factor
        return draft
    return _draft(source, core, kind="multiplier", unit=Unit("times", "multiplier"))


_HOURS_AFTER = re.compile(r"\s?(?:h|hrs?|hours?|std)(?![a-z])")


def _clock_duration(source: _Source, i: int) -> tuple[Draft, int] | None:
    """1:35 h."""
    found = re.compile(r"(\d{1,3}):([0-5]\d)").match(source.plain, source.tokens[i].start)
    if found is None:
        return None
    unit = _HOURS_AFTER.match(source.low, found.end())
    if unit is None:
        return None
    value = int(found.group(1)) + Fraction(int(found.group(2)), 60)
    start = source.tokens[i].start
    draft = Draft(start, unit.end(), start, found.end(), value, value, Fraction(1, 60), 3, "digits")
    draft.unit = Unit("h", "time", Fraction(3600))
    j = i
    while j < len(source.tokens) and source.tokens[j].start < unit.end():
        j += 1
    return draft, j


# --- assembling ---------------------------------------------------------------------------------


def _assemble(source: _Source, core: Core) -> tuple[Draft | None, int]:
    core = _of_a_scale(source, core)
    draft = _draft(source, core)
    money = _currency_before(source, draft.number_start) is not None
    i = _after_number(source, draft, core.last, money=money)
    i = _range(source, draft, core, i)
    _before_number(source, draft, core.first)
    i = _bounds_after(source, draft, i)
    _put_noun(source, draft, i)
    draft.change = change_of(
        source.low[max(0, draft.start - 80) : draft.start], source.low[draft.end :][:20]
    )
    if draft.kind == "" and draft.unit is not None and draft.unit.name == "age":
        draft.kind = "age"
    if draft.kind == "" and draft.unit is None and not draft.nouns and _aged(source, draft):
        draft.kind, draft.unit = "age", AGE
    if _plural_label(source, draft) or _vague(source, draft, core):
        return None, max(i, core.last)
    draft.weak = draft.weak or _year_like(source, draft)
    return draft, max(i, core.last)


_AGED = re.compile(
    r"(?<!\w)(?:aged?|at(?: the)? age(?: of)?|turned|im alter von|à l'âge de|a los|con)\s\Z"
)


def _aged(source: _Source, draft: Draft) -> bool:
    return _AGED.search(source.low[max(0, draft.start - 20) : draft.start]) is not None


def _plural_label(source: _Source, draft: Draft) -> bool:
    """ "studios 4 to 8": a range right after a plural noun names its members."""
    if draft.low == draft.high or draft.unit or draft.currency or draft.kind:
        return False
    before = re.search(
        r"(?<!\w)[^\W\d_]{3,20}s\s\Z", source.low[max(0, draft.start - 24) : draft.start]
    )
    return before is not None and not draft.nouns


_YEARS = range(1700, 2101)


def _year_like(source: _Source, draft: Draft) -> bool:
    """Four ungrouped digits without a unit may be a year even where no date is read."""
    written = source.plain[draft.number_start : draft.number_end]
    plain = draft.unit is None and draft.currency is None and draft.bound == "exact"
    return plain and len(written) == 4 and written.isdigit() and int(written) in _YEARS


def _of_a_scale(source: _Source, core: Core) -> Core:
    """half a million, a quarter of a billion."""
    if not core.fraction:
        return core
    words = [t.low for t in source.tokens[core.last : core.last + 3]]
    skip = 2 if words[:2] == ["of", "a"] else 1 if words[:1] == ["a"] else 0
    factor = scale_value(words[skip], source.language) if skip and len(words) > skip else None
    if factor is None:
        return core
    grown = times(core, Fraction(factor), core.last + skip + 1)
    return Core(grown.value, Fraction(factor, 10), 1, grown.first, grown.last, "word")


def _after_number(source: _Source, draft: Draft, i: int, *, money: bool) -> int:
    """Read what follows the number: scale suffix, percent, currency, unit, rate."""
    tokens = source.tokens
    token = _at(tokens, i)
    if token is None:
        return i
    if token.kind == "word" and token.low in SUFFIX_SCALES and glued(tokens, i):
        following = _at(tokens, i + 1)
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


_CURRENCY_BEFORE = re.compile(
    r"(?:(?<![^\W\d_])(?P<code>US\$|A\$|C\$|CA\$|NZ\$|HK\$|S\$|R\$|NT\$|[A-Z]{3}|Rs\.?|RMB)|(?P<sign>[$€£¥₹₽₩₺₴₫₪₱฿₦￥]))\s?\Z"
)
_DOLLAR_CODES = {
    "US$": "USD", "A$": "AUD", "C$": "CAD", "CA$": "CAD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD",
    "R$": "BRL", "NT$": "TWD",
}  # fmt: skip


def _currency_before(source: _Source, start: int) -> tuple[str, int] | None:
    """The currency right before offset `start` and where it begins."""
    found = _CURRENCY_BEFORE.search(source.plain[max(0, start - 6) : start])
    if found is None:
        return None
    written = found.group("code") or found.group("sign")
    currency = _DOLLAR_CODES.get(written) or currency_of(written)
    if currency is None:
        return None
    return currency, max(0, start - 6) + found.start()


_SIGN = re.compile(r"(?:(?<=^)|(?<=[\s(:=\[,;]))[-−–]\s?\Z")


def _before_number(source: _Source, draft: Draft, first: int) -> None:
    """Read what precedes: currency, sign, bound, approximation."""
    before = _currency_before(source, draft.start)
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


def _sign(source: _Source, draft: Draft) -> None:
    left = source.plain[max(0, draft.start - 4) : draft.start]
    for sign in ("−", "-", "–"):
        if left.endswith(sign) and (sign == "−" or _stands_free(source, draft.start - 1)):
            if (
                sign == "–"
                and draft.start >= 2
                and source.plain[draft.start - 2] == " "
                and draft.start > 2
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


def _stands_free(source: _Source, at: int) -> bool:
    return at == 0 or source.plain[at - 1] in " \t\n(:=[,;$€£"


_RANGE_MARKS = frozenset({"-", "–", "—", "~", "〜", "～"})
_RANGE_WORDS = {"en": ("to",), "de": ("bis",), "fr": ("à",), "es": ("a",), "it": ("a",), "pt": ("a",), "ru": ("до",), "zh": ("至", "到"), "ja": ("から",)}  # fmt: skip
_AND_WORDS = frozenset({"and", "und", "et", "y", "e", "и", "和"})
_BETWEEN = re.compile(r"(?<!\w)(?:between|zwischen|entre|tra|fra|между)\s(?:the )?[$€£¥]?\Z")
_CHANGE_FROM = re.compile(
    r"(?<!\w)(?:rose|rises?|risen|fell|falls?|grew|grow\w*|went|go(?:es)?|increas\w*|decreas\w*|dropp?\w*|climb\w*"
    r"|declin\w*|jump\w*|improv\w*|up|down|cut|raised?|reduced?|chang\w*|mov\w*|expand\w*|shr\w+nk|gestiegen|stieg|fiel|passé|von)\b"
    r"[^.;]{0,60}\bfrom\s[$€£¥]?\Z"
)
_SCORES = re.compile(
    r"(?<!\w)(?:vot\w{1,4}|won|win|wins|beat|beats|lost|score\w?|defeat\w*|tied|drew|draw|victory|stimm\w*|gewann|margin|ruled|decision)\b"
)


def _range(source: _Source, draft: Draft, core: Core, i: int) -> int:
    """5-10, 5 to 10 kg, between 5 and 10, 7-2 in a vote."""
    tokens = source.tokens
    mark = _at(tokens, i)
    following = _at(tokens, i + 1)
    if mark is None or following is None or core.fraction:
        return i
    before = source.low[max(0, draft.number_start - 90) : draft.number_start]
    dash = mark.text in _RANGE_MARKS
    worded = mark.low in _RANGE_WORDS.get(source.language, ()) or mark.low == "to"
    between = mark.low in _AND_WORDS and _BETWEEN.search(before) is not None
    if not (dash or worded or between) or (worded and _CHANGE_FROM.search(before)):
        return i
    j = i + 1
    if currency_of(following.text) is not None and following.kind == "sym":
        j += 1
    if j >= len(tokens) or source.blocked(tokens[j].start, tokens[j].end) is not None:
        return i
    second = read_core(tokens, j, source.language)
    if second is None or second.fraction:
        return i
    if dash and glued(tokens, i) != glued(tokens, i + 1):
        return i
    return _join(source, draft, second, i, dash=dash)


def _join(source: _Source, draft: Draft, second: Core, i: int, *, dash: bool) -> int:
    other = _draft(source, second)
    money = _currency_before(source, draft.number_start) is not None
    last = _after_number(source, other, second.last, money=money)
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
        if dash and plain and left >= other.high and draft.digits <= 3:
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


def _bounds_after(source: _Source, draft: Draft, i: int) -> int:
    if draft.bound != "exact" and not draft.soft:
        return i
    after = source.low[draft.end : draft.end + 24]
    bound = bound_after(after)
    if bound == "exact":
        counted_end = _noun_end(source, i)
        if counted_end is not None:
            bound = bound_after(source.low[counted_end : counted_end + 24])
    if bound != "exact":
        draft.bound, draft.soft = bound, False
    return i


def _noun_end(source: _Source, i: int) -> int | None:
    token = _at(source.tokens, i)
    return token.end if token is not None and token.kind == "word" else None


def _put_noun(source: _Source, draft: Draft, i: int) -> None:
    if draft.unit is not None and draft.unit.dimension != "ratio" and draft.unit.name != "%":
        return
    if draft.currency:
        return
    found = counted(source.tokens, i, source.language, draft.high)
    if found is not None:
        draft.nouns, draft.noun, draft.noun_span = found


_VAGUE = re.compile(r"\s(?:of|or|and)\b")


def _vague(source: _Source, draft: Draft, core: Core) -> bool:
    """Whether a scale word stands alone ("thousands of people") and so gives no figure."""
    alone = core.last - core.first == 1 and core.style == "word"
    return alone and source.tokens[core.first].low in (
        "thousands", "millions", "billions", "dozens", "hundreds", "lakhs", "crores",
    )  # fmt: skip
