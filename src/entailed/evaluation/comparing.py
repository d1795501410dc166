"""Two runs of the same scenarios compared: is the difference more than noise?

Results are paired by scenario and turn; a scenario that was changed between the runs is left
out. Answers that are right or wrong are compared with McNemar's exact test, and shares of claims
and latencies by exchanging the two runs within scenarios at random.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from entailed.evaluation.intervals import CONFIDENCE
from entailed.evaluation.metrics import ALL, LATENCIES, RATES, Latency, Rate, by_scenario
from entailed.evaluation.results import Result
from entailed.evaluation.runs import Run
from entailed.evaluation.suites import CATEGORIES

__all__ = ["Change", "Comparison", "compare", "mcnemar"]

Test = Literal["mcnemar", "exchange"]

_ROUNDS = 4000
_SEED = 20_250_101
_Floats = np.ndarray


@dataclass(frozen=True, slots=True)
class Change:
    """How one metric changed over the answers that both runs have.

    `before` and `after` are its values there, None without trials. `low` and `high` bound
    `after - before` (95 %, paired bootstrap over scenarios). `p_worse` is the probability of a
    change for the worse at least this large if nothing had changed (one-sided), None where the
    metric has no better and worse or nothing can be paired. `pairs` counts answers for McNemar's
    test, with `worse` and `better` those that changed, else scenarios.
    """

    before: float | None
    after: float | None
    low: float | None
    high: float | None
    p_worse: float | None
    test: Test
    pairs: int
    worse: int | None = None
    better: int | None = None

    @property
    def difference(self) -> float | None:
        """`after - before`."""
        if self.before is None or self.after is None:
            return None
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Comparison:
    """Changes of every metric, for "all" and for each category.

    `shared` counts the answers paired; `changed` are scenarios that differ between the runs, and
    `only_before`, `only_after` those that one of them lacks.
    """

    changes: Mapping[str, Mapping[str, Change]]
    shared: int
    changed: tuple[str, ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]


def compare(before: Run, after: Run) -> Comparison:
    """The two runs compared. Deterministic: the random numbers have a fixed seed."""
    old = {result.key: result for result in before.results}
    new = {result.key: result for result in after.results}
    both = [key for key in new if key in old]
    changed = _names(key for key in both if old[key].digest != new[key].digest)
    pairs = [(old[key], new[key]) for key in both if key[0] not in changed]
    groups = {ALL: pairs}
    for category in CATEGORIES:
        rows = [pair for pair in pairs if pair[1].category == category]
        if rows:
            groups[category] = rows
    return Comparison(
        changes={name: _changes(rows) for name, rows in groups.items()},
        shared=len(pairs),
        changed=changed,
        only_before=_names(key for key in old if key not in new),
        only_after=_names(key for key in new if key not in old),
    )


def mcnemar(worse: int, better: int) -> float:
    """One-sided exact p-value: at least `worse` of the changed pairs went that way by chance.

    Q. McNemar, 1947, with the binomial distribution itself. 1 where no pair changed.
    """
    changed = worse + better
    if not worse:
        return 1.0
    ways = sum(math.comb(changed, k) for k in range(worse, changed + 1))
    return float(Fraction(ways, 2**changed))


# --- one metric ------------------------------------------------------------------------------

Pairs = Sequence[tuple[Result, Result]]


def _changes(pairs: Pairs) -> dict[str, Change]:
    made = {rate.name: _rate_change(rate, pairs) for rate in RATES}
    return {**made, **{latency.name: _latency_change(latency, pairs) for latency in LATENCIES}}


def _rate_change(rate: Rate, pairs: Pairs) -> Change:
    sides = [by_scenario(rate, [pair[side] for pair in pairs]) for side in (0, 1)]
    names = list(dict.fromkeys([*sides[0], *sides[1]]))
    rows = np.array(
        [[*sides[0].get(name, (0, 0)), *sides[1].get(name, (0, 0))] for name in names], dtype=float
    ).reshape(-1, 4)
    before, after = _ratios(rows[None])
    low, high = _bootstrap(rows, _ratios)
    if rate.of == "answers":
        return _answer_change(rate, pairs, (before[0], after[0], low, high))
    p = _exchange(rows, _ratios, rate.better)
    return Change(_number(before[0]), _number(after[0]), low, high, p, "exchange", len(names))


def _answer_change(
    rate: Rate, pairs: Pairs, values: tuple[float, float, float | None, float | None]
) -> Change:
    """McNemar's test on the answers that have a trial in both runs."""
    counted = [(rate.count(old), rate.count(new)) for old, new in pairs]
    hits = [(old[0], new[0]) for old, new in counted if old[1] and new[1]]
    up = sum(old < new for old, new in hits)
    down = sum(old > new for old, new in hits)
    worse, better = (down, up) if rate.better == "higher" else (up, down)
    p = mcnemar(worse, better) if hits and rate.better != "neither" else None
    before, after, low, high = values
    return Change(
        _number(before), _number(after), low, high, p, "mcnemar", len(hits), worse, better
    )


