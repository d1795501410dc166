"""Texts and places in them: spans, sentences, and the passages of one request.

Offsets are code-point offsets, half-open `[start, end)`, into the original text (the answer
as given, or a passage as frozen), never into a folded or cleaned copy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Literal

__all__ = [
    "BlockKind",
    "Evidence",
    "EvidenceSpan",
    "Mapped",
    "Passage",
    "Sentence",
    "Span",
]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range `[start, end)` of code points in an original text.

    Raises ValueError unless `0 <= start <= end`.
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"expected 0 <= start <= end, got [{self.start}, {self.end})")

    def __len__(self) -> int:
        return self.end - self.start

    def of(self, text: str) -> str:
        """The slice of `text` this span names."""
        return text[self.start : self.end]

    def contains(self, other: Span) -> bool:
        """Whether `other` lies wholly inside (an equal span does)."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """Whether the two share at least one code point."""
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Mapped:
    """A text derived from an original, with the way back for every code point.

    `starts[i]` and `ends[i]` are the original offsets that code point `i` of `text` stands for.
    Inserted code points (a lead-in put before a list item, a name put in a pronoun's place)
    map to the place they were taken from or replace, so the lists need not be monotone.
    Raises ValueError when the three lengths differ.
    """

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def __post_init__(self) -> None:
        if not len(self.text) == len(self.starts) == len(self.ends):
            raise ValueError(
                f"expected one start and one end per code point, got {len(self.text)} code points, "
                f"{len(self.starts)} starts, {len(self.ends)} ends"
            )

    def span(self, start: int, end: int) -> Span:
        """The smallest original span covering `text[start:end]`.

        An empty range maps to an empty span at the place it stands at.
        """
        if start >= end:
            if not self.starts:
                return Span(0, 0)
            at = self.starts[start] if start < len(self.starts) else self.ends[-1]
            return Span(at, at)
        return Span(min(self.starts[start:end]), max(self.ends[start:end]))

    def slice(self, start: int, end: int) -> Mapped:
        """The derived text `text[start:end]`, still mapped to the original."""
        return Mapped(self.text[start:end], self.starts[start:end], self.ends[start:end])

    @classmethod
    def identity(cls, text: str, offset: int = 0) -> Mapped:
        """A copy of `text` that begins at `offset` of its original."""
        stop = offset + len(text)
        return cls(text, tuple(range(offset, stop)), tuple(range(offset + 1, stop + 1)))

    @classmethod
    def join(cls, *parts: Mapped) -> Mapped:
        """The parts one after another (the caller supplies separators as parts)."""
        return cls(
            "".join(p.text for p in parts),
            tuple(i for p in parts for i in p.starts),
            tuple(i for p in parts for i in p.ends),
        )

    @classmethod
    def inserted(cls, text: str, at: Span) -> Mapped:
        """`text`, every code point of which stands for the original span `at`."""
        return cls(text, (at.start,) * len(text), (at.end,) * len(text))


BlockKind = Literal[
    "paragraph", "heading", "list_item", "table_row", "table_header", "quote", "code", "reference"
]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, list item or table row of a text, as checks and scorers read it.

    `body.text` is plain: Markdown and HTML markup removed, white space collapsed, a table row
    written out as "row header: column = cell; ...". `span` is where it stands in the original.
    `lead_in` is the line that introduces a list ("The policy does not cover:"), plain, or "".
    """

    body: Mapped
    span: Span
    kind: BlockKind = "paragraph"
    lead_in: Mapped | None = None
    index: int = 0

    @property
    def text(self) -> str:
        """The plain text."""
        return self.body.text


@dataclass(frozen=True, slots=True)
class Passage:
    """One piece of evidence, exactly as the model saw it."""

    id: str
    text: str
    source: str | None = None
    title: str | None = None
    url: str | None = None
    date: str | None = None
    version: str | None = None
    tenant: str | None = None
    authority: str | None = None
    retrieved_at: str | None = None
    metadata: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    digest: str = ""

    def __reduce__(self) -> tuple[object, ...]:
        # A read-only mapping cannot be pickled; it travels as a dict and is wrapped again.
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return _thawed_passage, ({**values, "metadata": dict(self.metadata)},)

    def __hash__(self) -> int:
        return hash((self.id, self.digest, self.text))


def _thawed_passage(values: dict[str, Any]) -> Passage:
    """A passage from its pickled values."""
    return Passage(**{**values, "metadata": MappingProxyType(values["metadata"])})


@dataclass(frozen=True, slots=True)
class Evidence:
    """The frozen, ordered passages of one request; make one with `entailed.freeze`."""

    passages: tuple[Passage, ...]
    digest: str

    def __iter__(self) -> Iterator[Passage]:
        return iter(self.passages)

    def __len__(self) -> int:
        return len(self.passages)

    def get(self, passage_id: str) -> Passage | None:
        """The passage with this id, or None."""
        return next((p for p in self.passages if p.id == passage_id), None)

    @property
    def ids(self) -> tuple[str, ...]:
        """Passage ids in order."""
        return tuple(p.id for p in self.passages)

    @property
    def blank(self) -> bool:
        """Whether no passage holds any text but white space."""
        return not any(p.text.strip() for p in self.passages)


@dataclass(frozen=True, slots=True)
class EvidenceSpan:
    """A place in a passage."""

    passage_id: str
    span: Span
