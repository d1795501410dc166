"""Everything the clause-level checks know about a sentence, read once and kept."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from entailed.text.clauses import Clause, Token, clauses, is_verb, language
from entailed.text.closed import AUXILIARIES
from entailed.text.lazy import lazy
from entailed.text.moods import Mood, mood
from entailed.text.polarity import Polarity, polarity
from entailed.text.roots import root
from entailed.text.segment import sentences
from entailed.text.synonyms import opening
from entailed.types import AlignedSentence, Evidence, Mapped, Sentence, Span

# Roots that carry no subject matter in a comparison: light verbs, adverbs of degree, hedges.
LIGHT_WORDS = (
    "also too still yet already now then very quite just really actually even there here thing "
    "such "
    "did done doing get got make made take took give have true false may might can could will "
    "shall must should would only all every any each both some most many much several always "
    "usually "
    "often never sometimes generally typically probably possibly likely perhaps apparently seem "
    "appear suggest directly indirectly however therefore thus indeed moreover additionally "
    "further "
    "certain various called named known contain contains being been were whole entire everyone "
    "everybody "
    "everything auch noch schon nur sehr alle alles jede jeder immer oft meist ganze ganzen "
    "tous tout toute toutes toujours souvent aussi encore todo todos toda todas siempre también "
    "muy "
    "solo sólo solamente seulement uniquement soltanto somente apenas solely exclusively только "
    "sempre spesso tutti tutte tutto ancora anche também все всегда часто также уже еще ещё весь"
)
_LIGHT = frozenset(root(word) for word in LIGHT_WORDS.split())
MOST_CLAUSES = 24  # clauses of one sentence looked at
_FOLLOWED = 3  # best sentences whose follower is looked at
RETRACTED = lazy(
    r"\b(?:(?:following|next|below)\b.{0,60}\b(?:withdrawn|retracted|corrected|revoked|false|"
    r"untrue|"
    r"incorrect|wrong|myths?|not true|no longer (?:valid|true|applies)|outdated|superseded)|"
    r"(?:myths?|misconceptions?|false (?:claims?|statements?)|errat(?:um|a))\b.{0,30}:?$|"
    r"(?:it is|it's) not true that$|(?:irrtum|falsch ist|zurückgezogen)\b.{0,40}:?$)",
    re.IGNORECASE,
)
TAKEN_BACK = lazy(
    r"^(?:but |however, |yet )?(?:this|that|the above|it|the (?:claim|statement|report|paragraph|"
    r"sentence|rule|clause|paper|finding)s?)(?: \w+){0,3}? (?:was|were|is|has been|have been|"
    r"turned out to be|"
    r"proved(?: to be)?) (?:later |since |subsequently |now )?(?:withdrawn|retracted|revoked|"
    r"repealed|"
    r"false|untrue|incorrect|wrong|a myth|not true|a hoax|rescinded|disproved|disproven|"
    r"debunked)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class View:
    """One clause of a sentence with its negations and mood.

    `keys` maps each content root to the index of its first token; `context` are the roots a
    clause may take its subject from: the whole sentence's, and the sentence's before it when the
    first clause depends on it. `subject` are the content roots before the first verb, `openings`
    how the keys begin (see `synonyms.opening`).
    """

    text: str
    clause: Clause
    polarity: Polarity
    mood: Mood
    keys: dict[str, int]
    context: frozenset[str]
    subject: tuple[str, ...]
    retracted: bool = False
    openings: frozenset[str] = frozenset()

    def token(self, index: int) -> Token:
        """The token at an index of `keys` or of a negation."""
        return self.clause.tokens[index]


@dataclass(frozen=True, slots=True)
class Located:
    """A view of an evidence sentence, with the sentence it belongs to."""

    aligned: AlignedSentence
    view: View


@lru_cache(maxsize=2048)
def views(text: str, before: str = "", retracted: bool = False) -> tuple[View, ...]:
    """Views of the clauses of `text`. `before` is the sentence ahead of it, "" when none."""
    spoken = language(text)
    pieces = tuple(_completed(clauses(text)))
    whole = frozenset(t.root for c in pieces for t in c.tokens if t.content)
    earlier = frozenset(t.root for c in clauses(before) for t in c.tokens if t.content)
    leaning = bool(pieces) and pieces[0].dependent
    context = whole | earlier if leaning else whole
    signs = [polarity(c, spoken) for c in pieces]
    for at in range(1, len(pieces)):
        if pieces[at].opener == "and" and pieces[at].dependent and signs[at - 1].negative:
            signs[at] = replace(signs[at], partial=True)
    return tuple(_view(text, c, s, context, retracted) for c, s in zip(pieces, signs, strict=True))


def _completed(pieces: Sequence[Clause]) -> Iterator[Clause]:
    """The clauses, each that breaks off after a denied auxiliary ("the other did not") with the
    predicate of the clause before it."""
    before: Clause | None = None
    for piece in pieces:
        if before is not None and _breaks_off(piece):
            predicate = _predicate(before)
            piece = replace(piece, tokens=(*piece.tokens, *predicate))
        yield piece
        before = piece


def _breaks_off(clause: Clause) -> bool:
    """Whether a clause with a subject ends in "did not" or the like."""
    tokens = clause.tokens
    if len(tokens) < 2 or not tokens[0].span.end <= tokens[-1].span.start:
        return False
    joined = tokens[-1].text.endswith("n't")
    apart = tokens[-1].text == "not" and tokens[-2].text in AUXILIARIES
    return (joined or apart) and any(t.content for t in tokens[: -1 if joined else -2])


def _predicate(clause: Clause) -> tuple[Token, ...]:
    """The tokens of a clause from its first verb on, a leading auxiliary left out."""
    tokens = clause.tokens
    verb = next((at for at in range(len(tokens)) if is_verb(tokens, at)), len(tokens))
    return tuple(t for t in tokens[verb:] if t.text not in AUXILIARIES)


def _view(
    text: str, clause: Clause, signs: Polarity, context: frozenset[str], retracted: bool
) -> View:
    """The view of one clause."""
    keys: dict[str, int] = {}
    for at, token in enumerate(clause.tokens):
        if token.content and at not in signs.spent and token.root not in _LIGHT:
            keys.setdefault(token.root, at)
    how = mood(text, clause)
    if how.reported and any(n.kind == "whole" for n in signs.negations):
        how = replace(how, reported=None)  # "reports that ... are false"
    openings = frozenset(opening(key) for key in keys) - {""}
    return View(
        text, clause, signs, how, keys, context, _subject(clause, keys), retracted, openings
    )


def _subject(clause: Clause, keys: dict[str, int]) -> tuple[str, ...]:
    """Content roots before the first verb; the first content root when there is no verb."""
    tokens = clause.tokens
    for at in range(len(tokens)):
        if is_verb(tokens, at) and tokens[at].root not in keys:
            return tuple(key for key, index in keys.items() if index < at)
        if is_verb(tokens, at):
            ahead = tuple(key for key, index in keys.items() if index < at)
            if ahead:
                return ahead
    return tuple(keys)[:1]


def evidence_views(
    aligned: tuple[AlignedSentence, ...], evidence: Evidence, limit: int, least: float
) -> tuple[Located, ...]:
    """Views of the best aligned sentences: `limit` at most, of overlap `least` or more."""
    found: list[Located] = []
    for plain in _with_followers(aligned[:limit], evidence, least):
        before, after = neighbours(plain, evidence)
        candidate = _led_in(plain)
        retracted = _retracted(candidate.sentence, before, after)
        read = views(candidate.sentence.text, before, retracted)[:MOST_CLAUSES]
        found.extend(Located(candidate, view) for view in read)
    return tuple(found)


def _led_in(aligned: AlignedSentence) -> AlignedSentence:
    """A list item after a lead-in that denies, as one sentence: "does not cover flood damage"."""
    sentence = aligned.sentence
    lead = sentence.lead_in
    if lead is None or not any(
        polarity(c, language(lead.text)).negative for c in clauses(lead.text)
    ):
        return aligned
    end = len(lead.text.rstrip(" :："))
    gap = Mapped.inserted(" ", Span(sentence.span.start, sentence.span.start))
    body = Mapped.join(lead.slice(0, end), gap, sentence.body)
    return replace(aligned, sentence=replace(sentence, body=body))


def _with_followers(
    aligned: tuple[AlignedSentence, ...], evidence: Evidence, least: float
) -> tuple[AlignedSentence, ...]:
    """The sentences of enough overlap, and those right after them that lean on them."""
    found = {(a.passage_id, a.sentence.index): a for a in aligned if a.overlap >= least}
    for one in tuple(found.values())[:_FOLLOWED]:
        passage = evidence.get(one.passage_id)
        row = sentences(passage.text) if passage else ()
        at = one.sentence.index + 1
        if at >= len(row) or (one.passage_id, at) in found:
            continue
        pieces = clauses(row[at].text)
        if pieces and pieces[0].dependent:
            found[one.passage_id, at] = AlignedSentence(one.passage_id, row[at], one.overlap)
    return tuple(found.values())


def neighbours(aligned: AlignedSentence, evidence: Evidence) -> tuple[str, str]:
    """Texts of the sentences before and after one in its passage, "" where there is none."""
    passage = evidence.get(aligned.passage_id)
    if passage is None:
        return "", ""
    row = sentences(passage.text)
    at = aligned.sentence.index
    before = row[at - 1].text if 0 < at <= len(row) else ""
    after = row[at + 1].text if at + 1 < len(row) else ""
    return before, after


def _retracted(sentence: Sentence, before: str, after: str) -> bool:
    """Whether the text around a sentence takes it back."""
    lead = sentence.lead_in.text if sentence.lead_in else ""
    if any(RETRACTED.search(part[-200:]) for part in (before, lead) if part):
        return True
    return bool(after and TAKEN_BACK.match(after[:120]))
