"""A judge and a language model as extractor, named on the command line."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from entailed.cli import app
from entailed.dialogue import Message
from tests.endpoints import Endpoint, chat
from tests.judges import cases, honest, reply
from tests.splitters import shown, written
from tests.test_cli_calibration import labelled

PASSAGE = "The mill was closed in the year it flooded, and nobody was hurt."
CLAIM = "The mill shut down during the flood."  # the lexical scorer is not sure of it
WIDE = ("--judge-band", "0", "1")


def run(verb, endpoint, *options):
    """One command with the lexical scorer, and a model at the endpoint."""
    arguments = [verb, *options, "--scorer", "lexical", "--model-url", endpoint.url]
    return CliRunner().invoke(
        app, [*map(str, arguments), "--format", "json"], env={"JUDGE_KEY": "k1"}
    )


def verify(endpoint, *options, answer=CLAIM):
    """`entailed verify` of one answer."""
    return run("verify", endpoint, "--answer", answer, "--passage", PASSAGE, *options)


def messages(asked):
    """The messages of a request."""
    return [Message(m["role"], m["content"]) for m in asked["messages"]]


def judge(verdict):
    """An endpoint's behaviour: right about made-up cases, of one opinion about all others."""
    return lambda asked: chat(
        reply([honest(pair, {}, (verdict, 0.97)) for pair in cases(messages(asked))])
    )


def splitter(asked):
    """An endpoint's behaviour: a model that cuts sentences at " and "."""
    rows = [text.rstrip(".").split(" and ") for text in shown(messages(asked))]
    return chat(written(rows))


def answering_mill(asked):
    """An endpoint: a model that answers and cuts its claims, and another that judges."""
    if asked["model"] == "wise":
        return judge("entailed")(asked)
    if "Sentence 1:" in asked["messages"][-1]["content"]:
        return splitter(asked)
    return chat("The mill shut in the flood [mill.txt#1].")


@pytest.mark.parametrize(
    ("verdict", "label", "code"), [("entailed", "supported", 0), ("not_stated", "related", 1)]
)
def test_a_judge_is_asked_about_unsure_claims(verdict, label, code):
    """It decides them, and the report names it."""
    with Endpoint(judge(verdict)) as endpoint:
        result = verify(endpoint, "--judge-model", "wise", *WIDE)
    assert result.exit_code == code, result.output
    report = json.loads(result.stdout)
    assert report["verdicts"][0]["label"] == label
    assert "judge:wise" in {part["name"] for part in report["components"]}
    assert {asked["model"] for asked in endpoint.requests} == {"wise"}


def test_no_judge_is_asked_outside_the_band():
    """A band of one point that no score meets."""
    with Endpoint(judge("entailed")) as endpoint:
        verify(endpoint, "--judge-model", "wise", "--judge-band", "1", "1")
    assert endpoint.requests == []


def test_a_judge_has_a_cap():
    """What is beyond it keeps the first verdict, with a note."""
    answer = f"{CLAIM} The dam burst at night. Nobody was hurt by the water."
    with Endpoint(judge("entailed")) as endpoint:
        result = verify(endpoint, "--judge-model", "wise", *WIDE, "--judge-cap", "1", answer=answer)
    noted = [
        reason["reason"]
        for verdict in json.loads(result.stdout)["verdicts"]
        for reason in verdict["reasons"]
        if reason["check"] == "judge"
    ]
    assert noted.count("limit_reached") == 2


def test_a_judge_may_have_an_endpoint_of_its_own_and_a_key():
    """The key is that of --key-variable; the answering model's endpoint hears nothing."""
    with Endpoint(judge("entailed")) as own, Endpoint(judge("not_stated")) as other:
        result = verify(
            other, "--judge-model", "wise", "--judge-url", own.url, *WIDE,
            "--key-variable", "JUDGE_KEY",
        )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert (len(own.requests) > 0, other.requests) == (True, [])
    assert own.headers[0]["authorization"] == "Bearer k1"


def test_a_judge_that_is_down_leaves_claims_unchecked():
    """No support by default."""
    with Endpoint(chat("no JSON at all")) as endpoint:
        result = verify(endpoint, "--judge-model", "wise", *WIDE)
    report = json.loads(result.stdout)
    assert result.exit_code == 3
    assert report["verdicts"][0]["label"] == "unchecked"
    assert [failure["stage"] for failure in report["failures"]] == ["judge"]


