"""Files of every kind are read as what a reader of them would see."""

from __future__ import annotations

import contextlib
import sys
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entailed.errors import EntailedError, RetrieverError, UnsupportedError
from entailed.retrieval.documents import KINDS, read_document
from tests.retrieval.making import docx_file, drawn_pdf, locked, pdf

SENTENCE = "The kettle must not be used without water and it must stand on a level surface."


@pytest.fixture
def read(tmp_path):
    """Writes a file and reads it."""

    def write_and_read(name, data, characters=1_000_000):
        path = tmp_path / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return read_document(path, name, characters)

    return write_and_read


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"Tea is hot.\r\nMilk is not.\r", "Tea is hot.\nMilk is not.\n"),
        ("\ufeffTée".encode(), "Tée"),
        ("Tée".encode("utf-16"), "Tée"),
        ("Tée".encode("utf-32"), "Tée"),
    ],
)
def test_text_is_read_in_its_encoding(read, data, text):
    """Byte order marks are followed and line ends become line feeds."""
    assert read("a.txt", data).text == text


def test_text_that_is_not_utf8_is_read_with_a_note(read):
    """A wrong guess would put wrong letters into the evidence, so it is told."""
    document = read("a.md", "5 € für Tée".encode("cp1252"))
    assert document.text == "5 € für Tée"
    assert "not UTF-8" in document.notes[0]


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.txt", b"", "empty file"),
        ("a.txt", b" \n", "holds no text"),
        ("a.txt", b"a\0b", "not text"),
        ("a.txt", b"a" * 101, "over the limit of 100"),
        ("a.xyz", b"a", r"expected one of \.txt"),
        ("a.pdf", b"%PDF-1.7 broken", "broken"),
        ("a.pdf", b"no pdf", "broken"),
        ("a.docx", b"no zip", "not a DOCX"),
        ("a.docx", b"\xd0\xcf\x11\xe0 old", "an old .doc"),
        ("a.html", b"<script>x</script>", "holds no text"),
    ],
)
def test_unusable_files_say_why(read, name, data, words):
    """The reason is one a user can act on."""
    with pytest.raises(RetrieverError, match=words):
        read(name, data, characters=100)


def test_a_folder_with_the_name_of_a_file_cannot_be_opened(tmp_path):
    """Neither can a file without the right to read it."""
    (tmp_path / "a.txt").mkdir()
    with pytest.raises(RetrieverError, match="cannot be opened"):
        read_document(tmp_path / "a.txt", "a.txt", 100)


