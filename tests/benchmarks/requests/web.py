"""Moves over HTTP to the real server in its own processes, which share the cores with clients and database.

``python -m tests.benchmarks.requests.web RULESET`` compares numbers of processes, and of concurrent requests in each.
"""

from __future__ import annotations

import os
import socket
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from uuid import uuid4

import msgspec
import psutil
import psycopg

from domain.game import rulesets
from domain.play import PlayedCommand
from service.accounts.users import Accounts
from service.storage import Storage
from tests.benchmarks.databases import Backend, Bare, migrated
from tests.benchmarks.databases import backends as all_backends
from tests.benchmarks.play import Play, play, store
from tests.benchmarks.row import Row, in_milliseconds
from tests.benchmarks.timing import milliseconds, quantile
from tests.servers import environment, running, web

CLIENTS = 32
AGAIN = 0.1
"""Seconds after which a refused client sends its move again, under the same key."""

ROW = "x" * 512
"""A row about as long as a stored fact."""

INSERT = "INSERT INTO scratch VALUES (?)"


class Player:
    """A client with its own connection that plays all seats of a game to its end."""

    def __init__(self, port: int, token: str, storage: Storage, user: str, game: Play) -> None:
        self._port = port
        self._connect()
        self._token = token
        self.stream = uuid4().hex
        self._version = store(storage, self.stream, game, user, steps=0)
        self._last = game.steps[-1]
        self._steps = iter(game.steps)

    def _connect(self) -> None:
        self._socket = socket.create_connection(("127.0.0.1", self._port), timeout=60)
        self._answers = self._socket.makefile("rb")

    def come_anew(self) -> None:
        """Reconnect, because the server closes connections that are idle for long."""
        self.close()
        self._connect()

    def require_all_there(self, storage: Storage) -> None:
        """Raise RuntimeError if the number of stored facts differs from that of acknowledged facts."""
        with storage.database.reading() as rows:
            there = storage.application.version(rows, self.stream)
        if there != self._version:
            raise RuntimeError(f"{self._version} facts were answered, {there} are there")

    def move(self) -> bool:
        """Send the next move until it is accepted, and return True; return False if the game has ended."""
        step = next(self._steps, None)
        if step is not None:
            self._send(step)
        return step is not None

    def _send(self, step: PlayedCommand) -> None:
        body = msgspec.json.encode({"command": step.command, "seat": step.seat})
        head = _HEAD.format(
            stream=self.stream, token=self._token, version=self._version, key=uuid4().hex, length=len(body)
        )
        status, content = self._answered(head.encode() + body)
        while status == HTTPStatus.SERVICE_UNAVAILABLE:
            time.sleep(AGAIN)
            status, content = self._answered(head.encode() + body)
        if status != HTTPStatus.OK:
            raise RuntimeError(f"{status}: {content.decode()}")
        self._version += len(step.facts) + (step is self._last)  # The end of the game is a fact as well.

    def _answered(self, request: bytes) -> tuple[int, bytes]:
        """Send a request; return the status and content of its response.

        This parses by hand, because Python's own client would use a fifth of the cores that it shares with the service.
        """
        self._socket.sendall(request)
        status, length = int(self._answers.readline().split()[1]), 0
        while (line := self._answers.readline().strip()) != b"":
            name, _, value = line.lower().partition(b":")
            length = int(value) if name == b"content-length" else length
        return status, self._answers.read(length)

    def close(self) -> None:
        """Close the connection."""
        self._answers.close()
        self._socket.close()


_HEAD = (
    "POST /api/games/{stream}/moves HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
    'Content-Type: application/json\r\nIf-Match: "{version}"\r\nIdempotency-Key: {key}\r\n'
    "Content-Length: {length}\r\n\r\n"
)


class Arrangement(msgspec.Struct, frozen=True):
    """The processes of a site: web processes, and a projector unless a web process does its work."""

    webs: int
    embedded: bool = False
    requests: int = 8

    def __str__(self) -> str:
        projector = "" if self.embedded else " and a projector"
        requests = f", DAYBOOK_REQUESTS={self.requests}" if self.requests != Arrangement(1).requests else ""
        return f"{self.webs} web {'process' if self.webs == 1 else 'processes'}{projector}{requests}"


