"""What a real small language model said about passages of `training/written`, with labels.

A line of `spoken/*.jsonl` is `{"s": subject, "n": number, "c": [[claim, label], ...]}`: the set of
that subject and number holds the passages, and is kept for validation or not as there. The claims
are those of 400 answers by SmolLM2-135M-Instruct (Apache-2.0) to questions about the passages, half
of them greedy and half drawn at temperature 0.7, as the package's own extractor cuts them; what
stands in a passage word for word is left out. Nobody made these errors up, and hardly one in
a hundred is true.

Labels `s`, `n` and `c` are of claims that were read beside their passages: all that the package
then supported, and three quarters of the answers whole; what could not be judged, or was judged
otherwise by a second reader, was left out. `u` (unsupported, in one way or the other) are claims
that were not read: the package gave them less than a quarter, and of 585 that were read and had so
little one was supported.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from training.rows import UNSUPPORTED, Example, Row
from training.written import FOLDER as SETS
from training.written import TARGETS, is_held_out, pairs, sets, written_rows

FOLDER = Path(__file__).parent / "spoken"
LABELS = {**TARGETS, "u": UNSUPPORTED}
LEAD_INS = (
    "The article says that",
    "The text states that",
    "The passage mentions that",
    "It also mentions that",
    "The document says that",
    "According to the text,",
    "According to the sources,",
    "It is true that",
    "This means that",
    "The sources show that",
    "The report suggests that",
    "In this case,",
    "In short,",
    "Yes,",
)


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
        Row(f"spoken_{line['s']}", passages[line["s"], line["n"]], claim, LABELS[label])
        for line in lines
        if held_out == is_held_out(line["n"])
        for claim, label in line["c"]
    ]


def build(_rows: Sequence[Row], count: int, rng: random.Random) -> list[Example]:
    """Up to `count` pairs about the sets that are not held out."""
    return pairs(spoken_rows(held_out=False), count, rng)


def build_led_in(_rows: Sequence[Row], count: int, rng: random.Random) -> list[Example]:
    """Up to `count` claims of the muddled sets after words with which models lead in.

    True and false ones alike, so that the manner of speaking does not tell them apart.
    """
    drawn = pairs(written_rows(held_out=False, muddled=True), count, rng)
    return [replace(pair, claim=_led_in(pair.claim, rng), source="led_in") for pair in drawn]


def _led_in(claim: str, rng: random.Random) -> str:
    """The claim as a clause; a small letter at its start only before a common word."""
    first, _, rest = claim.partition(" ")
    if first.lower() in {"the", "a", "an", "it", "if", "in", "no", "all", "for", "who", "there"}:
        claim = f"{first.lower()} {rest}"
    return f"{rng.choice(LEAD_INS)} {claim}"
