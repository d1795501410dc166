"""Azure's groundedness detection."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reports import examples
from tests.service.compatible.shapes import AZURE, AZURE_ERROR, misfit
from tests.service.compatible.test_offsets import PIECES

PATH = "/contentsafety/text:detectGroundedness?api-version=2024-09-15-preview"
SOURCES = [
    "Refunds are accepted within 30 days of delivery. Shipping is free.",
    "Gift cards are not refundable.",
]
TEXT = "漢字 😀! Refunds are accepted within 60 days. Shipping is free."


def body(text: str = TEXT, **more: Any) -> dict[str, Any]:
    """A request of this text against the sources."""
    return {"text": text, "groundingSources": SOURCES, **more}


def test_the_response_has_the_recorded_shape(client: TestClient) -> None:
    """With and without what is optional."""
    plain = client.post(PATH, json=body())
    full = client.post(PATH, json=body(reasoning=True, correction=True))

    assert misfit(plain.json(), AZURE) == misfit(full.json(), AZURE) == ""
    assert "correctedText" not in plain.json()
    assert "reason" not in plain.json()["ungroundedDetails"][0]


def test_a_wrong_number_is_found_with_its_place(client: TestClient) -> None:
    """Offsets in three units, and what the sources state."""
    found = client.post(PATH, json=body(reasoning=True)).json()

    detail = found["ungroundedDetails"][-1]
    assert found["ungroundedDetected"] is True
    assert detail["text"] == "Refunds are accepted within 60 days."
    assert detail["offset"] == {"utf8": 13, "utf16": 7, "codePoint": 6}
    assert detail["length"] == {"utf8": 36, "utf16": 36, "codePoint": 36}
    assert "30 days" in detail["reason"]


def test_what_is_grounded_has_no_details(client: TestClient) -> None:
    """Nothing detected, none of the text, an empty list."""
    found = client.post(PATH, json=body("Shipping is free.")).json()

    assert found == {
        "ungroundedDetected": False,
        "ungroundedPercentage": 0.0,
        "ungroundedDetails": [],
    }


def test_the_percentage_is_the_share_of_the_text(client: TestClient) -> None:
    """1 where all of it is ungrounded, between where a part is."""
    whole = client.post(PATH, json=body("Refunds are accepted within 60 days.")).json()
    half = client.post(
        PATH, json=body("Refunds are accepted within 60 days. Gift cards are not refundable.")
    ).json()

    assert whole["ungroundedPercentage"] == 1.0
    assert 0.4 < half["ungroundedPercentage"] < 0.7


def test_a_long_text_is_read_to_its_end(client: TestClient) -> None:
    """The hosted service said false for any text over 750 characters."""
    found = client.post(PATH, json=body("Shipping is free. " * 60 + TEXT)).json()

    assert found["ungroundedDetected"] is True
    assert found["ungroundedDetails"][-1]["text"] == "Refunds are accepted within 60 days."


def test_the_correction_is_verified_text_without_markers_of_ours(client: TestClient) -> None:
    """What is wrong is gone, what is right stays, and no ids the sources do not have."""
    found = client.post(
        PATH, json=body("Refunds are accepted within 60 days. Shipping is free.", correction=True)
    ).json()

    assert "60 days" not in found["correctedText"]
    assert "Shipping is free." in found["correctedText"]
    assert "[S" not in found["correctedText"]


@given(st.lists(st.sampled_from([*PIECES[:-1], "Shipping is dear. ", "It is 5 km. "]), min_size=1))
@settings(max_examples=25)
def test_places_cut_the_text_in_every_unit(client: TestClient, pieces: list[str]) -> None:
    """Each detail is what its offset and length cut out, in bytes, units and code points."""
    text = "".join(pieces)
    response = client.post(PATH, json=body(text))
    if not text.strip():
        assert response.status_code == 400
        return
    for detail in response.json()["ungroundedDetails"]:
        cut = {
            "codePoint": _cut(list(text), detail, "codePoint", "".join),
            "utf8": _cut(text.encode(), detail, "utf8", bytes.decode),
            "utf16": _cut16(text, detail),
        }
        assert set(cut.values()) == {detail["text"]}


def _cut(whole: Any, detail: dict[str, Any], unit: str, join: Callable[[Any], str]) -> str:
    start = detail["offset"][unit]
    return join(whole[start : start + detail["length"][unit]])


def _cut16(text: str, detail: dict[str, Any]) -> str:
    start, length = 2 * detail["offset"]["utf16"], 2 * detail["length"]["utf16"]
    return text.encode("utf-16-le")[start : start + length].decode("utf-16-le")


def test_the_question_is_taken_for_qna(reporting: Callable[..., Any]) -> None:
    """And needs no language model of the caller's; one that is named is not used."""
    client, service = reporting(examples()["grounded"])
    resource = {
        "resourceType": "AzureOpenAI",
        "azureOpenAIEndpoint": "http://127.0.0.1:1/",
        "azureOpenAIDeploymentName": "x",
    }
    asked = body(task="QnA", qna={"query": "How long?"}, reasoning=True, llmResource=resource)

    response = client.post(PATH, json=asked)

    assert response.status_code == 200
    assert service.works[0].question == "How long?"


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"groundingSources": SOURCES}, "text"),
        (body(""), "text"),
        ({"text": "x", "groundingSources": []}, "groundingSources"),
        (body(task="QnA"), "body"),
        (body(task="Chat"), "task"),
        (body(domain="Legal"), "domain"),
        (body(reasoning="yes"), "reasoning"),
        (body(threshold=0.5), "threshold"),
    ],
)
def test_a_request_of_another_shape_is_refused(
    client: TestClient, asked: object, field: str
) -> None:
    """In Azure's form, with the field at fault and its code in the header."""
    response = client.post(PATH, json=asked)

    assert response.status_code == 400
    assert misfit(response.json(), AZURE_ERROR) == ""
    assert response.json()["error"]["target"] == field
    assert response.headers["x-ms-error-code"] == "InvalidRequestBody"


@pytest.mark.parametrize("query", ["", "?api-version=2099-01-01"])
def test_a_version_that_is_not_known_is_refused(client: TestClient, query: str) -> None:
    """Its body may have other fields with other meanings."""
    response = client.post(PATH.partition("?")[0] + query, json=body())

    assert response.status_code == 400
    assert response.json()["error"]["code"] == "UnsupportedApiVersion"


def test_a_failure_is_an_error_and_no_verdict(reporting: Callable[..., Any]) -> None:
    """Never `ungroundedDetected: false` for what was not checked."""
    client, _ = reporting(examples()["unchecked"])

    response = client.post(PATH, json=body())

    assert response.status_code == 500
    assert misfit(response.json(), AZURE_ERROR) == ""


def test_without_evidence_all_is_ungrounded(client: TestClient) -> None:
    """Sources without text support nothing."""
    found = client.post(PATH, json={"text": "It is blue.", "groundingSources": [" "]}).json()

    assert found["ungroundedDetected"] is True
    assert found["ungroundedPercentage"] == 1.0