USUAL = {"SQLite": Arrangement(1, embedded=True), "PostgreSQL": Arrangement(2)}
"""The default of ``daybook serve``, and the arrangement of deploy/."""

TRIED = [
    Arrangement(1, embedded=True),
    Arrangement(1),
    Arrangement(1, requests=1),
    Arrangement(1, requests=16),
    Arrangement(2),
    Arrangement(2, requests=4),
    Arrangement(2, requests=16),
    Arrangement(3, requests=4),
]

Make = Callable[[int, Play], Player]


def measure(games: list[Play], backends: list[Backend], seconds: float) -> Iterator[Row]:
    """Measure one client alone, and many together."""
    for backend in backends:
        with _prepared(backend) as (url, storage, player), _site(USUAL[backend.name], url) as site:
            with closing(Bare(url)) as bare:
                yield _alone(backend, bare, player(site.ports[0], games[0]))
            yield from _together(backend, url, storage, site, games, player, seconds)


def main(name: str, seconds: float = 4) -> None:
    """Measure every arrangement on an empty database of each kind, and print the results."""
    games = [play(rulesets()[name], max(rulesets()[name].seats), number, "greedy") for number in range(8)]
    with all_backends() as backends:
        for backend in backends:
            for arrangement in TRIED:
                with _prepared(backend) as (url, storage, player), _site(arrangement, url) as site:
                    rows = list(_together(backend, url, storage, site, games, player, seconds))
                print(*map(_line, rows), f"load {os.getloadavg()[0]:.1f}", sep="\n  ")


def _line(row: Row) -> str:
    floor = "" if row.floor is None else f" ({row.floor:.0f})"
    return f"{row.measure}: {row.value:.0f}{floor} {row.unit}; {row.note}"


@contextmanager
def _prepared(backend: Backend) -> Iterator[tuple[str, Storage, Make]]:
    """Yield an empty database and a function that creates clients of its user."""
    with migrated(backend) as (url, storage):
        with closing(Bare(url)) as bare:
            bare.run("CREATE TABLE scratch (content TEXT)")
        accounts = Accounts(storage.database)
        user = accounts.register("Bench", "correct horse battery")
        _, token = accounts.add_token(user, "bench", uuid4().hex)
        yield url, storage, lambda port, game: Player(port, token or "", storage, user.id, game)


class Site(msgspec.Struct, frozen=True):
    """A running site: the addresses of its web processes and the CPU time of its parts."""

    arrangement: Arrangement
    ports: list[int]
    worked: Callable[[], dict[str, float]]
    """A function that returns the milliseconds of CPU since the start, by the name of the part."""


@contextmanager
def _site(arrangement: Arrangement, url: str) -> Iterator[Site]:
    embedded = "true" if arrangement.embedded else "false"
    variables = environment(url, DAYBOOK_EMBEDDED=embedded, DAYBOOK_REQUESTS=str(arrangement.requests))
    with ExitStack() as stack:
        logs = Path(stack.enter_context(TemporaryDirectory()))
        parts: dict[str, list[psutil.Process]] = {"clients": [psutil.Process()], "web": []}
        ports = []
        if not arrangement.embedded:
            projector = stack.enter_context(running("workers", variables=variables, log=logs / "projector"))
            parts["projector"] = [psutil.Process(projector.pid)]
        for number in range(arrangement.webs):
            port, process = stack.enter_context(web(variables=variables, log=logs / f"web-{number}"))
            ports.append(port)
            parts["web"].append(psutil.Process(process.pid))
        works = {name: partial(_worked, processes) for name, processes in parts.items()}
        if not url.startswith("sqlite"):
            server = _server(url)
            works["database"] = partial(_worked, [server], server)
        yield Site(arrangement, ports, lambda: {name: work() for name, work in works.items()})


