"""Kills: repeated deaths of a web process while clients write and resend every unanswered write.

Every answered write must be in the log exactly once, however often it was sent, and the read models must match the log.
"""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from eventsourcing.persistence import StoredEvent

from deploy.private_postgres import create_database, private_server
from domain.log import FiguresRecorded
from projections.registry import READ_MODELS
from service.accounts.users import Accounts
from service.storage import Storage, connect
from service.storage.mapper import stored_hash
from tests import servers
from tests.load_tests.clients import Client, Response
from tests.load_tests.finding import Finding
from tests.load_tests.sites import START
from tests.service.storage_queries import lag
from tests.wait_until import wait_until

LATER = (0, 429, 503)
"""The statuses after which a write is sent again, under the same key: no response, or a request to retry."""


def answered(ask: Callable[[], Response]) -> Response:
    """Repeat a request until its response is final, and return it; a killed process has time to restart meanwhile."""
    return wait_until(ask, lambda answer: answer.status not in LATER, START)


class KillableServer:
    """A web process on its own port, which can be killed and restarted."""

    def __init__(self, url: str, directory: Path, **settings: str) -> None:
        self.port = servers.free_port()
        self._variables = servers.environment(url, DAYBOOK_ARGON2_MEMORY="1024", **settings)
        self._directory = directory
        self._lives = ExitStack()
        self._process: servers.Process

    def start(self) -> None:
        arguments = ("serve", "--host", "127.0.0.1", "--port", str(self.port))
        log = self._directory / f"{uuid4().hex}.log"
        self._process = self._lives.enter_context(servers.running(*arguments, variables=self._variables, log=log))
        servers.await_port(self.port, self._process)

    def die(self) -> None:
        servers.kill(self._process, self.port)

    def stop(self) -> None:
        self._lives.close()


@dataclass
class Writer:
    """A client that plays games against itself, one after another, with branches."""

    port: int
    token: str
    chance: random.Random
    over: threading.Event
    acknowledged: list[tuple[str, int]] = field(default_factory=list)
    """The stream and the version of each write that was answered."""
    sent: list[tuple[str, Any, dict[str, str], Response]] = field(default_factory=list)
    attempts: int = 0
    """The number of attempts to send writes."""

    @property
    def repeated(self) -> int:
        """The number of attempts that were retries."""
        return self.attempts - len(self.sent)

    def run(self) -> None:
        with closing(Client(self.port, self.token)) as self.client:
            while not self.over.is_set():
                self._play(self._started_game())

    def _started_game(self) -> str:
        opened = {"ruleset": "brass-birmingham", "name": "Siege", "seats": 2, "undo": "free"}
        table = self._write("/api/games", opened, None)
        game = str(table["id"])
        for seat in range(2):
            table = self._write(f"/api/games/{game}/join", {"seat": seat}, table["version"])
        self._write(f"/api/games/{game}/start", {}, table["version"])
        return game

    def _play(self, game: str) -> None:
        state = self._read(f"/api/games/{game}/state")
        while state["to_act"] and not self.over.is_set():
            dice = self.chance.random()
            if dice < 0.03:
                branch = self._write(f"/api/games/{game}/branches", {}, state["version"])
                self._move(branch["id"], self._read(f"/api/games/{branch['id']}/state"))
            elif dice < 0.2 and state["undo"]:
                state = self._write(f"/api/games/{game}/undo", {}, state["version"])
            else:
                state = self._move(game, state)

    def _move(self, game: str, state: Any) -> Any:
        picks: list[str] = []
        while "options" in (choice := self._read(f"/api/games/{game}/choices", [("picks", pick) for pick in picks])):
            picks.append(self.chance.choice(choice["options"])["value"])
        return self._write(f"/api/games/{game}/moves", {"picks": picks}, state["version"])

    def _read(self, path: str, query: Sequence[tuple[str, str]] = ()) -> Any:
        answer = answered(lambda: self.client.get(f"{path}?{urlencode(query)}"))
        assert answer.status == 200, (path, answer)
        return answer.json

    def _write(self, path: str, body: Any, version: int | None) -> Any:
        """Send a write until it is answered, and return its JSON. None is refused, as no other client writes there."""
        headers = {"Idempotency_Key": uuid4().hex} | ({} if version is None else {"If_Match": f'"{version}"'})

        def attempt() -> Response:
            self.attempts += 1
            return self.client.post(path, body, **headers)

        answer = answered(attempt)
        assert answer.status < 300, (path, body, answer)
        self.acknowledged.append((answer.json["id"], answer.json["version"]))
        self.sent.append((path, body, headers, answer))
        return answer.json

    def sent_again(self, number: int) -> int:
        """Send a sample of the writes again, with their keys, and return the number of different answers."""
        with closing(Client(self.port, self.token)) as client:
            some = self.chance.sample(self.sent, min(number, len(self.sent)))
            again = [answered(partial(client.post, path, body, **headers)) for path, body, headers, _ in some]
        return sum(now.json != before.json for now, (*_, before) in zip(again, some, strict=True))


# --------------------------------------------------------------------------------------------------------------------
# The attack
# --------------------------------------------------------------------------------------------------------------------


def attack(url: str, directory: Path, *, writers: int, kills: int) -> Iterator[Finding]:
    """Kill the process this number of times while clients write, and yield findings about the stored writes."""
    chance, server = random.Random(1), KillableServer(url, directory)
    tokens = create_users(url, writers)
    server.start()
    with run_writers(server.port, tokens) as people:
        for _ in range(kills):
            people.await_writes(chance.randrange(5, 60))
            time.sleep(chance.uniform(0, 0.02))
            server.die()
            server.start()
    yield Finding("kills under so many writers", f"{kills} under {writers}")
    yield from check_writes(people, url, server)


