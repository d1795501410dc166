"""Retrievers that do as they are told, and what every retriever must do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from entailed.dialogue import Retrieval
from entailed.errors import RetrieverError
from entailed.evidence import freeze
from entailed.protocols import Retriever

__all__ = ["FailingRetriever", "RetrieverContract", "ScriptedRetriever"]


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


class RetrieverContract:
    """What every `entailed.protocols.Retriever` must do. Override the fixture `retriever`.

    Set `question` to one that finds more than three passages, and `foreign` to one that finds
    none, or to None where something is always found.
    """

    question = "When does the library open?"
    foreign: str | None = "Zebra xylophone quartz?"

    def test_names_itself(self, retriever: Retriever) -> None:
        """It has a name, which reports show."""
        assert isinstance(retriever, Retriever)
        assert retriever.name

    def test_finds_at_most_the_limit(self, retriever: Retriever) -> None:
        """The best come first, so that a smaller limit gives the beginning of a larger one."""
        more = retriever.retrieve(self.question, 3).passages
        assert len(more) == 3
        for limit in (1, 2):
            assert retriever.retrieve(self.question, limit).passages == more[:limit]

    def test_passages_are_frozen_and_distinct(self, retriever: Retriever) -> None:
        """Each has an id of its own, a text, and the hash of that text."""
        found = retriever.retrieve(self.question, 10).passages
        assert len({p.id for p in found}) == len(found)
        for passage in found:
            assert passage.text.strip()
            assert freeze([passage]).passages == (passage,)

    def test_nothing_in_common_finds_nothing(self, retriever: Retriever) -> None:
        """No passage is no error; what does not fit must not fill the prompt."""
        if self.foreign is not None:
            assert retriever.retrieve(self.foreign, 5).passages == ()

    def test_bears_any_question(self, retriever: Retriever) -> None:
        """Odd questions find something or nothing, but raise nothing."""
        for question in ("", "?", "\u200b\ufeff", "图书馆?", '"unclosed (bracket', "x " * 5000):
            assert isinstance(retriever.retrieve(question, 2), Retrieval)

    def test_same_question_finds_the_same(self, retriever: Retriever) -> None:
        """Also from eight threads at once."""
        expected = retriever.retrieve(self.question, 5)
        with ThreadPoolExecutor(8) as pool:
            for found in pool.map(lambda _: retriever.retrieve(self.question, 5), range(8)):
                assert found == expected

    def test_awaiting_finds_the_same(self, retriever: Retriever) -> None:
        """Where there is an `aretrieve`."""
        aretrieve = getattr(retriever, "aretrieve", None)
        if aretrieve is not None:
            found = asyncio.run(aretrieve(self.question, 3))
            assert found == retriever.retrieve(self.question, 3)
