"""BM25 over passages, with the words the rest of the package matches by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from entailed.text.words import words

__all__ = ["Ranking", "terms"]

_K1, _B = 1.2, 0.75  # Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework", 3.5


def terms(text: str) -> list[str]:
    """The stems of the content words of `text`, in order: no stop words, no marks.

    Texts of scripts without spaces give pairs of characters. "Not" and the like are left out:
    they tell what a passage says, not what it is about.
    """
    return [word.stem for word in words(text) if word.content and not word.negation]


class Ranking:
    """An index of texts, each given as its terms. It does not change, so threads may share it."""

    def __init__(self, texts: Sequence[Sequence[str]]) -> None:
        self._count = len(texts)
        self._known = {term for text in texts for term in text}
        self._index: Any = None
        if self._known:
            import bm25s

            self._index = bm25s.BM25(k1=_K1, b=_B, method="lucene")
            self._index.index([list(text) for text in texts], show_progress=False)

    def best(self, query: Sequence[str], limit: int) -> list[int]:
        """Positions of at most `limit` texts that share a term with `query`, best first.

        Texts of one score stay in their order.
        """
        asked = sorted({term for term in query if term in self._known})
        if not asked:
            return []
        scores = np.asarray(self._index.get_scores(asked))
        order = np.argsort(-scores, kind="stable")[:limit]
        return [int(i) for i in order if scores[i] > 0]
