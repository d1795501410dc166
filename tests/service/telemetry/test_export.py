"""Spans and events on their way to a collector."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from entailed.service.settings import TelemetrySettings
from entailed.service.telemetry.observer import Telemetry
from tests.reports import examples


class Collector(HTTPServer):
    """An OTLP collector that keeps what it is sent."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.received: list[tuple[str, bytes]] = []

    @property
    def address(self) -> str:
        """Its base address."""
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:  # the name the library calls
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.received.append((self.path, body))
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Not into the output of the tests."""


@pytest.fixture
def collector() -> Iterator[Collector]:
    """A collector that runs."""
    server = Collector()
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def verified(settings: TelemetrySettings) -> None:
    """One request, sent off when the service ends."""
    telemetry = Telemetry(settings)
    with telemetry.request("/v1/verify", "acme") as seen:
        telemetry.verified(examples()["grounded"], "verify", "acme")
        seen.status(200)
    telemetry.close()


@pytest.mark.parametrize("path", ["", "/", "/v1/traces"])
def test_spans_are_sent_to_the_collector(collector: Collector, path: str) -> None:
    """What waits is sent when the service ends, whichever form of address is given."""
    verified(TelemetrySettings(metrics=False, traces=collector.address + path))

    ((where, body),) = collector.received
    (resource,) = ExportTraceServiceRequest.FromString(body).resource_spans
    names = {span.name for scope in resource.scope_spans for span in scope.spans}
    told = {a.key: a.value.string_value for a in resource.resource.attributes}
    assert where == "/v1/traces"
    assert names == {"POST /v1/verify", "entailed.extract"}
    assert told["service.name"] == "entailed"


def test_events_are_sent_as_log_records_where_that_is_wished(collector: Collector) -> None:
    """To the same collector, with the ids of the request's span."""
    verified(TelemetrySettings(metrics=False, traces=collector.address, events="log"))

    sent = dict(collector.received)
    (resource,) = ExportLogsServiceRequest.FromString(sent["/v1/logs"]).resource_logs
    records = [r for scope in resource.scope_logs for r in scope.log_records]
    assert {r.event_name for r in records} == {"gen_ai.evaluation.result"}
    assert all(r.span_id for r in records)
