"""What all views share: the texts cut where marks begin and end, and the words for labels."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from entailed.text.segment import sentences
from entailed.types import EvidenceSpan, Finding, Label, Report, Span, Status, Verdict

__all__ = [
    "LABEL_WORDS",
    "STATUS_WORDS",
    "SYMBOLS",
    "Piece",
    "cut",
    "place_text",
    "points_of",
    "problems",
    "reason_words",
    "shown_places",
    "summary",
    "visible",
    "widened",
    "worst",
]

LABEL_WORDS: Mapping[Label, str] = {
    "supported": "supported",
    "contradicted": "contradicted",
    "related": "not found (related text only)",
    "missing": "not found",
    "unchecked": "not checked",
}
SYMBOLS: Mapping[Label, str] = {
    "supported": "✓",
    "contradicted": "✗",
    "related": "≈",
    "missing": "∅",
    "unchecked": "?",
}
STATUS_WORDS: Mapping[Status, str] = {
    "grounded": "Grounded",
    "partial": "Partly grounded",
    "ungrounded": "Not grounded",
    "no_evidence": "No evidence to check against",
    "declined": "The answer declines",
    "unchecked": "Could not be checked",
}
_WORST: tuple[Label, ...] = ("contradicted", "missing", "related", "unchecked", "supported")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a text over which the same marks hold; `keys` in the order they were given."""

    span: Span
    keys: tuple[int, ...]


def cut(length: int, marks: Sequence[tuple[Span, int]]) -> list[Piece]:
    """A text of `length` code points cut wherever a mark begins or ends.

    The pieces tile the text; marks may overlap, and reach beyond it (what is beyond is ignored).
    """
    edges: dict[int, list[tuple[bool, int]]] = {0: [], length: []}
    for span, key in marks:
        start, end = min(span.start, length), min(span.end, length)
        if start < end:
            edges.setdefault(start, []).append((True, key))
            edges.setdefault(end, []).append((False, key))
    pieces: list[Piece] = []
    open_keys: dict[int, int] = {}
    offsets = sorted(edges)
    for index, offset in enumerate(offsets):
        for opens, key in edges[offset]:
            open_keys[key] = open_keys.get(key, 0) + (1 if opens else -1)
        if index + 1 < len(offsets):
            keys = tuple(sorted(key for key, count in open_keys.items() if count > 0))
            pieces.append(Piece(Span(offset, offsets[index + 1]), keys))
    return pieces


def worst(labels: Iterable[Label]) -> Label | None:
    """The label that matters most where several claims overlap; None for none."""
    return min(labels, key=_WORST.index, default=None)


def points_of(verdict: Verdict) -> list[Span]:
    """The exact words of the answer that failed."""
    return [f.claim_span for f in verdict.reasons if f.outcome == "fail" and f.claimed]


def problems(report: Report) -> list[tuple[int, Verdict]]:
    """Verdicts that are not clean, with their number in the answer from 1."""
    return [(n, v) for n, v in enumerate(report.verdicts, start=1) if not v.clean]


def reason_words(finding: Finding) -> str:
    """A finding in words: its reason, its message, and both sides where they are given."""
    words = finding.reason.replace("_", " ") if finding.reason else finding.check
    message = finding.message
    told = finding.claimed in message and finding.stated in message
    if finding.claimed and finding.stated and not told:
        sides = f"answer: {finding.claimed} / evidence: {finding.stated}"
        message = f"{message} ({sides})" if message else sides
    return f"{words}: {message}" if message else words


def shown_places(report: Report, verdict: Verdict, cap: int = 3) -> list[EvidenceSpan]:
    """The places to show beside a claim: its support, else what its findings point at.

    A place inside a sentence (a single number) is widened to the whole sentence.
    """
    places = list(verdict.support)
    if not places:
        places = [place for finding in verdict.reasons for place in finding.evidence]
    return list(dict.fromkeys(widened(report, place) for place in places))[:cap]


def widened(report: Report, place: EvidenceSpan) -> EvidenceSpan:
    """The sentences of the passage that `place` touches; `place` where there are none."""
    passage = report.evidence.get(place.passage_id)
    if passage is None:
        return place
    touched = [s.span for s in sentences(passage.text) if s.span.overlaps(place.span)]
    if not touched:
        return place
    start = min(place.span.start, touched[0].start)
    return EvidenceSpan(place.passage_id, Span(start, max(place.span.end, touched[-1].end)))


def place_text(report: Report, place: EvidenceSpan) -> str:
    """The text at a place of the report's evidence; "" for a passage that is not there."""
    passage = report.evidence.get(place.passage_id)
    return "" if passage is None else place.span.of(passage.text)


def summary(report: Report) -> str:
    """One line: "2 of 4 claims supported"."""
    total = len(report.verdicts)
    clean = sum(verdict.clean for verdict in report.verdicts)
    if not total:
        return "no claims to check"
    claims = "claim" if total == 1 else "claims"
    return f"{clean} of {total} {claims} supported"


def visible(text: str) -> str:
    """`text` with control and direction-override characters shown as U+FFFD.

    A terminal or a page must not be steered by an answer. One character stays one character,
    so offsets hold; newline and tab stay.
    """
    if text.isprintable():
        return text
    return "".join(c if c in "\n\t" or not _steering(c) else "\ufffd" for c in text)


def _steering(char: str) -> bool:
    category = unicodedata.category(char)
    return category in ("Cc", "Cs") or "\u202a" <= char <= "\u202e" or "\u2066" <= char <= "\u2069"
