"""Quotations: the words between quotation marks must be the words of one passage."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz import fuzz

from entailed.protocols import check
from entailed.text.lazy import lazy
from entailed.text.normalize import unspaced
from entailed.text.quoted import Quoted, read_quoted
from entailed.text.verbatim import Match, find_parts, parts_of, swallowed
from entailed.text.words import Word, guess_language, words
from entailed.types import (
    Alignment,
    Claim,
    Evidence,
    EvidenceSpan,
    Finding,
    Label,
    Reason,
    Span,
)

_LEAST = 12  # characters after folding; shorter ones are scare quotes, terms and names
_NEAR = 78.0  # rapidfuzz partial ratio from which a quotation counts as an altered one
_CANDIDATES = 8
_SAMPLE = 12  # passages from which the language of the evidence is read

_SAYING = (
    r"(?:say|said|says|state[sd]?|write[s]?|wrote|written|read[s]?|quote[sd]?|note[sd]?|declare[sd]?|"
    r"explain(?:s|ed)?|add(?:s|ed)?|report(?:s|ed)?|announce[sd]?|claim(?:s|ed)?|argue[sd]?|"
    r"according to|word for word|verbatim|insist(?:s|ed)?|warn(?:s|ed)?|specif(?:y|ies|ied)|"
    r"steht|heißt|sagt|sagte|schreibt|schrieb|lautet|dit|écrit|dice|dijo|escribe|afferma|diz)"
)
_SAYING_END = lazy(rf"(?:\b{_SAYING}\b[^.!?]{{0,40}}|[:：,，])$", re.IGNORECASE)
_TITLE_CUE = lazy(
    r"\b(?:titled|entitled|called|named|episode|course|book|novel|series|film|movie|song|album|"
    r"article|paper|chapter|section|guide|show|podcast|essay|poem|play|painting|lecture|talk|"
    r"module|unit|lesson|workshop|exhibition|game|magazine|newsletter|headed|heading|"
    r"Buch|Artikel|Film|Kurs|Folge|Kapitel|Abschnitt|livre|libro|curso|corso|titre|título)"
    r"s?[\s,:]*$",
    re.IGNORECASE,
)
_WRITING_END = lazy(r"\b(?:wrote|writes|published)\s?$", re.IGNORECASE)
_SMALL_WORDS = frozenset(
    "a an the of and or nor for in on to at by with from into over under between as is vs de la le "
    "les du des et der die das und von van el los y del di e il da do".split()
)
_NOT_QUOTING = lazy(
    r"\b(?:so-called|e\.g\.,?|for example,?|for instance,?|such as|search(?:ing)? for|type|enter|"
    r"click(?: on)?|press|select|choose|tap|ask|might say|could say|can say|sogenannten?|z\. ?B\.)"
    r"[\s:,]*$",
    re.IGNORECASE,
)
_NEGATION = (
    r"(?:not|no|never|nowhere|neither|none|nothing|n['’]t|cannot|without|unable|fails? to|lacks?|"
    r"nicht|kein\w*|nie|nirgends|ne|pas|aucun\w*|nunca|ningun\w*|non|nessun\w*|não|нет|не)"
)
_HOLDING = (
    r"(?:contain\w*|mention\w*|say\w*|state\w*|includ\w*|appear\w*|find\w*|found|use[sd]?|specif\w*|"
    r"show\w*|read\w*|have|has|refer\w*|word\w*|phrase\w*|quot\w*|present|occur\w*|support\w*|"
    r"enth\w*|erwähn\w*|steht|sagt|vor\w*|contien\w*|dit|mencion\w*|contiene\w*|dice)"
)
_ABSENT_BEFORE = lazy(rf"\b{_NEGATION}\b[^.!?;]{{0,50}}\b{_HOLDING}\b[^.!?;]{{0,60}}$", re.I)
_ABSENT_N_T = lazy(rf"n['’]t\b[^.!?;]{{0,50}}\b{_HOLDING}\b[^.!?;]{{0,60}}$", re.I)
_ABSENT_AFTER = lazy(
    rf"^[\s,]*(?:\w+\s){{0,4}}(?:(?:do|does|did|is|are|was|were|has|have|could|can|be|been)\s*"
    rf"(?:not|n['’]t)|cannot|never|nowhere)\b[^.!?;]{{0,30}}\b(?:{_HOLDING}|in)\b",
    re.I,
)
_VERBS = (
    r"(?:said|says|wrote|writes|stated|states|noted|notes|added|adds|explained|explains|told|"
    r"declared|announced|argued|insisted|warned|replied|remarked|claimed|claims|reported|reports|"
    r"testified|commented|answered|recalled|admitted|promised)"
)


def _who(n: int) -> str:
    """A speaker, by name or by role."""
    return (
        rf"(?:(?:(?:Dr|Mrs?|Ms|Prof|Sir|Rev)\.?\s)?(?P<name{n}>[^\W\d_a-z][\w'’\-]+"
        rf"(?:\s(?:[^\W\d_a-z]\.|[^\W\d_a-z][\w'’\-]*)){{0,3}})"
        rf"|[Tt]he\s(?:[a-z]+\s){{0,2}}?(?P<role{n}>[a-z][a-z\-]{{2,}}))"
    )


_BEFORE = lazy(
    rf"{_who(1)}\s(?:(?:has|had|also|once|later)\s)?{_VERBS}"
    r"\b(?:\s(?:that|to)\b)?[^.!?\"“”]{0,30}$"
)
_AFTER = lazy(rf"^[\s,\"”’.]*(?:{_VERBS}\s{_who(1)}|{_who(2)}\s{_VERBS}\b)")


_ACCORDING = lazy(rf"\b[Aa]ccording to {_who(3)}[\s:,]*$")
_SOMEONE = lazy(
    rf"\b(?:he|she|they|i|we|who)\s(?:\w+\s)?{_VERBS}\b|{_VERBS}\s(?:he|she|they)\b", re.IGNORECASE
)
_PRONOUNS = frozenset("He She They It We I Who You This That".split())
_PERSON = lazy(
    r"(?:er|or|ist|ian|man|woman|ent|ant|chair|chief|pilot|mayor|judge|king|queen|pope|nurse|coach"
    r"|captain|boss|head|guard|cook|chef|clerk|guide|host|hostess|witness|heir)$"
)
_NO_PERSON = frozenset(
    "paper letter newsletter poster order chapter register folder flyer newspaper charter answer "
    "number banner sticker header footer advert statement document agreement amendment "
    "announcement treatment assessment calendar folder reminder disclaimer brochure tender "
    "spokesperson spokesman spokeswoman speaker author official man woman person writer reporter "
    "leader expert owner commentator user member other further".split()
)


@check(name="quotes", version="1")
def quotes(claim: Claim, alignment: Alignment, evidence: Evidence) -> tuple[Finding, ...]:
    """Whether each quotation of twelve characters or more stands verbatim in one passage.

    Verbatim after folding: typography, case, white space, markup and punctuation at the edges are
    not words. Titles, terms the question gave, examples, words said to be absent and code are
    left alone. A quotation that is cut off may confirm, and fails only when even its beginning is
    nowhere.
    """
    found: list[Finding] = []
    for quoted in read_quoted(claim.text):
        if _is_quotation(quoted, claim.text, alignment.given):
            finding = _examine(_Case(claim, quoted, alignment, evidence))
            if finding is not None:
                found.append(finding)
    if not found and claim.kind == "quote" and not read_quoted(claim.text):
        found += _block_quote(claim, alignment, evidence)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Case:
    """One quotation with all that is needed to judge it."""

    claim: Claim
    quoted: Quoted
    alignment: Alignment
    evidence: Evidence

    def finding(
        self,
        outcome_label: Label | None,
        reason: Reason | None,
        message: str,
        stated: str = "",
        evidence: Sequence[EvidenceSpan] = (),
    ) -> Finding:
        """A finding about this quotation; without a reason it is a pass."""
        span = self.quoted.span
        return Finding(
            check="quotes",
            outcome="fail" if reason else "pass",
            claim_span=self.claim.locate(span.start, span.end),
            reason=reason,
            label=outcome_label,
            message=message,
            claimed=self.quoted.text.strip(),
            stated=stated,
            evidence=tuple(evidence),
        )


def _is_quotation(quoted: Quoted, text: str, given: str) -> bool:
    """Whether the marks claim that these are the words of a source."""
    if quoted.weight < _LEAST or not any(c.isalpha() for c in quoted.text):
        return False
    if _NOT_QUOTING.search(quoted.cue) or _said_absent(quoted, text):
        return False
    if _like_title(quoted) or _like_scare_quotes(quoted):
        return False
    return not (given and find_parts([quoted.text], given))


def _said_absent(quoted: Quoted, text: str) -> bool:
    cue = quoted.cue
    after = text[quoted.marks.end : quoted.marks.end + 120]
    return bool(_ABSENT_BEFORE.search(cue) or _ABSENT_N_T.search(cue) or _ABSENT_AFTER.match(after))


def _like_title(quoted: Quoted) -> bool:
    """Titles and named terms are another check's business."""
    if _TITLE_CUE.search(quoted.cue):
        return True
    if _SAYING_END.search(quoted.cue) and not _WRITING_END.search(quoted.cue):
        return False
    names = [w for w in quoted.text.split() if w[:1].isalnum() and w not in _SMALL_WORDS]
    ended = quoted.text.rstrip()[-1:] in ".!;"
    capitals = sum(w[0].isupper() for w in names)
    return capitals > 1 + ended and all(w[0].isupper() or w[0].isdigit() for w in names)


