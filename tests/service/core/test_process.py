"""A real server process: curl, open connections, clients that go away, SIGTERM."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress

import httpx
import pytest

from entailed.ledger import Ledger
from entailed.service.keys import KeyFile

from .support import GOOD, PASSAGES, events_of

LONG = {
    "answer": " ".join(
        f"Quiet evenings number {n} are calm and the shop rests." for n in range(60)
    ),
    "passages": {"S1": "On quiet evenings the workshop shuts its doors ahead of time."},
}


@contextmanager
def server(folder, *options, **environ):
    """A running `entailed serve`: its address, its process, and its log file."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = folder / f"serve-{port}.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "entailed", "serve", "--port", str(port), *options],
            stdout=out, stderr=out, env={**os.environ, **environ},
        )  # fmt: skip
    address = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                if httpx.get(f"{address}/readyz").status_code == 200:
                    break
            except httpx.TransportError:
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                time.sleep(0.1)
        yield address, process, log
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """One server for the tests that leave it as it was."""
    folder = tmp_path_factory.mktemp("served")
    file = KeyFile(folder / "keys.json")
    _, key = file.add("acme")
    options = ("--scorer", "lexical", "--ledger", str(folder / "l.db"), "--keys", str(file.path))
    bounds = {"ENTAILED_SERVE_BODY_BYTES": "200000", "ENTAILED_SERVE_STREAM_SECONDS": "20"}
    with (
        server(folder, *options, **bounds) as (address, _, log),
        httpx.Client(base_url=address, headers={"Authorization": f"Bearer {key}"}) as client,
    ):
        client.timeout = 60
        client.key, client.log = key, log
        yield client


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
def test_curl(running):
    """As the documentation shows it."""
    made = subprocess.run(
        [
            "curl", "-s", f"{running.base_url}/v1/verify?format=audit-json",
            "-H", f"Authorization: Bearer {running.key}", "-H", "Content-Type: application/json",
            "-d", json.dumps(GOOD),
        ],
        capture_output=True, check=True,
    )  # fmt: skip
    assert json.loads(made.stdout)["verdict"] == "GROUNDED"


def test_an_answer_is_verified_while_it_is_still_being_sent(running):
    """Events come back before the body has ended."""
    head = json.dumps({"passages": PASSAGES, "policy": "suppress"})
    first = json.dumps("Gift cards are not refundable [S2]. The shop is quiet. Then ")
    with connection(running) as wire:
        wire.sendall(opening(running, "/v1/verify/stream", "application/x-ndjson", "chunked"))
        wire.sendall(chunk(head + "\n" + first + "\n"))
        early = read_until(wire, b"event: finding")
        assert b"event: done" not in early
        wire.sendall(
            chunk(json.dumps("refunds are accepted within 60 days [S1].") + "\n") + b"0\r\n\r\n"
        )
        rest = read_until(wire, b"event: done")
    assert b"60 days" not in early
    assert b"complete" in rest


def test_a_client_that_goes_away_leaves_no_record_and_no_place(running):
    """While it waits for an answer, or in the middle of sending one."""
    long = " ".join([LONG["answer"]] * 5)
    body = json.dumps({**LONG, "answer": long}).encode()
    with connection(running) as wire:
        length = f"{len(body)}"
        wire.sendall(opening(running, "/v1/verify", "application/json", length) + body)
        time.sleep(0.05)
    with connection(running) as wire:
        wire.sendall(opening(running, "/v1/verify/stream", "application/x-ndjson", "chunked"))
        wire.sendall(
            chunk(json.dumps({"passages": PASSAGES}) + '\n"Gift cards are not refundable. "\n')
        )
        time.sleep(0.2)
    assert running.post("/v1/verify", json=GOOD).status_code == 200
    deadline = time.monotonic() + 30
    while True:
        found = running.get("/v1/records").json()["records"]
        answers = [one["report"]["answer"] for one in found]
        if GOOD["answer"] in answers:
            break
        assert time.monotonic() < deadline
    assert long not in answers
    assert "Gift cards are not refundable. " not in answers