@dataclass
class Crowd:
    """Clients that write at the same time, each in a thread."""

    writers: Sequence[Writer]
    writing: Sequence[Future[None]]

    def await_writes(self, number: int) -> None:
        """Wait until this many more writes are answered, however slow the machine is, or until a client has failed."""
        wanted = number + self._answered()
        while self._answered() < wanted and not any(each.done() for each in self.writing):
            time.sleep(0.005)

    def _answered(self) -> int:
        return sum(len(writer.acknowledged) for writer in self.writers)


@contextmanager
def run_writers(port: int, tokens: Sequence[str]) -> Iterator[Crowd]:
    """Run clients that write until the block ends, and wait until all their writes are answered."""
    over = threading.Event()
    writers = [Writer(port, token, random.Random(number), over) for number, token in enumerate(tokens)]
    with ThreadPoolExecutor(len(writers)) as threads:
        writing = [threads.submit(writer.run) for writer in writers]
        try:
            yield Crowd(writers, writing)
        finally:
            over.set()
    for written in writing:
        written.result()


def check_writes(people: Crowd, url: str, server: KillableServer) -> Iterator[Finding]:
    """Check the stored writes, stop the server, and check the read models; yield the findings."""
    yield Finding("writes sent again", str(sum(writer.repeated for writer in people.writers)))
    changed = sum(writer.sent_again(5) for writer in people.writers)
    yield Finding("answers that were others when asked for again", str(changed), kept=changed == 0)
    with closing(connect(url)) as storage:
        yield from _of_log(storage, Counter(write for writer in people.writers for write in writer.acknowledged))
        _await_read_models(storage)
        server.stop()
        yield from _of_read_models(storage, url)


def create_users(url: str, writers: int) -> list[str]:
    """Create the tables of a database and new users, and return the users' API tokens."""
    with closing(connect(url)) as storage:
        storage.migrate()
        return _tokens(storage, writers)


def _tokens(storage: Storage, number: int) -> list[str]:
    accounts = Accounts(storage.database, memory_cost=64)
    users = [accounts.register(f"Writer {each}", "password of writers") for each in range(number)]
    return [str(accounts.add_token(user, "siege", uuid4().hex)[1]) for user in users]


def _of_log(storage: Storage, acknowledged: Counter[tuple[str, int]]) -> Iterator[Finding]:
    """Check that each command in the log ends at the version of its response, and that no others are in the log."""
    found: Counter[tuple[str, int]] = Counter()
    broken = 0
    for stream, _ in storage.stream_ends(storage.last_id()):
        records, _ = storage.application.read(stream)
        broken += not _chained(records, storage.application.recorder.select_events(stream))
        if not isinstance(records[0].fact, FiguresRecorded):
            found.update((stream, version) for version in _ends(records))
    lost, unknown = acknowledged - found, found - acknowledged
    yield Finding("writes acknowledged", str(acknowledged.total()), kept=acknowledged.total() > 0)
    yield Finding("acknowledged writes that are lost", str(lost.total()), kept=not lost)
    yield Finding("writes that were doubled or not acknowledged", str(unknown.total()), kept=not unknown)
    yield Finding("broken chains of hashes", str(broken), kept=broken == 0)


def _chained(records: list[Any], stored: Sequence[StoredEvent]) -> bool:
    hashes = ["", *map(stored_hash, stored)]
    return all(record.previous == before for record, before in zip(records, hashes, strict=False))


def _ends(records: list[Any]) -> Iterator[int]:
    """Yield the last version of each command."""
    following = [record.command for record in records[1:]]
    for record, then in zip(records, [*following, None], strict=True):
        if record.command != then:
            yield record.originator_version


def _await_read_models(storage: Storage) -> None:
    deadline = time.monotonic() + 60
    while any(lag(storage).values()) and time.monotonic() < deadline:
        time.sleep(0.1)


def _of_read_models(storage: Storage, url: str) -> Iterator[Finding]:
    """Check that the read models follow from the log."""
    behind = max(lag(storage).values())
    yield Finding("facts that read models lack after a minute", str(behind), kept=behind == 0)
    tables = [table for model in READ_MODELS.values() for table in model.tables]
    before = _rows(storage, tables)
    servers.run("rebuild", "all", variables=servers.environment(url))
    after = _rows(storage, tables)
    differing = ((before - after) + (after - before)).total()
    count = f"{differing} of {before.total()}"
    yield Finding("rows of read models that are others when made anew", count, kept=differing == 0)


def _rows(storage: Storage, tables: Sequence[str]) -> Counter[tuple[str, str]]:
    with storage.database.reading() as rows:
        return Counter(
            (table, str(sorted(row.items()))) for table in tables for row in rows.execute(f"SELECT * FROM {table}")
        )


def run() -> Iterator[Finding]:
    """Attack both databases with forty kills under ten writers."""
    with ExitStack() as stack:
        directory = Path(stack.enter_context(TemporaryDirectory()))
        server = stack.enter_context(private_server(directory / "postgres"))
        for name, url in {
            "PostgreSQL": create_database(server, "siege"),
            "SQLite": f"sqlite:///{directory}/daybook.sqlite",
        }.items():
            yield Finding(name, "")
            yield from attack(url, directory, writers=10, kills=40)
