"""Thresholds for the entailment model, and a calibrated combination with word overlap.

    python -m benchmarks.fit_decision --data DIRECTORY [--weights DIRECTORY] [--cache FILE]

`DIRECTORY` holds val.jsonl.xz and val_nli.jsonl.xz; test sets are never read. Every sentence of
a row's claim is aligned and scored on the windows the package would use; a row is as supported as
its worst sentence. Figures of the combination are cross-fitted: coefficients from the even rows
are measured on the odd ones, and the other way round. Printed coefficients are from all rows.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.logistic import (
    Array,
    area_under_curve,
    balanced_accuracy,
    balanced_weights,
    fit_logistic,
)
from benchmarks.rows import Row, aligned, read_rows
from entailed.alignment import LexicalAligner
from entailed.scorers.embedded import EmbeddedScorer
from entailed.scorers.lexical import FEATURES, features
from entailed.types import Alignment, Entailment, Pair

COLUMNS = (
    "constant",
    "logit_entailment",
    "logit_contradiction",
    "overlap",
    *FEATURES,
    "words_in_claim",
)
GRID = np.linspace(0.02, 0.98, 97)


@dataclass(frozen=True, slots=True)
class Measured:
    """One row: per claim the features, the best entailment and the worst contradiction."""

    row: Row
    values: Array
    entailment: Array
    contradiction: Array


def logit(probability: float) -> float:
    """Log odds, clipped to +-6.9."""
    p = min(max(probability, 1e-3), 1 - 1e-3)
    return float(np.log(p / (1 - p)))


def describe(
    claim: str, alignment: Alignment, scores: Sequence[Entailment]
) -> tuple[list[float], float, float]:
    """Features of one claim, its best entailment and its worst contradiction."""
    size = float(np.log1p(len(claim.split())))
    if not alignment.windows:
        nothing = (0.0, 0.0, 0.0, 0.0, size, 0.0)
        return [1.0, logit(0.0), logit(0.3), 0.0, *nothing, size], 0.0, 0.3
    measures = [features(w.text, claim) for w in alignment.windows]
    widest = max(measures)
    entailment = max(s.entailment for s in scores)
    contradiction = max(s.contradiction for s in scores)
    row = [1.0, logit(entailment), logit(contradiction), alignment.overlap, *widest, size]
    return row, entailment, contradiction


def measure(rows: Sequence[Row], scorer: EmbeddedScorer) -> list[Measured]:
    """Align and score every claim of every row."""
    found = []
    for number, (row, claims) in enumerate(zip(rows, aligned(rows, LexicalAligner()), strict=True)):
        pairs = [Pair(w.text, text) for text, alignment in claims for w in alignment.windows]
        scores = iter(scorer.score(pairs))
        described = [
            describe(text, alignment, [next(scores) for _ in alignment.windows])
            for text, alignment in claims
        ]
        values, entailments, contradictions = zip(*described, strict=True)
        found.append(
            Measured(row, np.array(values), np.array(entailments), np.array(contradictions))
        )
        if number % 500 == 0:
            print(f"# {number} of {len(rows)} rows", flush=True)
    return found


def fit(measured: Sequence[Measured]) -> Array:
    """Coefficients from rows of one claim, and from every claim of supported rows."""
    used = [m for m in measured if len(m.values) == 1 or m.row.supported]
    values = np.concatenate([m.values for m in used])
    groups = [m.row.dataset for m in used for _ in m.values]
    truth = np.array([float(m.row.supported) for m in used for _ in m.values])
    return fit_logistic(values, truth, balanced_weights(groups, truth))


def probability(theta: Array, values: Array) -> Array:
    """Probability of support for rows of features."""
    return np.asarray(1 / (1 + np.exp(-np.clip(values @ theta, -30, 30))), dtype=np.float64)


def cross_fitted(measured: Sequence[Measured]) -> Array:
    """Row scores of the combination, each from coefficients that did not see the row."""
    scores = np.zeros(len(measured))
    for half in (0, 1):
        theta = fit([m for i, m in enumerate(measured) if i % 2 != half])
        for i, m in enumerate(measured):
            if i % 2 == half:
                scores[i] = probability(theta, m.values).min()
    return scores


def best_threshold(measured: Sequence[Measured], truth: Array, scores: Array) -> float:
    """The threshold with the best macro-averaged balanced accuracy."""

    def macro(threshold: float) -> float:
        return float(np.nanmean([b for _, b, _ in per_set(measured, truth, scores, threshold)]))

    return float(max(GRID, key=macro))


def per_set(
    measured: Sequence[Measured], truth: Array, scores: Array, threshold: float
) -> list[tuple[str, float, float]]:
    """Data set, balanced accuracy at the threshold, AUC."""
    names = np.array([m.row.dataset for m in measured])
    found = []
    for name in sorted(set(names)):
        here = names == name
        accuracy = balanced_accuracy(truth[here], scores[here] >= threshold)
        found.append((name, accuracy, area_under_curve(truth[here], scores[here])))
    return found


def compare(measured: Sequence[Measured]) -> None:
    """Print the table: overlap alone, model alone, combination."""
    truth = np.array([float(m.row.supported) for m in measured])
    candidates: dict[str, Array] = {
        "overlap": np.array([m.values[:, COLUMNS.index("coverage")].min() for m in measured]),
        "model": np.array([m.entailment.min() for m in measured]),
        "model, no contradiction": np.array(
            [(m.entailment - m.contradiction).min() for m in measured]
        ),
        "combination": cross_fitted(measured),
    }
    for name, scores in candidates.items():
        threshold = best_threshold(measured, truth, scores)
        table = per_set(measured, truth, scores, threshold)
        print(f"\n{name}: best single threshold {threshold:.2f}")
        for dataset, accuracy, area in table:
            print(f"  {dataset:32} {accuracy:.3f}  {area:.3f}")
        means = np.nanmean([(a, b) for _, a, b in table], axis=0)
        print(f"  {'macro':32} {means[0]:.3f}  {means[1]:.3f}")


def contradiction_table(measured: Sequence[Measured]) -> None:
    """Print, by threshold, how contradiction alone separates, where labels are three-way."""
    three = [m for m in measured if m.row.label in ("contradicted", "not_enough", "supported")]
    three = [m for m in three if m.row.dataset in ("mnli", "infotabs")]
    score = np.array([m.contradiction.max() for m in three])
    print("\ncontradiction threshold: share called contradicted, by true label (mnli, infotabs)")
    for threshold in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95):
        shares = [
            np.mean(score[[m.row.label == label for m in three]] >= threshold)
            for label in ("contradicted", "not_enough", "supported")
        ]
        print(f"  {threshold:.2f}  " + "  ".join(f"{share:.3f}" for share in shares))
    print("and of all supported rows of the other sets:")
    rest = [m for m in measured if m.row.supported and m.row.dataset not in ("mnli", "infotabs")]
    score = np.array([m.contradiction.max() for m in rest])
    print(
        "  " + "  ".join(f"{t:.2f}: {np.mean(score >= t):.3f}" for t in (0.5, 0.7, 0.8, 0.9, 0.95))
    )


def cached(path: Path | None, digest: str, make: Callable[[], list[Measured]]) -> list[Measured]:
    """What `make` gives, kept in `path` for the same weights."""
    if path is not None and path.exists():
        stored = np.load(path, allow_pickle=True)
        if str(stored["digest"]) == digest:
            return list(stored["measured"])
    made = make()
    if path is not None:
        np.savez(path, digest=digest, measured=np.array(made, dtype=object))
    return made


def main() -> None:
    """Measure, compare, print coefficients."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--limit", type=int, default=250)
    options = parser.parse_args()
    scorer = EmbeddedScorer(options.weights, cache_size=0)
    rows = [
        row
        for name in ("val.jsonl.xz", "val_nli.jsonl.xz")
        for row in read_rows(options.data / name, options.limit)
    ]
    measured = cached(options.cache, scorer.digest, lambda: measure(rows, scorer))
    print(f"weights {scorer.digest}, {len(measured)} rows, balanced accuracy and AUC")
    compare(measured)
    contradiction_table(measured)
    print("\ncoefficients of P(supported), all rows")
    for name, value in zip(COLUMNS, fit(measured), strict=True):
        print(f"  {name:20} {value:+.4f}")


if __name__ == "__main__":
    main()
