"""Check `terms`: confirms a date that follows from a stated date and a stated term.

"The warranty runs out on 1 August 2026" follows from "purchased on 1 August 2024" and "a two-year
warranty". The check only confirms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache
from itertools import islice

from entailed.protocols import check
from entailed.text.date_relations import compare
from entailed.text.dates import DateValue, read_dates
from entailed.text.durations import Duration, read_durations, shifted
from entailed.text.segment import sentences
from entailed.types import Alignment, Claim, Evidence, EvidenceSpan, Finding, Passage, Sentence

__all__ = ["terms"]

_SENTENCES = 40
_MOST = 6
_EARLIER = re.compile(
    r"(?<!\w)(?:before|prior|earlier|ahead of|in advance|vor|vorher|zuvor|avant|antes|prima|за|до)"
    r"(?!\w)|前",
    re.IGNORECASE,
)
_DAY = timedelta(days=1)


@check(name="terms", version="1")
def terms(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`arithmetic_derived` for a day that a date and a term of one passage give."""
    days = [d for d in read_dates(claim.text) if d.precision == "day"]
    if len(days) != 1:
        return ()
    for passage in evidence:
        for formula, places in islice(_derived(passage, days[0]), 1):
            return (
                Finding(
                    check="terms",
                    outcome="pass",
                    claim_span=claim.locate(days[0].span.start, days[0].span.end),
                    reason="arithmetic_derived",
                    message=formula,
                    claimed=days[0].text,
                    stated=formula,
                    evidence=places,
                ),
            )
    return ()


def _derived(
    passage: Passage, claimed: DateValue
) -> Iterator[tuple[str, tuple[EvidenceSpan, ...]]]:
    """Formulas that give the claimed day, where the passage has few dates and one term each."""
    starts, lengths = _held(passage.text)
    if len(starts) > _MOST or len(lengths) > _MOST:
        return
    if any(compare(claimed, d) == "same" for _, d in starts):
        return
    for at, start in starts:
        for stands, term in lengths:
            if abs(at.index - stands.index) <= 1 and _gives(start, term, stands, claimed):
                places = tuple(
                    EvidenceSpan(passage.id, s.body.span(v.span.start, v.span.end))
                    for s, v in ((at, start), (stands, term))
                )
                yield f"{start.text}, {term.text}", places


_Starts = tuple[tuple[Sentence, DateValue], ...]
_Lengths = tuple[tuple[Sentence, Duration], ...]


@lru_cache(maxsize=4096)
def _held(passage: str) -> tuple[_Starts, _Lengths]:
    """The days and the lengths of time of a passage with their sentences."""
    held = sentences(passage)[:_SENTENCES]
    starts = tuple((s, d) for s in held for d in read_dates(s.text) if d.precision == "day")
    lengths = tuple((s, t) for s in held for t in read_durations(s.text) if t.direction != "age")
    return starts, lengths


def _gives(start: DateValue, term: Duration, stands: Sentence, claimed: DateValue) -> bool:
    """Whether the term counted from the date ends on the claimed day (or on the day before)."""
    if start.year_known != claimed.year_known and claimed.year_known:
        return False
    back = term.direction == "earlier" or bool(_EARLIER.search(stands.text, term.span.end))
    turned = Duration(
        term.span, term.text, term.count, term.unit, "earlier" if back else "later", False
    )
    end = shifted(start.low, turned)
    if end is None:
        return False
    ends = [end] if back or end == date.min else [end, end - _DAY]
    if claimed.year_known:
        return any(claimed.low == claimed.high == e for e in ends)
    return any((claimed.low.month, claimed.low.day) == (e.month, e.day) for e in ends)
