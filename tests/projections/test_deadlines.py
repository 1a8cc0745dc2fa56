"""Due deadlines: found by an index, however many clocks run."""

from __future__ import annotations

from service.storage import Storage
from service.storage.postgres import PostgresStorage
from tests.benchmarks.deadlines import DUE, PAGES, costs, fill


def test_finding_due_deadlines_costs_the_same_with_many_games(storage: Storage) -> None:
    for games in (1_000, 30_000):
        fill(storage, games)
        found = costs(storage)
        assert found["deadlines, 100 due"].found == DUE
        assert found["deadlines, none due"].found == 0
        most = PAGES if isinstance(storage, PostgresStorage) else 30 * DUE + 300
        assert {name: cost for name, cost in found.items() if cost.read > most} == {}
