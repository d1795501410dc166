"""Identifiers: addresses, versions, record numbers, statutes and code names, right as a whole.

A prefix is no match (1.2 is not 1.20). An identifier the evidence lacks is `missing`; where the
statement about the same thing has another one of the same sort, it is `contradicted`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import Levenshtein

from entailed.protocols import check
from entailed.text.dated import home_of
from entailed.text.identifiers import Identifier, read_identifiers
from entailed.text.lazy import lazy
from entailed.text.mentions import mentions
from entailed.text.normalize import contains
from entailed.text.statements import Statement, claimed, statements
from entailed.types import Alignment, Claim, Evidence, EvidenceSpan, Finding, Label, Passage, Span

__all__ = ["identifiers"]

SAME_THING = 0.6
CERTAIN = 0.75
MARGIN = 0.34
NEAR = 0.5
# Share of characters in which neighbours of one sort may differ.
_NEIGHBOUR = 0.5
_LEAST_SAID = 2  # words that tell which of two identifiers the claim means


@dataclass(frozen=True, slots=True)
class _Stated:
    """An identifier of the evidence and how its statement fits the claim.

    `share` of the `said` words of the claim's statement stand beside it; `event`: one of them is
    no part of the subject.
    """

    identifier: Identifier
    place: EvidenceSpan
    share: float
    event: bool
    said: int


@check(name="identifiers", version="1")
def identifiers(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`identifier_missing` for an identifier that is not in the evidence, or belongs elsewhere.

    Identifiers of the question are given: they fail only where the evidence has another one.
    """
    found: list[Finding] = []
    own = read_identifiers(claim.text)
    for identifier in own:
        finding = _examine(claim, identifier, own, alignment, evidence)
        if finding:
            found.append(finding)
    found += _invented_parts(claim, own, evidence)
    return tuple(sorted(found, key=lambda f: f.claim_span))


def _examine(
    claim: Claim,
    identifier: Identifier,
    own: Sequence[Identifier],
    alignment: Alignment,
    evidence: Evidence,
) -> Finding | None:
    stated = _stated(claim, identifier, own, alignment, evidence)
    same = [s for s in stated if _equal(identifier, s.identifier)]
    others = [s for s in stated if _competes(identifier, s) and not _claimed(s, own)]
    rival = max(others, key=lambda s: (s.event, s.share), default=None)
    if same:
        best = max(same, key=lambda s: s.share)
        if rival and rival.event and _belongs(rival, best):
            return _finding(claim, identifier, "contradicted", rival)
        return None
    if _present(identifier, evidence):
        return None
    if rival and rival.event and rival.share >= SAME_THING:
        finer = rival.identifier.canonical.startswith(identifier.canonical + ".")
        return _finding(claim, identifier, "related" if finer else "contradicted", rival)
    if alignment.given and _in_text(identifier, alignment.given):
        return None
    if _explained(claim.text, identifier, evidence):
        return None
    label: Label = "related" if alignment.overlap >= NEAR else "missing"
    return _finding(claim, identifier, label, rival if rival and rival.share >= NEAR else None)


def _belongs(rival: _Stated, best: _Stated) -> bool:
    """Whether what the claim says plainly stands beside the rival and not beside its own."""
    if rival.said < _LEAST_SAID or rival.share < CERTAIN or rival.share - best.share < MARGIN:
        return False
    return not best.event or (rival.share == 1.0 and best.share <= 0.5)


# --- presence -------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _canonicals(text: str) -> frozenset[str]:
    return frozenset(i.canonical for i in read_identifiers(text))


def _equal(ours: Identifier, theirs: Identifier) -> bool:
    """Whether they are one identifier, or theirs a finer one of the same (Article 5(2), a page)."""
    if ours.canonical == theirs.canonical:
        return True
    finer = theirs.canonical.startswith(ours.canonical)
    follow = theirs.canonical[len(ours.canonical) : len(ours.canonical) + 1]
    if ours.kind == "statute":
        return finer and follow == "("
    if ours.kind in ("url", "domain", "path", "package"):
        return finer and follow in "/?#:"
    return (
        ours.kind == "domain"
        and theirs.kind in ("url", "email")
        and (ours.canonical in theirs.canonical)
    )


