"""The written forms of times of day and weekdays, as `entailed.text.date_patterns` has dates."""

from __future__ import annotations

import re

from entailed.text.calendar_words import AMBIGUOUS_WEEKDAYS, CJK_WEEKDAYS, WEEKDAYS
from entailed.text.date_drafts import NOWHERE, Draft, Form
from entailed.text.lazy import lazy

__all__ = ["clock_forms"]

_NAMES = "|".join(re.escape(w) for w in sorted(WEEKDAYS, key=len, reverse=True))
_HALF = r"(?:a\.m\.|p\.m\.|am|pm|a\.m|p\.m|AM|PM|A\.M\.|P\.M\.|noon)(?!\w)"
_DASH = r"(?:-|–|—|to|until|till|and|bis|à|a)"
_HOUR = r"(?:2[0-4]|1\d|0?\d)"


def _time(m: re.Match[str], minutes: tuple[int, ...], start: int = 0, end: int = 0) -> Draft | None:
    inside = tuple(dict.fromkeys(t % 1440 for t in minutes if 0 <= t <= 1440))
    if not inside:
        return None
    return Draft(
        start or m.start(), end or m.end(), "time", (NOWHERE,), year_known=False, minutes=inside
    )


def _of_half(hour: int, minute: int, half: str) -> tuple[int, ...]:
    """Minutes of the day of "5 pm"; empty for a time that cannot be."""
    if hour > 23 or minute > 59:
        return ()
    if hour > 12:
        return (hour * 60 + minute,)
    afternoon = half.casefold().startswith(("p", "n"))
    return (hour % 12 * 60 + minute + (720 if afternoon else 0),)


def _build_half(m: re.Match[str]) -> Draft | None:
    return _time(m, _of_half(int(m["h"]), int(m["m"] or 0), m["half"]))


def _build_open(m: re.Match[str]) -> Draft | None:
    """The 9 of "9 to 5 pm": morning or afternoon."""
    hour, minute = int(m["h"]), int(m["m"] or 0)
    if not 1 <= hour <= 12:
        return None
    readings = _of_half(hour, minute, "a") + _of_half(hour, minute, "p")
    return _time(m, readings, m.start(), m.end("m") if m["m"] else m.end("h"))


_WITH_SECONDS = lazy(r"\d{1,2}:\d\d:\d\d\Z")
_TOOK = lazy(
    r"(?<!\w)(?:in|time|took|takes|take|lasted|lasts|lasting|duration|length|for|within|under"
    r"|clocked|dauer|dauerte|durée|zeit|temps|tiempo|tempo)(?:\s(?:of|was|is|about))?:?\s\Z",
    re.IGNORECASE,
)


def _is_length(m: re.Match[str]) -> bool:
    """Whether "3:42:10" tells how long something took."""
    before = m.string[max(0, m.start() - 24) : m.start()]
    return _WITH_SECONDS.match(m.group(0)) is not None and _TOOK.search(before) is not None


def _build_clock(m: re.Match[str]) -> Draft | None:
    """Hours and minutes; "5:30" without more may be half past five in the afternoon."""
    if _is_length(m):
        return None
    hour, minute = int(m["h"]), int(m["m"] or 0)
    first = hour * 60 + minute
    loose = 1 <= hour <= 12 and not m["h"].startswith("0") and not m.re.groupindex.get("sure")
    return _time(m, (first, (first + 720) % 1440) if loose else (first,))


def _build_sure(m: re.Match[str]) -> Draft | None:
    return _time(m, (int(m["h"]) * 60 + int(m["m"] or 0),))


def _build_word(m: re.Match[str]) -> Draft | None:
    word = m.group(0).casefold()
    return _time(m, (0,) if word in {"midnight", "mitternacht", "minuit", "medianoche"} else (720,))


def _build_cjk_time(m: re.Match[str]) -> Draft | None:
    hour, minute = int(m["h"]), 30 if m["half"] else int(m["m"] or 0)
    if m["part"] in {"下午", "午後", "晚上", "오후"} and hour < 12:
        hour += 12
    loose = not m["part"] and 1 <= hour <= 12
    first = hour * 60 + minute
    return _time(m, (first, (first + 720) % 1440) if loose else (first,))


def _weekday(m: re.Match[str], number: int) -> Draft:
    return Draft(*m.span(), "weekday", (NOWHERE,), year_known=False, weekday=number)


def _build_weekday(m: re.Match[str]) -> Draft | None:
    word = m["w"]
    folded = word.casefold()
    if folded in AMBIGUOUS_WEEKDAYS and not (word[0].isupper() and m.group(0).endswith(".")):
        return None
    foreign = folded in WEEKDAYS and folded.endswith(("i", "s", "o", "dì", "ca", "che", "ra"))
    english = folded.removesuffix("s").endswith(("day", "tag", "woch", "abend"))
    if english and not word[0].isupper() and not folded.endswith(("tags", "wochs", "abends")):
        return None
    return _weekday(m, WEEKDAYS[folded]) if english or foreign or not word.isascii() else None


def _build_short_weekday(m: re.Match[str]) -> Draft | None:
    return _weekday(m, WEEKDAYS[m["w"].casefold()])


def _build_cjk_weekday(m: re.Match[str]) -> Draft | None:
    return _weekday(m, CJK_WEEKDAYS[m["w"]])


