"""Claims beside passages that are about something else, mostly of the same sort.

All other false claims are made to be near their passages, so a model trained on them alone is
unsure of a claim that the passages do not touch. Claims are those of `training/written`, whatever
their label there; the passages are another set's, most often of the same subject, as a search gives
them. Names, figures and events are invented in every set, so nothing of one follows from another.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from training.rows import Example, Row
from training.written import FOLDER, TARGETS, is_held_out, premise_of, sets

SAME_SUBJECT = 0.75


def stranger_rows(
    held_out: bool, count: int, rng: random.Random, folder: Path = FOLDER
) -> list[Row]:
    """`count` rows, neutral all of them: of the sets held out, or of the others."""
    by_subject: dict[str, list[dict]] = defaultdict(list)
    for subject, number, found in sets(folder):
        if held_out == is_held_out(number):
            by_subject[subject].append(found)
    subjects = [s for s, members in by_subject.items() if len(members) > 1]
    rows: list[Row] = []
    while len(rows) < count and subjects:
        subject = rng.choice(subjects)
        own = rng.choice(by_subject[subject])
        near = subject if rng.random() < SAME_SUBJECT else rng.choice(subjects)
        other = rng.choice(by_subject[near])
        if other is own:
            continue
        claim, _ = rng.choice(own["c"])
        rows.append(Row(f"strangers_{near}", "\n".join(other["p"]), claim, TARGETS["n"]))
    return rows


def build(_rows: Sequence[Row], count: int, rng: random.Random) -> list[Example]:
    """`count` pairs of the sets that are not held out."""
    rows = stranger_rows(held_out=False, count=count, rng=rng)
    return [Example(premise_of(r, rng), r.claim, r.target, r.source) for r in rows]
