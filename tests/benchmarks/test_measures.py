"""The arithmetic behind reported figures, and the benchmarks' own inputs."""

import json
import lzma
from pathlib import Path

import numpy as np
import pytest
from benchmarks.logistic import (
    area_under_curve,
    balanced_accuracy,
    balanced_weights,
    fit_logistic,
    fit_masked_softmax,
)
from benchmarks.rows import claims_of, read_rows
from benchmarks.texts import make_case

TRUTH = np.array([1.0, 1.0, 0.0, 0.0])


def test_area_counts_ties_half() -> None:
    """A tie between a positive and a negative is half a win."""
    assert area_under_curve(TRUTH, np.array([0.9, 0.5, 0.5, 0.1])) == 0.875


def test_area_of_one_outcome_is_no_number() -> None:
    """Without negatives there is nothing to be above."""
    assert np.isnan(area_under_curve(np.ones(3), np.arange(3.0)))


def test_balanced_accuracy_is_the_mean_of_recalls() -> None:
    """Half of the positives and all of the negatives give three quarters."""
    assert balanced_accuracy(TRUTH, np.array([True, False, False, False])) == 0.75


def test_balanced_weights_make_groups_count_alike() -> None:
    """Each outcome of each group weighs 1 in all."""
    weights = balanced_weights(["a", "a", "a", "b"], np.array([1.0, 1.0, 0.0, 0.0]))
    assert weights.tolist() == [0.5, 0.5, 1.0, 1.0]


def test_logistic_finds_the_direction() -> None:
    """A feature that goes with the outcome gets a positive weight, the constant stays near 0."""
    values = np.array([[1.0, 1.0], [1.0, 2.0], [1.0, -1.0], [1.0, -2.0]])
    constant, weight = fit_logistic(values, TRUTH, np.ones(4))
    assert weight > 1
    assert abs(constant) < 1e-6


def test_masked_softmax_learns_from_partial_labels() -> None:
    """A row that may be one of two classes is put into neither's opposite."""
    values = np.array([[1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [1.0, -1.0]])
    allowed = np.array([[1, 0, 0], [1, 0, 0], [0, 1, 1], [0, 1, 1]], dtype=np.float64)
    theta = fit_masked_softmax(values, allowed, np.ones(4), steps=200)
    logits = values @ theta.T
    assert logits[0].argmax() == 0
    assert logits[2].argmin() == 0


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.jsonl.xz"])
def test_rows_are_read_and_drawn(tmp_path: Path, name: str) -> None:
    """Plain and packed files give the same rows, at most `limit` a set, the same each time."""
    path = tmp_path / name
    rows = [
        {"dataset": d, "evidence": "e", "claim": str(i), "label": "supported"}
        for i in range(5)
        for d in "ba"
    ]
    opener = lzma.open if name.endswith("xz") else open
    with opener(path, "wt", encoding="utf-8") as file:
        file.write("\n".join(json.dumps(row) for row in rows))
    found = read_rows(path, 2)
    assert [row.dataset for row in found] == ["a", "a", "b", "b"]
    assert found == read_rows(path, 2)
    assert all(row.supported for row in found)


def test_claims_are_the_sentences_of_a_text() -> None:
    """Two sentences are two claims; text without any is one."""
    assert [c.text for c in claims_of("It rains. It pours.")] == ["It rains.", "It pours."]
    assert len(claims_of("...")) == 1


def test_cases_share_their_first_passages() -> None:
    """More passages do not change the answer, and another variant does."""
    answer, few = make_case(5, seed=1)
    same, many = make_case(20, seed=1)
    assert answer == same
    assert many[:5] == few
    assert make_case(5, seed=1, variant=1)[0] != answer
    assert all(100 <= len(passage.split()) <= 140 for passage in many)
