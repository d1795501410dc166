"""Sentences whose claims may be cut anew, and how the new claims share them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from entailed.extraction import bodies, citing
from entailed.extraction.pieces import fit
from entailed.extraction.tokens import tokens
from entailed.extraction.tracing import Traced, is_telling
from entailed.text.segment import sentences
from entailed.text.stripping import strip_citations
from entailed.types import Citation, Claim, Extraction, Mapped, Segment, Span

__all__ = ["Unit", "shared", "units"]

_KINDS = frozenset({"paragraph", "list_item", "quote"})
_EMPTY_ROLES = frozenset({"separator", "citation"})


@dataclass(frozen=True, slots=True)
class Unit:
    """The claims that the rules found in one sentence of prose, and the sentence itself.

    `body` is its plain text without citation markers, mapped to the answer; `span` reaches from
    the first claim to the end of the last.
    """

    claims: tuple[Claim, ...]
    body: Mapped
    span: Span

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The citation markers of its claims, in order."""
        found = {c.span: c for claim in self.claims for c in claim.citations}
        return tuple(found[span] for span in sorted(found))


def units(answer: str, extraction: Extraction) -> tuple[Unit, ...]:
    """The sentences of `extraction` that consist of claims only, in order.

    Left out are table cells, list items that only their lead-in makes a statement, and sentences
    of which a part is no claim: what those say hangs on their layout, which the rules know.
    """
    plain = {s.span: s.body for s in sentences(answer)}
    found: list[Unit] = []
    for (span, kind), group in groupby(extraction.claims, key=lambda c: (c.sentence, c.kind)):
        claims = tuple(group)
        if kind in _KINDS and span in plain:
            unit = _unit(claims, plain[span], extraction.segments)
            found.extend([unit] if unit is not None else [])
    return tuple(found)


def _unit(claims: tuple[Claim, ...], body: Mapped, segments: Sequence[Segment]) -> Unit | None:
    span = Span(min(c.span.start for c in claims), max(c.span.end for c in claims))
    if any(
        s.kind == "not_checkable" and s.role not in _EMPTY_ROLES and s.span.overlaps(span)
        for s in segments
    ):
        return None
    sentence = Span(min(span.start, claims[0].sentence.start), claims[0].sentence.end)
    if any(
        not sentence.start <= at < max(sentence.end, span.end)
        for c in claims
        for at in c.body.starts
    ):
        return None
    inside = [i for i, at in enumerate(body.starts) if span.start <= at < span.end]
    if not inside:
        return None
    markers = [c for claim in claims for c in claim.citations if citing.removable(c)]
    text = strip_citations(body.slice(inside[0], inside[-1] + 1), markers)
    return Unit(claims, bodies.tidy(text), span) if text.text.strip() else None


def shared(answer: str, unit: Unit, traced: Sequence[Traced]) -> tuple[Claim, ...] | str:
    """`traced` as the claims of `unit`, or in a few words why they cannot be.

    Together they must use every word that the rules' claims use. Each gets a stretch of the
    sentence of its own: from the first word that only it uses to the next one's.
    """
    left = _unused(unit, traced)
    if left:
        return f"they leave out {left!r}"
    kept = _without_subsets(traced)
    own = [t.used - frozenset().union(*(o.used for o in kept if o is not t)) for t in kept]
    if not all(own):
        return "two of them say the same"
    ordered = sorted(zip(own, kept, strict=True), key=lambda row: min(row[0]))
    if any(max(one) > min(other) for (one, _), (other, _) in pairwise(ordered)):
        return "they cannot be told apart in the sentence"
    spans = _stretches(answer, unit, [(min(mine), t.used) for mine, t in ordered])
    cited = _cited(unit, [s.start for s in spans])
    first = unit.claims[0]
    return tuple(
        Claim("", span, _named(t.body, answer, unit.claims), first.sentence, c, first.kind)
        for span, (_, t), c in zip(spans, ordered, cited, strict=True)
    )


def _unused(unit: Unit, traced: Sequence[Traced]) -> str:
    """Words of the rules' claims that no claim uses, as they stand; "" for none."""
    used = frozenset().union(*(t.used for t in traced))
    needed = {at for claim in unit.claims for at in claim.body.starts}
    left = [
        token.text
        for i, token in enumerate(tokens(unit.body.text))
        if i not in used and is_telling(token) and unit.body.starts[token.start] in needed
    ]
    return " ".join(left)[:80]


def _without_subsets(traced: Sequence[Traced]) -> list[Traced]:
    """Without claims that only say again a part of what another says."""
    kept: list[Traced] = []
    for i, one in enumerate(traced):
        others = [o for j, o in enumerate(traced) if j != i]
        covered = any(one.used < o.used for o in others)
        double = any(one.used == o.used for o in traced[:i])
        if not covered and not double:
            kept.append(one)
    return kept


def _stretches(answer: str, unit: Unit, parts: Sequence[tuple[int, frozenset[int]]]) -> list[Span]:
    """For each claim its part of the answer, with the markup and the markers that belong to it.

    `parts` are the first token that is a claim's alone, and all that it uses. A claim ends with
    the last token it uses before the next one's own, and the next begins with its first after that.
    """
    toks, body = tokens(unit.body.text), unit.body
    starts, ends = [unit.span.start], []
    for (_, used), (first, following) in pairwise(parts):
        last = max(i for i in used if i < first)
        begin = min(i for i in following if i > last)
        ends.append(body.ends[toks[last].end - 1])
        starts.append(body.starts[toks[begin].start])
    spans: list[Span] = []
    low = unit.span.start
    for start, end, stop in zip(starts, [*ends, unit.span.end], [*starts[1:], None], strict=True):
        high = unit.span.end if stop is None else stop
        span = citing.with_markup(answer, Span(start, max(start, end)), low, high)
        if stop is not None:
            span = citing.extended(answer, span, stop, unit.citations)
        spans.append(fit(answer, span, low))
        low = spans[-1].end
    return spans


def _cited(unit: Unit, starts: Sequence[int]) -> list[tuple[Citation, ...]]:
    """The markers in each claim's stretch; a claim without one takes those of the next."""
    edges = [*starts[1:], unit.span.end]
    owned = [
        tuple(c for c in unit.citations if (n == 0 or c.span.start >= start) and c.span.start < end)
        for n, (start, end) in enumerate(zip(starts, edges, strict=True))
    ]
    following: tuple[Citation, ...] = ()
    result: list[tuple[Citation, ...]] = []
    for found in reversed(owned):
        following = found or following
        result.append(following)
    return result[::-1]


def _named(body: Mapped, answer: str, claims: Sequence[Claim]) -> Mapped:
    """`body` with the names that the rules read for its pronouns, where it keeps the pronoun."""
    for claim in claims:
        for start, end, name in _names(claim.body, answer):
            at = [i for i, s in enumerate(body.starts) if start <= s < end]
            if at and body.text[at[0] : at[-1] + 1] == answer[start:end]:
                after = body.slice(at[-1] + 1, len(body.text))
                body = Mapped.join(body.slice(0, at[0]), name, after)
    return body


def _names(body: Mapped, answer: str) -> list[tuple[int, int, Mapped]]:
    """The runs of a claim's text that stand as a whole for another word of the answer."""
    found: list[tuple[int, int, Mapped]] = []
    at = 0
    for (start, end), run in groupby(zip(body.starts, body.ends, strict=True)):
        size = len(list(run))
        if size > 1 and end - start > 1 and body.text[at : at + size] != answer[start:end]:
            found.append((start, end, body.slice(at, at + size)))
        at += size
    return found
