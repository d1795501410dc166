"""Places of a growing text: where more may be settled, and where it may be cut for a screen."""

from __future__ import annotations

import unicodedata

from entailed.text.lazy import lazy

__all__ = ["Candidates", "whole_words"]

_CANDIDATE = lazy(r"[.!?…][\"”’'»)\]*_|]{0,6}(?=\s)|[。！？｡]|\n")
_WORD_AFTER = lazy(r"\s*\S+\s")
_CJK_AFTER = lazy(r"[」』”’\"')）\]】》]*[\u3040-\u9fff\uf900-\ufaff]")
_ATTEMPTS = 8
_LONG, _SHARE = 4_000, 40
_LOOK_BACK = 8  # a stop and its closing marks, before the white space after them has come
_LAST_WORD = lazy(r"[^\s\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]{1,80}$")


class Candidates:
    """Tells when it is worth reading an unfinished answer again.

    That is when a word has come after the end of a sentence or a line. An end that is not
    settled by the eighth word after it waits for the next one. In a paragraph over 4,000 characters
    a fortieth of it has to have come since, so that the work stays in proportion.
    """

    def __init__(self) -> None:
        self._scanned = 0
        self._bare: list[int] = []
        self._end = 0
        self._attempts = _ATTEMPTS
        self._tried_at = 0
        self._paragraph = 0

    def due(self, text: str, settled: int = 0) -> bool:
        """Whether `text`, which begins with what it was at the last call, is to be read now.

        `settled` is where its settled beginning ends.
        """
        new = text[self._tried_at :]
        if not any(c.isspace() or c >= "\u3040" for c in new):
            return False
        if self._followed(text):
            self._attempts = 0
        elif not text[settled : self._end].strip():
            return False
        blank = max(text.rfind(end, self._paragraph) for end in ("\n\n", "\n\r\n"))
        self._paragraph = blank + 2 if blank >= 0 else self._paragraph
        length = len(text) - self._paragraph
        if self._attempts >= _ATTEMPTS or (length > _LONG and len(new) * _SHARE < length):
            return False
        self._attempts += 1
        self._tried_at = len(text)
        return True

    def _followed(self, text: str) -> bool:
        """Whether a word has come after an end that had none."""
        self._bare += [m.end() for m in _CANDIDATE.finditer(text, self._scanned)]
        self._scanned = max(self._scanned, len(text) - _LOOK_BACK, *self._bare[-1:])
        done = [e for e in self._bare if _WORD_AFTER.match(text, e) or _CJK_AFTER.match(text, e)]
        self._end = max(self._end, *done[-1:], 0)
        self._bare = [e for e in self._bare if e > self._end]
        return bool(done)


def whole_words(text: str, start: int, *, most: int = 80) -> int:
    """The largest end such that `text[start:end]` ends between words, whatever follows.

    No word, number, combining sequence or line end is cut: the last word waits for what comes
    after it; of one longer than `most` characters, only as many.
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
