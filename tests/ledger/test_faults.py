"""Faults: a killed process, a full disk, a database that goes away and comes back."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import threading

import psycopg
import pytest
from sqlalchemy.exc import DBAPIError

from entailed.errors import ConfigurationError, LedgerError
from entailed.ledger import Ledger, Receipt, WriterSettings
from entailed.ledger.database import _kind
from entailed.report import dumps
from tests.ledger.support import RIGHT, fill, reopened, report

CHILD = """
import sys
from entailed.ledger import Ledger, Receipt
from entailed.report import loads
made = loads(open(sys.argv[2], "rb").read())
records = Ledger(sys.argv[1]).tenant()
number = 0
while True:
    waits = [records.append(made, record_id=str(number + n)) for n in range(5)]
    number += 5
    for wait in waits:
        if isinstance(wait.wait(60), Receipt):
            print(wait.record_id, flush=True)
"""


@pytest.mark.parametrize("after", [3, 40])
def test_what_was_acknowledged_outlives_a_killed_process(where, after, tmp_path):
    """SIGKILL in the middle of writing: nothing acknowledged is lost, and the chain is whole."""
    (tmp_path / "report.json").write_text(dumps(report()), encoding="utf-8")
    command = [sys.executable, "-c", CHILD, where, str(tmp_path / "report.json")]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    acknowledged = [child.stdout.readline().strip() for _ in range(after)]
    child.send_signal(signal.SIGKILL)
    acknowledged += [line.strip() for line in child.stdout if line.endswith("\n")]
    child.wait(30)
    child.stdout.close()
    assert child.returncode == -signal.SIGKILL
    with reopened(where) as ledger:
        records = ledger.tenant()
        stored = {record.id for record in records.find()}
        assert set(acknowledged) <= stored
        assert len(acknowledged) >= after
        assert records.verify_chain().intact
        # Whoever was not told does not know; trying again stores each record once.
        for name in sorted(stored)[:2]:
            assert records.record(report(), record_id=name).repeated


def quota(ledger, pages):
    """Let the database file grow by no more than that many pages; None lifts it."""
    with ledger._database._engine.connect() as connection:
        now = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        limit = 2_000_000_000 if pages is None else now + pages
        connection.exec_driver_sql(f"PRAGMA max_page_count = {limit}")


def test_a_full_disk_is_an_error_that_says_so(tmp_path):
    """Nothing is half written, and the ledger can be read on."""
    with Ledger(tmp_path / "l.db", writer=WriterSettings(persistence=0.2)) as ledger:
        records = ledger.tenant()
        fill(records, 2)
        quota(ledger, 0)
        with pytest.raises(LedgerError, match="disk or its quota is full") as caught:
            records.record(report(), record_id="a", attributes={"pad": "x" * 100_000})
        assert caught.value.kind == "full"
        made = records.verify_chain()
        assert made.intact
        assert made.entries == len(list(records.find()))


def test_a_full_disk_fails_the_acknowledgement_and_trying_again_stores_once(tmp_path):
    """Once there is room."""
    with Ledger(tmp_path / "l.db", writer=WriterSettings(persistence=0.2)) as ledger:
        records = ledger.tenant()
        fill(records, 1)
        quota(ledger, 0)
        large = {"pad": "x" * 100_000}
        outcome = records.append(report(), record_id="a", attributes=large).wait(20)
        assert (outcome.stage, outcome.error) == ("ledger", "full")
        quota(ledger, None)
        again = records.append(report(), record_id="a", attributes=large).wait(20)
        assert (again.sequence, again.repeated) == (2, False)
        assert records.append(report(), record_id="a", attributes=large).wait(20).repeated


def test_a_full_disk_that_is_cleared_in_time_is_not_noticed(tmp_path):
    """The writer goes on trying for as long as it may."""
    with Ledger(tmp_path / "l.db") as ledger:
        records = ledger.tenant()
        fill(records, 1)
        quota(ledger, 0)
        wait = records.append(report(), record_id="a", attributes={"pad": "x" * 100_000})
        assert wait.wait(0.3).error == "pending"
        quota(ledger, None)
        assert isinstance(wait.wait(20), Receipt)


@pytest.mark.xdist_group("postgresql")
def test_a_database_restarted_under_load_loses_and_doubles_nothing(server):
    """Connections break, the server recovers, every record is stored once."""
    where = server.place()
    with Ledger(where) as ledger:
        records = ledger.tenant()
        waits = [records.append(report(RIGHT), record_id=f"a{n}") for n in range(150)]
        waits[10].wait(30)
        server.stop(at_once=True)
        waits += [records.append(report(RIGHT), record_id=f"b{n}") for n in range(50)]
        server.start()
        outcomes = [wait.wait(60) for wait in waits]
        assert all(isinstance(outcome, Receipt) for outcome in outcomes)
        assert [o.sequence for o in outcomes] == list(range(1, 201))
        made = records.verify_chain()
        assert (made.intact, made.entries) == (True, 200)


@pytest.mark.xdist_group("postgresql")
def test_a_database_that_is_down_is_an_error_that_says_so(server):
    """For reading, for writing now, and for opening."""
    where = server.place()
    with Ledger(where, writer=WriterSettings(persistence=0.1)) as ledger:
        records = ledger.tenant()
        fill(records, 1)
        ledger.ping()
        server.stop()
        try:
            with pytest.raises(LedgerError, match="cannot be reached"):
                ledger.ping()
            with pytest.raises(LedgerError, match="cannot be reached") as caught:
                records.get("r1")
            assert caught.value.kind == "unavailable"
            with pytest.raises(LedgerError, match="cannot be reached"):
                records.record(report(), patience=0.2)
            assert records.append(report()).wait(30).error == "unavailable"
            with pytest.raises(LedgerError, match="cannot be reached"):
                Ledger(where)
        finally:
            server.start()
        assert records.get("r1") is not None


def test_a_connection_lost_while_committing_is_no_second_record(ledger):
    """Not knowing whether it was stored, the writer asks by trying again."""
    records = ledger.tenant()
    store = ledger._writer._store
    lost = []

    def losing(items):
        made = store(items)
        if not lost:
            lost.append(True)
            raise LedgerError("connection lost", "unavailable")
        return made

    ledger._writer._store = losing
    outcome = records.append(report(), record_id="a").wait(20)
    assert (outcome.sequence, outcome.repeated) == (1, True)
    assert records.verify_chain().entries == 1


def test_a_busy_database_is_waited_for(tmp_path):
    """Another program holds the write lock for a while."""
    path = tmp_path / "l.db"
    with Ledger(path) as ledger:
        other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        threading.Timer(0.3, lambda: other.execute("COMMIT")).start()
        assert isinstance(ledger.tenant().append(report()).wait(20), Receipt)
        other.close()


def test_a_file_that_is_no_database_is_refused(tmp_path):
    """And not written over."""
    path = tmp_path / "notes.txt"
    path.write_text("no database, but long enough to look like one" * 40, encoding="utf-8")
    with pytest.raises(LedgerError, match="not a database") as caught:
        Ledger(path)
    assert caught.value.kind == "corrupt"
    assert path.read_text(encoding="utf-8").startswith("no database")


def test_a_new_file_is_for_its_owner_alone(tmp_path):
    """Whatever the umask; what lies beside it too."""
    with Ledger(tmp_path / "l.db") as ledger:
        ledger.tenant().record(report())
        assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


def test_a_ledger_that_is_not_there_is_not_made_by_reading(tmp_path):
    """A misspelt path is an error, not an empty ledger."""
    with pytest.raises(LedgerError, match="no such ledger") as caught:
        Ledger(tmp_path / "l.db", create=False)
    assert caught.value.kind == "absent"
    assert not list(tmp_path.iterdir())
    with pytest.raises(LedgerError, match="no such folder"):
        Ledger(tmp_path / "nowhere" / "l.db")


@pytest.mark.parametrize("where", ["", ":memory:", "sqlite://", "mysql://h/d", "x://", "://"])
def test_other_databases_are_refused(where):
    """With what can be used instead."""
    with pytest.raises(ConfigurationError, match="ledger: "):
        Ledger(where)


def test_no_message_holds_a_password():
    """Neither of a URL that is refused nor of a server that does not answer."""
    for where in (
        "mysql://user:s3cret@host/db",
        "postgresql://user:s3cret@127.0.0.1:1/db?connect_timeout=1",
        "postgresql://user:s3cret@127.0.0.1:port/db",
    ):
        with pytest.raises((ConfigurationError, LedgerError)) as caught:
            Ledger(where)
        assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (psycopg.errors.DiskFull("x"), "full"),
        (psycopg.errors.AdminShutdown("x"), "unavailable"),
        (psycopg.errors.CannotConnectNow("x"), "unavailable"),
        (psycopg.errors.SerializationFailure("x"), "unavailable"),
        (psycopg.errors.TooManyConnections("x"), "unavailable"),
        (psycopg.errors.InsufficientPrivilege("x"), "denied"),
        (psycopg.errors.InvalidPassword("x"), "denied"),
        (psycopg.errors.ReadOnlySqlTransaction("x"), "read_only"),
        (psycopg.errors.InvalidCatalogName("x"), "absent"),
        (psycopg.errors.UndefinedColumn("x"), "failed"),
    ],
)
def test_every_state_of_postgresql_has_a_kind(error, kind):
    """What can be tried again is told apart from what cannot."""
    assert _kind(DBAPIError("statement", {}, error)) == kind


def test_who_may_only_read_can_open_and_verify(where):
    """An auditor's role, an archive's file; writing says why it cannot be."""
    with Ledger(where) as ledger:
        fill(ledger.tenant(), 1)
        with _read_only(where) as reader:
            assert reader.tenant().verify_chain().intact
            with pytest.raises(LedgerError) as caught:
                reader.tenant().record(report())
            assert caught.value.kind == "read_only"


def _read_only(where):
    if "://" not in where:
        return Ledger(f"sqlite:///file:{where}?mode=ro&uri=true", create=False)
    return Ledger(f"{where}%20-cdefault_transaction_read_only=on", create=False)


def test_without_sqlalchemy_the_extra_is_named():
    """The base install has no ledger, and says how to get it."""
    code = (
        "import sys; sys.modules['sqlalchemy'] = None\n"
        "from entailed.errors import UnsupportedError\n"
        "from entailed.ledger import Query\n"
        "try: from entailed.ledger import Ledger\n"
        "except UnsupportedError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert "pip install 'entailed[ledger]'" in done.stdout


def test_names_are_ordered_byte_by_byte(where):
    """Whatever the database's locale says."""
    with Ledger(where) as ledger:
        for name in ("a", "B"):
            ledger.tenant(name).record(report())
        assert ledger.tenants() == ("B", "a")
