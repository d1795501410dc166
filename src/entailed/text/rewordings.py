"""Constructions that say one thing in several ways, read apart from the words around them.

"Sugar-free", "without sugar" and "contains no sugar" lack sugar; "only members may" and "reserved
for members" limit something to members; "Vol. IV" and "Volume Four" are one volume.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from entailed.text.exclusions import roots_of
from entailed.text.lazy import lazy
from entailed.text.numerals import roman_to_int, word_value
from entailed.text.synonyms import among
from entailed.types import Span

__all__ = ["Reworded", "alike", "part_of", "reworded"]

Kind = Literal["lack", "limit"]

_THING = r"(?P<thing>(?:(?:the|any|added|an?)\s)?[^\W\d_]{2,30}(?:\s[^\W\d_]{3,30})?)"
_LACKS = (
    lazy(r"\b(?P<thing>[^\W\d_]{3,30})-free\b", re.IGNORECASE),
    lazy(rf"\bfree (?:of|from) (?!charge\b){_THING}(?=[\s.,;]*$)", re.IGNORECASE),
    lazy(
        rf"\b(?:(?:contain|include|use|ha[sv]|had)e?[sd]? no|without|lacks?"
        rf"|(?:does|do|did) not (?:contain|include|use|have)) {_THING}(?=[\s.,;]*$)",
        re.IGNORECASE,
    ),
)
_LIMITS = (
    lazy(
        r"^(?P<word>only) (?P<thing>(?:the )?[^\W\d_]{3,30}(?:\s[^\W\d_]{3,30}){0,2}?)"
        r" (?:may|can|are (?:allowed|permitted|entitled) to|have access to)\b",
        re.IGNORECASE,
    ),
    lazy(
        rf"\b(?:is|are) (?:reserved (?:only |exclusively )?(?:for|to)|(?:restricted|limited) to"
        rf"|only (?:for|open to|allowed for|permitted for)|open only to|(?:exclusively|solely) for)"
        rf" {_THING}(?P<word>)(?=[\s.,;]*$)",
        re.IGNORECASE,
    ),
)
_CARRIERS = re.compile(
    r"\b(?:is|are|was|were|contains?|has|have|had|includes?|uses?|made|open|available)\b",
    re.IGNORECASE,
)
_PART_NAMES = {
    "vol": "volume", "pt": "part", "ch": "chapter", "chap": "chapter", "bk": "book",
    "ep": "episode", "sec": "section", "sect": "section", "app": "appendix", "art": "article",
}  # fmt: skip
_PART = lazy(
    r"\b(?P<name>vol(?:ume)?|p(?:ar)?t|ch(?:ap(?:ter)?)?|b(?:oo)?k|ep(?:isode)?|sect?(?:ion)?"
    r"|app(?:endix)?|art(?:icle)?|act|phase|scene|season|canto|round|stage|war)\.?\s"
    r"(?P<number>(?-i:[IVXLC]{1,8})|\d{1,3}|[a-z]{3,9}(?:-[a-z]{3,5})?)(?![\w'’.]\w|[\w'’])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Reworded:
    """A thing that is lacked, or to whom something is limited, and the other content roots."""

    kind: Kind
    thing: frozenset[str]
    rest: frozenset[str]
    span: Span


@lru_cache(maxsize=4096)
def reworded(text: str) -> Reworded | None:
    """What a plain sentence says to be lacked or limited, or None. Deterministic, linear."""
    kinds: tuple[tuple[Kind, tuple[re.Pattern[str], ...]], ...] = (
        ("lack", _LACKS),
        ("limit", _LIMITS),
    )
    for kind, patterns in kinds:
        for pattern in patterns:
            match = pattern.search(text)
            if match is None:
                continue
            left = text[: match.start()] + " " + text[match.end() :]
            rest = roots_of(_CARRIERS.sub(" ", left))
            thing = roots_of(match.group("thing"))
            if thing and rest:
                return Reworded(kind, thing, rest, Span(*match.span()))
    return None


@dataclass(frozen=True, slots=True)
class Part:
    """A numbered part of a work or a course: its name, its number and the roots beside it."""

    name: str
    number: int
    rest: frozenset[str]
    span: Span


@lru_cache(maxsize=4096)
def part_of(text: str) -> Part | None:
    """The one numbered part that `text` names ("Vol. IV", "Chapter Two"), or None."""
    found = [(m, n) for m in _PART.finditer(text) if (n := _number(m)) is not None]
    if len(found) != 1:
        return None
    match, number = found[0]
    name = match.group("name").lower()
    rest = roots_of(text[: match.start()] + " " + text[match.end() :])
    return Part(_PART_NAMES.get(name, name), number, rest, Span(*match.span()))


def _number(match: re.Match[str]) -> int | None:
    written = match.group("number")
    if written.isdigit():
        return int(written)
    if written.isupper():
        sure = len(written) > 1 or match.group("name")[0].isupper()
        return roman_to_int(written) if sure else None
    return word_value(written.lower(), "en")


def alike(a: frozenset[str], b: frozenset[str]) -> bool:
    """Whether two sets of roots are the same words in whatever form."""
    return _within(a, b) and _within(b, a)


def _within(a: frozenset[str], b: frozenset[str]) -> bool:
    return all(among(r, b) for r in a)
