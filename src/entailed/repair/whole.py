"""All edits of one repair together."""

from __future__ import annotations

from entailed.repair.edits import Edit
from entailed.repair.inline import inline_edits
from entailed.repair.removal import orphan_edits, removal_edits
from entailed.repair.sequences import sequence_edits
from entailed.repair.task import Task
from entailed.types import Span

__all__ = ["every_edit", "something_left"]


def every_edit(task: Task) -> list[Edit]:
    """Every edit, none inside another."""
    inline = [*inline_edits(task), *orphan_edits(task), *sequence_edits(task, _gone(task))]
    removals = removal_edits(task, inline)
    outside = [edit for edit in inline if not any(_inside(edit, r) for r in removals)]
    return [*outside, *removals]


def _gone(task: Task) -> list[Span]:
    """The places of deleted claims, with what leads to them in their sentences."""
    spans: list[Span] = []
    end = 0
    for item in task.items:
        start = max(end, min(item.claim.sentence.start, item.claim.span.start))
        if item.deleted:
            spans.append(Span(min(start, item.claim.span.start), item.claim.span.end))
        end = max(end, item.claim.span.end)
    return spans


def _inside(edit: Edit, removal: Edit) -> bool:
    """Whether `removal` already accounts for `edit`; what is inserted right before it does not."""
    before = edit.start == edit.end == removal.start
    return removal.start <= edit.start and edit.end <= removal.end and not before


def something_left(task: Task) -> bool:
    """Whether a claim is kept, or the answer abstains."""
    kept = any(not item.deleted for item in task.items)
    return kept or any(segment.role == "abstention" for segment in task.segments)
