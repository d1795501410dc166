"""Figures: outcomes over time, failures by source, latency."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime, timedelta

import pytest

from entailed.errors import InputError
from entailed.ledger import Query
from entailed.types import Timing
from tests.ledger.support import PASSAGES, RIGHT, START, report, verifier


def took(made, milliseconds):
    """The report as if its verification had taken that long."""
    return dataclasses.replace(made, timings=(Timing("check", milliseconds / 2),) * 2)


def test_an_empty_ledger_has_no_figures(ledger):
    """No share is 0 of nothing, and no latency 0 ms."""
    made = ledger.tenant().statistics()
    assert (made.records, made.periods, made.sources, made.latency) == (0, (), (), None)
    assert made.share("pass") is None


def test_outcomes_are_counted_over_time(ledger, clock):
    """By hour, day and month, in UTC; periods without records are left out."""
    records = ledger.tenant()
    zone = datetime(2026, 3, 2, 1, tzinfo=UTC)
    for moment, answer in ((START, RIGHT), (START, None), (zone, RIGHT)):
        clock.now = moment
        records.record(report() if answer is None else report(answer))
    made = records.statistics()
    assert [(p.start, p.records) for p in made.periods] == [("2026-03-01", 2), ("2026-03-02", 1)]
    assert [p.share("repair") for p in made.periods] == [0.5, 0.0]
    assert (made.actions, made.statuses) == (
        {"pass": 2, "repair": 1},
        {"grounded": 2, "partial": 1},
    )
    assert made.share("pass") == pytest.approx(2 / 3)
    assert [p.start for p in records.statistics(every="hour").periods] == [
        "2026-03-01T12",
        "2026-03-02T01",
    ]
    assert [p.start for p in records.statistics(every="month").periods] == ["2026-03"]


def test_failures_are_counted_by_source(ledger):
    """A claim counts for the sources it cites, or else for those found for it, or for none."""
    records = ledger.tenant()
    for _ in range(3):
        records.record(report())
    unfounded = verifier().verify("Bananas grow in Spain.", PASSAGES, "")
    records.record(unfounded)
    rates = {s.source: (s.claims, s.failed, s.rate) for s in records.statistics().sources}
    assert rates == {"refunds.md": (3, 3, 1.0), "cards.md": (3, 0, 0.0), "": (1, 1, 1.0)}
    (worst,) = records.statistics(top=1).sources
    assert worst.source == "refunds.md"


def test_passages_of_one_source_are_one_source(ledger):
    """And a passage without a source goes by its title, its address, or its id."""
    passages = [
        {"id": "1", "text": "Tea costs 3 euros.", "source": "menu"},
        {"id": "2", "text": "Tea is hot.", "source": "menu"},
        {"id": "3", "text": "Cake is cold.", "title": "Cakes"},
        {"id": "4", "text": "Rolls are warm.", "url": "https://example.org/rolls"},
        {"id": "5", "text": "Milk is white."},
    ]
    answer = "Tea is hot [1][2]. Cake is cold [3]. Rolls are warm [4]. Milk is white [5]."
    records = ledger.tenant()
    records.record(verifier().verify(answer, passages, ""))
    sources = {s.source: s.claims for s in records.statistics().sources}
    assert sources == {"menu": 1, "Cakes": 1, "https://example.org/rolls": 1, "5": 1}


def test_labels_count_claims(ledger):
    """Over all records."""
    records = ledger.tenant()
    records.record(report())
    records.record(report(RIGHT))
    labels = records.statistics().labels
    assert (labels["supported"], labels["contradicted"], labels["missing"]) == (2, 1, 0)


def test_latency_percentiles_are_those_of_the_records(ledger):
    """Nearest rank: a value that was measured, never one between two."""
    records = ledger.tenant()
    for n in range(1, 101):
        records.append(took(report(RIGHT), float(n)))
    assert ledger.flush(30)
    latency = records.statistics().latency
    assert (latency.records, latency.p50, latency.p95, latency.p99, latency.maximum) == (
        100, 50.0, 95.0, 99.0, 100.0,
    )  # fmt: skip


def test_each_period_has_its_own_latency(ledger, clock):
    """By the same rule as that of all records."""
    records = ledger.tenant()
    for moment, times in ((START, range(1, 21)), (START + timedelta(days=1), [300, 100, 200])):
        clock.now = moment
        for milliseconds in times:
            records.append(took(report(RIGHT), float(milliseconds)))
    assert ledger.flush(30)
    found = [period.latency for period in records.statistics().periods]
    assert [(one.records, one.p50, one.p95, one.p99, one.maximum) for one in found] == [
        (20, 10.0, 19.0, 20.0, 20.0),
        (3, 200.0, 300.0, 300.0, 300.0),
    ]


def test_figures_take_the_same_restrictions_as_listings(ledger):
    """Time, outcome, source."""
    records = ledger.tenant()
    records.record(report())
    records.record(report(RIGHT))
    assert records.statistics(Query(source="refunds.md")).records == 1
    assert records.statistics(Query(until=START + timedelta(seconds=2))).records == 1
    assert [s.source for s in records.statistics(Query(status="grounded")).sources] == ["cards.md"]


def test_erased_records_still_count(ledger):
    """Without the names of their sources."""
    records = ledger.tenant()
    records.record(report(), record_id="a")
    records.erase("a", reason="asked for")
    made = records.statistics()
    assert (made.records, made.erased, made.labels["contradicted"]) == (1, 1, 1)
    assert [(s.source, s.claims, s.failed) for s in made.sources] == [(None, 2, 1)]


def test_an_unknown_period_is_refused(ledger):
    """With those there are."""
    with pytest.raises(InputError, match="every: expected one of hour, day, month"):
        ledger.tenant().statistics(every="week")
