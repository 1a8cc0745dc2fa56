"""Reads by queries of game lists on a site with many games, filled by SQL: pages on PostgreSQL, steps on SQLite."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple, cast, get_args

from projections import game_list
from projections.db_protocol import Row as StoredRow
from projections.db_protocol import Rows
from service.storage import Storage
from service.storage.postgres import PostgresRows, PostgresStorage
from service.storage.sqlite import SQLiteRows
from tests.benchmarks.databases import Backend, migrated
from tests.benchmarks.filling import BUSIEST, RULESET, fill_lists
from tests.benchmarks.row import Row


def _listed(rows: Rows, user: str, which: game_list.Filter, ruleset: str | None = None) -> int:
    return len(game_list.find(rows, user, which, ruleset=ruleset))


QUERIES: dict[str, Callable[[Rows, str], int]] = {
    **{which: partial(_listed, which=which) for which in get_args(game_list.Filter)},
    "finished of one ruleset": partial(_listed, which="finished", ruleset=RULESET),
    "waiting_for": game_list.waiting_for,
    "waiting_longest_for": lambda rows, user: int(game_list.waiting_longest_for(rows, user, but="") is not None),
    "waiting_for_bots": lambda rows, user: len(game_list.waiting_for_bots(rows)),
}
"""Queries of :mod:`projections.game_list`; each returns the number of games it finds."""


class Cost(NamedTuple):
    """The reads of a query (pages on PostgreSQL, steps on SQLite), and the number of games it found."""

    read: int
    found: int


class Pages(PostgresRows):
    """Rows of PostgreSQL that count the pages each statement reads."""

    read = 0

    def execute(self, sql: str, params: Mapping[str, Any] = {}) -> list[StoredRow]:
        """Run a statement twice: to count its pages, and to return its rows."""
        explained = super().execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", params)
        plan = explained[0]["QUERY PLAN"][0]["Plan"]
        self.read += plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
        return super().execute(sql, params)


class Steps(SQLiteRows):
    """Rows of SQLite that count the steps its virtual machine takes."""

    read = 0

    def execute(self, sql: str, params: Mapping[str, Any] = {}) -> list[StoredRow]:
        """Run a statement with a callback that counts its steps, and return its rows."""
        connection = self.cursor.sqlite_cursor.connection
        connection.set_progress_handler(self._step, 1)
        try:
            return super().execute(sql, params)
        finally:
            connection.set_progress_handler(None, 0)

    def _step(self) -> int:
        self.read += 1
        return 0


MEASURED = ("mine", "playing", "my_turn", "open", "waiting_for", "waiting_for_bots")
PAGES = 60
"""The upper bound of pages read for a list on a site of any size: one for each of 50 games, and some of indexes."""


def measure(backends: list[Backend], games: int) -> Iterator[Row]:
    """Measure the reads of the lists of a user with many games."""
    for backend in backends:
        with migrated(backend) as (_, storage):
            fill_lists(storage, games)
            found = costs(storage, BUSIEST)
            counts_pages = isinstance(storage, PostgresStorage)
            for name in MEASURED:
                yield Row(
                    measure=f"{name}, {backend.name}",
                    value=found[name].read,
                    unit="pages" if counts_pages else "steps",
                    target=PAGES if counts_pages else None,
                    floor=found[name].found,
                    note=f"on a site of {games:,} games; floor: the games it finds",
                )


def costs(storage: Storage, user: str) -> dict[str, Cost]:
    """Return the cost of each query."""
    return {name: counted(storage, partial(ask, user=user)) for name, ask in QUERIES.items()}


def counted(storage: Storage, ask: Callable[[Rows], int]) -> Cost:
    """Return the cost of a query, which itself returns the number of its results."""
    with storage.database.reading() as rows:
        counting = Pages(rows.cursor) if isinstance(rows, PostgresRows) else Steps(cast(SQLiteRows, rows).cursor)
        found = ask(counting)
    return Cost(counting.read, found)
