"""What a quantity is of its kind: a level, a change and its start, a difference, a total."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from entailed.text.lazy import lazy
from entailed.text.quantities import Quantity

__all__ = ["Role", "has_total_cue", "role_of"]

Role = Literal["level", "change", "difference", "total", "average", "start"]

_TOTAL = lazy(
    r"(?<!\w)(?:in total|total(?:s|led|ling|ed)?|altogether|combined|in all|all told|together"
    r"|sum of|overall"
    r"|aggregate|insgesamt|zusammen|gesamt\w{0,12}|au total|en tout|ensemble|en total|in totale"
    r"|complessivamente"
    r"|no total|ao todo|всего|в сумме|итого|вместе|в общей сложности)(?!\w)"
    r"|共|总共|合计|一共|合計|全部で",
    re.IGNORECASE,
)
_AVERAGE = lazy(
    r"(?<!\w)(?:average[sd]?|on average|mean|median|durchschnitt\w{0,6}|im schnitt|en moyenne"
    r"|moyenne"
    r"|promedio|media|média|в среднем)(?!\w)|平均",
    re.IGNORECASE,
)
_COMPARED = lazy(
    r"\s*(?:(?:[^\W\d_]+\s){0,2}?)(?:more|less|fewer|higher|lower|greater|faster|quicker|slower"
    r"|longer"
    r"|shorter|taller|older|younger|cheaper|earlier|later|larger|smaller|bigger|heavier|lighter"
    r"|wider"
    r"|deeper|further|farther|warmer|colder|better|worse|ahead|behind|above|below|mehr|weniger"
    r"|schneller"
    r"|länger|kürzer|höher|niedriger|teurer|billiger|de plus|de moins|más|menos|più|meno|mais"
    r"|больше|меньше"
    r"|быстрее|дольше|дороже|дешевле)(?!\w)",
    re.IGNORECASE,
)
_BY_BEFORE = lazy(
    r"(?<!\w)(?:differ\w*|exceed\w*|beat|beats|ahead|lead|leads|led|trail\w*|outperform\w*|gap"
    r"|difference"
    r"|margin)(?:\s\w+){0,5}\s(?:by|of|is|was)\s*(?:about|roughly|nearly)?\s*\Z",
    re.IGNORECASE,
)
# After "more" these make a bound, not a difference ("5 or more", "no more than 5").
_OR = lazy(r"\s*(?:or|and|oder|ou|o)\s", re.IGNORECASE)


_START = lazy(
    r"(?<!\w)(?:up|down|rose|rises?|risen|fell|falls?|fallen|grew|grown|increas\w{1,4}|decreas\w{1,4}|dropp?\w{0,4}"
    r"|declin\w{1,4}|climbed|jumped|gestiegen|gefallen|stieg|fiel|went|moved|raised|reduced|cut)"
    r"\s(?:[^.;]{0,40}\s)?(?:from|von)\s(?:about |roughly |around )?\Z",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def has_total_cue(text: str) -> bool:
    """Whether `text` speaks of a total ("in total", "altogether", "insgesamt")."""
    return _TOTAL.search(text) is not None


def role_of(text: str, q: Quantity) -> Role:
    """The role of `q`, a quantity of `text`; "level" when nothing says otherwise."""
    after = text[q.span.end : q.span.end + 60]
    before = text[max(0, q.span.start - 80) : q.span.start]
    if _START.search(before):
        return "start"
    if q.change:
        return "change"
    compared = _COMPARED.match(after) and not _OR.match(after)
    if compared or _BY_BEFORE.search(before):
        return "difference"
    near = text[max(0, q.span.start - 60) : q.span.end + 40]
    if _AVERAGE.search(near):
        return "average"
    return "total" if _TOTAL.search(near) else "level"
