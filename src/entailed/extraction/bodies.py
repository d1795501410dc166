"""Edits of claim texts that keep the way back to the answer: cut, join, carry a lead-in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from entailed.extraction.abstention import is_abstention
from entailed.extraction.discourse import opening_length
from entailed.extraction.leadins import breaks_off, count_ranges, reads_alone, stem_range
from entailed.text.lazy import lazy
from entailed.types import Mapped, Span

_MAX_LEAD = 300
_SPACE_STOP = lazy(r"\s+(?=[.,;:!?。，；](?!\.)|$)")
_LOOSE_END = lazy(r"[\s:：,;]+$")
# Pictures at the edges of a statement decorate it. Those that judge or count something (crosses,
# stars, flags) stay, and so do signs of units.
_PICTURE = lazy(
    r"[\u2022\u2023\u2190-\u21ff\u25a0-\u25ff\u2600-\u2604\u2607-\u26d3\u26d5-\u2714\u2719-\u274b"
    r"\u274d\u274f-\u2b4f\u2b51-\u2bff\ufe0e\ufe0f\u200d\U0001f004-\U0001f171"
    r"\U0001f18e-\U0001f1e5\U0001f200-\U0001f44d\U0001f44f-\U0001f6aa\U0001f6ac-\U0001faff]"
)
_STOPS = ".!?"
_LEAST_ADORNED = 3
_BRACKETED = lazy(r"\[[^\[\]]{5,160}\]|\([^()]{5,160}\)")
_SMALL = frozenset("a an the its their any all some no each every this that these those".split())


def cut(body: Mapped, spans: Sequence[Span]) -> Mapped:
    """`body` without the code points that come from `spans` (in order), tidied."""
    if not spans:
        return body
    parts: list[Mapped] = []
    at, which = 0, 0
    for i, start in enumerate(body.starts):
        while which < len(spans) and spans[which].end <= start:
            which += 1
        inside = which < len(spans) and spans[which].start <= start and body.ends[i] > start
        if inside:
            if at < i:
                parts.append(body.slice(at, i))
            at = i + 1
    parts.append(body.slice(at, len(body.text)))
    return tidy(Mapped.join(*parts))


def tidy(body: Mapped) -> Mapped:
    """Trim, leave single spaces, and none before punctuation."""
    drop = [(m.start(), m.end()) for m in _SPACE_STOP.finditer(body.text)]
    drop += [(m.start() + 1, m.end()) for m in re.finditer(r"\s{2,}", body.text)]
    lead = len(body.text) - len(body.text.lstrip())
    return without_ranges(body, [*drop, (0, lead)])


def finished(body: Mapped) -> Mapped:
    """`body` trimmed, without a colon, comma, semicolon or decoration at its edges."""
    body = unadorned(body)
    end = _LOOSE_END.search(body.text)
    start = len(body.text) - len(body.text.lstrip())
    return body.slice(start, max(start, end.start() if end else len(body.text)))


def unadorned(body: Mapped) -> Mapped:
    """`body` without emoji, arrows and bullets at its edges, unless little else is left."""
    text = body.text
    if text.isascii():
        return body
    end = len(text.rstrip(_STOPS))
    first, last = 0, end
    while first < last and _decorates(text[first]):
        first += 1
    while last > first and _decorates(text[last - 1]):
        last -= 1
    left = _PICTURE.search(text, 0, first) is not None
    right = _PICTURE.search(text, last, end) is not None
    found = [(0, first)] * left + [(last, end)] * right
    kept = without_ranges(body, found)
    return kept if found and len(kept.text.split()) >= _LEAST_ADORNED else body


def _decorates(char: str) -> bool:
    return char.isspace() or _PICTURE.match(char) is not None


def without_ranges(body: Mapped, ranges: Iterable[tuple[int, int]]) -> Mapped:
    """`body` without the given ranges of its own text, which may overlap."""
    parts: list[Mapped] = []
    at = 0
    for start, end in sorted(ranges):
        if end <= max(at, start):
            continue
        if start > at:
            parts.append(body.slice(at, start))
        at = end
    if not at:
        return body
    parts.append(body.slice(at, len(body.text)))
    return Mapped.join(*parts)


def joined(body: Mapped, prefixes: Sequence[tuple[int, int]], start: int, end: int) -> Mapped:
    """The prefix ranges of `body` and then `[start, end)`, with single spaces between."""
    parts: list[Mapped] = []
    for first, last in prefixes:
        parts += [body.slice(first, last), Mapped.inserted(" ", body.span(last, last))]
    return Mapped.join(*parts, body.slice(start, end)) if parts else body.slice(start, end)


def without_asides(body: Mapped) -> Mapped:
    """`body` without a bracketed remark about the sources ("[not stated in the documents]")."""
    if "[" not in body.text and "(" not in body.text:
        return body
    found = [m.span() for m in _BRACKETED.finditer(body.text) if is_abstention(m.group()[1:-1])]
    kept = tidy(without_ranges(body, found)) if found else body
    return kept if any(c.isalnum() for c in kept.text) else body


def without_discourse(body: Mapped) -> Mapped:
    """`body` without an opening that only links or announces ("However,", "As stated above,")."""
    return body.slice(opening_length(body.text), len(body.text))


def with_lead_in(lead: Mapped | None, item: Mapped) -> Mapped:
    """A list item as a statement: with its lead-in where it cannot be understood without it.

    A lead-in over 300 characters, or one that says nothing ("Key points:"), is never carried;
    a full sentence needs none. A count in the lead-in ("three parts") is left out.
    """
    if lead is None or len(lead.text) > _MAX_LEAD or not item.text:
        return item
    start, end = stem_range(lead.text)
    open_lead = breaks_off(lead.text[start:end])
    if start >= end or reads_alone(item.text, open_lead=open_lead):
        return item
    stem = lead.slice(start, end)
    stem = finished(without_ranges(stem, count_ranges(stem.text)))
    open_lead = breaks_off(stem.text)
    at = Span(item.starts[0], item.starts[0])
    if open_lead:
        item = _lowered(item)
    return Mapped.join(stem, Mapped.inserted(" " if open_lead else ": ", at), item)


def _lowered(item: Mapped) -> Mapped:
    """The item with a small first letter when its first word is an article or the like."""
    first = item.text.partition(" ")[0]
    if first.lower() in _SMALL and first != first.lower():
        return Mapped(item.text[0].lower() + item.text[1:], item.starts, item.ends)
    return item