def _like_scare_quotes(quoted: Quoted) -> bool:
    """One word, or two that nobody is said to have said."""
    if any(map(unspaced, quoted.text)):
        return False
    size = len(quoted.text.split())
    return size < 2 or (size == 2 and not _SAYING_END.search(quoted.cue))


def _examine(case: _Case) -> Finding | None:
    parts = parts_of(case.quoted.text)
    if not parts:
        return None
    matches = _matches(case, parts)
    if matches:
        return _found(case, parts, matches)
    if not case.quoted.closed:
        return _cut_off(case, parts)
    if len(parts) > 1:
        split = _split_over(case, parts)
        if split is not None:
            return split
    return _near(case) or _nowhere(case)


def _matches(case: _Case, parts: Sequence[str]) -> list[tuple[str, Match]]:
    """The cited passages that hold the parts, or else the first other one that does."""
    found: list[tuple[str, Match]] = []
    cited = set(case.alignment.cited)
    for passage in sorted(case.evidence, key=lambda p: p.id not in cited):
        if found and passage.id not in cited:
            break
        match = find_parts(parts, passage.text)
        if match is not None:
            found.append((passage.id, match))
    return found


def _found(
    case: _Case, parts: Sequence[str], matches: Sequence[tuple[str, Match]]
) -> Finding | None:
    cited = set(case.alignment.cited)
    own = [m for m in matches if m[0] in cited] or list(matches)
    passage_id, match = own[0]
    passage = case.evidence.get(passage_id)
    text = passage.text if passage else ""
    spans = [EvidenceSpan(passage_id, s) for s in match.spans]
    stated = " … ".join(s.of(text) for s in match.spans)
    lost = swallowed(match, text)
    if lost:
        label: Label = "contradicted" if lost[1] else "related"
        message = f"the omission leaves out “{lost[0]}”"
        return case.finding(label, "quote_altered", message, lost[0], spans)
    speaker = _other_speaker(case, match, text)
    if speaker:
        if not speaker[1]:
            message = f"the passage with these words does not name {speaker[0]}"
            return case.finding("related", "quote_misattributed", message, stated, spans)
        message = f"the passage gives these words to {speaker[1]}, not to {speaker[0]}"
        return case.finding("contradicted", "quote_misattributed", message, speaker[1], spans)
    if cited and passage_id not in cited:
        message = f"these words stand in {passage_id}, not in the passage cited"
        return case.finding(None, "quote_misattributed", message, stated, spans)
    return case.finding(None, None, f"verbatim in {passage_id}", stated, spans)


