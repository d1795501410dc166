"""`POST /v1/ask`: a question to the documents of the service."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter, Depends, Request, Response

from entailed.answering import Progress
from entailed.answering.plain import outcome_to_dict
from entailed.service.bodies import body_of, gone, unless_gone
from entailed.service.routes.models import AskBody
from entailed.service.routes.openapi import as_json, json_body, responses, with_record
from entailed.service.routes.sse import EventStream, event
from entailed.service.routes.verify import rendered
from entailed.service.service import Asked, Caller, Service

__all__ = ["router"]

_EVENTS = "text/event-stream"
_CONTENT = {**as_json(with_record(outcome={"type": "object"})), "text/event-stream": {}}
_MARGIN = 15.0  # seconds beyond the question's own


def router(service: Service) -> APIRouter:
    """The route."""
    routes = APIRouter(tags=["ask"])
    who = Depends(service.caller_of)

    @routes.post(
        "/v1/ask",
        openapi_extra=json_body(AskBody),
        responses=responses(_CONTENT, 400, 401, 408, 413, 415, 422, 429, 501, 503),
    )
    async def ask(request: Request, caller: Caller = who) -> Response:
        """Answer a question from the configured documents, and show only what they support.

        With `Accept: text/event-stream`, `progress` events and at the end one `outcome`.
        """
        body = await body_of(request, AskBody)
        if _EVENTS in request.headers.get("accept", "") and service.answerer is not None:
            seconds = service.settings.question_seconds + _MARGIN
            texts = service.settings.telemetry.texts
            events = _events(service, body, caller)
            return EventStream(events, request, gone(request), seconds, texts)
        made = await unless_gone(
            request,
            service.ask(
                body.question,
                caller,
                seconds=body.seconds,
                record_id=body.record_id,
                attributes=body.attributes,
            ),
        )
        return await rendered(_plain(made), large=True)

    return routes


async def _events(service: Service, body: AskBody, caller: Caller) -> AsyncIterator[bytes]:
    told: asyncio.Queue[Progress | None] = asyncio.Queue()
    task = asyncio.ensure_future(
        service.ask(
            body.question,
            caller,
            seconds=body.seconds,
            progress=told.put_nowait,
            record_id=body.record_id,
            attributes=body.attributes,
        )
    )
    task.add_done_callback(lambda _: told.put_nowait(None))
    try:
        while (step := await told.get()) is not None:
            data = {"stage": step.stage, "attempt": step.attempt, "message": step.message}
            yield event("progress", data)
        yield event("outcome", _plain(await task))
    finally:
        task.cancel()
        await asyncio.wait((task,))


def _plain(made: Asked) -> dict[str, Any]:
    return {
        "outcome": outcome_to_dict(made.outcome),
        "record_id": made.record_id,
        "recorded": made.record_id is not None,
        "stored": made.stored,
    }
