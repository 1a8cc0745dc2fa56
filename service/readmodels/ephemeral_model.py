"""Read models of a few streams in memory, for queries that the stored models cannot answer yet."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from typing import Any

from projections.db_protocol import Row, Rows, insertion
from projections.read_model import ReadModel, install
from projections.stream_folder import Change


@contextmanager
def projected(model: ReadModel, changes: Sequence[Change]) -> Iterator[Rows]:
    """Yield a read model in memory with these changes only."""
    with closing(sqlite3.connect(":memory:")) as connection:
        rows = _InMemory(connection)
        rows.execute("CREATE TABLE listed_games (stream TEXT PRIMARY KEY)")  # owners' settings outside the log
        install(rows, model)
        model.process(rows, changes)
        yield rows


class _InMemory:
    """See :class:`projections.db_protocol.Rows`."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def execute(self, sql: str, params: Mapping[str, Any] = {}) -> list[Row]:
        cursor = self._connection.execute(sql, params)
        names = [column[0] for column in cursor.description or ()]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def execute_many(self, sql: str, params: Sequence[Mapping[str, Any]]) -> None:
        self._connection.executemany(sql, params)

    def insert(self, table: str, rows: Sequence[Row], conflict: str = "") -> None:
        if rows:
            self.execute_many(insertion(table, rows[0], conflict), rows)