def _cut_off(case: _Case, parts: Sequence[str]) -> Finding | None:
    """A quotation whose other mark is missing: where it ends is not known."""
    if not case.claim.text[case.quoted.marks.start : case.quoted.span.start]:
        return None  # only the closing mark is there
    head = " ".join(parts[0].split()[:6])
    if len(head) < _LEAST or any(find_parts([head], p.text) for p in case.evidence):
        return None
    return _near(case) or _nowhere(case)


def _split_over(case: _Case, parts: Sequence[str]) -> Finding | None:
    """All parts stand somewhere, but not in order in one passage."""
    places: list[EvidenceSpan] = []
    for part in parts:
        place = next(
            (
                EvidenceSpan(p.id, m.spans[0])
                for p in case.evidence
                if (m := find_parts([part], p.text)) is not None
            ),
            None,
        )
        if place is None:
            return None
        places.append(place)
    if len({p.passage_id for p in places}) > 1:
        message = "its parts stand in different passages"
        return case.finding("related", "quote_stitched", message, evidence=places)
    message = "its parts stand in the passage in another order"
    return case.finding("related", "quote_altered", message, evidence=places)


def _near(case: _Case) -> Finding | None:
    """The nearest sentence, when the quotation is a changed form of it."""
    wanted = " ".join(w.text for w in words(case.quoted.text) if w.kind != "punctuation")
    best = None
    for aligned in case.alignment.sentences[:_CANDIDATES]:
        have = " ".join(w.text for w in words(aligned.sentence.text) if w.kind != "punctuation")
        if not have or len(have) * 2 < len(wanted):
            continue
        score = fuzz.partial_ratio(wanted, have)
        if score >= _NEAR and (best is None or score > best[0]):
            best = (score, aligned)
    if best is None or len(wanted.split()) < 3:
        return None
    sentence = best[1].sentence
    label: Label = "contradicted" if _differs(case.quoted.text, sentence.text) else "related"
    place = best[1].locate(0, len(sentence.text))
    message = "not verbatim: the source words it otherwise"
    return case.finding(label, "quote_altered", message, sentence.text, [place])


