"""Records: what is stored, and what comes back."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings

from entailed.canonical import digest_of
from entailed.errors import ConfigurationError, InputError, LedgerError
from entailed.ledger import Ledger, Query, configuration_of, record_to_dict
from tests.ledger.support import PASSAGES, RIGHT, START, WRONG, fill, report, rows, verifier
from tests.reports import examples
from tests.strategies import any_texts


def test_a_report_comes_back_as_it_was(ledger):
    """Of every status, with findings, failures and odd characters."""
    records = ledger.tenant()
    for name, made in examples().items():
        records.record(made, record_id=name)
        stored = records.get(name)
        assert stored.report == made
        assert stored.report.timings == made.timings


def test_a_real_report_comes_back_with_its_configuration(ledger):
    """Policy, thresholds and limits in full; their digests are those the report names."""
    records = ledger.tenant()
    records.record(report(), configuration=configuration_of(verifier()), record_id="a")
    stored = records.get("a")
    digests = {c["stage"]: c["digest"] for c in stored.configuration["components"]}
    assert stored.report == report()
    assert stored.configuration["policy"]["name"] == "repair"
    assert digest_of(dict(stored.thresholds)) == digests["decide"]
    assert digest_of(stored.configuration["policy"]) == digests["act"]
    assert stored.library == ledger.library


def test_a_receipt_says_where_the_record_stands(ledger):
    """Sequence and digest, in the order of writing, linked one to the next."""
    records = ledger.tenant()
    first = records.record(report(), record_id="a")
    second = records.record(report(RIGHT), record_id="b")
    assert (first.sequence, second.sequence) == (1, 2)
    assert records.get("b").previous == first.digest
    assert records.head().digest == second.digest == records.get("b").digest


def test_passages_and_configurations_are_stored_once(ledger, where):
    """However many records were written from them."""
    records = ledger.tenant()
    for number in range(5):
        records.record(report(), record_id=str(number))
    assert len(rows(where, "SELECT * FROM entailed_passage")) == len(PASSAGES)
    assert len(rows(where, "SELECT * FROM entailed_configuration")) == 1


def test_the_same_record_is_stored_once(ledger):
    """Writing it again gives the receipt of the first time, also with other timings."""
    records = ledger.tenant()
    first = records.record(report(), record_id="a")
    again = records.record(dataclasses.replace(report(), timings=()), record_id="a")
    assert again == dataclasses.replace(first, repeated=True)
    assert records.verify_chain().entries == 1


def test_an_id_is_not_given_to_another_record(ledger):
    """The first stays, the second is refused."""
    records = ledger.tenant()
    records.record(report(), record_id="a")
    with pytest.raises(LedgerError, match="taken by another record") as caught:
        records.record(report(RIGHT), record_id="a")
    assert caught.value.kind == "conflict"
    assert records.get("a").report == report()


def test_records_without_an_id_get_different_ones(ledger):
    """Two equal requests are two records."""
    records = ledger.tenant()
    assert records.record(report()).record_id != records.record(report()).record_id


@pytest.mark.parametrize("name", ["", " a", "#1", "a\nb", "x" * 201, "a\0b", 5])
def test_unusable_names_are_refused(tmp_path, name):
    """For tenants and for records."""
    with Ledger(tmp_path / "l.db") as ledger:
        with pytest.raises(InputError, match="tenant: expected"):
            ledger.tenant(name)
        with pytest.raises(InputError, match="record id: expected"):
            ledger.tenant().record(report(), record_id=name)


def test_no_such_record_is_none(ledger):
    """In an empty ledger and in one with records, also for the ledger's own entries."""
    records = ledger.tenant()
    assert records.get("a") is None
    fill(records, 1)
    records.erase("r1", reason="asked for")
    assert records.get("#2") is None


def test_a_tenant_sees_only_its_own(ledger):
    """By id, by listing, in figures, in chains; ids may be the same."""
    one, other = ledger.tenant("one"), ledger.tenant("other")
    one.record(report(), record_id="a")
    other.record(report(RIGHT), record_id="a")
    other.record(report(RIGHT), record_id="b")
    assert one.get("b") is None
    assert [r.id for r in one.find()] == ["a"]
    assert one.get("a").report == report()
    assert one.statistics().records == 1
    assert one.verify_chain().entries == 1
    assert ledger.tenants() == ("one", "other")


def test_one_tenant_cannot_take_away_from_another(ledger):
    """Neither by erasing the same id, nor the same passages, nor by purging."""
    one, other = ledger.tenant("one"), ledger.tenant("other")
    for records in (one, other):
        records.record(report(), record_id="a")
    one.erase("a", reason="asked for")
    one.purge(before=None, reason="left")
    assert other.get("a").report == report()
    assert other.verify_chain().intact


