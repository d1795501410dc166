"""The load benchmark's own arithmetic and inputs."""

from __future__ import annotations

import json
import os

import pytest
from benchmarks.service import Asked, Load, Size, bodies, page, read_load, resident

ASKED = Asked("embedded", (10, 5), "lexical", (1, 1))
RESULT = (
    'RESULT {"requests": 50, "microseconds": 2000000, "refused": 1, "broken": 0, '
    '"p50": 1500, "p95": 20000, "p99": 30000, "max": 31000}\n'
)


def test_latencies_are_milliseconds_and_rates_are_per_second() -> None:
    """The client counts in microseconds."""
    found = read_load(f"Running 2s test\n{RESULT}", True, 8)

    assert found == Load(True, 8, 50, 25.0, 1.5, 20.0, 30.0, 31.0, 1, 0)


def test_a_client_that_told_nothing_is_no_result() -> None:
    """It ends the run instead of counting as no requests."""
    with pytest.raises(SystemExit, match="expected a line RESULT"):
        read_load("unable to connect", True, 8)


def test_every_body_is_another_request() -> None:
    """So that no score comes from a cache."""
    made = bodies(40, 10)

    assert len(set(made)) == 40
    assert set(json.loads(made[0])) == {"answer", "passages"}


def test_the_size_of_a_process_is_read() -> None:
    """In MiB: more than 1 and less than a machine."""
    assert 1 < resident(os.getpid()) < 1_000_000


def test_the_page_tells_refusals() -> None:
    """A rate with refused requests in it must not look like one without."""
    sizes = [Size(10, 512.0), Size(10, 500.0, idle=True)]
    text = page([read_load(RESULT, False, 8)], sizes, "A machine.", ASKED)

    assert "| 8 | alone | 50 | 25 | 1.5 | 20 | 30 | 31 | 1 | 0 |" in text
    assert "| 10 | 512 |" in text
    assert "| 10, idle | 500 |" in text
