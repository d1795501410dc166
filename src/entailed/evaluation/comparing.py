"""Two runs of the same scenarios compared: is the difference more than noise?

Results are paired by scenario and turn; a scenario that was changed between the runs is left
out. Answers that are right or wrong are compared with McNemar's exact test, and shares of claims
and latencies by exchanging the two runs within scenarios at random.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
import numpy.typing as npt

from entailed.evaluation.intervals import CONFIDENCE
from entailed.evaluation.metrics import ALL, LATENCIES, RATES, Latency, Rate, by_scenario
from entailed.evaluation.results import Result
from entailed.evaluation.runs import Run
from entailed.evaluation.suites import CATEGORIES

__all__ = ["Change", "Comparison", "compare", "mcnemar"]

Test = Literal["mcnemar", "exchange"]

_ROUNDS = 4000
_TIMED_ROUNDS = 1000
_SEED = 20_250_101
_Floats = npt.NDArray[np.float64]


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


# --- one group of answers ----------------------------------------------------------------------

Pairs = Sequence[tuple[Result, Result]]


def _changes(pairs: Pairs) -> dict[str, Change]:
    return {**_rate_changes(pairs), **_latency_changes(pairs)}


def _rate_changes(pairs: Pairs) -> dict[str, Change]:
    """Every rate at once: the draws are the same for all, and each is a product of matrices."""
    names = list(dict.fromkeys(new.scenario for _, new in pairs))
    counts = np.stack([_counts(rate, pairs, names) for rate in RATES], axis=1)
    before, after = _ratios(counts.sum(axis=0)[None])
    resampled, exchanged = _drawn(counts)
    made = {}
    for n, rate in enumerate(RATES):
        low, high = _limits(resampled[:, n])
        seen = float(after[0, n] - before[0, n])
        values = (_number(before[0, n]), _number(after[0, n]), low, high)
        if rate.of == "answers":
            made[rate.name] = _answer_change(rate, pairs, values)
        else:
            p = _tail(exchanged[:, n], seen, rate.better)
            took_part = int((counts[:, n, 1] + counts[:, n, 3] > 0).sum())
            made[rate.name] = Change(*values, p, "exchange", took_part)
    return made


def _counts(rate: Rate, pairs: Pairs, names: Sequence[str]) -> _Floats:
    """Hits and trials before, hits and trials after, for each scenario: shape (scenarios, 4)."""
    sides = [by_scenario(rate, [pair[side] for pair in pairs]) for side in (0, 1)]
    rows = [[*sides[0].get(n, (0, 0)), *sides[1].get(n, (0, 0))] for n in names]
    return np.array(rows, dtype=float).reshape(-1, 4)


def _answer_change(
    rate: Rate, pairs: Pairs, values: tuple[float | None, float | None, float | None, float | None]
) -> Change:
    """McNemar's test on the answers that have a trial in both runs."""
    counted = [(rate.count(old), rate.count(new)) for old, new in pairs]
    hits = [(old[0], new[0]) for old, new in counted if old[1] and new[1]]
    up = sum(old < new for old, new in hits)
    down = sum(old > new for old, new in hits)
    worse, better = (down, up) if rate.better == "higher" else (up, down)
    p = mcnemar(worse, better) if hits and rate.better != "neither" else None
    return Change(*values, p, "mcnemar", len(hits), worse, better)


def _latency_changes(pairs: Pairs) -> dict[str, Change]:
    made: dict[str, Change] = {}
    for read in dict.fromkeys(latency.read for latency in LATENCIES):
        group = [latency for latency in LATENCIES if latency.read is read]
        timed = [(read(old), read(new)) for old, new in pairs]
        rows = np.array([row for row in timed if None not in row], dtype=float).reshape(-1, 2)
        made.update(_quantile_changes(group, rows))
    return {latency.name: made[latency.name] for latency in LATENCIES}


