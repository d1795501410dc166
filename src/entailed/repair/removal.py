"""Deleting claims so that what is left of their sentences is still a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from entailed.repair.dependants import article_for
from entailed.repair.edits import Edit, render
from entailed.repair.inline import note_for
from entailed.repair.places import cell_of, insertion, marker_place
from entailed.repair.task import Item, Task
from entailed.repair.wording import (
    capitalise,
    connective_length,
    hedge_sentence,
    name_for_pronoun,
    terminated,
    without_pronouns,
)
from entailed.text.lazy import lazy
from entailed.types import Claim, Span

__all__ = ["orphan_edits", "removal_edits"]

_JOIN = lazy(
    r"\s*[,;]?\s*(?:(?:and|or|und|oder|sowie|et|ou|y|o|e|и|или|as well as)\s+)?(?:also\s+)?",
    re.IGNORECASE,
)
_STOP = lazy(r"[.!?。！？…]{1,3}[\"'”’»)\]*_」』）]{0,4}\s*$")
_OPENING = lazy(r"[^\W\d_][\w ]{1,30},[ ]")  # "In winter, ", "Industrially, "
_STOPS = frozenset(".!?。！？…")
_LABEL = lazy(
    r"(?:\*\*[^*\n]{1,60}(?::\*\*|\*\*:)|__[^_\n]{1,60}(?::__|__:)|[^\W\d_][^:.!?\n*_]{0,40}:)"
    r"[ \t]{1,4}(?=\S)"
)
_COMMA = lazy(r"\s*[,;，；、]\s*")
_EMPTY_CELL = "—"
_TARGET = lazy(r"\]\([^()\s]{0,1000}(?:\s\"[^\"\n]{0,200}\")?\)|<[A-Za-z/!][^<>\n]{0,500}>")

Group = tuple[Item, ...]


def removal_edits(task: Task, inline: Sequence[Edit]) -> list[Edit]:
    """Edits that delete what is to be deleted, and replace what has to be worded anew.

    A sentence that keeps some of its claims is replaced as a whole, with the edits of `inline`
    that concern it already in it; edits that lie inside a returned one are to be left out.
    """
    edits: list[Edit] = []
    for group in _groups(task):
        if not any(item.deleted for item in group):
            continue
        if group[0].claim.kind in ("table_row", "table_header"):
            edits.extend(_row_edits(task, group))
        elif all(item.deleted for item in group):
            edits.extend(_whole_sentence(task, group))
        else:
            edits.append(_part_sentence(task, group, inline))
    return edits


def orphan_edits(task: Task) -> list[Edit]:
    """Edits at the start of kept sentences whose predecessor is deleted.

    "However, " goes, and a pronoun gets the name that the extractor read it as.
    """
    edits: list[Edit] = []
    gone: list[Item] = []
    stands: Claim | None = None
    end = 0
    for group in _groups(task):
        gap = task.answer[end : group[0].claim.sentence.start]
        end = _range(task, group).end
        if any(char.isalnum() for char in gap):
            gone, stands = [], None
        if gone and not group[0].deleted:
            edits.extend(_orphan(task, group[0], gone, stands))
        if all(item.deleted for item in group):
            gone = [group[0], *gone]
        else:
            gone, stands = [], next(i for i in group if not i.deleted).claim
    return edits


def _orphan(task: Task, item: Item, gone: Sequence[Item], stands: Claim | None) -> list[Edit]:
    answer, start = task.answer, item.claim.span.start
    sentence = item.claim.sentence.start
    if answer[min(sentence, start) : start].strip("*_>-# \t"):
        return []
    length = connective_length(answer[start : item.claim.span.end])
    at = start + length
    before = [g.claim for g in gone]
    named = name_for_pronoun(item.claim, answer, at, before)
    if named is not None and not (not length and _still_meant(named[1], before, stands)):
        return [Edit(start, named[0], capitalise(named[1]))]
    article = article_for(answer[at : item.claim.span.end], gone)
    if article is not None:
        return [Edit(start, at + article, "The")]
    opening = _OPENING.match(answer, at, item.claim.span.end)
    later = opening and name_for_pronoun(item.claim, answer, opening.end(), before)
    if opening and later:
        begin = capitalise(answer[at : opening.end()])
        return [Edit(start, later[0], begin + _inner(later[1]))]
    return [Edit(start, at + 1, capitalise(answer[at]))] if length else []


def _still_meant(name: str, gone: Sequence[Claim], stands: Claim | None) -> bool:
    """Whether the sentence that now stands before speaks of the same one, as all between did."""
    bare = name.removesuffix("'s").removesuffix("’s").removesuffix("’").casefold()
    return stands is not None and all(c.text.casefold().startswith(bare) for c in (*gone, stands))


def _inner(name: str) -> str:
    """A name as it stands inside a sentence: "the Atlas"."""
    return "the " + name[4:] if name.startswith("The ") else name


def _groups(task: Task) -> list[Group]:
    """The items of one sentence, or of one table row, together."""
    grouped: dict[tuple[int, int], list[Item]] = {}
    for item in task.items:
        if item.claim.kind in ("table_row", "table_header"):
            line = task.layout.line_at(item.claim.span.start)
            key = (line.start, line.end)
        else:
            key = (item.claim.sentence.start, item.claim.sentence.end)
        grouped.setdefault(key, []).append(item)
    return [tuple(grouped[key]) for key in sorted(grouped)]


def _row_edits(task: Task, group: Group) -> list[Edit]:
    """A row that keeps no claim goes; else a dash stands in the cells of deleted claims."""
    line = task.layout.line_at(group[0].claim.span.start)
    if all(item.deleted for item in group):
        return [Edit(line.start, line.end, removes=True)]
    cells: dict[Span, bool] = {}
    for item in group:
        cell = cell_of(task.answer, item.claim.span, task.layout)
        cells[cell] = cells.get(cell, True) and item.deleted
    return [Edit(cell.start, cell.end, _EMPTY_CELL) for cell, gone in cells.items() if gone]


def _range(task: Task, group: Group) -> Span:
    """The sentence with its claims and the citations that follow it."""
    sentence = group[0].claim.sentence
    start = min([sentence.start, *(item.claim.span.start for item in group)])
    end = max([sentence.end, *(item.claim.span.end for item in group)])
    while end < len(task.answer) and task.answer[end] in _STOPS:
        end += 1
    trailing = sorted(
        {c.span for item in group for c in item.claim.citations if c.span.start >= end}
    )
    for span in trailing:
        if not task.answer[end : span.start].strip():
            end = span.end
    line = task.layout.line_at(start)
    if line.kind in ("item", "heading", "text") and start < line.content <= end:
        start = line.content
    return Span(start, end)


def _whole_sentence(task: Task, group: Group) -> list[Edit]:
    """The sentence deleted, with what it holds beside claims kept, or hedged."""
    answer, span = task.answer, _range(task, group)
    text = _kept_asides(task, span)
    hedged = next((item for item in group if item.hedged), None)
    if hedged is not None:
        text = _hedge(task, hedged)
    elif not text:
        span = Span(_after_label(task, group, span), span.end)
    end = span.end
    line_end = task.layout.line_at(max(span.end - 1, span.start)).end
    while not text and end < line_end and answer[end] in " \t\u00a0":
        end += 1
    return [Edit(span.start, end, text, removes=not text), *_rescued(task, group, span)]


def _after_label(task: Task, group: Group, span: Span) -> int:
    """Where a deletion begins: after the label of a list item that keeps another sentence."""
    line = task.layout.line_at(span.start)
    label = _LABEL.match(task.answer, span.start, line.end)
    if line.kind != "item" or label is None or span.start != line.content:
        return span.start
    kept = (i.claim.span.start for i in task.items if not i.deleted and i not in group)
    first = min(i.claim.span.end for i in group)
    more = any(span.end <= start < line.end for start in kept)
    return label.end() if more and label.end() < first else span.start


def _hedge(task: Task, item: Item) -> str:
    return hedge_sentence(item.claim, item.verdict.label, task.question, task.policy)


def _kept_asides(task: Task, span: Span) -> str:
    """Questions and abstentions of the sentence, which are no claims, as sentences."""
    kept = [s.span.of(task.answer) for s in task.roles_in(span, "abstention", "question")]
    texts = (re.sub(r"^\W*(?:(?:and|but|so|yet)\s+)?", "", text) for text in kept)
    return " ".join(capitalise(terminated(text)) for text in texts if text.strip())


def _rescued(task: Task, group: Group, span: Span) -> list[Edit]:
    """Citations in a deleted sentence that a kept claim elsewhere relies on, moved to it."""
    edits = []
    seen: set[Span] = set()
    for item in group:
        for citation in item.claim.citations:
            owners = [o for o in task.owners(citation) if not o.deleted]
            if owners and span.contains(citation.span) and citation.span not in seen:
                seen.add(citation.span)
                place = marker_place(task.answer, owners[-1].claim, task.layout)
                edits.append(insertion(task.answer, place, citation.text))
    return edits


# --- sentences that keep a part --------------------------------------------------------------


def _part_sentence(task: Task, group: Group, inline: Sequence[Edit]) -> Edit:
    """The sentence with only its kept claims, cut in place where that reads well."""
    span = _range(task, group)
    text = _cut(task, group, span, inline)
    if text is None or not _balanced(text):
        text = _worded_anew(task, group, span)
    hedged = next((item for item in group if item.hedged), None)
    if hedged is not None:
        both = [_hedge(task, hedged), text]
        text = " ".join(both if hedged is group[0] else reversed(both))
    return Edit(span.start, span.end, text)


def _cut(task: Task, group: Group, span: Span, inline: Sequence[Edit]) -> str | None:
    """The kept claims joined by the sentence's own words, or None where that cannot be."""
    spans = [item.claim.span for item in group]
    if any(left.end > right.start for left, right in pairwise(spans)):
        return None
    first = next(position for position, item in enumerate(group) if not item.deleted)
    if first > 0 and not _stands_alone(task, group[first]):
        return None
    if not _reads_on(task, [item for item in group if not item.deleted]):
        return None
    ends = _ends(task, group)
    if first > 0:
        inline = [*inline, *_named_first(task, group, first)]
    lead = task.answer[span.start : spans[0].start]
    if first > 0 and not lead.strip("*_ "):
        lead = ""
    text = lead + _joined(task, group, ends, inline)
    text = capitalise(text) if first > 0 and task.answer[spans[0].start].isupper() else text
    if not group[-1].deleted:
        return text + task.answer[ends[-1] : span.end]
    stop = _STOP.search(task.answer[max(span.start, span.end - 12) : _stop_end(task, span, group)])
    return text.rstrip(" ,;:") + (stop[0].strip() if stop else "")


