"""A folder of documents answers questions with passages of its files."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entailed.errors import ConfigurationError, InputError, RetrieverError
from entailed.protocols import Retriever
from entailed.retrieval import files
from entailed.retrieval.files import Bounds
from entailed.retrieval.folder import FolderRetriever
from entailed.retrieval.ranking import Ranking, terms
from entailed.retrieval.splitting import Sizes
from entailed.testing import RetrieverContract
from entailed.text.markers import find_citations
from tests.retrieval.making import docx_file, pdf
from tests.strategies import any_texts

REFUNDS = "# Refunds\n\nUnused items can be returned within 30 days.\n\n## Gift cards\n\nGift cards are not refunded.\n"  # noqa: E501
SHIPPING = "Parcels are sent by post. Parcels above 20 kg go by lorry."


@pytest.fixture
def folder(tmp_path):
    """A folder of two files."""
    (tmp_path / "policies").mkdir()
    (tmp_path / "policies" / "refunds.md").write_text(REFUNDS)
    (tmp_path / "shipping.txt").write_text(SHIPPING)
    return tmp_path


def ids(retriever, question, limit=5):
    """The ids of what is found."""
    return [p.id for p in retriever.retrieve(question, limit).passages]


def problems(retriever):
    """The problems as pairs."""
    return [(p.source, p.reason) for p in retriever.problems]


def test_a_passage_names_its_file_heading_and_place(folder):
    """Id, source and title are what a reader needs to find it."""
    retriever = FolderRetriever(folder)
    assert isinstance(retriever, Retriever)
    (passage,) = retriever.retrieve("Can I return a gift card?", 1).passages
    assert passage.id == "policies/refunds.md#1"
    assert passage.source == "policies/refunds.md"
    assert passage.title == "Refunds"
    assert passage.text == REFUNDS.strip()
    assert passage.metadata["spans"] == [[0, len(REFUNDS) - 1]]


def test_the_best_passage_comes_first_and_the_limit_holds(folder):
    """Ranking is by the words of the question; forms of a word are one."""
    retriever = FolderRetriever(folder)
    assert ids(retriever, "How heavy may a parcel be?") == ["shipping.txt#1"]
    assert ids(retriever, "returning parcels, refunding a gift card", 1) == [
        "policies/refunds.md#1"
    ]
    assert len(ids(retriever, "returning parcels, refunding a gift card")) == 2


@pytest.mark.parametrize("question", ["", "?!", "Who are they and what is it?", "Zebra crossing?"])
def test_nothing_in_common_finds_nothing(folder, question):
    """Stop words do not count."""
    assert FolderRetriever(folder).retrieve(question, 5).passages == ()


def test_all_kinds_of_files_are_read(folder):
    """One passage of each answers its question, with its page where there are pages."""
    (folder / "manual.pdf").write_bytes(pdf("# Kettle", "Descale it monthly.", None, "Boil water."))
    (folder / "minutes.docx").write_bytes(docx_file("# Minutes", "The lease was approved."))
    (folder / "page.html").write_text("<title>Jobs</title><p>We look for a baker.</p>")
    retriever = FolderRetriever(folder)
    assert retriever.problems == ()
    assert ids(retriever, "How often is it descaled?") == ["manual.pdf#1"]
    assert retriever.retrieve("kettle", 1).passages[0].metadata["page"] == 1
    assert ids(retriever, "Was the lease approved?") == ["minutes.docx#1"]
    (job,) = retriever.retrieve("baker", 5).passages
    assert (job.id, job.title) == ("page.html#1", "Jobs")


def test_passages_slice_back_to_the_text_of_their_file(folder):
    """A place in a passage is a place in the file."""
    retriever = FolderRetriever(folder)
    for passage in retriever.passages:
        text = retriever.document(passage.source).text
        slices = [text[start:end] for start, end in passage.metadata["spans"]]
        assert passage.text == "\n".join(slices)
    with pytest.raises(RetrieverError, match=r"no\.md"):
        retriever.document("no.md")


def test_files_that_come_change_and_go_are_noticed(folder):
    """Without a new retriever."""
    retriever = FolderRetriever(folder)
    assert ids(retriever, "tea") == []
    (folder / "drink.txt").write_text("Tea is hot.")
    assert ids(retriever, "tea") == ["drink.txt#1"]
    (folder / "drink.txt").write_text("Coffee is hot now.")
    assert ids(retriever, "tea") == []
    assert ids(retriever, "coffee") == ["drink.txt#1"]
    (folder / "drink.txt").unlink()
    assert ids(retriever, "coffee") == []


def test_unchanged_files_are_not_read_again(folder):
    """Passages stay the same objects while the folder is the same."""
    retriever = FolderRetriever(folder)
    before = retriever.passages
    assert retriever.passages is before


def test_hidden_files_and_locks_are_passed_over(folder):
    """They are not for reading."""
    (folder / ".git").mkdir()
    (folder / ".git" / "notes.md").write_text("Tea.")
    (folder / ".hidden.md").write_text("Tea.")
    (folder / "~$minutes.docx").write_bytes(b"lock")
    retriever = FolderRetriever(folder)
    assert ids(retriever, "tea") == []
    assert retriever.problems == ()


def test_links_are_followed_inside_of_the_folder_only(folder, tmp_path_factory):
    """Loops end, files are read once, and a link cannot lead out."""
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.md").write_text("Tea.")
    (folder / "loop").symlink_to(folder, target_is_directory=True)
    (folder / "policies" / "up").symlink_to("..", target_is_directory=True)
    (folder / "again.md").symlink_to(folder / "policies" / "refunds.md")
    (folder / "out.md").symlink_to(outside / "secret.md")
    (folder / "away").symlink_to(outside, target_is_directory=True)
    (folder / "gone.md").symlink_to(folder / "nothing")
    retriever = FolderRetriever(folder)
    assert {p.source for p in retriever.passages} == {"policies/refunds.md", "shipping.txt"}
    assert dict(problems(retriever)) == {
        "out.md": "a link that leads out of the folder",
        "away": "a link that leads out of the folder",
        "gone.md": "a link that leads nowhere",
    }


def test_links_into_hidden_folders_are_files_of_the_folder(folder):
    """Mounted configuration looks like that: visible links to hidden versions."""
    (folder / ".v1").mkdir()
    (folder / ".v1" / "tea.md").write_text("Tea is hot.")
    (folder / "tea.md").symlink_to(folder / ".v1" / "tea.md")
    assert ids(FolderRetriever(folder), "tea") == ["tea.md#1"]


def test_what_is_not_read_is_listed_and_logged_once(folder, caplog):
    """Broken, empty and unknown files are no silence and no crash."""
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 nothing")
    (folder / "empty.md").write_text("")
    (folder / "sheet.xlsx").write_bytes(b"x")
    (folder / "more.xlsx").write_bytes(b"x")
    retriever = FolderRetriever(folder)
    with caplog.at_level(logging.WARNING):
        assert ids(retriever, "parcel") == ["shipping.txt#1"]
        retriever.retrieve("parcel", 5)
        (folder / "void.txt").write_text(" ")
        retriever.retrieve("parcel", 5)
    first, second = [r.getMessage() for r in caplog.records if r.name.startswith("entailed")]
    assert "broken.pdf: broken" in first
    assert second.splitlines()[1:] == ["  void.txt: holds no text"]
    found = dict(problems(retriever))
    assert found["empty.md"] == "empty file"
    assert found["*.xlsx"] == "2 files of a kind that is not read"


@pytest.mark.parametrize(
    ("bounds", "source", "words"),
    [
        (Bounds(files=1), "shipping.txt", "1 more files than the limit of 1"),
        (Bounds(file_bytes=60), "policies/refunds.md", "over the limit of 60"),
        (Bounds(characters=60), "policies/refunds.md", "over the limit of 60"),
        (Bounds(all_characters=120), "shipping.txt", "over the limit of 120"),
    ],
)
def test_every_limit_is_told(folder, bounds, source, words):
    """What lies beyond is a problem; the rest is read."""
    retriever = FolderRetriever(folder, bounds=bounds)
    assert len({p.source for p in retriever.passages}) == 1
    (problem,) = retriever.problems
    assert problem.source == source
    assert words in problem.reason


def test_a_folder_of_too_much_is_looked_over_in_part(folder, monkeypatch):
    """A home folder or a disk is no folder of documents; it is told where looking ended."""
    monkeypatch.setattr(files, "MOST_ENTRIES", 2)
    retriever = FolderRetriever(folder)
    assert {p.source for p in retriever.passages} == {"shipping.txt"}
    assert [p.source for p in retriever.problems] == ["policies/"]


@pytest.mark.parametrize(
    "make", [lambda: Bounds(files=0), lambda: Sizes(least=0), lambda: Sizes(most=300)]
)
def test_sizes_and_bounds_out_of_range_are_refused(make):
    """The message names the numbers."""
    with pytest.raises(ConfigurationError, match="expected"):
        make()


class TestFolderRetriever(RetrieverContract):
    """It does what every retriever must do."""

    @pytest.fixture
    def retriever(self, tmp_path):
        """One over a few files about a library."""
        for day in ("Monday", "Tuesday", "Friday", "Sunday"):
            (tmp_path / f"{day}.md").write_text(f"On {day} the library opens at nine.")
        return FolderRetriever(tmp_path)


def test_a_folder_without_anything_to_read_is_an_error(tmp_path):
    """Finding nothing in nothing would look like an honest answer."""
    with pytest.raises(RetrieverError, match=r"expected files ending in \.txt"):
        FolderRetriever(tmp_path).retrieve("tea", 5)
    (tmp_path / "a.pdf").write_bytes(b"x")
    with pytest.raises(RetrieverError, match=r"a\.pdf: broken"):
        FolderRetriever(tmp_path).retrieve("tea", 5)


def test_a_folder_must_be_one(tmp_path):
    """The message says what is there instead."""
    (tmp_path / "a.txt").write_text("x")
    with pytest.raises(ConfigurationError, match="is a file"):
        FolderRetriever(tmp_path / "a.txt")
    with pytest.raises(ConfigurationError, match="is nothing"):
        FolderRetriever(tmp_path / "b")
    with pytest.raises(InputError, match="got 0"):
        FolderRetriever(tmp_path).retrieve("tea", 0)


@pytest.mark.parametrize(
    "name",
    [
        "a b.md",
        "notes [final].md",
        "a, b; c.md",
        "year (2026).md",
        "größe.md",
        "'q' \"r\".md",
        "{x|y}.md",
    ],
)
def test_ids_can_be_cited_whatever_the_file_is_called(tmp_path, name):
    """Characters that would end a marker are not part of an id; the source keeps them."""
    (tmp_path / name).write_text("Tea is hot.")
    (tmp_path / "other.md").write_text("Milk is not.")
    (passage,) = FolderRetriever(tmp_path).retrieve("tea", 1).passages
    (marker,) = find_citations(f"It is [{passage.id}, other.md#1].", [passage.id, "other.md#1"])
    assert marker.ids == (passage.id, "other.md#1")
    assert passage.source == name


def test_files_whose_ids_would_be_alike_are_told_apart(tmp_path):
    """The file whose name needs no change keeps it."""
    for name in ("a b.md", "a_b.md", "a,b.md"):
        (tmp_path / name).write_text("Tea is hot.")
    found = {p.source: p.id for p in FolderRetriever(tmp_path).passages}
    assert found == {"a_b.md": "a_b.md#1", "a b.md": "a_b.md_2#1", "a,b.md": "a_b.md_3#1"}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_file_name_that_is_not_text_is_read_all_the_same(tmp_path):
    """Old archives have them."""
    with open(os.fsencode(tmp_path) + b"/gr\xf6sse.md", "w") as file:
        file.write("Tea is hot.")
    assert ids(FolderRetriever(tmp_path), "tea") == ["gr\ufffdsse.md#1"]


def test_the_name_of_a_file_and_the_headings_count(tmp_path):
    """A question often names the document and not its words."""
    (tmp_path / "parental-leave.md").write_text("It lasts 14 weeks.")
    (tmp_path / "a.md").write_text("# Sabbatical\n\n" + "It lasts 20 weeks. " * 60)
    retriever = FolderRetriever(tmp_path)
    assert ids(retriever, "How long is parental leave?") == ["parental-leave.md#1"]
    assert len(ids(retriever, "sabbatical")) > 1


def test_threads_share_a_retriever(folder):
    """Eight at once find what one finds, and the folder is read once."""
    retriever = FolderRetriever(folder)
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(retriever.retrieve("gift parcels", 5)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert all(one.passages == found[0].passages for one in found)


def test_text_files_need_no_extra(folder):
    """The base install reads .txt and .md."""
    code = (
        "import sys; from entailed.retrieval.folder import FolderRetriever; "
        f"print(len(FolderRetriever({str(folder)!r}).retrieve('gift parcels', 5).passages)); "
        "print([m for m in ('pypdf', 'mammoth', 'bs4', 'markdownify') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.split("\n")[:2] == ["2", "[]"]


@settings(max_examples=40)
@given(st.binary(max_size=300) | any_texts().map(lambda t: t.encode("utf-8", "replace")))
def test_any_file_is_read_or_told(tmp_path_factory, data):
    """The whole way from bytes to passages bears anything."""
    folder = tmp_path_factory.mktemp("any")
    for suffix in ("txt", "md", "html"):
        (folder / f"a.{suffix}").write_bytes(data)
    (folder / "tea.txt").write_text("Tea is hot.")
    retriever = FolderRetriever(folder)
    told = {p.source for p in retriever.problems}
    seen = {p.source for p in retriever.passages}
    assert told | seen >= {"a.txt", "a.md", "a.html", "tea.txt"}
    assert "tea.txt#1" in [p.id for p in retriever.passages]
    assert all(p.text.strip() for p in retriever.passages)


def test_terms_are_stems_of_content_words():
    """No stop words, no negation, no marks; numbers without their grouping."""
    assert terms("The parcels are not 1,250 kg!") == [*terms("parcel"), "1250", "kg"]
    assert terms("图书馆九点开门")


def test_rare_words_and_short_texts_rank_higher():
    """That is BM25; equal scores keep their order."""
    texts = [["tea", "cup"], ["tea", "pot", "lid"], ["tea", "cup"], ["tea"]]
    ranking = Ranking(texts)
    assert ranking.best(["pot", "tea"], 4)[0] == 1
    assert ranking.best(["cup"], 4) == [0, 2]
    assert ranking.best(["tea"], 1) == [3]
    assert ranking.best(["milk"], 4) == []
    assert Ranking([]).best(["tea"], 4) == []
    assert Ranking([[], []]).best(["tea"], 4) == []