def _present(identifier: Identifier, evidence: Evidence) -> bool:
    texts = [t for p in evidence for t in (p.text, p.title, p.url, p.source, p.version) if t]
    return any(_in_text(identifier, t) for t in texts)


def _in_text(identifier: Identifier, text: str) -> bool:
    """Whether a text has it in any spelling, or as a plain word."""
    if identifier.canonical in _canonicals(text):
        return True
    if identifier.kind == "version":
        return _bounded_number(identifier.canonical, text)
    if identifier.kind == "statute":
        number = identifier.canonical.split()[-1]
        return _bounded_number(number, text) or _bounded_number(number.split("(")[0], text)
    if contains(identifier.text.strip("()"), text) or contains(identifier.canonical, text):
        return True
    if _spelled_out(identifier.text, text):
        return True
    compact = re.sub(r"[\W_]+", "", identifier.canonical.casefold())
    loose = identifier.kind in ("label", "record", "phone", "account", "publication")
    return loose and len(compact) >= 3 and compact in mentions(text).compact


_SHORT = lazy(r"(?P<letters>[A-Z]{2,6})[-\s]?(?P<number>\d{1,4})(?P<many>s?)\Z")


def _spelled_out(short: str, text: str) -> bool:
    """Whether a text has the words of a code ("Short Form-36"), or one of several ("PS3")."""
    read = _SHORT.match(short)
    if read is None:
        return False
    if read["many"] and contains(short[:-1], text):
        return True
    words = r"[-\s]".join(rf"{letter}\w+" for letter in read["letters"])
    pattern = rf"(?<!\w){words}[-\s]?{read['number']}(?!\w|\.\d)"
    return bool(re.search(pattern, text, re.IGNORECASE))


def _bounded_number(number: str, text: str) -> bool:
    pattern = rf"(?<![\w.]){re.escape(number)}(?!\w|\.\d)"
    return bool(re.search(pattern, text, re.IGNORECASE))


def _explained(text: str, identifier: Identifier, evidence: Evidence) -> bool:
    """Whether a code is the claim's own short form in brackets, or a name the evidence has bare."""
    if identifier.kind not in ("label", "record"):
        return False
    at = identifier.span
    if text[: at.start].endswith("(") and text[at.end : at.end + 1] == ")":
        return True
    letters = re.sub(r"[\W\d_]+$", "", identifier.text)
    return len(letters) >= 3 and any(letters in mentions(p.text).capitals for p in evidence)


# --- the same thing -------------------------------------------------------------------------------


def _stated(
    claim: Claim,
    identifier: Identifier,
    own: Sequence[Identifier],
    alignment: Alignment,
    evidence: Evidence,
) -> list[_Stated]:
    """Identifiers of the aligned sentences with the share of the claim's rest beside them."""
    made = claimed(claim.text)
    if not made:
        return []
    home = home_of(identifier.span, made)
    rest = home.without([i.span for i in own])
    acts = rest - (home.taken or home.subject) or rest
    texts = {p.id: p for p in evidence}
    found = []
    for aligned in alignment.sentences:
        passage = texts[aligned.passage_id]
        parts = statements(passage.text)[aligned.sentence.index]
        for other in read_identifiers(aligned.sentence.text):
            place = aligned.locate(other.span.start, other.span.end)
            found.append(_fit(other, place, parts, rest, acts, aligned.sentence.text))
    return found


def _fit(
    other: Identifier,
    place: EvidenceSpan,
    parts: Sequence[Statement],
    rest: frozenset[str],
    acts: frozenset[str],
    text: str,
) -> _Stated:
    spans = [i.span for i in read_identifiers(text)]
    beside = home_of(other.span, parts).without(spans) if parts else frozenset()
    share = len(beside & rest) / len(rest) if rest else 0.0
    return _Stated(other, place, share, bool(beside & acts), len(rest))