def test_a_body_too_large_does_not_spoil_the_next_request(running):
    """It is refused at once, however it is sent."""
    assert (
        running.post("/v1/verify", json={"answer": "x" * 300_000, "passages": []}).status_code
        == 413
    )

    def chunks():
        for _ in range(30):
            yield b"x" * 10_000

    kind = {"Content-Type": "application/json"}
    with suppress(httpx.WriteError):  # the server had answered and closed before all was sent
        assert running.post("/v1/verify", content=chunks(), headers=kind).status_code == 413
    assert running.post("/v1/verify", json=GOOD).status_code == 200


def test_headers_cannot_be_made_by_a_request(running):
    """Nothing of a request is copied into a header but a checked id."""
    made = running.post(
        "/v1/verify", json={**GOOD, "record_id": "naïve"}, headers={"X-Request-Id": "a\tb"}
    )
    assert made.json()["record_id"] == "naïve"
    assert "X-Record-Id" not in made.headers
    assert "\t" not in made.headers["X-Request-Id"]
    bad = running.post("/v1/verify", json={**GOOD, "record_id": "a\r\nX-Evil: 1"})
    assert bad.status_code == 422
    assert "X-Evil" not in bad.headers


def test_metrics_and_the_page_are_served(running):
    """And neither the log nor the figures hold the key or a text."""
    assert running.get("/").status_code == 200
    figures = running.get("/metrics")
    assert figures.status_code == 200
    log = running.log.read_text()
    for text in (figures.text, log):
        assert running.key not in text
        assert "refundable" not in text
    assert "/v1/verify" in log


def test_sigterm_finishes_what_was_accepted(tmp_path):
    """The answer comes, its record is stored, the process ends well."""
    ledger = tmp_path / "l.db"
    options = ("--scorer", "lexical", "--ledger", str(ledger), "--concurrency", "1")
    with server(tmp_path, *options) as (address, process, log):
        replies = []

        def ask(n):
            with httpx.Client(base_url=address, timeout=60) as client:
                body = {**LONG, "record_id": f"r{n}"}
                replies.append(client.post("/v1/verify", json=body))

        threads = [threading.Thread(target=ask, args=(n,)) for n in range(3)]
        for thread in threads:
            thread.start()
        while not replies:  # one is answered, the others are under way or wait
            time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        for thread in threads:
            thread.join(60)
        # The server ends as the signal would have ended it, once everything is done.
        assert process.wait(60) in (0, -signal.SIGTERM), log.read_text()
        assert "Finished server process" in log.read_text()
    answered = [reply for reply in replies if reply.status_code == 200]
    assert len(answered) == len(replies) == 3
    with Ledger(ledger) as opened:
        assert set(opened.tenant("default").ids()) == {"r0", "r1", "r2"}


def test_several_workers_serve_one_ledger(tmp_path):
    """Each process has its own model; the chain is one."""
    ledger = tmp_path / "l.db"
    options = ("--scorer", "lexical", "--ledger", str(ledger), "--workers", "2")
    with server(tmp_path, *options) as (address, process, _):
        for n in range(6):
            made = httpx.post(
                f"{address}/v1/verify", json={**GOOD, "record_id": f"r{n}"}, timeout=60
            )
            assert made.status_code == 200
        process.send_signal(signal.SIGTERM)
        process.wait(60)
    with Ledger(ledger) as opened:
        assert len(opened.tenant("default").ids()) == 6
        assert opened.tenant("default").verify_chain().intact


# --- a connection of one's own -----------------------------------------------------------------


@contextmanager
def connection(running):
    """A plain connection to the server, closed at once at the end."""
    with socket.create_connection((running.base_url.host, running.base_url.port), 30) as wire:
        yield wire


def opening(running, path, kind, length):
    """The head of a request."""
    how = "Transfer-Encoding: chunked" if length == "chunked" else f"Content-Length: {length}"
    return (
        f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {running.key}\r\n"
        f"Content-Type: {kind}\r\n{how}\r\n\r\n"
    ).encode()


def chunk(text):
    """A piece of a body."""
    data = text.encode()
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


def read_until(wire, mark):
    """What comes, up to `mark` and what is there with it."""
    got = b""
    while mark not in got:
        more = wire.recv(65536)
        assert more, got
        got += more
    return got


def test_events_are_as_the_library_writes_them(running):
    """One `event:` and one `data:` line each."""
    body = {"pieces": [GOOD["answer"]], "passages": PASSAGES}
    reply = running.post("/v1/verify/stream", json=body)
    events = events_of(reply.text)
    assert all(json.loads(data)["event"] == name for name, data in events)
