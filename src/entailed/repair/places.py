"""Where a marker or a citation goes: at the end of its claim, before the sentence's full stop.

That keeps the marker inside the sentence it speaks of, where citations of language models stand
too. It never goes into code, a link, a word, or a quotation that the claim itself opens; in a
table it stays in the claim's cell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from entailed.repair.edits import Edit
from entailed.repair.layout import Layout
from entailed.text.lazy import lazy
from entailed.types import Citation, Claim, Span

__all__ = ["cell_of", "insertion", "marker_place"]

_STOPS = frozenset(".!?,;:。！？，；：…")
_CLOSERS = {")": "(", "]": "[", "}": "{", "”": "“", "»": "«", "）": "（", "」": "「", "】": "【"}
_TOGGLES = frozenset('"*_`~')
_RUNS = {mark: lazy(re.escape(mark) + "+") for mark in _TOGGLES}


def marker_place(
    answer: str, claim: Claim, layout: Layout, citations: Sequence[Citation] = ()
) -> int:
    """Offset at which a marker for `claim` is inserted; after the citations that follow it."""
    start, end = claim.span.start, claim.span.end
    if claim.kind in ("table_row", "table_header"):
        cell = cell_of(answer, claim.span, layout)
        start, end = max(cell.start, min(start, cell.end)), cell.end
    place = _before_stop(answer, start, end)
    limit = layout.line_at(max(place - 1, start)).end
    while place < limit:
        further = _past(answer, start, place, layout, citations)
        if further <= place:
            break
        place = further
    return place


def insertion(answer: str, place: int, text: str) -> Edit:
    """`text` inserted at `place`, set off by a space; "" gives an edit that changes nothing.

    A space follows when what follows would turn a bracketed marker into a link.
    """
    if not text:
        return Edit(place, place)
    before = " " if place > 0 and not answer[place - 1].isspace() else ""
    after = " " if answer[place : place + 1] in ("(", "[") else ""
    return Edit(place, place, before + text + after)


def cell_of(answer: str, span: Span, layout: Layout) -> Span:
    """The text of the table cell that the end of `span` lies in, without its padding."""
    end = span.end
    while end > span.start + 1 and (answer[end - 1].isspace() or answer[end - 1] == "|"):
        end -= 1
    line = layout.line_at(max(end - 1, span.start))
    left = _pipe_before(answer, line.start, max(end - 1, line.start))
    right = _pipe_after(answer, end, line.end)
    while left < right and answer[left].isspace():
        left += 1
    while right > left and answer[right - 1].isspace():
        right -= 1
    return Span(left, right)


def _pipe_before(answer: str, start: int, offset: int) -> int:
    at = offset
    while at >= start:
        if answer[at] == "|" and answer[at - 1 : at] != "\\":
            return at + 1
        at -= 1
    return start


def _pipe_after(answer: str, offset: int, end: int) -> int:
    at = offset
    while at < end:
        if answer[at] == "|" and answer[at - 1 : at] != "\\":
            return at
        at += 1
    return end


def _before_stop(answer: str, start: int, end: int) -> int:
    place = end
    while place > start and answer[place - 1].isspace():
        place -= 1
    stop = place
    while stop > start and answer[stop - 1] in _STOPS:
        stop -= 1
    return stop if stop > start else place


def _past(
    answer: str, start: int, place: int, layout: Layout, citations: Sequence[Citation]
) -> int:
    """The next offset to try: past a guarded place, a closing mark or a citation."""
    guard = layout.guard_at(place)
    if guard is not None:
        return guard.end
    for citation in citations:
        between = answer[place : citation.span.start] if citation.span.start >= place else "x"
        if not between.strip(" \t\u00a0") and len(between) <= 3:
            return citation.span.end
    return _past_closer(answer, start, place)


def _past_closer(answer: str, start: int, place: int) -> int:
    """Past marks that close what the claim opened, and a stop enclosed in them."""
    mark = answer[place]
    inner = answer[start:place]
    if mark in _STOPS and place + 1 < len(answer) and _closes(answer[place + 1], inner):
        return place + 2
    return place + 1 if _closes(mark, inner) else place


def _closes(mark: str, inner: str) -> bool:
    """Whether `mark` right after `inner` closes something opened in it."""
    if mark in _TOGGLES:
        runs = _RUNS[mark].findall(inner)
        if len(runs) % 2 == 1:
            return True
        return inner.endswith(mark) and len(runs) > 1 and len(runs[-1]) < len(runs[-2])
    opener = _CLOSERS.get(mark)
    return opener is not None and inner.count(opener) > inner.count(mark)
