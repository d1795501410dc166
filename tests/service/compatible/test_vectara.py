"""Vectara's factual consistency."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from entailed.service.keys import KeyFile
from entailed.service.service import Service
from entailed.service.settings import ServiceSettings
from tests.reports import C, examples, report
from tests.service.compatible.conftest import client_of
from tests.service.compatible.shapes import VECTARA, VECTARA_ERROR, misfit

PATH = "/v2/evaluate_factual_consistency"
SOURCES = ["Refunds are accepted within 30 days of delivery. Shipping is free."]


def body(text: str, **more: Any) -> dict[str, Any]:
    """A request of this text against the sources."""
    return {"generated_text": text, "source_texts": SOURCES, **more}


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("Shipping is free.", 1.0),
        ("Refunds are accepted within 60 days.", 0.0),
        ("Shipping is free. Refunds are accepted within 60 days.", 0.0),
        ("The sources do not say.", 1.0),
    ],
)
def test_the_score_is_that_of_the_weakest_claim(
    client: TestClient, text: str, score: float
) -> None:
    """In the recorded shape, with two probabilities that sum to 1."""
    found = client.post(PATH, json=body(text)).json()

    assert misfit(found, VECTARA) == ""
    assert found == {"score": score, "p_consistent": score, "p_inconsistent": 1 - score}


def test_the_suggested_threshold_is_the_verdict(reporting: Callable[..., Any]) -> None:
    """One half parts what is supported from what is not, wherever our threshold is."""
    scores = []
    for label in ("supported", "related"):
        client, _ = reporting(report("It is", C("It is", label, score=0.45)))  # type: ignore[arg-type]
        scores.append(client.post(PATH, json=body("x")).json()["score"])

    assert scores == [0.5, 0.45]


def test_the_model_and_the_language_are_taken(client: TestClient) -> None:
    """Any of the service's models means the verifier here."""
    asked = body("Shipping is free.", model_parameters={"model_name": "hhem_v2.3"}, language="eng")

    assert client.post(PATH, json=asked).json()["score"] == 1.0


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [({}, None), ({"Request-Timeout": "2"}, 2.0), ({"Request-Timeout-Millis": "1500"}, 1.5)],
)
def test_the_callers_patience_bounds_the_work(
    reporting: Callable[..., Any], headers: dict[str, str], seconds: float | None
) -> None:
    """In seconds or milliseconds."""
    client, service = reporting(examples()["grounded"])

    client.post(PATH, json=body("x"), headers=headers)

    limits = service.works[0].limits
    assert (None if limits is None else limits.seconds) == seconds


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"source_texts": SOURCES}, "generated_text"),
        (body(" "), "generated_text"),
        (body("x") | {"source_texts": []}, "source_texts"),
        (body("x") | {"source_texts": "one"}, "source_texts"),
        (body("x", language="deu"), "language"),
        (body("x", model_parameters={"model_name": "other"}), "model_parameters.model_name"),
        (body("x", threshold=0.5), "threshold"),
    ],
)
def test_what_cannot_be_honoured_is_refused(client: TestClient, asked: object, field: str) -> None:
    """In Vectara's form, with the field at fault."""
    response = client.post(PATH, json=asked)

    assert response.status_code == 400
    assert misfit(response.json(), VECTARA_ERROR) == ""
    assert list(response.json()["field_errors"]) == [field]


def test_a_caller_who_would_not_wait_is_told_so(client: TestClient) -> None:
    """With 408, and not with a score of what was checked by then."""
    response = client.post(
        PATH, json=body("Shipping is free. " * 40), headers={"Request-Timeout-Millis": "1"}
    )

    assert response.status_code == 408
    assert misfit(response.json(), VECTARA_ERROR) == ""


def test_a_timeout_of_zero_is_refused(client: TestClient) -> None:
    """There is no answer in no time."""
    response = client.post(PATH, json=body("x"), headers={"Request-Timeout": "0"})

    assert response.status_code == 400


def test_a_failure_is_an_error_and_no_score(reporting: Callable[..., Any]) -> None:
    """No number at all."""
    client, _ = reporting(examples()["unchecked"])

    response = client.post(PATH, json=body("x"))

    assert response.status_code == 500
    assert misfit(response.json(), VECTARA_ERROR) == ""


@pytest.mark.parametrize(
    ("path", "asked", "header"),
    [
        (PATH, body("Shipping is free."), "x-api-key"),
        (
            "/contentsafety/text:detectGroundedness?api-version=2024-09-15-preview",
            {"text": "Shipping is free.", "groundingSources": SOURCES},
            "Ocp-Apim-Subscription-Key",
        ),
        (
            "/v1/projects/p/locations/l/groundingConfigs/c:check",
            {"answerCandidate": "Shipping is free.", "facts": []},
            "x-goog-api-key",
        ),
        (
            "/guardrail/a/version/1/apply",
            {
                "source": "OUTPUT",
                "content": [
                    {"text": {"text": "a", "qualifiers": ["grounding_source"]}},
                    {"text": {"text": "a"}},
                ],
            },
            "Authorization",
        ),
    ],
)
def test_keys_are_taken_from_the_header_of_each_client(
    tmp_path: Path, path: str, asked: object, header: str
) -> None:
    """And without one the refusal is in the service's own form."""
    keys = KeyFile(tmp_path / "keys.json")
    _, key = keys.add("acme")
    service = Service(ServiceSettings(scorer="lexical", gather=False, keys=keys.path))
    client = client_of(service)
    value = f"Bearer {key}" if header == "Authorization" else key

    with_key = client.post(path, json=asked, headers={header: value})
    without = client.post(path, json=asked)
    wrong = client.post(path, json=asked, headers={header: value[:-1] + "!"})

    assert (with_key.status_code, without.status_code, wrong.status_code) == (200, 401, 401)
    assert key not in wrong.text