def test_a_model_may_find_the_claims():
    """Cut where the rules do not cut, and traced in the answer's words."""
    answer = "The mill was closed and the mill flooded."
    with Endpoint(splitter) as endpoint:
        result = verify(endpoint, "--extractor", "llm", "--model", "tiny", answer=answer)
    report = json.loads(result.stdout)
    assert [v["claim"]["text"] for v in report["verdicts"]] == [
        "The mill was closed",
        "the mill flooded",
    ]
    extractor = next(part for part in report["components"] if part["stage"] == "extract")
    assert extractor["name"].startswith("llm:tiny")
    assert endpoint.requests[0]["model"] == "tiny"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--extractor", "llm"), "--extractor llm needs --model NAME"),
        (("--judge-cap", "3"), "need --judge-model NAME"),
        (("--judge-band", "0.2", "0.9"), "need --judge-model NAME"),
        (("--judge-url", "http://127.0.0.1:1/v1"), "need --judge-model NAME"),
        ((), "--model-url needs --judge-model NAME or --extractor llm"),
        (("--model", "tiny"), "--extractor llm asks for"),
        (("--judge-model", "wise", "--judge-band", "0.9", "0.1"), "0 <= low <= high <= 1"),
        (("--judge-model", "wise", "--judge-cap", "0"), "expected at least 1, got 0"),
    ],
)
def test_options_that_would_do_nothing_are_refused(options, message):
    """With exit code 2 and one line, and nobody is asked."""
    with Endpoint(judge("entailed")) as endpoint:
        result = verify(endpoint, *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert endpoint.requests == []


def test_ask_takes_both(tmp_path):
    """The answering model also cuts the claims; the judge has another name at its endpoint."""
    (tmp_path / "mill.txt").write_text(PASSAGE + "\n", encoding="utf-8")
    with Endpoint(answering_mill) as endpoint:
        result = run(
            "ask", endpoint, "What of the mill?", "--documents", tmp_path, "--model", "tiny",
            "--extractor", "llm", "--judge-model", "wise", *WIDE,
        )  # fmt: skip
    assert result.exit_code == 0, result.output
    report = json.loads(result.stdout)["report"]
    names = {part["name"] for part in report["components"]}
    assert "judge:wise" in names
    assert any(name.startswith("llm:tiny") for name in names)
    assert [verdict["label"] for verdict in report["verdicts"]] == ["supported"]


@pytest.mark.parametrize(("verdict", "shown"), [("entailed", True), ("not_stated", False)])
def test_chat_takes_both(tmp_path, verdict, shown):
    """The judge's word decides what is shown."""
    (tmp_path / "mill.txt").write_text(PASSAGE + "\n", encoding="utf-8")

    def answering(asked):
        return judge(verdict)(asked) if asked["model"] == "wise" else answering_mill(asked)

    with Endpoint(answering) as endpoint:
        result = CliRunner().invoke(
            app,
            [
                "chat", "--documents", str(tmp_path), "--model", "tiny", "--model-url",
                endpoint.url, "--scorer", "lexical", "--extractor", "llm", "--judge-model", "wise",
                *WIDE,
            ],
            input="What of the mill?\n",
        )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert {asked["model"] for asked in endpoint.requests} == {"tiny", "wise"}
    assert ("not verified" not in result.stdout) is shown


def test_an_answer_that_takes_too_long_is_a_failure(tmp_path):
    """--timeout bounds one answer of the model."""
    (tmp_path / "mill.txt").write_text(PASSAGE + "\n", encoding="utf-8")
    slow = chat("The mill was closed.")
    with Endpoint(type(slow)(pieces=slow.pieces, pause=1.0)) as endpoint:
        result = run(
            "ask", endpoint, "What about the mill?", "--documents", tmp_path, "--model", "tiny",
            "--timeout", "0.2",
        )  # fmt: skip
    assert result.exit_code == 3
    assert "no answer within 0.2 s" in result.stdout


def test_a_judge_and_a_calibration_exclude_each_other(tmp_path):
    """No promise holds with a judge; nobody is asked."""
    claims = tmp_path / "labelled.jsonl"
    claims.write_text("\n".join(map(json.dumps, labelled(40))), encoding="utf-8")
    made = tmp_path / "calibration.json"
    done = CliRunner().invoke(
        app,
        [
            "calibrate", str(claims), "--max-unsupported-passed", "0.5", "--scorer", "lexical",
            "--output", str(made), "--quiet",
        ],
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    with Endpoint(judge("entailed")) as endpoint:
        result = verify(endpoint, "--judge-model", "wise", "--calibration", made)
    assert (result.exit_code, endpoint.requests) == (2, [])
    assert "Leave out the calibration, or the judge" in result.stderr
