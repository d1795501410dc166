"""A rising curve through points: how a fitted step function is read."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence

__all__ = ["along"]


def along(points: Sequence[tuple[float, float]], score: float) -> float:
    """The value at `score` on the straight lines between two or more points, rising in both.

    Outside of them the outer lines go on, within [0, 1].
    """
    right = min(max(bisect_right(points, (score, math.inf)), 1), len(points) - 1)
    (x0, y0), (x1, y1) = points[right - 1], points[right]
    return min(1.0, max(0.0, y0 + (y1 - y0) * (score - x0) / (x1 - x0)))
