"""Alignment: which evidence sentences, and which premises, each claim is checked against.

All sentences of the evidence are indexed once by word stem; a claim then touches only the
sentences that share a content word with it, so cost grows with claims times kept windows and
hardly with the number of passages. Relevance is the idf-weighted share of the claim's content
words found in a sentence (Robertson, "Understanding inverse document frequency", 2004; the
counts are over the sentences of this evidence).

Windows are whole sentences in their order of appearance, never cut ones. A claim gets at most
three: its best sentence alone (small models read one sentence best), that sentence with the
neighbours that complete it, and, when no one passage covers the claim, the best sentences of
several passages joined (support spread over two sources).
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

from entailed.text.segment import sentences as read_sentences
from entailed.text.words import content_stems, words
from entailed.types import AlignedSentence, Alignment, Claim, Evidence, Sentence, Window

__all__ = ["LexicalAligner"]

_KEPT_SENTENCES = 24
_WINDOW_WORDS = 110
_WINDOW_SENTENCES = 5
_CONTEXT_SHARE = 0.5
_CACHED_INDEXES = 32


@dataclass(frozen=True, slots=True)
class _Entry:
    """A sentence in the index. `context` are stems it inherits (title, heading, lead-in)."""

    passage: int
    passage_id: str
    sentence: Sentence
    stems: frozenset[str]
    context: frozenset[str]
    length: int


class _Index:
    """Sentences of one evidence by word stem."""

    def __init__(self, evidence: Evidence) -> None:
        self.entries: list[_Entry] = []
        self.of_passage: dict[str, list[int]] = {}
        for position, passage in enumerate(evidence):
            self._add(position, passage.id, passage.text, passage.title or "")
        self.postings: dict[str, list[int]] = {}
        self.context_postings: dict[str, list[int]] = {}
        for number, entry in enumerate(self.entries):
            for stem in entry.stems:
                self.postings.setdefault(stem, []).append(number)
            for stem in entry.context - entry.stems:
                self.context_postings.setdefault(stem, []).append(number)
        self._default = math.log(1 + 2.0 * (len(self.entries) + 1))

    def _add(self, position: int, passage_id: str, text: str, title: str) -> None:
        title_stems = content_stems(title)
        heading: frozenset[str] = frozenset()
        numbers = self.of_passage.setdefault(passage_id, [])
        for sentence in read_sentences(text):
            stems = content_stems(sentence.text)
            context = title_stems | heading
            if sentence.lead_in is not None:
                context |= content_stems(sentence.lead_in.text)
            numbers.append(len(self.entries))
            self.entries.append(
                _Entry(position, passage_id, sentence, stems, context, len(words(sentence.text)))
            )
            if sentence.kind == "heading":
                heading = stems

    def weight(self, stem: str) -> float:
        """Smoothed idf of a stem; an unseen stem weighs most."""
        posting = self.postings.get(stem)
        if not posting:
            return self._default
        return math.log(1 + (len(self.entries) + 1) / (len(posting) + 0.5))


class LexicalAligner:
    """Aligns by shared words. Stateless for the caller; keeps the last few indexes.

    `windows` in 1..3 bounds the premises a claim gets. Safe across threads.
    """

    name = "lexical-aligner"
    version = "1"

    def __init__(self, windows: int = 3) -> None:
        if not 1 <= windows <= 8:
            raise ValueError(f"windows: expected 1 to 8, got {windows}")
        self._windows = windows
        self._indexes: OrderedDict[str, _Index] = OrderedDict()
        self._lock = Lock()

    def align(
        self, claims: Sequence[Claim], evidence: Evidence, question: str
    ) -> tuple[Alignment, ...]:
        """One alignment a claim, in order; without sentences when no content word is shared."""
        if not claims:
            return ()
        index = self._index(evidence)
        return tuple(self._align_one(claim, index, question) for claim in claims)

    def _index(self, evidence: Evidence) -> _Index:
        with self._lock:
            found = self._indexes.get(evidence.digest)
            if found is not None:
                self._indexes.move_to_end(evidence.digest)
                return found
        made = _Index(evidence)
        with self._lock:
            self._indexes[evidence.digest] = made
            while len(self._indexes) > _CACHED_INDEXES:
                self._indexes.popitem(last=False)
        return made

    def _align_one(self, claim: Claim, index: _Index, question: str) -> Alignment:
        weights = {stem: index.weight(stem) for stem in sorted(content_stems(claim.text))}
        cited = _cited_ids(claim, index)
        scores = _scores(weights, index)
        ranked = _rank(scores, index, cited)
        total = math.fsum(weights.values()) or 1.0
        aligned = {n: _aligned(index.entries[n], scores[n] / total) for n in ranked}
        picks = _pick_windows(ranked, weights, scores, index, cited, self._windows)
        windows = tuple(
            _window(pick, aligned, scores, weights, index, cited, total) for pick in picks
        )
        return Alignment(
            claim_id=claim.id,
            sentences=tuple(aligned[n] for n in ranked),
            windows=windows,
            cited=cited,
            given=question,
            overlap=_covered(picks[0], weights, index) / total if picks else 0.0,
        )


def _cited_ids(claim: Claim, index: _Index) -> tuple[str, ...]:
    """Known cited passage ids in order, without repeats."""
    ids = (i for citation in claim.citations for i in citation.ids if i in index.of_passage)
    return tuple(dict.fromkeys(ids))


def _scores(weights: Mapping[str, float], index: _Index) -> dict[int, float]:
    """Weight of the claim's stems in each sentence that has any (inherited ones at half)."""
    scores: dict[int, float] = {}
    for stem, weight in weights.items():
        for number in index.postings.get(stem, ()):
            scores[number] = scores.get(number, 0.0) + weight
        for number in index.context_postings.get(stem, ()):
            scores[number] = scores.get(number, 0.0) + _CONTEXT_SHARE * weight
    return scores


