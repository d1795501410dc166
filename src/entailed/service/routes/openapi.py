"""What the OpenAPI document says of bodies that the routes read themselves."""

from __future__ import annotations

import json
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

from entailed.report import schema

__all__ = ["as_json", "document", "json_body", "named", "responses", "with_record"]

Schema = dict[str, Any]
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
_ERROR: Schema = {
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


def json_body(model: type[BaseModel], **others: Schema) -> Schema:
    """The `requestBody` of a route that reads a `model` itself; `others` by media type."""
    content = {"application/json": {"schema": {"$ref": _REF.format(model=model.__name__)}}}
    _MODELS[model.__name__] = model
    return {"requestBody": {"required": True, "content": {**content, **others}}}


def responses(what: Schema, *errors: int) -> dict[int | str, Schema]:
    """The responses of a route: the content of 200 by media type, and the errors it can give."""
    good = {"description": "OK", "content": what}
    return {200: good, **{status: _error(status) for status in errors}}


def as_json(schema: Schema) -> Schema:
    """The content of a response that is JSON."""
    return {"application/json": {"schema": schema}}


def named(name: str) -> Schema:
    """One of the schemas of `document`."""
    return {"$ref": _REF.format(model=name)}


def with_record(**properties: Schema) -> Schema:
    """An object that also says what became of the record."""
    record = {
        "record_id": {"type": ["string", "null"]},
        "recorded": {"type": "boolean"},
        "stored": {"type": "boolean"},
    }
    return {
        "type": "object",
        "required": [*properties, *record],
        "properties": {**properties, **record},
    }


def _error(status: int) -> Schema:
    return {"description": _SAID[status], "content": as_json(named("Error"))}


_MODELS: dict[str, type[BaseModel]] = {}


def document(app: FastAPI) -> Schema:
    """The OpenAPI document, with the schemas that `json_body` refers to."""
    made = get_openapi(
        title=app.title, version=app.version, description=app.description, routes=app.routes
    )
    schemas = made.setdefault("components", {}).setdefault("schemas", {})
    schemas["Error"] = _ERROR
    schemas["Report"] = _report()
    schemas["Answered"] = with_record(report=named("Report"))
    for name, model in _MODELS.items():
        made_of = model.model_json_schema(ref_template=_REF)
        schemas.update(made_of.pop("$defs", {}))
        schemas[name] = made_of
    return made


def _report() -> Schema:
    """The schema of a report, its references from the root of this document."""
    text = json.dumps({k: v for k, v in schema().items() if k not in ("$schema", "$id")})
    found: Schema = json.loads(text.replace("#/$defs/", f"{_REF.format(model='Report')}/$defs/"))
    return found