def _rival(ours: Identifier, theirs: Identifier) -> bool:
    """Whether two identifiers are different ones of the same sort."""
    if ours.kind != theirs.kind or _equal(ours, theirs) or _equal(theirs, ours):
        return False
    if ours.kind in ("version", "uuid", "account", "phone", "email"):
        return True
    if ours.kind == "statute":
        return ours.canonical.split()[0] == theirs.canonical.split()[0]
    if ours.kind == "publication":
        return ours.canonical.split()[0] == theirs.canonical.split()[0]
    if ours.kind in ("label", "record"):
        return _stem(ours.canonical) == _stem(theirs.canonical)
    longest = max(len(ours.canonical), len(theirs.canonical))
    return Levenshtein.distance(ours.canonical, theirs.canonical) <= _NEIGHBOUR * longest


def _competes(ours: Identifier, stated: _Stated) -> bool:
    """Whether it is a rival; one of another shape counts only where all other words agree."""
    theirs = stated.identifier
    apart = ours.kind == theirs.kind and not (_equal(ours, theirs) or _equal(theirs, ours))
    return _rival(ours, theirs) or (apart and stated.share == 1.0)


def _stem(canonical: str) -> str:
    """The letters an identifier begins with."""
    match = re.match(r"[a-z]*", canonical)
    return match.group(0) if match else ""


def _claimed(stated: _Stated, own: Iterable[Identifier]) -> bool:
    return any(_equal(i, stated.identifier) for i in own)


# --- parts the evidence rules out -----------------------------------------------------------------

_PART_WORDS = (
    r"arguments?|parameters?|options?|flags?|fields?|methods?|columns?|attributes?|keywords?"
    r"|settings?|properties|property|endpoints?|subcommands?|Argument|Parameter|Option|argumento"
    r"|paramètre"
)
_PART = lazy(
    rf"(?<!\w)(?:an?|the|its|ein|einen|un"
    rf"|une)\s(?P<n>[A-Za-z][\w-]{{1,40}})\s(?P<k>{_PART_WORDS})(?!\w)"
)
_ONLY_PART = lazy(
    rf"(?<!\w)(?:only|single|sole|one|einzige[rsn]?|seul|único)\s(?:\w+\s)?(?:{_PART_WORDS})(?!\w)"
    rf"|(?:no|any)\sother\s(?:{_PART_WORDS})",
    re.IGNORECASE,
)
_PLAIN = frozenset(
    "new second third first other another additional optional required single extra special "
    "default "
    "further different only named positional keyword last next separate similar useful hidden "
    "global "
    "boolean string integer optional mandatory certain given specific common main query "
    "path".split()
)


def _invented_parts(claim: Claim, own: Sequence[Identifier], evidence: Evidence) -> list[Finding]:
    """An argument of a known function where the evidence says it has only others."""
    found = []
    for match in _PART.finditer(claim.text):
        name = match["n"]
        if name.casefold() in _PLAIN or any(i.span.overlaps(Span(*match.span("n"))) for i in own):
            continue
        for passage in evidence:
            place = _ruled_out(name, own, passage)
            if place:
                found.append(_part_finding(claim, Span(*match.span("n")), name, passage, place))
                break
    return found


def _ruled_out(name: str, own: Sequence[Identifier], passage: Passage) -> Span | None:
    known = any(_in_text(i, passage.text) for i in own if i.kind == "code")
    if not known or contains(name, passage.text):
        return None
    match = _ONLY_PART.search(passage.text)
    return Span(*match.span()) if match else None


def _part_finding(claim: Claim, at: Span, name: str, passage: Passage, place: Span) -> Finding:
    return Finding(
        check="identifiers",
        outcome="fail",
        claim_span=claim.locate(at.start, at.end),
        reason="identifier_missing",
        label="contradicted",
        message=f"the evidence rules out {name}: {place.of(passage.text)}",
        claimed=name,
        stated=place.of(passage.text),
        evidence=(EvidenceSpan(passage.id, place),),
    )


def _finding(claim: Claim, identifier: Identifier, label: Label, rival: _Stated | None) -> Finding:
    other = rival.identifier.text if rival else ""
    says = f"the evidence has {other}, not" if label == "contradicted" else "no passage has"
    return Finding(
        check="identifiers",
        outcome="fail",
        claim_span=claim.locate(identifier.span.start, identifier.span.end),
        reason="identifier_missing",
        label=label,
        message=f"{says} {identifier.text}",
        claimed=identifier.text,
        stated=other,
        evidence=(rival.place,) if rival else (),
    )
