"""Choosing the threshold so that a promise about a share holds for a finite sample.

Learn-then-Test (Angelopoulos, Bates, Candès, Jordan, Lei, "Learn then test: calibrating
predictive algorithms to achieve risk control", 2021): every threshold of a grid that was fixed
beforehand is a hypothesis "the share is above the limit here"; a threshold may be used when its
hypothesis is rejected by a procedure that makes any false rejection with at most the doubt
allowed. The losses are yes-or-no events, so the p-values are exact binomial tails, given how many
claims the share is of.

`GRID` is tested from strict to loose, by *fixed sequence testing*: each at the
full doubt, up to the first that is not rejected. The shares of unsupported claims that pass and
of supported ones that are flagged only move one way along the grid, so the sequence starts at the
safe end, and every label is used. The share of unsupported claims among those that pass need
not: at the strict end hardly any claim passes, nothing can be proved, and the sequence would end
there. So a fifth of the claims (`PILOT`), drawn without a look at the others, says where
to start, and the test is on the rest (*split* fixed sequence testing).

Without a confidence the limit is kept on average: conformal risk control (Angelopoulos, Bates,
Fisch, Lei, Schuster, "Conformal risk control", 2022), the loosest threshold at which
(events + 1) / (claims + 1) is at most the limit; it needs a share that moves one way.

Claims that a rule settles are part of what is promised: they count at every threshold.
"""

from __future__ import annotations

import math
import random
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from entailed.calibration.aims import Aim, percent
from entailed.calibration.bounds import fewest_rows, most_allowed, rows_for, upper_limit
from entailed.calibration.trials import Trial
from entailed.errors import CalibrationError

__all__ = ["GRID", "PILOT", "Control", "control", "counts"]

# The steps are a little off round numbers, which scores of simple rules fall on: a score equal to
# a threshold to the last digit could pass here and, computed in another order, fail there.
_STEP, _REACH, _OFF = 0.025, 400, 0.37
GRID: tuple[float, ...] = (
    1.0,
    *(1 / (1 + math.exp(-(i + _OFF) * _STEP)) for i in range(_REACH, -_REACH - 1, -1)),
    0.0,
)
"""The thresholds that can be chosen, strict to loose: even steps in log odds from +10 to -10.

It must not depend on the labelled claims, or the promise would be void.
"""
PILOT = 0.2
"""Share of the claims that only say where the sequence starts; see above.

In draws of 300 to 1000 rows of validation data a fifth let through as many claims as a third did,
and far more than starting at several places with the doubt divided among them, which needs no
pilot (`benchmarks/guarantee.py` measures what came of it).
"""


@dataclass(frozen=True, slots=True)
class Control:
    """A threshold, and what the promise rests on.

    `threshold` is the loosest that was proved. `base` claims the share is of were tested there,
    and in `events` of them the event happened; `upper` is the upper limit on the share at the
    confidence of the aim (without one, `(events + 1) / (base + 1)`). `pilot` claims said where to
    begin, and are not among the `tested` ones.
    """

    threshold: float
    base: int
    events: int
    upper: float
    tested: int
    pilot: int = 0


@dataclass(frozen=True, slots=True)
class _Counts:
    """Along `GRID`: of how many claims the share is, and in how many the event happened."""

    base: tuple[int, ...]
    events: tuple[int, ...]


def control(trials: Sequence[Trial], aim: Aim) -> Control:
    """The loosest threshold at which the aim is proved.

    The loosest is the one that passes most claims, or for `supported_flagged` the one that flags
    most. Deterministic; independent of the order of the trials where their ids differ.
    Raises CalibrationError, with the number of labels that would do, when none is proved.
    """
    if aim.risk == "passed_unsupported":
        return _control_split(trials, aim)
    found = counts(trials, aim)
    last = _last_proved(found, aim, 0)
    if last is None:
        raise _refused_at_the_safe_end(found, aim)
    return _made(found, aim, last, len(trials))


def counts(trials: Iterable[Trial], aim: Aim) -> _Counts:
    """What is counted for the aim at every threshold of `GRID`, the safe end first."""
    some = list(trials)
    good = _passing([t for t in some if t.supported])
    bad = _passing([t for t in some if not t.supported])
    if aim.risk == "unsupported_passed":
        total = sum(not t.supported for t in some)
        return _Counts((total,) * len(GRID), bad)
    if aim.risk == "supported_flagged":
        total = sum(t.supported for t in some)
        flagged = tuple(total - passed for passed in reversed(good))
        return _Counts((total,) * len(GRID), flagged)
    return _Counts(tuple(g + b for g, b in zip(good, bad, strict=True)), bad)


def _passing(trials: Sequence[Trial]) -> tuple[int, ...]:
    """How many of the trials pass at each threshold of `GRID`."""
    scores = sorted(t.score for t in trials if t.score is not None)
    always = sum(t.settled is True for t in trials)
    return tuple(always + len(scores) - bisect_left(scores, at) for at in GRID)


def _threshold(aim: Aim, index: int) -> float:
    return GRID[-1 - index] if aim.risk == "supported_flagged" else GRID[index]


