"""Retrievers of every framework are recognised by their methods."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from entailed.errors import ConfigurationError, InputError, RetrieverError
from entailed.protocols import Retriever
from entailed.retrieval.adapters import as_retriever
from entailed.testing import RetrieverContract, ScriptedRetriever

TEXTS = [f"Passage {i}." for i in range(12)]


@dataclass
class Document:
    """Same attributes as a LangChain document."""

    page_content: str
    metadata: dict = field(default_factory=dict)


class LangChain:
    """A retriever as LangChain's: a runnable that ignores arguments it does not know."""

    def invoke(self, question, config=None, **kwargs):
        """Four documents."""
        return [Document(f"{question} {t}", {"id": t}) for t in TEXTS[:4]]

    async def ainvoke(self, question, config=None, **kwargs):
        """The same."""
        return self.invoke(question)


class LangChainStore(LangChain):
    """One over a vector store, which hands keyword arguments on."""

    search_kwargs = {"k": 4}  # noqa: RUF012  # same shape as the original

    def invoke(self, question, config=None, **kwargs):
        """As many as asked for."""
        k = {**self.search_kwargs, **kwargs}["k"]
        return [Document(t) for t in TEXTS[:k]]

    async def ainvoke(self, question, config=None, **kwargs):
        """The same."""
        return self.invoke(question, **kwargs)


class OldLangChain:
    """A retriever as LangChain's used to be."""

    def get_relevant_documents(self, query):
        """Documents."""
        return [Document(t) for t in TEXTS]


class VectorStore:
    """A vector store of LangChain."""

    def similarity_search(self, query, k=4, **kwargs):
        """As many as asked for."""
        return [Document(t) for t in TEXTS[:k]]


@dataclass
class Node:
    """Same attributes as a LlamaIndex node."""

    text: str
    node_id: str
    metadata: dict = field(default_factory=dict)

    def get_content(self):
        """The text."""
        return self.text


@dataclass
class NodeWithScore:
    """A node with its score."""

    node: Node
    score: float = 0.5


class LlamaIndex:
    """A retriever as LlamaIndex's; the same node may come twice."""

    def retrieve(self, str_or_query_bundle):
        """Nodes."""
        nodes = [
            NodeWithScore(Node(t, f"n{i}", {"file_name": "a.md"})) for i, t in enumerate(TEXTS)
        ]
        return [nodes[0], *nodes]

    async def aretrieve(self, str_or_query_bundle):
        """The same."""
        return self.retrieve(str_or_query_bundle)


class Haystack:
    """A component as Haystack's."""

    def run(self, query: str, filters=None, top_k=None):
        """Documents."""
        return {"documents": [{"content": t, "meta": {}} for t in TEXTS[: top_k or 10]]}


class HaystackFixed:
    """One without a limit of its own."""

    def run(self, query: str):
        """Documents."""
        return {"documents": [{"content": t} for t in TEXTS]}


class Pipeline:
    """A Haystack pipeline, which takes data by component."""

    def run(self, data: dict):
        """Outputs."""


class Limited:
    """A retriever of the protocol that lacks a name."""

    def retrieve(self, question, limit):
        """Texts."""
        return TEXTS[:limit]


async def found_later(question):
    """An asynchronous function."""
    await asyncio.sleep(0)
    return TEXTS


def found_with_k(question, *, k=4):
    """A function with a limit of another name."""
    return TEXTS[:k]


def found_with_place(question, how_many):
    """A function with a limit by its place."""
    return TEXTS[:how_many]


class Callable:
    """An object that can be called."""

    def __call__(self, question):
        """Texts."""
        return TEXTS


@pytest.mark.parametrize(
    ("source", "most"),
    [
        (lambda question: TEXTS, 12),
        (found_with_k, 12),
        (found_with_place, 12),
        (found_later, 12),
        (Callable(), 12),
        (LangChain(), 4),
        (LangChainStore(), 12),
        (OldLangChain(), 12),
        (VectorStore(), 12),
        (LlamaIndex(), 12),
        (Haystack(), 12),
        (HaystackFixed(), 12),
        (Limited(), 12),
        (ScriptedRetriever(TEXTS), 12),
    ],
)
@pytest.mark.parametrize("limit", [1, 3, 11])
def test_every_shape_retrieves_up_to_the_limit(source, most, limit):
    """Sync and async alike; the limit reaches the other side where it takes one."""
    retriever = as_retriever(source)
    assert isinstance(retriever, Retriever)
    assert retriever.name
    found = retriever.retrieve("tea", limit)
    assert len(found.passages) == min(limit, most)
    if hasattr(retriever, "aretrieve"):
        assert asyncio.run(retriever.aretrieve("tea", limit)) == found


