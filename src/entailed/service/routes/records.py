"""`/v1/records`: what was recorded for the caller's tenant, and verifying it again."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Response

from entailed.ledger import Query as Wanted
from entailed.ledger import TenantLedger, record_to_dict
from entailed.service.errors import ServiceError
from entailed.service.routes.openapi import as_json, responses
from entailed.service.routes.verify import rendered
from entailed.service.service import Caller, Service
from entailed.types import Action, Label, Status

__all__ = ["Filters", "router", "wanted"]

_LARGEST = 2**53  # what every JSON reader and every database can hold
_OBJECT = {"type": "object"}
_PAGE = as_json(
    {
        "type": "object",
        "required": ["records", "next"],
        "properties": {
            "records": {"type": "array", "items": _OBJECT},
            "next": {"type": ["integer", "null"]},
        },
    }
)
_RECORD = as_json(
    {"type": "object", "required": ["id", "sequence", "created_at", "digest", "summary", "report"]}
)
_REPLAY = as_json({"type": "object", "required": ["record_id", "same", "differences", "changes"]})
RecordId = Annotated[str, Path(max_length=200, description="The id of a record.")]
Name = Annotated[str | None, Query(max_length=500)]


class Filters:
    """Which records are meant; a FastAPI dependency. Times without a zone are UTC."""

    def __init__(
        self,
        since: Annotated[datetime | None, Query(description="From this time on.")] = None,
        until: Annotated[datetime | None, Query(description="Before this time.")] = None,
        status: Status | None = None,
        action: Action | None = None,
        label: Annotated[Label | None, Query(description="At least one claim has it.")] = None,
        policy: Name = None,
        source: Name = None,
        passage: Name = None,
        erased: bool | None = None,
    ) -> None:
        self.query = Wanted(
            since=_zoned(since),
            until=_zoned(until),
            status=status,
            action=action,
            label=label,
            policy=_text("policy", policy),
            source=_text("source", source),
            passage=_text("passage", passage),
            erased=erased,
        )


def router(service: Service) -> APIRouter:
    """The routes."""
    routes = APIRouter(tags=["records"])
    who = Depends(service.caller_of)
    errors = (401, 404, 410, 422, 429, 501, 503)

    @routes.get("/v1/records", responses=responses(_PAGE, 401, 422, 501, 503))
    async def find(
        filters: Annotated[Filters, Depends()],
        newest_first: bool = True,
        after: Annotated[
            int | None, Query(ge=0, le=_LARGEST, description="`next` of the page before.")
        ] = None,
        limit: Annotated[int, Query(ge=1, le=200)] = 50,
        texts: Annotated[bool, Query(description="Whether reports are given too.")] = True,
        caller: Caller = who,
    ) -> Response:
        """The caller's records, by what they say; `next` is where another page begins."""
        query = wanted(filters, newest_first=newest_first, after=after, limit=limit + 1)

        def page(ledger: TenantLedger) -> dict[str, Any]:
            found = list(ledger.find(query))
            rows = [record_to_dict(record) for record in found[:limit]]
            kept = rows if texts else [{**row, "report": None} for row in rows]
            last = found[limit - 1].sequence if len(found) > limit else None
            return {"records": kept, "next": last}

        return await rendered(await service.records.read(caller.tenant, page), large=True)

    @routes.get("/v1/records/{record_id:path}", responses=responses(_RECORD, *errors))
    async def get(record_id: RecordId, caller: Caller = who) -> Response:
        """One of the caller's records; without its report once its texts are erased."""
        name = _id(record_id)
        record = await service.records.read(caller.tenant, lambda ledger: ledger.get(name))
        if record is None:
            raise ServiceError(404, "unknown_record", "no such record")
        return await rendered(record_to_dict(record), large=True)

    @routes.post("/v1/records/{record_id:path}/replay", responses=responses(_REPLAY, *errors))
    async def replay(record_id: RecordId, caller: Caller = who) -> Response:
        """Verify a record again, with the passages and the policy as they were recorded.

        `differences` are between the reports, `changes` between the components.
        """
        made = await service.replay(_id(record_id), caller)
        return await rendered({**asdict(made), "same": made.same}, large=True)

    return routes


def wanted(filters: Filters, **paging: Any) -> Wanted:
    """The ledger's query for a request."""
    query = filters.query
    return Wanted(**{name: getattr(query, name) for name in query.__slots__} | paging)


def _id(given: str) -> str:
    """An id as a ledger may hold it; no record has another. Raises ServiceError (404)."""
    if not given.isprintable():
        raise ServiceError(404, "unknown_record", "no such record")
    return given


def _text(name: str, given: str | None) -> str | None:
    if given is not None and "\x00" in given:
        raise ServiceError(422, "invalid_request", f"{name}: expected text without NUL")
    return given


def _zoned(given: datetime | None) -> datetime | None:
    return given.replace(tzinfo=UTC) if given is not None and given.tzinfo is None else given
