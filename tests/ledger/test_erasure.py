"""Erasing texts and purging records: what goes, what stays, and that both can be proved."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from entailed.errors import ConfigurationError, InputError, LedgerError
from entailed.ledger import Ledger, Query, Retention, erasure
from tests.ledger.support import RIGHT, START, WRONG, Clock, fill, report, rows, sql, verifier

SECRET = "Zebedee Quillfeather owes 4711 euros"


def secret_report():
    """A report whose texts nobody may find again."""
    passages = [{"id": f"{SECRET} file", "text": f"{SECRET} to us.", "source": f"{SECRET}.pdf"}]
    return verifier("repair").verify(f"{SECRET}.", passages, f"What about {SECRET}?")


def test_an_erased_record_keeps_its_verdicts_and_loses_its_texts(ledger):
    """Labels, reason codes and scores stay; the chain is intact, and says what was done."""
    records = ledger.tenant()
    records.record(report(), record_id="a", attributes={"user": "u"})
    summary = records.get("a").summary
    done = records.erase("a", reason="request 17")
    stored = records.get("a")
    assert (done.records, done.passages, done.entry.sequence) == (1, 2, 2)
    assert (stored.erased, stored.plain, stored.attributes) == (True, None, {})
    assert stored.summary == summary
    with pytest.raises(LedgerError, match="erased") as caught:
        _ = stored.report
    assert caught.value.kind == "erased"
    assert records.verify_chain().intact


def test_no_word_of_an_erased_record_is_left_in_any_table(ledger, where):
    """Nor any digest that a guess could be checked by."""
    records = ledger.tenant()
    made = secret_report()
    records.record(made, record_id="a", attributes={"note": SECRET})
    digests = {made.evidence.digest, made.evidence.passages[0].digest}
    before = str([rows(where, f"SELECT * FROM entailed_{name}") for name in TABLES])
    records.erase("a", reason="asked for")
    after = str([rows(where, f"SELECT * FROM entailed_{name}") for name in TABLES])
    assert "Zebedee" in before
    assert all(digest in before for digest in digests - {made.evidence.digest})
    assert "Zebedee" not in after
    assert "owes" not in after
    assert not any(digest in after for digest in digests)


TABLES = ("chain", "entry", "content", "passage", "reference", "outcome", "configuration")


def test_no_byte_of_an_erased_text_is_left_in_the_file(tmp_path):
    """Nor in the log beside it: SQLite overwrites what is deleted."""
    with Ledger(tmp_path / "l.db") as ledger:
        records = ledger.tenant()
        records.record(secret_report(), record_id="a")
        fill(records)
        assert any(b"Zebedee" in path.read_bytes() for path in tmp_path.iterdir())
        records.erase("a", reason="asked for")
        assert not any(b"Zebedee" in path.read_bytes() for path in tmp_path.iterdir())


def test_a_passage_stays_while_a_record_needs_it(ledger):
    """The last record that was written from it takes it along."""
    records = ledger.tenant()
    records.record(report(), record_id="a")
    records.record(report(RIGHT), record_id="b")
    assert records.erase("a", reason="asked for").passages == 0
    assert records.get("b").report == report(RIGHT)
    assert records.erase("b", reason="asked for").passages == 2


def test_erasing_again_does_nothing(ledger):
    """Nor does erasing what never was; ids of no record are reported."""
    records = ledger.tenant()
    fill(records, 2)
    records.erase(["r1"], reason="asked for")
    done = records.erase(["r1", "none", "r1"], reason="asked for")
    assert (done.records, done.unknown, done.entry) == (0, ("none",), None)
    assert records.verify_chain().entries == 3


def test_all_records_from_one_passage_can_be_erased(ledger):
    """A document is withdrawn: everything that quotes it goes."""
    records = ledger.tenant()
    fill(records)
    records.record(report(), record_id="a")
    digest = report().evidence.passages[0].digest
    done = records.erase_matching(Query(passage=digest), reason="withdrawn")
    assert done.records == 1
    assert [r.id for r in records.find(Query(erased=True))] == ["a"]


def test_texts_that_come_back_after_an_erasure_are_a_fault(ledger, where):
    """A restored backup may bring them."""
    records = ledger.tenant()
    fill(records, 2)
    ((key, content),) = rows(where, "SELECT key, content FROM entailed_content WHERE sequence = 1")
    records.erase("r1", reason="asked for")
    sql(
        where,
        "INSERT INTO entailed_content (tenant, sequence, key, content)"
        " VALUES ('default', 1, :key, :content)",
        key=key,
        content=content,
    )
    found = records.verify_chain().fault
    assert (found.kind, found.record_id) == ("restored", "r1")


def test_an_erased_record_is_known_by_its_id(ledger):
    """Writing it again does not bring its texts back, and another is still refused."""
    records = ledger.tenant()
    records.record(report(), record_id="a")
    records.erase("a", reason="asked for")
    assert records.record(report(), record_id="a").repeated
    assert records.get("a").erased
    with pytest.raises(LedgerError, match="taken by another"):
        records.record(report(RIGHT), record_id="a")


def test_a_purge_cuts_the_old_records_off(ledger, clock):
    """The rest is intact, and the cut is an entry of the chain."""
    records = ledger.tenant()
    fill(records, 3)
    cut = clock.now + timedelta(seconds=0.5)
    records.record(report(), record_id="new")
    done = records.purge(before=cut, reason="retention")
    made = records.verify_chain()
    assert (done.records, done.erased, done.entry.sequence) == (3, 0, 5)
    assert [r.id for r in records.find()] == ["new"]
    assert (made.intact, made.purged_through, made.entries) == (True, 3, 2)


def test_a_purge_takes_what_only_the_old_records_needed(ledger, where, clock):
    """Passages and configurations that a kept record uses stay."""
    records = ledger.tenant()
    records.record(report("Refunds take 30 days [S1]."), record_id="old")
    fill(records, 1)
    cut = clock.now + timedelta(seconds=0.5)
    records.record(report(), record_id="new")
    records.purge(before=cut, reason="retention")
    assert len(rows(where, "SELECT * FROM entailed_passage")) == 2
    assert records.get("new").report == report()
    assert records.verify_chain().intact


def test_everything_can_be_purged(ledger):
    """A tenant that leaves; the chain goes on where it was."""
    records = ledger.tenant()
    fill(records, 3)
    done = records.purge(before=None, reason="left")
    assert (done.records, list(records.find())) == (3, [])
    assert records.record(report()).sequence == 5
    assert records.verify_chain().intact


def test_purging_nothing_writes_nothing(ledger):
    """A nightly job must not grow the chain for ever."""
    records = ledger.tenant()
    assert records.purge(before=None, reason="nightly").entry is None
    fill(records, 1)
    assert records.purge(before=START, reason="nightly").entry is None
    records.purge(before=None, reason="nightly")
    assert records.purge(before=None, reason="nightly").entry is None
    assert records.verify_chain().entries == 1


def test_purges_follow_one_another(ledger, clock):
    """Also over erasures and earlier purges."""
    records = ledger.tenant()
    for round_ in range(3):
        for number in range(3):
            records.record(report(RIGHT), record_id=f"{round_}-{number}")
        records.erase(f"{round_}-1", reason="asked for")
        records.purge(before=clock.now, reason="retention")
        assert records.verify_chain().intact
    assert list(records.find()) == []


def test_a_record_from_a_wrong_clock_does_not_hold_back_what_follows(ledger, clock):
    """What is old beyond it loses its texts at least; what it says is new is kept."""
    records = ledger.tenant()
    clock.now = datetime(2090, 1, 1, tzinfo=UTC)
    records.record(report(), record_id="future")
    clock.now = START
    records.record(report(RIGHT), record_id="old")
    clock.now = START + timedelta(days=10)
    records.record(report(RIGHT), record_id="new")
    done = records.purge(before=START + timedelta(days=1), reason="retention")
    assert (done.records, done.erased) == (0, 1)
    assert [r.id for r in records.find(Query(erased=False))] == ["future", "new"]
    assert records.verify_chain().intact


def test_a_kept_head_from_before_a_purge_is_not_called_missing(ledger):
    """It cannot be looked for any more, and the outcome says so; the last one cut off can."""
    records = ledger.tenant()
    fill(records, 2)
    first = records.record(report(), record_id="x")
    early, late = records.head(), None
    records.record(report(RIGHT), record_id="y")
    late = records.head()
    records.purge(before=None, reason="left")
    assert first.digest == early.digest
    made = records.verify_chain(early)
    assert (made.intact, made.anchored) == (True, False)
    assert records.verify_chain(late).anchored is True


def test_purged_records_that_come_back_are_a_fault(ledger, where):
    """A restored backup may bring them."""
    records = ledger.tenant()
    fill(records, 2)
    names = "tenant, sequence, id, kind, created_at, body, digest"
    (old, _) = rows(where, f"SELECT {names} FROM entailed_entry ORDER BY sequence")
    records.purge(before=None, reason="left")
    values = dict(zip(names.split(", "), old, strict=True))
    places = ", ".join(f":{name}" for name in values)
    sql(where, f"INSERT INTO entailed_entry ({names}) VALUES ({places})", **values)
    assert records.verify_chain().fault.kind == "restored"


def test_retention_by_age_and_by_tenant(ledger, clock):
    """A tenant's own age goes before the default; None keeps for ever."""
    for name in ("short", "default", "never"):
        fill(ledger.tenant(name), 2)
    clock.now = START + timedelta(days=40)
    ages = {"short": timedelta(days=30), "never": None}
    done = ledger.retain(Retention(default=timedelta(days=90), tenants=ages))
    assert [(one.tenant, one.records) for one in done] == [("default", 0), ("short", 2)]
    clock.now = START + timedelta(days=100)
    ledger.retain(Retention(default=timedelta(days=90), tenants=ages))
    left = {name: len(list(ledger.tenant(name).find())) for name in ("short", "default", "never")}
    assert left == {"short": 0, "default": 0, "never": 2}
    assert all(one.intact for one in ledger.verify())


