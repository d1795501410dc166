"""The written forms of dates and times, each a pattern with a builder.

`find_drafts` runs the patterns from the most to the least specific and keeps what does not
overlap. It knows nothing of the words around an expression, except where a number
alone must show that it is a year; relations and ranges are read in `entailed.text.dates`.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from entailed.text.calendar_words import (
    AMBIGUOUS_MONTHS,
    DECADES,
    ENGLISH_MONTHS,
    GERMAN_MONTHS,
    MONTHS,
    ORDINALS,
    ROMAN,
    SEASONS,
)

__all__ = ["Draft", "Interval", "Precision", "find_drafts"]

Precision = Literal[
    "day",
    "month",
    "season",
    "quarter",
    "half",
    "year",
    "decade",
    "century",
    "time",
    "weekday",
]
Interval = tuple[date, date]
UNKNOWN_YEAR = 2000
NOWHERE: Interval = (date(UNKNOWN_YEAR, 1, 1), date(UNKNOWN_YEAR, 1, 1))


@dataclass(frozen=True, slots=True)
class Draft:
    """What a written form says by itself; see `entailed.text.dates.DateValue`."""

    start: int
    end: int
    precision: Precision
    readings: tuple[Interval, ...]
    year_known: bool = True
    approximate: bool = False
    fiscal: bool = False
    bc: bool = False
    minutes: tuple[int, ...] = ()
    weekday: int | None = None


Builder = Callable[[re.Match[str]], Draft | None]


def _names(words: Iterable[str]) -> str:
    return "|".join(re.escape(w) for w in sorted(words, key=len, reverse=True))


MONTH = rf"(?:{_names(MONTHS)})(?!\w)\.?"
DAY = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th|er|º|ª|\.(?!\d))?"
YEAR = r"(?:1\d{3}|20\d{2}|2100)"
NOT_NUMBER = r"(?![\d]|[.,]\d)"
_EARLY = (
    r"early(?: in)?|(?:the )?(?:beginning|start|early part)(?: of)?|anfang|début|inicios? de|inizio"
)
_MIDDLE = r"mid(?:dle)?(?: of)?|mitte|mi|mediados de|metà"
_LATE = r"late(?: in)?|(?:the )?(?:end|close|later part)(?: of)?|ende|fin|finales de|fine"
PART = rf"(?:(?P<early>{_EARLY})|(?P<middle>{_MIDDLE})|(?P<late>{_LATE}))[\s\-–]{{1,2}}(?:the )?"


def _month_number(word: str) -> int:
    return MONTHS[word.rstrip(".").casefold()]


def _number(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def _day(year: int, month: int, day: int) -> date | None:
    if not (1 <= year <= 9999 and 1 <= month <= 12):
        return None
    return date(year, month, day) if 1 <= day <= calendar.monthrange(year, month)[1] else None


def _months(year: int, first: int, last: int) -> Interval:
    """From the first day of month `first` to the last of `last` (next year's if smaller)."""
    end = year + (last < first)
    if not 1 <= year <= end <= 9999:
        return NOWHERE
    return date(year, first, 1), date(end, last, calendar.monthrange(end, last)[1])


def _years(first: int, last: int) -> Interval:
    return date(max(first, 1), 1, 1), date(min(max(last, 1), 9999), 12, 31)


def _short_year(text: str) -> int:
    value = int(text)
    if len(text) > 2:
        return value
    return value + (2000 if value < 50 else 1900)


def _moved(draft: Draft | None, start: int, end: int) -> Draft | None:
    return replace(draft, start=start, end=end) if draft else None


def _part(match: re.Match[str], interval: Interval) -> tuple[Interval, bool]:
    """Narrow an interval by "early", "mid-" or "late"; True when one of them was there."""
    names = match.re.groupindex
    which = next((n for n in ("early", "middle", "late") if n in names and match.group(n)), None)
    if which is None:
        return interval, False
    low, high = interval[0].toordinal(), interval[1].toordinal()
    size = high - low
    ranges = {
        "early": (low, low + size * 5 // 12),
        "middle": (low + size // 4, low + size * 3 // 4),
        "late": (low + size * 7 // 12, high),
    }
    first, last = ranges[which]
    return (date.fromordinal(first), date.fromordinal(last)), True


# --- days -----------------------------------------------------------------------------------


def _build_iso(m: re.Match[str]) -> Draft | None:
    day = _day(int(m["y"]), int(m["m"]), int(m["d"]))
    return Draft(*m.span(), "day", ((day, day),)) if day else None


def _build_numeric(m: re.Match[str]) -> Draft | None:
    a, b, year = int(m["a"]), int(m["b"]), _short_year(m["y"])
    european, american = _day(year, b, a), _day(year, a, b)
    orders = (european,) if m["sep"] == "." else (european, american)
    readings = tuple(dict.fromkeys((d, d) for d in orders if d))
    return Draft(*m.span(), "day", readings) if readings else None


def _build_worded(m: re.Match[str]) -> Draft | None:
    """Day, month name and perhaps a year, in either order; or only month name and year."""
    word = m["m"]
    if not _looks_like_month(m, word):
        return None
    month, written = _month_number(word), m["y"]
    year = _short_year(written) if written else UNKNOWN_YEAR
    if "d" in m.re.groupindex and m["d"]:
        day = _day(year, month, _number(m["d"]))
        return Draft(*m.span(), "day", ((day, day),), year_known=bool(written)) if day else None
    interval, partial = _part(m, _months(year, month, month))
    return Draft(*m.span(), "month", (interval,), year_known=bool(written), approximate=partial)


def _looks_like_month(m: re.Match[str], word: str) -> bool:
    """English and German month names are capitalised; "may 5 be enough" is no date."""
    folded = word.rstrip(".").casefold()
    needs_capital = folded in ENGLISH_MONTHS or folded in GERMAN_MONTHS or len(folded) <= 3
    foreign = folded in {"mai", "abril", "août", "aout", "juin", "mag", "gen", "ott", "set"}
    return word[0].isupper() or not needs_capital or foreign


_PREPOSITION = (
    r"(?:in|of|by|since|until|till|from|to|through|during|between|last|next|this"
    r"|every|each|before|after|im|seit|bis|ab|von|vom|en|de|dès|depuis|desde|hasta|a|em|di|dal|fino a"
    r"|в|с|до)"
)


_TO_MONTH = re.compile(rf"\s?(?:-|–|to|and|through|until|bis)\s?(?:{MONTH})", re.IGNORECASE)


def _build_month_alone(m: re.Match[str]) -> Draft | None:
    word = m["m"]
    folded = word.rstrip(".").casefold()
    if not _looks_like_month(m, word) or (len(folded) <= 4 and word.isupper()):
        return None
    interval, partial = _part(m, _months(UNKNOWN_YEAR, MONTHS[folded], MONTHS[folded]))
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
        day = _day(year, int(m["m"]), int(m["d"]))
        return Draft(*m.span(), "day", ((day, day),), year_known=bool(m["y"])) if day else None
    if m["m"]:
        month = int(m["m"])
        if not 1 <= month <= 12:
            return None
        span = (_months(year, month, month),)
        return Draft(*m.span(), "month", span, year_known=bool(m["y"]))
    return Draft(*m.span(), "year", (_years(year, year),)) if m["y"] else None


# --- quarters, seasons, years and more --------------------------------------------------------


def _build_quarter(m: re.Match[str]) -> Draft | None:
    number = next((m[k] for k in ("n1", "n2", "n3") if k in m.re.groupindex and m[k]), "")
    order = int(number) if number.isdigit() else ORDINALS.get(number.casefold(), 0)
    half = bool(m["half"])
    if not 1 <= order <= (2 if half else 4):
        return None
    size = 6 if half else 3
    written = m["y"] or (m["y0"] if "y0" in m.re.groupindex else None)
    year = _short_year(written) if written else UNKNOWN_YEAR
    first = (order - 1) * size + 1
    return Draft(
        *m.span(),
        "half" if half else "quarter",
        (_months(year, first, first + size - 1),),
        year_known=bool(written),
        fiscal=bool(m["fiscal"]),
    )


def _build_fiscal_year(m: re.Match[str]) -> Draft | None:
    year = _short_year(m["y"])
    return Draft(*m.span(), "year", (_years(year, year),), fiscal=True)


def _build_season(m: re.Match[str]) -> Draft | None:
    first, last = SEASONS[m["s"].casefold()]
    year = int(m["y"])
    interval, partial = _part(m, _months(year, first, last))
    return Draft(*m.span(), "season", (interval,), approximate=partial)


def _build_decade(m: re.Match[str]) -> Draft | None:
    if "w" in m.re.groupindex and m["w"]:
        year = 1900 + DECADES[m["w"].casefold()]
    else:
        digits = m["y"]
        year = int(digits) if len(digits) == 4 else 1900 + int(digits)
        if len(digits) == 2 and int(digits) < 20:
            return None
    if year % 10:
        return None
    interval, partial = _part(m, _years(year, year + 9))
    return Draft(*m.span(), "decade", (interval,), approximate=partial)


def _build_century(m: re.Match[str]) -> Draft | None:
    written = m["n"].casefold()
    digits = re.sub(r"\D", "", written)
    number = int(digits) if digits else ORDINALS.get(written) or ROMAN.get(m["n"].rstrip("eè "), 0)
    if not 1 <= number <= 30:
        return None
    interval, partial = _part(m, _years((number - 1) * 100 + 1, number * 100))
    bc = bool(m["bc"])
    return Draft(*m.span(), "century", (interval,), approximate=partial, bc=bc)


def _build_era(m: re.Match[str]) -> Draft | None:
    year = int((m["y"] or m["y2"]).replace(",", ""))
    if not 1 <= year <= 9999:
        return None
    bc = bool(m["bc"])
    return Draft(*m.span(), "year", (_years(year, year),), bc=bc)


def _build_year(m: re.Match[str]) -> Draft | None:
    year = int(m["y"])
    interval, partial = _part(m, _years(year, year))
    return Draft(
        m.start("y") if not partial else m.start(), m.end("y"), "year", (interval,),
        approximate=partial,
    )  # fmt: skip


def _flags(*parts: str) -> re.Pattern[str]:
    return re.compile("".join(parts), re.IGNORECASE)


_OPT_YEAR = rf"(?:\s?,?\s{{0,2}}(?:of |in |de |del |d')?(?P<y>{YEAR}|'\d{{2}}(?!\d)){NOT_NUMBER}(?!\s?(?:BC|v\. ?Chr))(?:\s?(?:года|г\.|г))?)?"
_OPT_YEAR = _OPT_YEAR.replace(r"|'\d{2}(?!\d)", "")
_NEED_YEAR = _OPT_YEAR[:-1]
_DAY_JOINT = r"(?:-|–|—|to|and|or|bis|und|et|y|e|au|al|,)"
_FISCAL = r"(?P<fiscal>(?:fiscal(?: year)?|FY|financial(?: year)?)\s?)?"
_ORDINAL4 = _names(w for w, n in ORDINALS.items() if n <= 4)
_ERA_BC = r"(?P<bc>\s?(?:B\.?C\.?E?\.?|v\.\s?Chr\.?|av\. J\.-C\.|a\. ?C\.|до н\. ?э\.))"
_ERA_AD = r"(?:\s?(?:A\.?D\.?|C\.?E\.?|n\.\s?Chr\.?|apr\. J\.-C\.|d\. ?C\.|н\. ?э\.))"

_FORMS: tuple[tuple[re.Pattern[str], Builder], ...] = (
    (
        _flags(
            r"(?<![\d.\-/])(?P<y>\d{4})(?P<s>[-/.])(?P<m>\d{1,2})(?P=s)(?P<d>\d{1,2})(?![\d\-])"
        ),
        _build_iso,
    ),
    (
        _flags(
            r"(?<![\d.,\-/:§v])(?P<a>\d{1,2})(?:(?P<sep>[./-])\s?(?P<b>\d{1,2})(?P=sep)\s?"
            rf"(?P<y>{YEAR})|(?P<sep2>/)(?P<b2>\d{{1,2}})/(?P<y2>\d{{2}}))(?![\d/\-]|[.,]\d)"
        ),
        lambda m: _build_numeric(m) if m["sep"] else _build_numeric_short(m),
    ),
    (
        _flags(
            r"(?:(?P<era>令和|平成|昭和|大正|明治)|(?<!\d))(?P<y>\d{1,4}|元)\s?[年년](?![间間度級级生])"
            r"(?:\s?(?P<m>\d{1,2})\s?[月월](?:\s?(?P<d>\d{1,2})\s?[日号號일])?)?"
        ),
        _build_cjk,
    ),
    (
        _flags(
            r"(?P<era>(?!))?(?P<y>(?!))?(?<!\d)(?P<m>\d{1,2})\s?[月월](?:\s?(?P<d>\d{1,2})\s?[日号號일])?"
            r"(?![间間])"
        ),
        _build_cjk,
    ),
    # "5-7 March 2024", "3 and 4 May": the first day.
    (
        _flags(
            rf"(?<![\w.,/:])(?P<d>{DAY})(?=\s?{_DAY_JOINT}\s?{DAY}\s{{0,2}}(?:(?:of|de|di) )?(?P<m>{MONTH})",
            _OPT_YEAR,
            ")",
        ),
        _build_worded,
    ),
    # "March 5-7, 2024": the second day, then the first.
    (
        _flags(
            rf"(?<!\w)(?P<m>{MONTH})\s(?P<d1>{DAY})\s?{_DAY_JOINT}\s?(?P<d>{DAY})(?!\w|[.,]\d)",
            _OPT_YEAR,
        ),
        lambda m: _moved(_build_worded(m), m.start("d"), m.end()),
    ),
    (
        _flags(
            rf"(?<!\w)(?P<m>{MONTH})\s(?P<d>{DAY})\s?{_DAY_JOINT}\s?(?P<d2>{DAY})(?!\w|[.,]\d)",
            _OPT_YEAR,
        ),
        lambda m: _moved(_build_worded(m), m.start(), m.end("d")),
    ),
    (
        _flags(
            rf"(?<![\w.,/:])(?P<d>{DAY})\s{{0,2}}(?:(?:of|de|di|do|d')\s{{0,2}})?(?P<m>{MONTH})",
            _OPT_YEAR,
        ),
        _build_worded,
    ),
    (
        _flags(
            rf"(?<!\w)(?P<m>{MONTH})\s{{0,2}}(?:the )?(?P<d>{DAY})(?![\w:%/]|[.,]\d|-\w)", _OPT_YEAR
        ),
        _build_worded,
    ),
    (_flags(rf"(?<!\w)(?:{PART})?(?P<m>{MONTH})", _NEED_YEAR), _build_worded),
    (
        _flags(
            rf"(?<!\w){_FISCAL}(?:(?P<half>H)|Q)(?P<n1>[1-4])(?:[\s/\-]{{0,2}}(?:of |in )?(?:(?:the )?"
            rf"(?:fiscal|financial)(?: year)? ?|FY ?)?(?P<y>{YEAR}|\d\d))?(?!\w|\.\d)"
        ),
        lambda m: _build_fiscal_quarter(m),
    ),
    (
        _flags(
            rf"(?<!\w){_FISCAL}(?:(?P<y0>{YEAR})[\s/\-]?(?:(?P<half>H)|Q)(?P<n1>[1-4])|(?P<n2>[1-4])"
            r"(?:H|Q)(?P<y>20\d\d|\d\d))(?!\w)"
        ),
        _build_quarter,
    ),
    (
        _flags(
            rf"(?<!\w){_FISCAL}(?:(?P<n1>{_ORDINAL4})|(?P<n2>[1-4])(?:st|nd|rd|th|\.|er|e|º))[\s-]"
            rf"(?:fiscal |financial )?(?:quarter|Quartal|trimestre|квартале?|(?P<half>half|Halbjahr"
            r"|semestre|полугоди\w{1,2}))(?!\w)"
            r"(?:,?\s(?:of |in |des |der |de |del |do |von )?(?:(?:the )?(?:fiscal|financial)(?: year)? ?|FY ?"
            rf"|the year |Jahres )?(?P<y>{YEAR}|(?<=FY)\d\d)(?!\w))?"
        ),
        lambda m: _build_fiscal_quarter(m),
    ),
    (
        _flags(
            rf"(?<!\w)(?:(?:fiscal|financial)(?: year)?|FY|Geschäftsjahr|exercice|ejercicio)[\s-]?"
            rf"(?P<y>{YEAR}|\d\d)(?!\w)"
        ),
        _build_fiscal_year,
    ),
    (
        _flags(
            rf"(?<!\w)(?:{PART})?(?P<s>{_names(SEASONS)})(?: season)?,?(?: of| in| de| del| des Jahres)?"
            rf"\s(?P<y>{YEAR})(?![\d\w])"
        ),
        _build_season,
    ),
    (
        _flags(rf"(?<![\w$€£])(?:{PART})?(?:(?P<y>{YEAR})['’]?s(?!\w)|['’](?P<y2>\d0)s(?!\w))"),
        lambda m: _build_decade_of(m, m["y"] or m["y2"]),
    ),
    (
        _flags(
            rf"(?<!\w)(?:{PART})?(?:the |die |den |der )(?:(?P<w>{_names(DECADES)})|(?P<y>\d0)"
            r"(?:['’]?s|er(?: Jahren?)?))(?!\w)"
        ),
        lambda m: _build_decade_of(m, m["y"] or ""),
    ),
    (
        _flags(
            rf"(?<!\w)(?:(?P<y>{YEAR})er[ -]Jahren?|(?:années|años|anos|anni)\s['’]?(?P<y2>{YEAR}|\d0)"
            rf"|(?P<y3>{YEAR}|\d0)-?(?:х|е) год\w{{1,2}}|(?P<y4>{YEAR}|(?<!\d)[2-9]0)年代)(?!\d)"
        ),
        lambda m: _build_decade_of(m, m["y"] or m["y2"] or m["y3"] or m["y4"]),
    ),
    (
        _flags(
            rf"(?<!\w)(?:{PART})?(?:(?P<n>\d{{1,2}}(?:st|nd|rd|th|\.)|{_names(ORDINALS)})[\s-]"
            rf"(?:century|Jahrhunderts?)){_ERA_BC}?(?!\w)"
        ),
        _build_century,
    ),
    (
        re.compile(
            r"(?<!\w)(?:(?P<n>[XVI]{1,5}e?) siècle|(?:[sS]iglo|[sS]éculo) (?P<n2>[XVI]{1,5})"
            r"|(?P<n3>[XVI]{1,5}) (?:secolo|век\w?))(?!\w)(?P<bc>(?!))?"
        ),
        lambda m: _build_roman_century(m),
    ),
    (
        _flags(r"(?<!\d)(?P<n>\d{1,2})\s?世[纪紀]", r"(?P<bc>(?!))?"),
        _build_century,
    ),
    (
        re.compile(
            rf"(?<![\w.,])(?:(?P<y>\d{{1,4}}|\d,\d{{3}})(?:{_ERA_BC}|{_ERA_AD})(?!\w)"
            rf"|(?:AD|A\.D\.|CE)\s(?P<y2>\d{{1,4}})(?![\w]|[.,]\d))"
        ),
        _build_era,
    ),
)


def _build_numeric_short(m: re.Match[str]) -> Draft | None:
    a, b, year = int(m["a"]), int(m["b2"]), _short_year(m["y2"])
    days = (_day(year, b, a), _day(year, a, b))
    readings = tuple(dict.fromkeys((d, d) for d in days if d))
    return Draft(*m.span(), "day", readings) if readings else None


def _build_fiscal_quarter(m: re.Match[str]) -> Draft | None:
    draft = _build_quarter(m)
    if draft is None:
        return None
    if re.search(r"fiscal|financial|FY", m.group(0), re.IGNORECASE) and not draft.fiscal:
        return Draft(*m.span(), draft.precision, draft.readings, draft.year_known, fiscal=True)
    return draft


def _build_decade_of(m: re.Match[str], digits: str) -> Draft | None:
    if "w" in m.re.groupindex and m["w"]:
        year = 1900 + DECADES[m["w"].casefold()]
    elif len(digits) == 2 and int(digits) < 20:
        return None
    else:
        year = int(digits) if len(digits) == 4 else 1900 + int(digits)
    if year % 10:
        return None
    interval, partial = _part(m, _years(year, year + 9))
    return Draft(*m.span(), "decade", (interval,), approximate=partial)


def _build_roman_century(m: re.Match[str]) -> Draft | None:
    written = (m["n"] or m["n2"] or m["n3"]).rstrip("e")
    number = ROMAN.get(written, 0)
    if not number:
        return None
    return Draft(*m.span(), "century", (_years((number - 1) * 100 + 1, number * 100),))


# --- years and months that stand alone --------------------------------------------------------

_YEAR_LEAD = (
    r"(?:in|since|by|from|until|till|before|after|during|circa|ca?\.|around|about|year|years|early"
    r"|late|mid|of|for|to|and|or|between|through|spring|summer|autumn|fall|winter|the|its|their|his"
    r"|her|a|an|this|that|through|throughout|vs\.?|compared (?:to|with)|over|than|est\.?|born|died|b\.|d\."
    r"|jahre?s?|seit|bis|ab|von|vor|nach|um|en|de|depuis|avant|après|dès|desde|hasta|del|al|nel|dal|em"
    r"|até|в|с|до|к|после|году?|année|año|anno|ano|published|founded|established|built|opened"
    r"|released|closed|completed|launched|elected|incorporated|registered|issued|dated|signed|created"
    r"|formed|started|began|ended|adopted|amended|enacted|updated|revised|copyright|©|as of|anno"
    r"|gegründet|fondée?|fundad[ao]|fondat[ao])"
)
_NOT_AFTER = (
    r"(?!\s?(?:%|°|€|\$|£|(?:kg|g|mg|km|m|cm|mm|ml|l|kB|MB|GB|Hz|MHz|W|kW|V|°C|feet|ft|miles|mi|lbs?"
    r"|meters|metres|dollars|euros|people|units|years?|months|days|hours|minutes|times|points|votes"
    r"|percent|per cent|pages|words|seats|members|employees|copies|students|patients|participants"
    r"|million|billion|thousand|Euro|Jahre|Einwohner|Menschen|habitants|ans|euros|habitantes)(?!\w)))"
)
_YEAR_FORMS: tuple[tuple[re.Pattern[str], Builder], ...] = (
    # "2015/16", "1931-1935", "1931–35": two drafts come of it, see `_range`.
    (
        _flags(
            rf"(?<![\w.,$€£#/\-–])(?:{PART})?(?P<y>{YEAR})(?=\s?[-–—/]\s?(?:{YEAR}|\d\d)(?![\w\-/–]|[.,]\d))"
        ),
        _build_year,
    ),
    (
        _flags(rf"(?<=\d{{4}}[-–—/])(?P<y>{YEAR})(?![\w\-/–]|[.,]\d)"),
        _build_year,
    ),
    (_flags(rf"(?<=\d{{4}} [-–—] )(?P<y>{YEAR})(?![\w\-/–]|[.,]\d)"), _build_year),
    (_flags(rf"(?<=[(\[])(?P<y>{YEAR})(?=[)\];,]|\s?[-–—])"), _build_year),
    (
        _flags(rf"(?<!\w){PART}(?:year )?(?P<y>{YEAR})(?![\w]|[.,]\d|[-–]\w)", _NOT_AFTER),
        _build_year,
    ),
    (
        _flags(
            rf"(?<!\w){_YEAR_LEAD}(?:\s|-)(?:the )?(?:year )?(?P<y>{YEAR})(?!\w|[.,]\d)", _NOT_AFTER
        ),
        lambda m: _build_year_led(m),
    ),
    (
        _flags(
            rf"(?<![\w.,$€£#/\-–:]\s)(?<![\w.,$€£#/\-–:])(?P<y>{YEAR})(?=,\s|:|\s(?:was|saw|marked|budget"
            r"|and (?:1\d|20)\d\d|American|British|elections?|seasons?|games|movie|report|edition|census|version|film|novel|album|study|survey|war))"
        ),
        _build_year,
    ),
    (
        _flags(rf"(?<=[,:=;])\s(?P<y>{YEAR})(?=\s?(?:$|[.,;)|\]]\s?(?!\d)))"),
        _build_year,
    ),
    (
        _flags(
            rf"(?<!\w)(?:(?:annual|world|summer|winter|olympic\w*|championships?|cup|award|act|census|conference"
            rf"|report|edition|copyright|©|and|or|,)\s)(?P<y>{YEAR})(?!\w|[.,]\d|[-–]\w)",
            _NOT_AFTER,
            r"(?=\s?(?:$|[.,;:)!?]|and |or |was |were |is |saw |to ))",
        ),
        _build_year,
    ),
)
_PLURAL_NOUN = re.compile(r"\s(?:\w{1,20}\s)?(?P<noun>[a-z]{2,20}s)(?!\w)")
_LOOSE_LEADS = frozenset("a an of for to and or about around over than between".split())
_NOT_PLURAL = frozenset(
    "was is has its his as this thus across less always towards besides plus because us does "
    "afterwards versus".split()
)


def _build_year_led(m: re.Match[str]) -> Draft | None:
    """After "of", "for", "about" ... a number before a plural noun is a count, not a year."""
    lead = m.group(0).split()[0].casefold()
    if lead in _LOOSE_LEADS:
        plural = _PLURAL_NOUN.match(m.string, m.end())
        if plural and plural["noun"] not in _NOT_PLURAL:
            return None
        if lead in {"about", "around", "over", "than"} and int(m["y"]) < 1700:
            return None
    return _build_year(m)


_SHORT_END = re.compile(rf"(?<!\d)(?P<y0>{YEAR})[-–/](?P<y>\d\d)(?![\w\-/–]|[.,]\d)")


def _build_short_end(m: re.Match[str]) -> Draft | None:
    """The 16 of "2015/16" (not the 07 of a month "2024-07")."""
    first = int(m["y0"])
    year = first - first % 100 + int(m["y"])
    if not first < year <= first + 60:
        return None
    return Draft(m.start("y"), m.end("y"), "year", (_years(year, year),))


_MONTH_ALONE = _flags(
    rf"(?<!\w)(?:(?P<prep>{_PREPOSITION})\s(?:the )?(?:month of )?)?(?:{PART})?(?P<m>{MONTH})(?!\w|-\w)"
)
_ISO_MONTH = _flags(r"(?<![\w.\-/])(?P<y>(?:19|20)\d\d)-(?P<m>0[1-9]|1[0-2])(?![\w\-/–])")


def _build_iso_month(m: re.Match[str]) -> Draft | None:
    month = int(m["m"])
    return Draft(*m.span(), "month", (_months(int(m["y"]), month, month),))


_MONTH_FORMS: tuple[tuple[re.Pattern[str], Builder], ...] = (
    (_ISO_MONTH, _build_iso_month),
    (_SHORT_END, _build_short_end),
)
_LAST_FORMS: tuple[tuple[re.Pattern[str], Builder], ...] = ((_MONTH_ALONE, _build_month_alone),)
_FULL_WIDTH = {0xFF10 + i: 0x30 + i for i in range(10)}


Form = tuple[re.Pattern[str], Builder]


def find_drafts(text: str, forms: tuple[Form, ...] = ()) -> list[Draft]:
    """All dates in `text` in order, and what `forms` (tried first) find; none overlap."""
    plain = text.translate(_FULL_WIDTH)
    taken: list[Draft] = []
    used = bytearray(len(plain))
    for pattern, build in (*forms, *_FORMS, *_MONTH_FORMS, *_YEAR_FORMS, *_LAST_FORMS):
        for match in pattern.finditer(plain):
            draft = build(match)
            if draft and used.find(1, draft.start, draft.end) < 0:
                draft = _without_stop(plain, draft)
                used[draft.start : draft.end] = b"\x01" * (draft.end - draft.start)
                taken.append(draft)
    return sorted(taken, key=lambda d: d.start)


def _without_stop(text: str, draft: Draft) -> Draft:
    """A full stop after a month written out ends the sentence; it is no part of the date."""
    if text[draft.end - 1] != ".":
        return draft
    word = text[max(0, draft.end - 12) : draft.end - 1].split()[-1].casefold()
    whole = len(word) > 4 or word in {"bc", "bce", "ad", "ce"} or word in ENGLISH_MONTHS or word in GERMAN_MONTHS
    return replace(draft, end=draft.end - 1) if whole or word.isdigit() else draft
