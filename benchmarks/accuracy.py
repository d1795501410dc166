"""Accuracy on labelled sets: the whole pipeline, the model alone, the checks alone.

    python -m benchmarks.accuracy --data DIRECTORY [--sets val test] [--limit N] [--processes 2]
                                  [--weights FOLDER] [--name NAME]

`DIRECTORY` holds val*.jsonl.xz and test/*.jsonl.xz. A row is *flagged* when any of its claims is
flagged. Thresholds are those of the package, fixed before; nothing is fitted here.

- pipeline: a claim is flagged unless its verdict is `supported`; its score is the verdict's (0
  where a check failed, 1 where the claim stands verbatim in the evidence).
- model: each sentence of the claim against its windows; flagged when the best entailment is
  below 0.5.
- checks: a claim is flagged when a deterministic check fails with a label.

Per set: balanced accuracy with a 95 % bootstrap interval (rows drawn anew within each outcome, 1000
times), AUC, share of unsupported rows flagged (caught), share of supported rows flagged (false
flags). Macro averages over sets, each set counting once.
"""

from __future__ import annotations

import argparse
import math
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from benchmarks.logistic import Array, area_under_curve
from benchmarks.machine import describe, heading, table, write
from benchmarks.published import PUBLISHED, SETS
from benchmarks.rows import Row, claims_of, read_rows
from entailed.alignment import LexicalAligner
from entailed.assembly import build_verifier
from entailed.evidence import freeze
from entailed.pipeline import Verifier
from entailed.scorers.embedded import WEIGHTS, EmbeddedScorer
from entailed.types import Pair, Report, Verdict

NEAR_AGGREFACT = (
    "wice",
    "factcheck_gpt",
    "ragtruth_qa_sentence",
    "aggrefact_sota_cnn_partial",
    "aggrefact_sota_xsum_partial",
    "attrbench_stanford_gensearch",
    "attrbench_expertqa",
)
WAYS = ("pipeline", "model", "checks")
DRAWS = 1000
CHUNK = 20
MODEL_THRESHOLD = 0.5


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one row came out, by way: whether it was flagged, and its score."""

    flagged: tuple[bool, bool, bool]
    score: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of one way on one set."""

    balanced: float
    low: float
    high: float
    auc: float
    caught: float
    false_flags: float


@lru_cache(maxsize=1)
def parts(weights: Path) -> tuple[Verifier, LexicalAligner, EmbeddedScorer]:
    """Verifier, aligner and scorer of this process."""
    scorer = EmbeddedScorer(weights, threads=1)
    return build_verifier("audit", scorer=scorer), LexicalAligner(), scorer


def outcomes(rows: Sequence[Row], weights: Path) -> list[Outcome]:
    """Outcomes of some rows, in this process."""
    return [outcome(row, weights) for row in rows]


def outcome(row: Row, weights: Path) -> Outcome:
    """Run one row all three ways."""
    verifier, _, _ = parts(weights)
    report = verifier.verify(row.claim, [row.evidence])
    whole = min((verdict_score(v) for v in report.verdicts), default=1.0)
    model = model_score(row, weights)
    checked = any(failed_check(v) for v in report.verdicts)
    return Outcome(
        (flagged(report), model < MODEL_THRESHOLD, checked),
        (whole, model, float(not checked)),
    )


def flagged(report: Report) -> bool:
    """Whether any claim is not supported."""
    return any(v.label != "supported" for v in report.verdicts)


def verdict_score(verdict: Verdict) -> float:
    """P(supported), 0 or 1 where a check or verbatim support decided."""
    if verdict.score is not None:
        return verdict.score
    return 1.0 if verdict.label == "supported" else 0.0


def failed_check(verdict: Verdict) -> bool:
    """Whether a deterministic check decided against the claim."""
    return any(
        r.outcome == "fail" and r.label not in (None, "unchecked") and r.check != "entailment"
        for r in verdict.reasons
    )