@pytest.mark.parametrize(("name", "module"), [("a.pdf", "pypdf"), ("a.docx", "mammoth")])
def test_a_missing_extra_is_named(read, monkeypatch, name, module):
    """With the command that installs it."""
    for loaded in ("entailed.retrieval.pdf", "entailed.retrieval.markup"):
        monkeypatch.delitem(sys.modules, loaded, raising=False)
    monkeypatch.delattr("entailed.retrieval.pdf", raising=False)
    monkeypatch.delattr("entailed.retrieval.markup", raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(UnsupportedError, match=r"pip install 'entailed\[documents\]'"):
        read(name, b"x")


def test_html_is_read_as_markdown(read):
    """Headings, lists and tables stay what they are; the title is kept apart."""
    page = (
        "<html><head><title>Prices</title></head><body><h1>Our prices</h1><p>Valid <b>now</b>.</p>"
        "<ul><li>one</li><li>two</li></ul><table><tr><th>Plan</th><th>Price</th></tr>"
        "<tr><td>Basic</td><td>5 EUR</td></tr></table></body></html>"
    )
    document = read("a.html", page)
    assert document.title == "Prices"
    assert document.text == (
        "# Our prices\n\nValid **now**.\n\n- one\n- two\n\n"
        "| Plan | Price |\n| --- | --- |\n| Basic | 5 EUR |\n"
    )


@pytest.mark.parametrize(
    "unseen",
    [
        "<script>x unseen</script>",
        "<style>unseen</style>",
        "<!-- unseen -->",
        "<p hidden>unseen</p>",
        '<p style="color:red; DISPLAY : none">unseen</p>',
        "<template>unseen</template>",
        '<img alt="unseen" src="data:image/png;base64,unseen">',
    ],
)
def test_what_a_page_hides_is_no_evidence(read, unseen):
    """Text that no reader sees must not ground an answer."""
    assert read("a.html", f"<p>Seen.</p>{unseen}<p>Also.</p>").text == "Seen.\n\nAlso.\n"


def test_cells_over_several_rows_stand_in_each(read):
    """Else the price would be read as the plan."""
    page = (
        "<table><tr><th>Plan</th><th>Term</th><th>Price</th></tr><tr><td rowspan='2'>Basic</td>"
        "<td>1 year</td><td>5 | 6</td></tr><tr><td>2 years</td><td>4<br>or 3</td></tr></table>"
    )
    rows = read("a.html", page).text.splitlines()[2:]
    assert rows == ["| Basic | 1 year | 5 \\| 6 |", "| Basic | 2 years | 4; or 3 |"]


def test_a_table_of_two_columns_without_header_keeps_its_first_row_a_row(read):
    """ "Fee | 5 EUR" names a value; it is no header of the row below."""
    page = "<table><tr><td>Fee</td><td>5 EUR</td></tr><tr><td>Term</td><td>1 year</td></tr></table>"
    assert "| --- | --- |\n| Fee | 5 EUR |\n| Term | 1 year |" in read("a.html", page).text


def test_a_table_inside_of_a_cell_becomes_words_of_the_cell(read):
    """Rows inside of rows would break both."""
    page = "<table><tr><td>a</td><td><table><tr><td>b</td><td>c</td></tr></table></td></tr></table>"
    assert "| a | b; c |" in read("a.html", page).text


@pytest.mark.parametrize(
    "page", ["<div>" * 5_000 + "deep", "<table><tr><td rowspan=9 colspan=99>x</td></tr>" * 300]
)
def test_hostile_pages_are_read_or_refused(read, page):
    """Never a crash."""
    with contextlib.suppress(EntailedError):
        read("a.html", page)


def test_docx_is_read_as_markdown(read):
    """Headings, lists and tables, the first row of three columns as header."""
    data = docx_file(
        "# Minutes",
        "The board met on 3 March 2026.",
        "- Budget approved",
        "- Move postponed",
        [["Item", "Owner", "Due"], ["Lease", "Ines Adler", "1 May 2026"]],
    )
    assert read("a.docx", data).text == (
        "# Minutes\n\nThe board met on 3 March 2026.\n\n- Budget approved\n- Move postponed\n\n"
        "| Item | Owner | Due |\n| --- | --- | --- |\n| Lease | Ines Adler | 1 May 2026 |\n"
    )


def test_pdf_keeps_headings_tables_and_pages(read):
    """A heading is told by its size, a row by its gaps; pages are known by their offsets."""
    table = [["Model", "Power", "Volume"], ["K1", "1800 W", "1.2 l"], ["K2", "2200 W", "1.7 l"]]
    data = pdf("# Kettle", SENTENCE, table, None, "# Care", "Descale it monthly.", title="Manual")
    document = read("a.pdf", data)
    assert document.title == "Manual"
    assert document.text.startswith(f"# Kettle\n\n{SENTENCE}")
    assert (
        "\n\nModel   Power   Volume\nK1   1800 W   1.2 l\nK2   2200 W   1.7 l\n\n" in document.text
    )
    assert [document.page(document.text.index(w)) for w in ("Kettle", "Model", "Care")] == [1, 1, 2]


def test_running_lines_of_a_pdf_do_not_cut_a_sentence(read):
    """A header is kept on the first page and a footer on the last; a sentence goes on over both."""
    text = " ".join(
        f"This is sentence {i} of the leaflet, and it is rather long." for i in range(220)
    )
    data = pdf(text, header="Leaflet, version 3", footer="Page {}")
    document = read("a.pdf", data)
    assert len(document.pages) > 1
    assert document.text.count("Leaflet, version 3") == 1
    assert document.text.count("Page ") == 1
    assert text in " ".join(document.text.split())


def test_columns_of_a_pdf_are_read_one_after_the_other(read):
    """Not across, which would mix two sentences in each line."""
    left = [(50, 800 - 14 * i, f"Left line {i} goes on with some words") for i in range(12)]
    right = [(320, 800 - 14 * i, f"Right line {i} goes on with other words") for i in range(12)]
    text = read("a.pdf", drawn_pdf(*left, *right)).text
    assert text.index("Left line 11") < text.index("Right line 0")


def test_a_pdf_without_text_says_what_to_do(read):
    """A scan is the usual reason."""
    with pytest.raises(RetrieverError, match="OCR"):
        read("a.pdf", drawn_pdf())


def test_pages_without_text_are_noted(read):
    """The rest is read."""
    document = read("a.pdf", pdf(SENTENCE, None, None, SENTENCE))
    assert document.notes == ("no text on 1 of 3 pages (page 2)",)


def test_a_pdf_with_a_password_is_refused_and_one_for_its_owner_only_is_read(read):
    """Many published files may be read by all and changed by none."""
    data = pdf(SENTENCE)
    assert read("a.pdf", locked(data)).text.strip() == SENTENCE
    with pytest.raises(RetrieverError, match="encrypted: it has a password"):
        read("b.pdf", locked(data, reader="secret"))


@lru_cache
def good(kind):
    """A sound file of a kind."""
    page = "<h1>A</h1><table><tr><td rowspan=2>b<tr><td>c</td></tr></table><ul><li>x"
    return {
        ".pdf": lambda: pdf("# Kettle", SENTENCE),
        ".docx": lambda: docx_file("# Minutes", SENTENCE, [["a", "b"], ["c", "d"]]),
        ".html": page.encode,
        ".txt": "Größe: 5\n\n- a\n".encode,
    }[kind]()


def damaged(kind):
    """Files of a kind with bytes changed, cut or put in."""
    place = st.integers(0, len(good(kind)))
    return st.builds(
        lambda a, b, new: good(kind)[: min(a, b)] + new + good(kind)[max(a, b) :],
        place,
        place,
        st.binary(max_size=30),
    )


@pytest.mark.parametrize("kind", [".pdf", ".docx", ".html", ".txt"])
@settings(max_examples=30)
@given(data=st.data())
def test_any_bytes_give_a_document_or_a_reason(tmp_path_factory, kind, data):
    """Never another exception."""
    path = tmp_path_factory.getbasetemp() / f"damaged{kind}"
    path.write_bytes(data.draw(damaged(kind) | st.binary(max_size=200)))
    with contextlib.suppress(RetrieverError):
        document = read_document(path, path.name, 10_000)
        assert document.text.strip()
        assert "\r" not in document.text


def test_every_kind_is_one_of_four():
    """An ending means one reader."""
    assert set(KINDS.values()) == {"text", "html", "pdf", "docx"}
