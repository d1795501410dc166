"""Reading and verifying at the same time: the same end, without leaks, for many at once."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from entailed import InputError, build_verifier
from entailed.streaming import DoneEvent, FindingEvent, ReleaseEvent, StreamVerifier, apply_events
from entailed.testing import SlowScorer
from tests.streaming.support import (
    ANSWER,
    EVIDENCE,
    batch,
    check_equal,
    check_held,
    cut,
    verifier,
)

PIECES = cut(ANSWER, range(6, len(ANSWER), 6))
MODES = ("buffer", "hold", "correct")


def collected(pieces, mode="hold", checked=None):
    """All events of a stream read in a thread."""
    return list(StreamVerifier(checked or verifier(), EVIDENCE, "", mode).stream(pieces))


async def gathered(pieces, mode="hold"):
    """All events of a stream in an event loop."""
    stream = StreamVerifier(verifier(), EVIDENCE, "", mode)
    return [event async for event in stream.astream(pieces)]


async def coming(pieces, error=None):
    """The pieces one by one, with room for others between them."""
    for piece in pieces:
        await asyncio.sleep(0)
        yield piece
    if error is not None:
        raise error


def breaking(pieces, error):
    """The pieces, then an error."""
    yield from pieces
    raise error


@pytest.mark.parametrize("mode", MODES)
def test_a_stream_ends_as_the_batch_path_does(mode):
    """Read in a thread, in an event loop, or from a plain iterator in one."""
    for events in (
        collected(iter(PIECES), mode),
        asyncio.run(gathered(coming(PIECES), mode)),
        asyncio.run(gathered(iter(PIECES), mode)),
    ):
        check_equal(events, batch(ANSWER))
        if mode != "correct":
            check_held(events, batch(ANSWER))


def test_sentences_are_shown_while_the_upstream_waits():
    """What is verified does not wait for the next piece."""
    shown = threading.Event()

    def pieces():
        yield "The library opens at 9:00 on weekdays [S1]. Children do "
        assert shown.wait(30)
        yield "not pay."

    text = ""
    for event in StreamVerifier(verifier(), EVIDENCE).stream(pieces()):
        if isinstance(event, ReleaseEvent):
            text += event.text
            shown.set()
    assert text == "The library opens at 9:00 on weekdays [S1]. Children do not pay."


def test_pieces_are_read_while_others_are_verified():
    """The upstream is not kept waiting for the scorer."""
    read: list[str] = []

    def pieces():
        for piece in PIECES[:60]:
            read.append(piece)
            yield piece

    slow = build_verifier("flag", scorer=SlowScorer(verifier().scorer, 0.1))
    for event in StreamVerifier(slow, EVIDENCE).stream(pieces()):
        if isinstance(event, FindingEvent):
            assert len(read) == 60
            break


@pytest.mark.parametrize("error", [TimeoutError("late"), ValueError(), InputError("bad")])
def test_an_upstream_error_is_a_failed_end(error):
    """No exception: what was verified is shown, and the end says why."""
    pieces = ["The library opens at 9:00 on weekdays [S1]. It closes at 1"]
    for events in (
        collected(breaking(pieces, error)),
        asyncio.run(gathered(coming(pieces, error))),
        asyncio.run(gathered(breaking(pieces, error))),
    ):
        done = events[-1]
        assert isinstance(done, DoneEvent)
        assert done.outcome == "failed"
        assert done.error.startswith(type(error).__name__)
        assert apply_events(events) == "The library opens at 9:00 on weekdays [S1]."


def test_a_piece_that_cannot_be_read_is_a_failed_end():
    """As an error of the upstream is."""
    for events in (collected(["It", 7]), asyncio.run(gathered(coming(["It", 7])))):
        assert events[-1].outcome == "failed"
        assert "expected a string" in events[-1].error


def test_a_broken_stream_can_go_on():
    """The same object takes the continuation."""
    stream = StreamVerifier(verifier(), EVIDENCE)
    events = list(stream.stream(breaking(PIECES[:40], OSError("gone"))))
    events += stream.stream(PIECES[40:])
    assert apply_events(events) == batch(ANSWER).repaired_answer


def test_a_stream_over_the_bound_stops_reading():
    """The rest of the upstream is left alone."""
    read = []

    def pieces():
        for number in range(10_000):
            read.append(number)
            yield "Children do not pay [S2]. "

    stream = StreamVerifier(verifier(), EVIDENCE, max_characters=60)
    assert list(stream.stream(pieces()))[-1].error.startswith("limit_reached")
    assert len(read) < 200


def test_closing_a_stream_ends_its_upstream():
    """The iterator is closed by the thread that reads it."""
    closed = threading.Event()

    def pieces():
        try:
            while not time.sleep(0.001):
                yield "Children do not pay [S2]. "
        finally:
            closed.set()

    events = StreamVerifier(verifier(), EVIDENCE).stream(pieces())
    next(events)
    events.close()
    assert closed.wait(30)


def test_cancelling_a_task_ends_its_upstream():
    """Also while it waits for the next piece."""
    closed = []

    async def pieces():
        try:
            yield "Children do not pay [S2]. It closes "
            await asyncio.sleep(3600)
        finally:
            closed.append(True)

    async def main():
        task = asyncio.create_task(gathered(pieces()))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert closed == [True]


def test_many_streams_at_once_all_end_right():
    """Twenty in one event loop, over one verifier."""

    async def main():
        return await asyncio.gather(*(gathered(coming(PIECES[:50])) for _ in range(20)))

    wanted = batch("".join(PIECES[:50]))
    for events in asyncio.run(main()):
        check_equal(events, wanted)


def test_many_plain_iterators_do_not_block_one_another():
    """Each is read in a thread of its own, however many wait for their upstream."""

    def pieces(turn):
        yield "Children do not pay [S2]. It closes "
        turn.wait(30)
        yield "at 17:00."

    async def main():
        turns = [threading.Event() for _ in range(40)]
        tasks = [asyncio.create_task(gathered(pieces(turn))) for turn in turns]
        for turn, task in zip(reversed(turns), reversed(tasks), strict=True):
            turn.set()
            assert (await task)[-1].outcome == "complete"

    asyncio.run(main())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that forks")
def test_a_forked_process_streams_too():
    """Its parent has streamed before."""
    code = (
        "import os, sys\n"
        "from tests.streaming.test_overlap import PIECES, collected\n"
        "collected(iter(PIECES[:20]))\n"
        "child = os.fork()\n"
        "if not child:\n"
        "    os._exit(collected(iter(PIECES[:20]))[-1].outcome != 'complete')\n"
        "sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, timeout=120)
    assert done.returncode == 0


def test_a_long_stream_does_not_starve_a_short_one():
    """The steps of all streams take turns."""
    slow = build_verifier("flag", scorer=SlowScorer(verifier().scorer, 0.02))
    ended: list[str] = []

    def run(name, count):
        text = "The library is large. The garden is lovely. "
        pieces = (text for _ in range(count) if time.sleep(0.001) is None)
        list(StreamVerifier(slow, EVIDENCE).stream(pieces))
        ended.append(name)

    threads = [threading.Thread(target=run, args=a) for a in (("long", 60), ("short", 2))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ended == ["short", "long"]


def test_no_thread_is_left_reading():
    """After the end of a stream."""
    collected(iter(PIECES[:20]))
    deadline = time.monotonic() + 30
    while any(t.name == "entailed-reader" for t in threading.enumerate()):
        assert time.monotonic() < deadline
        time.sleep(0.01)
