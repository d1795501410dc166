"""Offsets of one text in the units that different clients count in."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

__all__ = ["Offsets"]


class Offsets:
    """Code-point offsets of one text, from 0 to its length, in UTF-8 bytes and UTF-16 units.

    Raises UnicodeEncodeError for a lone surrogate, which UTF-8 cannot hold.
    """

    def __init__(self, text: str) -> None:
        text.encode("utf-8")
        self._bytes = None if text.isascii() else _sums(text, _utf8_length)
        self._units = None if text.isascii() else _sums(text, _utf16_length)

    def utf8(self, offset: int) -> int:
        """How many bytes stand before code point `offset`."""
        return offset if self._bytes is None else self._bytes[offset]

    def utf16(self, offset: int) -> int:
        """How many UTF-16 code units stand before code point `offset`."""
        return offset if self._units is None else self._units[offset]


def _sums(text: str, length: Callable[[str], int]) -> list[int]:
    return list(accumulate(map(length, text), initial=0))


def _utf8_length(character: str) -> int:
    point = ord(character)
    return 1 + (point >= 0x80) + (point >= 0x800) + (point >= 0x10000)


def _utf16_length(character: str) -> int:
    return 1 + (ord(character) >= 0x10000)
