"""Whether a clause says that something is free or that it has to be paid for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from entailed.text.lazy import lazy
from entailed.types import Span

__all__ = ["Charge", "charge"]

_FREE = lazy(
    r"(?<![\w-])(?:(?:entirely |completely )?free of (?:any |all )?(?:charges?|costs?|fees?)"
    r"|(?:at|for) no (?:extra |additional |further )?(?:charges?|costs?)|for free|free"
    r"|without (?:any |an |a |extra |additional |further )*(?:charges?|fees?|costs?|payment)"
    r"|(?:no|without) (?:\w+ )?(?:charges?|fees?|costs?) (?:is|are|applies|apply|will be|has to be)"
    r"(?: \w+)?"
    r"|(?:not|never|n't)(?: be| been)? charged(?: (?:a |any )?(?:fees?|anything))?"
    r"|(?:costs?|pays?) nothing|complimentary|gratis|kostenlos|kostenfrei|unentgeltlich"
    r"|gratuit(?:e|s|es|ement)?|gratuit[oa]s?|gratuitamente)\b(?! (?:to|from|up|will|time|space))",
    re.IGNORECASE,
)
_PAID = lazy(
    r"\b(?:(?:is|are|be|being|been|was|were|get|gets) charged(?! (?:with|in|at|by|up)\b)"
    r"(?: (?:an? )?(?:\w+ )?fees?)?"
    r"|charge[sd]?(?= (?:for|an? |[$€£\d]))|costs? (?:extra|money)|costs?(?= (?:[$€£\d]|an? ))"
    r"|(?:must|have to|has to|need to|needs to) (?:be )?pa(?:y|id)"
    r"|pays?(?= (?:[$€£\d]|for|an? |extra))"
    r"|for (?:a|an) (?:\w+ )?fee|(?:subject to|carr(?:y|ies)|incurs?) (?:an? )?(?:\w+ )?"
    r"(?:fees?|charges?|surcharge)"
    r"|chargeable|at (?:your|their|his|her|one's|the \w+'s|an?|extra|additional) (?:\w+ )?"
    r"(?:cost|expense|charge)"
    r"|kostenpflichtig|payante?s?|de pago|a pagamento)\b",
    re.IGNORECASE,
)
_DENIED = lazy(r"\b(?:not|never|no longer|nothing|none)\b|n't\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Charge:
    """`span`: the words that say it; `free`: whether nothing has to be paid."""

    span: Span
    free: bool


def charge(text: str, within: Span) -> Charge | None:
    """The one thing a clause says of paying, or None: also where it says both or denies one.

    A place in `text` by code points.
    """
    inner = within.of(text)
    free, paid = _FREE.search(inner), _PAID.search(inner)
    if free is not None and paid is not None and free.start() <= paid.start() < free.end():
        paid = None  # "not be charged" reads as both
    if free is not None and paid is not None and paid.start() <= free.start() < paid.end():
        paid = None
    if (free is None) == (paid is None):
        return None
    match = free or paid
    assert match is not None
    if _DENIED.search(inner, 0, match.start()) or _DENIED.search(inner, match.end()):
        return None
    start = within.start + match.start()
    return Charge(Span(start, within.start + match.end()), free is not None)
