"""The request that is sent for messages and a wish, and what to change where it is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from entailed.dialogue import Message, Wish

__all__ = ["Settled", "adapted", "body"]

Settled = frozenset[str]
"""What an endpoint was found not to take."""

_DROPPED = ("temperature", "seed")


def body(model: str, messages: Sequence[Message], wish: Wish, refused: Settled) -> dict[str, Any]:
    """The fields of a chat request, without what the endpoint refuses.

    A schema is asked for as `json_schema`, else as `json_object`, else in words alone; but for
    the first it is also told to the model.
    """
    made: dict[str, Any] = {
        "model": model,
        "messages": [{"role": m.role, "content": m.content} for m in messages],
    }
    limit = "max_completion_tokens" if "max_tokens" in refused else "max_tokens"
    optional = {limit: wish.max_tokens, "temperature": wish.temperature, "seed": wish.seed}
    made.update({k: v for k, v in optional.items() if v is not None and k not in refused})
    if wish.schema is not None:
        if "json_schema" not in refused:
            made["response_format"] = _strict_format(wish.schema)
        else:
            text = "Answer with JSON only, in the form of this JSON schema:\n"
            text += json.dumps(wish.schema, ensure_ascii=False)
            made["messages"].insert(0, {"role": "system", "content": text})
            if "json_object" not in refused:
                made["response_format"] = {"type": "json_object"}
    return made


def adapted(request: Mapping[str, Any], message: str, refused: Settled) -> Settled | None:
    """`refused` with what the endpoint's `message` says it does not take; None for nothing.

    A schema is given up whatever the message says: endpoints refuse it in many words.
    """
    for name in ("max_tokens", *_DROPPED):
        if name in request and name in message:
            return refused | {name}
    if "response_format" in request:
        return refused | {request["response_format"]["type"]}
    return None


def _strict_format(schema: Mapping[str, object]) -> dict[str, Any]:
    named = {"name": "reply", "schema": schema, "strict": _closed(schema)}
    return {"type": "json_schema", "json_schema": named}


def _closed(schema: object) -> bool:
    """Whether every object of the schema requires all its properties and allows no other.

    Endpoints that constrain sampling by a schema refuse one that does not as "strict".
    """
    if isinstance(schema, (list, tuple)):
        return all(_closed(item) for item in schema)
    if not isinstance(schema, Mapping):
        return True
    if schema.get("type") == "object":
        properties = schema.get("properties")
        names = set(properties) if isinstance(properties, Mapping) else set()
        required = schema.get("required")
        given = set(required) if isinstance(required, (list, tuple)) else set()
        if schema.get("additionalProperties") is not False or names != given:
            return False
    return all(_closed(value) for value in schema.values())
