"""Versioned migrations: numbered lists of SQL statements, applied in order, each one once.

A ledger is opened by the program that uses it, on two dialects, and what is chained never
changes its form, so a migration is plain SQL that both dialects run, and no migration tool with
an environment of its own is needed. A migration that has been released is never edited: add the
next one. `{blob}` and `{bytewise}` stand for what the dialects write differently.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, inspect, text

from entailed.errors import LedgerError
from entailed.ledger.tables import schema

__all__ = ["MIGRATIONS", "Migration", "is_current", "migrate", "version_of"]

Migration = tuple[str, ...]

_DIALECT: Mapping[str, Mapping[str, str]] = {
    "sqlite": {"blob": "BLOB", "bytewise": ""},
    # Times and ids are compared byte by byte, whatever the database's locale says of order.
    "postgresql": {"blob": "BYTEA", "bytewise": 'COLLATE "C"'},
}
# One number for all who migrate a ledger; it means nothing else.
_LOCK = 5_413_009_871_264

MIGRATIONS: tuple[Migration, ...] = (
    (
        """CREATE TABLE entailed_chain (
            tenant TEXT {bytewise} NOT NULL PRIMARY KEY,
            sequence BIGINT NOT NULL,
            digest TEXT NOT NULL
        )""",
        """CREATE TABLE entailed_entry (
            tenant TEXT {bytewise} NOT NULL,
            sequence BIGINT NOT NULL,
            id TEXT {bytewise} NOT NULL,
            kind TEXT NOT NULL,
            created_at TEXT {bytewise} NOT NULL,
            status TEXT,
            action TEXT,
            policy TEXT,
            milliseconds DOUBLE PRECISION,
            supported INTEGER,
            contradicted INTEGER,
            related INTEGER,
            missing INTEGER,
            unchecked INTEGER,
            configuration TEXT,
            body TEXT NOT NULL,
            digest TEXT NOT NULL,
            PRIMARY KEY (tenant, sequence),
            UNIQUE (tenant, id)
        )""",
        "CREATE INDEX entailed_entry_time ON entailed_entry (tenant, created_at)",
        "CREATE INDEX entailed_entry_kind ON entailed_entry (tenant, kind, sequence)",
        """CREATE TABLE entailed_content (
            tenant TEXT {bytewise} NOT NULL,
            sequence BIGINT NOT NULL,
            key TEXT NOT NULL,
            content TEXT NOT NULL,
            PRIMARY KEY (tenant, sequence)
        )""",
        """CREATE TABLE entailed_passage (
            tenant TEXT {bytewise} NOT NULL,
            digest TEXT {bytewise} NOT NULL,
            text {blob} NOT NULL,
            PRIMARY KEY (tenant, digest)
        )""",
        """CREATE TABLE entailed_reference (
            tenant TEXT {bytewise} NOT NULL,
            sequence BIGINT NOT NULL,
            place INTEGER NOT NULL,
            digest TEXT {bytewise} NOT NULL,
            PRIMARY KEY (tenant, sequence, place)
        )""",
        "CREATE INDEX entailed_reference_digest ON entailed_reference (tenant, digest)",
        """CREATE TABLE entailed_outcome (
            tenant TEXT {bytewise} NOT NULL,
            sequence BIGINT NOT NULL,
            place INTEGER NOT NULL,
            source TEXT,
            claims INTEGER NOT NULL,
            failed INTEGER NOT NULL,
            PRIMARY KEY (tenant, sequence, place)
        )""",
        """CREATE TABLE entailed_configuration (
            tenant TEXT {bytewise} NOT NULL,
            digest TEXT {bytewise} NOT NULL,
            configuration TEXT NOT NULL,
            PRIMARY KEY (tenant, digest)
        )""",
    ),
)


def version_of(connection: Connection) -> int:
    """The number of the last migration a database has had; 0 where there is no ledger yet."""
    if not inspect(connection).has_table(schema.name):
        return 0
    versions = connection.execute(text(f"SELECT version FROM {schema.name}")).scalars().all()
    if len(versions) != 1 or not isinstance(versions[0], int) or versions[0] < 1:
        raise LedgerError(
            f"{schema.name}: expected one row with the version of the schema, got {versions!r}; "
            "the database has been changed by hand",
            "corrupt",
        )
    return versions[0]


def is_current(connection: Connection) -> bool:
    """Whether a database has had every migration there is. Raises LedgerError (`corrupt`)."""
    return version_of(connection) == len(MIGRATIONS)


def migrate(
    connection: Connection, migrations: Sequence[Migration] = MIGRATIONS, *, create: bool = True
) -> int:
    """Bring a database up to date within the transaction of `connection`; its version then.

    Programs that open the same database at once wait for one another. Raises LedgerError:
    `schema` for a database written by a later version of this package, `absent` where there is
    no ledger and `create` is False.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    found = version_of(connection)
    if found > len(migrations):
        raise LedgerError(
            f"the ledger has schema version {found}, this version of entailed knows "
            f"{len(migrations)}; update the package (pip install -U 'entailed[ledger]')",
            "schema",
        )
    if found == 0 and not create:
        raise LedgerError("the database holds no ledger; open it for writing first", "absent")
    words = _DIALECT[connection.dialect.name]
    for number, statements in enumerate(migrations[found:], start=found + 1):
        for statement in statements:
            connection.execute(text(statement.format(**words)))
        _set_version(connection, number)
    return len(migrations)


def _set_version(connection: Connection, number: int) -> None:
    if number == 1:
        connection.execute(text(f"CREATE TABLE {schema.name} (version INTEGER NOT NULL)"))
        connection.execute(text(f"INSERT INTO {schema.name} (version) VALUES (1)"))
    else:
        connection.execute(text(f"UPDATE {schema.name} SET version = {number}"))
