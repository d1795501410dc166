"""`POST /v1/verify` and `/v1/verify/batch`: JSON in, the library's report out."""

from __future__ import annotations

import json
import logging

import entailed
from entailed.report import report_from_dict, to_audit_json
from entailed.service import Service

from .support import BAD, GOOD, PASSAGES, SETTINGS, UNSURE, Gate, gated, run, serving

JSON = {"Content-Type": "application/json"}


def test_the_report_is_the_librarys():
    """The same as `entailed.verify` gives, but for the times."""

    async def steps():
        async with serving() as client:
            reply = await client.post("/v1/verify", json={**BAD, "policy": "repair"})
        assert reply.status_code == 200
        expected = entailed.verify(**BAD, policy="repair", scorer="lexical", limits=None)
        assert report_from_dict(reply.json()["report"]) == expected
        assert reply.headers["X-Grounding-Status"] == expected.status

    run(steps())


def test_the_forms_of_a_reply():
    """Report and record, the report alone, or the audit; by parameter or by Accept."""

    async def steps():
        async with serving() as client:
            whole = (await client.post("/v1/verify", json=GOOD)).json()
            alone = (await client.post("/v1/verify?format=report", json=GOOD)).json()
            audit = (await client.post("/v1/verify?format=audit-json", json=GOOD)).json()
            accept = {"Accept": "application/vnd.entailed.audit+json"}
            asked = (await client.post("/v1/verify", json=GOOD, headers=accept)).json()
        assert set(whole) == {"report", "record_id", "recorded", "stored"}
        assert report_from_dict(alone) == report_from_dict(whole["report"])
        assert audit == asked == to_audit_json(report_from_dict(alone))

    run(steps())


def test_without_a_ledger_nothing_is_recorded_and_the_reply_says_so():
    """No id is made up."""

    async def steps():
        async with serving() as client:
            reply = await client.post("/v1/verify", json=GOOD)
        assert (reply.json()["record_id"], reply.json()["recorded"]) == (None, False)
        assert reply.headers["X-Record"] == "none"

    run(steps())


def test_a_policy_of_the_settings_has_its_name(tmp_path):
    """A request may name it like a preset; any other is 422 with those there are."""
    file = tmp_path / "house.toml"
    file.write_text('base = "flag"\nmarker = "[unproved]"\n')

    async def steps():
        async with serving(policies={"house": file}) as client:
            made = (await client.post("/v1/verify", json={**BAD, "policy": "house"})).json()
            other = await client.post("/v1/verify", json={**BAD, "policy": str(file)})
        assert made["report"]["policy"] == "house"
        assert "[unproved]" in made["report"]["repaired_answer"]
        assert other.status_code == 422
        assert "house" in other.json()["error"]["expected"]

    run(steps())


def test_every_preset_is_its_own():
    """Also those that read the answer otherwise (instructions, uncited claims)."""
    answer = "Restart the router now. Gift cards are not refundable."

    async def steps():
        async with serving() as client:
            for policy in ("strict", "audit", "suppress"):
                body = {"answer": answer, "passages": PASSAGES, "policy": policy}
                reply = await client.post("/v1/verify?format=report", json=body)
                expected = entailed.verify(answer, PASSAGES, policy=policy, scorer="lexical")
                assert report_from_dict(reply.json()) == expected

    run(steps())


def test_limits_are_those_of_the_service_at_most():
    """A request may ask for less."""

    async def steps():
        limits = entailed.Limits(claims=1)
        async with serving(limits=limits) as client:
            two = {**GOOD, "answer": GOOD["answer"] + " Refunds are accepted within 30 days [S1]."}
            reply = await client.post("/v1/verify", json={**two, "limits": {"claims": 50}})
        labels = [v["label"] for v in reply.json()["report"]["verdicts"]]
        assert labels == ["supported", "unchecked"]

    run(steps())


# --- what cannot be read -----------------------------------------------------------------------

DEEP = b'{"answer": "x", "passages": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
NOT_JSON = [
    b"", b"{", b"\xff\xfe", b"null x", b'{"answer": "\xff"}', b'{"answer": "\\ud800"}', DEEP,
    b'{"answer": 1e}', b"{'answer': 1}", b'{"answer": ' + b"9" * 5000 + b"}",
]  # fmt: skip
WRONG = [
    {}, [], None, 3, "text",
    {"answer": 3, "passages": []}, {"answer": "x"}, {"answer": "x", "passages": 3},
    {"answer": None, "passages": []}, {"answer": "x", "passages": [{"id": "a"}]},
    {"answer": "x", "passages": [3]}, {"answer": "x", "passages": [], "surprise": 1},
    {**GOOD, "policy": 3}, {**GOOD, "policy": {"base": "flag"}}, {**GOOD, "scorer": "lexical"},
    {**GOOD, "limits": {"claims": 0}}, {**GOOD, "limits": {"seconds": -1}},
    {**GOOD, "limits": {"sample": 7}}, {**GOOD, "record_id": ""}, {**GOOD, "attributes": {"a": 1}},
    {"answer": "x", "passages": [{"id": "a", "text": "one"}, {"id": "a", "text": "two"}]},
]  # fmt: skip


def test_what_is_no_json_is_400():
    """Whatever it is and wherever it is sent, it is never a 500."""

    async def steps():
        async with serving() as client:
            for path in ("/v1/verify", "/v1/verify/batch", "/v1/verify/stream", "/v1/ask"):
                for body in NOT_JSON:
                    reply = await client.post(path, content=body, headers=JSON)
                    told = (reply.status_code, reply.json()["error"]["type"])
                    assert told == (400, "malformed_json"), (path, body[:40])

    run(steps())


