"""Verification: whatever is changed behind the ledger's back is found, and its record named."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from entailed.canonical import canonical_json, digest_text
from entailed.errors import InputError, LedgerError
from entailed.ledger import Head, Ledger
from entailed.ledger.verification import everything
from tests.ledger.support import RIGHT, Clock, fill, reopened, report, rows, sql

TABLES = ("chain", "entry", "content", "passage", "reference", "outcome", "configuration")


@pytest.fixture
def filled(ledger, where):
    """A ledger with four records, on each database."""
    fill(ledger.tenant())
    return where


def fault(where, head=None):
    """The first fault in the chain, as another program finds it."""
    with reopened(where) as ledger:
        return ledger.tenant().verify_chain(head).fault


def test_an_untouched_chain_is_intact(ledger):
    """Empty, with records, after an erasure and a purge."""
    records = ledger.tenant()
    assert records.verify_chain().intact
    assert records.head() is None
    fill(records)
    made = records.verify_chain()
    assert (made.intact, made.entries, made.head) == (True, 4, records.head())
    records.erase(["r2"], reason="asked for")
    made = records.verify_chain()
    assert (made.intact, made.entries, made.erased, made.purged_through) == (True, 5, 1, 0)


def test_a_changed_body_is_tampering(filled):
    """The record is named."""
    sql(filled, "UPDATE entailed_entry SET body = replace(body, 'ungrounded', 'grounded')")
    found = fault(filled)
    assert (found.kind, found.sequence, found.record_id) == ("tampered", 3, "r3")
    assert "digest" in found.message


def test_a_record_rewritten_with_its_digest_is_tampering(filled):
    """The next one was chained to what it had been."""
    ((body,),) = rows(filled, "SELECT body FROM entailed_entry WHERE sequence = 2")
    new = canonical_json({**json.loads(body), "created_at": "2020-01-01T00:00:00.000000Z"})
    sql(
        filled,
        "UPDATE entailed_entry SET body = :body, digest = :digest, created_at = :at"
        " WHERE sequence = 2",
        body=new,
        digest=digest_text(new),
        at="2020-01-01T00:00:00.000000Z",
    )
    found = fault(filled)
    assert (found.kind, found.sequence, found.record_id) == ("tampered", 2, "r2")
    assert "rewritten" in found.message


def test_a_deleted_record_is_missing(filled):
    """From the middle, from the start."""
    sql(filled, "DELETE FROM entailed_entry WHERE sequence = 3")
    assert (fault(filled).kind, fault(filled).sequence) == ("missing", 3)
    sql(filled, "DELETE FROM entailed_entry WHERE sequence < 3")
    found = fault(filled)
    assert (found.kind, found.sequence) == ("missing", 1)
    assert "records 1 to 3 are missing" in found.message


def test_a_chain_cut_off_at_its_end_is_missing_records(filled):
    """Its head says how long it was."""
    sql(filled, "DELETE FROM entailed_entry WHERE sequence > 2")
    found = fault(filled)
    assert (found.kind, found.sequence) == ("missing", 3)
    assert "number 4" in found.message


def test_records_in_another_order_are_found(filled):
    """Two records that changed places."""
    sql(
        filled,
        "UPDATE entailed_entry SET sequence = 100 WHERE sequence = 2",
        "UPDATE entailed_entry SET sequence = 2 WHERE sequence = 3",
        "UPDATE entailed_entry SET sequence = 3 WHERE sequence = 100",
    )
    found = fault(filled)
    assert (found.kind, found.sequence, found.record_id) == ("order", 2, "r3")
    assert "number 3" in found.message


def test_a_changed_passage_is_found(filled):
    """The first record that was written from it is named."""
    sql(filled, "UPDATE entailed_passage SET text = :text", text=b"Refunds for ever.")
    found = fault(filled)
    assert (found.kind, found.sequence) == ("passage", 1)
    assert "no longer matches its hash" in found.message


def test_a_deleted_passage_is_missing(filled):
    """Without an erasure that says so."""
    sql(filled, "DELETE FROM entailed_passage")
    assert (fault(filled).kind, fault(filled).sequence) == ("missing", 1)


def test_texts_gone_without_an_erasure_are_missing(filled):
    """Erasing behind the ledger's back is tampering too."""
    sql(
        filled,
        "DELETE FROM entailed_content WHERE sequence = 2",
        "DELETE FROM entailed_reference WHERE sequence = 2",
    )
    found = fault(filled)
    assert (found.kind, found.record_id) == ("missing", "r2")
    assert "no erasure says so" in found.message


