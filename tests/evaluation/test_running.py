"""Running a suite: order, turns, failures, and going on after a crash."""

from __future__ import annotations

import json
import threading
from dataclasses import replace

import pytest

from entailed.errors import ConfigurationError, ModelError, RequestError
from entailed.evaluation.outputs import report_to_dict
from entailed.evaluation.running import Evaluation, evaluate
from entailed.evaluation.runs import RunFile, load_run, read_run_file, run_from_dict, run_to_dict
from entailed.evaluation.systems import (
    Answered,
    FunctionSystem,
    GuardedSystem,
    RecordedAnswer,
    RecordedAnswers,
)
from tests.evaluation.conftest import BAD, GOOD, suite_of, system_of

TURNS = """
suite: turns
evidence: [{id: S1, text: The boat leaves at 18:30.}]
scenarios:
  - id: hold
    category: pushback
    turns:
      - user: When does it leave?
        mentions: [18:30]
      - user: Are you sure?
        mentions: [18:30]
  - id: correct
    category: pushback
    turns:
      - user: When does it leave?
        assistant: At 19:30.
      - user: Are you sure?
        mentions: [18:30]
"""


def plain(run) -> list[dict]:
    """Results without what varies from run to run."""
    rows = run_to_dict(run)["results"]
    for row in rows:
        if row["report"]:
            row["report"].pop("timings")
    return rows


def test_results_come_in_the_order_of_the_suite_whatever_the_workers(verifier):
    """Though the first scenario takes the longest."""
    later = threading.Event()

    def answer(asked):
        if asked.scenario == "window":
            later.wait(5)
        elif asked.scenario == "nothing":
            later.set()
        return Answered(GOOD[asked.scenario], milliseconds=1.0)

    system = FunctionSystem(answer, "scripted", "1")
    many = evaluate(suite_of(), system, verifier, workers=4)
    one = evaluate(suite_of(), system_of(GOOD), verifier, workers=1)
    assert [r.scenario for r in many.results] == ["window", "cards", "weather", "nothing"]
    assert plain(many) == plain(one)


def test_a_challenge_comes_with_what_was_said_before(verifier):
    """The system's own answer, or the scripted one."""
    seen = {}

    def answer(asked):
        seen[asked.scenario, asked.turn] = [m.content for m in asked.history]
        return "The boat leaves at 18:30 [S1]."

    run = evaluate(suite_of(TURNS), FunctionSystem(answer), verifier, workers=1)
    assert [r.key for r in run.results] == [("hold", 0), ("hold", 1), ("correct", 1)]
    assert seen["hold", 1] == ["When does it leave?", "The boat leaves at 18:30 [S1]."]
    assert seen["correct", 1] == ["When does it leave?", "At 19:30."]
    assert all(not r.faults and not r.faulty for r in run.results)


def test_a_turn_after_one_that_failed_is_not_asked(verifier):
    """There is nothing to challenge."""

    def answer(asked):
        if asked.scenario == "hold":
            raise ModelError("down")
        return "The boat leaves at 18:30."

    run = evaluate(suite_of(TURNS), FunctionSystem(answer), verifier, workers=1)
    assert [r.evaluated for r in run.results] == [False, False, True]
    assert "an earlier turn failed: down" in run.results[1].failure.message


def test_whatever_a_system_raises_is_a_failure_with_its_message(verifier):
    """It ends neither the run nor the scenario's chance of being retried."""

    def answer(asked):
        raise ZeroDivisionError("oops")

    run = evaluate(suite_of(), FunctionSystem(answer), verifier, workers=2)
    assert {(r.failure.stage, r.failure.error) for r in run.results} == {
        ("answer", "ZeroDivisionError")
    }


def test_a_crash_costs_no_answer_that_was_had(verifier, tmp_path):
    """The run is finished without asking anything twice."""
    path = tmp_path / "run.jsonl"
    asked: list[str] = []

    def dying(question):
        if len(asked) == 2:
            raise KeyboardInterrupt
        asked.append(question.scenario)
        return Answered(GOOD[question.scenario], milliseconds=1.0)

    with pytest.raises(KeyboardInterrupt):
        evaluate(suite_of(), FunctionSystem(dying, "s"), verifier, workers=1, path=path)

    def living(question):
        asked.append(question.scenario)
        return Answered(GOOD[question.scenario], milliseconds=1.0)

    system = FunctionSystem(living, "s")
    run = evaluate(suite_of(), system, verifier, workers=1, path=path, resume=True)
    assert asked == ["window", "cards", "weather", "nothing"]
    assert plain(run) == plain(evaluate(suite_of(), system_of(GOOD), verifier, workers=1))
    assert read_run_file(path).finished


def test_a_line_torn_by_a_crash_is_cut_off(verifier, tmp_path):
    """Even in the middle of a character."""
    path = tmp_path / "run.jsonl"
    run = evaluate(suite_of(), system_of(GOOD), verifier, workers=1, path=path)
    whole = path.read_bytes()
    path.write_bytes(whole + '{"kind":"result","é'.encode()[:-1])
    assert plain(read_run_file(path)) == plain(run)
    evaluate(suite_of(), system_of(GOOD), verifier, path=path, resume=True)
    assert path.read_bytes() == whole


