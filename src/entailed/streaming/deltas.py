"""What arrives from a model's stream: text, and what is no part of the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from entailed.errors import InputError
from entailed.streaming.events import AsideEvent

__all__ = ["Delta", "read_delta"]

_THINKING = ("reasoning_content", "reasoning", "thinking")
_TOOLS = ("tool_calls", "function_call")
_TEXT_PARTS = ("text", "output_text")
_THINKING_PARTS = ("thinking", "reasoning")


@dataclass(frozen=True, slots=True)
class Delta:
    """One piece of a stream: text of the answer, asides, and why the model stopped, or ""."""

    text: str = ""
    asides: tuple[AsideEvent, ...] = ()
    finish: str = ""


def read_delta(piece: object) -> Delta:
    """A piece of a stream: a string, or a delta as OpenAI-compatible endpoints send it.

    A delta is a chunk with `choices` (one choice; none in a chunk of usage figures), or what
    stands under its `delta`: mappings, or objects with such attributes. `content` may be a string,
    a list of typed parts, or None; a `refusal` is text that the reader sees.
    Raises InputError for anything else, and for a chunk with several choices.
    """
    if isinstance(piece, str):
        return Delta(piece)
    choices = _get(piece, "choices")
    if choices is None:
        return _delta(piece, "")
    if not isinstance(choices, Sequence) or isinstance(choices, str):
        raise InputError(f"stream: expected a list of choices, got {type(choices).__name__}")
    if len(choices) > 1:
        raise InputError(f"stream: expected one choice, got {len(choices)}; ask for n=1")
    if not choices:
        return Delta()
    finish = _get(choices[0], "finish_reason")
    delta = _get(choices[0], "delta")
    return Delta(finish=str(finish or "")) if delta is None else _delta(delta, str(finish or ""))


def _delta(delta: object, finish: str) -> Delta:
    known = ("content", "refusal", "role", *_THINKING, *_TOOLS)
    if all(_get(delta, name) is None for name in known) and not _is_empty(delta, known):
        raise InputError(
            "stream: expected a string or a delta with content, reasoning or tool_calls, got "
            f"{type(delta).__name__}"
        )
    text, thoughts = _content(_get(delta, "content"))
    asides = [AsideEvent("thinking", thought) for thought in thoughts]
    for name in _THINKING:
        if value := _get(delta, name):
            asides.append(AsideEvent("thinking", value))
            break
    for name in _TOOLS:
        if value := _get(delta, name):
            asides.append(AsideEvent("tool", value))
    return Delta(text + str(_get(delta, "refusal") or ""), tuple(asides), finish)


def _content(content: object) -> tuple[str, list[object]]:
    """The text of a `content`, and the thoughts among its parts."""
    if content is None or isinstance(content, str):
        return content or "", []
    if not isinstance(content, Sequence):
        raise InputError(f"stream: expected text as content, got {type(content).__name__}")
    text, thoughts = "", []
    for part in content:
        kind = _get(part, "type")
        if isinstance(part, str) or kind in _TEXT_PARTS:
            text += part if isinstance(part, str) else str(_get(part, "text") or "")
        elif kind in _THINKING_PARTS:
            thoughts.append(part)
        else:
            raise InputError(f"stream: expected parts of text or thinking, got {kind!r}")
    return text, thoughts


def _is_empty(delta: object, known: Sequence[str]) -> bool:
    """Whether a delta has the shape of one, with nothing in it."""
    if isinstance(delta, Mapping):
        return not delta or any(name in delta for name in known)
    return any(hasattr(delta, name) for name in known)


def _get(value: object, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)
