"""Dates that a claim puts as a case of a rule, and dates that lie a step from stated ones.

"Someone who turns 28 in September is too old": a text that gives the rule need not give the day,
and the day is no other day than one it gives. Nor is a date surely missing where the text says
"one year after", "the next day" or "until the end of March" of its neighbour.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from entailed.text.date_relations import overlapping
from entailed.text.dated import dated
from entailed.text.dates import DateValue
from entailed.text.durations import Duration, Unit, read_durations, shifted
from entailed.text.lazy import lazy
from entailed.text.segment import sentences
from entailed.types import Span

__all__ = ["is_beside", "is_case", "may_be_reckoned"]

_ANYONE = lazy(
    r"(?<!\w)(?:someone|somebody|anyone|anybody|whoever|everyone who|those who|people who|you"
    r"|jemand|wer|quiconque|quelqu'un|alguien|quien|chiunque|qualcuno|alguém|quem|кто)(?!\w)",
    re.IGNORECASE,
)
_SUPPOSED = lazy(
    r"(?<!\w)(?:if|unless|whenever|whether|in case|wenn|falls|si|caso|se|если)(?!\w)",
    re.IGNORECASE,
)
_ALLOWED = lazy(
    r"(?<!\w)(?:may|can|cannot|can't|must|mustn't|should|shouldn't|need not|needn't"
    r"|(?:could|would|might) (?:not )?have"
    r"|(?:is|are|was|were) (?:not |still |no longer |only |also )*"
    r"(?:allowed|permitted|forbidden|prohibited|entitled|obliged|required|eligible|possible)"
    r"|darf|dürfen|kann|können|muss|müssen|peut|peuvent|doit|doivent|puede|pueden|debe|deben)"
    r"(?!\w)"
)
_ANY = r"(?:an?|any|each|every)"
_LED = r"(?:(?:even|for|to|of|from|under|with|in|at|by|on)\s)*"
# A thing of a kind as the subject: "A block from 1995 needs ...", "In October, a firm ...".
_OF_A_KIND = lazy(rf"(?:\A|,\s){_LED}{_ANY}\s", re.IGNORECASE)
_DOING = lazy(r"\A(?-i:[A-Z])\w{2,}ing\s(?![^,]{0,80},)", re.IGNORECASE)
# A thing of a kind that has the date as its mark: "of a trolley from 2017".
_MARKED = lazy(rf"(?<!\w){_ANY}\s(?:[\w'’-]+\s){{1,4}}\Z", re.IGNORECASE)
_NOW = lazy(
    r"(?<!\w)(?:is|are|isn't|aren't|has|have|does|do|doesn't|don't|will|needs?|takes?|uses?|gets?"
    r"|keeps?|appears?|costs?|counts?|lasts?|goes|pays?|receives?|remains?|stays?|requires?"
    r"|qualif(?:y|ies)|becomes?|ends?|begins?|starts?|expires?|applies|apply)(?!\w)"
)
_THEN = lazy(r"(?<!\w)(?:was|were|had|did|wasn't|weren't|hadn't|didn't)(?!\w)")


def is_case(text: str, at: Span) -> bool:
    """Whether `text` puts the date at `at` as a case of a rule rather than tells what happened."""
    if _ANYONE.search(text) or _SUPPOSED.search(text) or _ALLOWED.search(text):
        return True
    kind = _OF_A_KIND.search(text) or _DOING.match(text) or _MARKED.search(text[: at.start])
    return bool(kind and _NOW.search(text)) and not _THEN.search(text)


# --- dates a step from stated ones --------------------------------------------------------------

_REACH = 2  # sentences from a stated date to what is counted from it
_STEP = lazy(
    r"(?<!\w)the (?:(?:next|following|previous|preceding) (?P<u1>day|week|month|year)"
    r"|(?P<u2>day|week|month|year) (?:before|after|earlier|later)(?!\w))",
    re.IGNORECASE,
)
_COUNTED = ("later", "earlier")


def may_be_reckoned(value: DateValue, passage: str) -> bool:
    """Whether a length of time that a passage counts leads from a date near it to `value`.

    Either way: "one year after it opened" says which of the two comes first in words that are
    not read here.
    """
    if not (value.calendar and value.year_known):
        return False
    usable = [
        d for d in dated(passage) if d.value.calendar and d.value.year_known and not d.formula
    ]
    return any(
        _leads(one.value, length, value)
        for sentence in (sentences(passage) if usable else ())
        for length in _counted(sentence.text)
        for one in usable
        if abs(sentence.index - one.sentence.index) <= _REACH
    )


def _counted(text: str) -> Iterator[Duration]:
    yield from (d for d in read_durations(text) if d.direction in _COUNTED)
    for match in _STEP.finditer(text):
        unit: Unit = (match["u1"] or match["u2"]).casefold()  # type: ignore[assignment]
        yield Duration(Span(*match.span()), match.group(), 1.0, unit, "later")


def _leads(start: DateValue, length: Duration, value: DateValue) -> bool:
    back = Duration(length.span, length.text, length.count, length.unit, "earlier")
    on = Duration(length.span, length.text, length.count, length.unit, "later")
    for step in (back, on):
        low, high = shifted(start.low, step), shifted(start.high, step)
        if low is not None and high is not None and overlapping((low, high), _days(value)):
            return True
    return False


def _days(value: DateValue) -> tuple[date, date]:
    return value.low, value.high


_OPENS = ("from", "since", "after")
_ENDS = ("until", "by", "before")


def is_beside(value: DateValue, stated: DateValue) -> bool:
    """Whether `value` opens where the stated date ends, or the other way round.

    "From April" follows from "until the end of March", and "before May" speaks of the other side
    of "since May".
    """
    if not (value.calendar and stated.calendar):
        return False
    opening, ending = (value, stated) if value.relation in _OPENS else (stated, value)
    if opening.relation not in _OPENS or ending.relation not in _ENDS:
        return False
    gap = opening.low - ending.high
    return gap == timedelta(days=1) or overlapping(_days(opening), _days(ending))
