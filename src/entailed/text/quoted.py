"""Stretches between quotation marks, whatever the marks, and what introduces them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from entailed.text.lazy import lazy
from entailed.text.memo import memo
from entailed.text.normalize import unspaced
from entailed.types import Span

_OPENERS = {
    "“": '”"“″',
    "„": '“”"″',
    "‟": '”"',
    "«": '»"”',
    "»": '«"',
    "「": "」",
    "『": "』",
    "｢": "｣",
    "〝": "〞〟",
    "＂": "＂",
    "❝": "❞",
    '"': '"”“″',
    "”": "”",
    "‘": "’'",
    "‚": "‘’'",
    "'": "'’",
    "‹": "›",
}
_SINGLE = "‘‚'"
_MARK = lazy("[" + re.escape("".join(_OPENERS)) + "]")
_SPACED_MARK = lazy(r"(?:^|\s)\"\s|\"\"")
_STRAIGHT = lazy(r"(?<!\d)\"{1,2}(?!\")")
_MOST_PAIRS = 200
# "they 're", "'90s", "rock 'n' roll", "'em"
_CLITIC = lazy(r"(?:s|re|ve|ll|d|m|t|n|em|til|cause|bout|tis|twas|\d\d?0?s)\b", re.IGNORECASE)
_CUE_SIZE = 100
_REACH = 5000  # a quotation longer than this is none


@dataclass(frozen=True, slots=True)
class Quoted:
    """Text in quotation marks.

    `span` is the inner text, `marks` includes the marks; both in the given text. `cue` is what
    stands before, up to 100 characters back to the sentence's start. `closed` is False when one of
    the two marks is missing (the text was cut): then `span` runs to the end of the text, or
    from its beginning.
    """

    text: str
    span: Span
    marks: Span
    cue: str
    closed: bool = True

    @property
    def weight(self) -> int:
        """Characters, with each of a script without spaces counted as two."""
        return sum(2 if unspaced(c) else 1 for c in " ".join(self.text.split()))


@memo(characters=500_000)
def read_quoted(text: str) -> tuple[Quoted, ...]:
    """The quoted stretches of `text`, in order, outermost only.

    Mismatched and unclosed pairs are read as a reader would. Apostrophes, inch and foot marks and
    strings of code ("f(\\"x\\")") are not quotation marks.
    """
    return tuple(_read(text))


def _read(text: str) -> Iterator[Quoted]:
    at = 0
    first = True
    dead: dict[str, int] = {}  # mark -> offset before which no closing mark is left for it
    pairs = _straight_pairs(text)
    while (match := _MARK.search(text, at)) is not None:
        start, inner = match.span()
        mark = match.group()[0]
        at = inner
        if start in pairs:
            inner, close, at = pairs[start]
            first = False
            yield _quoted(text, inner, close, start, at, closed=True)
            continue
        if not _opens(text, start, inner, mark):
            if first and _stray_closer(text, start, mark):
                yield _quoted(text, 0, start, 0, inner, closed=False)
                first = False
            continue
        found = None if inner <= dead.get(mark, -1) else _closer(text, inner, mark)
        if found is None and mark in _SINGLE:
            dead[mark] = max(dead.get(mark, -1), min(len(text), inner + _REACH) - 1)
            continue
        first = False
        end = len(text) if found is None else found
        at = end if found is None else found + 1
        yield _quoted(text, inner, end, start, at, closed=found is not None)


def _straight_pairs(text: str) -> dict[int, tuple[int, int, int]]:
    """Straight marks set off by spaces (`" Sunrise "`) or doubled (`""x""`), paired in turn.

    Opening mark -> begin and end of the inner text, and where to go on.
    """
    if _SPACED_MARK.search(text) is None or text.count('"') > _MOST_PAIRS:
        return {}
    marks = [m.span() for m in _STRAIGHT.finditer(text)]
    if len(marks) % 2:
        return {}
    couples = zip(marks[::2], marks[1::2], strict=True)
    return {a: (b, c, d) for (a, b), (c, d) in couples}


def _quoted(text: str, start: int, end: int, first: int, last: int, closed: bool) -> Quoted:
    cue = text[max(0, first - _CUE_SIZE) : first]
    return Quoted(text[start:end], Span(start, end), Span(first, last), cue.rstrip(), closed)


def _opens(text: str, start: int, inner: int, mark: str) -> bool:
    before = text[start - 1] if start else " "
    after = text[inner : inner + 1]
    if not after or after.isspace():
        return mark in "«" and after in ("\u00a0", "\u202f", " ")
    if mark in "“„‟«「『｢〝❝‹":
        return True
    if before in "'`" or (mark == "'" and _CLITIC.match(text, inner)):
        return False
    if mark in "”»":
        return (before.isspace() or before in "([:") and after.isalnum()
    if before in "=({[,\\" and before != "(" and mark in "\"'":
        return False
    if before == "(" and start > 1 and (text[start - 2].isalnum() or text[start - 2] == "_"):
        return False
    return not before.isalnum() and before not in ".,!?;%)]}"


def _stray_closer(text: str, start: int, mark: str) -> bool:
    """A closing mark whose opening one was cut off before the text begins."""
    if mark not in '”»"' or start < 2:
        return False
    before, after = text[start - 1], text[start + 1 : start + 2]
    return before in ".!?," and (not after or after.isspace())


def _closer(text: str, at: int, mark: str) -> int | None:
    closers = _OPENERS[mark]
    depth = 0
    for i in range(at, min(len(text), at + _REACH)):
        char = text[i]
        if char == mark and mark in "「『“«„" and char not in closers:
            depth += 1
        elif char in closers and _closes(text, i, mark):
            if depth == 0:
                return i
            depth -= 1
    return None


def _closes(text: str, at: int, mark: str) -> bool:
    char = text[at]
    before = text[at - 1]
    after = text[at + 1 : at + 2]
    if char in "」』｣〞〟＂❞›»«":
        return True
    if before.isspace() or (after.isalnum() and not (unspaced(after) or unspaced(before))):
        return False
    if mark in _SINGLE:
        return not after or not after.isalnum()
    inch = char in '"″' and before.isdigit() and after == " "
    return not inch or text.count('"', at + 1) % 2 == 0
