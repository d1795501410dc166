"""Log lines: their fields, and what never stands in them."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from entailed.service import ServiceSettings, create_app
from entailed.service.keys import KeyFile
from entailed.service.settings import TelemetrySettings
from entailed.service.telemetry.logs import configure
from entailed.service.telemetry.observer import Telemetry
from tests.reports import examples

NAMES = ("", "entailed", "uvicorn", "uvicorn.error", "uvicorn.access")
SECRET = ("Zanzibar", "quokka", "Xylophone")


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    """Loggers as they were before."""
    before = [(logging.getLogger(n), *_state(logging.getLogger(n))) for n in NAMES]
    yield
    for logger, handlers, level, propagate in before:
        logger.handlers, logger.level, logger.propagate = handlers, level, propagate
        logger.setLevel(level)


def _state(logger: logging.Logger) -> tuple[list[logging.Handler], int, bool]:
    return list(logger.handlers), logger.level, logger.propagate


def logged(**options: Any) -> io.StringIO:
    """Where the log of a service with these settings goes."""
    stream = io.StringIO()
    configure(TelemetrySettings(**options), stream)
    return stream


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    """The log as objects."""
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_line_is_an_object_with_the_fields_of_a_request() -> None:
    """And nothing that was not meant to be logged."""
    stream = logged()
    extra = {"request_id": "r1", "tenant": "acme", "status": 200, "answer": "Zanzibar"}

    logging.getLogger("entailed.service").info("POST %s", "/v1/verify", extra=extra)

    (line,) = lines(stream)
    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "info",
        "logger": "entailed.service",
        "message": "POST /v1/verify",
        "request_id": "r1",
        "tenant": "acme",
        "status": 200,
    }


def test_a_verification_is_a_line_of_counts() -> None:
    """By label and reason, with status and action."""
    stream = logged()

    Telemetry(TelemetrySettings()).verified(examples()["partial"], "verify", "acme")

    (line,) = lines(stream)
    assert line["outcome"] == "partial"
    assert line["labels"] == {"contradicted": 1, "supported": 1, "missing": 1}
    assert line["reasons"] == {"number_mismatch": 1, "uncited": 1}
    assert (line["route"], line["tenant"], line["action"]) == ("verify", "acme", "flag")


def test_an_error_has_its_place_and_not_its_words() -> None:
    """The message of a ValueError may quote the text it could not read."""
    stream = logged()

    try:
        raise ValueError("Zanzibar")
    except ValueError:
        logging.getLogger("uvicorn.error").exception("it broke")

    (line,) = lines(stream)
    assert line["message"] == "it broke"
    assert "test_logs.py" in line["cause"]
    assert "Zanzibar" not in stream.getvalue()


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_message_cannot_begin_a_line(form: str) -> None:
    """Nor a field, whoever chose it."""
    stream = logged(logs=form)

    logging.getLogger("entailed").warning("a\n%s", "b\r\x1b[31mc", extra={"route": "x\ny"})

    assert len(stream.getvalue().splitlines()) == 1
    assert "\x1b" not in stream.getvalue()


def test_the_level_of_the_settings_holds() -> None:
    """What is below it is not written."""
    stream = logged(level="warning")

    logging.getLogger("entailed.service").info("quiet")
    logging.getLogger("entailed.service").warning("loud")

    assert [line["message"] for line in lines(stream)] == ["loud"]


def test_the_servers_own_request_log_is_off() -> None:
    """It would write whole addresses, with what callers put into them."""
    stream = logged()

    logging.getLogger("uvicorn.access").info("GET /?key=secret")

    assert stream.getvalue() == ""


def body(secret: str = "Zanzibar quokka") -> dict[str, Any]:
    """A request with words that can be hunted for."""
    return {
        "answer": f"{secret} costs 5 euros.",
        "passages": [f"{secret} costs 7 euros. Xylophone."],
        "question": f"What is Xylophone {secret}?",
    }


@pytest.mark.parametrize("form", ["json", "text"])
@pytest.mark.parametrize("level", ["debug", "info"])
def test_no_text_and_no_key_of_any_request_is_logged(tmp_path: Path, form: str, level: str) -> None:
    """Good, broken and refused requests, on every kind of route; all of them are logged."""
    stream = logged(logs=form, level=level)
    keys = KeyFile(tmp_path / "keys.json")
    _, key = keys.add("acme")
    settings = ServiceSettings(scorer="lexical", gather=False, keys=keys.path)
    good, wrong = {"x-api-key": key}, {"Authorization": f"Bearer {key[:-1]}!"}
    hosted = {"generated_text": body()["answer"], "source_texts": body()["passages"]}

    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        for headers in (good, wrong):
            client.post("/v1/verify", json=body(), headers=headers)
            client.post("/v1/verify", json=body() | {"Zanzibar": 1}, headers=headers)
            client.post("/v1/verify", content=b'{"answer": "Zanzibar', headers=headers)
            client.post("/v2/evaluate_factual_consistency", json=hosted, headers=headers)
            client.post("/v2/evaluate_factual_consistency?q=Zanzibar", json=body(), headers=headers)
            client.get("/v1/records/Zanzibar", headers=headers)
            client.get("/Zanzibar/quokka", headers=headers)

    told = stream.getvalue()
    assert len(told.splitlines()) >= 14
    assert not [word for word in SECRET if word.lower() in told.lower()]
    assert key.split("_", 2)[2][:-1] not in told


def test_texts_are_logged_where_a_setting_allows_it() -> None:
    """The setting is for those who may keep them there."""
    stream = logged(texts=True)

    Telemetry(TelemetrySettings(texts=True)).verified(examples()["grounded"], "verify", "acme")

    assert lines(stream)[0]["text"] == "Gift cards are not refundable [S2]."
