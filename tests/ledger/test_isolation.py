"""Isolation by construction: statements on a tenant's tables are made in one place."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from sqlalchemy.dialects import sqlite

import entailed.ledger
from entailed.ledger import tables
from entailed.ledger.scope import Scope

FOLDER = Path(entailed.ledger.__file__).parent
MAKERS = {"select", "update", "delete", "insert", "text", "exists", "union"}
# Each with why it may: it makes scopes, changes the schema, or is the operator's view of all.
ALLOWED = {
    "scope.py": MAKERS,
    "migrations.py": {"text"},
    "ledger.py": {"select"},
    "verification.py": {"select", "union"},
}


def imported(path):
    """What a module takes from SQLAlchemy to make statements with."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sqlalchemy"):
            yield from (alias.name for alias in node.names if alias.name in MAKERS)
        if isinstance(node, ast.Attribute) and node.attr == "exec_driver_sql":
            yield "exec_driver_sql"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda p: p.name)
def test_only_the_scope_makes_statements(path):
    """Elsewhere a query that forgets its tenant cannot be written."""
    allowed = ALLOWED.get(path.name, set())
    if path.name == "database.py":
        allowed = {"exec_driver_sql"}
    assert set(imported(path)) <= allowed


@pytest.mark.parametrize("table", tables.TENANT_TABLES, ids=lambda t: t.name)
def test_every_statement_of_a_scope_names_its_tenant(table):
    """Reading, joining, looking for, changing, deleting."""
    scope = Scope("acme")
    statements = [
        scope.select(table),
        scope.update(table).values(tenant="x"),
        scope.delete(table),
        scope.join(scope.select(tables.entry), table, table.c.tenant.is_not(None))
        if table is not tables.entry
        else scope.select(table),
        scope.select(table).where(scope.has(table.alias("t").element, table.c.tenant != "")),
    ]
    for statement in statements:
        options = {"literal_binds": True}
        sql = str(statement.compile(dialect=sqlite.dialect(), compile_kwargs=options))
        assert f"{table.name}.tenant = 'acme'" in sql


def test_every_table_begins_its_key_with_the_tenant():
    """So that each tenant's rows lie together, and no key is shared."""
    for table in tables.TENANT_TABLES:
        assert next(iter(table.primary_key)).name == "tenant"
