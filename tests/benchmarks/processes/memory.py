"""Memory used by the position cache."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator

from domain import aggregate
from domain.aggregate import Game
from service.usecases.command_handler import CommandHandler
from tests.benchmarks.databases import Backend, migrated
from tests.benchmarks.play import Play, store
from tests.benchmarks.row import Row

POSITIONS = 1000


def measure(game: Play, backend: Backend) -> Iterator[Row]:
    """Measure a cache filled with positions, from as many copies of the game as needed."""
    with migrated(backend) as (_, storage):
        copies = POSITIONS // len(game.steps) + 1
        versions = [store(storage, f"game-{number}", game, "user") for number in range(copies)]
        handler = CommandHandler(storage)
        wanted = [
            (known, at)
            for known in (handler.games.game(f"game-{number}") for number in range(copies))
            for at in range(1, versions[0] + 1)
            if aggregate.has_position(known, at)
        ][:POSITIONS]
        yield Row(
            measure="memory of 1,000 cached positions",
            value=_held(handler, wanted) * (1000 / len(wanted)),
            unit="MB",
            target=50,
            note=f"{len(wanted)} successive positions, as the allocator counts them",
        )


def _held(handler: CommandHandler, wanted: list[tuple[Game, int]]) -> float:
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for known, at in wanted:
            handler.games.position(known, at)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (after - before) / 1e6
