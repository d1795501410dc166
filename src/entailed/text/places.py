"""Places of the evidence and swaps found there, as the rules of `entailed.text.swaps` use them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from entailed.text.names import LEGAL_FORMS, Name
from entailed.text.roots import root
from entailed.text.statements import Statement
from entailed.types import Label, Sentence, Span

__all__ = ["LEAST", "Place", "Swap", "name_roots"]

# Content words two statements must share to be about one thing.
LEAST = 2


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


def name_roots(name: Name) -> frozenset[str]:
    """Roots of a name's telling words and their parts."""
    parts = {p for word in name.words for p in (word, *re.split(r"[-'.&]", word)) if len(p) > 1}
    return frozenset(root(p) for p in parts - LEGAL_FORMS or parts)
