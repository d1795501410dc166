"""Claims that say of one thing what the evidence says of another.

Every rule asks for a statement of the evidence that holds all the rest of the claim and has
another name in the claim's place, and keeps silent when the two names may be one thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from entailed.text.common_words import is_common, is_function_word
from entailed.text.mentions import same_word
from entailed.text.names import Name, name_key, read_names
from entailed.text.roots import root
from entailed.text.statements import Statement, claimed
from entailed.types import Label, Sentence, Span

__all__ = ["Place", "Swap", "find_swaps"]

_LEAST = 2


@dataclass(frozen=True, slots=True)
class Place:
    """A sentence of the evidence with its statements."""

    passage_id: str
    sentence: Sentence
    statements: tuple[Statement, ...]
    passage: int = 0


@dataclass(frozen=True, slots=True)
class Swap:
    """`span` of the claim's text stands where the evidence has `stated` (at `at` of `place`)."""

    span: Span
    claimed: str
    stated: str
    label: Label
    place: Place
    at: Span


@dataclass(frozen=True, slots=True)
class _Subject:
    """A name the claim is about and the rest of what the claim says."""

    name: Name
    roots: frozenset[str]
    rest: frozenset[str]


def find_swaps(text: str, places: Sequence[Place]) -> tuple[Swap, ...]:
    """Swaps in a claim's text against evidence sentences, nearest first; usually none."""
    made = claimed(text)
    if not made or not places:
        return ()
    names = [n for n in read_names(text) if n.kind != "adjective"]
    found = list(_rulers(text, names, places))
    found += _denied(text, names, places)
    found += _namesakes(text, names, places)
    for subject in _subjects(made, names):
        swap = _other_subject(subject, places)
        if swap:
            found.append(swap)
    for statement in made:
        swap = _other_word(text, statement, names, places[:4], places)
        if swap and not any(swap.span.overlaps(s.span) for s in found):
            found.append(swap)
    return tuple({s.span: s for s in reversed(found)}.values())


def name_roots(name: Name) -> frozenset[str]:
    """Roots of a name's telling words and their parts."""
    parts = (p for word in name.words for p in (word, *re.split(r"[-'.&]", word)))
    return frozenset(root(p) for p in parts if len(p) > 1)


# --- subjects -------------------------------------------------------------------------------------


def _subjects(made: Sequence[Statement], names: Sequence[Name]) -> Iterator[_Subject]:
    """Names before the verb, with the roots of what is said of them."""
    for statement in made:
        for name in names:
            roots = name_roots(name)
            own = frozenset(r for r, at in statement.order if at.overlaps(name.span))
            if name.kind == "term" or not own or not own <= statement.subject:
                continue
            rest = statement.own - own - statement.subject
            if len(rest) >= _LEAST and statement.own != statement.subject:
                yield _Subject(name, roots | own, rest)


def _other_subject(subject: _Subject, places: Sequence[Place]) -> Swap | None:
    """A statement that holds the rest of the claim and is about another name."""
    known = frozenset(r for p in places for s in p.statements for r in s.roots)
    rest = subject.rest & known
    if len(rest) < _LEAST or len(rest) < 0.6 * len(subject.rest):
        return None
    if not subject.roots & known or _holds(subject, rest, places):
        return None
    for place in places:
        for statement in place.statements:
            if not rest <= statement.roots or subject.roots & statement.roots:
                continue
            other = _named_before(place, statement, rest)
            if other and not _one_thing(subject.name, other, places):
                label: Label = "contradicted" if _rivals(subject, statement, places) else "related"
                return Swap(
                    subject.name.span, subject.name.text, other.text, label, place, other.span
                )
    return None


def _holds(subject: _Subject, rest: frozenset[str], places: Sequence[Place]) -> bool:
    """Whether some sentence or statement may say the rest of the claim's own subject."""
    for place in places:
        roots = frozenset(r for s in place.statements for r in s.roots)
        for statement in place.statements:
            mine = subject.roots & statement.roots
            if mine and len(rest & statement.roots) >= len(rest) - 1 and len(rest) > _LEAST:
                return rest <= statement.roots
            if mine and rest <= statement.roots:
                return True
        alone = len(place.statements) == 1 or not any(
            rest <= s.roots for s in place.statements
        )
        if alone and subject.roots & roots and rest <= roots:
            return True
    return False


