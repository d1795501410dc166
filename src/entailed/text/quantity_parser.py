"""The grammar of quantities: from tokens to drafts with units, bounds, ranges and nouns."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import cast

from entailed.text.dates import read_dates
from entailed.text.identifiers import read_identifiers
from entailed.text.lazy import lazy
from entailed.text.number_words import MULTIPLIERS
from entailed.text.numerals import guess_language, may_start_number, scale_value
from entailed.text.quantity_clock import clock_like, half_more, with_marks
from entailed.text.quantity_draft import Draft, Source, at, draft_of, put_noun
from entailed.text.quantity_labels import (
    is_pronoun,
    is_title,
    label_of_words,
    names_something,
    read_label,
    read_ordinal,
    skip_digits,
)
from entailed.text.quantity_ranges import after_number, before_number, currency_before, read_range
from entailed.text.quantity_tokens import (
    CJK_NUMERALS,
    Core,
    Token,
    read_core,
    times,
    tokenize,
    translate,
)
from entailed.text.quantity_units import AGE, read_measure
from entailed.text.quantity_words import Bound, bound_after, change_of
from entailed.text.roots import root
from entailed.text.units import Unit

__all__ = ["Draft", "parse"]


_HAS_NUMBER = lazy(r"\d|[^\W\d_]|[¼-¾⅐-⅞]")


def parse(text: str) -> list[Draft]:
    """Drafts in text order, without overlap."""
    if not _HAS_NUMBER.search(text):
        return []
    source = _prepare(text)
    drafts: list[Draft] = []
    i = 0
    while i < len(source.tokens):
        draft, i = _step(source, i)
        if draft is not None:
            drafts.append(draft)
    return drafts


def _prepare(text: str) -> Source:
    plain = translate(text)
    low = plain.lower()
    if len(low) != len(plain):
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in plain)
    return Source(plain, low, tokenize(plain), guess_language(text), _taken(text))


_GROUPED = lazy(r"\d{1,3}(?:\.\d{3}){1,5}\Z")
_THOUSANDS = lazy(r",\d{3}(?!\d)")
_CLOCK_WITH_HOURS = lazy(r"\d{1,3}:[0-5]\d\s?(?:h|hrs?|hours?|std)\b")
_CLOCK_BEFORE = lazy(
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
        if not _GROUPED.match(n.text)
        and any(c.isdigit() for c in n.text)
        and not _THOUSANDS.match(text, n.span.end)  # "build 1,000 homes" names no build
    ]
    return tuple(sorted(spans))


def _is_length(text: str, start: int) -> bool:
    """Whether "1:35 h" at `start` is a length of time rather than a time of day."""
    found = _CLOCK_WITH_HOURS.match(text, start)
    return found is not None and not _CLOCK_BEFORE.search(text[max(0, start - 8) : start])


def _step(source: Source, i: int) -> tuple[Draft | None, int]:
    """The draft that starts at token `i`, if any, and where to go on."""
    tokens = source.tokens
    token = tokens[i]
    if not _may_start(source, token):
        return None, i + 1
    end = source.blocked(token.start, token.end)
    if end is not None:
        while i < len(tokens) and tokens[i].start < end:
            i += 1
        return None, i
    if token.low == "single" and is_single(source, i):
        core = Core(Fraction(1), Fraction(1), 1, i, i + 1, "word")
        draft = draft_of(source, core)
        put_noun(source, draft, i + 1)
        return draft, i + 1
    if token.kind == "word" and token.low in MULTIPLIERS:
        return factor_word(source, i), i + 1
    if token.kind == "num":
        written = clock_like(source, i) or with_marks(source, i)
        if written is not None:
            return written
        jump = skip_digits(source, i)
        if jump:
            return None, jump
        label = read_label(source, i)
        if label is not None:
            return label
    halved = half_more(source, i) if token.kind == "word" else None
    if halved is not None:
        return halved
    ordinal = read_ordinal(source, i)
    if ordinal is not None:
        return ordinal
    found = read_core(tokens, i, source.language)
    if found is None or is_pronoun(source, found) or is_title(source, found):
        return None, i + 1
    if found.style == "word" and names_something(source, found):
        return label_of_words(source, found)
    return _assemble(source, found)


def _may_start(source: Source, token: Token) -> bool:
    if token.kind == "word":
        return may_start_number(token.low, source.language)
    if token.kind == "cjk":
        return token.text in CJK_NUMERALS
    return token.kind in ("num", "vulgar")


# With these "single" tells the kind and counts nothing.
_SINGLE_KINDS = frozenset(
    "ticket fare room bed journey trip cabin occupancy parent mother father person market currency "
    "malt use entry user site payer crystal origin".split()
)


def is_single(source: Source, i: int) -> bool:
    """ "a single complaint" counts, "single room" does not."""
    before, after = at(source.tokens, i - 1), at(source.tokens, i + 1)
    return (
        before is not None
        and after is not None
        and after.kind == "word"
        and after.low.removesuffix("s") not in _SINGLE_KINDS
        and before.low in ("a", "one", "only", "just")
    )


_TIMES_AFTER = frozenset({"a", "per", "each", "every", "daily", "weekly", "monthly", "yearly"})


def factor_word(source: Source, i: int) -> Draft | None:
    """doubled, twice, threefold; "twice a day" is a frequency, "double room" nothing."""
    token, after = source.tokens[i], at(source.tokens, i + 1)
    if token.low in ("double", "triple") and not (
        after is None or after.low in ("the", "that", "its", "their", "what", "this")
    ):
        return None
    value = MULTIPLIERS[token.low]
    core = Core(value, Fraction(1), 1, i, i + 1, "word")
    if token.low in ("twice", "thrice") and after is not None and after.low in _TIMES_AFTER:
        draft = draft_of(source, core, kind="count", noun="time", nouns=("time",))
        measure = read_measure(source.tokens, i + 1, source.language)
        if measure is not None:
            draft.per, draft.per_factor = measure.per, measure.per_factor
        return draft
    draft = draft_of(source, core, kind="multiplier", unit=Unit("times", "multiplier"))
    before_number(source, draft, i)
    return draft


def _assemble(source: Source, core: Core) -> tuple[Draft | None, int]:
    core = _of_a_scale(source, _odds(source, core))
    draft = draft_of(source, core)
    money = currency_before(source, draft.number_start) is not None
    i = after_number(source, draft, core.last, money=money)
    i = read_range(source, draft, core, i)
    before_number(source, draft, core.first)
    i = _bounds_after(source, draft, i)
    put_noun(source, draft, i)
    _put_rate(source, draft, i)
    draft.change = change_of(
        source.low[max(0, draft.start - 80) : draft.start], source.low[draft.end :][:20]
    )
    if draft.kind == "" and draft.unit is not None and draft.unit.name == "age":
        draft.kind = "age"
    if draft.kind == "" and draft.unit is not None and _years_of_age(source, draft):
        _make_age(draft)
    if draft.kind == "" and draft.unit is None and _aged(source, draft):
        _make_age(draft)
        _put_age_bound(source, draft)
    if _persons_of_an_age(source, draft):
        _make_age(draft)
    group = _AGE_GROUP.search(source.low[max(0, draft.start - 6) : draft.end])
    if group is not None:
        draft.kind, draft.unit = "age", AGE
        draft.bound = "less_than" if group["under"] else "more_than"
    if _plural_label(source, draft) or _vague(source, draft, core):
        return None, max(i, core.last)
    if _CONFIDENCE.match(source.low, draft.end):
        return None, max(i, core.last)
    draft.weak = draft.weak or _year_like(source, draft)
    return draft, max(i, core.last)


# "95% CI" names how an interval was made and measures nothing.
_CONFIDENCE = lazy(r"\s?-?(?:ci|cis|confidence|credible|konfidenz\w*|ki)(?![a-z])")
_AGED = lazy(
    r"(?<!\w)(?:aged?|age of|at(?: the)? age(?: of)?|turn(?:ed|s)?|(?:died|dead|killed|retired)"
    r" at(?: only| just)?|im alter von|à l'âge de|a los"
    r"|when (?:he|she|they) (?:was|were))\s\Z"
)
_AGE_NAMED = lazy(r"(?<!\w)(?:aged?|ages|age of|aged (?:between|from))\s\Z")
_OF_THE_AGE = lazy(r"(?<!\w)(?:under|over|below|above) the age of\s\Z")
# "under-12s", "the over-65s": who is younger or older.
_AGE_GROUP = lazy(r"(?<!\w)(?:(?P<under>under)|over)-\d{1,2}s\Z")
_AGE_BOUND = lazy(
    r"(?<!\w)(?:(?P<less_than>under|below|before)|(?P<more_than>over|above|past)"
    r"|(?P<at_least>from|since)|(?P<at_most>until|up to))(?: the)? age(?: of)?\s\Z"
)
_AGED_AFTER = lazy(r"\s(?:when|as) (?:he|she|they)(?!\w)")


def _make_age(draft: Draft) -> None:
    draft.kind, draft.unit = "age", AGE
    draft.nouns, draft.noun, draft.noun_span = (), "", None


def _aged(source: Source, draft: Draft) -> bool:
    before = source.low[max(0, draft.start - 24) : draft.start]
    if draft.nouns:  # a verb may stand after it: "under the age of 12 enter free"
        return _OF_THE_AGE.search(before) is not None
    after = source.low[draft.end : draft.end + 12]
    return _AGED.search(before) is not None or _AGED_AFTER.match(after) is not None


# "those under 18 need an adult", "people over 65": whoever comes before is counted by nobody.
_PERSONS = lazy(
    r"(?<!\w)(?:those|people|persons?|anyone|anybody|everyone|children|kids|minors|adults|men|women"
    r"|girls|boys|students|pupils|visitors|guests|riders|drivers)\s(?:aged\s)?\Z"
)
_OLDEST = 110


def _years_of_age(source: Source, draft: Draft) -> bool:
    """Whether years are said of somebody's age: "aged 40-69 years", "at age 12 years"."""
    before = source.low[max(0, draft.start - 24) : draft.start]
    named = draft.unit is not None and draft.unit.name == "year"
    return named and _AGE_NAMED.search(before) is not None


