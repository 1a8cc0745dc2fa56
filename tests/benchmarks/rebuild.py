"""The time to compute a position from the rows of a stream: at the end of a game, and at any earlier version."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial

import msgspec

from domain import aggregate
from service.storage import Storage
from service.storage.mapper import decoder
from service.usecases.command_handler import CommandHandler
from tests.benchmarks.databases import Backend, Bare, migrated
from tests.benchmarks.play import Play, store
from tests.benchmarks.row import Row
from tests.benchmarks.timing import best, fastest, quantile, undisturbed

SELECT = "SELECT state FROM stored_events WHERE originator_id = ? ORDER BY originator_version"


def measure(game: Play, backends: list[Backend], repeats: int) -> Iterator[Row]:
    """Measure a rebuild of the game from each database, and views of it at each of its versions."""
    for backend in backends:
        with migrated(backend) as (url, storage), closing(Bare(url)) as bare:
            facts = store(storage, "game", game, "user")
            yield _whole(backend, storage, bare, facts, repeats)
            if backend is backends[0]:
                yield from _views(storage)


def _whole(backend: Backend, storage: Storage, bare: Bare, facts: int, repeats: int) -> Row:
    decode = decoder().decode

    def rebuild() -> None:
        aggregate.state(CommandHandler(storage).games.game("game"))

    def select_and_decode() -> None:
        for row in bare.rows(SELECT, "game"):
            decode(row[0])

    value, floor = fastest(repeats, rebuild, select_and_decode)
    return Row(
        measure=f"rebuild of a whole game, {backend.name}",
        value=value,
        unit="ms",
        target=3,
        floor=floor,
        ratio_target=3,
        note=f"{facts} facts, fastest of {repeats}; floor: select and decode the same rows",
    )


def _views(storage: Storage) -> Iterator[Row]:
    game = CommandHandler(storage).games.game("game")
    viewers = [*range(len(game.table.chairs)), "spectator"]
    encode = msgspec.json.Encoder().encode

    def look(version: int, handler: CommandHandler) -> None:
        state = handler.games.position(handler.games.game("game"), version)
        encode(game.ruleset.view(state, viewers[version % len(viewers)]))

    versions = [version for version in range(1, game.version + 1) if aggregate.has_position(game, version)]
    with undisturbed():
        times = [best(partial(look, version), partial(CommandHandler, storage)) for version in versions]
    note = f"each of {len(times)} versions of that game, from SQLite, nothing cached, as JSON; best of 3"
    yield Row(measure="view at any version, p50", value=quantile(times, 0.5), unit="ms", note=note)
    yield Row(measure="view at any version, p99", value=quantile(times, 0.99), unit="ms", target=10, note=note)
