"""`POST /v1/ask`: a question to the documents of the service."""

from __future__ import annotations

import json

from entailed.assembly import build_answerer
from entailed.service import Service
from entailed.testing import ScriptedModel, ScriptedRetriever
from entailed.types import Passage

from .support import SETTINGS, events_of, run, serving

PASSAGE = Passage("S1", "Refunds are accepted within 30 days of delivery.")
QUESTION = {"question": "How long do I have?"}


def answering(answer, **changes):
    """A service that answers questions with `answer`."""
    from dataclasses import replace

    answerer = build_answerer(
        ScriptedRetriever([PASSAGE]), ScriptedModel([answer, answer]), scorer="lexical"
    )
    return Service(replace(SETTINGS, **changes), answerer=answerer)


def test_an_outcome_and_its_record(tmp_path):
    """The record is of the report on the answer."""

    async def steps():
        service = answering(
            "Refunds are accepted within 30 days [S1].",
            ledger=str(tmp_path / "l.db"), ledger_wait=20,
        )  # fmt: skip
        async with serving(service) as client:
            made = (await client.post("/v1/ask", json={**QUESTION, "record_id": "q"})).json()
            assert made["outcome"]["status"] == "verified"
            assert (made["record_id"], made["stored"]) == ("q", True)
            record = (await client.get("/v1/records/q")).json()
            assert record["attributes"]["outcome"] == "verified"
            assert (await client.post("/v1/records/q/replay")).json()["same"] is True

    run(steps())


def test_nothing_unsupported_is_shown():
    """Whatever the model says twice."""

    async def steps():
        async with serving(answering("Refunds are accepted within 60 days [S1].")) as client:
            made = (await client.post("/v1/ask", json=QUESTION)).json()
        assert "60 days" not in made["outcome"]["text"]

    run(steps())


def test_the_steps_can_be_followed():
    """As server-sent events, the outcome last."""

    async def steps():
        async with serving(answering("Refunds are accepted within 30 days [S1].")) as client:
            accept = {"Accept": "text/event-stream"}
            reply = await client.post("/v1/ask", json=QUESTION, headers=accept)
        events = events_of(reply.text)
        assert {name for name, _ in events[:-1]} == {"progress"}
        assert events[-1][0] == "outcome"
        assert json.loads(events[-1][1])["outcome"]["status"] == "verified"

    run(steps())


def test_a_service_without_documents_says_so():
    """501; a blank question is 422 where there are some."""

    async def steps():
        async with serving() as client:
            assert (await client.post("/v1/ask", json=QUESTION)).status_code == 501
        async with serving(answering("x")) as client:
            for body in ({"question": " "}, {"question": ""}, {}, {"question": 3}):
                assert (await client.post("/v1/ask", json=body)).status_code == 422, body

    run(steps())
