"""The default extractor: rules only, offline, deterministic, every character accounted for."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from entailed.extraction import bodies, citing
from entailed.extraction.clauses import Part, split_clauses
from entailed.extraction.coverage import uncovered
from entailed.extraction.flat import flat_items, without_marks
from entailed.extraction.leadins import breaks_off, reads_alone
from entailed.extraction.pieces import Piece, assembled, bare_answers, fit
from entailed.extraction.references import Subject, resolve, subject_of
from entailed.extraction.roles import introduces_only, is_label, role_of
from entailed.extraction.settled import NOTHING, settled
from entailed.extraction.splits import enumeration, split_mixed
from entailed.extraction.tables import row_claims
from entailed.text.lazy import lazy
from entailed.text.markers import find_citations
from entailed.text.segment import sentences
from entailed.text.stripping import strip_citations
from entailed.text.valued import has_value
from entailed.types import (
    BlockKind,
    Citation,
    Evidence,
    Extraction,
    Mapped,
    SegmentRole,
    Sentence,
    Span,
)

_FIXED: dict[BlockKind, SegmentRole] = {
    "code": "code",
    "heading": "heading",
    "table_header": "heading",
    "reference": "reference",
}
_INHERITED: frozenset[SegmentRole] = frozenset({"abstention", "instruction", "opinion"})


@dataclass(frozen=True, slots=True)
class RuleExtractor:
    """Splits an answer into claims by rules (satisfies `entailed.protocols.Extractor`).

    With `check_instructions` recommendations and orders are claims; otherwise they are
    `not_checkable` unless they hold a number, date, amount or measurement.
    """

    check_instructions: bool = False
    name: str = "rules"
    version: str = "1"

    def extract(self, answer: str, evidence: Evidence, question: str) -> Extraction:
        """Claims in order, ids "c1", "c2", ...; segments tile `answer`.

        An answer that is only "Yes." or "No." becomes one claim read together with `question`.
        Linear in the length of `answer`; never raises on any text.
        """
        reading = _Reading(answer, sentences(answer), evidence.ids, self.check_instructions)
        groups = [reading.pieces(i) for i in range(len(reading.sentences))]
        groups = bare_answers(groups, question)
        extraction = assembled(answer, groups, reading.citations)
        gaps = uncovered(answer, extraction)
        if gaps:
            groups = reading.patched(groups, gaps)
            extraction = assembled(answer, groups, reading.citations)
        return extraction

    def settled(
        self, answer: str, evidence: Evidence, question: str, before: Extraction = NOTHING
    ) -> Extraction:
        """The claims of an unfinished answer that stay, whatever is appended to it.

        The segments tile a beginning of `answer`, up to the last sentence that is settled; the
        extraction of every longer answer begins with these claims. `before` is what this gave for
        a shorter answer, or nothing. `question` is not read.
        """
        return settled(
            answer,
            before,
            lambda text: _Reading(text.text, text.sentences, evidence.ids, self.check_instructions),
        )


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a text stands in its sentence: its right bound, its own head, whether it is first."""

    stop: int
    head: Mapped | None = None
    first: bool = True


