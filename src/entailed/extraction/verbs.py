"""Finds finite verbs without a tagger: listed forms in places where only a verb can stand."""

from __future__ import annotations

from collections.abc import Sequence

from entailed.extraction import lexicon as lex
from entailed.extraction.tokens import Token

_PLURALS = frozenset("people children men women police staff data patients".split())
_SUBJECT_PRONOUNS = frozenset("it they he she we you i".split())


def finite(toks: Sequence[Token], at: int) -> str | None:
    """The kind of finite verb at `at`: "aux", "third", "past" or None when not clear."""
    token = toks[at]
    lower = token.lower
    if token.name and at > 0 and lower not in lex.AUXILIARIES:
        return None
    if at and toks[at - 1].lower == "to":
        return None
    if lower in lex.AUXILIARIES:
        return None if lower in {"may", "might"} and token.name else "aux"
    forms = lex.verb_forms(lower)
    before = toks[at - 1].lower if at else ""
    if before in lex.DETERMINERS or before in lex.PREPOSITIONS or before == "to":
        return None
    if before in _SUBJECT_PRONOUNS and forms & {lex.BASE, lex.THIRD, lex.PAST}:
        return "third" if lex.THIRD in forms else "past"
    if lex.THIRD in forms:
        sure = lower not in lex.NOUN_LIKE_THIRD or completed(toks, at) or _after_label(toks, at)
        return "third" if sure else None
    if lex.BASE in forms and _after_plural(toks, at):
        sure = lower not in lex.NOUN_LIKE or completed(toks, at)
        return "third" if sure else None
    if not forms and _past_before_object(toks, at):
        return "past"
    if lex.PAST in forms and lower not in lex.NOUN_LIKE_PAST and before not in lex.AUXILIARIES:
        return "past"
    return None


def _after_plural(toks: Sequence[Token], at: int) -> bool:
    """Whether a plural noun stands before: "refunds go", "late payments incur".

    The plural must not be a verb itself ("helps reduce") or an object ("lets users pay",
    "for members pay"): nothing but the words of a subject may stand before it in the clause.
    """
    if at == 0:
        return False
    noun = toks[at - 1]
    plural = noun.lower in _PLURALS or (
        len(noun.lower) > 3 and noun.lower.endswith("s") and not noun.lower.endswith(("ss", "us"))
    )
    if not plural or not noun.word or (noun.name and at > 1):
        return False
    forms = lex.verb_forms(noun.lower)
    ahead = [t.lower for t in toks[max(0, at - 4) : at - 1] if t.word]
    blocked = any(
        w in lex.PREPOSITIONS or w in lex.AUXILIARIES or lex.verb_forms(w) & {lex.THIRD, lex.PAST}
        for w in ahead
    )
    return not blocked and (lex.THIRD not in forms or noun.lower in lex.NOUN_LIKE_THIRD)


def _past_before_object(toks: Sequence[Token], at: int) -> bool:
    """Whether a word of no listed verb stands like one: "the jury acquitted the driver"."""
    token = toks[at]
    if at == 0 or not token.lower.endswith("ed") or len(token.lower) < 6 or token.name:
        return False
    before, follow = toks[at - 1], toks[at + 1 : at + 2]
    plain = before.word and before.lower not in lex.AUXILIARIES and before.lower != "not"
    return plain and bool(follow) and follow[0].lower in {"the", "a", "an", "its", "their", "his"}


def _after_label(toks: Sequence[Token], at: int) -> bool:
    """Whether a numbered thing stands before and a preposition after: "flight 12 lands at"."""
    if at < 2 or not toks[at - 1].number or at + 1 >= len(toks):
        return False
    thing, follow = toks[at - 2], toks[at + 1].lower
    plain = thing.word and not thing.number and thing.lower not in lex.PREPOSITIONS
    later = any(t.lower in lex.AUXILIARIES for t in toks[at + 1 : at + 9])
    settled = thing.lower not in lex.DETERMINERS and follow in lex.PREPOSITIONS
    # "PulseSure 200 measures blood pressure": a product's name is no noun that others follow.
    product = any(c.isupper() for c in thing.text[1:]) and any(c.islower() for c in thing.text)
    return plain and (settled or product) and not later


def finite_at(toks: Sequence[Token], at: int) -> bool:
    """Whether a finite verb clearly stands at token `at` (a listed one in a verb's place)."""
    return finite(toks, at) is not None


def first_verb(toks: Sequence[Token], start: int = 0, limit: int = 30) -> int | None:
    """Index of the first finite verb after a possible subject, or None."""
    for at in range(start + 1, min(len(toks), start + limit)):
        if not toks[at].inside and finite_at(toks, at):
            return at
    return None


def completed(toks: Sequence[Token], at: int) -> bool:
    """Whether what follows can only be a verb's complement (a noun would not take it)."""
    follow = toks[at + 1] if at + 1 < len(toks) else None
    if follow is None:
        return False
    if follow.number or follow.text in "$€£¥" or follow.lower in lex.NUMBER_WORDS:
        return True
    return (
        follow.lower in lex.DETERMINERS
        or follow.lower in {"not", "only", "about", "up", "it", "them", "us", "you"}
        or (follow.lower.endswith("ly") and len(follow.lower) > 4)
    )


def past_adverbs(run: Sequence[Token], at: int) -> int:
    """The first index from `at` on that is no adverb."""
    while at < len(run) and (run[at].lower in lex.ADVERBS or _manner(run[at])):
        at += 1
    return at


def _manner(token: Token) -> bool:
    return token.lower.endswith("ly") and len(token.lower) > 5 and not token.name
