"""Fit `entailed.decision.Calibration` for a set of weights, and say what it is worth.

    python -m benchmarks.calibrate --data DIRECTORY [--weights DIRECTORY] [--cache FILE]

`DIRECTORY` holds val.jsonl.xz and val_nli.jsonl.xz, and the training files, for the documents of
`training/retold`; what is held out of training there, in `training/written` and in
`training/assistant`, claims beside strange passages, and what a small model said, make seven more
data sets; test sets are never read.
Every row goes through the extractor, the aligner and the checks of the package; the model is asked,
and the regression fitted, only where the package would ask it. A claim is as supported as its best
window makes it, a row as its worst claim (without claims it is supported). Coefficients are those
of a logistic regression in which every data set, and within it both outcomes, weigh alike; which
window (and which claim of an unsupported row) counts is found by fitting and choosing in turn.
Figures are cross-fitted: coefficients from one half of the rows are measured on the other.
Printed coefficients are from all rows. Measurements are kept in `--cache` by weights and commit.
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
from benchmarks.machine import commit
from benchmarks.rows import Row, read_cases, read_held_out
from entailed.assembly import build_verifier
from entailed.decision import Calibration, DecisionTable
from entailed.decision.confirmed import confirmed_values, overlap_with
from entailed.evidence import freeze
from entailed.pipeline import Verifier
from entailed.scorers.embedded import EmbeddedScorer
from entailed.scorers.lexical import FEATURES, LexicalScorer, features
from entailed.types import Alignment, Claim, Entailment, Finding

COLUMNS = (
    "bias",
    "entailment",
    "contradiction",
    "overlap",
    "sentence_overlap",
    "values",
    *FEATURES,
    "claim_words",
)
DECISION = COLUMNS[:6]
VARIANTS: dict[str, tuple[str, ...]] = {
    "overlap alone": ("bias", "overlap", "sentence_overlap"),
    "word features alone": ("bias", "overlap", "sentence_overlap", *FEATURES),
    "model alone": ("bias", "entailment", "contradiction"),
    "calibration (as in the package)": DECISION,
    "calibration and word features": COLUMNS,
}
GRID = np.linspace(0.05, 0.95, 91)
ROUNDS = 6
_BARE = DecisionTable(Calibration(t_support=0.0))  # what it asks is asked on top of a threshold


@dataclass(frozen=True, slots=True)
class Measured:
    """One row: what was settled without the model, and the rest.

    `settled`: whether every claim settled without the model is supported. `claims`: for each of
    the others its windows by `COLUMNS`, and `extra` how much more support the decision table asks
    of it than of others. `contradiction`: the highest of any window.
    """

    row: Row
    settled: bool
    claims: tuple[Array, ...]
    contradiction: float
    extra: tuple[float, ...]


def log_odds(probability: float) -> float:
    """Log odds clipped to +-6, as the decision table reads them."""
    p = min(max(probability, 1e-6), 1 - 1e-6)
    return max(-6.0, min(6.0, float(np.log(p / (1 - p)))))


def describe(
    claim: Claim, alignment: Alignment, findings: Sequence[Finding], scores: Sequence[Entailment]
) -> Array:
    """Windows by `COLUMNS`."""
    size = float(np.log1p(len(claim.text.split())))
    return np.array(
        [
            [
                1.0,
                log_odds(score.entailment),
                log_odds(score.contradiction),
                overlap_with(claim, window, findings, alignment.given),
                max((s.overlap for s in window.sentences), default=0.0),
                float(confirmed_values(findings)),
                *features(window.text, claim.text),
                size,
            ]
            for window, score in zip(alignment.windows, scores, strict=True)
        ]
    )


def measure_row(row: Row, verifier: Verifier, scorer: EmbeddedScorer | LexicalScorer) -> Measured:
    """Run one row up to the scores."""
    evidence = freeze(list(row.passages))
    claims = verifier.extractor.extract(row.claim, evidence, "").claims
    aligned = verifier.aligner.align(claims, evidence, "")
    settled, described, extra, worst = True, [], [], 0.0
    for claim, alignment in zip(claims, aligned, strict=True):
        findings = [f for check in verifier.checks for f in check(claim, alignment, evidence)]
        pairs = verifier.decider.pairs(claim, alignment, findings, evidence)
        if not pairs:
            verdict = verifier.decider.decide(claim, alignment, findings, None, evidence)
            settled = settled and verdict.label == "supported"
            continue
        scores = scorer.score(pairs)
        described.append(describe(claim, alignment, findings, scores))
        extra.append(_BARE.least_support(claim, alignment, findings))
        worst = max(worst, *(s.contradiction for s in scores))
    return Measured(row, settled, tuple(described), worst, tuple(extra))


def measure(rows: Sequence[Row], scorer: EmbeddedScorer | LexicalScorer) -> list[Measured]:
    """Run every row up to the scores."""
    verifier = build_verifier("audit", scorer=scorer)
    found = []
    for number, row in enumerate(rows):
        found.append(measure_row(row, verifier, scorer))
        if number % 500 == 0:
            print(f"# {number} of {len(rows)} rows", flush=True)
    return found


def support(theta: Array, windows: Array) -> Array:
    """P(supported) of each window."""
    return np.asarray(1 / (1 + np.exp(-np.clip(windows @ theta, -30, 30))), dtype=np.float64)


def row_support(theta: Array, measured: Measured, columns: Sequence[int]) -> float:
    """Best window of the worst claim, less what it needs more; 0 where a settled one fails."""
    if not measured.settled:
        return 0.0
    best = [float(support(theta, windows[:, columns]).max()) for windows in measured.claims]
    return min((b - more for b, more in zip(best, measured.extra, strict=True)), default=1.0)


def fit(measured: Sequence[Measured], columns: Sequence[int]) -> Array:
    """Coefficients for some columns, the windows that count chosen anew each round."""
    theta = np.array([1.0 if COLUMNS[c] in ("entailment", "overlap") else 0.0 for c in columns])
    for _ in range(ROUNDS):
        values, groups, truth = [], [], []
        for m in measured:
            if not m.claims or not (m.settled or m.row.supported):
                continue  # nothing to fit, or caught without the model
            claims = [windows[:, columns] for windows in m.claims]
            best = [windows[int(np.argmax(windows @ theta))] for windows in claims]
            if not m.row.supported:
                best = [min(best, key=lambda window: float(window @ theta))]
            values += best
            groups += [m.row.dataset] * len(best)
            truth += [float(m.row.supported)] * len(best)
        answers = np.array(truth)
        theta = fit_logistic(np.array(values), answers, balanced_weights(groups, answers))
    return theta


def cross_fitted(measured: Sequence[Measured], columns: Sequence[int]) -> Array:
    """Row scores, each from coefficients that did not see the row."""
    scores = np.zeros(len(measured))
    for half in (0, 1):
        theta = fit([m for i, m in enumerate(measured) if i % 2 != half], columns)
        for i, m in enumerate(measured):
            if i % 2 == half:
                scores[i] = row_support(theta, m, columns)
    return scores


def per_set(
    measured: Sequence[Measured], scores: Array, threshold: float
) -> dict[str, tuple[float, float, float, float]]:
    """By data set: balanced accuracy, AUC, recall on unsupported, share of supported flagged."""
    names = np.array([m.row.dataset for m in measured])
    truth = np.array([float(m.row.supported) for m in measured])
    found = {}
    for name in sorted(set(names)):
        here = names == name
        kept = scores[here] >= threshold
        flagged = ~kept
        found[str(name)] = (
            balanced_accuracy(truth[here], kept),
            area_under_curve(truth[here], scores[here]),
            float(flagged[truth[here] < 0.5].mean()),
            float(flagged[truth[here] > 0.5].mean()),
        )
    return found


def macro(table: dict[str, tuple[float, float, float, float]]) -> tuple[float, ...]:
    """Mean of each figure over the data sets."""
    return tuple(float(v) for v in np.nanmean(list(table.values()), axis=0))


def best_threshold(measured: Sequence[Measured], scores: Array) -> float:
    """The threshold with the best macro-averaged balanced accuracy."""
    return float(max(GRID, key=lambda t: macro(per_set(measured, scores, float(t)))[0]))


def compare(measured: Sequence[Measured], names: Sequence[str]) -> None:
    """Print a table for each variant and threshold."""
    for name in names:
        columns = [COLUMNS.index(c) for c in VARIANTS[name]]
        scores = cross_fitted(measured, columns)
        threshold = best_threshold(measured, scores)
        print(f"\n{name}: threshold {threshold:.2f} (at 0.50: ", end="")
        print(f"{macro(per_set(measured, scores, 0.5))[0]:.3f})")
        table = per_set(measured, scores, threshold)
        print("  set                              bal.acc  AUC    caught false-flags")
        for dataset, figures in [*table.items(), ("macro", macro(table))]:
            print(f"  {dataset:32} " + "  ".join(f"{f:.3f}" for f in figures))
        theta = fit(measured, columns)
        print(
            "  " + ", ".join(f"{COLUMNS[c]}={v:.3f}" for c, v in zip(columns, theta, strict=True))
        )


def contradiction_table(measured: Sequence[Measured]) -> None:
    """Print, by threshold, what the model's contradiction alone would call contradicted."""
    three = ("mnli", "infotabs")
    kinds: dict[str, Callable[[Measured], bool]] = {
        "contradicted": lambda m: m.row.label == "contradicted",
        "not enough": lambda m: m.row.label == "not_enough",
        "supported (mnli, infotabs)": lambda m: m.row.supported and m.row.dataset in three,
        "supported (others)": lambda m: m.row.supported and m.row.dataset not in three,
    }
    print("\nshare with a window at or above a contradiction of ...")
    print(" " * 30 + "  ".join(f"{t:5.2f}" for t in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)))
    for name, belongs in kinds.items():
        values = np.array([m.contradiction for m in measured if belongs(m)])
        shares = [np.mean(values >= t) for t in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)]
        print(f"{name:28}  " + "  ".join(f"{s:.3f}" for s in shares))


