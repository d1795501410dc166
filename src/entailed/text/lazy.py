"""Patterns that are compiled when they are first used.

The package has several hundred; most answers need a few of them, and none is needed to import it.
"""

from __future__ import annotations

import re
from typing import cast

__all__ = ["lazy"]


class _Lazy:
    """Stands for a compiled pattern; as fast as one from its first use on."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags
        self._compiled: re.Pattern[str] | None = None

    def __getattr__(self, name: str) -> object:
        """An attribute of the compiled pattern, kept from then on."""
        if name.startswith("_"):
            raise AttributeError(name)
        if self._compiled is None:
            self._compiled = re.compile(self._source, self._flags)
        found: object = getattr(self._compiled, name)
        self.__dict__[name] = found
        return found


def lazy(source: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern that behaves like `re.compile(source, flags)` but is compiled on first use.

    An error in `source` shows on first use. Methods and attributes only: it is no `re.Pattern`
    to `isinstance`, and `re.sub(pattern, ...)` does not take it.
    """
    return cast("re.Pattern[str]", _Lazy(source, int(flags)))
