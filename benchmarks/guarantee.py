"""Does the promise of a calibration hold, and how tight is it? Many calibrations on known claims.

    python -m benchmarks.guarantee --data DIRECTORY [--draws N] [--cache FILE]

`DIRECTORY` holds val.jsonl.xz; test sets are never read. At most 80 rows of each data set are
put to the verifier with the model in the package (one thread); together they are the *population*,
in which the true share of every threshold is known. Then two things are done many times:

* **draw**: as many rows as are labelled are drawn from the population with replacement, a
  threshold is proved on them, and its true share looked up. This is just the situation that
  the promise is about, so the limit may be exceeded in at most 1 - confidence of all draws.
* **split**: the population is parted at random into two halves, a threshold proved on one and
  measured on both together and on the other. The other half has noise of its own: it can be above
  the limit by chance where the true share is not, so no promise is made about it; its mean is
  what tells.

How tight: the mean true share beside its limit, and how many supported claims pass, as a share
of those that would at the best threshold of the population. A refusal promises nothing and breaks
nothing. Scores are computed once and kept in `--cache` for the system that made them.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import fsum
from pathlib import Path
from statistics import fmean

from benchmarks.machine import describe, heading, table, write
from benchmarks.rows import read_rows
from entailed.assembly import build_verifier
from entailed.calibration import Aim, Trial, control, fit_probability
from entailed.calibration.aims import percent
from entailed.calibration.bounds import at_most, interval, most_allowed
from entailed.calibration.control import GRID
from entailed.calibration.curves import separation
from entailed.calibration.trials import unsettled
from entailed.canonical import digest_of
from entailed.errors import CalibrationError
from entailed.evidence import freeze
from entailed.labelled import LabelledClaim, measure, system_of
from entailed.scorers.embedded import EmbeddedScorer

AIMS = (
    Aim("unsupported_passed", 0.05),
    Aim("unsupported_passed", 0.1),
    Aim("unsupported_passed", 0.2, 0.9),
    Aim("unsupported_passed", 0.1, None),
    Aim("passed_unsupported", 0.2, 0.9),
    Aim("passed_unsupported", 0.25),
    Aim("passed_unsupported", 0.3),
    Aim("supported_flagged", 0.3),
    Aim("supported_flagged", 0.5, 0.9),
    Aim("supported_flagged", 0.3, None),
)
SIZES = (300, 600)
PER_SET = 80


@dataclass(frozen=True, slots=True)
class Once:
    """What came of one calibration: the true share, and how many supported claims pass."""

    share: float
    passed: float
    other: float | None = None


def population(data: Path, cache: Path | None) -> tuple[list[Trial], dict[str, object]]:
    """The rows as trials, and what they were scored on; from the cache where it has them."""
    verifier = build_verifier("audit", scorer=EmbeddedScorer(cache_size=0, threads=1))
    key = digest_of([PER_SET, [asdict(c) for c in system_of(verifier)]])
    if cache is not None and cache.exists():
        stored = json.loads(cache.read_text("utf-8"))
        if stored["key"] == key:
            return [Trial(**row) for row in stored["trials"]], stored["machine"]
    machine = describe()
    claims = [
        LabelledClaim(row.claim, freeze(list(row.passages)), row.supported, where=row.dataset)
        for row in read_rows(data / "val.jsonl.xz", PER_SET)
    ]

    def say(done: int, total: int) -> None:
        if done % 100 == 0:
            print(f"# {done} of {total} rows", flush=True)

    measured = measure(verifier, claims, say)
    if measured.failures:
        raise SystemExit(f"{len(measured.failures)} rows failed, first {measured.failures[0]}")
    if cache is not None:
        plain = {"key": key, "machine": machine, "trials": [asdict(t) for t in measured.trials]}
        cache.write_text(json.dumps(plain), "utf-8")
    return list(measured.trials), machine


def share(trials: Sequence[Trial], aim: Aim, threshold: float) -> float:
    """The share that the aim is about, at a threshold; 0 where it is a share of nothing."""
    if aim.risk == "passed_unsupported":
        base = [t for t in trials if t.passes(threshold)]
        return fmean([not t.supported for t in base]) if base else 0.0
    supported = aim.risk == "supported_flagged"
    base = [t for t in trials if t.supported is supported]
    return fmean([t.passes(threshold) is not supported for t in base])


def passing(trials: Sequence[Trial], threshold: float) -> float:
    """Share of the supported claims that pass."""
    return fmean([t.passes(threshold) for t in trials if t.supported])


def best(trials: Sequence[Trial], aim: Aim) -> float | None:
    """The share of supported claims that pass at the best threshold within the limit.

    For flagged claims the best threshold is the one that flags most. None where there is none.
    """
    kept = [passing(trials, t) for t in GRID if share(trials, aim, t) <= aim.limit]
    if not kept:
        return None
    return min(kept) if aim.risk == "supported_flagged" else max(kept)


def once(
    labelled: Sequence[Trial], whole: Sequence[Trial], aim: Aim, other: Sequence[Trial] | None
) -> Once | None:
    """One calibration; None where it is refused."""
    try:
        threshold = control(labelled, aim).threshold
    except CalibrationError:
        return None
    return Once(
        share(whole, aim, threshold),
        passing(whole, threshold),
        None if other is None else share(other, aim, threshold),
    )


def summary(
    aim: Aim, size: int, draws: int, runs: Sequence[Once | None], top: float | None
) -> dict[str, object]:
    """The figures of one row of a table."""
    made = [run for run in runs if run is not None]
    over = sum(run.share > aim.limit for run in made)
    others = [run.other for run in made if run.other is not None]
    low, high = interval(over, draws)
    return {
        "aim": asdict(aim),
        "labels": size,
        "draws": draws,
        "refused": draws - len(made),
        "over": over,
        "over_share": over / draws,
        "over_limits": [low, high],
        "mean_share": fmean([run.share for run in made]) if made else None,
        "supported_passed": fmean([run.passed for run in made]) if made else None,
        "best_supported_passed": top,
        "other_over": sum(o > aim.limit for o in others) / len(others) if others else None,
        "other_mean": fmean(others) if others else None,
    }


def chance(whole: Sequence[Trial], aim: Aim, size: int) -> float | None:
    """The exact chance that a draw exceeds the limit, by no simulation.

    For a share that moves one way the limit is exceeded just when the first threshold above it
    is accepted, and how many of the drawn rows the share is of, and in how many of them the event
    happens, are binomial. None for the other shares.
    """
    if aim.confidence is None or aim.risk == "passed_unsupported":
        return None
    above = [found for t in GRID if (found := share(whole, aim, t)) > aim.limit]
    supported = aim.risk == "supported_flagged"
    base = fmean([t.supported is supported for t in whole])
    accepted = [
        at_most(most_allowed(rows, aim.limit, aim.doubt), rows, min(above))
        for rows in range(size + 1)
    ]
    weights = [
        at_most(rows, size, base) - at_most(rows - 1, size, base) for rows in range(size + 1)
    ]
    return fsum(w * p for w, p in zip(weights, accepted, strict=True))


def drawn(whole: Sequence[Trial], aim: Aim, size: int, draws: int) -> list[Once | None]:
    """Calibrations on rows drawn with replacement."""
    dice = random.Random(f"draw {aim} {size}")
    return [once(dice.choices(whole, k=size), whole, aim, None) for _ in range(draws)]


def halves(whole: Sequence[Trial], aim: Aim, draws: int) -> list[Once | None]:
    """Calibrations on random halves."""
    dice = random.Random(f"split {aim}")
    found = []
    for _ in range(draws):
        mixed = dice.sample(whole, len(whole))
        half = len(mixed) // 2
        found.append(once(mixed[:half], whole, aim, mixed[half:]))
    return found


def cells(row: dict[str, object], aim: Aim) -> list[object]:
    """One row of the page's tables, up to the columns that differ."""
    limits = row["over_limits"]
    assert isinstance(limits, list)
    sure = "on average" if aim.confidence is None else percent(aim.confidence)
    allowed = "-" if aim.confidence is None else percent(1 - aim.confidence)
    return [
        f"of {aim.base}, at most {percent(aim.limit)} {aim.event}",
        sure,
        row["labels"],
        f"{row['over']} ({_or_dash(row['over_share'])})",
        " to ".join(_or_dash(limit) for limit in limits),
        allowed,
        row["refused"],
        _or_dash(row["mean_share"]),
    ]


