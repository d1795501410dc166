"""Lists, and tables that are lists, read as what the line or heading above them says of each item.

"The policy does not cover:" over "- flood damage" says that flood damage is not covered; so does
a heading "Not covered", a column of that name, and "Not covered: floods, hail" in one sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from entailed.text.clauses import Token, clauses, is_verb
from entailed.text.lazy import lazy
from entailed.text.memo import memo
from entailed.text.roots import root
from entailed.text.segment import sentences
from entailed.text.stances import Stance, stance, tail
from entailed.text.views import LIGHT_WORDS
from entailed.types import Sentence, Span

__all__ = ["Listing", "listings"]

_MOST = 400
_HEADING_ROOTS = 5
_LIGHT = frozenset(root(word) for word in LIGHT_WORDS.split())
_JOINTS = lazy(
    r"\s*[,;]\s*(?:and\s|or\s|und\s|oder\s|et\s|ou\s|y\s|o\s)?|\s+(?:and|or|und|oder|et|ou|y|sowie)\s+",
    re.IGNORECASE,
)
_HEADED = lazy(
    r"\b(?:of|by|from|for|to|with|in|on|through|due to|caused by|von|durch|de|du|des|di)\b", 2
)
_OPEN = lazy(
    r"\b(?:if|unless|only|except\w*|excluding|other than|apart from|but|without|until|when|where|"
    r"up to|more than|less than|over|under|above|below|wenn|außer|nur|ohne|sauf|sans|salvo|sin)\b",
    re.IGNORECASE,
)
_COLON = lazy(r"(?<=\w)\s?[:：]\s+")


@dataclass(frozen=True, slots=True)
class Listing:
    """One item with the stance of what stands above it.

    `sentence` is the evidence sentence, `span` the item in its text. `parts` are the content roots
    of the item's members ("seals, filters and batteries" has three), each with what they share.
    `about` are roots of the headings over it. `list` is the same for the items of one list.
    `open`: the item has a condition, bound or exception of its own.
    """

    sentence: Sentence
    span: Span
    stance: Stance
    parts: tuple[frozenset[str], ...]
    about: frozenset[str]
    list: int
    open: bool

    @property
    def roots(self) -> frozenset[str]:
        """Content roots of the whole item."""
        return frozenset().union(*self.parts)


@memo(characters=800_000)
def listings(passage: str) -> tuple[Listing, ...]:
    """The items of a passage whose line, heading or column takes a stance, in order."""
    return tuple(_Reader(sentences(passage)).read())


@dataclass(slots=True)
class _Above:
    """The headings, table columns and lead-ins over the sentence being read."""

    heading: Stance | None
    about: frozenset[str]
    columns: tuple[str, ...]
    number: int


class _Reader:
    """One pass over the sentences of a passage."""

    def __init__(self, found: Sequence[Sentence]) -> None:
        self.found = found
        self.above = _Above(None, frozenset(), (), 0)
        self.leads: dict[int, Stance | None] = {}

    def read(self) -> Iterator[Listing]:
        """All listings, at most a few hundred."""
        given = 0
        for sentence in self.found:
            for made in self._of(sentence):
                given += 1
                if given > _MOST:
                    return
                yield made

    def _of(self, sentence: Sentence) -> Iterator[Listing]:
        if sentence.kind == "heading":
            self._heading(sentence)
        elif sentence.kind == "table_header":
            self.above.columns = tuple(sentence.text.split("; "))
            self.above.number += 1
        elif sentence.kind == "table_row":
            yield from self._row(sentence)
        elif sentence.kind == "list_item":
            yield from self._item(sentence)
        elif sentence.kind in ("paragraph", "quote"):
            yield from self._inline(sentence)

    def _heading(self, sentence: Sentence) -> None:
        """A heading takes a stance for what is under it only where it says little else."""
        own = stance(sentence.text)
        short = own is not None and (own.kinds or own.out) and len(own.roots) <= _HEADING_ROOTS
        self.above.heading = own if short else None
        self.above.about |= _content(sentence.text)
        self.above.columns = ()
        self.above.number += 1

    def _item(self, sentence: Sentence) -> Iterator[Listing]:
        if sentence.lead_in is not None:
            at = sentence.lead_in.starts[0] if sentence.lead_in.starts else -1
            if at not in self.leads:
                self.leads[at] = self._lead(sentence.lead_in.text, at)
            own, number = self.leads[at], at
        else:
            own, number = self.above.heading, -1 - self.above.number
        if own is not None and tail(sentence.text) is None:
            yield from self._listing(sentence, Span(0, len(sentence.text)), own, number)

    def _lead(self, text: str, at: int) -> Stance | None:
        """The stance of a lead-in; one that is an item itself goes on with the lead-in over it."""
        taken = tail(text)
        rest = text[: taken.start] if taken else text
        own = stance(rest)
        if own is None or not own.taken:
            parent = self._parent(at, bare=own is not None and not own.core)
            own = own if parent is None else _joined(parent, rest)
        if own is None or taken is None:
            return own
        return own.turned()

    def _parent(self, at: int, *, bare: bool) -> Stance | None:
        """The stance over the sentence that stands at an offset of the passage.

        That of the heading holds for a lead-in only where it is `bare` ("the following:").
        """
        for sentence in self.found:
            if sentence.span.start <= at < sentence.span.end:
                if sentence.lead_in is None or not sentence.lead_in.starts:
                    return self.above.heading if bare else None
                above = sentence.lead_in.starts[0]
                return self._lead(sentence.lead_in.text, above) if above < at else None
        return None

    def _row(self, sentence: Sentence) -> Iterator[Listing]:
        """Cells under columns that take a stance, or the row's name under such a heading."""
        columns = [stance(column) for column in self.above.columns]
        if columns and all(_bare(own) for own in columns):
            yield from self._cells(sentence, columns[0])
        elif self.above.heading is not None:
            name, _, _ = sentence.text.partition(": ")
            number = -1 - self.above.number
            yield from self._listing(sentence, Span(0, len(name)), self.above.heading, number)

    def _cells(self, sentence: Sentence, first: Stance | None) -> Iterator[Listing]:
        """The cells of a row of a table whose columns are lists ("Covered", "Not covered")."""
        text, number = sentence.text, -1 - self.above.number
        name, mark, _ = text.partition(": ")
        at = len(name) + len(mark) if mark else 0
        if mark and first is not None:
            yield from self._listing(sentence, Span(0, len(name)), first, number)
        for cell in text[at:].split("; "):
            column, equals, value = cell.partition(" = ")
            own = stance(column) if equals else None
            if own is not None:
                start = at + len(column) + len(equals)
                span = Span(start, start + len(value))
                yield from self._listing(sentence, span, own, number)
            at += len(cell) + 2

    def _inline(self, sentence: Sentence) -> Iterator[Listing]:
        """ "Not covered: floods and hail." as one list; what follows must be no sentence."""
        match = _COLON.search(sentence.text)
        if match is None:
            return
        own = stance(sentence.text[: match.start()])
        after = sentence.text[match.end() :]
        if own is None or any(_has_verb(piece.tokens) for piece in clauses(after)):
            return
        span = Span(match.end(), len(sentence.text))
        yield from self._listing(sentence, span, own, sentence.span.start)

    def _listing(
        self, sentence: Sentence, span: Span, own: Stance, number: int
    ) -> Iterator[Listing]:
        text = span.of(sentence.text)
        if not own.taken:
            return
        condition = _OPEN.search(text)
        parts = _parts(text[: condition.start()] if condition else text)
        if parts:
            yield Listing(
                sentence, span, own, parts, self.above.about, number, condition is not None
            )


