"""Records: whose they are, what is promised of them, and verifying them again."""

from __future__ import annotations

import asyncio

import pytest

from .support import BAD, GOOD, keys_for, run, serving

PATHS = ("/v1/records/{}", "/v1/records/{}/replay")


def stored(folder, **settings):
    """Settings of a service that stores a record before it answers."""
    return {"ledger": str(folder / "ledger.db"), "ledger_wait": 20.0, **settings}


def test_a_record_is_found_filtered_and_replayed(tmp_path):
    """By its id and by what it says; a replay is the same."""

    async def steps():
        async with serving(**stored(tmp_path)) as client:
            body = {**BAD, "policy": "strict", "record_id": "a/b c", "attributes": {"model": "m"}}
            made = await client.post("/v1/verify", json=body)
            assert made.json()["stored"] is True
            await client.post("/v1/verify", json=GOOD)
            record = (await client.get("/v1/records/a%2Fb%20c")).json()
            assert record["report"]["answer"] == BAD["answer"]
            assert record["attributes"] == {"model": "m", "route": "verify"}
            found = (await client.get("/v1/records?status=ungrounded")).json()
            assert [one["id"] for one in found["records"]] == ["a/b c"]
            bare = (await client.get("/v1/records?texts=false")).json()["records"]
            assert [one["report"] for one in bare] == [None, None]
            again = (await client.post("/v1/records/a%2Fb%20c/replay")).json()
            assert (again["same"], again["differences"], again["changes"]) == (True, [], [])

    run(steps())


def test_a_record_is_found_as_soon_as_its_id_is_known(tmp_path):
    """Also where answers do not wait for the ledger: by id, in lists and in figures."""

    async def steps():
        async with serving(**stored(tmp_path, ledger_wait=0)) as client:
            for n in range(20):
                made = (await client.post("/v1/verify", json=GOOD)).json()
                found = await client.get(f"/v1/records/{made['record_id']}")
                assert found.status_code == 200
                await client.post("/v1/verify", json=GOOD)
                assert (await client.get("/v1/stats")).json()["records"] == 2 * (n + 1)

    run(steps())


def test_pages_follow_one_another(tmp_path):
    """Newest first unless the request says else; the last page has no next."""

    async def steps():
        async with serving(**stored(tmp_path)) as client:
            for n in range(5):
                await client.post("/v1/verify", json={**GOOD, "record_id": f"r{n}"})
            seen, after = [], ""
            while after is not None:
                page = (
                    await client.get(
                        f"/v1/records?limit=2&after={after}" if after else "/v1/records?limit=2"
                    )
                ).json()
                seen += [one["id"] for one in page["records"]]
                after = page["next"]
            assert seen == ["r4", "r3", "r2", "r1", "r0"]
            oldest = (await client.get("/v1/records?newest_first=false&limit=1")).json()
            assert oldest["records"][0]["id"] == "r0"

    run(steps())


def test_figures_count_the_tenants_records(tmp_path):
    """Outcomes, sources, latency."""

    async def steps():
        async with serving(**stored(tmp_path)) as client:
            for body in (GOOD, BAD):
                await client.post("/v1/verify", json=body)
            figures = (await client.get("/v1/stats?every=month")).json()
        assert figures["records"] == 2
        assert figures["statuses"] == {"grounded": 1, "ungrounded": 1}
        assert {one["source"]: one["failed"] for one in figures["sources"]} == {"S1": 1, "S2": 0}

    run(steps())


def test_a_tenant_reaches_no_record_of_another(tmp_path):
    """Not by id, by list, by figures or by replay; and not by taking its id."""
    keys, (acme, bolt) = keys_for(tmp_path, "acme", "bolt")

    async def steps():
        async with serving(**stored(tmp_path, keys=keys), key=acme) as client:
            other = {"Authorization": f"Bearer {bolt}"}
            made = await client.post("/v1/verify", json={**BAD, "record_id": "one"})
            assert made.json()["record_id"] == "one"
            absent = await client.get("/v1/records/absent", headers=other)
            hidden = await client.get("/v1/records/one", headers=other)
            assert hidden.status_code == absent.status_code == 404
            assert _without_id(hidden) == _without_id(absent)
            assert (await client.post("/v1/records/one/replay", headers=other)).status_code == 404
            assert (await client.get("/v1/records", headers=other)).json()["records"] == []
            assert (await client.get("/v1/stats", headers=other)).json()["records"] == 0
            taken = await client.post(
                "/v1/verify", json={**GOOD, "record_id": "one"}, headers=other
            )
            assert taken.json()["stored"] is True
            mine = (await client.get("/v1/records/one")).json()
            assert mine["report"]["answer"] == BAD["answer"]

    run(steps())


