"""A cache of readings of texts, bounded by characters instead of by entries.

A thousand sentences and a thousand books are not the same burden: a service that sees ever new
passages must not grow with them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import update_wrapper
from typing import Generic, TypeVar

from entailed.types import Mapped

T = TypeVar("T")

_POOL = tuple(range(1 << 17))  # offsets are shared: an int of its own each would cost 28 bytes


class Memo(Generic[T]):
    """A pure function of one text, with its latest results kept; first in, first out.

    Safe to share between threads: a value may be computed twice, never mixed up.
    """

    def __init__(self, function: Callable[[str], T], characters: int) -> None:
        update_wrapper(self, function)
        self._function = function
        self._limit = characters
        self._values: dict[str, T] = {}
        self._held = 0
        self._lock = threading.Lock()

    def __call__(self, text: str) -> T:
        """The result for `text`, computed at most once while it is held."""
        try:
            return self._values[text]
        except KeyError:
            return self._keep(text, self._function(text))

    def _keep(self, text: str, value: T) -> T:
        size = len(text) + 1
        if size > self._limit:
            return value
        with self._lock:
            if text not in self._values:
                self._values[text] = value
                self._held += size
            while self._held > self._limit:
                oldest = next(iter(self._values))
                del self._values[oldest]
                self._held -= len(oldest) + 1
        return value

    def cache_clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
            self._held = 0


def memo(characters: int) -> Callable[[Callable[[str], T]], Memo[T]]:
    """Cache a function of one text, holding texts of `characters` code points together."""

    def wrap(function: Callable[[str], T]) -> Memo[T]:
        return Memo(function, characters)

    return wrap


def identity(text: str, offset: int = 0) -> Mapped:
    """As `Mapped.identity`, with offsets shared between all texts."""
    stop = offset + len(text)
    if stop + 1 < len(_POOL):
        return Mapped(text, _POOL[offset:stop], _POOL[offset + 1 : stop + 1])
    return Mapped.identity(text, offset)
