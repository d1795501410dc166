"""Whether words stand in a text exactly: containment of quotations and titles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from entailed.text.lazy import lazy
from entailed.text.memo import memo
from entailed.text.normalize import bounded, compose, squeeze, without
from entailed.text.segment import sentences
from entailed.types import Mapped, Span

_ELLIPSIS = lazy(
    r"\s*(?:\[\s*(?:\.\s?\.\s?\.|…)\s*\]|\(\s*(?:\.\s?\.\s?\.|…)\s*\)|\.\s?\.\s?\.(?:\s?\.)?|…+|⋯+)\s*"
)
_INSERTED = lazy(r"\[[^\[\]]{1,80}\]")
_RECASED = lazy(r"\[([^\W\d_])\](?=[^\W\d_])")
_NOTES = lazy(r"\s?\[\^?\d{1,3}(?:[,\-–]\s?\d{1,3})*\]|(?<=[^\W\d_.,;])[¹²³⁴-⁹⁰]+(?!\w)")
_MARKUP = lazy(r"[\[\]<&\\`*_~|¹²³⁴-⁹⁰]|^\s*(?:\d{1,9}[.)]|[#>+\-•])\s", re.MULTILINE)
_EDGE = " \t\n\"'“”„«».,;:!?…*_。，、；：！？「」『』"
_OCCURRENCES = 16
_TRIES = 200
_NEGATING = lazy(
    r"\b(?:not|no|never|none|nor|neither|cannot|without|hardly|barely|nicht|kein\w*|nie|niemals|ohne|"
    r"ne|pas|jamais|sans|nunca|sin|non|mai|senza|não|nem|не|нет)\b|n['’]t\b|[不没無无未]",
    re.IGNORECASE,
)
_LIMITING = lazy(
    r"\b(?:unless|except\w*|only if|only when|provided|but|however|if|außer|sofern|nur wenn|sauf|"
    r"salvo|excepto|tranne)\b",
    re.IGNORECASE,
)
_STOP = lazy(r"[.!?。！？](?=\s|$|[\"”’)])")


@dataclass(frozen=True, slots=True)
class Match:
    """Where the parts of a quotation stand in one text, in order."""

    spans: tuple[Span, ...]


def parts_of(quotation: str) -> list[str]:
    """The stretches of a quotation that must be verbatim: split at ellipses and insertions.

    Bracketed insertions are the writer's own words; a recased letter ("[T]he") is restored. Edge
    punctuation goes. Empty for a quotation without a letter or digit.
    """
    text = _RECASED.sub(r"\1", quotation)
    parts = [p for stretch in _ELLIPSIS.split(text) for p in _INSERTED.split(stretch)]
    stripped = [p.strip(_EDGE) for p in parts]
    return [p for p in stripped if any(c.isalnum() for c in p)]


def find_parts(parts: Sequence[str], text: str) -> Match | None:
    """The parts in order in `text`, or None; typography, case, spacing and marks do not count.

    The reading with the shortest omissions is taken.
    """
    needles = [squeeze(p).text for p in parts]
    if not all(needles):
        return None
    if len(needles) > 1 and (whole := find_parts(["".join(parts)], text)):
        return whole
    for haystack in _readings(text):
        spans = _in_order(needles, haystack, text, parts)
        if spans is not None:
            return Match(spans)
    return None


@memo(characters=2_500_000)
def _readings(text: str) -> tuple[Mapped, ...]:
    """The text as written, and as read (markup, note marks and tags removed), both squeezed."""
    raw = squeeze(text)
    if _MARKUP.search(text) is None:
        return (raw,)
    bodies = [s.body for s in sentences(text)]
    gap = Mapped.inserted(" ", Span(0, 0))
    parts = [part for body in bodies for part in (body, gap)]
    if not parts:
        return (raw,)
    read = without(Mapped.join(*parts), _NOTES)
    plain = compose(squeeze(read.text), read)
    return (raw,) if plain.text == raw.text else (raw, plain)


def _in_order(
    needles: Sequence[str], haystack: Mapped, text: str, parts: Sequence[str]
) -> tuple[Span, ...] | None:
    best: tuple[Span, ...] | None = None
    at = -1
    for _ in range(_OCCURRENCES):
        at = _next(needles[0], haystack, text, parts[0], at + 1)
        if at < 0:
            break
        spans = [haystack.span(at, at + len(needles[0]))]
        end = at + len(needles[0])
        for needle, part in zip(needles[1:], parts[1:], strict=True):
            place = _next(needle, haystack, text, part, end)
            if place < 0:
                return best
            end = place + len(needle)
            spans.append(haystack.span(place, end))
        if best is None or spans[-1].end - spans[0].start < best[-1].end - best[0].start:
            best = tuple(spans)
        if len(needles) == 1:
            break
    return best


def _next(needle: str, haystack: Mapped, text: str, part: str, start: int) -> int:
    """The next place of a squeezed part whose edges are word edges in the original."""
    at = haystack.text.find(needle, start)
    for _ in range(_TRIES):
        if at < 0:
            break
        span = haystack.span(at, at + len(needle))
        if _edges_hold(span, text, part):
            return at
        at = haystack.text.find(needle, at + 1)
    return -1


def _edges_hold(span: Span, text: str, part: str) -> bool:
    if bounded(text, span.start, span.end):
        return True
    edges = text[span.start : span.start + 1] + text[max(span.start, span.end - 1) : span.end]
    run_together = len(span.of(text).split()) < len(part.split())
    return run_together and not any(c.isdigit() for c in edges)


def swallowed(match: Match, text: str) -> tuple[str, bool] | None:
    """What an omission leaves out that turns the sense, and whether it is a negation.

    Only the rest of the sentence before the omission and the beginning of the one after it
    count: whole sentences may be left out.
    """
    for before, after in zip(match.spans, match.spans[1:], strict=False):
        gap = text[before.end : max(before.end, after.start)]
        stops = list(_STOP.finditer(gap))
        pieces = [gap] if not stops else [gap[: stops[0].start()], gap[stops[-1].end() :]]
        for pattern, negating in ((_NEGATING, True), (_LIMITING, False)):
            for i, piece in enumerate(pieces):
                found = pattern.search(piece)
                if found and (negating or i == 0 or len(pieces) == 1):
                    return " ".join(piece.split()).strip(" ,;"), negating
    return None
