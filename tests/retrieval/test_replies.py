"""Whatever a retriever or a search service returns is read as passages."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.dialogue import Retrieval
from entailed.errors import EvidenceError
from entailed.evidence import freeze
from entailed.retrieval.replies import read_reply

CITATIONS = [{"title": "Town news", "url": "https://example.org/a", "snippets": ["Tea.", "Milk."]}]
RESULT = {"id": "r1", "properties": {"snippet": "Tea.", "item_title": "News"}, "score": 0.7}


@dataclass
class HttpResponse:
    """Same methods as a response of an HTTP client."""

    body: object
    headers: dict = field(default_factory=dict)
    status: int = 200

    def json(self):
        """The parsed body."""
        return self.body

    def raise_for_status(self):
        """An error for a failed call."""
        if self.status >= 400:
            raise OSError(f"status {self.status}")


class Completion(SimpleNamespace):
    """Same methods as a completion of a typed client."""

    def model_dump(self):
        """As plain data."""
        return dict(self.__dict__)


@pytest.mark.parametrize(
    ("reply", "texts"),
    [
        (None, ()),
        ([], ()),
        (["Tea.", "Milk."], ("Tea.", "Milk.")),
        ({"S1": "Tea."}, ("Tea.",)),
        (freeze(["Tea."]), ("Tea.",)),
        (Retrieval(freeze(["Tea."]).passages), ("Tea.",)),
        ({"documents": [{"content": "Tea.", "meta": {"a": 1}}]}, ("Tea.",)),
        ({"results": [RESULT]}, ("Tea.",)),
        ([RESULT], ("Tea.",)),
        ({"citations": CITATIONS}, ("Tea.", "Milk.")),
        ({"answer": "Yes.", "citations": CITATIONS}, ("Tea.", "Milk.")),
        (
            {"choices": [{"message": {"content": "Yes.", "citations": CITATIONS}}]},
            ("Tea.", "Milk."),
        ),
        ({"data": {"citations": CITATIONS}, "sources_returned": True}, ("Tea.", "Milk.")),
        ({"answer": "Yes.", "context": [{"page_content": "no", "text": "Tea."}]}, ("Tea.",)),
        (HttpResponse({"citations": CITATIONS}), ("Tea.", "Milk.")),
        (HttpResponse([RESULT]), ("Tea.",)),
        (Completion(choices=[], citations=CITATIONS), ("Tea.", "Milk.")),
        (SimpleNamespace(source_nodes=["Tea."], response="Yes."), ("Tea.",)),
        (["Tea.", " ", "Tea."], ("Tea.",)),
    ],
)
def test_every_shape_gives_its_texts(reply, texts):
    """Blank passages and repetitions are left out."""
    assert tuple(p.text for p in read_reply(reply, 9).passages) == texts


def test_titles_addresses_and_metadata_are_kept():
    """Of search results as of citations."""
    (passage,) = read_reply({"results": [RESULT]}, 5).passages
    assert (passage.id, passage.title, passage.metadata["score"]) == ("r1", "News", 0.7)
    first = read_reply({"citations": CITATIONS}, 5).passages[0]
    assert (first.id, first.title, first.url) == ("S1", "Town news", "https://example.org/a")


def test_the_limit_counts_what_is_left():
    """After repetitions are gone."""
    assert [p.text for p in read_reply(["a", "a", "b", "c"], 2).passages] == ["a", "b"]


@pytest.mark.parametrize(
    ("body", "headers", "returned"),
    [
        ({"citations": CITATIONS}, {}, None),
        ({"citations": CITATIONS, "sources_returned": True}, {}, True),
        ({"citations": CITATIONS, "sources_returned": "false"}, {}, False),
        ({"citations": CITATIONS, "sourcesReturned": 2}, {}, True),
        ({"citations": CITATIONS, "metadata": {"sources_returned": False}}, {}, False),
        ({"choices": [{"message": {"citations": CITATIONS}}], "sources_returned": 0}, {}, False),
        ({"citations": CITATIONS}, {"X-Sources-Returned": "true"}, True),
        ({"citations": CITATIONS}, {"x-sources-returned": "False"}, False),
        ({"citations": CITATIONS}, {"X-SOURCES-RETURNED": "0"}, False),
        ({"citations": CITATIONS, "sources_returned": True}, {"x-sources-returned": "no"}, False),
        ({"citations": CITATIONS, "sources_returned": "perhaps"}, {}, None),
        ([RESULT], {"X-Sources-Returned": "false"}, False),
    ],
)
def test_a_service_that_returned_no_sources_gives_no_evidence(body, headers, returned):
    """What body and header say of it; one of them saying no is enough."""
    for reply in (HttpResponse(body, headers), (body, {"content-type": "json", **headers})):
        found = read_reply(reply, 5)
        assert found.sources_returned is returned
        assert bool(found.passages) is (returned is not False)


@pytest.mark.parametrize(
    "body",
    [
        {"answer": "Yes."},
        {"choices": [{"message": {"content": "Yes."}}]},
        {"choices": [{"message": {"content": [{"type": "text", "text": "Yes."}]}}]},
        {"response": "Yes.", "citations": []},
        {"sources_returned": False, "output_text": "Yes."},
    ],
)
def test_an_answer_already_written_is_kept_apart(body):
    """It is text to verify, never a passage."""
    found = read_reply(body, 5)
    assert (found.text, found.passages) == ("Yes.", ())


def test_bare_addresses_are_no_evidence(caplog):
    """A link says nothing; the list with texts is taken instead."""
    urls = ["https://example.org/a", "www.example.org"]
    with caplog.at_level(logging.INFO):
        assert read_reply({"answer": "x", "citations": urls}, 5).passages == ()
    assert "2 of 2 citations have no text" in caplog.text
    found = read_reply(
        {"citations": urls, "search_results": [{"url": urls[0], "snippet": "Tea."}]}, 5
    )
    assert [p.text for p in found.passages] == ["Tea."]


def test_a_failed_call_is_an_error_not_an_empty_page():
    """Nothing found and nothing reached are two things."""
    with pytest.raises(OSError, match="status 503"):
        read_reply(HttpResponse({"error": "x"}, status=503), 5)


@pytest.mark.parametrize("reply", [7, [7], [{"title": "no text"}], {"documents": [{"id": "x"}]}])
def test_what_cannot_be_read_is_refused(reply):
    """A retriever that returns something else is misused."""
    with pytest.raises(EvidenceError):
        read_reply(reply, 5)


KEYS = (
    "choices message content citations snippets text data answer sources_returned search_results "
    "documents id properties a"
).split()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(JSON, st.integers(1, 3))
def test_any_json_is_read_or_refused(body, limit):
    """Never another error, never more than the limit, never a blank passage."""
    try:
        found = read_reply(HttpResponse(body), limit)
    except EvidenceError:
        return
    assert len(found.passages) <= limit
    assert all(p.text.strip() for p in found.passages)
    assert found.sources_returned is not False or not found.passages
