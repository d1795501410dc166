"""Parts of messages that are tagged as sources or as the question.

Two conventions are read: parts typed `grounding_source` and `query`, and text parts with
`qualifiers`, as guardrail services have them (`guardContent` around them or not).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["Tagged", "part_text", "text_of", "untagged"]

Kind = Literal["source", "query", "text", "other"]
_KINDS: Mapping[str, Kind] = {"grounding_source": "source", "query": "query"}
_PLAIN = ("text", "input_text", "guarded_text", "guard_content")
_NOT_NAMED = ("type", "text", "qualifiers", "guardContent")


@dataclass(frozen=True, slots=True)
class Tagged:
    """Messages as the upstream knows them, with the sources and questions that stood in them."""

    messages: tuple[Any, ...]
    sources: tuple[Mapping[str, object], ...]
    queries: tuple[str, ...]


def untagged(messages: Sequence[Any], *, keep: bool) -> Tagged:
    """The messages without tags; sources go from them, or stay as text with `keep`.

    A message without tagged parts is the very one that was given. Of one with them, the content
    is one text where all that is left is text, for not every upstream takes lists.
    """
    made: list[Any] = []
    sources: list[Mapping[str, object]] = []
    queries: list[str] = []
    for message in messages:
        content = message.get("content") if isinstance(message, Mapping) else None
        if not isinstance(content, list) or not any(_is_tagged(part) for part in content):
            made.append(message)
            continue
        parts: list[Any] = []
        for part in content:
            kind = _kind(part)
            if kind == "source":
                sources.append(_passage(part))
            if kind == "query":
                queries.append(part_text(part))
            if kind == "other":
                parts.append(part)
            elif kind != "source" or keep:
                parts.append({"type": "text", "text": part_text(part)})
        made.append({**message, "content": _joined(parts)})
    return Tagged(tuple(made), tuple(sources), tuple(queries))


def text_of(content: object) -> str:
    """The text of a message's content: a string, or its text parts joined by lines."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    return "\n".join(filter(None, (part_text(p) for p in content if _kind(p) != "other")))


def part_text(part: object) -> str:
    """The text of one part, or ""."""
    if isinstance(part, str):
        return part
    inner = _inner(part)
    text = inner.get("text") if inner is not None else None
    return text if isinstance(text, str) else ""


def _inner(part: object) -> Mapping[str, Any] | None:
    """What holds the text and the qualifiers of a part."""
    if not isinstance(part, Mapping):
        return None
    inner = part.get("guardContent", part)
    if isinstance(inner, Mapping) and isinstance(inner.get("text"), Mapping):
        inner = inner["text"]
    return inner if isinstance(inner, Mapping) else None


def _kind(part: object) -> Kind:
    if isinstance(part, str):
        return "text"
    inner = _inner(part)
    if inner is None or not isinstance(part, Mapping):
        return "other"
    named = part.get("type")
    if isinstance(named, str) and named in _KINDS:
        return _KINDS[named]
    qualifiers = inner.get("qualifiers")
    if isinstance(qualifiers, list):
        found = [_KINDS[q] for q in qualifiers if isinstance(q, str) and q in _KINDS]
        return found[0] if found else "text"
    plain = named in _PLAIN or (named is None and isinstance(inner.get("text"), str))
    return "text" if plain else "other"


def _is_tagged(part: object) -> bool:
    inner = _inner(part)
    if inner is None or not isinstance(part, Mapping):
        return False
    return part.get("type") in _KINDS or "qualifiers" in inner or "guardContent" in part


def _passage(part: Any) -> Mapping[str, object]:
    """A tagged source as a passage; its id, title and the like are taken where they are given."""
    named = {name: value for name, value in part.items() if name not in _NOT_NAMED}
    return {**named, "text": part_text(part)}


def _joined(parts: list[Any]) -> Any:
    if all(isinstance(part, dict) and part.get("type") == "text" for part in parts):
        return "\n\n".join(part_text(part) for part in parts)
    return parts
