"""Bots move wherever they are to act: after a restart, after news, side by side, and in one process only."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from threading import Event
from unittest import mock

from eventsourcing.persistence import Notification

from domain.table.facts import SeatTaken
from service.readmodels.projector import catch_up
from service.storage import Storage
from service.usecases.bot_runner import BotRunner
from service.usecases.daybook import Daybook
from service.usecases.writing import Write

ADA = "ada"


def write(key: str, seat: int = 0) -> Write:
    return Write(actor=ADA, seat=seat, command=key)


def game_of(daybook: Daybook, *seats: str, key: str = "game") -> str:
    """A running toy game; ``"me"`` is a person, everything else a bot's strategy."""
    game = daybook.open_table(write(key), rules="toy", name=key, seats=len(seats), options={})
    for seat, who in enumerate(seats):
        taken = SeatTaken(seat=seat, user=ADA) if who == "me" else SeatTaken(seat=seat, bot=who)
        daybook.take_seat(game.id, write(f"{key}-{seat}", seat), taken)
    daybook.start(game.id, write(f"{key}-start"))
    return game.id


def eventually(true: Callable[[], bool], seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def test_games_that_waited_for_a_bot_at_the_start_are_played(storage: Storage) -> None:
    daybook = Daybook(storage)
    games = [game_of(daybook, "best", "random", key=f"game-{number}") for number in range(2)]
    catch_up(storage)
    bots = BotRunner(daybook)
    bots.start()
    assert eventually(lambda: all(daybook.game(game).table.phase == "finished" for game in games))
    bots.stop()


def test_games_that_the_read_model_does_not_know_yet_are_played_too(storage: Storage) -> None:
    daybook = Daybook(storage)
    game = game_of(daybook, "best", "best")
    bots = BotRunner(daybook)
    bots.start()
    assert eventually(lambda: daybook.game(game).table.phase == "finished")
    bots.stop()


def test_a_bot_answers_a_persons_move_and_waits_for_the_next(storage: Storage) -> None:
    daybook = Daybook(storage)
    game = game_of(daybook, "me", "best")
    bots = BotRunner(daybook)
    bots.start()
    for picks in (["take_coins"], ["end_turn"]):
        daybook.move(game, write(f"move-{picks[0]}"), picks)
    assert eventually(lambda: daybook.bot_to_act(daybook.game(game)) is None)
    position = daybook.position(daybook.game(game))
    assert position.turn == 0
    assert position.points[1] > 0
    bots.stop()


def test_a_running_game_without_bots_is_looked_at_once(storage: Storage) -> None:
    daybook = Daybook(storage)
    alone = game_of(daybook, "me", "me", key="alone")
    asked: list[str] = []
    load = Daybook.game
    with mock.patch.object(Daybook, "game", lambda self, stream: asked.append(stream) or load(self, stream)):
        bots = BotRunner(daybook)
        bots.start()
        assert eventually(lambda: alone in asked)
        for number in range(3):
            daybook.move(alone, write(f"move-{number}"), ["take_coins"])
            daybook.undo(alone, write(f"undo-{number}"))
            beside = game_of(daybook, "best", "best", key=f"beside-{number}")
            assert eventually(lambda: load(daybook, beside).table.phase == "finished")  # noqa: B023
        bots.stop()
    assert asked.count(alone) == 1


def test_moves_of_people_that_come_together_are_looked_at_once(storage: Storage) -> None:
    daybook = Daybook(storage)
    alone = game_of(daybook, "me", "me", key="alone")
    looks: list[int] = []
    news = storage.notifications

    def noted(after: int, stop: Event) -> Iterator[Sequence[Notification]]:
        for found in news(after, stop):
            looks.append(len(found))
            yield found

    with mock.patch.object(storage, "notifications", noted), mock.patch("service.usecases.bot_runner.GATHERING", 3600):
        bots = BotRunner(daybook)
        bots.start()
        assert eventually(lambda: bool(looks))
        for number in range(3):
            daybook.move(alone, write(f"move-{number}"), ["take_coins"])
            daybook.undo(alone, write(f"undo-{number}"))
        bots.stop()
    assert len(looks) == 1


def test_of_several_processes_one_plays_and_another_takes_over(storage: Storage) -> None:
    first, second = BotRunner(Daybook(storage)), BotRunner(Daybook(storage))
    with mock.patch("service.storage.standby.STANDBY", 0.05):
        first.start()
        second.start()
        daybook = Daybook(storage)
        one = game_of(daybook, "best", "best", key="one")
        assert eventually(lambda: daybook.game(one).table.phase == "finished")
        first.stop()
        two = game_of(daybook, "best", "best", key="two")
        assert eventually(lambda: daybook.game(two).table.phase == "finished")
        second.stop()


def test_a_bot_that_fails_leaves_the_other_games_alone(storage: Storage) -> None:
    daybook = Daybook(storage)
    broken, sound = game_of(daybook, "best", "me", key="broken"), game_of(daybook, "random", "random", key="sound")
    play = Daybook.play_bot

    def play_or_fail(self: Daybook, game, seat):  # type: ignore[no-untyped-def]
        if game.id == broken:
            raise RuntimeError("no idea")
        return play(self, game, seat)

    with mock.patch.object(Daybook, "play_bot", play_or_fail):
        bots = BotRunner(daybook)
        bots.start()
        assert eventually(lambda: daybook.game(sound).table.phase == "finished")
        bots.stop()
    assert daybook.bot_to_act(daybook.game(broken)) == 0