class _Reading:
    """One pass over the sentences of an answer."""

    def __init__(
        self,
        answer: str,
        found: tuple[Sentence, ...],
        ids: Sequence[str],
        check_instructions: bool,
    ) -> None:
        self.answer = answer
        self.check_instructions = check_instructions
        self.citations = find_citations(answer, ids)
        self.sentences = found
        self.owned = citing.per_sentence(self.sentences, self.citations)
        self.leads = _lead_indices(answer, self.sentences)
        self.opens = [False] * len(self.sentences)
        self.led: dict[int, list[int]] = {}
        self.heads: set[Citation] = set()
        self.bodies = [self._body(i) for i in range(len(self.sentences))]
        self._lend_markers()
        self.lead_roles: dict[int, SegmentRole] = {}
        self.subject: Subject | None = None
        self.cursor = 0

    def _body(self, i: int) -> Mapped:
        sentence = self.sentences[i]
        if sentence.kind in _FIXED:
            return sentence.body
        markers = [c for c in self.owned[i] if citing.removable(c)]
        body = sentence.body
        if markers:
            body = bodies.tidy(strip_citations(body, markers))
            led = _left_out(sentence.body, body, markers)
            heads = [c for c in markers if citing.leads(c, self.answer, led)]
            self.heads.update(heads)
            self.led[i] = sorted({*led, *(c.span.start for c in heads)})
        if sentence.kind == "table_row":
            return body
        body, self.opens[i] = without_marks(body, followed=i + 1 < len(self.sentences))
        return body

    def _lend_markers(self) -> None:
        """A line of nothing but markers cites for the sentence before it."""
        for i in range(1, len(self.sentences)):
            if self.owned[i] and not _has_words(self.bodies[i]) and not self.owned[i - 1]:
                self.owned[i - 1] = self.owned[i]

    def pieces(self, i: int) -> list[Piece]:
        """The pieces of sentence `i`, in order; none for one without a word of its own."""
        sentence, body = self.sentences[i], self.bodies[i]
        if not _has_words(body) or sentence.span.start < self.cursor:
            return []
        if i and not self._continues(i):
            self.subject = None
        found = list(self._read(i, sentence, body))
        if found:
            self.cursor = found[-1].span.end
        return found

    def _continues(self, i: int) -> bool:
        """Whether sentence `i` stands in the paragraph, or the list, of the one before it."""
        before, here = self.sentences[i - 1], self.sentences[i]
        if before.kind != here.kind and here.kind != "list_item":
            return False
        if here.kind == "list_item":
            return before.kind == "list_item" or here.lead_in is before.body
        gap = self.answer[before.span.end : here.span.start]
        return gap.count("\n") < 2

    def _read(self, i: int, sentence: Sentence, body: Mapped) -> Iterator[Piece]:
        role = _FIXED.get(sentence.kind)
        if role is not None:
            yield self._whole(i, role)
        elif sentence.kind == "table_row":
            for cell, place in row_claims(replace(sentence, body=body)):
                span = self._placed(i, place, self._stop(i))
                yield Piece(span, "claim", cell, sentence.span, self.owned[i], "table_row")
                self.cursor = span.end
        elif self._is_heading(i, body.text):
            yield self._whole(i, "heading")
        else:
            yield from self._entries(i, flat_items(body))

    def _entries(self, i: int, entries: list[Mapped]) -> Iterator[Piece]:
        """The sentence, or the head and bullets of a list that lost its line breaks."""
        head: Mapped | None = None
        for n, entry in enumerate(entries):
            last = n + 1 == len(entries)
            stop = self._stop(i) if last else entries[n + 1].starts[0]
            entry = bodies.unadorned(bodies.without_asides(entry))
            opens = not last and entry.text.endswith(":")
            role = self._role(i, entry.text)
            fragment = n > 0 and _holds_more(entry.text)
            if opens and role == "claim" and ": " not in entry.text and not fragment:
                role = introduces_only(entry.text)
            yield from self._prose(i, entry, role, _Frame(stop, head, n == 0))
            head = entry if opens and not fragment else head

    def _prose(self, i: int, body: Mapped, role: SegmentRole, frame: _Frame) -> Iterator[Piece]:
        numbered = enumeration(body.text) if role == "claim" else None
        if numbered is not None:
            yield from self._enumerated(i, body, *numbered, frame)
            return
        stops = _stops(body, self.owned[i])
        parts = self._parts(body.text, role, stops) or (Part(0, len(body.text)),)
        edges = [p.start for p in parts[1:]]
        cited = citing.shares(body, edges, self._cites(i, body, frame), self.heads)
        for n, part in enumerate(parts):
            stop = body.starts[edges[n]] if n < len(edges) else frame.stop
            known = role if len(parts) == 1 else None
            yield self._part(
                i, body, part, cited[n], replace(frame, stop=stop, first=n == 0), known
            )

    def _cites(self, i: int, body: Mapped, frame: _Frame) -> list[Citation]:
        """The citations of sentence `i` that belong to `body`: all, unless it is one of several."""
        if frame.first and frame.stop == self._stop(i):
            return list(self.owned[i])
        low = body.starts[0] if body.starts else 0
        return [c for c in self.owned[i] if low <= c.span.start < frame.stop]

    def _parts(self, text: str, role: SegmentRole, stops: frozenset[int]) -> tuple[Part, ...]:
        """Ranges to read apart; a range is never split where that would leave words out."""
        if role not in {"claim", "abstention"}:
            return ()
        mixed = split_mixed(text)
        if not mixed:
            parts = split_clauses(text, stops)
            roles = {role_of(_spoken(text, p)) for p in parts} if role == "abstention" else set()
            return parts if role == "claim" or len(roles) > 1 else ()
        return tuple(p for side in mixed for p in _resplit(text, side))

    def _part(
        self,
        i: int,
        body: Mapped,
        part: Part,
        cited: tuple[Citation, ...],
        frame: _Frame,
        role: SegmentRole | None,
    ) -> Piece:
        text = bodies.joined(body, part.prefixes, part.start, part.end)
        role = role or role_of(text.text, check_instructions=self.check_instructions)
        span = self._placed(i, body.span(part.start, part.end), frame.stop)
        span = citing.extended(self.answer, span, frame.stop, self.owned[i])
        return self._piece(i, span, role, text, cited, frame)

    def _enumerated(
        self, i: int, body: Mapped, colon: int, items: tuple[Part, ...], frame: _Frame
    ) -> Iterator[Piece]:
        lead = body.slice(0, colon + 1)
        cited = citing.shares(
            body, [p.start for p in items], self._cites(i, body, frame), self.heads
        )
        span = self._placed(i, body.span(0, colon), body.starts[items[0].start])
        yield self._piece(
            i, span, introduces_only(lead.text), body.slice(0, colon), cited[0], frame
        )
        for n, item in enumerate(items):
            stop = body.starts[items[n + 1].start] if n + 1 < len(items) else frame.stop
            inner = _Frame(stop, lead, first=False)
            yield self._part(i, body, item, cited[n + 1], inner, "claim")

    def _piece(
        self,
        i: int,
        span: Span,
        role: SegmentRole,
        body: Mapped,
        cited: tuple[Citation, ...],
        frame: _Frame,
    ) -> Piece:
        sentence = self.sentences[i]
        self.cursor = span.end
        if role != "claim":
            self.subject = None
            return Piece(span, role, body, sentence.span, (), sentence.kind)
        stated = resolve(bodies.without_discourse(body), self.subject, inside=not frame.first)
        self.subject = subject_of(stated.text)
        lead = self.leads.get(i) if frame.first else None
        if stated is not body and reads_alone(body.text):
            lead = None  # "It fills tanks" stood alone before the pronoun got its name
        elif frame.head is not None:
            stated = bodies.with_lead_in(frame.head, stated)
        elif lead is not None:
            stated = bodies.with_lead_in(self.bodies[lead], stated)
            cited = cited or self.owned[lead]
        return Piece(span, role, bodies.finished(stated), sentence.span, cited, sentence.kind)

    def _role(self, i: int, text: str) -> SegmentRole:
        """The role of a sentence, given what follows it and what introduces it."""
        lead = self.leads.get(i)
        role = role_of(text, check_instructions=self.check_instructions)
        if lead is None:
            return introduces_only(text) if role == "claim" and self._introduces(i, text) else role
        above = self.lead_roles.get(lead)
        if above is None:
            above = role_of(self.bodies[lead].text, check_instructions=self.check_instructions)
            self.lead_roles[lead] = above
        if role in {"claim", "instruction"} and above in _INHERITED and not reads_alone(text):
            return above if role == "claim" and not has_value(text) else role
        if role == "instruction" and reads_alone(self.bodies[lead].text):
            return "claim"
        if role == "claim" and self._introduces(i, text):
            return introduces_only(text)
        return role

    def _introduces(self, i: int, text: str) -> bool:
        """Whether the sentence only leads to what follows it."""
        following = self.sentences[i + 1] if i + 1 < len(self.sentences) else None
        if following is None or following.kind == "code":
            return False
        if following.lead_in is self.sentences[i].body and following.lead_in is not None:
            return text.rstrip().endswith((":", "：")) or is_label(text)
        if not text.rstrip().endswith((":", "：")):
            return False
        if _AS_FOLLOWS.search(text):
            return True
        gap = self.answer[self.sentences[i].span.end : following.span.start]
        listed = following.kind in {"table_header", "table_row", "list_item", "quote"}
        return listed or self.opens[i] or bool(_NUMBER.search(gap)) or is_label(text)

    def _is_heading(self, i: int, text: str) -> bool:
        """A line that is bold as a whole, says nothing, and has something under it."""
        span = self.sentences[i].span
        if len(text) > 100 or i + 1 == len(self.sentences) or self.sentences[i].kind == "list_item":
            return False
        if _UNDERLINE.match(self.answer, span.end):
            return is_label(text)
        before = self.answer[max(0, span.start - 40) : span.start]
        opening = before[before.rfind("\n") + 1 :].strip("> \t")
        bold = opening in ("**", "__", "<b>", "<strong>")
        after = self.answer[span.end : span.end + 10].lstrip(" \t")
        closed = after.startswith(("**\n", "__\n", "</b>", "</strong>", "**  \n", "**:\n"))
        return bold and closed and is_label(text)

    def _stop(self, i: int) -> int:
        after = (
            self.sentences[i + 1].span.start if i + 1 < len(self.sentences) else len(self.answer)
        )
        return max(after, self.sentences[i].span.end)

    def _placed(self, i: int, span: Span, stop: int) -> Span:
        low = max(self.cursor, self.sentences[i - 1].span.end if i else 0)
        led = self.led.get(i, [])
        first = bisect_left(led, low)
        if first < len(led) and led[first] < span.start:
            span = Span(led[first], span.end)
        return fit(self.answer, citing.with_markup(self.answer, span, low, stop), self.cursor)

    def _whole(self, i: int, role: SegmentRole) -> Piece:
        sentence = self.sentences[i]
        span = self._placed(i, sentence.span, self._stop(i))
        if role != "claim":
            self.subject = None
        cited = self.owned[i] if role == "claim" else ()
        return Piece(span, role, self.bodies[i], sentence.span, cited, sentence.kind)

    def patched(self, groups: list[list[Piece]], gaps: Sequence[Span]) -> list[list[Piece]]:
        """Sentences that lost a word put back whole, and words outside every sentence as claims."""
        result = [list(group) for group in groups]
        loose: list[Piece] = []
        at = 0
        for gap in gaps:
            while at < len(self.sentences) and self.sentences[at].span.end <= gap.start:
                at += 1
            inside = at < len(self.sentences) and self.sentences[at].span.overlaps(gap)
            if inside and (len(groups[at]) != 1 or not groups[at][0].span.contains(gap)):
                span = self.sentences[at].span
                result[at] = [
                    Piece(
                        span,
                        "claim",
                        self.sentences[at].body,
                        span,
                        self.owned[at],
                        self.sentences[at].kind,
                    )
                ]
            elif not inside:
                loose.append(
                    Piece(gap, "claim", Mapped.identity(gap.of(self.answer), gap.start), gap)
                )
        return [*result, loose]


