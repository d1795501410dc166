"""What is counted over a run."""

from __future__ import annotations

import pytest

from entailed.evaluation.metrics import ALL, METRICS, RATES, measure, sources
from entailed.evaluation.results import failed_result
from entailed.evaluation.suites import CATEGORIES
from entailed.evaluation.systems import Asked
from tests.evaluation.conftest import BAD, GOOD, suite_of


def counts(results) -> dict[str, tuple[int | None, int]]:
    """Hits and trials of every metric of the whole run."""
    return {name: (f.hits, f.trials) for name, f in measure(results)[ALL].items()}


def test_right_answers_have_no_faults(small):
    """Every figure with its denominator."""
    made = counts(small(GOOD).results)
    assert made["unsupported_claim_rate"] == (0, 2)
    assert made["citation_support_rate"] == (2, 2)
    assert made["faulty_answer_rate"] == (0, 4)
    assert made["false_abstention_rate"] == (0, 2)
    assert made["missed_abstention_rate"] == (0, 2)
    assert made["expectation_rate"] == (4, 4)


def test_wrong_answers_are_counted_where_they_belong(small):
    """The answer without a source is ungrounded, and its claims are nobody's."""
    made = counts(small(BAD).results)
    assert made["ungrounded_displayed_rate"] == (1, 4)
    assert made["unsupported_claim_rate"] == (3, 3)
    assert made["contradiction_rate"] == (2, 3)
    assert made["citation_support_rate"] == (0, 2)
    assert made["faulty_answer_rate"] == (4, 4)
    assert made["missed_abstention_rate"] == (2, 2)


def test_declining_everything_is_not_good_either(small):
    """The price of silence has a figure of its own."""
    made = counts(small(dict.fromkeys(GOOD, "The sources do not say.")).results)
    assert made["false_abstention_rate"] == (2, 2)
    assert made["faulty_answer_rate"] == (0, 4)
    assert made["unsupported_claim_rate"] == (0, 0)
    assert measure(small(GOOD).results)[ALL]["unverified_span_rate"].value is None


def test_a_failure_to_evaluate_is_in_its_own_column_only(small):
    """Neither a bad answer nor a good one."""
    good = small(GOOD).results
    scenario = suite_of().scenarios[0]
    broken = failed_result(scenario, Asked("window", 0, "q"), "answer", OSError("down"))
    made, before = counts((broken, *good[1:])), counts(good)
    assert made["not_evaluated_rate"] == (1, 4)
    for rate in RATES:
        if rate.name != "not_evaluated_rate":
            assert made[rate.name][1] <= before[rate.name][1]
            assert made[rate.name][0] <= before[rate.name][0]


def test_nothing_evaluated_leaves_every_rate_without_value():
    """An outage is not a perfect score."""
    scenario = suite_of().scenarios[0]
    broken = failed_result(scenario, Asked("window", 0, "q"), "answer", OSError("down"))
    row = measure([broken])[ALL]
    assert row["not_evaluated_rate"].value == 1.0
    assert all(f.value is None for name, f in row.items() if name != "not_evaluated_rate")


def test_categories_add_up_to_the_whole(example_runs):
    """Each answer is in just one of them."""
    table = measure(example_runs["bad"].results)
    assert set(table) == {ALL, *CATEGORIES}
    for rate in RATES:
        assert sum(table[c][rate.name].trials for c in CATEGORIES) == table[ALL][rate.name].trials
        assert sum(table[c][rate.name].hits for c in CATEGORIES) == table[ALL][rate.name].hits


def test_every_value_is_its_count_and_lies_in_its_interval(example_runs):
    """For all runs, groups and rates."""
    for run in example_runs.values():
        for row in measure(run.results).values():
            for rate in RATES:
                figure = row[rate.name]
                if figure.value is not None:
                    assert figure.value == pytest.approx(figure.hits / figure.trials)
                    assert figure.low <= figure.value <= figure.high


def test_good_and_bad_models_are_told_apart(example_runs):
    """By a wide margin, in what matters."""
    good, bad = (measure(example_runs[kind].results)[ALL] for kind in ("good", "bad"))
    assert good["faulty_answer_rate"].high < bad["faulty_answer_rate"].low
    assert good["expectation_rate"].low > bad["expectation_rate"].high
    assert bad["unverified_span_rate"].hits >= 8
    assert good["unverified_span_rate"].hits == 0


def test_sources_name_the_documents_that_fail(small):
    """By their source where they have one."""
    rows = {row.source: row for row in sources(small(BAD).results)}
    assert rows["refunds.md"].failed.hits == 1
    assert rows["refunds.md"].contradicted == 1
    assert rows[""].failed.trials == 1


def test_every_metric_is_described():
    """In the report and the documentation alike."""
    assert all(metric.title and metric.about for metric in METRICS.values())
