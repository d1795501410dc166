"""The benchmark of the promise measures what it says."""

from __future__ import annotations

import random

import pytest
from benchmarks.guarantee import best, chance, once, share, summary

from entailed.calibration import Aim, Trial

AIM = Aim("unsupported_passed", 0.2, 0.9)


def population(size=300):
    """Scores that tell something."""
    dice = random.Random(5)
    return [
        Trial(supported, score=dice.betavariate(*((4, 2) if supported else (2, 4))), id=str(i))
        for i, supported in enumerate(dice.random() < 0.5 for _ in range(size))
    ]


def test_the_exact_chance_is_what_drawing_comes_to():
    """Within four standard errors of 300 draws."""
    whole, dice = population(), random.Random(9)
    runs = [once(dice.choices(whole, k=100), whole, AIM, None) for _ in range(300)]
    over = sum(run is not None and run.share > AIM.limit for run in runs) / 300
    exact = chance(whole, AIM, 100)
    assert 0 < exact <= 0.1
    assert over == pytest.approx(exact, abs=4 * (exact * (1 - exact) / 300) ** 0.5)


def test_shares_are_those_of_the_three_promises():
    """Of unsupported, passing and supported claims."""
    some = [Trial(True, score=0.9), Trial(True, score=0.3), Trial(False, score=0.6)]
    found = [
        share(some, Aim(risk, 0.5), 0.5)
        for risk in ("unsupported_passed", "passed_unsupported", "supported_flagged")
    ]
    assert found == [1.0, 0.5, 0.5]


def test_the_best_threshold_is_within_the_limit():
    """And lets most supported claims pass; for flagged claims it flags most."""
    whole = population()
    for aim in (AIM, Aim("passed_unsupported", 0.2), Aim("supported_flagged", 0.2)):
        assert 0.5 < best(whole, aim) < 1
    assert best(whole, Aim("supported_flagged", 0.2)) == pytest.approx(0.8, abs=0.02)


def test_a_refusal_promises_nothing_and_breaks_nothing():
    """It is counted apart."""
    assert once(population()[:10], population(), AIM, None) is None
    row = summary(AIM, 10, 4, [None, None, None, None], None)
    assert (row["refused"], row["over"], row["mean_share"]) == (4, 0, None)