def test_every_route_of_tenants_needs_a_key(tmp_path, caplog):
    """A missing, wrong or revoked one is 401; no key is ever in a reply or in the log."""
    keys, (key,) = keys_for(tmp_path, "acme")
    wrong = key[:-1] + ("A" if key[-1] != "A" else "B")

    async def steps():
        async with serving(**stored(tmp_path, keys=keys)) as client:
            for method, path in (
                ("POST", "/v1/verify"), ("POST", "/v1/verify/batch"), ("POST", "/v1/verify/stream"),
                ("POST", "/v1/ask"), ("GET", "/v1/records"), ("GET", "/v1/records/x"),
                ("POST", "/v1/records/x/replay"), ("GET", "/v1/stats"),
            ):  # fmt: skip
                none = await client.request(method, path)
                bad = await client.request(
                    method, path, headers={"Authorization": f"Bearer {wrong}"}
                )
                assert (none.status_code, none.json()["error"]["type"]) == (401, "missing_key"), (
                    path
                )
                assert (bad.status_code, bad.json()["error"]["type"]) == (401, "invalid_key"), path
                assert "Bearer" in bad.headers["WWW-Authenticate"]
                assert wrong not in bad.text
            good = await client.get("/v1/records", headers={"X-API-Key": key})
            assert good.status_code == 200

    with caplog.at_level("DEBUG"):
        run(steps())
    assert key not in caplog.text
    assert wrong not in caplog.text


def test_the_same_id_twice_is_a_conflict(tmp_path):
    """The same report under it is stored once; another is 409."""

    async def steps():
        async with serving(**stored(tmp_path)) as client:
            one = await client.post("/v1/verify", json={**GOOD, "record_id": "one"})
            other = await client.post("/v1/verify", json={**BAD, "record_id": "one"})
            assert (one.status_code, other.status_code) == (200, 409)
            assert other.json()["error"]["type"] == "conflict"

    run(steps())


def test_a_record_that_is_not_stored_after_all_is_in_the_log(tmp_path, caplog):
    """Where the answer did not wait, its id may have been given: here for one that is taken."""

    async def steps():
        async with serving(ledger=str(tmp_path / "l.db")) as client:
            for body in (GOOD, BAD):
                made = await client.post("/v1/verify", json={**body, "record_id": "one"})
                # 409 where the writer was quicker than the answer.
                assert made.status_code == 409 or made.json()["recorded"] is True
                client.service.ledger.flush(20)

    with caplog.at_level("ERROR"):
        run(steps())
    (told,) = [one for one in caplog.records if one.levelname == "ERROR"]
    assert (told.record_id, told.error) == ("one", "conflict")


def test_erased_records_say_so(tmp_path):
    """Their summary is left; they cannot be replayed."""

    async def steps():
        async with serving(**stored(tmp_path)) as client:
            await client.post("/v1/verify", json={**GOOD, "record_id": "one"})
            client.service.ledger.tenant("default").erase("one", reason="asked for")
            record = (await client.get("/v1/records/one")).json()
            assert (record["erased"], record["report"]) == (True, None)
            assert (await client.post("/v1/records/one/replay")).status_code == 410

    run(steps())


def test_an_id_is_given_only_for_what_the_writer_took(tmp_path):
    """Without waiting, an answer says `recorded`, and `stored` only when it is known."""

    async def steps():
        async with serving(ledger=str(tmp_path / "l.db")) as client:
            made = (await client.post("/v1/verify", json=GOOD)).json()
            assert made["recorded"] is True
            assert client.service.ledger.flush(20)
            assert (await client.get(f"/v1/records/{made['record_id']}")).status_code == 200

    run(steps())


