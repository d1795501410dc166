"""What goes wrong at the upstream, and in the verifier: no text leaves unverified."""

from __future__ import annotations

import json

import httpx
import pytest

from entailed.errors import ConfigurationError
from entailed.service.errors import ServiceError
from entailed.service.proxy.settings import ProxySettings
from entailed.service.proxy.upstream import Upstream
from entailed.service.service import Service
from tests.service.proxy.conftest import FALSE, KEY, TRUE, Bytes, completion


def refusal(status, body=None, **headers):
    """An error of the upstream; header names are written with `_` for `-`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, json=body or {"error": {"message": "no"}}, headers=named)


# --- the upstream ----------------------------------------------------------------------------


@pytest.mark.parametrize("stream", [False, True])
def test_an_error_of_the_upstream_is_handed_on(inside, stream):
    """Status, body and Retry-After."""
    body = {"error": {"message": "slow down", "type": "rate", "param": None, "code": "x"}}
    reply = refusal(429, body, retry_after="7", x_request_id="up-1", set_cookie="a=b")
    response = inside(reply).post(stream=stream)
    assert response.status_code == 429
    assert response.json() == body
    assert response.headers["retry-after"] == "7"
    assert response.headers["x-upstream-request-id"] == "up-1"
    assert "set-cookie" not in response.headers


@pytest.mark.parametrize("stream", [False, True])
def test_a_key_that_the_upstream_refuses_is_never_told(inside, stream):
    """Not in part either: the error is in our own words."""
    reply = refusal(401, {"error": {"message": f"Incorrect API key: {KEY[:7]}***{KEY[-4:]}"}})
    response = inside(reply).post(stream=stream)
    assert response.status_code == 401
    assert response.json()["error"]["type"] == "upstream_authentication_error"
    assert KEY[:7] not in response.text


def test_a_key_that_an_error_repeats_is_left_out(inside):
    """Of any status, also in the headers' company."""
    reply = refusal(403, {"error": {"message": f"{KEY} may not do this"}})
    response = inside(reply).post()
    assert response.status_code == 403
    assert response.json()["error"]["message"] == "*** may not do this"
    assert KEY not in str(response.headers)


@pytest.mark.parametrize(
    ("reply", "status", "kind"),
    [
        (httpx.ReadTimeout("slow"), 504, "upstream_timeout"),
        (httpx.ConnectTimeout("slow"), 502, "upstream_unreachable"),
        (httpx.ConnectError("refused"), 502, "upstream_unreachable"),
        (httpx.RemoteProtocolError("gone"), 502, "upstream_broken"),
        (httpx.Response(200, content=b"<html>"), 502, "upstream_malformed"),
        (httpx.Response(200, content=b"[]"), 502, "upstream_malformed"),
        (httpx.Response(200, content=b'{"choices": [NaN]}'), 502, "upstream_malformed"),
        (httpx.Response(200, content=b"[" * 100_000), 502, "upstream_malformed"),
        (httpx.Response(200, json={"choices": []}), 502, "upstream_malformed"),
        (httpx.Response(200, json={"choices": [{}]}), 502, "upstream_malformed"),
        (httpx.Response(200, json={"id": 1}), 502, "upstream_malformed"),
        (httpx.Response(200, json={"error": {"message": "no"}}), 502, "upstream_error"),
        (httpx.Response(302, headers={"location": "http://elsewhere/"}), 502, "upstream_redirect"),
        (httpx.Response(500, content=b"oops"), 500, "upstream_error"),
        (httpx.Response(500, json={"error": "oops"}), 500, "upstream_error"),
        (httpx.Response(500, json={"message": "oops"}), 500, "upstream_error"),
    ],
)
def test_a_reply_that_cannot_be_used_is_an_error_in_the_usual_form(inside, reply, status, kind):
    """With a status that says whose fault it is, and nothing of the reply's text."""
    response = inside(reply).post()
    assert response.status_code == status
    assert response.json()["error"]["type"] == kind
    assert response.json()["error"]["message"]


