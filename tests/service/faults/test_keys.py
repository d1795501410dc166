"""Keys: no route without one, none that is wrong, and none in a log or a reply."""

from __future__ import annotations

import io
import itertools
import logging
import signal

import pytest

from entailed.service.app import ROUTERS
from entailed.service.keys import KeyFile
from entailed.service.settings import TelemetrySettings
from entailed.service.telemetry.logs import JsonFormatter, configure
from tests.service.faults.support import (
    GUARDED,
    OPEN,
    VERIFY,
    Keys,
    Process,
    bearer,
    log_lines,
)

pytestmark = pytest.mark.xdist_group("service_whole")
EVERY_ROUTE = pytest.mark.parametrize("route", GUARDED, ids=str)
HEADERS = ("x-api-key", "api-key", "x-goog-api-key", "ocp-apim-subscription-key")


def wrong(keys):
    """Headers without a valid key."""
    other = keys.alpha[:-1] + ("A" if keys.alpha[-1] != "A" else "B")
    mixed = keys.alpha[:17] + keys.beta[17:]
    names = (keys.revoked, other, mixed, keys.alpha.upper(), keys.alpha[:-1], keys.alpha + "A")
    yield from ({"Authorization": f"Bearer {name}"} for name in names)
    yield from ({header: other} for header in HEADERS)
    yield from ({"Authorization": value} for value in ("Bearer", keys.alpha, "Basic eA=="))
    yield {"Authorization": f"Basic {keys.alpha}"}
    yield {"Authorization": b"Bearer \xe4\xff"}
    yield {"Authorization": "Bearer " + "A" * 10_000}
    yield {"Cookie": f"key={keys.alpha}"}
    yield {"X-Tenant": "alpha"}
    yield {}


def test_every_route_is_known_to_these_tests(whole):
    """A new one has to be put among those that need a key, or those that do not."""
    paths = {
        getattr(route, "path", None) for router in ROUTERS for route in router(whole.service).routes
    }
    assert paths | {"/openapi.json"} == {route.template for route in GUARDED} | set(OPEN)


@EVERY_ROUTE
def test_no_route_works_without_a_valid_key(whole, route):
    """Missing, wrong, of another form, revoked, or in another place: 401 in every form there is."""
    for headers in wrong(whole.keys):
        reply = whole.anyone.request(**route.asked(headers=headers))
        assert reply.status_code == 401, headers
        assert reply.headers["content-type"] == "application/json"
        assert reply.headers["www-authenticate"].startswith("Bearer")
    query = {**route.query, "key": whole.keys.alpha}
    assert whole.anyone.request(**route.asked(params=query)).status_code == 401


@EVERY_ROUTE
def test_a_key_is_looked_at_before_the_body(whole, route):
    """Whoever has none learns nothing of what a body should be."""
    if route.body is None:
        return
    reply = whole.anyone.request(**route.asked({"unknown": 1}))
    assert reply.status_code == 401


@EVERY_ROUTE
def test_every_route_answers_a_valid_key(whole, route):
    """In any of the headers that clients send it in."""
    whole.ask(method="POST", url="/v1/verify", json={**VERIFY, "record_id": "known"})
    for headers in (bearer(whole.keys.alpha), *({name: whole.keys.alpha} for name in HEADERS)):
        reply = whole.anyone.request(**route.asked(headers=headers))
        expected = {"/v1/ask": 501, "/v1/models": 501, "/page/audit": 422}
        assert reply.status_code == expected.get(route.template, 200), reply.text


def test_nothing_is_done_for_a_wrong_key(whole):
    """No record, and nothing asked of the model."""
    before = (whole.service.ledger.counters.stored, len(whole.endpoint.requests))
    for route, headers in itertools.product(GUARDED, ({}, bearer(whole.keys.revoked))):
        whole.anyone.request(**route.asked(headers=headers))
    whole.service.ledger.flush(10)
    assert (whole.service.ledger.counters.stored, len(whole.endpoint.requests)) == before