def test_an_age_longer_than_time_keeps_everything(ledger):
    """As None does."""
    fill(ledger.tenant(), 2)
    (done,) = ledger.retain(Retention(default=timedelta.max))
    assert (done.records, done.entry) == (0, None)


def test_nonsense_is_refused(tmp_path):
    """A negative age, a time without a time zone."""
    with pytest.raises(InputError, match="age of 0 or more"):
        Retention(default=timedelta(days=-1))
    with (
        Ledger(tmp_path / "l.db", clock=Clock()) as ledger,
        pytest.raises(ConfigurationError, match="time zone"),
    ):
        ledger.tenant().purge(before=datetime(2026, 1, 1), reason="x")


def test_more_records_than_one_statement_takes_can_be_erased(tmp_path, monkeypatch):
    """In pieces, in one transaction; an entry names no more than it may."""
    monkeypatch.setattr(erasure, "_KEYS", 7)
    monkeypatch.setattr(erasure, "_ENTRY_RECORDS", 20)
    with Ledger(tmp_path / "l.db") as ledger:
        records = ledger.tenant()
        ids = [records.append(report(RIGHT), record_id=str(n)).record_id for n in range(45)]
        assert ledger.flush(60)
        done = records.erase(ids, reason="asked for")
        assert (done.records, done.passages, done.entry.sequence) == (45, 2, 48)
        assert records.verify_chain().intact


def test_the_database_files_are_those_documented(tmp_path):
    """The ledger itself, and its log while it is open."""
    with Ledger(tmp_path / "l.db") as ledger:
        ledger.tenant().record(report())
        assert {p.name for p in Path(tmp_path).iterdir()} == {"l.db", "l.db-wal", "l.db-shm"}
    assert WRONG.encode() in (tmp_path / "l.db").read_bytes()
    assert {p.name for p in Path(tmp_path).iterdir()} == {"l.db"}
