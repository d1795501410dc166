"""The model behind the proxy: one address that the settings name, and nothing else.

No redirect is followed, no header of a caller is sent on but what the settings allow, and what
comes back is bounded.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import random
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from entailed.errors import ConfigurationError
from entailed.service.proxy.settings import ProxySettings

__all__ = ["Upstream", "UpstreamError", "json_object", "malformed", "read_json", "told"]

_AGAIN = (502, 503, 504)
_HANDED_ON = {
    "retry-after": "Retry-After",
    "retry-after-ms": "Retry-After-Ms",
    "x-should-retry": "X-Should-Retry",
    "x-request-id": "X-Upstream-Request-Id",
}
_LONGEST_WAIT = 5.0
_ERROR_BYTES = 64 * 1024


class UpstreamError(Exception):
    """The upstream gave no reply that can be used: what the caller is told of it.

    `body` is in OpenAI's form, `headers` are safe to send. `kind` is one of a few words of ours.
    """

    def __init__(
        self,
        status: int,
        body: Mapping[str, Any],
        headers: Mapping[str, str] | None = None,
        kind: str = "",
    ) -> None:
        self.kind = kind or f"upstream_{status}"
        super().__init__(self.kind)
        self.status = status
        self.body = dict(body)
        self.headers = dict(headers or {})

    @classmethod
    def of(cls, status: int, type: str, message: str) -> UpstreamError:
        """One in our own words."""
        return cls(status, told(type, message), kind=type)


def told(type: str, message: str) -> dict[str, Any]:
    """An error in OpenAI's form."""
    return {"error": {"message": message, "type": type, "param": None, "code": type}}


@dataclass(slots=True)
class Upstream:
    """A client of the configured upstream. `transport` takes the place of the network in tests."""

    settings: ProxySettings
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ, repr=False)
    transport: httpx.AsyncBaseTransport | None = None
    _key: str = field(default="", init=False, repr=False)
    _client: httpx.AsyncClient | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.settings.upstream is None:
            raise ConfigurationError("proxy.upstream: expected a base URL, got none")
        self._key = self.environ.get(self.settings.key_variable, "").strip()
        if not self._key.isascii() or not self._key.isprintable():
            raise ConfigurationError(
                f"{self.settings.key_variable}: expected a key of printable ASCII characters"
            )

    async def chat(
        self, body: Mapping[str, Any], authorization: str | None = None
    ) -> httpx.Response:
        """The open reply to a chat request, its status below 300; close it with `aclose`.

        `authorization` is the caller's, where it is to be sent on: then the key of the service
        never is, also where the caller's is "". Raises UpstreamError.
        """
        return await self._opened("POST", "chat/completions", body, authorization)

    async def models(self, authorization: str | None = None) -> Mapping[str, Any]:
        """The upstream's list of models. Raises UpstreamError."""
        try:
            async with asyncio.timeout(self.settings.seconds):
                response = await self._opened("GET", "models", None, authorization)
                return await read_json(response, self.settings.reply_bytes)
        except TimeoutError as error:
            raise self._late() from error

    async def whole(
        self, body: Mapping[str, Any], authorization: str | None = None
    ) -> tuple[Mapping[str, Any], Mapping[str, str]]:
        """A whole reply and the headers to hand on. Raises UpstreamError."""
        try:
            async with asyncio.timeout(self.settings.seconds):
                response = await self.chat(body, authorization)
                return await read_json(response, self.settings.reply_bytes), handed_on(response)
        except TimeoutError as error:
            raise self._late() from error

    async def streamed(
        self, body: Mapping[str, Any], authorization: str | None = None
    ) -> httpx.Response:
        """The open reply to a streamed request. Raises UpstreamError."""
        try:
            async with asyncio.timeout(self.settings.seconds):
                return await self.chat(body, authorization)
        except TimeoutError as error:
            raise self._late() from error

    async def aclose(self) -> None:
        """Close all connections."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    # --- asking ------------------------------------------------------------------------------

    async def _opened(
        self, method: str, path: str, body: Mapping[str, Any] | None, authorization: str | None
    ) -> httpx.Response:
        for tried in range(self.settings.retries + 1):
            last = tried == self.settings.retries
            try:
                response = await self._sent(method, path, body, authorization)
            except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                if last:
                    raise UpstreamError.of(
                        502, "upstream_unreachable", "the model behind this service is not reached"
                    ) from error
            except httpx.TimeoutException as error:
                raise self._late() from error
            except httpx.HTTPError as error:
                raise UpstreamError.of(
                    502, "upstream_broken", "the model behind this service broke the connection"
                ) from error
            else:
                if response.status_code < 300:
                    return response
                if last or response.status_code not in _AGAIN:
                    raise await self._complaint(response, authorization)
                await response.aclose()
            longest = min(0.5 * 2.0**tried, _LONGEST_WAIT)
            await asyncio.sleep(random.uniform(longest / 2, longest))
        raise AssertionError("unreachable")  # pragma: no cover

    async def _sent(
        self, method: str, path: str, body: Mapping[str, Any] | None, authorization: str | None
    ) -> httpx.Response:
        headers = {
            "Accept": "application/json, text/event-stream",
            "Accept-Encoding": "identity",
            "User-Agent": "entailed",
        }
        own = f"Bearer {self._key}" if self._key else ""
        if credentials := own if authorization is None else authorization:
            headers["Authorization"] = credentials
        content = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            content = json.dumps(body, allow_nan=False).encode("ascii")
        client = self._opened_client()
        request = client.build_request(method, path, headers=headers, content=content)
        return await client.send(request, stream=True)

    def _opened_client(self) -> httpx.AsyncClient:
        if self._client is None:
            s = self.settings
            base = str(s.upstream).rstrip("/") + "/"
            timeout = httpx.Timeout(s.read_seconds, connect=s.connect_seconds, pool=s.seconds)
            limits = httpx.Limits(max_connections=None, max_keepalive_connections=20)
            self._client = httpx.AsyncClient(
                base_url=base,
                timeout=timeout,
                limits=limits,
                follow_redirects=False,
                transport=self.transport,
            )
        return self._client

    # --- complaints --------------------------------------------------------------------------

    def _late(self) -> UpstreamError:
        return UpstreamError.of(
            504, "upstream_timeout", "the model behind this service did not answer in time"
        )

    async def _complaint(
        self, response: httpx.Response, authorization: str | None
    ) -> UpstreamError:
        """What a status of 300 or more amounts to for the caller."""
        headers, status = handed_on(response), response.status_code
        try:
            text = (await _bounded(response, _ERROR_BYTES)).decode("utf-8", "replace")
        except (httpx.HTTPError, UpstreamError):
            text = ""
        if status < 400:
            return UpstreamError.of(
                502, "upstream_redirect", "the model behind this service has moved"
            )
        if status == 401 and authorization is None:
            message = "the model behind this service refuses the credentials of the service"
            return UpstreamError(status, told("upstream_authentication_error", message), headers)
        return UpstreamError(status, _error_body(self.hidden(text), status), headers)

    def hidden(self, text: str) -> str:
        """`text` without the upstream's key, which some endpoints repeat in their errors."""
        return text.replace(self._key, "***") if len(self._key) >= 8 else text


