"""Google's check grounding."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reports import C, examples, report
from tests.service.compatible.shapes import GOOGLE, GOOGLE_ERROR, misfit
from tests.service.compatible.test_offsets import PIECES

PATH = "/v1/projects/p/locations/global/groundingConfigs/default_grounding_config:check"
FACTS = [
    {
        "factText": "Refunds are accepted within 30 days of delivery. Shipping is free.",
        "attributes": {"title": "Refunds", "uri": "https://example.org/r", "author": "Ann"},
    },
    {"factText": "Gift cards are not refundable."},
]
ANSWER = "Hi! Refunds are accepted within 60 days 😀. Gift cards are not refundable. Is that ok?"


def body(answer: str = ANSWER, **more: Any) -> dict[str, Any]:
    """A request of this answer against the facts."""
    return {"answerCandidate": answer, "facts": FACTS, **more}


def test_the_response_has_the_recorded_shape(client: TestClient) -> None:
    """Every field with its type, and none that the service does not know."""
    asked = body(groundingSpec={"citationThreshold": 0.6, "enableClaimLevelScore": True})

    response = client.post(PATH, json=asked)

    assert response.status_code == 200
    assert misfit(response.json(), GOOGLE) == ""


def test_a_claim_is_a_sentence_and_cites_what_supports_it(client: TestClient) -> None:
    """Sentences in order; citations are indexes of chunks, whose source is the fact's index."""
    found = client.post(PATH, json=body()).json()

    told = [
        (c["claimText"], c["groundingCheckRequired"], c["citationIndices"]) for c in found["claims"]
    ]
    assert told == [
        ("Hi!", False, []),
        ("Refunds are accepted within 60 days 😀.", True, []),
        ("Gift cards are not refundable.", True, [0]),
        ("Is that ok?", False, []),
    ]
    assert found["supportScore"] == 0.5
    assert [(c["chunkText"], c["source"]) for c in found["citedChunks"]] == [
        ("Gift cards are not refundable.", "1")
    ]
    assert found["citedFacts"] == [{"chunkText": "Gift cards are not refundable."}]


def test_a_chunk_carries_the_attributes_of_its_fact(client: TestClient) -> None:
    """So that a client can show where it comes from."""
    found = client.post(PATH, json=body("Shipping is free.")).json()

    assert found["citedChunks"][0]["chunkText"] == "Shipping is free."
    assert found["citedChunks"][0]["sourceMetadata"] == FACTS[0]["attributes"]


@given(st.lists(st.sampled_from([*PIECES[:-1], "Shipping is free. ", "It is 5 km. "]), min_size=1))
@settings(max_examples=25)
def test_positions_are_bytes_of_the_answer(client: TestClient, pieces: list[str]) -> None:
    """The bytes from startPos to endPos are the text of the claim, and claims do not overlap."""
    answer = "".join(pieces)
    response = client.post(PATH, json=body(answer))
    if not answer.strip():
        assert response.status_code == 400
        return
    claims = response.json()["claims"]

    encoded = answer.encode()
    cut = [encoded[c["startPos"] : c["endPos"]].decode() for c in claims]
    assert cut == [c["claimText"] for c in claims]
    assert all(a["endPos"] <= b["startPos"] for a, b in pairwise(claims))


def test_scores_are_given_where_they_are_asked_for(client: TestClient) -> None:
    """And only for claims that need a check."""
    spec = {"enableClaimLevelScore": True}

    without = client.post(PATH, json=body()).json()
    with_scores = client.post(PATH, json=body(groundingSpec=spec)).json()

    assert [c.get("score") for c in without["claims"]] == [None] * 4
    assert [c.get("score") for c in with_scores["claims"]] == [None, 0.0, 1.0, None]


def test_a_threshold_makes_citing_stricter(reporting: Callable[..., Any]) -> None:
    """A claim supported less than asked for is neither cited nor counted as supported."""
    one = report("Gift cards are good", C("Gift cards are good", support=("S1",), score=0.7))
    client, _ = reporting(one)

    scores = [
        client.post(PATH, json=body(groundingSpec={"citationThreshold": t})).json()["supportScore"]
        for t in (0.0, 0.7, 0.71)
    ]

    assert scores == [1.0, 1.0, 0.0]


