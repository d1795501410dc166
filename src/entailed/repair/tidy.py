"""From edits to text, line by line, so that the Markdown around a deletion stays whole."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from entailed.repair.edits import Edit, render
from entailed.repair.layout import Layout, Line
from entailed.text.lazy import lazy
from entailed.types import Segment, Span

__all__ = ["Row", "joined", "mended", "tidy"]

_LABEL = lazy(r"[^.!?\n]{0,100}[:：][\W_]*")
# A number of a list written in one line, with nothing left between it and the next or the end.
_NUMBER = r"\d{1,2}[.)]"
_ORPHANED = lazy(
    rf"(?:(?<=[.!?:;)\]\"”])[ \t]{{1,4}}|^[ \t]{{0,8}}){_NUMBER}"
    rf"(?=[ \t]{{1,4}}{_NUMBER}[ \t]|[ \t]*$)"
)
_HEAD = lazy(
    r"(?:\*\*[^*\n]{1,60}\*\*|__[^_\n]{1,60}__):?|[^:–—\n]{1,60}?(?=[ \t]?:[ \t]|[ \t][–—-][ \t])"
)
_ROUNDS = 4
_NAMING = ("separator", "citation", "heading", "lead_in")
_COUNTED = lazy(
    r"(?:(?<=[.!?:;)\]\"”])[ \t]{1,4}|^[ \t]{0,8})(?P<number>\d{1,2})(?=[.)][ \t]{1,4}\S)"
)
_BOX = lazy(r"\[[ xX]\] $")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the answer after the edits.

    `bare` says that it is a list item without a claim of its own, `promoted` that it has moved up
    into the place of the item it belonged to.
    """

    line: Line
    text: str
    dropped: bool = False
    bare: bool = False
    promoted: bool = False

    @property
    def blank(self) -> bool:
        """Whether nothing but white space is left of it."""
        return not self.text.strip()


def tidy(answer: str, layout: Layout, edits: Sequence[Edit], segments: Sequence[Segment]) -> str:
    """`answer` with `edits` applied and the structure around deletions mended.

    Emptied lines go, with their list marker; so do the lead-in and the header of a list or a
    table that lost all its entries, and a heading with nothing left under it. Ordered lists are
    numbered anew, children of a deleted item move up, runs of blank lines close.
    """
    return joined(mended(answer, layout, edits, segments))


def mended(
    answer: str, layout: Layout, edits: Sequence[Edit], segments: Sequence[Segment]
) -> list[Row]:
    """The lines of `tidy`, the dropped ones among them."""
    everything = list(edits)
    rows = _rows(answer, layout, everything)
    for _ in range(_ROUNDS):
        more = _lead_ins(answer, rows, segments, everything)
        if not more:
            break
        everything.extend(more)
        rows = _rows(answer, layout, everything)
    rows = _marked_bare(rows, segments)
    rows = _without_headings(_without_headers(_without_bare(_with_labels(answer, rows))))
    if any(row.dropped for row in rows):
        rows = _renumbered(_promoted(answer, rows))
    return rows


def joined(rows: Sequence[Row]) -> str:
    """The text of the lines that are kept."""
    return "\n".join(_closed_up(rows))


def _rows(answer: str, layout: Layout, edits: Sequence[Edit]) -> list[Row]:
    by_line: dict[int, list[Edit]] = {}
    for edit in _clipped(layout, edits):
        by_line.setdefault(layout.index_at(edit.start), []).append(edit)
    return [_row(answer, line, by_line.get(index, [])) for index, line in enumerate(layout.lines)]


def _clipped(layout: Layout, edits: Iterable[Edit]) -> Iterable[Edit]:
    """Edits cut at line ends; the text goes where the edit begins. Overlapping ones are dropped."""
    at = -1
    for edit in sorted(edits):
        if edit.start < at:
            continue
        at = max(at, edit.end)
        first, last = layout.index_at(edit.start), layout.index_at(max(edit.end - 1, edit.start))
        if first == last:
            yield edit
            continue
        for index in range(first, last + 1):
            line = layout.lines[index]
            start = max(edit.start, line.start if index == first else line.content)
            end = min(edit.end, line.end)
            if start <= end:
                text = edit.text if index == first else ""
                yield Edit(start, end, text, removes=edit.removes or index > first)


def _row(answer: str, line: Line, edits: Sequence[Edit]) -> Row:
    text = render(answer, line.start, line.end, edits)
    removals = [edit for edit in edits if edit.removes and edit.end > edit.start]
    if not removals:
        return Row(line, text)
    content = render(answer, min(line.content, removals[0].start), line.end, edits)
    text = _counted_up(answer[line.start : line.end], _without_orphans(text), line)
    tail = answer[removals[-1].end : line.end].strip() == ""
    emptied = not any(char.isalnum() for char in content)
    label = tail and len(content) < 200 and _LABEL.fullmatch(content.strip()) is not None
    return Row(line, text.rstrip(), emptied or label)


