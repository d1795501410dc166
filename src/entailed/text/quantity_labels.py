"""Numbers that are no quantity: labels, addresses, ordinals, list numbering, pronouns."""

from __future__ import annotations

import re
from fractions import Fraction

from entailed.text.calendar_words import AMBIGUOUS_MONTHS, MONTHS
from entailed.text.lazy import lazy
from entailed.text.numerals import ordinal_to_int, scale_value
from entailed.text.quantity_draft import Draft, Source, at, draft_of, put_noun
from entailed.text.quantity_tokens import Core, Token, glued
from entailed.text.quantity_units import read_measure
from entailed.text.quantity_words import is_label_noun, is_street
from entailed.text.roots import root
from entailed.text.units import currency_of

__all__ = [
    "is_pronoun",
    "is_title",
    "label_of_words",
    "names_something",
    "read_label",
    "read_ordinal",
    "skip_digits",
]


_LETTER_UNITS = lazy(
    r"(?:k|m|mm|mn|bn|b|mio|mrd|x|st|nd|rd|th|er|re|e|ème|fold|h|d|s|w|y|g|l|c|f|t)\b"
)


_PER_SO_MANY = frozenset("100 1000 1,000 10000 10,000 100000 100,000".split())


def skip_digits(source: Source, i: int) -> int:
    """The index to go on at when the digits at token `i` are no quantity; 0 when they may be."""
    tokens, token = source.tokens, source.tokens[i]
    before, after = at(tokens, i - 1), at(tokens, i + 1)
    if before is not None and glued(tokens, i):
        if (
            before.kind == "word"
            and currency_of(before.text) is None
            and before.low not in ("x", "rs")
        ):
            return i + 1
        if before.text == "_" or (before.text in "[" and after is not None and after.text == "]"):
            return i + 1
        name = at(tokens, i - 2)
        named = name is not None and name.kind == "word" and glued(tokens, i - 1)
        if before.text == "-" and named and name is not None and not _prefix(name):
            return i + 1
        if (
            before.text in "/."
            and name is not None
            and name.kind == "word"
            and glued(tokens, i - 1)
            and not (before.text == "/" and token.text in _PER_SO_MANY)
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


def _prefix(name: Token) -> bool:
    """Whether a word before a hyphen leaves the number a number ("mid-20", "USD-5")."""
    return currency_of(name.text) is not None or name.low in _PREFIXES


def _suffix_ok(source: Source, i: int) -> bool:
    token = source.tokens[i]
    if _LETTER_UNITS.match(token.low) or scale_value(token.low, source.language):
        return True
    if currency_of(token.text) is not None or len(token.text) > 12:
        return len(token.text) <= 12
    return read_measure(source.tokens, i, source.language) is not None


def _enumerator(source: Source, i: int) -> bool:
    """List numbering: "1. unplug", "2) wait", German "das 1. Fach"."""
    tokens, token = source.tokens, source.tokens[i]
    if not token.text.isdigit() or len(token.text) > 2:
        return False
    mark, after, before = at(tokens, i + 1), at(tokens, i + 2), at(tokens, i - 1)
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


_PREFIXES = frozenset({"sub", "pre", "post", "mid", "under", "over"})
_PRONOUN_AFTER = frozenset("another day such who that thing by more's else time way".split())
_PRONOUN_BEFORE = frozenset(
    "no any every each this that which the another some other either only's".split()
)


def is_title(source: Source, core: Core) -> bool:
    """Whether capitalised number words are part of a name ("Twenty One Pilots")."""
    first, after = source.tokens[core.first], at(source.tokens, core.last)
    if core.style != "word" or source.language == "de" or after is None or after.kind != "word":
        return False
    return first.text[0].isupper() and after.text[0].isupper() and not after.text.isupper()


def is_pronoun(source: Source, core: Core) -> bool:
    """Whether the word "one" stands for a thing rather than a number."""
    if not core.weak or core.style != "word":
        return False
    before, after = at(source.tokens, core.first - 1), at(source.tokens, core.last)
    if before is not None and before.low in _PRONOUN_BEFORE:
        return True
    if after is not None and after.text == "-" and glued(source.tokens, core.last):
        return read_measure(source.tokens, core.last, source.language) is None
    return after is None or after.kind != "word" or after.low in _PRONOUN_AFTER


_VERBS = frozenset(
    "is was has had will can may does did runs opens closes starts ends offers uses costs".split()
)
_OPENERS = frozenset(
    "in of at on by for about only over under some all just these those than up to from all".split()
)
_QUOTED = frozenset("\"'“”«»")
_NUMBERED_BEFORE = lazy(
    r"(?<!\w)(?:number|code|id|pin|extension|postcode|zip code|nummer|numéro|número|номер)"
    r"\s(?:is|was|ist|est|es|:)\s\Z"
)


def read_label(source: Source, i: int) -> tuple[Draft | None, int] | None:
    """gate 7, Figures 2 to 5, No. 12, Windows 11, 12 Quay Street."""
    tokens, token = source.tokens, source.tokens[i]
    if not re.fullmatch(r"\d{1,6}(?:\.\d{1,4})?", token.text):
        return None
    j = i - 1
    if (point := at(tokens, j)) is not None and point.text in ".:" and i - j == 1:
        j -= 1
    noun = at(tokens, j)
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
    draft = draft_of(source, core, kind="label", noun=root(name), nouns=(root(name),))
    draft.start, draft.noun_span = noun.start, (noun.start, noun.end)
    return draft, i + 1


def _adjacent_label(source: Source, noun: Token, i: int, j: int) -> bool:
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
    after = at(source.tokens, i + 1)
    measured = read_measure(source.tokens, i + 1, source.language)
    if measured is not None and (after is None or after.kind != "word" or len(after.text) > 1):
        return False
    if noun.low in ("day", "week", "page", "p", "part") or after is None:
        return True
    return not (after.text == "%" or currency_of(after.text))


# "Rovers 3-1 down": the points of two sides.
_SCORE = lazy(r"\d{1,3}[-–]\d{1,3}(?!\w|[-–.,]\d)")


def _proper_label(source: Source, noun: Token, i: int, j: int) -> bool:
    """Windows 11, Apollo 11: a capitalised word inside a sentence, then a whole number."""
    tokens = source.tokens
    before, after = at(tokens, j - 1), at(tokens, i + 1)
    if i - j != 1 or source.language == "de" or not source.tokens[i].text.isdigit():
        return False
    if not noun.text[0].isupper() or currency_of(noun.text) or len(source.tokens[i].text) > 4:
        return False
    if _SCORE.match(source.plain, tokens[i].start):
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


def _address(source: Source, i: int) -> tuple[Draft | None, int] | None:
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
            draft = draft_of(source, core, kind="label", noun=name, nouns=(name,))
            draft.noun_span = (tokens[i + 1].start, token.end)
            draft.end = token.end
            return draft, k + 1
    return None


def read_ordinal(source: Source, i: int) -> tuple[Draft, int] | None:
    """first, 3rd, twenty-first."""
    tokens, token = source.tokens, source.tokens[i]
    last, value = i + 1, None
    following = at(tokens, i + 1)
    if token.kind == "num" and following is not None and glued(tokens, i + 1):
        if following.kind == "word" and token.text.isdigit():
            value, last = ordinal_to_int(token.text + following.low), i + 2
    elif token.kind == "word":
        if following is not None and following.text == "-" and at(tokens, i + 2) is not None:
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
    draft = draft_of(source, core, kind="ordinal")
    put_noun(source, draft, last)
    return draft, last


def _is_time_word(source: Source, i: int) -> bool:
    before = at(source.tokens, i - 1)
    return before is not None and before.low in ("per", "a", "each", "every", "one")


_WORD_LABELS = frozenset(
    "number no phase step chapter part type level stage gate act volume grade class tier option "
    "season episode platform room war".split()
)


def names_something(source: Source, core: Core) -> bool:
    """Whether number words name a thing: "phase two", "British number three"."""
    before, after = at(source.tokens, core.first - 1), at(source.tokens, core.last)
    if before is None or before.low not in _WORD_LABELS or core.fraction or core.value > 100:
        return False
    return after is None or after.kind != "word" or not after.low.endswith("s")


def label_of_words(source: Source, core: Core) -> tuple[Draft, int]:
    """The label that number words make with the noun before them."""
    noun = source.tokens[core.first - 1]
    draft = draft_of(source, core, kind="label", noun=root(noun.low), nouns=(root(noun.low),))
    draft.start, draft.noun_span = noun.start, (noun.start, noun.end)
    return draft, core.last
