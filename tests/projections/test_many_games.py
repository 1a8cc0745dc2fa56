"""Lists of games: a cost that depends on the shown rows, not on the number of games."""

from __future__ import annotations

from service.storage import Storage
from service.storage.postgres import PostgresStorage
from tests.benchmarks.filling import BUSIEST, EVERYDAY, fill_lists
from tests.benchmarks.lists import PAGES, Cost, costs

STEPS = 75
"""Steps of SQLite for each game of a list: it is read, sorted among those of other parts, and returned."""


def test_lists_of_games_read_as_much_of_many_as_of_few(storage: Storage) -> None:
    for games in (1_000, 30_000):
        fill_lists(storage, games)
        for user in (BUSIEST, EVERYDAY, ""):
            found = {(games, user, name): cost for name, cost in costs(storage, user).items()}
            assert {name: cost for name, cost in found.items() if not cheap(storage, cost)} == {}
    assert found[30_000, "", "finished"].found == 50


def cheap(storage: Storage, cost: Cost) -> bool:
    return cost.read <= (PAGES if isinstance(storage, PostgresStorage) else 300 + STEPS * cost.found)
