"""Names: people, organisations, places and products the evidence does not mention, or swaps.

Short forms, initials, adjectives and other forms of a name in the evidence are fine, and names of
the question are given. A name is missing only when its telling words are nowhere in the
evidence; a name is swapped when what the claim says of it is said of another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from entailed.protocols import check
from entailed.text.acronyms import GENERIC, WELL_KNOWN
from entailed.text.allusions import alluded, opens_case, speaks_for
from entailed.text.common_words import is_common, is_function_word
from entailed.text.lazy import lazy
from entailed.text.mentions import (
    Mentions,
    forms_of,
    has_acronym,
    has_spelling,
    has_word,
    mentions,
)
from entailed.text.names import Name, is_german, name_key, read_names
from entailed.text.places import Place, Swap
from entailed.text.quantities import read_quantities
from entailed.text.roots import root
from entailed.text.segment import sentences
from entailed.text.statements import claimed, statements
from entailed.text.swaps import find_swaps
from entailed.text.words import guess_language, words
from entailed.types import AlignedSentence, Alignment, Claim, Evidence, EvidenceSpan, Finding

__all__ = ["entities"]

NEAR = 0.5


@check(name="entities", version="1")
def entities(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """`entity_missing` for a name that is nowhere, `entity_mismatch` for a swapped one."""
    places = _places(alignment, evidence)
    swapped = [_mismatch(claim, swap) for swap in find_swaps(claim.text, places)]
    found: list[Finding] = []
    for name in read_names(claim.text):
        finding = _missing(claim, name, alignment, evidence)
        if finding and not any(finding.claim_span.overlaps(f.claim_span) for f in swapped):
            found.append(finding)
    return tuple(sorted((*found, *swapped), key=lambda f: f.claim_span))


def _places(alignment: Alignment, evidence: Evidence) -> list[Place]:
    """The aligned sentences with their statements, best first."""
    texts = {p.id: (number, p.text) for number, p in enumerate(evidence)}
    found = []
    for aligned in alignment.sentences:
        number, text = texts[aligned.passage_id]
        found.append(_placed(aligned.passage_id, text, number)[aligned.sentence.index])
    return found


@lru_cache(maxsize=4096)
def _placed(passage_id: str, text: str, number: int) -> tuple[Place, ...]:
    """The sentences of a passage with their statements."""
    read = zip(sentences(text), statements(text), strict=True)
    return tuple(Place(passage_id, sentence, made, number) for sentence, made in read)


def _mismatch(claim: Claim, swap: Swap) -> Finding:
    at = swap.place.sentence.body.span(swap.at.start, swap.at.end)
    named = swap.claimed or swap.span.of(claim.text)
    return Finding(
        check="entities",
        outcome="fail",
        claim_span=claim.locate(swap.span.start, swap.span.end),
        reason="entity_mismatch",
        label=swap.label,
        message=f"the evidence says this of {swap.stated}, not of {named}",
        claimed=named,
        stated=swap.stated,
        evidence=(EvidenceSpan(swap.place.passage_id, at),),
    )


# --- names that are nowhere -----------------------------------------------------------------------


def _missing(claim: Claim, name: Name, alignment: Alignment, evidence: Evidence) -> Finding | None:
    if name.kind in ("adjective", "term") or _is_unit(claim.text, name):
        return None
    places = [mentions(p.text) for p in evidence]
    places += [mentions(p.title) for p in evidence if p.title]
    given = mentions(alignment.given) if alignment.given else None
    if not _absent(claim.text, name, places) or (given and not _absent(claim.text, name, [given])):
        return None
    if _stood_for(claim, name, alignment) or _other_language(claim.text, evidence):
        return None
    if _owner(claim, name, alignment) or _implied(claim.text, name, places):
        return None
    sole = _someone_else(claim, name, alignment)
    if sole:
        return _sole(claim, name, sole)
    return Finding(
        check="entities",
        outcome="fail",
        claim_span=claim.locate(name.span.start, name.span.end),
        reason="entity_missing",
        label="related" if alignment.overlap >= NEAR else "missing",
        message=f"the evidence does not mention {name.text}",
        claimed=name.text,
    )


def _implied(text: str, name: Name, places: Sequence[Mentions]) -> bool:
    """Whether the evidence may speak of the name by another word, or of all cases of its sort."""
    if opens_case(text[: name.span.start]) or any(alluded(name.words, p.keys) for p in places):
        return True
    return _is_subject(text, name) and any(speaks_for(name.words, p.keys) for p in places)


def _is_subject(text: str, name: Name) -> bool:
    """Whether the claim is about the name."""
    made = claimed(text)
    return bool(made) and not made[0].subject.isdisjoint(_roots(name))


def _owner(claim: Claim, name: Name, alignment: Alignment) -> bool:
    """ "Acme's plan ..." where a sentence says all the rest: a page seldom names whose it is."""
    if name.span.start > 4 or not name.text.endswith(("'s", "’s")) or len(name.words) > 2:
        return False
    rest = {r for s in claimed(claim.text) for r, at in s.order if not at.overlaps(name.span)}
    return len(rest) > 1 and any(
        rest <= {r for s in claimed(a.sentence.text) for r in s.roots}
        for a in alignment.sentences[:2]
    )


def _other_language(text: str, evidence: Evidence) -> bool:
    """Whether no passage is in the claim's script and language, so that names are spelled apart."""
    ours = _spoken(text)
    theirs = {_spoken(p.text[:2000]) for p in evidence if p.text.strip()}
    if not theirs:
        return False
    if all(script != ours[0] for script, _ in theirs):
        return True
    known = {language for _, language in theirs}
    return ours[1] is not None and None not in known and ours[1] not in known


