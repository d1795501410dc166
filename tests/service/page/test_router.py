"""The routes of the page: what is sent, with which headers, and to whom."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

import entailed
from entailed.report import report_to_dict, to_audit_json
from entailed.service import ServiceSettings, create_app
from entailed.service.keys import KeyFile
from entailed.service.page.router import HEADERS, assets

PASSAGES = {"1": "Tea costs 3 euros."}


@pytest.fixture(scope="module")
def key_and_client(tmp_path_factory):
    """A service with keys, one of them, and a client without it."""
    file = tmp_path_factory.mktemp("keys") / "keys.json"
    _, key = KeyFile(file).add("acme")
    app = create_app(ServiceSettings(keys=file, scorer="lexical"))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield key, client


@pytest.fixture
def client(key_and_client):
    """A client without a key."""
    return key_and_client[1]


@pytest.mark.parametrize("path", ["/", "/page/main.js", "/page/nothing.js"])
def test_every_answer_has_the_headers(client, path):
    """Also where there is no such file."""
    answer = client.get(path)
    assert {name: answer.headers[name] for name in HEADERS} == dict(HEADERS)


def test_the_policy_allows_the_page_and_nothing_else(client):
    """Scripts, styles, images and requests of this origin; no frame, form, base or sink."""
    policy = client.get("/").headers["Content-Security-Policy"].split("; ")
    assert "default-src 'none'" in policy
    assert {d for d in policy if "'self'" in d} == {
        "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self'",
    }  # fmt: skip
    assert {"base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"} <= set(policy)
    assert "require-trusted-types-for 'script'" in policy


def test_files_are_sent_by_name_with_their_types(client):
    """And once they are known, only that they have not changed."""
    for name, asset in assets().items():
        answer = client.get(f"/page/{name}")
        assert (answer.status_code, answer.content) == (200, asset.content)
        assert answer.headers["content-type"] == asset.media_type
        again = client.get(f"/page/{name}", headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/page/router.py",
        "/page/..%2frouter.py",
        "/page/%2e%2e/router.py",
        "/page/static/main.js",
        "/page//etc/passwd",
        "/page/main.js%00",
    ],
)
def test_paths_reach_no_other_file(client, path):
    """Names are looked up in a table."""
    assert client.get(path).status_code == 404


def test_offers_name_policies_only_to_those_who_may_use_them(key_and_client):
    """Whether keys are wanted is for everyone to know."""
    key, client = key_and_client
    assert client.get("/page/offers").json() == {
        "keys": True, "known": False, "ask": False, "ledger": False, "policies": [],
    }  # fmt: skip
    known = client.get("/page/offers", headers={"Authorization": f"Bearer {key}"}).json()
    assert "repair" in known["policies"]


def test_a_report_becomes_an_audit(key_and_client):
    """For callers with a key; anything else is refused without its words."""
    key, client = key_and_client
    report = entailed.verify("Tea costs 4 euros [1].", PASSAGES, scorer="lexical")
    plain = report_to_dict(report)
    assert client.post("/page/audit", json=plain).status_code == 401
    client.headers["Authorization"] = f"Bearer {key}"
    assert client.post("/page/audit", json=plain).json() == to_audit_json(report)
    claim = plain["verdicts"][0]["claim"]
    broken = [
        {**plain, "evidence": {**plain["evidence"], "passages": [{"text": "secret words"}]}},
        {**plain, "verdicts": [{**plain["verdicts"][0], "support": "secret words"}]},
        {**plain, "verdicts": [{**plain["verdicts"][0], "claim": {**claim, "map": [[0, 10**15]]}}]},
        {**plain, "schema_version": 2},
        {},
    ]
    refused = [client.post("/page/audit", json=one) for one in broken]
    assert [one.status_code for one in refused] == [422] * len(broken)
    assert "secret" not in "".join(one.text for one in refused)
    assert client.post("/page/audit", content=b"{").status_code == 422