def _latency_change(latency: Latency, pairs: Pairs) -> Change:
    timed = [(latency.read(old), latency.read(new)) for old, new in pairs]
    rows = np.array([row for row in timed if None not in row], dtype=float).reshape(-1, 2)

    def quantiles(drawn: _Floats) -> tuple[_Floats, _Floats]:
        if not drawn.shape[-2]:
            missing = np.full(drawn.shape[0], np.nan)
            return missing, missing
        both = np.quantile(drawn, latency.level, axis=-2)
        return both[..., 0], both[..., 1]

    before, after = quantiles(rows[None])
    low, high = _bootstrap(rows, quantiles)
    p = _exchange(rows, quantiles, latency.better)
    return Change(_number(before[0]), _number(after[0]), low, high, p, "exchange", len(rows))


# --- resampling ------------------------------------------------------------------------------

Statistic = Callable[[_Floats], tuple[_Floats, _Floats]]


def _ratios(rows: _Floats) -> tuple[_Floats, _Floats]:
    """Hits over trials before and after, of rows (..., scenarios, 4); NaN without trials."""
    sums = rows.sum(axis=-2)
    with np.errstate(invalid="ignore", divide="ignore"):
        return sums[..., 0] / sums[..., 1], sums[..., 2] / sums[..., 3]


def _bootstrap(rows: _Floats, statistic: Statistic) -> tuple[float | None, float | None]:
    """Limits of the difference over resamples of the rows; None where it is not defined."""
    if not len(rows):
        return None, None
    random = np.random.default_rng(_SEED)
    differences = []
    for size in _portions(len(rows)):
        before, after = statistic(rows[random.integers(0, len(rows), (size, len(rows)))])
        differences.append(after - before)
    drawn = np.concatenate(differences)
    drawn = drawn[np.isfinite(drawn)]
    if not len(drawn):
        return None, None
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return float(low), float(high)


def _exchange(rows: _Floats, statistic: Statistic, better: str) -> float | None:
    """One-sided p-value of the difference when the runs are exchanged within rows at random.

    Valid for any sample size, unlike the bootstrap, whose limits are too near where few
    scenarios differ. The observed difference counts as one of the draws.
    """
    if not len(rows) or better == "neither":
        return None
    sign = -1.0 if better == "higher" else 1.0
    before, after = statistic(rows[None])
    seen = sign * float(after[0] - before[0])
    if not math.isfinite(seen):
        return None
    half = rows.shape[1] // 2
    swapped = np.concatenate([rows[:, half:], rows[:, :half]], axis=1)
    random = np.random.default_rng(_SEED)
    extreme = total = 0
    for size in _portions(len(rows)):
        turn = random.random((size, len(rows), 1)) < 0.5
        first, second = statistic(np.where(turn, swapped, rows))
        made = sign * (second - first)
        made = made[np.isfinite(made)]
        extreme += int((made >= seen - 1e-12).sum())
        total += len(made)
    return (extreme + 1) / (total + 1)


def _portions(rows: int) -> list[int]:
    """How many draws to make at once, so that memory stays bounded."""
    size = max(1, min(_ROUNDS, 2_000_000 // max(rows, 1)))
    full, rest = divmod(_ROUNDS, size)
    return [size] * full + ([rest] if rest else [])


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _names(keys: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key[0] for key in keys))
