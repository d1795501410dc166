"""A clock that jumps: records keep their order, keys their force, and time limits their length."""

from __future__ import annotations

import itertools
import os
from datetime import UTC, datetime, timedelta

import pytest

from entailed.service import ServiceSettings
from entailed.service.keys import KeyFile
from tests.service.faults.support import VERIFY, Keys, bearer, body_of, served

pytestmark = pytest.mark.xdist_group("service_clock")
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
JUMPS = (
    timedelta(0),
    timedelta(hours=-3),
    timedelta(days=3650),
    timedelta(days=-9000),
    timedelta(microseconds=1),
    timedelta(0),
)


def test_records_made_while_the_clock_jumps_are_all_found_and_proved(tmp_path):
    """Back and forth by years, and twice the same moment: the chain goes on."""
    settings = ServiceSettings(scorer="lexical", ledger=str(tmp_path / "l.db"), ledger_wait=10)
    with served(settings) as client:
        times = (NOW + jump for jump in itertools.cycle(JUMPS))
        client.service.ledger._clock = lambda: next(times)
        names = [f"r{n}" for n in range(len(JUMPS))]
        for name in names:
            assert client.post("/v1/verify", json=body_of(name)).json()["stored"]
        listed, after = [], None
        while True:
            page = client.get(
                "/v1/records", params={"limit": 4, **({"after": after} if after else {})}
            )
            listed += [one["id"] for one in page.json()["records"]]
            after = page.json()["next"]
            if after is None:
                break
        assert listed == names[::-1]
        early = client.get("/v1/records", params={"until": "2026-03-01T11:00:00Z"}).json()
        assert {one["id"] for one in early["records"]} == {"r1", "r3"}
        periods = client.get("/v1/stats", params={"every": "month"}).json()
        assert periods["records"] == len(names)
        assert client.post("/v1/records/r3/replay").json()["same"]
        assert client.service.ledger.tenant().verify_chain().intact


def test_the_time_of_day_bounds_nothing(tmp_path, monkeypatch):
    """Limits, queues and keys go by a clock that nobody sets."""
    keys = Keys.make(tmp_path)
    jumping = itertools.cycle((0.0, 4e9, 1.0))
    monkeypatch.setattr("time.time", lambda: next(jumping))
    settings = ServiceSettings(
        scorer="lexical", keys=keys.path, ledger=str(tmp_path / "l.db"), seconds=5, body_seconds=5
    )
    with served(settings) as client:
        for _ in range(5):
            reply = client.post("/v1/verify", json=VERIFY, headers=bearer(keys.alpha))
            assert reply.status_code == 200
            assert reply.json()["report"]["status"] == "partial"
            assert not reply.json()["report"]["failures"]
        assert client.get("/v1/records", headers=bearer(keys.revoked)).status_code == 401


def test_a_key_that_is_revoked_while_the_clock_is_wrong_is_refused(tmp_path):
    """Its file may look older than the one before it; what counts is that it is another."""
    keys = Keys.make(tmp_path)
    now = itertools.count(1000.0, 10.0)
    settings = ServiceSettings(scorer="lexical", keys=keys.path)
    with served(settings) as client:
        client.service._keyring._clock = lambda: next(now)
        client.service._keyring._next = 0.0
        assert client.get("/v1/stats", headers=bearer(keys.alpha)).status_code == 501
        KeyFile(keys.path).revoke(keys.alpha[4:16])
        os.utime(keys.path, (1, 1))
        assert client.get("/v1/stats", headers=bearer(keys.alpha)).status_code == 401
        assert client.get("/v1/stats", headers=bearer(keys.beta)).status_code == 501
