"""Repair: from a decision to the text that is shown. Pure functions of text.

`apply` is deterministic and never raises on any text. What it returns under `repair` is meant
to be verified again; a second call with `Decision.final()` deletes what still fails.
"""

from __future__ import annotations

from collections.abc import Sequence

from entailed.repair.early import draft, early
from entailed.repair.inline import settled
from entailed.repair.task import Task, make_task, with_hedge
from entailed.repair.tidy import tidy
from entailed.repair.whole import every_edit, something_left
from entailed.repair.wording import hedge_sentence
from entailed.treatments import Decision, Policy
from entailed.types import Evidence, Segment, Verdict

__all__ = ["apply", "draft", "early"]


def apply(
    answer: str,
    verdicts: Sequence[Verdict],
    segments: Sequence[Segment],
    evidence: Evidence,
    policy: Policy,
    decision: Decision,
    question: str = "",
) -> str:
    """The text to show for `answer`.

    `pass` and `report` leave the answer as it is; `block` gives the policy's safe message;
    `flag` without evidence, or of what could not be taken apart, marks the answer once, at its
    end. Otherwise every claim is treated as `decision.treatments` says (one for each verdict,
    ValueError otherwise):

    - `keep`: citations attached where it has none and the policy attaches them;
    - `mark`: the marker after its last word and citations, before the full stop;
    - `fix`: wrong citations replaced, altered quotations made labelled paraphrases;
    - `delete`: removed, with sentence and Markdown kept whole;
    - `hedge`: removed, and where it is the claim that answers `question`, a hedge in its place.

    Where no claim and no abstention is left, the text is the hedge or the policy's `decline`.
    """
    if decision.action in ("pass", "report"):
        return answer
    if decision.action == "block":
        return policy.safe_message
    if decision.because in ("no_evidence", "verifier_failed"):
        return _marked_whole(answer, policy)
    made = make_task(answer, verdicts, segments, evidence, policy, decision, question)
    task = with_hedge(settled(made))
    if any(item.deleted for item in task.items) and not something_left(task):
        return _nothing_left(task)
    text = tidy(answer, task.layout, every_edit(task), task.segments)
    return text if text.strip() or not answer.strip() else policy.decline


def _nothing_left(task: Task) -> str:
    hedged = next((item for item in task.items if item.hedged), None)
    if hedged is None:
        return task.policy.decline
    return hedge_sentence(hedged.claim, hedged.verdict.label, task.question, task.policy)


def _marked_whole(answer: str, policy: Policy) -> str:
    """The answer with one marker after it, on a line of its own where its end is no prose."""
    text = answer.rstrip()
    if not text:
        return answer
    last = text.rsplit("\n", 1)[-1].strip()
    apart = last.startswith(("```", "~~~", "|", "#", "    ")) or last.endswith("|")
    return text + ("\n\n" if apart else " ") + policy.marker
