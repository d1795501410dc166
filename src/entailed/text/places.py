"""Places of the evidence and swaps found there, as the rules of `entailed.text.swaps` use them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from entailed.text.allusions import linked
from entailed.text.lazy import lazy
from entailed.text.mentions import same_word
from entailed.text.names import LEGAL_FORMS, Name, read_names
from entailed.text.roots import root
from entailed.text.statements import Statement
from entailed.types import Label, Sentence, Span

__all__ = ["LEAST", "Place", "Swap", "clipped", "exclusive", "name_roots", "one_thing", "selected"]

# Content words two statements must share to be about one thing.
LEAST = 2


@dataclass(frozen=True, slots=True)
class Place:
    """A sentence of the evidence with its statements and the roots of all of them."""

    passage_id: str
    sentence: Sentence
    statements: tuple[Statement, ...]
    passage: int = 0
    roots: frozenset[str] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Join the roots of the statements."""
        every = frozenset[str]().union(*(s.roots for s in self.statements))
        object.__setattr__(self, "roots", every)


@dataclass(frozen=True, slots=True)
class Swap:
    """`span` of the claim's text stands where the evidence has `stated` (at `at` of `place`)."""

    span: Span
    claimed: str
    stated: str
    label: Label
    place: Place
    at: Span


def name_roots(name: Name) -> frozenset[str]:
    """Roots of a name's telling words and their parts."""
    return _roots_of(name.words)


@lru_cache(maxsize=2048)
def _roots_of(words: tuple[str, ...]) -> frozenset[str]:
    parts = {p for word in words for p in (word, *re.split(r"[-'.&]", word)) if len(p) > 1}
    return frozenset(root(p) for p in parts - LEGAL_FORMS or parts)


_ALIAS = lazy(
    r"(?:known as|called|aka|a\.k\.a|alias|formerly|née|stage name|pen name|nom de|pseudonym"
    r"|nickname|renamed|rebranded|short for|abbreviated|trading as|d/b/a|subsidiary|owned by"
    r"|part of|genannt|dit|conocid[oa] como|\()",
    re.IGNORECASE,
)


def one_thing(mine: Name, other: Name, places: Sequence[Place]) -> bool:
    """Whether two names may stand for one thing: shared words, or an alias said somewhere.

    A country and its capital may, too.
    """
    ours, theirs = name_roots(mine), name_roots(other)
    first, second = set(mine.words) - LEGAL_FORMS, set(other.words) - LEGAL_FORMS
    if _within(first, second) or _within(second, first) or _short_for(mine, other):
        return True
    if linked(mine.words, other.words) or _both_clipped(mine, other):
        return True
    for place in places:
        whole = frozenset(r for s in place.statements for r in s.own)
        if ours & whole and theirs & whole and _ALIAS.search(place.sentence.text):
            return True
        for statement in place.statements:
            if ours & statement.own and theirs & statement.own:
                named = read_names(place.sentence.text)
                joined = any(ours & name_roots(n) and theirs & name_roots(n) for n in named)
                if joined or _copula(statement, ours, theirs):
                    return True
    return False


def _short_for(one: Name, other: Name) -> bool:
    """Whether one name is the initials of the other."""
    pairs = ((one, other), (other, one))
    return any(
        len(short.words) == 1
        and len(long.words) > 1
        and short.words[0] == "".join(w[0] for w in long.words)
        for short, long in pairs
    )


def clipped(one: str, other: str) -> bool:
    """Whether one word is the other cut short and given an ending: hibs, hibernian."""
    short, long = sorted((one, other), key=len)
    stem = _PET_ENDING.sub("", short)
    return 3 <= len(stem) < len(long) and long.startswith(stem)


def _both_clipped(one: Name, other: Name) -> bool:
    single = len(one.words) == 1 and len(other.words) == 1
    return single and clipped(one.words[0], other.words[0])


_PET_ENDING = lazy(r"(?:s|ie|ies|y|o|os)$")


def _within(few: set[str], many: set[str]) -> bool:
    """Whether every word of one name is a form of a word of the other."""
    return all(any(same_word(a, b) for b in many) for a in few)


_LINKS = lazy(r"\s(?:is|was|are|were|ist|war|est|était|es|era|è|é|являлся|—|-|,)\s")


def _copula(statement: Statement, ours: frozenset[str], theirs: frozenset[str]) -> bool:
    if statement.sentence is None:
        return False
    text = statement.span.of(statement.sentence.text)
    return bool(_LINKS.search(text)) and bool(ours & statement.own and theirs & statement.own)


_DEFINITE = lazy(
    r"(?<!\w)(?:the|its|their|his|her|der|die|das|dem|den|le|la|les|l'|el|los|las|il|lo|gli|o|os"
    r"|first|last|only|sole)(?!\w)|l['’]",
    re.IGNORECASE,
)


def exclusive(said: str) -> bool:
    """Whether what is said of a name can hold of one thing only: "the lab", "its seat", 1990."""
    return bool(_DEFINITE.search(said)) or any(c.isdigit() for c in said)


_SELECTING = frozenset(
    "previous next last first second third another other earlier later former latter following "
    "preceding prior subsequent same".split()
)


@lru_cache(maxsize=2048)
def selected(text: str) -> frozenset[str]:
    """Roots of words that pick one of several of a kind: "the previous edition", "another case"."""
    return frozenset(root(w) for w in re.findall(r"\b[a-z]+", text) if w in _SELECTING)
