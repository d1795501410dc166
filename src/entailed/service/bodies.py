"""Reading a request's body: bytes to values, or a ServiceError that says what was wrong."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable
from typing import Any, NoReturn, TypeVar

from fastapi import Request
from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect

from entailed.service.errors import ServiceError

__all__ = ["body_of", "complaint", "gone", "json_of", "media_type", "unless_gone", "value_of"]

M = TypeVar("M", bound=BaseModel)
T = TypeVar("T")
_LARGE = 64 * 1024  # bytes from which on a body is read in a thread
_MOST_COMPLAINTS = 5


async def body_of(request: Request, model: type[M]) -> M:
    """The JSON body as a `model`. Raises ServiceError: 415, 400 for what is no JSON, 422."""
    raw = await _raw(request)
    if len(raw) > _LARGE:
        return await asyncio.to_thread(_parsed, raw, model)
    return _parsed(raw, model)


async def json_of(request: Request) -> Any:
    """The JSON body as it is, with finite numbers and text that UTF-8 can hold.

    Raises ServiceError (415, 400).
    """
    raw = await _raw(request)
    return await asyncio.to_thread(value_of, raw) if len(raw) > _LARGE else value_of(raw)


async def unless_gone(request: Request, work: Awaitable[T]) -> T:
    """What `work` gives; it is cancelled when the client goes away.

    Raises ServiceError (499), which nobody reads, in that case. For routes that have read the
    whole body.
    """
    task = asyncio.ensure_future(work)
    left = asyncio.ensure_future(gone(request))
    try:
        await asyncio.wait((task, left), return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise ServiceError(499, "client_gone", "the client went away")
    finally:
        for one in (task, left):
            if not one.done():
                one.cancel()
        await asyncio.wait((task, left))


async def gone(request: Request) -> None:
    """Return when the client has gone away; for requests whose whole body has been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def media_type(request: Request) -> str:
    """The media type of the body, without parameters, in lower case; "" where none is given."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def _raw(request: Request) -> bytes:
    kind = media_type(request)
    if kind != "application/json" and not kind.endswith("+json"):
        raise ServiceError(
            415, "unsupported_media_type", "expected Content-Type: application/json",
            expected="application/json", got=kind[:100],
        )  # fmt: skip
    try:
        return await request.body()
    except ClientDisconnect as error:
        raise ServiceError(499, "client_gone", "the client went away") from error


def _parsed(raw: bytes, model: type[M]) -> M:
    try:
        return model.model_validate_json(raw)
    except ValidationError as error:
        complaint(error)


def value_of(raw: bytes) -> Any:
    """JSON as it is; see `json_of`."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _malformed(f"expected UTF-8, got another byte at offset {error.start}") from error
    try:
        value = json.loads(text, parse_constant=_refuse)
        # What has a lone surrogate could be neither hashed nor stored nor sent back.
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8")
    except json.JSONDecodeError as error:
        raise _malformed(f"line {error.lineno}, column {error.colno}: {error.msg}") from error
    except UnicodeEncodeError as error:
        raise _malformed("expected text, got a lone surrogate") from error
    except RecursionError as error:
        raise _malformed("it is nested too deeply") from error
    except ValueError as error:
        raise _malformed("a number that cannot be read") from error
    return value


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)


def _malformed(why: str) -> ServiceError:
    return ServiceError(400, "malformed_json", f"the body is not JSON: {why}")


def complaint(error: ValidationError) -> NoReturn:
    """Raise what pydantic found as a ServiceError, without any value of the request."""
    items = error.errors(include_url=False, include_input=True)
    if items[0]["type"] == "json_invalid":
        raise _malformed(str(items[0].get("ctx", {}).get("error", "malformed"))) from error
    parts = []
    for item in items[:_MOST_COMPLAINTS]:
        place = ".".join(str(part)[:60] for part in item["loc"]) or "body"
        if item["type"] == "extra_forbidden":
            parts.append(f"{place}: unknown field")
        elif item["type"] == "missing":
            parts.append(f"{place}: missing")
        else:
            said = item["msg"][:1].lower() + item["msg"][1:]
            parts.append(f"{place}: {said}, got {_kind(item['input'])}")
    raise ServiceError(422, "invalid_request", "; ".join(parts)) from error


def _kind(value: object) -> str:
    """What a value is, in JSON's words."""
    kinds: dict[type, str] = {
        type(None): "null",
        bool: "a boolean",
        int: "a number",
        float: "a number",
        str: "text",
        list: "a list",
        dict: "an object",
    }
    return kinds.get(type(value), type(value).__name__)
