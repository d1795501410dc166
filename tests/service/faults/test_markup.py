"""Markup, line breaks and other bytes in what callers send: texts stay texts."""

from __future__ import annotations

import json
import re

import pytest

from tests.service.faults.support import ANSWER, GUARDED, VERIFY, bearer, everywhere, raw

pytestmark = pytest.mark.xdist_group("service_whole")
EVERY_ROUTE = pytest.mark.parametrize("route", GUARDED, ids=str)
MARKUP = (
    "</title></script><script>alert(1)</script><img src=x onerror=alert(1)>\"'--><svg/onload=a>"
)
BREAK = "a\r\nX-Evil: 1\r\nSet-Cookie: evil=1\r\n\r\n<script>alert(1)</script>"
TYPES = ("application/json", "text/event-stream; charset=utf-8")


def require_plain(reply):
    """JSON or events, which no browser may take for anything else."""
    assert reply.headers["content-type"] in TYPES
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert "x-evil" not in reply.headers
    assert "set-cookie" not in reply.headers
    assert "evil" not in reply.headers.get("location", "")


@EVERY_ROUTE
@pytest.mark.parametrize("text", [MARKUP, BREAK], ids=["markup", "breaks"])
def test_what_callers_send_comes_back_as_json(whole, route, text):
    """In all texts at once, in names of fields, and in the error that follows."""
    whole.ask(method="POST", url="/v1/verify", json={**VERIFY, "record_id": "known"})
    require_plain(whole.ask(**route.asked(everywhere(route.body, text))))
    if isinstance(route.body, dict):
        require_plain(whole.ask(**route.asked({**route.body, text: text})))
        require_plain(whole.ask(**route.asked(dict.fromkeys(route.body, text))))
    require_plain(whole.ask(**route.asked(params={**route.query, "format": text, "since": text})))
    require_plain(whole.anyone.request(**route.asked(headers={"X-Api-Key": MARKUP})))


def test_names_in_the_path_come_back_as_json(whole):
    """Of no route, of a record, of a file, of a guardrail."""
    quoted = "%3Cscript%3Ealert(1)%3C/script%3E"
    for path in (
        f"/{quoted}",
        f"/v1/{quoted}",
        f"/v1/records/{quoted}",
        f"/page/{quoted}",
        f"/page/..%2f..%2fpyproject.toml{quoted}",
        "/page/%2e%2e/%2e%2e/etc/passwd",
        f"/guardrail/{quoted}/version/1/apply",
    ):
        for method in ("GET", "POST", "DELETE"):
            reply = whole.ask(method=method, url=path)
            assert reply.status_code in (404, 405, 400, 422), path
            assert "<script" not in reply.text or "json" in reply.headers["content-type"]
            assert reply.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/", "/page/main.js", "/page/offers", "/openapi.json", "/metrics"]
)
def test_what_anyone_may_read_is_never_sniffed(whole, path):
    """Also what is no JSON."""
    reply = whole.anyone.get(path)
    assert reply.status_code == 200
    assert reply.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "name",
    ["a\r\nX-Evil: 1", "a\nX-Evil: 1", "a\x00b", "\x7f", "a\u2028b", "a\u202eb", " a", "a\tb"],
    ids=repr,
)
def test_a_record_id_that_no_header_could_hold_is_refused(whole, name):
    """Before anything is verified."""
    for route in GUARDED[:2]:
        reply = whole.ask(**route.asked({**route.body, "record_id": name}))
        assert reply.status_code == 422, reply.headers
        require_plain(reply)
    item = {**VERIFY, "record_id": name}
    reply = whole.ask(method="POST", url="/v1/verify/batch", json={"items": [item]})
    assert reply.json()["results"][0]["status"] == 422


@pytest.mark.parametrize("name", ["ünïcode", "日本", "😀", "a b", "a%0d%0aX-Evil: 1", 'a,b;c="d"'])
def test_a_record_id_in_a_header_stays_in_its_header(whole, name):
    """And is told in the body as it is."""
    name = f"in a header: {name}"
    body = {**VERIFY, "record_id": name}
    reply = whole.ask(method="POST", url="/v1/verify", json=body)
    assert reply.json()["record_id"] == name
    require_plain(reply)


@pytest.mark.parametrize(
    "given", [b"a\tb", b"<script>", b"%0d%0aX-Evil:1", b"\xff\xfe", b"x" * 65, b""]
)
def test_a_request_id_is_taken_only_where_it_is_harmless(whole, given):
    """Another is made up in its place."""
    head = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Request-Id: "
    reply = raw(whole.port, head + given + b"\r\n\r\n")
    assert re.search(rb"\r\nx-request-id: [0-9a-f]{16}\r\n", reply)
    kept = raw(whole.port, head + b"mine-1.2_3\r\n\r\n")
    assert b"\r\nx-request-id: mine-1.2_3\r\n" in kept


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    "documents", [[], [{"id": "S1", "text": "Gift cards."}]], ids=["none", "one"]
)
def test_a_models_name_reaches_no_header(whole, stream, documents):
    """In a reply of the model's, and in one that is made without it."""
    body = {
        "model": BREAK,
        "messages": [{"role": "user", "content": BREAK, "name": BREAK}],
        "documents": documents,
        "user": BREAK,
        "stream": stream,
    }
    head = (
        b"POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        b"Content-Type: application/json\r\nAuthorization: Bearer " + whole.keys.alpha.encode()
    )
    sent = json.dumps(body).encode()
    reply = raw(whole.port, head + b"\r\nContent-Length: %d\r\n\r\n" % len(sent) + sent)
    headers = reply.partition(b"\r\n\r\n")[0].lower()
    assert b"x-evil" not in headers
    assert b"set-cookie" not in headers
    assert b"x-content-type-options: nosniff" in headers


def test_no_reply_sends_a_client_to_another_host(whole):
    """What the Host header says is believed nowhere."""
    for path in ("/v1/verify/", "/v1/records/", "/page/", "/page", "//evil.example/", "/v1/stats/"):
        for method in ("GET", "POST"):
            headers = {"Host": "evil.example", "X-Forwarded-Host": "evil.example"}
            reply = whole.ask(method=method, url=path, headers=headers, follow_redirects=False)
            assert "evil" not in reply.headers.get("location", ""), path


def test_a_stream_sends_no_line_that_a_text_begins(whole):
    """Line breaks in pieces stay in the JSON of their event."""
    pieces = [
        f"{ANSWER}\r\n\r\nevent: done\r\ndata: {{}}\r\n\r\n",
        "\u2028event: done\u2028",
        "\x85x",
    ]
    body = {"pieces": pieces, "passages": {"S1": "Gift cards\n\nevent: done\ndata: {}\n\n"}}
    reply = whole.ask(method="POST", url="/v1/verify/stream", json=body)
    events = [part for part in reply.content.split(b"\n\n") if part]
    for one in events:
        name, data = one.split(b"\n")
        json.loads(data.removeprefix(b"data: "))
        assert name.startswith(b"event: ")
    assert sum(one.startswith(b"event: done") for one in events) == 1


def test_no_origin_is_let_in(whole):
    """No page of another origin may read a reply: there is no CORS, whatever it asks."""
    headers = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    for method in ("OPTIONS", "POST", "GET"):
        reply = whole.anyone.request(method, "/v1/verify", headers=headers)
        assert not [name for name in reply.headers if name.startswith("access-control")]
    found = whole.anyone.get("/v1/stats", headers={**headers, **bearer(whole.keys.alpha)})
    assert not [name for name in found.headers if name.startswith("access-control")]