def _or_dash(value: object) -> str:
    return "-" if value is None else percent(float(str(value)))


def page(
    data: dict[str, object], drawn_rows: list[list[object]], split_rows: list[list[object]]
) -> str:
    """The results as Markdown."""
    head = [
        "promise", "confidence", "labels", "exceeded", "95 % interval", "allowed", "refused",
        "mean true share",
    ]  # fmt: skip
    machine = data["machine"]
    assert isinstance(machine, dict)
    return "\n\n".join(
        [
            "# The promise of a calibration",
            heading(machine),
            f"{data['rows']} rows of validation data ({data['supported']} supported), at most "
            f"{PER_SET} of each data set, scored by the model in the package: {data['scored']} "
            "decided by score (a supported one scores higher in "
            f"{data['separation']:.3f} of the pairs), the others by a rule. These rows are the "
            "population whose true shares are known.",
            f"## {data['draws']} draws with replacement",
            "Exceeded: the true share is above the limit; at most the allowed share of all draws "
            "may be, up to what the number of draws leaves open (the interval). Supported passing: "
            "share of the supported claims that pass on average, beside the best that the "
            "population allows within the limit (for flagged claims the fewest). Exact chance: of "
            "exceeding the limit, where it can be computed without drawing.",
            table([*head, "supported passing", "best", "exact chance"], drawn_rows),
            f"## {data['draws']} splits in halves",
            "Measured on both halves together (exceeded, mean true share) and on the half without "
            "labels, which has noise of its own.",
            table([*head, "mean in the other half", "other half above"], split_rows),
            "## Probabilities",
            f"Cross-validated log loss of the maps: {data['losses']}. {data['map']}.",
        ]
    )


