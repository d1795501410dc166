"""The gate of a build: do the figures allow it, and are they sure enough to stop it?

A condition that holds fails the build. Where there is a baseline it fails it only if that is more
than noise: the condition holds for every value inside the intervals, or one of its metrics is
significantly worse than in the baseline. Without any condition a baseline fails a build in
which some rate is significantly worse. What could not be evaluated is never taken for good.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from entailed.errors import ConfigurationError
from entailed.evaluation.comparing import Change, Comparison, compare
from entailed.evaluation.conditions import Condition, Range, Reference, parse_condition
from entailed.evaluation.metrics import ALL, RATES, Figure, Table, measure
from entailed.evaluation.runs import Run

__all__ = ["ALPHA", "Gate", "GateVerdict", "Ruling", "decide_gate", "read_conditions"]

ALPHA = 0.05
"""Significance level: how often, at most, noise alone fails a build (per condition)."""
GateVerdict = Literal["passed", "failed", "undecided"]
RulingVerdict = Literal["passed", "failed", "noise", "undecided"]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What one condition, or one metric against the baseline, came to, and why in words.

    "noise": it would fail, but the difference may be chance.
    """

    condition: str
    verdict: RulingVerdict
    why: str


@dataclass(frozen=True, slots=True)
class Gate:
    """All rulings and what they amount to; `exit_code` is 0 passed, 1 failed, 3 undecided."""

    verdict: GateVerdict
    rulings: tuple[Ruling, ...]
    comparison: Comparison | None = None

    @property
    def exit_code(self) -> int:
        """For a process: 0, 1 or 3."""
        return {"passed": 0, "failed": 1, "undecided": 3}[self.verdict]


def decide_gate(
    run: Run,
    conditions: Sequence[str] = (),
    baseline: Run | None = None,
    *,
    allow_missing: float = 0.0,
    alpha: float = ALPHA,
) -> Gate:
    """The gate's decision on a run.

    `conditions` are texts (see `conditions`); the build fails where one holds. `allow_missing` in
    [0, 1] is the share of answers that may be left without evaluation; beyond it nothing can be
    decided, unless something failed anyway. Raises ConfigurationError for a condition that
    cannot be read, or one that speaks of a baseline where there is none.
    """
    parsed = read_conditions(conditions, baseline)
    comparison = None if baseline is None else compare(baseline, run)
    judge = _Judge(
        measure(run.results), None if baseline is None else measure(baseline.results),
        comparison, alpha,
    )  # fmt: skip
    rulings = [] if baseline is None else _same_judge(run, baseline)
    rulings += [judge.condition(one) for one in parsed]
    if comparison is not None and not parsed:
        rulings += _regressions(comparison, alpha)
    rulings += _missing(run, allow_missing)
    return Gate(_verdict(rulings), tuple(rulings), comparison)


def _verdict(rulings: Sequence[Ruling]) -> GateVerdict:
    verdicts = {ruling.verdict for ruling in rulings}
    if "failed" in verdicts:
        return "failed"
    return "undecided" if "undecided" in verdicts else "passed"


def read_conditions(texts: Sequence[str], baseline: Run | None) -> list[Condition]:
    """The conditions in `texts`; raises as `decide_gate`, which can be had before a run."""
    parsed = [parse_condition(text) for text in texts]
    for condition in parsed:
        if baseline is None and any(r.scope != "run" for r in condition.references):
            raise ConfigurationError(
                f"condition {condition.text!r}: it speaks of a baseline; give one with --baseline"
            )
    return parsed


def _same_judge(run: Run, baseline: Run) -> list[Ruling]:
    """A ruling where the two runs were judged by different verifiers: nothing then follows."""
    if run.head.components == baseline.head.components:
        return []
    old = {(c.stage, c.name): c for c in baseline.head.components}
    new = {(c.stage, c.name): c for c in run.head.components}
    changed = [" ".join(key) for key in {**old, **new} if old.get(key) != new.get(key)]
    return [
        Ruling(
            "same verifier as the baseline",
            "undecided",
            f"these differ: {', '.join(changed[:5])}; judge the baseline again (judge_run_again)",
        )
    ]


