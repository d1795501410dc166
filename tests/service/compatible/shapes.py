"""Shapes of the hosted services' bodies, written by hand from their documentation."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Maybe:
    """A field that may be left out."""

    shape: object


FACT_CHUNK = {"chunkText": str, "source": str, "index": int, "sourceMetadata": {str: str}}
GOOGLE = {
    "supportScore": float,
    "citedChunks": [FACT_CHUNK],
    "citedFacts": [{"chunkText": str}],
    "claims": [
        {
            "startPos": int,
            "endPos": int,
            "claimText": str,
            "citationIndices": [int],
            "groundingCheckRequired": bool,
            "score": Maybe(float),
        }
    ],
}
GOOGLE_ERROR = {
    "error": {
        "code": int,
        "message": str,
        "status": str,
        "details": Maybe([{"@type": str, "fieldViolations": [{"field": str, "description": str}]}]),
    }
}
PLACES = {"utf8": int, "utf16": int, "codePoint": int}
AZURE = {
    "ungroundedDetected": bool,
    "ungroundedPercentage": float,
    "ungroundedDetails": [{"text": str, "offset": PLACES, "length": PLACES, "reason": Maybe(str)}],
    "correctedText": Maybe(str),
}
FAULT = {"code": str, "message": str, "target": Maybe(str)}
AZURE_ERROR = {"error": {**FAULT, "details": Maybe([FAULT])}}
BEDROCK = {
    "usage": {
        "topicPolicyUnits": int,
        "contentPolicyUnits": int,
        "wordPolicyUnits": int,
        "sensitiveInformationPolicyUnits": int,
        "sensitiveInformationPolicyFreeUnits": int,
        "contextualGroundingPolicyUnits": int,
    },
    "action": str,
    "outputs": [{"text": str}],
    "assessments": [
        {
            "contextualGroundingPolicy": {
                "filters": [{"type": str, "threshold": float, "score": float, "action": str}]
            }
        }
    ],
}
BEDROCK_ERROR = {"message": str}
VECTARA = {"score": float, "p_consistent": float, "p_inconsistent": float}
VECTARA_ERROR = {"messages": [str], "field_errors": Maybe({str: str}), "request_id": Maybe(str)}


def misfit(value: object, shape: object, where: str = "body") -> str:
    """Where and how `value` differs from `shape`; "" when it fits."""
    if isinstance(shape, type):
        fits = type(value) is shape or (shape is float and type(value) is int)
        return "" if fits else f"{where}: expected {shape.__name__}, got {value!r}"
    if isinstance(shape, list):
        if not isinstance(value, list):
            return f"{where}: expected a list, got {value!r}"
        found = (misfit(item, shape[0], f"{where}[{i}]") for i, item in enumerate(value))
        return next(filter(None, found), "")
    if not isinstance(value, dict) or not isinstance(shape, dict):
        return f"{where}: expected an object, got {value!r}"
    if set(shape) == {str}:
        shape = dict.fromkeys(value, shape[str])
    unknown = set(value) - set(shape)
    if unknown:
        return f"{where}: unknown fields {sorted(unknown)}"
    missing = {n for n, part in shape.items() if not isinstance(part, Maybe)} - set(value)
    if missing:
        return f"{where}: missing fields {sorted(missing)}"
    parts = {n: p.shape if isinstance(p, Maybe) else p for n, p in shape.items()}
    return next(filter(None, (misfit(v, parts[n], f"{where}.{n}") for n, v in value.items())), "")
