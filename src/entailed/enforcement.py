"""Carrying out a policy: decide, change the text, and verify what was changed.

A repaired text is a new text, so it is verified again against the same evidence. What still
fails in it is deleted; if even then something fails, the answer is declined.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from entailed.canonical import digest_of
from entailed.policy import Decision, Policy, decide, policy_to_dict, treat
from entailed.repair import apply, draft, early
from entailed.treatments import Treatment
from entailed.types import Action, Judgement, Shown

__all__ = ["PolicyEnforcer"]

_ROUNDS = 2


@dataclass(frozen=True, slots=True)
class PolicyEnforcer:
    """Applies one `Policy`. Stateless."""

    policy: Policy

    @property
    def name(self) -> str:
        """The policy's name."""
        return self.policy.name

    @property
    def digest(self) -> str:
        """Digest of the policy's data."""
        return digest_of(policy_to_dict(self.policy))

    def act(self, judgement: Judgement, judge: Callable[[str], Judgement]) -> tuple[Action, str]:
        """The action taken and the text to show.

        Only `repair` promises a text that verifies: at most two more rounds, each stricter, then
        the policy's declining sentence.
        """
        decision = self._decide(judgement)
        text = self._apply(judgement, decision)
        if decision.action != "repair":
            return decision.action, text
        for _ in range(_ROUNDS):
            again = judge(text)
            if self._stands(again):
                return "repair", text
            stricter = self._decide(again).final()
            text = self._apply(again, stricter)
            if stricter.action == "block":
                return "block", text
        return "repair", text if self._stands(judge(text)) else self.policy.decline

    def early(self, judgement: Judgement) -> Shown:
        """The beginning of the text that `act` gives for every answer that begins so.

        `judgement` is on a settled beginning of its answer (see `entailed.pipeline.Progress`).
        Nothing where that hangs on what follows: under a policy that may block the answer, or
        that verifies it again.
        """
        return early(judgement, self.policy, self._treatments(judgement))

    def draft(self, judgement: Judgement) -> Shown:
        """The text to show for such a beginning as it looks now; a later one may differ."""
        return draft(judgement, self.policy, self._treatments(judgement))

    def _treatments(self, judgement: Judgement) -> tuple[Treatment, ...]:
        return tuple(treat(self.policy, verdict) for verdict in judgement.verdicts)

    def _stands(self, judgement: Judgement) -> bool:
        """Whether nothing in the text asks for more than a mark (a declined answer stands)."""
        treatments = {treat(self.policy, verdict) for verdict in judgement.verdicts}
        return treatments <= {"keep", "mark"} and not judgement.failures

    def _decide(self, judgement: Judgement) -> Decision:
        return decide(self.policy, judgement.verdicts, judgement.status, judgement.failures)

    def _apply(self, judgement: Judgement, decision: Decision) -> str:
        return apply(
            judgement.answer,
            judgement.verdicts,
            judgement.segments,
            judgement.evidence,
            self.policy,
            decision,
            judgement.question,
        )
