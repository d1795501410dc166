"""Two runs compared, and the gate of a build."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from entailed.errors import ConfigurationError
from entailed.evaluation import comparing
from entailed.evaluation.comparing import compare, mcnemar
from entailed.evaluation.gate import decide_gate
from entailed.evaluation.metrics import ALL, measure
from entailed.evaluation.results import failed_result
from entailed.evaluation.running import judge_run_again
from entailed.evaluation.runs import Run
from entailed.evaluation.systems import Asked
from tests.evaluation.conftest import BAD, GOOD, suite_of


def many(run: Run, copies: int) -> Run:
    """The same results under as many names, as if the suite were that much longer."""
    rows = [
        replace(result, scenario=f"{result.scenario}-{n}")
        for n in range(copies)
        for result in run.results
    ]
    return Run(replace(run.head, asked=len(rows)), tuple(rows))


def mixed(good: Run, bad: Run, wrong: int) -> Run:
    """`good` with the first `wrong` results of `bad` in their place."""
    return Run(good.head, bad.results[:wrong] + good.results[wrong:])


@pytest.mark.parametrize(
    ("worse", "better", "expected"),
    [(0, 0, 1.0), (0, 5, 1.0), (5, 0, 1 / 32), (6, 1, 8 / 128), (10, 2, 79 / 4096)],
)
def test_mcnemar_is_the_exact_binomial_tail(worse, better, expected):
    """Counted by hand."""
    assert mcnemar(worse, better) == pytest.approx(expected)


def test_a_run_compared_with_itself_has_not_changed(small):
    """No difference, and no p-value that speaks."""
    comparison = compare(small(BAD), small(BAD))
    for change in comparison.changes[ALL].values():
        assert change.difference in (0.0, None)
        assert change.p_worse is None or change.p_worse > 0.5
    assert comparison.shared == 4


def test_changed_new_and_gone_scenarios_are_named_and_left_out(small):
    """A changed question is another question."""
    run = small(GOOD)
    altered = replace(run.results[0], digest="sha256:other")
    new = replace(run.results[1], scenario="new")
    comparison = compare(run, Run(run.head, (altered, new, *run.results[2:])))
    assert comparison.changed == ("window",)
    assert comparison.only_after == ("new",)
    assert comparison.only_before == ("cards",)
    assert comparison.shared == 2


def test_the_exchange_test_holds_its_level(small, monkeypatch):
    """Two runs that differ by chance alone differ significantly in about one of twenty."""
    monkeypatch.setattr(comparing, "_ROUNDS", 200)
    monkeypatch.setattr(comparing, "_TIMED_ROUNDS", 2)
    good, bad = (many(small(a), 4).results for a in (GOOD, BAD))
    random = np.random.default_rng(5)
    significant = 0
    for _ in range(60):
        rows = [[bad[n] if random.random() < 0.3 else good[n] for n in range(16)] for _ in "ab"]
        head = replace(small(GOOD).head, asked=16)
        change = compare(*(Run(head, tuple(r)) for r in rows)).changes[ALL]
        p = change["unsupported_claim_rate"].p_worse
        significant += p is not None and p <= 0.05
    assert significant <= 8


def test_a_large_change_is_significant_and_a_small_one_is_not(small):
    """With enough scenarios to tell."""
    good, bad = many(small(GOOD), 10), many(small(BAD), 10)
    large = compare(good, bad).changes[ALL]
    assert large["faulty_answer_rate"].p_worse < 1e-6
    assert large["unsupported_claim_rate"].p_worse < 0.001
    assert large["citation_support_rate"].p_worse < 0.001
    one = compare(good, mixed(good, bad, 1)).changes[ALL]["faulty_answer_rate"]
    assert (one.worse, one.better) == (1, 0)
    assert one.p_worse == 0.5


def test_better_is_never_worse(small):
    """The tests look one way only."""
    good, bad = many(small(GOOD), 10), many(small(BAD), 10)
    changes = compare(bad, good).changes[ALL]
    assert changes["faulty_answer_rate"].p_worse > 0.5
    assert changes["citation_support_rate"].p_worse > 0.5


# --- the gate --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "verdict", "code"),
    [
        ("unsupported_claim_rate > 2%", "failed", 1),
        ("unsupported_claim_rate > 100%", "passed", 0),
        ("unverified_span_rate > 0", "undecided", 3),
    ],
)
def test_without_a_baseline_a_condition_is_taken_by_its_value(small, condition, verdict, code):
    """What has no value cannot be decided, and that is no pass."""
    gate = decide_gate(small(BAD), [condition])
    assert (gate.verdict, gate.exit_code) == (verdict, code)


def test_noise_does_not_fail_a_build(small):
    """One wrong answer of forty, where the baseline had none."""
    good, bad = many(small(GOOD), 10), many(small(BAD), 10)
    gate = decide_gate(mixed(good, bad, 1), ["unsupported_claim_rate > 2%"], good)
    assert gate.rulings[0].verdict == "noise"
    assert gate.exit_code == 0


def test_a_real_regression_fails_it(small):
    """A dozen of forty."""
    good, bad = many(small(GOOD), 10), many(small(BAD), 10)
    worse = mixed(good, bad, 12)
    gate = decide_gate(worse, ["faulty_answer_rate > 50%"], good)
    assert gate.verdict == "passed"
    gate = decide_gate(worse, ["faulty_answer_rate > 25%"], good)
    assert gate.verdict == "failed"
    assert "worse than the baseline" in gate.rulings[0].why


def test_what_is_sure_fails_it_though_the_baseline_was_as_bad(small):
    """A baseline is no licence."""
    bad = many(small(BAD), 10)
    gate = decide_gate(bad, ["faulty_answer_rate > 50%"], bad)
    assert gate.verdict == "failed"
    assert "beyond the intervals" in gate.rulings[0].why


def test_a_condition_may_be_about_the_change(small):
    """A condition of one's own on how much worse it may get."""
    good, bad = many(small(GOOD), 10), many(small(BAD), 10)
    text = "change.faulty_answer_rate > 5% and faulty_answer_rate > baseline.faulty_answer_rate"
    assert decide_gate(bad, [text], good).verdict == "failed"
    assert decide_gate(good, [text], good).verdict == "passed"


