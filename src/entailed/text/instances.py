"""Values that a claim puts as a case, to apply a rule to: "a 600-watt unit", "who is 67".

A text that gives the rule ("up to 800 watts") need not give the case, and a value outside a
limit is no other limit.
"""

from __future__ import annotations

import re
from functools import lru_cache

from entailed.text.lazy import lazy
from entailed.text.quantities import Quantity

__all__ = ["is_instance"]

_WORD = r"(?:[^\W\d_][\w'’-]*\s)"
_VERBS = (
    r"is|are|was|were|has|have|had|will|may|can|must|should|costs?|pays?|gets?|takes?|holds?"
    r"|lasts?|includes?|receives?|needs?|requires?|rises?|falls?|amounts?|makes?"
)
_DETERMINERS = r"the|a|an|your|our|my|his|her|their|its|this|that|these|those"
# A word that is not the verb of the clause, and one that is no determiner either.
_NO_VERB = rf"(?:(?!(?:{_VERBS})\s)[^\W\d_][\w'’-]*\s)"
_OTHER = rf"(?:(?!(?:{_VERBS}|{_DETERMINERS})\s)[^\W\d_][\w'’-]*\s)"
# Where a phrase of its own may begin: at the start of a clause or after a preposition.
_OPEN = (
    r"(?:\A|[,;]\s|(?<!\w)(?:for|on|with|at|by|from|to|in|of|after|if|when|that|than|and|but|while"
    r"|where|once|until|unless|even)\s)"
)
# Nouns of which the value is the amount itself, not that of a thing.
_NAMED = (
    r"(?!(?:total|sum|maximum|minimum|mean|average|median|number|share|record|further|quarter|third"
    r"|half|limit|rate|price|fee|discount)\s)"
)
_WHO = r"(?:who|that|which|whose|where|when)"
_ANYONE = r"(?:someone|anyone|anybody|somebody|nobody|whoever|those|people|persons)"
# What stands before a value that is put as a case, up to the value.
_BEFORE = (
    # a 600-watt unit, a new 12 kg box
    lazy(rf"{_OPEN}an?\s{_OTHER}?\Z", re.IGNORECASE),
    # a shop of 60 square metres, a camera worth 300, a customer sending 1,000
    lazy(
        rf"{_OPEN}an?\s{_NAMED}{_OTHER}{{1,4}}"
        r"(?:of|with|worth|from|at|in|for|aged|\w+ing|\w+ed by)\s"
        rf"{_OTHER}{{0,3}}\Z",
        re.IGNORECASE,
    ),
    # a woman who wears a size 5, a fault that is reported 18 months after
    lazy(rf"{_OPEN}an?\s{_NO_VERB}{{1,5}}{_WHO}\s{_WORD}{{0,8}}\Z", re.IGNORECASE),
    # someone who has driven for 3 years, those aged 67
    lazy(
        rf"(?<!\w){_ANYONE}\s(?:{_WHO}|with|aged?|of|over|under|on|still)\s{_WORD}{{0,8}}\Z",
        re.IGNORECASE,
    ),
    # if 80 guests are announced
    lazy(
        rf"(?<!\w)(?:if|whenever|unless|provided|suppos\w+|assum\w+)\s{_WORD}{{0,14}}\Z",
        re.IGNORECASE,
    ),
    # Parking for 20 minutes, Borrowing 900
    lazy(
        r"\A(?!including|according|during|following|nothing|something)\w+ing\s"
        rf"{_NO_VERB}{{0,7}}\Z",
        re.IGNORECASE,
    ),
    # A manager can buy a 60-pound fan, Nobody can draw a pension at 54
    lazy(
        rf"\A(?:an?|no|any)?\s?(?:{_WORD}){{1,4}}(?:can|may|must|should|cannot|has to|need not)\s"
        rf"{_WORD}{{1,8}}(?:an?\s{_OTHER}?|at\s)\Z",
        re.IGNORECASE,
    ),
    # With 30 shares, On an invoice of 800
    lazy(
        rf"(?:\A|[,;]\s)(?:with|at|on|for|after|given)\s(?:an?\s)?{_OTHER}{{0,3}}\Z", re.IGNORECASE
    ),
)
# A value that opens the claim as part of its subject: "Turnover of 30,000 shuts a business out".
_OPENING = lazy(rf"\A{_OTHER}{{1,3}}(?:of|worth)\s\Z", re.IGNORECASE)
_ARTICLE = lazy(rf"{_OPEN}\Z", re.IGNORECASE)
# Then the value is what the rule itself sets: "a deposit of 60 euros is due".
_SET = lazy(
    r"(?:\s[^\W\d_]\w*){0,3}?\s(?:is|are)\s(?:due|charged|payable|required|added|paid|taken|levied"
    r"|applied|granted|imposed|deducted|needed)(?!\w)",
    re.IGNORECASE,
)
_NEAR = 240  # characters before a value that are looked at
_PAST = lazy(
    r"(?<!\w)(?:was|were|had|did|didn't|became|took|gave|got|made|won|lost|sold|paid|rose|fell"
    r"|went|came|found|said|told|left|began|met|held|led|spent|bought|brought|saw|put|set|ran)"
    r"(?!\w)",
    re.IGNORECASE,
)
# "has announced": what was done, but for a case that is described ("who has driven for a year").
_PERFECT = lazy(r"(?<!who )(?<!that )(?<!which )(?<!\w)(?:has|have)\s\w{2,}ed(?!\w)", re.IGNORECASE)
_PRESENT = lazy(
    r"(?<!\w)(?:may|can|cannot|can't|must|should|shall|will|won't|does|do|doesn't|don't|is|are"
    r"|isn't|aren't|has to|have to|needs?|gets?|pays?|costs?|receives?)(?!\w)",
    re.IGNORECASE,
)
_PAST_VERB = lazy(r"(?<!\w)(?P<before>\w+)\s\w{2,}ed(?!\w)", re.IGNORECASE)
# After these a form in -ed is a participle and tells no time.
_AUXILIARY = frozenset(
    "is are be been being has have having may can must not a an the who which if when once "
    "of for by with than as or and more most no longer only newly highly fully".split()
)


def is_instance(text: str, q: Quantity) -> bool:
    """Whether `text` puts `q` as a case of a rule rather than tells of it as a fact.

    Only an exact value can be; a text in the past tense tells facts. Cached.
    """
    return _is_instance(text, q)


@lru_cache(maxsize=4096)
def _is_instance(text: str, q: Quantity) -> bool:
    if q.bound != "exact" or q.approximate or q.low != q.high or _SET.match(text, q.span.end):
        return False
    before = text[: q.span.start]
    if len(before) > _NEAR:
        before = f"\0{before[-_NEAR:]}"  # so that the cut is no beginning
    # The article may be read as part of the value ("a 900 ml jug", "an eleven-year-old").
    opens = q.text[:2].casefold() in ("a ", "an") and _ARTICLE.search(before)
    opens = opens or _OPENING.search(before)
    return bool(opens or any(p.search(before) for p in _BEFORE)) and not _tells_past(text)


def _tells_past(text: str) -> bool:
    """Whether `text` tells what was ("paid", "climbed") and nothing of what is or may be."""
    if _PRESENT.search(text) and not _PERFECT.search(text):
        return False
    if _PAST.search(text) or _PERFECT.search(text):
        return True
    return any(m["before"].casefold() not in _AUXILIARY for m in _PAST_VERB.finditer(text))
