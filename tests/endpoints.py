"""A local HTTP endpoint that behaves, or misbehaves, as a test says.

`Endpoint` listens on a free port of this machine in a thread. Each request takes the next of
its replies, the last one again and again, and is kept in `requests`.
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Reply:
    """One answer of the endpoint.

    `pieces` are sent one by one, with `pause` seconds before each. `broken` promises more than
    is sent and then hangs up; `hold` is waited for before that.
    """

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    pieces: tuple[bytes, ...] = ()
    pause: float = 0.0
    broken: bool = False
    hold: threading.Event | None = None
    kind: str = "application/json"


def chat(text: Any, finish: str | None = "stop", **message: Any) -> Reply:
    """A usual completion."""
    choice = {
        "index": 0,
        "finish_reason": finish,
        "message": {"role": "assistant", "content": text, **message},
    }
    usage = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}
    return body({"id": "1", "object": "chat.completion", "model": "tiny-1", "choices": [choice],
                 "usage": usage})  # fmt: skip


def body(value: object, status: int = 200, **headers: str) -> Reply:
    """Any JSON value as a reply."""
    return Reply(status, headers, (json.dumps(value).encode(),))


def error(status: int, message: str = "no", **headers: str) -> Reply:
    """An error in the usual form; header names are written with `_` for `-`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status, named, (json.dumps({"error": {"message": message}}).encode(),))


def stream(
    *texts: str,
    finish: str | None = "stop",
    done: bool = True,
    pause: float = 0.0,
    cut: bool = False,
) -> Reply:
    """A completion as server-sent events; `cut` hangs up in the middle of the body."""
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    deltas += [{"content": text} for text in texts]
    chunks = [{"choices": [{"index": 0, "delta": d, "finish_reason": None}]} for d in deltas]
    if finish is not None:
        chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
    events = [f"data: {json.dumps({'id': '1', **chunk})}\n\n".encode() for chunk in chunks]
    if done:
        events.append(b"data: [DONE]\n\n")
    return Reply(pieces=tuple(events), kind="text/event-stream", broken=cut, pause=pause)


Behaviour = Reply | Callable[[dict[str, Any]], Reply]


class Endpoint:
    """The endpoint, running between `with` and the end of its block."""

    def __init__(self, replies: Behaviour | Iterable[Behaviour]) -> None:
        self._replies = [replies] if isinstance(replies, Reply) or callable(replies) else [*replies]
        self._lock = threading.Lock()
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []

    def __enter__(self) -> Endpoint:
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["content-length"])
                asked = json.loads(self.rfile.read(length))
                reply = endpoint._take(asked, dict(self.headers))
                self._send(reply)

            def _send(self, reply: Reply) -> None:
                self.send_response(reply.status)
                self.send_header("content-type", reply.kind)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                broken = reply.broken or reply.hold is not None
                length = sum(map(len, reply.pieces)) + (1000 if broken else 0)
                self.send_header("content-length", str(length))
                self.end_headers()
                for piece in reply.pieces:
                    time.sleep(reply.pause)
                    self.wfile.write(piece)
                    self.wfile.flush()
                if reply.hold is not None:
                    reply.hold.wait(30)
                self.close_connection = broken or self.close_connection

            def handle(self) -> None:
                with contextlib.suppress(ConnectionError):  # a client may leave early
                    super().handle()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def url(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def _take(self, asked: dict[str, Any], headers: dict[str, str]) -> Reply:
        with self._lock:
            self.requests.append(asked)
            self.headers.append({name.lower(): value for name, value in headers.items()})
            behaviour = self._replies[0] if len(self._replies) == 1 else self._replies.pop(0)
        return behaviour(asked) if callable(behaviour) else behaviour
