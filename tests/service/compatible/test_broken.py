"""Bodies that are no requests, put to all four services."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from tests.service.compatible import test_azure, test_bedrock, test_google, test_vectara
from tests.service.compatible.shapes import (
    AZURE_ERROR,
    BEDROCK_ERROR,
    GOOGLE_ERROR,
    VECTARA_ERROR,
    misfit,
)

SERVICES = {
    test_google.PATH: GOOGLE_ERROR,
    test_azure.PATH: AZURE_ERROR,
    test_bedrock.PATH: BEDROCK_ERROR,
    test_vectara.PATH: VECTARA_ERROR,
}
SECRET = "Zanzibar"
BODIES = {
    "no JSON": b'{"text": "Zanzibar',
    "nothing": b"",
    "nested too deeply": b"[" * 100_000,
    "not a number": b'{"groundingSpec": {"citationThreshold": NaN}, "text": NaN}',
    "an endless number": b'{"text": ' + b"9" * 10_000 + b"}",
    "not UTF-8": b'{"text": "Zanzibar \xff"}',
    "a lone surrogate": b'{"text": "\\ud800", "generated_text": "\\ud800", "source_texts": ["x"], '
    b'"answerCandidate": "\\ud800"}',
    "unknown names": b'{"x": "Zanzibar"}',
    "a list": b'["Zanzibar"]',
}


@pytest.mark.parametrize("raw", BODIES.values(), ids=list(BODIES))
@pytest.mark.parametrize("path", SERVICES)
def test_a_broken_body_is_refused_in_the_form_of_the_service(
    client: TestClient, path: str, raw: bytes
) -> None:
    """With 400; never a 500, and never a value of the body in the message."""
    response = client.post(path, content=raw, headers={"content-type": "application/json"})

    assert response.status_code == 400
    assert misfit(response.json(), SERVICES[path]) == ""
    assert SECRET not in response.text


@pytest.mark.parametrize("path", SERVICES)
def test_a_body_that_is_not_called_json_is_refused(client: TestClient, path: str) -> None:
    """A page elsewhere can send plain text to a local service without asking."""
    response = client.post(path, content=b"{}", headers={"content-type": "text/plain"})

    assert response.status_code == 400
    assert misfit(response.json(), SERVICES[path]) == ""
