"""Exact binomial statements, against scipy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from entailed.calibration.bounds import (
    at_most,
    fewest_rows,
    interval,
    most_allowed,
    rows_for,
    upper_limit,
)

shares = st.floats(0.001, 0.999)


@given(st.integers(0, 3000), st.integers(-1, 3001), shares)
def test_the_tail_is_that_of_scipy(rows, count, share):
    """Also far out, where it is tiny."""
    expected = stats.binom.cdf(count, rows, share) if rows or count >= 0 else 0.0
    assert at_most(count, rows, share) == pytest.approx(expected, rel=1e-7, abs=1e-12)


def test_the_tail_of_many_rows_is_that_of_scipy():
    """A hundred thousand rows."""
    for count in (4_800, 5_000, 5_200):
        expected = stats.binom.cdf(count, 100_000, 0.05)
        assert at_most(count, 100_000, 0.05) == pytest.approx(expected, rel=1e-7)


def test_the_tail_at_the_ends():
    """A share of 0 never happens, a share of 1 always."""
    assert (at_most(0, 5, 0.0), at_most(4, 5, 1.0), at_most(5, 5, 1.0)) == (1.0, 0.0, 1.0)
    with pytest.raises(ValueError, match="expected rows >= 0"):
        at_most(1, 5, 1.5)


@given(st.integers(0, 400), st.floats(0.01, 0.6), st.floats(0.001, 0.3))
def test_most_allowed_is_the_last_count_that_convinces(rows, limit, doubt):
    """One more would not."""
    count = most_allowed(rows, limit, doubt)
    assert -1 <= count <= rows
    assert count == -1 or at_most(count, rows, limit) <= doubt
    assert count == rows or at_most(count + 1, rows, limit) > doubt


@given(st.floats(0.005, 0.5), st.floats(0.001, 0.3))
def test_fewest_rows_are_just_enough(limit, doubt):
    """Without any event; one row less is not."""
    rows = fewest_rows(limit, doubt)
    assert most_allowed(rows, limit, doubt) >= 0
    assert rows == 1 or most_allowed(rows - 1, limit, doubt) == -1


def test_fewest_rows_of_the_usual_aim():
    """The rule of three: 59 rows for 5 % at 95 %."""
    assert fewest_rows(0.05, 0.05) == 59


@given(st.integers(1, 500), st.data())
def test_limits_are_those_of_clopper_and_pearson(rows, data):
    """Two-sided and one-sided."""
    count = data.draw(st.integers(0, rows))
    expected = stats.binomtest(count, rows).proportion_ci(0.95, "exact")
    assert interval(count, rows) == pytest.approx((expected.low, expected.high), abs=1e-9)
    one_sided = stats.binomtest(count, rows, alternative="less").proportion_ci(0.9, "exact")
    assert upper_limit(count, rows, 0.1) == pytest.approx(one_sided.high, abs=1e-9)


def test_no_rows_say_nothing():
    """The interval is everything."""
    assert (interval(0, 0), upper_limit(0, 0, 0.05)) == ((0.0, 1.0), 1.0)


def test_rows_for_reach_their_power():
    """With that many rows the proof succeeds four times in five, counted from the distribution."""
    rows = rows_for(0.02, 0.05, 0.05, power=0.8)
    assert rows is not None
    reached = stats.binom.cdf(most_allowed(rows, 0.05, 0.05), rows, 0.02)
    assert reached >= 0.8
    assert rows < 400


def test_no_number_of_rows_proves_what_is_not_so():
    """A share at or above its limit."""
    assert rows_for(0.05, 0.05, 0.05) is None
