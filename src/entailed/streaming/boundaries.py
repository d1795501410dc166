"""Places of a growing text: where more may be settled, and where it may be cut for a screen."""

from __future__ import annotations

import unicodedata

from entailed.text.lazy import lazy

__all__ = ["Candidates", "whole_words"]

_CANDIDATE = lazy(r"[.!?…][\"”’'»)\]*_|]{0,6}(?=\s)|[。！？｡]|\n")
_WORD_AFTER = lazy(r"\s*\S+\s")
_CJK_AFTER = lazy(r"[」』”’\"')）\]】》]*[\u3040-\u9fff\uf900-\ufaff]")
_ATTEMPTS = 8
_SHARE = 40
_LAST_WORD = lazy(r"[^\s\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]{1,80}$")


class Candidates:
    """Tells when it is worth reading an unfinished answer again.

    That is when a word has come after the end of a sentence or a line. An end that is not
    settled by the eighth word after it waits for the next one. In a paragraph over 4,000 characters
    a fortieth of it has to have come since, so that the work stays in proportion.
    """

    def __init__(self) -> None:
        self._scanned = 0
        self._candidate = 0
        self._attempts = _ATTEMPTS
        self._tried_at = 0
        self._paragraph = 0

    def due(self, text: str) -> bool:
        """Whether `text`, which begins with what it was at the last call, is to be read now."""
        for match in _CANDIDATE.finditer(text, self._scanned):
            self._candidate, self._attempts = match.end(), 0
        blank = text.rfind("\n\n", self._paragraph)
        self._paragraph = max(self._paragraph, blank + 2 if blank >= 0 else 0)
        self._scanned = max(self._scanned, self._candidate, len(text) - 8)
        if self._attempts >= _ATTEMPTS or len(text) == self._tried_at:
            return False
        after = self._candidate
        if not (_WORD_AFTER.match(text, after) or _CJK_AFTER.match(text, after)):
            return False
        length = len(text) - self._paragraph
        if length > 100 * _SHARE and (len(text) - self._tried_at) * _SHARE < length:
            return False
        if not any(c.isspace() or c >= "\u3040" for c in text[self._tried_at :]):
            return False
        self._attempts += 1
        self._tried_at = len(text)
        return True


def whole_words(text: str, start: int, *, most: int = 80) -> int:
    """The largest end such that `text[start:end]` ends between words, whatever follows.

    No word, number, combining sequence or line end is cut: the last word waits for what comes
    after it, unless it is longer than `most` characters.
    """
    end = len(text)
    word = _LAST_WORD.search(text, max(start, end - most - 1))
    if word is not None and word.start() > start:
        end = word.start()
    elif word is not None:
        end = start if end - start <= most else end
    else:
        end -= 1
    while end > start and not _separable(text, end):
        end -= 1
    return max(start, end)


def _separable(text: str, at: int) -> bool:
    """Whether a text may be cut before `text[at]` without parting what belongs together."""
    before, after = text[at - 1], text[at]
    if before == "\r" or before == "\u200d":
        return False
    joins = unicodedata.combining(after) or after in "\u200d\u200c\ufe0e\ufe0f\u20e3"
    modifies = "\U0001f3fb" <= after <= "\U0001f3ff" or "\U000e0020" <= after <= "\U000e007f"
    flags = "\U0001f1e6" <= before <= "\U0001f1ff" and "\U0001f1e6" <= after <= "\U0001f1ff"
    return not (joins or modifies or flags or unicodedata.category(after) in ("Mc", "Me", "Mn"))
