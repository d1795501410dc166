"""A running service, as its figures and spans tell of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from entailed.service import Service, ServiceSettings, create_app
from tests.service.telemetry.test_traces import PARENT, Traced

REQUEST = {"answer": "Shipping is free. It is red.", "passages": ["Shipping is free."]}


@pytest.fixture
def traced() -> Traced:
    """Telemetry with spans in memory."""
    return Traced()


@pytest.fixture
def client(traced: Traced) -> Iterator[TestClient]:
    """A client of a service with these spans."""
    service = Service(ServiceSettings(scorer="lexical", gather=False), telemetry=traced.telemetry)
    with TestClient(create_app(service), base_url="http://localhost") as client:
        yield client


@pytest.fixture
def counted() -> Iterator[TestClient]:
    """A client of a service with figures."""
    settings = ServiceSettings(scorer="lexical", gather=False)
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        yield client


def samples(client: TestClient, name: str) -> dict[tuple[str, ...], float]:
    """Samples of one figure by their label values."""
    page = client.get("/metrics").text
    return {
        tuple(sample.labels.values()): sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
        if sample.name == name
    }


def test_a_request_is_a_trace_from_its_caller_to_its_stages(
    client: TestClient, traced: Traced
) -> None:
    """The span of the request is a child of the caller's, those of the stages are its own."""
    client.post("/v1/verify", json=REQUEST, headers={"traceparent": PARENT})

    request = traced.spans["POST /v1/verify"]
    assert request.parent is not None
    assert f"{request.context.trace_id:032x}" == PARENT.split("-")[1]
    stage = traced.spans["entailed.extract"]
    assert stage.parent is not None
    assert stage.parent.span_id == request.context.span_id
    assert dict(request.attributes or {})["http.response.status_code"] == 200


def test_routes_are_counted_by_their_templates(counted: TestClient) -> None:
    """So that no path of a request becomes a label."""
    counted.post("/v1/verify", json=REQUEST)
    counted.post("/v1/verify", json={})
    counted.get("/v1/records/one")
    counted.get("/v1/records/two")
    for path in ("/a", "/b", "/c/../d", "/%00"):
        counted.get(path)

    found = samples(counted, "entailed_requests_total")

    routes = {route for route, _ in found}
    assert routes == {"/v1/verify", "/v1/records/{record_id}", "other"}
    assert found["/v1/verify", "200"] == 1


def test_verdicts_and_sources_of_requests_are_counted(counted: TestClient) -> None:
    """Of the routes for hosted clients too."""
    counted.post("/v1/verify", json=REQUEST)
    counted.post(
        "/v2/evaluate_factual_consistency",
        json={"generated_text": "Shipping is free.", "source_texts": ["Shipping is free."]},
    )

    assert samples(counted, "entailed_verdicts_total")[("supported",)] == 2
    assert samples(counted, "entailed_reports_total")[("vectara", "grounded")] == 1
    assert samples(counted, "entailed_source_claims_total")[("S1",)] >= 2


def test_refusals_are_counted_by_kind(counted: TestClient) -> None:
    """Of every form of error."""
    counted.post("/v1/verify", json={})
    counted.post("/v2/evaluate_factual_consistency", json={})

    assert samples(counted, "entailed_rejected_total")[("invalid_request",)] == 2
