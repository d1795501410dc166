"""Shares of a group: "most students", "a third of the students", "12 of the 20 students", "40 %".

A share is an interval of [0, 1]; a word gives a wide one, a figure a point.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from entailed.text.lazy import lazy
from entailed.types import Span

__all__ = ["Share", "figure_share", "word_share"]

_MAJORITY = (
    r"most(?: of)?"
    r"|(?:the|a) (?:vast |large |clear |great |narrow )?majority of|more than half(?: of)?"
    r"|over half(?: of)?|the bulk of|die meisten|die mehrheit(?: der)?|mehr als die hälfte(?: der)?"
    r"|la plupart des|la majorité des|plus de la moitié des|la mayoría de|más de la mitad de"
    r"|a maioria d[aeo]s?|la maggior parte d\w{1,4}|большинство|大多数|大部分"
)
_MINORITY = (
    r"(?:a|the) (?:small |tiny )?minority of|(?:less|fewer) than half(?: of)?|under half(?: of)?"
    r"|eine minderheit(?: der)?|weniger als die hälfte(?: der)?|une minorité des|une minorité de"
    r"|moins de la moitié des|una minoría de|menos de la mitad de|меньшинство|少数"
)
_WORD = lazy(
    rf"\W{{0,3}}(?:(?P<more>{_MAJORITY})|(?P<less>{_MINORITY}))\s?"
    r"(?:(?:the|its|their|our|all|der|den|les|los|las)\s)?(?P<noun>[^\W\d_]{2,30})",
    re.IGNORECASE,
)
_PARTS = {
    "half": 2, "hälfte": 2, "moitié": 2, "mitad": 2, "third": 3, "thirds": 3, "drittel": 3,
    "tiers": 3, "tercio": 3, "tercios": 3, "quarter": 4, "quarters": 4, "viertel": 4, "quart": 4,
    "quarts": 4, "cuarto": 4, "cuartos": 4, "fifth": 5, "fifths": 5, "tenth": 10, "tenths": 10,
}  # fmt: skip
_SMALL = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "ein": 1, "zwei": 2, "drei": 3, "un": 1, "une": 1, "deux": 2,
    "trois": 3, "dos": 2, "tres": 3, "die": 1, "la": 1,
}  # fmt: skip
_NUMBER = rf"\d{{1,9}}|{'|'.join(_SMALL)}"
_FIGURE = lazy(
    r"(?<![\w.,])(?P<bound>(?:more|less|fewer) than |over |under |nearly |almost |at least "
    r"|at most |up to |only |just )?(?:"
    r"(?P<percent>\d{1,3}(?:[.,]\d{1,3})?)\s?(?:%|percent|per cent|prozent|pour cent|por ciento)"
    rf"|(?:(?P<count>{_NUMBER})\s)?(?P<part>{'|'.join(_PARTS)})"
    rf"|(?P<some>{_NUMBER})\s(?:out )?of\s(?:the\s)?(?P<all>{_NUMBER})"
    r")\s?(?:(?:of|der|des|de|del|d)\s|d['’])?(?:(?:the|its|their|all|los|las|les)\s)?"
    r"(?P<noun>[^\W\d_]{2,30})",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Share:
    """An interval `low <= share <= high`, its place, and the word for the group."""

    low: float
    high: float
    span: Span
    noun: str


def word_share(text: str, start: int) -> Share | None:
    """A majority or a minority of something named at `start` of a text, or None."""
    match = _WORD.match(text, start)
    if match is None:
        return None
    low, high = (0.5, 1.0) if match["more"] else (0.0, 0.5)
    place = match.span("more" if match["more"] else "less")
    return Share(low, high, Span(*place), match["noun"].casefold())


def figure_share(text: str, start: int, end: int) -> Share | None:
    """The one share that is given as a figure between two offsets, or None."""
    found = [m for m in _FIGURE.finditer(text, start, end) if _value(m) is not None]
    if len(found) != 1:
        return None
    value = _value(found[0])
    bound = (found[0]["bound"] or "").casefold().strip()
    low = high = value or 0.0
    if bound in ("more than", "over", "at least"):
        high = 1.0
    elif bound in ("less than", "fewer than", "under", "at most", "up to", "nearly", "almost"):
        low = 0.0
    return Share(low, high, Span(*found[0].span()), found[0]["noun"].casefold())


def _value(match: re.Match[str]) -> float | None:
    """The share a figure gives, None where it is none (over 1)."""
    if match["percent"]:
        value = float(match["percent"].replace(",", ".")) / 100
    elif match["part"]:
        value = _number(match["count"] or "one") / _PARTS[match["part"].casefold()]
    else:
        whole = _number(match["all"])
        value = _number(match["some"]) / whole if whole > 1 else 2.0
    return value if 0 <= value <= 1 else None


def _number(text: str) -> int:
    folded = text.casefold()
    return _SMALL[folded] if folded in _SMALL else int(folded)
