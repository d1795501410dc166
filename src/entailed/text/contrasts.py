"""Contrasts: "to the kerb, not into the house" denies of the one what it says of the other."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from entailed.text.exclusions import roots_of
from entailed.text.lazy import lazy
from entailed.types import Span

__all__ = ["Contrast", "contrast", "place_in"]

_PREPOSITION = (
    r"(?:in|into|inside|on|onto|at|to|from|by|for|with|before|after|during|under|over|behind|within"
    r"|through|via|near|outside|upon|im|in|an|auf|am|bei|vor|nach|von|mit|dans|à|au|sur|par|pour|en"
    r"|a|por|con|para)"
)
_CONTRAST = lazy(
    rf"\s(?P<first>{_PREPOSITION})\s(?P<one>[^,;:.()]{{2,60}}?)(?:,\s|\s(?=and|but|rather|instead))"
    r"(?:(?:and|but)\s)?(?:not|never|rather than|instead of|nicht|niemals|et non|no|jamais)\s"
    rf"(?P<two>(?P<second>{_PREPOSITION})\s[^,;:.()]{{2,60}}?)(?=[,;:.()]|$|\s(?:and|but|if|unless|when)\s)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Contrast:
    """What a sentence says of one thing and denies of another.

    `head` are the content roots before the contrast, `held` and `denied` those of its two sides,
    `preposition` is that of the denied side, and `span` where that stands.
    """

    head: frozenset[str]
    held: frozenset[str]
    denied: frozenset[str]
    preposition: str
    span: Span


@lru_cache(maxsize=4096)
def contrast(text: str) -> Contrast | None:
    """The one contrast of two phrases a sentence makes, or None."""
    found = list(_CONTRAST.finditer(text[:600]))
    if len(found) != 1:
        return None
    match = found[0]
    head = roots_of(text[: match.start()])
    held = roots_of(match["one"])
    denied = roots_of(match["two"][len(match["second"]) :])
    if match["first"].casefold() == match["second"].casefold():
        denied -= held  # "after meals, never before meals" differs in the preposition alone
    if not head or not held or not denied:
        return None
    return Contrast(head, held, denied, match["second"].casefold(), Span(*match.span("two")))


def place_in(text: str, made: Contrast) -> Span | None:
    """Where a text has the denied phrase, its preposition included, or None."""
    pattern = (
        rf"(?<!\w){re.escape(made.preposition)}\s(?P<phrase>(?:[^\W\d_]+[\s-]?|\d+\s?){{1,8}})"
    )
    for match in re.finditer(pattern, text, re.IGNORECASE):
        words = list(re.finditer(r"\S+", match["phrase"]))
        for count in range(1, len(words) + 1):
            end = match.start("phrase") + words[count - 1].end()
            roots = roots_of(text[match.start("phrase") : end])
            if made.denied <= roots:
                return Span(match.start(), end)
            if roots - made.denied - made.held:
                break
    return None
