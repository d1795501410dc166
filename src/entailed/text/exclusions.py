"""Exceptions to a rule about all: "open every day except Mondays", "all damage but flood damage".

What is excepted is the opposite of the rule: closed on Mondays, no flood damage.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from entailed.text.clauses import clauses, language
from entailed.text.lazy import lazy
from entailed.text.polarity import polarity
from entailed.text.roots import root
from entailed.text.views import LIGHT_WORDS
from entailed.types import Span

__all__ = ["Exclusion", "exclusion", "roots_of"]

_CUE = lazy(
    r"(?:,?\s)(?:with the (?:sole |only |single )?exceptions? of|except(?:ing|ed)?(?: for| on| in"
    r"| during| when)?|excluding|apart from|aside from|other than|save for|but not(?: for| on)?"
    r"|but(?= (?:on )?(?:the |a )?\w)|not including|mit ausnahme (?:von|des|der)|bis auf"
    r"|sauf|hormis|excepté|à l['’]exception (?:de|du|des)|excepto|salvo|menos|exceto"
    r"|a excepción de|com exceção de|tranne|eccetto|ad eccezione (?:di|del|della)|кроме"
    r"|за исключением)\s(?P<body>[^,;:.()]{1,60})"
    r"|\s(?:außer|ausgenommen)\s(?P<de>(?:(?:am|an|im|in|für|den|der|die)\s){0,2}[^\W\d]+)"
    r"|除(?:了)?(?P<zh>[^，。；]{1,12})(?:之?外|以外)",
    re.IGNORECASE,
)
_UNIVERSAL = lazy(
    r"\b(?:all|every|each|any|daily|always|everything|everyone|everybody|anyone|year-round"
    r"|all year|seven days a week|no|none|nothing|nobody|never|not|alle[rns]?|jede[rnsm]?|täglich"
    r"|immer|ganzjährig|kein\w{0,2}|nicht|tous|toutes|tout|chaque|toujours|quotidiennement"
    r"|aucun\w?|todos|todas|todo|toda|cada|siempre|sempre|ning[uú]n\w?|tutti|tutte|ogni"
    r"|nessun\w?|все|всех|каждый|всегда|ежедневно|никто)\b|所有|全部|每天|每日|每|均|都|一律|全年",
    re.IGNORECASE,
)
# These take something out of a rule even where it does not say "all". "Apart from" may add.
_PLAIN = lazy(
    r"^(?:,?\s)(?:with the (?:sole |only |single )?exceptions? of|except|excluding|not including"
    r"|mit ausnahme|à l['’]exception|excepto|salvo|a excepción|com exceção|tranne|ad eccezione"
    r"|за исключением)",
    re.IGNORECASE,
)
_VERB = lazy(
    r"\s(?=(?:is|are|was|were|has|have|had|do|does|did|may|might|can|could|must|shall|should|will"
    r"|would|need|needs)\b)",
    re.IGNORECASE,
)
_QUANTIFIERS = frozenset(
    root(word)
    for word in "all every each any day days daily week seven always everything everyone everybody "
    "anyone no none nothing nobody never not jour jours tag tage tagen täglich jeden días día dias "
    "dia giorni giorno tous tutti todos todas toute toutes alle jede jeder".split()
) | frozenset("天日每所有都均一律全部")
_LIGHT = frozenset(root(word) for word in LIGHT_WORDS.split())


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A rule about all and its exception. `span` reaches from the cue to the exception's end.

    `rule` and `excepted` are content roots, those of `excepted` not in the rule itself;
    `denied` tells whether the rule is a negative one ("no pets except dogs").
    """

    span: Span
    rule: frozenset[str]
    excepted: frozenset[str]
    denied: bool


def roots_of(text: str) -> frozenset[str]:
    """Content roots of a text without quantifiers and light words."""
    found = {t.root for c in clauses(text) for t in c.tokens if t.content}
    return frozenset(found - _LIGHT - _QUANTIFIERS)


@lru_cache(maxsize=4096)
def exclusion(text: str) -> Exclusion | None:
    """The one exception a plain sentence makes to a rule about all, or None."""
    found = list(_CUE.finditer(text[:600]))
    if len(found) != 1:
        return None
    match = found[0]
    body = match["body"] or match["zh"] or match["de"]
    start, end = match.span()
    if match["body"]:
        verb = _VERB.search(body)  # "everything except alcohol may be brought"
        if verb is not None:
            body, end = body[: verb.start()], match.start("body") + verb.start()
        elif any(c.isalnum() for c in text[end:]) and text[end : end + 1] != ":":
            return None
    rule_end = len(text) if text[end : end + 1] != ":" else end
    rest = text[:start] + text[end:rule_end]
    if not _UNIVERSAL.search(rest) and not _PLAIN.match(match.group()):
        return None
    rule = roots_of(rest)
    excepted = roots_of(body) - rule
    if not rule or not excepted:
        return None
    spoken = language(text)
    denied = any(polarity(clause, spoken).negative for clause in clauses(rest))
    return Exclusion(Span(start, end), rule, excepted, denied)
