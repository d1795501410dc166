"""Retrievers of others behind the protocol `entailed.protocols.Retriever`.

Every shape is recognised by its methods, so that no framework is imported.
"""

from __future__ import annotations

import asyncio
import inspect
import os
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from entailed.dialogue import Retrieval
from entailed.errors import ConfigurationError, InputError, RetrieverError
from entailed.protocols import Retriever
from entailed.retrieval.folder import FolderRetriever
from entailed.retrieval.replies import read_reply

__all__ = ["AdaptedRetriever", "as_retriever"]

_EXPECTED = (
    "a Retriever (`retrieve(question, limit)`), a function of the question, a LangChain retriever "
    "(`invoke`), a LlamaIndex retriever (`retrieve`), a Haystack retriever (`run(query=...)`), a "
    "vector store (`similarity_search`) or the path of a folder"
)
_LIMITS = ("limit", "k", "top_k", "n", "n_results", "num_results", "max_results", "size")
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_Call = Callable[[str, int], object]


@dataclass(frozen=True, slots=True)
class AdaptedRetriever:
    """A retriever made of a function of question and limit; make one with `as_retriever`.

    `call` may return anything `read_reply` takes, or an awaitable of that; `acall`, where there
    is one, must return an awaitable.
    """

    name: str
    call: _Call
    acall: _Call | None = None

    def retrieve(self, question: str, limit: int) -> Retrieval:
        """At most `limit` passages, best first, repetitions removed.

        Raises InputError for a limit below 1, else RetrieverError whatever went wrong.
        """
        _require(limit)
        try:
            return read_reply(self._waited(self.call(question, limit)), limit)
        except Exception as error:  # a stranger's code may raise anything
            raise self._failure(error) from error

    async def aretrieve(self, question: str, limit: int) -> Retrieval:
        """As `retrieve`; what cannot be awaited runs in a thread."""
        _require(limit)
        try:
            if self.acall is not None:
                reply = self.acall(question, limit)
            else:
                reply = await asyncio.to_thread(self.call, question, limit)
            if inspect.isawaitable(reply):
                reply = await reply
            return read_reply(reply, limit)
        except Exception as error:  # a stranger's code may raise anything
            raise self._failure(error) from error

    def _waited(self, reply: object) -> object:
        """The result of an asynchronous function, for a caller that is not."""
        if not inspect.isawaitable(reply):
            return reply
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return asyncio.run(_result(reply))
        if inspect.iscoroutine(reply):
            reply.close()
        raise RetrieverError(
            f"retriever {self.name!r} is asynchronous and an event loop is running; call "
            "`await aretrieve(...)`"
        )

    def _failure(self, error: Exception) -> RetrieverError:
        if isinstance(error, RetrieverError):
            return error
        return RetrieverError(f"retriever {self.name!r} failed: {type(error).__name__}: {error}")


async def _result(awaitable: Awaitable[object]) -> object:
    return await awaitable


def _require(limit: int) -> None:
    if limit < 1:
        raise InputError(f"limit: expected 1 or more passages, got {limit}")


def as_retriever(source: object, *, name: str = "") -> Retriever:
    """A `Retriever` of whatever finds passages.

    `source` is a `Retriever` (returned as it is); a function, plain or async, of the question
    (and, if it has a parameter for it, the limit) that returns anything `read_reply` takes; a
    retriever of LangChain, LlamaIndex or Haystack; a vector store; or a path, which becomes a
    `FolderRetriever`. Passages found are cut to the limit; it is handed on where the other side
    takes one. `name` is used in reports and errors; by default that of the object.

    Raises ConfigurationError, saying what was expected, for anything else.
    """
    if isinstance(source, os.PathLike):
        return FolderRetriever(Path(source), name=name or "folder")
    if isinstance(source, type):
        raise ConfigurationError(
            f"retriever: expected an object, got the class {source.__name__}; make one of it"
        )
    title = name or _name(source)
    for adapt in (_retrieving, _langchain, _vectors, _haystack, _function):
        found = adapt(source, title)
        if found is not None:
            return found
    raise ConfigurationError(f"retriever: expected {_EXPECTED}; got {_told(source)}")


def _name(source: object) -> str:
    given = getattr(source, "name", None) or getattr(source, "__name__", None)
    if isinstance(given, str) and given.isidentifier():
        return given
    return "function" if inspect.isroutine(source) else type(source).__name__