def test_what_is_no_request_is_422():
    """With the place that is wrong."""

    async def steps():
        async with serving() as client:
            for body in WRONG:
                reply = await client.post("/v1/verify", content=json.dumps(body), headers=JSON)
                assert reply.status_code == 422, body
                assert reply.json()["error"]["message"], body

    run(steps())


def test_nan_is_not_taken_for_a_limit():
    """JSON has no such number, and a budget of it would be none."""

    async def steps():
        body = json.dumps({**GOOD, "limits": {"seconds": float("nan")}})
        async with serving() as client:
            reply = await client.post("/v1/verify", content=body, headers=JSON)
        assert reply.status_code in (400, 422)

    run(steps())


def test_a_surrogate_inside_a_passage_is_refused():
    """It could be neither hashed nor stored."""

    async def steps():
        async with serving() as client:
            body = b'{"answer": "x", "passages": [{"text": "y", "note": "\\udc00"}]}'
            reply = await client.post("/v1/verify", content=body, headers=JSON)
        assert reply.status_code == 400

    run(steps())


def test_another_media_type_is_415():
    """Also the one a form of another site could send without asking."""

    async def steps():
        async with serving() as client:
            reply = await client.post(
                "/v1/verify", content=b"{}", headers={"Content-Type": "text/plain"}
            )
        assert reply.status_code == 415
        assert reply.json()["error"]["expected"] == "application/json"

    run(steps())


def test_no_error_repeats_a_text():
    """Neither the reply nor the log holds what the caller sent."""
    secret = "the patient is allergic to penicillin"

    async def steps():
        async with serving() as client:
            for body in (
                {"answer": [secret], "passages": [secret]},
                {"answer": secret, "passages": {"a": [secret]}},
            ):
                reply = await client.post("/v1/verify", json=body)
                assert reply.status_code == 422
                assert secret not in reply.text

    run(steps())


def test_a_path_that_is_not_there_has_the_shape_of_errors():
    """So does a method that is not allowed."""

    async def steps():
        async with serving() as client:
            assert (await client.get("/v2/verify")).json()["error"]["type"] == "not_found"
            reply = await client.get("/v1/verify")
            assert (reply.status_code, reply.json()["error"]["type"]) == (405, "method_not_allowed")

    run(steps())


class Broken(Service):
    """A service with a fault in it."""

    async def verify(self, work, caller):
        """Fails."""
        raise OSError("no such luck") from ValueError(f"cannot read {work.answer}")


def test_a_fault_has_its_cause_in_the_log_and_an_id_in_the_reply(caplog):
    """And no text of the request in either."""

    async def steps():
        async with serving(Broken(SETTINGS)) as client:
            return await client.post("/v1/verify", json={**GOOD, "answer": "a secret answer"})

    with caplog.at_level(logging.INFO):
        reply = run(steps())
    error = reply.json()["error"]
    assert (reply.status_code, error["type"]) == (500, "internal")
    assert error["id"] == reply.headers["X-Request-Id"]
    assert error["id"] in caplog.text
    assert "OSError: no such luck" in caplog.text
    assert "in verify" in caplog.text
    assert "secret" not in caplog.text + reply.text


def test_a_request_keeps_a_usable_id_of_its_own():
    """Another is replaced: it goes into logs and headers."""

    async def steps():
        async with serving() as client:
            for given, kept in (
                ("abc-1.2_3", True),
                ("a b", False),
                ("x" * 65, False),
                ("", False),
            ):
                reply = await client.get("/healthz", headers={"X-Request-Id": given})
                assert (reply.headers["X-Request-Id"] == given) is kept, given

    run(steps())


def test_a_scorer_that_fails_leaves_claims_unchecked(caplog):
    """Never supported; and the log names the stage."""

    class Failing(Gate):
        def score(self, pairs):
            raise OSError("gone")

    async def steps():
        async with serving(gated(Failing())) as client:
            return (await client.post("/v1/verify", json=UNSURE)).json()["report"]

    with caplog.at_level(logging.WARNING):
        report = run(steps())
    assert report["status"] == "unchecked"
    assert "stage score failed: OSError" in caplog.text


# --- batches -----------------------------------------------------------------------------------


def test_a_batch_has_one_result_an_item_in_order():
    """One that cannot be verified does not touch the others."""

    async def steps():
        items = [GOOD, {**BAD, "policy": "nope"}, {"answer": "x", "passages": [{"a": "b"}]}, BAD]
        async with serving() as client:
            made = (await client.post("/v1/verify/batch", json={"items": items})).json()["results"]
        assert [item.get("status", 200) for item in made] == [200, 422, 422, 200]
        assert [m["report"]["status"] for m in (made[0], made[3])] == ["grounded", "ungrounded"]
        assert made[1]["error"]["type"] == "unknown_policy"

    run(steps())


def test_a_batch_is_bounded():
    """In items, and it may not be empty."""

    async def steps():
        async with serving(batch_items=2) as client:
            many = await client.post("/v1/verify/batch", json={"items": [GOOD] * 3})
            none = await client.post("/v1/verify/batch", json={"items": []})
        assert (many.status_code, many.json()["error"]["expected"]) == (413, 2)
        assert none.status_code == 422

    run(steps())


def test_a_batch_does_not_refuse_its_own_items():
    """It takes no more turns at once than its tenant may."""

    async def steps():
        async with serving(concurrency=4, queue=0, per_tenant=1) as client:
            reply = await client.post("/v1/verify/batch", json={"items": [GOOD] * 10})
        assert all("report" in item for item in reply.json()["results"])

    run(steps())
