"""What a statement is limited to: conditions, exceptions, groups, places, versions, times."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Literal

from entailed.text.clauses import language
from entailed.text.lazy import lazy
from entailed.text.roots import root
from entailed.text.words import words
from entailed.types import Span

Kind = Literal["condition", "exception", "group", "period", "time"]

_TAIL = r"[^,;:.()。，；]{1,80}"
_GROUPS = (
    r"plans?|tiers?|editions?|accounts?|subscriptions?|subscribers?|licen[cs]es?|versions?|modes?|"
    r"models?|"
    r"regions?|districts?|areas?|zones?|branch(?:es)?|markets?|customers?|users?|members?|"
    r"patients?|"
    r"adults?|children|minors|employees|staff|residents|students|pupils|seniors|pensioners|"
    r"companies|businesses|firms|counties|county|provinces?|municipalit(?:y|ies)|"
    r"neighbou?rhoods?|platforms?|devices?|systems?|releases?|orders|purchases|products?|items?|"
    r"vehicles?|households?|applicants?|visitors?|tourists?|citizens?|women|men|buildings?|"
    r"stores?|shops?|clinics?|hospitals?|schools?|airports?|stations?|towns?|villages?|city|"
    r"cities|cent(?:re|er)s?|islands?|capital|country|countries|continent"
)
_CONDITIONS = lazy(
    rf"\b(?P<cue>only if|only when|if|unless|provided(?: that)?|as long as|on condition that|"
    rf"subject to|pending|in the event|in case|assuming|when (?=\w{{3,15}}(?:ed|ing)\b)|once|"
    rf"wenn|falls|sofern|à condition|sous réserve|s'il|si|siempre que|salvo que|se|desde que|"
    rf"a condizione|purché|если|при условии)\b(?P<body>{_TAIL})"
    r"|(?:如果|若|只要|除非)(?P<zh>[^，。；]{1,30})",
    re.IGNORECASE,
)
_EXCEPTIONS = lazy(
    rf"\b(?:except(?:ing)?(?: (?:for|on|in|during|when|that))?|excluding|other than|apart from|"
    rf"with the exception of|not including|außer|ausgenommen|mit ausnahme|sauf|excepté|"
    rf"hormis|"
    rf"à l'exception|excepto|salvo|exceto|tranne|eccetto|ad eccezione|кроме|"
    rf"за исключением)\b(?P<body>{_TAIL})"
    r"|除(?P<zh>[^，。；]{1,20})外",
    re.IGNORECASE,
)
_ONLY = re.compile(
    rf"\b(?:(?:only|solely|exclusively) (?:on|in|for|with|at|during|by|via|through|within|to|from"
    rf"|after|before|between)"
    rf"|(?:uniquement|seulement|exclusivement) (?:sur|pour|en|dans|avec|à|au|aux|après|avant)"
    rf"|(?:s[oó]lo|solamente|únicamente|exclusivamente|somente|apenas|soltanto) (?:en|para|con|a|em"
    rf"|com|su|per|in|después|antes)|только (?:в|на|для|с|при|после|до))\s(?P<body>{_TAIL})"
    r"|\bnur (?:auf|in|im|für|bei|mit|an|am|nach|vor)\s"
    r"(?P<near>(?:(?:de[rmns]|die|das|ein\w{0,2}|allen?|gültige[nmr])\s)?\w{3,30})",
    re.IGNORECASE,
)
_NOTICE = re.compile(
    r"\b(?:up to|until|within|no later than|not later than|at least|bis(?: zu)?|innerhalb von"
    r"|jusqu['’]à|dans les|hasta|dentro de)\s(?P<body>(?:\d{1,4}|an?|one|two|three|four|five|six"
    r"|seven|ten|ein\w{0,2}|zwei|drei|un[ea]?|deux|trois|dos|tres)\s(?:\w{1,12}\s)?(?:minutes?"
    r"|hours?|days?|weeks?|months?|years?|minuten|stunden|tagen?|wochen|monaten?|minutes|heures?"
    r"|jours?|semaines?|mois|minutos|horas?|d[ií]as?|semanas?|mes(?:es)?)\s(?:before|after|of|from"
    r"|prior|following|vor|nach|avant|après|antes|después|depois)\b[^,;:.()]{1,50})",
    re.IGNORECASE,
)
_MONTHS = r"january|february|march|april|may|june|july|august|september|october|november|december"
_PERIODS = lazy(
    r"\b(?P<cue>until|till|from|as of|starting (?:with|in|from)|"
    r"beginning (?:with|in)|"
    r"bis|ab|jusqu'en|jusqu'à|à partir|depuis|hasta|desde|a partir|até|fino al?|dal|"
    r"до|с|начиная с)\s(?P<body>(?:the end of |version |release |v\.? ?)?"
    rf"(?:(?:\d{{1,2}} )?(?:{_MONTHS})(?: \d{{1,2}},?)?(?: \d{{4}})?"
    r"|\d{4}|v?\d{1,3}(?:\.\d{1,4}){0,3}))(?= |[.,;]|$)",
    re.IGNORECASE,
)
_YEAR = lazy(r"\d{4}")
_DAYS = r"mon|tues|wednes|thurs|fri|satur|sun"
_RECURRING = (
    rf"(?:spring|summer|autumn|winter|(?:{_DAYS})days|(?:week|working )days?|"
    rf"weekends?|holidays?|vacations?|evenings|mornings|afternoons|night|nights|season|"
    rf"term(?:[- ]time)?|ramadan|lent|advent|rush hours?|(?:peak|off-peak) (?:hours|times?))"
)
# A time that comes again and again: of a rule it is a limit, of an event a date would be named.
_TIMES = lazy(
    rf"\b(?:in|during|on|at|over|throughout|outside|from|between|after|before)\s"
    rf"(?P<body>(?:(?:the|every|each|all|most|school|public|bank|summer|winter|low|high|early|late|"
    rf"rainy|dry|wet|growing|breeding|hunting|exam|holiday|tourist)\s){{0,3}}{_RECURRING}"
    rf"(?:(?: and | or | to | through | until |, ){_RECURRING}){{0,3}}"
    rf"|(?:{_MONTHS})(?:(?: and | or | to | through | until |, )(?:{_MONTHS})){{1,3}}"
    rf"|the (?:first|second|third|fourth|last) (?:{_DAYS})day (?:of|in) (?:the|each|every) "
    rf"(?:month|quarter|year))"
    rf"(?! ?(?:\d|of \d{{4}}|last|this|next))\b",
    re.IGNORECASE,
)
_LEAVE = lazy(
    r"\b(?:with|without|on|upon|under|subject to)\s(?P<body>(?:[\w'’-]{1,15}\s){0,4}?"
    r"(?:approval|consent|permission|prescription|authori[sz]ation|supervision|receipt|"
    r"reservation|appointment|booking|invitation|request|referral|proof of \w{3,15}|"
    r"doctor['’]s note|membership card|valid ticket))\b",
    re.IGNORECASE,
)
_GROUP = lazy(
    rf"\b(?:on|for|in|within)\s(?P<body>(?:the |all |our |its |their )?"
    rf"(?:[\w'’-]{{2,20}} ){{1,3}}?(?:{_GROUPS}))\b"
    rf"|\b(?:for|on)\s(?P<bare>(?:adults|children|members|students|seniors|residents|minors|"
    rf"employees|"
    rf"staff|veterans|citizens|subscribers|businesses|pensioners|beginners|nonprofits)\b"
    rf"|(?:orders|purchases|items|customers|users|patients|people|accounts|products|companies|"
    rf"vehicles|"
    rf"travellers|travelers|applicants|stays|trips|flights) (?:in|from|within|over|under|with|"
    rf"without|who|"
    rf"placed|aged|above|below|of|outside|inside|that)\b{_TAIL})"
    rf"|\bin\s(?:(?:\w{{3,15}}\s)?(?:adults|children|patients|people|women|men|adolescents|infants"
    rf"|individuals|subjects|participants|those)\s(?P<whose>(?:with|without|who|over|under|aged"
    rf"|above|below|undergoing|receiving|taking)\b{_TAIL}))"
    r"|\b(?:within|in)\s(?P<near>(?:a radius of )?\d[\d.,]{0,6} ?(?:km|kilomet(?:er|re)s|miles?|"
    r"m)\b)",
    re.IGNORECASE,
)
_BODIES = ("body", "zh", "near", "whose", "bare")
_MOST = 8  # limits of one kind read in a sentence at most
_NEUTRAL = frozenset(
    "the all our its their this that these those same other such any each every most many some "
    "several various different new first last next your his her two three four five public "
    "local own entire whole which whose what united more less such".split()
)
# Conditions of other languages that are English words too ("sales falls", "si" in a name).
_FOREIGN = frozenset("falls si se".split())
_JOINING = frozenset("the every each all most of or and to through until in".split())


@dataclass(frozen=True, slots=True)
class Scope:
    """A limiting phrase: its place in the sentence and the content roots that make it."""

    kind: Kind
    span: Span
    roots: frozenset[str]


@lru_cache(maxsize=2048)
def scopes(text: str) -> tuple[Scope, ...]:
    """Limiting phrases of one plain sentence, in order of kind; none for an empty text."""
    found: list[Scope] = []
    for kind, pattern in (
        ("condition", _CONDITIONS),
        ("exception", _EXCEPTIONS),
        ("condition", _ONLY),
        ("condition", _NOTICE),
        ("condition", _LEAVE),
        ("period", _PERIODS),
        ("time", _TIMES),
        ("group", _GROUP),
    ):
        for match in islice(pattern.finditer(text), _MOST):
            body = next((g for g in _BODIES if _group(match, g)), None)
            if body is None:
                continue
            if kind == "period" and _dated(match):
                continue
            if kind == "condition" and (_no_limit(text, match) or _of_next(text, match)):
                continue
            inside = match.group(body)
            roots = mentions(inside) if kind in ("period", "time") else _roots(inside)
            roots -= _JOINING
            if kind == "group" and body == "body" and len(roots) > 1:
                roots = roots - {root(match.group(body).split()[-1].casefold())}
            if roots:
                found.append(Scope(kind, Span(*match.span()), roots))  # type: ignore[arg-type]
    return tuple(found)


def _dated(match: re.Match[str]) -> bool:
    """Whether a period only says when a figure was taken ("as of August 2013")."""
    return (match["cue"] or "").casefold() == "as of" and bool(_YEAR.search(match["body"]))


def _no_limit(text: str, match: re.Match[str]) -> bool:
    """Whether a condition is one more case ("or if"), or its cue a word of another language."""
    cue = (_group(match, "cue") or "").casefold()
    foreign = cue in _FOREIGN and language(text) == "en"
    return foreign or text[: match.start()].casefold().endswith((" or ", " and "))


_OPENING = lazy(r"(?:[;:]|,\s(?:yet|but|and))\s\Z")


def _of_next(text: str, match: re.Match[str]) -> bool:
    """Whether a condition is of the clause after it ("by 14 July; if it is missing, ...")."""
    opens = _OPENING.search(text[: match.start()]) is not None
    return opens and text[match.end() :].startswith(",")


def _group(match: re.Match[str], name: str) -> str | None:
    """A named group's text, None when the pattern has no such group or it did not match."""
    return match.groupdict().get(name)


def _roots(text: str) -> frozenset[str]:
    """Content roots of a phrase that say what it is limited to."""
    return frozenset(
        root(w.text)
        for w in words(text)
        if w.content and w.kind != "punctuation" and w.text not in _NEUTRAL
    )


def mentions(text: str) -> frozenset[str]:
    """Roots of all words of a text, for asking whether a scope is named in it."""
    return frozenset(root(w.text) for w in words(text) if w.kind != "punctuation")
