"""Answers to users' questions about papers of organisations, sentence by sentence, with labels.

A line of `assistant/*.jsonl` is `{"p": [passage, ...], "a": [{"q": question, "s": [[sentence,
label], ...]}, ...]}`: a few passages as such papers have them, and three questions with their
answers as a current assistant gives them. Labels are `s`, `n` and `c` as in `training.written`, and
`x` for a sentence that says nothing about the passages. Unlike the other written sets these are
not made to be hard: true sentences say in natural words what the passages say dryly, take up
pronouns and the user's words, join facts and draw easy conclusions; a third go wrong as such
answers do, a condition dropped or a detail added. The texts come from a language model that was
told so, and were read in samples; nothing is copied from anywhere.

A row is a claim as the package's extractor cuts it from the whole answer. A wrong sentence that is
cut into several claims gives none, since which of them is wrong is not known.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from entailed.evidence import freeze
from entailed.extraction.rules import RuleExtractor
from entailed.types import Span
from training.rows import Example, Row
from training.written import TARGETS, is_held_out, pairs, sets

FOLDER = Path(__file__).parent / "assistant"
_NOTHING = freeze(())


def joined(sentences: Sequence[str]) -> tuple[str, list[Span]]:
    """The answer that sentences make, and the place of each; items of a list on their own lines."""
    text, places = "", []
    for number, sentence in enumerate(sentences):
        if number:
            listed = _is_item(sentence) or _is_item(sentences[number - 1])
            text += "\n" if listed else " "
        places.append(Span(len(text), len(text) + len(sentence)))
        text += sentence
    return text, places


def _is_item(sentence: str) -> bool:
    return sentence.startswith(("- ", "* ", "• "))


def claims(question: str, answer: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The claims of an answer, each with its label."""
    text, places = joined([sentence for sentence, _ in answer])
    found = RuleExtractor().extract(text, _NOTHING, question).claims
    kept: list[tuple[str, str]] = []
    for place, (_, label) in zip(places, answer, strict=True):
        mine = [claim.text for claim in found if place.overlaps(claim.span)]
        if label == "s" or (label in TARGETS and len(mine) == 1):
            kept += [(claim, label) for claim in mine]
    return kept


def assistant_rows(held_out: bool, folder: Path = FOLDER) -> list[Row]:
    """A row for each claim of the sets held out, or of the others."""
    return [
        Row(f"assistant_{subject}", "\n".join(found["p"]), claim, TARGETS[label])
        for subject, number, found in sets(folder)
        if held_out == is_held_out(number)
        for answer in found["a"]
        for claim, label in claims(answer["q"], answer["s"])
    ]


def build(_rows: Sequence[Row], count: int, rng: random.Random) -> list[Example]:
    """Up to `count` pairs of the sets that are not held out."""
    return pairs(assistant_rows(held_out=False), count, rng)