def _rank(scores: Mapping[int, float], index: _Index, cited: Iterable[str]) -> list[int]:
    """Sentence numbers, best first: by score, cited passages on equal score, shorter, earlier."""
    preferred = set(cited)

    def key(number: int) -> tuple[float, bool, int, int]:
        entry = index.entries[number]
        return (-scores[number], entry.passage_id not in preferred, entry.length, number)

    kept = [n for n in scores if index.entries[n].sentence.kind != "heading"] or list(scores)
    return sorted(kept, key=key)[:_KEPT_SENTENCES]


def _aligned(entry: _Entry, overlap: float) -> AlignedSentence:
    return AlignedSentence(entry.passage_id, entry.sentence, min(1.0, overlap))


def _pick_windows(
    ranked: Sequence[int],
    weights: Mapping[str, float],
    scores: Mapping[int, float],
    index: _Index,
    cited: Sequence[str],
    limit: int,
) -> list[tuple[int, ...]]:
    """Sentence numbers of each window, best first, without repeats."""
    if not ranked:
        return []
    inside = [n for n in ranked if index.entries[n].passage_id in cited]
    picks: list[tuple[int, ...]] = []
    if inside:
        picks += [(inside[0],), _neighbourhood(inside[0], inside, weights, index)]
        if ranked[0] != inside[0] and scores[ranked[0]] > scores[inside[0]]:
            picks.append(_neighbourhood(ranked[0], ranked, weights, index))
        else:
            picks.append(_greedy(ranked, weights, index))
    else:
        best = ranked[0]
        passage = [n for n in ranked if index.entries[n].passage == index.entries[best].passage]
        picks += [(best,), _neighbourhood(best, passage, weights, index)]
        picks.append(_greedy(ranked, weights, index))
        other = [n for n in ranked if index.entries[n].passage != index.entries[best].passage]
        if other:
            picks.append((other[0],))
    return list(dict.fromkeys(picks))[:limit]


