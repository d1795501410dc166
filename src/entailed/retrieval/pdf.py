"""PDF as text: layout kept where it carries a table, headings told by their size."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pypdf import PageObject, PdfReader
from pypdf.errors import DependencyError

from entailed.errors import RetrieverError
from entailed.retrieval.documents import Extract, clean

__all__ = ["read_pdf"]

_MOST_PAGES = 3_000
_SPACES = re.compile(r"\s+")
_GAP = re.compile(r" {3,}")
_DIGITS = re.compile(r"\d+")
_LETTER = re.compile(r"[^\W\d_]")
_ENDED = re.compile(r"[.!?:;。！？][\"”’')\]]*$")
_LARGER = 1.15  # a heading's size over that of the body
_HEADING = 120  # characters at most
_EDGE = 3  # running lines looked for at either end of a page


@dataclass(frozen=True, slots=True)
class _Page:
    """The lines of one page, and the sizes of the lines that were drawn in one size."""

    lines: tuple[str, ...]
    sizes: Mapping[str, float]
    weights: Mapping[float, int]


def read_pdf(data: bytes) -> Extract:
    """The text of a PDF page by page; a line that repeats at the edge of pages is kept once."""
    reader = PdfReader(io.BytesIO(data))
    if reader.is_encrypted:
        _decrypt(reader)
    count = len(reader.pages)
    pages = [_read(reader.pages[i]) for i in range(min(count, _MOST_PAGES))]
    empty = [i + 1 for i, page in enumerate(pages) if not any(map(_LETTER.search, page.lines))]
    if len(empty) == len(pages):
        raise RetrieverError("holds no text; a scan needs text recognition (OCR) first")
    notes = []
    if empty:
        shown = ", ".join(map(str, empty[:10])) + (", ..." if len(empty) > 10 else "")
        notes.append(f"no text on {len(empty)} of {count} pages (page {shown})")
    if count > _MOST_PAGES:
        notes.append(f"only the first {_MOST_PAGES:,} of {count:,} pages were read")
    text, starts = _joined(_with_headings(pages))
    return Extract(text, _title(reader), starts, tuple(notes))


def _decrypt(reader: PdfReader) -> None:
    """Open a file that has a password for its owner only."""
    try:
        opened = reader.decrypt("")
    except DependencyError as error:
        raise RetrieverError(f"encrypted: {error}; save it without encryption") from error
    if not opened:
        raise RetrieverError("encrypted: it has a password; save it without one")


def _title(reader: PdfReader) -> str:
    found = reader.metadata.title if reader.metadata else None
    title = clean(str(found)).strip() if found else ""
    return "" if title.lower() in ("untitled", "(anonymous)") else title


def _read(page: PageObject) -> _Page:
    """The page in its layout, or in the order of drawing where its layout says less.

    Columns of prose side by side would be read across; text turned on its side would be lost.
    """
    drawn: list[tuple[str, float]] = []

    def visit(
        text: str, outer: Sequence[float], inner: Sequence[float], _: object, size: float
    ) -> None:
        if text.strip():
            scale = abs((inner[3] or inner[1]) * (outer[3] or outer[1]))
            drawn.append((text, round(size * scale, 1)))

    plain = page.extract_text(visitor_text=visit) or ""
    try:
        laid = page.extract_text(extraction_mode="layout") or ""
    except Exception:  # layout needs more of the fonts than the order of drawing does
        laid = ""
    chosen = laid if _says_as_much(laid, plain) and not _columns(laid) else plain
    lines = tuple(_GAP.sub("   ", line.strip()) for line in clean(chosen).split("\n"))
    return _Page(lines, *_sizes(drawn))


def _says_as_much(laid: str, plain: str) -> bool:
    return len(_LETTER.findall(laid)) >= 0.97 * len(_LETTER.findall(plain))


def _columns(text: str) -> bool:
    """Whether most lines are two pieces of prose side by side."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    sides = [[part for part in _GAP.split(line) if len(part) > 24] for line in lines]
    return len(lines) > 7 and sum(len(parts) > 1 for parts in sides) > 0.4 * len(lines)


