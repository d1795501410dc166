"""Parts of training that need no model: figures, batches, premises, minimal pairs."""

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("torch")

import torch
from training.batches import BUCKETS, Encoded, plan
from training.corruptions.build import corrupt
from training.figures import area_under_curve, balanced_accuracy
from training.model import distilled_loss, marked, mixed_loss
from training.premises import premise_windows, split_sentences
from training.rows import TARGETS, UNLABELLED, UNSUPPORTED, Row
from training.teaching import Lessons, mean_lessons, mined, read_lessons, write_lessons
from training.unlabelled import build as build_unlabelled

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


def test_an_unlabelled_pair_learns_from_the_teacher_alone() -> None:
    """Its loss is the cross entropy to the teacher; a labelled pair without teacher has its own."""
    logits = torch.tensor([[1.0, 0.0, -1.0], [0.5, 0.2, 0.1]])
    targets = torch.tensor([UNLABELLED, 2])
    soft = torch.tensor([[0.7, 0.2, 0.1], [0.0, 0.0, 0.0]])
    log_probs = logits.log_softmax(dim=-1)
    expected = (-(soft[0] * log_probs[0]).sum() - log_probs[1, 2]) / 2
    assert distilled_loss(logits, targets, soft, 0.6).item() == pytest.approx(expected.item())


def test_labels_and_teacher_share_the_loss_of_a_labelled_pair() -> None:
    """The share goes from the labels alone to the teacher alone."""
    logits = torch.tensor([[1.0, 0.0, -1.0]])
    targets, soft = torch.tensor([UNSUPPORTED]), torch.tensor([[0.7, 0.2, 0.1]])
    label = mixed_loss(logits, targets).item()
    teacher = -(soft * logits.log_softmax(dim=-1)).sum().item()
    for share in (0.0, 0.25, 1.0):
        loss = distilled_loss(logits, targets, soft, share).item()
        assert loss == pytest.approx((1 - share) * label + share * teacher)


def test_a_pair_without_label_and_teacher_counts_nothing() -> None:
    """It moves no weight."""
    logits = torch.tensor([[1.0, 0.0, -1.0]], requires_grad=True)
    distilled_loss(logits, torch.tensor([UNLABELLED]), torch.zeros(1, 3), 0.5).backward()
    assert logits.grad is not None
    assert logits.grad.abs().max() == 0


@given(st.lists(st.integers(0, 2**64 - 1), unique=True, max_size=20), st.integers(0, 2**64 - 1))
def test_lessons_are_found_by_key(keys: list[int], stranger: int) -> None:
    """Every scored pair gets its own probabilities, any other none, also after a merge."""
    chances = np.arange(3 * len(keys), dtype=np.float32).reshape(-1, 3)
    half = len(keys) // 2
    none = Lessons(np.zeros(0, dtype=np.uint64), np.zeros((0, 3), dtype=np.float32))
    lessons = none.joined(keys[half:], chances[half:]).joined(keys[:half], chances[:half])
    for key, row in zip(keys, chances, strict=True):
        (found,) = lessons.of([key])
        assert found is not None
        assert found.tolist() == row.tolist()
    assert lessons.of([stranger])[0] is None or stranger in keys


def test_hard_pairs_are_those_whose_label_a_model_does_not_believe() -> None:
    """By the label's probability, of a binary row by that of not being entailed."""
    chances = np.array([[0.2, 0.7, 0.1], [0.9, 0.05, 0.05]], dtype=np.float32)
    none = Lessons(np.zeros(0, dtype=np.uint64), np.zeros((0, 3), dtype=np.float32))
    said = none.joined([1, 2], chances)
    ids = np.zeros(3, dtype=np.int32)
    hard = {
        (key, target)
        for key in (1, 2, 3)
        for target in (0, 1, 2, UNSUPPORTED, UNLABELLED)
        if mined([Encoded(ids, 1, target, key)], said, 0.5)
    }
    assert hard == {(1, 0), (1, 2), (2, 1), (2, 2), (2, UNSUPPORTED)}


def test_lessons_survive_a_file(tmp_path: Path) -> None:
    """What is read is what was written, to half precision."""
    none = read_lessons(tmp_path / "missing.npz")
    lessons = none.joined([5, 3], np.array([[0.5, 0.25, 0.25], [0.1, 0.2, 0.7]]))
    write_lessons(lessons, tmp_path / "lessons.npz")
    found = read_lessons(tmp_path / "lessons.npz")
    assert found.keys.tolist() == [3, 5]
    assert found.chances == pytest.approx(lessons.chances, abs=1e-3)


def test_several_teachers_are_averaged_where_all_were_asked() -> None:
    """The mean of their probabilities, for the pairs that every one of them judged."""
    none = Lessons(np.zeros(0, dtype=np.uint64), np.zeros((0, 3), dtype=np.float32))
    one = none.joined([5, 3, 9], np.array([[0.5, 0.25, 0.25], [0.1, 0.2, 0.7], [1, 0, 0]]))
    other = none.joined([3, 5, 7], np.array([[0.3, 0.2, 0.5], [0.7, 0.05, 0.25], [0, 1, 0]]))
    both = mean_lessons([one, other])
    assert both.keys.tolist() == [3, 5]
    assert both.chances == pytest.approx(np.array([[0.2, 0.2, 0.6], [0.6, 0.15, 0.25]]))


def test_unlabelled_pairs_have_no_target_and_real_premises() -> None:
    """Each is a claim against whole sentences of some passage, none twice."""
    rows = [
        Row("set", PASSAGE, "The bridge opened in 1982.", 0),
        Row("set", PASSAGE.replace("Orwell", "Thames").replace("1982", "1990"), "It opened.", 1),
    ]
    found = build_unlabelled(rows, 40, random.Random(1))
    assert {e.target for e in found} == {UNLABELLED}
    assert {e.source for e in found} >= {"asked_own", "asked_rest", "asked_near"}
    assert len({(e.premise, e.claim) for e in found}) == len(found)
    said = " ".join(row.evidence for row in rows)
    assert all(part in said for e in found for part in split_sentences(e.premise))
