"""The example of a service and its client runs, and prints what the documentation shows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.xdist_group("service_process")
def test_the_example_prints_what_the_documentation_shows():
    """Two processes: a key, requests, an orderly end, a chain that is whole."""
    command = [sys.executable, str(ROOT / "examples/service/run.py"), "--scorer", "lexical"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    page = (ROOT / "docs/service.md").read_text(encoding="utf-8")
    shown = re.search(r"python examples/service/run\.py\n+```text\n(.*?)```", page, re.DOTALL)
    assert shown is not None
    assert without_head(done.stdout) == without_head(shown[1])


def without_head(text):
    """The head of a chain is another in every run: each record has a random key."""
    return re.sub(r"sha256:[0-9a-f.]+", "sha256:...", text)
