"""Freezing passages of every accepted shape, and refusing the others clearly."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.errors import EvidenceError
from entailed.evidence import freeze


@dataclass
class LangChainDocument:
    """Same attributes as a LangChain document."""

    page_content: str
    metadata: dict = field(default_factory=dict)
    id: str | None = None


@dataclass
class HaystackDocument:
    """Same attributes as a Haystack document."""

    content: str
    meta: dict = field(default_factory=dict)
    id: str = ""


class LlamaIndexNode:
    """Same methods as a LlamaIndex node."""

    metadata = {"file_name": "a.md"}  # noqa: RUF012  # same shape as the original
    node_id = "n1"

    def get_content(self) -> str:
        """The node's text."""
        return "node text"


@dataclass
class LlamaIndexScored:
    """A node with a retrieval score."""

    node: LlamaIndexNode
    score: float = 0.5


@pytest.mark.parametrize(
    ("passages", "ids", "texts"),
    [
        (None, (), ()),
        ([], (), ()),
        ("one text", ("S1",), ("one text",)),
        (["a", "b"], ("S1", "S2"), ("a", "b")),
        ({"x": "a", "y": "b"}, ("x", "y"), ("a", "b")),
        ({"x": {"text": "a", "url": "u"}}, ("x",), ("a",)),
        ([{"id": 7, "text": "a"}], ("7",), ("a",)),
        ([{"text": "a"}, {"id": "S1", "text": "b"}], ("S1'", "S1"), ("a", "b")),
        ([{"properties": {"snippet": "a", "item_title": "T"}}], ("S1",), ("a",)),
        ({"citations": [{"snippets": ["a", "b"]}]}, ("S1", "S2"), ("a", "b")),
        ([{"id": "c", "snippets": ["a", "b"]}], ("c.1", "c.2"), ("a", "b")),
        ([LangChainDocument("a", {"source": "s"})], ("S1",), ("a",)),
        ([HaystackDocument("a", id="h")], ("h",), ("a",)),
        ([LlamaIndexScored(LlamaIndexNode())], ("n1",), ("node text",)),
    ],
)
def test_every_accepted_shape_gives_ids_and_texts(passages, ids, texts):
    """Ids are kept or made from the position; texts are untouched."""
    evidence = freeze(passages)
    assert evidence.ids == ids
    assert tuple(p.text for p in evidence) == texts


def test_metadata_is_kept_and_known_fields_are_named():
    """Known names become fields, the rest stays in the metadata."""
    (passage,) = freeze([{"text": "a", "item_title": "T", "score": 0.5, "metadata": {"k": [1]}}])
    assert passage.title == "T"
    assert dict(passage.metadata) == {"score": 0.5, "k": [1]}


@pytest.mark.parametrize(
    ("passages", "words"),
    [
        (7, "got int"),
        (b"bytes", "got bytes"),
        ([7], "got int"),
        ([{"title": "no text"}], "keys"),
        ([{"id": "a", "text": 3}], "got int"),
        ([{"id": "a", "text": "x"}, {"id": "a", "text": "y"}], "used twice"),
        ([{"id": " ", "text": "x"}], "non-empty id"),
        (["\ud800"], "lone surrogate"),
        ([{"text": "a", "title": "\ud800"}], "lone surrogate"),
        ([{"text": "a", "metadata": {"\udfff": 1}}], "lone surrogate"),
    ],
)
def test_unusable_passages_are_refused_with_what_came(passages, words):
    """The message says what was expected and what came."""
    with pytest.raises(EvidenceError, match=words):
        freeze(passages)


def test_frozen_evidence_is_returned_as_it_is():
    """Freezing twice changes nothing."""
    evidence = freeze(["a"])
    assert freeze(evidence) is evidence


@given(st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=4))
def test_digest_is_equal_exactly_for_equal_passages(left, right):
    """The digest identifies the content and the order."""
    clean = [[t.encode("utf-8", "replace").decode() for t in texts] for texts in (left, right)]
    first, second = freeze(clean[0]), freeze(clean[1])
    assert (first.digest == second.digest) == (clean[0] == clean[1])


def test_evidence_can_be_pickled_and_hashed():
    """Process pools and caches need both."""
    evidence = freeze([{"id": "a", "text": "b", "metadata": {"k": [1]}}])
    assert pickle.loads(pickle.dumps(evidence)) == evidence
    assert hash(evidence) == hash(freeze([{"id": "a", "text": "b", "metadata": {"k": [1]}}]))


def test_merging_drops_repeated_passages_and_keeps_the_first():
    """Retrievers that search in several ways return the same passage more than once."""
    found = [
        {"id": "a", "text": "Tea is hot."},
        {"id": "b", "text": "Tea is cold."},
        {"id": "a", "text": "Tea is hot."},
        {"id": "c", "text": "Tea is hot.\n"},
    ]
    assert freeze(found, duplicates="merge").ids == ("a", "b")


def test_merging_keeps_one_text_from_two_sources():
    """Two contracts with the same clause are two pieces of evidence."""
    found = [{"text": "No fee.", "source": "a.pdf"}, {"text": "No fee.", "source": "b.pdf"}]
    assert len(freeze(found, duplicates="merge")) == 2


def test_merging_names_other_texts_under_one_id_apart():
    """Pieces of a document often carry the id of the document."""
    found = [{"id": "d", "text": t} for t in ("one", "two", "three")]
    found.append({"id": "d.2", "text": "four"})
    assert freeze(found, duplicates="merge").ids == ("d", "d.3", "d.4", "d.2")


@given(st.lists(st.tuples(st.sampled_from(["a", "a.2", "b", None]), st.sampled_from("xyz"))))
def test_merged_passages_are_distinct_and_complete(rows):
    """Merging never fails on ids, loses no text and repeats none."""
    found = freeze([{"id": i, "text": t} for i, t in rows], duplicates="merge")
    assert len(set(found.ids)) == len(found)
    assert sorted(p.text for p in found) == sorted({t for _, t in rows})


@dataclass
class WeaviateObject:
    """Same attributes as an object of a search client with properties."""

    properties: dict
    uuid: str = "u1"


def test_objects_with_their_text_in_the_properties_are_read():
    """Search clients return objects, not only parsed JSON."""
    (passage,) = freeze([WeaviateObject({"snippet": "a", "item_title": "T"})])
    assert (passage.id, passage.text, passage.title) == ("u1", "a", "T")
