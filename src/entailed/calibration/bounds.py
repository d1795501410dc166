"""Exact statements about a share from a count: binomial tails, limits, and how many rows it takes.

The losses that are controlled here are counts of yes-or-no events, so the exact binomial tail is
the tightest valid p-value. The Hoeffding-Bentkus bound of Bates, Angelopoulos, Lei, Malik and
Jordan ("Distribution-free, risk-controlling prediction sets", 2021) is for losses that lie
anywhere between 0 and 1, and never tighter.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

__all__ = [
    "at_most",
    "fewest_rows",
    "interval",
    "most_allowed",
    "rows_for",
    "upper_limit",
]

_NEGLIGIBLE = 1e-18
_HALVINGS = 60


def at_most(count: int, rows: int, share: float) -> float:
    """P(X <= count) for X binomial with `rows` trials of chance `share`.

    0 for a negative count, 1 for `count >= rows`. Relative error below 1e-9 for up to a million
    rows. Raises ValueError for negative rows or a share outside [0, 1].
    """
    if rows < 0 or not 0 <= share <= 1:
        raise ValueError(f"expected rows >= 0 and a share in [0, 1], got {rows} and {share}")
    if count < 0:
        return 0.0
    if count >= rows or share == 0:
        return 1.0
    if share == 1:
        return 0.0
    if count <= (rows + 1) * share:
        return min(1.0, _sum_down(count, rows, share))
    return max(0.0, 1.0 - _sum_down(rows - count - 1, rows, 1 - share))


def _sum_down(count: int, rows: int, share: float) -> float:
    """The tail summed from its largest term, at `count`, towards 0; `count` is below the mode."""
    term = math.exp(
        math.lgamma(rows + 1)
        - math.lgamma(count + 1)
        - math.lgamma(rows - count + 1)
        + count * math.log(share)
        + (rows - count) * math.log1p(-share)
    )
    total, odds = term, (1 - share) / share
    for i in range(count, 0, -1):
        term *= i / (rows - i + 1) * odds
        total += term
        if term < total * _NEGLIGIBLE:
            break
    return total


@lru_cache(maxsize=65_536)
def most_allowed(rows: int, limit: float, doubt: float) -> int:
    """The largest count that is evidence for a share of at most `limit`; -1 when none is.

    Evidence means: had the true share been above `limit`, so low a count would come with a
    probability of at most `doubt`.
    """
    low, high = -1, rows
    while low < high:
        middle = (low + high + 1) // 2
        if at_most(middle, rows, limit) <= doubt:
            low = middle
        else:
            high = middle - 1
    return low


def fewest_rows(limit: float, doubt: float) -> int:
    """The fewest rows that can prove a share of at most `limit`: none of them shows the event."""
    return max(1, math.ceil(math.log(doubt) / math.log1p(-limit) - 1e-12))


def rows_for(share: float, limit: float, doubt: float, power: float = 0.8) -> int | None:
    """Rows after which a true `share` is proved to be at most `limit` with chance `power`.

    To within two percent. None when `share >= limit` (no number of rows will do) or when it takes
    more than a hundred thousand.
    """
    if share >= limit:
        return None

    def enough(rows: int) -> bool:
        return at_most(most_allowed(rows, limit, doubt), rows, share) >= power

    high = fewest_rows(limit, doubt)
    while not enough(high):
        high *= 2
        if high > 100_000:
            return None
    low = high // 2
    while high - low > max(1, high // 50):
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def upper_limit(count: int, rows: int, doubt: float) -> float:
    """The Clopper-Pearson upper limit on a share: the true one is above it with chance `doubt`.

    1.0 without rows.
    """
    if count >= rows:
        return 1.0
    return _solve(lambda share: at_most(count, rows, share) > doubt)


def interval(count: int, rows: int, confidence: float = 0.95) -> tuple[float, float]:
    """The two-sided Clopper-Pearson interval of a share; (0, 1) without rows."""
    doubt = (1 - confidence) / 2
    low = 0.0 if count == 0 else 1 - upper_limit(rows - count, rows, doubt)
    return (low, upper_limit(count, rows, doubt)) if rows else (0.0, 1.0)


def _solve(above: Callable[[float], bool]) -> float:
    """The point in [0, 1] up to which `above` holds, by halving."""
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if above(middle) else (low, middle)
    return high
