"""Whether a line puts what it lists in or out: "The policy does not cover:", "Excluded are:".

A stance is a sign (in or out) about a kind of question (is it covered, is it allowed, is it given)
or about the line's own predicate ("The grant cannot be used for"). Denials and words that exclude
each turn the sign.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from entailed.text.clauses import Clause, Token, clauses, is_verb, language
from entailed.text.closed import AUXILIARIES
from entailed.text.lazy import lazy
from entailed.text.moods import mood
from entailed.text.polarity import Polarity, polarity
from entailed.text.roots import root
from entailed.text.views import LIGHT_WORDS
from entailed.types import Span

__all__ = ["PERSONS", "Duty", "Kind", "Stance", "stance", "tail"]

Kind = Literal["covered", "allowed", "given"]
Duty = Literal["", "needed", "free"]
_MOST_CLAUSES = 4


def _roots(words: str) -> frozenset[str]:
    return frozenset(root(word) for word in words.split())


def _forms(words: str) -> frozenset[str]:
    return frozenset(words.split())


_IN: dict[Kind, frozenset[str]] = {
    "covered": _forms(
        "cover covers covered covering include includes included including insure insures insured "
        "contain contains contained comprise comprises"
    ),
    "allowed": _forms(
        "allow allows allowed permit permits permitted permissible welcome accept accepts accepted "
        "acceptable admitted may can could"
    ),
    "given": _forms(
        "entitle entitles entitled eligible qualify qualifies get gets receive receives received "
        "available provided offered give gives given grant grants granted"
    ),
}
_OUT: dict[Kind, frozenset[str]] = {
    "covered": _forms(
        "exclude excludes excluded excluding exclusion exclusions omitted uninsured uncovered"
    ),
    "allowed": _forms(
        "forbid forbids forbidden prohibit prohibits prohibited prohibition prohibitions ban bans "
        "banned disallow disallows disallowed barred unwelcome unacceptable impermissible"
    ),
    "given": _forms("ineligible unavailable lack lacks lacked lacking"),
}
_MODALS = _forms("may can could cannot must should shall")
_DUTY = _forms("must should shall required")
_GENERIC = _roots(
    "bring use carry take have item following thing list article product object case charge"
)
PERSONS = _roots(
    "you we one guest guests visitor visitors customer customers member members user users "
    "passenger passengers employee employees tenant tenants participant participants student "
    "students staff people everyone anyone nobody resident residents"
)
_LIGHT = frozenset(root(word) for word in LIGHT_WORDS.split())
_TAIL = lazy(
    r"(?:^|[,;(]?\s+)(?:but (?:not|never)|except(?:ing|ed)?(?: for)?|excluding|apart from|"
    r"aside from|other than|save for|with the (?:sole |only )?exceptions? of|not including|"
    r"exceptions?)(?: the| these| those| any of)*(?: following)?(?: \w+)?\s*:?\s*$",
    re.IGNORECASE,
)
_LACK = _forms("lack lacks lacked lacking")
_HAVE = _forms("has have")
_EVERY = _forms("all every each any")
_FIRST_PERSONS = _forms("we you they i")
_DENIED_DUTY = lazy(
    r"\b(?:need not|needn't|not (?:need|have|required|obliged|necessary)|n't (?:need|have))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Stance:
    """What a text says of the things it names.

    `out`: it puts them outside. `kinds`: the questions it answers. `predicate` are content roots
    the answer hangs on, `core` those without general words ("bring", "all media"), `roots` all
    content roots, all of them without the words of a kind. `duty` is
    "needed" for a "must" that nothing denies and "free" for "need not". `places` maps each of
    `roots` to the index of its first word. Without kinds, predicate or `out` the text names
    things and says nothing of them.
    """

    out: bool
    kinds: frozenset[Kind]
    predicate: frozenset[str]
    core: frozenset[str]
    roots: frozenset[str]
    duty: Duty
    places: dict[str, int]

    @property
    def taken(self) -> bool:
        """Whether the text says anything of what it names."""
        return self.out or bool(self.kinds or self.predicate or self.duty)

    def turned(self) -> Stance:
        """The stance of what is taken out of it."""
        return replace(self, out=not self.out)


def tail(text: str) -> Span | None:
    """The words that end a lead-in and take out what follows ("except for the following:")."""
    found = _TAIL.search(text)
    return Span(*found.span()) if found else None


@lru_cache(maxsize=4096)
def stance(text: str) -> Stance | None:
    """The stance of a line or a claim; None where it is hedged, partial, conditional or empty."""
    pieces = clauses(text)
    if not pieces or len(pieces) > _MOST_CLAUSES:
        return None
    spoken = language(text)
    signs = [polarity(piece, spoken) for piece in pieces]
    free = _DENIED_DUTY.search(text) is not None
    if not free and any(s.partial for s in signs):
        return None
    undecided = any(_undecided(c, s) for c, s in zip(pieces, signs, strict=True))
    if undecided or any(not _plain(text, piece) for piece in pieces):
        return None
    if len({s.negative for c, s in zip(pieces, signs, strict=True) if _any_content(c)}) > 1:
        return None  # "covers storms but not floods"
    return _read(pieces, signs, free=free)


def _any_content(piece: Clause) -> bool:
    """Whether a clause names anything."""
    return any(token.content for token in piece.tokens)


def _undecided(piece: Clause, signs: Polarity) -> bool:
    """Whether a phrase is denied ("without a permit"), which is a condition, not a stance."""
    return any(
        n.kind == "phrase" and piece.tokens[n.cue[0]].text not in _LACK for n in signs.negations
    )


def _plain(text: str, piece: Clause) -> bool:
    """Whether a clause is put flatly; a "may" is leave, not doubt, unless it is about cover."""
    how = mood(text, piece)
    if how.conditional or how.reported:
        return False
    if how.hedge is None:
        return True
    return how.hedge.of(text).casefold() == "may" and not _kinds(piece.tokens) - {"allowed"}


def _kinds(tokens: Sequence[Token]) -> frozenset[Kind]:
    """The questions the words of a text answer."""
    found: set[Kind] = set()
    for at, token in enumerate(tokens):
        if token.text in _MODALS:
            found.add("allowed")
        owns = token.text in _HAVE and at + 1 < len(tokens) and not is_verb(tokens, at + 1)
        if owns and tokens[at + 1].text not in ("been", "to"):
            found.add("given")
        for table in (_IN, _OUT):
            found.update(kind for kind, words in table.items() if token.text in words)
    return frozenset(found)


def _read(pieces: Sequence[Clause], signs: Sequence[Polarity], *, free: bool) -> Stance:
    """The stance of plain clauses."""
    tokens = tuple(t for piece in pieces for t in piece.tokens)
    kinds = _kinds(tokens)
    flips = 0
    denied: set[str] = set()
    for piece, own in zip(pieces, signs, strict=True):
        cues = [n for n in own.negations if n.kind not in ("neutral", "partial", "phrase")]
        cued = {i for n in cues for i in n.cue}
        flips += len(cues)
        flips += sum(_excludes(t) for i, t in enumerate(piece.tokens) if i not in cued)
        denied |= {piece.tokens[i].root for n in cues for i in n.scope}
    named = {t.root: i for i, t in reversed(tuple(enumerate(tokens))) if _names(t)}
    asked = denied or _affirmed(tokens, named)
    every = {b.root for a, b in pairwise(tokens) if a.text in _EVERY}
    core = named.keys() - _GENERIC - PERSONS - every
    duty: Duty = "free" if free else ""
    if not free and flips % 2 == 0 and any(t.text in _DUTY for t in tokens):
        duty = "needed"
    return Stance(
        out=flips % 2 == 1 and not free,
        kinds=kinds,
        predicate=frozenset(asked & core),
        core=frozenset(core),
        roots=frozenset(named),
        duty=duty,
        places=named,
    )


def _affirmed(tokens: Sequence[Token], named: Mapping[str, int]) -> set[str]:
    """The roots that an affirmative line says of its things: from its first verb on.

    All roots where its verb shows no form ("We ship:") or ends it ("Insured are:").
    """
    verb = next((i for i in range(len(tokens)) if is_verb(tokens, i)), len(tokens))
    after = {r for r, i in named.items() if i >= verb}
    ended = tokens[-1].text in AUXILIARIES or tokens[0].text in _FIRST_PERSONS
    return after or (set(named) if ended else set())


def _excludes(token: Token) -> bool:
    """Whether a word excludes by itself."""
    return any(token.text in words for words in _OUT.values())


def _names(token: Token) -> bool:
    """Whether a word says what the line is about, rather than in or out."""
    return (
        token.content
        and token.root not in _LIGHT
        and not any(token.text in words for t in (_IN, _OUT) for words in t.values())
        and token.text not in _MODALS
    )
