"""The dates of passages with the statements they stand in, and dates that follow from them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from entailed.text.dates import DateValue, read_dates
from entailed.text.durations import Duration, read_durations, shifted
from entailed.text.lazy import lazy
from entailed.text.statements import Statement, statements
from entailed.types import Sentence, Span

__all__ = ["Dated", "Lasting", "dated", "lasting", "passage_years"]


@dataclass(frozen=True, slots=True)
class Dated:
    """A date of a passage. `rest` are the roots of its statement without dates and numbers.

    `partner` is the other end of a range. `formula` says how a date that is not written
    follows from one that is ("10 May 2023 + two years"), else "".
    """

    value: DateValue
    sentence: Sentence
    rest: frozenset[str]
    own: frozenset[str]
    partner: DateValue | None = None
    formula: str = ""


@dataclass(frozen=True, slots=True)
class Lasting:
    """A duration of a passage, with its sentence."""

    value: Duration
    sentence: Sentence


@lru_cache(maxsize=4096)
def dated(passage: str) -> tuple[Dated, ...]:
    """Every date of a passage, in order, then those that follow by "two years later". Cached."""
    found: list[Dated] = []
    for made in statements(passage):
        if made and made[0].sentence is not None:
            found.extend(_of_sentence(made[0].sentence, made))
    return (*found, *_derived(passage, found))


@lru_cache(maxsize=4096)
def lasting(passage: str) -> tuple[Lasting, ...]:
    """Every duration of a passage, in order. Cached."""
    return tuple(
        Lasting(value, made[0].sentence)
        for made in statements(passage)
        if made and made[0].sentence is not None
        for value in read_durations(made[0].sentence.text)
    )


@lru_cache(maxsize=4096)
def passage_years(passage: str) -> frozenset[int]:
    """The years that dates of the passage lie in."""
    return frozenset(d.value.year for d in dated(passage) if d.value.year is not None)


def _of_sentence(sentence: Sentence, made: Sequence[Statement]) -> list[Dated]:
    values = read_dates(sentence.text)
    spans = [v.span for v in values]
    found = []
    for number, value in enumerate(values):
        home = home_of(value.span, made)
        partner = None
        if value.relation == "from" and number + 1 < len(values):
            partner = values[number + 1] if values[number + 1].relation == "until" else None
        if value.relation == "until" and number:
            partner = values[number - 1] if values[number - 1].relation == "from" else None
        own = frozenset(r for r, at in home.order if not any(at.overlaps(s) for s in spans))
        found.append(Dated(value, sentence, home.without(spans), own, partner))
    return found


def home_of(span: Span, made: Sequence[Statement]) -> Statement:
    """The statement a place lies in, or the nearest before it."""
    inside = [s for s in made if s.span.overlaps(span)]
    if inside:
        return inside[0]
    earlier = [s for s in made if s.span.end <= span.start]
    return earlier[-1] if earlier else made[0]


_SHIFTING = ("later", "earlier")
_AGO = lazy(r"\s(?:ago|назад)", re.IGNORECASE)


def _derived(passage: str, found: Sequence[Dated]) -> list[Dated]:
    """Dates such as the end of "began on 10 May 2023 and ended two years later"."""
    derived: list[Dated] = []
    for made in statements(passage):
        if not made or made[0].sentence is None:
            continue
        sentence = made[0].sentence
        for duration in read_durations(sentence.text):
            base = _base(duration, sentence, found)
            if base is None or duration.direction not in _SHIFTING or _ago(duration, sentence):
                continue
            moved = _moved(base.value, duration)
            if moved is not None:
                home = home_of(duration.span, made)
                text = f"{base.value.text} + {duration.text}"
                derived.append(
                    Dated(moved, sentence, home.without((duration.span,)), home.own, None, text)
                )
    return derived


def _ago(duration: Duration, sentence: Sentence) -> bool:
    return bool(_AGO.match(sentence.text, duration.span.end))


def _base(duration: Duration, sentence: Sentence, found: Sequence[Dated]) -> Dated | None:
    """The date a duration is counted from: the last before it, here or a sentence earlier."""
    known = [d for d in found if d.value.calendar and d.value.year_known and not d.value.fiscal]
    here = [
        d
        for d in known
        if d.sentence.index == sentence.index and d.value.span.start < duration.span.start
    ]
    before = [d for d in known if d.sentence.index == sentence.index - 1]
    return here[-1] if here else before[-1] if before else None


def _moved(value: DateValue, duration: Duration) -> DateValue | None:
    low, high = shifted(value.low, duration), shifted(value.high, duration)
    if low is None or high is None:
        return None
    return replace(
        value,
        span=duration.span,
        low=low,
        high=high,
        readings=((low, high),),
        relation="on",
        approximate=value.approximate or duration.approximate,
    )