def _bare(own: Stance | None) -> bool:
    """Whether a column heading is nothing but a stance ("Not covered")."""
    return own is not None and bool(own.out or own.kinds) and len(own.roots) <= 1


def _joined(parent: Stance, text: str) -> Stance:
    """The stance of an item's own items: that over the item, about the item."""
    return replace(parent, roots=parent.roots | _content(text))


def _has_verb(tokens: Sequence[Token]) -> bool:
    return any(is_verb(tokens, at) for at in range(len(tokens)))


def _content(text: str) -> frozenset[str]:
    """Content roots of a text."""
    return frozenset(
        t.root for c in clauses(text) for t in c.tokens if t.content and t.root not in _LIGHT
    )


def _parts(text: str) -> tuple[frozenset[str], ...]:
    """Content roots of each member of an item; members after the first share its head.

    "Wear of seals, filters and batteries": wear of seals, wear of filters, wear of batteries.
    """
    pieces = [piece for piece in _JOINTS.split(text) if piece.strip(" .")]
    found: list[frozenset[str]] = []
    head: frozenset[str] = frozenset()
    for piece in pieces:
        link = _HEADED.search(piece)
        own = _content(piece)
        if not own:
            continue
        if link is not None:
            head = _content(piece[: link.start()])
        elif found:
            own |= head
        found.append(own)
    return tuple(found)