def _persons_of_an_age(source: Source, draft: Draft) -> bool:
    bounded = draft.bound in ("less_than", "more_than") and draft.low == draft.high
    if not bounded or draft.kind or draft.unit or draft.currency or not 1 <= draft.low <= _OLDEST:
        return False
    under = source.low[draft.start : draft.number_start].strip() in ("under", "over")
    return under and _PERSONS.search(source.low[max(0, draft.start - 20) : draft.start]) is not None


def _put_age_bound(source: Source, draft: Draft) -> None:
    """under the age of 12, from the age of 50"""
    found = _AGE_BOUND.search(source.low[max(0, draft.start - 24) : draft.start])
    if found is not None and draft.bound == "exact":
        draft.bound = cast("Bound", found.lastgroup)


def _plural_label(source: Source, draft: Draft) -> bool:
    """ "studios 4 to 8": a range right after a plural noun names its members."""
    if draft.low == draft.high or draft.unit or draft.currency or draft.kind:
        return False
    before = re.search(
        r"(?<!\w)[^\W\d_]{3,20}s\s\Z", source.low[max(0, draft.start - 24) : draft.start]
    )
    return before is not None and not draft.nouns


_YEARS = range(1700, 2101)


def _year_like(source: Source, draft: Draft) -> bool:
    """Four ungrouped digits without a unit may be a year even where no date is read."""
    written = source.plain[draft.number_start : draft.number_end]
    plain = draft.unit is None and draft.currency is None and draft.bound == "exact"
    return plain and len(written) == 4 and written.isdigit() and int(written) in _YEARS


