"""The cost of queries for deadlines among the clocks of very many running games, filled by SQL alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from projections import deadlines
from projections.db_protocol import Rows
from projections.read_model import install
from service.storage import Storage
from service.storage.postgres import PostgresStorage
from tests.benchmarks.databases import Backend, migrated
from tests.benchmarks.lists import Cost, counted
from tests.benchmarks.row import Row

GAMES = 100_000
DUE = 100
PAGES = 110
"""The upper bound of pages read to find 100 due deadlines: about one for each, and a few of the index."""

_FILL = """
WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :games),
games AS (SELECT n, CAST(n AS BIGINT) * 48271 % 2147483647 AS chance FROM numbers)
INSERT INTO deadlines (stream, seat, user_id, remind_at, deadline)
SELECT '0000000000000000000000' || CAST(1000000000 + chance AS TEXT), n % 4, 'user-' || CAST(chance % 10000 AS TEXT),
    '2026-01-01T00:00:00.000000+00:00',
    CASE WHEN n <= :due THEN '2026-02-01' ELSE '2026-03-' || SUBSTR(CAST(110 + n % 20 AS TEXT), 2) END
        || 'T00:00:00.' || SUBSTR(CAST(1000000 + chance % 1000000 AS TEXT), 2) || '+00:00'
FROM games
"""

Look = Callable[[Rows], int]

LOOKS: dict[str, Look] = {
    "deadlines, 100 due": lambda rows: len(deadlines.due(rows, "2026-02-02", deadlines.FIRST, 200)),
    "deadlines, none due": lambda rows: len(deadlines.due(rows, "2026-01-02", deadlines.FIRST, 200)),
    "clocks of one person": lambda rows: len(deadlines.streams_of(rows, "user-7")),
    "clocks, 100 at a time": lambda rows: len(deadlines.streams_with_clocks(rows, "0000000000000000000000150", 100)),
}


def fill(storage: Storage, games: int) -> None:
    """Add this number of clocks, each of another game; the deadlines of the first 100 are the earliest."""
    with storage.database.async_commit() as rows:
        install(rows, deadlines.DEADLINES)
        rows.execute(_FILL, {"games": games, "due": DUE})
        rows.execute("ANALYZE deadlines")


def costs(storage: Storage) -> dict[str, Cost]:
    """Return the cost of each query."""
    return {name: counted(storage, look) for name, look in LOOKS.items()}


def measure(backends: list[Backend], games: int) -> Iterator[Row]:
    """Measure the reads of each query."""
    for backend in backends:
        with migrated(backend) as (_, storage):
            fill(storage, games)
            yield from map(partial(_row, backend.name, storage, games), costs(storage).items())


def _row(backend: str, storage: Storage, games: int, found: tuple[str, Cost]) -> Row:
    (name, cost), counts_pages = found, isinstance(storage, PostgresStorage)
    return Row(
        measure=f"{name}, {backend}",
        value=cost.read,
        unit="pages" if counts_pages else "steps",
        target=PAGES if counts_pages else None,
        floor=cost.found,
        note=f"among {games:,} running games; floor: what it finds",
    )
