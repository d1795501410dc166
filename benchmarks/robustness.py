"""Run the verifier over real model answers and check what must hold for any input.

    python -m benchmarks.robustness --data FILE [--limit N] [--results FOLDER]

`FILE` holds JSON lines (plain or xz) with `evidence` and `claim` (a whole model answer). Evidence
written as "passage 1: ... passage 2: ..." is split there. Checked for every answer: no exception,
no failure, nothing `unchecked`, segments that tile the answer, spans that lie in their texts.
Labels are not looked at. Exit code 1 when anything is violated.
"""

from __future__ import annotations

import argparse
import json
import lzma
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.machine import describe, heading, table, write
from entailed.assembly import build_verifier
from entailed.types import EvidenceSpan, Report

_PASSAGE = re.compile(r"passage \d{1,3}:")


def read(path: Path, limit: int | None) -> Iterator[tuple[str, list[str]]]:
    """Answers with their passages."""
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if limit is not None and number >= limit:
                return
            row = json.loads(line)
            parts = [p.strip() for p in _PASSAGE.split(row["evidence"]) if p.strip()]
            yield row["claim"], parts or [row["evidence"]]


def violations(report: Report) -> Iterator[str]:
    """What does not hold of a report, one word each."""
    at = 0
    for segment in report.segments:
        if segment.span.start != at:
            yield "segments leave a gap or overlap"
        at = segment.span.end
    if at != len(report.answer):
        yield "segments do not cover the answer"
    if report.failures:
        yield f"failure in {report.failures[0].stage}: {report.failures[0].error}"
    for verdict in report.verdicts:
        if verdict.label == "unchecked":
            yield "unchecked claim"
        if not verdict.claim.span.of(report.answer).strip():
            yield "claim span names no text"
        places = [*verdict.support, *(e for reason in verdict.reasons for e in reason.evidence)]
        if not all(_lies_in(report, place) for place in places):
            yield "evidence span lies outside its passage"
        if any(r.claim_span.end > len(report.answer) for r in verdict.reasons):
            yield "claim span of a finding lies outside the answer"


def _lies_in(report: Report, place: EvidenceSpan) -> bool:
    passage = report.evidence.get(place.passage_id)
    return passage is not None and bool(place.span.of(passage.text).strip())


def main() -> None:
    """Run, write the results, and fail when anything is violated."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--scorer", default="embedded")
    parser.add_argument("--results", type=Path)
    options = parser.parse_args()
    machine = describe()
    verifier = build_verifier("flag", scorer=options.scorer)
    verifier.verify("Warm up the model first.", ["Warming up comes first."])
    stages: dict[str, list[float]] = defaultdict(list)
    broken: Counter[str] = Counter()
    labels: Counter[str] = Counter()
    whole: list[float] = []
    for answer, passages in read(options.data, options.limit):
        began = time.perf_counter()
        try:
            report = verifier.verify(answer, passages)
        except Exception as error:  # what is counted here must not stop the count
            broken[f"exception {type(error).__name__}: {error!s:.80}"] += 1
            continue
        whole.append((time.perf_counter() - began) * 1000)
        broken.update(set(violations(report)))
        labels.update(v.label for v in report.verdicts)
        for timing in report.timings:
            stages[timing.stage].append(timing.milliseconds)
    data = summarise(whole, stages, broken, labels)
    text = page(data, options.data.name, heading(machine))
    write(
        "robustness",
        {"machine": machine, **data},
        text,
        *([options.results] if options.results else []),
    )
    print(text)
    sys.exit(1 if broken else 0)


def summarise(
    whole: list[float],
    stages: dict[str, list[float]],
    broken: Counter[str],
    labels: Counter[str],
) -> dict[str, object]:
    """The figures of a run."""
    times = {"whole": whole, **stages}
    return {
        "answers": len(whole),
        "claims": sum(labels.values()),
        "answers_per_second": len(whole) / (sum(whole) / 1000) if whole else 0.0,
        "violations": dict(broken),
        "labels": dict(labels),
        "milliseconds": {
            stage: {
                "median": float(np.median(values)),
                "p95": float(np.percentile(values, 95)),
            }
            for stage, values in times.items()
            if values
        },
    }


def page(data: dict[str, object], source: str, machine: str) -> str:
    """The results as Markdown."""
    milliseconds = data["milliseconds"]
    violated = data["violations"]
    if not isinstance(milliseconds, dict) or not isinstance(violated, dict):
        raise TypeError("expected the figures of `summarise`")
    rows: list[list[object]] = [[k, v["median"], v["p95"]] for k, v in milliseconds.items()]
    found = "\n".join(f"- {count} x {what}" for what, count in violated.items())
    nothing = (
        "none (no exception, no failure, nothing unchecked; segments tile every answer; every "
        "span lies in its text)."
    )
    return "\n\n".join(
        [
            "# Robustness",
            machine,
            f"{data['answers']} answers of `{source}`, {data['claims']} claims, "
            f"{data['answers_per_second']:.1f} answers a second (one at a time).",
            "Violations: " + (f"\n\n{found}" if found else nothing),
            "Milliseconds an answer:",
            table(["stage", "median", "95th percentile"], rows),
        ]
    )


if __name__ == "__main__":
    main()
