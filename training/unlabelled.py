"""Pairs of claim and premise that nobody labelled, for a teacher to judge.

They are what the product asks the model: a claim against each window that the aligner finds, in
its own evidence, in a passage on the same subject, and, for a sentence of a passage, in the rest
of that passage.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence

from training.corruptions.build import edited_claims, usable
from training.premises import content_stems, cut_words, premise_windows, split_sentences
from training.rows import UNLABELLED, Example, Row

PREMISE_WORDS = 130
_NEAR = 400  # rows among which a passage on the same subject is looked for


def pairs(claim: str, evidence: str, kind: str) -> Iterator[Example]:
    """The claim against every window of the evidence."""
    for window in premise_windows(evidence, claim):
        yield Example(cut_words(window, PREMISE_WORDS), claim, UNLABELLED, f"asked_{kind}")


def own_evidence(row: Row) -> Iterator[Example]:
    """Each sentence of the claim against the windows of its own evidence."""
    for sentence in split_sentences(row.claim)[:4]:
        yield from pairs(sentence, row.evidence, "own")


def rest_of_passage(row: Row, rng: random.Random) -> Iterator[Example]:
    """Sentences of the evidence, and edits of them, against what else it says.

    An edit is also put against the whole, where its source sentence stands.
    """
    sentences = split_sentences(row.evidence)
    good = [i for i, s in enumerate(sentences) if usable(s)]
    for at in rng.sample(good, min(2, len(good))):
        others = " ".join(s for i, s in enumerate(sentences) if i != at)
        if others:
            yield from pairs(sentences[at], others, "rest")
        near = sentences[max(0, at - 6) : at + 7]
        for edited, _, _ in edited_claims(sentences[at], near, rng)[1:2]:
            yield from pairs(edited, row.evidence, "edit")


def same_subject(rows: Sequence[Row], rng: random.Random) -> Iterator[Example]:
    """Claims against the passage of another claim that shares most words with them."""
    blocks: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        blocks[row.source].append(row)
    for block in blocks.values():
        for start in range(0, len(block), _NEAR):
            part = block[start : start + _NEAR]
            stems = [content_stems(r.evidence) for r in part]
            for row in part:
                asked = content_stems(row.claim)
                ranked = sorted(
                    (i for i, r in enumerate(part) if r.evidence != row.evidence),
                    key=lambda i: -len(asked & stems[i]),
                )
                if ranked and asked & stems[ranked[0]]:
                    other = part[rng.choice(ranked[:3])]
                    yield from pairs(row.claim, other.evidence, "near")


def build(rows: Sequence[Row], count: int, rng: random.Random) -> list[Example]:
    """Up to `count` distinct pairs: half own evidence, a third rest, the others same subject."""
    shares = {
        "own": (0.5, (e for row in rows for e in own_evidence(row))),
        "rest": (0.35, (e for row in rows for e in rest_of_passage(row, rng))),
        "near": (0.15, same_subject(rows, rng)),
    }
    found: dict[tuple[str, str], Example] = {}
    for share, examples in shares.values():
        aim = len(found) + int(share * count)
        for example in examples:
            if len(found) >= aim:
                break
            found.setdefault((example.premise, example.claim), example)
    return list(found.values())