def _differs(quotation: str, sentence: str) -> bool:
    """Whether a number, a negation or a name is changed, so that the sense is."""
    ours, theirs = words(quotation), words(sentence)
    if _swapped(_numbers(ours), _numbers(theirs)):
        return True
    if any(w.negation for w in ours) != any(w.negation for w in theirs):
        return len(theirs) <= 2 * len(ours) + 2
    return _swapped(_capitals(ours, quotation), _capitals(theirs, sentence))


def _swapped(ours: set[str], theirs: set[str]) -> bool:
    return bool(ours - theirs) and bool(theirs - ours)


def _numbers(found: Sequence[Word]) -> set[str]:
    return {w.stem for w in found if w.kind == "number"}


def _capitals(found: Sequence[Word], text: str) -> set[str]:
    """Stems of words with a capital inside a sentence (names)."""
    return {
        w.stem
        for before, w in pairwise(found)
        if w.kind == "word" and text[w.span.start].isupper() and before.kind != "punctuation"
    }


def _nowhere(case: _Case) -> Finding | None:
    if _translated(case):
        return None
    near = case.alignment.sentences[:1]
    label: Label = "related" if case.alignment.overlap >= 0.3 else "missing"
    evidence = [a.locate(0, len(a.sentence.text)) for a in near] if label == "related" else []
    return case.finding(label, "quote_fabricated", "in none of the passages", evidence=evidence)


