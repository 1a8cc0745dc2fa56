"""The cost of reading a game that the web process has not cached: its position and a page of its history."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from domain.table.facts import ConfirmationSet
from service.accounts.users import Accounts
from service.app import create_app
from service.config import Config
from service.container import Services
from service.readmodels.projection import catch_up
from service.storage import Storage
from service.storage.mapper import stored_hash
from service.usecases.command_handler import CommandContext, CommandHandler
from tests.benchmarks.databases import Backend, closing_storage, migrated
from tests.benchmarks.play import Play, store
from tests.benchmarks.row import Row
from tests.benchmarks.timing import quantile, undisturbed

SHORT, LONG = 50, 3000
"""The facts of a short game and of one that is about as long as a log can be."""

PATHS = {"state": "/state", "page of history": "/history?limit=50&order=backward"}


def measure(game: Play, backends: list[Backend], repeats: int) -> Iterator[Row]:
    """Measure the CPU time of the web process for each response, with empty caches and with full ones."""
    for backend in backends:
        with migrated(backend) as (url, storage):
            user = Accounts(storage.database).register("Bench", "correct horse battery")
            _, token = Accounts(storage.database).add_token(user, "bench", "0" * 32)
            streams = {facts: _stored(storage, game, user.id, facts) for facts in (SHORT, LONG)}
            catch_up(storage)
            app = create_app(Config(database_url=url, secret_key="of the benchmark"))
            own = app.extensions["daybook"]
            client, headers = app.test_client(), {"Authorization": f"Bearer {token}"}

            with closing_storage(own), undisturbed():
                for what, path in PATHS.items():
                    for facts, stream in streams.items():

                        def ask() -> None:
                            answer = client.get(f"/api/games/{stream}{path}", headers=headers)  # noqa: B023
                            if answer.status_code != 200:
                                raise RuntimeError(answer.text)

                        yield _row(backend, f"{what}, {facts} facts, first time", ask, repeats, forgetting(own))
                        yield _row(backend, f"{what}, {facts} facts, again", ask, repeats, lambda: None)


def _row(backend: Backend, what: str, ask: Callable[[], None], repeats: int, before: Callable[[], None]) -> Row:
    ask()
    times = []
    for _ in range(repeats):
        before()
        start = time.process_time()
        ask()
        times.append((time.process_time() - start) * 1000)
    note = f"CPU of the web process, median of {repeats}"
    return Row(measure=f"{what}, {backend.name}", value=quantile(times, 0.5), unit="ms", note=note)


def forgetting(own: Services) -> Callable[[], None]:
    """Return a function that empties the caches of the process, so that the next response is like its first."""
    handler = own.handler
    caches = [own.snapshot_cache, own.undo_reach_cache, own.event_cache, handler.games._games, handler.games._positions]
    kept = [own.response_cache, own.drawing_cache, own.history_entry_cache, own.page_cache]

    def forget() -> None:
        for cache in caches:
            cache._values.clear()
        for things in kept:
            things._known.clear()

    return forget


def _stored(storage: Storage, game: Play, user: str, facts: int) -> str:
    """Store the game's first steps and then table facts, up to this number of facts; return the stream."""
    stream = f"{facts:032x}"
    store(storage, stream, game, user, steps=5)
    handler = CommandHandler(storage)
    known = handler.games.game(stream)
    version, tip, stored = known.version, known.tip, []
    while version < facts:
        fact = ConfirmationSet(seat=0, automatic=version % 2 == 0)
        _, (event,) = handler.to_stored_events(stream, version, tip, [(fact, 0)], CommandContext(actor=user, seat=0))
        stored.append(event)
        version, tip = version + 1, stored_hash(event)
    storage.append(stored)
    return stream
