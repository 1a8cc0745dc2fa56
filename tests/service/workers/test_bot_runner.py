"""The bot runner: bots move when it is their turn, after restarts and updates, in parallel, in one process only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from tests.wait_until import wait_until

ADA = "ada"


def write(key: str, seat: int = 0) -> CommandContext:
    return CommandContext(actor=ADA, seat=seat, command=key)


def game_of(handler: CommandHandler, *seats: str, key: str = "game") -> str:
    """Return a running toy game; ``"me"`` is a player, everything else a bot's strategy."""
    game = tables.open_table(handler, write(key), rules="toy", name=key, seats=len(seats), options={})
    for seat, who in enumerate(seats):
        taken = SeatTaken(seat=seat, user=ADA) if who == "me" else SeatTaken(seat=seat, bot=who)
        tables.take_seat(handler, game.id, write(f"{key}-{seat}", seat), taken)
    tables.start(handler, game.id, write(f"{key}-start"))
    return game.id


def test_games_awaiting_a_bot_at_startup_are_played(storage: Storage) -> None:
    handler = CommandHandler(storage)
    games = [game_of(handler, "best", "random", key=f"game-{number}") for number in range(2)]
    catch_up(storage)
    bots = BotRunner(handler)
    bots.start()
    wait_until(lambda: all(handler.games.game(game).table.phase == "finished" for game in games))
    bots.stop()


def test_games_not_yet_in_the_read_model_are_played(storage: Storage) -> None:
    handler = CommandHandler(storage)
    game = game_of(handler, "best", "best")
    bots = BotRunner(handler)
    bots.start()
    wait_until(lambda: handler.games.game(game).table.phase == "finished")
    bots.stop()


def test_bot_moves_after_a_player_and_waits_for_the_next_move(storage: Storage) -> None:
    handler = CommandHandler(storage)
    game = game_of(handler, "me", "best")
    bots = BotRunner(handler)
    bots.start()
    for picks in (["take_coins"], ["end_turn"]):
        handler.run(moves.move(handler, game, write(f"move-{picks[0]}"), picks))
    wait_until(lambda: moves.bot_to_act(handler, handler.games.game(game)) is None)
    position = handler.games.position(handler.games.game(game))
    assert position.turn == 0
    assert position.points[1] > 0
    bots.stop()


def test_running_game_without_bots_is_loaded_once(storage: Storage) -> None:
    handler = CommandHandler(storage)
    alone = game_of(handler, "me", "me", key="alone")
    loaded: list[str] = []
    load = GameRepository.game
    with mock.patch.object(GameRepository, "game", lambda self, stream: loaded.append(stream) or load(self, stream)):
        bots = BotRunner(handler)
        bots.start()
        wait_until(lambda: alone in loaded)
        for number in range(3):
            handler.run(moves.move(handler, alone, write(f"move-{number}"), ["take_coins"]))
            handler.run(moves.undo(handler, alone, write(f"undo-{number}")))
            beside = game_of(handler, "best", "best", key=f"beside-{number}")
            wait_until(lambda: load(handler.games, beside).table.phase == "finished")  # noqa: B023
        bots.stop()
    assert loaded.count(alone) == 1


def test_player_moves_in_quick_succession_are_batched(storage: Storage) -> None:
    """Moves made during the wait after a check without work are one batch."""
    handler = CommandHandler(storage)
    alone = game_of(handler, "me", "me", key="alone")
    batches: list[int] = []
    original = storage.notifications
    waiting, waited = Event(), Event()

    class Stopping(Event):
        def wait(self, timeout: float | None = None) -> bool:
            if timeout != 3600:
                return super().wait(timeout)
            waiting.set()
            return waited.wait()

    def batched(after: int, stop: Event) -> Iterator[Sequence[Notification]]:
        for found in original(after, stop):
            batches.append(len(found))
            yield found

    before = handler.games.game(alone).version
    with mock.patch.object(storage, "notifications", batched), mock.patch("service.workers.bot_runner.GATHERING", 3600):
        bots = BotRunner(handler)
        bots.stopping = Stopping()
        bots.start()
        wait_until(waiting.is_set)
        for number in range(3):
            handler.run(moves.move(handler, alone, write(f"move-{number}"), ["take_coins"]))
            handler.run(moves.undo(handler, alone, write(f"undo-{number}")))
        made = handler.games.game(alone).version - before
        waited.set()
        wait_until(lambda: sum(batches[1:]) == made)
        bots.stop()
    assert batches[1:] == [made]


def test_standby_process_takes_over_when_the_first_stops(storage: Storage) -> None:
    first, second = BotRunner(CommandHandler(storage)), BotRunner(CommandHandler(storage))
    with mock.patch("service.storage.leader_election.STANDBY", 0.05):
        first.start()
        second.start()
        handler = CommandHandler(storage)
        one = game_of(handler, "best", "best", key="one")
        wait_until(lambda: handler.games.game(one).table.phase == "finished")
        first.stop()
        two = game_of(handler, "best", "best", key="two")
        wait_until(lambda: handler.games.game(two).table.phase == "finished")
        second.stop()


def test_failing_bot_does_not_affect_other_games(storage: Storage) -> None:
    handler = CommandHandler(storage)
    broken, healthy = game_of(handler, "best", "me", key="broken"), game_of(handler, "random", "random", key="sound")
    play = moves.play_bot

    def play_or_fail(handler: CommandHandler, game, seat):  # type: ignore[no-untyped-def]
        if game.id == broken:
            raise RuntimeError("no idea")
        return play(handler, game, seat)

    with mock.patch.object(moves, "play_bot", play_or_fail):
        bots = BotRunner(handler)
        bots.start()
        wait_until(lambda: handler.games.game(healthy).table.phase == "finished")
        bots.stop()
    assert moves.bot_to_act(handler, handler.games.game(broken)) == 0
