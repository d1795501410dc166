"""HTML and DOCX as Markdown, so that headings, lists and tables are read as such."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Iterator

import mammoth
from bs4 import BeautifulSoup
from bs4.element import Comment, NavigableString, Tag
from markdownify import ATX, MarkdownConverter

from entailed.errors import RetrieverError
from entailed.retrieval.documents import Extract, clean

__all__ = ["read_docx", "read_html"]

_UNSEEN = (
    "script", "style", "noscript", "template", "svg", "math", "iframe", "object", "canvas", "head",
    "audio", "video", "select", "textarea", "button", "input",
)  # fmt: skip
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_BLANKS = re.compile(r"\n{3,}")
_MOST_CELLS = 20_000
_UNPACKED = 300_000_000  # bytes; a DOCX that unpacks to more is an attack or an accident
_STYLES = "\n".join(
    (
        "p[style-name='Title'] => h1:fresh",
        "p[style-name='Subtitle'] => h2:fresh",
        "p[style-name='Quote'] => blockquote > p:fresh",
    )
)


def read_html(data: bytes) -> Extract:
    """The visible text of a page as Markdown; the title is that of its head."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of XML and of text that looks like a path
        soup = BeautifulSoup(data, "html.parser")
    title = soup.title.get_text(" ", strip=True) if soup.title else ""
    return Extract(_markdown(soup), clean(title))


def read_docx(data: bytes) -> Extract:
    """The text of a document as Markdown; deleted text and comments are left out."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            unpacked = sum(entry.file_size for entry in packed.infolist())
    except zipfile.BadZipFile as error:
        kind = "an old .doc or encrypted" if data.startswith(b"\xd0\xcf\x11\xe0") else "not a DOCX"
        raise RetrieverError(f"{kind} file; save it as .docx without a password") from error
    if unpacked > _UNPACKED:
        raise RetrieverError(f"unpacks to {unpacked:,} bytes, over the limit of {_UNPACKED:,}")
    made = mammoth.convert_to_html(
        io.BytesIO(data), convert_image=mammoth.images.img_element(lambda _: {}), style_map=_STYLES
    )
    return Extract(_markdown(BeautifulSoup(made.value, "html.parser")))


def _markdown(soup: BeautifulSoup) -> str:
    _drop_unseen(soup)
    # Inner tables first: a table in a cell becomes plain words of the cell.
    for table in reversed(soup.find_all("table")):
        if table.find_parent("table") is not None:
            table.replace_with(NavigableString(table.get_text("; ", strip=True)))
        else:
            _square(soup, table)
    converter = MarkdownConverter(
        heading_style=ATX,
        bullets="-",
        strip=["img"],
        escape_asterisks=False,
        escape_underscores=False,
        escape_misc=False,
        autolinks=True,
    )
    text = clean(converter.convert_soup(soup))
    lines = (line if line.strip() else "" for line in text.split("\n"))
    return _BLANKS.sub("\n\n", "\n".join(lines)).strip("\n") + "\n"


def _drop_unseen(soup: BeautifulSoup) -> None:
    """Take out what a reader of the page does not see."""
    for tag in soup.find_all(_UNSEEN):
        tag.decompose()
    for hidden in soup.find_all(lambda tag: isinstance(tag, Tag) and _hidden(tag)):
        hidden.decompose()
    for comment in soup.find_all(string=lambda text: isinstance(text, Comment)):
        comment.extract()


def _hidden(tag: Tag) -> bool:
    style = tag.get("style")
    return tag.has_attr("hidden") or (
        isinstance(style, str) and _HIDDEN_STYLE.search(style) is not None
    )


def _square(soup: BeautifulSoup, table: Tag) -> None:
    """Give every row every cell: a cell over several rows or columns stands in each of them.

    Without that, a row under a tall cell would be read one column too far to the left.
    """
    rows = [row for row in table.find_all("tr") if isinstance(row, Tag)]
    below: dict[int, tuple[int, Tag]] = {}
    total = 0
    for row in rows:
        cells: list[Tag] = []
        waiting = [c for c in row.find_all(["td", "th"], recursive=False) if isinstance(c, Tag)]
        while waiting or len(cells) in below:
            if len(cells) in below:
                left, cell = below.pop(len(cells))
                if left > 1:
                    below[len(cells)] = (left - 1, cell)
                cells.append(_copy(soup, cell))
                continue
            cell = waiting.pop(0)
            high, wide = _size(cell, "rowspan", len(rows)), _size(cell, "colspan", 100)
            for _ in range(wide):
                if high > 1:
                    below[len(cells)] = (high - 1, cell)
                cells.append(_copy(soup, cell))
        total += len(cells)
        if total > _MOST_CELLS:
            raise RetrieverError(f"a table of more than {_MOST_CELLS:,} cells")
        row.clear()
        row.extend(cells)
    _mark_header(rows)


def _size(cell: Tag, name: str, most: int) -> int:
    written = str(cell.get(name, "1"))
    return max(1, min(most, int(written))) if written.isdecimal() else 1


def _copy(soup: BeautifulSoup, cell: Tag) -> Tag:
    """A cell alone, its text on one line and without bars, which would end the cell."""
    made = soup.new_tag(cell.name)
    for part in cell.contents:
        made.append(part.__copy__() if isinstance(part, NavigableString) else _cloned(part))
    for text in list(_texts(made)):
        if "|" in text:
            text.replace_with(NavigableString(text.replace("|", "\\|")))
    for line in made.find_all("br"):
        line.replace_with(NavigableString("; "))
    return made


def _cloned(part: object) -> Tag:
    if not isinstance(part, Tag):
        raise TypeError(f"expected an element, got {type(part).__name__}")
    return part.__copy__()


def _texts(tag: Tag) -> Iterator[NavigableString]:
    return (text for text in tag.find_all(string=True) if isinstance(text, NavigableString))


def _mark_header(rows: list[Tag]) -> None:
    """Make the first row a header where it reads like one: three columns or more, no figure in it,
    or bold throughout. Of two columns the left one usually names what is on the right.
    """
    if not rows:
        return
    cells = rows[0].find_all(["td", "th"])
    texts = [cell.get_text(strip=True) for cell in cells]
    bold = all(
        cell.find(["strong", "b"]) is not None for cell in cells if cell.get_text(strip=True)
    )
    wide = len(cells) > 2 and not any(char.isdigit() for text in texts for char in text)
    if any(texts) and len(rows) > 1 and (bold or wide):
        for cell in cells:
            cell.name = "th"
