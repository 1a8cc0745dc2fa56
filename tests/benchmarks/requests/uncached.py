"""The cost of a move in a game that the process has not cached, the usual case on a site with many games."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from service.storage import Storage, compaction
from service.usecases import moves
from service.usecases.command_handler import CommandContext, CommandHandler
from tests.benchmarks.databases import Backend, migrated
from tests.benchmarks.play import Play, store
from tests.benchmarks.row import Row, in_milliseconds
from tests.benchmarks.timing import undisturbed


def measure(game: Play, backends: list[Backend], repeats: int) -> Iterator[Row]:
    """Measure the same move late in packed games, cached and uncached in turns."""
    late = 4 * len(game.steps) // 5
    for backend in backends:
        with migrated(backend) as (_, storage), undisturbed():
            costs = [_costs(storage, game, f"{number}", late) for number in range(repeats)]
            known, unseen = (statistics.median(times) for times in zip(*costs, strict=True))
            note = f"CPU of its use case, median of {repeats}; floor: in a game that is known"
            yield in_milliseconds(f"a move in a game not seen before, {backend.name}", unseen, note, floor=known)


def _costs(storage: Storage, game: Play, name: str, late: int) -> list[float]:
    step = game.steps[late]
    found = []
    for kind in ("known", "unseen"):
        stream = f"{kind}-{name}"
        version = store(storage, stream, game, "user", late)
        with storage.database.transaction() as rows:
            compaction.pack(rows, stream)
        handler = CommandHandler(storage)
        if kind == "known":
            handler.games.position(handler.games.game(stream))
        write = CommandContext(actor="user", seat=step.seat, expected=version)
        began = time.process_time()
        handler.run(moves.move(handler, stream, write, step.command))
        found.append((time.process_time() - began) * 1000)
    return found
