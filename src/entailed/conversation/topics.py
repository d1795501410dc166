"""What a turn is about: which one a challenge means, and what a follow-up searches for."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from entailed.conversation.turns import Turn, root_of, standing
from entailed.text.lazy import lazy
from entailed.text.quantities import read_quantities
from entailed.text.words import content_stems, words

__all__ = ["CUES", "follows", "meant", "search_for", "shared", "terms_of"]

CUES = content_stems(
    "sure certain positive confident right correct true accurate wrong false incorrect mistaken "
    "check double recheck verify confirm source document passage page section say state mention "
    "think thought believe heard read tell told know answer really seriously doubt agree disagree "
    "case again look actually wait please quote cite evidence proof mean part policy website "
    "colleague friend pretty fairly quite impression found saw remember"
)
"""Stems of the words people doubt and ask for sources with; they name no topic."""
_PRONOUN = lazy(
    r"\b(?:they|them|their|theirs|its|he|him|his|she|her|hers|these|those|this|the same|the former|"
    r"the latter|such|ones?(?=[\s?.!,]*$)|either|neither|the (?:second|first|other|"
    r"last) (?:one|option))\b"
    r"|\bit(?!(?:'s| is| was| takes?| would be| will be) (?:\w+ )?(?:possible|"
    r"necessary|required|allowed|"
    r"permitted|true|important|okay|ok|safe|legal|free|cheaper|better|best|enough|"
    r"raining|late|time)"
    r"(?: for [\w ]{1,30}?)? (?:to|that|if)\b)\b"
    r"|\bthat(?=[\s]*(?:$|[?.!,;]|'s|is|was|are|were|mean|means|apply|applies|work|works|include|"
    r"includes|happen|happens|cost|costs|too|also|then|one|case|rule|for|in|on|with|"
    r"after|before)\b)"
    r"|\b(?:about|for|of|with|to|in|on|than|after|before|like|does|do|is|was|if|and|but|why) that\b"
    r"|\b(?:do|does|did|is|was|about|for|of|with|if|when|after|before) it\b"
)
_PLEONASTIC = lazy(
    r"\b(?:is|was|would|will) it (?:be )?(?:\w+ )?(?:possible|necessary|required|"
    r"allowed|permitted|true|"
    r"important|okay|ok|safe|legal|cheaper|better|best|"
    r"enough)(?: for [\w ]{1,30}?)? (?:to|that|if)\b"
    r"|\b(?:how long|how much|how many \w+) (?:does|did|will|would) it (?:take|"
    r"cost)(?: me| us)? to\b"
)
_LEAD = (
    r"(?:(?:ok(?:ay)?|so|well|right|hm+|thanks?|thank you|great|alright|yes|no|and|or|but)"
    r"[\s,.!]*)*"
)
_ELLIPTIC = lazy(
    _LEAD + r"(?:what about|how about|(?:and|or|but)(?! (?:wh|how|do|did|is|are|was|were|can|could|"
    r"will|would|should|has|have|if)\w*\b)|what if|only|also|even|except|including|for|with|"
    r"without|in|on|at|from|then what|what else|anything else|any exceptions?|"
    r"in that case|same|more|"
    r"go on|tell me more|more details?|explain|(?:how long|how much|how many|how often|"
    r"when|where|who|"
    r"which|why) (?:for|in|with|without|from|to|on|at|then|not|so|exactly|else)\b)\b"
)
_BARE = lazy(
    _LEAD
    + r"(?:why|how|when|where|who|which(?: ones?)?|what|how (?:so|come|long|much|many|often|far)|"
    r"since when|until when|by when|for how long)\b"
)
_SHORT = 3


def terms_of(turn: Turn) -> frozenset[str]:
    """The stems of what a turn asked and answered, a value by its number alone."""
    report = turn.report.answer if turn.report is not None else ""
    return frozenset().union(
        *(content_stems(text) for text in (turn.text, turn.search, turn.answer, report))
    )


def shared(text: str, known: frozenset[str]) -> float:
    """The share of the content stems of `text` that are in `known`, in [0, 1]; 0 of none."""
    stems = content_stems(text) - CUES
    return len(stems & known) / len(stems) if stems else 0.0


def meant(text: str, turns: Sequence[Turn]) -> int | None:
    """The number of the question that a challenge or source request is about.

    The one talked of last, unless the words of `text` fit an earlier one better. Units say
    nothing ("days" stand in many answers), and neither do words of doubting. None where there
    was no question.
    """
    latest = next((n for t in reversed(turns) if (n := root_of(t)) is not None), None)
    questions = [t for t in turns if t.kind == "question"]
    if latest is None or not questions:
        return latest
    named = _naming(text)
    spoken = {t.number: named & _spoken(turns, t) for t in questions}
    counts = Counter(stem for stems in spoken.values() for stem in stems)

    def weight(number: int) -> float:
        return sum(math.log(1 + len(questions) / counts[stem]) for stem in spoken[number])

    best = max(spoken, key=lambda number: (weight(number), number == latest, number))
    return best if weight(best) > weight(latest) else latest


def _spoken(turns: Sequence[Turn], question: Turn) -> frozenset[str]:
    """What was said about a question, with what has come to stand in place of its answer."""
    return terms_of(question) | content_stems(standing(turns, question.number).answer)


def _naming(text: str) -> frozenset[str]:
    """The stems that can tell one topic from another; of a value only its number."""
    values = [q.span for q in read_quantities(text)]
    return frozenset(
        w.stem
        for w in words(text)
        if w.content
        and not w.negation
        and w.stem not in CUES
        and (w.kind == "number" or not any(span.contains(w.span) for span in values))
    )


def follows(question: str) -> bool:
    """Whether a question leans on what was said before: by a pronoun, or by what it leaves out."""
    plain = " ".join(question.replace("’", "'").lower().split())
    if _PRONOUN.search(_PLEONASTIC.sub(" ", plain)):
        return True
    content = [w for w in words(question) if w.content and not w.negation]
    if not content:
        return _BARE.match(plain) is not None or _ELLIPTIC.match(plain) is not None
    return len(content) <= _SHORT and _ELLIPTIC.match(plain) is not None


def search_for(question: str, turns: Sequence[Turn]) -> tuple[str, int | None]:
    """What to put to a retriever for `question`, and the number of the question it follows.

    A question that leans on the one before takes along its content words, as they were searched
    for, so that a chain of follow-ups keeps its topic. Any other stands alone: (question, None).
    """
    number = next((n for t in reversed(turns) if (n := root_of(t)) is not None), None)
    if number is None or not follows(question):
        return question, None
    before = standing(turns, number).root
    source = before.search or before.question or before.text
    have = content_stems(question)
    carried: dict[str, str] = {}
    for word in words(source):
        if word.content and not word.negation and word.stem not in have:
            carried.setdefault(word.stem, word.span.of(source))
    return " ".join((question, *carried.values())), number
