"""The command line: what it reads, writes, and exits with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from typer.testing import CliRunner

from entailed.cli import EXIT_CODES, app
from entailed.report import loads, schema
from entailed.types import STATUSES

EXAMPLE = Path(__file__).parents[1] / "examples" / "refund"
PASSAGE = "Gift cards are not refundable."
OFFLINE = ("--scorer", "lexical")


def run(*arguments, stdin=None):
    """The result of one command."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)


def verify(answer, *arguments, passage=PASSAGE):
    """The result of verifying `answer` with the lexical scorer."""
    return run("verify", "--answer", answer, "--passage", passage, *OFFLINE, *arguments)


@pytest.mark.parametrize(
    ("answer", "arguments", "code"),
    [
        ("Gift cards are not refundable.", (), 0),
        ("The provided documentation does not mention shipping.", (), 0),
        ("", (), 0),
        ("Gift cards are refundable for 90 days.", (), 1),
        ("Bananas grow in Spain.", (), 1),
        ("Cards given as gifts can never be paid back.", ("--scorer", "none"), 3),
    ],
)
def test_the_exit_code_says_how_it_went(answer, arguments, code):
    """0 grounded or declined, 1 not grounded, 3 could not decide."""
    assert verify(answer, *arguments).exit_code == code


def test_a_sample_leaves_the_rest_unchecked():
    """What is not drawn is no support; a wrong number is found in any sample."""
    nothing = ("--sample", "0", "--seed", "7")
    assert verify("Gift cards are not refundable.", *nothing).exit_code == 3
    assert verify("Gift cards are refundable for 90 days.", *nothing).exit_code == 1
    assert verify("Gift cards are not refundable.", "--sample", "1").exit_code == 0
    assert verify("Gift cards are not refundable.", "--sample", "2").exit_code == 2


def test_every_status_has_an_exit_code():
    """Also no evidence, which is not grounded."""
    assert set(EXIT_CODES) == set(STATUSES)
    assert verify("It is red.", passage=" ").exit_code == 1


def test_json_is_the_report():
    """It follows the schema and can be read back."""
    result = verify("Gift cards are not refundable.", "--format", "json")
    jsonschema.validate(json.loads(result.stdout), schema())
    assert loads(result.stdout).status == "grounded"


def test_audit_json_has_its_shape():
    """Claims, verdict and repaired answer, and nothing else."""
    data = json.loads(verify("Gift cards are not refundable.", "--format", "audit-json").stdout)
    assert set(data) == {"claims", "verdict", "repaired_answer"}
    assert set(data["claims"][0]) == {"text", "label", "source_id", "quote"}
    assert data["verdict"] == "GROUNDED"


@pytest.mark.parametrize(
    ("form", "start"),
    [("terminal", "✓ Grounded"), ("md", "# Grounded"), ("html", "<!doctype html>")],
)
def test_every_format_is_written(form, start):
    """To stdout, from its first character."""
    assert verify("Gift cards are not refundable.", "--format", form).stdout.startswith(start)


def test_a_report_is_written_to_a_file(tmp_path):
    """Then stdout is empty."""
    path = tmp_path / "report.html"
    result = verify("Gift cards are not refundable.", "--format", "html", "--output", path)
    assert result.stdout == ""
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_files_and_request_give_the_same_report():
    """The shipped example, once as separate files and once as one request."""
    apart = run(
        "verify", "--answer-file", EXAMPLE / "answer.md", "--passages", EXAMPLE / "passages.jsonl",
        "--question-file", EXAMPLE / "question.txt", "--policy", "repair", *OFFLINE,
        "--format", "audit-json",
    )  # fmt: skip
    whole = run("verify", "--request", EXAMPLE / "request.json", *OFFLINE, "--format", "audit-json")
    assert apart.exit_code == whole.exit_code == 1
    assert json.loads(apart.stdout) == json.loads(whole.stdout)


def test_stdin_stands_for_a_file():
    """Answer or request may come from standard input."""
    answer = run("verify", "--answer-file", "-", "--passage", PASSAGE, *OFFLINE, stdin=PASSAGE)
    body = json.dumps({"answer": PASSAGE, "passages": [PASSAGE], "scorer": "lexical"})
    request = run("verify", "--request", "-", stdin=body)
    assert (answer.exit_code, request.exit_code) == (0, 0)


