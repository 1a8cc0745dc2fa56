"""The plain tables next to the event store: one SQL text for every database.

Parameters are written ``:name``; :func:`percent_style` turns them into psycopg's style and remembers them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import AbstractContextManager
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from projections.db_protocol import Row, Rows


class Statement(NamedTuple):
    """An SQL text and its parameters, to be run in another transaction."""

    sql: str
    params: Mapping[str, Any]


TEXTS = 512
"""Cached statements in psycopg's style: more than there are, except for variants with lists of different lengths."""

_PARAMETER = re.compile(r"(?<![:\w]):([a-zA-Z_]\w*)")
_QUOTED = re.compile(r"('(?:[^']|'')*')")


class Database(Protocol):
    """The database of read models, accounts and all other data that are not facts of a game.

    Errors are the event store's: a violated constraint raises ``eventsourcing.persistence.IntegrityError``, and any
    error ends the transaction (PostgreSQL allows no further statement in it).
    """

    def transaction(self) -> AbstractContextManager[Rows]:
        """Read and write; committed when the block ends, rolled back when it raises. Keep it short: on SQLite one
        writer at a time may hold it.
        """
        ...

    def counting(self, key: str) -> AbstractContextManager[Rows]:
        """A transaction for limits: counts in it stay valid, because transactions with the same key take turns.

        The key names the owner of the count: the id of a user or a game.
        """
        ...

    def async_commit(self) -> AbstractContextManager[Rows]:
        """A transaction that a power failure may undo, together with every later one of this kind: for read models,
        which are rebuilt from the event store, and other data not reported as saved. Killing a process undoes none of
        them.
        """
        ...

    def once(self, sql: str, params: Mapping[str, Any]) -> list[Row]:
        """Run one statement in its own transaction, in one round trip to a server. A power failure may undo it."""
        ...

    def reading(self) -> AbstractContextManager[Rows]:
        """Only read, without waiting for writers; each statement sees what was committed when it ran."""
        ...


@lru_cache(TEXTS)
def percent_style(sql: str) -> str:
    """Return a statement with ``%(name)s`` for ``:name``; casts (``::``) and quoted text stay as they are."""
    parts = _QUOTED.split(sql.replace("%", "%%"))
    parts[::2] = [_PARAMETER.sub(r"%(\1)s", part) for part in parts[::2]]
    return "".join(parts)
