"""A system behind an HTTP address: an OpenAI-compatible chat or a plain JSON service.

No connection is opened unless the user names an address. A service may say in its reply which
passages it answered from; whatever form `entailed.retrieval` reads, is read here.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, cast, get_args
from urllib.parse import urlsplit

from entailed.canonical import digest_of
from entailed.dialogue import Retrieval
from entailed.errors import (
    ConfigurationError,
    EvidenceError,
    ModelError,
    UnsupportedError,
)
from entailed.evaluation.systems import DONE, Answered, Asked, Done
from entailed.prompts import answer_messages
from entailed.retrieval.replies import read_reply

if TYPE_CHECKING:
    import httpx

__all__ = ["SHAPES", "HttpSystem", "Shape"]

Shape = Literal["openai", "plain"]
SHAPES: tuple[Shape, ...] = get_args(Shape)

_RETRIED = (408, 425, 429, 500, 502, 503, 504)
_MOST_PASSAGES = 1000
_LONGEST_WAIT = 30.0
_MOST_BYTES = 20_000_000


class HttpSystem:
    """Asks a service over HTTP; safe to share between threads. Close it, or use it with `with`.

    `shape` "openai" posts `{"model", "messages"}` to `url` (the address of the chat completions
    itself) and "plain" posts `{"question", "history", "passages"}`
    and gets `{"answer"}` back, with "passages" ([] where it found none), "sources_returned" and
    "done" if it likes. With `send_passages` the
    passages of the scenario go into the request: into the prompt contract (see
    `entailed.prompts`), or into the field "passages". Without it the service retrieves its own.
    `timeout` in seconds is for one try; `retries` more follow a connection that failed and HTTP
    408, 425, 429 and 5xx, after Retry-After or a wait that doubles from half a second.
    Raises UnsupportedError without httpx, ConfigurationError for an address that is none.
    """

    def __init__(
        self,
        url: str,
        *,
        shape: Shape = "openai",
        model: str = "",
        headers: Mapping[str, str] | None = None,
        send_passages: bool = True,
        timeout: float = 60.0,
        retries: int = 2,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        try:
            import httpx
        except ImportError as error:
            raise UnsupportedError(
                "asking an HTTP service needs httpx: pip install 'entailed[eval]'"
            ) from error
        if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
            raise ConfigurationError(f"url: expected http://... or https://..., got {url!r}")
        if shape not in SHAPES:
            raise ConfigurationError(f"shape: expected {' or '.join(SHAPES)}, got {shape!r}")
        if timeout <= 0 or retries < 0:
            raise ConfigurationError(
                f"expected timeout > 0 and retries >= 0, got {timeout} and {retries}"
            )
        self.url = url
        self.shape = shape
        self.model = model
        self.send_passages = send_passages
        self._retries = retries
        self._httpx = httpx
        self._client = httpx.Client(
            headers=dict(headers or {}), timeout=timeout, transport=transport
        )

    @property
    def name(self) -> str:
        """The model and the address, without user, password and query."""
        parts = urlsplit(self.url)
        place = f"{parts.scheme}://{parts.hostname}{f':{parts.port}' if parts.port else ''}"
        return f"{self.model} at {place}{parts.path}" if self.model else place + parts.path

    @property
    def digest(self) -> str:
        """Digest of address, form and model; not of headers, which may be secret."""
        return digest_of([self.name, self.shape, self.model, self.send_passages])

    def answer(self, asked: Asked) -> Answered:
        """The service's answer. Raises ModelError where there is none."""
        began = time.perf_counter()
        response = self._asked(self._body(asked))
        spent = (time.perf_counter() - began) * 1000
        body = self._json(response)
        reply = self._reply(body, response)
        if not reply.text.strip():
            raise ModelError(f"{self.name}: the reply holds no answer", kind="empty")
        nothing = self.shape == "plain" and body.get("passages") == []
        return Answered(
            reply.text,
            passages=reply.passages or (() if nothing else None),
            sources_returned=reply.sources_returned,
            done=self._done(body),
            milliseconds=spent,
        )

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def __enter__(self) -> HttpSystem:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _body(self, asked: Asked) -> dict[str, Any]:
        history = [{"role": m.role, "content": m.content} for m in asked.history]
        passages = asked.evidence.passages if asked.evidence and self.send_passages else ()
        if self.shape == "plain":
            body: dict[str, Any] = {"question": asked.question, "history": history}
            if asked.evidence is not None and self.send_passages:
                body["passages"] = [{"id": p.id, "text": p.text} for p in passages]
            return body
        messages = [{"role": "user", "content": asked.question}]
        if passages:
            # The mark that fences the passages is derived from them, so that runs are repeatable.
            mark = digest_of([asked.question, *(p.digest for p in passages)])[-16:]
            made = answer_messages(asked.question, passages, mark)
            messages = [{"role": m.role, "content": m.content} for m in made]
        system = [m for m in messages if m["role"] == "system"]
        rest = [m for m in messages if m["role"] != "system"]
        return {"model": self.model, "messages": [*system, *history, *rest]}

    def _asked(self, body: Mapping[str, Any]) -> httpx.Response:
        """The first good response, or ModelError saying what the last try met."""
        for attempt in range(self._retries + 1):
            last = attempt == self._retries
            try:
                response = self._client.post(self.url, json=body)
            except self._httpx.TimeoutException as error:
                if last:
                    raise ModelError(f"{self.name}: no answer in time", kind="timeout") from error
                continue
            except self._httpx.HTTPError as error:
                if last:
                    message = f"{self.name}: cannot be reached: {error}"
                    raise ModelError(message, kind="connection") from error
                time.sleep(_wait(attempt, None))
                continue
            if response.is_success:
                return response
            if last or response.status_code not in _RETRIED:
                raise self._refused(response)
            time.sleep(_wait(attempt, response.headers.get("retry-after")))
        raise AssertionError("unreachable")

    def _refused(self, response: httpx.Response) -> ModelError:
        kinds = {401: "authentication", 403: "authentication", 429: "rate_limit"}
        default = "server" if response.status_code >= 500 else "request"
        said = " ".join(response.text[:300].split())
        return ModelError(
            f"{self.name}: HTTP {response.status_code}{f': {said}' if said else ''}",
            kind=kinds.get(response.status_code, default),
        )

    def _json(self, response: httpx.Response) -> Mapping[str, Any]:
        if len(response.content) > _MOST_BYTES:
            raise self._malformed(f"expected at most {_MOST_BYTES} bytes")
        try:
            body = response.json()
        except (ValueError, RecursionError) as error:
            raise self._malformed(f"expected JSON: {error}") from error
        if not isinstance(body, Mapping):
            raise self._malformed(f"expected a JSON object, got {type(body).__name__}")
        return body

    def _reply(self, body: Mapping[str, Any], response: httpx.Response) -> Retrieval:
        try:
            return read_reply((body, dict(response.headers)), _MOST_PASSAGES)
        except EvidenceError as error:
            raise self._malformed(f"passages: {error}") from error

    def _done(self, body: Mapping[str, Any]) -> Done | None:
        done = body.get("done") if self.shape == "plain" else None
        if done is not None and done not in DONE:
            raise self._malformed(f"done: expected one of {', '.join(DONE)}, got {done!r}")
        return cast("Done | None", done)

    def _malformed(self, message: str) -> ModelError:
        return ModelError(f"{self.name}: {message}", kind="malformed")


def _wait(attempt: int, told: str | None) -> float:
    """Seconds before the next try: what Retry-After says, or half a second doubled each time."""
    own = min(0.5 * float(2**attempt), 8.0)
    try:
        return own if told is None else min(max(float(told), 0.0), _LONGEST_WAIT)
    except ValueError:  # a date
        return own
