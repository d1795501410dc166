"""A tenant sees its own records and nothing of another's, whatever it asks for."""

from __future__ import annotations

import re
import urllib.parse

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.service.faults.support import GUARDED, VERIFY, everywhere, raw

pytestmark = pytest.mark.xdist_group("service_whole")
MARK = "CANARY-7391"
NAMES = (
    "known-to-alpha",
    "a/b",
    "a b",
    "ünïcode",
    "50%25",
    "a.json",
    "known/replay",
    "x" * 200,
)
SOURCE = "secret-of-alpha.md"
TRICKS = (
    "..%2f..%2falpha%2fknown-to-alpha",
    "../alpha/known-to-alpha",
    "%2e%2e/known-to-alpha",
    "alpha/known-to-alpha",
    "alpha%2fknown-to-alpha",
    "alpha:known-to-alpha",
    "/known-to-alpha",
    "%2fknown-to-alpha",
    "%6bnown-to-alpha",
    "known-to-alpha%00",
    "%00known-to-alpha",
    "known-to-alpha%00alpha",
    "known-to-alpha/",
    "known-to-alpha/.",
    "known-to-alpha;tenant=alpha",
    "known-to-alpha?tenant=alpha",
    "known-to-alpha%23",
    "known%2dto%2dalpha",
    "KNOWN-TO-ALPHA",
    "known-to-alph%",
    "%",
    "known-to-alpha%0d%0a",
    "'%20OR%201=1--",
    "*",
    "%25",
    "known_to_alpha",
    "y" * 8000,
    "%ff%fe",
    "%ed%a0%80",
)


@pytest.fixture(scope="module")
def alpha(whole):
    """Records of tenant alpha; what stands in none of another tenant's replies."""
    passages = [{"id": "S1", "text": f"{MARK} is 30 days.", "source": SOURCE}]
    for name in NAMES:
        body = {"answer": f"{MARK} is 60 days [S1].", "passages": passages, "record_id": name}
        reply = whole.ask(method="POST", url="/v1/verify", json=body)
        assert reply.json()["stored"], reply.text
    return whole


def shown(reply):
    """A reply without what differs from request to request."""
    text = re.sub(r'"id":"[0-9a-f]{16}"', "", reply.text)
    return reply.status_code, text, sorted(set(reply.headers) - {"date"})


@pytest.mark.parametrize("name", NAMES)
def test_an_id_of_another_tenant_is_one_that_does_not_exist(alpha, name):
    """Reading and replaying: the reply is the same to the byte; its owner gets the record."""
    quoted = urllib.parse.quote(name, safe="")
    for method, path in (("GET", quoted), ("POST", f"{quoted}/replay")):
        asked = {"method": method, "url": f"/v1/records/{path}"}
        own = alpha.ask(**asked)
        assert own.status_code == 200, own.text
        other = alpha.ask(alpha.keys.beta, **asked)
        absent = {"method": method, "url": f"/v1/records/{path.replace(quoted, 'no-such')}"}
        assert shown(other) == shown(alpha.ask(alpha.keys.beta, **absent))
        assert other.status_code == 404


@pytest.mark.parametrize("trick", TRICKS)
def test_no_path_leads_out_of_a_tenant(alpha, trick):
    """As bytes that no client has made tidy."""
    for method, tail in ((b"GET", b""), (b"POST", b"/replay")):
        lines = (
            method + b" /v1/records/" + trick.encode() + tail + b" HTTP/1.1",
            b"Host: localhost",
            b"X-Tenant: alpha",
            b"X-Forwarded-User: alpha",
            b"Authorization: Bearer " + alpha.keys.beta.encode(),
            b"Connection: close",
        )
        reply = raw(alpha.port, b"\r\n".join(lines) + b"\r\n\r\n")
        assert MARK.encode() not in reply
        assert re.match(rb"HTTP/1.1 (404|405|422|400)", reply), reply[:200]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40))
def test_no_text_as_an_id_gives_another_tenants_record(alpha, text):
    """Nor an error of ours."""
    for name in (text, f"known-to-alpha{text}", f"{text}known-to-alpha"):
        try:
            quoted = urllib.parse.quote(name, safe="")
        except UnicodeEncodeError:
            return
        reply = alpha.ask(alpha.keys.beta, method="GET", url=f"/v1/records/{quoted}")
        assert MARK not in reply.text
        assert reply.status_code in (404, 422) or not name


FILTERS = (
    {"source": SOURCE},
    {"passage": "S1"},
    {"source": "%"},
    {"source": "' OR '1'='1"},
    {"passage": "*"},
    {"label": "contradicted"},
    {"label": "missing"},
    {"status": "failed"},
    {"action": "flag"},
    {"policy": "flag"},
    {"policy": "' OR 1=1 --"},
    {"since": "1970-01-01T00:00:00Z"},
    {"until": "9999-12-31T00:00:00Z"},
    {"since": "0001-01-01T00:00:00"},
    {"erased": "false"},
    {"after": "0", "newest_first": "false"},
    {"after": "1", "newest_first": "true"},
    {"limit": "200"},
    {"tenant": "alpha"},
    {"texts": "true", "tenant": "*"},
)


@pytest.mark.parametrize("filters", FILTERS, ids=str)
def test_no_filter_shows_another_tenants_record(alpha, filters):
    """Neither in the list nor in the figures, and the owner does see it."""
    for path in ("/v1/records", "/v1/stats"):
        reply = alpha.ask(alpha.keys.beta, method="GET", url=path, params=filters)
        assert reply.status_code in (200, 422)
        assert MARK not in reply.text
        assert SOURCE not in reply.text
        if reply.status_code == 200 and path == "/v1/records":
            assert {one["tenant"] for one in reply.json()["records"]} <= {"beta"}
    assert MARK in alpha.ask(method="GET", url="/v1/records", params={"source": SOURCE}).text
    assert SOURCE in alpha.ask(method="GET", url="/v1/stats", params={"source": SOURCE}).text


def test_an_id_is_free_for_every_tenant(alpha):
    """The same id is no conflict, so that nobody can find out who has it; nothing is replaced."""
    before = alpha.ask(method="GET", url="/v1/records/known-to-alpha").json()
    body = {**VERIFY, "record_id": "known-to-alpha"}
    reply = alpha.ask(alpha.keys.beta, method="POST", url="/v1/verify", json=body)
    assert reply.json()["stored"]
    assert alpha.ask(method="GET", url="/v1/records/known-to-alpha").json() == before
    own = alpha.ask(alpha.keys.beta, method="GET", url="/v1/records/known-to-alpha").json()
    assert own["tenant"] == "beta"
    assert MARK not in str(own)


@pytest.mark.parametrize("route", GUARDED, ids=str)
def test_no_route_tells_another_tenant_of_it(alpha, route):
    """With names of alpha's in every text of the body."""
    for text in ("known-to-alpha", SOURCE, "tenant alpha"):
        body = everywhere(route.body, text)
        reply = alpha.ask(alpha.keys.beta, **route.asked(body))
        assert MARK not in reply.text
        assert reply.status_code < 500 or reply.status_code == 501
    named = {**route.body, "tenant": "alpha"} if isinstance(route.body, dict) else None
    reply = alpha.ask(alpha.keys.beta, **route.asked(named, headers={"X-Tenant": "alpha"}))
    assert MARK not in reply.text


def test_both_chains_are_whole(alpha):
    """After all of that."""
    alpha.service.ledger.flush(10)
    for made in alpha.service.ledger.verify():
        assert made.intact, made.fault
