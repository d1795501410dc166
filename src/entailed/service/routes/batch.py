"""`POST /v1/verify/batch`: several answers in one request."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Depends, Request, Response

from entailed.service.bodies import body_of, unless_gone
from entailed.service.errors import ServiceError
from entailed.service.routes.models import BatchBody, VerifyBody
from entailed.service.routes.openapi import as_json, json_body, named, responses
from entailed.service.routes.verify import answered_to_dict, rendered, work_of
from entailed.service.service import Caller, Service

__all__ = ["router"]

_RESULT = {"anyOf": [named("Answered"), named("Error")]}
_CONTENT = as_json(
    {
        "type": "object",
        "required": ["results"],
        "properties": {"results": {"type": "array", "items": _RESULT}},
    }
)


def router(service: Service) -> APIRouter:
    """The route."""
    routes = APIRouter(tags=["verify"])
    who = Depends(service.caller_of)

    @routes.post(
        "/v1/verify/batch",
        openapi_extra=json_body(BatchBody),
        responses=responses(_CONTENT, 400, 401, 408, 413, 415, 422, 503),
    )
    async def batch(request: Request, caller: Caller = who) -> Response:
        """Verify several answers, each by itself and each with its own record.

        `results` has one entry an item, in order: what `/v1/verify` gives, or `error` and
        `status` for an item that could not be verified; the others are not touched by it.
        """
        body = await body_of(request, BatchBody)
        most = service.settings.batch_items
        if len(body.items) > most:
            raise ServiceError(
                413, "too_many_items", f"items: expected at most {most}", expected=most,
                got=len(body.items),
            )  # fmt: skip
        made = await unless_gone(request, _results(service, body.items, caller))
        return await rendered({"results": made}, large=True)

    return routes


async def _results(service: Service, items: list[VerifyBody], caller: Caller) -> list[Any]:
    """One result an item; no more at once than the service verifies at once."""
    turns = asyncio.Semaphore(max(1, min(service.settings.workers, service.settings.per_tenant)))

    async def result(item: VerifyBody) -> dict[str, Any]:
        async with turns:
            try:
                made = await service.verify(work_of(item, "batch"), caller)
            except ServiceError as error:
                return {**error.body(), "status": error.status}
        return await asyncio.to_thread(answered_to_dict, made)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(result(item)) for item in items]
    return [task.result() for task in tasks]
