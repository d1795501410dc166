"""Maps from score to probability: fitted right, chosen by what they do on unseen labels."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from entailed.calibration import ProbabilityMap, fit_probability
from entailed.calibration.probability import METHODS, cross_fitted, fit_map, log_loss

labelled = st.lists(
    st.tuples(st.integers(1, 99).map(lambda i: i / 100), st.booleans()), min_size=1, max_size=60
)


def sampled(true, size=400, seed=0):
    """Scores spread evenly, with labels by the probability that `true` gives a score."""
    dice = random.Random(seed)
    scores = [dice.random() for _ in range(size)]
    return [(score, dice.random() < true(score)) for score in scores]


def sigmoid(z):
    """1 / (1 + exp(-z))."""
    return 1 / (1 + math.exp(-z))


def log_odds(p):
    """Log odds of a probability."""
    return math.log(p / (1 - p))


def sharper(score):
    """What overconfidence the other way looks like: the truth is steeper than the score."""
    return sigmoid(3 * log_odds(min(max(score, 1e-9), 1 - 1e-9)))


def shifted(score):
    """The truth is a line in log odds."""
    return sigmoid(2 * log_odds(min(max(score, 1e-9), 1 - 1e-9)) + 2)


def stepped(score):
    """The truth is no line in log odds at all."""
    return 0.05 if score < 0.3 else 0.5 if score < 0.9 else 0.95


@given(labelled)
def test_every_map_rises_strictly_within_0_and_1(pairs):
    """So it neither changes the order of scores nor what a threshold lets pass."""
    for method in METHODS:
        made = fit_map(pairs, method)
        if made is None:
            continue
        values = [made(i / 200) for i in range(201)]
        assert all(a < b for a, b in pairwise(values))
        assert values[0] >= 0
        assert values[-1] <= 1


@given(labelled)
def test_isotonic_pools_are_those_of_the_min_max_formula(pairs):
    """Each distinct score's value is the largest of the smallest means around it."""
    made = fit_map(pairs, "isotonic")
    scores = sorted({score for score, _ in pairs})

    def mean(low, high):
        labels = [label for score, label in pairs if low <= score <= high]
        return sum(labels) / len(labels)

    expected = {
        s: max(min(mean(a, b) for b in scores if b >= s) for a in scores if a <= s) for s in scores
    }
    levels = sorted(set(expected.values()))
    if len(levels) < 2:
        assert made is None
        return
    edge = 1 / (len(pairs) + 2)
    inner = [y for x, y in made.points if x not in (0.0, 1.0)]
    assert inner == pytest.approx([min(max(y, edge), 1 - edge) for y in levels])


def test_platt_is_the_optimum_of_its_loss():
    """Slope and offset are where a general optimiser ends."""
    pairs = sampled(shifted)
    positive = sum(label for _, label in pairs)
    high, low = (positive + 1) / (positive + 2), 1 / (len(pairs) - positive + 2)

    def loss(theta):
        total = 0.0
        for score, label in pairs:
            p = sigmoid(theta[0] * log_odds(score) + theta[1])
            target = high if label else low
            total -= target * math.log(p) + (1 - target) * math.log(1 - p)
        return total

    best = minimize(loss, [1.0, 0.0], method="Nelder-Mead", options={"xatol": 1e-7, "fatol": 1e-9})
    made = fit_map(pairs, "platt")
    assert (made.slope, made.offset) == pytest.approx(tuple(best.x), abs=1e-4)


@pytest.mark.parametrize(
    ("truth", "method"),
    [
        (lambda s: s, "none"),
        (sharper, "temperature"),
        (shifted, "platt"),
        (stepped, "isotonic"),
    ],
    ids=["as it is", "steeper", "a line", "steps"],
)
def test_the_simplest_map_that_fits_is_chosen(truth, method):
    """By cross-validated log loss, within one standard error of the best."""
    fitted = fit_probability(sampled(truth, size=1500))
    assert fitted.map.method == method
    assert [name for name, _ in fitted.losses] == list(METHODS)
    assert method in fitted.note


def test_a_fitted_map_is_near_the_truth():
    """Within a few percent over the middle."""
    made = fit_probability(sampled(shifted, size=3000)).map
    for score in (0.1, 0.2, 0.3, 0.5):
        assert made(score) == pytest.approx(shifted(score), abs=0.06)


def test_cross_fitting_does_not_see_its_own_labels():
    """On labels thrown by a coin the most flexible map looks better than chance where it has seen
    the labels, and worse where it has not.
    """
    pairs = sampled(lambda _: 0.5, size=200)
    labels = [label for _, label in pairs]
    seen = [fit_map(pairs, "isotonic")(score) for score, _ in pairs]
    unseen = cross_fitted(pairs, "isotonic")
    assert log_loss(seen, labels) < math.log(2) < log_loss(unseen, labels)


def test_scores_that_fall_with_support_get_no_line():
    """A map that turns the order round is none."""
    pairs = sampled(lambda s: 1 - s)
    assert fit_map(pairs, "temperature") is None
    assert fit_map(pairs, "platt") is None


def test_equal_scores_get_no_map():
    """There is nothing to fit."""
    pairs = [(0.4, i % 2 == 0) for i in range(80)]
    assert [fit_map(pairs, m) for m in ("platt", "isotonic")] == [None, None]


def test_a_map_too_steep_to_keep_thresholds_apart_is_none():
    """It would make 1.0 of all high ones, and claims below the threshold would reach it."""
    pairs = [(0.49, False), (0.51, True)] * 200
    assert fit_map(pairs, "temperature") is None


def test_separable_scores_keep_a_finite_slope():
    """Smoothed targets: the loss has a minimum even where nothing is confused."""
    pairs = [(0.1, False)] * 30 + [(0.9, True)] * 30
    made = fit_map(pairs, "platt")
    assert 0.9 < made(0.9) < 1
    assert math.isfinite(made.slope)


@pytest.mark.parametrize("pairs", [[], [(0.5, True)], [(0.1, False)] * 24 + [(0.9, True)] * 200])
def test_few_labels_leave_the_scores_as_they_are(pairs):
    """And the note says why."""
    fitted = fit_probability(pairs)
    assert fitted.map == ProbabilityMap()
    assert "it takes 25 of each" in fitted.note
