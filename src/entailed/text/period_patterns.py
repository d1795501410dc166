"""The written forms of quarters, seasons, fiscal years, decades, centuries and eras."""

from __future__ import annotations

import re

from entailed.text.calendar_words import DECADES, ORDINALS, ROMAN, SEASONS
from entailed.text.date_drafts import (
    PART,
    UNKNOWN_YEAR,
    YEAR,
    Draft,
    Form,
    flags,
    months,
    names,
    part_of,
    short_year,
    years,
)
from entailed.text.lazy import lazy

__all__ = ["PERIOD_FORMS"]


def _build_quarter(m: re.Match[str]) -> Draft | None:
    number = next((m[k] for k in ("n1", "n2", "n3") if k in m.re.groupindex and m[k]), "")
    order = int(number) if number.isdigit() else ORDINALS.get(number.casefold(), 0)
    half = bool(m["half"])
    if not 1 <= order <= (2 if half else 4):
        return None
    size = 6 if half else 3
    written = m["y"] or (m["y0"] if "y0" in m.re.groupindex else None)
    year = short_year(written) if written else UNKNOWN_YEAR
    first = (order - 1) * size + 1
    return Draft(
        *m.span(),
        "half" if half else "quarter",
        (months(year, first, first + size - 1),),
        year_known=bool(written),
        fiscal=bool(m["fiscal"]),
    )


def _build_fiscal_year(m: re.Match[str]) -> Draft | None:
    year = short_year(m["y"])
    return Draft(*m.span(), "year", (years(year, year),), fiscal=True)


def _build_season(m: re.Match[str]) -> Draft | None:
    first, last = SEASONS[m["s"].casefold()]
    year = int(m["y"])
    interval, partial = part_of(m, months(year, first, last))
    return Draft(*m.span(), "season", (interval,), approximate=partial)


def _build_century(m: re.Match[str]) -> Draft | None:
    written = m["n"].casefold()
    digits = re.sub(r"\D", "", written)
    number = int(digits) if digits else ORDINALS.get(written) or ROMAN.get(m["n"].rstrip("eè "), 0)
    if not 1 <= number <= 30:
        return None
    interval, partial = part_of(m, years((number - 1) * 100 + 1, number * 100))
    bc = bool(m["bc"])
    return Draft(*m.span(), "century", (interval,), approximate=partial, bc=bc)


def _build_era(m: re.Match[str]) -> Draft | None:
    year = int((m["y"] or m["y2"]).replace(",", ""))
    if not 1 <= year <= 9999:
        return None
    bc = bool(m["bc"])
    return Draft(*m.span(), "year", (years(year, year),), bc=bc)


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
    if len(digits) == 4 and year % 100 == 0 and year < 2000:  # "through the 1800s"
        parts = [part_of(m, years(year + first, year + first + 99)) for first in (0, 1)]
        readings = tuple(interval for interval, _ in parts)
        return Draft(*m.span(), "century", readings, approximate=parts[0][1])
    interval, partial = part_of(m, years(year, year + 9))
    return Draft(*m.span(), "decade", (interval,), approximate=partial)


def _build_roman_century(m: re.Match[str]) -> Draft | None:
    written = (m["n"] or m["n2"] or m["n3"]).rstrip("e")
    number = ROMAN.get(written, 0)
    if not number:
        return None
    return Draft(*m.span(), "century", (years((number - 1) * 100 + 1, number * 100),))


# Halves of other things than years: "the first half hour", "the second half of the novel".
_NO_PERIOD = (
    r"[\s-](?:hour|mile|pint|pound|dozen|day|minute)"
    r"|\sof\s(?!(?:the\s|this\s|that\s|last\s|next\s)?(?:year|decade|century|month|week|season"
    r"|fiscal|financial|school|academic|calendar|\d|(?-i:[A-Z])))"
)
_FISCAL = r"(?P<fiscal>(?:fiscal(?: year)?|FY|financial(?: year)?)\s?)?"
_ORDINAL4 = names(w for w, n in ORDINALS.items() if n <= 4)
_ERA_BC = r"(?P<bc>\s?(?:B\.?C\.?E?\.?|v\.\s?Chr\.?|av\. J\.-C\.|a\. ?C\.|до н\. ?э\.))"
_ERA_AD = r"(?:\s?(?:A\.?D\.?|C\.?E\.?|n\.\s?Chr\.?|apr\. J\.-C\.|d\. ?C\.|н\. ?э\.))"

