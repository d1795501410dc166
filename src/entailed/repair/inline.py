"""Edits inside kept claims: markers, citations, and faults of citing and quoting put right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from entailed.repair.dependants import with_dependants
from entailed.repair.edits import Edit
from entailed.repair.places import insertion, marker_place
from entailed.repair.task import Item, Task, support_ids
from entailed.text.normalize import contains, fold
from entailed.text.quoted import read_quoted
from entailed.types import Citation, EvidenceSpan, Finding, Span

__all__ = ["bracketed", "inline_edits", "note_for", "settled"]

_CITING = ("unknown_citation", "misattributed", "citation_stuffing", "quote_misattributed")
_QUOTING = ("quote_altered", "quote_stitched")
_VALUES = ("number_mismatch", "date_mismatch", "unit_mismatch")
_NEAR = 70  # per cent; below it a quotation in the evidence is another one
_QUOTES = frozenset('"“”„‟«»「」『』＂')


def inline_edits(task: Task) -> list[Edit]:
    """All edits that put marks, citations and corrections into kept claims."""
    edits: dict[tuple[int, int], Edit] = {}
    kept = [item for item in task.items if not item.deleted]
    for position, item in enumerate(kept):
        following = kept[position + 1] if position + 1 < len(kept) else None
        for edit in _of_item(task, item, following):
            edits.setdefault((edit.start, edit.end), edit)
    return list(edits.values())


def settled(task: Task) -> Task:
    """`task` with claims that cannot stay treated as unsupported, and what hangs on them deleted.

    A claim that the evidence does not support may stay only when every failure of it is put
    right: each altered quotation found and unquoted, each wrong value replaced by a stated one.
    """
    items = tuple(
        replace(item, treatment="hedge")
        if item.treatment == "fix" and not _fully_fixed(task, item)
        else item
        for item in task.items
    )
    return with_dependants(replace(task, items=items))


def _fully_fixed(task: Task, item: Item) -> bool:
    if item.verdict.label == "supported":
        return True
    failed = [f for f in item.verdict.reasons if f.outcome == "fail"]
    quoted = [f for f in failed if f.reason in _QUOTING and _unquoted(task, f)]
    return bool(failed) and len(quoted) + len(_corrected(task, item)) == len(failed)


def note_for(task: Task, item: Item) -> str:
    """What is inserted at the end of a kept claim: a marker, a citation, or nothing."""
    if item.treatment == "mark":
        return _marker(task, item)
    cites = any(citation.ids for citation in item.claim.citations)
    supported = item.verdict.label == "supported"
    if task.policy.attach_citations and supported and not cites and not item.claim.citations:
        return bracketed(support_ids(item.verdict, task.policy.citations_cap))
    if item.treatment == "fix" and _corrected(task, item) and not cites:
        return bracketed(support_ids(item.verdict, task.policy.citations_cap))
    return ""


def bracketed(ids: Sequence[str]) -> str:
    """`ids` as citation markers: "[S1] [S2]"."""
    return " ".join(f"[{id_}]" for id_ in ids)


def _marker(task: Task, item: Item) -> str:
    verdict, policy = item.verdict, task.policy
    if verdict.label == "supported":
        ids = support_ids(verdict, policy.citations_cap)
        return _inside(policy.citation_marker, ": " + ", ".join(ids)) if ids else policy.marker
    if policy.show_confidence and verdict.score is not None:
        return _inside(policy.marker, f", support {verdict.score:.2f}")
    return policy.marker


def _inside(marker: str, more: str) -> str:
    """`more` put before a closing bracket of `marker`, or after it."""
    return marker[:-1] + more + marker[-1] if marker[-1] in "])}" else marker + more


def _of_item(task: Task, item: Item, following: Item | None) -> list[Edit]:
    edits = _fixes(task, item) if item.treatment == "fix" else []
    note = note_for(task, item)
    if note and not _repeated(task, item, following, note):
        place = marker_place(task.answer, item.claim, task.layout, item.claim.citations)
        edits.append(insertion(task.answer, place, note))
    return edits


def _repeated(task: Task, item: Item, following: Item | None, note: str) -> bool:
    """Whether the next claim of the same sentence gets the same citation, so one is enough."""
    if following is None or item.treatment == "mark" or following.treatment == "mark":
        return False
    same = following.claim.sentence == item.claim.sentence and item.claim.kind != "table_row"
    return same and note_for(task, following) == note


def _fixes(task: Task, item: Item) -> list[Edit]:
    edits: list[Edit] = []
    if item.failed(_CITING):
        for citation in item.claim.citations:
            edits.append(_cited_right(task, citation))
    for finding in item.verdict.reasons:
        if finding.outcome == "fail" and finding.reason in _QUOTING:
            edits.extend(_unquoted(task, finding))
    edits.extend(_corrected(task, item))
    return edits


def _cited_right(task: Task, citation: Citation) -> Edit:
    """The marker with the passages that support the claims it stands at, and no others.

    A kept claim without a citation fault keeps what it cites. A marker left with no passage
    is deleted together with the space before it.
    """
    ids: list[str] = []
    for owner in task.owners(citation):
        if owner.deleted:
            continue
        right = support_ids(owner.verdict, task.policy.citations_cap)
        ids.extend(right if owner.failed(_CITING) else citation.ids)
    text = bracketed(list(dict.fromkeys(ids)))
    start = citation.span.start
    while not text and start > 0 and task.answer[start - 1] in " \u00a0":
        start -= 1
    return Edit(start, citation.span.end, text)


def _unquoted(task: Task, finding: Finding) -> list[Edit]:
    """A quotation without its marks and labelled, or with the wording of the evidence."""
    answer, span = task.answer, finding.claim_span
    start = span.start if answer[span.start : span.start + 1] in _QUOTES else span.start - 1
    end = span.end if answer[span.end - 1 : span.end] in _QUOTES else span.end + 1
    inside = Span(start + 1, end - 1) if start >= 0 and end - 1 >= start + 1 else span
    marked = start >= 0 and answer[start] in _QUOTES and answer[end - 1 : end] in _QUOTES
    if not marked:
        return []
    wording = _true_wording(task, finding.evidence, inside.of(answer))
    if task.policy.quotations == "wording" and wording:
        return [Edit(inside.start, inside.end, wording)]
    return [Edit(start, start + 1, task.policy.paraphrase_label + " "), Edit(end - 1, end)]


def _true_wording(task: Task, places: Sequence[EvidenceSpan], quoted: str) -> str:
    """What the one place of the evidence says where it is quoted, on one line.

    That is the quotation in it that is nearest, or the nearest run of words; "" unless there is
    exactly one place, or where the marks would not hold it.
    """
    if len(places) != 1:
        return ""
    passage = task.evidence.get(places[0].passage_id)
    text = places[0].span.of(passage.text) if passage is not None else ""
    inner = [q.text for q in read_quoted(text) if fuzz.ratio(q.text, quoted) >= _NEAR]
    wording = max(inner, key=lambda q: fuzz.ratio(q, quoted)) if inner else _run(text, quoted)
    wording = " ".join(wording.split()).rstrip(" .,;:")
    held = 0 < len(wording) <= 400 and not any(char in _QUOTES for char in wording)
    return wording if held else ""


def _run(text: str, quoted: str) -> str:
    """The run of whole words of `text` that is nearest to `quoted`."""
    if len(text) <= len(quoted):
        return text
    found = fuzz.partial_ratio_alignment(quoted, text)
    start, end = (found.dest_start, found.dest_end) if found is not None else (0, len(text))
    while start > 0 and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return text[start:end].strip()


def _corrected(task: Task, item: Item) -> list[Edit]:
    """Wrong values replaced by stated ones; only values that stand in the evidence named."""
    if not task.policy.correct_values or item.treatment != "fix":
        return []
    edits = []
    for finding in item.verdict.reasons:
        if finding.outcome != "fail" or finding.reason not in _VALUES:
            continue
        written = fold(finding.claim_span.of(task.answer)).text.strip()
        if written == fold(finding.claimed).text.strip() and _stated(task, finding):
            edits.append(Edit(finding.claim_span.start, finding.claim_span.end, finding.stated))
    return edits


def _stated(task: Task, finding: Finding) -> bool:
    for place in finding.evidence:
        passage = task.evidence.get(place.passage_id)
        if passage is not None and contains(finding.stated, passage.text) is not None:
            return True
    return False
