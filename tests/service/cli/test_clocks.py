"""Clocks from the command line: the next deadlines, and vacations."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from domain.table.clock.options import Clock, DaysPerTurn
from service.readmodels.projection import catch_up
from service.usecases.command_handler import CommandHandler
from tests.service import playing
from tests.service.cli.conftest import Run
from tests.service.workers.test_deadline_worker import start_clocked_game


def test_games_are_listed_by_next_deadline(run: Run, handler: CommandHandler) -> None:
    slow, fast = (start_clocked_game(handler, Clock(pace=DaysPerTurn(days=days)), name=f"In {days}") for days in (3, 1))
    catch_up(handler.storage)
    lines = [
        f"{game.table.clocks.running[0].deadline.isoformat(timespec='seconds')}  {game.id}  1  Ada\n"
        for game in (fast, slow)
    ]
    assert run("clocks").output == "".join(lines)
    assert run("clocks", "--limit", "1").output == lines[0]


def test_vacations_are_planned_listed_and_cancelled(run: Run, handler: CommandHandler) -> None:
    playing.register(handler)
    first = datetime.now(UTC).date() + timedelta(days=10)
    days = str(first), str(first + timedelta(days=2))
    assert run("vacation", "plan", *days, "--user", "ada").exit_code == 0
    planned = run("vacation", "list", "--user", "ada").output
    assert planned.startswith(f"{days[0]}  {days[1]}\n")
    again = run("vacation", "plan", *days, "--user", "ada")
    assert (again.exit_code, "Error" in again.output) == (4, True)
    assert run("vacation", "cancel", days[0], "--user", "ada").exit_code == 0
    assert days[0] not in run("vacation", "list", "--user", "ada").output
    assert run("vacation", "cancel", days[0], "--user", "ada").exit_code == 3
    assert run("vacation", "plan", "soon", "later", "--user", "ada").exit_code == 2
    assert run("vacation", "list", "--user", "nobody").exit_code == 3
