"""What is put before the model, and whether what comes back can be verified at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from entailed.dialogue import Completion, Message
from entailed.errors import ModelError
from entailed.prompts import Prompts, answer_messages, new_mark
from entailed.types import Evidence, Passage

__all__ = ["adds", "fitting", "request", "usable"]


def fitting(passages: Sequence[Passage], characters: int) -> list[Passage]:
    """The leading passages that hold at most so many characters together.

    None is left out for a later one. The first alone is cut, after a word, where it is too long
    by itself, so that there is always something to answer from.
    """
    kept: list[Passage] = []
    room = characters
    for passage in passages:
        room -= len(passage.text)
        if room < 0:
            break
        kept.append(passage)
    if passages and not kept:
        head = passages[0].text[:characters]
        kept = [replace(passages[0], text=head.rsplit(maxsplit=1)[0] if " " in head else head)]
    return kept


def adds(wider: Evidence, evidence: Evidence) -> bool:
    """Whether a text stands in `wider` that was not there before."""
    before = {passage.digest for passage in evidence}
    return any(passage.digest not in before for passage in wider)


def request(
    question: str,
    evidence: Evidence,
    named: Sequence[tuple[str, str]],
    prompts: Prompts,
    history: Sequence[Message] = (),
) -> tuple[tuple[Message, ...], str]:
    """The messages for one answer, and the mark that fences others' texts in them."""
    told = [text for row in named for text in row]
    texts = [text for p in evidence for text in (p.text, p.title or "", p.id)]
    mark = new_mark(question, *texts, *told, *(message.content for message in history))
    contract, asked = answer_messages(question, evidence.passages, mark, prompts, failed=named)
    return (contract, *history, asked), mark


def usable(made: object, mark: str) -> Completion:
    """`made`, where it is a whole answer.

    Raises ModelError: "malformed" for what is no completion, a call of a tool, or a text with the
    prompt's mark in it, which no source holds, so that the model is repeating its prompt;
    "truncated", "refused" and "empty" as they say.
    """
    if not isinstance(made, Completion):
        raise ModelError(f"expected a Completion, got {type(made).__name__}", kind="malformed")
    if made.finish == "length":
        raise ModelError(
            "the answer was cut off at its token limit", "truncated", partial=made.text
        )
    if made.finish == "refused":
        raise ModelError("the model refused", "refused", partial=made.text)
    if made.finish == "tool_calls":
        raise ModelError("expected text, the model asked for a tool", "malformed")
    if not made.text.strip():
        raise ModelError("the answer is empty", "empty")
    if mark and mark in made.text:
        raise ModelError("the model repeats its prompt", "malformed", partial=made.text)
    return made
