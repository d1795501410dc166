"""How two quantities of a sentence hang together: "from 4 to 6", "12 of the 48"."""

from __future__ import annotations

import re

from entailed.text.lazy import lazy
from entailed.types import Span

__all__ = ["is_part_of", "runs_from_to", "runs_to_from"]

_NEAR = 40
_FROM = lazy(
    r"(?<!\w)(?:from|von|de|da|du|desde|с|от|между)\s*[$€£¥]?\s*\Z|从\s*\Z|由\s*\Z", re.IGNORECASE
)
_TO = lazy(
    r"(?:.*\s)?(?:to|auf|à|a|al|para|до)\s*[$€£¥]?\s*\Z|[^到至]{0,6}[到至]\s*\Z",
    re.IGNORECASE | re.DOTALL,
)
_PARTITIVE = lazy(
    r"\s*(?:[^\W\d_]+\s)?(?:out\s)?(?:of|von|sur|de|di|из)\s(?:the|its|all|their|our|these|den"
    r"|die|les|los|las|i|os|as)?\s*"
    r"(?:total(?: of)?\s)?\Z|\s*/\s*\Z",
    re.IGNORECASE,
)


def runs_from_to(text: str, first: Span, second: Span) -> bool:
    """Whether `text` says "from `first` to `second`"."""
    if first.end > second.start:
        return False
    gap = text[first.end : second.start]
    before = text[max(0, first.start - 24) : first.start]
    return len(gap) < _NEAR and _TO.match(gap) is not None and _FROM.search(before) is not None


def runs_to_from(text: str, first: Span, second: Span) -> bool:
    """Whether `text` says "to `first` from `second`"."""
    gap = text[first.end : second.start]
    before = text[max(0, first.start - 24) : first.start]
    return len(gap) < _NEAR and _FROM.search(gap) is not None and _TO.match(before) is not None


def is_part_of(text: str, part: Span, whole: Span) -> bool:
    """Whether `text` says "`part` of the `whole`"."""
    gap = text[part.end : whole.start]
    return len(gap) < _NEAR and _PARTITIVE.match(gap) is not None
