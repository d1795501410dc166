"""The tables of a ledger, as queries see them. `migrations` makes them in a database.

Every table but the schema's version begins its key with the tenant.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.types import UserDefinedType

__all__ = [
    "METADATA",
    "TENANT_TABLES",
    "chain",
    "configuration",
    "content",
    "entry",
    "outcome",
    "passage",
    "reference",
    "schema",
]

METADATA = MetaData()


class _Raw(UserDefinedType[bytes]):
    """Bytes as the driver gives them: verification has to bear whatever stands in their place."""

    cache_ok = True

    def get_col_spec(self, **_: Any) -> str:
        """The column is made by a migration; this is how it would be on SQLite."""
        return "BLOB"


schema = Table("entailed_schema", METADATA, Column("version", Integer, primary_key=True))
"""One row: the number of the last migration."""

chain = Table(
    "entailed_chain",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("sequence", BigInteger, nullable=False),
    Column("digest", Text, nullable=False),
)
"""The head of each tenant's chain. Writers lock its row, so a chain cannot fork."""

entry = Table(
    "entailed_entry",
    METADATA,
    Column("tenant", Text, nullable=False),
    Column("sequence", BigInteger, nullable=False),
    Column("id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("status", Text),
    Column("action", Text),
    Column("policy", Text),
    Column("milliseconds", Float(53)),
    Column("supported", Integer),
    Column("contradicted", Integer),
    Column("related", Integer),
    Column("missing", Integer),
    Column("unchecked", Integer),
    Column("configuration", Text),
    Column("body", Text, nullable=False),
    Column("digest", Text, nullable=False),
    PrimaryKeyConstraint("tenant", "sequence"),
    UniqueConstraint("tenant", "id"),
)
"""The chain. `body` is what is hashed; the other columns repeat parts of it."""

content = Table(
    "entailed_content",
    METADATA,
    Column("tenant", Text, nullable=False),
    Column("sequence", BigInteger, nullable=False),
    Column("key", Text, nullable=False),
    Column("content", Text, nullable=False),
    PrimaryKeyConstraint("tenant", "sequence"),
)
"""What of a record an erasure removes, with the key of its digest."""

passage = Table(
    "entailed_passage",
    METADATA,
    Column("tenant", Text, nullable=False),
    Column("digest", Text, nullable=False),
    # Bytes, since PostgreSQL holds no NUL in a text.
    Column("text", _Raw, nullable=False),
    PrimaryKeyConstraint("tenant", "digest"),
)
"""Texts of passages in UTF-8, each once."""

reference = Table(
    "entailed_reference",
    METADATA,
    Column("tenant", Text, nullable=False),
    Column("sequence", BigInteger, nullable=False),
    Column("place", Integer, nullable=False),
    Column("digest", Text, nullable=False),
    PrimaryKeyConstraint("tenant", "sequence", "place"),
)
"""Which passages a record was written from, in order, counted from 0."""

outcome = Table(
    "entailed_outcome",
    METADATA,
    Column("tenant", Text, nullable=False),
    Column("sequence", BigInteger, nullable=False),
    Column("place", Integer, nullable=False),
    Column("source", Text),
    Column("claims", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    PrimaryKeyConstraint("tenant", "sequence", "place"),
)
"""Claims of a record by the source they rest on (see `contents.Attribution`)."""

configuration = Table(
    "entailed_configuration",
    METADATA,
    Column("tenant", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("configuration", Text, nullable=False),
    PrimaryKeyConstraint("tenant", "digest"),
)
"""Components, policy, thresholds and limits, each set once."""

TENANT_TABLES = (chain, entry, content, passage, reference, outcome, configuration)
