"""The answerer: a retriever, a model and a verifier under one policy."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from entailed.answering.judging import demanding
from entailed.answering.loop import Loop, Parts
from entailed.answering.outcome import NO_PAST, Outcome, Past, Progress
from entailed.answering.running import arun_step, run_step
from entailed.chat import CallableModel
from entailed.dialogue import NO_WISH, Wish
from entailed.enforcement import PolicyEnforcer
from entailed.errors import ConfigurationError, InputError
from entailed.pipeline import Verifier
from entailed.policy import load_policy
from entailed.prompts import PROMPTS, Prompts, load_prompts
from entailed.protocols import ChatModel
from entailed.retrieval import as_retriever
from entailed.treatments import Policy

__all__ = ["Answerer"]


class Answerer:
    """Answers questions from what a retriever finds, and shows nothing that is not verified.

    The order: retrieve `passages` passages; without any, end (`ungrounded`), and ask the model
    nothing. Have the model answer under the prompt contract, and verify. Where the answer does
    not stand, do what the policy says: ask once more with the failing claims named
    (`regenerate`), from `widened` passages (`widen`), or both at once, and verify that; a claim
    that fails twice is then deleted without a word. What still fails is repaired, suppressed or
    declined. There are never more than two generations.

    `retriever` is anything `entailed.retrieval.as_retriever` takes. `model` is a `ChatModel`, or a
    function of messages (see `CallableModel`); None stands for a retriever that brings its own
    answer (`Retrieval.text`), which is then verified. `policy` is anything `load_policy` takes, by
    default the verifier's own. Only verified text is shown, and under a policy that marks claims
    (`flag`, `suppress` where it is unsure) text with its failed claims marked (`unsupported`).
    `prompt_characters` bounds the passages put before the model (whole ones are left out).
    `wish` goes with every request to the model; its timeout is cut to what is left.

    Holds nothing of a question: safe to share between threads and event loops if its parts are.
    Raises ConfigurationError for a retriever or model of another shape, numbers out of range, and
    a policy that fails uncited claims, or asks for more support (`min_support`), over a verifier
    that cannot do so.
    """

    def __init__(
        self,
        retriever: object,
        model: ChatModel | Callable[..., object] | None,
        verifier: Verifier,
        policy: str | Path | Policy | Mapping[str, object] | None = None,
        *,
        prompts: str | Path | Prompts | Mapping[str, object] = PROMPTS,
        passages: int = 5,
        widened: int = 10,
        prompt_characters: int = 40_000,
        wish: Wish = NO_WISH,
    ) -> None:
        chosen = _policy_of(verifier) if policy is None else load_policy(policy)
        names = {check.name for check in verifier.checks}
        if chosen.uncited == "fail" and "uncited" not in names:
            raise ConfigurationError(
                f"policy {chosen.name!r} fails uncited claims: expected a verifier with the check "
                "'uncited', as entailed.build_answerer makes one"
            )
        if not 1 <= passages <= widened or prompt_characters < 1:
            raise ConfigurationError(
                f"expected 1 <= passages <= widened and prompt_characters >= 1, got {passages}, "
                f"{widened} and {prompt_characters}"
            )
        self._parts = Parts(
            as_retriever(retriever),
            _model_of(model),
            demanding(verifier, chosen.min_support),
            chosen,
            load_prompts(prompts),
            passages,
            widened,
            prompt_characters,
            wish,
        )

    @property
    def policy(self) -> Policy:
        """The policy in force."""
        return self._parts.policy

    @property
    def verifier(self) -> Verifier:
        """What answers are verified with."""
        return self._parts.verifier

    def ask(
        self,
        question: str,
        deadline: float | None = None,
        progress: Callable[[Progress], None] | None = None,
        past: Past = NO_PAST,
    ) -> Outcome:
        """The outcome of a question, at the latest `deadline` seconds from now.

        A step that is under way then is left behind. `progress` is told of every step as it
        begins. `past` is what the question follows in a conversation. What goes wrong in retriever,
        model or verifier is in the outcome, never raised.
        Raises InputError for a blank question or a deadline that is no time from now.
        """
        steps = self._loop(question, deadline, progress, past).steps()
        try:
            step = next(steps)
            while True:
                try:
                    made = run_step(step)
                except Exception as error:  # the loop knows what to do about it
                    step = steps.throw(error)
                else:
                    step = steps.send(made)
        except StopIteration as end:
            return _outcome(end)

    async def aask(
        self,
        question: str,
        deadline: float | None = None,
        progress: Callable[[Progress], None] | None = None,
        past: Past = NO_PAST,
    ) -> Outcome:
        """The same, with the event loop kept free.

        Uses `aretrieve` and `acomplete` where the parts have them, and threads where not.
        """
        steps = self._loop(question, deadline, progress, past).steps()
        try:
            step = next(steps)
            while True:
                try:
                    made = await arun_step(step)
                except Exception as error:  # the loop knows what to do about it
                    step = steps.throw(error)
                else:
                    step = steps.send(made)
        except StopIteration as end:
            return _outcome(end)

    def _loop(
        self,
        question: str,
        seconds: float | None,
        progress: Callable[[Progress], None] | None,
        past: Past,
    ) -> Loop:
        if not isinstance(question, str) or not question.strip():
            raise InputError(f"question: expected text, got {question!r}")
        if seconds is not None and not (seconds > 0 and math.isfinite(seconds)):
            raise InputError(f"deadline: expected seconds from now, above 0, got {seconds!r}")
        deadline = None if seconds is None else time.monotonic() + seconds
        return Loop(self._parts, question, deadline, progress, past)


def _model_of(given: ChatModel | Callable[..., object] | None) -> ChatModel | None:
    if given is None or isinstance(given, ChatModel):
        return given
    return CallableModel(given)


def _policy_of(verifier: Verifier) -> Policy:
    enforcer = verifier.enforcer
    if isinstance(enforcer, PolicyEnforcer):
        return enforcer.policy
    raise ConfigurationError(
        f"policy: expected one to be given, since the verifier has an enforcer of its own "
        f"({type(enforcer).__name__})"
    )


def _outcome(end: StopIteration) -> Outcome:
    outcome: Outcome = end.value
    return outcome