def test_a_forged_erasure_breaks_the_chain(filled):
    """It would have to be chained."""
    ((body,),) = rows(filled, "SELECT body FROM entailed_entry WHERE sequence = 4")
    entry = {**json.loads(body), "kind": "erasure", "records": [2], "id": "#4"}
    sql(
        filled,
        "DELETE FROM entailed_content WHERE sequence = 2",
        "UPDATE entailed_entry SET kind = 'erasure', body = :body WHERE sequence = 4",
        body=canonical_json(entry),
    )
    assert fault(filled) is not None


def test_a_chain_rewritten_to_its_end_needs_a_head_kept_elsewhere(filled):
    """Whoever can compute every digest again can rewrite all; the kept head gives it away."""
    with reopened(filled) as ledger:
        kept = Head.parse(str(ledger.tenant().head()))
    sql(filled, *(f"DELETE FROM entailed_{name}" for name in TABLES))
    with Ledger(filled) as ledger:
        fill(ledger.tenant(), 6)
    assert fault(filled) is None
    found = fault(filled, kept)
    assert (found.kind, found.sequence) == ("head", 4)


def test_a_kept_head_is_found_in_a_longer_chain(filled):
    """Records that came later do not matter; a head beyond the end does."""
    with reopened(filled) as ledger:
        records = ledger.tenant()
        kept = records.head()
        records.record(report(RIGHT))
        assert records.verify_chain(kept).anchored is True
        assert records.verify_chain().anchored is None
        beyond = records.verify_chain(Head(9, kept.digest))
        assert (beyond.anchored, beyond.fault.kind) == (False, "head")


@pytest.mark.parametrize("written", ["", "4", "x:sha256:00", "4:md5:00", "-1:sha256:00"])
def test_a_malformed_head_is_refused(written):
    """Rather than compared."""
    with pytest.raises(InputError, match="head: expected"):
        Head.parse(written)


def test_nothing_is_appended_to_a_broken_end(filled):
    """A chain that does not end in its head would fork."""
    sql(filled, "DELETE FROM entailed_entry WHERE sequence = 4")
    with reopened(filled) as ledger, pytest.raises(LedgerError, match="does not end") as caught:
        ledger.tenant().record(report())
    assert caught.value.kind == "corrupt"


def test_a_damaged_record_is_an_error_to_read(filled):
    """Not half a record."""
    sql(filled, "UPDATE entailed_entry SET body = 'x' WHERE sequence = 1")
    sql(filled, "DELETE FROM entailed_passage")
    with reopened(filled) as ledger:
        for name in ("r1", "r2"):
            with pytest.raises(LedgerError, match="entailed ledger verify") as caught:
                ledger.tenant().get(name)
            assert caught.value.kind == "corrupt"


# --- any change of any stored value ------------------------------------------------------------


@pytest.fixture(scope="module")
def master(tmp_path_factory):
    """A ledger with all that can be in one (two tenants, an erasure, a purge), and its cells."""
    path = tmp_path_factory.mktemp("master") / "ledger.db"
    clock = Clock()
    with Ledger(path, clock=clock) as ledger:
        records = ledger.tenant()
        fill(records, 3)
        records.purge(before=clock.now, reason="old")
        records.record(report(), record_id="real")
        records.record(report(RIGHT), record_id="gone")
        records.erase("gone", reason="asked for")
        fill(ledger.tenant("other"), 2)
        with ledger._database.reading() as connection:
            found = list(cells(connection))
        yield ledger._database, found


class Undo(Exception):  # noqa: N818  # no error: it takes a transaction back
    """Takes back what a test changed."""


def cells(connection):
    """Every stored value: table, row, column."""
    for name in TABLES:
        found = connection.execute(text(f"SELECT rowid, * FROM entailed_{name}"))
        columns = list(found.keys())[1:]
        for row in found:
            yield from ((name, row.rowid, column) for column in columns)


