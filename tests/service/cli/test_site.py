"""Running a site: real processes that serve and project, and commands that prepare and repair a database."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import msgspec
import psutil
import pytest

from domain import aggregate, log, play
from domain.aggregate import Game
from domain.game import rulesets
from projections.registry import READ_MODELS
from service.accounts.users import Accounts
from service.cli import COMMANDS
from service.readmodels.projection import catch_up
from service.storage import connect
from service.usecases import tables
from service.usecases.command_handler import CommandContext, CommandHandler
from tests.servers import free_port
from tests.service import playing
from tests.service.cli.conftest import Run, site_in
from tests.service.storage_queries import lag
from tests.wait_until import wait_until

DAYBOOK = Path(sys.executable).with_name("daybook")


class TestMigrate:
    def test_migrates_an_empty_database_and_then_reports_it_up_to_date(self, run: Run) -> None:
        assert run("users", "list").exit_code == 5
        assert "Migration steps applied" in run("migrate").output
        assert run("users", "list").exit_code == 0
        assert run("migrate").output == "The database is up to date.\n"


class TestRebuild:
    @pytest.mark.parametrize("name", ["all", *READ_MODELS])
    def test_restores_lost_rows(self, run: Run, handler: CommandHandler, finished: Game, name: str) -> None:
        catch_up(handler.storage)
        tables = {table for model in READ_MODELS.values() if name in ("all", model.name) for table in model.tables}
        before = rows_of(handler, tables)
        with handler.storage.database.transaction() as rows:
            for table in tables:
                rows.execute(f"DELETE FROM {table}")
        assert run("rebuild", name, "--processes", "1").exit_code == 0
        assert rows_of(handler, tables) == before
        assert any(before.values()) or name in ("branches", "deadlines")  # A finished game has none of these.

    def test_unknown_read_model_is_reported(self, run: Run, handler: CommandHandler) -> None:
        result = run("rebuild", "dreams")
        assert result.exit_code == 3
        assert "ledger" in result.output


def rows_of(handler: CommandHandler, tables: set[str]) -> dict[str, list[str]]:
    with handler.storage.database.reading() as rows:
        return {table: sorted(map(str, rows.execute(f"SELECT * FROM {table}"))) for table in sorted(tables)}


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Return a directory with a demo, and the output of the command that made it. Both tests use a copy."""
    directory = tmp_path_factory.mktemp("demo")
    result = site_in(directory)("demo")
    assert result.exit_code == 0
    return directory, result.output


@pytest.fixture
def demo_output(demo: tuple[Path, str], tmp_path: Path) -> str:
    """Return the output of the demo command that created the present database."""
    directory, output = demo
    shutil.copytree(directory, tmp_path, dirs_exist_ok=True)
    return output


class TestDemo:
    def test_creates_users_and_games_and_changes_nothing_when_repeated(self, run: Run, demo_output: str) -> None:
        ids = re.findall(r"http://127.0.0.1:8000/games/(\w{32})", demo_output)
        storage = connect(run.environment["DATABASE_URL"])
        *running, alone, finished = map(CommandHandler(storage).games.game, ids)
        assert {game.ruleset.name for game in running} == set(rulesets()) - {"toy"}
        for game in running:
            assert [chair.bot for chair in game.table.chairs] == [None, "greedy", "greedy"]
            assert [act.seat for act in play.to_act(game.ruleset, game.table, aggregate.state(game))] == [0]
            assert game.records[log.line(game.tree)[-1] - 1].seat != 0, "a turn has just begun"
        assert [chair.automa for chair in alone.table.chairs] == ["", "normal", "high_voltage"]
        assert (alone.table.opened.undo, len(aggregate.move_ends(alone)) >= 30) == ("free", True)
        assert [act.seat for act in play.to_act(alone.ruleset, alone.table, aggregate.state(alone))] == [0]
        assert (finished.table.phase, len(finished.table.chairs)) == ("finished", 4)
        for name, password in re.findall(r"User (\w+): password (\w+)", demo_output):
            assert Accounts(storage.database, 64).authenticated(name, password)
        end = storage.last_id()
        again = run("demo")
        assert (again.exit_code, again.output) == (0, demo_output)
        assert storage.last_id() == end
        assert set(lag(storage).values()) == {0}
        storage.close()

    def test_keeps_a_changed_password(self, run: Run, demo_output: str) -> None:
        with closing(connect(run.environment["DATABASE_URL"])) as storage:
            accounts = Accounts(storage.database, 64)
            ada = accounts.named("Ada")
            assert ada is not None
            accounts.set_password(ada, "not the demo's")
            lines = run("demo").output.splitlines()
            assert lines[0] == "User Ada: has changed their password"
            assert lines[1:] == demo_output.splitlines()[1:]
            assert accounts.authenticated("Ada", "not the demo's")


# Processes -----------------------------------------------------------------------------------------------------------