def _told(source: object) -> str:
    kind = type(source).__name__
    if isinstance(source, str):
        return f"{kind}; for a folder pass pathlib.Path({source[:40]!r})"
    if isinstance(source, (list, tuple, Mapping)):
        return f"{kind}; for fixed passages pass `lambda question: passages`"
    if callable(getattr(source, "run", None)):
        return (
            f"{kind}, whose `run` takes no `query`; wrap it: "
            "`lambda question: pipeline.run({...})['retriever']`"
        )
    return kind


def _method(source: object, name: str) -> Callable[..., object] | None:
    found = getattr(source, name, None)
    return found if callable(found) else None


def _retrieving(source: object, name: str) -> Retriever | None:
    """Our own protocol, or LlamaIndex, whose `retrieve` takes the question alone."""
    retrieve, aretrieve = _method(source, "retrieve"), _method(source, "aretrieve")
    if retrieve is None:
        return None
    if not _takes_limit(retrieve):
        return AdaptedRetriever(name, _only(retrieve), aretrieve and _only(aretrieve))
    if isinstance(source, Retriever) and isinstance(source.name, str):
        return source
    return AdaptedRetriever(name, retrieve, aretrieve)


def _langchain(source: object, name: str) -> Retriever | None:
    invoke = _method(source, "invoke") or _method(source, "get_relevant_documents")
    if invoke is None:
        return None
    ainvoke = _method(source, "ainvoke") or _method(source, "aget_relevant_documents")
    if isinstance(getattr(source, "search_kwargs", None), Mapping):  # it hands `k` to its store
        return AdaptedRetriever(name, _keyed(invoke, "k"), ainvoke and _keyed(ainvoke, "k"))
    return AdaptedRetriever(name, _only(invoke), ainvoke and _only(ainvoke))


def _vectors(source: object, name: str) -> Retriever | None:
    search, asearch = _method(source, "similarity_search"), _method(source, "asimilarity_search")
    if search is None:
        return None
    return AdaptedRetriever(name, _keyed(search, "k"), asearch and _keyed(asearch, "k"))


def _haystack(source: object, name: str) -> Retriever | None:
    run, run_async = _method(source, "run"), _method(source, "run_async")
    if run is None or "query" not in _parameters(run):
        return None
    return AdaptedRetriever(name, _queried(run), run_async and _queried(run_async))


def _function(source: object, name: str) -> Retriever | None:
    if not callable(source):
        return None
    parameters = _parameters(source)
    places = [p for p in parameters.values() if p.kind in _POSITIONAL]
    if not places and not any(p.kind is p.VAR_POSITIONAL for p in parameters.values()):
        raise ConfigurationError(
            f"retriever {name!r}: expected a function that takes the question, got one of "
            f"({', '.join(parameters)})"
        )
    keyed = next((p for p in parameters.values() if p.name in _LIMITS), None)
    if keyed is not None and keyed.kind is not keyed.POSITIONAL_ONLY:
        return AdaptedRetriever(name, _keyed(source, keyed.name))
    if len(places) > 1 and places[1].default is places[1].empty:
        return AdaptedRetriever(name, source)
    return AdaptedRetriever(name, _only(source))


def _unknown(*question: object) -> None:
    """What a function that does not tell its parameters is taken for."""


def _parameters(call: Callable[..., object]) -> Mapping[str, inspect.Parameter]:
    """The parameters of a function."""
    try:
        return inspect.signature(call).parameters
    except (TypeError, ValueError):
        return inspect.signature(_unknown).parameters


def _takes_limit(retrieve: Callable[..., object]) -> bool:
    parameters = _parameters(retrieve)
    places = [p for p in parameters.values() if p.kind in _POSITIONAL]
    return len(places) > 1 and (places[1].name in _LIMITS or places[1].default is places[1].empty)


def _only(call: Callable[..., object]) -> _Call:
    return lambda question, _: call(question)


def _keyed(call: Callable[..., object], key: str) -> _Call:
    return lambda question, limit: call(question, **{key: limit})


def _queried(run: Callable[..., object]) -> _Call:
    if "top_k" in _parameters(run):
        return lambda question, limit: run(query=question, top_k=limit)
    return lambda question, _: run(query=question)
