"""The interface of a database for read models: one SQL text that every supported database understands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol

Row = dict[str, Any]


class Rows(Protocol):
    """A running transaction (or a plain reader). Parameters are written ``:name`` in the SQL text."""

    def execute(self, sql: str, params: Mapping[str, Any] = {}) -> list[Row]:
        """Run one statement and return its rows, by column name; empty for statements that return none."""
        ...

    def execute_many(self, sql: str, params: Sequence[Mapping[str, Any]]) -> None:
        """Run one statement once for each set of parameters, in order."""
        ...

    def insert(self, table: str, rows: Sequence[Row], conflict: str = "") -> None:
        """Add rows with the same columns to a table: the fastest way to add many.

        ``conflict`` is the end of the statement, for rows that exist already.
        """
        ...


def insertion(table: str, row: Row, conflict: str) -> str:
    """Return the statement that adds a row with these columns."""
    values = ", ".join(f":{column}" for column in row)
    return f"INSERT INTO {table} ({', '.join(row)}) VALUES ({values}) {conflict}"  # noqa: S608


def listed(name: str, values: Iterable[Any]) -> tuple[str, dict[str, Any]]:
    """Return the content of the brackets of ``IN (…)``, and its parameters."""
    params = {f"{name}{number}": value for number, value in enumerate(values)}
    return ", ".join(f":{each}" for each in params) or "NULL", params


def timestamp(at: datetime) -> str:
    """Format a time for storage: ISO 8601 in UTC with microseconds, so that text order is time order."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def parsed(stored: str) -> datetime:
    """Parse a stored time."""
    return datetime.fromisoformat(stored)
