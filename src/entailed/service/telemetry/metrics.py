"""The figures at /metrics, in a registry of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.openmetrics.exposition import CONTENT_TYPE_LATEST as OPENMETRICS
from prometheus_client.openmetrics.exposition import generate_latest as openmetrics
from prometheus_client.registry import Collector

from entailed.ledger.writer import Counters
from entailed.service.telemetry.labels import Bounded, TopNames, source_name
from entailed.service.telemetry.reading import failed_reasons, sources_of
from entailed.types import Report

__all__ = ["Metrics"]

_NO_SOURCE = "none"
_BUCKETS = (
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0,
)  # fmt: skip


class Metrics:
    """Counters, gauges and histograms of one service.

    No label holds a text of a request. What requests can influence is bounded: `sources` names of
    sources, a hundred routes, policies and kinds of error; the rest is "other".
    """

    def __init__(self, sources: int = 50) -> None:
        self.registry = CollectorRegistry()
        self._names = TopNames(sources)
        self._sources = threading.Lock()
        self._bounds: dict[str, Bounded] = {}
        self._requests()
        self._reports()

    def _requests(self) -> None:
        self.requests = self._counter("requests", "Requests answered", "route", "status")
        self.request_seconds = self._histogram(
            "request_seconds", "Time from a request's headers to the end of its answer", "route"
        )
        self.in_flight = self._gauge("requests_in_flight", "Requests being answered")
        self.queue_depth = self._gauge("queue_depth", "Verifications that wait for a place")
        self.rejected = self._counter("rejected", "Requests refused before any work", "kind")
        self.failures = self._counter(
            "failures", "Failed parts of verifications and of the service", "stage", "kind"
        )

    def _reports(self) -> None:
        self.reports = self._counter("reports", "Answers verified, by status", "route", "status")
        self.verdicts = self._counter("verdicts", "Claims judged, by label", "label")
        self.reasons = self._counter(
            "verdict_reasons", "Claims that failed, by label and reason", "label", "reason"
        )
        self.actions = self._counter("actions", "What the policy did", "policy", "action")
        self.stage_seconds = self._histogram("stage_seconds", "Time of one stage", "stage")
        self.source_claims = self._counter(
            "source_claims", "Claims that rest on a source", "source"
        )
        self.source_failures = self._counter(
            "source_failures", "Claims that rest on a source and are not clean", "source"
        )

    def ended(self, route: str, status: int, seconds: float) -> None:
        """A request has been answered with `status`; 0 where it was broken off before."""
        name = self._bounded("route", route)
        self.requests.labels(name, str(status)).inc()
        self.request_seconds.labels(name).observe(seconds)

    def rejection(self, kind: str) -> None:
        """A request was refused before any work."""
        self.rejected.labels(self._bounded("rejected", kind)).inc()

    def failure(self, stage: str, kind: str) -> None:
        """A part failed."""
        self.failures.labels(self._bounded("stage", stage), self._bounded("error", kind)).inc()

    def verified(self, report: Report, route: str) -> None:
        """Count a report: its status, verdicts, reasons, action, stages and sources."""
        self.reports.labels(self._bounded("route", route), report.status).inc()
        self.actions.labels(self._bounded("policy", report.policy), report.action).inc()
        for verdict in report.verdicts:
            self.verdicts.labels(verdict.label).inc()
            for reason in failed_reasons(verdict):
                self.reasons.labels(verdict.label, self._bounded("reason", reason)).inc()
        for timing in report.timings:
            stage = self._bounded("stage", timing.stage)
            self.stage_seconds.labels(stage).observe(timing.milliseconds / 1000)
        for failure in report.failures:
            self.failure(failure.stage, failure.error)
        for source, clean in sources_of(report):
            self._source(source, clean)

    def watch(self, counters: Callable[[], Counters]) -> None:
        """Show a ledger's counters from now on, as they are when the page is asked for."""
        self.registry.register(_LedgerCounters(counters))

    def page(self, accept: str = "") -> tuple[bytes, str]:
        """The figures and their media type: OpenMetrics where `accept` asks for it."""
        if "application/openmetrics-text" in accept:
            made: bytes = openmetrics(self.registry)  # type: ignore[no-untyped-call]
            return made, OPENMETRICS
        return generate_latest(self.registry), CONTENT_TYPE_LATEST

    def _source(self, source: str, clean: bool) -> None:
        # In one go: else a series could come back to life after its end, and stay.
        with self._sources:
            label = _NO_SOURCE
            if source:
                label, gone = self._names.seen(source_name(source))
                if gone is not None:
                    self.source_claims.remove(gone)
                    self.source_failures.remove(gone)
            self.source_claims.labels(label).inc()
            self.source_failures.labels(label).inc(0 if clean else 1)

    def _bounded(self, what: str, value: object) -> str:
        return self._bounds.setdefault(what, Bounded(100))(value)

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(name, text, labels, namespace="entailed", registry=self.registry)

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(name, text, namespace="entailed", registry=self.registry)

    def _histogram(self, name: str, text: str, *labels: str) -> Histogram:
        return Histogram(
            name, text, labels, namespace="entailed", registry=self.registry, buckets=_BUCKETS
        )


class _LedgerCounters(Collector):
    """A ledger's counters, read when the page is asked for."""

    def __init__(self, counters: Callable[[], Counters]) -> None:
        self._counters = counters

    def collect(self) -> Iterator[Metric]:
        now = self._counters()
        yield GaugeMetricFamily(
            "entailed_ledger_queued", "Records that wait to be stored", value=now.queued
        )
        told: Mapping[str, tuple[str, int]] = {
            "stored": ("Records stored", now.stored),
            "failed": ("Records that could not be stored", now.failed),
            "retries": ("Tries to store that were repeated", now.retries),
        }
        for name, (text, value) in told.items():
            yield CounterMetricFamily(f"entailed_ledger_{name}", text, value=value)
