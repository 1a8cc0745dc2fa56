"""Rows about a user: deleted or blanked a few at a time, so that no writer waits for long."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from projections.db_protocol import Rows
from service.storage.database import Database

AT_A_TIME = 100
"""Rows of each table in one transaction."""

_PAUSE = 0.005
"""Seconds between two transactions, so that other processes can write."""

DeleteUserData = Callable[[Rows, str, int], bool]
"""A function that deletes a user's data, up to a number of rows per table; returns whether there may be more."""


class UserRows(NamedTuple):
    """Rows of a table about a user, whose id is in the column ``user``; the columns ``key`` identify a row.

    ``blanked`` holds the values to set instead of deleting the row.
    """

    table: str
    key: str
    user: str = "user_id"
    blanked: str = ""


def delete_some(rows: Rows, tables: Iterable[UserRows], user: str, most: int) -> bool:
    """Delete or blank some rows in each table; return whether there may be more."""
    return sum(_delete(rows, table, user, most) for table in tables) >= most


def _delete(rows: Rows, table: UserRows, user: str, most: int) -> int:
    change = f"UPDATE {table.table} SET {table.blanked}" if table.blanked else f"DELETE FROM {table.table}"  # noqa: S608
    found = f"SELECT {table.key} FROM {table.table} WHERE {table.user} = :user LIMIT :most"  # noqa: S608
    done = rows.execute(f"{change} WHERE ({table.key}) IN ({found}) RETURNING 1 AS done", {"user": user, "most": most})
    return len(done)


def delete_all(database: Database, user: str, *functions: DeleteUserData) -> None:
    """Delete all of a user's data with these functions, in short transactions. It is safe to repeat."""
    for delete in functions:
        while _batch(database, user, delete):
            time.sleep(_PAUSE)


def _batch(database: Database, user: str, delete: DeleteUserData) -> bool:
    with database.async_commit() as rows:
        return delete(rows, user, AT_A_TIME)
