"""What the service calls to tell of itself."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from entailed.errors import UnsupportedError
from entailed.ledger.writer import Counters
from entailed.service.causes import cause
from entailed.service.settings import TelemetrySettings
from entailed.service.telemetry.reading import labels, reasons
from entailed.types import Report

if TYPE_CHECKING:
    from opentelemetry.trace import Span

    from entailed.service.telemetry.metrics import Metrics
    from entailed.service.telemetry.traces import Traces

__all__ = ["Observed", "Telemetry"]

_LOG = logging.getLogger("entailed.service")
_DEFAULT = TelemetrySettings()
_NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class Observed:
    """A request being answered. `status` tells what it was answered with."""

    def __init__(self, span: Span | None) -> None:
        self.code = 0
        self._span = span

    def status(self, code: int) -> None:
        """The HTTP status of the answer."""
        self.code = code
        if self._span is not None:
            self._span.set_attribute("http.response.status_code", code)
            if code >= 500:
                self._span.set_attribute("error.type", str(code))


class Telemetry:
    """Counts, traces and logs what a service does. What is not switched on costs nothing.

    `traces` takes the place of those that the settings ask for. Raises UnsupportedError where a
    library of the extra `serve` is missing. Methods may be called from any thread.
    """

    def __init__(
        self, settings: TelemetrySettings = _DEFAULT, traces: Traces | None = None
    ) -> None:
        self.settings = settings
        self._close: Callable[[], None] | None = None
        try:
            self.metrics = _metrics(settings)
            self.traces = traces if traces is not None else self._exported(settings)
        except ImportError as error:
            raise UnsupportedError(
                f"telemetry needs {error.name}, which is not installed: "
                "pip install 'entailed[serve]'"
            ) from error

    @contextmanager
    def request(
        self,
        route: str,
        tenant: str,
        headers: Mapping[str, str] = _NO_HEADERS,
        method: str = "POST",
    ) -> Iterator[Observed]:
        """A request to `route` (its template), from beginning to end of its answer.

        `headers` may hold a W3C traceparent; then the span is a child of the caller's.
        """
        began = time.perf_counter()
        seen = Observed(None)
        try:
            with ExitStack() as stack:
                if self.metrics is not None:
                    stack.enter_context(self.metrics.in_flight.track_inprogress())
                if self.traces is not None:
                    span = self.traces.request(route, tenant, headers, method)
                    seen = Observed(stack.enter_context(span))
                yield seen
        finally:
            if self.metrics is not None:
                self.metrics.ended(route, seen.code, time.perf_counter() - began)

    def verified(self, report: Report, route: str, tenant: str) -> None:
        """An answer was verified: figures, spans of its stages, evaluation events, a log line.

        What fails of that is logged: no answer is lost because it could not be counted.
        """
        told: list[Callable[[], None]] = [lambda: self._log(report, route, tenant)]
        if self.metrics is not None:
            told.append(partial(self.metrics.verified, report, route))
        if self.traces is not None:
            told.append(partial(self.traces.verified, report))
        for tell in told:
            try:
                tell()
            except Exception as error:
                _LOG.error("telemetry failed: %s", cause(error, texts=self.settings.texts))

    def queue(self, depth: int) -> None:
        """How many verifications wait."""
        if self.metrics is not None:
            self.metrics.queue_depth.set(depth)

    def rejected(self, kind: str) -> None:
        """A request was refused before any work; `kind` is the word of its error."""
        if self.metrics is not None:
            self.metrics.rejection(kind)

    def failure(self, kind: str, stage: str = "service") -> None:
        """Something failed; `kind` is the class of the error."""
        if self.metrics is not None:
            self.metrics.failure(stage, kind)

    def ledger(self, counters: Callable[[], Counters]) -> None:
        """Show the counters of a ledger among the figures. Once for each service."""
        if self.metrics is not None:
            self.metrics.watch(counters)

    def metrics_page(self, accept: str = "") -> tuple[bytes, str]:
        """The figures for Prometheus, and their media type; empty where they are off."""
        if self.metrics is None:
            return b"", "text/plain; version=0.0.4; charset=utf-8"
        return self.metrics.page(accept)

    def close(self) -> None:
        """Send the spans that wait."""
        if self._close is not None:
            self._close()

    def _exported(self, settings: TelemetrySettings) -> Traces | None:
        if settings.traces is None:
            return None
        from entailed.service.telemetry.traces import Traces, exported

        made = exported(settings.traces, logs=settings.events == "log")
        self._close = made.close
        return Traces(made.tracer, made.logger, texts=settings.texts)

    def _log(self, report: Report, route: str, tenant: str) -> None:
        texts = {"text": report.answer} if self.settings.texts else {}
        _LOG.info(
            "verified",
            extra={
                "route": route,
                "tenant": tenant,
                "outcome": report.status,
                "policy": report.policy,
                "action": report.action,
                "claims": len(report.verdicts),
                "labels": labels(report),
                "reasons": reasons(report),
                "milliseconds": round(sum(t.milliseconds for t in report.timings), 1),
                **texts,
            },
        )


def _metrics(settings: TelemetrySettings) -> Metrics | None:
    if not settings.metrics:
        return None
    from entailed.service.telemetry.metrics import Metrics

    return Metrics(50 if settings.sources is None else settings.sources)
