"""Bedrock's ApplyGuardrail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient

from entailed.service.compatible.bedrock import respond
from entailed.service.settings import GuardrailSettings
from tests.reports import C, examples, report
from tests.service.compatible.shapes import BEDROCK, BEDROCK_ERROR, misfit

PATH = "/guardrail/abc123/version/1/apply"
SOURCE = "Refunds are accepted within 30 days of delivery. Shipping is free."


def block(text: str, *qualifiers: str) -> dict[str, Any]:
    """A block of content."""
    return {"text": {"text": text, **({"qualifiers": list(qualifiers)} if qualifiers else {})}}


def body(answer: str, **more: Any) -> dict[str, Any]:
    """A request of this answer against the source."""
    content = [
        block(SOURCE, "grounding_source"),
        block("How long?", "query"),
        block(answer, "guard_content"),
    ]
    return {"source": "OUTPUT", "content": content, **more}


@pytest.mark.parametrize("answer", ["Shipping is free.", "Refunds are accepted within 60 days."])
def test_the_response_has_the_recorded_shape(client: TestClient, answer: str) -> None:
    """Whether it intervenes or not."""
    response = client.post(PATH, json=body(answer))

    assert response.status_code == 200
    assert misfit(response.json(), BEDROCK) == ""


def test_what_is_grounded_passes(client: TestClient) -> None:
    """No intervention, and nothing to show instead."""
    found = client.post(PATH, json=body("Shipping is free.")).json()

    assert (found["action"], found["outputs"]) == ("NONE", [])
    filters = found["assessments"][0]["contextualGroundingPolicy"]["filters"]
    assert filters == [{"type": "GROUNDING", "threshold": 0.5, "score": 1.0, "action": "NONE"}]


def test_what_is_refuted_is_blocked(client: TestClient) -> None:
    """The message stands in its place, and no word of the answer with it."""
    found = client.post(PATH, json=body("Refunds are accepted within 60 days.")).json()

    assert found["action"] == "GUARDRAIL_INTERVENED"
    assert found["outputs"] == [{"text": GuardrailSettings().message}]
    assert found["assessments"][0]["contextualGroundingPolicy"]["filters"][0]["action"] == "BLOCKED"


def test_relevance_is_not_claimed(client: TestClient) -> None:
    """It is not measured here, so there is no filter that says it was."""
    found = client.post(PATH, json=body("Shipping is free.")).json()

    filters = found["assessments"][0]["contextualGroundingPolicy"]["filters"]
    assert [f["type"] for f in filters] == ["GROUNDING"]


@pytest.mark.parametrize(
    ("threshold", "action"), [(0.0, "NONE"), (0.7, "NONE"), (0.71, "GUARDRAIL_INTERVENED")]
)
def test_the_threshold_of_the_settings_is_applied(threshold: float, action: str) -> None:
    """A support below it is blocked; one at it passes."""
    one = report("It is good", C("It is good", score=0.7), status="grounded")

    assert respond(one, GuardrailSettings(threshold=threshold)).action == action


def test_no_threshold_lets_a_refuted_claim_pass() -> None:
    """Also with a threshold of 0 what a check found wrong is blocked."""
    assert respond(examples()["partial"], GuardrailSettings(threshold=0)).action != "NONE"


def test_units_are_begun_thousands_of_characters(client: TestClient) -> None:
    """Of source, question and answer together; no other policy is charged."""
    content = [block(SOURCE + " " * 2000, "grounding_source"), block("Shipping is free.")]

    usage = client.post(PATH, json={"source": "OUTPUT", "content": content}).json()["usage"]

    assert usage.pop("contextualGroundingPolicyUnits") == 3
    assert set(usage.values()) == {0}


def test_blocks_are_read_by_their_qualifiers(reporting: Callable[..., Any]) -> None:
    """A block may be several things; one without a qualifier is guarded."""
    client, service = reporting(examples()["grounded"])
    content = [
        block("a", "grounding_source", "query"),
        block("b", "grounding_source"),
        block("c"),
        block("d", "guard_content"),
    ]

    client.post(PATH, json={"source": "OUTPUT", "content": content})

    work = service.works[0]
    assert (work.passages, work.question, work.answer) == (["a", "b"], "a", "c\n\nd")


@pytest.mark.parametrize(
    "name", ["abc123", "arn:aws:bedrock:us-east-1:123456789012:guardrail/abc123"]
)
def test_a_guardrail_may_be_named_by_its_arn(client: TestClient, name: str) -> None:
    """Its slash is encoded by some clients and not by others."""
    for written in (name, name.replace("/", "%2F")):
        response = client.post(
            f"/guardrail/{written}/version/DRAFT/apply", json=body("Shipping is free.")
        )
        assert response.status_code == 200


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        (PATH, {"source": "OUTPUT"}),
        (PATH, {"source": "OUTPUT", "content": []}),
        (PATH, {"source": "OUTPUT", "content": [block("x")]}),
        (PATH, {"source": "OUTPUT", "content": [block("x", "grounding_source")]}),
        (PATH, {"source": "OUTPUT", "content": [{"image": {"format": "png", "source": {}}}]}),
        (PATH, body("x") | {"source": "INPUT"}),
        (PATH, body("x") | {"source": "BOTH"}),
        (PATH, body("x") | {"trace": "enabled"}),
        (PATH.replace("/1/", "/0/"), body("x")),
        (PATH.replace("abc123", "UPPER"), body("x")),
        (PATH.replace("abc123", "..%2F..%2Fetc"), body("x")),
    ],
)
def test_what_cannot_be_honoured_is_refused(client: TestClient, path: str, asked: object) -> None:
    """As a ValidationException; an INPUT is not waved through unchecked."""
    response = client.post(path, json=asked)

    assert response.status_code == 400
    assert misfit(response.json(), BEDROCK_ERROR) == ""
    assert response.headers["x-amzn-errortype"] == "ValidationException"


def test_a_failure_is_an_error_and_no_score(reporting: Callable[..., Any]) -> None:
    """Never an action NONE for what was not checked."""
    client, _ = reporting(examples()["unchecked"])

    response = client.post(PATH, json=body("x"))

    assert response.status_code == 500
    assert response.headers["x-amzn-errortype"] == "InternalServerException"
    assert misfit(response.json(), BEDROCK_ERROR) == ""
