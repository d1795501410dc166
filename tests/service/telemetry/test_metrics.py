"""The figures at /metrics, read as Prometheus reads them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prometheus_client.openmetrics.parser import (
    text_string_to_metric_families as openmetrics_families,
)
from prometheus_client.parser import text_string_to_metric_families

from entailed import build_verifier
from entailed.ledger.writer import Counters
from entailed.service.settings import TelemetrySettings
from entailed.service.telemetry.metrics import Metrics
from entailed.service.telemetry.observer import Telemetry
from entailed.types import REASONS
from tests.reports import C, examples, report


def figures(metrics: Metrics) -> dict[str, dict[tuple[str, ...], float]]:
    """Samples by name and label values (in order of the labels' names), without `_created`."""
    found: dict[str, dict[tuple[str, ...], float]] = {}
    for family in text_string_to_metric_families(metrics.page()[0].decode()):
        for sample in family.samples:
            if not sample.name.endswith("_created"):
                key = tuple(sample.labels.values())
                found.setdefault(sample.name, {})[key] = sample.value
    return found


def test_a_report_is_counted_by_status_label_reason_and_action() -> None:
    """Each claim once for its label and once for each of its reasons."""
    metrics = Metrics()

    metrics.verified(examples()["partial"], "/v1/verify")
    found = figures(metrics)

    assert found["entailed_reports_total"] == {("/v1/verify", "partial"): 1}
    assert found["entailed_actions_total"] == {("flag", "flag"): 1}
    assert found["entailed_verdicts_total"] == {
        ("contradicted",): 1,
        ("supported",): 1,
        ("missing",): 1,
    }
    assert found["entailed_verdict_reasons_total"] == {
        ("contradicted", "number_mismatch"): 1,
        ("missing", "uncited"): 1,
    }


def test_claims_are_counted_by_the_source_they_rest_on() -> None:
    """What is cited, else what was found; and those that failed."""
    metrics = Metrics()

    metrics.verified(examples()["partial"], "verify")
    found = figures(metrics)

    assert found["entailed_source_claims_total"] == {("S1",): 1, ("S2",): 1, ("none",): 1}
    assert found["entailed_source_failures_total"] == {("S1",): 1, ("S2",): 0, ("none",): 1}


def test_failures_are_counted_by_stage_and_kind() -> None:
    """Of verifications and of the service itself."""
    telemetry = Telemetry(TelemetrySettings())
    telemetry.verified(examples()["unchecked"], "verify", "acme")
    telemetry.failure("OSError")

    assert telemetry.metrics is not None
    assert figures(telemetry.metrics)["entailed_failures_total"] == {
        ("ScorerError", "score"): 1,
        ("OSError", "service"): 1,
    }


def test_stages_are_timed_in_seconds() -> None:
    """A histogram for each stage of a real report."""
    metrics = Metrics()
    verifier = build_verifier("audit", scorer="lexical")

    metrics.verified(verifier.verify("It is red.", ["It is blue."]), "verify")
    found = figures(metrics)["entailed_stage_seconds_count"]

    assert found[("extract",)] == found[("align",)] == found[("check",)] == 1


def test_requests_are_counted_timed_and_gauged() -> None:
    """While one runs it is in flight; then it has its status."""
    telemetry = Telemetry(TelemetrySettings())
    metrics = telemetry.metrics
    assert metrics is not None

    with telemetry.request("/v1/verify", "acme") as seen:
        during = figures(metrics)["entailed_requests_in_flight"]
        seen.status(200)
    after = figures(metrics)

    assert (during, after["entailed_requests_in_flight"]) == ({(): 1}, {(): 0})
    assert after["entailed_requests_total"] == {("/v1/verify", "200"): 1}
    assert after["entailed_request_seconds_count"] == {("/v1/verify",): 1}


def test_a_request_that_breaks_off_is_counted_too() -> None:
    """With status 0, and it is no longer in flight."""
    telemetry = Telemetry(TelemetrySettings())
    assert telemetry.metrics is not None

    try:
        with telemetry.request("/v1/verify", "acme"):
            raise ConnectionResetError
    except ConnectionResetError:
        pass

    found = figures(telemetry.metrics)
    assert found["entailed_requests_total"] == {("/v1/verify", "0"): 1}
    assert found["entailed_requests_in_flight"] == {(): 0}


def test_queue_and_refusals_are_shown() -> None:
    """The depth as it is now, refusals by kind."""
    telemetry = Telemetry(TelemetrySettings())
    telemetry.queue(3)
    telemetry.rejected("too_many_requests")
    assert telemetry.metrics is not None

    found = figures(telemetry.metrics)

    assert found["entailed_queue_depth"] == {(): 3}
    assert found["entailed_rejected_total"] == {("too_many_requests",): 1}


def test_a_ledgers_counters_are_read_when_the_page_is() -> None:
    """They are those of the moment."""
    telemetry = Telemetry(TelemetrySettings())
    stored = 0
    telemetry.ledger(lambda: Counters(queued=2, stored=stored, failed=1, retries=4))
    stored = 7
    assert telemetry.metrics is not None

    found = figures(telemetry.metrics)

    assert found["entailed_ledger_queued"] == {(): 2}
    assert found["entailed_ledger_stored_total"] == {(): 7}
    assert found["entailed_ledger_failed_total"] == {(): 1}
    assert found["entailed_ledger_retries_total"] == {(): 4}


def test_the_page_is_openmetrics_where_that_is_asked_for() -> None:
    """Prometheus asks for it by default."""
    metrics = Metrics()
    metrics.verified(examples()["partial"], "verify")

    page, kind = metrics.page("application/openmetrics-text;version=1.0.0,text/plain;q=0.5")

    assert kind.startswith("application/openmetrics-text")
    assert "entailed_reports" in {f.name for f in openmetrics_families(page.decode())}


def test_without_metrics_the_page_is_empty() -> None:
    """And nothing is counted."""
    telemetry = Telemetry(TelemetrySettings(metrics=False))
    telemetry.verified(examples()["partial"], "verify", "acme")

    assert telemetry.metrics_page()[0] == b""


def test_two_services_have_figures_of_their_own() -> None:
    """Nothing is registered for the whole process."""
    one, other = Metrics(), Metrics()

    one.verified(examples()["partial"], "verify")

    assert "entailed_reports_total" not in figures(other)


@given(st.lists(st.text(min_size=1, max_size=30), min_size=1, max_size=60))
@settings(max_examples=20)
def test_whatever_sources_are_called_their_labels_are_few_and_parse(names: list[str]) -> None:
    """At most the bound, "other" and "none", and every sum is kept or grows."""
    metrics = Metrics(sources=3)
    total = 0.0
    for name in names:
        passages = {"p": {"text": "It is good.", "source": name}}
        one = report("It is good", C("It is good", support=("p",)), passages=passages)  # type: ignore[arg-type]
        metrics.verified(one, name)
        found = figures(metrics)["entailed_source_claims_total"]
        other = found.get(("other",), 0.0)
        assert len(found) <= 5
        assert other >= total
        total = other


def test_reasons_are_all_known_words() -> None:
    """So that the number of series is bounded by the reason codes."""
    metrics = Metrics()
    for one in examples().values():
        metrics.verified(one, "verify")

    told = {reason for _, reason in figures(metrics)["entailed_verdict_reasons_total"]}

    assert told <= {*REASONS, "other"}


def test_no_figure_holds_a_text() -> None:
    """Not of an answer, a question or a passage."""
    metrics = Metrics()
    secret = "Zanzibar quokka"
    verifier = build_verifier("repair", scorer="lexical")

    metrics.verified(verifier.verify(f"{secret} costs $5.", [f"{secret} is 7."], secret), "verify")

    assert b"Zanzibar" not in metrics.page()[0]
    assert b"quokka" not in metrics.page()[0]


def test_what_cannot_be_counted_loses_no_answer(caplog: pytest.LogCaptureFixture) -> None:
    """The failure is logged, and the rest is told."""
    telemetry = Telemetry(TelemetrySettings())
    broken = replace(examples()["grounded"], timings=(None,))  # type: ignore[arg-type]

    telemetry.verified(broken, "verify", "acme")

    assert "telemetry failed: AttributeError" in caplog.text
