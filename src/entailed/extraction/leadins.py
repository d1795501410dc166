"""Lines that introduce a list: what they announce, and what their items need of them."""

from __future__ import annotations

import re
from functools import lru_cache

from entailed.extraction import lexicon as lex
from entailed.extraction.discourse import opening_length
from entailed.extraction.tokens import tokens
from entailed.extraction.verbs import completed, finite_at, first_verb
from entailed.text.lazy import lazy

_HERE = (
    r"(?:(?:here|below|following|the following)(?:['’]s| is| are| follows?| you will find"
    r"| you can find)"
    r"|these are|this is|listed below are|hier (?:sind|ist|finden sie)|im folgenden|nachfolgend"
    r"|voici|voilà"
    r"|ci-dessous|aquí (?:está|tienes|tiene)n?|a continuación|ecco|di seguito|aqui est(?:á|ão)"
    r"|a seguir|вот|ниже)"
)
_HERE_HEAD = lazy(rf"{_HERE}\b", re.IGNORECASE)
_HERE_LINE = lazy(rf"{_HERE}\b[^:]{{0,300}}:(?: [^.:!?]{{2,60}}:)?$", re.IGNORECASE)
_ADJECTIVES = (
    r"(?:(?:some|the|a few|several|all|a|an|my|your|our|of|key|main|most|important|relevant|quick"
    r"|brief|short|full"
    r"|concise|detailed|general|following|these|those|more|other|major|specific|useful|further"
    r"|additional) )*"
)
_EMPTY_NOUN = (
    r"(?:points?|takeaways?|facts?|details?|information|info|summary|answers?|results?|findings?"
    r"|highlights?"
    r"|overview|breakdown|list|explanation|response|what (?:i|we) (?:found|know|can (?:say|tell))"
    r"|notes?|conclusions?"
    r"|examples?|key points|items?|things?|aspects?)"
)
_EMPTY = lazy(
    rf"{_ADJECTIVES}{_EMPTY_NOUN}\b(?! (?:of|for) (?!(?:the|your) (?:question|answer|passages?"
    r"|documents?"
    r"|sources?|texts?|context)\b))",
    re.IGNORECASE,
)
_ANNOUNCED = lazy(rf"{_HERE}\b [^:]{{0,80}}\b{_EMPTY_NOUN}\b", re.IGNORECASE)
_LINE = lazy(
    rf"(?:{_ADJECTIVES}{_EMPTY_NOUN}(?: \w+){{0,3}}(?: (?:are|is|include|were))?"
    r"(?: (?:as follows|these|the following|listed below|below))?[:：]"
    r"|(?:based on|according to|from|per|given|using|as per|going by) (?:(?:the|your|these|those"
    r"|my|our|all) )?"
    r"(?:\w+ ){0,3}(?:documents?|documentation|sources?|passages?|context|information|texts?"
    r"|excerpts?|materials?"
    r"|evidence|question|search results|references?|data|answer)(?: (?:provided|given|above"
    r"|available|you provided"
    r"|i have|supplied|retrieved|below))?[:,.]?"
    r"|(?:in (?:summary|short|conclusion|brief|other words)|to (?:summari[sz]e|sum up|conclude)"
    r"|for example|namely"
    r"|that is|specifically|additionally|furthermore|however|moreover|also|finally|therefore"
    r"|overall)[:,.]?"
    r"|(?:the|my|your|short|final) answer(?: to (?:the|your) question)? is[:：]"
    r"|(?:let['’]s|let me|i will|i['’]ll|we will|we['’]ll) (?:break|explain|go|look|walk"
    r"|summari[sz]e|outline|take|start"
    r"|list|answer)\b[^.!?\d]{0,100}[.:!]?"
    r"|(?:zusammenfassung|zusammengefasst|antwort|kernpunkte|die wichtigsten punkte|folgendes"
    r"|résumé|réponse|en résumé"
    r"|points clés|resumen|respuesta|en resumen|puntos clave|riassunto|risposta|in sintesi|resumo"
    r"|resposta|em resumo"
    r"|итог|ответ|кратко)[:：]"
    r"|(?:以下是|如下|下面是|以下为)[^。]{0,40}[:：]|(?:以下|次)(?:の通り|に|は|が)[^。]{0,40}[:：。])$",
    re.IGNORECASE,
)
_NUMBERED_LABEL = lazy(
    r"(?:passage|source|document|step|option|part|section|article|method|example|case|reason|phase"
    r"|stage|tip|point"
    r"|question|answer|scenario|text|chapter|level|excerpt)s? #?\d{1,3}(?:(?:,| and"
    r"|, and) \d{1,3}){0,4}[:：.]?$",
    re.IGNORECASE,
)
_TAIL = lazy(
    r"(?:,? (?:as follows|the following(?: \w{1,20}){0,2}|these(?: things| items| points)?|namely"
    r"|for example))$",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def announces(text: str) -> bool:
    """Whether a plain sentence only leads to what follows ("Here are the key points:")."""
    bare = text[opening_length(text) :].strip()
    if _NUMBERED_LABEL.match(bare) or _LINE.match(text.strip()) or _LINE.match(bare):
        return True
    here = _HERE_HEAD.search(text, 0, 160)
    if here is None or opening_length(text[: here.start()] + "x") != here.start():
        return False
    bare = text[here.start() :].strip()
    if _HERE_LINE.match(bare):
        return True
    return ":" not in bare and len(bare) < 160 and _ANNOUNCED.match(bare) is not None


@lru_cache(maxsize=1024)
def stem_range(text: str) -> tuple[int, int]:
    """The range of a lead-in that its items need; an empty range when they need nothing of it.

    Left out are the colon, "the following", an opening ("Here are some") and what stands before
    an inner colon.
    """
    end = len(text.rstrip(" :："))
    if end == len(text) and ": " in text:
        end = text.index(": ")  # "Parking: $3 per hour" over "Free on Sundays"
    tail = _TAIL.search(text[:end])
    end = tail.start() if tail else end
    start = text.rfind(": ", 0, end) + 2 if ": " in text[:end] else 0
    start += opening_length(text[start:end])
    here = _HERE_HEAD.match(text, start)
    if here and here.end() <= end:
        start = here.end()
        start += len(text[start:end]) - len(text[start:end].lstrip())
        article = _ARTICLE.match(text, start)
        start = article.end() if article and article.end() < end else start
    rest = text[start:end]
    if not any(c.isalnum() for c in rest) or _EMPTY.match(rest) or _NUMBERED_LABEL.match(rest):
        return 0, 0
    return start, end


_ARTICLE = lazy(r"(?:some|the|a few|several|all|my|your|our)(?: of the)? ", re.IGNORECASE)


@lru_cache(maxsize=1024)
def breaks_off(text: str) -> bool:
    """Whether a lead-in stops where its object or complement must follow ("It does not cover:")."""
    toks = [t for t in tokens(text) if t.text not in ":："]
    if len(toks) < 2 or not toks[-1].word:
        return False
    last, before = toks[-1].lower, toks[-2].lower
    if last in lex.PREPOSITIONS or last in lex.AUXILIARIES or last in {"not", "be", "been", "both"}:
        return True
    forms = lex.verb_forms(last)
    if not forms:
        return False
    if finite_at(toks, len(toks) - 1) or before in lex.AUXILIARIES | {"not", "to", "also", "only"}:
        return True
    nominal = before in lex.DETERMINERS or before in lex.PREPOSITIONS
    if lex.BASE in forms and not nominal and last not in lex.NOUN_LIKE:
        return True
    plain_third = lex.THIRD in forms and last in lex.NOUN_LIKE_THIRD
    return plain_third and not nominal and not before.endswith("s")


def reads_alone(text: str, *, open_lead: bool = False) -> bool:
    """Whether a list item is a full sentence; surer proof is asked under an unfinished lead-in."""
    toks = tokens(text[:400])
    verb = first_verb(toks)
    if verb is None:
        return False
    if any(t.lower in lex.CONDITIONAL or t.text == ":" for t in toks[:verb]):
        return False
    if lex.ING in lex.verb_forms(toks[0].lower):
        return False
    if toks[verb].lower in lex.AUXILIARIES:
        return True
    forms = lex.verb_forms(toks[verb].lower)
    if lex.PARTICIPLE in forms and lex.THIRD not in forms and not completed(toks, verb):
        return not open_lead and text.rstrip().endswith((".", "!"))
    return True


_HOLDING = frozenset(
    """has have had includes include included contains contain contained comprises comprise offers
    offer provides provide covers cover needs need requires require supports support accepts
    accept""".split()
)


def count_ranges(text: str) -> list[tuple[int, int]]:
    """Ranges of a count near the end of a lead-in ("three" in "It works in three ways").

    After a verb of holding the counted noun goes too: "The kit has three parts" leaves
    "The kit has" for each of them.
    """
    toks = tokens(text)
    drop: list[tuple[int, int]] = []
    for i in range(max(0, len(toks) - 6), len(toks) - 1):
        token = toks[i]
        count = token.lower in lex.NUMBER_WORDS or (token.text.isdigit() and len(token.text) < 3)
        if count and any(t.lower.endswith("s") and t.word for t in toks[i + 1 : i + 4]):
            held = i > 0 and toks[i - 1].lower in _HOLDING
            drop.append((token.start, len(text) if held else toks[i + 1].start))
    return drop
