"""What tests of faults share: every route with a body that works, a service in this process, and
one in a process of its own."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from entailed.ledger import Ledger
from entailed.service import ServiceSettings, create_app
from entailed.service.keys import KeyFile
from tests.service import serving

PASSAGES = {
    "S1": "Refunds are accepted within 30 days of delivery.",
    "S2": "Gift cards are not refundable.",
}
ANSWER = "Refunds are accepted within 60 days [S1]. Gift cards are not refundable [S2]."
VERIFY = {"answer": ANSWER, "passages": PASSAGES, "question": "May I return it?"}
_DOCUMENTS = [{"id": name, "text": text} for name, text in PASSAGES.items()]
_TEXTS = list(PASSAGES.values())


@dataclass(frozen=True)
class Route:
    """A route that needs a key, with a request that it answers."""

    method: str
    template: str
    body: Any = None
    path: str = ""
    query: Mapping[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """The path of a request."""
        return self.path or self.template

    def asked(self, body: Any = None, **given: Any) -> dict[str, Any]:
        """Arguments of a client's `request`; `body` takes the place of the one that works."""
        made: dict[str, Any] = {"method": self.method, "url": self.url, "params": dict(self.query)}
        if self.body is not None:
            made["json"] = copy.deepcopy(self.body) if body is None else body
        return {**made, **given}

    def __str__(self) -> str:
        return f"{self.method} {self.template}"


GUARDED = (
    Route("POST", "/v1/verify", {**VERIFY, "attributes": {"app": "shop"}}),
    Route(
        "POST",
        "/v1/verify/stream",
        {"pieces": [ANSWER], "passages": PASSAGES, "question": "May I?", "attributes": {"a": "b"}},
    ),
    Route("POST", "/v1/verify/batch", {"items": [VERIFY]}),
    Route("POST", "/v1/ask", {"question": "How long do I have?"}),
    Route("GET", "/v1/records"),
    Route("GET", "/v1/records/{record_id:path}", path="/v1/records/known"),
    Route("POST", "/v1/records/{record_id:path}/replay", path="/v1/records/known/replay"),
    Route("GET", "/v1/stats"),
    Route(
        "POST",
        "/v1/chat/completions",
        {
            "model": "tiny",
            "messages": [{"role": "user", "content": "How long?"}],
            "documents": [{**one, "url": "u", "title": "t"} for one in _DOCUMENTS],
            "grounding": {"policy": "flag"},
        },
    ),
    Route("GET", "/v1/models"),
    *(
        Route(
            "POST",
            f"/{version}/projects/{{project}}/locations/{{location}}"
            "/groundingConfigs/{config}:check",
            {
                "answerCandidate": ANSWER,
                "facts": [{"factText": t, "attributes": {"uri": "u"}} for t in _TEXTS],
                "userLabels": {"a": "b"},
            },
            path=f"/{version}/projects/p/locations/global/groundingConfigs/default:check",
        )
        for version in ("v1", "v1beta")
    ),
    Route(
        "POST",
        "/contentsafety/text:detectGroundedness",
        {
            "task": "QnA",
            "qna": {"query": "How long?"},
            "text": ANSWER,
            "groundingSources": _TEXTS,
            "llmResource": {"azureOpenAIEndpoint": "e", "azureOpenAIDeploymentName": "d"},
        },
        query={"api-version": "2024-09-15-preview"},
    ),
    Route(
        "POST",
        "/guardrail/{guardrail:path}/version/{version}/apply",
        {
            "source": "OUTPUT",
            "content": [
                {"text": {"text": _TEXTS[0], "qualifiers": ["grounding_source"]}},
                {"text": {"text": ANSWER}},
            ],
        },
        path="/guardrail/abc123/version/DRAFT/apply",
    ),
    Route(
        "POST",
        "/v2/evaluate_factual_consistency",
        {"generated_text": ANSWER, "source_texts": _TEXTS},
    ),
    Route("POST", "/page/audit", {"format": "none"}),
)
"""Every route that needs a key."""

OPEN = ("/", "/healthz", "/metrics", "/openapi.json", "/page/offers", "/page/{name}", "/readyz")
"""Templates of routes that anyone may use."""


def replaced(value: Any, text: str) -> Iterator[Any]:
    """Copies of a body, each with another of its texts replaced by `text`."""
    if isinstance(value, str):
        yield text
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            for made in replaced(inner, text):
                yield {**value, name: made}
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            for made in replaced(inner, text):
                yield [*value[:place], made, *value[place + 1 :]]


def everywhere(value: Any, text: str) -> Any:
    """A body with `text` added to each of its texts that is free: no name of a policy or task."""
    if isinstance(value, str):
        return f"{value} {text}" if " " in value else value
    if isinstance(value, Mapping):
        return {name: everywhere(inner, text) for name, inner in value.items()}
    if isinstance(value, list):
        return [everywhere(inner, text) for inner in value]
    return value


# --- keys ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Keys:
    """A file of keys: of two tenants, and one that has been revoked."""

    path: Path
    alpha: str
    beta: str
    revoked: str

    @classmethod
    def make(cls, folder: Path) -> Keys:
        """Write the file."""
        file = KeyFile(folder / "keys.json")
        alpha, beta = (file.add(tenant)[1] for tenant in ("alpha", "beta"))
        made, revoked = file.add("alpha")
        file.revoke(made.id)
        return cls(file.path, alpha, beta, revoked)


def bearer(key: str) -> dict[str, str]:
    """The usual header of a key."""
    return {"Authorization": f"Bearer {key}"}


