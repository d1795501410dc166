"""Migrations: each once, in order, by whoever comes first; and old ledgers stay readable."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import MetaData, text

from entailed.errors import LedgerError
from entailed.ledger import Head, Ledger
from entailed.ledger import tables as known
from entailed.ledger.database import Database
from entailed.ledger.migrations import MIGRATIONS, migrate, version_of
from tests.ledger.support import reopened, rows, sql, verifier

GOLDEN = Path(__file__).parents[1] / "golden" / "ledger.v1.sql"
NEXT = ("ALTER TABLE entailed_entry ADD COLUMN extra TEXT",)


def test_the_migrated_tables_are_those_that_queries_see(where):
    """Names, columns, keys, and which columns may be null."""
    database = Database(where)
    found = MetaData()
    with database.reading() as connection:
        found.reflect(connection, only=lambda name, _: name.startswith("entailed_"))
    database.close()
    assert set(found.tables) == set(known.METADATA.tables)
    for name, table in known.METADATA.tables.items():
        there = found.tables[name]
        nullable = {c.name: c.nullable for c in there.columns}
        assert nullable == {c.name: c.nullable for c in table.columns}
        if table is not known.schema:
            assert [c.name for c in there.primary_key] == [c.name for c in table.primary_key]


def test_each_migration_is_applied_once(where):
    """A database from an older version gets what is new, and keeps what it has."""
    with Ledger(where) as ledger:
        ledger.tenant().record(verifier().verify("Tea is hot.", ["Tea is hot."]))
    database = Database(where)
    for _ in range(2):
        with database.writing() as connection:
            assert migrate(connection, [*MIGRATIONS, NEXT]) == len(MIGRATIONS) + 1
    with database.reading() as connection:
        assert version_of(connection) == len(MIGRATIONS) + 1
        assert connection.execute(text("SELECT extra FROM entailed_entry")).all() == [(None,)]
    database.close()


def test_a_migration_that_fails_leaves_nothing_behind(where):
    """Neither its first half nor its number."""
    database = Database(where)
    broken = (*NEXT, "CREATE TABLE nonsense (")
    with pytest.raises(LedgerError), database.writing() as connection:
        migrate(connection, [*MIGRATIONS, broken])
    with database.reading() as connection:
        assert version_of(connection) == len(MIGRATIONS)
    with database.writing() as connection:
        migrate(connection, [*MIGRATIONS, NEXT])
    database.close()


def test_a_ledger_from_a_later_version_is_not_touched(where):
    """It says what to do."""
    Ledger(where).close()
    sql(where, "UPDATE entailed_schema SET version = 99")
    with pytest.raises(LedgerError, match="update the package") as caught:
        Ledger(where)
    assert caught.value.kind == "schema"


def test_a_version_that_was_tampered_with_is_damage(where):
    """Not a reason to make the tables again."""
    Ledger(where).close()
    for change in ("UPDATE entailed_schema SET version = 0", "DELETE FROM entailed_schema"):
        sql(where, change)
        with pytest.raises(LedgerError, match="changed by hand") as caught:
            Ledger(where)
        assert caught.value.kind == "corrupt"


def test_a_database_without_a_ledger_is_not_given_one_by_reading(where):
    """Another program's database, named by mistake."""
    sql(where, "CREATE TABLE theirs (a INTEGER)")
    with pytest.raises(LedgerError, match="holds no ledger") as caught:
        Ledger(where, create=False)
    assert caught.value.kind == "absent"


def test_eight_programs_may_open_a_new_ledger_at_once(where):
    """One makes the tables, the others find them."""
    with ThreadPoolExecutor(8) as pool:
        for ledger in pool.map(lambda _: Ledger(where), range(8)):
            ledger.close()
    assert rows(where, "SELECT version FROM entailed_schema") == [(len(MIGRATIONS),)]


def test_a_ledger_of_the_first_version_is_still_proved_and_read(tmp_path):
    """The dump was made when the format was new, and is never made anew; its head was kept."""
    path = tmp_path / "ledger.db"
    connection = sqlite3.connect(path)
    connection.executescript(GOLDEN.read_text(encoding="utf-8"))
    connection.close()
    with reopened(str(path)) as ledger:
        records = ledger.tenant("acme")
        made = records.verify_chain(Head.parse(GOLDEN.with_suffix(".head").read_text()))
        assert (made.intact, made.anchored, made.erased, made.purged_through) == (
            True, True, 1, 1,
        )  # fmt: skip
        assert records.get("wrong").report.verdicts[0].label == "contradicted"
        assert records.get("gone").erased
        assert records.replay("wrong", verifier()).record_id == "wrong"
        assert records.statistics().records == 3
