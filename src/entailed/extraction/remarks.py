"""Recognises remarks on the conversation itself, and sentences that say nothing.

"I apologise, you are right" and "My last answer was wrong" are about what was said, not about what
the sources say; "A policy is a policy" is true whatever they say. Neither is a claim.
"""

from __future__ import annotations

import re

from entailed.text.lazy import lazy
from entailed.text.roots import root

__all__ = ["is_remark", "is_tautology"]

_OLDER = r"(?:previous|earlier|last|first|initial|original|prior) "
_WORD = r"(?:answer|reply|response|statement|message|explanation)s?"
_ANSWER = rf"(?:my (?:{_OLDER})?|(?:the|that|this) {_OLDER}){_WORD}"
_ABOUT = r"(?: (?:about|on|in) (?:that|this|it|all of this|my side|" + _ANSWER + r"))?"
_WRONG = r"(?:wrong|mistaken|incorrect|inaccurate|in error|misleading|imprecise|unclear)"
_RIGHT = r"(?:right|correct)"
_VERY = r"(?:(?:absolutely|quite|completely|totally|entirely|very|so|of course|indeed) )?"
_EARLIER = r"(?: (?:earlier|before|above|previously|there|here))?"
_PIECES = (
    rf"you(?:'re| are| were) {_VERY}{_RIGHT}{_ABOUT}"
    r"(?: to (?:ask|question|doubt|wonder|point (?:that|this|it) out|correct me))?",
    r"i (?:\w+ )?apologi[sz]e(?: (?:sincerely|deeply|again))?"
    r"(?: for (?:the|my|any|that|this) (?:\w+ ){0,2}\w+)?",
    r"(?:my|sincere|please accept my) (?:\w+ )?apologies"
    r"(?: for (?:the|my|any|that) (?:\w+ ){0,2}\w+)?",
    r"(?:i'm|i am) (?:\w+ )?sorry(?: for (?:the|my|any|that) (?:\w+ ){0,2}\w+)?",
    rf"i (?:was|am|may have been|have been) {_VERY}{_WRONG}{_EARLIER}{_ABOUT}",
    rf"i(?: have|'ve)? (?:made|make) (?:a|an) (?:\w+ )?(?:mistake|error|slip)s?{_EARLIER}"
    rf"(?: in {_ANSWER})?",
    r"i (?:misread|misunderstood|misspoke|got (?:that|this|it) wrong)"
    r"(?: (?:you|that|this|it|your (?:question|message|request)))?",
    rf"{_ANSWER} (?:was|is|were) {_VERY}(?:{_WRONG}|not (?:{_RIGHT}|accurate))"
    rf"{_EARLIER}",
    r"my (?:mistake|bad|error|fault)",
    r"i stand (?:corrected|by (?:it|that|this|" + _ANSWER + r"))",
    r"let me (?:correct|rephrase|clarify|fix|check|restate|reconsider|look at)"
    rf"(?: (?:that|this|it|myself|again|the record|{_ANSWER})){{0,2}}",
    r"(?:that's|that is|this is|it's) (?:a |an )?(?:\w+ )?(?:point|question|catch|concern)",
    r"(?:good|nice|great|fair|excellent|valid) (?:point|catch|question|observation)",
    r"thank(?:s| you) for (?:pointing (?:that|this|it) out|the correction|correcting me|asking"
    r"|letting me know|clarifying"
    r"|your (?:\w+ )?(?:question|patience|feedback|message|understanding))",
    r"i (?:understand|see|hear|appreciate|get|share) (?:your (?:\w+ )?(?:frustration|concerns?"
    r"|question|confusion|doubts?|point|disappointment|patience|position)|what you mean)",
    r"(?:sie haben|du hast) (?:völlig |vollkommen |ganz )?recht",
    r"ich (?:entschuldige mich|habe mich geirrt|lag falsch)(?: für [^,;.]{1,40})?",
    r"(?:vous avez|tu as) (?:tout à fait )?raison|je me suis trompée?",
    r"(?:tienes|tiene usted|tiene) (?:toda la )?razón|me equivoqué",
    r"hai (?:perfettamente )?ragione|mi sono sbagliat[oa]|(?:você )?tem razão|eu errei",
)
_JOINT = r"(?:[\s.,;:!–—-]+(?:(?:and|but|so|yes|no|oh|well|then|again|und|et|y|e)\b[ ,]*)*)"
_PIECE = "(?:" + "|".join(_PIECES) + ")"
_REMARK = lazy(
    rf"^(?:(?:oh|ah|well|yes|no|okay|ok|sure|sorry|indeed|of course|then|hm+)[ ,.!]+){{0,2}}"
    rf"{_PIECE}(?:{_JOINT}{_PIECE})*[\s.!…]*$",
    re.IGNORECASE,
)
_LONGEST = 240
_SAME = lazy(
    r"^(?P<one>[^\d.,;:!?]{2,160}?)"
    r" (?:is|are|was|were|means?|remains?|ist|sind|est|sont|es|son|è|é)"
    r" (?:(?:simply|just|only|still|always|after all|by definition) )?(?P<other>[^\d.,;:!?]{2,160})"
    r"[.!]?$",
    re.IGNORECASE,
)
_ARTICLES = frozenset(
    "a an the this that these those every each any all my your our its der die das ein eine le la "
    "les un une el los las una il lo gli i o os as um uma".split()
)


def is_remark(plain: str) -> bool:
    """Whether a lower-case text is made of remarks on the conversation, and of nothing else."""
    return len(plain) <= _LONGEST and _REMARK.match(plain) is not None


def is_tautology(plain: str) -> bool:
    """Whether a lower-case sentence says of a thing that it is what it is called."""
    match = _SAME.match(plain)
    if match is None:
        return False
    one, other = (_roots(match[name]) for name in ("one", "other"))
    return bool(other) and one[-len(other) :] == other


def _roots(text: str) -> list[str]:
    """The roots of the words but for articles, in order."""
    return [root(word) for word in text.casefold().split() if word not in _ARTICLES]
