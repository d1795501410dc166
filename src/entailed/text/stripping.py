"""Sentences without their citation markers, still sentences.

"According to [1], it closed", "it closed (see [2])" and "[1] says that it closed" need more than
the marker taken out.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from entailed.text.lazy import lazy
from entailed.types import Citation, Mapped, Span

_M = "\ue000"  # stands for a marker; private use, so no text of a sentence can match it
_MARKS = rf"{_M}(?:\s?(?:,|;|and|und|&|y|et|e)?\s?{_M}){{0,12}}"
_PER = (
    r"(?:according to|as (?:stated|noted|described|shown|mentioned|explained|reported|specified|"
    r"outlined|listed|defined|per|seen)(?: (?:in|by|on))?|as per|per|based on|laut|nach|gemäß|"
    r"selon|d['’]après|según|secondo|segundo|conforme|согласно|根据|據)"
)
_KIND = r"(?:the )?(?:(?:sources?|documents?|docs?|passages?|refs?|references?)\s)?"
_AUTHOR = r"(?:[^\W\d_a-z][\w'’\-]{1,30}(?: et al\.?)?\s)?"
_SAYS = (
    r"(?:says?|states?|notes?|explains?|mentions?|describes?|lists?|shows?|reports?|confirms?|"
    r"gives?|specif(?:y|ies)|indicates?|adds?|discuss(?:es)?|provides?|covers?|claims?|suggests?|"
    r"requires?|defines?|contains?|does|do|is|are|has|have|also|both|only|sagt|nennt|dit|dice)\b"
)
_THAT = (
    r"(?:(?:both|also|all)\s)?(?:says?(?: that|(?!\s[\d\W]))|"
    r"(?:states?|notes?|explains?|mentions?|reports?|confirms?|"
    r"indicates?|adds?|shows?|specif(?:y|ies)|claims?|suggests?)\sthat|sagt,? dass|"
    r"dit que)"
)
_EDITS: tuple[tuple[re.Pattern[str], str], ...] = (
    (lazy(rf"^(?:{_PER}|in|from)\s?{_KIND}{_AUTHOR}{_MARKS}\s?[,:，]?\s?", re.I), ""),
    (
        lazy(
            rf"[,;]?\s?\((?:{_PER}|see(?: also)?|cf\.?|from|in|sources?:?|siehe|vgl\.|voir)?\s?"
            rf"{_KIND}{_MARKS}\s?\)",
            re.I,
        ),
        "",
    ),
    (
        lazy(
            rf"[,;]?\s(?:{_PER}|see(?: also)?|cf\.?|siehe|vgl\.|voir)\s?{_KIND}{_MARKS}"
            r"(?=\s?[.!?;,]|\s?$)",
            re.I,
        ),
        "",
    ),
    (
        lazy(
            rf",?\sas\s{_KIND}{_MARKS}\s(?:also\s)?(?:says?|states?|notes?|explains?|shows?|confirms?|"
            r"reports?|mentions?|describes?|puts? it|indicates?)(?=\s?[.!?;,]|\s?$)",
            re.I,
        ),
        "",
    ),
    # What a passage says is the claim; that it says so is checked by citing it.
    (lazy(rf"(?:^|(?<=\band\s)|(?<=\bbut\s)){_MARKS}\s{_THAT}\s"), ""),
    (lazy(rf"^{_MARKS}(?=\s{_SAYS})"), "The source"),
    (
        lazy(rf"(?:(?<=\band\s)|(?<=\bbut\s)|(?<=\bthat\s)){_MARKS}(?=\s{_SAYS})"),
        "the source",
    ),
    (lazy(rf"\s?{_MARKS}(?=\s|[^\w(\[\"“„«]|$)"), ""),
    (lazy(rf"{_MARKS}\s?"), ""),
)


def strip_citations(body: Mapped, citations: Sequence[Citation]) -> Mapped:
    """`body` without the markers, the space before them and the words that only lead to them.

    "[1] says that" goes; any other marker that is a subject ("[1] describes") becomes "The
    source". Offsets are kept; inserted words stand for the marker. A body without markers is
    returned as it is.
    """
    spans = sorted(c.span for c in citations)
    firsts = [s.start for s in spans]
    inside = [_inside(start, spans, firsts) for start in body.starts]
    if not any(inside):
        return body
    several = {c.span.start for c in citations if len(c.ids) + len(c.unknown) > 1}
    skeleton = Mapped.join(*_skeleton(body, inside, several))
    for pattern, word in _EDITS:
        skeleton = _edited(skeleton, pattern, word)
    start = len(skeleton.text) - len(skeleton.text.lstrip())
    return skeleton.slice(start, max(start, len(skeleton.text.rstrip())))


def _inside(at: int, spans: Sequence[Span], firsts: Sequence[int]) -> bool:
    place = bisect_right(firsts, at) - 1
    return place >= 0 and at < spans[place].end


def _skeleton(body: Mapped, inside: Sequence[bool], several: set[int]) -> Iterator[Mapped]:
    """The body with each marker as one private code point (two when it names several passages)."""
    at = 0
    while at < len(inside):
        end = at
        while end < len(inside) and inside[end] == inside[at]:
            end += 1
        mark = _M * (1 + (body.starts[at] in several))
        yield Mapped.inserted(mark, body.span(at, end)) if inside[at] else body.slice(at, end)
        at = end


def _edited(body: Mapped, pattern: re.Pattern[str], word: str) -> Mapped:
    parts: list[Mapped] = []
    at = 0
    for match in pattern.finditer(body.text):
        parts.append(body.slice(at, match.start()))
        if word:
            plural = "s" if match.group().count(_M) > 1 else ""
            parts.append(Mapped.inserted(word + plural, body.span(*match.span())))
        at = match.end()
    if not parts:
        return body
    return Mapped.join(*parts, body.slice(at, len(body.text)))
