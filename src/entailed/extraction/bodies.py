"""Edits of claim texts that keep the way back to the answer: cut, join, carry a lead-in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from entailed.extraction import lexicon as lex
from entailed.extraction.abstention import is_abstention
from entailed.extraction.clauses import finite_at, first_verb
from entailed.extraction.discourse import opening_length
from entailed.extraction.roles import is_generic_lead_in
from entailed.extraction.tokens import tokens
from entailed.types import Mapped, Span

_MAX_LEAD = 300
_SPACE_STOP = re.compile(r"\s+(?=[.,;:!?。，；](?!\.)|$)")
_LOOSE_END = re.compile(r"[\s:：,;]+$")
_BRACKETED = re.compile(r"\[[^\[\]]{5,160}\]|\([^()]{5,160}\)")
_TAIL = re.compile(
    r"(?:,? (?:as follows|the following(?: \w{1,20}){0,2}|these(?: things| items| points)?|namely"
    r"|including|for example))$",
    re.IGNORECASE,
)
_PLURAL_SOON = 3


def cut(body: Mapped, spans: Sequence[Span]) -> Mapped:
    """`body` without the code points that come from `spans` (in order), tidied."""
    if not spans:
        return body
    parts: list[Mapped] = []
    at, which = 0, 0
    for i, start in enumerate(body.starts):
        while which < len(spans) and spans[which].end <= start:
            which += 1
        inside = which < len(spans) and spans[which].start <= start and body.ends[i] > start
        if inside:
            if at < i:
                parts.append(body.slice(at, i))
            at = i + 1
    parts.append(body.slice(at, len(body.text)))
    return tidy(Mapped.join(*parts))


def tidy(body: Mapped) -> Mapped:
    """Trim, leave single spaces, and none before punctuation."""
    drop = [(m.start(), m.end()) for m in _SPACE_STOP.finditer(body.text)]
    drop += [(m.start() + 1, m.end()) for m in re.finditer(r"\s{2,}", body.text)]
    lead = len(body.text) - len(body.text.lstrip())
    return without_ranges(body, [*drop, (0, lead)])


def finished(body: Mapped) -> Mapped:
    """`body` trimmed, without a colon, comma or semicolon at its end."""
    end = _LOOSE_END.search(body.text)
    start = len(body.text) - len(body.text.lstrip())
    return body.slice(start, max(start, end.start() if end else len(body.text)))


def without_ranges(body: Mapped, ranges: Iterable[tuple[int, int]]) -> Mapped:
    """`body` without the given ranges of its own text, which may overlap."""
    parts: list[Mapped] = []
    at = 0
    for start, end in sorted(ranges):
        if end <= max(at, start):
            continue
        if start > at:
            parts.append(body.slice(at, start))
        at = end
    if not at:
        return body
    parts.append(body.slice(at, len(body.text)))
    return Mapped.join(*parts)


def joined(body: Mapped, prefixes: Sequence[tuple[int, int]], start: int, end: int) -> Mapped:
    """The prefix ranges of `body` and then `[start, end)`, with single spaces between."""
    parts: list[Mapped] = []
    for first, last in prefixes:
        parts += [body.slice(first, last), Mapped.inserted(" ", body.span(last, last))]
    return Mapped.join(*parts, body.slice(start, end)) if parts else body.slice(start, end)


def without_asides(body: Mapped) -> Mapped:
    """`body` without a bracketed remark about the sources ("[not stated in the documents]")."""
    if "[" not in body.text and "(" not in body.text:
        return body
    found = [m.span() for m in _BRACKETED.finditer(body.text) if is_abstention(m.group()[1:-1])]
    return tidy(without_ranges(body, found)) if found else body


def without_discourse(body: Mapped) -> Mapped:
    """`body` without an opening that only links or announces ("However,", "As stated above,")."""
    return body.slice(opening_length(body.text), len(body.text))


def with_lead_in(lead: Mapped | None, item: Mapped) -> Mapped:
    """A list item as a statement: with its lead-in where it cannot be understood without it.

    A lead-in over 300 characters, or one that says nothing ("Key points:"), is never carried;
    a full sentence needs none. A count in the lead-in ("three parts") is left out.
    """
    if lead is None or len(lead.text) > _MAX_LEAD or is_generic_lead_in(lead.text):
        return item
    stem = _stem(lead)
    if not stem.text or reads_alone(item.text, open_lead=_wants_object(stem.text)):
        return item
    glue = " " if _wants_object(stem.text) else ": "
    at = Span(item.starts[0], item.starts[0]) if item.starts else stem.span(0, 0)
    return Mapped.join(stem, Mapped.inserted(glue, at), item)


def reads_alone(text: str, *, open_lead: bool = False) -> bool:
    """Whether a list item is a full sentence; surer proof is asked under an unfinished lead-in."""
    toks = tokens(text[:400])
    verb = first_verb(toks)
    if verb is None:
        return False
    if any(t.lower in lex.CONDITIONAL or t.text == ":" for t in toks[:verb]):
        return False
    if lex.ING in lex.verb_forms(toks[0].lower):
        return False
    forms = lex.verb_forms(toks[verb].lower)
    if (
        lex.PARTICIPLE in forms
        and lex.THIRD not in forms
        and toks[verb].lower not in lex.AUXILIARIES
    ):
        return not open_lead and text.rstrip().endswith((".", "!"))
    return True


def _stem(lead: Mapped) -> Mapped:
    """The lead-in without its colon, its "the following" and its count."""
    end = len(lead.text.rstrip(" :："))
    tail = _TAIL.search(lead.text[:end])
    stem = without_discourse(lead.slice(0, tail.start() if tail else end))
    toks = tokens(stem.text)
    drop: list[tuple[int, int]] = []
    for i, token in enumerate(toks[:-1]):
        count = token.lower in lex.NUMBER_WORDS or (token.text.isdigit() and len(token.text) < 3)
        near = toks[i + 1 : i + 1 + _PLURAL_SOON]
        if count and i + 6 > len(toks) and any(t.lower.endswith("s") and t.word for t in near):
            drop.append((token.start, toks[i + 1].start))
    return without_ranges(stem, drop)


def _wants_object(stem: str) -> bool:
    """Whether the lead-in breaks off where its object or complement must follow."""
    toks = tokens(stem)
    if len(toks) < 2 or not toks[-1].word:
        return False
    last = toks[-1].lower
    if (
        last in lex.PREPOSITIONS
        or last in lex.AUXILIARIES
        or last in {"not", "be", "been", "both", "to"}
    ):
        return True
    if not lex.verb_forms(last):
        return False
    before = toks[-2].lower
    return (
        finite_at(toks, len(toks) - 1)
        or before in lex.AUXILIARIES | {"not", "to", "also", "will", "only"}
        or (
            lex.BASE in lex.verb_forms(last)
            and before not in lex.DETERMINERS
            and before not in lex.PREPOSITIONS
            and last not in lex.NOUN_LIKE
        )
        or _plain_third(last, before)
    )


def _plain_third(last: str, before: str) -> bool:
    """ "The policy covers": a noun-like verb after a singular subject."""
    third = lex.THIRD in lex.verb_forms(last) and last in lex.NOUN_LIKE_THIRD
    return third and before not in lex.DETERMINERS | lex.PREPOSITIONS and not before.endswith("s")
