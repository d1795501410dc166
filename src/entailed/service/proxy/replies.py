"""A whole reply: each of its choices verified, everything else handed on."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from entailed.service.proxy.grounding import Judged, Telling, grounding
from entailed.service.proxy.judging import Judge
from entailed.service.proxy.messages import Passing, answer_of, placed, refusal_of
from entailed.service.proxy.upstream import UpstreamError, malformed

__all__ = ["declined", "verified"]


async def verified(
    reply: Mapping[str, Any],
    judge: Judge,
    passing: Passing,
    telling: Telling,
    *,
    as_json: bool = False,
    most: int = 8,
) -> tuple[dict[str, Any], list[Judged]]:
    """The reply as it is sent, and the verdicts on its choices.

    A choice without text (calls of tools, a refusal) is not verified. Raises UpstreamError for
    a reply that is no completion or has more than `most` choices, ServiceError as
    `Judge.judge` does.
    """
    choices = _choices(reply, most)
    made = await asyncio.gather(
        *(_choice(place, choice, judge, passing, as_json) for place, choice in enumerate(choices))
    )
    judged = [one for _, one in made]
    sent = passing.top(reply)
    sent["choices"] = [choice for choice, _ in made]
    sent["grounding"] = grounding(judged, telling)
    return sent, judged


def _choices(reply: Mapping[str, Any], most: int) -> Sequence[Mapping[str, Any]]:
    error = reply.get("error")
    choices = reply.get("choices")
    if error and not choices:
        told = error if isinstance(error, Mapping) else {"message": str(error)}
        raise UpstreamError(502, {"error": {"type": "upstream_error", **told}})
    if not isinstance(choices, list):
        raise malformed("expected a list of choices, got none")
    if not choices:
        raise malformed("it has no choices")
    if len(choices) > most:
        raise malformed(f"expected at most {most} choices, got {len(choices)}")
    if not all(isinstance(c, dict) and isinstance(c.get("message"), dict) for c in choices):
        raise malformed("expected a message in every choice")
    return choices


async def _choice(
    place: int, choice: Mapping[str, Any], judge: Judge, passing: Passing, as_json: bool
) -> tuple[dict[str, Any], Judged]:
    message = choice["message"]
    given = choice.get("index")
    index = given if isinstance(given, int) else place
    answer = answer_of(message)
    kept = closed_refusal(passing.message(message), judge, passing)
    if not answer.strip():
        content = message.get("content")
        if content is not None:
            kept["content"] = answer
        bare = passing.choice(choice, unchanged=content is None or content == answer)
        return {**bare, "message": kept}, Judged(index, "not_applicable")
    judged = await judge.judge(index, answer)
    shown = judged.text or ""
    unchanged = shown == answer == message.get("content")
    kept = placed(kept, shown, answer=answer, as_json=as_json)
    return {**passing.choice(choice, unchanged=unchanged), "message": kept}, judged


def closed_refusal(message: dict[str, Any], judge: Judge, passing: Passing) -> dict[str, Any]:
    """The message; where the policy fails closed, its own words in the place of a refusal's."""
    if passing.closed and refusal_of(message):
        return {**message, "refusal": judge.policy.decline}
    return message


def declined(
    model: object, judged: Sequence[Judged], telling: Telling, *, as_json: bool = False
) -> dict[str, Any]:
    """A completion that the upstream was not asked for, because there are no sources."""
    choices = []
    for one in judged:
        said: dict[str, Any] = {"role": "assistant", "content": one.text, "refusal": None}
        if as_json:
            said.update(content=None, refusal=one.text)
        choices.append(
            {"index": one.index, "message": said, "logprobs": None, "finish_reason": "stop"}
        )
    return {
        "id": f"chatcmpl-{uuid.uuid4().hex}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": model if isinstance(model, str) else "",
        "choices": choices,
        "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
        "grounding": grounding(judged, telling),
    }
