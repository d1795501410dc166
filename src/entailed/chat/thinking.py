"""The thinking that some models write before their answer, which is no part of it."""

from __future__ import annotations

__all__ = ["Unthinking", "without_thinking"]

_OPEN, _CLOSE = "<think>", "</think>"


class Unthinking:
    """Takes a text piece by piece and gives it back without a `<think>` block at its beginning.

    The white space around such a block goes with it. A block that never ends takes everything.
    What is given back does not depend on how the text is cut into pieces.
    """

    def __init__(self) -> None:
        self._held = ""
        self._close = ""
        self._open = True

    def feed(self, piece: str) -> str:
        """What of the text so far is answer and was not given before."""
        if not self._open:
            return piece
        self._held += piece
        if not self._close:
            return self._begin()
        return self._inside()

    def flush(self) -> str:
        """What was still held when the text ended."""
        return "" if self._close else self._released()

    def _begin(self) -> str:
        start = self._held.lstrip()
        if start.startswith(_OPEN):
            self._close = _CLOSE
            self._held = start[len(_OPEN) :]
            return self._inside()
        return "" if _OPEN.startswith(start) else self._released()

    def _inside(self) -> str:
        _, close, rest = self._held.partition(_CLOSE)
        if not close:
            self._held = self._held[-len(_CLOSE) :]
            return ""
        if not rest.strip():
            return ""  # the white space before the answer goes, too
        self._held = rest.lstrip()
        return self._released()

    def _released(self) -> str:
        held, self._held, self._open = self._held, "", False
        return held


def without_thinking(text: str) -> str:
    """`text` without a `<think>` block at its beginning; "" where that never ends."""
    reader = Unthinking()
    return reader.feed(text) + reader.flush()
