"""JSON, JUnit XML, Markdown, terminal text and rows of a run."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import asdict, replace

import pytest

from entailed.errors import ConfigurationError
from entailed.evaluation.gate import decide_gate
from entailed.evaluation.metrics import measure
from entailed.evaluation.outputs import report_to_dict, to_junit, to_markdown
from entailed.evaluation.results import failed_result
from entailed.evaluation.rows import STYLES, to_pandas, to_rows
from entailed.evaluation.runs import Run, run_from_dict
from entailed.evaluation.selftest import self_test
from entailed.evaluation.systems import Answered, Asked
from entailed.evaluation.terminal import run_view, self_test_view
from tests.evaluation.conftest import BAD, GOOD, suite_of

HOSTILE = "<script>alert(1)</script> | `x` \x00\x1b[31m @someone ]]> \ufffe 漢字"


@pytest.fixture
def broken(small) -> Run:
    """A run with a right, a wrong and a missing answer, and a hostile one."""
    good, bad = small(GOOD), small(BAD)
    lost = failed_result(
        suite_of().scenarios[3], Asked("nothing", 0, HOSTILE), "answer", OSError(HOSTILE)
    )
    odd = replace(bad.results[2], question=HOSTILE, answered=Answered(HOSTILE, milliseconds=2000.0))
    return Run(good.head, (good.results[0], bad.results[1], odd, lost))


def test_every_figure_in_the_json_can_be_recomputed_from_its_results(example_runs):
    """The figures are there for convenience, the results for proof."""
    for run in example_runs.values():
        data = json.loads(json.dumps(report_to_dict(run, decide_gate(run))))
        table = measure(run_from_dict(data).results)
        made = {g: {n: asdict(f) for n, f in row.items()} for g, row in table.items()}
        assert data["metrics"] == json.loads(json.dumps(made))


def test_junit_has_a_case_an_answer_and_a_case_a_ruling(broken):
    """Wrong is a failure, missing an error, and all of it is XML."""
    gate = decide_gate(broken, ["faulty_answer_rate > 2%", "unverified_span_rate > 0"])
    root = ET.fromstring(to_junit(broken, gate))
    answers, rulings = root.findall("testsuite")
    assert (answers.get("tests"), answers.get("failures"), answers.get("errors")) == ("4", "2", "1")
    assert (rulings.get("tests"), rulings.get("failures"), rulings.get("errors")) == ("3", "1", "2")
    cases = {c.get("name"): c for c in answers.findall("testcase")}
    assert cases["window"].find("failure") is None
    assert "Gift cards are refundable" in cases["cards"].find("failure").text
    assert "漢字" in cases["nothing"].find("error").get("message")


def test_nothing_in_the_summary_is_markup_of_an_answer(broken):
    """A comment on a pull request is no place for foreign HTML, links or mentions."""
    text = to_markdown(broken, decide_gate(broken, ["faulty_answer_rate > 2%"]))
    assert "**failed**" in text
    assert "<script>" not in text
    assert "@someone" not in text
    assert "\x1b" not in text
    rows = [line for line in text.split("\n") if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {4, 5}


def test_the_summary_of_a_comparison_has_the_baseline(small):
    """And how likely chance is."""
    text = to_markdown(small(BAD), decide_gate(small(BAD), (), small(GOOD)))
    assert "| baseline | p worse |" in text
    assert "| Faulty answers displayed | 100.0 % | 51.0 to 100.0 % | 4 of 4 | 0.0 % |" in text


def test_the_terminal_shows_figures_rulings_and_the_worst_answers(broken):
    """Without colour codes unless asked, and nothing that steers it."""
    gate = decide_gate(broken, ["contradiction_rate > 1%"])
    text = run_view(broken, gate, width=100)
    assert "3 of 4 answers evaluated" in text
    assert "failed: contradiction_rate > 1%" in text
    assert "Gift cards are refundable" in text
    assert "\x1b" not in text
    assert max(map(len, text.split("\n"))) <= 100
    assert "\x1b[" in run_view(broken, gate, color=True)


def test_the_terminal_says_whether_the_self_test_proved_anything(verifier):
    """In a sentence."""
    assert "The gate can fail" in self_test_view(self_test(suite_of(), verifier))
    never = self_test(suite_of(), verifier, ["contradiction_rate > 100%"])
    assert "Not proven: the gate does not stop planted lies" in self_test_view(never)


def test_rows_have_a_column_of_their_own_for_errors(broken):
    """And no figure where there is none."""
    rows = to_rows(broken.results)
    assert rows[0]["supported"] == rows[0]["claims"] == 1
    assert rows[1]["contradicted"] == 1
    assert rows[3]["error"].startswith("answer: OSError")
    assert rows[3]["claims"] is None
    assert rows[3]["expectation_met"] is None


def test_rows_under_other_names_hold_the_same(small):
    """For dashboards that exist already."""
    right, wrong = (to_rows(small(a).results, "ragas")[0] for a in (GOOD, BAD))
    assert (right["faithfulness"], wrong["faithfulness"]) == (1.0, 0.0)
    assert right["retrieved_contexts"] == [p.text for p in suite_of().evidence]
    deep = to_rows(small(BAD).results, "deepeval")[0]
    assert (deep["name"], deep["success"], deep["score"]) == ("window:0", False, 0.0)
    assert "60 days" in deep["reason"]


def test_a_declined_answer_has_no_score(small):
    """Neither 0 nor 1: nothing was claimed."""
    declined = to_rows(small(GOOD).results, "ragas")[2]
    assert declined["faithfulness"] is None


@pytest.mark.parametrize("style", STYLES)
def test_rows_become_a_frame(broken, style):
    """One row an answer, one column a key."""
    frame = to_pandas(broken.results, style)
    assert list(frame.columns) == list(to_rows(broken.results, style)[0])
    assert len(frame) == 4


def test_another_style_is_refused(small):
    """It says which there are."""
    with pytest.raises(ConfigurationError, match="expected one of entailed, ragas, deepeval"):
        to_rows(small(GOOD).results, "trulens")
