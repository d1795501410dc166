"""Which citation markers belong to which claim.

A marker belongs to the sentence it ends or follows; inside a sentence, to the clause before it. A
clause without a marker of its own takes the next marker of its sentence, so a marker at the end
covers every claim split from the sentence back to the previous marker. It never covers an
earlier sentence: those are uncited, and are looked up in all of the evidence.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from entailed.extraction.abstention import is_abstention
from entailed.text.lazy import lazy
from entailed.types import Citation, Mapped, Sentence, Span

_AFTER = lazy(r"\s{0,2}")
_COMMA = lazy(r"\s?[,:，]\s?\w")
_WRITTEN_OUT = ("source", "ref", "doc", "passage")
_LABEL = lazy(r"[^\W\d_]{2,}.*\s.*[^\W\d_]{2,}|[^\W\d_]{4,}")


def per_sentence(
    sentences: Sequence[Sentence], citations: Sequence[Citation]
) -> list[tuple[Citation, ...]]:
    """For each sentence the citations that begin in it or after it, before the next one."""
    starts = [s.span.start for s in sentences]
    result: list[list[Citation]] = [[] for _ in sentences]
    for citation in citations:
        at = bisect_right(starts, citation.span.start) - 1
        if at >= 0:
            result[at].append(citation)
    return [tuple(found) for found in result]


def removable(citation: Citation) -> bool:
    """Whether the marker is no part of the sentence's wording; a link around words is."""
    text = citation.text
    if text.startswith("[") and "](" in text:
        return _LABEL.search(text[1 : text.index("](")]) is None
    if text.startswith("<") and ">" in text:
        inner = re.sub(r"<[^<>]{0,200}>", "", text)
        return len(inner) < 12
    return not text[:1].isalpha() or text.lower().startswith(_WRITTEN_OUT)


def leads(citation: Citation, answer: str, left_out: AbstractSet[int]) -> bool:
    """Whether a marker opens its clause: "[1] says that ...", "according to [1], ...".

    `left_out` is where the letters are of words that were taken out together with the markers.
    """
    end = citation.span.end
    after = _AFTER.match(answer, end)
    if after is not None and after.end() in left_out:
        return True
    before = len(answer[max(0, citation.span.start - 3) : citation.span.start].rstrip(" ["))
    last = max(0, citation.span.start - 3) + before - 1
    return last in left_out and _COMMA.match(answer, end) is not None


def shares(
    body: Mapped, ends: Sequence[int], citations: Sequence[Citation], heads: AbstractSet[Citation]
) -> list[tuple[Citation, ...]]:
    """For each part of a sentence its citations; part `i + 1` begins at `ends[i]` of `body`.

    A citation in `heads` belongs to the part that follows it, any other to the one before.
    """
    owned: list[list[Citation]] = [[] for _ in range(len(ends) + 1)]
    for citation in citations:
        at = bisect_left(body.starts, citation.span.start)
        if citation in heads:
            owned[bisect_right(ends, at)].append(citation)
            continue
        while at and not body.text[at - 1].isalnum():
            at -= 1
        owned[bisect_left(ends, at)].append(citation)
    result: list[tuple[Citation, ...]] = []
    following: tuple[Citation, ...] = ()
    for found in reversed(owned):
        following = tuple(found) or following
        result.append(following)
    return result[::-1]


def extended(answer: str, span: Span, stop: int, citations: Sequence[Citation]) -> Span:
    """`span` grown over markup that touches it and over its own markers right after it."""
    end = span.end
    closed = answer[end - 1 : end] in ".!?。！？"
    at = bisect_left(citations, end, key=lambda c: c.span.start)
    for citation in citations[at : at + 50]:
        gap = answer[end : citation.span.start]
        if closed or citation.span.end > stop or gap.strip(" ,"):
            break
        end = citation.span.end
    aside = _ASIDE.match(answer, end, stop)
    if aside and is_abstention(aside.group(1)):
        end = aside.end()
    return Span(span.start, end)


_ASIDE = lazy(r"\s{0,3}[\[(]([^\[\]()]{5,160})[\])][.]?")
_OPENING = lazy(r"(?:[*_~`!\[]|<[a-zA-Z][^<>]{0,200}>)+\Z")
_CLOSING = lazy(r"(?:[*_~`]|</[a-zA-Z][^<>]{0,40}>|\]\([^()\s]{0,500}\)|\])+")


def with_markup(answer: str, span: Span, low: int, high: int) -> Span:
    """`span` grown over emphasis marks, tags and link ends that touch it, within `[low, high)`."""
    left = _OPENING.search(answer, max(low, span.start - 240), span.start)
    right = _CLOSING.match(answer, span.end, max(span.end, min(high, span.end + 560)))
    start = left.start() if left else span.start
    end = right.end() if right else span.end
    return Span(start, end)
