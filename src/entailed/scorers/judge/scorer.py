"""The scorer that asks a language model.

A request holds a few pairs, in an order drawn by chance, among cases with known answers: three
canaries, and for every premise and claim a decoy in which it is put beside a text that is made up.
A model that gets one of them wrong was not judging, whatever it was doing, and none of its
verdicts in that reply is used.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import get_args

from entailed.canonical import digest_of
from entailed.dialogue import Wish
from entailed.errors import ConfigurationError, InputError, ModelError, ScorerError
from entailed.prompts import JUDGE_SCHEMA, PROMPTS, Prompts, judge_messages, new_mark
from entailed.protocols import ChatModel
from entailed.recent import Recent
from entailed.scorers.judge.canaries import Canary, canaries, decoys
from entailed.scorers.judge.verdicts import entailment_of, read_opinions
from entailed.text.closed import Language
from entailed.types import Entailment, Failure, Pair

__all__ = ["JudgeScorer"]

Result = Entailment | Failure

# What came back was of no use; asking about one pair alone may help. Any other kind of error is
# the endpoint's, and another request would fail like the first.
_CONTENT = frozenset({"refused", "truncated", "empty", "malformed", "canary"})


class JudgeScorer:
    """Scores entailment by asking a `ChatModel`.

    `pairs_per_request` pairs go into one request, at most `workers` requests run at a time, each
    for at most `timeout` seconds. `decoys=False` leaves out the cases made of the pairs' own texts
    and saves about two thirds of the tokens; then only the canaries stand between a text that
    gives the judge orders and its verdict. `prompts.audit` and `prompts.cases` are what the model
    is told. `cache_size` results are kept (0 keeps none), so that a repaired answer does not pay
    again for what stayed. `max_tokens` bounds a reply; None leaves it to the model.

    A refusal, a reply that is cut off or is not exactly what was asked for, and a canary or decoy
    with a wrong answer discard the whole reply; its pairs are then asked about once more, each
    alone. A pair that fails again gets a `Failure` in its place; where every pair failed,
    ScorerError is raised.

    What no scorer of this kind can promise: a language model may answer the same question
    differently tomorrow, or beside other cases. Equal pairs get equal scores while they are in the
    cache, and the order of pairs and canaries is drawn anew each time so that no place in a
    request is always favoured; beyond that, results are as repeatable as the model. The
    probabilities are the model's own word, not fitted to data: `calibration` takes them as they
    are. Safe to share between threads where the model is.
    """

    version = "1"
    calibration: Mapping[str, object] = {
        "bias": 0.0,
        "entailment": 1.0,
        "contradiction": 0.0,
        "overlap": 0.0,
        "sentence_overlap": 0.0,
        "t_support": 0.5,
        "t_contra": 0.5,
        "languages": get_args(Language),
    }

    def __init__(
        self,
        model: ChatModel,
        *,
        pairs_per_request: int = 4,
        decoys: bool = True,
        prompts: Prompts = PROMPTS,
        timeout: float | None = 60.0,
        max_tokens: int | None = None,
        workers: int = 4,
        cache_size: int = 4096,
    ) -> None:
        if not callable(getattr(model, "complete", None)):
            raise ConfigurationError(
                f"judge: expected a model with complete(messages, wish), got {type(model).__name__}"
            )
        for name, value, least in (
            ("pairs_per_request", pairs_per_request, 1),
            ("workers", workers, 1),
            ("cache_size", cache_size, 0),
        ):
            if value < least:
                raise ConfigurationError(f"judge {name}: expected at least {least}, got {value}")
        self._model = model
        self._size = pairs_per_request
        self._decoys = decoys
        self._prompts = prompts
        self._wish = Wish(
            max_tokens=max_tokens, temperature=0.0, timeout=timeout, schema=JUDGE_SCHEMA
        )
        self._workers = workers
        self._cache: Recent[Pair, Entailment] = Recent(cache_size)

    @property
    def name(self) -> str:
        """ "judge" and the name of the model."""
        return f"judge:{self._model.name}"

    @property
    def digest(self) -> str:
        """Digest of what the model is told and how it is asked; its weights are not known here."""
        return digest_of(
            [self._model.name, self._prompts.audit, self._prompts.cases, self._size, self._decoys]
        )

    def score(self, pairs: Sequence[Pair]) -> list[Result]:
        """One result a pair, same order; [] for no pairs.

        Raises InputError for a blank premise or hypothesis, ScorerError when no pair could be
        scored.
        """
        for pair in pairs:
            if not pair.premise.strip() or not pair.hypothesis.strip():
                raise InputError(f"expected premise and claim with some text, got {pair!r:.80}")
        found: dict[Pair, Result] = {}
        for pair in pairs:
            if (hit := self._cache.get(pair)) is not None:
                found[pair] = hit
        wanted = [pair for pair in dict.fromkeys(pairs) if pair not in found]
        if wanted:
            found.update(self._ask(wanted))
        failed = [r for r in found.values() if isinstance(r, Failure)]
        if failed and len(failed) == len(found):
            raise ScorerError(f"{self.name}: {failed[0].message}")
        return [found[pair] for pair in pairs]

    def _ask(self, wanted: list[Pair]) -> dict[Pair, Result]:
        """Results of new pairs, in requests whose composition is left to chance."""
        shuffled = secrets.SystemRandom().sample(wanted, len(wanted))
        groups = [shuffled[at : at + self._size] for at in range(0, len(shuffled), self._size)]
        down = threading.Event()
        found = self._rounds(groups, down)
        again = [[pair] for pair, r in found.items() if _worth_another_try(r)]
        if again:
            found.update(self._rounds(again, down))
        for pair, result in found.items():
            if isinstance(result, Entailment):
                self._cache.put(pair, result)
        return found

    def _rounds(self, groups: list[list[Pair]], down: threading.Event) -> dict[Pair, Result]:
        workers = min(self._workers, len(groups))
        if workers == 1:
            made = [self._request(group, down) for group in groups]
        else:
            with ThreadPoolExecutor(workers, thread_name_prefix="entailed-judge") as pool:
                made = list(pool.map(lambda group: self._request(group, down), groups))
        return {
            pair: result
            for group, results in zip(groups, made, strict=True)
            for pair, result in zip(group, results, strict=True)
        }

    def _request(self, group: list[Pair], down: threading.Event) -> Sequence[Result]:
        """The results of one request; the same failure for all of it where it was of no use."""
        if down.is_set():
            return [Failure("score", "not_asked", "an earlier request to the judge failed")] * len(
                group
            )
        try:
            return self._opinions(group)
        except ModelError as error:
            if error.kind not in _CONTENT:
                down.set()
            failure = Failure("score", error.kind, f"the judge: {error}")
        except Exception as error:  # the model may be a stranger's; its failure becomes a value
            down.set()
            failure = Failure("score", type(error).__name__, f"the judge: {error}")
        return [failure] * len(group)

    def _opinions(self, group: list[Pair]) -> list[Entailment]:
        cases = _shuffled(group, self._decoys)
        mark = new_mark(*(text for case in cases for text in (case.premise, case.hypothesis)))
        asked = [(case.premise, case.hypothesis) for case in cases]
        completion = self._model.complete(judge_messages(asked, mark, self._prompts), self._wish)
        opinions = read_opinions(completion, len(cases))
        found: dict[int, Entailment] = {}
        for case, opinion in zip(cases, opinions, strict=True):
            if case.canary is None:
                found[case.place] = entailment_of(opinion)
            elif opinion.verdict not in case.canary.allowed:
                raise ModelError(
                    "it got a case with a known answer wrong, so that none of this reply counts "
                    f"(expected {' or '.join(sorted(case.canary.allowed))}, got {opinion.verdict})",
                    kind="canary",
                )
        return [found[place] for place in range(len(group))]


@dataclass(frozen=True, slots=True)
class _Case:
    """One case of a request: a pair at its place in the group, or a canary."""

    premise: str
    hypothesis: str
    place: int = -1
    canary: Canary | None = None


def _shuffled(group: list[Pair], with_decoys: bool) -> list[_Case]:
    known = canaries() + (decoys(group) if with_decoys else ())
    cases = [_Case(p.premise, p.hypothesis, place) for place, p in enumerate(group)]
    cases += [_Case(c.pair.premise, c.pair.hypothesis, canary=c) for c in known]
    secrets.SystemRandom().shuffle(cases)
    return cases


def _worth_another_try(result: Result) -> bool:
    return isinstance(result, Failure) and result.error in _CONTENT