def model_score(row: Row, weights: Path) -> float:
    """Entailment of the best window of the worst sentence."""
    _, aligner, scorer = parts(weights)
    claims = claims_of(row.claim)
    alignments = aligner.align(claims, freeze([row.evidence]), "")
    worst = 1.0
    for claim, alignment in zip(claims, alignments, strict=True):
        pairs = [Pair(w.text, claim.text) for w in alignment.windows if w.text.strip()]
        best = max((s.entailment for s in scorer.score(pairs)), default=0.0)
        worst = min(worst, best)
    return worst


def figures(truth: Array, found: Sequence[Outcome], way: int) -> Figures:
    """Figures of one way on one set; nan where an outcome is absent."""
    flag = np.array([o.flagged[way] for o in found], dtype=np.float64)
    score = np.array([o.score[way] for o in found])
    bad, good = flag[truth < 0.5], flag[truth > 0.5]
    if not len(bad) or not len(good):
        caught = float(bad.mean()) if len(bad) else math.nan
        false = float(good.mean()) if len(good) else math.nan
        return Figures(math.nan, math.nan, math.nan, math.nan, caught, false)
    draws = bootstrap(bad, good)
    return Figures(
        balanced=float((bad.mean() + 1 - good.mean()) / 2),
        low=float(np.percentile(draws, 2.5)),
        high=float(np.percentile(draws, 97.5)),
        auc=area_under_curve(truth, score),
        caught=float(bad.mean()),
        false_flags=float(good.mean()),
    )


def bootstrap(bad: Array, good: Array) -> Array:
    """Balanced accuracies of `DRAWS` resamples; the number flagged is binomial in each."""
    draw = np.random.default_rng(0)
    caught = draw.binomial(len(bad), bad.mean(), DRAWS) / len(bad)
    false = draw.binomial(len(good), good.mean(), DRAWS) / len(good)
    return np.asarray((caught + 1 - false) / 2, dtype=np.float64)


def average(made: Sequence[Figures]) -> Figures:
    """Macro average over sets with both outcomes; the interval takes them as independent."""
    rows = [f for f in made if not math.isnan(f.balanced)]
    if not rows:
        return Figures(*([math.nan] * 6))
    half = [((f.high - f.low) / 2) ** 2 for f in rows]
    mean = float(np.mean([f.balanced for f in rows]))
    width = float(np.sqrt(sum(half)) / len(rows))
    return Figures(
        mean,
        mean - width,
        mean + width,
        *(float(np.mean([getattr(f, n) for f in rows])) for n in ("auc", "caught", "false_flags")),
    )


def load(folder: Path, sets: Sequence[str], limit: int | None) -> dict[str, list[Row]]:
    """Rows by set name, "val: name" for validation sets."""
    found: dict[str, list[Row]] = defaultdict(list)
    if "val" in sets:
        for path in sorted(folder.glob("val*.jsonl.xz")):
            for row in read_rows(path, limit):
                found[f"val: {row.dataset}"].append(row)
    if "test" in sets:
        for path in sorted((folder / "test").glob("*.jsonl.xz")):
            found[path.name.removesuffix(".jsonl.xz")] += read_rows(path, limit)
    return dict(found)


def run(rows: Sequence[Row], processes: int, weights: Path) -> list[Outcome]:
    """Outcomes of all rows, in order."""
    tasks = [rows[at : at + CHUNK] for at in range(0, len(rows), CHUNK)]
    if processes == 1:
        return [o for task in tasks for o in outcomes(task, weights)]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        made = pool.map(partial(outcomes, weights=weights), tasks)
        return [o for done in made for o in done]


def summarise(name: str, rows: Sequence[Row], found: Sequence[Outcome]) -> dict[str, Figures]:
    """Figures by way of one set."""
    truth = np.array([float(r.supported) for r in rows])
    made = {way: figures(truth, found, i) for i, way in enumerate(WAYS)}
    print(f"# {name}: {len(rows)} rows, pipeline {made['pipeline'].balanced:.3f}", flush=True)
    return made


