"""What a small language model said about written passages: its form, and where it is held out."""

from __future__ import annotations

import json
import random
from collections import Counter

from training.spoken import FOLDER, LEAD_INS, build, build_led_in, spoken_rows
from training.written import is_held_out, sets

LINES = [
    json.loads(line)
    for path in sorted(FOLDER.glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


def test_every_line_has_its_form() -> None:
    """A set that there is, and claims that are no blanks, each once, with a known label."""
    known = {(subject, number) for subject, number, _ in sets()}
    assert LINES
    assert max(Counter((line["s"], line["n"]) for line in LINES).values()) == 1
    for line in LINES:
        place = (line["s"], line["n"])
        assert place in known
        claims = [claim for claim, _ in line["c"]]
        assert claims, place
        assert all(claim == " ".join(claim.split()) != "" for claim in claims), place
        assert len(set(claims)) == len(claims), place
        assert {label for _, label in line["c"]} <= set("scnu"), place


def test_claims_are_held_out_with_their_set() -> None:
    """What is said about passages that are kept for validation is kept too, and nothing is lost."""
    kept, others = spoken_rows(held_out=True), spoken_rows(held_out=False)
    assert kept
    assert len(kept) == sum(len(line["c"]) for line in LINES if is_held_out(line["n"]))
    assert len(kept) + len(others) == sum(len(line["c"]) for line in LINES)
    assert not {row.evidence for row in kept} & {row.evidence for row in others}


def test_pairs_are_of_the_sets_that_are_not_held_out() -> None:
    """As many as were asked for, the same for the same seed."""
    trained = {(row.claim, row.target) for row in spoken_rows(held_out=False)}
    pairs = build([], 50, random.Random(4))
    assert len(pairs) == 50
    assert {(pair.claim, pair.target) for pair in pairs} <= trained
    assert pairs == build([], 50, random.Random(4))


def test_lead_ins_do_not_tell_the_label() -> None:
    """Each of them stands before true and before false claims, nearly as often."""
    pairs = build_led_in([], 3000, random.Random(2))
    assert len(pairs) == 3000
    for lead in LEAD_INS:
        led = [pair for pair in pairs if pair.claim.startswith(f"{lead} ")]
        assert 0.35 < sum(pair.target == 0 for pair in led) / len(led) < 0.65, lead
