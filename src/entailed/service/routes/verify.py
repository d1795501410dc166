"""`POST /v1/verify`: one answer against its passages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request, Response

from entailed.report import report_to_dict, to_audit_json
from entailed.service.bodies import body_of, unless_gone
from entailed.service.routes.models import VerifyBody
from entailed.service.routes.openapi import as_json, json_body, named, responses
from entailed.service.service import Answered, Caller, Service, Work

__all__ = ["answered_to_dict", "rendered", "router", "work_of"]

Form = Literal["json", "report", "audit-json"]
_MANY = 20  # verdicts from which on a response is written in a thread
_AUDIT_SCHEMA = {
    "type": "object",
    "required": ["claims", "verdict", "repaired_answer"],
    "properties": {
        "claims": {"type": "array", "items": {"type": "object"}},
        "verdict": {"enum": ["GROUNDED", "PARTIAL", "UNGROUNDED"]},
        "repaired_answer": {"type": "string"},
    },
}
_AUDIT = "application/vnd.entailed.audit+json"

_CONTENT = as_json({"anyOf": [named("Answered"), named("Report"), _AUDIT_SCHEMA]})


def router(service: Service) -> APIRouter:
    """The route."""
    routes = APIRouter(tags=["verify"])
    who = Depends(service.caller_of)

    @routes.post(
        "/v1/verify",
        openapi_extra=json_body(VerifyBody),
        responses=responses(_CONTENT, 400, 401, 408, 409, 413, 415, 422, 429, 503),
    )
    async def verify(
        request: Request,
        form: Annotated[
            Form | None,
            Query(
                alias="format",
                description="`json` (the default): report and record; `report`: the report alone, "
                f"as the library writes it; `audit-json`: also by `Accept: {_AUDIT}`.",
            ),
        ] = None,
        caller: Caller = who,
    ) -> Response:
        """Verify an answer, claim by claim, against the passages it was written from.

        `record_id` names the record where the ledger took it (`recorded`); it is on disk once it
        is `stored`.
        """
        body = await body_of(request, VerifyBody)
        made = await unless_gone(request, service.verify(work_of(body, "verify"), caller))
        wanted = form or ("audit-json" if _AUDIT in request.headers.get("accept", "") else "json")
        large = len(made.report.verdicts) > _MANY
        write = (
            _written(made, wanted) if not large else await asyncio.to_thread(_written, made, wanted)
        )
        return await rendered(write, large=large, headers=record_headers(made))

    return routes


async def rendered(
    body: Mapping[str, Any], *, large: bool = False, headers: Mapping[str, str] | None = None
) -> Response:
    """A JSON response; one that may be `large` is written in a thread."""
    content = await asyncio.to_thread(_dumped, body) if large else _dumped(body)
    return Response(content, media_type="application/json", headers=dict(headers or {}))


def work_of(body: VerifyBody, kind: str) -> Work:
    """What the service is to do for a body."""
    return Work(
        answer=body.answer,
        passages=body.passages,
        question=body.question,
        policy=body.policy,
        limits=None if body.limits is None else body.limits.to_limits(),
        record_id=body.record_id,
        kind=kind,
        attributes=body.attributes,
    )


def answered_to_dict(made: Answered) -> dict[str, Any]:
    """Report and record as JSON types."""
    return {
        "report": report_to_dict(made.report),
        "record_id": made.record_id,
        "recorded": made.recorded,
        "stored": made.stored,
    }


def record_headers(made: Answered) -> dict[str, str]:
    """What became of the record, for bodies that do not say it. An id is percent-encoded."""
    state = "stored" if made.stored else "queued" if made.recorded else "none"
    found = {"X-Record": state, "X-Grounding-Status": made.report.status}
    if made.record_id is not None and made.record_id.isascii():
        found["X-Record-Id"] = made.record_id
    return found


def _dumped(body: Mapping[str, Any]) -> bytes:
    return json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def _written(made: Answered, form: str) -> dict[str, Any]:
    if form == "audit-json":
        return to_audit_json(made.report)
    return report_to_dict(made.report) if form == "report" else answered_to_dict(made)
