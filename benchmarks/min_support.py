"""What a least support (`Policy.min_support`) costs: false claims let through, true ones lost.

    python -m benchmarks.min_support --data DIRECTORY [--limit N] [--weights DIRECTORY]

`DIRECTORY` holds val*.jsonl.xz and the training files (for the documents of `training/retold`);
test sets are never read. Rows are those of `benchmarks.calibrate`: validation sets, and what is
held out of the project's own claims. A row is as supported as its least supported claim. Shares
are means over the data sets of a group, so that a large one does not speak for all.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.calibrate import COLUMNS, DECISION, Measured, measure, row_support
from benchmarks.logistic import Array
from benchmarks.machine import RESULTS, describe, heading, table, write
from benchmarks.rows import read_held_out
from entailed.decision import Calibration
from entailed.scorers.embedded import EmbeddedScorer

STEPS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8)
OWN = {
    "assistant": "natural answers about papers",
    "answers": "sentences of answers",
    "retold": "claims about documents",
    "written": "written to be hard",
    "muddled": "words put together wrongly",
    "strangers": "beside strange passages",
    "spoken": "said by a small model",
}
PUBLIC = "public sets"


def shares(
    measured: Sequence[Measured], scores: Array, least: float
) -> dict[str, tuple[float, float]]:
    """By group: the share of false rows let through, and of true rows kept."""
    names = np.array([m.row.dataset for m in measured])
    truth = np.array([m.row.supported for m in measured])
    passed = scores >= least
    groups: dict[str, list[tuple[float, float]]] = {}
    for name in sorted(set(names)):
        here = names == name
        pair = (float(passed[here & ~truth].mean()), float(passed[here & truth].mean()))
        groups.setdefault(OWN.get(str(name), PUBLIC), []).append(pair)
    means = {group: np.mean(pairs, axis=0) for group, pairs in groups.items()}
    return {group: (float(mean[0]), float(mean[1])) for group, mean in means.items()}


def page(found: dict[float, dict[str, tuple[float, float]]], intro: Sequence[str]) -> str:
    """The shares as Markdown: a line a support."""
    groups = [PUBLIC, *OWN.values()]
    body: list[list[object]] = [
        [f"{least:.2f}", *(f"{100 * a:.0f} / {100 * b:.0f}" for a, b in (row[g] for g in groups))]
        for least, row in found.items()
    ]
    return "\n\n".join(["# The least support", *intro, table(["min_support", *groups], body)])


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=90)
    parser.add_argument("--weights", type=Path, help="folder of other weights")
    parser.add_argument("--results", type=Path, default=RESULTS)
    options = parser.parse_args()
    machine = describe()
    scorer = EmbeddedScorer(options.weights, cache_size=0)
    measured = measure(read_held_out(options.data, options.limit), scorer)
    weights = Calibration(**scorer.calibration)  # type: ignore[arg-type]  # floats only, as fitted
    theta = np.array([getattr(weights, name) for name in DECISION])
    columns = [COLUMNS.index(name) for name in DECISION]
    scores = np.array([row_support(theta, m, columns) for m in measured])
    found = {least: shares(measured, scores, least) for least in (weights.t_support, *STEPS)}
    intro = (
        heading(machine),
        f"Weights {scorer.digest}; {len(measured)} rows. False rows let through / true rows kept, "
        f"in percent. The first line is the threshold of the weights, which holds where a policy "
        "asks for nothing. A row counts as its least supported claim does; what a check decides "
        "does not change.",
    )
    text = page(found, intro)
    data = {"machine": machine, "weights": scorer.digest, "rows": len(measured), "shares": found}
    print(text)
    write("min_support", data, text, options.results)


if __name__ == "__main__":
    main()
