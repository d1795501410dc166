"""What the labelled scores show: counted right, at every threshold and in every kind."""

from __future__ import annotations

import json
import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.calibration import Trial
from entailed.calibration.curves import reliability, separation, strata, threshold_curve

from .populations import population

some_pairs = st.lists(
    st.tuples(st.integers(0, 20).map(lambda i: i / 20), st.booleans()), max_size=50
)


@given(some_pairs)
def test_bins_part_all_claims_and_never_equal_probabilities(pairs):
    """In rising order, each claim once."""
    found = reliability([p for p, _ in pairs], [label for _, label in pairs])
    if not pairs:
        assert found is None
        return
    assert sum(b.rows for b in found.bins) == len(pairs)
    assert sum(b.supported for b in found.bins) == sum(label for _, label in pairs)
    ends = [(b.low, b.high) for b in found.bins]
    assert all(before[1] < after[0] for before, after in pairwise(ends))


def test_true_probabilities_are_reliable():
    """Drawn by their own probability, they have a small error; turned round, a large one."""
    dice = random.Random(1)
    values = [dice.random() for _ in range(4000)]
    labels = [dice.random() < p for p in values]
    assert reliability(values, labels).error < 0.03
    assert reliability([1 - p for p in values], labels).error > 0.4
    assert reliability(values, labels).brier == pytest.approx(1 / 6, abs=0.01)


@given(some_pairs)
def test_separation_is_the_share_of_pairs_in_order(pairs):
    """Ties count half; the brute force of all pairs says the same."""
    good = [s for s, label in pairs if label]
    bad = [s for s, label in pairs if not label]
    found = separation(pairs)
    if not good or not bad:
        assert found is None
        return
    wins = sum((g > b) + 0.5 * (g == b) for g in good for b in bad)
    assert found == pytest.approx(wins / len(good) / len(bad))


def test_the_curve_counts_what_passes():
    """At each of its thresholds; both ends are there."""
    trials = population(500)
    curve = threshold_curve(trials)
    assert len(curve.points) <= 201
    for point in curve.points[:-1]:
        passed = [t for t in trials if t.passes(point.threshold)]
        assert point.supported == sum(t.supported for t in passed)
        assert point.unsupported == sum(not t.supported for t in passed)
    ends = curve.points[0], curve.points[-1]
    settled = sum(t.settled is True for t in trials)
    assert ends[0].supported + ends[0].unsupported == len(trials) - sum(
        t.settled is False for t in trials
    )
    assert ends[1].supported + ends[1].unsupported == settled


def test_shares_of_a_curve_agree_with_one_another():
    """Precision is one minus risk; nothing passing has neither."""
    trials = [
        Trial(True, score=0.9),
        Trial(True, score=0.6),
        Trial(False, score=0.7),
        Trial(False, score=0.2),
    ]
    curve = threshold_curve(trials)
    assert curve.risk_coverage() == ((1.0, 0.5), (1.0, 0.5), (0.75, 1 / 3), (0.5, 0.5), (0.25, 0.0))
    assert curve.precision_recall()[2] == (1.0, pytest.approx(2 / 3))
    last = curve.to_dict()["points"][-1]
    assert (last["coverage"], last["risk"], last["precision"]) == (0.0, None, None)
    json.dumps(curve.to_dict(), allow_nan=False)


def test_strata_count_by_kind():
    """A claim may be of several kinds; shares without claims are None, never 0."""
    trials = [
        Trial(True, score=0.9, strata=("numeric", "negated")),
        Trial(True, score=0.1, strata=("numeric",)),
        Trial(False, settled=True, strata=("numeric",)),
        Trial(False, score=0.4),
    ]
    rows = {row.name: row.to_dict() for row in strata(trials, 0.5)}
    assert list(rows) == ["all", "negated", "numeric"]
    assert rows["all"]["share_of_unsupported_passed"]["value"] == 0.5
    assert rows["numeric"]["share_of_supported_flagged"]["value"] == 0.5
    assert rows["negated"]["share_of_unsupported_passed"] is None
