"""Time of a verification against the plain way of doing it, side by side in one run.

    python -m benchmarks.latency [--repetitions 3] [--answers 3] [--results FOLDER]

Reference: every claim against every passage, one pair at a time, with a float32 encoder of the same
architecture and weights in ONNX Runtime on all cores, at most 256 tokens a pair. Entailed: the
whole of `Verifier.verify` on the same answers and passages. Ten claims over 5, 20 and 50
passages; both run in turn on several answers, medians are shown.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TypeVar

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from benchmarks.caches import forget_texts
from benchmarks.float_model import dequantise
from benchmarks.machine import describe, heading, table, write
from benchmarks.texts import make_case
from entailed.assembly import build_verifier
from entailed.evidence import freeze
from entailed.scorers.embedded import WEIGHTS, EmbeddedScorer
from entailed.types import Entailment, Evidence, Pair, Report

MAX_TOKENS = 256
SIZES = (5, 20, 50)
CLAIMS = 10
T = TypeVar("T")


class Reference:
    """A float32 cross-encoder that scores one pair at a time."""

    def __init__(self, model: Path, tokenizer: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        self._session = onnxruntime.InferenceSession(
            str(model), options, providers=["CPUExecutionProvider"]
        )
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.enable_truncation(MAX_TOKENS, strategy="only_first")

    def score(self, premise: str, hypothesis: str) -> list[float]:
        """The logits of one pair."""
        encoding = self._tokenizer.encode(premise, hypothesis)
        feeds = {
            "input_ids": np.array([encoding.ids], np.int64),
            "attention_mask": np.array([encoding.attention_mask], np.int64),
            "token_type_ids": np.array([encoding.type_ids], np.int64),
        }
        (logits,) = self._session.run(["logits"], feeds)
        return [float(v) for v in logits[0]]

    def verify(self, claims: Sequence[str], passages: Sequence[str]) -> list[float]:
        """Best entailment logit of each claim over all passages."""
        return [max(self.score(passage, claim)[0] for passage in passages) for claim in claims]


@dataclass
class CountingScorer:
    """The embedded scorer, counting the pairs it is asked for."""

    inner: EmbeddedScorer = field(default_factory=EmbeddedScorer)
    pairs: int = 0
    name: str = "embedded"
    version: str = EmbeddedScorer.version

    @property
    def digest(self) -> str:
        """Digest of the embedded scorer."""
        return self.inner.digest

    def score(self, pairs: Sequence[Pair]) -> list[Entailment]:
        """Scores of the embedded scorer."""
        self.pairs += len(pairs)
        return self.inner.score(pairs)


@dataclass
class Sample:
    """Milliseconds measured on one answer in one repetition."""

    reference: float
    cold: float
    parsed: float
    repeated: float
    stages_cold: float
    stages_parsed: float
    pairs: int
    claims: int


def timed(call: Callable[[], T]) -> tuple[float, T]:
    """Milliseconds a call took, and its result."""
    began = time.perf_counter()
    result = call()
    return (time.perf_counter() - began) * 1000, result


def deterministic(report: Report) -> float:
    """Milliseconds of all stages of a report but the score."""
    return sum(t.milliseconds for t in report.timings if t.stage != "score")


def sample(reference: Reference, size: int, seed: int) -> Sample:
    """Measure one answer: Entailed cold, repeated, with passages read before; the reference."""
    answer, passages = make_case(size, seed, CLAIMS)
    others = [make_case(size, seed, CLAIMS, variant)[0] for variant in (1, 2)]
    evidence = freeze(passages)
    counting = CountingScorer()
    verifier = build_verifier("flag", scorer=counting)
    forget_texts()
    cold, report = timed(lambda: verifier.verify(answer, passages))
    pairs = counting.pairs
    repeated, _ = timed(lambda: verifier.verify(answer, passages))
    stages_cold = deterministic(report)
    parsed, parsed_report = with_parsed_passages(answer, others, evidence)
    claims = [v.claim.text for v in report.verdicts]
    slow, _ = timed(lambda: reference.verify(claims, passages))
    return Sample(
        reference=slow,
        cold=cold,
        parsed=parsed,
        repeated=repeated,
        stages_cold=stages_cold,
        stages_parsed=deterministic(parsed_report),
        pairs=pairs,
        claims=len(claims),
    )


def with_parsed_passages(
    answer: str, others: Sequence[str], evidence: Evidence
) -> tuple[float, Report]:
    """A new answer over passages that were read for other ones; no score is known."""
    verifier = build_verifier("flag", scorer=EmbeddedScorer(cache_size=0))
    forget_texts()
    for other in others:
        verifier.verify(other, evidence)
    return timed(lambda: verifier.verify(answer, evidence))


def measure(repetitions: int, answers: int, model: Path) -> dict[str, list[Sample]]:
    """Samples by number of passages, sizes and answers taken in turn."""
    reference = Reference(model, WEIGHTS / "tokenizer.json")
    reference.score("A warm-up premise.", "A warm-up claim.")
    EmbeddedScorer().score([Pair("A warm-up premise.", "A warm-up claim.")])
    samples: dict[str, list[Sample]] = {str(size): [] for size in SIZES}
    for repetition in range(repetitions):
        for seed in range(answers):
            for size in SIZES:
                samples[str(size)].append(sample(reference, size, seed))
        print(f"# {repetition + 1} of {repetitions}", flush=True)
    return samples


def summarise(samples: Sequence[Sample]) -> dict[str, float]:
    """Medians, and the ratio of reference to Entailed taken within each sample."""
    names = ("reference", "cold", "parsed", "repeated", "stages_cold", "stages_parsed")
    found = {name: median(getattr(s, name) for s in samples) for name in names}
    found["ratio_cold"] = median(s.reference / s.cold for s in samples)
    found["ratio_parsed"] = median(s.reference / s.parsed for s in samples)
    found["pairs"] = median(s.pairs for s in samples)
    found["claims"] = median(s.claims for s in samples)
    return found


def startup(code: str, before: str = "pass", repetitions: int = 5) -> float:
    """Median milliseconds that `code` takes in a new interpreter, once `before` has run."""
    program = (
        f"import time; {before}; t = time.perf_counter(); {code}; print(time.perf_counter() - t)"
    )
    times = []
    for _ in range(repetitions):
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        )
        times.append(float(done.stdout) * 1000)
    return median(times)


def page(data: dict[str, dict[str, float]], start: dict[str, float], machine: str) -> str:
    """The results as Markdown."""
    columns = (
        ("reference", "reference loop"),
        ("cold", "Entailed, nothing cached"),
        ("parsed", "Entailed, passages read before"),
        ("repeated", "Entailed, same answer again"),
        ("stages_cold", "without the model, nothing cached"),
        ("stages_parsed", "without the model, passages read before"),
    )
    rows: list[list[object]] = [
        [label, *(float(data[str(size)][name]) for size in SIZES)] for name, label in columns
    ]
    for name, label in (("ratio_cold", "nothing cached"), ("ratio_parsed", "passages read before")):
        rows.append([f"times faster ({label})", *(float(data[str(s)][name]) for s in SIZES)])
    rows.append(["pairs given to the model", *(int(data[str(s)]["pairs"]) for s in SIZES)])
    growth = [data["50"][n] / data["5"][n] for n in ("reference", "cold", "parsed")]
    starts: list[list[object]] = [[name, value] for name, value in start.items()]
    return "\n\n".join(
        [
            "# Latency",
            machine,
            f"Milliseconds, medians; answers of {CLAIMS} claims. Aims: 5 times faster at 5 "
            "passages, 20 times at 50; under 5 ms without the model at 5 passages; growth under 2.",
            table(["", *(f"{size} passages" for size in SIZES)], rows),
            f"Growth from 5 to 50 passages: reference {growth[0]:.1f}, Entailed {growth[1]:.1f} "
            f"with nothing cached, {growth[2]:.1f} with passages read before.",
            table(["once per process", "ms"], starts),
        ]
    )


def main() -> None:
    """Measure and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--answers", type=int, default=3)
    parser.add_argument("--results", type=Path)
    options = parser.parse_args()
    machine = describe()
    with tempfile.TemporaryDirectory() as folder:
        model = dequantise(WEIGHTS / "model.onnx", Path(folder) / "float32.onnx")
        samples = measure(options.repetitions, options.answers, model)
    data = {size: summarise(found) for size, found in samples.items()}
    scorer = "from entailed.scorers.embedded import EmbeddedScorer as Scorer"
    start = {
        "import entailed": startup("import entailed"),
        "load the model (with ONNX Runtime)": startup("Scorer().load()", scorer),
    }
    text = page(data, start, heading(machine))
    write(
        "latency",
        {"machine": machine, "milliseconds": data, "startup_milliseconds": start},
        text,
        *([options.results] if options.results else []),
    )
    print(text)


if __name__ == "__main__":
    main()
