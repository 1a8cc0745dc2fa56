"""Seats of running games from the command line."""

from __future__ import annotations

from datetime import timedelta

import pytest

from domain.aggregate import Game
from domain.table.clock.options import Clock, DaysPerTurn, RanOut
from service.readmodels.projection import catch_up
from service.usecases.command_handler import CommandHandler
from service.workers.bot_runner import BotRunner
from service.workers.deadline_worker import DeadlineWorker
from tests.service.cli.conftest import Run
from tests.service.workers.test_deadline_worker import start_clocked_game


def game_out_of_time(handler: CommandHandler, ran_out: RanOut) -> Game:
    """Return a game of Ada and Ben in which Ada's time has run out."""
    game = start_clocked_game(handler, Clock(pace=DaysPerTurn(days=1), ran_out=ran_out))
    deadline = game.table.clocks.running[0].deadline
    catch_up(handler.storage)
    DeadlineWorker(CommandHandler(handler.storage, lambda: deadline + timedelta(minutes=1))).look()
    catch_up(handler.storage)
    return handler.games.game(game.id)


def test_seat_out_of_time_is_offered_and_taken_over(run: Run, handler: CommandHandler) -> None:
    game = game_out_of_time(handler, "offer")
    assert run("seat", "take-over", game.id, "1", "--user", "cleo").exit_code == 4, "it is not offered yet"
    assert run("seat", "offer", game.id, "1", "--user", "cleo").exit_code == 4, "Cleo does not play"
    assert run("seat", "offer", game.id, "1", "--user", "ben").exit_code == 0
    assert run("seat", "take-over", game.id, "1", "--user", "cleo").exit_code == 0
    assert [chair.user for chair in handler.games.game(game.id).table.chairs] == ["cleo", "ben"]


def test_seat_offer_can_be_cancelled(run: Run, handler: CommandHandler) -> None:
    game = start_clocked_game(handler)
    assert run("seat", "offer", game.id, "2", "--user", "ben").exit_code == 0
    assert handler.games.game(game.id).table.chairs[1].offered
    assert run("seat", "offer", game.id, "2", "--cancel", "--user", "ben").exit_code == 0
    assert not handler.games.game(game.id).table.chairs[1].offered


def test_substitute_bot_plays_until_the_player_returns(run: Run, handler: CommandHandler) -> None:
    game = game_out_of_time(handler, "stand_in")
    assert run("seat", "substitute-bot", game.id, "1", "--bot", "random", "--user", "ben").exit_code == 0
    assert handler.games.game(game.id).table.chairs[0].bot == "random"
    assert run("seat", "return", game.id, "1", "--user", "ben").exit_code == 4, "that is Ada's seat"
    assert run("seat", "return", game.id, "1", "--user", "ada").exit_code == 4, "the bot takes this turn"
    bot = BotRunner(handler)
    while bot.move(game.id):
        pass
    assert run("seat", "return", game.id, "1", "--user", "ada").exit_code == 0
    assert handler.games.game(game.id).table.chairs[0].bot is None


def test_clocks_pause_when_all_players_agree(run: Run, handler: CommandHandler) -> None:
    game = start_clocked_game(handler)
    for name in ("ada", "ben"):
        assert run("seat", "pause", game.id, "--user", name).exit_code == 0
    assert handler.games.game(game.id).table.clocks.running[0].deadline is None
    assert run("seat", "pause", game.id, "--cancel", "--user", "ada").exit_code == 0
    assert handler.games.game(game.id).table.clocks.running[0].deadline is not None


def test_seats_are_swapped_when_all_players_agree(run: Run, handler: CommandHandler) -> None:
    game = start_clocked_game(handler)
    assert run("seat", "swap", game.id, "2", "--user", "ada").exit_code == 0
    assert run("seat", "answer-swap", game.id, "--decline", "--user", "ben").exit_code == 0
    assert [chair.user for chair in handler.games.game(game.id).table.chairs] == ["ada", "ben"]
    assert run("seat", "answer-swap", game.id, "--user", "ben").exit_code == 4, "the request was declined"
    assert run("seat", "swap", game.id, "2", "--user", "ada").exit_code == 0
    assert run("seat", "answer-swap", game.id, "--user", "ben").exit_code == 0
    assert [chair.user for chair in handler.games.game(game.id).table.chairs] == ["ben", "ada"]


@pytest.mark.parametrize("command", ["offer", "take-over", "substitute-bot"])
def test_unknown_game_user_or_seat_is_reported(run: Run, handler: CommandHandler, command: str) -> None:
    game = start_clocked_game(handler)
    assert run("seat", command, "0" * 32, "1", "--user", "ada").exit_code == 3
    assert run("seat", command, game.id, "1", "--user", "nobody").exit_code == 3
    assert run("seat", command, game.id, "0", "--user", "ada").exit_code == 2
    assert run("seat", command, game.id, "9", "--user", "ada").exit_code == 4
