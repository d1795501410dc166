"""Check `values`: confirms a claim that only gives a thing's value of one attribute.

"The talk lasts an hour and a half" follows from "Duration of the talk: 90 minutes": the value is
the same, both name the same attribute, and nothing else is said. Small models read such records
badly. The check only confirms; it is silent wherever another word is left over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from entailed.protocols import check
from entailed.text.attributes import attributes_of, fitting, is_carrier
from entailed.text.binding import Bound, bindings, key_of, keys_of
from entailed.text.clauses import language
from entailed.text.compare import compare
from entailed.text.date_relations import compare as compare_dates
from entailed.text.dates import DateValue, read_dates
from entailed.text.lazy import lazy
from entailed.text.quantities import Quantity
from entailed.text.roles import role_of
from entailed.text.segment import sentences
from entailed.text.words import words
from entailed.types import AlignedSentence, Alignment, Claim, Evidence, Finding, Span

__all__ = ["values"]

_SENTENCES = 6
_SCANNED = 400
_LONGEST = 10
_EXACT_DIGITS = 2
_LEAVES_OUT = 2
_ASIDE = re.compile(r"[,;(（，；、]")
# What one side may not say without the other.
_CUES = lazy(
    r"(?<!\w)(?:not|no|never|neither|nor|without|except|unless|if|only|cannot|than|formerly"
    r"|previously|used to|planned|plans|expected|proposed|estimated|former|old|new|average|mean"
    r"|nicht|kein\w{0,2}|pas|sin|senza|não|не|нет)(?!\w)|n't(?!\w)|[不没無]",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Said:
    """A value with the keys of the words it belongs to."""

    at: Span
    keys: frozenset[str]
    dimension: str
    alone: bool
    quantity: Quantity | None = None
    day: DateValue | None = None

    @property
    def attributes(self) -> frozenset[str]:
        """The attributes its words may carry, as far as they fit the value."""
        found = attributes_of(self.keys)
        if self.day is not None:
            found |= _BY_RELATION.get(self.day.relation, frozenset())
        return found & fitting(self.dimension)


_BY_RELATION = {
    "by": frozenset({"deadline"}),
    "before": frozenset({"deadline"}),
    "until": frozenset({"deadline", "end"}),
    "from": frozenset({"start"}),
    "since": frozenset({"start"}),
}


@check(name="values", version="1")
def values(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """A pass over the whole claim where a sentence gives the same value of the same attribute."""
    every = _said(claim.text)
    if len(every) != 1 or len(every[0].keys) > _LONGEST or not every[0].alone:
        return ()
    said = every[0]
    for aligned in alignment.sentences[:_SENTENCES] or _unaligned(evidence):
        if _cues(aligned.sentence.text) != _cues(claim.text):
            continue
        known = _inherited(aligned, evidence)
        for stated in _said(aligned.sentence.text):
            if not _same_value(said, stated) or not _same_thing(said, stated, known, evidence):
                continue
            if said.attributes or _same_order(claim, aligned, said, stated):
                return (_finding(claim, said, stated, aligned),)
    return _abroad(claim, said, evidence)


def _unaligned(evidence: Evidence) -> tuple[AlignedSentence, ...]:
    """All sentences of a short evidence that shares no word with the claim."""
    every = [AlignedSentence(p.id, s, 0.0) for p in evidence for s in sentences(p.text)]
    return tuple(every) if len(every) <= _SENTENCES else ()


def _abroad(claim: Claim, said: _Said, evidence: Evidence) -> tuple[Finding, ...]:
    """A pass where the one value of its sort in evidence of another language is the claimed one.

    Words cannot be compared there; an exact value in the same unit, with the same bound, can.
    """
    q = said.quantity
    if q is None or not q.dimension or q.digits < _EXACT_DIGITS or q.approximate:
        return ()
    spoken = language(claim.text)
    for passage in evidence:
        if _languages(passage.text) <= {spoken}:
            continue
        for sentence in sentences(passage.text)[:_SCANNED]:
            if language(sentence.text) == spoken or _cues(sentence.text) != _cues(claim.text):
                continue
            for stated in _said(sentence.text):
                if _same_abroad(said, stated) and _is_sole(stated, evidence):
                    aligned = AlignedSentence(passage.id, sentence, 0.0)
                    return (_finding(claim, said, stated, aligned),)
    return ()


@lru_cache(maxsize=4096)
def _languages(passage: str) -> frozenset[str]:
    """The languages of the sentences of a passage that are looked at."""
    return frozenset(language(s.text) for s in sentences(passage)[:_SCANNED])


def _same_abroad(said: _Said, stated: _Said) -> bool:
    mine, theirs = said.quantity, stated.quantity
    if mine is None or theirs is None or mine.bound != theirs.bound or said.keys & stated.keys:
        return False
    clash = said.attributes and stated.attributes and not said.attributes & stated.attributes
    return not clash and compare(mine, theirs) == "equal"


@lru_cache(maxsize=2048)
def _cues(text: str) -> frozenset[str]:
    """The cues of a text outside its values ("more than 5" is part of one)."""
    spans = [b.quantity.span for b in bindings(text)]
    return frozenset(
        m.group().lower()
        for m in _CUES.finditer(text)
        if not any(s.start <= m.start() < s.end for s in spans)
    )


@lru_cache(maxsize=2048)
def _said(text: str) -> tuple[_Said, ...]:
    """The values of a text that stand for a level, each with its words. Cached."""
    return tuple(_read(text))


def _read(text: str) -> Iterator[_Said]:
    bounds = list(islice(bindings(text), 12))
    days = [
        d for d in read_dates(text) if not any(d.span.overlaps(b.quantity.span) for b in bounds)
    ]
    alone = len(bounds) + len(days) == 1
    for bound in bounds:
        q = bound.quantity
        plain = q.kind not in ("ordinal", "multiplier", "score")
        if plain and role_of(text, q) in ("level", "total"):
            yield _Said(q.span, _around(text, bound, alone), q.dimension, alone, quantity=q)
    for day in days:
        if alone:
            yield _Said(day.span, _apart_from(text, day.span), "date", alone, day=day)


def _around(text: str, bound: Bound, alone: bool) -> frozenset[str]:
    own = _apart_from(text, bound.quantity.span) if alone else bound.own | bound.head
    return own | frozenset(bound.quantity.nouns)


def _apart_from(text: str, at: Span) -> frozenset[str]:
    """Keys of a text but for a value; what a comma sets off after it is a statement of its own."""
    tail = _ASIDE.search(text, at.end)
    end = tail.start() if tail is not None else len(text)
    return keys_of(text[: at.start] + " " + text[at.end : end])


def _same_value(said: _Said, stated: _Said) -> bool:
    if said.quantity is not None and stated.quantity is not None:
        return compare(said.quantity, stated.quantity) in ("equal", "compatible")
    if said.day is not None and stated.day is not None:
        return compare_dates(said.day, stated.day) == "same"
    return False


def _same_thing(said: _Said, stated: _Said, known: frozenset[str], evidence: Evidence) -> bool:
    """Whether nothing but the words for the attribute tells the two statements apart."""
    mine, theirs = said.attributes, stated.attributes
    if mine and theirs and not mine & theirs:
        return False
    carried = (mine & theirs) or mine or theirs
    if said.day is not None:
        carried = mine | theirs  # "the term ends on", "to be handed in by"
    subject = {k for k in said.keys if not is_carrier(k, carried)}
    extra = {k for k in stated.keys - said.keys if not is_carrier(k, carried)}
    if extra:
        whole = not subject and bool(mine & theirs) and said.day is not None
        return whole and _is_sole_day(evidence)
    left_out = subject - stated.keys - known
    if not left_out:
        return bool(subject & stated.keys) or bool(mine & theirs)
    return (
        len(left_out) <= _LEAVES_OUT
        and bool(mine & theirs)
        and not any("#" in k for k in left_out)
        and _is_sole(stated, evidence)
    )


def _is_sole(stated: _Said, evidence: Evidence) -> bool:
    """Whether the evidence has no other value of this sort: a record that leaves its thing out."""
    if stated.quantity is None or not stated.dimension:
        return False
    every = (
        b.quantity for p in evidence for s in sentences(p.text)[:_SCANNED] for b in bindings(s.text)
    )
    return not any(
        q.dimension == stated.dimension and compare(stated.quantity, q) != "equal" for q in every
    )


def _same_order(claim: Claim, aligned: AlignedSentence, said: _Said, stated: _Said) -> bool:
    """Whether both name the same words in the same order, so that nobody has changed places."""
    shared = said.keys & stated.keys
    return _order(claim.text, shared) == _order(aligned.sentence.text, shared)


def _order(text: str, keys: frozenset[str]) -> list[str]:
    found = (key_of(w.stem) for w in words(text))
    return list(dict.fromkeys(key for key in found if key in keys))


def _is_sole_day(evidence: Evidence) -> bool:
    """Whether the evidence has one day only, which "the deadline" without more must be."""
    every = [d for p in evidence for s in sentences(p.text)[:_SCANNED] for d in read_dates(s.text)]
    return len([d for d in every if d.precision == "day"]) == 1


def _inherited(aligned: AlignedSentence, evidence: Evidence) -> frozenset[str]:
    """Words a sentence takes over from its lead-in and the title of its passage."""
    lead = aligned.sentence.lead_in
    keys = keys_of(lead.text) if lead is not None else frozenset()
    passage = evidence.get(aligned.passage_id)
    return keys | keys_of(passage.title) if passage is not None and passage.title else keys


def _finding(claim: Claim, said: _Said, stated: _Said, aligned: AlignedSentence) -> Finding:
    text = aligned.sentence.text
    return Finding(
        check="values",
        outcome="pass",
        claim_span=claim.locate(0, len(claim.text)),
        message=f"{said.at.of(claim.text)} is the value stated: {text}",
        claimed=said.at.of(claim.text),
        stated=stated.at.of(text),
        evidence=(aligned.locate(stated.at.start, stated.at.end),),
    )
