"""A database that goes away, is locked or is full: nothing that was taken is lost, and a service
that cannot record says so."""

from __future__ import annotations

import signal
import sqlite3
import time
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from entailed.ledger import WriterSettings
from entailed.service import ServiceSettings
from tests.service.faults.support import Load, Process, body_of, log_lines, served, stored_ids


@pytest.mark.xdist_group("postgresql")
def test_a_database_restarted_under_load_loses_and_doubles_nothing(server, tmp_path):
    """While it is away requests are refused with 503; all that was taken is stored once."""
    where = server.place()
    with Process(tmp_path, ledger=where) as process:
        with Load(process.url, clients=4, pause=0.05) as load:
            load.reach(30)
            server.stop(at_once=True)
            try:
                process.wait(lambda: process.get("/readyz").status_code == 503)
                assert process.get("/readyz").json()["faults"].keys() == {"ledger"}
                assert process.get("/healthz").status_code == 200
                process.wait(lambda: load.replies[-1].status == 503)
            finally:
                server.start()
            process.wait(lambda: process.get("/readyz").status_code == 200)
            process.wait(lambda: load.replies[-1].status == 200)
            load.more(20)
        process.signal(signal.SIGTERM)
        process.ended()
        log = process.log
    assert {reply.status for reply in load.replies} == {200, 503}
    refused = [reply for reply in load.replies if reply.status == 503]
    assert {reply.body["error"]["type"] for reply in refused} == {"ledger_unavailable"}
    assert all(int(reply.headers["retry-after"]) > 0 for reply in refused)
    answered = [reply.record_id for reply in load.replies if reply.taken]
    assert all(reply.taken for reply in load.replies if reply.status == 200)
    stored = stored_ids(where)
    assert len(stored) == len(set(stored))
    assert set(answered) <= set(stored)
    told = [line["message"] for line in log_lines(log)]
    assert "the ledger's database is away" in told
    assert "the ledger's database answers again" in told


@pytest.fixture
def quick(monkeypatch):
    """Looks at the database follow each other quickly."""
    monkeypatch.setattr("entailed.service.recording._EVERY", 0.2)


@pytest.fixture
def file(tmp_path, quick):
    """Where the ledger lies."""
    return str(tmp_path / "ledger.db")


def settings_of(where, **given):
    """Settings of a service with that ledger."""
    return ServiceSettings(scorer="lexical", ledger=where, **given)


@contextmanager
def locked(where):
    """Another program holds the write lock of the file."""
    other = sqlite3.connect(where, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("COMMIT")
        other.close()


def sent(client, *names):
    """Replies to requests of these names."""
    return [client.post("/v1/verify", json=body_of(name)) for name in names]


@pytest.mark.xdist_group("service_database")
def test_a_locked_file_keeps_no_answer_waiting(file):
    """Records gather, and are stored once the lock is gone."""
    with served(settings_of(file)) as client:
        with locked(file):
            replies = sent(client, "a", "b", "c")
            assert [reply.json()["recorded"] for reply in replies] == [True] * 3
            assert client.get("/v1/records/a").status_code == 404
        client.service.ledger.flush(30)
        assert client.get("/v1/records/a").status_code == 200
    assert stored_ids(file) == ["a", "b", "c"]


@pytest.mark.xdist_group("service_database")
def test_an_answer_that_waits_for_its_record_says_when_it_is_not_stored(file):
    """With `ledger_wait` a lock is a 503; what was sent again is stored once."""
    with served(settings_of(file, ledger_wait=0.3)) as client:
        with locked(file):
            (reply,) = sent(client, "a")
            assert (reply.status_code, reply.json()["error"]["type"]) == (503, "ledger_unavailable")
            assert int(reply.headers["retry-after"]) > 0
        client.service.ledger.flush(30)
        (reply,) = sent(client, "a")
        assert reply.json()["stored"]
    assert stored_ids(file) == ["a"]


@pytest.mark.xdist_group("service_database")
def test_a_queue_that_is_full_refuses_what_it_cannot_take(file):
    """The rest is stored when the lock is gone, and nothing that was refused."""
    with served(settings_of(file)) as client:
        client.service.ledger._writer._settings = WriterSettings(
            records=3, patience=0, persistence=None
        )
        with locked(file):
            replies = sent(client, *"abcdefgh")
            statuses = [reply.status_code for reply in replies]
            assert statuses == sorted(statuses)
            assert set(statuses) == {200, 503}
        client.service.ledger.flush(30)
        sent(client, "z")
    taken = [name for name, status in zip("abcdefgh", statuses, strict=True) if status == 200]
    assert sorted(stored_ids(file)) == sorted([*taken, "z"])


@contextmanager
def full(client):
    """The disk takes no further page."""
    engine = client.service.ledger._database._engine

    def bounded(connection, *_):
        now = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {now}")

    def unbounded(connection, *_):
        connection.execute("PRAGMA max_page_count = 2000000000")

    event.listen(engine, "checkout", bounded)
    try:
        yield
    finally:
        event.remove(engine, "checkout", bounded)
        event.listen(engine, "checkout", unbounded)


def until(holds, seconds=30.0):
    """Wait until it holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.xdist_group("service_database")
def test_a_full_disk_is_refused_and_nothing_taken_is_lost(file):
    """503 as soon as it shows; with room again the service goes on by itself."""
    with served(settings_of(file)) as client:
        sent(client, "first")
        client.service.ledger.flush(30)
        names = iter(f"r{n}" for n in range(1000))
        taken = ["first"]

        def refused():
            name = next(names)
            (reply,) = sent(client, name)
            if reply.status_code == 200:
                taken.append(name)
            return reply.status_code == 503

        with full(client):
            until(refused)
            assert client.get("/readyz").status_code == 503
            assert client.get("/v1/records/first").status_code == 200
        until(lambda: not refused())
        assert client.get("/readyz").status_code == 200
    assert stored_ids(file) == taken


@pytest.mark.xdist_group("service_database")
def test_where_a_record_is_not_required_answers_go_on_and_say_that_they_have_none(file):
    """`ledger_required = false`: a full disk costs the record, never the answer."""
    with served(settings_of(file, ledger_required=False)) as client:
        with full(client):
            until(lambda: not sent(client, None)[0].json()["recorded"])
            assert client.get("/readyz").status_code == 200
        until(lambda: sent(client, None)[0].json()["recorded"])


@pytest.mark.xdist_group("service_database")
def test_load_on_a_locked_file_is_answered_throughout(file):
    """Several clients, and a lock that comes and goes."""
    with served(settings_of(file)) as client:
        with Load(f"http://127.0.0.1:{client.port}", clients=4) as load:
            load.reach(10)
            for _ in range(3):
                with locked(file):
                    time.sleep(0.2)
                load.more(4)
        answered = [reply.record_id for reply in load.replies if reply.taken]
        assert {reply.status for reply in load.replies} == {200}
    assert sorted(stored_ids(file)) == sorted(answered)
