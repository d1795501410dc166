"""Claims about documents of the data folder: their form, and how they find their document."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

from training.retold import FOLDER, digest, retold_rows
from training.rows import Row
from training.written import HELD_OUT

LINES = [
    (path.stem, json.loads(line))
    for path in sorted(FOLDER.glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


def test_every_document_has_its_claims() -> None:
    """Each document once, each of its claims once, with a known label, about half supported."""
    assert LINES
    assert max(Counter((found["d"], found["e"]) for _, found in LINES).values()) == 1
    for name, found in LINES:
        place = (name, found["e"])
        assert set(found) == {"d", "e", "c"}, place
        assert found["d"] == name.removeprefix("answers-"), place
        claims = [claim.strip() for claim, _ in found["c"]]
        assert all(claims), place
        assert len(set(claims)) == len(claims) >= 6, place
        assert {label for _, label in found["c"]} <= set("scn"), place
    for answers, most in ((False, 0.02), (True, 0.08)):
        kind = [found for name, found in LINES if name.startswith("answers-") is answers]
        labels = Counter(label for found in kind for _, label in found["c"])
        assert abs(2 * labels["s"] - labels.total()) < most * labels.total()


def test_length_does_not_tell_the_label() -> None:
    """Claims of both kinds are equally long, within a word and a half of twenty."""
    lengths: dict[bool, list[int]] = {True: [], False: []}
    for _, found in LINES:
        for claim, label in found["c"]:
            lengths[label == "s"].append(len(claim.split()))
    means = {kind: sum(words) / len(words) for kind, words in lengths.items()}
    assert abs(means[True] - means[False]) < 1.5


def test_a_claim_is_put_beside_its_own_document(tmp_path: Path) -> None:
    """Found by data set and digest; a document that is not there has no claims; parts are apart."""
    rows = [Row("set", f"Document {n}.", "Some claim.", 0) for n in range(30)]
    random.Random(3).shuffle(rows)
    lines = [
        {"d": "set", "e": digest(f"Document {n}."), "c": [[f"Claim {n}.", "c"]]} for n in range(40)
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (tmp_path / "set.jsonl").write_text(text, encoding="utf-8")
    parts = [retold_rows(rows, held_out, tmp_path) for held_out in (False, True)]
    assert sorted(len(part) for part in parts) == [30 // HELD_OUT, 30 - 30 // HELD_OUT]
    for row in [row for part in parts for row in part]:
        assert row.evidence == row.claim.replace("Claim", "Document")
        assert (row.source, row.target) == ("retold_set", 2)
    (tmp_path / "set.jsonl").rename(tmp_path / "answers-set.jsonl")
    assert {row.source for row in retold_rows(rows, False, tmp_path)} == {"answers_set"}