def test_no_threshold_makes_a_refuted_claim_supported(client: TestClient) -> None:
    """A wrong number is not cited, however low the threshold."""
    asked = body("Refunds are accepted within 60 days.", groundingSpec={"citationThreshold": 0.0})

    found = client.post(PATH, json=asked).json()

    assert found["supportScore"] == 0.0
    assert found["citedChunks"] == []


def test_without_facts_nothing_is_supported(client: TestClient) -> None:
    """Not even what nobody could doubt."""
    found = client.post(PATH, json={"answerCandidate": "Shipping is free.", "facts": []}).json()

    assert found["supportScore"] == 0.0


def test_an_abstention_needs_no_check(client: TestClient) -> None:
    """It claims nothing, and the response says so."""
    found = client.post(PATH, json=body("The sources do not say.")).json()

    assert found["supportScore"] == 1.0
    assert [c["groundingCheckRequired"] for c in found["claims"]] == [False]


def test_labels_are_kept_with_the_record(reporting: Callable[..., Any]) -> None:
    """userLabels become attributes, and the record's id comes back in a header."""
    client, service = reporting(examples()["grounded"], "r-1")

    response = client.post(PATH, json=body(userLabels={"team": "a"}))

    assert service.works[0].attributes == {"team": "a"}
    assert response.headers["x-record-id"] == "r-1"
    assert response.headers["x-grounding-status"] == "grounded"


def test_snake_case_names_and_the_beta_version_are_taken(client: TestClient) -> None:
    """As proto3 JSON allows."""
    asked = {"answer_candidate": "Shipping is free.", "facts": [{"fact_text": "Shipping is free."}]}

    response = client.post(PATH.replace("v1/", "v1beta/"), json=asked)

    assert response.json()["supportScore"] == 1.0


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"facts": FACTS}, "answerCandidate"),
        (body("  "), "answerCandidate"),
        (body(7), "answerCandidate"),  # type: ignore[arg-type]
        (body(groundingSpec={"citationThreshold": 1.5}), "groundingSpec.citationThreshold"),
        (body(groundingSpec={"citationThreshold": "0.5"}), "groundingSpec.citationThreshold"),
        (body(antiCitationThreshold=0.5), "antiCitationThreshold"),
        (body(userLabels={str(i): "x" for i in range(65)}), "userLabels"),
        ({"answerCandidate": "x", "facts": ["x"]}, "facts.0"),
        ([], "body"),
    ],
)
def test_a_request_of_another_shape_is_refused(
    client: TestClient, asked: object, field: str
) -> None:
    """In Google's form, with the field at fault."""
    response = client.post(PATH, json=asked)

    error = response.json()["error"]
    assert response.status_code == error["code"] == 400
    assert misfit(response.json(), GOOGLE_ERROR) == ""
    assert error["status"] == "INVALID_ARGUMENT"
    assert field in [v["field"] for v in error["details"][0]["fieldViolations"]]


def test_a_failure_is_an_error_and_no_score(reporting: Callable[..., Any]) -> None:
    """What could not be checked gets no number."""
    client, _ = reporting(examples()["unchecked"])

    response = client.post(PATH, json=body())

    assert response.status_code == 500
    assert misfit(response.json(), GOOGLE_ERROR) == ""
    assert response.json()["error"]["status"] == "INTERNAL"
    assert "supportScore" not in response.json()


def test_text_that_utf8_cannot_hold_is_refused(client: TestClient) -> None:
    """A lone surrogate is valid JSON and no text."""
    raw = b'{"answerCandidate": "a \\ud800 b", "facts": [{"factText": "x"}]}'

    response = client.post(PATH, content=raw, headers={"content-type": "application/json"})

    assert response.status_code == 400
    assert misfit(response.json(), GOOGLE_ERROR) == ""
