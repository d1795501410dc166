"""Hard cases, written by someone who had not seen the package: what is caught, what is flagged.

    python -m benchmarks.hard [--weights DIRECTORY] [--scorer NAME] [--show] [--results FOLDER]

The cases (`hard/*.jsonl`, 210 answers, 452 expectations) are hard on purpose: true claims are in
other words than their passages, false ones in their words with one thing wrong, so counting
shared words is worse than guessing. No check was written and no model trained on them; keep it so.
Counted by expectation: of those that should not be supported, the share flagged; of the others,
the share flagged in error. A claim is flagged when its label is not `supported`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.field_cases.harness import labels_on

from benchmarks.machine import RESULTS, describe, heading, table, write
from entailed.assembly import build_verifier
from entailed.pipeline import Verifier
from entailed.scorers.embedded import EmbeddedScorer

CASES = Path(__file__).with_name("hard")


@dataclass(frozen=True, slots=True)
class Expected:
    """One expectation: its file, the piece of the answer, and what came."""

    group: str
    text: str
    supported: bool
    labels: tuple[str, ...]

    @property
    def flagged(self) -> bool:
        """Whether any verdict on this piece is not `supported`, or there is none."""
        return not self.labels or any(label != "supported" for label in self.labels)


def run(verifier: Verifier, folder: Path = CASES) -> Iterator[Expected]:
    """Verify every case and compare."""
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            passages = [p["text"] for p in case["passages"]]
            report = verifier.verify(case["answer"], passages, case.get("question") or "")
            for expected in case["expected"]:
                text = expected["claim_contains"]
                labels = labels_on(report, text)
                yield Expected(path.stem, text, expected["verdict"] == "supported", labels)


def figures(found: Sequence[Expected]) -> dict[str, float]:
    """Share caught, share flagged in error, and balanced accuracy."""
    bad = [e.flagged for e in found if not e.supported]
    good = [e.flagged for e in found if e.supported]
    caught, alarms = sum(bad) / len(bad), sum(good) / len(good)
    return {
        "expectations": len(found),
        "caught": round(caught, 3),
        "false_alarms": round(alarms, 3),
        "balanced": round((caught + 1 - alarms) / 2, 3),
    }


def main() -> None:
    """Print and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scorer", default="embedded")
    parser.add_argument("--weights", type=Path, help="folder of other weights to try")
    parser.add_argument("--show", action="store_true", help="print what went wrong")
    parser.add_argument("--results", type=Path, default=RESULTS)
    options = parser.parse_args()
    machine = describe()
    scorer = EmbeddedScorer(options.weights) if options.weights else options.scorer
    verifier = build_verifier("audit", scorer=scorer)
    found = list(run(verifier))
    if options.show:
        for one in found:
            if one.flagged == one.supported:
                print("FLAGGED" if one.flagged else "MISSED ", one.labels, one.text)
    groups = sorted({one.group for one in found})
    rows = {group: figures([e for e in found if e.group == group]) for group in groups}
    rows["all"] = figures(found)
    body = [[name, *row.values()] for name, row in rows.items()]
    page = "\n\n".join([
        "# Hard cases",
        heading(machine),
        f"Weights {verifier.scorer.digest if verifier.scorer else 'none'}. Guessing gives a "
        "balanced accuracy of 0.5.",
        table(["cases", "expectations", "caught", "false alarms", "balanced"], body),
    ])  # fmt: skip
    print(page)
    write("hard", {"machine": machine, "figures": rows}, page, options.results)


if __name__ == "__main__":
    main()
