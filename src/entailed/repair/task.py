"""One repair as a value: the answer, what is to be done with each claim, and how it is laid out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from entailed.repair.layout import Layout, read_layout
from entailed.text.words import words
from entailed.treatments import Decision, Policy, Treatment
from entailed.types import Citation, Claim, Evidence, Segment, Span, Verdict

__all__ = ["Item", "Task", "make_task", "support_ids", "with_hedge"]


@dataclass(frozen=True, slots=True)
class Item:
    """A verdict with its treatment; `hedged` when a hedge is to stand in its place."""

    verdict: Verdict
    treatment: Treatment
    hedged: bool = False

    @property
    def claim(self) -> Claim:
        """The claim."""
        return self.verdict.claim

    @property
    def deleted(self) -> bool:
        """Whether the claim leaves the text."""
        return self.treatment in ("delete", "hedge", "block")

    def failed(self, reasons: Sequence[str]) -> bool:
        """Whether the claim failed for one of `reasons`."""
        return any(f.outcome == "fail" and f.reason in reasons for f in self.verdict.reasons)


@dataclass(frozen=True, slots=True)
class Task:
    """Everything a repair reads. `items` stand in the order of their claims in the answer."""

    answer: str
    layout: Layout
    items: tuple[Item, ...]
    segments: tuple[Segment, ...]
    evidence: Evidence
    policy: Policy
    question: str

    def owners(self, citation: Citation) -> list[Item]:
        """The items whose claims carry this citation."""
        return [i for i in self.items if any(c.span == citation.span for c in i.claim.citations)]

    def roles_in(self, span: Span, *roles: str) -> list[Segment]:
        """The segments inside `span` that play one of `roles`."""
        return [s for s in self.segments if s.role in roles and span.contains(s.span)]


def make_task(
    answer: str,
    verdicts: Sequence[Verdict],
    segments: Sequence[Segment],
    evidence: Evidence,
    policy: Policy,
    decision: Decision,
    question: str,
) -> Task:
    """The task of carrying out `decision`; treatments beyond the verdicts' number are ignored."""
    items = [Item(v, t) for v, t in zip(verdicts, decision.treatments, strict=True)]
    items.sort(key=lambda item: (item.claim.span, item.claim.id))
    return Task(
        answer, read_layout(answer), tuple(items), tuple(segments), evidence, policy, question
    )


def with_hedge(task: Task) -> Task:
    """`task` with the claim that answers the question marked as hedged, if it is to be."""
    main = _main_claim(task.items, task.question)
    if main is None or task.items[main].treatment != "hedge":
        return task
    items = list(task.items)
    items[main] = replace(items[main], hedged=True)
    return replace(task, items=tuple(items))


def support_ids(verdict: Verdict, cap: int) -> tuple[str, ...]:
    """Ids of the passages that support a claim, those it cites first, at most `cap`."""
    supporting = list(dict.fromkeys(place.passage_id for place in verdict.support))
    cited = {id_ for citation in verdict.claim.citations for id_ in citation.ids}
    supporting.sort(key=lambda id_: id_ not in cited)
    return tuple(supporting[:cap])


def _main_claim(items: Sequence[Item], question: str) -> int | None:
    """Index of the claim that answers the question: most of its words, the earliest at a tie."""
    if not question.strip() or not items:
        return None
    asked = {word.stem for word in words(question) if word.content}
    shared = [len(asked & {w.stem for w in words(i.claim.text) if w.content}) for i in items]
    return shared.index(max(shared))
