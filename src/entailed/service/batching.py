"""One scorer for all requests of a process: their pairs meet here.

A scorer with int8 weights gives another result when pairs share a run (the scale of the
activations is taken over the whole run), so pairs are not put into one run for its sake: `together`
is 1 for the scorers in the package. What is gathered across connections is the work: one bounded
set of threads scores the pairs of all requests, a pair that several ask for is scored once, and
the requests take turns, so that a long answer does not keep a short one waiting. A scorer whose
results do not depend on the run (float weights, a GPU) can be given `together` pairs at a time.
No score changes by any of it.
"""

from __future__ import annotations

import contextvars
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from entailed.errors import ScorerError
from entailed.protocols import Scorer
from entailed.types import Entailment, Failure, Pair

__all__ = ["SharedScorer", "Ticket", "holding"]

Result = Entailment | Failure | Exception
_LATE = Failure("score", "limit_reached", "the time budget was used up")


@dataclass(slots=True)
class Ticket:
    """What a request may still cost: `deadline` on the monotonic clock, None for any time."""

    deadline: float | None = None
    cancelled: bool = False

    @property
    def over(self) -> bool:
        """Whether nothing more is to be done for it."""
        return self.cancelled or (self.deadline is not None and time.monotonic() >= self.deadline)


_ticket: contextvars.ContextVar[Ticket | None] = contextvars.ContextVar("ticket", default=None)


@contextmanager
def holding(ticket: Ticket) -> Iterator[None]:
    """Let what this thread scores be charged to `ticket`."""
    token = _ticket.set(ticket)
    try:
        yield
    finally:
        _ticket.reset(token)


@dataclass(slots=True, eq=False)
class _Job:
    """The pairs of one call. `left` counts those without a result."""

    waiting: deque[Pair]
    left: int
    ticket: Ticket | None
    results: dict[Pair, Result] = field(default_factory=dict)
    done: threading.Event = field(default_factory=threading.Event)


class SharedScorer:
    """`scorer`, with the pairs of all callers scored by `threads` threads of its own.

    Name, version, digest and calibration are those of `scorer`. `together` pairs go into one call
    of it; where that raises they are tried one by one, so that one request's pair cannot fail
    another's. Pairs of a request whose `Ticket` is over come back as a Failure.
    Call `close` at the end: threads finish what they have, callers that wait get a ScorerError.
    """

    def __init__(self, scorer: Scorer, threads: int, together: int = 1) -> None:
        self._scorer = scorer
        self._together = together
        self._changed = threading.Condition()
        self._jobs: deque[_Job] = deque()
        self._under_way: dict[Pair, list[_Job]] = {}
        self._closed = False
        self._threads = [
            threading.Thread(target=self._work, name=f"entailed-scores-{n}", daemon=True)
            for n in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def name(self) -> str:
        """The scorer's name."""
        return self._scorer.name

    @property
    def version(self) -> str:
        """The scorer's version."""
        return self._scorer.version

    @property
    def digest(self) -> str:
        """The digest of the scorer's weights."""
        return self._scorer.digest

    @property
    def calibration(self) -> Mapping[str, float]:
        """What was fitted for the scorer's weights; empty where nothing was."""
        return getattr(self._scorer, "calibration", None) or {}

    def load(self) -> None:
        """Load the scorer's weights now, where it can, so that the first request need not wait."""
        load = getattr(self._scorer, "load", None)
        if load is not None:
            load()

    def score(self, pairs: Sequence[Pair]) -> list[Entailment | Failure]:
        """One result a pair, same order; raises what the scorer raises on one of them."""
        unique = deque(dict.fromkeys(pairs))
        if not unique:
            return []
        job = _Job(unique, len(unique), _ticket.get())
        with self._changed:
            if self._closed:
                raise ScorerError("the service is ending; nothing is scored any more")
            self._jobs.append(job)
            self._changed.notify(min(len(unique), len(self._threads)))
        job.done.wait()
        return [_value(job.results[pair]) for pair in pairs]

    @property
    def depth(self) -> int:
        """How many pairs wait."""
        with self._changed:
            return sum(len(job.waiting) for job in self._jobs)

    def close(self) -> None:
        """End the threads. Safe to call twice."""
        with self._changed:
            self._closed = True
            left = list(self._jobs)
            self._jobs.clear()
            closed = ScorerError("the service is ending; nothing is scored any more")
            for job in left:
                self._drop(job, closed)
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(timeout=10)

    # --- the threads' side ---------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._jobs or self._closed)
                if not self._jobs:
                    return
                taken = self._take()
            if not taken:
                continue
            made = self._scored(taken)
            with self._changed:
                ready = [
                    job
                    for pair, result in zip(taken, made, strict=True)
                    for job in self._under_way.pop(pair)
                    if self._settle(job, pair, result)
                ]
            # Once the lock is free: those who wait go on at once, and may come with more.
            for job in ready:
                job.done.set()

    def _take(self) -> list[Pair]:
        """The next pairs, one of each request in turn. The lock is held."""
        taken: list[Pair] = []
        while self._jobs and len(taken) < self._together:
            job = self._jobs.popleft()
            if job.ticket is not None and job.ticket.over:
                self._drop(job, _LATE)
                continue
            pair = job.waiting.popleft()
            if pair in self._under_way:
                self._under_way[pair].append(job)
            else:
                self._under_way[pair] = [job]
                taken.append(pair)
            if job.waiting:
                self._jobs.append(job)
        return taken

    def _drop(self, job: _Job, why: Result) -> None:
        """Give every pair of the job that waits the same result. The lock is held."""
        while job.waiting:
            if self._settle(job, job.waiting.popleft(), why):
                job.done.set()

    def _settle(self, job: _Job, pair: Pair, result: Result) -> bool:
        """Note a result; whether it was the last one of the job. The lock is held."""
        job.results[pair] = result
        job.left -= 1
        return job.left == 0

    def _scored(self, pairs: list[Pair]) -> list[Result]:
        try:
            made = list(self._scorer.score(pairs))
        except Exception as error:  # a scorer may be a stranger's
            if len(pairs) == 1:
                return [error]
            return [result for pair in pairs for result in self._scored([pair])]
        if len(made) != len(pairs):
            wrong = ScorerError(
                f"scorer {self.name!r}: expected {len(pairs)} results, got {len(made)}"
            )
            return [wrong] * len(pairs)
        return list(made)


def _value(result: Result) -> Entailment | Failure:
    if isinstance(result, Exception):
        raise result
    return result