def _sizes(drawn: Sequence[tuple[str, float]]) -> tuple[dict[str, float], dict[float, int]]:
    """The size of each line, by its words, and how many characters each size has."""
    sizes: dict[str, float] = {}
    weights: Counter[float] = Counter()
    for text, size in drawn:
        weights[size] += len(text)
        for line in clean(text).split("\n"):
            key = _SPACES.sub(" ", line.strip())
            if key:
                sizes[key] = min(size, sizes.get(key, size))
    return sizes, dict(weights)


def _with_headings(pages: Sequence[_Page]) -> list[list[str]]:
    """The lines of each page without running lines, and headings marked as such."""
    weights: Counter[float] = Counter()
    for page in pages:
        weights.update(page.weights)
    body = max(weights, key=weights.__getitem__, default=0.0)
    larger = sorted((size for size in weights if size >= _LARGER * body), reverse=True)
    levels = {size: min(level, 6) for level, size in enumerate(larger, start=1)}
    texts = _without_running([list(page.lines) for page in pages])
    return [_marked(lines, page.sizes, levels) for lines, page in zip(texts, pages, strict=True)]


def _marked(
    lines: Sequence[str], sizes: Mapping[str, float], levels: Mapping[float, int]
) -> list[str]:
    """The lines with "#" before those of a larger size; wrapped headings are put on one line."""
    made: list[str] = []
    last = 0
    for line in lines:
        key = _SPACES.sub(" ", line)
        level = levels.get(sizes.get(key, 0.0), 0)
        if not _LETTER.search(line) or len(key) > _HEADING or line.endswith((".", ",", ";")):
            level = 0
        wrapped = level and level == last and (key[0].islower() or len(made[-2]) > _HEADING // 3)
        if wrapped:
            made[-2] += f" {key}"
        elif level:
            made += ["", f"{'#' * level} {key}", ""]
        else:
            made.append(line)
        last = level
    return made


def _without_running(pages: list[list[str]]) -> list[list[str]]:
    """The pages without lines that repeat at their edges, figures aside.

    A header stays on the first page and a footer on the last, so that no words are lost.
    """
    pages = [_stripped(lines) for lines in pages]
    for at in (0, -1):
        for depth in range(_EDGE):
            place = depth if at == 0 else -1 - depth
            keys = [_edge(lines, place) for lines in pages]
            counts = Counter(key for key in keys if key)
            for number, key in enumerate(keys):
                keeps = number == (0 if at == 0 else len(pages) - 1)
                if key and counts[key] > max(1, len(pages) // 2) and not keeps:
                    pages[number][place] = ""
    return [_stripped(lines) for lines in pages]


def _stripped(lines: Sequence[str]) -> list[str]:
    kept = [i for i, line in enumerate(lines) if line]
    return list(lines[kept[0] : kept[-1] + 1]) if kept else []


def _edge(lines: Sequence[str], place: int) -> str:
    """The line at a place counted from an edge, with its figures made alike."""
    inside = -len(lines) <= place < len(lines)
    return _DIGITS.sub("0", _SPACES.sub(" ", lines[place])) if inside else ""


def _joined(pages: Sequence[Sequence[str]]) -> tuple[str, tuple[int, ...]]:
    """All pages as one text, and where each begins.

    A sentence that goes on after a gap or a page break is not parted from its beginning; a table
    is parted from the prose around it.
    """
    parts: list[str] = []
    starts: list[int] = []
    length = 0
    before, tabular = "", False
    for lines in pages:
        blank = True
        begun = False
        for line, table in _tables(lines):
            if not line:
                blank = True
                continue
            goes_on = before and not _ENDED.search(before) and line[0].islower()
            apart = (blank and not goes_on) or table != tabular
            gap = ("\n\n" if apart else "\n") if before else ""
            starts += [] if begun else [length + len(gap)]
            parts.append(gap + line)
            length += len(gap) + len(line)
            before, tabular, blank, begun = line, table, False, True
        starts += [] if begun else [length]
    return "".join(parts) + "\n", tuple(starts)


def _tables(lines: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Each line with whether it is a row: it has a wide gap, and so has a line beside it.

    A wide gap elsewhere is the justification of prose.
    """
    wide = [False, *(_GAP.search(line) is not None for line in lines), False]
    for i, line in enumerate(lines, start=1):
        table = wide[i] and (wide[i - 1] or wide[i + 1])
        yield (line if table else _GAP.sub(" ", line)), table
