"""Premises: the part of the evidence that is put before the model next to a claim.

Made by the alignment code of the product, so that the model is trained on what it will read:
the best sentence alone, that sentence with its neighbours, and the sentences that together
cover most of the claim.
"""

from __future__ import annotations

from functools import lru_cache

from entailed.alignment import LexicalAligner
from entailed.evidence import freeze
from entailed.text.segment import sentences
from entailed.text.words import content_stems
from entailed.types import Claim, Mapped, Span

__all__ = ["content_stems", "cut_words", "premise_windows", "split_sentences"]

_ALIGNER = LexicalAligner()


def split_sentences(text: str) -> list[str]:
    """Sentences of a text, list items and table rows among them, without headings."""
    return [s.text for s in sentences(text) if s.kind != "heading" and s.text.strip()]


def cut_words(text: str, limit: int) -> str:
    """At most this many words of a text."""
    words = text.split()
    return text if len(words) <= limit else " ".join(words[:limit])


@lru_cache(maxsize=8)
def _frozen(evidence: str) -> tuple:
    return freeze([evidence])


def premise_windows(evidence: str, claim: str) -> list[str]:
    """Windows of the evidence for one claim: one to three, the best sentence first.

    Evidence that shares no content word with the claim gives its beginning.
    """
    whole = Span(0, len(claim))
    asked = Claim("c0", whole, Mapped.identity(claim), whole)
    (alignment,) = _ALIGNER.align([asked], _frozen(evidence), "")
    windows = [w.text for w in alignment.windows if w.text.strip()]
    return windows or [cut_words(evidence, 110)]
