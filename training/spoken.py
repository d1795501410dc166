"""What a real small language model said about passages of `training/written`, with labels.

A line of `spoken/*.jsonl` is `{"s": subject, "n": number, "c": [[claim, "s" | "c" | "n"], ...]}`:
the set of that subject and number holds the passages, and is kept for validation or not as there.
The claims are those of answers by SmolLM2-135M-Instruct (Apache-2.0) to questions about the
passages, as the package's own extractor cuts them; the labels are by a language model that read
passages and claims, checked in samples. Unlike all other sets nobody made these errors up.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

from training.rows import Example, Row
from training.written import FOLDER as SETS
from training.written import TARGETS, is_held_out, premise_of, sets

FOLDER = Path(__file__).parent / "spoken"


def spoken_rows(held_out: bool, folder: Path = FOLDER, written: Path = SETS) -> list[Row]:
    """A row for each claim about the sets held out, or about the others."""
    passages = {
        (subject, number): "\n".join(found["p"]) for subject, number, found in sets(written)
    }
    lines = [
        json.loads(line)
        for path in sorted(folder.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    return [
        Row(f"spoken_{line['s']}", passages[line["s"], line["n"]], claim, TARGETS[label])
        for line in lines
        if held_out == is_held_out(line["n"])
        for claim, label in line["c"]
    ]


def build(_rows: Sequence[Row], count: int, rng: random.Random) -> list[Example]:
    """Up to `count` pairs about the sets that are not held out."""
    rows = spoken_rows(held_out=False)
    rng.shuffle(rows)
    return [Example(premise_of(r, rng), r.claim, r.target, r.source) for r in rows[:count]]