def _named_first(task: Task, group: Group, first: int) -> list[Edit]:
    """A name in the place of the pronoun that the first kept claim begins with."""
    claim = group[first].claim
    gone = [item.claim for item in reversed(group[:first])]
    named = name_for_pronoun(claim, task.answer, claim.span.start, gone)
    return [] if named is None else [Edit(claim.span.start, named[0], capitalise(named[1]))]


def _stop_end(task: Task, span: Span, group: Group) -> int:
    """The end of the sentence before the citations that follow its full stop."""
    return min(span.end, max(group[0].claim.sentence.end, group[-1].claim.span.end))


def _ends(task: Task, group: Group) -> list[int]:
    """For every claim the offset up to which text is its own, citations included."""
    ends = []
    for position, item in enumerate(group):
        place = marker_place(task.answer, item.claim, task.layout, item.claim.citations)
        if position + 1 < len(group):
            place = min(place, group[position + 1].claim.span.start)
        ends.append(place)
    return ends


def _joined(task: Task, group: Group, ends: Sequence[int], inline: Sequence[Edit]) -> str:
    """The kept claims with the words between them, the last join as in the original."""
    kept = [position for position, item in enumerate(group) if not item.deleted]
    pieces: list[str] = []
    for number, position in enumerate(kept):
        item = group[position]
        if number > 0:
            gap = task.answer[ends[position - 1] : item.claim.span.start]
            last = number == len(kept) - 1
            pieces.append(_gap(task, group, ends, kept, gap) if last else gap)
        pieces.append(render(task.answer, item.claim.span.start, ends[position], inline))
        pieces.append(_lost_citations(task, group, position, ends))
    return "".join(pieces)


