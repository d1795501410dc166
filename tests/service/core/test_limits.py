"""Bounds: bodies, places, time; and callers who leave."""

from __future__ import annotations

import asyncio

from .support import BAD, GOOD, PASSAGES, UNSURE, Gate, gated, run, serving

JSON = {"Content-Type": "application/json"}


def test_a_body_too_large_is_413_whether_or_not_it_says_so():
    """By its Content-Length, or once so much has come."""

    async def chunks():
        for _ in range(100):
            yield b"x" * 100

    async def steps():
        async with serving(body_bytes=1000) as client:
            for path in ("/v1/verify", "/v1/verify/batch", "/v1/ask", "/v1/verify/stream"):
                for content in (b"x" * 1001, chunks()):
                    reply = await client.post(path, content=content, headers=JSON)
                    assert (reply.status_code, reply.json()["error"]["type"]) == (
                        413,
                        "body_too_large",
                    )
                    assert reply.json()["error"]["id"] == reply.headers["X-Request-Id"]
            assert (await client.post("/v1/verify", json=GOOD)).status_code == 200

    run(steps())


def test_bodies_are_bounded_together_too():
    """Many that are each small enough are 503; what has ended does not count."""

    async def steps():
        gate = Gate()
        async with serving(gated(gate, bodies_bytes=400)) as client:
            first = asyncio.create_task(client.post("/v1/verify", json=UNSURE))
            await asyncio.to_thread(gate.entered.wait, 10)
            large = {**UNSURE, "question": "x" * 300}
            reply = await client.post("/v1/verify", json=large)
            assert (reply.status_code, reply.json()["error"]["type"]) == (503, "overloaded")
            gate.open.set()
            assert (await first).status_code == 200
            again = await client.post("/v1/verify", json=UNSURE)
            assert again.status_code == 200

    run(steps())


def test_a_body_too_slow_is_408():
    """One that trickles in holds nothing for long."""

    async def slow():
        yield b"{"
        await asyncio.sleep(30)

    async def steps():
        async with serving(body_seconds=0.2) as client:
            for path in ("/v1/verify", "/v1/verify/stream"):
                kind = {"Content-Type": "application/x-ndjson"} if "stream" in path else JSON
                reply = await client.post(path, content=slow(), headers=kind)
                assert (reply.status_code, reply.json()["error"]["type"]) == (408, "body_too_slow")

    run(steps())


def test_more_than_the_queue_holds_is_503_and_the_rest_is_answered():
    """With a time to come back; nobody is answered wrongly for it."""

    async def steps():
        gate = Gate()
        async with serving(gated(gate, concurrency=1, queue=2)) as client:
            first = asyncio.create_task(client.post("/v1/verify", json=UNSURE))
            await asyncio.to_thread(gate.entered.wait, 10)
            more = [asyncio.create_task(client.post("/v1/verify", json=UNSURE)) for _ in range(6)]
            while client.service._slots.depth < 2:
                await asyncio.sleep(0.01)
            await asyncio.wait(more, timeout=0.3)
            gate.open.set()
            replies = await asyncio.gather(first, *more)
        codes = sorted(reply.status_code for reply in replies)
        assert codes == [200, 200, 200, 503, 503, 503, 503]
        refused = next(reply for reply in replies if reply.status_code == 503)
        assert int(refused.headers["Retry-After"]) >= 1
        assert refused.json()["error"]["type"] == "overloaded"

    run(steps())


def test_a_tenant_with_too_much_under_way_is_429():
    """The others are answered."""

    async def steps():
        gate = Gate()
        async with serving(gated(gate, concurrency=2, per_tenant=1)) as client:
            first = asyncio.create_task(client.post("/v1/verify", json=UNSURE))
            await asyncio.to_thread(gate.entered.wait, 10)
            reply = await client.post("/v1/verify", json=UNSURE)
            gate.open.set()
            assert (reply.status_code, (await first).status_code) == (429, 200)
            assert "Retry-After" in reply.headers

    run(steps())


def test_a_wait_too_long_is_503():
    """A request is not kept for longer than it is worth."""

    async def steps():
        gate = Gate()
        async with serving(gated(gate, concurrency=1, queue_seconds=0.1)) as client:
            first = asyncio.create_task(client.post("/v1/verify", json=UNSURE))
            await asyncio.to_thread(gate.entered.wait, 10)
            assert (await client.post("/v1/verify", json=UNSURE)).status_code == 503
            gate.open.set()
            assert (await first).status_code == 200

    run(steps())


