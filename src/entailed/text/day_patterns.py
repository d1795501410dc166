"""The written forms of days and months."""

from __future__ import annotations

import re

from entailed.text.calendar_words import (
    AMBIGUOUS_MONTHS,
    ENGLISH_MONTHS,
    GERMAN_MONTHS,
    MONTHS,
)
from entailed.text.date_drafts import (
    DAY,
    MONTH,
    NOT_NUMBER,
    PART,
    UNKNOWN_YEAR,
    YEAR,
    Draft,
    Form,
    day_of,
    flags,
    month_number,
    months,
    number_of,
    part_of,
    placed,
    short_year,
    years,
)
from entailed.text.lazy import lazy

__all__ = ["DAY_FORMS", "MONTH_DAY_FORMS", "MONTH_FORMS"]


def _build_iso(m: re.Match[str]) -> Draft | None:
    day = day_of(int(m["y"]), int(m["m"]), int(m["d"]))
    return Draft(*m.span(), "day", ((day, day),)) if day else None


def _build_numeric(m: re.Match[str]) -> Draft | None:
    a, b, year = int(m["a"]), int(m["b"]), short_year(m["y"])
    european, american = day_of(year, b, a), day_of(year, a, b)
    orders = (european,) if m["sep"] == "." else (european, american)
    readings = tuple(dict.fromkeys((d, d) for d in orders if d))
    return Draft(*m.span(), "day", readings) if readings else None


def _build_worded(m: re.Match[str]) -> Draft | None:
    """Day, month name and perhaps a year, in either order; or only month name and year."""
    word = m["m"]
    if not _looks_like_month(m, word):
        return None
    month, written = month_number(word), m["y"]
    year = short_year(written) if written else UNKNOWN_YEAR
    if "d" in m.re.groupindex and m["d"]:
        day = day_of(year, month, number_of(m["d"]))
        return Draft(*m.span(), "day", ((day, day),), year_known=bool(written)) if day else None
    interval, partial = part_of(m, months(year, month, month))
    return Draft(*m.span(), "month", (interval,), year_known=bool(written), approximate=partial)


_ON = lazy(r"(?<!\w)(?:on|by|until|till|since|from|before|after|through|due|of)\s\Z")


# What may be counted by the number: "may 5 pages", "the march 31 men made".
_NOUN = lazy(r"\s*(?![.,;:!?)]|\Z|(?:at|and|to|in|from|until|or|for|with)\s)")
_PLURAL = lazy(r"\s(?:[a-z]+s|men|women|people|children)(?!\w)")


def _casual(m: re.Match[str]) -> bool:
    """Whether a day stands beside a lower-case month in writing that is careless of capitals."""
    lower, found = m.string.islower(), m.groupdict()
    if not found.get("d"):
        return lower and bool(found.get("y")) and m["m"] not in AMBIGUOUS_MONTHS
    before = m.string[max(0, m.start() - 8) : m.start()]
    open_word = _PLURAL if len(m["m"]) > len("may") else _NOUN
    closed = open_word.match(m.string, m.end()) is None
    return (lower and closed) or _ON.search(before) is not None


def _looks_like_month(m: re.Match[str], word: str) -> bool:
    """English and German month names are capitalised; "may 5 be enough" is no date."""
    folded = word.rstrip(".").casefold()
    needs_capital = folded in ENGLISH_MONTHS or folded in GERMAN_MONTHS or len(folded) <= 3
    foreign = folded in {"mai", "abril", "août", "aout", "juin", "mag", "gen", "ott", "set"}
    return word[0].isupper() or not needs_capital or foreign or _casual(m)


_PREPOSITION = (
    r"(?:in|of|by|since|until|till|from|to|through|during|between|last|next|this"
    r"|every|each|before|after|im|seit|bis|ab|von|vom|en|de|dès|depuis|desde|hasta|a|em|di|dal"
    r"|fino a"
    r"|в|с|до)"
)


_TO_MONTH = lazy(rf"\s?(?:-|–|to|and|through|until|bis)\s?(?:{MONTH})", re.IGNORECASE)


def _build_month_alone(m: re.Match[str]) -> Draft | None:
    word = m["m"]
    folded = word.rstrip(".").casefold()
    if not _looks_like_month(m, word) or (len(folded) <= 4 and word.isupper()):
        return None
    interval, partial = part_of(m, months(UNKNOWN_YEAR, MONTHS[folded], MONTHS[folded]))
    led = m["prep"] or partial or _TO_MONTH.match(m.string, m.end())
    if folded in AMBIGUOUS_MONTHS and not (led and (word[0].isupper() or len(folded) > 3)):
        return None
    if len(folded) <= 3 and folded not in {"may", "mai", "май"} and not word.endswith("."):
        return None
    start = min(m.start(g) for g in ("early", "middle", "late", "m") if m[g])
    return Draft(start, m.end(), "month", (interval,), year_known=False, approximate=partial)


def _build_cjk(m: re.Match[str]) -> Draft | None:
    eras = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "明治": 1867}
    year = UNKNOWN_YEAR
    if m["y"]:
        count = 1 if m["y"] == "元" else int(m["y"])
        year = count + eras[m["era"]] if m["era"] else count
        if not m["era"] and len(m["y"]) != 4:
            return None
    if m["d"] and m["m"]:
        day = day_of(year, int(m["m"]), int(m["d"]))
        return Draft(*m.span(), "day", ((day, day),), year_known=bool(m["y"])) if day else None
    if m["m"]:
        month = int(m["m"])
        if not 1 <= month <= 12:
            return None
        span = (months(year, month, month),)
        return Draft(*m.span(), "month", span, year_known=bool(m["y"]))
    return Draft(*m.span(), "year", (years(year, year),)) if m["y"] else None