def _named_before(place: Place, statement: Statement, rest: frozenset[str]) -> Name | None:
    """The name that stands in a statement before the first word of `rest` (its subject)."""
    first = min((at.start for r, at in statement.order if r in rest), default=0)
    before = [
        n
        for n in read_names(place.sentence.text)
        if n.kind not in ("adjective", "term")
        and statement.span.start <= n.span.start
        and n.span.end <= first
    ]
    return before[0] if len(before) == 1 else None


def _rivals(subject: _Subject, covering: Statement, places: Sequence[Place]) -> bool:
    """Whether the claim's subject has a statement of the same sort of its own."""
    verbless = covering.own == covering.subject
    for place in places:
        for statement in place.statements:
            if not subject.roots & statement.own:
                continue
            if verbless and statement.own == statement.subject and len(statement.own) > 2:
                return True
            shared = {r for r in subject.rest & statement.own if not r[0].isdigit()}
            if not verbless and shared and statement.own - statement.subject:
                return True
    return False


_ALIAS = re.compile(
    r"(?:known as|called|aka|a\.k\.a|alias|formerly|née|stage name|nickname|renamed|rebranded|short for"
    r"|abbreviated|trading as|d/b/a|subsidiary|owned by|part of|genannt|dit|conocid[oa] como|\()",
    re.IGNORECASE,
)


def _one_thing(mine: Name, other: Name, places: Sequence[Place]) -> bool:
    """Whether two names may stand for one thing: shared words, or an alias said somewhere."""
    if any(same_word(a, b) for a in mine.words for b in other.words):
        return True
    ours, theirs = name_roots(mine), name_roots(other)
    for place in places:
        for statement in place.statements:
            if ours & statement.own and theirs & statement.own:
                named = read_names(place.sentence.text)
                joined = any(ours & name_roots(n) and theirs & name_roots(n) for n in named)
                if joined or _ALIAS.search(place.sentence.text) or _copula(statement, ours, theirs):
                    return True
    return False


_LINKS = re.compile(r"\s(?:is|was|are|were|ist|war|est|était|es|era|è|é|являлся|—|-|,)\s")


def _copula(statement: Statement, ours: frozenset[str], theirs: frozenset[str]) -> bool:
    if statement.sentence is None:
        return False
    text = statement.span.of(statement.sentence.text)
    return bool(_LINKS.search(text)) and bool(ours & statement.own and theirs & statement.own)


# --- rulers and denied names ----------------------------------------------------------------------


def _rulers(text: str, names: Sequence[Name], places: Sequence[Place]) -> Iterator[Swap]:
    """ "Aldric II" where the evidence has only another Aldric."""
    for name in names:
        if name.regnal is None:
            continue
        same, others = False, []
        for place in places:
            for stated in read_names(place.sentence.text):
                if stated.regnal is not None and set(stated.words) & set(name.words):
                    same = same or stated.regnal == name.regnal
                    others.append((place, stated))
        if others and not same:
            place, stated = others[0]
            yield Swap(name.span, name.text, stated.text, "contradicted", place, stated.span)


_DENIAL = re.compile(
    r"(?:(?<!\w)(?:not|never|rather than|instead of|unlike|nicht|statt|non|pas|et non|no|não|а не|не)"
    r"\s(?:(?:his|her|its|their|the|by|from|in|to|for|with|sein|ihr|der|die|das)\s)?(?:[a-zäöüß]+\s){0,2})$"
)
_NEGATED = re.compile(
    r"(?<!\w)(?:not|never|no|n't|nicht|kein\w{0,2}|nie|pas|jamais|non|nunca|não|не)(?!\w)|n['’]t(?!\w)"
)


def _denied(text: str, names: Sequence[Name], places: Sequence[Place]) -> Iterator[Swap]:
    """Names that the sentence with the rest of the claim mentions only to deny them."""
    if _NEGATED.search(text):
        return
    for name in names:
        if name.kind in ("term", "acronym") and is_common(name.words[0]):
            continue
        for place in places[:3]:
            found = [n for n in read_names(place.sentence.text) if _equal(n, name)]
            others = [n for n in read_names(place.sentence.text) if not _equal(n, name)]
            denied = [n for n in found if _DENIAL.search(place.sentence.text[: n.span.start])]
            if found and len(found) == len(denied) and others and _covers(text, name, place):
                other = others[0]
                yield Swap(name.span, name.text, other.text, "contradicted", place, other.span)
                break


