"""Making texts fit a model's input without losing what matters.

A premise is shortened, at the end of a sentence where it can be; a claim never is: one too long
for the input is scored in parts. Nothing here counts tokens itself; the caller says what fits.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence

from entailed.text.segment import sentences

__all__ = ["harmless", "longest_prefix", "parts"]

Fits = Callable[[str], bool]


def longest_prefix(text: str, fits: Fits) -> str:
    """The longest beginning of `text` that fits, of whole sentences.

    Where not even the first sentence fits: of whole words, then of characters. "" where nothing
    does. `fits` must hold for every beginning of a text for which it holds.
    """
    if fits(text):
        return text
    candidates: tuple[Sequence[int], ...] = (
        [sentence.span.end for sentence in sentences(text)],
        _word_ends(text),
        range(1, len(text)),
    )
    for ends in candidates:
        kept = _count(text, 0, ends, fits)
        if kept:
            return text[: ends[kept - 1]]
    return ""


def parts(text: str, fits: Fits) -> tuple[str, ...]:
    """`text` as runs of whole words that fit, in order; a word that does not fit is cut.

    Of white space between them nothing is kept. Empty where not even one character fits.
    """
    text = text.strip()
    words = [*_word_ends(text), len(text)]
    found: list[str] = []
    start = 0
    while start < len(text):
        ends: Sequence[int] = words[bisect_right(words, start) :]
        kept = _count(text, start, ends, fits)
        if not kept:
            ends = range(start + 1, ends[0])
            kept = _count(text, start, ends, fits)
        if not kept:
            return ()
        found.append(text[start : ends[kept - 1]])
        start = ends[kept - 1]
        while start < len(text) and text[start].isspace():
            start += 1
    return tuple(found)


def harmless(text: str, special: Sequence[str]) -> str:
    """`text` without lone surrogates, and without the strings that steer the model.

    A passage or an answer that holds "[SEP]" or "</s>" would end the premise or begin another
    claim: a space after the first character makes ordinary text of it.
    """
    if any("\ud800" <= character <= "\udfff" for character in text):
        text = text.encode("utf-8", "replace").decode("utf-8")
    wanted = [token for token in sorted(special, key=len, reverse=True) if token.strip()]
    if not any(token in text for token in wanted):
        return text
    pattern = re.compile("|".join(map(re.escape, wanted)))
    return pattern.sub(lambda match: f"{match[0][0]} {match[0][1:]}", text)


def _word_ends(text: str) -> list[int]:
    """Where white space begins, but for the beginning of the text."""
    return [gap.start() for gap in re.finditer(r"\s+", text) if gap.start()]


def _count(text: str, start: int, ends: Sequence[int], fits: Fits) -> int:
    """How many of the ascending `ends` give a piece from `start` that fits.

    Looks near `start` first, so that cutting a text into many pieces takes time in proportion
    to the text.
    """
    step = 1
    while step <= len(ends) and fits(text[start : ends[step - 1]]):
        step *= 2
    return bisect_right(
        ends,
        0,
        step // 2,
        min(step - 1, len(ends)),
        key=lambda end: 0 if fits(text[start:end]) else 1,
    )