@pytest.mark.parametrize("error", [httpx.ReadTimeout("slow"), httpx.ReadError("gone")])
def test_half_a_reply_is_none(inside, error):
    """Where it breaks off in the middle of its body."""
    half = json.dumps(completion(FALSE)).encode()[:-5]
    response = inside(httpx.Response(200, stream=Bytes(half, error=error))).post()
    assert response.status_code in (502, 504)
    assert "60 days" not in response.text


def test_a_huge_reply_is_cut_off(inside):
    """At the settings' bound, without reading on."""
    reply = completion("Refunds take 60 days. " * 10_000)
    response = inside(reply, reply_bytes=10_000).post()
    assert response.status_code == 502
    assert len(response.content) < 1_000


def test_more_choices_than_allowed_are_refused(inside):
    """An upstream cannot make us verify without end."""
    assert inside(completion(*[TRUE] * 9)).post().status_code == 502


def test_a_whole_reply_has_its_time(inside):
    """However slowly it comes."""

    async def slow(self):
        import asyncio

        while True:
            yield b" "
            await asyncio.sleep(0.01)

    stream = type("Slow", (Bytes,), {"__aiter__": slow})()
    response = inside(httpx.Response(200, stream=stream), seconds=0.2).post()
    assert response.status_code == 504
    assert stream.closed


def test_what_may_get_better_is_tried_again(inside):
    """No connection, 502, 503 and 504; as often as the settings say."""
    proxy = inside([httpx.ConnectError("no"), refusal(503), completion(TRUE)], retries=2)
    assert proxy.post().status_code == 200
    assert len(proxy.asked) == 3


@pytest.mark.parametrize("reply", [refusal(400), refusal(429), refusal(500), httpx.ReadTimeout("")])
def test_what_was_answered_or_is_under_way_is_not_tried_again(inside, reply):
    """The caller decides on that."""
    proxy = inside(reply, retries=2)
    assert proxy.post().status_code >= 400
    assert len(proxy.asked) == 1


@pytest.mark.parametrize("policy", ["strict", "repair"])
def test_an_error_that_holds_what_the_model_wrote_is_stripped_by_a_closed_policy(inside, policy):
    """Some endpoints put it there."""
    body = {"error": {"message": "bad tool call", "failed_generation": "It is 60 days."}}
    response = inside(refusal(400, body), policy=policy).post()
    assert ("60 days" in response.text) is (policy == "repair")


# --- credentials -----------------------------------------------------------------------------


def test_the_callers_key_is_not_sent_on(inside):
    """The upstream gets the service's own."""
    proxy = inside(completion(TRUE))
    proxy.post(headers={"authorization": "Bearer callers-key", "x-api-key": "callers-key"})
    sent = proxy.asked[0].headers
    assert sent["authorization"] == f"Bearer {KEY}"
    assert "callers-key" not in str(sent.raw)


def test_the_callers_key_is_sent_on_where_the_settings_say_so(inside):
    """Then the service's own never is, also where the caller gives none."""
    proxy = inside(completion(TRUE), forward_authorization=True)
    proxy.post(headers={"authorization": "Bearer callers-key"})
    proxy.post()
    assert proxy.asked[0].headers["authorization"] == "Bearer callers-key"
    assert "authorization" not in proxy.asked[1].headers


def test_a_key_of_this_service_is_never_sent_on(inside, tmp_path):
    """With keys, callers give the upstream's in a header of its own."""
    from entailed.service.keys import KeyFile

    _, key = KeyFile(tmp_path / "keys.json").add("acme")
    keys = {"keys": tmp_path / "keys.json"}
    proxy = inside(completion(TRUE), forward_authorization=True, service=keys)
    mine = {"authorization": f"Bearer {key}"}
    assert proxy.post().status_code == 401
    proxy.post(headers=mine)
    proxy.post(headers={**mine, "x-upstream-authorization": "Bearer other"})
    assert [request.headers.get("authorization") for request in proxy.asked] == [
        None,
        "Bearer other",
    ]
    assert key not in str([request.headers.raw for request in proxy.asked])


