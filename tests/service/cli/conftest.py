"""The command line for tests, in this process and on a separate database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from domain.aggregate import Game
from service.cli import main
from service.transfer.export import export_lines
from service.usecases.command_handler import CommandHandler
from tests.service import playing


class Run:
    """A runner of commands: ``run("audit", game, input="…")`` returns the output and exit code."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment

    def __call__(self, *arguments: str, input: str | None = None) -> Result:
        return CliRunner().invoke(main, arguments, env=self.environment, input=input)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return site_in(tmp_path)


def site_in(directory: Path) -> Run:
    """Return a runner of commands on a database in this directory."""
    url = f"sqlite:///{directory}/daybook.sqlite"
    return Run({"DATABASE_URL": url, "COLUMNS": "120", "DAYBOOK_ARGON2_MEMORY": "64"})


@pytest.fixture
def handler(tmp_path: Path) -> Iterator[CommandHandler]:
    """Yield a command handler on the same database, which it prepares."""
    made = playing.new_daybook(tmp_path)
    yield made
    made.storage.close()


@pytest.fixture
def finished(handler: CommandHandler) -> Game:
    return playing.play_to_end(handler, playing.start_game(handler, 2))


@pytest.fixture
def running(handler: CommandHandler) -> Game:
    return playing.make_random_move(handler, playing.start_game(handler, 2, name="running"), playing.random.Random(1))


@pytest.fixture
def exported(handler: CommandHandler, finished: Game, tmp_path: Path) -> Path:
    """Export the finished game, and return the file."""
    file = tmp_path / "game.ndjson"
    file.write_bytes(b"".join(export_lines(handler, finished, "spectator")))
    return file
