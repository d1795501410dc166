"""`entailed eval` from the outside."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from typer.testing import CliRunner

import entailed
from entailed.cli import app
from entailed.evaluation.loading import load_suite
from entailed.evaluation.runs import read_run_file
from tests.endpoints import Endpoint, Reply, chat
from tests.evaluation.conftest import BAD, GOOD, SMALL
from tests.test_cli_calibration import labelled

OFFLINE = ("--scorer", "lexical", "--workers", "1", "--quiet")


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A suite with answers, in the working directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    (tmp_path / "suite.yaml").write_text(SMALL, encoding="utf-8")
    for name, answers in (("good", GOOD), ("bad", BAD)):
        rows = [json.dumps({"scenario": k, "answer": v}) for k, v in answers.items()]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(rows), encoding="utf-8")
    return tmp_path


def run(*args: str):
    """`entailed eval` with arguments."""
    return CliRunner().invoke(app, ["eval", *args])


def test_a_run_leaves_its_files_and_passes(files):
    """Run file, JSON and page; no gate, no failure."""
    result = run("suite.yaml", "--answers", "good.jsonl", *OFFLINE)
    assert result.exit_code == 0, result.output
    assert "4 of 4 answers evaluated" in result.stdout
    assert sorted(os.listdir("entailed-eval")) == ["report.html", "run.json", "run.jsonl"]


def test_a_gate_fails_the_build(files):
    """With JUnit XML and a summary beside it."""
    result = run(
        "suite.yaml", "--answers", "bad.jsonl", *OFFLINE, "--no-html",
        "--fail-if", "unsupported_claim_rate > 0.02", "--junit", "j.xml", "--summary", "s.md",
    )  # fmt: skip
    assert result.exit_code == 1, result.output
    assert "failed: unsupported_claim_rate > 0.02" in result.stdout
    assert len(ET.parse("j.xml").findall(".//testcase")) == 5
    assert "**failed**" in (files / "s.md").read_text(encoding="utf-8")
    assert not (files / "entailed-eval" / "report.html").exists()


def test_a_baseline_is_compared_with(files):
    """Also where it is the file that the run is about to replace."""
    run("suite.yaml", "--answers", "good.jsonl", *OFFLINE, "--no-html")
    base = "entailed-eval/run.json"
    args = ("suite.yaml", *OFFLINE, "--no-html", "--baseline", base)
    result = run(*args, "--answers", "bad.jsonl", "--fail-if", "faulty_answer_rate > 1%")
    assert result.exit_code == 1, result.output
    assert "baseline" in result.stdout
    assert run(*args, "--answers", "bad.jsonl").exit_code == 0


def test_answers_that_are_missing_leave_it_undecided(files):
    """Exit code 3, unless it is allowed."""
    lines = (files / "good.jsonl").read_text().split("\n")
    (files / "some.jsonl").write_text("\n".join(lines[:3]))
    args = ("suite.yaml", "--answers", "some.jsonl", *OFFLINE, "--no-html")
    assert run(*args).exit_code == 3
    assert run(*args, "--allow-missing", "0.25").exit_code == 0


def test_the_gate_proves_that_it_can_fail(files):
    """On the suite's own passages."""
    result = run("suite.yaml", "--self-test", *OFFLINE)
    assert result.exit_code == 0, result.output
    assert "The gate can fail" in result.stdout
    never = run("suite.yaml", "--self-test", *OFFLINE, "--fail-if", "contradiction_rate > 100%")
    assert never.exit_code == 1


