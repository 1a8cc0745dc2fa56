"""Downtime with web and worker as separate processes, as with Compose and Kubernetes: it costs players no time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from domain import audit
from domain.table.clock.facts import TimeRanOut
from domain.table.clock.options import Clock, DaysPerTurn
from domain.table.seat_changes.facts import StoodIn
from service.calendars import outages
from service.storage import Storage
from service.usecases.command_handler import CommandHandler
from tests.forks import Fork
from tests.processes import ahead
from tests.servers import free_port, stop
from tests.service.workers.test_deadline_worker import start_clocked_game
from tests.wait_until import wait_until

DOWN = timedelta(hours=40)


class Site:
    """A web process and a worker on one database; the time of both can be set ahead."""

    def __init__(self, storage: Storage, url: str, directory: Path) -> None:
        self._storage = storage
        self._url = url
        self._ahead = directory / "ahead"
        self._logs = directory
        self._running: dict[str, Fork] = {}
        self.leap(timedelta())

    def leap(self, ahead: timedelta) -> None:
        """Set the time ahead of the machine's clock."""
        self.ahead = ahead
        self._ahead.write_text(str(ahead.total_seconds()))

    def start(self, name: str) -> None:
        commands = {"web": ("serve", "--host", "127.0.0.1", "--port", str(free_port())), "worker": ("workers",)}
        arguments = (self._url, str(self._ahead), *commands[name])
        self._running[name] = Fork(ahead, arguments, os.environ, self._log(name))

    def stop(self, *names: str) -> None:
        for name in names:
            stop(self._running.pop(name))

    def close(self) -> None:
        self.stop(*self._running)

    def logged(self, name: str, text: str) -> bool:
        return text in self._log(name).read_text()

    def is_up(self) -> bool:
        """Return whether a web process has just written."""
        with self._storage.database.reading() as rows:
            (found,) = rows.execute("SELECT COUNT(*) AS beats FROM heartbeats WHERE name = 'web'")
            return found["beats"] == 1 and outages.known_until(rows, self._storage.clock() + self.ahead) is not None

    def has_checked_deadlines(self) -> bool:
        """Return whether a worker has checked for due deadlines."""
        with self._storage.database.reading() as rows:
            return bool(rows.execute("SELECT 1 FROM time_marks WHERE name = 'looked'"))

    def _log(self, name: str) -> Path:
        return self._logs / f"{name}.log"


@pytest.fixture
def site(storage: Storage, storage_url: str, tmp_path: Path) -> Iterator[Site]:
    made = Site(storage, storage_url, tmp_path)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("down", "back"),
    [(("web", "worker"), ("web", "worker")), (("web", "worker"), ("worker", "web")), (("web",), ("web",))],
    ids=["web is back first", "worker is back first", "only web was down"],
)
def test_no_player_runs_out_of_time_while_web_is_down(
    storage: Storage, site: Site, down: tuple[str, ...], back: tuple[str, ...]
) -> None:
    handler = CommandHandler(storage)
    game = start_clocked_game(handler, Clock(pace=DaysPerTurn(days=1), ran_out="stand_in", by_itself=True)).id
    agreed = deadline(handler, game)
    site.start("web")
    site.start("worker")
    wait_until(lambda: site.is_up() and site.has_checked_deadlines())
    site.stop(*down)
    site.leap(DOWN)
    for name in back:
        if (name == "web" and back[0] == "worker") or "worker" not in down:
            wait_until(lambda: site.logged("worker", "No web process can write"))
        site.start(name)
        wait_until(site.is_up if name == "web" else site.has_checked_deadlines)
    wait_until(lambda: deadline(handler, game) > agreed + DOWN - timedelta(minutes=5))
    records = handler.games.game(game).records[:]
    assert not [record for record in records if isinstance(record.fact, TimeRanOut | StoodIn)]
    assert {found.verdict for found in audit.examine(game, records)} == {"identical"}


def deadline(handler: CommandHandler, game: str) -> datetime:
    """Return the deadline of the player whose turn it is."""
    clocks = handler.games.game(game).table.clocks
    assert clocks is not None
    (running,) = clocks.running
    assert running.deadline is not None
    return running.deadline
