"""The claims of an answer that is still being written, as far as they will stay what they are.

What a sentence becomes may hang on the one after it: a lead-in on its list, a sentence without a
marker on a line of nothing but markers, a lone "Yes." on whether anything else is claimed. A
sentence is settled once none of that can change any more, so that the claims of the finished answer
begin with the settled ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain, takewhile
from typing import Protocol

from entailed.extraction.coverage import uncovered
from entailed.extraction.pieces import Piece, assembled, is_bare
from entailed.text.finality import final_sentences
from entailed.text.lazy import lazy
from entailed.text.segment import Reading, read
from entailed.types import Citation, Claim, Extraction, Mapped, Segment, Sentence, Span

__all__ = ["NOTHING", "SentenceReader", "settled", "settled_end"]

NOTHING = Extraction((), ())
_CLAIMING = ("claim", "abstention")
_PARAGRAPH = lazy(r"\n[ \t\r]*\n(?=[^\W\d_])")
_STOPPED = lazy(r"[.!?。！？…][\"”’'»)\]*_」』）]*$")
_COLON = lazy(r"[:：]\W*$")
_FIRST_WORD = lazy(r"[^\W_]+(?:['’][^\W_]+)?(?=[\s\S])")
_PLAIN_WORD = lazy(r"([^\W\d_]+),?[ \t]")
_LISTED = ("list_item", "quote", "table_row", "table_header")
_NO_LEAD = ("heading", "table_row", "table_header", "code", "reference")
# Words that may go together with a marker they lead to ("according to the source [1]"), so that
# nothing is left of their sentence and the marker belongs to the one before: those that such a
# phrase begins with, and those it may have besides.
_FIRST = frozenset(
    """according as based conforme context contexts d'après d’après doc docs document documents
    excerpt excerpts from gemäß in laut nach passage passages per secondo segundo según selon
    snippet snippets source sources согласно""".split()
)
_LEADING = _FIRST | frozenset(
    """by both cf citing dit et on quelle quellen ref reference references refs sagt see siehe the
    to und and y e vgl voir also says say states state notes note explains explain mentions mention
    reports report confirms confirm indicates indicate adds add shows show specifies specify claims
    claim that dass que stated noted described shown mentioned explained reported specified outlined
    listed defined seen""".split()
)
_LEADING_CJK = "根据據来出"


class SentenceReader(Protocol):
    """What is asked of the extractor that reads the sentences one by one."""

    sentences: tuple[Sentence, ...]
    citations: tuple[Citation, ...]
    bodies: list[Mapped]

    def pieces(self, i: int) -> list[Piece]:
        """The pieces of sentence `i`; asked for in order."""
        ...

    def patched(self, groups: list[list[Piece]], gaps: Sequence[Span]) -> list[list[Piece]]:
        """The pieces with what they leave out."""
        ...


def settled_end(extraction: Extraction) -> int:
    """Where a settled extraction ends: its segments tile the answer up to here."""
    return extraction.segments[-1].span.end if extraction.segments else 0


def settled(
    answer: str, before: Extraction, reader: Callable[[Reading], SentenceReader]
) -> Extraction:
    """The settled beginning of `answer`; at least `before`, which is that of a shorter one.

    The text is read from the last paragraph that `before` reaches into, so that the cost of a
    whole stream grows with its length times that of its paragraphs.
    """
    start = _restart(answer, before)
    known = settled_end(before)
    reading = read(answer[start:])
    begun = [start + s.span.start for s in reading.sentences[1:]]
    fresh = takewhile(lambda i: begun[i] > known, final_sentences(reading))
    latest = next(fresh, None)
    if latest is None:
        return before
    source = reader(reading)
    last = next((i for i in chain([latest], fresh) if _stays(reading, source, i)), None)
    if last is None:
        return before
    made = _begun(reading, source, last, start > 0 or _claims_anything(before.segments))
    whole = _joined(before, made, start)
    return whole if settled_end(whole) > known else before


def _begun(reading: Reading, source: SentenceReader, last: int, claimed: bool) -> Extraction:
    """The extraction of sentences up to `last`, to the end of what they say."""
    groups = [source.pieces(i) for i in range(last + 1)]
    if not claimed and not any(p.role in _CLAIMING for group in groups for p in group):
        bare = (i for i, group in enumerate(groups) if any(is_bare(p) for p in group))
        groups = groups[: next(bare, len(groups))]
    if not groups:
        return NOTHING
    text = reading.text[: reading.sentences[last + 1].span.start]
    end = reading.sentences[len(groups) - 1].span.end
    made = assembled(text, groups, source.citations)
    gaps = [gap for gap in uncovered(text, made) if gap.start < end]
    if gaps:
        made = assembled(text, source.patched(groups, gaps), source.citations)
    return _without_tail(made, end)


def _without_tail(made: Extraction, end: int) -> Extraction:
    """`made` up to its last word or marker; what stands between sentences goes with the next."""
    segments = list(made.segments)
    while segments and (segments[-1].role == "separator" or segments[-1].span.start >= end):
        segments.pop()
    stop = segments[-1].span.end if segments else 0
    claims = tuple(c for c in made.claims if c.span.end <= stop)
    return Extraction(claims, tuple(segments))


def _stays(reading: Reading, source: SentenceReader, i: int) -> bool:
    """Whether sentence `i` keeps its role and its markers, whatever sentence `i + 1` becomes."""
    here, following = reading.sentences[i], reading.sentences[i + 1]
    own = (c for c in source.citations if here.span.start <= c.span.start < following.span.start)
    if not any(own):
        left = any(c.isalnum() for c in source.bodies[i + 1].text)
        if not left or not _says_something(_so_far(reading, i + 1)):
            return False
    text = source.bodies[i].text.rstrip()
    if here.kind in _NO_LEAD or _STOPPED.search(text[-24:]):
        return True
    if _COLON.search(text[-24:]):
        return following.kind in _LISTED
    return following.lead_in is None or following.lead_in is not here.body


def _so_far(reading: Reading, i: int) -> str:
    """Sentence `i`, and what stands after it on its line where it may not have ended."""
    span = reading.sentences[i].span
    if i + 1 < len(reading.sentences):
        return span.of(reading.text)
    line = reading.text.find("\n", span.start)
    return reading.text[span.start : None if line < 0 else line + 1]


def _says_something(begun: str) -> bool:
    """Whether a sentence that begins so has words besides those that may lead to a marker."""
    if "\u3040" <= begun[:1] <= "\u9fff":
        return begun[0] not in _LEADING_CJK
    first = _FIRST_WORD.match(begun)
    if first is None or first.group().lower() not in _FIRST:
        return first is not None
    at = 0
    while (word := _PLAIN_WORD.match(begun, at)) is not None:
        if word[1].islower() and word[1] not in _LEADING:
            return True
        at = word.end()
    return False


def _claims_anything(segments: Sequence[Segment]) -> bool:
    return any(s.role in _CLAIMING for s in segments)


# --- going on from a paragraph ---------------------------------------------------------------


def _restart(answer: str, before: Extraction) -> int:
    """The start of the last paragraph that is read alike with and without what stands before."""
    known = settled_end(before)
    if any(s.role == "reference" for s in before.segments):
        return 0
    for match in reversed(list(_PARAGRAPH.finditer(answer, max(0, known - 6000), known + 400))):
        start = match.end()
        if start > known and answer[known:start].strip():
            continue
        return start if _claims_anything([s for s in before.segments if s.span.end <= start]) else 0
    return 0


def _joined(before: Extraction, made: Extraction, start: int) -> Extraction:
    """`made`, which is read from `start` on, put after what `before` has up to there."""
    if not start:
        return made
    claims = [c for c in before.claims if c.span.start < start]
    segments = [s for s in before.segments if s.span.start < start]
    end = segments[-1].span.end if segments else 0
    first = len(claims) + 1
    moved = [_moved_segment(s, start, first) for s in made.segments]
    if moved and moved[0].role == "separator" and end < start:
        moved[0] = replace(moved[0], span=Span(end, moved[0].span.end))
    elif moved and end < start:
        moved.insert(0, Segment(Span(end, start), "not_checkable", "separator"))
    claims += [_moved_claim(c, start, first) for c in made.claims]
    return Extraction(tuple(claims), (*segments, *moved))


def _moved_segment(segment: Segment, by: int, first: int) -> Segment:
    claim_id = segment.claim_id and _numbered(segment.claim_id, first)
    return replace(segment, span=_moved(segment.span, by), claim_id=claim_id)


def _moved_claim(claim: Claim, by: int, first: int) -> Claim:
    body = claim.body
    starts, ends = (tuple(at + by for at in offsets) for offsets in (body.starts, body.ends))
    citations = tuple(replace(c, span=_moved(c.span, by)) for c in claim.citations)
    return Claim(
        _numbered(claim.id, first),
        _moved(claim.span, by),
        Mapped(body.text, starts, ends),
        _moved(claim.sentence, by),
        citations,
        claim.kind,
    )


def _numbered(claim_id: str, first: int) -> str:
    return f"c{int(claim_id[1:]) + first - 1}"


def _moved(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)