def test_what_anyone_may_read_tells_nothing_of_anyone(whole):
    """No tenant, no text, no path of this machine."""
    whole.ask(method="POST", url="/v1/verify", json=VERIFY)
    for path in OPEN:
        page = whole.anyone.get(path.replace("{name}", "main.js")).text
        assert "Refunds are accepted within 60 days [S1]" not in page.replace(
            '"answer":"Refunds are accepted within 60 days [S1]',
            "",  # the example in the document
        )
        assert str(whole.keys.path.parent) not in page
        if path != "/openapi.json":
            assert '"alpha"' not in page


@pytest.fixture
def logged():
    """What the service in this process logs, at every level."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    logger = logging.getLogger()
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    yield stream
    logger.removeHandler(handler)
    logger.setLevel(level)


@EVERY_ROUTE
def test_a_failure_of_ours_tells_its_cause_to_the_log_and_no_text_to_anyone(
    whole, route, logged, monkeypatch
):
    """500 with the id under which the log has it; neither holds key, answer or passages."""
    secret = "the text of a passage"

    def failing(*_, **__):
        raise ValueError(f"cannot read {secret!r} of {whole.keys.alpha}")

    for name in ("verify", "stream", "ask", "replay"):
        monkeypatch.setattr(whole.service, name, failing)
    monkeypatch.setattr(whole.service.records, "read", failing)
    reply = whole.ask(**route.asked())
    # The proxy marks an answer that it could not verify (or, by policy, blocks it).
    untouched = {"/page/audit": 422, "/v1/models": 501, "/v1/chat/completions": 200}
    assert reply.status_code == untouched.get(route.template, 500)
    log = logged.getvalue()
    for text in (reply.text, log):
        assert secret not in text
        assert whole.keys.alpha not in text
    if reply.status_code == 500:
        assert "failing" in log  # the place in the code
        assert reply.headers["x-request-id"] in log


def test_no_key_is_written_to_a_log_or_a_reply(tmp_path):
    """Of a real process at its most talkative: not a valid one, nor one that was refused."""
    keys = Keys.make(tmp_path)
    late, key = KeyFile(keys.path).add("late")
    wrong_key = keys.alpha[:-4] + "AAAA"
    given = {"keys": keys.path, "ledger": tmp_path / "l.db", "telemetry__level": "debug"}
    said = []
    with Process(tmp_path, **given) as process:
        for one, route in itertools.product((keys.alpha, wrong_key, keys.revoked, key), GUARDED):
            headers = bearer(one) if len(said) % 2 else {HEADERS[len(said) % 4]: one}
            reply = process.client.request(**route.asked(headers=headers))
            said.append(f"{reply.headers} {reply.text}")
        for path in (f"/v1/records?key={keys.alpha}", f"/v1/records/{keys.alpha}", "/metrics"):
            said.append(process.get(path, headers=bearer(wrong_key)).text)
        KeyFile(keys.path).revoke(late.id)
        process.wait(lambda: process.get("/v1/stats", headers=bearer(key)).status_code == 401)
        process.signal(signal.SIGTERM)
        process.ended()
        log = process.log
    assert len([line for line in log_lines(log) if line.get("route") == "/v1/verify"]) >= 4
    for secret in (keys.alpha, keys.revoked, wrong_key, key):
        assert secret[17:] not in log
        assert not [text for text in said if secret[17:] in text]
    assert "Refunds" not in log
    assert (keys.path.stat().st_mode & 0o077) == 0


def test_a_log_for_people_has_one_line_a_record(tmp_path):
    """Whatever stands in the fields of a record."""
    stream = io.StringIO()
    logger = logging.getLogger("entailed")
    kept = [(name, logging.getLogger(name).handlers[:], logging.getLogger(name).propagate,
             logging.getLogger(name).level)
            for name in ("entailed", "uvicorn", "uvicorn.error", "uvicorn.access")]  # fmt: skip
    try:
        configure(TelemetrySettings(logs="text"), stream)
        logger.info(
            "seen\nERROR forged", extra={"route": "a\r\nERROR forged", "tenant": "t\x1b[2J"}
        )
    finally:
        for name, handlers, propagate, level in kept:
            one = logging.getLogger(name)
            one.handlers, one.propagate = handlers, propagate
            one.setLevel(level)
    assert stream.getvalue().count("\n") == 1
    assert "\x1b" not in stream.getvalue()
