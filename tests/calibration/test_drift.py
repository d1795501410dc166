"""Drift: found where there is some, not found where there is none, and said with the sizes."""

from __future__ import annotations

import random

import pytest
from scipy import stats

from entailed.calibration import Sample
from entailed.calibration.drift import compare


def sample(size, a=2.0, b=2.0, seed=0, passed=0, failed=0):
    """Beta-distributed scores, and claims that rules decided."""
    dice = random.Random(seed)
    scores = tuple(sorted(dice.betavariate(a, b) for _ in range(size)))
    return Sample(scores, size, passed, failed)


def test_samples_without_drift_are_alike_though_the_rule_of_thumb_would_cry_wolf():
    """Of 60 comparisons of small samples from one source at most 4 may be called shifted: so many
    come in one of 400 tests. The index alone is above 0.1 in more than half of them.
    """
    found = [
        compare(
            sample(150, seed=2 * i, passed=30, failed=20),
            sample(60, seed=2 * i + 1, passed=12, failed=8),
        )
        for i in range(60)
    ]
    assert sum(d.state != "alike" for d in found) <= 4
    assert sum(d.psi.value > 0.1 for d in found) > 30


@pytest.mark.parametrize(
    "recent",
    [sample(300, 1.2, 3.0, seed=5), sample(300, seed=5, passed=10, failed=300)],
    ids=["lower scores", "more claims that fail a check"],
)
def test_a_shift_is_found(recent):
    """Of the scores, or of the ways in which claims are decided."""
    found = compare(sample(400, seed=1, passed=60, failed=60), recent)
    assert found.state == "shifted"
    assert "label recent ones and calibrate again" in found.words


def test_a_small_shift_in_many_claims_is_called_slight():
    """Sure, but no reason to act."""
    found = compare(sample(20_000, seed=1), sample(20_000, 2.1, 2.0, seed=2))
    assert found.state == "slight"
    assert found.ks.value < 0.1


def test_few_claims_say_nothing():
    """Not "no drift"."""
    found = compare(sample(400, seed=1), sample(12, seed=2))
    assert found.state == "too_few"
    assert found.ks is None
    assert "12 recent claims" in found.words


def test_the_smallest_visible_shift_is_said():
    """No sign of drift in 60 claims is not the same as in 6000."""
    words = compare(sample(200, seed=1), sample(60, seed=2)).words
    assert "would not show" in words
    assert "60 recent claims" in words


@pytest.mark.parametrize(("first", "second"), [((300, 1), (200, 2)), ((80, 3), (500, 4))])
def test_the_distance_is_that_of_scipy(first, second):
    """The statistic to the digit, the p-value as the asymptotic one goes."""
    one, two = sample(first[0], seed=first[1]), sample(second[0], 2.4, 2.0, seed=second[1])
    expected = stats.ks_2samp(one.scores, two.scores)
    found = compare(one, two).ks
    assert found.value == pytest.approx(expected.statistic)
    assert found.p_value == pytest.approx(expected.pvalue, rel=0.15, abs=0.01)


def test_the_p_value_of_the_index_is_near_that_of_chi_square():
    """For large samples the index times n m / (n + m) is chi-square distributed."""
    one, two = sample(3000, seed=11), sample(3000, seed=12)
    found = compare(one, two).psi
    expected = stats.chi2.sf(found.value * 1500, 9)
    assert found.p_value == pytest.approx(expected, abs=0.03)


def test_the_comparison_is_deterministic_and_writes_no_scores():
    """The same samples give the same result; its JSON has counts, not claims."""
    one, two = sample(100, seed=1), sample(100, seed=2)
    assert compare(one, two) == compare(one, two)
    data = compare(one, two).to_dict()
    assert data["recent"] == {"scored": 100, "passed": 0, "failed": 0}
    assert data["words"].startswith("No sign of drift")


def test_a_sample_of_many_scores_is_thinned_evenly():
    """Two thousand stand for all; the ends are kept."""
    from entailed.calibration.result import _thinned

    kept = _thinned([i / 10_000 for i in range(10_001)])
    assert (len(kept), kept[0], kept[-1]) == (2000, 0.0, 1.0)
    assert kept[1000] == pytest.approx(0.5, abs=0.001)
