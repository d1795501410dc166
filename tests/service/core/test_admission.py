"""Slots and the queue before them."""

from __future__ import annotations

import asyncio

import pytest

from entailed.service.admission import Admission
from entailed.service.errors import ServiceError

from .support import run


def admission(running=1, waiting=2, patience=5.0, per_tenant=10):
    """A small one."""
    return Admission("verifications", running, waiting, patience, per_tenant)


def test_slots_are_given_in_the_order_they_were_asked_for():
    """First come, first served."""

    async def steps():
        gate, order = admission(waiting=5), []
        first = await gate.enter("a")

        async def wait(name):
            slot = await gate.enter("a")
            order.append(name)
            slot.release()

        tasks = [asyncio.create_task(wait(n)) for n in range(5)]
        await asyncio.sleep(0)
        assert gate.depth == 5
        first.release()
        await asyncio.gather(*tasks)
        assert order == [0, 1, 2, 3, 4]
        assert (gate.active, gate.depth) == (0, 0)

    run(steps())


def test_a_full_queue_is_503_with_a_time_to_come_back():
    """Not the caller's fault, and worth another try."""

    async def steps():
        gate = admission(running=1, waiting=0)
        await gate.enter("a")
        with pytest.raises(ServiceError) as refused:
            await gate.enter("b")
        assert (refused.value.status, refused.value.type) == (503, "overloaded")
        assert int(refused.value.headers["Retry-After"]) >= 1

    run(steps())


def test_a_wait_too_long_is_503():
    """And the one who waited is forgotten."""

    async def steps():
        gate = admission(patience=0.01)
        slot = await gate.enter("a")
        with pytest.raises(ServiceError, match="waited"):
            await gate.enter("b")
        assert gate.depth == 0
        slot.release()
        (await gate.enter("b")).release()

    run(steps())


def test_a_tenant_with_too_much_under_way_is_429_and_others_are_not():
    """Running and waiting count together."""

    async def steps():
        gate = admission(running=2, per_tenant=1)
        await gate.enter("a")
        with pytest.raises(ServiceError) as refused:
            await gate.enter("a")
        assert (refused.value.status, refused.value.type) == (429, "too_many_requests")
        assert (await gate.enter("b")).tenant == "b"

    run(steps())


def test_one_who_leaves_the_queue_takes_no_slot():
    """Also when the turn came in the same moment."""

    async def steps():
        gate = admission(waiting=3)
        first = await gate.enter("a")
        waiting = [asyncio.create_task(gate.enter("a")) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        first.release()  # the turn of the second one
        waiting[1].cancel()  # which leaves before it can know
        slot = await waiting[2]
        slot.release()
        await asyncio.gather(*waiting[:2], return_exceptions=True)
        assert (gate.active, gate.depth) == (0, 0)
        (await gate.enter("a")).release()

    run(steps())


def test_releasing_twice_gives_one_slot():
    """A slot is one slot."""

    async def steps():
        gate = admission(running=1, waiting=0)
        slot = await gate.enter("a")
        slot.release()
        slot.release()
        await gate.enter("a")
        with pytest.raises(ServiceError):
            await gate.enter("a")

    run(steps())