def main() -> None:
    """Score, draw, split, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--draws", type=int, default=1000)
    options = parser.parse_args()
    whole, machine = population(options.data, options.cache)
    draws: int = options.draws
    drawn_rows: list[list[object]] = []
    split_rows: list[list[object]] = []
    results: list[dict[str, object]] = []
    for aim in AIMS:
        top = best(whole, aim)
        for way, size in (*(("draw", size) for size in SIZES), ("split", len(whole) // 2)):
            runs = drawn(whole, aim, size, draws) if way == "draw" else halves(whole, aim, draws)
            row = summary(aim, size, draws, runs, top)
            row["exact"] = chance(whole, aim, size) if way == "draw" else None
            results.append({"way": way, **row})
            first = cells(row, aim)
            print(way, *first, flush=True)
            if way == "draw":
                drawn_rows.append(
                    [
                        *first,
                        _or_dash(row["supported_passed"]),
                        _or_dash(top),
                        _or_dash(row["exact"]),
                    ]
                )
            else:
                split_rows.append(
                    [*first, _or_dash(row["other_mean"]), _or_dash(row["other_over"])]
                )
    pairs = unsettled(whole)
    fitted = fit_probability(pairs)
    data: dict[str, object] = {
        "machine": machine,
        "rows": len(whole),
        "supported": sum(t.supported for t in whole),
        "scored": len(pairs),
        "separation": separation(pairs),
        "draws": draws,
        "losses": ", ".join(f"{method} {loss:.3f}" for method, loss in fitted.losses),
        "map": fitted.note,
        "results": results,
    }
    write("guarantee", data, page(data, drawn_rows, split_rows))


if __name__ == "__main__":
    main()
