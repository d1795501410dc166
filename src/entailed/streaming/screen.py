"""The shown text, and the events that turn it into another one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from entailed.streaming.events import Event, ReleaseEvent, ReplaceEvent, RetractEvent
from entailed.types import Span

__all__ = ["Screen"]

_TOKEN = re.compile(r"\s+|\w+|[^\w\s]")
_MOST_TOKENS = 2_000
_ALIKE = 0.5


class Screen:
    """What the reader of a stream has been given so far.

    `end` is the offset in the answer up to which `text` stands for it.
    """

    def __init__(self) -> None:
        self.text = ""
        self.end = 0

    def extend(self, text: str, end: int) -> Iterator[Event]:
        """Show `text`, which begins with the shown text and stands for `answer[:end]`."""
        more = text[len(self.text) :]
        if more:
            shown = Span(len(self.text), len(text))
            yield ReleaseEvent(more, shown, Span(self.end, max(self.end, end)))
        self.text = text
        self.end = max(self.end, end)

    def become(self, text: str, end: int) -> Iterator[Event]:
        """Show `text` instead: as few words as possible retracted or replaced, the rest released.

        Changes come from the last to the first, so that the places of those to come stay right.
        """
        if text.startswith(self.text):
            yield from self.extend(text, end)
            return
        start = _common(self.text, text)
        before, after = self.text[start:], text[start:]
        changes, kept = _changes(before, after)
        for low, high, new in reversed(changes):
            span = Span(start + low, start + high)
            yield ReplaceEvent(span, new) if new else RetractEvent(span)
        self.text = text[: start + kept]
        yield from self.extend(text, end)


def _common(one: str, other: str) -> int:
    """How many characters two texts begin with alike, cut between words."""
    length = 0
    for left, right in zip(_TOKEN.finditer(one), _TOKEN.finditer(other), strict=False):
        if left.group() != right.group():
            break
        length = left.end()
    return length


def _changes(before: str, after: str) -> tuple[list[tuple[int, int, str]], int]:
    """Replacements that turn `before` into a beginning of `after`, and how long that is.

    Texts that have little in common are replaced as a whole, but for the words both end with.
    """
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if max(len(old), len(new)) > _MOST_TOKENS or matcher.ratio() < _ALIKE:
        kept = _common("".join(reversed(old)), "".join(reversed(new))) if old and new else 0
        return [(0, len(before) - kept, after[: len(after) - kept])], len(after)
    changes: list[tuple[int, int, str]] = []
    at = 0
    for tag, low, high, first, last in matcher.get_opcodes():
        length = sum(map(len, old[low:high]))
        if tag == "insert" and low == len(old):
            return changes, sum(map(len, new[:first]))
        if tag != "equal":
            changes.append((at, at + length, "".join(new[first:last])))
        at += length
    return changes, len(after)
