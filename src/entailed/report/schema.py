"""The JSON Schema of a report."""

from __future__ import annotations

from typing import Any, get_args

from entailed.report.plain import SCHEMA_VERSION
from entailed.types import (
    LABELS,
    REASONS,
    STATUSES,
    Action,
    BlockKind,
    Outcome,
    SegmentKind,
    SegmentRole,
)

__all__ = ["schema"]

Schema = dict[str, Any]
_TEXT: Schema = {"type": "string"}
_MAYBE_TEXT: Schema = {"type": ["string", "null"]}
_OFFSET: Schema = {"type": "integer", "minimum": 0}
_SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}


def schema() -> Schema:
    """The JSON Schema (draft 2020-12) that `report_to_dict` follows.

    `schema_version` changes whenever a key is added, removed, or means something else.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:entailed:report:{SCHEMA_VERSION}",
        "title": "Entailed report",
        "description": "Offsets are code points, half-open [start, end), into the answer or into "
        "the passage as frozen.",
        **_object(
            {
                "schema_version": {"const": SCHEMA_VERSION},
                "answer": _TEXT,
                "question": _TEXT,
                "status": _one_of(STATUSES),
                "policy": _TEXT,
                "action": _one_of(get_args(Action)),
                "repaired_answer": _TEXT,
                "evidence": _object({"digest": _TEXT, "passages": _list(_ref("passage"))}),
                "segments": _list(_ref("segment")),
                "verdicts": _list(_ref("verdict")),
                "findings": _list(_ref("finding")),
                "failures": _list(_ref("failure")),
                "components": _list(_ref("component")),
                "timings": _list(_ref("timing")),
            },
            optional=("timings",),
        ),
        "$defs": _definitions(),
    }


def _definitions() -> Schema:
    return {
        "span": _object({"start": _OFFSET, "end": _OFFSET}),
        "place": _object({"passage_id": _TEXT, "span": _ref("span")}),
        "passage": _passage(),
        "segment": _object(
            {
                "span": _ref("span"),
                "kind": _one_of(get_args(SegmentKind)),
                "role": _one_of(get_args(SegmentRole)),
                "claim_id": _MAYBE_TEXT,
            }
        ),
        "claim": _claim(),
        "citation": _object(
            {"span": _ref("span"), "text": _TEXT, "ids": _list(_TEXT), "unknown": _list(_TEXT)}
        ),
        "verdict": _object(
            {
                "claim": _ref("claim"),
                "label": _one_of(LABELS),
                "reasons": _list(_ref("finding")),
                "support": _list(_ref("place")),
                "entailment": {"anyOf": [_ref("entailment"), {"type": "null"}]},
                "score": {"anyOf": [_SHARE, {"type": "null"}]},
            }
        ),
        "entailment": _object(
            {
                "entailment": {"type": "number"},
                "neutral": {"type": "number"},
                "contradiction": {"type": "number"},
                "truncated": {"type": "boolean"},
            }
        ),
        "finding": _finding(),
        "failure": _object(
            {"stage": _TEXT, "error": _TEXT, "message": _TEXT, "claim_id": _MAYBE_TEXT}
        ),
        "component": _object({"stage": _TEXT, "name": _TEXT, "version": _TEXT, "digest": _TEXT}),
        "timing": _object({"stage": _TEXT, "milliseconds": {"type": "number", "minimum": 0}}),
    }


def _passage() -> Schema:
    named = ("source", "title", "url", "date", "version", "tenant", "authority", "retrieved_at")
    return _object(
        {
            "id": _TEXT,
            "text": _TEXT,
            "digest": _TEXT,
            **dict.fromkeys(named, _MAYBE_TEXT),
            "metadata": {"type": "object"},
        }
    )


def _claim() -> Schema:
    return _object(
        {
            "id": _TEXT,
            "text": _TEXT,
            "map": {
                "description": "Runs that map `text` to the answer: [start, end] one for one, "
                "[start, end, n] n code points standing for the whole range.",
                **_list({"type": "array", "items": _OFFSET, "minItems": 2, "maxItems": 3}),
            },
            "span": _ref("span"),
            "sentence": _ref("span"),
            "kind": _one_of(get_args(BlockKind)),
            "citations": _list(_ref("citation")),
        }
    )


def _finding() -> Schema:
    return _object(
        {
            "check": _TEXT,
            "outcome": _one_of(get_args(Outcome)),
            "reason": {"enum": [*REASONS, None]},
            "label": {"enum": [*LABELS, None]},
            "message": _TEXT,
            "claimed": _TEXT,
            "stated": _TEXT,
            "claim_span": _ref("span"),
            "evidence": _list(_ref("place")),
        }
    )


def _object(properties: Schema, optional: tuple[str, ...] = ()) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _one_of(values: tuple[str, ...]) -> Schema:
    return {"enum": list(values)}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}
