"""``python -m tests.benchmarks.listening``: a thousand event streams over two hundred games, 50 moves a second.

On each database, one web process does everything; clients share its cores. The same moves and reads are measured before
the streams are opened, while they are open, and after they are closed.
"""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from itertools import count, cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from uuid import uuid4

import psutil
from rich import box
from rich.console import Console

from domain.game import rulesets
from service.accounts.users import Accounts
from tests.benchmarks.__main__ import cells, machine, table
from tests.benchmarks.databases import Backend, backends, migrated
from tests.benchmarks.play import play
from tests.benchmarks.requests.web import Player
from tests.benchmarks.row import Row, in_milliseconds
from tests.benchmarks.timing import quantile
from tests.listeners import listeners
from tests.load_tests.clients import Client
from tests.servers import environment, web

GAMES, EACH = 200, 5
MOVES = 50
"""Moves per second, and as many reads."""

MOVERS = 4
"""The number of threads that make the moves, so that one slow response does not delay all others."""

SECONDS = 3.0
"""The duration of each load."""

SETTINGS = {"DAYBOOK_LISTENERS_EACH": "1000", "DAYBOOK_ARGON2_MEMORY": "64"}


class Load(NamedTuple):
    """The cost of a load for the server, and the times of its reads."""

    moves: int
    cpu: float
    """Milliseconds of CPU per move, including one read."""
    reads: list[float]
    """Milliseconds."""


def measure(backend: Backend) -> Iterator[Row]:
    """Measure event streams on one database."""
    with _site(backend) as (port, server, players):
        games = [player.stream for player in players]
        with listeners(port) as all_:
            _load(port, server, players)  # The first run takes longer.
            before = _load(port, server, players)
            memory = server.memory_info().rss
            all_.open(games, EACH, together=8)
            streams = (server.memory_info().rss - memory) / 1024 / all_.begun
            meanwhile = _load(port, server, players)
            time.sleep(0.5)
            heard, threads = list(all_.heard), server.num_threads()
            all_.disconnect()
            after = _load(port, server, players)
    name, streams_note = backend.name, f"{all_.begun} streams over {len(games)} games"
    yield Row(measure=f"memory of an event stream, {name}", value=streams, unit="kB", target=50, note=streams_note)
    last: dict[tuple[str, int], float] = {}
    for one in heard:
        last[one.game, one.version] = max(last.get((one.game, one.version), 0.0), one.seconds * 1000)
    delays = list(last.values())
    note = f"{len(heard)} of {EACH * len(last)}; p50 {statistics.median(delays):.0f} ms; from before it is decided"
    yield in_milliseconds(f"from a fact to its last listener, {name}, p99", quantile(delays, 0.99), note, target=250)
    without = [*before.reads, *after.reads]
    note = f"floor: without streams; p50 {statistics.median(meanwhile.reads):.1f}"
    reads = quantile(meanwhile.reads, 0.95)
    yield in_milliseconds(
        f"a read meanwhile, {name}, p95", reads, note, floor=quantile(without, 0.95), ratio_target=1.2
    )
    yield Row(
        measure=f"CPU of a move and a read, told to {EACH}, {name}",
        value=meanwhile.cpu,
        unit="ms",
        floor=(before.cpu + after.cpu) / 2,
        note=f"floor: told to nobody; {meanwhile.moves / SECONDS:.0f} moves/s; {threads} threads",
    )


@contextmanager
def _site(backend: Backend) -> Iterator[tuple[int, psutil.Process, list[Player]]]:
    """Yield the port of a server, its process, and one player for each game."""
    ruleset = rulesets()["brass-birmingham"]
    games = [play(ruleset, 2, number) for number in range(4)]
    with ExitStack() as stack:
        url, storage = stack.enter_context(migrated(backend))
        accounts = Accounts(storage.database, memory_cost=64)
        user = accounts.register("Bench", "correct horse battery")
        _, token = accounts.add_token(user, "bench", uuid4().hex)
        log = Path(stack.enter_context(TemporaryDirectory())) / "log"
        port, process = stack.enter_context(web(variables=environment(url, **SETTINGS), log=log))
        players = [
            stack.enter_context(closing(Player(port, token or "", storage, user.id, game)))
            for _, game in zip(range(GAMES), cycle(games), strict=False)
        ]
        yield port, psutil.Process(process.pid), players


def _load(port: int, server: psutil.Process, players: Sequence[Player]) -> Load:
    """Make moves and reads at a fixed rate for a while, on new connections."""
    for player in players:
        player.come_anew()
    begun = server.cpu_times()
    reads: list[float] = []
    games = [player.stream for player in players]
    moved = [0] * MOVERS
    at_work = [threading.Thread(target=_read, args=(port, games, reads))]
    at_work += [threading.Thread(target=_move, args=(players, number, moved)) for number in range(MOVERS)]
    for thread in at_work:
        thread.start()
    for thread in at_work:
        thread.join()
    moves = sum(moved)
    ended = server.cpu_times()
    cpu = ended.user + ended.system - begun.user - begun.system
    return Load(moves, cpu / moves * 1000, reads)


def _move(players: Sequence[Player], mover: int, moved: list[int]) -> None:
    own = cycle(players[mover::MOVERS])
    for _ in _paced(MOVES / MOVERS):
        next(own).move()
        moved[mover] += 1


def _read(port: int, games: Sequence[str], times: list[float]) -> None:
    with closing(Client(port)) as client:
        for number in _paced(MOVES):
            answer = client.get(f"/api/games/{games[number * 7 % len(games)]}/state")
            assert answer.status == 200, answer
            times.append(answer.seconds * 1000)


def _paced(rate: float) -> Iterator[int]:
    """Yield numbers at this rate while the load lasts, without a wait if late."""
    begun = time.monotonic()
    for number in count():
        now = time.monotonic() - begun
        if now > SECONDS:
            return
        time.sleep(max(0.0, number / rate - now))
        yield number


def main() -> None:
    """Measure both databases and print one table for each."""
    console = Console(width=240)
    with backends() as databases:
        console.print(machine(databases))
        for backend in databases:
            shown = table(f"A thousand listeners, {backend.name}", box.MARKDOWN)
            for row in measure(backend):
                shown.add_row(*cells(row))
            console.print(shown)


if __name__ == "__main__":
    main()
