"""Accounts for every content word of an answer: it lies in a claim or in a named role."""

from __future__ import annotations

import re
from dataclasses import replace

from entailed.text.lazy import lazy
from entailed.text.words import words
from entailed.types import Claim, Extraction, Mapped, Segment, SegmentRole, Span

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
    r"|(?m:^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[xX]\](?=[ \t]))"
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


def complete(answer: str, extraction: Extraction) -> tuple[Extraction, tuple[Span, ...]]:
    """The extraction with every uncovered place made a claim, and those places.

    An extractor that drops a clause would leave it unverified; here it is checked whole. The
    segments of the result tile the answer, whatever the extractor gave.
    """
    gaps = uncovered(answer, extraction)
    if not gaps and _tiles(answer, extraction):
        return extraction, ()
    added = [
        Claim(f"gap{i}", gap, Mapped.identity(gap.of(answer), gap.start), gap)
        for i, gap in enumerate(gaps, start=1)
    ]
    claims = tuple(sorted((*extraction.claims, *added), key=lambda claim: claim.span))
    segments = _tiled(answer, extraction, claims)
    return replace(extraction, claims=claims, segments=segments, declined=False), gaps


def _tiles(answer: str, extraction: Extraction) -> bool:
    """Whether the segments follow one another from the beginning to the end."""
    at = 0
    for segment in extraction.segments:
        if segment.span.start != at:
            return False
        at = segment.span.end
    return at == len(answer)


def _tiled(answer: str, extraction: Extraction, claims: tuple[Claim, ...]) -> tuple[Segment, ...]:
    """Segments without gap or overlap: claims first, then the extractor's roles, then gaps."""
    wanted = [Segment(c.span, "claim", "claim", c.id) for c in claims]
    wanted += [s for s in extraction.segments if s.kind == "not_checkable"]
    out: list[Segment] = []
    at = 0
    for segment in sorted(wanted, key=lambda s: (s.span, s.kind != "claim")):
        ahead = (c.span.start for c in claims if c.span.start >= max(at, segment.span.start))
        end = segment.span.end
        if segment.kind != "claim":
            end = min([end, *ahead])
        start = max(at, segment.span.start)
        if start >= end:
            continue
        if start > at:
            out.append(Segment(Span(at, start), "not_checkable", "separator"))
        out.append(replace(segment, span=Span(start, end)))
        at = end
    if at < len(answer):
        out.append(Segment(Span(at, len(answer)), "not_checkable", "separator"))
    return tuple(out)


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