@lru_cache(maxsize=4096)
def _spoken(text: str) -> tuple[str, str | None]:
    """Script and language of a text; short texts may leave the language open."""
    letters = [c for c in text if c.isalpha()][:400]
    latin = sum(c < "\u0250" for c in letters)
    cyrillic = sum("\u0400" <= c < "\u0530" for c in letters)
    script = (
        "latin" if latin * 2 >= len(letters) else "cyrillic" if cyrillic * 2 >= len(letters) else ""
    )
    if script != "latin":
        return script, None
    return script, "de" if is_german(text) else guess_language(text)


def _is_unit(text: str, name: Name) -> bool:
    """Whether the capitals are the unit or currency of a figure ("1.8 MW")."""
    return any(
        q.span.start < name.span.start and q.span.contains(name.span)
        for q in read_quantities(text)
        if q.unit or q.currency
    )


_SOLE = lazy(
    r"(?<!\w)(?:alone|only(?!\s(?:if|when|after|for|on|in|to|a|an|one|\d))|solely|exclusively|sole|single-handedly|allein|nur|ausschließlich|seule?"
    r"|uniquement|sólo|solo|únicamente|somente|soltanto|только)(?!\w)",
    re.IGNORECASE,
)


def _someone_else(claim: Claim, name: Name, alignment: Alignment) -> AlignedSentence | None:
    """A sentence that says the rest of the claim of one thing only, and not of this name."""
    rest = {r for s in claimed(claim.text) for r, at in s.order if not at.overlaps(name.span)}
    if len(rest) < _LEAST_SHARED or _SOLE.search(claim.text):
        return None
    for aligned in alignment.sentences[:3]:
        roots = {r for s in claimed(aligned.sentence.text) for r in s.roots}
        if rest <= roots and _SOLE.search(aligned.sentence.text):
            return aligned
    return None


def _sole(claim: Claim, name: Name, aligned: AlignedSentence) -> Finding:
    return Finding(
        check="entities",
        outcome="fail",
        claim_span=claim.locate(name.span.start, name.span.end),
        reason="entity_mismatch",
        label="contradicted",
        message=f"the evidence says this of another alone, not of {name.text}",
        claimed=name.text,
        stated=aligned.sentence.text,
        evidence=(aligned.locate(0, len(aligned.sentence.text)),),
    )


_LEAST_SHARED = 2
_STANDING = frozenset(
    "he she it they his her its their him them this these er sie es ihr ihre sein seine il elle "
    "ils "
    "elles son sa ses su sus él ella ellos ele ela seu sua suo sua он она они его ее её их".split()
)
_BEFORE_VERB = 6


def _stood_for(claim: Claim, name: Name, alignment: Alignment) -> bool:
    """Whether the evidence may speak of the name by a pronoun only (a passage cut out of a page).

    Only for what the claim is about, and where a sentence that shares its words has a pronoun for
    a subject and no name before it.
    """
    if not _is_subject(claim.text, name):
        return False
    return any(_opens_with_pronoun(a.sentence.text) for a in alignment.sentences[:3])


def _roots(name: Name) -> frozenset[str]:
    return frozenset(root(part) for word in name.words for part in (word, *word.split("-")))


def _opens_with_pronoun(text: str) -> bool:
    opening = [w.text for w in words(text) if w.kind == "word"][:_BEFORE_VERB]
    return any(w in _STANDING for w in opening)


def _absent(text: str, name: Name, places: Sequence[Mentions]) -> bool:
    """Whether the telling part of a name is in none of the places."""
    if name.kind == "acronym":
        return _acronym_absent(text, name, places)
    telling = [w for w in name.words if not is_function_word(w)]
    if not telling or _spelled_out(name, places):
        return False
    absent = [w for w in telling if not any(has_word(w, p) for p in places)]
    if len(absent) == len(telling):
        return len(telling) > 1 or not is_common(telling[0])
    rare = [w for w in absent if not is_common(w) and not any(has_spelling(w, p) for p in places)]
    return bool(rare) and telling[-1] in rare and len(telling) > 1 and name.kind != "organisation"


def _acronym_absent(text: str, name: Name, places: Sequence[Mentions]) -> bool:
    short = name.text.rstrip(".").removesuffix("'s").removesuffix("’s")
    folded = name_key(short)
    if folded in GENERIC or is_function_word(folded):
        return False
    if any(has_acronym(short, p) for p in places):
        return False
    expansions = WELL_KNOWN.get(folded, frozenset())
    if any(all(has_word(w, p) for w in form) for form in expansions for p in places):
        return False
    if is_common(folded) and any(folded in p.keys for p in places):
        return _acts(text, name)
    return True


def _acts(text: str, name: Name) -> bool:
    """Whether a word in capitals opens the claim as its subject, and so is no mere emphasis."""
    return name.span.start == 0 and len(text) > name.span.end + 1


def _spelled_out(name: Name, places: Sequence[Mentions]) -> bool:
    """Whether the evidence has the well-known or explained short form of the name."""
    telling = tuple(w for w in name.words if not is_function_word(w))
    shorts = [s for s, forms in WELL_KNOWN.items() if telling in forms]
    if any(s.upper() in p.capitals for s in shorts for p in places):
        return True
    if any(not forms_of(telling).isdisjoint(p.keys) for p in places):
        return True
    letters = "".join(w[0] for w in telling)
    return any(letters in p.defined and set(telling) <= set(p.defined[letters]) for p in places)
