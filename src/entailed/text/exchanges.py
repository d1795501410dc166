"""Statements that agree in every word but one: the pool for the trail, STOP for START."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rapidfuzz.distance import OSA

from entailed.text.allusions import linked
from entailed.text.closed import DETERMINERS
from entailed.text.common_words import is_common, is_function_word
from entailed.text.general_nouns import GENERAL_NOUNS
from entailed.text.lazy import lazy
from entailed.text.mentions import same_word
from entailed.text.names import Name, is_german, name_key, read_names
from entailed.text.places import LEAST, Place, Swap, clipped, exclusive, one_thing
from entailed.text.roots import root
from entailed.text.statements import Statement
from entailed.text.verb_forms import BASE, verb_forms
from entailed.types import Label, Span

__all__ = ["other_name", "other_word"]

_CJK = lazy(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

_EXTRA = 2
# Letters from which one differing letter is taken for a misprint.
_LONG = 6
# What one thing has or does need not be all: another value beside it contradicts nothing.
_OPEN = lazy(
    r"(?<!\w)(?:ha(?:s|ve|d)(?:\san?\s\w+)?|includ(?:es?|ed|ing)|offer(?:s|ed)?|sells?|sold|serv(?:es?|ed)"
    r"|speaks?|spoke|operat(?:es?|ed)|cover(?:s|ed)?|support(?:s|ed)?|contains?|visit(?:s|ed)?|likes?"
    r"|hat|haben|bietet|a des|tiene|tem|ha un|имеет)(?!\w)(?!\s(?:been|its seat))",
    re.IGNORECASE,
)
_TITLED = lazy(r"\s*(?:the|der|die|das|le|la|el|il|mr|mrs|ms|dr|herr|frau)\.?\s*$", re.I)
_COORDINATED = frozenset("and or & und oder et ou y e i и或和".split())
_WORD = lazy(r"[^\W_]+(?:['’-][^\W_]+)*|[^\w\s]")
_ADVERBIAL = lazy(r"(?:ed|ing|ly)$")
_PREPOSITIONS = frozenset("of in by for with on at from into to near after before".split())
_NOUN_LEADS = DETERMINERS | frozenset(
    "of in by for with on at from into und von mit für de du des par pour avec del con por em no "
    "na".split()
)


def other_word(
    text: str, statement: Statement, names: Sequence[Name], places: Sequence[Place]
) -> Swap | None:
    """The evidence has the claim's very words but for one, and another in its place."""
    if _told(statement, places):
        return None
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
                return Swap(at, at.of(text), word, _label(text, at), place, other)
    return None


def _label(text: str, at: Span) -> Label:
    """Contradicted where only one thing can stand there, else related.

    Two things may both be green, and one may have two offices; but only one leads *the* lab.
    """
    opens = not text[: at.start].strip(" \"'“„«*")
    titled = opens or _TITLED.match(text[: at.start])
    if _OPEN.search(text) or (titled and not exclusive(text[at.end :])):
        return "related"
    return "contradicted"


def _told(statement: Statement, places: Sequence[Place]) -> bool:
    """Whether some sentence of the evidence has all the words of the claim's statement."""
    return any(statement.own <= place.roots for place in places)


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


_OPENERS = frozenset({"", ".", ",", ";", "and"})


def _same_neighbours(ours: tuple[str, str], theirs: tuple[str, str]) -> bool:
    opens = ours[0] in _OPENERS and theirs[0] in _OPENERS
    if _COORDINATED & {ours[1], theirs[1]}:
        return False
    if opens and ours[1] != theirs[1]:
        return False  # no word stands beside both
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
    if same_word(ours, stated) or ours in stated or stated in ours or linked([ours], [stated]):
        return False
    if min(len(ours), len(stated)) >= _LONG and OSA.distance(ours, stated) <= 1:
        return False
    if BASE in verb_forms(ours) and BASE in verb_forms(stated):
        return False  # "Call" and "Use" open two orders; neither is a name
    mixed = {root(ours), root(stated)}
    if any(mixed <= s.own for p in places for s in p.statements):
        return False
    elsewhere = any(root(ours) in s.own for p in places for s in p.statements)
    if mine[0].isupper() or theirs[0].isupper():
        if clipped(ours, stated):
            return False
        alike = mine[0].isupper() and theirs[0].isupper() and mine.isupper() == theirs.isupper()
        whole = elsewhere or not _part_of_name(mine, names) or _sibling(at, other, place, names)
        return alike and whole and not is_german(text)
    leads, follows = _neighbours(text, at)
    if {root(ours), root(stated)} & GENERAL_NOUNS:
        return False
    if (
        leads == "the"
        and (not follows or is_function_word(follows))
        and _beside(ours, place, places)
    ):
        return False
    noun = leads in _NOUN_LEADS or (leads.isalpha() and not is_function_word(leads))
    adverbial = _ADVERBIAL.search(mine) or _ADVERBIAL.search(theirs)
    return kept > LEAST and elsewhere and noun and not adverbial