def _server(url: str) -> psutil.Process:
    with psycopg.connect(url) as session:
        server = psutil.Process(session.info.backend_pid).parent()
    assert server
    return server


def _worked(processes: Sequence[psutil.Process], of_server: psutil.Process | None = None) -> float:
    """Return the milliseconds of CPU that processes have used; a database server has one process per session."""
    sessions = of_server.children() if of_server else []
    times = [process.cpu_times() for process in (*processes, *sessions)]
    return 1000 * sum(each.user + each.system for each in times)


def _alone(backend: Backend, bare: Bare, player: Player) -> Row:
    times, floors = [], []
    with closing(player):
        while True:
            start = time.perf_counter()
            if not player.move():
                break
            times.append((time.perf_counter() - start) * 1000)
            start = time.perf_counter()
            bare.run(INSERT, ROW)
            floors.append((time.perf_counter() - start) * 1000)
    note = f"one client, a whole game; p99 {quantile(times, 0.99):.1f} ms; floor: one durable insert"
    median = statistics.median(times)
    return in_milliseconds(
        f"accepted move over HTTP, {backend.name}, p50", median, note, floor=statistics.median(floors)
    )


def _together(
    backend: Backend,
    url: str,
    storage: Storage,
    site: Site,
    games: Sequence[Play],
    player: Make,
    seconds: float,
) -> Iterator[Row]:
    with ExitStack() as stack:
        players: list[Player] = []

        def joined(port: int, game: Play) -> Player:
            players.append(stack.enter_context(closing(player(port, game))))
            return players[-1]

        def endless(number: int) -> Callable[[], None]:
            game, port = games[number % len(games)], site.ports[number % len(site.ports)]
            current = joined(port, game)

            def move() -> None:
                nonlocal current
                while not current.move():
                    current = joined(port, game)

            return move

        times: list[float] = []
        works = [timed(endless(number), times) for number in range(CLIENTS)]
        _rate(works, seconds / 3)
        times.clear()
        before = site.worked()
        moves = _rate(works, seconds)
        cost = {name: (after - before[name]) / len(times) for name, after in site.worked().items()}
        for each in players:
            each.require_all_there(storage)
        inserts = max(_insert_rate(url, writers, seconds / 3) for writers in (1, CLIENTS))
    costs = ", ".join(f"{name} {spent:.2f}" for name, spent in cost.items())
    yield Row(
        measure=f"accepted moves over HTTP, {backend.name}",
        value=moves,
        unit="moves/s",
        floor=inserts,
        note=f"{CLIENTS} clients, {site.arrangement}, nothing lost; ms of CPU a move: {costs}; floor: durable inserts",
    )
    measure = f"accepted move over HTTP, {CLIENTS} clients, {backend.name}, p99"
    note = f"meanwhile; p50 {quantile(times, 0.5):.0f} ms"
    yield in_milliseconds(measure, quantile(times, 0.99), note, target=150)


def timed(work: Callable[[], object], times: list[float]) -> Callable[[], None]:
    """Return the work, extended to record the milliseconds of each run."""
    return lambda: times.append(milliseconds(work))


def _insert_rate(url: str, writers: int, seconds: float) -> float:
    with ExitStack() as stack:
        bares = [stack.enter_context(closing(Bare(url))) for _ in range(writers)]
        return _rate([partial(bare.run, INSERT, ROW) for bare in bares], seconds)


def _rate(works: Sequence[Callable[[], None]], seconds: float) -> float:
    """Repeat each function in its own thread for this long, and return the runs per second of all together."""
    counts = [0] * len(works)
    errors: list[Exception] = []
    start = time.perf_counter()

    def repeat(number: int) -> None:
        try:
            while time.perf_counter() < start + seconds:
                works[number]()
                counts[number] += 1
        except Exception as error:
            errors.append(error)

    threads = [Thread(target=repeat, args=(number,)) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return sum(counts) / (time.perf_counter() - start)


if __name__ == "__main__":
    main(*sys.argv[1:])