def _quantile_changes(group: Sequence[Latency], rows: _Floats) -> dict[str, Change]:
    """Percentiles of times before and after, of rows (answers, 2)."""
    if not len(rows):
        nothing = Change(None, None, None, None, None, "exchange", 0)
        return {latency.name: nothing for latency in group}
    levels = [latency.level for latency in group]
    random = np.random.default_rng(_SEED)
    count = len(rows)
    resampled, exchanged = [], []
    for size in _portions(_TIMED_ROUNDS, count):
        drawn = rows[random.integers(0, count, (size, count))]
        resampled.append(np.diff(np.quantile(drawn, levels, axis=1), axis=2)[..., 0].T)
        turned = np.where(random.random((size, count, 1)) < 0.5, rows[:, ::-1], rows)
        exchanged.append(np.diff(np.quantile(turned, levels, axis=1), axis=2)[..., 0].T)
    values = np.quantile(rows, levels, axis=0)
    made = {}
    for n, latency in enumerate(group):
        before, after = float(values[n, 0]), float(values[n, 1])
        low, high = _limits(np.concatenate(resampled)[:, n])
        p = _tail(np.concatenate(exchanged)[:, n], after - before, latency.better)
        made[latency.name] = Change(before, after, low, high, p, "exchange", count)
    return made


# --- resampling ------------------------------------------------------------------------------


def _ratios(sums: _Floats) -> tuple[_Floats, _Floats]:
    """Hits over trials before and after, of sums (..., 4); NaN without trials."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return sums[..., 0] / sums[..., 1], sums[..., 2] / sums[..., 3]


def _drawn(counts: _Floats) -> tuple[_Floats, _Floats]:
    """Differences of every rate over draws, shape (draws, rates): resampled, and exchanged.

    Resampling draws scenarios with replacement. Exchanging swaps the two runs within each
    scenario by the toss of a coin, as if nothing but chance told them apart; its tail is valid for
    any sample size, unlike the resampled limits, which are too near where few scenarios differ.
    """
    scenarios, rates, _ = counts.shape
    if not scenarios:
        nothing = np.full((0, rates), np.nan)
        return nothing, nothing
    flat = counts.reshape(scenarios, rates * 4)
    swapped = counts[..., [2, 3, 0, 1]].reshape(scenarios, rates * 4)
    random = np.random.default_rng(_SEED)
    even = np.full(scenarios, 1 / scenarios)
    resampled: list[_Floats] = []
    exchanged: list[_Floats] = []
    for size in _portions(_ROUNDS, scenarios):
        weights = random.multinomial(scenarios, even, size).astype(float)
        coins = (random.random((size, scenarios)) < 0.5).astype(float)
        for into, sums in (
            (resampled, weights @ flat),
            (exchanged, flat.sum(axis=0) + coins @ (swapped - flat)),
        ):
            before, after = _ratios(sums.reshape(size, rates, 4))
            into.append(after - before)
    return np.concatenate(resampled), np.concatenate(exchanged)


def _limits(draws: _Floats) -> tuple[float | None, float | None]:
    """The 95 % limits of draws; None where none is defined."""
    defined = draws[np.isfinite(draws)]
    if not len(defined):
        return None, None
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(defined, [tail, 1 - tail])
    return float(low), float(high)


def _tail(draws: _Floats, seen: float, better: str) -> float | None:
    """Share of draws at least as bad as what was seen, which counts as one of them."""
    if better == "neither" or not math.isfinite(seen):
        return None
    sign = -1.0 if better == "higher" else 1.0
    defined = sign * draws[np.isfinite(draws)]
    extreme = int((defined >= sign * seen - 1e-12).sum())
    return (extreme + 1) / (len(defined) + 1)


def _portions(rounds: int, rows: int) -> list[int]:
    """How many draws to make at once, so that memory stays bounded."""
    size = max(1, min(rounds, 4_000_000 // max(rows, 1)))
    full, rest = divmod(rounds, size)
    return [size] * full + ([rest] if rest else [])


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _names(keys: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key[0] for key in keys))
