"""Accounts for every content word of an answer: it lies in a claim or in a named role."""

from __future__ import annotations

import re

from entailed.text.lazy import lazy
from entailed.text.words import words
from entailed.types import Extraction, SegmentRole, Span

_EMPTY_ROLES: frozenset[SegmentRole] = frozenset({"separator", "claim"})
_CONNECTORS = frozenset(
    """and but or nor while whereas yet so however although though nevertheless even then also both
    und aber doch jedoch oder allerdings obwohl mais et ou cependant toutefois bien que pero aunque
    y o e sin embargo ma però mas porém tuttavia anche se embora но а и однако хотя
    但 但是 不过 然而 が けれども けど""".split()
)
_MARKUP = lazy(
    r"<!--(?:(?!-->).){0,5000}-->|</?[a-zA-Z][^<>]{0,500}>|&#?\w{1,31};"
    r"|\]\([^()\s]{0,2000}(?:\s\"[^\"]{0,200}\")?\)"
    r"|(?m:^[ \t>]*(?:`{3,}|~{3,})[^\n]{0,200}$)"
    r"|(?:(?<=[\s(>|*_,;:])|^)\(?(?:\d{1,9}|[a-zA-Z]|[ivx]{1,4})[.)](?=\s|$|[*_])",
    re.DOTALL,
)


def uncovered(answer: str, extraction: Extraction) -> tuple[Span, ...]:
    """Places with content words that no claim and no content-bearing segment covers, in order.

    White space, markup, list numbers, connectors between claims and citation markers need no
    cover. Works for any extractor: gaps between segments count as uncovered. Empty when all is
    accounted for; linear in the length of `answer`.
    """
    found: list[Span] = []
    for gap in _gaps(answer, extraction):
        words_left = _content(answer, gap)
        if words_left:
            found.append(Span(words_left[0].start, words_left[-1].end))
    return tuple(found)


def _gaps(answer: str, extraction: Extraction) -> list[Span]:
    """Maximal ranges outside claims, content-bearing segments and citation markers."""
    taken = [c.span for c in extraction.claims]
    taken += [s.span for s in extraction.segments if s.role not in _EMPTY_ROLES]
    gaps: list[Span] = []
    at = 0
    for span in sorted(taken):
        if span.start > at:
            gaps.append(Span(at, span.start))
        at = max(at, span.end)
    if at < len(answer):
        gaps.append(Span(at, len(answer)))
    return gaps


def _content(answer: str, gap: Span) -> list[Span]:
    raw = gap.of(answer)
    if not any(c.isalnum() for c in raw):
        return []
    raw = _MARKUP.sub(lambda m: " " * len(m.group()), raw)
    return [
        Span(gap.start + w.span.start, gap.start + w.span.end)
        for w in words(raw)
        if w.content and w.kind != "punctuation" and w.text not in _CONNECTORS
    ]