def _neighbourhood(
    best: int, ranked: Sequence[int], weights: Mapping[str, float], index: _Index
) -> tuple[int, ...]:
    """The best sentence, the one before and after it, and those of its passage that add words."""
    entry = index.entries[best]
    span = index.of_passage[entry.passage_id]
    at = best - span[0]
    near = [span[i] for i in (at - 1, at + 1) if 0 <= i < len(span)]
    same = [n for n in ranked if index.entries[n].passage_id == entry.passage_id]
    return _fill([best], [*_adding(best, same, weights, index), *near], index)


def _greedy(ranked: Sequence[int], weights: Mapping[str, float], index: _Index) -> tuple[int, ...]:
    """The best sentence and those of any passage that add claim words not yet covered."""
    return _fill([ranked[0]], _adding(ranked[0], ranked, weights, index), index)


def _adding(
    best: int, ranked: Sequence[int], weights: Mapping[str, float], index: _Index
) -> list[int]:
    """Sentences that each cover claim words the ones before do not, most first.

    A sentence of another passage joins only where it shares a content word with the best one:
    two passages that name nothing in common say nothing together.
    """
    first = index.entries[best]
    missing = set(weights) - first.stems
    pool = [n for n in ranked if n != best and _linked(index.entries[n], first)]
    chosen: list[int] = []
    while missing and pool and len(chosen) < _WINDOW_SENTENCES - 1:
        gains = [(_gain(missing & index.entries[n].stems, weights), n) for n in pool]
        gain, number = max(gains, key=lambda pair: (pair[0], -pair[1]))
        if gain <= 0:
            break
        chosen.append(number)
        pool.remove(number)
        missing -= index.entries[number].stems
    return chosen


def _gain(stems: Iterable[str], weights: Mapping[str, float]) -> float:
    """Weight of some stems, the same in whatever order a set gives them."""
    return math.fsum(weights[stem] for stem in stems)


def _linked(entry: _Entry, first: _Entry) -> bool:
    return entry.passage == first.passage or not entry.stems.isdisjoint(first.stems)


def _fill(chosen: list[int], more: Iterable[int], index: _Index) -> tuple[int, ...]:
    """`chosen` plus what fits of `more`, in order of appearance."""
    length = sum(index.entries[n].length for n in chosen)
    for number in more:
        if number in chosen or len(chosen) >= _WINDOW_SENTENCES:
            continue
        if length + index.entries[number].length <= _WINDOW_WORDS:
            chosen.append(number)
            length += index.entries[number].length
    return tuple(sorted(chosen))


def _covered(pick: Iterable[int], weights: Mapping[str, float], index: _Index) -> float:
    """Weight of the claim's stems found in the window."""
    found: set[str] = set()
    for number in pick:
        found |= index.entries[number].stems | index.entries[number].context
    return math.fsum(weight for stem, weight in weights.items() if stem in found)


def _window(
    pick: tuple[int, ...],
    aligned: Mapping[int, AlignedSentence],
    scores: Mapping[int, float],
    weights: Mapping[str, float],
    index: _Index,
    cited: Sequence[str],
    total: float,
) -> Window:
    members = tuple(
        aligned.get(n) or _aligned(index.entries[n], scores.get(n, 0.0) / total) for n in pick
    )
    overlap = min(1.0, _covered(pick, weights, index) / total)
    inside = bool(cited) and all(m.passage_id in cited for m in members)
    return Window(_premise(members), members, overlap, inside)


def _premise(members: Sequence[AlignedSentence]) -> str:
    """Sentence texts joined by spaces; a list's lead-in stands once before its first item."""
    parts: list[str] = []
    last_lead = ""
    for member in members:
        lead = member.sentence.lead_in.text if member.sentence.lead_in is not None else ""
        if lead and lead != last_lead:
            parts.append(lead)
        last_lead = lead
        parts.append(member.sentence.text)
    return " ".join(parts)
