"""Bodies that are malformed, too large, too slow or never end: a plain refusal, and no harm."""

from __future__ import annotations

import json
import socket
import time

import pytest

from tests.service.faults.support import ANSWER, GUARDED, PASSAGES, VERIFY, raw, replaced

pytestmark = pytest.mark.xdist_group("service_whole")
POSTED = [route for route in GUARDED if route.body is not None]
EVERY_BODY = pytest.mark.parametrize("route", POSTED, ids=str)
DEEP = b"[" * 50_000
MALFORMED = (
    b"",
    b"{",
    b"}",
    b"nul",
    b"\xff\xfe{}",
    b'{"answer": "\xed\xa0\x80"}',
    json.dumps(VERIFY).encode("utf-16"),
    b"\xef\xbb\xbf{}",
    DEEP,
    b'{"a":' * 20_000,
    b'{"answer": NaN}',
    b'{"answer": 1e999}',
    b"1" * 5_000,
    b'{"answer": "a" "b"}',
    b"[]",
    b"null",
    b'"text"',
    b"0",
    b"{}",
    b'{"answer": {}, "passages": {}}',
    b"\x00" * 100,
    b"answer=x&passages=y",
)


def head_of(whole, path=b"/v1/verify", kind=b"application/json", **more):
    """The lines before a body."""
    lines = [b"POST " + path + b" HTTP/1.1", b"Host: localhost", b"Content-Type: " + kind]
    lines += [b"Authorization: Bearer " + whole.keys.alpha.encode()]
    lines += [name.replace("_", "-").encode() + b": " + value for name, value in more.items()]
    return b"\r\n".join(lines) + b"\r\n\r\n"


def require_alive(whole):
    """It answers, and nothing is left over."""
    assert whole.anyone.get("/healthz").status_code == 200
    assert whole.ask(method="POST", url="/v1/verify", json=VERIFY).status_code == 200
    until = time.monotonic() + 60
    while whole.service._busy:
        assert time.monotonic() < until
        time.sleep(0.02)


@EVERY_BODY
def test_what_is_malformed_is_refused_and_not_echoed(whole, route):
    """A 4xx with a short JSON, whatever the bytes are."""
    for content in MALFORMED:
        reply = whole.ask(
            **route.asked(
                {}, json=None, content=content, headers={"Content-Type": "application/json"}
            )
        )
        assert 400 <= reply.status_code < 500, (content[:20], reply.text[:300])
        assert reply.headers["content-type"] == "application/json"
        assert len(reply.content) < 4_000
    require_alive(whole)


@EVERY_BODY
def test_texts_that_utf8_cannot_hold_are_refused(whole, route):
    """A lone surrogate, written as an escape, in every text of a body."""
    for body in replaced(route.body, "\ud800 and more"):
        reply = whole.ask(
            **route.asked(
                {},
                json=None,
                content=json.dumps(body).encode(),
                headers={"Content-Type": "application/json"},
            )
        )
        assert reply.status_code < 500 or reply.status_code == 501, reply.text
    require_alive(whole)


@EVERY_BODY
@pytest.mark.parametrize("value", [None, 1, [], "\x00", -1e308, {"": ""}], ids=repr)
def test_a_value_of_another_kind_is_never_an_error_of_ours(whole, route, value):
    """In the place of every field."""
    for name in route.body:
        reply = whole.ask(**route.asked({**route.body, name: value}))
        assert reply.status_code < 500 or reply.status_code == 501, (name, reply.text[:300])


@EVERY_BODY
def test_what_is_too_large_is_refused_before_it_is_read(whole, route):
    """By its Content-Length: the body is not even waited for."""
    path = route.url.encode()
    if route.query:
        path += b"?" + "&".join(f"{n}={v}" for n, v in route.query.items()).encode()
    began = time.monotonic()
    reply = raw(whole.port, head_of(whole, path, Content_Length=b"200001") + b'{"answer": "')
    assert reply.startswith(b"HTTP/1.1 413 ")
    assert b"connection: close" in reply.lower()
    assert time.monotonic() - began < 10


def test_what_does_not_say_how_large_it_is_is_counted(whole):
    """Chunks are read up to the limit and no further."""
    for kind, path in (
        (b"application/json", b"/v1/verify"),
        (b"application/x-ndjson", b"/v1/verify/stream"),
    ):
        head = head_of(whole, path, kind, Transfer_Encoding=b"chunked")
        line = json.dumps({"passages": PASSAGES}).encode() + b"\n"
        first = b"%x\r\n%s\r\n" % (len(line), line)
        chunk = b"4e20\r\n" + b'"' + b"a" * 19_997 + b'"\n' + b"\r\n"
        reply = raw(whole.port, head + first, *[chunk] * 40, timeout=3)
        # A stream has begun its reply already: its last event says it.
        told = b'"outcome": "failed"' in reply or b'"outcome":"failed"' in reply
        assert reply.startswith(b"HTTP/1.1 413 ") or told, reply[:300]
    require_alive(whole)


