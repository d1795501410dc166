"""One file as text: what a reader of it would see, with the places of its pages.

Plain text and Markdown need nothing but the package; HTML, PDF and DOCX need the extra
`documents`, which is imported when the first such file is read.
"""

from __future__ import annotations

import codecs
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from entailed.errors import RetrieverError, UnsupportedError

__all__ = ["KINDS", "Document", "read_document"]

INSTALL = "pip install 'entailed[documents]'"
KINDS: Mapping[str, str] = {
    ".txt": "text",
    ".text": "text",
    ".md": "text",
    ".markdown": "text",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".pdf": "pdf",
    ".docx": "docx",
}
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True, slots=True)
class Document:
    """The text of one file.

    `source` is its path relative to the folder, with "/". `text` has line feeds only; of a text
    file it is what `open(..., newline=None)` reads, of other kinds Markdown made of it. `pages`
    are the offsets at which pages begin (PDF), else empty. `title` is the one the file names in
    its properties, or "". `notes` tell what of the file could not be read.
    """

    source: str
    text: str
    title: str = ""
    pages: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()

    def page(self, offset: int) -> int | None:
        """The number of the page, from 1, that `offset` lies on; None where there are none."""
        return bisect_right(self.pages, offset) or None if self.pages else None


@dataclass(frozen=True, slots=True)
class Extract:
    """What a reader makes of the bytes of a file."""

    text: str
    title: str = ""
    pages: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


def read_document(path: Path, source: str, characters: int) -> Document:
    """Read a file by its ending.

    Raises RetrieverError, with a reason a user can act on, for a file that is broken, encrypted,
    empty, longer than `characters` or of a kind not read; UnsupportedError when the extra is
    missing.
    """
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        raise RetrieverError(f"not read: expected one of {', '.join(KINDS)}")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RetrieverError(f"cannot be opened: {error.strerror or error}") from error
    if not data:
        raise RetrieverError("empty file")
    extract = _extract(_reader(kind), data)
    if not extract.text.strip():
        raise RetrieverError("holds no text")
    if len(extract.text) > characters:
        raise RetrieverError(
            f"{len(extract.text):,} characters, over the limit of {characters:,}; split the file "
            "or raise the limit"
        )
    return Document(source, extract.text, extract.title, extract.pages, extract.notes)


def _extract(read: Callable[[bytes], Extract], data: bytes) -> Extract:
    try:
        return read(data)
    except (RetrieverError, UnsupportedError):
        raise
    except Exception as error:  # readers of broken files raise anything
        raise RetrieverError(f"broken: {type(error).__name__}: {error}"[:300]) from error


def _reader(kind: str) -> Callable[[bytes], Extract]:
    """The reader of a kind. Raises UnsupportedError when the extra is not installed."""
    if kind == "text":
        return _read_text
    try:
        if kind == "pdf":
            from entailed.retrieval.pdf import read_pdf

            return read_pdf
        from entailed.retrieval import markup

        return markup.read_html if kind == "html" else markup.read_docx
    except ImportError as error:
        raise UnsupportedError(f"needs {error.name or 'an extra'}; run: {INSTALL}") from error


def _read_text(data: bytes) -> Extract:
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "")
    notes: tuple[str, ...] = ()
    if encoding:
        text = data.decode(encoding)
    elif b"\0" in data:
        raise RetrieverError("not text: it holds null bytes")
    else:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            text = data.decode("cp1252", "replace")
            notes = (f"not UTF-8 (byte {error.start}); read as Windows-1252, check its letters",)
    return Extract(text.replace("\r\n", "\n").replace("\r", "\n"), notes=notes)


def clean(text: str) -> str:
    """`text` without control characters and lone surrogates, which extraction can leave."""
    kept = text.replace("\r\n", "\n").replace("\r", "\n")
    if kept.isascii() and kept.isprintable():
        return kept
    return "".join(
        "\ufffd" if "\ud800" <= c <= "\udfff" else c
        for c in kept
        if c in "\n\t" or not ("\0" <= c < " " or "\x7f" <= c < "\xa0")
    )
