"""Sites to attack: real processes on an empty database, with their own users and games."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import psutil

from domain.table.facts import SeatTaken
from service.accounts.users import Accounts
from service.storage import connect
from service.usecases import tables
from service.usecases.command_handler import CommandContext, CommandHandler
from tests import servers
from tests.load_tests.clients import Client

START = 120
"""Seconds that a process may take to start."""


@dataclass
class Target:
    """A web process, and the attacker's user and token."""

    url: str
    port: int
    process: servers.Process
    log: Path
    user: str
    token: str

    def worker(self) -> psutil.Process:
        """Return the process that answers, to measure its use of resources."""
        return psutil.Process(self.process.pid)

    def await_health(self) -> None:
        """Wait until the site is healthy; a process that has just started may not know yet that it can write."""
        deadline = time.monotonic() + START
        with closing(self.visitor()) as visitor:
            while (answer := visitor.get("/api/health")).status != 200:
                assert time.monotonic() < deadline, (answer, self.log.read_text())
                time.sleep(answer.retry_after or 0.1)

    def player(self) -> Client:
        """Return a client of the user with its own connection."""
        return Client(self.port, self.token)

    def visitor(self) -> Client:
        return Client(self.port)

    def game(self, rules: str = "brass-birmingham", seats: int = 4) -> tuple[str, int]:
        """Return a running game in which the user has all seats, and its version."""
        ((game, version),) = self.games(1, rules, seats)
        return game, version

    def games(self, count: int, rules: str, seats: int) -> list[tuple[str, int]]:
        """Return several running games in which the user has all seats, and their versions."""
        with closing(connect(self.url)) as storage:
            handler = CommandHandler(storage)
            return [self._game(handler, rules, seats) for _ in range(count)]

    def _game(self, handler: CommandHandler, rules: str, seats: int) -> tuple[str, int]:
        write = CommandContext(actor=self.user)
        game = tables.open_table(handler, write, rules=rules, name="Siege", seats=seats, options={}, undo="free")
        for seat in range(seats):
            taken = SeatTaken(seat=seat, user=self.user)
            tables.take_seat(handler, game.id, CommandContext(actor=self.user, seat=seat), taken)
        game = tables.start(handler, game.id, CommandContext(actor=self.user))
        return game.id, game.version


@contextmanager
def target(url: str, directory: Path, **settings: str) -> Iterator[Target]:
    """Yield a ready web process that does everything, on an empty database."""
    with closing(connect(url)) as storage:
        storage.migrate()
        accounts = Accounts(storage.database, memory_cost=64)
        user = accounts.register("Ada", "password of Ada")
        _, token = accounts.add_token(user, "siege", uuid4().hex)
    log = directory / "web.log"
    variables = servers.environment(url, DAYBOOK_ARGON2_MEMORY="1024", **settings)
    with servers.web(variables=variables, log=log) as (port, process):
        made = Target(url, port, process, log, user.id, token or "")
        made.await_health()
        yield made