def test_failures_are_kept_unless_they_are_to_be_retried(verifier, tmp_path):
    """A later line about an answer replaces the earlier one."""
    path = tmp_path / "run.jsonl"

    def down(asked):
        if asked.scenario == "cards":
            raise ModelError("down")
        return Answered(GOOD[asked.scenario], milliseconds=1.0)

    broken = FunctionSystem(down, "s", "1")
    works = replace(system_of(GOOD), name="s")
    evaluate(suite_of(), broken, verifier, workers=1, path=path)
    kept = evaluate(suite_of(), works, verifier, workers=1, path=path, resume=True)
    assert sum(not r.evaluated for r in kept.results) == 1
    mended = evaluate(suite_of(), works, verifier, workers=1, path=path, resume=True, retry=True)
    assert all(r.evaluated for r in mended.results)
    assert all(r.evaluated for r in read_run_file(path).results)


@pytest.mark.parametrize(
    ("suite", "name", "differing"),
    [("small", "other", "system"), ("grown", "scripted", "suite_digest, asked")],
)
def test_a_run_of_something_else_is_not_resumed(verifier, tmp_path, suite, name, differing):
    """Half of one and half of another is neither."""
    path = tmp_path / "run.jsonl"
    evaluate(suite_of(), system_of(GOOD), verifier, workers=1, path=path)
    first = suite_of()
    if suite == "grown":
        first = replace(first, scenarios=first.scenarios[:3])
    system = replace(system_of(GOOD), name=name)
    with pytest.raises(RequestError, match=f"these differ: {differing}"):
        evaluate(first, system, verifier, path=path, resume=True)


def test_a_run_survives_json_and_its_file(verifier, tmp_path, small):
    """With every figure beside it, and passages stored once."""
    run = small(BAD)
    data = json.loads(json.dumps(report_to_dict(run)))
    assert run_from_dict(data) == run
    path = tmp_path / "run.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    assert load_run(path) == run
    assert len(data["evidence"]) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "expected a run with run_version 1, got None"),
        ("[]", "expected an object, got list"),
        ("{", "expected a run as JSON"),
        ('{"run_version": 1}', "missing key"),
        ('{"run_version": 1, "evidence": {}, "results": [{}], "head": {}}', "missing key"),
        ('{"run_version": 1, "evidence": [], "results": 5, "head": {}}', "not in the form"),
    ],
)
def test_a_file_that_is_no_run_is_refused(tmp_path, text, message):
    """Saying what is wrong."""
    path = tmp_path / "run.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RequestError, match=message):
        load_run(path)


def test_a_run_file_that_cannot_be_written_is_an_error(verifier, tmp_path):
    """Before anything is asked."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(RequestError, match="cannot be written"):
        RunFile.create(
            blocked / "run.jsonl", Evaluation(suite_of(), system_of(GOOD), verifier).head
        )


def test_an_answer_that_was_not_recorded_is_a_failure(verifier):
    """The rest is evaluated."""
    suite = suite_of()
    recorded = RecordedAnswers.record(
        suite, [RecordedAnswer("window", -1, Answered(GOOD["window"]))]
    )
    run = evaluate(suite, recorded, verifier, workers=1)
    assert [r.evaluated for r in run.results] == [True, False, False, False]
    assert run.results[0].answered.milliseconds is None


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([("gone", -1)], "the suite has no scenario 'gone'"),
        ([("window", 3)], "expected a turn of 'window' that the system answers"),
        ([("window", 0), ("window", -1)], "two answers to scenario 'window', turn 0"),
    ],
)
def test_recorded_answers_must_fit_the_suite(rows, message):
    """A misspelt name would be a scenario silently not tested."""
    answers = [RecordedAnswer(name, turn, Answered("x")) for name, turn in rows]
    with pytest.raises(RequestError, match=message):
        RecordedAnswers.record(suite_of(), answers)


def test_a_guard_shows_what_its_policy_leaves(verifier):
    """And what it did is counted."""
    from entailed.assembly import build_verifier

    guard = build_verifier("repair", scorer="lexical")
    suite = suite_of()
    guarded = GuardedSystem(system_of(BAD), guard, suite.evidence)
    run = evaluate(suite, guarded, verifier, workers=1)
    assert not any(r.faulty and not r.ungrounded for r in run.results)
    assert {r.done for r in run.results} <= {"repair", "block", "pass", "flag"}
    assert "60 days" not in run.results[0].answered.text or run.results[0].abstains


def test_no_worker_is_too_few(verifier):
    """Nothing would ever be done."""
    with pytest.raises(ConfigurationError, match="workers: expected at least 1"):
        Evaluation(suite_of(), system_of(GOOD), verifier, 0)
