"""What of the text to show is final while the answer is still being written.

A policy that only marks claims changes nothing but the places of the marks, so a judged sentence
is final at once. One that deletes may still drop the heading, the lead-in or the header above what
it deletes, so lines are final once something under them is kept. Citations are attached only
where something failed, so an uncited claim waits for the first failure, or for the end. Where
the whole answer may be blocked, or is verified again, nothing is final before the end, but a block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from entailed.repair.edits import Edit, render
from entailed.repair.inline import inline_edits, settled
from entailed.repair.layout import Layout, Line, read_layout
from entailed.repair.task import Task, make_task
from entailed.repair.tidy import Row, joined, mended
from entailed.repair.whole import every_edit, something_left
from entailed.text.lazy import lazy
from entailed.treatments import Decision, Policy, Treatment
from entailed.types import Judgement, Reason, Segment, Shown, Verdict

__all__ = ["draft", "early"]

_MARKING: frozenset[Treatment] = frozenset({"keep", "mark"})
# Not "not_sampled": nothing is judged early where only a sample is checked.
_UNCHECKED: tuple[Reason, ...] = ("stage_failed", "limit_reached")
_ANCHORS = ("text", "item", "row", "fence")
_LINES_TRIED = 16
_STOPPED = lazy(r"[.!?。！？…][\"”’'»)\]*_」』）]*$")


def early(judgement: Judgement, policy: Policy, treatments: Sequence[Treatment]) -> Shown:
    """The beginning of the text `apply` gives for every answer that begins so.

    `judgement` is on a beginning of its answer that is settled: its segments tile it, its verdicts
    do not change, and another sentence has begun after it. `treatments` follow its verdicts.
    """
    end = _end(judgement)
    if policy.action == "report":
        return Shown(judgement.answer[:end], end)
    if "block" in treatments:
        return Shown(policy.safe_message, end, whole=True)
    if _needs_all(policy, treatments):
        return Shown()
    if _reachable(policy) <= _MARKING:
        return _marked(judgement, policy, treatments)
    return _deleted(judgement, policy, treatments)


def draft(judgement: Judgement, policy: Policy, treatments: Sequence[Treatment]) -> Shown:
    """The text to show for a beginning of an answer as it looks now; later ones may differ.

    For readers who already see the answer: what failed leaves the screen as soon as it is known.
    """
    answer, end = judgement.answer, _end(judgement)
    if "block" in treatments:
        return Shown(policy.safe_message, end, whole=True)
    if policy.action == "report" or all(t == "keep" for t in treatments):
        return Shown(answer[:end], end)
    if set(treatments) <= _MARKING:
        return Shown(render(answer, 0, end, _marks(judgement, policy, treatments)), end)
    line = read_layout(answer).line_at(max(end - 1, 0))
    if line.kind not in ("text", "item"):
        end = max(line.start - 1, 0)
    part = _part(judgement, end)
    task = _task(part, policy, treatments[: len(part.verdicts)])
    if not something_left(task):
        return Shown(answer[:end], end)
    return Shown(joined(_rows(task)), end)


def _end(judgement: Judgement) -> int:
    return judgement.segments[-1].span.end if judgement.segments else 0


def _needs_all(policy: Policy, treatments: Sequence[Treatment]) -> bool:
    """Whether what is done with any claim may hang on all the others."""
    reachable = _reachable(policy)
    if policy.fail_closed or policy.action == "repair" or "block" in reachable:
        return True
    # An answer that could not be checked, and of which all is kept, is blocked as a whole.
    kept = [policy.for_label("unchecked"), *map(policy.for_reason, _UNCHECKED)]
    blocks = policy.no_evidence == "block" and "keep" in kept
    return blocks and all(t == "keep" for t in treatments)


def _reachable(policy: Policy) -> frozenset[Treatment]:
    """Every treatment that the policy may give a claim that is not clean."""
    return frozenset(t for _, t in (*policy.labels, *policy.reasons))


def _task(judgement: Judgement, policy: Policy, treatments: Sequence[Treatment]) -> Task:
    """The task as if something had failed, so that citations are attached."""
    decision = Decision(policy.action, tuple(treatments), "claims_failed")
    j = judgement
    return settled(
        make_task(j.answer, j.verdicts, j.segments, j.evidence, policy, decision, j.question)
    )


# --- policies that only mark -----------------------------------------------------------------


def _marked(judgement: Judgement, policy: Policy, treatments: Sequence[Treatment]) -> Shown:
    end = _end(judgement)
    edits = _marks(judgement, policy, treatments)
    if all(t == "keep" for t in treatments) and edits:
        end = _end_before(judgement, min(edit.start for edit in edits))
    return Shown(render(judgement.answer, 0, end, edits), end)


def _marks(judgement: Judgement, policy: Policy, treatments: Sequence[Treatment]) -> list[Edit]:
    return inline_edits(_task(judgement, policy, treatments))


def _end_before(judgement: Judgement, offset: int) -> int:
    """The end of what is said before the sentence that `offset` is in."""
    starts = [v.claim.sentence.start for v in judgement.verdicts]
    start = max((s for s in starts if s <= offset), default=offset)
    said = (s.span.end for s in judgement.segments if s.role != "separator")
    return max((end for end in said if end <= start), default=0)


# --- policies that delete --------------------------------------------------------------------


def _deleted(judgement: Judgement, policy: Policy, treatments: Sequence[Treatment]) -> Shown:
    """The text up to the last line that nothing later can take away."""
    layout = read_layout(judgement.answer)
    sure = any(t != "keep" for t in treatments)
    for line in _final_lines(judgement, layout):
        part = _part(judgement, line.end)
        task = _task(part, policy, treatments[: len(part.verdicts)])
        if _hedges(task) or not something_left(task) or _crossed(judgement, line.end):
            continue
        if _lends_markers(judgement, layout, line):
            continue
        rows = _rows(task)
        text = joined(rows)
        if _anchors(rows[-1]) and (sure or text == part.answer):
            return Shown(text.rstrip(), line.end)
    return Shown()


def _final_lines(judgement: Judgement, layout: Layout) -> Iterator[Line]:
    """Complete lines all of whose words are settled, the last first."""
    answer, end = judgement.answer, _end(judgement)
    tried = 0
    for line in reversed(layout.lines):
        if line.end >= len(answer) or any(map(_may_belong, answer[end : line.end])):
            continue
        if line.kind in _ANCHORS and answer[line.start : line.end].strip():
            yield line
            tried += 1
        if tried == _LINES_TRIED:
            return


def _may_belong(char: str) -> bool:
    """Whether a character may be of the next claim, whose markup opens before its words."""
    return char.isalnum() or char in "*_~`![<"


def _part(judgement: Judgement, end: int) -> Judgement:
    """The judgement on `answer[:end]` alone."""
    verdicts: tuple[Verdict, ...] = tuple(v for v in judgement.verdicts if v.claim.span.end <= end)
    segments: list[Segment] = [s for s in judgement.segments if s.span.end <= end]
    return Judgement(
        judgement.answer[:end],
        judgement.question,
        judgement.evidence,
        tuple(segments),
        verdicts,
        judgement.status,
    )


def _hedges(task: Task) -> bool:
    """Whether a claim may become the hedge, which only the whole answer tells."""
    return bool(task.question.strip()) and any(i.treatment == "hedge" for i in task.items)


def _crossed(judgement: Judgement, offset: int) -> bool:
    """Whether a sentence goes on beyond `offset`, so that its deletion reaches back."""
    spans = (v.claim.sentence for v in judgement.verdicts)
    return any(span.start < offset < span.end for span in spans)


def _rows(task: Task) -> list[Row]:
    return mended(task.answer, task.layout, every_edit(task), task.segments)


def _anchors(row: Row) -> bool:
    """Whether a line is there to stay, and with it what stands above it."""
    text = row.text.rstrip(" *_")
    return not (row.dropped or row.blank or row.bare) and not text.endswith((":", "："))


def _lends_markers(judgement: Judgement, layout: Layout, line: Line) -> bool:
    """Whether a marker above may belong to items still to come, and be corrected for them."""
    at = layout.index_at(line.start)
    top = _list_top(layout, at)
    following = next((n for n in layout.lines[at + 1 :] if n.kind != "blank"), None)
    if following is not None and _ends_lists(judgement.answer, line, following, alone=top == at):
        return False
    region = layout.lines[top : at + 1]
    nested = len({n.indent for n in region if n.kind == "item"}) > 1
    lead = _paragraph_top(layout, top)
    end = region[-1].end if nested or top == at else region[0].end
    citations = (c for v in judgement.verdicts for c in v.claim.citations)
    return any(layout.lines[lead].start <= c.span.start < end for c in citations)


def _list_top(layout: Layout, at: int) -> int:
    """Index of the line above the list that line `at` is in, or `at` where it is in none."""
    top = at
    while top > 0:
        line, above = layout.lines[top], layout.lines[top - 1]
        inside = line.kind in ("item", "blank") or line.indent > 0
        lazy_line = line.kind == "text" and (above.kind == "item" or above.indent > 0)
        if not inside and not lazy_line:
            break
        top -= 1
    return top


def _paragraph_top(layout: Layout, at: int) -> int:
    while at > 0 and layout.lines[at].kind == layout.lines[at - 1].kind == "text":
        at -= 1
    return at


def _ends_lists(answer: str, line: Line, following: Line, *, alone: bool) -> bool:
    """Whether what follows `line` is no item that `line`, or what stands above, may introduce.

    `alone`: the line is in no list itself.
    """
    if following.kind in ("heading", "header_row", "fence", "row", "rule_row"):
        return True
    apart = answer.count("\n", line.end, following.start) > 1
    first = answer[following.content : following.content + 1]
    prose = following.kind == "text" and following.indent == 0 and first.isalnum()
    stopped = _STOPPED.search(answer[line.start : line.end].rstrip()[-24:]) is not None
    return (apart and prose) or (alone and line.kind == "text" and stopped)
