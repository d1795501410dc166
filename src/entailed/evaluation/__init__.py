"""How good a system is on one's own data: suites of scenarios, metrics, a gate, a report.

from entailed import build_verifier
from entailed.evaluation import FunctionSystem, evaluate, load_suite, measure

suite = load_suite("suite.yaml")
run = evaluate(suite, FunctionSystem(my_application), build_verifier())
measure(run.results)["all"]["unsupported_claim_rate"].value
"""

from __future__ import annotations

from entailed.evaluation.answers import load_answers
from entailed.evaluation.comparing import Change, Comparison, compare
from entailed.evaluation.gate import Gate, Ruling, decide_gate
from entailed.evaluation.http import HttpSystem
from entailed.evaluation.loading import load_suite
from entailed.evaluation.loop import AnswererSystem, GivenRetriever
from entailed.evaluation.metrics import METRICS, Figure, SourceRow, measure, sources
from entailed.evaluation.results import Result
from entailed.evaluation.rows import to_pandas, to_rows
from entailed.evaluation.running import Evaluation, evaluate, judge_run_again
from entailed.evaluation.runs import Run, load_run
from entailed.evaluation.selftest import SelfTest, self_test
from entailed.evaluation.suites import CATEGORIES, Expectation, Scenario, Suite, Turn
from entailed.evaluation.systems import (
    Answered,
    Asked,
    FunctionSystem,
    GuardedSystem,
    RecordedAnswers,
    System,
)

__all__ = [
    "CATEGORIES",
    "METRICS",
    "Answered",
    "AnswererSystem",
    "Asked",
    "Change",
    "Comparison",
    "Evaluation",
    "Expectation",
    "Figure",
    "FunctionSystem",
    "Gate",
    "GivenRetriever",
    "GuardedSystem",
    "HttpSystem",
    "RecordedAnswers",
    "Result",
    "Ruling",
    "Run",
    "Scenario",
    "SelfTest",
    "SourceRow",
    "Suite",
    "System",
    "Turn",
    "compare",
    "decide_gate",
    "evaluate",
    "judge_run_again",
    "load_answers",
    "load_run",
    "load_suite",
    "measure",
    "self_test",
    "sources",
    "to_pandas",
    "to_rows",
]