def _equal(a: Name, b: Name) -> bool:
    return a.regnal == b.regnal and (set(a.words) <= set(b.words) or set(b.words) <= set(a.words))


def _covers(text: str, name: Name, place: Place) -> bool:
    """Whether a sentence holds all the claim's words but the name's."""
    rest = {r for s in claimed(text) for r, at in s.order if not at.overlaps(name.span)}
    return len(rest) > 0 and rest <= {r for s in place.statements for r in s.roots}


_SOMEONE = re.compile(
    r"(?<!\w)(?:an?|another|one|some|different|ein(?:e|en|em)?|un[ea]?|um[a]?)\s(?:[^\W\d]+\s){1,3}"
    r"(?:called|named|by the name of|namens|genannt|nommée?|appelée?|llamad[oa]|chamad[oa]|di nome)\s$"
)


def _namesakes(text: str, names: Sequence[Name], places: Sequence[Place]) -> Iterator[Swap]:
    """ "a pupil called Nils" is not the Nils Lindqvist of another sentence."""
    for name in names:
        if len(name.words) < 2:
            continue
        for place in places[:4]:
            for stated in read_names(place.sentence.text):
                one = len(stated.words) == 1 and stated.words[0] in name.words
                before = place.sentence.text[: stated.span.start]
                if one and _SOMEONE.search(before) and _covers(text, name, place):
                    yield Swap(name.span, name.text, stated.text, "related", place, stated.span)


# --- one other word in the same place -------------------------------------------------------------


def _other_word(
    text: str,
    statement: Statement,
    names: Sequence[Name],
    near: Sequence[Place],
    places: Sequence[Place],
) -> Swap | None:
    """The evidence has the claim's very words but for one, and another in its place."""
    for place in near:
        for stated in place.statements:
            missing = [(r, at) for r, at in statement.order if r not in stated.roots]
            kept = len(statement.order) - len(missing)
            if len(missing) != 1 or kept < _LEAST + (statement.subject != statement.own):
                continue
            key, at = missing[0]
            other = _in_place_of(statement, stated, key)
            if other is None:
                continue
            mine, theirs = at.of(text), other.of(place.sentence.text)
            if _exchanged(mine, theirs, key, stated, names, places):
                return Swap(at, mine, theirs, "contradicted", place, other)
    return None


def _in_place_of(statement: Statement, stated: Statement, key: str) -> Span | None:
    """The one word of `stated` that stands between the neighbours of `key` in the claim."""
    order = [r for r, _ in statement.order]
    at = order.index(key)
    left = order[at - 1] if at else None
    right = order[at + 1] if at + 1 < len(order) else None
    theirs = [r for r, _ in stated.order]
    start = theirs.index(left) + 1 if left in theirs else 0
    stop = theirs.index(right) if right in theirs else start + 1
    if left is None:
        start = stop - 1
    if stop - start != 1 or not 0 <= start < len(theirs) or theirs[start] in order:
        return None
    return stated.order[start][1]


_VERBAL = re.compile(r"(?:ed|ing|ly|er|est|able|ible)$")


def _exchanged(
    mine: str,
    theirs: str,
    key: str,
    stated: Statement,
    names: Sequence[Name],
    places: Sequence[Place],
) -> bool:
    """Whether two words exclude each other: names, or nouns that the evidence tells apart."""
    if any(c.isdigit() for c in mine + theirs) or is_function_word(theirs.casefold()):
        return False
    ours, other = name_key(mine), name_key(theirs)
    if same_word(ours, other) or ours in other or other in ours:
        return False
    elsewhere = [
        s for p in places for s in p.statements if key in s.own and root(other) not in s.own
    ]
    together = any(key in s.own and root(other) in s.own for p in places for s in p.statements)
    if mine[0].isupper() and theirs[0].isupper() and (mine.isupper() == theirs.isupper()):
        return not together and (bool(elsewhere) or not _part_of_name(mine, names))
    if mine[0].isupper() or theirs[0].isupper() or together:
        return False
    return bool(elsewhere) and not _VERBAL.search(mine.replace("er", "", 1) if len(mine) > 6 else mine)


def _part_of_name(word: str, names: Sequence[Name]) -> bool:
    """Whether a word is part of a longer name (a first name may be left out or added)."""
    key = name_key(word)
    return any(key in n.words and len(n.words) > 1 for n in names)
