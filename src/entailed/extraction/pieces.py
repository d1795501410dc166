"""Pieces of an answer, and how they become claims and segments that tile it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from entailed.extraction.discourse import opening_length
from entailed.extraction.talk import is_bare_answer
from entailed.text.short_answers import is_short_answer
from entailed.types import (
    BlockKind,
    Citation,
    Claim,
    Extraction,
    Mapped,
    Segment,
    SegmentRole,
    Span,
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the answer with its role, and for a claim what the claim says."""

    span: Span
    role: SegmentRole
    body: Mapped
    sentence: Span
    citations: tuple[Citation, ...] = ()
    kind: BlockKind = "paragraph"


def fit(answer: str, span: Span, low: int) -> Span:
    """`span` from `low` on, without white space at its ends."""
    start, end = max(span.start, low), max(span.end, low)
    while start < end and answer[start].isspace():
        start += 1
    while end > start and answer[end - 1].isspace():
        end -= 1
    return Span(start, end)


def bare_answers(groups: list[list[Piece]], question: str) -> list[list[Piece]]:
    """A lone "Yes." is what the answer claims: read it with the question it answers.

    That is the last question of the answer before it, or else `question`. So is, in any company, a
    claim that only takes the question up ("Unfortunately you can't.", "That is possible.").
    """
    lone = not any(p.role in {"claim", "abstention"} for group in groups for p in group)
    asked = question.strip()
    result: list[list[Piece]] = []
    for group in groups:
        result.append([_as_claim(p, asked, lone=lone) for p in group])
        asked = next((p.body.text for p in reversed(group) if p.role == "question"), asked)
    return result


def is_bare(piece: Piece) -> bool:
    """Whether a piece says nothing but "Yes." or "No."."""
    text = piece.body.text
    return is_bare_answer(text) or is_bare_answer(text[opening_length(text) :])


def _as_claim(piece: Piece, asked: str, *, lone: bool) -> Piece:
    taken_up = piece.role == "claim" and asked and is_short_answer(piece.body.text)
    if not (taken_up or (lone and is_bare(piece))):
        return piece
    before = Mapped.inserted(asked + " " if asked else "", piece.span)
    return replace(piece, role="claim", body=Mapped.join(before, piece.body))


def assembled(
    answer: str, groups: Sequence[Sequence[Piece]], citations: Sequence[Citation]
) -> Extraction:
    """Claims numbered in order, and the segments between them filled in."""
    claims: list[Claim] = []
    segments: list[Segment] = []
    at = 0
    for piece in sorted((p for g in groups for p in g), key=lambda p: p.span.start):
        span = fit(answer, piece.span, at)
        if not len(span):
            continue
        segments.extend(_between(answer, at, span.start, citations))
        if piece.role == "claim":
            claim_id = f"c{len(claims) + 1}"
            claims.append(
                Claim(claim_id, span, piece.body, piece.sentence, piece.citations, piece.kind)
            )
            segments.append(Segment(span, "claim", "claim", claim_id))
        else:
            segments.append(Segment(span, "not_checkable", piece.role))
        at = span.end
    segments.extend(_between(answer, at, len(answer), citations))
    declined = not claims and any(s.role == "abstention" for s in segments)
    return Extraction(tuple(claims), tuple(segments), declined)


def _between(answer: str, start: int, end: int, citations: Sequence[Citation]) -> Iterator[Segment]:
    """Separators and citation markers that tile `[start, end)`."""
    at = start
    for citation in _inside(citations, start, end):
        if citation.span.start > at:
            yield Segment(Span(at, citation.span.start), "not_checkable", "separator")
        yield Segment(citation.span, "not_checkable", "citation")
        at = citation.span.end
    if at < end:
        yield Segment(Span(at, end), "not_checkable", "separator")


def _inside(citations: Sequence[Citation], start: int, end: int) -> Iterator[Citation]:
    at = bisect_left(citations, start, key=lambda c: c.span.start)
    while at < len(citations) and citations[at].span.start < end:
        if citations[at].span.end <= end and citations[at].span.start >= start:
            start = citations[at].span.end
            yield citations[at]
        at += 1
