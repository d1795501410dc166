"""`entailed ask`: over a folder, with a model behind a local endpoint."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from entailed.cli import app
from entailed.prompts import PROMPTS
from tests.endpoints import Endpoint, Reply, chat, error

QUESTION = "Can I return unused items, and what about gift cards?"
GOOD = "Unused items can be returned within 30 days of delivery [refunds.md#1]."
BAD = "Gift cards can be returned within 60 days [refunds.md#1]."


@pytest.fixture
def folder(tmp_path):
    """Two documents."""
    text = "# Refunds\n\nUnused items can be returned within 30 days of delivery. Gift cards are "
    (tmp_path / "refunds.md").write_text(text + "excluded from returns.\n", encoding="utf-8")
    (tmp_path / "opening.txt").write_text("The shop opens at nine.\n", encoding="utf-8")
    return tmp_path


def run(folder, replies, *options, question=QUESTION):
    """The result of one command, and what the endpoint was asked."""
    with Endpoint(replies) as endpoint:
        result = CliRunner().invoke(
            app,
            [
                "ask", question, "--documents", str(folder), "--model", "tiny", "--model-url",
                endpoint.url, "--scorer", "lexical", *map(str, options),
            ],
            env={"COLUMNS": "100", "NO_COLOR": "1"},
        )  # fmt: skip
    return result, endpoint


def test_a_verified_answer_is_shown_with_its_sources(folder):
    """The answer first, then how sure it is, then the words of the documents."""
    result, _ = run(folder, chat(GOOD))
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == GOOD
    assert lines[2] == "✓ Verified · the sources support every claim · 1 answer, 1 passage"
    assert "  [refunds.md#1] Refunds · refunds.md" in lines
    assert "    Unused items can be returned within 30 days of delivery." in lines
    assert "Removed" not in result.stdout
    assert result.stderr == ""


def test_what_was_removed_is_told(folder):
    """With why, after a second answer that repeated it."""
    result, endpoint = run(folder, chat(f"{GOOD} {BAD}"))
    assert result.exit_code == 0, result.output
    shown, _, rest = result.stdout.partition("\n\n")
    assert shown == GOOD
    assert "2 answers, 1 passage" in rest
    assert "Removed ─" in rest
    assert "✗ Gift cards can be returned within 60 days." in rest
    assert len(endpoint.requests) == 2


@pytest.mark.parametrize(
    ("reply", "question", "code", "text", "words"),
    [
        (chat("The sources do not say."), QUESTION, 0, "The sources do not say.", "? No answer"),
        (chat(BAD), QUESTION, 1, None, "✗ Not verified"),
        (chat(GOOD), "Zebra?", 1, PROMPTS.ungrounded, "∅ Nothing found"),
        (error(401), QUESTION, 3, PROMPTS.unavailable, "check the API key"),
        (Reply(pieces=(b"{",)), QUESTION, 3, PROMPTS.unavailable, "expected JSON"),
    ],
)
def test_the_exit_code_says_how_it_went(folder, reply, question, code, text, words):
    """0 also where the sources do not tell, 1 nothing verified, 3 a part failed."""
    result, _ = run(folder, reply, question=question)
    assert result.exit_code == code, result.output
    assert text is None or result.stdout.startswith(text)
    assert words in result.stdout
    assert "60 days [" not in result.stdout


def test_text_is_only_what_may_be_shown(folder):
    """For other programs to pass on."""
    result, _ = run(folder, chat(f"{GOOD} {BAD}"), "--format", "text")
    assert result.stdout == GOOD + "\n"


def test_json_holds_everything(folder, tmp_path):
    """Attempts, reports, citations and their places; to a file where one is named."""
    path = tmp_path / "outcome.json"
    result, _ = run(folder, chat(f"{GOOD} {BAD}"), "--format", "json", "--output", path)
    assert result.stdout == ""
    data = json.loads(path.read_text(encoding="utf-8"))
    assert (data["status"], data["because"], data["text"]) == ("verified", "repaired", GOOD)
    assert data["removed"] == ["Gift cards can be returned within 60 days."]
    assert data["report"]["status"] == "grounded"
    assert [a["report"]["action"] for a in data["attempts"]] == ["repair", "suppress"]
    (cited,) = data["citations"]
    assert cited["id"] == "refunds.md#1"
    assert cited["claims"] == [{"start": 0, "end": len(GOOD)}]


def test_options_reach_the_loop(folder, monkeypatch):
    """Policy, prompts, key and limit."""
    monkeypatch.setenv("MY_KEY", "sk-mine")
    prompts = folder / "prompts.json"
    prompts.write_text('{"request": "{sources} Q: {question}"}', encoding="utf-8")
    result, endpoint = run(
        folder, chat(BAD), "--policy", "strict", "--key-variable", "MY_KEY", "--max-tokens", 50,
        "--prompts", prompts,
    )  # fmt: skip
    assert result.exit_code == 1
    assert "is not shown" in result.stdout
    (request,) = endpoint.requests
    assert request["max_tokens"] == 50
    assert request["messages"][1]["content"].endswith(f" Q: {QUESTION}")
    assert endpoint.headers[0]["authorization"] == "Bearer sk-mine"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--policy", "nice"), "expected one of audit"),
        (("--prompts", "none.toml"), "none.toml: cannot be read"),
        (("--documents", "no-folder"), "expected a folder"),
        (("--passages", "5", "--widened", "3"), "passages <= widened"),
        (("--format", "pdf"), "pdf"),
        (("--output", "no/such/place"), "cannot be written"),
    ],
)
def test_usage_errors_are_one_clear_message(folder, options, message):
    """Exit code 2, the message on stderr, nothing on stdout."""
    result, _ = run(folder, chat(GOOD), *options)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert result.stdout == ""


def test_a_blank_question_is_a_usage_error(folder):
    """Nothing is searched for."""
    result, endpoint = run(folder, chat(GOOD), question=" ")
    assert result.exit_code == 2
    assert "question: expected text" in result.stderr
    assert endpoint.requests == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_progress_is_told_at_a_terminal(folder):
    """On standard error, so that the answer can be piped on."""
    import pty

    ours, theirs = pty.openpty()
    with Endpoint(chat(GOOD)) as endpoint:
        done = subprocess.run(
            [
                sys.executable, "-m", "entailed", "ask", QUESTION, "--documents", str(folder),
                "--model", "tiny", "--model-url", endpoint.url, "--scorer", "lexical",
                "--format", "text",
            ],
            stdout=subprocess.PIPE, stderr=theirs, check=False,
        )  # fmt: skip
    os.close(theirs)
    told = os.read(ours, 10_000).decode()
    os.close(ours)
    assert done.stdout.decode() == GOOD + "\n"
    assert told.split("\r\n")[:3] == [
        "... looking for 5 passages",
        "... asking tiny, given 1 passage",
        "... checking the answer",
    ]