def test_a_verification_out_of_time_leaves_claims_unchecked():
    """By the service's budget, also inside the scoring of many pairs; never supported."""

    async def steps():
        async with serving(gated(Gate(opened=True), seconds=1e-6)) as client:
            reply = await client.post("/v1/verify", json=UNSURE)
        report = reply.json()["report"]
        assert (reply.status_code, report["status"]) == (200, "unchecked")

    run(steps())


def test_a_stage_that_hangs_is_given_up(monkeypatch):
    """With 503; its place is free only when it ends."""
    from entailed.service import service as module

    monkeypatch.setattr(module, "_GRACE", 0.1)

    async def steps():
        gate = Gate()
        async with serving(gated(gate, concurrency=1, seconds=0.1, gather=False)) as client:
            reply = await client.post("/v1/verify", json=UNSURE)
            assert (reply.status_code, reply.json()["error"]["type"]) == (503, "out_of_time")
            assert client.service._slots.active == 1
            gate.open.set()
            while client.service._slots.active:
                await asyncio.sleep(0.01)

    run(steps())


def test_a_caller_who_leaves_stops_the_work_and_leaves_no_record(tmp_path):
    """The pairs that are left are not scored."""

    async def steps():
        gate = Gate()
        service = gated(gate, concurrency=1, ledger=str(tmp_path / "l.db"))
        async with serving(service) as client:
            many = " ".join(f"{UNSURE['answer'][:-1]} number{n}." for n in range(30))
            task = asyncio.create_task(client.post("/v1/verify", json={**UNSURE, "answer": many}))
            await asyncio.to_thread(gate.entered.wait, 10)
            task.cancel()
            await asyncio.wait([task])
            while not all(one.ticket.cancelled for one in service._tasks):
                await asyncio.sleep(0.01)
            gate.open.set()
            while service._slots.active:
                await asyncio.sleep(0.01)
            assert sum(map(len, gate.asked)) <= 2
            assert service.ledger.flush(10)
            assert service.ledger.tenant("default").ids() == []

    run(steps())


def test_what_was_accepted_is_finished_and_nothing_more_is_begun(tmp_path):
    """An orderly end."""

    async def steps():
        gate = Gate()
        service = gated(gate, concurrency=1, ledger=str(tmp_path / "l.db"))
        async with serving(service) as client:
            task = asyncio.create_task(client.post("/v1/verify", json=UNSURE))
            await asyncio.to_thread(gate.entered.wait, 10)
            ending = asyncio.create_task(service.shutdown())
            await asyncio.sleep(0.05)
            late = await client.post("/v1/verify", json=UNSURE)
            assert (late.status_code, late.json()["error"]["type"]) == (503, "shutting_down")
            assert (await client.get("/readyz")).status_code == 503
            assert (await client.head("/readyz")).status_code == 503
            assert (await client.head("/healthz")).status_code == 200
            gate.open.set()
            assert (await task).json()["recorded"] is True
            await ending
        from entailed.ledger import Ledger

        with Ledger(tmp_path / "l.db") as ledger:
            assert len(ledger.tenant("default").ids()) == 1

    run(steps())


def test_another_host_is_refused_where_there_are_no_keys():
    """A page elsewhere cannot reach a local service by a name of its own."""

    async def steps():
        async with serving() as client:
            for host, status in (("evil.example", 421), ("localhost:8000", 200), ("[::1]:80", 200)):
                reply = await client.get("/healthz", headers={"Host": host})
                assert reply.status_code == status, host

    run(steps())


def test_many_at_once_get_their_own_answers():
    """Whatever is verified beside it."""

    async def steps():
        async with serving(concurrency=4) as client:
            bodies = [GOOD, BAD, {"answer": "", "passages": PASSAGES}] * 10
            replies = await asyncio.gather(*(client.post("/v1/verify", json=b) for b in bodies))
        made = [reply.json()["report"] for reply in replies]
        assert [one["answer"] for one in made] == [body["answer"] for body in bodies]
        assert {one["status"] for one in made[::3]} == {"grounded"}
        assert {one["status"] for one in made[1::3]} == {"ungrounded"}

    run(steps())
