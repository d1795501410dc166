"""Finds the written forms of dates and times in a text.

`find_drafts` runs the patterns from the most to the least specific and keeps what does not
overlap. Relations and ranges are read in `entailed.text.dates`.
"""

from __future__ import annotations

from dataclasses import replace

from entailed.text.calendar_words import ENGLISH_MONTHS, GERMAN_MONTHS
from entailed.text.date_drafts import MONTH, Draft, Form, flags
from entailed.text.day_patterns import DAY_FORMS, MONTH_DAY_FORMS, MONTH_FORMS
from entailed.text.lazy import lazy
from entailed.text.period_patterns import PERIOD_FORMS
from entailed.text.year_patterns import YEAR_FORMS

__all__ = ["find_drafts"]

_FULL_WIDTH = {0xFF10 + i: 0x30 + i for i in range(10)}

_DIGIT = lazy(r"\d")
_MONTH = flags(rf"(?<!\w)(?:{MONTH})")

_PERIOD_WORD = flags(
    r"centur|siècle|siglo|século|secolo|век|jahrhundert|quart|trimestre|квартал|half|semestre|полуг"
    r"|halbjahr|ties(?!\w)"
)


def find_drafts(text: str, forms: tuple[Form, ...] = ()) -> list[Draft]:
    """All dates in `text` in order, and what `forms` (tried first) find; none overlap."""
    plain = text.translate(_FULL_WIDTH)
    taken: list[Draft] = []
    used = bytearray(len(plain))
    for pattern, build in (*forms, *_possible(plain)):
        for match in pattern.finditer(plain):
            draft = build(match)
            if draft and used.find(1, draft.start, draft.end) < 0:
                draft = _without_stop(plain, draft)
                used[draft.start : draft.end] = b"\x01" * (draft.end - draft.start)
                taken.append(draft)
    return sorted(taken, key=lambda d: d.start)


def _possible(text: str) -> tuple[Form, ...]:
    """The forms that may match, by what the text has at all: digits, months, words for periods."""
    digits, month = _DIGIT.search(text) is not None, _MONTH.search(text) is not None
    found: tuple[Form, ...] = DAY_FORMS if digits else ()
    if digits and month:
        found += MONTH_DAY_FORMS
    if digits or _PERIOD_WORD.search(text):
        found += PERIOD_FORMS
    if digits:
        found += YEAR_FORMS
    return found + MONTH_FORMS if month else found


def _without_stop(text: str, draft: Draft) -> Draft:
    """A full stop after a month written out ends the sentence; it is no part of the date."""
    if text[draft.end - 1] != ".":
        return draft
    word = text[max(0, draft.end - 12) : draft.end - 1].split()[-1].casefold()
    whole = len(word) > 4 or word in {"bc", "bce", "ad", "ce", *ENGLISH_MONTHS, *GERMAN_MONTHS}
    return replace(draft, end=draft.end - 1) if whole or word.isdigit() else draft
