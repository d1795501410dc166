"""The README cannot drift: its example and its command are run and compared.

`UPDATE_GOLDEN=1 pytest tests/test_readme.py` writes what came into the README.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from entailed.pipeline import Verifier
from entailed.policy import PRESETS

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
BLOCK = re.compile(r"```(\w+)\n(.*?)```\n", re.DOTALL)


def blocks() -> list[tuple[str, str]]:
    """Language and text of each fenced block, in order."""
    return BLOCK.findall(README.read_text(encoding="utf-8"))


def matches(position: int, came: str) -> bool:
    """Whether block `position` holds what came; in update mode it is written first."""
    shown = blocks()[position][1]
    if os.environ.get("UPDATE_GOLDEN") and shown != came:
        text = README.read_text(encoding="utf-8").replace(
            f"```text\n{shown}```", f"```text\n{came}```", 1
        )
        README.write_text(text, encoding="utf-8")
        shown = came
    return shown == came


def test_the_python_example_prints_what_the_readme_says():
    """The first lines of Python a reader sees are true."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(blocks()[0][1], {})
    assert matches(1, out.getvalue())


def test_the_example_of_the_answering_loop_prints_what_the_readme_says():
    """So does the one with a scripted model."""
    position = next(n for n, (_, text) in enumerate(blocks()) if "build_answerer" in text)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(blocks()[position][1], {})
    assert matches(position + 1, out.getvalue())


def test_the_example_of_a_judge_builds_its_verifiers():
    """A judge and an extractor are set up as shown; nothing is asked before an answer comes."""
    pytest.importorskip("openai")
    text = next(text for _, text in blocks() if "judge_band" in text)
    names: dict[str, object] = {}
    exec(text, names)
    verifier = names["verifier"]
    assert isinstance(verifier, Verifier)
    assert "llm:llama3.2+rules" in {part.name for part in verifier.components}


def test_the_conversation_prints_what_the_readme_says():
    """So does the one in which the user argues."""
    position = next(n for n, (_, text) in enumerate(blocks()) if "entailed.Conversation(" in text)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(blocks()[position][1], {})
    assert matches(position + 1, out.getvalue().rstrip("\n") + "\n")


def test_the_example_of_a_stream_prints_what_the_readme_says():
    """And the one that is fed piece by piece."""
    position = next(n for n, (_, text) in enumerate(blocks()) if "StreamVerifier" in text)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(blocks()[position][1], {})
    assert matches(position + 1, out.getvalue())


def test_the_command_prints_what_the_readme_says():
    """So is the first command."""
    command = [
        sys.executable,
        "-m",
        "entailed",
        "verify",
        "--request",
        "examples/refund/request.json",
    ]
    environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, encoding="utf-8",
        check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert matches(2, "\n".join(line.rstrip() for line in done.stdout.splitlines()) + "\n")


@pytest.mark.parametrize("policy", list(PRESETS))
def test_every_policy_is_described(policy):
    """A policy a user can choose is one the README names."""
    assert f"| `{policy}`" in README.read_text(encoding="utf-8")
