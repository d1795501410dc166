"""What the OpenAPI document says of bodies that the routes read themselves."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

__all__ = ["document", "json_body", "responses"]

_REF = "#/components/schemas/{model}"
_SAID = {
    400: "The body is not JSON",
    401: "No key, or not a valid one",
    404: "No such record",
    408: "The body did not arrive in time",
    409: "Another record has this id",
    410: "The texts of the record have been erased",
    413: "The body is too large",
    415: "Not application/json",
    422: "The request cannot be carried out; the message says why",
    429: "The tenant has too much under way; see Retry-After",
    501: "The service is not set up for this",
    503: "Overloaded, ending, or without its ledger; see Retry-After",
}
_ERROR: dict[str, Any] = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["type", "message"],
            "properties": {
                "type": {"type": "string"},
                "message": {"type": "string"},
                "id": {"type": "string"},
                "expected": {},
                "got": {},
            },
        }
    },
}


def json_body(model: type[BaseModel], **others: dict[str, Any]) -> dict[str, Any]:
    """The `requestBody` of a route that reads a `model` itself; `others` by media type."""
    content = {"application/json": {"schema": {"$ref": _REF.format(model=model.__name__)}}}
    _MODELS[model.__name__] = model
    return {"requestBody": {"required": True, "content": {**content, **others}}}


def responses(what: str, *errors: int) -> dict[int | str, dict[str, Any]]:
    """The responses of a route: what 200 is, and the errors it can give."""
    return {200: {"description": what}, **{status: _error(status) for status in errors}}


def _error(status: int) -> dict[str, Any]:
    schema = {"$ref": _REF.format(model="Error")}
    return {"description": _SAID[status], "content": {"application/json": {"schema": schema}}}


_MODELS: dict[str, type[BaseModel]] = {}


def document(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, with the schemas that `json_body` refers to."""
    made = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes
    )
    schemas = made.setdefault("components", {}).setdefault("schemas", {})
    schemas["Error"] = _ERROR
    for name, model in _MODELS.items():
        schema = model.model_json_schema(ref_template=_REF)
        schemas.update(schema.pop("$defs", {}))
        schemas[name] = schema
    return made
