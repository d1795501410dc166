"""Spans and events, as an exporter gets them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter, SimpleLogRecordProcessor
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.semconv._incubating.attributes import gen_ai_attributes
from opentelemetry.semconv.attributes import error_attributes, http_attributes
from opentelemetry.trace import StatusCode

from entailed import build_verifier
from entailed.service.settings import TelemetrySettings
from entailed.service.telemetry import traces as module
from entailed.service.telemetry.observer import Telemetry
from entailed.service.telemetry.traces import EVENT, Traces
from entailed.types import Report, Timing
from tests.reports import examples

PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


class Traced:
    """Telemetry whose spans stay in memory."""

    def __init__(self, *, texts: bool = False, logger: LoggerProvider | None = None) -> None:
        self.exporter = InMemorySpanExporter()
        provider = TracerProvider(shutdown_on_exit=False)
        provider.add_span_processor(SimpleSpanProcessor(self.exporter))
        settings = TelemetrySettings(metrics=False, texts=texts)
        self.telemetry = Telemetry(settings, Traces(provider, logger, texts=texts))

    def verify(self, report: Report, headers: dict[str, str] | None = None) -> None:
        """A request that comes to this report."""
        with self.telemetry.request("/v1/verify", "acme", headers or {}) as seen:
            self.telemetry.verified(report, "verify", "acme")
            seen.status(200)

    @property
    def spans(self) -> dict[str, ReadableSpan]:
        """Finished spans by name."""
        return {span.name: span for span in self.exporter.get_finished_spans()}

    @property
    def request(self) -> ReadableSpan:
        """The span of the request."""
        return self.spans["POST /v1/verify"]


@pytest.fixture
def traced() -> Traced:
    """Telemetry with spans in memory and no texts."""
    return Traced()


def real_report() -> Report:
    """A report of the pipeline."""
    verifier = build_verifier("repair", scorer="lexical")
    return verifier.verify("Zanzibar costs 5 euros. Quokkas swim.", ["Zanzibar costs 7 euros."])


def test_every_stage_is_a_span_under_the_request(traced: Traced) -> None:
    """In order, end to end, each as long as the stage took."""
    report = real_report()

    traced.verify(report)

    stages = [s for s in traced.exporter.get_finished_spans() if s.name.startswith("entailed.")]
    assert [s.name for s in stages] == [f"entailed.{t.stage}" for t in report.timings]
    for span, timing in zip(stages, report.timings, strict=True):
        assert span.parent is not None
        assert span.parent.span_id == traced.request.context.span_id
        assert span.start_time is not None
        assert span.end_time is not None
        assert span.end_time - span.start_time == round(timing.milliseconds * 1e6)
    ends = [s.end_time for s in stages[:-1]]
    assert ends == [s.start_time for s in stages[1:]]


def test_the_request_carries_the_callers_trace(traced: Traced) -> None:
    """By a W3C traceparent, whatever the case of its name."""
    traced.verify(examples()["grounded"], {"Traceparent": PARENT})

    assert traced.request.parent is not None
    assert f"{traced.request.context.trace_id:032x}" == PARENT.split("-")[1]
    assert f"{traced.request.parent.span_id:016x}" == PARENT.split("-")[2]


@pytest.mark.parametrize("header", ["", "nonsense", "00-0-0-01", PARENT + "-more\n", "ff" + PARENT])
def test_a_broken_traceparent_begins_a_trace(traced: Traced, header: str) -> None:
    """It refuses nothing and is not passed on."""
    traced.verify(examples()["grounded"], {"traceparent": header})

    assert traced.request.parent is None


def test_the_request_tells_what_came_of_it(traced: Traced) -> None:
    """Counts and codes, in attributes of the conventions where they have one."""
    traced.verify(examples()["partial"])

    told = dict(traced.request.attributes or {})
    assert told[http_attributes.HTTP_ROUTE] == "/v1/verify"
    assert told[http_attributes.HTTP_REQUEST_METHOD] == "POST"
    assert told[http_attributes.HTTP_RESPONSE_STATUS_CODE] == 200
    assert told["entailed.status"] == "partial"
    assert told["entailed.verdicts.contradicted"] == 1
    assert told["entailed.claims"] == 3


def test_the_names_are_those_of_the_conventions() -> None:
    """As the installed package of the conventions has them."""
    assert module.NAME == gen_ai_attributes.GEN_AI_EVALUATION_NAME
    assert module.VALUE == gen_ai_attributes.GEN_AI_EVALUATION_SCORE_VALUE
    assert module.LABEL == gen_ai_attributes.GEN_AI_EVALUATION_SCORE_LABEL
    assert module.EXPLANATION == gen_ai_attributes.GEN_AI_EVALUATION_EXPLANATION
    assert module.ERROR == error_attributes.ERROR_TYPE


def test_the_answer_and_every_claim_are_evaluation_events(traced: Traced) -> None:
    """A score only where one was estimated."""
    traced.verify(examples()["partial"])

    events = [(e.name, dict(e.attributes or {})) for e in traced.request.events]
    assert {name for name, _ in events} == {EVENT}
    assert events[0][1] == {
        module.NAME: "entailed.grounding",
        module.LABEL: "partial",
        module.VALUE: pytest.approx(1 / 3),
        module.EXPLANATION: "number_mismatch: 1, uncited: 1",
    }
    told = [(e.get(module.LABEL), e.get(module.VALUE)) for _, e in events[1:]]
    assert told == [("contradicted", None), ("supported", 0.97), ("missing", 0.125)]


def test_what_was_not_checked_is_an_error_and_no_score(traced: Traced) -> None:
    """The event says what failed; the stage is marked too."""
    report = replace(examples()["unchecked"], timings=(Timing("score", 1.0),))

    traced.verify(report)

    answer, claim = (dict(e.attributes or {}) for e in traced.request.events)
    assert answer[module.ERROR] == "ScorerError"
    assert claim[module.ERROR] == "stage_failed"
    assert module.VALUE not in claim
    assert traced.spans["entailed.score"].status.status_code is StatusCode.ERROR


def test_events_can_be_log_records_of_the_request() -> None:
    """As the conventions have them now: with an event name, in the request's span."""
    exporter = InMemoryLogRecordExporter()
    provider = LoggerProvider(shutdown_on_exit=False)
    provider.add_log_record_processor(SimpleLogRecordProcessor(exporter))
    traced = Traced(logger=provider)

    traced.verify(examples()["grounded"])

    records = [item.log_record for item in exporter.get_finished_logs()]
    assert [r.event_name for r in records] == [EVENT, EVENT]
    assert {r.span_id for r in records} == {traced.request.context.span_id}
    assert traced.request.events == ()


def test_no_span_holds_a_text(traced: Traced) -> None:
    """Neither attributes nor events, also when the request breaks off with a text."""
    traced.verify(real_report())
    with (
        pytest.raises(ValueError, match="Zanzibar"),
        traced.telemetry.request("/v1/ask", "acme"),
    ):
        raise ValueError("Zanzibar")

    told = "".join(json.dumps(json.loads(s.to_json())) for s in traced.spans.values())
    assert "Zanzibar" not in told
    assert "Quokka" not in told
    assert "euros" not in told
    assert traced.spans["POST /v1/ask"].status.status_code is StatusCode.ERROR


def test_texts_are_told_where_a_setting_allows_it() -> None:
    """And then the explanations say what differs."""
    traced = Traced(texts=True)

    traced.verify(real_report())

    told = traced.request.to_json()
    assert "Zanzibar costs 5 euros." in told
    assert "the evidence says" in told


def test_without_a_request_nothing_is_told(traced: Traced) -> None:
    """A report outside of any span makes none."""
    traced.telemetry.verified(examples()["grounded"], "verify", "acme")

    assert traced.spans == {}
