"""Statements that can only reach the rows of one tenant.

No other module makes a statement on a tenant's tables (a test looks for it), so a query that
forgets the tenant cannot be written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Delete,
    Exists,
    Select,
    Table,
    Update,
    delete,
    exists,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

__all__ = ["Scope"]


@dataclass(frozen=True, slots=True)
class Scope:
    """The rows of one tenant."""

    tenant: str

    def select(self, table: Table, *columns: ColumnElement[Any]) -> Select[Any]:
        """Rows of `table`; all its columns unless some are named."""
        return select(*(columns or table.c)).select_from(table).where(self._mine(table))

    def join(self, statement: Select[Any], table: Table, on: ColumnElement[bool]) -> Select[Any]:
        """`statement` with the rows of `table` that fit, or none, beside each of its rows."""
        return statement.outerjoin(table, self._mine(table) & on)

    def filtered(
        self, statement: Select[Any], where: Callable[[Any], ColumnElement[bool]]
    ) -> Select[Any]:
        """The rows of `statement` for which what `where` makes of its columns holds."""
        rows = statement.subquery()
        return select(rows).where(where(rows.c))

    def has(self, table: Table, where: ColumnElement[bool]) -> Exists:
        """Whether `table` has such a row."""
        return exists(select(table.c.tenant).where(self._mine(table) & where))

    def update(self, table: Table) -> Update:
        """A change of rows of `table`."""
        return update(table).where(self._mine(table))

    def delete(self, table: Table) -> Delete:
        """A deletion of rows of `table`."""
        return delete(table).where(self._mine(table))

    def insert(
        self, connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]
    ) -> None:
        """Insert rows; one whose key is taken is an error."""
        if rows:
            mine = [{**row, "tenant": self.tenant} for row in rows]
            connection.execute(table.insert(), mine)

    def insert_new(
        self, connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]
    ) -> None:
        """Insert the rows whose key is not taken."""
        if rows:
            mine = [{**row, "tenant": self.tenant} for row in rows]
            made = postgresql if connection.dialect.name == "postgresql" else sqlite
            connection.execute(made.insert(table).on_conflict_do_nothing(), mine)

    def _mine(self, table: Table) -> ColumnElement[bool]:
        return table.c.tenant == self.tenant
