"""Intervals: known values, and how often they hold the truth."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.evaluation.intervals import Interval, effective_size, percentile, share, wilson

COUNTS = st.lists(
    st.integers(0, 6).flatmap(lambda m: st.tuples(st.integers(0, m), st.just(m))), max_size=30
)


def test_wilson_gives_the_published_values():
    """Newcombe 1998, table I: 81 of 263, and 0 of 20."""
    assert wilson(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0.0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)


def test_clusters_of_one_are_independent_trials():
    """Then the interval is Wilson's own."""
    hits = [1] * 3 + [0] * 37
    assert effective_size(hits, [1] * 40) == pytest.approx(40)


def test_claims_that_fall_together_count_as_one():
    """Ten answers of ten claims each, all right or all wrong, are no more than ten trials."""
    assert 6 < effective_size([10] * 3 + [0] * 7, [10] * 10) <= 10


def test_without_variance_each_cluster_counts_once():
    """That nothing went wrong in 120 claims of 40 answers is known as of 40."""
    assert share([0] * 40, [3] * 40).high == pytest.approx(wilson(0, 40)[1])


def test_no_trial_is_no_share():
    """Nothing is not zero."""
    assert share([], []) is None
    assert share([0, 0], [0, 0]) is None


@given(COUNTS)
def test_a_share_lies_in_its_interval(counts):
    """Whatever the counts, and never outside [0, 1]."""
    made = share([hit for hit, _ in counts], [size for _, size in counts])
    if made is not None:
        assert 0 <= made.low <= made.value <= made.high <= 1


@pytest.mark.parametrize(("clusters", "rate", "alike"), [(20, 0.1, 0.3), (60, 0.05, 0.1)])
def test_the_interval_holds_the_truth_about_as_often_as_it_says(clusters, rate, alike):
    """Claims of an answer that go wrong together, strongly in the first case; 1,000 draws."""
    random = np.random.default_rng(7)
    a, b = rate * (1 / alike - 1), (1 - rate) * (1 / alike - 1)
    held = 0
    for _ in range(1000):
        sizes = random.poisson(3, clusters) + 1
        hits = random.binomial(sizes, random.beta(a, b, clusters))
        made = share(list(hits), list(sizes))
        held += made.low <= rate <= made.high
    assert held >= 905


def test_a_percentile_has_limits_only_where_the_sample_has_them():
    """The 95th of twenty values has no upper limit."""
    made = percentile(list(range(20)), 0.95)
    assert made.high is None
    assert made.low == 16
    assert percentile([], 0.5) is None
    assert percentile([4.0], 0.5) == Interval(4.0, None, None)


def test_the_limits_of_the_median_are_the_known_ranks():
    """For 60 values ranks 22 and 39 (binomial tables)."""
    made = percentile([float(n) for n in range(1, 61)], 0.5)
    assert (made.low, made.high) == (22.0, 39.0)
