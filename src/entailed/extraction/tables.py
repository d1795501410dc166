"""Claims of a table row: one for the row, or one a cell when it has several values."""

from __future__ import annotations

from entailed.types import Mapped, Sentence, Span


def row_claims(sentence: Sentence) -> tuple[tuple[Mapped, Span], ...]:
    """Body and place of each claim of a table row, in order.

    "Cold: Min = 1; Max = 6" gives "Cold: Min = 1" and "Cold: Max = 6"; the first claim's place
    begins at the row's first cell, so that the places cover the whole row.
    """
    body = sentence.body
    edges = [i for i in range(len(body.text)) if body.ends[i] == body.starts[i]]
    breaks = [i for i in edges if body.text[i] in ":;" and body.text[i + 1 : i + 2] == " "]
    cells = _ranges(body, breaks)
    if len(cells) < 3 or body.text[breaks[0]] != ":":
        return ((body, sentence.span),)
    row, *values = cells
    head = body.slice(row[0], row[1] + 2)
    claims: list[tuple[Mapped, Span]] = []
    for start, end in values:
        claims.append(
            (Mapped.join(head, body.slice(start, end)), _place(body, start, end, sentence.span))
        )
    first, place = claims[0]
    claims[0] = (first, Span(sentence.span.start, place.end))
    return tuple(claims)


def _ranges(body: Mapped, breaks: list[int]) -> list[tuple[int, int]]:
    starts = [0, *(i + 2 for i in breaks)]
    return list(zip(starts, [*breaks, len(body.text)], strict=True))


def _place(body: Mapped, start: int, end: int, row: Span) -> Span:
    """Where the cell's own text stands: what maps into the row and is not inserted."""
    own = [i for i in range(start, end) if body.ends[i] > body.starts[i] >= row.start]
    own = own or list(range(start, end))
    return Span(body.starts[own[0]], body.ends[own[-1]])