def test_a_retriever_of_the_protocol_is_returned_as_it_is():
    """Nothing is wrapped without need."""
    retriever = ScriptedRetriever(TEXTS)
    assert as_retriever(retriever) is retriever


def test_a_path_becomes_a_retriever_of_the_folder(tmp_path):
    """The shortest way to one's own files."""
    (tmp_path / "tea.md").write_text("Tea is hot.")
    assert as_retriever(tmp_path).retrieve("tea", 1).passages[0].id == "tea.md#1"


def test_ids_and_metadata_are_kept():
    """As the framework gave them; a node that came twice is one passage."""
    first, second = as_retriever(LlamaIndex()).retrieve("tea", 2).passages
    assert (first.id, first.source, second.id) == ("n0", "a.md", "n1")
    assert as_retriever(LangChain()).retrieve("tea", 1).passages[0].id == "Passage 0."


@pytest.mark.parametrize(
    ("source", "name"),
    [
        (LlamaIndex(), "LlamaIndex"),
        (found_with_k, "found_with_k"),
        (lambda question: [], "function"),
        (ScriptedRetriever(TEXTS), "scripted"),
    ],
)
def test_a_retriever_is_named_after_what_it_is(source, name):
    """Reports and errors say which one it was."""
    assert as_retriever(source).name == name
    assert as_retriever(LlamaIndex(), name="files").name == "files"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (7, "got int"),
        (None, "got NoneType"),
        ("folder/", r"pathlib.Path\('folder/'\)"),
        (["a passage"], "lambda question: passages"),
        (Pipeline(), "wrap it"),
        (LangChain, "got the class LangChain"),
        (lambda: TEXTS, "takes the question"),
    ],
)
def test_anything_else_is_refused_with_what_was_expected(source, words):
    """At once, not at the first question."""
    with pytest.raises(ConfigurationError, match=words):
        as_retriever(source)


def failing(question):
    """A function that breaks."""
    raise KeyError("no index")


def unusable(question):
    """A function that returns no passages."""
    return [7]


@pytest.mark.parametrize(
    ("source", "words"),
    [(failing, "'failing' failed: KeyError: 'no index'"), (unusable, "EvidenceError.*got int")],
)
def test_every_failure_is_a_retriever_error(source, words):
    """With the name of the retriever and the first cause."""
    retriever = as_retriever(source)
    with pytest.raises(RetrieverError, match=words) as caught:
        retriever.retrieve("tea", 1)
    assert caught.value.__cause__ is not None
    with pytest.raises(RetrieverError, match=words):
        asyncio.run(retriever.aretrieve("tea", 1))


def test_a_limit_is_at_least_one():
    """Zero passages is no retrieval."""
    retriever = as_retriever(found_with_k)
    with pytest.raises(InputError, match="got 0"):
        retriever.retrieve("tea", 0)
    with pytest.raises(InputError, match="got 0"):
        asyncio.run(retriever.aretrieve("tea", 0))


def test_an_asynchronous_function_inside_of_a_loop_has_to_be_awaited():
    """Waiting there would stop the loop; the message says what to call."""

    async def ask():
        return as_retriever(found_later).retrieve("tea", 1)

    with pytest.raises(RetrieverError, match="await aretrieve"):
        asyncio.run(ask())


def test_a_synchronous_function_does_not_hold_up_the_loop():
    """It runs in a thread, so that other tasks go on."""

    async def both():
        done = asyncio.Event()
        loop = asyncio.get_running_loop()

        def found(question):
            asyncio.run_coroutine_threadsafe(_set(done), loop).result(10)
            return TEXTS

        return await as_retriever(found).aretrieve("tea", 1)

    assert len(asyncio.run(both()).passages) == 1


async def _set(event):
    event.set()


class TestAdaptedRetriever(RetrieverContract):
    """A function does what every retriever must do."""

    foreign = None

    @pytest.fixture
    def retriever(self):
        """One of a function with a limit."""
        return as_retriever(found_with_k)


class TestScriptedRetriever(RetrieverContract):
    """So does the fake."""

    foreign = None

    @pytest.fixture
    def retriever(self):
        """One of fixed texts."""
        return ScriptedRetriever(TEXTS)
