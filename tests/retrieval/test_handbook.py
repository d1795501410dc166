"""The documents of the example, and the questions asked of them."""

from __future__ import annotations

import importlib.util
import json
from collections import Counter
from pathlib import Path

import pytest

from entailed.retrieval import FolderRetriever
from entailed.retrieval.documents import read_document
from entailed.text.markers import find_citations

EXAMPLES = Path(__file__).parents[2] / "examples"
HANDBOOK = EXAMPLES / "handbook"
QUESTIONS = [
    json.loads(line)
    for line in (EXAMPLES / "handbook-questions.jsonl").read_text("utf-8").splitlines()
]
KINDS = ("answerable", "false_premise", "attribution", "role_play", "out_of_scope", "numbers")


@pytest.fixture(scope="module")
def retriever():
    """One over the handbook."""
    return FolderRetriever(HANDBOOK)


def test_every_document_is_read(retriever):
    """At least ten, of all five kinds."""
    assert retriever.problems == ()
    sources = {p.source for p in retriever.passages}
    assert len(sources) >= 10
    assert {Path(s).suffix for s in sources} == {".md", ".txt", ".html", ".pdf", ".docx"}


def test_there_are_five_questions_of_each_kind():
    """Thirty, with ids of their own."""
    assert Counter(q["kind"] for q in QUESTIONS) == dict.fromkeys(KINDS, 5)
    assert len({q["id"] for q in QUESTIONS}) == 30


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q["id"])
def test_the_documents_that_answer_a_question_are_found(retriever, question):
    """Among the first five passages."""
    found = {p.source for p in retriever.retrieve(question["question"], 5).passages}
    assert found >= set(question["sources"])


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q["id"])
def test_the_answers_cite_passages_there_are(retriever, question):
    """The bad ones as well: their fault is what they say."""
    ids = [p.id for p in retriever.passages]
    for text in (question["good"], question["bad"]):
        markers = find_citations(text, ids)
        assert not [name for marker in markers for name in marker.unknown]
        assert text.count("[") == len(markers)


def test_what_a_page_hides_is_not_in_its_passages(retriever):
    """The warranty page has a draft that no reader sees."""
    text = " ".join(p.text for p in retriever.passages if p.source == "warranty.html")
    assert "2 years" in text
    assert "ten years" not in text


def test_the_made_files_are_what_their_script_makes(tmp_path):
    """Who changes the script has to run it."""
    spec = importlib.util.spec_from_file_location("make", EXAMPLES / "make_handbook_files.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    script.write_manual(tmp_path / "kettle-manual.pdf")
    script.write_contract(tmp_path / "supply-contract.docx")
    for name in ("kettle-manual.pdf", "supply-contract.docx"):
        made = read_document(tmp_path / name, name, 100_000)
        assert made == read_document(HANDBOOK / name, name, 100_000)
