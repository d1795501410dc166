"""`entailed calibrate` and `entailed drift` on real claims, with the lexical scorer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import entailed
from entailed.calibration import CalibrationResult
from entailed.cli import app
from entailed.decision import DecisionTable
from entailed.evidence import freeze

CASES = Path(__file__).parent / "field_cases" / "own.jsonl"
OFFLINE = ("--scorer", "lexical")
AIM = ("--max-unsupported-passed", "0.3")


def run(*arguments, stdin=None):
    """The result of one command."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)


def labelled(limit=80):
    """Field cases of which every expectation points the same way, as labelled claims."""
    rows = []
    for line in CASES.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        verdicts = {e["verdict"] for e in case["expected"]}
        bad = verdicts & {"contradicted", "not_found"}
        if verdicts and "not_a_claim" not in verdicts and not (bad and verdicts - bad):
            label = min(bad) if bad else "supported"
            rows.append({"claim": case["answer"], "passages": case["passages"], "label": label})
    return rows[:limit]


@pytest.fixture(scope="module")
def claims(tmp_path_factory):
    """A labelled file."""
    path = tmp_path_factory.mktemp("claims") / "labelled.jsonl"
    path.write_text("\n".join(map(json.dumps, labelled())) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def calibration(claims):
    """A calibration file made from it, and what was printed."""
    path = claims.with_name("calibration.json")
    done = run(
        "calibrate", claims, *AIM, *OFFLINE, "--output", path, "--quiet",
        "--plots", path.with_name("plots"),
    )  # fmt: skip
    assert done.exit_code == 0, done.stderr
    return path, done.stdout


def test_the_promise_and_the_kinds_are_printed(calibration):
    """With the number of labels, and where the file is."""
    path, printed = calibration
    text = " ".join(printed.split())
    result = CalibrationResult.load(path)
    assert text.startswith(result.promise)
    assert "numeric" in text
    assert f"entailed verify --calibration {path}" in text


def test_the_file_is_used_by_verify(calibration):
    """The decision is another than without it, and the report names it."""
    path, _ = calibration
    command = ("verify", "--answer", "Tea is hot.", "--passage", "Tea is served hot.", *OFFLINE)
    plain = json.loads(run(*command, "--format", "json").stdout)
    with_it = json.loads(run(*command, "--calibration", path, "--format", "json").stdout)

    def decided(report):
        return [c["digest"] for c in report["components"] if c["stage"] == "decide"]

    table = DecisionTable(CalibrationResult.load(path).calibration)
    assert decided(with_it) == [table.digest] != decided(plain)


def test_another_scorer_refuses_the_file(calibration):
    """A usage error of one line that names both."""
    path, _ = calibration
    done = run("verify", "--answer", "x", "--passage", "y", "--calibration", path)
    assert done.exit_code == 2
    assert "calibrated with lexical 1, got embedded" in done.stderr
    assert done.stderr.count("\n") == 1


def test_json_is_the_file(tmp_path):
    """The same content on stdout; progress goes to stderr."""
    path, text = tmp_path / "c.json", "\n".join(map(json.dumps, labelled(30)))
    done = run(
        "calibrate", "-", "--max-unsupported-passed", "0.5", "--on-average", *OFFLINE,
        "--output", path, "--format", "json", stdin=text,
    )  # fmt: skip
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(path.read_text(encoding="utf-8"))
    assert "30 of 30 claims verified" in done.stderr


def test_the_curves_are_drawn(calibration):
    """One SVG each."""
    path, _ = calibration
    names = sorted(p.name for p in path.with_name("plots").iterdir())
    assert names == [
        "precision-recall.svg", "reliability.svg", "risk-coverage.svg", "scores.svg",
    ]  # fmt: skip


def test_stdin_stands_for_the_file(tmp_path):
    """And a preset for an aim; too few labels for it here."""
    text = "\n".join(map(json.dumps, labelled(12)))
    path = tmp_path / "c.json"
    done = run("calibrate", "-", "--preset", "block", *OFFLINE, "--output", path, stdin=text)
    assert done.exit_code == 3
    assert "no promise: too few labels" in done.stderr
    assert "at least 59" in done.stderr
    assert not path.exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "expected one aim (--max-unsupported-passed"),
        ((*AIM, "--min-precision", "0.9"), "got both --max-unsupported-passed and --min-precision"),
        (("--max-unsupported-passed", "5"), "expected a share above 0 and below 1, got 5"),
        (("--min-precision", "0.9", "--on-average"), "no promise on average"),
        ((*AIM, "--confidence", "1.0"), "confidence: expected at least 0.5"),
        ((*AIM, "--scorer", "none"), "calibration needs a scorer"),
        ((*AIM, "--output", "no/such/c.json"), "no/such/c.json: cannot be written"),
        ((*AIM, "--policy", "nice"), "expected one of audit"),
    ],
)
def test_wrong_options_are_one_clear_message(options, message, tmp_path):
    """Exit code 2, nothing written."""
    text = "\n".join(map(json.dumps, labelled(8)))
    given = [*options]
    for name, value in (("--scorer", "lexical"), ("--output", tmp_path / "c.json")):
        given += [] if name in given else [name, value]
    done = run("calibrate", "-", *given, "--quiet", stdin=text)
    assert done.exit_code == 2
    assert message in done.stderr
    assert not (tmp_path / "c.json").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"claim": "x", "passages": ["y"]}', "stdin: line 1: field 'label' is missing"),
        ('{"claim": "x", "passages": ["y"], "label": NaN}', "NaN is no JSON number"),
        ('{"claim": "x", "passages": ["y"], "label": true}', "labels of both kinds"),
        ("", "expected one labelled claim a line, got none"),
    ],
)
def test_wrong_labels_are_one_clear_message(text, message):
    """Naming line and field."""
    done = run("calibrate", "-", *AIM, *OFFLINE, "--quiet", stdin=text)
    assert done.exit_code == 2
    assert message in done.stderr


