"""The written sets: their form, and that no shortcut tells their labels."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from statistics import mean

from training.rows import Row
from training.written import (
    HELD_OUT,
    PREMISE_WORDS,
    build,
    build_muddled,
    premise_of,
    sets,
    written_rows,
)

SETS = list(sets())
# The subjects named summary-... are as answers are in practice: mostly right, near the wording.
HARD = [one for one in SETS if not one[0].startswith("summary-")]


def test_every_set_has_its_form() -> None:
    """Passages and claims that are no blanks, each claim once, with a known label."""
    for subject, number, made in SETS:
        place = (subject, number)
        assert set(made) == {"t", "p", "c"}, place
        assert made["p"], place
        assert all(text.strip() for text in [made["t"], *made["p"]]), place
        claims = [claim.strip() for claim, _ in made["c"]]
        assert all(claims), place
        assert len(claims) >= 6, place
        assert len(set(claims)) == len(claims), place
        assert {label for _, label in made["c"]} <= set("scn"), place


def test_no_passage_is_in_two_sets() -> None:
    """So that nothing of what is held out is trained on."""
    passages = Counter(passage for _, _, made in SETS for passage in made["p"])
    assert [passage for passage, count in passages.items() if count > 1] == []


def test_half_of_the_claims_are_supported_and_no_shortcut_finds_them() -> None:
    """Not their length, and not the share of their words that stand in the passages."""
    length, shared = defaultdict(list), defaultdict(list)
    for _, _, made in HARD:
        known = set(re.findall(r"\w+", " ".join(made["p"]).casefold()))
        for claim, label in made["c"]:
            words = re.findall(r"\w+", claim.casefold())
            length[label == "s"].append(len(words))
            shared[label == "s"].append(mean(word in known for word in words))
    assert abs(len(length[True]) - len(length[False])) < 0.02 * len(length[True])
    assert abs(mean(length[True]) - mean(length[False])) < 1
    assert mean(shared[True]) < mean(shared[False])


def test_held_out_sets_are_apart() -> None:
    """Every claim is in one part, and the part held out is the smaller."""
    kept, held = (
        [*written_rows(held_out=part), *written_rows(held_out=part, muddled=True)]
        for part in (False, True)
    )
    assert len(kept) + len(held) == sum(len(made["c"]) for _, _, made in SETS)
    assert not {row.evidence for row in kept} & {row.evidence for row in held}
    assert abs(len(held) * HELD_OUT - len(kept) - len(held)) < 0.05 * len(kept)


def test_the_muddled_sets_are_a_series_of_their_own() -> None:
    """So that a recipe from before them is what it was."""
    names = [
        {example.source.partition("_")[0] for example in make([], 10**6, random.Random(1))}
        for make in (build, build_muddled)
    ]
    assert names == [{"written"}, {"muddled"}]


def test_premises_are_no_longer_than_the_model_reads() -> None:
    """All passages where they fit, else the widest window."""
    examples = build([], 200, random.Random(1))
    assert len(examples) == 200
    assert all(0 < len(e.premise.split()) <= PREMISE_WORDS for e in examples)
    long = Row("written_x", "The dam was built in 1931. " * 60, "The dam was built in 1931.", 0)
    assert len(premise_of(long, random.Random(1)).split()) <= PREMISE_WORDS
