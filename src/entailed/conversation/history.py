"""What the model is told of the conversation so far, and how much of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from entailed.conversation.turns import Turn, standing
from entailed.dialogue import Message
from entailed.errors import ConfigurationError
from entailed.text.markers import find_citations

__all__ = ["UNVERIFIED", "history", "trimmed", "without_citations"]

UNVERIFIED = "That answer could not be verified."
"""Told in the place of a text that was shown with claims that failed."""


def trimmed(messages: Iterable[Message], turns: int, characters: int) -> tuple[Message, ...]:
    """The messages that fit: every system message, and the newest turns.

    A turn is a user's message with the answers after it (answers before the first user's message
    are one too); it is kept whole or not at all, and none is kept where a newer one is not. At
    most `turns` are kept, and together with the system messages they hold at most `characters`
    code points; system messages are kept even beyond that. Order is kept. Nothing of nothing.
    Raises ConfigurationError for a bound below 0.
    """
    if turns < 0 or characters < 0:
        raise ConfigurationError(
            f"history: expected bounds of 0 or more, got {turns} turns and {characters} characters"
        )
    given = tuple(messages)
    room = characters - sum(len(m.content) for m in given if m.role == "system")
    kept: set[int] = set()
    groups = _grouped(given)
    for group in reversed(groups[max(len(groups) - turns, 0) :]):
        room -= sum(len(given[place].content) for place in group)
        if room < 0:
            break
        kept.update(group)
    return tuple(m for place, m in enumerate(given) if m.role == "system" or place in kept)


def _grouped(messages: Sequence[Message]) -> list[list[int]]:
    """The places of the messages of each turn; system messages are in none."""
    groups: list[list[int]] = []
    for place, message in enumerate(messages):
        if message.role == "system":
            continue
        if message.role == "user" or not groups:
            groups.append([])
        groups[-1].append(place)
    return groups


def history(turns: Sequence[Turn], system: Sequence[str] = ()) -> tuple[Message, ...]:
    """The questions so far, each with what stands as its answer now, behind `system`.

    An answer that was corrected is told as corrected, and challenges are not told at all, so that
    neither a withdrawn claim nor a user's false one is put before the model. Where no verified
    answer stands, it is told what was shown instead. Citations are left out: their ids name the
    passages of another turn.
    """
    messages = [Message("system", text) for text in system]
    for turn in turns:
        if turn.kind == "question":
            messages.append(Message("user", turn.question or turn.text))
            messages.append(Message("assistant", _told(turns, turn)))
    return tuple(messages)


def _told(turns: Sequence[Turn], turn: Turn) -> str:
    last = standing(turns, turn.number).last
    if last.kind == "challenge" and last.status == "withdrawn":
        return last.reply
    verified = last.status in ("verified", "held", "corrected")
    if verified:
        return without_citations(last.answer, last)
    return UNVERIFIED if turn.answer else turn.reply


def without_citations(text: str, turn: Turn) -> str:
    """`text` without its citation markers and the spaces before them."""
    for citation in reversed(find_citations(text, turn.evidence.ids)):
        before, after = text[: citation.span.start], text[citation.span.end :]
        text = before.rstrip(" ") + after
    return text
