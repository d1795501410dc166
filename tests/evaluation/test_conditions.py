"""The language of conditions: what it means, and that it can do nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.errors import ConfigurationError
from entailed.evaluation.conditions import Reference, parse_condition
from entailed.evaluation.metrics import METRICS

RATE = "unsupported_claim_rate"


def holds(text: str, **values: float | None) -> bool | None:
    """Whether a condition holds for sure values, by metric name."""

    def look(reference: Reference):
        value = values.get(reference.name)
        return None if value is None else (value, value)

    return parse_condition(text).holds(look)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{RATE} > 0.02", True),
        (f"{RATE} > 5%", False),
        (f"{RATE} >= 5 %", True),
        (f"{RATE} == 0.05 and contradiction_rate < 1%", False),
        (f"{RATE} == 0.05 or contradiction_rate < 1%", True),
        (f"not {RATE} > 5%", True),
        (f"not ({RATE} > 1% and contradiction_rate > 1%)", False),
        (f"{RATE} > contradiction_rate + 0.01", True),
        (f"{RATE} - contradiction_rate > 0.04", False),
        (f"2 * {RATE} / 2 >= 0.05", True),
        (f"-{RATE} < -4%", True),
        (f"({RATE}) > (1 + 1) * 1%", True),
        ("latency_p95 > 1.5s", True),
        ("latency_p95 > 2500ms", False),
        (f"{RATE} > 1% and {RATE} > 9% or latency_p95 > 1", True),
        (f"{RATE} != 5%", False),
    ],
)
def test_a_condition_means_what_it_says(text, expected):
    """Operators bind as in Python, numbers take units."""
    assert (
        holds(text, **{RATE: 0.05, "contradiction_rate": 0.02, "latency_p95": 2000.0}) is expected
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{RATE} > 1%", None),
        (f"{RATE} > 1% and contradiction_rate > 1%", None),
        (f"{RATE} > 1% or contradiction_rate > 1%", True),
        (f"{RATE} > 1% and contradiction_rate > 9%", False),
        (f"not {RATE} > 1%", None),
        ("contradiction_rate / 0 > 1", None),
    ],
)
def test_a_figure_without_value_decides_nothing(text, expected):
    """Unless the rest decides it."""
    assert holds(text, contradiction_rate=0.02) is expected


def test_over_ranges_a_condition_holds_only_where_it_always_does():
    """Inside the interval it depends."""
    condition = parse_condition(f"{RATE} > 2%")
    assert condition.holds(lambda _: (0.03, 0.09)) is True
    assert condition.holds(lambda _: (0.00, 0.02)) is False
    assert condition.holds(lambda _: (0.01, 0.09)) is None


def test_a_metric_names_category_part_and_run():
    """The whole of what can be asked for."""
    text = f"baseline.{RATE}[false_premise].high > 1 or change.latency_p50 > 2"
    assert parse_condition(text).references == (
        Reference("baseline", RATE, "false_premise", "high"),
        Reference("change", "latency_p50"),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "character 1: expected a metric or a number, got the end"),
        ("unsuported_claim_rate > 1", "did you mean 'unsupported_claim_rate'?"),
        (RATE, "character 1: expected a comparison to begin here"),
        (f"{RATE} >", "character 25: expected a metric or a number, got the end"),
        (f"{RATE} > 1 > 2", "expected a number or metric to begin here"),
        (f"({RATE} > 1", "expected ), got the end"),
        (f"{RATE}[answerble] > 1", "did you mean 'answerable'?"),
        (f"{RATE}.mean > 1", "expected low or high or hits or trials"),
        (f"change.{RATE}.hits > 1", "expected low or high"),
        ("baseline > 1", "expected baseline.METRIC"),
        ("1 and 2", "expected a comparison to begin here"),
        ("__import__('os').system('true')", 'got "\'"'),
        ("1 = 1", "expected a metric or number, got '='"),
        ("x" * 3000, "expected at most 2000 characters"),
        ("(" * 100 + "1", "expected at most 50 levels"),
        ("not " * 100 + "1 > 2", "expected at most 50 levels"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(text, message):
    """A gate must not be open because of a typing error."""
    with pytest.raises(ConfigurationError) as caught:
        parse_condition(text)
    assert message in str(caught.value)


@given(st.text(max_size=60))
def test_no_text_does_anything_but_parse_or_be_refused(text):
    """Conditions come from files that others write."""
    try:
        condition = parse_condition(text)
    except ConfigurationError:
        return
    assert condition.holds(lambda _: (0.5, 0.5)) in (True, False, None)


NUMBER = st.integers(0, 9).map(str)
NAME = st.sampled_from(sorted(METRICS)[:3])
SUMS = st.recursive(
    NUMBER | NAME,
    lambda inner: st.tuples(inner, st.sampled_from("+-*"), inner).map(
        lambda t: f"({t[0]} {t[1]} {t[2]})"
    ),
    max_leaves=5,
)
COMPARED = st.tuples(SUMS, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), SUMS).map(" ".join)
LOGIC = st.recursive(
    COMPARED,
    lambda inner: (
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(
            lambda t: f"{t[0]} {t[1]} ({t[2]})"
        )
        | inner.map(lambda t: f"not ({t})")
    ),
    max_leaves=4,
)


@given(LOGIC, st.integers(0, 5))
def test_it_agrees_with_python_where_both_can_read(text, value):
    """The meaning is one nobody has to learn."""
    names = dict.fromkeys(METRICS, value)
    expected = eval(text, {"__builtins__": {}}, names)
    assert parse_condition(text).holds(lambda _: (value, value)) is expected
