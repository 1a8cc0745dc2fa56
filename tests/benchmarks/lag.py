"""The delay of read models under load: one projector and a hundred moves a second."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from service.storage import Storage
from service.storage.postgres import PostgresStorage
from service.usecases import moves
from service.usecases.command_handler import CommandContext, CommandHandler
from service.workers.projector import Projector
from tests.benchmarks.databases import Backend, migrated
from tests.benchmarks.play import Play, store
from tests.benchmarks.row import Row
from tests.benchmarks.timing import quantile
from tests.servers import environment, running

MOVES = 100
"""Moves per second."""

GAMES = 40
LOOK = 0.002
"""Seconds between two checks of the read models' progress."""


class _Noted(NamedTuple):
    """A moment, and the last notification id that was written, shown or received by then."""

    at: float
    last: int


def measure(games: list[Play], backends: list[Backend], seconds: float) -> Iterator[Row]:
    """Measure the time from the commit of a move to that of its read models, and to a minimal follower."""
    for backend in backends:
        with migrated(backend) as (url, storage), _projecting(storage, url):
            streams = [(f"game-{number}", games[number % len(games)]) for number in range(GAMES)]
            moves = _moves(storage, streams)
            _load(storage, moves, 1.0)
            written, shown, heard = _load(storage, moves, seconds)
        late, floor = _delays(written, shown), _delays(written, heard)
        for share, target in ((0.5, None), (0.99, 50.0)):
            yield Row(
                measure=f"lag of the read models, p{share * 100:.0f}, {backend.name}",
                value=quantile(late, share),
                unit="ms",
                target=target,
                floor=quantile(floor, share),
                note=f"{len(written) / seconds:.0f} moves a second; floor: to a follower that does nothing",
            )


@contextmanager
def _projecting(storage: Storage, url: str) -> Iterator[None]:
    """Run a projector as a site does: in this process on SQLite, in its own process on PostgreSQL."""
    if isinstance(storage, PostgresStorage):
        with TemporaryDirectory() as folder, running("workers", variables=environment(url), log=Path(folder) / "log"):
            yield
    else:
        projector = Projector(storage)
        projector.start()
        try:
            yield
        finally:
            projector.stop()


def _moves(storage: Storage, streams: Sequence[tuple[str, Play]]) -> Iterator[None]:
    """Make one move at each step, in these games in turn, until one of them has no moves left."""
    handler = CommandHandler(storage)
    games = {stream: (store(storage, stream, game, "user", steps=0), iter(game.steps)) for stream, game in streams}
    for stream in cycle(list(games)):
        version, steps = games[stream]
        step = next(steps, None)
        if step is None:
            return
        handler.run(
            moves.move(handler, stream, CommandContext(actor="user", seat=step.seat, expected=version), step.command)
        )
        games[stream] = version + len(step.facts), steps
        yield


def _load(storage: Storage, moves: Iterator[None], seconds: float) -> tuple[list[_Noted], list[_Noted], list[_Noted]]:
    """Make moves for this many seconds; return when they were written, shown and received."""
    written: list[_Noted] = []
    shown: list[_Noted] = []
    heard: list[_Noted] = []
    stop = threading.Event()
    watchers = [
        threading.Thread(target=_watch, args=(storage, stop, shown)),
        threading.Thread(target=_follow, args=(storage, storage.last_id(), stop, heard)),
    ]
    for watcher in watchers:
        watcher.start()
    begun = time.perf_counter()
    while (due := begun + len(written) / MOVES) < begun + seconds:
        time.sleep(max(0.0, due - time.perf_counter()))
        next(moves)
        written.append(_Noted(time.perf_counter(), storage.last_id()))
    while not shown or shown[-1].last < written[-1].last:
        time.sleep(LOOK)
    stop.set()
    for watcher in watchers:
        watcher.join()
    return written, shown, heard


def _watch(storage: Storage, stop: threading.Event, shown: list[_Noted]) -> None:
    while not stop.wait(LOOK):
        with storage.database.reading() as rows:
            shown.append(_Noted(0.0, storage.tracking.position(rows, "tables")))
        shown[-1] = _Noted(time.perf_counter(), shown[-1].last)


def _follow(storage: Storage, after: int, stop: threading.Event, heard: list[_Noted]) -> None:
    heard.extend(_Noted(time.perf_counter(), found[-1].id) for found in storage.notifications(after, stop))


def _delays(written: Sequence[_Noted], seen: Sequence[_Noted]) -> list[float]:
    """Return the milliseconds from each write until it was seen."""
    looks = iter(seen)
    look = next(looks)
    found = []
    for each in written:
        while look.last < each.last:
            look = next(looks)
        found.append(max(0.0, look.at - each.at) * 1000)
    return found