@contextmanager
def process(url: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    environment = os.environ | {"DATABASE_URL": url, "PYTHONUNBUFFERED": "1"}
    running = subprocess.Popen(
        [DAYBOOK, *arguments], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        yield running
    finally:
        running.kill()
        running.communicate()


def fetch(address: str, seconds: float = 120) -> bytes:
    deadline = time.monotonic() + seconds
    while True:
        try:
            with urlopen(address, timeout=10) as response:
                return bytes(response.read())
        except (URLError, TimeoutError):  # the server may not be running yet
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def test_serve_runs_site_projector_and_bots_and_stops_on_sigterm(tmp_path: Path) -> None:
    url, port = f"sqlite:///{tmp_path}/handler.sqlite", free_port()
    with process(url, "serve", "--port", str(port)) as server:
        site = f"http://127.0.0.1:{port}"
        assert msgspec.json.decode(fetch(f"{site}/api/games"))["games"] == []
        stream = bots_table(CommandHandler(connect(url)))
        listed = msgspec.json.decode(fetch(f"{site}/api/games/{stream}"))
        assert listed["phase"] in ("running", "finished")
        await_finished(CommandHandler(connect(url)), stream)
        following = urlopen(Request(f"{site}/api/games/{stream}/events", headers={"Accept": "text/event-stream"}))
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=60) == 0, "an open event stream does not keep the server from stopping"
        following.close()


def test_supervisor_serves_with_several_processes_and_restarts_them(tmp_path: Path) -> None:
    url, port = f"sqlite:///{tmp_path}/handler.sqlite", free_port()
    site = f"http://127.0.0.1:{port}"
    with process(url, "serve", "--processes", "2", "--port", str(port)) as supervisor:
        fetch(f"{site}/api/games")
        first = processes_of(supervisor)
        assert len(first) == 3
        for part in first:
            part.kill()
        stream = bots_table(CommandHandler(connect(url)))
        await_finished(CommandHandler(connect(url)), stream)
        assert msgspec.json.decode(fetch(f"{site}/api/games/{stream}"))["id"] == stream
        again = processes_of(supervisor)
        assert len(again) == 3
        assert not set(first) & set(again)
        supervisor.send_signal(signal.SIGTERM)
        assert supervisor.wait(timeout=60) == 0
        assert not any(part.is_running() for part in again)


def processes_of(supervisor: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """Return the processes that a supervisor has started (Python starts one more, which cleans up)."""
    children = psutil.Process(supervisor.pid).children()
    return [child for child in children if any("spawn_main" in argument for argument in child.cmdline())]


@pytest.mark.parametrize("command", [["migrate"], ["demo"], ["serve", "--port", "0"], ["users", "list"]], ids=" ".join)
def test_a_database_from_before_the_first_release_is_refused(
    run: Run, handler: CommandHandler, command: list[str]
) -> None:
    with handler.storage.database.transaction() as rows:
        rows.execute("UPDATE migration_steps SET name = '0100_accounts' WHERE name = '0001_baseline'")
    result = run(*command)
    assert result.exit_code == 4
    assert "made by a version before the first release: set DATABASE_URL to a new database" in result.output


def test_port_in_use_is_reported(run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = run("serve", "--port", str(taken.getsockname()[1]))
    assert result.exit_code == 4
    assert "Address already in use" in result.output


def test_workers_run_as_a_separate_process(tmp_path: Path) -> None:
    url, port = f"sqlite:///{tmp_path}/handler.sqlite", free_port()
    with process(url, "serve", "--no-workers", "--port", str(port)) as refused:
        assert refused.wait(timeout=120) == 5, "it does not migrate the database automatically"
    storage = connect(url)
    storage.migrate()
    stream = bots_table(CommandHandler(storage))
    with process(url, "workers") as workers:
        await_finished(CommandHandler(storage), stream)
        wait_until(lambda: not any(lag(storage).values()), seconds=120)
        workers.send_signal(signal.SIGTERM)
        assert workers.wait(timeout=60) == 0
    storage.close()


def bots_table(handler: CommandHandler) -> str:
    """Return a new introductory game of bots without moves."""
    write = CommandContext(actor="somebody", command="bots")
    options = {"introductory": True}
    game = tables.open_table(handler, write, rules="brass-birmingham", name="bots", seats=2, options=options)
    for seat in range(2):
        taken = playing.SeatTaken(seat=seat, bot="random")
        tables.take_seat(handler, game.id, CommandContext(actor="somebody", command=f"seat-{seat}"), taken)
    return tables.start(handler, game.id, CommandContext(actor="somebody", command="start")).id


def await_finished(handler: CommandHandler, stream: str) -> None:
    wait_until(lambda: handler.games.game(stream).table.phase == "finished", seconds=120)


# Help and messages ---------------------------------------------------------------------------------------------------


def test_every_command_has_help(run: Run) -> None:
    for name in ("", *COMMANDS):
        result = run(*filter(None, (name, "--help")))
        assert result.exit_code == 0
        assert "Usage" in result.output
    assert run("dreams").exit_code == 2


def test_the_exit_codes_are_documented(run: Run) -> None:
    assert re.findall(r"^ +(\d)  ", run("--help").output, re.MULTILINE) == ["0", "1", "2", "3", "4", "5"]


def test_invalid_setting_is_reported(run: Run) -> None:
    run.environment["DAYBOOK_ARGON2_MEMORY"] = "much"
    result = run("users", "list")
    assert result.exit_code == 4
    assert "DAYBOOK_ARGON2_MEMORY is invalid. Use a whole number instead of text." in result.output
