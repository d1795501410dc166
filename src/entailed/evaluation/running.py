"""Runs a suite against a system: in parallel, in a fixed order of results, resumable."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from pathlib import Path

from entailed.dialogue import Message
from entailed.errors import ConfigurationError, ModelError
from entailed.evaluation.results import Result, failed_result, judge, judge_again
from entailed.evaluation.runs import Head, Run, RunFile
from entailed.evaluation.suites import Scenario, Suite
from entailed.evaluation.systems import Asked, System
from entailed.pipeline import Verifier
from entailed.types import Failure

__all__ = ["Evaluation", "evaluate", "judge_run_again"]

OnResult = Callable[[Result], None]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A suite, the system it tests, and the verifier that judges.

    `workers` scenarios run at once (at least 1); the turns of one come one after another.
    """

    suite: Suite
    system: System
    verifier: Verifier
    workers: int = 1

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise ConfigurationError(f"workers: expected at least 1, got {self.workers}")

    @property
    def head(self) -> Head:
        """What this run is of."""
        return Head(
            suite=self.suite.name,
            suite_digest=self.suite.digest,
            system=self.system.name,
            system_digest=self.system.digest,
            policy=self.verifier.enforcer.name,
            components=self.verifier.components,
            asked=sum(len(scenario.asked) for scenario in self.suite.scenarios),
        )

    def run(
        self,
        path: Path | None = None,
        *,
        resume: bool = False,
        retry: bool = False,
        on_result: OnResult | None = None,
    ) -> Run:
        """Every scenario answered and judged, results in the order of the suite.

        With `path` each result is written to that run file as soon as it is there; with
        `resume` those already in it are not asked for again, except with `retry` those that
        failed. `on_result` is called for each new result, one at a time. A system or verifier
        that fails gives a result with its failure; KeyboardInterrupt ends the run with what
        is in the file.
        """
        if path is None:
            return self._collected(None, {}, on_result)
        opened = RunFile.resume(path, self.head) if resume else RunFile.create(path, self.head)
        with opened as file:
            return self._collected(file, self._kept(file, retry), on_result)

    def _kept(self, file: RunFile, retry: bool) -> dict[str, list[Result]]:
        """Results that need not be had again, by scenario; all turns of it or none."""
        kept: dict[str, list[Result]] = {}
        for scenario in self.suite.scenarios:
            rows = [file.results.get((scenario.id, turn)) for turn in scenario.asked]
            found = [row for row in rows if row is not None]
            if len(found) == len(rows) and not (retry and any(r.failure for r in found)):
                kept[scenario.id] = found
        return kept

    def _collected(
        self, file: RunFile | None, kept: dict[str, list[Result]], on_result: OnResult | None
    ) -> Run:
        done = dict(kept)
        left = [s for s in self.suite.scenarios if s.id not in kept]
        for results in self._answered(left):
            for result in results:
                if file is not None:
                    file.add(result)
                if on_result is not None:
                    on_result(result)
            done[results[0].scenario] = results
        rows = [row for scenario in self.suite.scenarios for row in done[scenario.id]]
        return Run(self.head, tuple(rows))

    def _answered(self, scenarios: list[Scenario]) -> Iterator[list[Result]]:
        """The results of each scenario as they come."""
        if self.workers == 1:
            yield from map(self._scenario, scenarios)
            return
        pool = ThreadPoolExecutor(self.workers, thread_name_prefix="entailed-eval")
        waiting = iter(scenarios)
        running: set[Future[list[Result]]] = set()
        try:
            while True:
                while len(running) < self.workers and (one := next(waiting, None)) is not None:
                    running.add(pool.submit(self._scenario, one))
                if not running:
                    break
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def _scenario(self, scenario: Scenario) -> list[Result]:
        """The system's turns of one scenario, each with what was said before it."""
        history: list[Message] = []
        results: list[Result] = []
        for number, turn in enumerate(scenario.turns):
            asked = Asked(scenario.id, number, turn.user, tuple(history), scenario.evidence)
            reply = turn.assistant
            if reply is None:
                broken = next((r.failure for r in results if r.failure), None)
                result = self._turn(scenario, asked, broken)
                results.append(result)
                reply = result.answered.text
            history += [Message("user", turn.user), Message("assistant", reply)]
        return results

    def _turn(self, scenario: Scenario, asked: Asked, broken: Failure | None) -> Result:
        if broken is not None:
            error = ModelError(f"an earlier turn failed: {broken.message}", kind="request")
            return failed_result(scenario, asked, broken.stage, error)
        began = time.perf_counter()
        try:
            answered = self.system.answer(asked)
        except Exception as error:  # a stranger's system may raise anything; no score comes of it
            return failed_result(scenario, asked, "answer", error)
        if answered.milliseconds is None and not getattr(self.system, "recorded", False):
            spent = (time.perf_counter() - began) * 1000
            answered = replace(answered, milliseconds=spent)
        return judge(scenario, asked, answered, self.verifier, self.suite.evidence)


def judge_run_again(run: Run, verifier: Verifier) -> Run:
    """The answers of a run judged by another verifier, so that two runs have the same judge.

    No system is asked anything.
    """
    head = replace(run.head, policy=verifier.enforcer.name, components=verifier.components)
    return Run(head, tuple(judge_again(result, verifier) for result in run.results))


def evaluate(
    suite: Suite,
    system: System,
    verifier: Verifier,
    *,
    workers: int | None = None,
    path: Path | None = None,
    resume: bool = False,
    retry: bool = False,
    on_result: OnResult | None = None,
) -> Run:
    """Run `suite` against `system`; see `Evaluation.run`.

    `workers` defaults to the number of processors, at most 8. Raises RequestError for a run file
    that cannot be written or is of another run.
    """
    chosen = workers if workers is not None else min(os.cpu_count() or 1, 8)
    evaluation = Evaluation(suite, system, verifier, chosen)
    return evaluation.run(path, resume=resume, retry=retry, on_result=on_result)
