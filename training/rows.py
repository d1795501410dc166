"""Reading labelled rows and turning them into (premise, claim, target) examples."""

from __future__ import annotations

import fnmatch
import json
import lzma
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

LABELS = ("entailment", "neutral", "contradiction")
_SEPARATOR = "####SPECIAL####SEPARATOR####"  # left inside words by the FActScore pages
UNSUPPORTED = 3
"""Target of a row of a binary source: neutral or contradiction, nobody said which."""
UNLABELLED = -1
"""Target of a pair that nobody labelled: only a teacher's probabilities say something of it."""

TARGETS = {
    "supported": 0,
    "not_enough": 1,
    "contradicted": 2,
    "unsupported": UNSUPPORTED,
}


@dataclass(frozen=True, slots=True)
class Row:
    """One labelled row of a data file, in the common form of the data folder."""

    source: str
    evidence: str
    claim: str
    target: int


@dataclass(frozen=True, slots=True)
class Example:
    """One pair as the model sees it."""

    premise: str
    claim: str
    target: int
    source: str


def read_rows(path: Path, drop: Sequence[str] = ()) -> Iterator[Row]:
    """Rows of a `.jsonl.xz` file, leaving out data sets whose name matches a `drop` pattern."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            source = record["dataset"]
            if any(fnmatch.fnmatch(source, pattern) for pattern in drop):
                continue
            target = TARGETS[record["label"]]
            evidence = record["evidence"].replace(_SEPARATOR, "")
            yield Row(source, evidence, record["claim"], target)


def sample_rows(
    rows: Iterable[Row],
    caps: dict[str, int],
    seed: int,
    limit: int | None = None,
) -> list[Row]:
    """Shuffle rows and keep at most `caps[pattern]` of a source, and at most `limit` overall.

    A cap applies to each source that matches its pattern, so that one big source
    (SNLI, the SQuAD statements) cannot drown the small ones.
    """
    pool = list(rows)
    random.Random(seed).shuffle(pool)
    seen: dict[str, int] = {}
    kept: list[Row] = []
    for row in pool:
        cap = next((n for p, n in caps.items() if fnmatch.fnmatch(row.source, p)), None)
        count = seen.get(row.source, 0)
        if cap is not None and count >= cap:
            continue
        seen[row.source] = count + 1
        kept.append(row)
        if limit is not None and len(kept) >= limit:
            break
    return kept