def test_find_by_every_field(ledger):
    """Each restriction alone, against records that differ in it."""
    records = ledger.tenant()
    records.record(report(), record_id="wrong")
    records.record(report(RIGHT), record_id="right")
    digest = report().evidence.passages[0].digest
    other = verifier("flag").verify("It is blue.", ["It is red."], "")
    records.record(other, record_id="other")
    records.erase("other", reason="asked for")

    def ids(**fields):
        return [r.id for r in records.find(Query(**fields))]

    assert ids() == records.ids() == ["wrong", "right", "other"]
    assert records.ids(Query(newest_first=True, limit=1)) == ["other"]
    assert ids(newest_first=True, limit=2) == ["other", "right"]
    assert ids(limit=0) == []
    assert ids(status="grounded") == ["right"]
    assert ids(action="repair") == ["wrong"]
    assert ids(policy="flag") == ["other"]
    assert ids(label="supported") == ["wrong", "right"]
    assert ids(source="refunds.md") == ["wrong"]
    assert ids(passage=digest) == ["wrong", "right"]
    assert ids(erased=True) == ["other"]
    assert ids(erased=False) == ["wrong", "right"]
    assert ids(since=START + timedelta(seconds=2)) == ["right", "other"]
    assert ids(until=START + timedelta(seconds=2)) == ["wrong"]


def test_find_reads_on_past_a_page(ledger):
    """More records than are read at once come once each, in order, both ways."""
    records = ledger.tenant()
    acknowledgements = [records.append(report(RIGHT), record_id=f"{n:03}") for n in range(230)]
    assert ledger.flush(30)
    ids = [a.record_id for a in acknowledgements]
    assert [r.id for r in records.find()] == ids
    assert [r.id for r in records.find(Query(newest_first=True))] == ids[::-1]
    assert [r.id for r in records.find(Query(limit=150))] == ids[:150]
    assert [r.id for r in records.find(Query(after=150, limit=5))] == ids[150:155]
    assert records.ids(Query(after=100, newest_first=True, limit=2)) == ids[98:96:-1]


def test_a_query_needs_time_zones():
    """A time without one is nobody's."""
    with pytest.raises(InputError, match="with a time zone"):
        Query(since=datetime(2026, 1, 1))  # the mistake that is tested


def test_a_clock_without_a_time_zone_is_refused(tmp_path):
    """It would make the times of records depend on the machine."""
    with (
        Ledger(tmp_path / "l.db", clock=lambda: datetime(2026, 1, 1)) as ledger,
        pytest.raises(ConfigurationError, match="with a time zone"),
    ):
        ledger.tenant().record(report())


def test_a_clock_that_jumps_does_not_disturb_the_chain(ledger, clock):
    """Back by years, forward by years: the order is that of writing."""
    records = ledger.tenant()
    for year in (2026, 2001, 2090, 2026):
        clock.now = datetime(year, 5, 5, tzinfo=UTC)
        records.record(report(RIGHT), record_id=str(len(list(records.find()))))
    assert [r.created_at.year for r in records.find()] == [2026, 2001, 2090, 2026]
    assert records.verify_chain().intact


def test_attributes_are_kept(ledger):
    """Any JSON of the caller's own; what JSON cannot hold is refused."""
    records = ledger.tenant()
    records.record(report(), attributes={"model": "m", "n": [1, None]}, record_id="a")
    assert records.get("a").attributes == {"model": "m", "n": [1, None]}
    with pytest.raises(InputError, match="cannot be written as JSON"):
        records.record(report(), attributes={"x": object()})
    with pytest.raises(InputError, match="cannot be written as JSON"):
        records.record(report(), attributes={"x": "\ud800"})


def test_attributes_are_those_of_the_moment(ledger):
    """What the caller changes later, while the record waits to be written, is not in it."""
    records, attributes = ledger.tenant(), {"tags": ["a"]}
    acknowledgement = records.append(report(), attributes=attributes, record_id="a")
    attributes["tags"].append("b")
    acknowledgement.wait(20)
    assert records.get("a").attributes == {"tags": ["a"]}


def test_a_record_as_json_has_everything(ledger):
    """What a service sends."""
    records = ledger.tenant()
    records.record(report(), record_id="a")
    data = record_to_dict(records.get("a"))
    assert data["report"]["answer"] == WRONG
    assert [v["label"] for v in data["summary"]["verdicts"]] == ["contradicted", "supported"]
    assert data["summary"]["verdicts"][0]["reasons"][0]["reason"] == "number_mismatch"


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(answer=any_texts(), passage=any_texts(), question=any_texts())
def test_any_text_comes_back(ledger, answer, passage, question):
    """Also NUL, unpaired marks, and characters beyond the basic plane."""
    made = verifier("audit").verify(answer + "\0", [passage + "\0."], question)
    receipt = ledger.tenant().record(made, attributes={"note": answer})
    stored = ledger.tenant().get(receipt.record_id)
    assert stored.report == made
    assert ledger.tenant().verify_chain().intact
