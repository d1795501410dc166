"""How much of a text that is still being written is cut into sentences for good.

A block is final once a blank line or the next block has come; the sentences of a line still being
written, once nothing in the line is open (a quotation, a bracket, an emphasis, a list in the line)
and the first word of the next sentence is there. What may be told only at the end (an open
fence, a list of references, a line that may become a row of a table) is never final before it.

Everything here errs on one side: what is called final is, whatever follows; not everything that is
final is called so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from entailed.text.blocks import plain_lines
from entailed.text.inline import plain, unclosed
from entailed.text.lazy import lazy
from entailed.text.lines import may_be_listed
from entailed.text.markers import fenced, may_go_on
from entailed.text.memo import identity
from entailed.text.prose import opens_as_prose
from entailed.text.segment import Reading
from entailed.text.sentences import undecided
from entailed.types import Span

__all__ = ["final_sentences"]

_FENCE_LINE = lazy(r"^[ \t>]*(?:`{3,}|~{3,})", re.MULTILINE)
_BLANK_LINE = lazy(r"\n[ \t]*\n")
_WORD = lazy(r"\S+")
_TWO_WORDS = lazy(r"\S+[ \t]+\S")
_LIST_MARK = lazy(r"\(?(?:\d{1,9}|[a-zA-Z]|[ivxIVX]{1,4})[.)]+$")
_OPENING = lazy(r"(?<=\s)\*\*$")  # of the next sentence; taken for markup closed or not
_STOP_INSIDE = lazy(r"[.!?…](?!\w)")
_PROSE_KINDS = ("paragraph", "list_item", "quote")
_LINE_KINDS = ("table_row", "table_header", "heading", "code")


def final_sentences(reading: Reading) -> Iterator[int]:
    """Indices `i` such that sentence `i` and all before it are cut for good, the last first.

    Sentence `i + 1` has begun: its start and its first word are final too. How many blocks are
    looked at grows with the text; how many sentences, with the caller's patience.
    """
    final = _Finality(reading)
    for i in range(len(reading.sentences) - 2, -1, -1):
        if final.after(i):
            yield i


class _Finality:
    """What of one reading is final."""

    def __init__(self, reading: Reading) -> None:
        self.text = plain_lines(reading.text)
        self.sentences = reading.sentences
        self.blocks = reading.blocks
        self.places = reading.places
        self.limit = _fence_limit(self.text, reading)
        self.closed = self._closed_blocks()
        kinds = (i for i, s in enumerate(self.sentences) if s.kind == "reference")
        self.first_reference = next(kinds, len(self.sentences))

    def after(self, i: int) -> bool:
        """Whether sentence `i` and those before it are final, with sentence `i + 1` begun."""
        begun = self.sentences[i + 1].span.start
        block, following = self.places[i], self.places[i + 1]
        same = block == following
        if begun > self.limit or not self._begins_for_good(begun, same):
            return False
        if may_go_on(self.text[:begun], same_line=same):
            return False
        return block < self.closed or (same and self._final_in_line(i, begun))

    def _closed_blocks(self) -> int:
        """How many of the leading blocks take no more lines."""
        for k in range(len(self.blocks)):
            if not self._takes_no_more(k):
                return k
        return len(self.blocks)

    def _takes_no_more(self, k: int) -> bool:
        block, end = self.blocks[k], self.blocks[k].lines[-1].end
        if k + 1 < len(self.blocks):
            following = self.blocks[k + 1]
            if following.kind == "table_header" and self._rule_unfinished(k + 1):
                return _BLANK_LINE.search(self.text, end, following.lines[0].start) is not None
            if any(c.isalnum() for c in following.lines[0].of(self.text)):
                return True
        if block.kind in _LINE_KINDS:
            return block.kind != "table_header" and "\n" in self.text[end:]
        return _BLANK_LINE.search(self.text, end) is not None

    def _rule_unfinished(self, header: int) -> bool:
        """Whether the rule under a table's header is still being written."""
        last = header + 1 == len(self.blocks)
        return last and self.text.count("\n", self.blocks[header].lines[-1].end) < 2

    def _begins_for_good(self, begun: int, same_block: bool) -> bool:
        """Whether a sentence begins at `begun` with a word that will not become something else."""
        first = self.text[begun]
        if not (first.isalpha() or first.isdecimal()):
            return False
        if _is_cjk(first):
            # Without a space before it, the splitter reads the whole run of characters as one.
            before = self.text[:begun]
            run = "" if before[-1:].isspace() else (before.split() or [""])[-1]
            return not same_block or _STOP_INSIDE.search(run + first) is None
        word = _WORD.match(self.text, begun)
        if word is None or word.end() == len(self.text):
            return False
        return _LIST_MARK.match(word.group()) is None

    def _final_in_line(self, i: int, begun: int) -> bool:
        """Whether the cut at `begun` in a block still open is final, in the block's first line."""
        block = self.blocks[self.places[i]]
        line = block.lines[0]
        kinds = {block.kind, self.sentences[i].kind, self.sentences[i + 1].kind}
        if not line.start < begun < line.end or len(kinds) > 1 or block.kind not in _PROSE_KINDS:
            return False
        content, before = line.of(self.text), self.text[line.start : begun]
        if not opens_as_prose(content) or may_be_listed(content) or i >= self.first_reference:
            return False
        if unclosed(_OPENING.sub("", before)):
            return False
        glued = not before[-1:].isspace() and not _is_cjk(self.text[begun])
        if glued and not _TWO_WORDS.match(self.text, begun):
            return False  # "ended.It" is two sentences only where more follows on the line
        return not any(undecided(part) for part in plain(identity(content)).body.text.split("\n"))


def _is_cjk(char: str) -> bool:
    return "\u3040" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff"


def _fence_limit(text: str, reading: Reading) -> int:
    """Where the first fence begins whose end has not come, or that is a fence only to some.

    Markers are read by the shape of lines, blocks by Markdown's rules; both have to agree on what
    is inside.
    """
    ends = dict(fenced(text))
    limit = len(text) + 1
    agreed: list[Span] = []
    for fence in reading.fences:
        if fence.closed and ends.get(fence.start) == fence.end:
            agreed.append(Span(fence.start, fence.end))
        else:
            limit = min(limit, fence.start)
    for match in _FENCE_LINE.finditer(text):
        if not any(s.start <= match.start() < s.end for s in agreed):
            return min(limit, match.start())
    return limit
