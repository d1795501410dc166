"""Edits on the original answer: replace `[start, end)` with a text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from entailed.types import Span

__all__ = ["Edit", "render"]


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Replace `[start, end)` of the answer with `text`; an empty range inserts.

    `removes` marks the deletion of a claim, after which an emptied line goes away.
    """

    start: int
    end: int
    text: str = ""
    removes: bool = False

    @property
    def span(self) -> Span:
        """The range that is replaced."""
        return Span(self.start, self.end)


def render(answer: str, start: int, end: int, edits: Iterable[Edit]) -> str:
    """`answer[start:end]` with the edits that lie wholly inside applied.

    Edits are applied in order of position; one that overlaps an earlier one is left out, so the
    result is defined for any input.
    """
    pieces: list[str] = []
    at = start
    for edit in sorted(edits):
        if edit.start < at or edit.end > end:
            continue
        pieces.append(answer[at : edit.start])
        pieces.append(edit.text)
        at = edit.end
    pieces.append(answer[at:end])
    return "".join(pieces)
