"""Write a small data folder in the form of the real one: `python -m training.sample --out FOLDER`.

Made of the project's own cases (`tests/field_cases/own.jsonl`), so that the whole of training can
be run from a clean checkout. Far too little to train a model on.
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections.abc import Iterator
from pathlib import Path

CASES = Path(__file__).parents[1] / "tests" / "field_cases" / "own.jsonl"
NAMES = {"supported": "supported", "contradicted": "contradicted", "not_found": "not_enough"}


def labelled(path: Path = CASES) -> Iterator[dict[str, str]]:
    """A row for each case with passages whose answer is a single claim."""
    for line in path.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        verdicts = [e["verdict"] for e in case["expected"]]
        if len(verdicts) != 1 or verdicts[0] not in NAMES or not case["passages"]:
            continue
        yield {
            "dataset": f"own_{case['kind']}",
            "split": "train",
            "id": case["id"],
            "evidence": "\n".join(p["text"] for p in case["passages"]),
            "claim": case["answer"],
            "label": NAMES[verdicts[0]],
            "raw_label": verdicts[0],
        }


def write(out: Path) -> None:
    """Four in five rows to `train.jsonl.xz`, the rest to `val.jsonl.xz` and `val_nli.jsonl.xz`."""
    out.mkdir(parents=True, exist_ok=True)
    rows = list(labelled())
    parts = {
        "train.jsonl.xz": [r for i, r in enumerate(rows) if i % 5],
        "val.jsonl.xz": rows[::5],
        "val_nli.jsonl.xz": rows[::5],
    }
    for name, part in parts.items():
        with lzma.open(out / name, "wt", encoding="utf-8") as lines:
            lines.writelines(json.dumps(row) + "\n" for row in part)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    write(parser.parse_args().out)


if __name__ == "__main__":
    main()
