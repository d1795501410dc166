"""Words that count or pair sentences: "Second,", "on the one hand". They close up, or go."""

from __future__ import annotations

import re
from collections.abc import Sequence

from entailed.repair.edits import Edit
from entailed.repair.task import Task
from entailed.repair.wording import capitalise
from entailed.text.lazy import lazy
from entailed.types import Span

__all__ = ["sequence_edits"]

_NUMBERS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_ORDINAL = lazy(
    r"(?:^|(?<=[.!?:;]\s)|(?<=\n))[ \t>*_\-]{0,8}"
    rf"(?P<word>(?:{'|'.join(n.capitalize() for n in _NUMBERS)})(?P<ly>ly)?)(?=,\s)"
)
_ONE_HAND = lazy(r"on (?:the )?one hand,\s{0,4}", re.IGNORECASE)
_OTHER_HAND = lazy(r"on the other(?: hand)?,", re.IGNORECASE)


def sequence_edits(task: Task, gone: Sequence[Span]) -> list[Edit]:
    """Edits on what counts or pairs sentences of which those in `gone` are deleted."""
    return [*_counted(task.answer, gone), *_unpaired(task, gone)] if gone else []


def _counted(answer: str, gone: Sequence[Span]) -> list[Edit]:
    """ "Third," becomes "Second," where the second is gone."""
    edits: list[Edit] = []
    last = lost = 0
    for found in _ORDINAL.finditer(answer):
        number = _NUMBERS.index(found["word"].lower().removesuffix("ly")) + 1
        if number != last + 1:
            lost = 0
        last = number
        start, end = found.span("word")
        if any(span.start <= start < span.end for span in gone):
            lost += 1
        elif lost:
            word = _NUMBERS[number - lost - 1].capitalize() + (found["ly"] or "")
            edits.append(Edit(start, end, word))
    return edits


def _unpaired(task: Task, gone: Sequence[Span]) -> list[Edit]:
    """ "On the one hand," goes where the other hand of the same line is gone."""
    edits: list[Edit] = []
    for found in _ONE_HAND.finditer(task.answer):
        line_end = task.layout.line_at(found.start()).end
        other = _OTHER_HAND.search(task.answer, found.end(), line_end)
        kept = not any(span.start <= found.start() < span.end for span in gone)
        lost = other and any(span.start <= other.start() < span.end for span in gone)
        if kept and lost and found.end() < line_end:
            letter = task.answer[found.end()]
            opens = task.answer[found.start()].isupper()
            new = capitalise(letter) if opens else letter
            edits.append(Edit(found.start(), found.end() + 1, new))
    return edits