def cached(path: Path | None, key: str, make: Callable[[], list[Measured]]) -> list[Measured]:
    """What `make` gives, kept in `path` under `key`."""
    if path is not None and path.exists():
        stored = np.load(path, allow_pickle=True)
        if str(stored["key"]) == key:
            return list(stored["measured"])
    made = make()
    if path is not None:
        kept = np.empty(len(made), dtype=object)
        kept[:] = made
        np.savez(path, key=key, measured=kept)
    return made


def main() -> None:
    """Measure, compare, print coefficients."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--cases", type=Path, nargs="*", default=[], help="field cases (JSONL)")
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--scorer", choices=("embedded", "lexical"), default="embedded")
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--limit", type=int, default=250)
    options = parser.parse_args()
    scorer = (
        LexicalScorer()
        if options.scorer == "lexical"
        else EmbeddedScorer(options.weights, cache_size=0)
    )
    rows = [row for path in options.cases for row in read_cases(path)]
    rows += read_held_out(options.data, options.limit)
    key = f"{scorer.name} {scorer.digest} {commit()} {options.limit} {options.cases}"
    measured = cached(options.cache, key, lambda: measure(rows, scorer))
    print(f"{scorer.name} {scorer.digest}, {len(measured)} rows")
    settled = [m for m in measured if not m.settled]
    wrong = sum(m.row.supported for m in settled)
    print(f"flagged without the model: {len(settled)} rows, {wrong} of them supported")
    compare(measured, list(VARIANTS))
    contradiction_table(measured)


if __name__ == "__main__":
    main()
