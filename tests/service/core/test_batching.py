"""One scorer for all: the same scores, each pair once, nobody waits behind a long answer."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.errors import ScorerError
from entailed.scorers.lexical import LexicalScorer
from entailed.service.batching import SharedScorer, Ticket, holding
from entailed.types import Entailment, Failure, Pair

from .support import Gate

YES = Entailment(0.9, 0.05, 0.05)


def pair(n):
    """A pair like no other."""
    return Pair(f"premise {n}", f"claim {n}")


class Picky:
    """Fails on one pair, and keeps what it was asked."""

    name, version, digest, calibration = "picky", "7", "sha256:x", {"bias": 1.0}

    def __init__(self):
        self.asked = []

    def score(self, pairs):
        """An error where the pair 13 is among them."""
        self.asked.append(list(pairs))
        if pair(13) in pairs:
            raise ScorerError("not that one")
        return [YES for _ in pairs]


@given(st.lists(st.lists(st.integers(0, 9), max_size=8), max_size=6), st.integers(1, 4))
def test_scores_are_those_of_the_scorer_alone(requests, together):
    """Whatever is asked at the same time, and however much goes into one call."""
    words = "the refund period ends after thirty days for bikes and helmets".split()
    alone = LexicalScorer()
    asked = [[Pair(" ".join(words[n:]), " ".join(words[: n + 2])) for n in one] for one in requests]
    shared = SharedScorer(LexicalScorer(), 2, together)
    try:
        with ThreadPoolExecutor(6) as pool:
            made = list(pool.map(shared.score, asked))
    finally:
        shared.close()
    assert made == [list(alone.score(one)) for one in asked]


def test_it_is_the_scorer_to_everyone():
    """Name, version, digest and calibration are in reports and decide thresholds."""
    shared = SharedScorer(Picky(), 1)
    assert (shared.name, shared.version, shared.digest) == ("picky", "7", "sha256:x")
    assert shared.calibration == {"bias": 1.0}
    shared.close()


def test_a_pair_that_several_ask_for_is_scored_once():
    """While it is under way, others wait for the same result."""
    gate = Gate()
    shared = SharedScorer(gate, 2)
    with ThreadPoolExecutor(4) as pool:
        made = [pool.submit(shared.score, [pair(1), pair(1)]) for _ in range(4)]
        gate.entered.wait(5)
        while sum(map(len, shared._under_way.values())) < 4:
            time.sleep(0.001)
        gate.open.set()
        results = [one.result(5) for one in made]
    shared.close()
    assert results == [[gate.result] * 2] * 4
    assert gate.asked == [[pair(1)]]


def test_requests_take_turns():
    """A short answer is not kept waiting by a long one that came first."""
    gate = Gate()
    shared = SharedScorer(gate, 1)
    with ThreadPoolExecutor(2) as pool:
        long = pool.submit(shared.score, [pair(n) for n in range(50)])
        gate.entered.wait(5)
        short = pool.submit(shared.score, [pair(100)])
        while shared.depth < 50:
            time.sleep(0.001)
        gate.open.set()
        short.result(5)
        long.result(5)
    shared.close()
    order = [one for asked in gate.asked for one in asked]
    assert order.index(pair(100)) <= 2


def test_a_pair_that_fails_fails_its_own_request_alone():
    """What shared a call with it is tried by itself."""
    picky = Picky()
    shared = SharedScorer(picky, 1, together=8)
    with ThreadPoolExecutor(2) as pool:
        bad = pool.submit(shared.score, [pair(13), pair(1)])
        good = pool.submit(shared.score, [pair(2), pair(3)])
        assert good.result(5) == [YES, YES]
        with pytest.raises(ScorerError, match="not that one"):
            bad.result(5)
    shared.close()


def test_a_scorer_that_returns_too_little_is_an_error():
    """Its contract is one result a pair."""

    class Short(Picky):
        def score(self, pairs):
            return []

    shared = SharedScorer(Short(), 1)
    with pytest.raises(ScorerError, match="expected 1 results, got 0"):
        shared.score([pair(1)])
    shared.close()


@pytest.mark.parametrize("ticket", [Ticket(cancelled=True), Ticket(deadline=0.0)])
def test_what_nobody_waits_for_is_not_scored(ticket):
    """Pairs of a request that is over come back as failures, at once."""
    picky = Picky()
    shared = SharedScorer(picky, 1)
    with holding(ticket):
        made = shared.score([pair(1), pair(2)])
    shared.close()
    assert [type(one) for one in made] == [Failure, Failure]
    assert picky.asked == []


def test_after_the_end_nothing_is_scored():
    """An error, not a wait without end; no pairs are no work."""
    shared = SharedScorer(Picky(), 1)
    assert shared.score([]) == []
    shared.close()
    shared.close()
    with pytest.raises(ScorerError, match="ending"):
        shared.score([pair(1)])
