"""Whether a text states a value, which makes it a claim whatever else it is."""

from __future__ import annotations

from entailed.text.dates import read_dates
from entailed.text.quantities import read_quantities

__all__ = ["has_value"]

_NO_COUNT = frozenset({"one", "a", "an", "once"})  # "one can see" counts nothing


def has_value(text: str) -> bool:
    """Whether a plain text states a number, date, amount or measurement."""
    if read_dates(text):
        return True
    return any(q.span.of(text).lower() not in _NO_COUNT for q in read_quantities(text))