def _beside(word: str, place: Place, places: Sequence[Place]) -> bool:
    """Whether a passage has the claim's noun, and never as the subject of a clause.

    Then it may be another word for the same thing: "the merger" for "the deal".
    """
    key = root(word)
    near = [p for p in places if p.passage_id == place.passage_id]
    mentioned = [(p, s) for p in near for s in p.statements if key in s.own]
    return bool(mentioned) and not any(_is_subject(key, p, s) for p, s in mentioned)


def _is_subject(key: str, place: Place, stated: Statement) -> bool:
    """Whether a noun heads the subject of a statement: a small word follows, none leads to it."""
    at = next(at for r, at in stated.order if r == key)
    leads = _WORD.findall(place.sentence.text[max(0, at.start - 40) : at.start])[-2:]
    follows = _neighbours(place.sentence.text, at)[1]
    led = any(word.casefold() in _PREPOSITIONS for word in leads)
    return key in stated.subject and is_function_word(follows) and not led


def _sibling(at: Span, other: Span, place: Place, names: Sequence[Name]) -> bool:
    """Whether the words part two names of one pattern: one first name, or one kind of place."""
    mine = next((n for n in names if n.span.contains(at)), None)
    stated = read_names(place.sentence.text)
    theirs = next((n for n in stated if n.span.contains(other)), None)
    if mine is None or theirs is None or not 2 <= len(mine.words) == len(theirs.words):
        return False
    if mine.words[:-1] == theirs.words[:-1]:
        return mine.span.end == at.end
    return mine.words[1:] == theirs.words[1:] and is_common(mine.words[-1])


def other_name(
    text: str, statement: Statement, names: Sequence[Name], places: Sequence[Place]
) -> Swap | None:
    """The evidence has the claim's very words but for one name, and another name in its place."""
    if _told(statement, places):
        return None
    for name in names:
        own = frozenset(r for r, at in statement.order if at.overlaps(name.span))
        rest = statement.own - own
        if name.kind in ("term", "adjective") or not own or not rest:
            continue
        for place in places[:4]:
            for stated in place.statements:
                if rest <= stated.roots and not own & stated.roots:
                    other = _standing_in(text, name, rest, stated, place, places)
                    if other:
                        label = _label(text, name.span)
                        return Swap(name.span, name.text, other.text, label, place, other.span)
    return None


def _standing_in(
    text: str,
    name: Name,
    rest: frozenset[str],
    stated: Statement,
    place: Place,
    places: Sequence[Place],
) -> Name | None:
    """The one name of a statement that says nothing else and stands between the same words."""
    around = _neighbours(text, name.span)
    for other in read_names(place.sentence.text):
        inside = frozenset(r for r, at in stated.order if at.overlaps(other.span))
        left = stated.own - rest - inside
        if other.kind in ("term", "adjective") or not inside or len(left) > 1:
            continue
        if inside <= rest:
            continue  # the claim speaks of both ("Elgin is higher than Rusk")
        alike = _same_neighbours(around, _neighbours(place.sentence.text, other.span))
        if alike and len(rest) + (not left) >= LEAST and not one_thing(name, other, places):
            return other
    return None


def _part_of_name(word: str, names: Sequence[Name]) -> bool:
    """Whether a word is part of a longer name (a first name may be left out or added)."""
    key = name_key(word)
    return any(key in n.words and len(n.words) > 1 for n in names)