_ODDS = frozenset({2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 20, 50, 100, 1000})
_ONE_IN = range(2, 101)


def _odds(source: Source, core: Core) -> Core:
    """one in three, nine out of ten, 3 in 10: a share, where the second number is a usual one.

    Of the word "one" it may be any number up to a hundred ("one in forty").
    """
    tokens = source.tokens
    words = [t.low for t in tokens[core.last : core.last + 2]]
    skip = 2 if words == ["out", "of"] else 1 if words[:1] == ["in"] else 0
    i = core.last + skip
    if not skip or i >= len(tokens) or core.fraction or core.value.denominator != 1:
        return core
    if source.blocked(tokens[i].start, tokens[i].end) is not None:
        return core
    whole = read_core(tokens, i, source.language)
    usual = _ONE_IN if core.value == 1 and core.style == "word" else _ODDS
    if whole is None or whole.value not in usual or not 0 < core.value < whole.value:
        return core
    measured = read_measure(tokens, whole.last, source.language)
    if measured is not None:
        return core
    value = core.value / whole.value
    return Core(value, value / 20, 1, core.first, whole.last, "word", fraction=True)


def _of_a_scale(source: Source, core: Core) -> Core:
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


def _bounds_after(source: Source, draft: Draft, i: int) -> int:
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


def _put_rate(source: Source, draft: Draft, i: int) -> None:
    """The rate of a count stands after its noun: "600 requests per hour"."""
    if draft.per or not draft.nouns or draft.unit is not None or draft.currency:
        return
    while (token := at(source.tokens, i)) is not None and token.kind == "word":
        if root(token.low) not in draft.nouns:
            break
        i += 1
    measure = read_measure(source.tokens, i, source.language)
    if measure is not None and measure.unit is None and measure.currency is None:
        draft.per, draft.per_factor = measure.per, measure.per_factor


def _noun_end(source: Source, i: int) -> int | None:
    token = at(source.tokens, i)
    return token.end if token is not None and token.kind == "word" else None


def _vague(source: Source, draft: Draft, core: Core) -> bool:
    """Whether a scale word stands alone ("thousands of people") and so gives no figure."""
    alone = core.last - core.first == 1 and core.style == "word"
    before = at(source.tokens, core.first - 1)
    scale = source.tokens[core.first].low
    scaled = core.style == "word" and scale_value(scale, source.language) is not None
    if before is not None and before.low in ("several", "few", "many", "some") and scaled:
        return True
    return alone and source.tokens[core.first].low in (
        "thousands", "millions", "billions", "dozens", "hundreds", "lakhs", "crores",
    )  # fmt: skip