PERIOD_FORMS: tuple[Form, ...] = (
    (
        flags(
            rf"(?<!\w){_FISCAL}(?:(?P<half>H)|Q)(?P<n1>[1-4])(?:[\s/\-]{{0,2}}(?:of |in "
            rf")?(?:(?:the )?"
            rf"(?:fiscal|financial)(?: year)? ?|FY ?)?(?P<y>{YEAR}|\d\d))?(?!\w|\.\d)"
        ),
        lambda m: _build_fiscal_quarter(m),
    ),
    (
        flags(
            rf"(?<!\w){_FISCAL}(?:(?P<y0>{YEAR})[\s/\-]?(?:(?P<half>H)|Q)(?P<n1>[1-4])"
            rf"|(?P<n2>[1-4])"
            r"(?-i:H|Q)(?P<y>20\d\d|\d\d))(?!\w)"
        ),
        _build_quarter,
    ),
    (
        flags(
            rf"(?<!\w){_FISCAL}(?:(?P<n1>{_ORDINAL4})|(?P<n2>[1-4])(?:st|nd|rd|th|\.|er|e|º))[\s-]"
            rf"(?:fiscal |financial )?(?:quarter|Quartal|trimestre|квартале?|(?P<half>half|Halbjahr"
            rf"|semestre|полугоди\w{{1,2}}))(?!\w)(?!{_NO_PERIOD})"
            r"(?:,?\s(?:of |in |des |der |de |del |do |von )?(?:(?:the )?(?:fiscal|financial)(?: "
            r"year)? ?|FY ?"
            rf"|the year |Jahres )?(?P<y>{YEAR}|(?<=FY)\d\d)(?!\w))?"
        ),
        lambda m: _build_fiscal_quarter(m),
    ),
    (
        flags(
            rf"(?<!\w)(?:(?:fiscal|financial)(?: year)?|FY|Geschäftsjahr|exercice|ejercicio)[\s-]?"
            rf"(?P<y>{YEAR}|\d\d)(?!\w)"
        ),
        _build_fiscal_year,
    ),
    (
        flags(
            rf"(?<!\w)(?:{PART})?(?P<s>{names(SEASONS)})(?: season)?,?(?: of| in| de| del| des "
            rf"Jahres)?"
            rf"\s(?P<y>{YEAR})(?![\d\w])"
        ),
        _build_season,
    ),
    (
        flags(rf"(?<![\w$€£])(?:{PART})?(?:(?P<y>{YEAR})['’]?s(?!\w)|['’](?P<y2>\d0)s(?!\w))"),
        lambda m: _build_decade_of(m, m["y"] or m["y2"]),
    ),
    (
        flags(
            rf"(?<!\w)(?:{PART})?(?:the |die |den |der )(?:(?P<w>{names(DECADES)})|(?P<y>\d0)"
            r"(?:['’]?s|er(?: Jahren?)?))(?!\w)"
        ),
        lambda m: _build_decade_of(m, m["y"] or ""),
    ),
    (
        flags(
            rf"(?<!\w)(?:(?P<y>{YEAR})er[ -]Jahren?|(?:années|años|anos"
            rf"|anni)\s['’]?(?P<y2>{YEAR}|\d0)"
            rf"|(?P<y3>{YEAR}|\d0)-?(?:х|е) год\w{{1,2}}|(?P<y4>{YEAR}|(?<!\d)[2-9]0)年代)(?!\d)"
        ),
        lambda m: _build_decade_of(m, m["y"] or m["y2"] or m["y3"] or m["y4"]),
    ),
    (
        flags(
            rf"(?<!\w)(?<!his )(?<!her )(?<!its )(?<!my )(?<!our )(?<!their )"
            rf"(?:{PART})?(?:(?P<n>\d{{1,2}}(?:st|nd|rd|th|\.)|{names(ORDINALS)})[\s-]"
            rf"(?:century|Jahrhunderts?)){_ERA_BC}?(?!\w)"
        ),
        _build_century,
    ),
    (
        lazy(
            r"(?<!\w)(?:(?P<n>[XVI]{1,5}e?) siècle|(?:[sS]iglo|[sS]éculo) (?P<n2>[XVI]{1,5})"
            r"|(?P<n3>[XVI]{1,5}) (?:secolo|век\w?))(?!\w)(?P<bc>(?!))?"
        ),
        lambda m: _build_roman_century(m),
    ),
    (
        flags(r"(?<!\d)(?P<n>\d{1,2})\s?世[纪紀]", r"(?P<bc>(?!))?"),
        _build_century,
    ),
    (
        lazy(
            rf"(?<![\w.,])(?:(?P<y>\d{{1,4}}|\d,\d{{3}})(?:{_ERA_BC}|{_ERA_AD})(?!\w)"
            rf"|(?:AD|A\.D\.|CE)\s(?P<y2>\d{{1,4}})(?![\w]|[.,]\d))"
        ),
        _build_era,
    ),
)
