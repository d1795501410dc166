"""`entailed chat`: over a folder, from a pipe, with a model behind a local endpoint."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from entailed.cli import app
from tests.endpoints import Endpoint, chat, error

QUESTION = "Can I return unused items?"
GOOD = "Unused items can be returned within 30 days of delivery [refunds.md#1]."


@pytest.fixture
def folder(tmp_path):
    """One document."""
    text = "# Refunds\n\nUnused items can be returned within 30 days of delivery. Gift cards are "
    (tmp_path / "refunds.md").write_text(text + "excluded from returns.\n", encoding="utf-8")
    return tmp_path


def run(folder, replies, lines, *options):
    """The result of one piped conversation, and what the endpoint was asked."""
    with Endpoint(replies) as endpoint:
        result = CliRunner().invoke(
            app,
            [
                "chat", "--documents", str(folder), "--model", "tiny", "--model-url",
                endpoint.url, "--scorer", "lexical", *map(str, options),
            ],
            input="\n".join(lines) + "\n",
            env={"COLUMNS": "100", "NO_COLOR": "1"},
        )  # fmt: skip
    return result, endpoint


def test_a_piped_conversation_is_readable(folder):
    """Each message is echoed, answered, and marked with how sure the answer is."""
    lines = [QUESTION, "", "Are you sure?", "I thought it was 60 days.", "Which source says that?"]
    result, endpoint = run(folder, chat(GOOD), lines)
    assert result.exit_code == 0, result.output
    quote = '[refunds.md#1] Refunds: "Unused items can be returned within 30 days of delivery."'
    assert result.stdout.splitlines() == [
        f"> {QUESTION}",
        GOOD,
        "",
        "✓ verified",
        f"  {quote}",
        "",
        "> Are you sure?",
        "The answer stands. It was checked again against the same sources.",
        "",
        GOOD,
        "",
        quote,
        "",
        "✓ checked again: it stands · about message 1",
        "",
        "> I thought it was 60 days.",
        "The answer stands. The sources contradict this: Unused items can be returned within 60 "
        "days of",
        "delivery.",
        "",
        GOOD,
        "",
        quote,
        "",
        "✓ checked again: it stands · about message 1",
        "",
        "> Which source says that?",
        "The answer rests on this:",
        "",
        quote,
        "",
        "✓ from the stored sources",
        "",
    ]
    assert len(endpoint.requests) == 1


def test_a_conversation_goes_on_from_its_file(folder, tmp_path):
    """A second run challenges what the first one answered, and asks the model nothing."""
    store = ("--store", tmp_path / "turns.db")
    run(folder, chat(GOOD), [QUESTION], *store)
    result, endpoint = run(folder, chat("unused"), ["Are you sure?", "/quit", QUESTION], *store)
    assert result.exit_code == 0, result.output
    assert "The answer stands." in result.stdout
    assert result.stdout.count("> ") == 1
    assert endpoint.requests == []


def test_the_exit_code_says_whether_the_last_message_was_dealt_with(folder):
    """3 where the model failed at it."""
    result, _ = run(folder, error(401), [QUESTION])
    assert result.exit_code == 3, result.output
    assert "check the API key" in result.stdout


def test_a_file_of_another_kind_is_refused(folder, tmp_path):
    """With what to do, and before anything is asked."""
    other = tmp_path / "notes.txt"
    other.write_text("not a database, but text long enough to be looked at\n" * 40, "utf-8")
    result, endpoint = run(folder, chat(GOOD), [QUESTION], "--store", other)
    assert result.exit_code == 2
    assert "notes.txt" in result.output
    assert endpoint.requests == []
