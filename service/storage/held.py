"""Rows about a user: deleted or blanked a few at a time, so that no writer waits for long."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from projections.db_protocol import Rows
from service.storage.database import Database

AT_A_TIME = 100
"""Rows of each table in one transaction."""

_BETWEEN_TWO = 0.005
"""Seconds between two transactions, so that other processes can write."""

Forget = Callable[[Rows, str, int], bool]
"""A function that deletes a user's data, up to a number of rows per table; returns whether there may be more."""


class Held(NamedTuple):
    """Rows of a table about a user, whose id is in the column ``person``; the columns ``key`` identify a row.

    ``blanked`` holds the values to set instead of deleting the row.
    """

    table: str
    key: str
    person: str = "user_id"
    blanked: str = ""


def forget(rows: Rows, held: Iterable[Held], person: str, most: int) -> bool:
    """Remove some rows of each of these; see :data:`Forget`."""
    return sum(_some(rows, each, person, most) for each in held) >= most


def _some(rows: Rows, held: Held, person: str, most: int) -> int:
    change = f"UPDATE {held.table} SET {held.blanked}" if held.blanked else f"DELETE FROM {held.table}"  # noqa: S608
    found = f"SELECT {held.key} FROM {held.table} WHERE {held.person} = :person LIMIT :most"  # noqa: S608
    done = rows.execute(
        f"{change} WHERE ({held.key}) IN ({found}) RETURNING 1 AS done",
        {"person": person, "most": most},
    )
    return len(done)


def in_batches(database: Database, person: str, *rooms: Forget) -> None:
    """Remove all data that these tables hold about a user, in short transactions; repeating this is safe."""
    for room in rooms:
        while _batch(database, person, room):
            time.sleep(_BETWEEN_TWO)


def _batch(database: Database, person: str, room: Forget) -> bool:
    with database.async_commit() as rows:
        return room(rows, person, AT_A_TIME)
