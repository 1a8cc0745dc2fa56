"""The bot runner: bots move when it is their turn, after restarts and updates, in parallel, in one process only."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from threading import Event
from unittest import mock

from eventsourcing.persistence import Notification

from domain.table.facts import SeatTaken
from service.readmodels.projection import catch_up
from service.storage import Storage
from service.usecases import moves, tables
from service.usecases.command_handler import CommandContext, CommandHandler
from service.usecases.game_repository import GameRepository
from service.workers.bot_runner import BotRunner

ADA = "ada"


def write(key: str, seat: int = 0) -> CommandContext:
    return CommandContext(actor=ADA, seat=seat, command=key)


def game_of(handler: CommandHandler, *seats: str, key: str = "game") -> str:
    """Return a running toy game; ``"me"`` is a person, everything else a bot's strategy."""
    game = tables.open_table(handler, write(key), rules="toy", name=key, seats=len(seats), options={})
    for seat, who in enumerate(seats):
        taken = SeatTaken(seat=seat, user=ADA) if who == "me" else SeatTaken(seat=seat, bot=who)
        tables.take_seat(handler, game.id, write(f"{key}-{seat}", seat), taken)
    tables.start(handler, game.id, write(f"{key}-start"))
    return game.id


def eventually(true: Callable[[], bool], seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def test_games_that_waited_for_a_bot_at_the_start_are_played(storage: Storage) -> None:
    handler = CommandHandler(storage)
    games = [game_of(handler, "best", "random", key=f"game-{number}") for number in range(2)]
    catch_up(storage)
    bots = BotRunner(handler)
    bots.start()
    assert eventually(lambda: all(handler.games.game(game).table.phase == "finished" for game in games))
    bots.stop()


def test_games_that_the_read_model_does_not_know_yet_are_played_too(storage: Storage) -> None:
    handler = CommandHandler(storage)
    game = game_of(handler, "best", "best")
    bots = BotRunner(handler)
    bots.start()
    assert eventually(lambda: handler.games.game(game).table.phase == "finished")
    bots.stop()


def test_a_bot_answers_a_persons_move_and_waits_for_the_next(storage: Storage) -> None:
    handler = CommandHandler(storage)
    game = game_of(handler, "me", "best")
    bots = BotRunner(handler)
    bots.start()
    for picks in (["take_coins"], ["end_turn"]):
        handler.run(moves.move(handler, game, write(f"move-{picks[0]}"), picks))
    assert eventually(lambda: moves.bot_to_act(handler, handler.games.game(game)) is None)
    position = handler.games.position(handler.games.game(game))
    assert position.turn == 0
    assert position.points[1] > 0
    bots.stop()


def test_a_running_game_without_bots_is_looked_at_once(storage: Storage) -> None:
    handler = CommandHandler(storage)
    alone = game_of(handler, "me", "me", key="alone")
    asked: list[str] = []
    load = GameRepository.game
    with mock.patch.object(GameRepository, "game", lambda self, stream: asked.append(stream) or load(self, stream)):
        bots = BotRunner(handler)
        bots.start()
        assert eventually(lambda: alone in asked)
        for number in range(3):
            handler.run(moves.move(handler, alone, write(f"move-{number}"), ["take_coins"]))
            handler.run(moves.undo(handler, alone, write(f"undo-{number}")))
            beside = game_of(handler, "best", "best", key=f"beside-{number}")
            assert eventually(lambda: load(handler.games, beside).table.phase == "finished")  # noqa: B023
        bots.stop()
    assert asked.count(alone) == 1


def test_moves_of_people_that_come_together_are_looked_at_once(storage: Storage) -> None:
    handler = CommandHandler(storage)
    alone = game_of(handler, "me", "me", key="alone")
    looks: list[int] = []
    news = storage.notifications

    def noted(after: int, stop: Event) -> Iterator[Sequence[Notification]]:
        for found in news(after, stop):
            looks.append(len(found))
            yield found

    with mock.patch.object(storage, "notifications", noted), mock.patch("service.workers.bot_runner.GATHERING", 3600):
        bots = BotRunner(handler)
        bots.start()
        assert eventually(lambda: bool(looks))
        for number in range(3):
            handler.run(moves.move(handler, alone, write(f"move-{number}"), ["take_coins"]))
            handler.run(moves.undo(handler, alone, write(f"undo-{number}")))
        bots.stop()
    assert len(looks) == 1


def test_of_several_processes_one_plays_and_another_takes_over(storage: Storage) -> None:
    first, second = BotRunner(CommandHandler(storage)), BotRunner(CommandHandler(storage))
    with mock.patch("service.storage.leader_election.STANDBY", 0.05):
        first.start()
        second.start()
        handler = CommandHandler(storage)
        one = game_of(handler, "best", "best", key="one")
        assert eventually(lambda: handler.games.game(one).table.phase == "finished")
        first.stop()
        two = game_of(handler, "best", "best", key="two")
        assert eventually(lambda: handler.games.game(two).table.phase == "finished")
        second.stop()


def test_a_bot_that_fails_leaves_the_other_games_alone(storage: Storage) -> None:
    handler = CommandHandler(storage)
    broken, sound = game_of(handler, "best", "me", key="broken"), game_of(handler, "random", "random", key="sound")
    play = moves.play_bot

    def play_or_fail(handler: CommandHandler, game, seat):  # type: ignore[no-untyped-def]
        if game.id == broken:
            raise RuntimeError("no idea")
        return play(handler, game, seat)

    with mock.patch.object(moves, "play_bot", play_or_fail):
        bots = BotRunner(handler)
        bots.start()
        assert eventually(lambda: handler.games.game(sound).table.phase == "finished")
        bots.stop()
    assert moves.bot_to_act(handler, handler.games.game(broken)) == 0
