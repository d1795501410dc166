"""How sure a figure is: intervals for shares of clustered counts and for percentiles.

Claims of one scenario are not independent of one another, so a share of claims is treated as one
of fewer claims: as many as would be as uncertain if they were independent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

__all__ = ["CONFIDENCE", "Interval", "effective_size", "percentile", "share", "wilson"]

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure with the limits of its confidence interval.

    `low` or `high` is None where the data are too few to give one.
    """

    value: float
    low: float | None
    high: float | None


def wilson(share_: float, size: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's score interval for a share in [0, 1] of `size` > 0 independent trials.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
    It never leaves [0, 1], and is not empty at 0 and 1. `size` need not be whole.
    """
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    spread = z * math.sqrt(share_ * (1 - share_) / size + z * z / (4 * size * size))
    centre = share_ + z * z / (2 * size)
    scale = 1 + z * z / size
    low = 0.0 if share_ <= 0 else max(0.0, (centre - spread) / scale)
    high = 1.0 if share_ >= 1 else min(1.0, (centre + spread) / scale)
    return low, high


def effective_size(hits: Sequence[float], sizes: Sequence[float]) -> float:
    """As how many independent trials the clusters count, for the share `sum(hits) / sum(sizes)`.

    The size divided by Kish's design effect (L. Kish, "Survey Sampling", 1965), whose variance is
    that of a ratio by linearisation, and corrected for the few clusters it is estimated from (E. L.
    Korn and B. I. Graubard, 1998); never more than the trials. Where every trial ended alike there
    is no variance to see, and each cluster counts once. Clusters of one trial each count in full.
    Clusters without a trial count nothing; 0 for no trial at all.
    """
    y, m = np.asarray(hits, dtype=float), np.asarray(sizes, dtype=float)
    y, m = y[m > 0], m[m > 0]
    clusters, trials = len(m), float(m.sum())
    if clusters == 0:
        return 0.0
    rate = float(y.sum()) / trials
    if clusters == 1 or rate in (0.0, 1.0):
        return float(clusters)
    between = clusters / (clusters - 1) * float(((y - rate * m) ** 2).sum()) / trials**2
    simple = rate * (1 - rate) / (trials - 1)
    if between <= 0:
        return trials
    few = (_student(trials - 1) / _student(clusters - 1)) ** 2
    return float(min(trials, max(1.0, few * trials * simple / between)))


def _student(freedom: float) -> float:
    """The 97.5 % quantile of Student's t, by its expansion in 1 / freedom (A. S. 26.7.5).

    Within 0.01 from 5 degrees of freedom on, which is near enough for a correction.
    """
    z = NormalDist().inv_cdf(0.975)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def share(
    hits: Sequence[float], sizes: Sequence[float], confidence: float = CONFIDENCE
) -> Interval | None:
    """The share of hits among all trials, clusters in the same order; None without a trial."""
    trials = float(sum(sizes))
    if trials <= 0:
        return None
    value = float(sum(hits)) / trials
    low, high = wilson(value, effective_size(hits, sizes), confidence)
    return Interval(value, low, high)


def percentile(
    values: Sequence[float], level: float, confidence: float = CONFIDENCE
) -> Interval | None:
    """The `level` (0 to 1) quantile of values, with limits that hold for any distribution.

    The value interpolates between order statistics. The limits are order statistics whose
    ranks are binomial quantiles (W. J. Conover, "Practical Nonparametric Statistics", 3.2), None
    where the sample has no such rank: the 99th percentile of 60 values has no upper limit.
    None for no values.
    """
    if not values:
        return None
    ordered = np.sort(np.asarray(values, dtype=float))
    count = len(ordered)
    value = float(np.quantile(ordered, level))
    tail = (1 - confidence) / 2
    below = _binomial_cdf(count, level)
    # Rank r (from 1) is a lower limit while P(at most r - 1 values lie below) <= tail.
    lower = int(np.searchsorted(below, tail, side="right"))
    upper = int(np.searchsorted(below, 1 - tail, side="left")) + 1
    low = float(ordered[lower - 1]) if lower >= 1 else None
    high = float(ordered[upper - 1]) if upper <= count else None
    return Interval(value, low, high)


def _binomial_cdf(count: int, level: float) -> npt.NDArray[np.float64]:
    """P(X <= k) for k = 0 ... count, X binomial."""
    k = np.arange(count + 1)
    logs = np.array([math.lgamma(n + 1) for n in range(count + 1)])
    terms = logs[count] - logs - logs[::-1] + k * math.log(level) + (count - k) * math.log1p(-level)
    cdf: npt.NDArray[np.float64] = np.minimum(np.cumsum(np.exp(terms)), 1.0)
    return cdf
