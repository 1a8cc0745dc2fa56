"""Processes that start before their database or lose it work once it is ready; wrong settings stop them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

import psycopg
import pytest

from service.readmodels.projection import lag
from service.storage import Storage, connect
from service.usecases import tables
from service.usecases.command_handler import CommandContext, CommandHandler
from tests import postgres
from tests.load_tests.clients import send_request
from tests.servers import environment, free_port, run, running
from tests.wait_until import wait_until

WORKERS = 5
"""Each has a lease, held by a session of its own: read models, bots, notifications, clocks and sending."""


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.Server]:
    with postgres.server() as made:
        run("migrate", variables=environment(made.url))
        yield made


def logged(log: Path, text: str) -> int:
    return log.read_text().count(text) if log.exists() else 0


def test_a_process_can_start_before_the_database(server: postgres.Server, tmp_path: Path) -> None:
    variables, port = environment(server.url), free_port()
    logs = {name: tmp_path / name for name in ("web", "worker", "embedded")}
    server.stop()
    with ExitStack() as stack:
        for name, command in {
            "web": ("serve", "--no-workers", "--port", str(port)),
            "worker": ("workers",),
            "embedded": ("serve", "--port", str(free_port())),
        }.items():
            process = stack.enter_context(running(*command, variables=variables, log=logs[name]))
            wait_until(lambda name=name: logged(logs[name], "The database is unavailable"))
            assert process.poll() is None
        server.start()
        wait_until(lambda: logged(logs["worker"], "Workers are running."))
        wait_until(lambda: logged(logs["embedded"], "Daybook is running at"))
        health = wait_until(lambda: _health(port, logs["web"]), lambda found: found and found["worker_age"] is not None)
        assert health["writes"]
        assert all(logged(log, "The database is unavailable") == 1 for log in logs.values())


def _health(port: int, log: Path) -> dict[str, object]:
    return send_request(port, "/api/health").json if logged(log, "Daybook is running at") else {}


@pytest.mark.parametrize("command", ["serve", "workers", "migrate"])
@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (("/tested?", "/missing?"), "does not exist"),
        (("postgres@", "stranger@"), "does not exist"),
        (("?host", "?port=x&host"), "port"),
        (("?host", "?hots"), "hots"),
    ],
    ids=["database", "user", "port", "address"],
)
def test_wrong_settings_stop_a_process_immediately(
    server: postgres.Server, command: str, wrong: tuple[str, str], reason: str, tmp_path: Path
) -> None:
    variables = environment(server.url.replace(*wrong))
    arguments = [command, "--port", str(free_port())] if command == "serve" else [command]
    with running(*arguments, variables=variables, log=tmp_path / "log") as process:
        assert process.wait(60) == 4
    (logged_line,) = (tmp_path / "log").read_text().splitlines()
    assert reason in logged_line


def test_worker_continues_after_its_sessions_are_killed(server: postgres.Server, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with (
        running("workers", variables=environment(server.url), log=log) as process,
        closing(connect(server.url)) as storage,
    ):
        sessions: set[int] = set()
        for command in range(3):
            sessions = wait_until(partial(_working, server, sessions), lambda found: len(found) == WORKERS)
            write = CommandContext(actor="ada", command=f"open-{command}")
            tables.open_table(CommandHandler(storage), write, rules="brass-birmingham", name="", seats=2, options={})
            wait_until(lambda: not any(_lags(storage).values()))
            with psycopg.connect(server.url, autocommit=True) as session:
                postgres.terminate_sessions(session)
        wait_until(partial(_working, server, sessions), lambda found: len(found) == WORKERS)
        assert process.poll() is None
    assert "Traceback" not in log.read_text()


def _working(server: postgres.Server, before: set[int]) -> set[int]:
    """Return the sessions that hold leases now and did not before."""
    found = server.execute("SELECT DISTINCT pid FROM pg_locks WHERE locktype = 'advisory' AND granted")
    return {pid for (pid,) in found} - before


def _lags(storage: Storage) -> dict[str, int]:
    with storage.database.reading() as rows:
        return lag(storage, rows)