def _stops(body: Mapped, citations: Sequence[Citation]) -> frozenset[int]:
    """Where in the text of `body` markers were taken out."""
    places = (bisect_left(body.starts, c.span.start) for c in citations)
    return frozenset(len(body.text[:at].rstrip()) for at in places)


def _spoken(text: str, part: Part) -> str:
    return " ".join([*(text[a:b] for a, b in part.prefixes), text[part.start : part.end]])


def _resplit(text: str, side: Part) -> list[Part]:
    """The clauses of one side of a sentence, or the side itself when it abstains."""
    inner = text[side.start : side.end]
    parts = split_clauses(inner) if role_of(inner) == "claim" else ()
    if len(parts) < 2:
        return [side]
    at = side.start
    return [
        Part(p.start + at, p.end + at, tuple((a + at, b + at) for a, b in p.prefixes))
        for p in parts
    ]


def _holds_more(text: str) -> bool:
    """Whether an item that ends with a colon says something besides introducing the next ones."""
    words = text.split()
    return len(words) > 5 and (words[-1][:1].isupper() or not breaks_off(text))


def _left_out(whole: Mapped, kept: Mapped, markers: Sequence[Citation]) -> frozenset[int]:
    """Where the letters are of words that led to a marker and went with it ("[1] says that")."""
    left = set(kept.starts)
    for marker in markers:
        left.update(range(marker.span.start, marker.span.end))
    return frozenset(
        at
        for at, letter in zip(whole.starts, whole.text, strict=True)
        if letter.isalpha() and at not in left
    )


