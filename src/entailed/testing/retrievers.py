"""Retrievers that do as they are told."""

from __future__ import annotations

from collections.abc import Callable

from entailed.dialogue import Retrieval
from entailed.errors import RetrieverError
from entailed.evidence import freeze

__all__ = ["FailingRetriever", "ScriptedRetriever"]


class ScriptedRetriever:
    """Finds the first `limit` of its passages, whatever is asked, and keeps what it was asked.

    `passages` is anything `entailed.freeze` takes, best first, a `Retrieval` that is given as it
    is, or a function of question and limit that returns either. `calls` keeps the question and
    the limit of every call, in order.
    """

    name = "scripted"

    def __init__(self, passages: object | Callable[[str, int], object] = ()) -> None:
        self._passages = passages
        self.calls: list[tuple[str, int]] = []

    def retrieve(self, question: str, limit: int) -> Retrieval:
        """The first `limit` passages."""
        self.calls.append((question, limit))
        found = self._passages(question, limit) if callable(self._passages) else self._passages
        if isinstance(found, Retrieval):
            return found
        return Retrieval(freeze(found).passages[:limit])


class FailingRetriever:
    """Raises `error` at every call, or at every call after the first `after` ones.

    Until then it finds the first passages of `passages`.
    """

    name = "failing"

    def __init__(
        self, error: Exception | None = None, *, after: int = 0, passages: object = ()
    ) -> None:
        default = RetrieverError("this retriever always fails")
        self._error = error if error is not None else default
        self._left = after
        self._passages = passages

    def retrieve(self, question: str, limit: int) -> Retrieval:
        """Passages while calls are left, then the error."""
        if self._left <= 0:
            raise self._error
        self._left -= 1
        return Retrieval(freeze(self._passages).passages[:limit])
