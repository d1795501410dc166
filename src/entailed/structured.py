"""What a language model was asked to write as JSON, read strictly or not at all.

A model that was talked into something, or that stopped half way, must not be read as saying what
its first lines happen to look like: anything but one object, and nothing else, is an error.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from entailed.dialogue import Completion
from entailed.errors import ModelError

__all__ = ["read_object", "reply_text"]

_MOST_CHARACTERS = 1_000_000
_SHOWN = 120
# The only wrapping that leaves no doubt about what is meant: the object alone in one code fence.
_FENCED = re.compile(r"```(?:json)?[ \t]*\n(?P<inner>[^`]*)\n```", re.IGNORECASE)


def reply_text(completion: Completion) -> str:
    """The text of a completion that came to its end.

    Raises ModelError: "truncated", "refused", "empty", or "malformed" for tool calls.
    """
    if completion.finish == "length":
        raise ModelError(
            "the model's reply was cut off at its token limit; allow more tokens, or ask about "
            "less at a time",
            kind="truncated",
            partial=completion.text,
        )
    if completion.finish == "refused":
        raise ModelError(
            f"the model refused: {_shown(completion.text)}", kind="refused", partial=completion.text
        )
    if completion.finish == "tool_calls":
        raise ModelError("expected text, the model asked for a tool", kind="malformed")
    if not completion.text.strip():
        raise ModelError("expected a JSON object, the model's reply is empty", kind="empty")
    return completion.text


def read_object(text: str) -> dict[str, Any]:
    """The one JSON object that `text` is.

    White space around it and one code fence around it alone are allowed. Raises ModelError
    ("malformed") for anything else: words beside it, several values, a key twice, NaN or
    infinite numbers, another type of value, nesting too deep to read, over a million characters.
    """
    if len(text) > _MOST_CHARACTERS:
        raise _malformed(f"at most {_MOST_CHARACTERS} characters", f"{len(text)}")
    stripped = text.strip().removeprefix("\ufeff").strip()
    fenced = _FENCED.fullmatch(stripped)
    body = fenced["inner"] if fenced else stripped
    try:
        value = json.loads(body, object_pairs_hook=_once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise _malformed("one JSON object and nothing else", _shown(text)) from error
    except (ValueError, RecursionError) as error:
        raise _malformed("one JSON object", str(error)[:_SHOWN]) from error
    if not isinstance(value, dict):
        raise _malformed("a JSON object", _shown(text))
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys stand there once each: of two, neither is to be believed."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        double = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {double!r} twice in one object")
    return found


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name}, which is no number")


def _malformed(expected: str, got: str) -> ModelError:
    return ModelError(f"the model's reply: expected {expected}, got {got}", kind="malformed")


def _shown(text: str) -> str:
    """The beginning of a reply, on one line."""
    line = " ".join(text.split())
    return repr(line if len(line) <= _SHOWN else line[:_SHOWN] + "…")