def _has_words(body: Mapped) -> bool:
    return any(c.isalnum() for c in body.text)


def _lead_indices(answer: str, found: Sequence[Sentence]) -> dict[int, int]:
    """For each sentence with a lead-in, the index of the sentence that introduces it.

    A bullet Markdown does not know shares the lead-in of the bullet above it.
    """
    places = {id(s.body): i for i, s in enumerate(found)}
    leads: dict[int, int] = {}
    for i, sentence in enumerate(found):
        above = found[i - 1] if i else None
        if sentence.lead_in is not None and id(sentence.lead_in) in places:
            leads[i] = places[id(sentence.lead_in)]
        elif (
            above
            and i - 1 in leads
            and sentence.kind == above.kind == "list_item"
            and _BULLET_LINE.search(answer, above.span.end, sentence.span.start)
        ):
            leads[i] = leads[i - 1]
    return leads


_UNDERLINE = lazy(r"[ \t]*\n[ \t]*(?:-{3,}|={3,})[ \t]*(?:\n|$)")
_AS_FOLLOWS = lazy(r"\b(?:as follows|the following(?: \w{1,20})?|below|these):$", re.IGNORECASE)
_NUMBER = lazy(r"\(?\d{1,2}[.)]\s{0,9}$")
_BULLET_LINE = lazy(r"\n[ \t]{0,20}(?:[^\w\s]|\(?\w{1,3}[.)])[ \t]")
