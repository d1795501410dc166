"""A quantity while it is put together, and the text it is read from."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction

from entailed.text.quantity_nouns import counted
from entailed.text.quantity_tokens import Core, Token
from entailed.text.quantity_words import Bound
from entailed.text.units import Unit

__all__ = ["Draft", "Source", "at", "draft_of", "put_noun"]


@dataclass(slots=True)
class Draft:
    """A quantity while it is put together; see `entailed.text.quantities.Quantity`."""

    start: int
    end: int
    number_start: int
    number_end: int
    low: Fraction
    high: Fraction
    step: Fraction
    digits: int
    style: str
    kind: str = ""
    bound: Bound = "exact"
    soft: bool = False
    approximate: bool = False
    side: str = ""
    unit: Unit | None = None
    currency: str | None = None
    per: str = ""
    per_factor: Fraction = Fraction(0)
    noun: str = ""
    nouns: tuple[str, ...] = ()
    noun_span: tuple[int, int] | None = None
    change: str = ""
    other: Fraction | None = None
    fraction: bool = False
    weak: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """A text prepared for parsing."""

    plain: str
    low: str
    tokens: list[Token]
    language: str
    taken: tuple[tuple[int, int], ...]

    def blocked(self, start: int, end: int) -> int | None:
        """The end of a date or identifier that `[start, end)` touches, or None."""
        at = bisect_left(self.taken, (end, 0)) - 1
        # Of dates and identifiers that overlap one another the last few reach furthest.
        return max(
            (b for a, b in self.taken[max(0, at - 2) : at + 1] if a < end and start < b),
            default=None,
        )


def at(tokens: list[Token], i: int) -> Token | None:
    """The token at `i`, or None outside the list."""
    return tokens[i] if 0 <= i < len(tokens) else None


def draft_of(source: Source, core: Core, **more: object) -> Draft:
    """A draft of a bare value, with fields of it set by name."""
    start, end = source.tokens[core.first].start, source.tokens[core.last - 1].end
    draft = Draft(
        start, end, start, end, core.value, core.value, core.step, core.digits, core.style,
        other=core.other, fraction=core.fraction, weak=core.weak,
    )  # fmt: skip
    for name, value in more.items():
        setattr(draft, name, value)
    return draft


def put_noun(source: Source, draft: Draft, i: int) -> None:
    """Set what a count counts, from token `i` on; measures and money count nothing."""
    if draft.unit is not None and draft.unit.dimension != "ratio" and draft.unit.name != "%":
        return
    if draft.currency:
        return
    found = counted(source.tokens, i, source.language, draft.high)
    if found is not None:
        draft.nouns, draft.noun, draft.noun_span = found
