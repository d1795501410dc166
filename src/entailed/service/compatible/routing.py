"""What the compatibility routes share: strict bodies, and every refusal in the form of the service
that the client was written for."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel
from starlette.exceptions import HTTPException

from entailed.errors import EntailedError, InputError
from entailed.service.bodies import unless_gone
from entailed.service.compatible.judged import Trouble, trouble
from entailed.service.errors import ServiceError
from entailed.service.keys import Caller
from entailed.service.routes.verify import record_headers
from entailed.service.service import Service
from entailed.service.work import Work
from entailed.types import Report

__all__ = ["Camel", "Refusal", "Snake", "Text", "refusing", "verified"]

_TROUBLES: Mapping[str, int] = {"limit": 413, "sample": 501, "stage": 500}
_SHOWN_NAME = 60
_ANY_TEXT = r"\S"

Text = Annotated[str, Field(min_length=1, pattern=_ANY_TEXT)]
"""Some text that is not all white space."""


class Snake(BaseModel):
    """A request or response body with the names as they are; nothing unknown, nothing coerced."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class Camel(Snake):
    """The same with `camelCase` names. As in proto3 JSON, `snake_case` is taken too."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request gets no answer: HTTP status, what to say, and the fields at fault.

    `fields` pairs the dotted name of each with what is wrong. No text of the request is in it.
    """

    status: int
    message: str
    fields: tuple[tuple[str, str], ...] = ()
    retry_after: float | None = None


Form = Callable[[Refusal], Mapping[str, Any]]
Headers = Callable[[Refusal], Mapping[str, str]]
Handler = Callable[[Request], Coroutine[Any, Any, Response]]


def refusing(
    form: Form, rejected: Callable[[str], object], headers: Headers | None = None
) -> type[APIRoute]:
    """A route class that gives every refusal as `form` writes it, and tells `rejected` its kind.

    What is neither a refusal nor an error of this package is left to the application.
    """

    class ForeignRoute(APIRoute):
        """A route whose errors have another service's form."""

        def get_route_handler(self) -> Handler:
            """The usual handler, with its exceptions turned into that form."""
            handle = super().get_route_handler()

            async def guarded(request: Request) -> Response:
                try:
                    return await handle(request)
                except (RequestValidationError, HTTPException, ServiceError, EntailedError) as e:
                    rejected(e.type if isinstance(e, ServiceError) else "invalid_request")
                    return _response(refusal(e), form, headers)

            return guarded

    return ForeignRoute


def refusal(error: Exception) -> Refusal:
    """The refusal that an exception stands for; 500 for errors of this package that are ours."""
    if isinstance(error, RequestValidationError):
        fields = tuple((_name(e["loc"]), _wrong(e)) for e in error.errors())
        told = "; ".join(f"{name}: {wrong}" for name, wrong in fields)
        return Refusal(400, told, fields)
    if isinstance(error, ServiceError):
        # None of these services knows 422.
        status = 400 if error.status == 422 else error.status
        return Refusal(status, error.message, retry_after=error.retry_after)
    if isinstance(error, HTTPException):
        return Refusal(error.status_code, str(error.detail))
    if isinstance(error, InputError):
        return Refusal(400, str(error))
    return Refusal(500, "the service could not do this; its log says why")


async def verified(
    service: Service,
    request: Request,
    response: Response,
    work: Work,
    caller: Caller,
    *,
    acted: bool = False,
    late: int = 504,
) -> Report:
    """The report on `work`, if a score can be read from it; a `ServiceError` if not.

    Its status and its record go into the headers of the response: hosted checks have no place for
    them, and operators want them. With `acted` the policy's text is wanted too. `late` is the
    status where the time was not enough.
    """
    made = await unless_gone(request, service.verify(work, caller))
    found = trouble(made.report, acted=acted)
    if found is not None:
        status = late if found.kind == "time" else _TROUBLES[found.kind]
        raise ServiceError(status, _type(found), found.message)
    response.headers.update(record_headers(made))
    return made.report


def _response(refused: Refusal, form: Form, headers: Headers | None) -> JSONResponse:
    made = dict(headers(refused)) if headers is not None else {}
    if refused.retry_after is not None:
        made["Retry-After"] = str(max(1, round(refused.retry_after)))
    if refused.status == 401:
        made["WWW-Authenticate"] = 'Bearer realm="entailed"'
    return JSONResponse(dict(form(refused)), refused.status, headers=made)


def _type(found: Trouble) -> str:
    return {"time": "timeout", "limit": "too_large"}.get(found.kind, "verifier_failed")


def _name(where: Sequence[str | int]) -> str:
    """The dotted name of a field; one the caller made up is cut, as it may hold anything."""
    parts = [str(part)[:_SHOWN_NAME] for part in where if part not in ("body", "query", "path")]
    return ".".join(parts) or "body"


def _wrong(error: Mapping[str, Any]) -> str:
    kind = error["type"]
    if kind == "extra_forbidden":
        return "this field is unknown here"
    if kind == "missing":
        return "this field is required"
    if kind == "json_invalid":
        return "expected JSON"
    if kind == "string_pattern_mismatch":
        return "expected some text" if error["ctx"]["pattern"] == _ANY_TEXT else str(error["msg"])
    if kind == "model_attributes_type":
        return "expected a JSON object"
    return str(error["msg"]).removeprefix("Value error, ")