def _gap(task: Task, group: Group, ends: Sequence[int], kept: Sequence[int], gap: str) -> str:
    """The words before the last kept claim: "and" where the list's own "and" was cut."""
    if group[-1].deleted and _COMMA.fullmatch(gap):
        original = task.answer[ends[-2] : group[-1].claim.span.start]
        if _JOIN.fullmatch(original):
            gap = original
    phrase = not _stands_alone(task, group[kept[-1]])
    if len(kept) == 2 and len(group) > 2 and phrase and _JOIN.fullmatch(gap):
        gap = re.sub(r"^\s*,", "", gap)
    return gap if gap[:1].isspace() or not gap or gap[0] in ",;，、；" else " " + gap


def _lost_citations(task: Task, group: Group, position: int, ends: Sequence[int]) -> str:
    """Citations of a kept claim that stand behind a deleted one."""
    item = group[position]
    if any(not later.deleted for later in group[position + 1 :]):
        return ""
    last = group[-1].deleted
    lost = [c.text for c in item.claim.citations if last and c.span.start >= ends[position]]
    return "".join(" " + text for text in lost)


def _stands_alone(task: Task, item: Item) -> bool:
    """Whether the claim's own words in the answer are a whole statement."""
    return _letters(_written(task, item)) == _letters(item.claim.text)


