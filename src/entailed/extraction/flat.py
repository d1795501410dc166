"""Lists whose line breaks were lost: "are: 1. Genetics: ... 2. Diet" and ": * a * b + c"."""

from __future__ import annotations

import re

from entailed.text.lazy import lazy
from entailed.types import Mapped

_BULLET = lazy(r"(?:(?<=[^\s\d=*+/\-])|^)\s+[*+•●▪◦‣·]\s+(?=[^\s\d*+])")
_LABEL = lazy(r"\s+(?=[^\W\d_a-z][^.:;()!?\[\]]{2,60}:$)")
_LEADING = lazy(r"(?:(?:[*+•●▪◦‣·\-–]|\(?\d{1,2}[.)])\s+)+(?=[^\W\d_a-z])|[*+•●▪◦‣·]\s+")
_TRAILING = lazy(r"(?:(?<=[.:!?)\]])\s+(?:\(?\d{1,2}[.)]|[*+•●▪◦‣·\-–])|\s+[*•●▪◦‣·])+\s*$")


def without_marks(body: Mapped, *, followed: bool) -> tuple[Mapped, bool]:
    """`body` without list marks at its ends, and whether one stood at its end.

    A number at the end is one only after a full stop or colon and when a sentence follows.
    """
    text = body.text
    lead = _LEADING.match(text)
    start = lead.end() if lead else 0
    tail = (
        _TRAILING.search(text, max(start, len(text) - 24))
        if followed or text[-1:] in "*•●"
        else None
    )
    end = tail.start() if tail else len(text)
    if start >= end or not any(c.isalnum() for c in text[start:end]):
        return body, False
    return (body.slice(start, end), tail is not None) if start or tail else (body, False)


def flat_items(body: Mapped) -> list[Mapped]:
    """The head and items of bullets that stand inside one sentence, or `body` alone.

    Two bullets at least, or one after a colon. A heading that got stuck to the end of an item
    ("... Kinetic Energy:") is an entry of its own.
    """
    marks = list(_BULLET.finditer(body.text))
    if not marks or (len(marks) == 1 and body.text[: marks[0].start()].rstrip()[-1:] != ":"):
        return [body]
    edges = [0, *(m.end() for m in marks)]
    ends = [*(m.start() for m in marks), len(body.text)]
    found: list[Mapped] = []
    for start, end in zip(edges, ends, strict=True):
        label = _stuck_label(body, start, end)
        if label:
            found.append(body.slice(start, label.start()))
            start = label.end()
        found.extend(_sentences(body, start, end))
    return [entry for entry in found if any(c.isalnum() for c in entry.text)]


def _stuck_label(body: Mapped, start: int, end: int) -> re.Match[str] | None:
    """A heading at the end of an item, after a stop, a bracket or a marker that was cut there."""
    for match in _LABEL.finditer(body.text, max(start, end - 80), end):
        at = match.start()
        if at <= start:
            continue
        cut = body.starts[match.end()] - body.ends[at - 1] > match.end() - at + 1
        if cut or body.text[at - 1] in ".)]!?】":
            return match
    return None


def _sentences(body: Mapped, start: int, end: int) -> list[Mapped]:
    """An item, cut where a marker was removed and a capital follows: its full stop was lost too."""
    edges = [start]
    for i in range(start + 1, end - 1):
        removed = body.starts[i + 1] - body.ends[i] > 1 or body.starts[i] - body.ends[i - 1] > 1
        if removed and body.text[i] == " " and body.text[i + 1].isupper():
            edges.append(i + 1)
    return [body.slice(a, b) for a, b in zip(edges, [*edges[1:], end], strict=True)]