def test_a_condition_on_a_baseline_needs_one(small):
    """It is a mistake of the call, not of the run."""
    with pytest.raises(ConfigurationError, match="it speaks of a baseline"):
        decide_gate(small(GOOD), ["change.faulty_answer_rate > 0"])


def test_a_baseline_alone_fails_a_build_for_any_significant_regression(small):
    """By Holm's procedure over all rates."""
    good, bad = many(small(GOOD), 10), many(small(BAD), 10)
    verdicts = {r.condition: r.verdict for r in decide_gate(bad, (), good).rulings}
    assert verdicts["no regression of faulty_answer_rate"] == "failed"
    assert verdicts["no regression of false_abstention_rate"] == "passed"
    assert decide_gate(mixed(good, bad, 1), (), good).verdict == "passed"
    assert decide_gate(good, (), bad).verdict == "passed"


def test_runs_without_a_common_scenario_decide_nothing(small):
    """Neither pass nor fail."""
    good = small(GOOD)
    other = Run(good.head, tuple(replace(r, scenario=f"x{r.scenario}") for r in good.results))
    assert decide_gate(good, (), other).verdict == "undecided"


def test_runs_judged_by_different_verifiers_are_not_compared(small):
    """Until the answers of the baseline are judged again, which asks no system."""
    from entailed.assembly import build_verifier

    good, other = small(GOOD), build_verifier("audit", scorer=None)
    assert decide_gate(good, (), judge_run_again(good, other)).verdict == "undecided"
    back = judge_run_again(judge_run_again(good, other), build_verifier("flag", scorer="lexical"))
    assert decide_gate(good, (), back).verdict == "passed"
    assert measure(back.results)[ALL]["unsupported_claim_rate"].hits == 0


def test_answers_that_were_not_evaluated_leave_the_gate_undecided(small):
    """An outage must not look like a pass."""
    good = small(GOOD)
    broken = failed_result(
        suite_of().scenarios[0], Asked("window", 0, "q"), "answer", OSError("down")
    )
    run = Run(good.head, (broken, *good.results[1:]))
    assert decide_gate(run, ["faulty_answer_rate > 2%"]).exit_code == 3
    assert decide_gate(run, ["faulty_answer_rate > 2%"], allow_missing=0.25).exit_code == 0
    assert decide_gate(Run(good.head, good.results[1:])).exit_code == 3


def test_a_failure_outranks_what_is_undecided(small):
    """What is known to be bad is not excused by what is not known."""
    bad = small(BAD)
    broken = failed_result(
        suite_of().scenarios[3], Asked("nothing", 0, "q"), "answer", OSError("down")
    )
    run = Run(bad.head, (*bad.results[:3], broken))
    assert decide_gate(run, ["faulty_answer_rate > 2%"]).exit_code == 1