def _build_numeric_short(m: re.Match[str]) -> Draft | None:
    a, b, year = int(m["a"]), int(m["b2"]), short_year(m["y2"])
    days = (day_of(year, b, a), day_of(year, a, b))
    readings = tuple(dict.fromkeys((d, d) for d in days if d))
    return Draft(*m.span(), "day", readings) if readings else None


def _build_iso_month(m: re.Match[str]) -> Draft | None:
    month = int(m["m"])
    return Draft(*m.span(), "month", (months(int(m["y"]), month, month),))


_OPT_YEAR = (
    rf"(?:\s?,?\s{{0,2}}(?:of |in |de |del |d')?(?P<y>{YEAR}"
    rf"|'\d{{2}}(?!\d)){NOT_NUMBER}(?!\s?(?:BC|v\. ?Chr))(?:\s?(?:года|г\.|г))?)?"
)
_OPT_YEAR = _OPT_YEAR.replace(r"|'\d{2}(?!\d)", "")
_NEED_YEAR = _OPT_YEAR[:-1]
_DAY_JOINT = r"(?:-|–|—|to|and|or|bis|und|et|y|e|au|al|,)"
DAY_FORMS: tuple[Form, ...] = (
    (
        flags(r"(?<![\d.\-/])(?P<y>\d{4})(?P<s>[-/.])(?P<m>\d{1,2})(?P=s)(?P<d>\d{1,2})(?![\d\-])"),
        _build_iso,
    ),
    (
        flags(
            r"(?<![\d.,\-/:§v])(?P<a>\d{1,2})(?:(?P<sep>[./-])\s?(?P<b>\d{1,2})(?P=sep)\s?"
            rf"(?P<y>{YEAR})|(?P<sep2>/)(?P<b2>\d{{1,2}})/(?P<y2>\d{{2}}))(?![\d/\-]|[.,]\d)"
        ),
        lambda m: _build_numeric(m) if m["sep"] else _build_numeric_short(m),
    ),
    (
        flags(
            r"(?:(?P<era>令和|平成|昭和|大正|明治)|(?<!\d))(?P<y>\d{1,4}|元)\s?[年년](?![间間度級级生])"
            r"(?:\s?(?P<m>\d{1,2})\s?[月월](?:\s?(?P<d>\d{1,2})\s?[日号號일])?)?"
        ),
        _build_cjk,
    ),
    (
        flags(
            r"(?P<era>(?!))?(?P<y>(?!))?(?<!\d)(?P<m>\d{1,2})\s?[月월](?:\s?(?P<d>\d{1,2})\s?[日号號일])?"
            r"(?![间間])"
        ),
        _build_cjk,
    ),
)
MONTH_DAY_FORMS: tuple[Form, ...] = (
    # "5-7 March 2024", "3 and 4 May": the first day.
    (
        flags(
            rf"(?<![\w.,/:])(?P<d>{DAY})(?=\s?{_DAY_JOINT}\s?{DAY}\s{{0,2}}(?:(?:of|de|di) "
            rf")?(?P<m>{MONTH})",
            _OPT_YEAR,
            ")",
        ),
        _build_worded,
    ),
    # "March 5-7, 2024": the second day, then the first.
    (
        flags(
            rf"(?<!\w)(?P<m>{MONTH})\s(?P<d1>{DAY})\s?{_DAY_JOINT}\s?(?P<d>{DAY})(?!\w|[.,]\d)",
            _OPT_YEAR,
        ),
        lambda m: placed(_build_worded(m), m.start("d"), m.end()),
    ),
    (
        flags(
            rf"(?<!\w)(?P<m>{MONTH})\s(?P<d>{DAY})\s?{_DAY_JOINT}\s?(?P<d2>{DAY})(?!\w|[.,]\d)",
            _OPT_YEAR,
        ),
        lambda m: placed(_build_worded(m), m.start(), m.end("d")),
    ),
    (
        flags(
            rf"(?<![\w.,/:])(?P<d>{DAY})\s{{0,2}}(?:(?:of|de|di|do|d')\s{{0,2}})?(?P<m>{MONTH})",
            _OPT_YEAR,
        ),
        _build_worded,
    ),
    (
        flags(
            rf"(?<!\w)(?P<m>{MONTH})\s{{0,2}}(?:the )?(?P<d>{DAY})(?![\w:%/]|[.,]\d|-\w)", _OPT_YEAR
        ),
        _build_worded,
    ),
    (flags(rf"(?<!\w)(?:{PART})?(?P<m>{MONTH})", _NEED_YEAR), _build_worded),
)
_MONTH_ALONE = flags(
    rf"(?<!\w)(?:(?P<prep>{_PREPOSITION})\s(?:the )?(?:month of "
    rf")?)?(?:{PART})?(?P<m>{MONTH})(?!\w|-\w)"
)
_ISO_MONTH = flags(r"(?<![\w.\-/])(?P<y>(?:19|20)\d\d)-(?P<m>0[1-9]|1[0-2])(?![\w\-/–])")
MONTH_FORMS: tuple[Form, ...] = ((_MONTH_ALONE, _build_month_alone),)
DAY_FORMS = (*DAY_FORMS, (_ISO_MONTH, _build_iso_month))
