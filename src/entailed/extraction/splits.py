"""Other ways one sentence holds several: abstention with a statement, numbered enumerations."""

from __future__ import annotations

import re
from collections.abc import Sequence

from entailed.extraction.abstention import is_abstention, negates
from entailed.extraction.clauses import Part
from entailed.extraction.subjects import own_clause
from entailed.extraction.tokens import tokens
from entailed.text.lazy import lazy

_CONTRAST = lazy(
    r"(?:[,;.]|\s[—–-])?\s+(?:but|however|although|though|even though|yet|nevertheless|aber|jedoch"
    r"|allerdings"
    r"|obwohl|mais|cependant|toutefois|bien que|pero|aunque|sin embargo|però|tuttavia|anche se|mas"
    r"|porém|embora"
    r"|но|однако|хотя)\b,?\s+|\s*[；;]\s*|:\s+|[，,](?:但是|但|不过|然而)|(?:が|けれども|けど)、",
    re.IGNORECASE,
)
_CONCESSION = lazy(
    r"^(?:although|though|while|even though|whereas|obwohl|während|bien que|aunque|sebbene|embora"
    r"|хотя|虽然|尽管)",
    re.IGNORECASE,
)
_COMMA = lazy(r",\s+|，")
_JOINED = lazy(r",?\s+(?:and|so|while|whereas|und|et|y|e)\s+", re.IGNORECASE)
_AFTERTHOUGHT = lazy(
    r"\s+[-–—]+\s*|[,;]?\s+(?:(?:only|except|save|but|(?:other|more|further|apart|aside|besides|beyond)"
    r"(?: (?:than|from|to|of))?)(?: (?:to )?say)?(?: the fact)? that)\s+",
    re.IGNORECASE,
)
_ASKED = lazy(r"\b(?:whether|if|how|what|when|where|who|whom|whose|why|which|ob|si|se)\s+\w", re.I)
_THAT = lazy(r"\b(?:that|dass|que|che)\s+(?=\w)", re.IGNORECASE)
_WORDS = lazy(r"[^\W_]+")
_MAX_TRIES = 8
_MAX_LENGTH = 1200
_ITEM = lazy(r"(?:(?<=[\s:;,])|^)\(?(\d{1,2}|[a-h]|i{1,3}|iv|v)[.)]\s+(?=\S)")
_ITEM_END = lazy(r"[\s,;]*(?:\b(?:and|or|und|oder|et|ou|y|o|e)\b)?[\s,;]*$")
_ROMAN = ["i", "ii", "iii", "iv", "v"]


def split_mixed(text: str) -> tuple[Part, ...]:
    """The parts of a sentence that abstains on one side of a joint and states on the other.

    Empty when it is no such sentence.
    """
    if len(text) > _MAX_LENGTH or not negates(text):
        return ()
    for left_end, right in _joints(text):
        left, rest = text[:left_end], text[right:]
        if not _substantial(left) or not _substantial(rest):
            continue
        if is_abstention(left) != is_abstention(rest):
            return Part(0, left_end), Part(right, len(text))
    for left_end, right in _continuations(text):
        left, rest = text[:left_end], text[right:]
        if is_abstention(left) and not is_abstention(rest) and _states(rest):
            return Part(0, left_end), Part(right, len(text))
    return ()


def _continuations(text: str) -> list[tuple[int, int]]:
    """Where a sentence may go on to a statement: "... and the fee is 5", "... only that it is".

    Not at an "and" behind "whether", "that" or the like: both sides are then what is not known.
    """
    found = [
        (m.start(), m.end()) for m in _JOINED.finditer(text) if not _subordinate(text[: m.start()])
    ]
    found += [(m.start(), m.end()) for m in _AFTERTHOUGHT.finditer(text)]
    return sorted(found)[:_MAX_TRIES]


def _subordinate(text: str) -> bool:
    """Whether a text ends within a clause that names what is not known."""
    if _ASKED.search(text):
        return True
    return any(_states(text[m.end() :]) for m in _THAT.finditer(text))


def _states(text: str) -> bool:
    """Whether a text begins with a subject and a finite verb of its own."""
    toks = tokens(text)
    return bool(toks) and own_clause(toks, 0, strict=False, listed=False, bare=False)


def _joints(text: str) -> list[tuple[int, int]]:
    found = [(m.start(), m.end()) for m in _CONTRAST.finditer(text)][:_MAX_TRIES]
    if _CONCESSION.match(text):
        found += [(m.start(), m.end()) for m in _COMMA.finditer(text)][:_MAX_TRIES]
    return found


def _substantial(text: str) -> bool:
    words = _WORDS.findall(text)
    if any("\u3040" <= c <= "\u9fff" for c in text):
        return sum(len(w) for w in words) >= 3
    if len(words) < 3:
        return False
    sorry = _SORRY.match(text.strip().lower().replace("’", "'"))
    return sorry is None or is_abstention(text)


_SORRY = lazy(
    r"(?:i'm|i am|we're|we are|sorry|i apologi[sz]e|my apologies|unfortunately|es tut mir|tut mir"
    r"|désolé|je suis désolé"
    r"|lo siento|mi dispiace|desculpe)\b[^.]{0,60}$"
)


def enumeration(text: str) -> tuple[int, tuple[Part, ...]] | None:
    """The end of the head and the items of "head: 1. a, 2. b and 3. c", or None.

    At least two items, numbered (or lettered) from one in order, after a colon. Item ranges have
    no numbering, conjunction or comma.
    """
    colon = text.find(":")
    if colon < 0:
        return None
    marks = _in_order(list(_ITEM.finditer(text, colon)))
    if len(marks) < 2 or text[colon + 1 : marks[0].start()].strip():
        return None
    ends = [m.start() for m in marks[1:]] + [len(text)]
    parts: list[Part] = []
    for mark, end in zip(marks, ends, strict=True):
        tail = _ITEM_END.search(text, mark.end(), end)
        stop = tail.start() if tail and end < len(text) else len(text[:end].rstrip())
        if not _WORDS.search(text, mark.end(), stop):
            return None
        parts.append(Part(mark.end(), stop))
    return colon, tuple(parts)


def _in_order(marks: Sequence[re.Match[str]]) -> list[re.Match[str]]:
    """The marks that count 1, 2, 3 (or a, b, c; or i, ii, iii) from the first one."""
    for series in ([str(n) for n in range(1, 100)], list("abcdefgh"), _ROMAN):
        kept: list[re.Match[str]] = []
        for mark in marks:
            if len(kept) < len(series) and mark.group(1) == series[len(kept)]:
                kept.append(mark)
        if len(kept) > 1:
            return kept
    return []