def _reads_on(task: Task, kept: Sequence[Item]) -> bool:
    """Whether the first claim's own words say it, and each later one goes on from an earlier one.

    "The mill, built in 1931" does not say that it was built; "sold in 1970" goes on from a claim
    that begins as its own statement does ("The mill was").
    """
    said: list[str] = []
    for item in kept:
        whole = _letters(item.claim.text)
        if not _letters(_written(task, item)).endswith(whole):
            taken = _taken(_written(task, item), whole)
            if taken is None or (said and not any(text.startswith(taken) for text in said)):
                return False
        said.append(whole)
    return True


def _taken(written: str, whole: str) -> str | None:
    """What a statement has before its own words, which end it; None where they do not.

    A pronoun among the words may stand for a name in the statement.
    """
    pieces = [_letters(piece) for piece in without_pronouns(written)]
    at = 0
    for piece in pieces:
        at = whole.find(piece, at)
        if at < 0:
            return None
        at += len(piece)
    if not whole.endswith(pieces[-1]):
        return None
    return whole[: whole.find(pieces[0])] if pieces[0] else ""


def _written(task: Task, item: Item) -> str:
    """The claim's own words in the answer, without its citations, tags and link targets."""
    span = item.claim.span
    written = task.answer[span.start : span.end]
    for citation in item.claim.citations:
        written = written.replace(citation.text, " ")
    written = written[connective_length(written) :]
    return _TARGET.sub(" ", written)


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def _balanced(text: str) -> bool:
    """Whether no bracket, quotation mark or bold run lost its other half."""
    pairs = (("(", ")"), ("[", "]"), ("“", "”"), ("«", "»"))
    even = all(text.count(mark) % 2 == 0 for mark in ("**", "`", '"', "__"))
    return even and all(text.count(left) == text.count(right) for left, right in pairs)


def _worded_anew(task: Task, group: Group, span: Span) -> str:
    """The kept claims as sentences of their own, in the extractor's words."""
    lead = task.answer[span.start : group[0].claim.span.start]
    sentences = [_own_sentence(task, item) for item in group if not item.deleted]
    label = lead if ":" in lead and any(char.isalnum() for char in lead) else ""
    return label + " ".join(sentences)


def _own_sentence(task: Task, item: Item) -> str:
    body, sentence = item.claim.body, item.claim.sentence
    text = body.text
    if item.claim.kind == "list_item":
        inside = [i for i, at in enumerate(body.starts) if sentence.start <= at < sentence.end]
        text = "".join(body.text[i] for i in inside) or text
    text = terminated(text.strip().lstrip(":,;-– "))
    notes = [citation.text for citation in item.claim.citations]
    note = note_for(task, item)
    notes.extend([note] if note else [])
    if notes:
        bare = text.rstrip(".。")
        text = f"{bare} {' '.join(notes)}{text[len(bare) :]}"
    return capitalise(text)
