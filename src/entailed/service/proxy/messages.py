"""What of an upstream's message is the answer, what is handed on, and what is not.

The answer is the text of `content`. Beside it a reply may hold words of the answer in other forms
(token probabilities, tokens), and words that are no part of the answer and that nobody verifies
(reasoning). The first go with the answer: they are handed on only where it is. Of the second the
settings and the policy decide. Under a policy that fails closed only what is known to hold no
words of the model passes at all.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from entailed.chat.thinking import without_thinking
from entailed.service.proxy.upstream import malformed

__all__ = ["Passing", "answer_of", "placed", "refusal_of"]

_REASONING = (
    "reasoning",
    "reasoning_content",
    "reasoning_details",
    "reasoning_text",
    "thinking",
    "thinking_blocks",
)
_SPOKEN = ("audio",)
_SAME_WORDS = ("logprobs", "token_ids", "output_token_ids", "text")
_OURS = ("grounding",)
_STRICT_TOP = (
    "choices",
    "created",
    "id",
    "model",
    "object",
    "service_tier",
    "system_fingerprint",
    "usage",
)
_STRICT_CHOICE = ("index", "finish_reason", "stop_reason")
_TEXTS = ("message", "delta")
_STRICT_MESSAGE = ("content", "function_call", "refusal", "role", "tool_calls")
_PLAIN = ("refusal", "role")
_ERROR = ("message", "type", "param", "code")
_TEXT_PARTS = ("text", "output_text")


@dataclass(frozen=True, slots=True)
class Passing:
    """Which fields of a reply are handed on. `closed`: the policy fails closed."""

    closed: bool
    reasoning: bool

    def top(self, reply: Mapping[str, Any]) -> dict[str, Any]:
        """A reply or chunk without what is not handed on; `choices` are as they were."""
        return self._kept(reply, _STRICT_TOP, _OURS)

    def choice(self, choice: Mapping[str, Any], *, unchanged: bool) -> dict[str, Any]:
        """A choice without its message; other forms of its answer only where it is `unchanged`."""
        left_out = (*_OURS, *_TEXTS) if unchanged else (*_OURS, *_TEXTS, *_SAME_WORDS)
        made = self._kept(choice, _STRICT_CHOICE, left_out)
        if "logprobs" in choice and "logprobs" not in made:
            made["logprobs"] = None
        return made

    def message(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """A message or delta, with its content and refusal as they were."""
        left_out = _SPOKEN if self.reasoning else (*_SPOKEN, *_REASONING)
        strict = (*_STRICT_MESSAGE, *_REASONING) if self.reasoning else _STRICT_MESSAGE
        made = self._kept(message, strict, left_out)
        # Texts or null: in another form a refusal would not be read as one.
        wrong = [n for n in _PLAIN if not isinstance(made.get(n), str | None)]
        return {name: value for name, value in made.items() if name not in wrong}

    def error(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """An error; some hold what the model had written."""
        error = body.get("error")
        if not self.closed or not isinstance(error, Mapping):
            return dict(body)
        return {"error": {name: error[name] for name in _ERROR if name in error}}

    def _kept(
        self, value: Mapping[str, Any], strict: tuple[str, ...], left_out: tuple[str, ...]
    ) -> dict[str, Any]:
        if self.closed:
            return {name: v for name, v in value.items() if name in strict and name not in left_out}
        return {name: v for name, v in value.items() if name not in left_out}


def answer_of(message: Mapping[str, Any]) -> str:
    """The answer in a message, without the thinking that some models write before it.

    Raises UpstreamError for content that is none.
    """
    return without_thinking(written(message.get("content")))


def written(content: object) -> str:
    """The text of a message's or a delta's content. Raises UpstreamError for what is none."""
    if content is None or isinstance(content, str):
        return content or ""
    if not isinstance(content, list):
        raise malformed(f"expected text as content, got {type(content).__name__}")
    texts = [p.get("text") for p in content if isinstance(p, dict) and p.get("type") in _TEXT_PARTS]
    return "".join(text for text in texts if isinstance(text, str))


def refusal_of(message: Mapping[str, Any]) -> str:
    """The model's words on why it does not answer, or ""."""
    refusal = message.get("refusal")
    return refusal if isinstance(refusal, str) else ""


def placed(message: Mapping[str, Any], shown: str, *, answer: str, as_json: bool) -> dict[str, Any]:
    """The message with the shown text in the place of its answer.

    Where the answer has to be JSON and what is shown is none any more, the text is a refusal: a
    program that reads JSON looks for one there.
    """
    if shown == message.get("content"):
        return dict(message)
    if as_json and not _is_json(shown) and _is_json(answer):
        return {**message, "content": None, "refusal": shown}
    return {**message, "content": shown}


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
