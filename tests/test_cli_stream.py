"""The command that verifies an answer while it arrives."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from entailed.cli import app
from entailed.streaming.events import DoneEvent

PASSAGE = "Gift cards are not refundable. They cost 10 euros."
GOOD = "Gift cards are not refundable. They cost 10 euros."
BAD = "Gift cards are refundable. They cost 12 euros."


def stream(text, *arguments, passage=PASSAGE, env=None):
    """The result of streaming `text`, with the lexical scorer."""
    command = ["stream", "--passage", passage, "--scorer", "lexical", *map(str, arguments)]
    return CliRunner().invoke(app, command, input=text, env=env)


@pytest.mark.parametrize(
    ("text", "arguments", "code"),
    [
        (GOOD, (), 0),
        ("The provided documentation does not mention shipping.", (), 0),
        ("", (), 0),
        (BAD, (), 1),
        ("Cards given as gifts can never be paid back.", ("--scorer", "none"), 3),
        (GOOD, ("--max-answer", 20), 3),
        (GOOD, ("--mode", "fast"), 2),
        (GOOD, ("--policy", "none"), 2),
        (GOOD, ("--passages", "no/such/file.txt"), 2),
    ],
)
def test_the_exit_code_says_how_it_went(text, arguments, code):
    """0 grounded or declined, 1 not grounded, 2 usage, 3 could not decide or broke off."""
    assert stream(text, *arguments).exit_code == code


def test_passages_are_needed():
    """There is nothing to verify it against."""
    result = CliRunner().invoke(app, ["stream"], input=GOOD)
    assert result.exit_code == 2
    assert "no passages" in result.stderr


@pytest.mark.parametrize("mode", ["buffer", "hold"])
def test_the_text_is_written_and_what_failed_told_apart(mode):
    """The answer on stdout, as the policy leaves it; the failed claims on stderr."""
    result = stream(BAD, "--mode", mode)
    mark = " [citation needed]."
    assert result.stdout == f"Gift cards are refundable{mark} They cost 12 euros{mark}\n"
    assert result.stderr.startswith("ungrounded: 2 claims\n")
    assert "contradicted: Gift cards are refundable. (negation_flip)" in result.stderr


def test_a_corrected_text_is_written_once_more():
    """A pipe cannot take back what was written to it."""
    result = stream(BAD, "--mode", "correct", "--policy", "suppress")
    written, corrected = result.stdout.split("--- corrected ---")
    assert written.strip() == BAD
    assert "refundable" not in corrected


def test_a_question_is_taken_from_an_option_or_a_file(tmp_path):
    """As by `verify`; both are one too many."""
    file = tmp_path / "question.txt"
    file.write_text("What do gift cards cost?")
    for arguments in (("--question-file", file), ("--question", "What do gift cards cost?")):
        done = json.loads(stream(GOOD, "--events", *arguments).stdout.splitlines()[-1])
        assert done["report"]["question"] == "What do gift cards cost?"
    assert stream(GOOD, "--question-file", file, "--question", "Why?").exit_code == 2


def test_every_event_is_a_line_of_json():
    """The last one is the end, with the report."""
    lines = [json.loads(line) for line in stream(BAD, "--events").stdout.splitlines()]
    assert {line["event"] for line in lines} == {"finding", "release", "done"}
    assert lines[-1]["event"] == DoneEvent.kind
    assert lines[-1]["report"]["answer"] == BAD


def test_chunks_of_a_chat_completion_are_read():
    """As server-sent events or as lines of JSON; thoughts are dropped."""
    chunks = [{"choices": [{"delta": {"content": word}}]} for word in ("Gift ", "cards are sold.")]
    thought = {"choices": [{"delta": {"reasoning_content": "They cost 7."}}]}
    lines = [json.dumps(c) for c in (thought, *chunks)]
    sent = "event: x\n\n" + "".join(f"data: {line}\n\n" for line in lines) + "data: [DONE]\n\n"
    for text in (sent, "\n".join(lines)):
        result = stream(text, "--input", "deltas")
        assert result.stdout == "Gift cards are sold [citation needed].\n"


def test_what_is_no_chunk_breaks_the_stream_off():
    """With the line it stands on."""
    result = stream('"Gift cards "\n{"choices"\n', "--input", "deltas")
    assert result.exit_code == 3
    assert "broke off: RequestError: stdin, line 2" in result.stderr


def test_bytes_that_are_no_text_break_the_stream_off():
    """What came before them was verified."""
    result = stream(GOOD.encode() + b" They \xff cost.")
    assert result.exit_code == 3
    assert result.stdout.startswith("Gift cards are not refundable.")
    assert "expected UTF-8" in result.stderr


def test_failed_claims_are_in_colour_on_a_terminal():
    """And nowhere else."""
    red = "\x1b[31mGift cards are refundable\x1b[0m"
    assert red in stream(BAD, env={"FORCE_COLOR": "1", "NO_COLOR": ""}).stdout
    assert "\x1b[" not in stream(BAD).stdout


def test_sentences_are_written_while_the_input_is_open():
    """Nothing waits for the end of standard input."""
    command = [sys.executable, "-m", "entailed", "stream", "--scorer", "lexical"]
    command += ["--passage", PASSAGE]
    environment = {**os.environ, "PYTHONUTF8": "1"}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"Gift cards are not refundable. They cost ")
        process.stdin.flush()
        first = process.stdout.read(30)
        rest, _ = process.communicate(b"10 euros.")
    assert first == b"Gift cards are not refundable."
    assert rest.decode().replace("\r\n", "\n") == " They cost 10 euros.\n"
    assert process.returncode == 0
