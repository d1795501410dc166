"""Canonical JSON and tagged digests: the identity of a value is its content.

The canonical form of a value is JSON with keys sorted by code point, no white space between
tokens, non-ASCII characters written as themselves, and UTF-8 encoding. NaN and infinities are
refused. Two equal values have the same bytes on every machine.
"""

from __future__ import annotations

import hashlib
import json

__all__ = ["canonical_json", "digest_bytes", "digest_of", "digest_text"]


def canonical_json(value: object) -> str:
    """The canonical JSON text of `value`.

    Raises ValueError for NaN or infinity and TypeError for what JSON cannot hold.
    """
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def digest_bytes(data: bytes) -> str:
    """SHA-256 of `data` with the algorithm as a tag: "sha256:<64 hex digits>"."""
    return "sha256:" + hashlib.sha256(data).hexdigest()


def digest_text(text: str) -> str:
    """Tagged digest of the UTF-8 form of `text`. Raises UnicodeEncodeError on lone surrogates."""
    return digest_bytes(text.encode("utf-8"))


def digest_of(value: object) -> str:
    """Tagged digest of the canonical JSON of `value`."""
    return digest_text(canonical_json(value))