def test_a_header_cannot_be_injected(inside):
    """Nothing of a reply or a request becomes a header but what is known and plain."""
    reply = refusal(429, retry_after="7", x_request_id=b"caf\xe9")
    response = inside(reply).post()
    assert "x-upstream-request-id" not in response.headers
    proxy = inside(completion(TRUE), forward_authorization=True)
    assert proxy.post(headers={"authorization": b"Bearer caf\xe9"}).status_code == 400


@pytest.mark.parametrize(
    "url",
    ["localhost:8000", "ftp://a/v1", "http://", "http://name:word@a/v1", "http://a/v1?key=1"],
)
def test_an_upstream_has_to_be_a_plain_address(url):
    """Found out before anything is served."""
    with pytest.raises(ConfigurationError, match=r"proxy\.upstream"):
        ProxySettings(upstream=url)


def test_a_key_that_is_no_header_is_refused_at_the_beginning():
    """And not told."""
    settings = ProxySettings(upstream="http://a/v1", key_variable="X")
    with pytest.raises(ConfigurationError) as caught:
        Upstream(settings, {"X": "sk-secret\nInjected: 1"})
    assert "secret" not in str(caught.value)
    assert "sk-" not in repr(Upstream(settings, {"X": "sk-secret"}))


# --- the verifier ----------------------------------------------------------------------------


def failing(error):
    """A `Service.verify` that raises."""

    async def verify(self, work, caller):
        raise error

    return verify


@pytest.mark.parametrize("policy", ["flag", "suppress", "repair", "strict"])
@pytest.mark.parametrize(
    "error", [RuntimeError("broken"), ServiceError(503, "out_of_time", "late", 1.0)]
)
def test_where_verification_fails_nothing_is_shown(inside, monkeypatch, policy, error):
    """The policy's message stands in its place, and the status says why."""
    monkeypatch.setattr(Service, "verify", failing(error))
    response = inside(completion(TRUE), policy=policy).post()
    assert response.status_code == 200
    assert "30 days" not in response.text
    assert response.json()["grounding"]["status"] == "unchecked"
    assert response.json()["grounding"]["action"] == "block"
    assert response.json()["grounding"]["choices"][0]["failures"]


def test_a_policy_that_only_reports_shows_the_answer_all_the_same(inside, monkeypatch):
    """And says that it is unchecked."""
    monkeypatch.setattr(Service, "verify", failing(RuntimeError("broken")))
    response = inside(completion(FALSE), policy="audit").post()
    assert response.json()["choices"][0]["message"]["content"] == FALSE
    assert response.json()["grounding"]["status"] == "unchecked"


@pytest.mark.parametrize("policy", ["audit", "repair"])
def test_a_service_that_is_too_busy_says_when_to_come_back(inside, monkeypatch, policy):
    """Clients try again by themselves."""
    monkeypatch.setattr(Service, "verify", failing(ServiceError(503, "overloaded", "busy", 3)))
    response = inside(completion(FALSE), policy=policy).post()
    assert response.status_code == 503
    assert response.headers["retry-after"] == "3"
    assert "60 days" not in response.text


def test_documents_that_cannot_be_searched_are_an_error(inside, tmp_path, monkeypatch):
    """The upstream is not asked without them."""
    from entailed.errors import RetrieverError
    from entailed.retrieval import FolderRetriever

    def broken(self, question, limit):
        raise RetrieverError("disk")

    (tmp_path / "a.md").write_text("# A\n\nRefunds are accepted within 30 days of delivery.\n")
    proxy = inside(completion(TRUE), documents=tmp_path)
    monkeypatch.setattr(FolderRetriever, "retrieve", broken)
    assert proxy.post(documents=None).status_code == 503
    assert proxy.asked == []
