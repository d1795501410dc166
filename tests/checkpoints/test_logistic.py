"""Curves fitted on labelled scores."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.checkpoints import Logistic, fit_logistic
from entailed.checkpoints.logistic import logistic
from entailed.errors import ConfigurationError, InputError


def sample(slope, intercept, count=4000):
    """Scores, and labels drawn as the curve says."""
    draw = np.random.default_rng(3)
    scores = draw.normal(0.4, 0.2, count)
    supported = draw.random(count) < 1 / (1 + np.exp(-(slope * scores + intercept)))
    return scores.tolist(), supported.tolist()


def test_the_curve_of_the_data_is_found() -> None:
    """Labels drawn from a curve give that curve back."""
    fitted = fit_logistic(*sample(9.0, -4.0), balanced=False)
    assert fitted.slope == pytest.approx(9.0, rel=0.12)
    assert fitted.intercept == pytest.approx(-4.0, rel=0.15)
    assert fitted.pairs == 4000


def test_balance_puts_the_even_point_between_the_outcomes() -> None:
    """Ten times as many unsupported pairs do not move the even point."""
    scores, supported = [0.8, 0.9, 0.85, 0.7, 0.2, 0.3, 0.1, 0.4], [True] * 4 + [False] * 4
    plain = fit_logistic(scores, supported)
    many = fit_logistic(scores + scores[4:] * 9, supported + [False] * 36)
    assert plain(0.55) == pytest.approx(0.5, abs=0.05)
    assert many(0.55) == pytest.approx(plain(0.55), abs=0.02)
    assert (
        fit_logistic(scores + scores[4:] * 9, supported + [False] * 36, balanced=False)(0.55) < 0.4
    )


def test_the_unit_of_the_scores_does_not_matter() -> None:
    """Scores times a thousand, or moved, give the same probabilities."""
    scores, supported = sample(9.0, -4.0, 200)
    plain = fit_logistic(scores, supported)
    moved = fit_logistic([1000 * score - 7 for score in scores], supported)
    assert moved(1000 * 0.3 - 7) == pytest.approx(plain(0.3), abs=1e-6)


def test_separable_scores_stay_finite() -> None:
    """Perfect scores on a few pairs do not give certainty."""
    fitted = fit_logistic([0.1, 0.2, 0.8, 0.9], [False, False, True, True])
    assert 0.9 < fitted(0.9) < 1
    assert math.isfinite(fitted.slope)


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e3), st.floats(-1e3, 1e3))
def test_any_score_has_a_probability(score, slope, intercept) -> None:
    """In [0, 1], and no lower for a higher score."""
    curve = Logistic(slope, intercept)
    assert 0 <= curve(score) <= curve(score + 1) <= 1


@pytest.mark.parametrize(
    ("scores", "supported", "message"),
    [
        ([0.1, 0.2], [True], "one score a label"),
        ([0.1, float("nan"), 0.2, 0.3], [True, True, False, False], "finite"),
        ([0.1, 0.2, 0.3], [True, True, False], "at least two"),
        ([], [], "at least two"),
        ([0.1, 0.2, 0.8, 0.9], [True, True, False, False], "do not measure support"),
        ([0.5, 0.5, 0.5, 0.5], [True, True, False, False], "do not measure support"),
    ],
)
def test_data_without_a_curve_are_refused(scores, supported, message) -> None:
    """No curve is better than one that means nothing."""
    with pytest.raises(InputError, match=message):
        fit_logistic(scores, supported)


@pytest.mark.parametrize(
    ("slope", "intercept"),
    [(0, 0), (-1, 0), (float("nan"), 0), (1, float("inf")), ("1", 0), (True, 0), (1, None)],
)
def test_numbers_that_are_no_curve_are_refused(slope, intercept) -> None:
    """Text, NaN, and curves that fall."""
    with pytest.raises(ConfigurationError, match="expected"):
        Logistic(slope, intercept)


def test_a_curve_survives_its_file(tmp_path) -> None:
    """Saved and loaded it is the same."""
    curve = Logistic(2.5, -1.0, 12, "sha256:ab")
    curve.save(tmp_path / "curve.json")
    assert Logistic.load(tmp_path / "curve.json") == curve
    assert logistic(str(tmp_path / "curve.json"), "sha256:ab") == curve


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"slope": 1}', '{"slope": 1, "intercept": 0, "skew": 2}', '"x"']
)
def test_a_file_without_a_curve_is_refused(tmp_path, text) -> None:
    """The error names the file."""
    path = tmp_path / "curve.json"
    path.write_text(text)
    with pytest.raises(ConfigurationError, match=r"curve\.json"):
        Logistic.load(path)


@pytest.mark.parametrize("given_as", [5, (1,), (1, 2, 3), None, {"slope": 1}])
def test_other_shapes_are_refused(given_as) -> None:
    """Only a pair, a mapping, a curve or a file."""
    with pytest.raises(ConfigurationError, match="calibration"):
        logistic(given_as, "")


def test_a_pair_and_a_mapping_are_taken() -> None:
    """As configuration files and command lines give them."""
    expected = Logistic(2.0, -1.0)
    assert logistic((2.0, -1.0), "d") == logistic([2.0, -1.0], "d") == expected
    assert logistic(json.loads('{"slope": 2.0, "intercept": -1.0}'), "d") == expected
