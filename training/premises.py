"""Premises: the part of the evidence that is put before the model next to a claim.

Evidence can be a whole web page; the model reads about 120 words well. Sentences are chosen
greedily by the weight of claim words they add (inverse sentence frequency inside the
evidence), then put back into document order. Several windows are made of one evidence: the
widest covers support spread over sentences, the narrow ones keep a single supporting
sentence from drowning.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

_BREAK = re.compile(
    r"(?<=[.!?])[\"'”’)\]]*\s+(?=[\"'“‘(\[]?[A-Z0-9])|(?<=[;.])\s+(?=Row \d+:)|\n+",
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|No|Inc|Ltd|Co|Gen|Col|Sgt|Rev|Fig|e\.g|i\.e|approx|"
    r"U\.S|U\.K|a\.m|p\.m)|\b[A-Z])\.$",
)
_WORD = re.compile(r"[A-Za-z]+|\d+(?:[.,:]\d+)*")
_STOP = frozenset(
    "a an the of in on at to for from by with and or but as is are was were be been being it its "
    "this that these those he she they his her their them has have had do does did not no who "
    "which what when where s t will would can could may might than then there also into over "
    "about after before".split(),
)


def split_sentences(text: str) -> list[str]:
    """Sentences of a text; pieces ended by an abbreviation or an initial are joined again."""
    sentences: list[str] = []
    for piece in _BREAK.split(text):
        piece = piece.strip()
        if not piece:
            continue
        if sentences and _ABBREVIATION.search(sentences[-1]):
            sentences[-1] = f"{sentences[-1]} {piece}"
        else:
            sentences.append(piece)
    return sentences


def content_stems(text: str) -> list[str]:
    """Lower-case content words cut to six letters: a crude stem that needs no dictionary."""
    words = (w.lower() for w in _WORD.findall(text))
    return [w if w[0].isdigit() else w[:6] for w in words if w not in _STOP]


def _cut_words(sentence: str, limit: int) -> str:
    words = sentence.split()
    return sentence if len(words) <= limit else " ".join(words[:limit])


def _weights(sentences: Sequence[Sequence[str]], claim: set[str]) -> dict[str, float]:
    counts = Counter(stem for stems in sentences for stem in set(stems) if stem in claim)
    total = len(sentences)
    return {stem: math.log(1 + total / count) for stem, count in counts.items()}


def rank_sentences(stems: Sequence[Sequence[str]], claim: str) -> list[int]:
    """Indices of sentences, best first: greedy on newly covered claim weight, then overlap.

    Words already covered by an earlier choice count a quarter, so a second sentence that
    says something new beats a repetition, and ties go to the earlier sentence.
    """
    weights = _weights(stems, set(content_stems(claim)))
    sets = [set(s) & weights.keys() for s in stems]
    lengths = [math.log(8 + len(s)) for s in stems]
    left = dict(weights)
    order: list[int] = []
    pending = set(range(len(stems)))
    while pending:
        best = max(pending, key=lambda i: (sum(left[w] for w in sets[i]) / lengths[i], -i))
        order.append(best)
        pending.discard(best)
        for word in sets[best]:
            left[word] = weights[word] / 4
        if len(order) > 24:
            order.extend(sorted(pending))
            break
    return order


def premise_windows(
    evidence: str,
    claim: str,
    budgets: Sequence[int] = (120, 60),
) -> list[str]:
    """Windows of the evidence for one claim, widest first, without repetitions."""
    sentences = split_sentences(evidence)
    total = sum(len(s.split()) for s in sentences)
    if total <= min(budgets) or len(sentences) <= 1:
        return [_cut_words(evidence, max(budgets))]
    order = rank_sentences([content_stems(s) for s in sentences], claim)
    windows: list[str] = []
    for budget in budgets:
        window = _fill(sentences, order, budget)
        if window not in windows:
            windows.append(window)
    return windows


def neighbourhood(evidence: str, claim: str, budget: int) -> str:
    """The best sentence with the sentences before and after it, up to a number of words."""
    sentences = split_sentences(evidence)
    if len(sentences) <= 1:
        return _cut_words(evidence, budget)
    best = rank_sentences([content_stems(s) for s in sentences], claim)[0]
    order = [best]
    for step in range(1, len(sentences)):
        order += [i for i in (best - step, best + step) if 0 <= i < len(sentences)]
    return _fill(sentences, order[:5], budget)


def _fill(sentences: Sequence[str], order: Sequence[int], budget: int) -> str:
    chosen: list[int] = []
    used = 0
    for index in order:
        size = len(sentences[index].split())
        if used + size > budget:
            if not chosen:
                return _cut_words(sentences[index], budget)
            continue
        chosen.append(index)
        used += size
        if used >= budget * 0.9:
            break
    return " ".join(sentences[i] for i in sorted(chosen))
