"""The application: routes, the shape of errors, and what every request passes through."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.routing import Match
from starlette.types import Scope

from entailed.service.compatible import azure, bedrock, google, vectara
from entailed.service.errors import ServiceError, error_body
from entailed.service.middleware import Bodies, Hosts, Observed
from entailed.service.page.router import router as page
from entailed.service.proxy.router import router as proxy
from entailed.service.routes import ask, batch, health, records, stats, stream, verify
from entailed.service.routes.openapi import document
from entailed.service.service import Service
from entailed.service.settings import ServiceSettings

Handler = Callable[[Request, Any], Coroutine[Any, Any, Response]]

__all__ = ["ROUTERS", "create_app"]

ROUTERS: tuple[Callable[[Service], APIRouter], ...] = (
    health.router,
    verify.router,
    stream.router,
    batch.router,
    ask.router,
    records.router,
    stats.router,
    proxy,
    google.router,
    azure.router,
    bedrock.router,
    vectara.router,
    page,
)
"""Every router of the service, in the order they are tried."""

_ABOUT = (
    "Checks a language model's answer, claim by claim, against the passages it was written from."
)


def create_app(given: ServiceSettings | Service | None = None) -> FastAPI:
    """The ASGI application of a service, by default one of the environment's settings.

    The service starts and ends with the application (lifespan); it is `app.state.service`.
    Raises ConfigurationError for settings that cannot be served.
    """
    if given is None:
        given = ServiceSettings.load()
    service = given if isinstance(given, Service) else Service(given)
    settings = service.settings

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await service.startup()
        try:
            yield
        finally:
            await service.shutdown()

    app = FastAPI(
        title="Entailed",
        version=version("entailed"),
        description=_ABOUT,
        lifespan=lifespan,
        docs_url=None,  # both load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,  # a redirect would lead to whatever host the request names
        exception_handlers={
            ServiceError: _refused(service),
            RequestValidationError: _invalid(service),
            HTTPException: _http,
        },
    )
    app.state.service = service
    routers = [router(service) for router in ROUTERS]
    for router in routers:
        app.include_router(router)
    app.openapi = lambda: _cached(app)  # type: ignore[method-assign]  # FastAPI's own way
    # The last one added is the outermost.
    app.add_middleware(
        Bodies,
        most=settings.body_bytes,
        together=settings.bodies_bytes,
        seconds=settings.body_seconds,
    )
    if settings.keys is None:
        app.add_middleware(Hosts, host=settings.host, others=settings.hosts)
    app.add_middleware(
        Observed,
        observe=service.telemetry.request,
        failed=service.telemetry.failure,
        route_of=_route_of(routers),
        tenant_of=_tenant_of(service),
        texts=settings.telemetry.texts,
    )
    return app


def _refused(service: Service) -> Handler:
    async def handle(request: Request, error: ServiceError) -> Response:
        service.telemetry.rejected(error.type)
        return JSONResponse(error.body(_id(request)), error.status, headers=error.headers)

    return handle


def _invalid(service: Service) -> Handler:
    async def handle(request: Request, error: RequestValidationError) -> Response:
        service.telemetry.rejected("invalid_request")
        places = [
            f"{'.'.join(str(part)[:60] for part in item['loc'])}: {item['msg']}"
            for item in error.errors()[:5]
        ]
        return JSONResponse(error_body("invalid_request", "; ".join(places), _id(request)), 422)

    return handle


async def _http(request: Request, error: HTTPException) -> Response:
    words = {404: "not_found", 405: "method_not_allowed"}
    kind = words.get(error.status_code, "http_error")
    body = error_body(kind, str(error.detail), _id(request))
    return JSONResponse(body, error.status_code, headers=error.headers)


def _id(request: Request) -> str:
    found: str = getattr(request.state, "request_id", "")
    return found


def _cached(app: FastAPI) -> dict[str, object]:
    if not app.openapi_schema:
        app.openapi_schema = document(app)
    return app.openapi_schema


def _route_of(routers: Sequence[APIRouter]) -> Callable[[Scope], str]:
    """Names a request by the template of its route, so that names are few; "other" for none."""
    # Not those of the application: it holds one nameless route for each router.
    routes = [route for router in routers for route in router.routes]

    def find(scope: Scope) -> str:
        for route in routes:
            if route.matches(scope)[0] is Match.FULL:
                return str(getattr(route, "path_format", "other"))
        return "other"

    return find


def _tenant_of(service: Service) -> Callable[[Scope], str]:
    def find(scope: Scope) -> str:
        caller = service.identify(Headers(scope=scope))
        return "" if caller is None else caller.tenant

    return find
