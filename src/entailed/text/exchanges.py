"""Statements that agree in every word but one: the pool for the trail, STOP for START."""

from __future__ import annotations

import re
from collections.abc import Sequence

from entailed.text.closed import DETERMINERS
from entailed.text.common_words import is_function_word
from entailed.text.mentions import same_word
from entailed.text.names import Name, is_german, name_key, read_names
from entailed.text.places import LEAST, Place, Swap
from entailed.text.roots import root
from entailed.text.statements import Statement
from entailed.types import Label, Span

__all__ = ["other_word"]

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

_EXTRA = 2
# What one thing has or does need not be all: another value beside it contradicts nothing.
_OPEN = re.compile(
    r"(?<!\w)(?:ha(?:s|ve|d)(?:\san?\s\w+)?|includ(?:es?|ed|ing)|offer(?:s|ed)?|sells?|sold|serv(?:es?|ed)"
    r"|speaks?|spoke|operat(?:es?|ed)|cover(?:s|ed)?|support(?:s|ed)?|contains?|visit(?:s|ed)?|likes?"
    r"|hat|haben|bietet|a des|tiene|tem|ha un|имеет)(?!\w)(?!\s(?:been|its seat))",
    re.IGNORECASE,
)
_COORDINATED = frozenset("and or & und oder et ou y e i и或和".split())
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*|[^\w\s]")
_ADVERBIAL = re.compile(r"(?:ed|ing|ly)$")
_NOUN_LEADS = DETERMINERS | frozenset(
    "of in by for with on at from into und von mit für de du des par pour avec del con por em no "
    "na".split()
)


def other_word(
    text: str, statement: Statement, names: Sequence[Name], places: Sequence[Place]
) -> Swap | None:
    """The evidence has the claim's very words but for one, and another in its place."""
    for place in places[:4]:
        for stated in place.statements:
            theirs = stated.roots
            kept = len(statement.own & theirs)
            if len(statement.own) - kept != 1:
                continue
            missing = [(r, at) for r, at in statement.order if r not in theirs]
            extra = stated.own - statement.own
            if len(missing) != 1 or kept < LEAST or len(extra) > _EXTRA:
                continue
            if any(missing[0][0] in s.own for s in place.statements):
                continue
            at = missing[0][1]
            other = _in_place_of(text, at, place.sentence.text, stated, extra)
            if other and _exchanged(text, at, place, other, kept, names, places):
                word = other.of(place.sentence.text)
                label: Label = "related" if _OPEN.search(text) else "contradicted"
                return Swap(at, at.of(text), word, label, place, other)
    return None


def _in_place_of(
    text: str, at: Span, sentence: str, stated: Statement, extra: frozenset[str]
) -> Span | None:
    """The word of a statement that the claim lacks and that stands between the same words."""
    around = _neighbours(text, at)
    found = [
        place
        for key, place in stated.order
        if key in extra and _same_neighbours(around, _neighbours(sentence, place))
    ]
    return found[0] if len(found) == 1 else None


def _neighbours(text: str, at: Span) -> tuple[str, str]:
    """The word or mark before a place and the one after it ("" at an end, commas and stops)."""
    before = _WORD.findall(text[max(0, at.start - 40) : at.start])
    after = _WORD.match(text[at.end : at.end + 40].lstrip())
    follows = after.group(0).casefold() if after else ""
    return (before[-1].casefold() if before else ""), ("" if follows in ".,;:!?" else follows)


def _same_neighbours(ours: tuple[str, str], theirs: tuple[str, str]) -> bool:
    opens = ours[0] in {"", ".", ",", ";", "and"} and theirs[0] in {"", ".", ",", ";", "and"}
    if _COORDINATED & {ours[1], theirs[1]}:
        return False
    return (ours[0] == theirs[0] or opens) and (ours[1] == theirs[1] or "" in (ours[1], theirs[1]))


def _exchanged(
    text: str,
    at: Span,
    place: Place,
    other: Span,
    kept: int,
    names: Sequence[Name],
    places: Sequence[Place],
) -> bool:
    """Whether two words exclude each other: names, or nouns that the evidence tells apart."""
    mine, theirs = at.of(text), other.of(place.sentence.text)
    ours, stated = name_key(mine), name_key(theirs)
    if any(c.isdigit() or _CJK.match(c) for c in mine + theirs) or is_function_word(stated):
        return False
    if same_word(ours, stated) or ours in stated or stated in ours:
        return False
    mixed = {root(ours), root(stated)}
    if any(mixed <= s.own for p in places for s in p.statements):
        return False
    elsewhere = any(root(ours) in s.own for p in places for s in p.statements)
    if mine[0].isupper() or theirs[0].isupper():
        alike = mine[0].isupper() and theirs[0].isupper() and mine.isupper() == theirs.isupper()
        whole = elsewhere or not _part_of_name(mine, names) or _surname(text, at, place, names)
        return alike and whole and not is_german(text)
    leads = _neighbours(text, at)[0]
    noun = leads in _NOUN_LEADS or (leads.isalpha() and not is_function_word(leads))
    adverbial = _ADVERBIAL.search(mine) or _ADVERBIAL.search(theirs)
    return kept > LEAST and elsewhere and noun and not adverbial


def _surname(text: str, at: Span, place: Place, names: Sequence[Name]) -> bool:
    """Whether the same first name stands before both words, in names of two words or more."""
    mine = next((n for n in names if n.span.contains(at)), None)
    if mine is None or mine.span.end != at.end or len(mine.words) < 2:
        return False
    stated = [n for n in read_names(place.sentence.text) if len(n.words) == len(mine.words)]
    return any(n.words[:-1] == mine.words[:-1] for n in stated)


def _part_of_name(word: str, names: Sequence[Name]) -> bool:
    """Whether a word is part of a longer name (a first name may be left out or added)."""
    key = name_key(word)
    return any(key in n.words and len(n.words) > 1 for n in names)