# --- conditions ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Judge:
    """Rules on conditions by the figures of a run and, where there is one, its baseline."""

    table: Table
    before: Table | None
    comparison: Comparison | None
    alpha: float

    def condition(self, condition: Condition) -> Ruling:
        """Whether the build fails for it."""
        values = self._values(condition)
        holds = condition.holds(lambda r: self._look(r, sure=False))
        if holds is None:
            return Ruling(condition.text, "undecided", f"a figure is missing: {values}")
        if not holds:
            return Ruling(condition.text, "passed", values)
        sure = condition.holds(lambda r: self._look(r, sure=True)) is True
        if sure:
            return Ruling(condition.text, "failed", f"{values}: beyond the intervals")
        if self.comparison is None:
            return Ruling(condition.text, "failed", values)
        worse = self._worse(condition)
        if worse:
            return Ruling(condition.text, "failed", f"{values}: {worse}")
        return Ruling(
            condition.text,
            "noise",
            f"{values}: within the intervals, and not significantly worse than the baseline",
        )

    def _look(self, reference: Reference, *, sure: bool) -> Range | None:
        if reference.scope == "change":
            change = self._change(reference)
            return None if change is None else _change_range(change, reference.part, sure)
        table = self.table if reference.scope == "run" else self.before
        figure = None if table is None else table.get(reference.category, {}).get(reference.name)
        return None if figure is None else _figure_range(figure, reference.part, sure)

    def _change(self, reference: Reference) -> Change | None:
        if self.comparison is None:
            return None
        return self.comparison.changes.get(reference.category, {}).get(reference.name)

    def _worse(self, condition: Condition) -> str:
        """The metrics of a condition that got significantly worse, in words; "" for none."""
        named = dict.fromkeys(
            (r.name, r.category) for r in condition.references if r.scope != "baseline"
        )
        found = []
        for name, category in named:
            change = self._change(Reference("change", name, category))
            p = None if change is None else change.p_worse
            if p is not None and p <= self.alpha / len(named):
                found.append(f"{_named(name, category)} is worse than the baseline ({_chance(p)})")
        return ", ".join(found)

    def _values(self, condition: Condition) -> str:
        """The figures a condition names, in words."""
        words = []
        for reference in condition.references:
            found = self._look(reference, sure=False)
            scope = "" if reference.scope == "run" else f"{reference.scope}."
            part = "" if reference.part == "value" else f".{reference.part}"
            value = "no value" if found is None else amount(found[0], reference)
            words.append(f"{scope}{_named(reference.name, reference.category)}{part} is {value}")
        return ", ".join(words)


def _figure_range(figure: Figure, part: str, sure: bool) -> Range | None:
    if part != "value":
        value = getattr(figure, part)
        return None if value is None else (float(value), float(value))
    if figure.value is None:
        return None
    if not sure:
        return (figure.value, figure.value)
    return _limits(figure.low, figure.high)


def _change_range(change: Change, part: str, sure: bool) -> Range | None:
    if part != "value":
        value = getattr(change, part)
        return None if value is None else (float(value), float(value))
    if change.difference is None:
        return None
    return _limits(change.low, change.high) if sure else (change.difference, change.difference)


def _limits(low: float | None, high: float | None) -> Range:
    inf = float("inf")
    return (-inf if low is None else low, inf if high is None else high)


def _named(name: str, category: str) -> str:
    return name if category == ALL else f"{name}[{category}]"


def amount(value: float, reference: Reference) -> str:
    """A figure in words: a share as per cent, a time as milliseconds, a count as it is."""
    if reference.part in ("hits", "trials"):
        return f"{value:g}"
    if reference.name.startswith(("latency_", "verify_")):
        return f"{value:.1f} ms"
    return f"{100 * value:.2f} %"


# --- regressions -----------------------------------------------------------------------------


def _regressions(comparison: Comparison, alpha: float) -> list[Ruling]:
    """A ruling a rate that may be better or worse, by Holm's procedure over all of them."""
    changes = comparison.changes[ALL]
    tested = [(rate, p) for rate in RATES if (p := changes[rate.name].p_worse) is not None]
    if not tested:
        return [Ruling("no regression", "undecided", "no answer is in both runs")]
    ordered = sorted(tested, key=lambda row: row[1])
    failed: set[str] = set()
    for rank, (rate, p) in enumerate(ordered):
        if p > alpha / (len(ordered) - rank):
            break
        failed.add(rate.name)
    rulings = []
    for rate, p in tested:
        change = changes[rate.name]
        values = f"{_share(change.before)} before, {_share(change.after)} now ({_chance(p)})"
        verdict: RulingVerdict = "failed" if rate.name in failed else "passed"
        if verdict == "passed" and p < 0.5 and change.difference:
            verdict = "noise"
        rulings.append(Ruling(f"no regression of {rate.name}", verdict, values))
    return rulings


def _share(value: float | None) -> str:
    return "no value" if value is None else f"{100 * value:.2f} %"


def _chance(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.2g}"


def _missing(run: Run, allowed: float) -> list[Ruling]:
    missing = sum(not result.evaluated for result in run.results)
    missing += run.head.asked - len(run.results)
    if not missing:
        return []
    words = f"{missing} of {run.head.asked} answers were not evaluated"
    if missing <= allowed * run.head.asked:
        return [Ruling("every answer evaluated", "passed", f"{words}, which is allowed")]
    return [Ruling("every answer evaluated", "undecided", words)]
