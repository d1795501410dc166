"""Values exchanged with language models and retrievers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from entailed.types import Passage

__all__ = ["NO_WISH", "Completion", "FinishReason", "Message", "Retrieval", "Role", "Wish"]

Role = Literal["system", "user", "assistant"]
FinishReason = Literal["stop", "length", "refused", "tool_calls", "unknown"]


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a chat."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of a completion besides its messages; None leaves it to the model.

    `max_tokens` from 1. `temperature` from 0. `seed` asks for repeatable sampling. `timeout` in
    seconds, for the whole call. `schema` is a JSON schema that the text should follow; a model
    that cannot promise that may ignore it, so the text has to be parsed with care either way.
    """

    max_tokens: int | None = None
    temperature: float | None = None
    seed: int | None = None
    timeout: float | None = None
    schema: Mapping[str, object] | None = None


NO_WISH = Wish()
"""Everything left to the model."""


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model answered. Token counts are None where the model does not report them."""

    text: str
    finish: FinishReason = "stop"
    model: str = ""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Retrieval:
    """Passages found for a question, best first, in the order the model will see them.

    `sources_returned` is what a grounded-completion service says of itself (False: it answered
    without sources); None where nothing is said. `text` is the answer such a service has already
    written, or "".
    """

    passages: tuple[Passage, ...]
    sources_returned: bool | None = None
    text: str = ""
