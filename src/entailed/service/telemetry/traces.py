"""OpenTelemetry: a span for each request and stage, and evaluations as events."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from opentelemetry._logs import Logger, LoggerProvider, SeverityNumber
from opentelemetry.trace import (
    Span,
    SpanKind,
    Status,
    StatusCode,
    TracerProvider,
    get_current_span,
    set_span_in_context,
)
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from entailed.service.telemetry.labels import cleaned
from entailed.service.telemetry.reading import failed_reasons, labels, reasons
from entailed.types import Report, Verdict

__all__ = ["EVENT", "Traces", "exported"]

EVENT = "gen_ai.evaluation.result"
# Attributes of the event, by the semantic conventions for generative AI.
NAME = "gen_ai.evaluation.name"
VALUE = "gen_ai.evaluation.score.value"
LABEL = "gen_ai.evaluation.score.label"
EXPLANATION = "gen_ai.evaluation.explanation"
ERROR = "error.type"
_ANSWER, _CLAIM = "entailed.grounding", "entailed.claim"
_CLAIMS = 100  # events of single claims on one request; most backends keep no more
_TEXT = 4_000  # characters of a text, where texts are allowed
_SECONDS = 5.0  # that one export may take, also at the end of the service
_PROPAGATOR = TraceContextTextMapPropagator()

Attributes = dict[str, str | int | float | bool]


@dataclass(frozen=True, slots=True)
class Exported:
    """Providers that send to a collector; `close` sends what waits."""

    tracer: TracerProvider
    logger: LoggerProvider | None

    def close(self) -> None:
        """Send what waits and stop, within a few seconds."""
        for provider in (self.tracer, self.logger):
            stop = getattr(provider, "shutdown", None)
            if stop is not None:
                stop()


def exported(endpoint: str, *, logs: bool = False) -> Exported:
    """Providers that send spans, and with `logs` events too, by OTLP over HTTP.

    `endpoint` is the collector's address ("http://localhost:4318"). Raises ImportError where the
    exporter is not installed.
    """
    from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk import trace
    from opentelemetry.sdk._logs import LoggerProvider as SdkLoggerProvider
    from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    base = endpoint.rstrip("/").removesuffix("/v1/traces")
    resource = Resource.create({"service.name": "entailed"})
    tracer = trace.TracerProvider(resource=resource, shutdown_on_exit=False)
    tracer.add_span_processor(
        BatchSpanProcessor(OTLPSpanExporter(f"{base}/v1/traces", timeout=_SECONDS))
    )
    if not logs:
        return Exported(tracer, None)
    logger = SdkLoggerProvider(resource=resource, shutdown_on_exit=False)
    logger.add_log_record_processor(
        BatchLogRecordProcessor(OTLPLogExporter(f"{base}/v1/logs", timeout=_SECONDS))
    )
    return Exported(tracer, logger)


class Traces:
    """Spans of requests and stages. With `texts`, spans may hold texts of requests.

    With a `logger`, evaluations are log records with an event name, as the conventions have it
    by now; without, they are events of the request's span, which every backend shows.
    """

    def __init__(
        self, tracer: TracerProvider, logger: LoggerProvider | None = None, *, texts: bool = False
    ) -> None:
        self._tracer = tracer.get_tracer("entailed")
        self._logger: Logger | None = None if logger is None else logger.get_logger("entailed")
        self._texts = texts

    @contextmanager
    def request(
        self, route: str, tenant: str, headers: Mapping[str, str], method: str
    ) -> Iterator[Span]:
        """The span of a request, a child of the caller's where `headers` hold a traceparent."""
        attributes: Attributes = {
            "http.route": route,
            "http.request.method": method,
            "entailed.tenant": cleaned(tenant),
        }
        with self._tracer.start_as_current_span(
            f"{method} {route}",
            context=_PROPAGATOR.extract({k.lower(): v for k, v in headers.items()}),
            kind=SpanKind.SERVER,
            attributes=attributes,
            record_exception=False,  # its message may quote a text
            set_status_on_exception=False,
        ) as span:
            try:
                yield span
            except BaseException as error:
                span.set_attribute(ERROR, type(error).__name__)
                span.set_status(Status(StatusCode.ERROR))
                raise

    def verified(self, report: Report) -> None:
        """Tell the current span what came of a verification, with a span for each stage."""
        span = get_current_span()
        if not span.is_recording():
            return
        span.set_attributes(_summary(report))
        if self._texts:
            span.set_attributes(
                {
                    "entailed.question": report.question[:_TEXT],
                    "entailed.answer": report.answer[:_TEXT],
                }
            )
        self._stages(span, report)
        for event in self._events(report):
            self._emit(span, event)

    def _stages(self, span: Span, report: Report) -> None:
        """Spans that end now and follow one another, as the stages did."""
        context = set_span_in_context(span)
        lengths = [round(timing.milliseconds * 1e6) for timing in report.timings]
        began = time.time_ns() - sum(lengths)
        for timing, length in zip(report.timings, lengths, strict=True):
            stage = self._tracer.start_span(
                f"entailed.{cleaned(timing.stage)}",
                context=context,
                start_time=began,
                attributes={"entailed.stage": cleaned(timing.stage)},
            )
            failed = [f for f in report.failures if f.stage == timing.stage]
            if failed:
                stage.set_attribute(ERROR, cleaned(failed[0].error))
                stage.set_status(Status(StatusCode.ERROR))
            began += length
            stage.end(began)

    def _events(self, report: Report) -> Iterator[Attributes]:
        yield self._answer(report)
        for verdict in report.verdicts[:_CLAIMS]:
            yield self._claim(verdict)

    def _answer(self, report: Report) -> Attributes:
        """The whole answer: the share of its claims that are clean, where it has any."""
        made: Attributes = {NAME: _ANSWER, LABEL: report.status}
        if report.verdicts:
            made[VALUE] = sum(v.clean for v in report.verdicts) / len(report.verdicts)
        told = ", ".join(f"{reason}: {n}" for reason, n in reasons(report).items())
        made[EXPLANATION] = told or "nothing failed"
        if report.failures:
            made[ERROR] = cleaned(report.failures[0].error)
        return made

    def _claim(self, verdict: Verdict) -> Attributes:
        """One claim: no score where none was estimated, an error where it was not checked."""
        made: Attributes = {
            NAME: _CLAIM,
            LABEL: verdict.label,
            "entailed.claim.id": verdict.claim.id,
        }
        if verdict.score is not None:
            made[VALUE] = verdict.score
        told = failed_reasons(verdict)
        if self._texts:
            told = [f.message or str(f.reason) for f in verdict.reasons if f.outcome == "fail"]
        if told:
            made[EXPLANATION] = "; ".join(told)[:_TEXT]
        if verdict.label == "unchecked":
            made[ERROR] = told[0] if told and not self._texts else "unchecked"
        return made

    def _emit(self, span: Span, attributes: Attributes) -> None:
        if self._logger is None:
            span.add_event(EVENT, attributes)
            return
        self._logger.emit(
            timestamp=time.time_ns(),
            context=set_span_in_context(span),
            severity_number=SeverityNumber.INFO,
            event_name=EVENT,
            attributes=attributes,
        )


def _summary(report: Report) -> dict[str, Any]:
    counted = {f"entailed.verdicts.{label}": n for label, n in labels(report).items()}
    return {
        "entailed.status": report.status,
        "entailed.policy": cleaned(report.policy),
        "entailed.action": report.action,
        "entailed.claims": len(report.verdicts),
        "entailed.passages": len(report.evidence),
        **counted,
    }