def _translated(case: _Case) -> bool:
    """A quotation in another script or language than all evidence is a translation."""
    sample = [p.text[:2000] for p in case.evidence.passages[:_SAMPLE] if p.text.strip()]
    if not sample:
        return False
    if _latin(case.quoted.text) != _latin("\n".join(sample)):
        return True
    ours = guess_language(case.quoted.text)
    theirs = {guess_language(text) for text in sample}
    return ours is not None and ours not in theirs and None not in theirs


def _latin(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    return sum(1 for c in letters if c < "\u0250") * 2 >= len(letters)


def _speakers(before: str, after: str) -> Iterator[tuple[str, bool]]:
    """Names (True) or roles (False) that words are put in the mouth of."""
    for match in (_ACCORDING.search(before), _BEFORE.search(before), _AFTER.match(after)):
        if match is not None:
            groups = match.groupdict()
            for key, value in groups.items():
                if value and value.split()[0] not in _PRONOUNS:
                    yield value, key.startswith("name")


def _other_speaker(case: _Case, match: Match, text: str) -> tuple[str, str] | None:
    """The speaker named in the claim and a different one in the passage ("" for nobody)."""
    claim = case.claim.text
    marks = case.quoted.marks
    ours = next(_speakers(claim[: marks.start].rstrip(" :,"), claim[marks.end :]), None)
    if ours is None:
        return None
    start, end = match.spans[0].start, match.spans[-1].end
    before = text[max(0, start - 120) : start].rstrip(" :,\"“„«‘'")
    after = text[end : end + 80]
    theirs = next(_speakers(before, after), None)
    if theirs is None and ours[1] and not _SOMEONE.search(before + " " + after):
        return _unnamed(case, ours[0])
    if theirs is None or theirs[1] != ours[1]:
        return None
    mine, other = ({t.casefold() for t in name.split()} for name in (ours[0], theirs[0]))
    if mine & other or not (ours[1] or _two_roles(ours[0], theirs[0], text)):
        return None
    return ours[0], theirs[0]


def _two_roles(ours: str, theirs: str, text: str) -> bool:
    """Whether two roles are surely two persons: both are named, or both are offices."""
    if ours.casefold() in text.casefold().replace(theirs.casefold(), ""):
        return True
    return all(_PERSON.search(r) and r not in _NO_PERSON for r in (ours, theirs))


def _unnamed(case: _Case, name: str) -> tuple[str, str] | None:
    """A named speaker of words that stand only in passages that never name that person."""
    parts = [w for w in re.findall(r"[^\W\d_]{3,}", name.casefold()) if w not in _TITLED]
    if not parts or not _personal(name):
        return None
    for passage in case.evidence:
        if find_parts(parts_of(case.quoted.text), passage.text) is None:
            continue
        about = (
            f"{passage.text} {passage.title or ''} {passage.source or ''} {passage.id}".casefold()
        )
        if any(part in about for part in parts):
            return None
    elsewhere = any(part in p.text.casefold() for part in parts for p in case.evidence)
    return (name, "") if elsewhere else None


_TITLED = frozenset("the mrs prof professor doctor sir lady lord mister miss president".split())


def _personal(name: str) -> bool:
    """Whether a capitalised name is no acronym and no heading in capitals."""
    return not name.isupper() and name not in ("The", "This", "It")


def _whole(text: str) -> Span:
    return Span(0, len(text))


def _block_quote(claim: Claim, alignment: Alignment, evidence: Evidence) -> Iterator[Finding]:
    """A Markdown block quote: confirmed when verbatim, faulted only when plainly altered."""
    text = claim.text.strip()
    quoted = Quoted(text, _whole(claim.text), _whole(claim.text), "", closed=True)
    if quoted.weight < _LEAST:
        return
    case = _Case(claim, quoted, alignment, evidence)
    for passage in evidence:
        match = find_parts(parts_of(text), passage.text)
        if match is not None:
            finding = _found(case, parts_of(text), [(passage.id, match)])
            if finding is not None:
                yield finding
            return
    near = _near(case)
    if near is not None and near.label == "contradicted":
        yield near
