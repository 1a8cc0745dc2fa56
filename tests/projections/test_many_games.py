"""Lists of games: a cost that depends on the shown rows, not on the number of games."""

from __future__ import annotations

from service.storage import Storage
from service.storage.postgres import PostgresStorage
from tests.benchmarks.filling import BUSIEST, EVERYDAY, fill_lists
from tests.benchmarks.lists import PAGES, Cost, costs

STEPS = 75
"""SQLite steps for each listed game: it is read, sorted among those of other parts, and returned."""


def test_list_cost_does_not_depend_on_the_number_of_games(storage: Storage) -> None:
    for games in (1_000, 30_000):
        fill_lists(storage, games)
        for user in (BUSIEST, EVERYDAY, ""):
            found = {(games, user, name): cost for name, cost in costs(storage, user).items()}
            assert {name: cost for name, cost in found.items() if not cheap(storage, cost)} == {}
    assert found[30_000, "", "finished"].found == 50


def cheap(storage: Storage, cost: Cost) -> bool:
    return cost.read <= (PAGES if isinstance(storage, PostgresStorage) else 300 + STEPS * cost.found)