# --- drift -----------------------------------------------------------------------------------


def reports(rows, calibration=None):
    """A report a line, as `verify --format json` writes them or as the ledger exports them."""
    verifier = entailed.build_verifier("audit", scorer="lexical", calibration=calibration)
    made = [verifier.verify(row["claim"], freeze(row["passages"])) for row in rows]
    plain = [json.loads(entailed.dumps(report)) for report in made]
    half = len(plain) // 2
    records = [{"id": str(i), "report": report} for i, report in enumerate(plain[half:])]
    return "\n".join(map(json.dumps, [*plain[:half], *records, {"id": "x", "report": None}]))


@pytest.mark.parametrize("calibrated", [False, True])
def test_the_claims_of_the_calibration_have_not_drifted(calibration, calibrated):
    """Whether they were verified before it or with it."""
    path, _ = calibration
    done = run("drift", path, "-", stdin=reports(labelled(), path if calibrated else None))
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("No sign of drift")


def test_other_claims_have(calibration, tmp_path):
    """Nothing but claims that no passage is about."""
    path, _ = calibration
    rows = [{"claim": f"Kiln {i} melts glass.", "passages": ["Tea is hot."]} for i in range(80)]
    file = tmp_path / "recent.jsonl"
    file.write_text(reports(rows), encoding="utf-8")
    done = run("drift", path, file, "--format", "json")
    assert done.exit_code == 1, done.stderr
    assert json.loads(done.stdout)["state"] == "shifted"


def test_a_handful_of_claims_is_too_few(calibration):
    """Exit code 3: it could not decide."""
    path, _ = calibration
    done = run("drift", path, "-", stdin=reports(labelled(6)))
    assert done.exit_code == 3
    assert done.stdout.startswith("Too few claims to tell")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected at least one report"),
        ("{}", "stdin: line 1: report: expected schema_version"),
        ("{", "stdin: line 1: malformed JSON"),
    ],
)
def test_what_is_no_report_is_an_error(calibration, text, message):
    """Of one line, with its place."""
    done = run("drift", calibration[0], "-", stdin=text)
    assert done.exit_code == 2
    assert message in done.stderr


def test_reports_of_another_scorer_are_not_compared(calibration):
    """Their scores mean something else."""
    report = entailed.verify("Tea is hot.", ["Tea is hot."], scorer=None)
    done = run("drift", calibration[0], "-", stdin=entailed.dumps(report))
    assert done.exit_code == 2
    assert "none of the 1 reports was made with the scorer and weights" in done.stderr
