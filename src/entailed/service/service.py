"""The service: what routes call. Everything with a lock, a thread or a database is behind it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from fastapi import Request

from entailed.answering import Answerer, Outcome, Progress
from entailed.errors import ConfigurationError, InputError
from entailed.evidence import freeze
from entailed.ledger.writer import Acknowledgement
from entailed.pipeline import Verifier, require_text
from entailed.pipeline.run import Run
from entailed.service.admission import Admission
from entailed.service.batching import SharedScorer, Ticket, holding
from entailed.service.building import build_answerer_of, build_scorer
from entailed.service.errors import ServiceError
from entailed.service.keys import Caller, Keyring, given_key
from entailed.service.recording import Records
from entailed.service.settings import ServiceSettings, TelemetrySettings
from entailed.service.streams import Stream
from entailed.service.telemetry.observer import Telemetry
from entailed.service.verifiers import Chosen, Verifiers
from entailed.service.work import Answered, Work
from entailed.streaming import Mode
from entailed.treatments import Policy
from entailed.types import Report

if TYPE_CHECKING:
    from entailed.ledger import Ledger

__all__ = ["Answered", "Asked", "Caller", "Service", "ServiceError", "Work"]

_LOG = logging.getLogger("entailed.service")
_GRACE = 5.0  # seconds beyond its budget after which a verification is given up
_DEFAULT = Caller("default")


@dataclass(frozen=True, slots=True)
class Asked:
    """The outcome of a question; the record is of the report on its last answer, if there is one.

    `record_id` and `stored` as for `Answered`.
    """

    outcome: Outcome
    record_id: str | None = None
    stored: bool = False


@dataclass(slots=True, eq=False)
class _Task:
    """A verification in a thread, as the event loop sees it: it can be told to stop."""

    ticket: Ticket
    run: Run | None = None
    acknowledgement: Acknowledgement | None = None

    def cancel(self) -> None:
        """Nobody waits for it any more: what is left of it counts as out of time."""
        self.ticket.cancelled = True
        if self.run is not None:
            self.run.deadline = 0.0


class Service:
    """Verifies, answers, streams and records for many callers at once, within its settings.

    Made before the server starts; `startup` and `shutdown` are for its event loop. `answerer` and
    `telemetry` are made from the settings unless they are given. Raises ConfigurationError for
    settings that cannot be served, among them any address but a loopback one without keys.
    """

    def __init__(
        self,
        settings: ServiceSettings,
        *,
        answerer: Answerer | None = None,
        telemetry: Telemetry | None = None,
    ) -> None:
        if settings.keys is None and not settings.loopback:
            raise ConfigurationError(
                f"host {settings.host!r} can be reached from other machines: make keys with "
                "`entailed serve keys add --keys FILE TENANT` and set `keys`, or keep the host "
                "127.0.0.1"
            )
        self.settings = settings
        self.telemetry = telemetry if telemetry is not None else Telemetry(_told(settings))
        self._keyring = None if settings.keys is None else Keyring(settings.keys)
        self._scorer = build_scorer(settings)
        self._verifiers = Verifiers(settings, self._scorer)
        self.answerer = answerer or build_answerer_of(settings, self._scorer)
        self._records: Records | None = None
        self._pool = ThreadPoolExecutor(settings.workers, thread_name_prefix="entailed-verify")
        most = settings.per_tenant
        self._slots = Admission(
            "verifications", settings.workers, settings.queue, settings.queue_seconds, most,
            self.telemetry.queue,
        )  # fmt: skip
        self._streams = Admission("streams", settings.streams, 0, 1.0, most)
        self._questions = Admission("questions", settings.questions, 0, 1.0, most)
        self._tasks: set[_Task] = set()
        self._closing = False

    # --- its life ------------------------------------------------------------------------------

    async def startup(self) -> None:
        """Open the ledger, load the model. Raises LedgerError, ScorerError."""
        where = self.settings.ledger
        if where is not None:
            self._records = Records(self.settings, where, self.telemetry.failure)
            self._records.start()
            self.telemetry.ledger(lambda: self.records.ledger.counters)
        load = getattr(self._scorer, "load", None)
        if load is not None:
            await asyncio.to_thread(load)

    async def shutdown(self) -> None:
        """Finish what was begun, store what is queued, then end. Safe to call twice."""
        self._closing = True
        until = time.monotonic() + self.settings.shutdown_seconds
        while self._busy and time.monotonic() < until:
            await asyncio.sleep(0.02)
        for task in tuple(self._tasks):
            task.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)
        if isinstance(self._scorer, SharedScorer):
            await asyncio.to_thread(self._scorer.close)
        if self._records is not None:
            await self._records.close(max(5.0, until - time.monotonic()))
        # It waits for the collector, if there is one.
        await asyncio.to_thread(self.telemetry.close)

    @property
    def _busy(self) -> int:
        return self._slots.active + self._streams.active + self._questions.active

    @property
    def verifier(self) -> Verifier:
        """The verifier of requests that ask for nothing else."""
        return self._verifiers.default

    @property
    def ledger(self) -> Ledger | None:
        """The ledger, or None; for operators. What a tenant may see is behind `records`."""
        return None if self._records is None else self._records.ledger

    @property
    def policies(self) -> tuple[str, ...]:
        """The names of policies that requests may give."""
        return self._verifiers.names

    def policy(self, name: str) -> Policy:
        """A policy that requests may name. Raises ServiceError (422) for another name."""
        return self._verifiers.policy(name)

    def require_open(self) -> None:
        """Raise ServiceError (503) where nothing new is begun: before work of other kinds."""
        self._open(None)

    async def ready(self) -> dict[str, str]:
        """What keeps the service from working, by part; empty when nothing does."""
        faults = {}
        if self._closing:
            faults["service"] = "is shutting down"
        if self._records is not None and not await self._records.ping():
            faults["ledger"] = "the database does not answer"
        if self._records is not None and not self._records.up:
            faults["ledger"] = "records cannot be stored"
        if not self.settings.ledger_required:
            faults.pop("ledger", None)
        return faults

    # --- who asks ------------------------------------------------------------------------------

    def identify(self, headers: Mapping[str, str]) -> Caller | None:
        """The caller of a request with these headers (lower-case names), or None."""
        if self._keyring is None:
            return _DEFAULT
        key = given_key(headers)
        return None if key is None else self._keyring.caller(key)

    async def caller_of(self, request: Request) -> Caller:
        """The caller of a request; a FastAPI dependency. Raises ServiceError (401)."""
        found = self.identify(request.headers)
        if found is not None:
            return found
        if given_key(request.headers) is None:
            raise ServiceError(
                401, "missing_key", "expected a key: send it as 'Authorization: Bearer KEY'"
            )
        raise ServiceError(401, "invalid_key", "the key is unknown or has been revoked")

    # --- verifying -----------------------------------------------------------------------------

    async def verify(self, work: Work, caller: Caller) -> Answered:
        """Verify one answer, off the event loop, and record it.

        Where the caller stops waiting (cancellation), the verification is told to stop and
        nothing is recorded. Raises ServiceError: 422 for what cannot be verified, 429, 503.
        """
        self._open(work.record_id, work.attributes)
        chosen = self._verifiers.choose(work.policy, work.limits)
        task = _Task(Ticket())
        report = await self._run(caller, task, lambda: self._verified(work, caller, chosen, task))
        self.told(report, work.kind, caller)
        return Answered(report, *await self.outcome(task.acknowledgement))

    async def _run(self, caller: Caller, task: _Task, call: Callable[[], Any]) -> Any:
        """What `call` gives in a thread, once it is its turn; the slot is held until it ends."""
        slot = await self._slots.enter(caller.tenant)
        if self._closing:
            slot.release()
            raise self._shutting_down()
        task.ticket.deadline = time.monotonic() + self.settings.seconds
        self._tasks.add(task)
        loop = asyncio.get_running_loop()
        future = loop.run_in_executor(self._pool, call)

        def ended(done: asyncio.Future[Any]) -> None:
            slot.release()
            self._tasks.discard(task)
            if not done.cancelled():
                done.exception()  # has been looked at, also where nobody waits any more

        future.add_done_callback(ended)
        try:
            async with asyncio.timeout(self.settings.seconds + _GRACE):
                return await asyncio.shield(future)
        except TimeoutError as error:
            task.cancel()
            raise ServiceError(
                503, "out_of_time",
                f"the verification did not end within {self.settings.seconds:g} s", 1.0,
            ) from error  # fmt: skip
        except asyncio.CancelledError:
            task.cancel()
            raise
        except InputError as error:
            raise ServiceError(422, "invalid_input", str(error)) from error

    def _verified(self, work: Work, caller: Caller, chosen: Chosen, task: _Task) -> Report:
        """The report, and its record in the ledger's queue; in a thread."""
        require_text("answer", work.answer)
        require_text("question", work.question)
        verifier = chosen.verifier
        evidence = freeze(work.passages)
        seconds = verifier.limits.seconds or self.settings.seconds
        deadline = min(time.monotonic() + seconds, task.ticket.deadline or float("inf"))
        task.ticket.deadline = deadline
        task.run = verifier.started(work.answer, evidence, work.question, deadline)
        if task.ticket.cancelled:
            task.cancel()
        with holding(task.ticket):
            report = verifier.concluded(task.run, evidence)
        if not task.ticket.cancelled:
            task.acknowledgement = self.recorded(
                report, caller, chosen, work.kind, work.attributes, work.record_id
            )
        return report

    # --- streams -------------------------------------------------------------------------------

    async def stream(
        self,
        work: Work,
        caller: Caller,
        *,
        mode: Mode = "hold",
        let_through: tuple[str, ...] = (),
    ) -> Stream:
        """A stream of events over an answer that is still being written.

        `work.answer` is not read: pieces are given to `Stream.run`. Raises ServiceError as
        `verify` does, before anything is read.
        """
        self._open(work.record_id, work.attributes)
        chosen = self._verifiers.choose(work.policy, work.limits)
        slot = await self._streams.enter(caller.tenant)
        try:
            made = await asyncio.to_thread(
                Stream, self, slot, chosen, work, caller, mode, let_through
            )
        except InputError as error:
            slot.release()
            raise ServiceError(422, "invalid_input", str(error)) from error
        except BaseException:
            slot.release()
            raise
        return made

    # --- questions -----------------------------------------------------------------------------

    async def ask(
        self,
        question: str,
        caller: Caller,
        *,
        seconds: float | None = None,
        progress: Callable[[Progress], None] | None = None,
        record_id: str | None = None,
        attributes: Mapping[str, str] | None = None,
    ) -> Asked:
        """Answer a question from the configured documents. Raises ServiceError as `verify` does,
        and 501 where no documents and model are configured."""
        if self.answerer is None:
            raise ServiceError(
                501, "not_configured", "this service answers no questions: it has no documents"
            )
        self._open(record_id, attributes)
        most = self.settings.question_seconds
        slot = await self._questions.enter(caller.tenant)
        try:
            outcome = await self.answerer.aask(question, min(seconds or most, most), progress)
        except InputError as error:
            raise ServiceError(422, "invalid_input", str(error)) from error
        finally:
            slot.release()
        if outcome.report is None:
            return Asked(outcome)
        self.told(outcome.report, "ask", caller)
        told = {**(attributes or {}), "outcome": outcome.status, "because": outcome.because}
        chosen = self._verifiers.described(self.answerer.verifier)
        taken = self.recorded(outcome.report, caller, chosen, "ask", told, record_id)
        return Asked(outcome, *await self.outcome(taken))

    # --- records -------------------------------------------------------------------------------

    @property
    def records(self) -> Records:
        """What is recorded. Raises ServiceError (501) where nothing is."""
        if self._records is None:
            raise ServiceError(501, "not_configured", "this service keeps no records: no `ledger`")
        return self._records

    async def replay(self, record_id: str, caller: Caller) -> Any:
        """A record of the caller's verified again; an `entailed.ledger.Replay`.

        Under the recorded policy and limits, with the scorer of this service.
        Raises ServiceError: 404, 410, and as `verify` does.
        """
        self._open(None)
        record = await self.records.read(caller.tenant, lambda ledger: ledger.get(record_id))
        if record is None:
            raise ServiceError(404, "unknown_record", "no such record")
        if record.erased:
            raise ServiceError(410, "erased", "the texts of this record have been erased")
        task = _Task(Ticket())
        library = self.records.ledger.library

        def again() -> Any:
            from entailed.ledger.replay import replay

            with holding(task.ticket):
                return replay(record, self._verifiers.recorded(record), library)

        return await self._run(caller, task, again)

    def recorded(
        self,
        report: Report,
        caller: Caller,
        chosen: Chosen,
        kind: str,
        attributes: Mapping[str, str],
        record_id: str | None,
    ) -> Acknowledgement | None:
        """Hand a report to the ledger's writer, from any thread; None without a ledger."""
        if self._records is None:
            return None
        told = {**attributes, "route": kind}
        return self._records.queue(caller.tenant, report, chosen.configuration, told, record_id)

    async def outcome(self, taken: Acknowledgement | None) -> tuple[str | None, bool]:
        """`(record_id, stored)` as an answer may say it. Raises ServiceError (503, 409)."""
        if taken is None or self._records is None:
            return None, False
        return await self._records.outcome(taken)

    # --- shared --------------------------------------------------------------------------------

    def told(self, report: Report, kind: str, caller: Caller) -> None:
        """Tell telemetry of a report, and the log of what failed in it."""
        self.telemetry.verified(report, kind, caller.tenant)
        for failure in {(f.stage, f.error) for f in report.failures}:
            _LOG.warning("stage %s failed: %s", *failure)

    def _open(self, record_id: str | None, attributes: Mapping[str, str] | None = None) -> None:
        """Raise ServiceError where nothing new is begun."""
        if self._closing:
            raise self._shutting_down()
        if self._records is not None:
            self._records.check(record_id, attributes or {})

    def _shutting_down(self) -> ServiceError:
        return ServiceError(503, "shutting_down", "the service is ending; try another", 5.0)


def _told(settings: ServiceSettings) -> TelemetrySettings:
    """The settings of telemetry: where several tenants are served, figures name no source."""
    telemetry = settings.telemetry
    if settings.keys is None or telemetry.sources is not None:
        return telemetry
    return replace(telemetry, sources=0)
