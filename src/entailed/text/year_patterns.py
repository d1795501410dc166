"""The written forms of years: a number alone must show that it is one."""

from __future__ import annotations

import re

from entailed.text.date_drafts import PART, YEAR, Draft, Form, flags, part_of, years
from entailed.text.lazy import lazy

__all__ = ["YEAR_FORMS"]


def _build_year(m: re.Match[str]) -> Draft | None:
    year = int(m["y"])
    interval, partial = part_of(m, years(year, year))
    return Draft(
        m.start("y") if not partial else m.start(), m.end("y"), "year", (interval,),
        approximate=partial,
    )  # fmt: skip


_YEAR_LEAD = (
    r"(?:in|since|by|from|until|till|before|after|during|circa|ca?\.|around|about|year|years|early"
    r"|late|mid|of|for|to|and|or|between|through|spring|summer|autumn|fall|winter|the|its|their|his"
    r"|her|a|an|this|that|through|throughout|vs\.?|compared (?:to|with)|over|than|est\.?|born"
    r"|died|b\.|d\."
    r"|jahre?s?|seit|bis|ab|von|vor|nach|um|en|de|depuis|avant|après|dès|desde|hasta|del|al|nel"
    r"|dal|em"
    r"|até|в|с|до|к|после|году?|année|año|anno|ano|published|founded|established|built|opened"
    r"|released|closed|completed|launched|elected|incorporated|registered|issued|dated|signed"
    r"|created"
    r"|formed|started|began|ended|adopted|amended|enacted|updated|revised|copyright|©|as of|anno"
    r"|wurden?|waren?|bereits|erst|schon|gegründet|fondée?|fundad[ao]|fondat[ao])"
)
_NOT_AFTER = (
    r"(?!\s?(?:%|°|€|\$|£|(?:kg|g|mg|km|m|cm|mm|ml|l|kB|MB|GB|Hz|MHz|W|kW|V|°C|feet|ft|miles|mi"
    r"|lbs?"
    r"|meters|metres|dollars|euros|people|units|years?|months|days|hours|minutes|times|points|votes"
    r"|percent|per cent|pages|words|seats|members|employees|copies|students|patients|participants"
    r"|million|billion|thousand|Euro|Jahre|Einwohner|Menschen|habitants|ans|euros"
    r"|habitantes)(?!\w)))"
)
YEAR_FORMS: tuple[Form, ...] = (
    (
        flags(
            rf"(?<![\w.,$€£#/\-–])(?P<y>{YEAR})(?=\s?[-–—]\s?(?:present|now|today|heute"
            r"|aujourd'hui|presente|date)(?!\w))"
        ),
        _build_year,
    ),
    # "2015/16", "1931-1935", "1931–35": two drafts come of it, see `_range`.
    (
        flags(
            rf"(?<![\w.,$€£#/\-–])(?:{PART})?(?P<y>{YEAR})(?=\s?[-–—/]\s?(?:{YEAR}"
            rf"|\d\d)(?![\w\-/–]|[.,]\d))"
        ),
        _build_year,
    ),
    (
        flags(rf"(?<=\d{{4}}[-–—/])(?P<y>{YEAR})(?![\w\-/–]|[.,]\d)"),
        _build_year,
    ),
    (flags(rf"(?<=\d{{4}} [-–—] )(?P<y>{YEAR})(?![\w\-/–]|[.,]\d)"), _build_year),
    (flags(rf"(?<=[(\[])(?P<y>{YEAR})(?=[)\];,]|\s?[-–—])"), _build_year),
    (
        flags(rf"(?<!\w){PART}(?:year )?(?P<y>{YEAR})(?![\w]|[.,]\d|[-–]\w)", _NOT_AFTER),
        _build_year,
    ),
    (
        flags(
            rf"(?<!\w){_YEAR_LEAD}(?:\s|-)(?:the )?(?:year )?(?P<y>{YEAR})(?!\w|[.,]\d)", _NOT_AFTER
        ),
        lambda m: _build_year_led(m),
    ),
    (
        flags(
            rf"(?<![\w.,$€£#/\-–:]\s)(?<![\w.,$€£#/\-–:])(?P<y>{YEAR})(?=,\s|:|\s(?:was|saw"
            rf"|marked|budget"
            r"|and (?:1\d|20)\d\d|American|British|elections?|seasons?|games|movie|report"
            r"|edition|census|version|film|novel|album|study|survey|war))"
        ),
        _build_year,
    ),
    (
        flags(rf"(?<=[,:=;])\s[~≈]?(?P<y>{YEAR})(?=\s?(?:$|[.,:;)|\]]\s?(?!\d)))"),
        _build_year,
    ),
    (
        flags(
            rf"(?<!\w)(?:(?:annual|world|summer|winter|olympic\w*|championships?|cup|award|act"
            rf"|census|conference"
            rf"|report|edition|copyright|©|and|or|,)\s)(?P<y>{YEAR})(?!\w|[.,]\d|[-–]\w)",
            _NOT_AFTER,
            r"(?=\s?(?:$|[.,;:)!?]|and |or |was |were |is |saw |to ))",
        ),
        _build_year,
    ),
)
_PLURAL_NOUN = lazy(r"\s(?:\w{1,20}\s)?(?P<noun>[a-z]{2,20}s)(?!\w)")
_SUMMED = lazy(
    r"(?<!\w)(?:total|sum|number|count|average|mean|median|maximum|minimum|score|sample|cohort|group"
    r"|capacity|population|distance|length|weight|price|cost|fee)\s\Z",
    re.IGNORECASE,
)
_LOOSE_LEADS = frozenset("a an of for to and or about around over than between".split())
_NOT_PLURAL = frozenset(
    "was is has its his as this thus across less always towards besides plus because us does "
    "afterwards versus".split()
)


def _build_year_led(m: re.Match[str]) -> Draft | None:
    """After "of", "for", "about" ... a number before a plural noun is a count, not a year."""
    lead = m.group(0).split()[0].casefold()
    if lead == "of" and _SUMMED.search(m.string, 0, m.start()):
        return None  # "a total of 1027 monitor readings"
    if lead == "by" and m.string[: m.start()].rstrip()[-1:].isdigit():
        return None  # 1920 by 1080
    if lead in _LOOSE_LEADS:
        plural = _PLURAL_NOUN.match(m.string, m.end())
        if plural and plural["noun"] not in _NOT_PLURAL:
            return None
        if lead in {"about", "around", "over", "than"} and int(m["y"]) < 1700:
            return None
    return _build_year(m)


_SHORT_END = lazy(rf"(?<!\d)(?P<y0>{YEAR})[-–/](?P<y>\d\d)(?![\w\-/–]|[.,]\d)")


def _build_short_end(m: re.Match[str]) -> Draft | None:
    """The 16 of "2015/16" (not the 07 of a month "2024-07")."""
    first = int(m["y0"])
    year = first - first % 100 + int(m["y"])
    if not first < year <= first + 60:
        return None
    return Draft(m.start("y"), m.end("y"), "year", (years(year, year),))


YEAR_FORMS = ((_SHORT_END, _build_short_end), *YEAR_FORMS)
