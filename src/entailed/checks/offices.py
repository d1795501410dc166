"""Offices: a deputy head is no head, and a former mayor is no mayor now.

Words before an office that make another office of it ("deputy", "acting", "former") must be the
evidence's, and must not be left out where the claim says who holds the office.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from entailed.protocols import check
from entailed.text.lazy import lazy
from entailed.text.names import read_names
from entailed.text.roots import root
from entailed.types import AlignedSentence, Alignment, Claim, Evidence, Finding, Reason, Span

__all__ = ["offices"]

_SENTENCES = 8
_CHANGING = (
    "deputy vice acting interim assistant associate junior honorary adjunct trainee former ex "
    "designate caretaker understudy"
).split()
_PAST = frozenset({"former", "ex"})
_NOUNS = (
    r"(?:head|chief|director|manager|president|minister|mayor|chair(?:man|woman|person)?|principal"
    r"|secretary|professor|editor|coach|captain|chancellor|governor|treasurer|commissioner|dean"
    r"|judge|ambassador|leader|officer|superintendent|inspector|curator|producer|conductor|ceo|cfo"
    r"|cto|partner|rector|sheriff|attorney|speaker|commander|marshal|warden|provost|engineer"
    r"|designer|lecturer|surgeon|physician|teacher|fellow)(?![^\W\d_])"
)
_OFFICE = lazy(rf"(?<!\w)(?P<word>{'|'.join(_CHANGING)})[\s\-]+(?P<noun>{_NOUNS})", re.IGNORECASE)
_HOLDS = lazy(
    r"(?:(?<!\w)(?:is|as|became|becomes|remains)|,)\s(?:(?:the|a|an|its|their|our|currently|now|still"
    rf"|company['’]s|city['’]s)\s){{0,2}}(?P<noun>{_NOUNS})",
    re.IGNORECASE,
)
_NOT = lazy(r"(?<!\w)(?:not|never|no longer|was|were|had|until)(?!\w)|n['’]t(?!\w)", re.IGNORECASE)


@check(name="offices", version="1")
def offices(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`entity_mismatch` for an added word, `qualifier_dropped` for one left out (both related).

    Silent unless a sentence that names the same person has the office the other way only.
    """
    persons = _persons(claim.text)
    if not persons or _NOT.search(claim.text):
        return ()
    near = alignment.sentences[:_SENTENCES]
    about = [a for a in near if _persons(a.sentence.text) & persons]
    for word, noun, span in _offices(claim.text):
        if word in _PAST:
            continue  # that an office is over often follows from what is told
        if not any(w == word for a in near for w, n, _ in _offices(a.sentence.text) if n == noun):
            bare = [a for a in about if noun in _bare(a.sentence.text)]
            if bare:
                return (_finding(claim, span, bare[0], word, "entity_mismatch"),)
    for noun, span in _held(claim.text):
        other = _only_changed(noun, about, near)
        if other is not None:
            return (_finding(claim, span, other, noun, "qualifier_dropped"),)
    return ()


def _persons(text: str) -> frozenset[str]:
    return frozenset(
        w for n in read_names(text) if n.kind not in ("term", "adjective") for w in n.words
    )


def _offices(text: str) -> Iterator[tuple[str, str, Span]]:
    """Each changing word with the root of the office after it."""
    for match in _OFFICE.finditer(text):
        noun = root(match["noun"].casefold())
        yield match["word"].casefold(), noun, Span(match.start(), match.end())


def _bare(text: str) -> frozenset[str]:
    """Roots of the words that no changing word stands before."""
    changed = {s.end for _, _, s in _offices(text)}
    found = re.finditer(r"[^\W\d_]{3,30}", text)
    return frozenset(root(m.group().casefold()) for m in found if m.end() not in changed)


def _held(text: str) -> Iterator[tuple[str, Span]]:
    """Offices that the claim says somebody holds, without a changing word."""
    for match in _HOLDS.finditer(text):
        if match["noun"].casefold() not in _CHANGING:
            yield root(match["noun"].casefold()), Span(*match.span("noun"))


def _only_changed(
    noun: str, about: Sequence[AlignedSentence], near: Sequence[AlignedSentence]
) -> AlignedSentence | None:
    """A sentence on the person with another form of the office, when none has it bare."""
    if any(noun in _bare(a.sentence.text) for a in near):
        return None
    return next((a for a in about if any(n == noun for _, n, _ in _offices(a.sentence.text))), None)


def _finding(
    claim: Claim, span: Span, aligned: AlignedSentence, word: str, reason: Reason
) -> Finding:
    text = aligned.sentence.text
    return Finding(
        check="offices",
        outcome="fail",
        claim_span=claim.locate(span.start, span.end),
        reason=reason,
        label="related",
        message=f"the evidence gives another office than {span.of(claim.text)!r}",
        claimed=span.of(claim.text),
        stated=text,
        evidence=(aligned.locate(0, len(text)),),
    )
