"""Clauses that say a value stays as it is, or that it changes, and which way.

"Will not change", "remains unchanged", "is frozen" are one thing; "will rise" is at odds with it,
"will not rise" follows from it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from entailed.text.lazy import lazy
from entailed.types import Span

__all__ = ["Course", "course", "follows", "opposed"]

Way = Literal["same", "up", "down", "changed"]

_SAME = lazy(
    r"\b(?:(?:remain|stay|kept|keep|hold|held|left|leave)\w* (?:\w+ ){0,4}?"
    r"(?:unchanged|the same|constant|stable|steady|level|flat|as (?:it|they) (?:is|are|was|were))"
    r"|unchanged|unaltered|(?:is|are|was|were|be|been|being) frozen"
    r"|(?:there (?:is|are|was|were|will be|has been|have been)|see|saw|make|made|bring|brought)"
    r" no changes?"
    r"|(?:bleib\w*|blieb\w*) (?:\w+ ){0,4}?(?:gleich|unverändert|stabil)|unverändert"
    r"|rest\w+ (?:\w+ )?(?:inchangée?s?|stables?)|sin cambios|sigue igual|rimane invariat[oa])\b",
    re.IGNORECASE,
)
_UP = lazy(
    r"\b(?:rise|rises|rose|risen|rising|rais\w+|increas\w+|grow|grows|grew|grown|climb\w*"
    r"|go(?:es)? up|went up|lifted|steig\w*|stieg\w*|erhöh\w*|augment\w+|aument\w+"
    r"|sub(?:e|en|ió|irá\w*))\b",
    re.IGNORECASE,
)
_DOWN = lazy(
    r"\b(?:fall|falls|fell|fallen|falling|drop\w*|declin\w+|decreas\w+|reduc\w+|cuts?|lower\w*"
    r"|shrink\w*|shrank|sink\w*|sank|go(?:es)? down|went down|senk\w*|baiss\w+|diminu\w+|baj\w+)\b",
    re.IGNORECASE,
)
_CHANGED = lazy(
    r"\b(?:change|changes|changed|alter|alters|altered|adjust\w*|revis\w+|amend\w*|modif\w+|änder\w*"
    r"|chang\w+|cambi\w+)\b",
    re.IGNORECASE,
)
_DENIAL = lazy(
    r"\b(?:not|never|no|cannot|nicht|pas|no|non|não)\b(?:\s(?:be|been|being|have|has|yet|worden))*\s*$"
    r"|n['’]t(?:\s(?:be|been|being|have))*\s*$",
    re.IGNORECASE,
)
# "No more than 5", "until 2026", "only slightly": the clause is about a bound, not about a course.
_CONDITION = lazy(
    r"\b(?:unless|if|except|provided|chances?|odds|probability|likelihood|wenn|außer|sauf|salvo)\b",
    re.IGNORECASE,
)
_BOUNDED = lazy(
    r"\b(?:until|till|before|only|more than|less than|much|significantly|slightly"
    r"|further|again|almost|nearly|substantially|bis|jusqu|hasta)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Course:
    """Which way a value goes, whether that is denied, and the words that say so."""

    way: Way
    denied: bool
    span: Span


def course(text: str, span: Span) -> Course | None:
    """The one course a clause of `text` states; None where it states none, several or a bound."""
    if _BOUNDED.search(text, span.start, span.end) or _CONDITION.search(text):
        return None
    same = _SAME.search(text, span.start, span.end)
    if same is not None:
        return Course("same", _denied(text, span.start, same.start()), Span(*same.span()))
    found: list[Course] = []
    for way, pattern in (("up", _UP), ("down", _DOWN), ("changed", _CHANGED)):
        for match in pattern.finditer(text, span.start, span.end):
            denied = _denied(text, span.start, match.start())
            found.append(Course(way, denied, Span(*match.span())))  # type: ignore[arg-type]
    return found[0] if len(found) == 1 else None


def _denied(text: str, start: int, at: int) -> bool:
    return _DENIAL.search(text[start:at]) is not None


def opposed(claimed: Course, stated: Course) -> bool:
    """Whether what is claimed cannot be where what is stated is so."""
    if _still(claimed):
        return _moves(stated)
    return _still(stated) and _moves(claimed)


def follows(claimed: Course, stated: Course) -> bool:
    """Whether what is claimed is so where what is stated is: steady, or not going one way."""
    return _still(stated) and (_still(claimed) or (claimed.denied and claimed.way != "same"))


def _still(one: Course) -> bool:
    """Whether a course is that of no change."""
    return one.denied if one.way == "changed" else one.way == "same" and not one.denied


def _moves(one: Course) -> bool:
    """Whether a course is one of change."""
    return one.denied if one.way == "same" else not one.denied