def changed(data, value):
    """`value` with one byte of it changed, added or taken out, or another number."""
    if value is None:
        return data.draw(st.sampled_from(["", 0, "x"]))
    if isinstance(value, int | float):
        return data.draw(st.sampled_from([value + 1, value - 1, -value - 5, None]))
    raw = bytearray(value if isinstance(value, bytes) else value.encode("utf-8"))
    at = data.draw(st.integers(0, len(raw)))
    if at == len(raw):
        raw.append(data.draw(st.integers(0, 255)))
    elif data.draw(st.booleans()):
        raw[at] ^= data.draw(st.integers(1, 255))
    else:
        del raw[at]
    return bytes(raw)


@settings(max_examples=80)
@given(data=st.data())
def test_any_single_change_of_any_stored_byte_is_found(master, data):
    """Of any value of any row of any table; the database itself refuses some."""
    database, all_cells = master
    name, row, column = data.draw(st.sampled_from(all_cells))
    with suppress(Undo), database.writing() as connection:
        at = f"entailed_{name} WHERE rowid = {row}"
        found = connection.execute(text(f"SELECT {column}, typeof({column}) FROM {at}"))
        value, kind = found.one()
        new = changed(data, value)
        # A text stays a text, also one that is no UTF-8 any more.
        cast = "CAST(:new AS TEXT)" if kind == "text" and isinstance(new, bytes) else ":new"
        table, where = at.split(" ", 1)
        change = text(f"UPDATE {table} SET {column} = {cast} {where}")
        with suppress(IntegrityError):
            connection.execute(change, {"new": new})
            assert not all(one.intact for one in everything(connection))
        raise Undo


@settings(max_examples=25)
@given(data=st.data())
def test_any_row_taken_out_is_found(master, data):
    """A row of any table."""
    database, all_cells = master
    name, row, _ = data.draw(st.sampled_from(all_cells))
    with suppress(Undo), database.writing() as connection:
        connection.execute(text(f"DELETE FROM entailed_{name} WHERE rowid = {row}"))
        assert not all(one.intact for one in everything(connection))
        raise Undo


def test_the_untouched_master_is_intact(master):
    """So that what the properties find is what they changed."""
    with master[0].reading() as connection:
        made = everything(connection)
    assert [(one.tenant, one.intact) for one in made] == [("default", True), ("other", True)]


# --- many writers ------------------------------------------------------------------------------


def test_eight_writers_make_one_chain(where):
    """Eight instances at once, as eight processes would be: nothing lost, nothing forked."""

    def write(number):
        with Ledger(where) as ledger:
            records = ledger.tenant()
            waits = [records.append(report(RIGHT), record_id=f"{number}-{n}") for n in range(12)]
            return [wait.wait(60).sequence for wait in waits]

    with ThreadPoolExecutor(8) as pool:
        places = [place for some in pool.map(write, range(8)) for place in some]
    assert sorted(places) == list(range(1, 97))
    with reopened(where) as ledger:
        made = ledger.tenant().verify_chain()
    assert (made.intact, made.entries) == (True, 96)


def test_writers_of_several_tenants_do_not_wait_in_a_ring(where):
    """Batches that touch the same tenants in different orders all go through."""

    def write(number):
        names = ["a", "b", "c"] if number % 2 else ["c", "b", "a"]
        with Ledger(where) as ledger:
            waits = [
                ledger.tenant(name).append(report(RIGHT), record_id=f"{number}-{n}")
                for n in range(8)
                for name in names
            ]
            return [wait.wait(60).record_id for wait in waits]

    with ThreadPoolExecutor(4) as pool:
        assert sum(len(made) for made in pool.map(write, range(4))) == 96
    with reopened(where) as ledger:
        assert all(ledger.tenant(name).verify_chain().entries == 32 for name in "abc")


def test_the_same_record_from_eight_writers_is_stored_once(where):
    """Each gets the same receipt."""

    def write(_):
        with Ledger(where) as ledger:
            return ledger.tenant().record(report(), record_id="a", patience=30)

    with ThreadPoolExecutor(8) as pool:
        receipts = list(pool.map(write, range(8)))
    assert {r.digest for r in receipts} == {receipts[0].digest}
    assert sum(not r.repeated for r in receipts) == 1
