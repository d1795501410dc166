"""What every request passes through before a route sees it, as plain ASGI.

From the outside in: `Observed` gives it an id, tells telemetry, and makes an error of whatever
nobody caught; `Hosts` refuses names that are not this service's; `Bodies` bounds what is read.
"""

from __future__ import annotations

import asyncio
import contextvars
import json
import logging
import re
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from entailed.service.causes import cause
from entailed.service.errors import ServiceError, error_body

__all__ = ["Bodies", "Hosts", "Observed", "request_id"]

_LOG = logging.getLogger("entailed.service")
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
_STREAMED = ("/v1/verify/stream",)
_PLAIN = (b"x-content-type-options", b"nosniff")

request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="")
"""The id of the request that is being answered, for logs."""


class _Request(Protocol):
    def status(self, code: int) -> None: ...


class Observed:
    """Request ids, telemetry, one log line a request, and 500 with an id for what is not caught.

    `route_of` names the route of a request by its template, `tenant_of` its tenant ("" where it
    gave no valid key); both before anything of it is handled. `observe` gives a context manager; it
    reads the caller's trace from the headers.
    """

    def __init__(
        self,
        app: ASGIApp,
        observe: Callable[[str, str, Mapping[str, str], str], Any],
        failed: Callable[[str], object],
        route_of: Callable[[Scope], str],
        tenant_of: Callable[[Scope], str],
        texts: bool,
    ) -> None:
        self._app = app
        self._observe = observe
        self._failed = failed
        self._route_of = route_of
        self._tenant_of = tenant_of
        self._texts = texts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        given = headers.get("x-request-id", "")
        name = given if _ID.fullmatch(given) else secrets.token_hex(8)
        scope.setdefault("state", {})["request_id"] = name
        token = request_id.set(name)
        route, tenant = self._route_of(scope), self._tenant_of(scope)
        began = time.perf_counter()
        with self._observe(route, tenant, Headers(scope=scope), scope["method"]) as seen:
            status = await self._answered(scope, receive, send, name, seen)
        took = (time.perf_counter() - began) * 1000
        _LOG.info(
            "%s %s %s", scope["method"], route, status,
            extra={
                "request_id": name, "tenant": tenant, "route": route, "method": scope["method"],
                "status": status, "milliseconds": round(took, 1),
            },
        )  # fmt: skip
        request_id.reset(token)

    async def _answered(
        self, scope: Scope, receive: Receive, send: Send, name: str, seen: _Request
    ) -> int:
        status = 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                seen.status(status)
                # Whatever a text looks like, no browser may take a reply for a page.
                plain = [h for h in message["headers"] if h[0] != _PLAIN[0]]
                message = {**message, "headers": [*plain, _PLAIN, _header(name)]}
            await send(message)

        try:
            await self._app(scope, receive, sent)
        except Exception as error:  # nobody else may: a 500 has its cause in the log
            _LOG.error(
                "request %s failed: %s", name, cause(error, texts=self._texts),
                extra={"request_id": name},
            )  # fmt: skip
            self._failed(type(error).__name__)
            if status:  # half of an answer is sent: break it off, so that it is not taken for whole
                raise _BrokenError(f"request {name} failed half way") from None
            body = error_body(
                "internal", "the service failed on this request; its log has the cause", name
            )
            await _send_json(sent, 500, body, {})
        return status


class _BrokenError(Exception):
    """A response that cannot be completed."""


class Hosts:
    """Refuses requests for another host, so that no page elsewhere can reach a local service.

    A web page can name an address of its own that resolves to 127.0.0.1 and then reads from its
    visitor's machine. A service with keys is safe from that; one without takes only its own
    names: loopback ones, its `host`, and `others`.
    """

    def __init__(self, app: ASGIApp, host: str, others: tuple[str, ...]) -> None:
        self._app = app
        self._known = {name.lower() for name in (*_LOOPBACK, host, *others)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "http":
            given = Headers(scope=scope).get("host", "").lower()
            name = given if given.endswith("]") else re.sub(r":\d*$", "", given)
            if name not in self._known:
                error = ServiceError(
                    421,
                    "unknown_host",
                    "the Host header names another service; use localhost, set `hosts`, or set "
                    "`keys`",
                )
                await _refuse(scope, send, error)
                return
        await self._app(scope, receive, send)


class Bodies:
    """Bounds a body's size (413), that of all under way (503), and the time to arrive (408).

    A streamed body is bounded in size here and in time by its route.
    """

    def __init__(self, app: ASGIApp, most: int, together: int, seconds: float) -> None:
        self._app = app
        self._most = most
        self._together = together
        self._seconds = seconds
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "0")
        if length.isdecimal() and int(length) > self._most:
            await _refuse(scope, send, self._too_large())
            return
        body = _Body(self, scope, receive, send)
        try:
            await body.run()
        finally:
            self._held -= body.read

    def _beyond(self, read: int) -> ServiceError | None:
        """Why so much of a body is too much, or None."""
        if read > self._most:
            return self._too_large()
        if self._held > self._together:
            words = f"bodies of {self._together} bytes are under way; try later"
            return ServiceError(503, "overloaded", words, 1.0)
        return None

    def _too_large(self) -> ServiceError:
        return ServiceError(
            413, "body_too_large", f"expected at most {self._most} bytes in the body",
            expected=self._most,
        )  # fmt: skip


class _Body:
    """One body. What the application answers to a broken one is replaced by the reason."""

    def __init__(self, bounds: Bodies, scope: Scope, receive: Receive, send: Send) -> None:
        self._bounds = bounds
        self._scope = scope
        self._receive = receive
        self._send = send
        self.read = 0
        self._whole = False
        self._started = False
        self._refusal: ServiceError | None = None
        self._deadline = asyncio.get_running_loop().time() + bounds._seconds

    async def run(self) -> None:
        try:
            await self._bounds._app(self._scope, self.receive, self.send)
        except Exception:
            if self._refusal is None or self._started:
                raise
        if self._refusal is not None and not self._started:
            await _refuse(self._scope, self._send, self._refusal)

    async def receive(self) -> Message:
        if self._whole:
            return await self._receive()
        timed = self._scope["path"] not in _STREAMED
        try:
            async with asyncio.timeout_at(self._deadline if timed else None):
                message = await self._receive()
        except TimeoutError as error:
            self._refusal = ServiceError(
                408, "body_too_slow", f"the body did not arrive within {self._bounds._seconds:g} s"
            )
            raise self._refusal from error
        if message["type"] == "http.request":
            size = len(message.get("body", b""))
            self.read += size
            self._bounds._held += size
            self._whole = not message.get("more_body", False)
            self._refusal = self._bounds._beyond(self.read)
            if self._refusal is not None:
                raise self._refusal
        return message

    async def send(self, message: Message) -> None:
        if self._refusal is not None and not self._started:
            return
        self._started = True
        await self._send(message)


async def _refuse(scope: Scope, send: Send, error: ServiceError) -> None:
    name = scope.get("state", {}).get("request_id", "")
    # The body is not read: the connection cannot be used again.
    await _send_json(send, error.status, error.body(name), {**error.headers, "Connection": "close"})


async def _send_json(
    send: Send, status: int, body: Mapping[str, Any], headers: Mapping[str, str]
) -> None:
    content = json.dumps(body).encode()
    made = {**headers, "Content-Type": "application/json", "Content-Length": str(len(content))}
    raw = [(name.lower().encode(), value.encode()) for name, value in made.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": content})


def _header(name: str) -> tuple[bytes, bytes]:
    return b"x-request-id", name.encode()
