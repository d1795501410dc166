"""The values a policy is made of: what may be done with a claim and with an answer.

They stand below both `entailed.policy`, which decides, and `entailed.repair`, which carries out.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Literal, get_args

from entailed.types import Action, Label, Reason

__all__ = ["TREATMENTS", "Cause", "Decision", "Policy", "Treatment"]

Treatment = Literal["keep", "mark", "fix", "hedge", "delete", "block"]
TREATMENTS: tuple[Treatment, ...] = get_args(Treatment)
Uncited = Literal["search", "fail"]
WholeAction = Literal["report", "flag", "suppress", "repair"]
Quotations = Literal["paraphrase", "wording"]
Cause = Literal[
    "nothing_failed", "report_only", "no_evidence", "verifier_failed", "claims_failed", "blocked"
]


@dataclass(frozen=True, slots=True)
class Policy:
    """What is done with an answer, as plain data; make one with `entailed.policy.load_policy`.

    `labels` gives every label its treatment when the claim is not clean; `reasons` overrides it
    for verdicts that failed for that reason. `action` is what a report whose treatments are not
    all `keep` is said to have had done to it; "report" leaves the answer alone whatever happened.
    `no_evidence` is for the answer as a whole, where nothing was there to check it against or
    the verifier could not take it apart: "keep", "mark" or "block".
    `min_support` in [0, 1]: a claim that the model alone supports needs at least this much; with
    less it is `related`. It raises the threshold of the scorer or of a calibration, never
    lowers it; what stands word for word, and a relation that a check confirmed, have 1. A judge
    decides by its own. `entailed.answering.Answerer` asks for more than it in an answer most of
    which fails; 0 asks for nothing.
    `min_confidence` in [0, 1]: a claim is deleted only when it is at least this sure to be
    unsupported (1 minus the score; 1 where a check decided; 0 where nothing could be decided),
    and marked otherwise. `citations_cap` bounds the passages named at one claim.
    `correct_values` allows a wrong value to be replaced by the one the evidence states.
    `quotations`: an altered quotation with supported content becomes a labelled paraphrase, or
    gets the true "wording". `hedge` may hold `{topic}`, `doubt` may hold `{claim}`.

    `regenerate` and `widen` are for `entailed.answering.Answerer`, which can ask the model and
    the retriever again: where the first answer is not verified, one second answer is asked for,
    with the failing claims named, or from more passages, or both. What the rest of the policy
    says is done where the second is not verified either.
    """

    name: str
    action: WholeAction
    labels: tuple[tuple[Label, Treatment], ...]
    reasons: tuple[tuple[Reason, Treatment], ...] = ()
    uncited: Uncited = "search"
    no_evidence: Treatment = "block"
    fail_closed: bool = False
    regenerate: bool = False
    widen: bool = False
    check_instructions: bool = False
    min_support: float = 0.0
    min_confidence: float = 0.0
    attach_citations: bool = True
    citations_cap: int = 3
    correct_values: bool = False
    quotations: Quotations = "paraphrase"
    marker: str = "[citation needed]"
    citation_marker: str = "[check citation]"
    show_confidence: bool = False
    paraphrase_label: str = "(paraphrased)"
    hedge: str = "The provided documentation does not cover {topic}."
    doubt: str = "The provided documentation does not confirm that {claim}."
    decline: str = "The provided documentation does not support an answer to this."
    safe_message: str = (
        "This answer could not be verified against the provided documentation and is not shown."
    )

    @property
    def loops(self) -> bool:
        """Whether it asks for a second answer, which a verifier alone cannot get."""
        return self.regenerate or self.widen

    def for_label(self, label: Label) -> Treatment:
        """The treatment of a claim with this label that is not clean."""
        return dict(self.labels)[label]

    def for_reason(self, reason: Reason | None) -> Treatment | None:
        """The override for a reason, or None where there is none."""
        return None if reason is None else dict(self.reasons).get(reason)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a policy decided: one action for the answer, one treatment for each verdict.

    `treatments` follow the verdicts in order. `because` says which rule decided.
    """

    action: Action
    treatments: tuple[Treatment, ...]
    because: Cause

    def final(self) -> Decision:
        """The same decision for a second pass: what would be fixed or hedged is deleted."""
        harder: dict[Treatment, Treatment] = {"fix": "delete", "hedge": "delete"}
        return dataclasses.replace(
            self, treatments=tuple(harder.get(t, t) for t in self.treatments)
        )
