"""Label values that cannot grow without bound, whatever requests hold."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

__all__ = ["OTHER", "Bounded", "TopNames", "cleaned", "source_name"]

OTHER = "other"
_LENGTH = 100
_TRACKED = 8  # names that are counted, for each that has a label
_LEAD = 2  # how many times as often a name must have come to take the place of another


def cleaned(value: object) -> str:
    """`value` as a label: printable, on one line, at most 100 characters; "" becomes "none"."""
    text = "".join(c if c.isprintable() else " " for c in str(value)[: 4 * _LENGTH])
    return " ".join(text.split())[:_LENGTH] or "none"


def source_name(value: str) -> str:
    """The label of a source. Of an address, credentials, query and fragment are left out."""
    if "://" in value[:20]:
        try:
            parts = urlsplit(value)
            host = parts.hostname or ""
            port = f":{parts.port}" if parts.port is not None else ""
        except ValueError:  # an address that is none
            return OTHER
        value = f"{parts.scheme}://{host}{port}{parts.path}"
    return cleaned(value)


class Bounded:
    """Lets the first `most` values be labels; every later one is "other". Safe between threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: set[str] = set()
        self._lock = threading.Lock()

    def __call__(self, value: object) -> str:
        """The label for `value`."""
        name = cleaned(value)
        with self._lock:
            if name in self._known:
                return name
            if len(self._known) >= self._most:
                return OTHER
            self._known.add(name)
            return name


class TopNames:
    """The `most` names that come most often, as the stream goes by, in bounded memory.

    A name keeps its label until another has come twice as often; it is then counted under
    "other", so that a counter of either never falls. For one thread at a time.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: dict[str, int] = {}
        self._named: set[str] = set()

    def seen(self, name: str) -> tuple[str, str | None]:
        """Count `name`; the label for it, and the name that has just lost its label, or None."""
        count = self._counts[name] = self._counts.get(name, 0) + 1
        self._bound()
        if name in self._named:
            return name, None
        if len(self._named) < self._most:
            self._named.add(name)
            return name, None
        least = min(self._named, key=lambda n: (self._counts.get(n, 0), n), default=None)
        if least is None or count < _LEAD * max(1, self._counts.get(least, 0)):
            return OTHER, None
        self._named.remove(least)
        self._named.add(name)
        return name, least

    def __iter__(self) -> Iterator[str]:
        """The names that have a label, in order."""
        return iter(sorted(self._named))

    def _bound(self) -> None:
        """Halve all counts once too many names are tracked, and forget those that reach 0."""
        while len(self._counts) > _TRACKED * max(1, self._most):
            halved = {n: c // 2 for n, c in self._counts.items()}
            self._counts = {n: c for n, c in halved.items() if c or n in self._named}