@pytest.mark.parametrize(
    "length",
    [b"-1", b"abc", b"1e3", b"99999999999999999999", b"+5", b" ", b"0x10", "٣".encode()],
)
def test_a_length_that_is_none_is_refused(whole, length):
    """And so is one that no body has."""
    reply = raw(whole.port, head_of(whole, Content_Length=length) + b"{}", timeout=10)
    assert reply.startswith((b"HTTP/1.1 4", b"HTTP/1.0 4"))


@pytest.mark.parametrize("pause", [0.3, 5.0], ids=["dripping", "stalled"])
@pytest.mark.parametrize("path", [b"/v1/verify", b"/v2/evaluate_factual_consistency"])
def test_a_body_that_is_too_slow_is_refused(whole, path, pause):
    """After `body_seconds` in all, however often a byte comes."""
    head = head_of(whole, path, Content_Length=b"1000", Connection=b"close")
    began = time.monotonic()
    reply = slow(whole.port, head, pause)
    assert reply.startswith(b"HTTP/1.1 408 ")
    assert time.monotonic() - began < 10


def slow(port, head, pause):
    """The reply to a body whose bytes come one by one."""
    with socket.create_connection(("127.0.0.1", port), timeout=15) as connection:
        connection.sendall(head + b"{")
        connection.settimeout(pause)
        received = b""
        for _ in range(40):
            try:
                received = connection.recv(65536)
                break
            except TimeoutError:
                connection.sendall(b" ")
        return received


def test_a_stream_whose_first_line_does_not_come_is_refused(whole):
    """Its pieces may be slow; what they are to be verified against may not."""
    head = head_of(
        whole, b"/v1/verify/stream", b"application/x-ndjson", Transfer_Encoding=b"chunked"
    )
    reply = raw(whole.port, head + b"1\r\n{\r\n", timeout=15)
    assert reply.startswith(b"HTTP/1.1 408 ")


def test_a_client_that_goes_away_leaves_nothing(whole):
    """In the middle of its body, before its answer, and in the middle of a stream."""
    before = whole.service.ledger.tenant("alpha").ids()
    content = json.dumps({**VERIFY, "answer": ANSWER * 100}).encode()
    line = json.dumps({"passages": PASSAGES}).encode() + b"\n"
    streamed = head_of(
        whole, b"/v1/verify/stream", b"application/x-ndjson", Transfer_Encoding=b"chunked"
    )
    whole_body = head_of(whole, Content_Length=b"%d" % len(content))
    for sent in (
        whole_body + content[:100],
        streamed + b"%x\r\n%s\r\n" % (len(line), line),
        streamed + b"%x\r\n%s\r\n" % (len(line), line) + b'7\r\n"a. b"\n\r\n',
    ):
        with socket.create_connection(("127.0.0.1", whole.port), timeout=10) as connection:
            connection.sendall(sent)
            time.sleep(0.1)
    require_alive(whole)
    new = set(whole.service.ledger.tenant("alpha").ids()) - set(before)
    assert len(new) <= 2  # what was asked by `require_alive`, and an answer broken off as such


LARGE = {
    "passages": {"passages": {f"S{n}": "a" for n in range(8_000)}},
    "sentences": {"answer": "A. " * 10_000},
    "citations": {"answer": "[S1]" * 4_000},
    "brackets": {"answer": "(" * 20_000},
    "digits": {"answer": "1" * 20_000},
    "table": {"answer": "| a | b |\n|---|---|\n" * 300},
    "attributes": {"attributes": {str(n): "" for n in range(5_000)}},
    "most": {"limits": {"seconds": 1e308, "claims": 10**30}},
    "least": {"limits": {"seconds": 1e-9}},
    "seed": {"limits": {"seed": -(10**40)}},
}


@pytest.mark.parametrize("changes", LARGE.values(), ids=LARGE.keys())
def test_what_is_large_in_other_ways_is_bounded(whole, changes):
    """By the limits of the service: an answer, or a refusal that says why."""
    reply = whole.ask(method="POST", url="/v1/verify", json={**VERIFY, **changes})
    assert reply.status_code in (200, 413, 422, 503), reply.text[:300]
    assert reply.json().keys() & {"report", "error"}


def test_a_head_that_is_too_large_is_refused(whole):
    """Nothing is kept of it."""
    reply = raw(
        whole.port, head_of(whole, Content_Length=b"2", X_Pad=b"a" * 300_000) + b"{}", timeout=10
    )
    assert not reply or reply.startswith((b"HTTP/1.1 4", b"HTTP/1.1 2"))
    require_alive(whole)


def test_two_requests_in_one_are_two(whole):
    """Smuggling: a body that looks like a request is a body; both lengths at once are refused."""
    inner = b"GET /v1/records HTTP/1.1\r\nHost: localhost\r\n\r\n"
    reply = raw(
        whole.port,
        head_of(whole, Content_Length=b"%d" % len(inner), Connection=b"close") + inner,
        timeout=10,
    )
    assert reply.count(b"HTTP/1.1 ") == 1
    both = head_of(whole, Content_Length=b"2", Transfer_Encoding=b"chunked", Connection=b"close")
    reply = raw(whole.port, both + b"0\r\n\r\n" + inner, timeout=10)
    assert reply.startswith(b"HTTP/1.1 400") or reply.count(b"HTTP/1.1 ") == 1
