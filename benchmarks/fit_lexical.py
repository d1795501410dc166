"""Fit the coefficients of `entailed.scorers.lexical` on the validation sets.

    python -m benchmarks.fit_lexical --data DIRECTORY

`DIRECTORY` holds val.jsonl.xz and val_nli.jsonl.xz. At most 400 rows a data set are used, every
data set and outcome weighing alike; half the rows of each (the even ones) are fitted, the other
half is measured. A claim's score is that of its best window, a row's that of its worst sentence.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from benchmarks.logistic import (
    Array,
    area_under_curve,
    balanced_accuracy,
    balanced_weights,
    fit_masked_softmax,
)
from benchmarks.rows import Row, aligned, read_rows
from entailed.alignment import LexicalAligner
from entailed.scorers.lexical import FEATURES, features

ALLOWED = {
    "supported": (1, 0, 0),
    "not_enough": (0, 1, 0),
    "contradicted": (0, 0, 1),
    "unsupported": (0, 1, 1),
}


def measure(rows: list[Row]) -> list[list[list[tuple[float, ...]]]]:
    """Features by row, claim and window; a claim without window gets none."""
    aligner = LexicalAligner()
    return [
        [[features(w.text, text) for w in alignment.windows] for text, alignment in claims]
        for claims in aligned(rows, aligner)
    ]


def probabilities(theta: Array, measured: list[tuple[float, ...]]) -> Array:
    """Rows of class probabilities."""
    values = np.array([(1.0, *m) for m in measured])
    logits = values @ theta.T
    exponentials = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(exponentials / exponentials.sum(1, keepdims=True), dtype=np.float64)


def row_score(theta: Array, row: list[list[tuple[float, ...]]]) -> float:
    """Entailment of the best window of the worst claim."""
    return min((probabilities(theta, c)[:, 0].max() if c else 0.0) for c in row)


def main() -> None:
    """Fit, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=400)
    options = parser.parse_args()
    rows = [
        row
        for name in ("val.jsonl.xz", "val_nli.jsonl.xz")
        for row in read_rows(options.data / name, options.limit)
    ]
    measured = measure(rows)
    # One window a single-sentence row: the last and widest, so that a label has one premise.
    used = [i for i, m in enumerate(measured) if i % 2 == 0 and len(m) == 1 and m[0]]
    values = np.array([(1.0, *measured[i][0][-1]) for i in used])
    allowed = np.array([ALLOWED[rows[i].label] for i in used], dtype=np.float64)
    groups = [rows[i].dataset for i in used]
    weights = balanced_weights(groups, np.array([float(rows[i].supported) for i in used]))
    theta = fit_masked_softmax(values, allowed, weights)
    theta -= theta.mean(0)
    print("columns: bias,", ", ".join(FEATURES))
    print("\n".join("    (" + ", ".join(f"{v:.3f}" for v in line) + ")," for line in theta))
    report(theta, rows, measured)


def report(theta: Array, rows: list[Row], measured: list[list[list[tuple[float, ...]]]]) -> None:
    """Balanced accuracy at 0.5 and AUC a data set, on the rows that were not fitted."""
    macro = []
    for dataset in sorted({row.dataset for row in rows}):
        held = [i for i, r in enumerate(rows) if r.dataset == dataset and i % 2]
        truth = np.array([float(rows[i].supported) for i in held])
        score = np.array([row_score(theta, measured[i]) for i in held])
        figures = balanced_accuracy(truth, score >= 0.5), area_under_curve(truth, score)
        macro.append(figures)
        print(f"{dataset:32} {len(held):5}  {figures[0]:.3f}  {figures[1]:.3f}")
    means = np.array(macro).mean(0)
    print(f"{'macro':38}  {means[0]:.3f}  {means[1]:.3f}")


if __name__ == "__main__":
    main()
