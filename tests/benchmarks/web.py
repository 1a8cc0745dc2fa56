"""Moves over HTTP, against the real server in processes of its own, on the cores that clients and database share."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from uuid import uuid4

import msgspec

from service.people.accounts import Accounts
from service.storage import Storage
from tests.benchmarks.databases import Backend, Bare, migrated
from tests.benchmarks.play import Play, Step, store
from tests.benchmarks.row import Row
from tests.benchmarks.timing import milliseconds, quantile
from tests.servers import environment, running, web

CLIENTS = 32
AGAIN = 0.1
"""Seconds after which a client that was sent away sends its move again, under the same key."""

ROW = "x" * 512
"""About as long as a stored fact."""

INSERT = "INSERT INTO scratch VALUES (?)"


class Player:
    """A client with a connection of its own, who plays one game to its end, for all seats."""

    def __init__(self, port: int, token: str, storage: Storage, user: str, game: Play) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self._token = token
        self.stream = uuid4().hex
        self._version = store(storage, self.stream, game, user, steps=0)
        self._steps = iter(game.steps)

    def require_all_there(self, storage: Storage) -> None:
        """Nothing that was answered is lost, and nothing is there twice."""
        with storage.database.reading() as rows:
            there = storage.application.version(rows, self.stream)
        if there != self._version:
            raise RuntimeError(f"{self._version} facts were answered, {there} are there")

    def move(self) -> bool:
        """Send the next move until it is answered, and read the whole answer; False when the game is over."""
        step = next(self._steps, None)
        if step is not None:
            self._send(step)
        return step is not None

    def _send(self, step: Step) -> None:
        body = msgspec.json.encode({"command": step.command, "seat": step.seat})
        headers = {
            "Authorization": f"Bearer {self._token}",
            "Content-Type": "application/json",
            "If-Match": f'"{self._version}"',
            "Idempotency-Key": uuid4().hex,
        }
        status, content = self._answered(body, headers)
        while status == HTTPStatus.SERVICE_UNAVAILABLE:
            time.sleep(AGAIN)
            status, content = self._answered(body, headers)
        if status != HTTPStatus.OK:
            raise RuntimeError(f"{status}: {content.decode()}")
        self._version += len(step.facts)

    def _answered(self, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
        self._connection.request("POST", f"/api/games/{self.stream}/moves", body, headers)
        answer = self._connection.getresponse()
        return answer.status, answer.read()

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


def measure(games: list[Play], backends: list[Backend], seconds: float) -> Iterator[Row]:
    """On SQLite one process that does everything; on PostgreSQL two web processes and a projector, as in deploy/."""
    for backend in backends:
        with migrated(backend) as (url, storage), closing(Bare(url)) as bare:
            bare.run("CREATE TABLE scratch (content TEXT)")
            accounts = Accounts(storage.database)
            user = accounts.register("Bench", "correct horse battery")
            _, token = accounts.add_token(user, "bench", uuid4().hex)

            def player(port: int, game: Play) -> Player:
                return Player(port, token or "", storage, user.id, game)  # noqa: B023

            with _site(backend, url) as ports:
                yield _alone(backend, bare, player(ports[0], games[0]))
                yield from _together(backend, url, storage, ports, games, player, seconds)


@contextmanager
def _site(backend: Backend, url: str) -> Iterator[list[int]]:
    with ExitStack() as stack:
        logs = Path(stack.enter_context(TemporaryDirectory()))
        if backend.name == "SQLite":
            variables = environment(url)
            webs = 1
        else:
            variables = environment(url, DAYBOOK_EMBEDDED="false")
            webs = 2
            stack.enter_context(running("projector", variables=variables, log=logs / "projector"))
        yield [stack.enter_context(web(variables=variables, log=logs / f"web-{number}"))[0] for number in range(webs)]


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
    return Row(
        measure=f"accepted move over HTTP, {backend.name}, p50",
        value=statistics.median(times),
        unit="ms",
        floor=statistics.median(floors),
        note=f"one client, a whole game; p99 {quantile(times, 0.99):.1f} ms; floor: one durable insert",
    )


def _together(
    backend: Backend,
    url: str,
    storage: Storage,
    ports: Sequence[int],
    games: Sequence[Play],
    player: Callable[[int, Play], Player],
    seconds: float,
) -> Iterator[Row]:
    with ExitStack() as stack:
        players: list[Player] = []

        def joined(port: int, game: Play) -> Player:
            players.append(stack.enter_context(closing(player(port, game))))
            return players[-1]

        def endless(number: int) -> Callable[[], None]:
            game, port = games[number % len(games)], ports[number % len(ports)]
            current = joined(port, game)

            def move() -> None:
                nonlocal current
                while not current.move():
                    current = joined(port, game)

            return move

        times: list[float] = []
        moves = _rate([timed(endless(number), times) for number in range(CLIENTS)], seconds)
        for each in players:
            each.require_all_there(storage)
        inserts = max(_insert_rate(url, writers, seconds / 3) for writers in (1, CLIENTS))
    processes = "one process" if len(ports) == 1 else f"{len(ports)} web processes and a projector"
    yield Row(
        measure=f"accepted moves over HTTP, {backend.name}",
        value=moves,
        unit="moves/s",
        floor=inserts,
        note=f"{CLIENTS} clients, {processes}, nothing lost; {moves / inserts:.0%} of the floor, bare durable inserts",
    )
    yield Row(
        measure=f"accepted move over HTTP, {CLIENTS} clients, {backend.name}, p99",
        value=quantile(times, 0.99),
        unit="ms",
        target=150,
        note=f"meanwhile; p50 {quantile(times, 0.5):.0f} ms",
    )


def timed(work: Callable[[], object], times: list[float]) -> Callable[[], None]:
    """The work, which also tells how many milliseconds it took each time."""
    return lambda: times.append(milliseconds(work))


def _insert_rate(url: str, writers: int, seconds: float) -> float:
    with ExitStack() as stack:
        bares = [stack.enter_context(closing(Bare(url))) for _ in range(writers)]
        return _rate([lambda bare=bare: bare.run(INSERT, ROW) for bare in bares], seconds)  # type: ignore[misc]


def _rate(works: Sequence[Callable[[], None]], seconds: float) -> float:
    """How often per second the works are done, each over and over in a thread of its own."""
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
