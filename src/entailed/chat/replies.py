"""What an endpoint sent back, as a `Completion` or the `ModelError` that it amounts to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from entailed.chat.failures import one_line, told
from entailed.chat.thinking import without_thinking
from entailed.dialogue import Completion, FinishReason
from entailed.errors import ModelError

__all__ = ["finish_of", "finished", "read_reply", "text_of"]

_FINISH: Mapping[str, FinishReason] = {
    "stop": "stop",
    "length": "length",
    "content_filter": "refused",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
}


def read_reply(text: str, where: str) -> Completion:
    """The completion in the body of a reply.

    Raises ModelError: "malformed" (no JSON, no object, or nothing where a text should be),
    "server" for an error told under HTTP 200, and what `finished` raises.
    """
    try:
        reply: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _malformed(where, f"expected JSON, got: {one_line(text) or 'nothing'}") from error
    if not isinstance(reply, dict):
        raise _malformed(where, f"expected a JSON object, got {type(reply).__name__}")
    choices = reply.get("choices")
    if not isinstance(choices, list):
        if reply.get("error"):
            words = one_line(told(reply) or str(reply["error"]))
            raise ModelError(f"{where}: {words}", kind="server")
        raise _malformed(where, "expected a list of choices, got none")
    if not choices:
        raise ModelError(f"{where}: the reply has no choices", kind="empty")
    choice = choices[0] if isinstance(choices[0], dict) else {}
    message = choice.get("message")
    if not isinstance(message, dict):
        raise _malformed(where, "expected a message in the first choice, got none")
    refusal = message.get("refusal")
    made = Completion(
        without_thinking(text_of(message.get("content"))),
        finish_of(choice.get("finish_reason")),
        str(reply.get("model") or ""),
        *_tokens(reply.get("usage")),
    )
    return finished(made, where, refusal if isinstance(refusal, str) else "")


def finished(made: Completion, where: str, refusal: str = "") -> Completion:
    """`made`, where it is an answer that came to its end.

    Raises ModelError: "refused", "truncated" (`partial` holds what came), "malformed" where the
    model asks for a tool that nobody offered, "empty" where no text came.
    """
    if refusal or made.finish == "refused":
        raise ModelError(
            f"{where}: the model refused: {one_line(refusal or made.text)}",
            kind="refused",
            partial=made.text,
        )
    if made.finish == "length":
        raise ModelError(
            f"{where}: the answer was cut off after {len(made.text)} characters; allow more tokens",
            kind="truncated",
            partial=made.text,
        )
    if made.text.strip():
        return made
    if made.finish == "tool_calls":
        raise _malformed(where, "expected text, the model asked for a tool")
    raise ModelError(f"{where}: the answer is empty", kind="empty")


def finish_of(reason: object) -> FinishReason:
    """Why the model stopped; "unknown" for a word that is none of the usual."""
    return _FINISH.get(reason, "unknown") if isinstance(reason, str) else "unknown"


def text_of(content: object) -> str:
    """The text of a message's content: a string, or the text parts of a list joined."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = [part.get("text") for part in content if isinstance(part, dict)]
    return "".join(part for part in parts if isinstance(part, str))


def _tokens(usage: Any) -> tuple[int | None, int | None]:
    if not isinstance(usage, dict):
        return None, None
    counts = (usage.get("prompt_tokens"), usage.get("completion_tokens"))
    first, second = (c if isinstance(c, int) and c >= 0 else None for c in counts)
    return first, second


def _malformed(where: str, what: str) -> ModelError:
    return ModelError(f"{where}: {what}", kind="malformed")
