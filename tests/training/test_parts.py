"""Parts of training that need no model: figures, batches, premises, minimal pairs."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("torch")

import torch
from training.batches import BUCKETS, Encoded, plan
from training.corruptions.build import corrupt
from training.figures import area_under_curve, balanced_accuracy
from training.model import marked, mixed_loss
from training.premises import premise_windows
from training.rows import TARGETS, UNSUPPORTED, Row

PASSAGE = (
    "The Orwell bridge opened in 1982 and carries 60,000 vehicles a day. It is 1,287 metres long. "
    "Anna Lind designed the northern span, which was finished in March. "
    "Repairs may be needed before 2030. All lorries above 40 tonnes are forbidden on Sundays."
)


def test_tokens_of_both_sides_are_marked() -> None:
    """A token that stands on both sides gets its side's segment plus two."""
    ids = torch.tensor([[101, 7, 8, 102, 8, 9, 102, 0]])
    segments = torch.tensor([[0, 0, 0, 0, 1, 1, 1, 0]])
    assert marked(ids, segments).tolist() == [[0, 0, 2, 2, 3, 1, 3, 0]]


def test_unsupported_rows_are_scored_against_entailment_alone() -> None:
    """The loss of a row of a binary source does not depend on how the rest is divided."""
    one = torch.log(torch.tensor([[0.2, 0.7, 0.1]]))
    other = torch.log(torch.tensor([[0.2, 0.1, 0.7]]))
    target = torch.tensor([UNSUPPORTED])
    assert mixed_loss(one, target).item() == pytest.approx(-np.log(0.8), abs=1e-5)
    assert mixed_loss(one, target).item() == pytest.approx(mixed_loss(other, target).item())


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=2, max_size=40))
def test_area_under_curve_counts_ordered_pairs(items: list[tuple[int, bool]]) -> None:
    """The area is the share of (supported, unsupported) pairs in the right order."""
    scores = np.array([float(s) for s, _ in items])
    truth = np.array([t for _, t in items])
    if truth.all() or not truth.any():
        return
    pairs = [(a, b) for a in scores[truth] for b in scores[~truth]]
    expected = sum(1.0 if a > b else 0.5 if a == b else 0.0 for a, b in pairs) / len(pairs)
    assert area_under_curve(scores, truth) == pytest.approx(expected)


def test_balanced_accuracy_counts_both_outcomes_alike() -> None:
    """One of two supported accepted, one of one unsupported refused."""
    scores, truth = np.array([0.9, 0.1, 0.2]), np.array([True, True, False])
    assert balanced_accuracy(scores, truth, 0.5) == 0.75


@given(st.lists(st.integers(3, BUCKETS[-1]), max_size=60), st.integers(0, 3))
def test_every_pair_is_in_one_batch(lengths: list[int], seed: int) -> None:
    """The plan holds each pair once and keeps batches within the token budget."""
    pairs = [Encoded(np.zeros(n, dtype=np.int32), 2, 0) for n in lengths]
    batches = plan(pairs, 512, seed, short_first=0.3)
    assert sorted(i for batch in batches for i in batch) == list(range(len(pairs)))
    assert all(len(b) * max(len(pairs[i].ids) for i in b) <= 512 for b in batches)


def test_premises_are_whole_sentences_of_the_evidence() -> None:
    """The windows come from the product's aligner, the best sentence first."""
    windows = premise_windows(PASSAGE, "The bridge is 1,287 metres long.")
    assert windows[0] == "It is 1,287 metres long."
    assert all(part in PASSAGE for w in windows for part in w.split(". "))


def test_minimal_pairs_share_a_premise_and_differ_in_label() -> None:
    """Every edited claim stands beside one that follows from the same premise."""
    row = Row("set", PASSAGE, "", TARGETS["supported"])
    found = [e for seed in range(20) for e in corrupt([row], 20, random.Random(seed))]
    kinds = {e.source for e in found}
    assert {"made_number", "made_true"} <= kinds
    for example in found:
        if example.source == "made_true":
            assert example.target == TARGETS["supported"]
        if example.source in ("made_number", "made_antonym", "made_month"):
            assert example.target == TARGETS["contradicted"]
            assert example.claim not in PASSAGE