def test_options_override_the_request():
    """Policy, scorer and question of the command line go before those of the file."""
    body = json.dumps({"answer": PASSAGE, "passages": [PASSAGE], "policy": "nonsense"})
    result = run(
        "verify", "--request", "-", "--policy", "audit", *OFFLINE, "--format", "json", stdin=body
    )
    assert json.loads(result.stdout)["policy"] == "audit"


def test_limits_are_passed_on():
    """A claim beyond the limit could not be checked."""
    answer = "Gift cards are not refundable. Gift cards are not refundable at all."
    result = verify(answer, "--max-claims", 1, "--format", "json")
    assert json.loads(result.stdout)["verdicts"][1]["label"] == "unchecked"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--passage", "x"), "no answer"),
        (("--answer", "x"), "no passages"),
        (("--answer", "x", "--answer-file", "y", "--passage", "z"), "either --answer or"),
        (("--answer", "x", "--request", "r.json"), "either it, or --answer and --passages"),
        (("--answer-file", "-", "--question-file", "-", "--passage", "z"), "only one of the files"),
        (("--answer-file", "none.txt", "--passage", "z"), "none.txt: no such file"),
        (("--answer", "x", "--passages", "none.txt"), "none.txt: no such file"),
        (("--answer-file", str(EXAMPLE), "--passage", "z"), "expected a file, got a folder"),
        (("--answer", "x", "--passage", "z", "--policy", "nice"), "expected one of audit, flag"),
        (("--answer", "x", "--passage", "z", "--policy", "widen"), "answering loop"),
        (("--answer", "x", "--passage", "z", "--policy", "no.toml"), "cannot be read"),
        (("--answer", "x", "--passage", "z", "--scorer", "oracle"), "expected one of embedded"),
        (("--answer", "x", "--passage", "z", "--format", "pdf"), "pdf"),
        (("--answer", "x", "--passage", "z", "--uncited", "maybe"), "maybe"),
        (("--answer", "x", "--passage", "z", "--max-claims", "0"), "max-claims"),
        (("--answer", "x", "--passage", "z", "--output", "no/such/place"), "cannot be written"),
    ],
)
def test_usage_errors_are_one_clear_message(arguments, message):
    """Exit code 2, the message on stderr, nothing on stdout, no traceback."""
    scorer = () if "--scorer" in arguments else OFFLINE
    result = run("verify", *arguments, *scorer)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("{", "stdin: malformed JSON at line 1, column 2"),
        ('{"answer": "x"}', "stdin: field 'passages' is missing"),
        ('{"answer": "x", "passages": [], "colour": 1}', "unknown field 'colour'"),
        ('{"answer": "x", "passages": [{"id": "a"}]}', "a mapping with keys ['id']"),
        (
            '{"answer": "x", "passages": [{"id": "a", "text": ""}, {"id": "a", "text": ""}]}',
            "twice",
        ),
        ('{"answer": "\\ud800", "passages": []}', "lone surrogate"),
        (b"\xff\xfe", "stdin: expected UTF-8 text"),
    ],
)
def test_a_bad_request_is_a_usage_error(body, message):
    """Whatever is wrong with it is said in one line."""
    result = run("verify", "--request", "-", *OFFLINE, stdin=body)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_components_are_listed():
    """Every stage with its parts, where they come from, and the policies."""
    result = run("components")
    assert result.exit_code == 0
    for name in ("numbers", "lexical", "embedded", "repair", "built in"):
        assert name in result.stdout


def test_components_are_listed_as_json():
    """One object a component, with an error where it cannot be used."""
    rows = json.loads(run("components", "--format", "json").stdout)
    assert {"stage", "name", "version", "source", "digest", "error"} == set(rows[0])
    scorers = {row["name"]: row for row in rows if row["stage"] == "scorer"}
    assert scorers["embedded"]["digest"].startswith("sha256:")


def test_the_version_is_shown():
    """By an option of the program itself."""
    assert run("--version").stdout.startswith("entailed 0.")


def test_the_installed_command_runs():
    """As a process of its own, with a plain locale, without colour when piped."""
    done = subprocess.run(
        [sys.executable, "-c", "from entailed.cli import app; app()", "verify",
         "--answer", "Gift cards cost 5 EUR.", "--passage", PASSAGE, *OFFLINE],
        capture_output=True,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
        check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert b"Gift cards cost 5 EUR" in done.stdout
    assert b"\x1b" not in done.stdout
    assert done.stderr == b""
