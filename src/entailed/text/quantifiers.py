"""Quantifiers, frequency words, exclusives, superlatives and scopes of a clause.

Closed lists in the languages read. A reader only finds the words and how strong they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from entailed.text.clauses import Token
from entailed.text.lazy import lazy
from entailed.text.views import View
from entailed.types import Span


def _levels(*rows: tuple[int, str]) -> MappingProxyType[str, int]:
    """Word -> strength."""
    return MappingProxyType({word: level for level, words in rows for word in words.split()})


# How many members of a group: 1 few, 2 some, 3 many or most, 4 all.
QUANTITY = _levels(
    (1, "few wenige peu pocos poucos pochi немногие 少数"),
    (
        2,
        "some several certain einige manche mehrere bestimmte quelques certains certaines "
        "plusieurs "
        "algunos algunas varios varias ciertos alguns algumas vários várias certos alcuni alcune "
        "некоторые несколько 有些 一些 部分 一部 many viele beaucoup nombreux muchos muchas muitos "
        "muitas molti molte многие 许多 多く",
    ),
    (
        3,
        "most majority meisten mehrzahl plupart mayoría maioria maggior большинство 多数 大多数",
    ),
    (
        4,
        "all every each everyone everybody everything entire whole both alle aller allen jeder "
        "jede "
        "jedes jeden sämtliche ganze ganzen tous toutes chaque tout toute todos todas cada todo "
        "toda "
        "tutti tutte ogni все каждый каждая каждое весь вся 所有 全部 每个 すべて 全て 全員",
    ),
)
# How often: 1 rarely, 2 sometimes, 3 often or usually, 4 always.
FREQUENCY = _levels(
    (1, "rarely seldom occasionally selten rarement raramente редко 很少 めったに"),
    (2, "sometimes manchmal gelegentlich parfois quelquefois veces vezes volte иногда 有时 時々"),
    (
        3,
        "often frequently usually generally typically normally commonly regularly oft "
        "häufig "
        "meistens meist gewöhnlich normalerweise üblicherweise souvent généralement habituellement "
        "normalement frecuentemente generalmente normalmente usualmente habitualmente "
        "frequentemente "
        "geralmente spesso solitamente часто обычно 经常 通常 よく 普段",
    ),
    (
        4,
        "always invariably constantly continually immer stets ständig toujours siempre sempre "
        "всегда "
        "总是 始终 いつも 常に",
    ),
)
_NUMBERS = frozenset(
    "one two three four five six seven eight nine ten eleven twelve twenty half zwei drei vier "
    "fünf "
    "deux trois quatre cinq dos tres cuatro cinco dois três quatro due tre два три четыре".split()
)
_OF = frozenset("of von der des de dei degli delle di из".split())
_ALL = 4  # strength of words for the whole group
_NEAR = 4  # words between a quantifier and its noun, at most
EXCLUSIVE = lazy(
    r"\b(?:only|solely|sole|exclusively|exclusive|alone|just|nothing but|none but|nobody but|"
    r"no one but|no other|"
    r"no one else|"
    r"nobody else|limited to|restricted to|reserved for|single|unique|except|other than|unless|"
    r"merely|save for|but for|all but|(?:not|n['’]t) (?:\w+ ){0,6}until|"
    r"purely|entirely|confined to|nur|ausschließlich|allein|einzig\w{0,2}|lediglich|bloß|seulement|"
    r"uniquement|exclusivement|seule?s?|réservée?s?|ne \w{1,15} que|solo|sólo|solamente|únicamente|"
    r"exclusivamente|únic[oa]s?|somente|apenas|soltanto|solamente|esclusivamente|unic[oa]|"
    r"только|исключительно|лишь|единственн\w{1,3})\b|只|仅|唯一|のみ|だけ|しか",
    re.IGNORECASE,
)
_CLAIMED_ONLY = lazy(
    r"\b(?:(?<!not )only(?! (?:\d|a\b|an\b|one\b|two\b|three\b|about\b|slightly\b|after\b|when he|"
    r"recently))|"
    r"solely|exclusively|nur(?! \d)|ausschließlich|seulement(?! \d)|uniquement|exclusivement|"
    r"s[oó]lo(?! \d)|solamente|únicamente|exclusivamente|somente|soltanto|esclusivamente|"
    r"только(?! \d)|исключительно)\b|只有|仅限|のみ|だけ",
    re.IGNORECASE,
)
SUPERLATIVE = lazy(
    r"\b(?:(?:old|young|large|big|small|high|low|tall|short|long|fast|slow|great|strong|weak|rich|"
    r"poor|"
    r"cheap|deep|wide|heavy|heavi|light|early|earli|warm|hot|hott|cold|safe|saf|busy|busi|"
    r"near|close|clos|fine|fin|bigg|larg|old|eld|wealthi|happi)(?:e?st)|"
    r"(?:the|'s) (?:best|worst)(?! (?-i:known|of\b|[A-Z]))(?!-)|"
    r"(?:the|its|their|'s|world's) (?:most|least) (?!recent\b|likely\b|of\b|common\b)\w{4,20}|"
    r"first(?= (?:ever|in (?:the (?:world|country|history)|history)|\w{3,12} (?:ever|"
    r"in (?:the (?:world|"
    r"country)|history))))|unparalleled|unrivalled|"
    r"(?:the|a|its|'s) leading|foremost|top-ranked|record-breaking|"
    r"(?:älteste|größte|kleinste|höchste|tiefste|beste|schnellste|längste|bekannteste)[rsnm]?|"
    r"le plus \w{3,15}|la plus \w{3,15}|el más \w{3,15}|la más \w{3,15}|"
    r"самы[йе]|самая|крупнейш\w{1,2}|старейш\w{1,2})\b|最[大高老早长快好小低]",
    re.IGNORECASE,
)
CERTAINTY = lazy(
    r"\b(?:guarantee[ds]?|guaranteed|certainly|definitely|undoubtedly|without (?:a )?doubt|proven|"
    r"conclusively|inevitably|unconditional(?:ly)?|garantiert|zweifellos|garantie?e?s?|"
    r"certainement|"
    r"garantizad[oa]s?|garantid[oa]s?|garantit[oa]|гарантирован\w{0,3}|безусловно)\b|保证|必ず|保証",
    re.IGNORECASE,
)
INFLATION = lazy(
    r"\b(?:world-?wide|globally|nation-?wide|country-?wide|everywhere|universally|for (?:everyone|"
    r"everybody|"
    r"anyone|all)|(?:in|across|throughout) (?:all|every|the (?:whole|entire)) \w{2,20}|"
    r"(?:all|every|each) (?:plans?|tiers?|users?|customers?|accounts?|regions?|countries|country|"
    r"versions?|branch(?:es)?|models?|patients?|ages|devices?|platforms?|employees?|products?|"
    r"orders?|"
    r"locations?|stores?|states?|cities|districts?|markets?|members?|residents?|students?)|"
    r"at all times|around the clock|24/7|(?:the|its|their) (?:whole|entire) \w{2,20}|in general|"
    r"im ganzen \w{2,20}|in der ganzen \w{2,20}|weltweit|bundesweit|landesweit|überall|für alle|"
    r"partout|dans tout le \w{2,20}|pour tous|mundialmente|en todo el \w{2,20}|para todos|"
    r"em todo o \w{2,20}|in tutto il \w{2,20}|per tutti|повсюду|во всём мире|для всех)\b"
    r"|全国|全世界|世界中|所有",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Quantified:
    """A quantifier or frequency word: its strength 1..4, place, and the noun after it if any.

    `counted`: a number of the group ("four of the six").
    """

    level: int
    span: Span
    noun: str
    counted: bool = False


@lru_cache(maxsize=2048)
def _quantities(tokens: tuple[Token, ...]) -> tuple[Quantified, ...]:
    """Quantifiers of a clause with the content roots that follow."""
    found: list[Quantified] = []
    for at, token in enumerate(tokens):
        counted = _part_of(tokens, at)
        level = 2 if counted else QUANTITY.get(token.text)
        if level is not None:
            found.append(Quantified(level, token.span, _noun_after(tokens, at), counted))
    return tuple(found)


def _part_of(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether a number here takes a part of a group: "four of the six", not "every one of them"."""
    text = tokens[at].text
    if at and QUANTITY.get(tokens[at - 1].text) == _ALL:
        return False
    number = text[0].isdigit() or text in _NUMBERS
    return number and at + 1 < len(tokens) and tokens[at + 1].text in _OF


def _noun_after(tokens: tuple[Token, ...], at: int) -> str:
    """Root of the first content word soon after a quantifier, numbers passed over."""
    for token in tokens[at + 1 : at + 1 + _NEAR]:
        number = token.text[0].isdigit() or token.text in _NUMBERS
        if token.content and not number and token.text not in QUANTITY:
            return token.root
    return ""


def quantities(view: View) -> tuple[Quantified, ...]:
    """Quantifiers of a clause, in order."""
    return _quantities(view.clause.tokens)


def frequencies(view: View) -> tuple[Quantified, ...]:
    """Frequency words of a clause, in order; `noun` is empty."""
    return tuple(
        Quantified(FREQUENCY[t.text], t.span, "") for t in view.clause.tokens if t.text in FREQUENCY
    )


def claimed_only(view: View) -> Span | None:
    """An exclusive word that limits who or what the clause is about, or None."""
    return in_clause(_CLAIMED_ONLY, view)


def in_clause(pattern: re.Pattern[str], view: View) -> Span | None:
    """Place in the sentence of the first match inside the clause."""
    found = pattern.search(view.text, view.clause.span.start, view.clause.span.end)
    return Span(*found.span()) if found else None