def _proved(base: int, events: int, aim: Aim) -> bool:
    if aim.confidence is None:
        return base > 0 and (events + 1) / (base + 1) <= aim.limit
    return events <= most_allowed(base, aim.limit, aim.doubt)


def _last_proved(found: _Counts, aim: Aim, start: int) -> int | None:
    """The last index of the unbroken run of proved thresholds from `start`; None for no run."""
    last = None
    for index in range(start, len(GRID)):
        if not _proved(found.base[index], found.events[index], aim):
            break
        last = index
    return last


def _made(found: _Counts, aim: Aim, index: int, tested: int, pilot: int = 0) -> Control:
    base, events = found.base[index], found.events[index]
    upper = (
        (events + 1) / (base + 1)
        if aim.confidence is None
        else upper_limit(events, base, aim.doubt)
    )
    return Control(_threshold(aim, index), base, events, upper, tested, pilot)


def _control_split(trials: Sequence[Trial], aim: Aim) -> Control:
    ordered = sorted(trials, key=lambda t: t.id)
    random.Random(0).shuffle(ordered)
    cut = round(len(ordered) * PILOT)
    pilot, rest = ordered[:cut], ordered[cut:]
    found = counts(rest, aim)
    start = _start(counts(pilot, aim), aim, len(rest) / max(1, len(pilot)))
    last = _last_proved(found, aim, start)
    if last is None:
        raise _refused_among_passing(found, aim, start, len(trials))
    return _made(found, aim, last, len(rest), len(pilot))


def _start(pilot: _Counts, aim: Aim, scale: float) -> int:
    """Where the pilot promises most: the gap to the limit in standard errors of the test to come.

    Half an event and one claim are added, so that an empty end of the grid promises nothing.
    """

    def promise(index: int) -> float:
        base, events = pilot.base[index], pilot.events[index]
        gap = aim.limit - (events + 0.5) / (base + 1)
        return gap * math.sqrt(base * scale)

    return max(range(len(GRID)), key=promise)


# --- refusing --------------------------------------------------------------------------------


def _refused_at_the_safe_end(found: _Counts, aim: Aim) -> CalibrationError:
    """Why the strictest threshold (the loosest, for flagged claims) is not proved."""
    base, events = found.base[0], found.events[0]
    fewest = _fewest(aim)
    if base < fewest:
        return CalibrationError(
            f"too few labels: {base} {aim.base}, and it takes at least {fewest} to promise that "
            f"at most {percent(aim.limit)} {aim.event}{_sure(aim)}; label {fewest - base} or more "
            "of them, or ask for less",
            fewest,
        )
    share = events / base
    kept = (
        f"{events} of {base} {aim.base} ({percent(share)}) {aim.event} whatever the threshold, "
        "since rules decide them (a verbatim match, a failed or confirmed check)"
    )
    if share >= aim.limit:
        return CalibrationError(
            f"no threshold reaches the aim: {kept}; ask for more than {percent(share)}, or look "
            "at these claims first: a label may be wrong"
        )
    needed = rows_for(share, aim.limit, aim.doubt) or fewest
    return CalibrationError(
        f"too few labels: {kept}; to promise at most {percent(aim.limit)} it takes about "
        f"{max(needed, base + 1)} {aim.base}",
        max(needed, base + 1),
    )


def _refused_among_passing(found: _Counts, aim: Aim, start: int, labels: int) -> CalibrationError:
    """Why no threshold is proved to let only so many unsupported claims through."""
    fewest, most = _fewest(aim), max(found.base)
    if most < fewest:
        wanted = math.ceil(fewest * labels / max(1, most))
        return CalibrationError(
            f"too few labels: at most {most} of the tested claims pass, and it takes at least "
            f"{fewest} that pass, none of them unsupported, to promise that at most "
            f"{percent(aim.limit)} of them are{_sure(aim)}; about {wanted} labelled claims would "
            "do at best",
            wanted,
        )
    base, events = found.base[start], found.events[start]
    share = events / base if base else 1.0
    needed = rows_for(share, aim.limit, aim.doubt)
    where = (
        f"at the most promising threshold {events} of {base} claims that pass are unsupported "
        f"({percent(share)})"
    )
    if needed is None:
        return CalibrationError(
            f"no threshold reaches the aim on these labels: {where}, and at most "
            f"{percent(aim.limit)} may be; ask for more, or use a better scorer"
        )
    wanted = math.ceil(needed * labels / base)
    return CalibrationError(
        f"too few labels: {where}; to promise at most {percent(aim.limit)}{_sure(aim)} it takes "
        f"about {wanted} labelled claims, and there are {labels}",
        wanted,
    )


def _fewest(aim: Aim) -> int:
    """The fewest claims with which the aim can be proved, if the event happens in none."""
    if aim.confidence is None:
        return math.ceil(1 / aim.limit - 1 - 1e-9)
    return fewest_rows(aim.limit, aim.doubt)


def _sure(aim: Aim) -> str:
    return "" if aim.confidence is None else f" with {percent(aim.confidence)} confidence"