def averages(results: dict[str, dict[str, Figures]]) -> dict[str, dict[str, Figures]]:
    """Macro averages over the groups that are complete."""
    groups = {
        "macro, sets near LLM-AggreFact": [n for n in NEAR_AGGREFACT if n in results],
        "macro, test sets": [n for n in results if not n.startswith("val: ")],
        "macro, validation sets": [n for n in results if n.startswith("val: ")],
    }
    return {
        group: {way: average([results[n][way] for n in names]) for way in WAYS}
        for group, names in groups.items()
        if names
    }


def page(
    results: dict[str, dict[str, Figures]], sizes: dict[str, int], machine: str, digest: str
) -> str:
    """The results as Markdown."""
    sections = [
        "# Accuracy",
        machine,
        f"Weights {digest}. Balanced accuracy at the package's fixed thresholds with 95 % "
        "bootstrap interval, area under the ROC curve, share of unsupported rows caught, share of "
        "supported rows flagged.",
    ]
    for way in WAYS:
        rows: list[list[object]] = []
        for name, made in results.items():
            f = made[way]
            auc = f"{f.auc:.3f}" if way != "checks" else ""
            rows.append(
                [
                    name,
                    sizes.get(name, ""),
                    f"{f.balanced:.3f} ({f.low:.3f} to {f.high:.3f})",
                    auc,
                    f"{f.caught:.3f}",
                    f"{f.false_flags:.3f}",
                ]
            )
        head = ["set", "rows", "balanced accuracy", "AUC", "caught", "false flags"]
        sections += [f"## {way.capitalize()}", table(head, rows)]
    sections += beside(results)
    return "\n\n".join(sections)


def beside(results: dict[str, dict[str, Figures]]) -> list[str]:
    """A section with published figures on the sets near LLM-AggreFact, where all were run."""
    if not set(SETS) <= set(results):
        return []
    ours = {
        f"this package, {way}": tuple(100 * results[name][way].balanced for name in SETS)
        for way in ("pipeline", "model")
    }
    rows: list[list[object]] = [
        [name, *(f"{value:.1f}" for value in values), f"{np.mean(values):.1f}"]
        for name, values in (ours | PUBLISHED).items()
    ]
    said = (
        "Balanced accuracy in percent at fixed thresholds; the others' figures are those of the "
        "leaderboard. Our CNN and XSum are a part of theirs, our RAGTruth the sentences of answers "
        "to questions, so single sets are no exact comparison."
    )
    head = ["", *SETS.values(), "mean"]
    return ["## Beside published figures", said, table(head, rows)]


def main() -> None:
    """Run every set and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", nargs="+", choices=("val", "test"), default=["val", "test"])
    parser.add_argument("--limit", type=int, help="rows of each set, drawn with a fixed seed")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--weights", type=Path, default=WEIGHTS, help="folder of other weights")
    parser.add_argument("--name", default="accuracy", help="of the files with the results")
    parser.add_argument("--results", type=Path)
    options = parser.parse_args()
    machine = describe()
    began = time.perf_counter()
    loaded = load(options.data, options.sets, options.limit)
    rows = [row for found in loaded.values() for row in found]
    made = iter(run(rows, options.processes, options.weights))
    results = {
        name: summarise(name, found, [next(made) for _ in found]) for name, found in loaded.items()
    }
    results |= averages(results)
    digest = EmbeddedScorer(options.weights).digest
    sizes = {name: len(found) for name, found in loaded.items()}
    text = page(results, sizes, heading(machine), digest)
    figures_by_set = {
        name: {
            way: {field: getattr(f, field) for field in Figures.__slots__}
            for way, f in made_.items()
        }
        for name, made_ in results.items()
    }
    data = {
        "machine": machine,
        "weights": digest,
        "seconds": round(time.perf_counter() - began),
        "rows": sizes,
        "figures": figures_by_set,
    }
    write(options.name, data, text, *([options.results] if options.results else []))
    print(text)


if __name__ == "__main__":
    main()
