"""The floor: entailment guessed from shared words, without a model.

Six measures of how much of the claim stands in the premise go through a fixed multinomial
logistic regression. It knows nothing of meaning, so it is never sure; use it where no weights may
be loaded, and as the baseline every other scorer has to beat.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from rapidfuzz.distance import LCSseq

from entailed.errors import InputError
from entailed.text.segment import sentences
from entailed.text.words import Word, words
from entailed.types import Entailment, Pair

__all__ = ["FEATURES", "LexicalScorer", "features"]

FEATURES = ("coverage", "pairs", "sequence", "missing_numbers", "unmatched", "flipped")
"""Names of what `features` measures, in order."""

# Rows: entailment, neutral, contradiction; columns: bias, then FEATURES. Fitted by
# `benchmarks/fit_lexical.py` on half of the validation sets; on the other half, macro average of
# 15 sets: balanced accuracy 0.605 at 0.5, AUC 0.695.
WEIGHTS = (
    (0.106, 0.577, 0.151, 0.337, -0.377, -0.067, -0.302),
    (-0.851, 0.178, 0.671, -0.777, 0.022, 0.859, -0.699),
    (0.745, -0.755, -0.822, 0.440, 0.355, -0.792, 1.001),
)
NUMBER_WEIGHT = 2.0
REACH = 3


class LexicalScorer:
    """Scores entailment by shared words. Deterministic, stateless, safe across threads."""

    name = "lexical"
    version = "1"
    digest = ""

    def score(self, pairs: Sequence[Pair]) -> list[Entailment]:
        """One entailment a pair, same order. Raises InputError for a blank side."""
        return [_entailment(features(pair.premise, pair.hypothesis)) for pair in pairs]


def features(premise: str, hypothesis: str) -> tuple[float, ...]:
    """The measures named in `FEATURES`; all but `unmatched` lie in [0, 1].

    `coverage`: share of the claim's content words found (a number counts twice). `pairs`: share
    of its neighbouring content words that stand in this order, near each other, in the premise.
    `sequence`: longest common subsequence of content words, as a share of the claim's.
    `missing_numbers`: share of its numbers not found. `unmatched`: log(1 + content words not
    found). `flipped`: 1 where the claim is negated and its nearest sentence is not, or the
    other way round. Raises InputError for a blank side.
    """
    for text in (premise, hypothesis):
        if not isinstance(text, str) or not text.strip():
            raise InputError(f"expected premise and hypothesis with some text, got {text!r:.60}")
    claim, evidence = _content(hypothesis), _content(premise)
    stems, found = [w.stem for w in claim], {w.stem for w in evidence}
    order = [w.stem for w in evidence]
    missing = [w for w in claim if w.stem not in found]
    numbers = [w for w in claim if w.kind == "number"]
    total = math.fsum(map(_weight, claim))
    return (
        1 - math.fsum(map(_weight, missing)) / total if total else 0.0,
        _pairs(stems, order),
        LCSseq.similarity(stems, order) / len(stems) if stems else 0.0,
        sum(w.kind == "number" for w in missing) / len(numbers) if numbers else 0.0,
        math.log1p(len(missing)),
        float(_negated(hypothesis) != _negated(_nearest(premise, set(stems)))),
    )


def _content(text: str) -> list[Word]:
    return [w for w in words(text) if w.content and not w.negation]


def _weight(word: Word) -> float:
    return NUMBER_WEIGHT if word.kind == "number" else 1.0


def _pairs(claim: Sequence[str], evidence: Sequence[str]) -> float:
    """Share of neighbours in `claim` at most `REACH` words apart, same order, in `evidence`."""
    wanted = set(pairwise(claim))
    near = {
        (left, right)
        for at, left in enumerate(evidence)
        for right in evidence[at + 1 : at + 1 + REACH]
    }
    return len(wanted & near) / len(wanted) if wanted else 0.0


def _negated(text: str) -> bool:
    """Whether an odd number of its words are words of negation."""
    return sum(w.negation for w in words(text)) % 2 == 1


def _nearest(premise: str, stems: set[str]) -> str:
    """The sentence of the premise that shares most stems; the first of equals."""
    texts = [s.text for s in sentences(premise)] or [premise]
    return max(texts, key=lambda text: len({w.stem for w in words(text) if w.content} & stems))


def _entailment(measured: Iterable[float]) -> Entailment:
    values = (1.0, *measured)
    logits = [sum(w * v for w, v in zip(row, values, strict=True)) for row in WEIGHTS]
    exponentials = [math.exp(logit - max(logits)) for logit in logits]
    entailment, neutral, contradiction = (e / sum(exponentials) for e in exponentials)
    return Entailment(entailment, neutral, contradiction)