def _flags(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_SHORT = r"(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)"
_CLOCK_FORMS: tuple[Form, ...] = (
    (
        _flags(
            rf"(?<![\w.:$€£])(?P<h>{_HOUR})(?:[:.](?P<m>[0-5]\d))?(?=\s?{_DASH}\s?{_HOUR}(?:[:.][0-5]\d)?"
            rf"\s?{_HALF})"
        ),
        _build_open,
    ),
    (_flags(rf"(?<![\w.:])(?P<h>{_HOUR})(?:[:.](?P<m>[0-5]\d))?\s?(?P<half>{_HALF})"), _build_half),
    (
        _flags(
            rf"(?<=T)(?P<h>{_HOUR}):(?P<m>[0-5]\d)(?::[0-5]\d(?:\.\d{{1,6}})?)?(?:Z"
            rf"|[+-]\d\d:?\d\d)?(?![\w:])"
        ),
        _build_sure,
    ),
    (
        _flags(
            rf"(?<![\w.:,])(?P<h>{_HOUR}):(?P<m>[0-5]\d)(?::[0-5]\d)?(?!:?\d|[.,]\d)(?:\s?(?:Uhr|hours"
            rf"|hrs|h)(?!\w))?"
        ),
        _build_clock,
    ),
    (
        _flags(
            rf"(?<![\w.:,])(?P<h>{_HOUR})(?:[.:](?P<m>[0-5]\d))?(?=\s?(?:-|–|bis)\s?{_HOUR}"
            r"(?:[.:][0-5]\d)?\s?Uhr)"
        ),
        _build_sure,
    ),
    (
        _flags(
            rf"(?<![\w.:,])(?P<h>{_HOUR})(?:[.:](?P<m>[0-5]\d))?\s?Uhr(?:\s(?P<n>[0-5]\d))?(?!\w)"
        ),
        _build_sure,
    ),
    (_flags(r"(?<![\w.:,])(?P<h>[01]\d|2[0-3])(?P<m>[0-5]\d)\s?(?:hours|hrs)(?!\w)"), _build_sure),
    (
        lazy(rf"(?:(?<=[àÀ]\s)|(?<=[èàa]s\s))(?P<h>{_HOUR})\s?h(?:\s?(?P<m>[0-5]\d))?(?!\w)"),
        _build_sure,
    ),
    (
        _flags(
            rf"(?<![\w.:,])(?P<h>{_HOUR})\.(?P<m>00|15|30|45)(?=\s?[-–]\s?(?:1[3-9]|2[0-4])\."
            r"(?:00|15|30|45)(?![\w,]|\.\d))"
        ),
        _build_sure,
    ),
    (
        _flags(
            r"(?<=\.(?:00|15|30|45)[-–])(?P<h>1[3-9]|2[0-4])\.(?P<m>00|15|30|45)(?![\w.,]\d|\w)"
        ),
        _build_sure,
    ),
    (
        _flags(
            r"(?:(?<=\bore\s)|(?<=\balle\s)|(?<=\bkl\.\s)|(?<=\bkl\s))"
            rf"(?P<h>{_HOUR})[.:](?P<m>[0-5]\d)(?!\w|[.,:]\d)"
        ),
        _build_sure,
    ),
    (
        _flags(rf"(?<![\w.:,])(?P<h>{_HOUR})(?P<m>(?!))?\s?o['’]clock(?!\w)"),
        _build_clock,
    ),
    (
        _flags(
            r"(?P<part>上午|下午|午前|午後|早上|晚上|凌晨|오전|오후)?(?<!\d)(?P<h>2[0-4]|1\d|\d)"
            r"[时時点點시](?![间間])(?:(?P<half>半)|(?P<m>[0-5]?\d)[分분])?"
        ),
        _build_cjk_time,
    ),
)
_WORD_FORMS: tuple[Form, ...] = (
    (
        _flags(r"(?<!\w)(?:noon|midday|midnight|Mitternacht|minuit|medianoche|mediodía)(?!\w)"),
        _build_word,
    ),
    (_flags(r"(?:周|星期|礼拜|禮拜|週)(?P<w>[一二三四五六日天])"), _build_cjk_weekday),
    (_flags(r"(?P<w>[月火水木金土日])曜日?"), _build_cjk_weekday),
    (_flags(rf"(?<![\w-])(?P<w>{_NAMES})(?!\w)"), _build_weekday),
    (
        lazy(
            rf"(?<![\w-])(?P<w>{_SHORT})(?=\.?\s?(?:-|–|to|/|&)\s?{_SHORT}(?!\w)|\.?,?\s\d{{1,2}}\s"
            rf"|\.?,\s[A-Z]|:|\.?\s\d{{1,2}}[:.]\d\d)"
        ),
        _build_short_weekday,
    ),
    (
        lazy(rf"(?<=[a-z][-–/&])(?P<w>{_SHORT})(?!\w)|(?<= [-–&] )(?P<w2>{_SHORT})(?!\w)"),
        lambda m: _weekday(m, WEEKDAYS[(m["w"] or m["w2"]).casefold()]),
    ),
)
_DIGIT = lazy(r"\d")


def clock_forms(text: str) -> tuple[Form, ...]:
    """The patterns of times and weekdays that may match `text`."""
    return _CLOCK_FORMS + _WORD_FORMS if _DIGIT.search(text) else _WORD_FORMS
