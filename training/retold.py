"""Claims written for this project beside documents of the data folder (`retold/*.jsonl`).

A line is one document's claims: `{"d": data set, "e": digest of the evidence, "c": [[claim,
"s" | "c" | "n"], ...]}`. The documents are not in this repository; they are found again among the
rows of the source's file. The claims come from a language model that read the document and was
told to write what answers and summaries say, rightly and wrongly; none is copied. In files named
`answers-...` they are sentences of answers as two assistants would give them, one careful and one
from memory, not written to be hard.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Sequence
from pathlib import Path

from training.rows import Example, Row
from training.written import TARGETS, is_held_out, pairs

FOLDER = Path(__file__).parent / "retold"


def digest(evidence: str) -> str:
    """16 hexadecimal digits that tell a document."""
    return hashlib.blake2b(evidence.encode(), digest_size=8).hexdigest()


def retold_rows(rows: Sequence[Row], held_out: bool, folder: Path = FOLDER) -> list[Row]:
    """A row for each claim about a document that is among the evidence of `rows`.

    Every so many documents are kept for validation, as with the written sets.
    """
    documents = {(row.source, digest(row.evidence)): row.evidence for row in rows}
    told: list[Row] = []
    for path in sorted(folder.glob("*.jsonl")):
        kind = "answers" if path.stem.startswith("answers-") else "retold"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            found = json.loads(line)
            evidence = documents.get((found["d"], found["e"]))
            if evidence is None or held_out != is_held_out(number):
                continue
            source = f"{kind}_{found['d']}"
            told += [Row(source, evidence, claim, TARGETS[label]) for claim, label in found["c"]]
    return told


def build(rows: Sequence[Row], count: int, rng: random.Random) -> list[Example]:
    """Up to `count` pairs of the documents that are not held out."""
    return pairs(retold_rows(rows, held_out=False), count, rng)
