"""The words of the passages that an answer rests on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from entailed.text.segment import sentences
from entailed.types import Evidence, Passage, Span, Verdict

__all__ = ["Quote", "as_answer", "as_lines", "quotes_of"]


@dataclass(frozen=True, slots=True)
class Quote:
    """A whole sentence (list item, table row) of a passage, as it stands there."""

    passage: Passage
    text: str


def quotes_of(verdicts: Iterable[Verdict], evidence: Evidence) -> tuple[Quote, ...]:
    """The sentences that carry these verdicts, each once, in the order of the verdicts."""
    found: dict[Quote, None] = {}
    for verdict in verdicts:
        for place in verdict.support:
            passage = evidence.get(place.passage_id)
            if passage is not None:
                found.setdefault(Quote(passage, _whole(passage.text, place.span)))
    return tuple(found)


def _whole(text: str, place: Span) -> str:
    touched = [s.span for s in sentences(text) if s.span.overlaps(place)] or [place]
    return Span(touched[0].start, touched[-1].end).of(text).strip()


def as_lines(quotes: Sequence[Quote]) -> str:
    """One line a quotation: the id of its passage, its title where it has one, its words."""
    return "\n".join(_line(quote) for quote in dict.fromkeys(quotes))


def _line(quote: Quote) -> str:
    title = f" {' '.join(quote.passage.title.split())}" if quote.passage.title else ""
    return f'[{quote.passage.id}]{title}: "{" ".join(quote.text.split())}"'


def as_answer(quotes: Sequence[Quote]) -> str:
    """The quotations as sentences of an answer, each with its citation."""
    return " ".join(_cited(quote) for quote in dict.fromkeys(quotes))


def _cited(quote: Quote) -> str:
    text = " ".join(quote.text.split())
    end = text[-1:] if text.endswith((".", "!", "?")) else ""
    return f"{text.removesuffix(end)} [{quote.passage.id}]{end or '.'}"
