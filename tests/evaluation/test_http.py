"""A system behind HTTP, asked over a real connection."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from entailed.dialogue import Message
from entailed.errors import ConfigurationError, ModelError
from entailed.evaluation.http import HttpSystem
from entailed.evaluation.running import evaluate
from entailed.evaluation.systems import Asked
from entailed.evidence import freeze
from tests.evaluation.conftest import GOOD, suite_of

EVIDENCE = freeze({"S1": "The boat leaves at 18:30."})
ASKED = Asked("x", 1, "Are you sure?", (Message("user", "When?"), Message("assistant", "18:30.")),
              EVIDENCE)  # fmt: skip
Reply = tuple[int, dict[str, str], bytes]


class Service:
    """A small server that answers by a function and keeps what it was asked."""

    def __init__(self, reply: Callable[[dict], Reply]) -> None:
        self.asked: list[dict] = []
        self.headers: list[dict[str, str]] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:  # the name http.server looks for
                size = int(self.headers["Content-Length"])
                service.asked.append(json.loads(self.rfile.read(size)))
                service.headers.append(dict(self.headers))
                status, headers, body = reply(service.asked[-1])
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(body))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1/chat/completions"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def close(self) -> None:
        """End it."""
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def serve() -> Iterator[Callable[[Callable[[dict], Reply]], Service]]:
    """Starts services, and ends them with the test."""
    services: list[Service] = []

    def start(reply: Callable[[dict], Reply]) -> Service:
        services.append(Service(reply))
        return services[-1]

    yield start
    for service in services:
        service.close()


def as_json(data: object, status: int = 200, **headers: str) -> Reply:
    """A JSON reply."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return status, {"Content-Type": "application/json", **names}, json.dumps(data).encode()


def chat(text: str, **extra: object) -> Reply:
    """A reply of a chat endpoint."""
    return as_json({"choices": [{"message": {"content": text}}], **extra})


def test_a_chat_endpoint_gets_contract_history_and_passages(serve):
    """And its answer comes back, with the time it took."""
    service = serve(lambda _: chat("The boat leaves at 18:30 [S1]."))
    with HttpSystem(service.url, model="m", headers={"Authorization": "Bearer k"}) as system:
        answered = system.answer(ASKED)
    assert answered.text == "The boat leaves at 18:30 [S1]."
    assert answered.passages is None
    assert answered.milliseconds > 0
    (asked,) = service.asked
    assert asked["model"] == "m"
    assert [m["role"] for m in asked["messages"]] == ["system", "user", "assistant", "user"]
    assert "The boat leaves at 18:30." in asked["messages"][-1]["content"]
    assert service.headers[0]["Authorization"] == "Bearer k"


def test_the_same_question_gives_the_same_request(serve):
    """The mark around the passages is no dice."""
    service = serve(lambda _: chat("Yes."))
    with HttpSystem(service.url) as system:
        system.answer(ASKED)
        system.answer(ASKED)
    assert service.asked[0] == service.asked[1]


def test_an_application_that_retrieves_gets_no_passages_and_says_its_own(serve):
    """Those are what it is judged by."""
    reply = chat("At 18:30 [a].", citations=[{"id": "a", "text": "It leaves at 18:30."}])
    service = serve(lambda _: reply)
    with HttpSystem(service.url, send_passages=False) as system:
        answered = system.answer(ASKED)
    assert [p.text for p in answered.passages] == ["It leaves at 18:30."]
    assert service.asked[0]["messages"][-1] == {"role": "user", "content": "Are you sure?"}


def test_a_service_may_say_that_it_had_no_sources(serve):
    """In the body or in a header."""
    service = serve(lambda _: as_json({"answer": "Oslo."}, X_Sources_Returned="false"))
    with HttpSystem(service.url, shape="plain") as system:
        assert system.answer(ASKED).sources_returned is False


def test_a_plain_service_is_asked_plainly(serve):
    """Question, history and passages as they are."""
    service = serve(lambda _: as_json({"answer": "No.", "passages": [], "done": "decline"}))
    with HttpSystem(service.url, shape="plain") as system:
        answered = system.answer(ASKED)
    assert (answered.text, answered.passages, answered.done) == ("No.", (), "decline")
    assert service.asked[0] == {
        "question": "Are you sure?",
        "history": [
            {"role": "user", "content": "When?"}, {"role": "assistant", "content": "18:30."}
        ],
        "passages": [{"id": "S1", "text": "The boat leaves at 18:30."}],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (as_json({"error": "no"}, 401), "authentication"),
        (as_json({"error": "no"}, 404), "request"),
        (as_json({"error": "no"}, 500, Retry_After="0"), "server"),
        (as_json({}, 429, Retry_After="0"), "rate_limit"),
        ((200, {}, b"<html>"), "malformed"),
        (as_json([1]), "malformed"),
        (as_json({"choices": []}), "empty"),
        (chat(""), "empty"),
    ],
)
def test_a_reply_that_is_none_is_an_error_of_its_kind(serve, reply, kind):
    """It becomes a failure to evaluate, never an answer."""
    service = serve(lambda _: reply)
    with HttpSystem(service.url, retries=1) as system, pytest.raises(ModelError) as caught:
        system.answer(ASKED)
    assert caught.value.kind == kind


def test_a_busy_service_is_asked_again(serve):
    """After as long as it says."""
    replies = iter([as_json({}, 503, Retry_After="0"), chat("Yes.")])
    service = serve(lambda _: next(replies))
    with HttpSystem(service.url) as system:
        assert system.answer(ASKED).text == "Yes."


def test_a_service_that_is_not_there_is_an_error(serve):
    """Of its own kind."""
    service = serve(lambda _: chat("x"))
    url = service.url.replace(str(service.server.server_port), "1")
    with HttpSystem(url, retries=0) as system, pytest.raises(ModelError) as caught:
        system.answer(ASKED)
    assert caught.value.kind == "connection"


@pytest.mark.parametrize("url", ["", "example.org", "ftp://x/", "http://"])
def test_an_address_must_be_one(url):
    """Before anything is asked."""
    with pytest.raises(ConfigurationError, match="expected http"):
        HttpSystem(url)


def test_the_name_tells_no_secret():
    """It goes into reports."""
    with HttpSystem("https://user:secret@host:8443/v1?key=secret", model="m") as system:
        assert system.name == "m at https://host:8443/v1"


def test_a_whole_suite_runs_over_http(serve, verifier):
    """In parallel."""
    questions = {s.question: GOOD[s.id] for s in suite_of().scenarios}
    service = serve(lambda asked: as_json({"answer": questions[asked["question"]]}))
    with HttpSystem(service.url, shape="plain") as system:
        run = evaluate(suite_of(), system, verifier, workers=3)
    assert [r.answered.text for r in run.results] == list(GOOD.values())
