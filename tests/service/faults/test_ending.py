"""A service that is killed, and one that is told to end: what it promised, it has kept."""

from __future__ import annotations

import json
import signal
import threading
import time

import pytest

from tests.service.faults.support import (
    PASSAGES,
    Load,
    Process,
    body_of,
    log_lines,
    stored_ids,
)

pytestmark = pytest.mark.xdist_group("service_process")


def test_what_was_said_to_be_stored_outlives_a_killed_process(tmp_path):
    """SIGKILL in the middle of load, then another start: nothing stored is lost or there twice."""
    where = str(tmp_path / "ledger.db")
    with Process(tmp_path, ledger=where, ledger_wait=20) as process:
        with Load(process.url) as load:
            load.reach(40)
            process.signal(signal.SIGKILL)
            assert process.ended() == -signal.SIGKILL
        kept = [reply.record_id for reply in load.replies if reply.stored]
        assert len(kept) >= 40
        assert {reply.status for reply in load.replies} == {200, 0}
        assert set(kept) <= set(stored_ids(where))
    with Process(tmp_path, ledger=where, ledger_wait=20) as process:
        # Who got no answer does not know; asking again stores each record once.
        unknown = next(reply.record_id for reply in load.replies if reply.status == 0)
        for name in (kept[0], unknown):
            again = process.client.post("/v1/verify", json=body_of(name))
            assert again.json()["stored"]
        process.signal(signal.SIGTERM)
        process.ended()
    stored = stored_ids(where)
    assert len(stored) == len(set(stored))
    assert {*kept, unknown} <= set(stored)


def test_what_was_accepted_is_answered_and_recorded_before_the_end(tmp_path):
    """SIGTERM under load, with a stream half way: the ledger has what was answered, no more and
    no less, and the stream has its report."""
    where = str(tmp_path / "ledger.db")
    half_way, told = threading.Event(), threading.Event()
    streamed = []

    def lines():
        yield json.dumps({"passages": PASSAGES, "record_id": "stream"}).encode() + b"\n"
        yield json.dumps("Gift cards are not refundable [S2]. ").encode() + b"\n"
        half_way.set()
        assert told.wait(60)
        time.sleep(1)
        yield json.dumps("Refunds are accepted within 60 days [S1].").encode() + b"\n"

    with Process(tmp_path, ledger=where) as process:

        def stream():
            headers = {"Content-Type": "application/x-ndjson"}
            sent = process.client.post("/v1/verify/stream", content=lines(), headers=headers)
            streamed.append(sent.text)

        thread = threading.Thread(target=stream)
        thread.start()
        with Load(process.url) as load:
            load.reach(40)
            assert half_way.wait(60)
            process.signal(signal.SIGTERM)
            told.set()
            assert process.ended() in (0, -signal.SIGTERM)
        thread.join()
        log = process.log
    answered = [reply.record_id for reply in load.replies if reply.taken]
    assert len(answered) >= 40
    assert {reply.status for reply in load.replies} <= {200, 503, 0}
    assert "event: done" in streamed[0]
    assert sorted(stored_ids(where)) == sorted([*answered, "stream"])
    assert not [line for line in log_lines(log) if line["level"] == "error"]