def test_a_policy_can_be_enforced_before_what_is_shown_is_judged(files):
    """What users would have seen with it in between."""
    args = ("suite.yaml", "--answers", "bad.jsonl", *OFFLINE, "--no-html")
    result = run(*args, "--policy", "repair", "--enforce", "--summary", "-")
    assert "| Unsupported claims | 0.0 %" in result.stdout or "Unsupported" not in result.stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("gone.yaml", "--answers", "good.jsonl"), "no such file"),
        (("suite.yaml",), "expected one of --answers FILE, --url URL and --model-url URL"),
        (("suite.yaml", "--example", "--answers", "good.jsonl"), "a suite file, or --example"),
        (("suite.yaml", "--answers", "good.jsonl", "--url", "http://x"), "expected one of"),
        (("suite.yaml", "--answers", "good.jsonl", "--fail-if", "x > 1"), "character 1"),
        (
            ("suite.yaml", "--answers", "good.jsonl", "--fail-if", "change.blocked_rate > 1"),
            "give one with --baseline",
        ),
        (("suite.yaml", "--answers", "good.jsonl", "--baseline", "gone.json"), "no such file"),
        (("suite.yaml", "--answers", "suite.yaml"), "line 2"),
        (("suite.yaml", "--url", "ftp://x"), "expected http"),
        (("suite.yaml", "--url", "http://x", "--api", "soap"), "shape: expected openai or plain"),
        (("suite.yaml", "--model-url", "http://x"), "--model-url needs --model"),
        (("suite.yaml", "--answers", "good.jsonl", "--policy", "nope"), "policy"),
    ],
)
def test_a_mistake_of_the_call_is_told_before_any_work(files, args, message):
    """Exit code 2, one line."""
    result = run(*args, *OFFLINE)
    assert result.exit_code == 2, result.output
    assert message in result.stderr
    assert not (files / "entailed-eval").exists()


def test_a_run_that_was_killed_is_finished_by_resume(files):
    """As a process of its own, killed in the middle; nothing is evaluated twice."""
    many = "".join(
        f'  - {{id: s{n}, category: answerable, question: "How long? {n}"}}\n' for n in range(30)
    )
    (files / "many.yaml").write_text(SMALL + many, encoding="utf-8")
    rows = [json.dumps({"scenario": k, "answer": v}) for k, v in GOOD.items()]
    rows += [
        json.dumps({"scenario": f"s{n}", "answer": f"Refunds are accepted within {n} days [S1]."})
        for n in range(30)
    ]
    (files / "many.jsonl").write_text("\n".join(rows), encoding="utf-8")
    args = ["eval", "many.yaml", "--answers", "many.jsonl", *OFFLINE, "--no-html"]
    command = [sys.executable, "-c", "from entailed.cli import app; app()", *args]
    path = files / "entailed-eval" / "run.jsonl"
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while not path.exists() or path.read_bytes().count(b"\n") < 8:
        assert process.poll() is None
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = path.read_bytes()
    had = len(read_run_file(path).results)
    assert 0 < had < 34
    refused = CliRunner().invoke(app, args)
    assert refused.exit_code == 2
    assert f"broken off after {had}" in refused.stderr
    result = CliRunner().invoke(app, [*args, "--resume"])
    assert result.exit_code == 0, result.output
    after = path.read_bytes()
    assert after.startswith(before[: before.rfind(b"\n") + 1])
    assert after.count(b'"kind":"result"') == 34


def test_a_run_begins_anew_on_request(files):
    """What was broken off is discarded."""
    run("suite.yaml", "--answers", "good.jsonl", *OFFLINE, "--no-html")
    path = files / "entailed-eval" / "run.jsonl"
    whole = path.read_bytes()
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:3]))
    args = ("suite.yaml", "--answers", "good.jsonl", *OFFLINE, "--no-html")
    assert run(*args).exit_code == 2
    assert run(*args, "--restart").exit_code == 0
    assert read_run_file(path).finished


def test_a_reported_answer_is_added(files):
    """And the suite runs with it."""
    report = entailed.verify(
        "Refunds take 60 days [S1].", {"S1": "Refunds take 30 days."}, "How long do they take?",
        scorer="lexical",
    )  # fmt: skip
    (files / "r.json").write_text(entailed.dumps(report), encoding="utf-8")
    args = ("add", "r.json", "--suite", "suite.yaml", "--category", "answerable", "--id", "slow")
    assert run(*args).exit_code == 0
    assert load_suite("suite.yaml").get("slow").bad_answer == "Refunds take 60 days [S1]."
    assert run(*args).exit_code == 2
    assert run(*args[:-1], "x", "--redact", "colour").exit_code == 2
    wrong = run("add", "r.json", "--suite", "suite.yaml", "--category", "answerble")
    assert "--category: expected one of answerable" in wrong.stderr


