"""Claims written for this project beside passages written for it, by subject (`written/*.jsonl`).

A line is a set: `{"t": topic, "p": [passage, ...], "c": [[claim, "s" | "c" | "n"], ...]}`, labels
for supported, contradicted and neutral. Supported claims use other words than the passage, and
the others its words, so that counting shared words does not tell them apart; but for subjects
named `summary-...`, which are as answers are in practice, and `muddled-...` (a series of its own),
which are what small language models make of an organisation's papers: words of the passages put
together wrongly, beside true sentences. The texts come from a language model that
was told so, and were read in samples; nothing is copied from anywhere.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from training.premises import cut_words, premise_windows
from training.rows import Example, Row

FOLDER = Path(__file__).parent / "written"
TARGETS = {"s": 0, "n": 1, "c": 2}
HELD_OUT = 12  # every so many sets are kept for validation
PREMISE_WORDS = 130


def sets(folder: Path = FOLDER) -> Iterator[tuple[str, int, dict]]:
    """Every set with its subject and its number there; in a fixed order."""
    for path in sorted(folder.glob("*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            yield path.stem, number, json.loads(line)


def is_held_out(number: int) -> bool:
    """Whether a subject's set of this number is kept for validation."""
    return number % HELD_OUT == HELD_OUT - 1


def is_muddled(subject: str) -> bool:
    """Whether a subject belongs to the muddled series."""
    return subject.startswith("muddled-")


def written_rows(held_out: bool, *, muddled: bool = False, folder: Path = FOLDER) -> list[Row]:
    """A row for each claim of one series: of the sets held out, or of the others."""
    series = "muddled" if muddled else "written"
    return [
        Row(f"{series}_{subject}", "\n".join(found["p"]), claim, TARGETS[label])
        for subject, number, found in sets(folder)
        if held_out == is_held_out(number) and muddled == is_muddled(subject)
        for claim, label in found["c"]
    ]


def premise_of(row: Row, rng: random.Random) -> str:
    """All passages, now and then the widest window of the aligner, as the model will read both.

    A narrower window may leave out what a supported claim rests on.
    """
    if len(row.evidence.split()) <= PREMISE_WORDS and rng.random() < 0.6:
        return row.evidence
    widest = max(premise_windows(row.evidence, row.claim), key=lambda w: len(w.split()))
    return cut_words(widest, PREMISE_WORDS)


def build(_rows: Sequence[Row], count: int, rng: random.Random) -> list[Example]:
    """Up to `count` pairs of the sets that are not held out, the muddled ones aside."""
    return pairs(written_rows(held_out=False), count, rng)


def build_muddled(_rows: Sequence[Row], count: int, rng: random.Random) -> list[Example]:
    """Up to `count` pairs of the muddled sets that are not held out."""
    return pairs(written_rows(held_out=False, muddled=True), count, rng)


def pairs(rows: list[Row], count: int, rng: random.Random) -> list[Example]:
    """Up to `count` of the rows, drawn, as pairs; the rows are put in another order."""
    rng.shuffle(rows)
    return [Example(premise_of(r, rng), r.claim, r.target, r.source) for r in rows[:count]]