@pytest.mark.parametrize("required", [True, False])
def test_a_database_that_is_away(tmp_path, required):
    """By setting, a request is refused with 503, or answered with `recorded: false`."""

    async def steps():
        async with serving(ledger=str(tmp_path / "l.db"), ledger_required=required) as client:
            records = client.service.records
            records.up = False
            reply = await client.post("/v1/verify", json=GOOD)
            if required:
                assert reply.status_code == 503
                assert reply.json()["error"]["type"] == "ledger_unavailable"
                assert int(reply.headers["Retry-After"]) > 0
                assert (await client.get("/readyz")).status_code == 503
            else:
                assert (reply.json()["recorded"], reply.json()["record_id"]) == (False, None)
                assert (await client.get("/readyz")).status_code == 200
            records.up = True

    run(steps())


def test_a_queue_that_is_full_is_said(tmp_path):
    """A record the writer did not take has no id; where it is required, the answer is 503."""

    class Full:
        done = True
        record_id = "x"

        def __await__(self):
            from entailed.types import Failure

            return _now(Failure("ledger", "queue_full", "no room")).__await__()

    async def steps():
        for required, expected in ((True, 503), (False, 200)):
            async with serving(ledger=str(tmp_path / "l.db"), ledger_required=required) as client:
                client.service.records.queue = lambda *_: Full()
                reply = await client.post("/v1/verify", json=GOOD)
                assert reply.status_code == expected
                if expected == 200:
                    assert reply.json()["recorded"] is False

    run(steps())


def test_a_stuck_writer_is_noticed(tmp_path):
    """A database that answers but does not store (a full disk) is away too."""

    async def steps():
        async with serving(ledger=str(tmp_path / "l.db")) as client:
            records = client.service.records
            assert records._moves()
            before = records.ledger.counters
            records._seen = type(before)(queued=1, stored=before.stored, failed=0, retries=-1)
            stuck = type(before)(queued=1, stored=before.stored, failed=0, retries=3)
            records.ledger = _Counting(records.ledger, stuck)
            assert not records._moves()

    run(steps())


def test_bad_filters_are_422(tmp_path):
    """Never a question to the database."""

    async def steps():
        async with serving(**stored(tmp_path)) as client:
            bad = (
                "status=nice since=yesterday limit=0 limit=1000 after=-1 source=a%00b label=x "
                "after=99999999999999999999 erased=perhaps"
            )
            for query in bad.split():
                reply = await client.get(f"/v1/records?{query}")
                assert (reply.status_code, reply.json()["error"]["type"]) == (
                    422,
                    "invalid_request",
                ), query
            assert (await client.get("/v1/stats?every=year")).status_code == 422
            assert (await client.get("/v1/records/a%00b")).status_code == 404
            assert (await client.get("/v1/records?since=2020-01-01&until=2020-01-02")).json()[
                "records"
            ] == []

    run(steps())


def test_without_a_ledger_there_are_no_records():
    """501, and what to set."""

    async def steps():
        async with serving() as client:
            for path in ("/v1/records", "/v1/records/x", "/v1/stats"):
                reply = await client.get(path)
                assert (reply.status_code, reply.json()["error"]["type"]) == (501, "not_configured")

    run(steps())


def test_what_is_queued_is_stored_at_the_end(tmp_path):
    """Shutting down closes the ledger's writer last."""

    async def steps():
        async with serving(ledger=str(tmp_path / "l.db")) as client:
            made = [
                (await client.post("/v1/verify", json={**GOOD, "record_id": f"r{n}"})).json()
                for n in range(20)
            ]
            assert all(one["recorded"] for one in made)
        from entailed.ledger import Ledger

        with Ledger(tmp_path / "l.db") as ledger:
            assert len(ledger.tenant("default").ids()) == 20
            assert ledger.tenant("default").verify_chain().intact

    run(steps())


class _Counting:
    """A ledger with other counters."""

    def __init__(self, ledger, counters):
        self._ledger = ledger
        self.counters = counters

    def __getattr__(self, name):
        return getattr(self._ledger, name)


def _without_id(reply):
    return {k: v for k, v in reply.json()["error"].items() if k != "id"}


async def _now(value):
    await asyncio.sleep(0)
    return value
