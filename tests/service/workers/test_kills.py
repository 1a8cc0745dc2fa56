"""Kills of the deadline worker at any moment: a standby takes over, and each flag falls once and on time."""

from __future__ import annotations

import random
import time

import pytest

from domain import audit
from domain.aggregate import Game
from domain.table.clock.facts import TimeRanOut
from domain.table.clock.options import Clock, DaysPerTurn
from service.readmodels.projection import catch_up
from service.storage import Storage
from service.usecases.command_handler import CommandHandler
from tests.processes import await_ready, go, process
from tests.service.workers.test_deadline_worker import make_move, start_clocked_game

GAMES = 16
TIMEOUT = 60
"""Seconds to wait for a flag before the test fails."""


def flags(game: Game) -> list[int]:
    return [record.fact.seat for record in game.records if isinstance(record.fact, TimeRanOut)]


def flag_count(handler: CommandHandler, games: list[str]) -> int:
    return sum(len(flags(handler.games.game(game))) for game in games)


def await_flags(handler: CommandHandler, games: list[str], number: int) -> None:
    deadline = time.monotonic() + TIMEOUT
    while flag_count(handler, games) < number:
        assert time.monotonic() < deadline, flag_count(handler, games)
        time.sleep(0.002)


def test_each_flag_falls_once_even_if_the_worker_is_killed(storage: Storage, request: pytest.FixtureRequest) -> None:
    url = request.getfixturevalue("storage_url")
    handler = CommandHandler(storage)
    agreed = Clock(pace=DaysPerTurn(days=1), ran_out="offer", by_itself=True)
    games = [start_clocked_game(handler, agreed, name=f"Game {number}").id for number in range(GAMES)]
    for game in games[::3]:  # The player to move has had no turn before; the other is not awaited.
        make_move(handler, make_move(handler, handler.games.game(game), "take_coins"), "end_turn")
    catch_up(storage)
    with process("keeping_time", url, "2") as first, process("keeping_time", url, "2") as second:
        for running in (first, second):
            await_ready(running)
            go(running)
        await_flags(handler, games, random.Random(3).randint(1, GAMES // 2))
        first.kill()
        await_flags(handler, games, GAMES)
    for number, stream in enumerate(games):
        game = handler.games.game(stream)
        assert flags(game) == [1 if number % 3 == 0 else 0]
        assert game.table.chairs[flags(game)[0]].offered == "late"
        assert [found for found in audit.examine(game.id, game.records[:]) if found.verdict != "identical"] == []