def _without_orphans(text: str) -> str:
    """`text` without the numbers of inline list items that are gone ("1. Red. 2. 3. Blue.")."""
    if not _ORPHANED.search(text):
        return text
    return _ORPHANED.sub("", text).lstrip(" \t")


def _counted_up(before: str, after: str, line: Line) -> str:
    """A line with a list written in it, whose numbers count up again without what is gone."""
    at = line.content - line.start if line.kind == "item" else 0
    old = [int(found["number"]) for found in _COUNTED.finditer(before, at)]
    if len(old) < 2 or any(b != a + 1 for a, b in pairwise(old)):
        return after
    pieces, end = [], 0
    for place, found in enumerate(_COUNTED.finditer(after, at)):
        start, stop = found.span("number")
        pieces += [after[end:start], str(old[0] + place)]
        end = stop
    return "".join([*pieces, after[end:]])


def _lead_ins(
    answer: str, rows: Sequence[Row], segments: Sequence[Segment], edits: Sequence[Edit]
) -> list[Edit]:
    """Edits on the line that introduces a list or a table of which nothing is left."""
    more: list[Edit] = []
    for index, row in enumerate(rows):
        if row.dropped or row.line.kind in ("blank", "fence", "rule_row", "row", "header_row"):
            continue
        if not row.text.rstrip(" *_").endswith((":", "：")) or not _lost_entries(rows, index):
            continue
        lead = _lead_in_of(segments, row.line)
        if lead is not None and not any(e.start <= lead.span.start < e.end for e in edits):
            more.append(Edit(max(lead.span.start, row.line.start), lead.span.end, removes=True))
            continue
        colon = max(answer.rfind(mark, row.line.start, row.line.end) for mark in ":：")
        if colon >= 0 and not any(e.start <= colon < e.end for e in edits):
            more.append(Edit(colon, colon + 1, "."))
    return more


def _lead_in_of(segments: Sequence[Segment], line: Line) -> Segment | None:
    """The last lead-in that ends on this line."""
    found = [s for s in segments if s.role == "lead_in" and line.start < s.span.end <= line.end + 1]
    return found[-1] if found else None


def _lost_entries(rows: Sequence[Row], index: int) -> bool:
    """Whether entries followed line `index` and every one is dropped."""
    indent = rows[index].line.indent if rows[index].line.kind == "item" else -1
    lost = False
    for row in rows[index + 1 :]:
        kind = row.line.kind
        if kind in ("blank", "rule_row", "header_row"):
            continue
        if kind not in ("item", "row") or row.line.indent <= indent:
            break
        if not row.dropped:
            return False
        lost = True
    return lost


def _with_labels(answer: str, rows: list[Row]) -> list[Row]:
    """Deleted items that others hang from keep their label: "**Basic** - $5" becomes "Basic"."""
    out = list(rows)
    for index, row in enumerate(rows):
        if not row.dropped or row.line.kind != "item" or not _has_children(rows, index):
            continue
        label = _HEAD.match(answer[row.line.content : row.line.end])
        if label is not None:
            text = answer[row.line.start : row.line.content] + label[0].rstrip()
            out[index] = replace(row, text=text, dropped=False)
    return out


def _has_children(rows: Sequence[Row], index: int) -> bool:
    for row in rows[index + 1 :]:
        if row.line.kind == "blank":
            continue
        if row.line.kind not in ("item", "text") or row.line.indent <= rows[index].line.indent:
            return False
        if not row.dropped:
            return True
    return False


def _marked_bare(rows: list[Row], segments: Sequence[Segment]) -> list[Row]:
    """List items that say nothing themselves and only head others marked as such."""
    claims = [s.span for s in segments if s.role not in _NAMING]
    out = list(rows)
    for index, row in enumerate(rows):
        if row.line.kind == "item" and row.line.content < row.line.end:
            span = Span(row.line.content, row.line.end)
            if not any(claim.overlaps(span) for claim in claims):
                out[index] = replace(row, bare=True)
    return out


def _without_bare(rows: list[Row]) -> list[Row]:
    """Items that only headed others go with the last of them, innermost first."""
    out = list(rows)
    for index in range(len(out) - 1, -1, -1):
        if out[index].bare and not out[index].dropped and _lost_entries(out, index):
            out[index] = replace(out[index], dropped=True)
    return out


