"""`POST /v1/verify/stream`: server-sent events, also while the answer is still being sent."""

from __future__ import annotations

import asyncio
import json

import pytest

import entailed
from entailed.report import report_from_dict

from .support import BAD, GOOD, PASSAGES, events_of, run, serving

LINES = {"Content-Type": "application/x-ndjson"}
ANSWER = "Gift cards are not refundable [S2]. Refunds are accepted within 60 days [S1]."


def shown(events):
    """What a reader has at the end."""
    text = ""
    for name, data in events:
        one = json.loads(data)
        if name == "release":
            text += one["text"]
        elif name in ("retract", "replace"):
            place = one["shown"]
            text = text[: place["start"]] + one.get("text", "") + text[place["end"] :]
    return text


def test_the_end_is_what_verify_gives():
    """Whatever the mode and however the answer comes: the same report, the same text."""
    expected = entailed.verify(ANSWER, PASSAGES, policy="suppress", scorer="lexical")

    async def steps():
        async with serving() as client:
            for mode in ("buffer", "hold", "correct"):
                body = {
                    "pieces": list(ANSWER),
                    "passages": PASSAGES,
                    "policy": "suppress",
                    "mode": mode,
                }
                reply = await client.post("/v1/verify/stream", json=body)
                assert reply.headers["Content-Type"].startswith("text/event-stream")
                events = events_of(reply.text)
                name, data = events[-1]
                done = json.loads(data)
                assert (name, done["outcome"]) == ("done", "complete")
                assert report_from_dict(done["report"]) == expected
                assert shown(events) == done["text"] == expected.repaired_answer

    run(steps())


def lines(*pieces, head=None):
    """A body of lines."""
    every = [head if head is not None else {"passages": PASSAGES, "policy": "suppress"}, *pieces]
    return "\n".join(one if isinstance(one, str) else json.dumps(one) for one in every)


@pytest.mark.parametrize(
    "pieces",
    [
        [json.dumps(ANSWER[:20]), json.dumps(ANSWER[20:])],
        [{"choices": [{"delta": {"content": ANSWER}}]}, {"choices": []}],
        [
            'data: {"choices": [{"delta": {"content": ' + json.dumps(ANSWER) + "}}]}",
            "",
            ": beat",
            "data: [DONE]",
            "",
        ],
    ],
    ids=["strings", "deltas", "server-sent"],
)
def test_a_body_of_lines_is_read_as_it_comes(pieces):
    """Strings, or what an OpenAI-compatible endpoint sends, also as it sends it."""
    expected = entailed.verify(ANSWER, PASSAGES, policy="suppress", scorer="lexical")

    async def steps():
        async with serving() as client:
            body = lines(*pieces).encode()
            chunks = [body[i : i + 7] for i in range(0, len(body), 7)]

            async def sent():
                for chunk in chunks:
                    yield chunk

            reply = await client.post("/v1/verify/stream", content=sent(), headers=LINES)
            done = json.loads(events_of(reply.text)[-1][1])
            assert done["text"] == expected.repaired_answer

    run(steps())


def test_a_piece_that_is_none_ends_the_stream_as_failed():
    """What came before it is verified; what it was is not repeated."""

    async def steps():
        async with serving() as client:
            for bad in ("{", "3", '"\\ud800"', '{"choices": [{}, {}]}'):
                body = lines(json.dumps(ANSWER[:36]), bad).encode()
                reply = await client.post("/v1/verify/stream", content=body, headers=LINES)
                done = json.loads(events_of(reply.text)[-1][1])
                assert (reply.status_code, done["outcome"]) == (200, "failed"), bad

    run(steps())


def test_a_first_line_that_is_no_request_is_refused_before_anything_is_sent():
    """With a status, not inside the stream."""

    async def steps():
        async with serving() as client:
            for head, status in (("", 400), ("{", 400), ('{"passages": 3}', 422), ({}, 422),
                                 ({"passages": PASSAGES, "policy": "nope"}, 422),
                                 ({"passages": [{"a": 1}]}, 422)):  # fmt: skip
                body = lines('"x"', head=head).encode() if head != "" else b""
                reply = await client.post("/v1/verify/stream", content=body, headers=LINES)
                assert reply.status_code == status, head

    run(steps())


def test_an_answer_too_long_ends_as_failed():
    """By the limit on an answer's characters; the rest is not verified and not shown."""

    async def steps():
        async with serving(limits=entailed.Limits(answer_characters=40)) as client:
            body = {"pieces": [ANSWER], "passages": PASSAGES}
            reply = await client.post("/v1/verify/stream", json=body)
        done = json.loads(events_of(reply.text)[-1][1])
        assert done["outcome"] == "failed"

    run(steps())


def test_the_record_is_of_the_whole_answer(tmp_path):
    """The last event names it."""

    async def steps():
        async with serving(ledger=str(tmp_path / "l.db"), ledger_wait=20) as client:
            body = {"pieces": [BAD["answer"]], "passages": PASSAGES, "record_id": "one"}
            reply = await client.post("/v1/verify/stream", json=body)
            done = json.loads(events_of(reply.text)[-1][1])
            record = (await client.get("/v1/records/one")).json()
        assert (done["record_id"], done["recorded"], done["stored"]) == ("one", True, True)
        assert record["report"]["answer"] == BAD["answer"]
        assert record["attributes"] == {"route": "stream", "stream": "complete"}

    run(steps())


def test_streams_are_bounded():
    """One more than the settings allow is 503, and the place is free again afterwards."""

    async def steps():
        async with serving(streams=1) as client:
            service = client.service
            opened = await service.stream(_work(), service.identify({}))
            body = {"pieces": ["x"], "passages": PASSAGES}
            assert (await client.post("/v1/verify/stream", json=body)).status_code == 503
            opened.close()
            assert (await client.post("/v1/verify/stream", json=body)).status_code == 200
            assert service._streams.active == 0

    run(steps())


def test_pieces_that_do_not_end_are_ended():
    """After the time for a stream, as failed, with what was verified."""

    async def steps():
        async with serving(stream_seconds=0.3) as client:
            service = client.service
            opened = await service.stream(_work(), service.identify({}))

            async def pieces():
                yield GOOD["answer"] + " And "
                await asyncio.Future()

            events = [one async for one in opened.run(pieces())]
            assert events[-1].outcome == "failed"
            assert "TimeoutError" in events[-1].error
            assert opened.answered.report.status == "grounded"

    run(steps())


def _work():
    from entailed.service.service import Work

    return Work("", PASSAGES, kind="stream")
