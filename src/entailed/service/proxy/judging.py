"""One choice of a reply, verified: what is shown of it, whatever happens on the way."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from entailed.prompts import PROMPTS, Prompts
from entailed.service.causes import cause
from entailed.service.errors import ServiceError
from entailed.service.keys import Caller
from entailed.service.proxy.grounding import Judged
from entailed.service.service import Service
from entailed.service.streams import Stream
from entailed.service.work import Answered, Work
from entailed.streaming import DoneEvent, Mode
from entailed.treatments import Policy
from entailed.types import Evidence

__all__ = ["KIND", "Judge", "is_busy"]

_LOG = logging.getLogger("entailed.service")
KIND = "chat"
_BUSY = ("too_many_requests", "overloaded", "shutting_down", "ledger_unavailable")
_NO_SOURCES: Mapping[str, str] = MappingProxyType({"because": "no_sources"})


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges the choices of one request.

    `name` is the name of its `policy`. With `declines` there are no sources, and nothing that
    the model writes is shown.
    """

    service: Service
    caller: Caller
    name: str
    policy: Policy
    evidence: Evidence
    question: str
    declines: bool = False
    prompts: Prompts = PROMPTS

    async def judge(self, index: int, answer: str) -> Judged:
        """The verdict on a whole answer, and the text that is shown.

        Raises ServiceError where the service is too busy, or cannot keep a record it has to keep:
        what a later try may get over. Whatever else happens, something is shown, and it is never
        the answer, but under a policy that only reports.
        """
        try:
            answered = await self.service.verify(self._work(answer), self.caller)
        except Exception as error:
            if is_busy(error):
                raise
            _LOG.error("a chat answer was not verified: %s", cause(error))
            return self.failed(index, answer, error)
        return self._judged(index, answered)

    async def stream(self, mode: Mode) -> Stream:
        """A place for a choice that is still being written. Raises ServiceError."""
        return await self.service.stream(self._work(""), self.caller, mode=mode)

    def finished(self, index: int, done: DoneEvent, answered: Answered | None) -> Judged:
        """The verdict at the end of a stream, whose text is shown already."""
        if answered is None:
            why = ("upstream",) if done.outcome == "failed" else ("verify",)
            return Judged(index, "unchecked", "block", done.text, failures=why)
        report = answered.report
        return Judged(index, report.status, report.action, done.text, report, answered.record_id)

    def failed(self, index: int, answer: str, error: BaseException) -> Judged:
        """The verdict where verification did not come about."""
        why = (error.type if isinstance(error, ServiceError) else type(error).__name__,)
        if self.policy.action == "report" and not self.declines:
            return Judged(index, "unchecked", "report", answer, failures=why)
        text = self.prompts.ungrounded if self.declines else self.policy.safe_message
        return Judged(index, "unchecked", "block", text, failures=why)

    def _judged(self, index: int, answered: Answered) -> Judged:
        report = answered.report
        if self.declines:
            text = self.prompts.ungrounded
            return Judged(index, "no_evidence", "block", text, report, answered.record_id)
        return Judged(
            index,
            report.status,
            report.action,
            report.repaired_answer,
            report,
            answered.record_id,
        )

    def _work(self, answer: str) -> Work:
        noted = _NO_SOURCES if self.evidence.blank else MappingProxyType({})
        return Work(
            answer,
            self.evidence,
            self.question,
            policy=self.name,
            kind=KIND,
            attributes=noted,
        )


def is_busy(error: BaseException) -> bool:
    """Whether a later try may get over it."""
    return isinstance(error, ServiceError) and error.type in _BUSY