# --- a service in this process ---------------------------------------------------------------


@contextlib.contextmanager
def served(settings: ServiceSettings, **config: Any) -> Iterator[Any]:
    """A service on a port of its own: a client with `.service` and `.port`."""
    app = create_app(settings)
    with (
        serving.served(app, log_config=None, log_level=None, **config) as address,
        httpx.Client(base_url=address, timeout=60) as client,
    ):
        client.service, client.port = app.state.service, client.base_url.port  # type: ignore[attr-defined]
        yield client


def raw(port: int, *parts: bytes, pause: float = 0.0, timeout: float = 20.0) -> bytes:
    """What the service sends back to these bytes, until it closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=timeout) as connection:
        received = bytearray()
        for number, part in enumerate(parts):
            time.sleep(pause if number else 0)
            with contextlib.suppress(OSError):  # it may have answered and closed already
                connection.sendall(part)
        try:
            while piece := connection.recv(65536):
                received += piece
        except ConnectionResetError:
            pass
        except TimeoutError:  # a connection that stays open when all has been said
            if not received:
                raise
        return bytes(received)


# --- a service in a process of its own -------------------------------------------------------


class Process:
    """`entailed serve` with these settings; its log is in `log`, its keys in no argument."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.port = _free_port()
        self.folder = folder
        given = {"scorer": "lexical", "port": self.port, **settings}
        named = {f"ENTAILED_SERVE_{name.upper()}": str(v) for name, v in given.items()}
        kept = {n: v for n, v in os.environ.items() if not n.startswith("ENTAILED_SERVE_")}
        self._log = folder / f"serve-{self.port}.log"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "entailed", "serve"],
                env={**kept, **named},
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self.url = f"http://127.0.0.1:{self.port}"
        self.client = httpx.Client(base_url=self.url, timeout=60)
        try:
            self.wait(lambda: self.get("/readyz").status_code == 200)
        except BaseException:
            self.end()
            raise

    @property
    def log(self) -> str:
        """What it has written so far."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def get(self, path: str, **given: Any) -> httpx.Response:
        """A request."""
        return self.client.get(path, **given)

    def wait(self, holds: Callable[[], bool], seconds: float = 60.0) -> None:
        """Return once `holds`; what is not reached yet does not."""
        until = time.monotonic() + seconds
        while True:
            with contextlib.suppress(httpx.TransportError):
                if holds():
                    return
            assert self.process.poll() is None, f"the service ended: {self.log[-3000:]}"
            assert time.monotonic() < until, f"not within {seconds} s: {self.log[-3000:]}"
            time.sleep(0.05)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal."""
        self.process.send_signal(number)

    def ended(self, seconds: float = 60.0) -> int:
        """Its exit status, once it has ended."""
        return self.process.wait(seconds)

    def end(self) -> None:
        """Stop it, whatever state it is in."""
        self.client.close()
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(30)

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


# --- load ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reply:
    """What one request of a load came to; `status` is 0 where no answer came."""

    record_id: str
    status: int
    body: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def taken(self) -> bool:
        """Whether the service said that the record is in its hands."""
        return self.status == 200 and self.body["recorded"]

    @property
    def stored(self) -> bool:
        """Whether the service said that the record is on disk."""
        return self.status == 200 and self.body["stored"]


class Load:
    """Clients that ask for verifications, each again and again, until they are stopped.

    Every request has a connection and a record id of its own, and other words.
    """

    def __init__(self, url: str, clients: int = 6, pause: float = 0.0, **headers: str) -> None:
        self.replies: list[Reply] = []
        self._url = url
        self._pause = pause
        self._headers = {"Connection": "close", **headers}
        self._over = threading.Event()
        self._threads = [
            threading.Thread(target=self._ask, args=(n,), daemon=True) for n in range(clients)
        ]

    def __enter__(self) -> Load:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(60)

    def reach(self, number: int, seconds: float = 60.0) -> None:
        """Return once that many requests have been answered in all."""
        until = time.monotonic() + seconds
        while len(self.replies) < number:
            assert time.monotonic() < until, f"only {len(self.replies)} answers"
            time.sleep(0.01)

    def more(self, number: int = 20) -> None:
        """Return once that many more requests have been answered."""
        self.reach(len(self.replies) + number)

    def _ask(self, who: int) -> None:
        number = 0
        with httpx.Client(timeout=60, headers=self._headers) as client:
            while not self._over.is_set():
                name = f"r{who}-{number}"
                number += 1
                try:
                    response = client.post(f"{self._url}/v1/verify", json=body_of(name))
                    reply = Reply(name, response.status_code, response.json(), response.headers)
                except httpx.TransportError:
                    reply = Reply(name, 0)
                self.replies.append(reply)
                self._over.wait(self._pause if reply.status else 0.05)


def body_of(name: str) -> dict[str, Any]:
    """A request for a verification that is recorded under this name."""
    return {**VERIFY, "answer": f"{ANSWER} Order {name}.", "record_id": name}


def stored_ids(where: str, tenant: str = "default") -> list[str]:
    """Ids of what is in a ledger, whose chain must be whole."""
    with Ledger(where, create=False) as ledger:
        records = ledger.tenant(tenant)
        made = records.verify_chain()
        assert made.intact, made.fault
        return records.ids()


def log_lines(log: str) -> list[dict[str, Any]]:
    """The lines of a log in JSON."""
    return [json.loads(line) for line in log.splitlines() if re.match(r"\{", line)]
