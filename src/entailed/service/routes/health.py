"""Whether the service lives, whether it can work, and its figures."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from entailed.service.service import Service

__all__ = ["router"]


def router(service: Service) -> APIRouter:
    """`/healthz`, `/readyz` and `/metrics`; open to anyone who reaches the service."""
    routes = APIRouter(tags=["operation"])

    @routes.head("/healthz", include_in_schema=False)
    @routes.get("/healthz")
    async def healthz() -> dict[str, str]:
        """Whether the process lives."""
        return {"status": "ok"}

    @routes.head("/readyz", include_in_schema=False)
    @routes.get("/readyz", responses={503: {"description": "What keeps it from working"}})
    async def readyz() -> Response:
        """Whether requests can be answered: 503 and the reason where not."""
        faults = await service.ready()
        body: dict[str, Any] = {"status": "unavailable" if faults else "ok", "faults": faults}
        return JSONResponse(body, 503 if faults else 200)

    if service.settings.telemetry.metrics:

        @routes.get("/metrics")
        async def metrics(request: Request) -> Response:
            """Figures for Prometheus."""
            accept = request.headers.get("accept", "")
            page, media_type = service.telemetry.metrics_page(accept)
            return Response(page, media_type=media_type)

    return routes
