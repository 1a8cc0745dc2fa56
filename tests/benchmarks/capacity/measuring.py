"""Cost of a move, a read and a listener for each part of a site: ``python -m tests.benchmarks.capacity.measuring``.

Each part runs in its own process, with PostgreSQL, as in ``deploy/``. The measurements are the CPU time of the parts,
which depends less on other programs than elapsed time does, and the traffic between them.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from threading import Event
from typing import cast
from uuid import uuid4

import msgspec
import psutil
import psycopg
from eventsourcing.persistence import StoredEvent
from psycopg.conninfo import conninfo_to_dict

from domain.game import ruleset
from service.accounts.idempotency_store import StoredResponse, keeping
from service.accounts.users import Accounts
from service.readmodels.projection import catch_up
from service.storage import Storage, connect
from service.storage.eventsourcing_adapter.postgres import Recorder
from service.storage.eventsourcing_adapter.recording import Append, Ids
from service.storage.group_commit import Task
from tests.benchmarks.capacity.costs import Cost, Costs
from tests.benchmarks.capacity.wire import Line, line
from tests.benchmarks.databases import backends, migrated
from tests.benchmarks.play import Play, play, store
from tests.benchmarks.requests.web import Player
from tests.benchmarks.timing import best, quantile
from tests.benchmarks.timing import milliseconds as milliseconds_of
from tests.load_tests.clients import Client
from tests.servers import environment, running, web

GAMES, LISTENERS, READS, MOVES = 12, 60, 100, 30
"""The numbers of games, of event streams of one of them, of reads of each kind, and of moves with event streams."""

SETTLED = 2.0
"""Seconds after which the projector and the database have finished their work."""

IDLE = 10.0
"""Seconds for which the idle site is measured."""

APPENDS = 300

GROUPS, GROUP = 100, 32
"""The number of groups of appends, and the number of appends in each."""

ANSWER = 7000
"""Characters in the response to a move, which the database compresses to a third."""


class Parts:
    """The processes of a site, the relays between them, and their use of resources."""

    def __init__(self, webs: Sequence[int], projector: int, url: str, database: Line, clients: Line) -> None:
        self.web, self.other = map(psutil.Process, webs)
        self.projector = psutil.Process(projector)
        self._session = psycopg.connect(url, autocommit=True)
        postmaster = psutil.Process(self._one("SELECT pg_backend_pid()")).parent()
        assert postmaster
        self._postmaster = postmaster
        self._database, self._clients = database, clients
        self._idle = self._a_second_of_nothing()

    def used(self) -> Cost:
        """Return the resources used since the parts started."""
        ended = self._postmaster.cpu_times()
        sessions = sum(map(milliseconds, [*self._postmaster.children(), self._postmaster]))
        return Cost(
            web=milliseconds(self.web),
            projector=milliseconds(self.projector),
            database=sessions + 1000 * (ended.children_user + ended.children_system),
            round_trips=self._database.round_trips,
            log=self._one("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn"),
            disk=self._one("SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind IN ('r', 'm')"),
            sent=self._clients.sent,
        )

    def per(self, times: int, work: Callable[[], object]) -> Cost:
        """Return the cost of one repetition of the work, less the idle usage."""
        before, begun = self.used(), time.monotonic()
        work()
        time.sleep(SETTLED)
        return (self.used() - before - self._idle * (time.monotonic() - begun)) / times

    def _a_second_of_nothing(self) -> Cost:
        before = self.used()
        time.sleep(IDLE)
        return (self.used() - before) / IDLE

    def _one(self, sql: str) -> int:
        found = self._session.execute(sql.encode()).fetchone()
        assert found
        return int(found[0])


def milliseconds(process: psutil.Process) -> float:
    """Return the milliseconds of CPU time that a process has used."""
    times = process.cpu_times()
    return 1000 * (times.user + times.system)


def megabytes(process: psutil.Process) -> float:
    """Return the megabytes of memory that a process uses."""
    return float(process.memory_info().rss / 1e6)


@dataclass
class Site:
    """A site on a new database, with a user and games to play."""

    parts: Parts
    storage: Storage
    port: int
    other_port: int
    user: str
    token: str
    games: Sequence[Play]

    def player(self, number: int) -> Player:
        return Player(self.port, self.token, self.storage, self.user, self.games[number])


def measured(rules: str = "brass-birmingham") -> Costs:
    """Return the costs of a site whose games have as many seats as the ruleset permits."""
    seats = max(ruleset(rules).seats)
    games = [play(ruleset(rules), seats, number, "greedy") for number in range(GAMES)]
    projected, kept = _many(games)
    with _site(games) as site, closing(site.player(0)) as first:
        idle = megabytes(site.parts.web)
        to_end(first)
        playing = [site.player(number) for number in range(1, GAMES)]
        steps = [step for game in games[1:] for step in game.steps]
        facts = sum(len(step.facts) for step in steps) / len(steps)
        waiting = _Waiting(site)
        before = milliseconds(site.parts.other)
        move = site.parts.per(len(steps), lambda: [to_end(each) for each in playing])
        followed = (milliseconds(site.parts.other) - before) / len(steps)
        waiting.end()
        listener, news = _listening(site)
        return Costs(
            move=move,
            question=_read(site, playing[0], "/api/games/{}/choices", running=True),
            page=_read(site, first, "/games/{}?at={}"),
            past=_read(site, playing[1], "/api/games/{}/state?at={}"),
            news=news,
            followed=Cost(web=followed),
            projected_ms=projected,
            kept=kept * facts,
            append_ms=_append(site.storage),
            grouped_ms=_further(site.storage),
            facts=facts,
            listener_kb=listener,
            web_mb=megabytes(site.parts.web),
            idle_mb=idle,
            projector_mb=megabytes(site.parts.projector),
        )


def to_end(player: Player) -> None:
    """Play the rest of the game."""
    while player.move():
        pass


def _read(site: Site, player: Player, path: str, *, running: bool = False) -> Cost:
    if running:
        player = site.player(2)
        player.move()
    with closing(Client(site.port, site.token)) as client:

        def read() -> None:
            for version in range(30, 30 + READS):
                answer = client.get(path.format(player.stream, version))
                assert answer.status == 200, answer

        found = site.parts.per(READS, read)
        # A read writes nothing, so the projector's CPU time meanwhile is not part of its cost.
        return msgspec.structs.replace(found, projector=0.0, log=0.0, disk=0.0)


class _Waiting:
    """An event stream on the other web process, of a game without events."""

    def __init__(self, site: Site) -> None:
        self._line = listened(site.other_port, site.player(0), site.token)

    def end(self) -> None:
        self._line.close()


def listened(port: int, player: Player, token: str) -> socket.socket:
    """Open an event stream of a game and return its socket."""
    connection = socket.create_connection(("127.0.0.1", port))
    path = f"/api/games/{player.stream}/events?after={player._version}"
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
    connection.sendall(f"{head}Authorization: Bearer {token}\r\n\r\n".encode())
    assert b" 200 " in connection.recv(4096).split(b"\r\n")[0]
    return connection


def _listening(site: Site) -> tuple[float, Cost]:
    """Return the kilobytes of memory of an open stream, and the cost of a move for each listener."""
    with ExitStack() as stack:
        player = stack.enter_context(closing(site.player(0)))

        def moves() -> Cost:
            return site.parts.per(MOVES, lambda: [player.move() for _ in range(MOVES)])

        alone, before = moves(), megabytes(site.parts.web)
        for _ in range(LISTENERS):
            stack.enter_context(closing(listened(site.port, player, site.token)))
        time.sleep(SETTLED)
        each = 1000 * (megabytes(site.parts.web) - before) / LISTENERS
        return each, (moves() - alone) / LISTENERS


def _many(games: Sequence[Play]) -> tuple[float, float]:
    """Return two values per fact: the milliseconds of CPU of a projector that is behind by all facts, and the bytes
    that remain after packing, with read models and indexes.
    """
    with (
        backends() as (_, postgres),
        migrated(postgres) as (url, storage),
        psycopg.connect(url, autocommit=True) as session,
    ):
        empty = _bytes(session)
        facts = sum(store(storage, uuid4().hex, game, "user") for game in games * 4)
        before = time.process_time()
        catch_up(storage)
        took = time.process_time() - before
        storage.pack(Event())
        return 1000 * took / facts, (_bytes(session) - empty) / facts


def _bytes(session: psycopg.Connection) -> int:
    """Return the bytes of all tables and indexes without gaps."""
    session.execute("VACUUM FULL")
    found = session.execute("SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r'").fetchone()
    assert found
    return int(found[0])


def _append(storage: Storage) -> float:
    """Return the milliseconds of an undisturbed append of two facts, including the wait for the disk."""
    stream = uuid4().hex
    took = [milliseconds_of(partial(storage.append, _facts(stream, version))) for version in range(0, 2 * APPENDS, 2)]
    return quantile(took, 0.1)


def _further(storage: Storage) -> float:
    """Return the milliseconds of work that each further append adds to a group, which waits for the disk once."""
    recorder = cast(Recorder, storage.application.recorder)
    one, all_of_them = (best(partial(_together, recorder), partial(_tasks, size), GROUPS) for size in (1, GROUP))
    return (all_of_them - one) / (GROUP - 1)


def _together(recorder: Recorder, tasks: Sequence[Task[Append, Ids]]) -> None:
    recorder._append(iter(tasks))
    assert all(task.result() for task in tasks)


def _tasks(size: int) -> list[Task[Append, Ids]]:
    return [Task(_with_answer()) for _ in range(size)]


def _with_answer() -> Append:
    stream = uuid4().hex
    answer = StoredResponse("", 200, {}, 3 * token_hex(ANSWER // 6))
    return Append(_facts(stream, 0), keeping("measured", stream, answer, ["one", "another", "third"]))


def _facts(stream: str, after: int) -> list[StoredEvent]:
    return [StoredEvent(stream, after + each, "measured", b"x" * 400) for each in (1, 2)]


@contextmanager
def _site(games: Sequence[Play]) -> Iterator[Site]:
    with ExitStack() as stack:
        directory = Path(stack.enter_context(TemporaryDirectory()))
        _, postgres = stack.enter_context(backends())
        url = postgres.empty()
        storage = stack.enter_context(closing(connect(url)))
        storage.migrate()
        accounts = Accounts(storage.database)
        user = accounts.register("Bench", "correct horse battery")
        token = str(accounts.add_token(user, "bench", uuid4().hex)[1])
        host = str(conninfo_to_dict(url)["host"])
        database = stack.enter_context(line(host, 5432, directory / ".s.PGSQL.5432"))
        settings = {"DAYBOOK_EMBEDDED": "false", "DAYBOOK_LISTENERS_EACH": "1000"}
        direct, counted = (environment(each, **settings) for each in (url, url.replace(host, str(directory))))
        projector = stack.enter_context(running("workers", variables=direct, log=directory / "projector"))
        one = stack.enter_context(web(variables=counted, log=directory / "web"))
        two = stack.enter_context(web(variables=direct, log=directory / "other"))
        for port, _ in (one, two):
            _await_health(port)
        clients = stack.enter_context(line("127.0.0.1", one[0]))
        parts = Parts([one[1].pid, two[1].pid], projector.pid, url, database, clients)
        yield Site(parts, storage, clients.port, two[0], user.id, token, games)


def _await_health(port: int) -> None:
    with closing(Client(port)) as client:
        while client.get("/api/health").status != 200:
            time.sleep(0.1)


if __name__ == "__main__":
    print(msgspec.json.format(msgspec.json.encode(measured()), indent=1).decode())
