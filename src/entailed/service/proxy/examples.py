"""What the OpenAPI document says of the proxy's routes: examples, and how open the bodies are."""

from __future__ import annotations

from typing import Any

__all__ = ["CHAT", "MODELS"]

_REQUEST: dict[str, Any] = {
    "model": "any-model-of-the-upstream",
    "messages": [{"role": "user", "content": "Within how many days can I return an item?"}],
    "documents": [
        {"id": "S1", "text": "Refunds are accepted within 30 days of delivery for unused items."}
    ],
    "grounding": {"policy": "repair"},
}
_REPLY: dict[str, Any] = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "created": 1790000000,
    "model": "any-model-of-the-upstream",
    "choices": [
        {
            "index": 0,
            "message": {"role": "assistant", "content": "Within 30 days of delivery [S1]."},
            "logprobs": None,
            "finish_reason": "stop",
        }
    ],
    "usage": {"prompt_tokens": 210, "completion_tokens": 9, "total_tokens": 219},
    "grounding": {
        "status": "grounded",
        "action": "pass",
        "policy": "repair",
        "counts": {
            "supported": 1,
            "contradicted": 0,
            "related": 0,
            "missing": 0,
            "unchecked": 0,
        },
        "claims": [
            {
                "choice": 0,
                "id": "c1",
                "text": "Within 30 days of delivery.",
                "label": "supported",
                "clean": True,
                "reasons": [],
                "score": 0.97,
                "span": {"start": 0, "end": 32},
                "support": [{"passage_id": "S1", "start": 0, "end": 66}],
            }
        ],
        "choices": [
            {"index": 0, "status": "grounded", "action": "pass", "record_id": None, "failures": []}
        ],
        "sources": {"returned": True, "ids": ["S1"], "digest": "sha256:..."},
        "record_id": None,
    },
}
_BODY: dict[str, Any] = {
    "type": "object",
    "required": ["messages"],
    "properties": {
        "messages": {"type": "array", "minItems": 1, "items": {"type": "object"}},
        "model": {"type": "string"},
        "n": {"type": "integer", "minimum": 1},
        "stream": {"type": "boolean"},
        "documents": {
            "description": "The passages: texts, or objects with `text` and `id` (or `data`).",
            "type": "array",
        },
        "grounding": {
            "type": "object",
            "properties": {"policy": {"type": "string"}},
            "additionalProperties": False,
        },
    },
    "additionalProperties": True,
    "example": _REQUEST,
}
_SAID: dict[int | str, str] = {
    400: "The request cannot be used",
    401: "No key, or not a valid one; or the upstream takes no key of ours",
    408: "The body did not arrive in time",
    413: "The body is too large",
    415: "Not application/json",
    422: "The policy is unknown",
    429: "Too much under way, here or at the upstream; see Retry-After",
    501: "The service has no upstream",
    502: "The upstream is not reached, or what it sent cannot be used",
    503: "Overloaded; see Retry-After",
    504: "The upstream did not answer in time",
    "default": "What the upstream refuses, with its status and its error",
}


def _responses(*errors: int | str, **content: Any) -> dict[int | str, dict[str, Any]]:
    schema = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    failed = {status: {"description": _SAID[status], "content": schema} for status in errors}
    return {200: {"description": "As the upstream's", **content}, **failed}


CHAT: dict[str, Any] = {
    "responses": _responses(
        *_SAID,
        content={
            "application/json": {"schema": {"type": "object"}, "example": _REPLY},
            "text/event-stream": {"schema": {"type": "string"}},
        },
    ),
    "openapi_extra": {
        "requestBody": {"required": True, "content": {"application/json": {"schema": _BODY}}}
    },
}
MODELS: dict[str, Any] = {
    "responses": _responses(
        401, 501, 502, 504, "default", content={"application/json": {"schema": {"type": "object"}}}
    )
}
