"""`GET /v1/stats`: figures over the records of the caller's tenant."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Response

from entailed.ledger import TenantLedger
from entailed.ledger.statistics import statistics_to_dict
from entailed.service.routes.openapi import as_json, responses
from entailed.service.routes.records import Filters
from entailed.service.routes.verify import rendered
from entailed.service.service import Caller, Service

__all__ = ["router"]

_FIGURES = as_json({"type": "object", "required": ["records", "periods", "sources", "latency"]})


def router(service: Service) -> APIRouter:
    """The route."""
    routes = APIRouter(tags=["records"])
    who = Depends(service.caller_of)

    @routes.get("/v1/stats", responses=responses(_FIGURES, 401, 422, 501, 503))
    async def stats(
        filters: Annotated[Filters, Depends()],
        every: Literal["hour", "day", "month"] = "day",
        top: Annotated[int, Query(ge=1, le=500, description="How many sources.")] = 50,
        caller: Caller = who,
    ) -> Response:
        """Outcomes over time, failures by source and latency, over the caller's records."""

        def figures(ledger: TenantLedger) -> dict[str, Any]:
            return statistics_to_dict(ledger.statistics(filters.query, every=every, top=top))

        return await rendered(await service.records.read(caller.tenant, figures))

    return routes