def _without_headers(rows: list[Row]) -> list[Row]:
    """Tables that lost every row lose their header too."""
    out = list(rows)
    for index, row in enumerate(rows):
        if row.line.kind != "header_row":
            continue
        body = _table_after(rows, index)
        if any(rows[i].dropped for i in body) and all(rows[i].dropped for i in body):
            for gone in (index, index + 1):
                out[gone] = replace(out[gone], dropped=True)
    return out


def _table_after(rows: Sequence[Row], header: int) -> list[int]:
    body = []
    for index in range(header + 2, len(rows)):
        if rows[index].line.kind != "row":
            break
        body.append(index)
    return body


def _without_headings(rows: list[Row]) -> list[Row]:
    """Headings go whose section lost something and has nothing left, innermost first."""
    out = list(rows)
    for index in range(len(out) - 1, -1, -1):
        if out[index].line.kind != "heading" or out[index].dropped:
            continue
        section = _section(out, index)
        left = any(not row.dropped and not row.blank for row in section)
        if not left and any(row.dropped for row in section):
            out[index] = replace(out[index], dropped=True)
    return out


def _section(rows: Sequence[Row], heading: int) -> list[Row]:
    section = []
    for row in rows[heading + 1 :]:
        if row.line.kind == "heading" and row.line.level <= rows[heading].line.level:
            break
        section.append(row)
    return section


def _promoted(answer: str, rows: list[Row]) -> list[Row]:
    """Lines that belong to a dropped list item move out to its place, with its kind of marker."""
    out = list(rows)
    for index, row in enumerate(rows):
        if not row.dropped or row.line.kind != "item":
            continue
        below = _belonging(rows, index)
        child = next((rows[i].line.indent for i in below if rows[i].line.kind == "item"), None)
        shift = rows[below[0]].line.indent - row.line.indent if below else 0
        for i in below:
            line = rows[i].line
            if line.kind == "item" and line.indent == child:
                out[i], shift = _in_place_of(answer, row.line, out[i])
            else:
                out[i] = replace(out[i], text=_shifted(out[i].text, shift))
    return out


def _belonging(rows: Sequence[Row], index: int) -> list[int]:
    """The lines under a list item, up to the next one beside or above it."""
    found: list[int] = []
    for below in range(index + 1, len(rows)):
        line = rows[below].line
        if line.kind == "blank":
            continue
        if line.kind not in ("item", "text") or line.indent <= rows[index].line.indent:
            break
        found.append(below)
    return found


def _in_place_of(answer: str, parent: Line, row: Row) -> tuple[Row, int]:
    """An item with the marker of the one it belonged to, and how far its own lines move."""
    lead = answer[parent.start : parent.content]
    marker = _BOX.sub("", lead)
    line = row.line
    width = line.content - line.start
    moved = replace(line, indent=parent.indent, number=parent.number, mark=parent.mark)
    return Row(moved, marker + row.text[width:], row.dropped, row.bare, True), width - len(marker)


def _shifted(text: str, shift: int) -> str:
    """`text` moved to the left, as far as it is indented, or to the right."""
    spaces = len(text) - len(text.lstrip(" \t"))
    return text[min(shift, spaces) :] if shift >= 0 else " " * -shift + text


def _renumbered(rows: list[Row]) -> list[Row]:
    """Ordered lists that counted up count up again without their dropped items."""
    out = list(rows)
    counters: dict[int, tuple[int, int]] = {}
    for index, row in enumerate(rows):
        line = row.line
        if line.kind != "item":
            continue
        counters = {indent: c for indent, c in counters.items() if indent <= line.indent}
        if line.number is None or line.mark is None:
            continue
        last, following = counters.get(line.indent, (line.number - 1, line.number))
        if line.number == last + 1 or row.promoted:
            if not row.dropped and following != line.number:
                out[index] = replace(row, text=_with_number(row, line.number, following))
            counters[line.indent] = (line.number, following + (not row.dropped))
        else:
            counters[line.indent] = (line.number, line.number + (not row.dropped))
    return out


def _with_number(row: Row, old: int, new: int) -> str:
    return re.sub(rf"^([\s>]{{0,60}}){old}(?=[.)])", rf"\g<1>{new}", row.text, count=1)


def _closed_up(rows: Sequence[Row]) -> list[str]:
    """The kept lines, with no more blank lines at a deletion than there were beside it."""
    lines: list[str] = []
    after_drop = False
    for row in rows:
        if row.dropped:
            after_drop = True
            continue
        if row.blank and after_drop and (not lines or not lines[-1].strip()):
            continue
        after_drop = after_drop and row.blank
        lines.append(row.text)
    if after_drop or (rows and rows[-1].dropped):
        while lines and not lines[-1].strip():
            lines.pop()
    return lines
