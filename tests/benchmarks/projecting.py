"""The rate at which read models are rebuilt from the journal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial

from projections.registry import READ_MODELS
from service.readmodels.parallel_rebuild import processes
from service.readmodels.projection import catch_up
from service.readmodels.rebuilding import rebuild
from service.storage import connect
from service.storage.mapper import decoder
from tests.benchmarks.databases import Backend, Bare, migrated
from tests.benchmarks.play import Play, store
from tests.benchmarks.row import Row
from tests.benchmarks.timing import milliseconds, undisturbed

PROCESSES = 2
ALL = "SELECT state FROM stored_events"


def measure(games: list[Play], backends: list[Backend], copies: int) -> Iterator[Row]:
    """Measure rebuilds of all read models together and of each alone, on sites with copies of each game."""
    streams = [(f"game-{number}-{copy}", game) for number, game in enumerate(games) for copy in range(copies)]
    for backend in backends:
        with migrated(backend) as (url, storage), closing(Bare(url)) as bare, undisturbed():
            facts = sum(store(storage, stream, game, "user") for stream, game in streams)
            decode = decoder().decode
            floor = milliseconds(lambda: [decode(row[0]) for row in bare.rows(ALL)])  # noqa: B023
            together = milliseconds(lambda: catch_up(storage))
            models = list(READ_MODELS.values())
            with processes(PROCESSES, partial(connect, url)) as work:
                rebuild(storage, models[:1], work=work)  # This starts the processes.
                shared = milliseconds(lambda: rebuild(storage, models, work=work))  # noqa: B023
            apart = {name: milliseconds(lambda: rebuild(storage, [model])) for name, model in READ_MODELS.items()}  # noqa: B023
            named = {"all read models at once": together, f"all read models by {PROCESSES} processes": shared}
            for name, took in {**named, **apart}.items():
                yield Row(
                    measure=f"rebuild of {name}, {backend.name}",
                    value=facts / took * 1000,
                    unit="facts/s",
                    floor=facts / floor * 1000,
                    note=f"{facts} facts of {len(streams)} games; floor: select and decode them",
                )
