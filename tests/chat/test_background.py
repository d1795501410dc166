"""The event loop that all models share."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from entailed.chat.background import iterate, run


async def four():
    """A coroutine that gives a number."""
    return 4


async def counting():
    """An async generator that notes when it is closed."""
    try:
        yield "1"
        yield "2"
    finally:
        closed.append(True)


closed: list[bool] = []


def test_leaving_a_stream_closes_it():
    """What it holds is let go at once."""
    closed.clear()
    pieces = iterate(counting())
    assert next(pieces) == "1"
    pieces.close()
    assert closed == [True]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_forked_child_has_a_loop_of_its_own():
    """The parent's thread does not live on in the child, and its loop must not be waited for."""
    code = (
        "import os, warnings; warnings.simplefilter('ignore')\n"
        "from tests.chat.test_background import four, run\n"
        "assert run(four()) == 4\n"
        "child = os.fork()\n"
        "if child == 0: os._exit(run(four()))\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "4\n"
    assert run(four()) == 4


def test_a_program_ends_while_a_request_is_under_way():
    """Nothing keeps the interpreter, and nothing is written to stderr."""
    code = (
        "import asyncio\nfrom entailed.chat.background import submit\nsubmit(asyncio.sleep(60))\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=60,
        check=True,
    )  # fmt: skip
    assert done.stderr == ""
