"""Serves the page: its static files, and what the service offers, so that the form can follow.

The files are read once and their names are the keys of a table, so no path of a request reaches
the file system. The headers let nothing run or load that is not one of these files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Body, Depends, Request, Response

from entailed.errors import RequestError
from entailed.report import report_from_dict, to_audit_json
from entailed.service.errors import ServiceError

if TYPE_CHECKING:
    from entailed.service.service import Service

__all__ = ["CONTENT_POLICY", "HEADERS", "Asset", "assets", "router"]

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        # The page never turns text into markup; with these the browser refuses it.
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cache-Control": "no-cache",
}
_TYPES: Mapping[str, str] = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of the page as it is sent; `tag` changes with its content."""

    content: bytes
    media_type: str
    tag: str


def assets() -> dict[str, Asset]:
    """The files of the page by name."""
    found = {}
    for file in files("entailed.service.page").joinpath("static").iterdir():
        kind = _TYPES.get(file.name.rpartition(".")[2])
        if kind is not None:
            content = file.read_bytes()
            tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
            found[file.name] = Asset(content, kind, tag)
    return found


def router(service: Service) -> APIRouter:
    """`/` and `/page/...`: the files are open to anyone, since they hold nothing of anyone."""
    table = assets()
    routes = APIRouter(include_in_schema=False)

    @routes.api_route("/", methods=["GET", "HEAD"])
    async def index(request: Request) -> Response:
        return _sent(table["index.html"], request)

    @routes.get("/page/offers")
    async def offered(request: Request) -> dict[str, Any]:
        return _offers(service, request)

    @routes.post("/page/audit", dependencies=[Depends(service.caller_of)])
    def audit(report: Annotated[dict[str, Any], Body()]) -> dict[str, Any]:
        try:
            return to_audit_json(report_from_dict(report))
        except (RequestError, TypeError, ValueError, AttributeError) as error:
            raise ServiceError(422, "invalid_report", "expected a report as JSON") from error

    @routes.api_route("/page/{name}", methods=["GET", "HEAD"])
    async def file(name: str, request: Request) -> Response:
        found = table.get(name)
        if found is None:
            return Response(status_code=404, headers=dict(HEADERS))
        return _sent(found, request)

    return routes


def _offers(service: Service, request: Request) -> dict[str, Any]:
    """What the form has to know. The policies' names are for those who may use them."""
    known = service.identify(request.headers) is not None
    return {
        "keys": service.settings.keys is not None,
        "known": known,
        "ask": service.answerer is not None,
        "ledger": service.settings.ledger is not None,
        "policies": list(service.policies) if known else [],
    }


def _sent(asset: Asset, request: Request) -> Response:
    headers = {**HEADERS, "ETag": asset.tag}
    if asset.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(asset.content, media_type=asset.media_type, headers=headers)
