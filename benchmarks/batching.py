"""Why the embedded scorer runs one pair at a time: what a batch costs, and what it changes.

    python -m benchmarks.batching [--results FOLDER]

On one thread, over pairs of made-up claims and passages cut to different lengths: processor
time a pair, and the largest change of a probability against the same pair run alone, for the
shipped int8 weights and for the same weights in float32, in padded batches sorted by length.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from tokenizers import Encoding, Tokenizer

from benchmarks.float_model import dequantise
from benchmarks.logistic import Array
from benchmarks.machine import describe, heading, table, write
from benchmarks.texts import make_case
from entailed.scorers.embedded import WEIGHTS

BATCHES = (1, 8, 16)
REPETITIONS = 5


def encodings(count: int = 48) -> list[Encoding]:
    """Pairs of 20 to 120 words of passage and one claim."""
    tokenizer = Tokenizer.from_file(str(WEIGHTS / "tokenizer.json"))
    draw = random.Random(0)
    found = []
    for number in range(count):
        answer, passages = make_case(5, number)
        premise = " ".join(passages[0].split()[: draw.choice((20, 40, 60, 90, 120))])
        claim = draw.choice(answer.split(". "))
        found.append(tokenizer.encode(premise, claim))
    return sorted(found, key=lambda e: len(e.ids))


def session(model: Path) -> Any:
    """A session on one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])


def run(model: Any, pairs: list[Encoding], size: int) -> Array:
    """Probabilities of all pairs, in batches of `size` padded to the longest of each."""
    rows = []
    for at in range(0, len(pairs), size):
        batch = pairs[at : at + size]
        width = max(len(e.ids) for e in batch)
        ids, mask, types = (np.zeros((len(batch), width), np.int64) for _ in range(3))
        for i, encoding in enumerate(batch):
            length = len(encoding.ids)
            ids[i, :length] = encoding.ids
            mask[i, :length] = 1
            types[i, :length] = encoding.type_ids
        feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
        (logits,) = model.run(["logits"], feeds)
        rows.append(np.exp(logits - logits.max(1, keepdims=True)))
    exponentials = np.concatenate(rows)
    return np.asarray(exponentials / exponentials.sum(1, keepdims=True), dtype=np.float64)


def processor_time(model: Any, pairs: list[Encoding], size: int) -> float:
    """Least milliseconds of processor time a pair over some repetitions, after a warm-up."""
    run(model, pairs, size)
    times = []
    for _ in range(REPETITIONS):
        began = time.process_time()
        run(model, pairs, size)
        times.append((time.process_time() - began) * 1000 / len(pairs))
    return min(times)


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=Path)
    options = parser.parse_args()
    machine = describe()
    pairs = encodings()
    rows: list[list[object]] = []
    with tempfile.TemporaryDirectory() as folder:
        plain = dequantise(WEIGHTS / "model.onnx", Path(folder) / "float32.onnx")
        for name, path in (("int8", WEIGHTS / "model.onnx"), ("float32", plain)):
            model = session(path)
            alone = run(model, pairs, 1)
            for size in BATCHES:
                change = float(np.abs(run(model, pairs, size) - alone).max())
                rows.append([name, size, processor_time(model, pairs, size), f"{change:.1e}"])
    tokens = float(np.mean([len(e.ids) for e in pairs]))
    head = ["weights", "pairs a run", "ms of processor time a pair", "largest change"]
    text = "\n\n".join(
        [
            "# Batching",
            heading(machine),
            f"{len(pairs)} pairs of {tokens:.0f} tokens on average, one thread.",
            table(head, rows),
            "Dynamic quantisation takes the scale of the activations over the whole input of a "
            "run, so int8 results depend on what else is in the batch; alone they do not, and "
            "alone is fastest.",
        ]
    )
    data = {
        "machine": machine,
        "pairs": len(pairs),
        "tokens": tokens,
        "columns": head,
        "rows": rows,
    }
    write("batching", data, text, *([options.results] if options.results else []))
    print(text)


if __name__ == "__main__":
    main()