def test_the_verb_may_be_named(files):
    """`eval run` is `eval`."""
    result = run("run", "suite.yaml", "--answers", "good.jsonl", *OFFLINE, "--no-html")
    assert result.exit_code == 0


def test_help_lists_what_can_be_done():
    """In a group of its own."""
    assert "Make a report of a bad answer a scenario" in run("--help").stdout


# --- calibration -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def calibration(tmp_path_factory):
    """A calibration file for the lexical scorer."""
    path = tmp_path_factory.mktemp("calibration") / "calibration.json"
    claims = path.with_name("labelled.jsonl")
    claims.write_text("\n".join(map(json.dumps, labelled())), encoding="utf-8")
    done = CliRunner().invoke(
        app,
        [
            "calibrate", str(claims), "--max-unsupported-passed", "0.3", "--scorer", "lexical",
            "--output", str(path), "--quiet",
        ],
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    return path


def decider(path="entailed-eval/run.json"):
    """The decider that judged a run."""
    parts = json.loads(Path(path).read_text(encoding="utf-8"))["head"]["components"]
    return next(part for part in parts if part["stage"] == "decide")


def test_a_run_is_judged_at_the_calibrated_threshold(files, calibration):
    """As `verify --calibration` does; a run without it is another verifier's."""
    result = run(
        "suite.yaml", "--answers", "good.jsonl", *OFFLINE, "--calibration", str(calibration)
    )
    assert result.exit_code == 0, result.output
    verifier = entailed.build_verifier(scorer="lexical", calibration=calibration)
    wanted = next(part for part in verifier.components if part.stage == "decide")
    assert decider()["digest"] == wanted.digest
    run("suite.yaml", "--answers", "good.jsonl", *OFFLINE, "--restart")
    assert decider()["digest"] != wanted.digest


def test_the_loop_passes_on_limits_of_the_model(files):
    """The length of an answer, and the time it may take."""
    loop = ("suite.yaml", *OFFLINE, "--no-html", "--model", "tiny", "--model-url")
    quick = chat("The sources do not say.")
    with Endpoint(quick) as endpoint:
        run(*loop, endpoint.url, "--max-tokens", "33")
    asked = endpoint.requests[0]
    assert 33 in (asked.get("max_tokens"), asked.get("max_completion_tokens"))
    with Endpoint(Reply(pieces=quick.pieces, pause=1.0)) as endpoint:
        result = run(*loop, endpoint.url, "--restart", "--timeout", "0.2")
    assert result.exit_code == 3, result.output
    assert "no answer within 0.2 s" in result.stdout


def test_the_loop_keeps_its_own_threshold(files, calibration):
    """What judges is calibrated; the loop has another policy, which is another system."""
    with Endpoint(chat("The sources do not say.")) as endpoint:
        result = run(
            "suite.yaml", "--model", "tiny", "--model-url", endpoint.url, *OFFLINE,
            "--calibration", str(calibration), "--no-html",
        )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert endpoint.requests


@pytest.mark.parametrize(
    ("options", "differs"),
    [(("--scorer", "none"), "score: calibrated with lexical"), (("--policy", "strict"), "uncited")],
)
def test_a_calibration_for_another_system_is_refused_before_anything_is_asked(
    files, calibration, options, differs
):
    """Another scorer, or a policy that checks more."""
    with Endpoint(chat("The sources do not say.")) as endpoint:
        result = run(
            "suite.yaml", "--url", endpoint.url, *OFFLINE, "--no-html",
            "--calibration", str(calibration), *options,
        )  # fmt: skip
    assert (result.exit_code, endpoint.requests) == (2, []), result.output
    assert "made for another system" in result.stderr
    assert differs in result.stderr
    assert not Path("entailed-eval/run.json").exists()
