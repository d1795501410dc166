"""The threshold and its promise: kept as often as promised, refused where it cannot be."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.calibration import PRESETS, Aim, Trial, control
from entailed.calibration.bounds import most_allowed
from entailed.calibration.control import GRID, counts
from entailed.errors import CalibrationError, ConfigurationError, InputError

from .populations import population, share

DRAWS = 150
trials = st.lists(
    st.one_of(
        st.builds(Trial, st.booleans(), score=st.floats(0, 1)),
        st.builds(Trial, st.booleans(), settled=st.booleans()),
    ),
    max_size=60,
)
aims = st.sampled_from(
    [
        Aim("unsupported_passed", 0.3, 0.8),
        Aim("passed_unsupported", 0.4, 0.6),
        Aim("supported_flagged", 0.3, 0.8),
        Aim("unsupported_passed", 0.2, None),
    ]
)


def exceeded(aim, labels, whole, rule):
    """How many of `DRAWS` calibrations end above the limit in truth, and how many are refused."""
    dice = random.Random(7)
    over = refused = 0
    for _ in range(DRAWS):
        try:
            threshold = rule(dice.choices(whole, k=labels), aim)
        except CalibrationError:
            refused += 1
            continue
        over += share(whole, aim, threshold) > aim.limit
    return over, refused


def proved(some, aim):
    """The threshold that is proved."""
    return control(some, aim).threshold


def naive(some, aim):
    """The loosest threshold at which the labels themselves are within the limit."""
    found = counts(some, aim)
    return [
        t for t, k, n in zip(GRID, found.events, found.base, strict=True) if k <= n * aim.limit
    ][-1]


@pytest.mark.parametrize(
    "aim",
    [
        Aim("unsupported_passed", 0.2, 0.9),
        Aim("passed_unsupported", 0.25, 0.9),
        Aim("supported_flagged", 0.3, 0.9),
    ],
    ids=lambda aim: aim.risk,
)
def test_the_promise_is_broken_no_more_often_than_allowed(aim):
    """In draws from known claims; 24 of 150 is what one in ten gives at most, 99 times in 100."""
    over, refused = exceeded(aim, 200, population(), proved)
    assert over <= 24
    assert refused <= DRAWS // 3


def test_looking_at_the_labels_alone_breaks_the_limit_half_the_time():
    """So the test above could fail: this rule does not pass it."""
    aim = Aim("unsupported_passed", 0.2, 0.9)
    over, _ = exceeded(aim, 200, population(), naive)
    assert over > 50


def test_on_average_the_limit_is_kept_on_average():
    """The mean true share over many calibrations is within the limit, and near to it."""
    aim, whole, dice = Aim("unsupported_passed", 0.2, None), population(), random.Random(3)
    found = [share(whole, aim, proved(dice.choices(whole, k=200), aim)) for _ in range(DRAWS)]
    assert 0.17 < sum(found) / len(found) <= 0.2


@given(trials, aims)
def test_counts_are_what_counting_gives(some, aim):
    """Along the whole grid, for every risk."""
    found = counts(some, aim)
    for index in range(0, len(GRID), 100):
        at = GRID[-1 - index] if aim.risk == "supported_flagged" else GRID[index]
        base, events = found.base[index], found.events[index]
        assert (events / base if base else 0.0) == share(some, aim, at)


@given(trials, aims)
def test_what_is_proved_was_within_the_limit_on_the_tested_claims(some, aim):
    """By the margin that the confidence asks for, or it is refused."""
    try:
        found = control(some, aim)
    except CalibrationError:
        return
    assert found.upper <= aim.limit + 1e-9
    assert found.tested + found.pilot == len(some)
    if aim.confidence is not None:
        assert found.events <= most_allowed(found.base, aim.limit, aim.doubt)


def test_the_order_of_the_claims_does_not_matter():
    """The pilot is drawn by their ids."""
    some = population(300)
    mixed = random.Random(1).sample(some, len(some))
    for aim in (Aim("passed_unsupported", 0.3, 0.8), Aim("unsupported_passed", 0.2)):
        assert control(mixed, aim) == control(some, aim)


def test_the_threshold_is_the_loosest_that_is_proved():
    """A hundred unsupported claims at equal steps: 4 may pass for 10 % at 95 %."""
    some = [Trial(False, score=(i + 0.5) / 100, id=f"{i:03}") for i in range(100)]
    found = control(some, Aim("unsupported_passed", 0.1))
    assert (found.base, found.events) == (100, most_allowed(100, 0.1, 0.05)) == (100, 4)
    assert 0.955 < found.threshold < 0.957


def test_flagged_claims_are_controlled_from_the_other_side():
    """The threshold is the strictest that flags no more than allowed."""
    some = [Trial(True, score=(i + 0.5) / 100, id=f"{i:03}") for i in range(100)]
    found = control(some, Aim("supported_flagged", 0.1))
    assert found.events == 4
    assert 0.043 < found.threshold <= 0.045


def test_claims_that_rules_pass_count_at_every_threshold():
    """Three of them are part of the four that may pass."""
    some = [Trial(False, score=(i + 0.5) / 100, id=f"{i:03}") for i in range(97)]
    some += [Trial(False, settled=True, id=f"r{i}") for i in range(3)]
    found = control(some, Aim("unsupported_passed", 0.1))
    assert found.events == 4
    assert 0.955 < found.threshold < 0.97


# --- refusals --------------------------------------------------------------------------------


def test_too_few_labels_are_refused_with_the_number_that_would_do():
    """59 unsupported claims are the least for 5 % at 95 %."""
    some = [Trial(False, score=0.1, id=str(i)) for i in range(40)]
    with pytest.raises(CalibrationError, match=r"40 unsupported claims.*at least 59") as caught:
        control(some, Aim("unsupported_passed", 0.05))
    assert caught.value.needed == 59


def test_the_least_number_of_labels_is_enough_where_nothing_passes():
    """Just that many, no event: proved."""
    some = [Trial(False, score=0.1, id=str(i)) for i in range(59)]
    assert control(some, Aim("unsupported_passed", 0.05)).events == 0


def test_an_aim_that_rules_alone_break_cannot_be_reached():
    """The message says so and asks for no more labels."""
    some = [Trial(False, settled=i < 30, id=str(i)) for i in range(100)]
    with pytest.raises(CalibrationError, match=r"30 of 100 .* \(30 %\) pass whatever") as caught:
        control(some, Aim("unsupported_passed", 0.1))
    assert caught.value.needed is None


def test_more_labels_are_asked_for_where_they_would_help():
    """Rules pass 4 %, and a hundred claims cannot prove that to be under 5 %."""
    some = [Trial(False, settled=i < 4, id=str(i)) for i in range(100)]
    with pytest.raises(CalibrationError, match="it takes about") as caught:
        control(some, Aim("unsupported_passed", 0.05))
    assert caught.value.needed is not None
    assert caught.value.needed > 1000


@pytest.mark.parametrize(
    ("good", "bad", "message", "needs"),
    [
        (8, 8, "too few labels: at most", True),
        (300, 300, "no threshold reaches the aim on these labels", False),
        (120, 2, "it takes about", True),
    ],
)
def test_precision_is_refused_for_the_right_reason(good, bad, message, needs):
    """Too few at all; a scorer that cannot tell; nearly enough."""
    some = [Trial(True, score=0.9, id=f"g{i}") for i in range(good)]
    some += [Trial(False, score=0.9, id=f"b{i}") for i in range(bad)]
    with pytest.raises(CalibrationError, match=message) as caught:
        control(some, Aim("passed_unsupported", 0.05))
    assert (caught.value.needed is not None) is needs


def test_on_average_takes_fewer_labels():
    """19 unsupported claims for 5 %, where 59 are needed with confidence."""
    some = [Trial(False, score=0.1, id=str(i)) for i in range(19)]
    assert control(some, Aim("unsupported_passed", 0.05, None)).upper == pytest.approx(0.05)
    with pytest.raises(CalibrationError, match="at least 19"):
        control(some[:18], Aim("unsupported_passed", 0.05, None))


# --- values ----------------------------------------------------------------------------------


@pytest.mark.parametrize("score", [float("nan"), float("inf"), -0.1, 1.1, "0.5", True])
def test_a_score_that_is_none_is_refused(score):
    """NaN among them: a failed scorer has no score."""
    with pytest.raises(InputError, match=r"trial 'x': expected a (score|number)"):
        Trial(True, score=score, id="x")


@pytest.mark.parametrize("values", [{}, {"score": 0.5, "settled": True}])
def test_a_trial_is_scored_or_settled(values):
    """Never both, never neither."""
    with pytest.raises(InputError, match="either a score or settled"):
        Trial(True, **values)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (("unsupported_passed", 0.0), "above 0"),
        (("unsupported_passed", 1.0), "below 1"),
        (("unsupported_passed", float("nan")), "limit of unsupported_passed"),
        (("unsupported_passed", 0.1, 1.0), "confidence"),
        (("unsupported_passed", 0.1, 0.2), "at least 0.5"),
        (("precision", 0.1), "expected one of unsupported_passed"),
        (("passed_unsupported", 0.1, None), "no promise on average"),
    ],
)
def test_an_aim_out_of_range_is_refused(values, message):
    """With what was expected."""
    with pytest.raises(ConfigurationError, match=message):
        Aim(*values)


def test_presets_are_aims_in_words():
    """As the documentation gives them."""
    assert {name: aim.words for name, aim in PRESETS.items()} == {
        "block": "Of the supported claims, at most 5 % are flagged, with 95 % confidence.",
        "audit": "Of the unsupported claims, at most 10 % pass, with 95 % confidence.",
    }