def handed_on(response: httpx.Response) -> dict[str, str]:
    """The headers of a reply that are the caller's to know."""
    found = {ours: response.headers.get(name, "") for name, ours in _HANDED_ON.items()}
    return {n: v for n, v in found.items() if v and v.isascii() and v.isprintable()}


async def read_json(response: httpx.Response, limit: int) -> Mapping[str, Any]:
    """The object in the body of a reply, which is closed. Raises UpstreamError."""
    try:
        content = await _bounded(response, limit)
    except httpx.TimeoutException as error:
        message = "the model behind this service stopped in the middle of its answer"
        raise UpstreamError.of(504, "upstream_timeout", message) from error
    except httpx.HTTPError as error:
        message = "the model behind this service broke off in the middle of its answer"
        raise UpstreamError.of(502, "upstream_broken", message) from error
    return json_object(content)


def json_object(content: bytes) -> Mapping[str, Any]:
    """The object that a body or an event is. Raises UpstreamError."""
    try:
        value = _loads(content)
    except (ValueError, RecursionError) as error:
        raise malformed("expected JSON") from error
    if not isinstance(value, dict):
        raise malformed(f"expected a JSON object, got {type(value).__name__}")
    return value


def _loads(text: bytes | str) -> object:
    """JSON whose numbers can be written as JSON again. Raises ValueError, RecursionError."""
    return json.loads(text, parse_constant=_finite, parse_float=_finite)


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"expected a finite number, got {text[:20]}")
    return value


def malformed(what: str) -> UpstreamError:
    """A reply that is no completion."""
    message = f"the model behind this service sent a reply that cannot be used: {what}"
    return UpstreamError.of(502, "upstream_malformed", message)


async def _bounded(response: httpx.Response, limit: int) -> bytes:
    """The body, which is closed. Raises UpstreamError where it is longer than `limit`."""
    parts: list[bytes] = []
    left = limit
    try:
        async for part in _parts(response):
            left -= len(part)
            if left < 0:
                raise malformed(f"more than {limit} bytes")
            parts.append(part)
    finally:
        await response.aclose()
    return b"".join(parts)


async def _parts(response: httpx.Response) -> AsyncIterator[bytes]:
    async for part in response.aiter_bytes():
        yield part


def _error_body(text: str, status: int) -> Mapping[str, Any]:
    """The upstream's own words where they are in OpenAI's form, else ours."""
    try:
        value = _loads(text)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict) and isinstance(value.get("error"), dict):
        return value
    if isinstance(value, dict) and isinstance(value.get("error"), str):
        return told("upstream_error", value["error"])
    if isinstance(value, dict) and isinstance(value.get("message"), str):
        return {**value, **told("upstream_error", value["message"])}
    return told("upstream_error", f"the model behind this service answered with status {status}")
