"""Reminders: one at three quarters of a player's time, and a notification when it runs out."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from domain.aggregate import Game
from domain.table.clock.options import Clock as Agreed
from domain.table.clock.options import DaysPerTurn
from domain.table.rulings import decisions as rulings
from projections import deadlines
from service.notifications import inbox
from service.notifications.reminders import remind
from service.readmodels.projection import catch_up
from service.storage import Storage
from service.usecases import clock_commands, moves, tables
from service.usecases.command_handler import CommandContext, CommandHandler
from service.workers.deadline_worker import DeadlineWorker
from service.workers.notifier import follow
from tests.clocks import Clock
from tests.service.playing import context_for, open_table, seat_to_act


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def handler(storage: Storage, clock: Clock) -> CommandHandler:
    return CommandHandler(storage, clock)


def started_game(handler: CommandHandler, **more: bool) -> Game:
    game = open_table(handler)
    game = tables.agree_on_clock(handler, game.id, context_for(game, 0), Agreed(pace=DaysPerTurn(days=4), **more))
    return tables.start(handler, game.id, context_for(game, 0))


def take_turn(handler: CommandHandler, game: Game) -> Game:
    for pick in ("take_coins", "end_turn"):
        game = handler.run(moves.move(handler, game.id, context_for(game, seat_to_act(handler, game)), [pick]))
    return game


def notification_kinds(handler: CommandHandler, user: str) -> list[str]:
    """Return the kinds of a user's notifications, the oldest first."""
    catch_up(handler.storage)
    DeadlineWorker(handler).look()
    catch_up(handler.storage)
    follow(handler.storage, handler.clock())
    remind(handler.storage.database, handler.clock())
    with handler.storage.database.reading() as rows:
        return [notification.kind for notification in reversed(inbox.of_user(rows, user))]


def test_reminder_is_sent_once_at_three_quarters_of_the_time(handler: CommandHandler, clock: Clock) -> None:
    game = take_turn(handler, started_game(handler))
    assert notification_kinds(handler, "ben") == ["turn"]
    clock.advance(days=2, hours=23)
    assert notification_kinds(handler, "ben") == ["turn"]
    clock.advance(hours=1)
    for _ in range(2):
        assert notification_kinds(handler, "ben") == ["turn", "reminder"]
    clock.advance(days=1)
    for _ in range(2):
        assert notification_kinds(handler, "ben") == ["turn", "reminder", "ran_out"]
    take_turn(handler, handler.games.game(game.id))
    clock.advance(days=2)
    assert notification_kinds(handler, "ben") == ["turn", "reminder", "ran_out"]
    assert notification_kinds(handler, "ada") == ["late", "turn"]


def test_a_reminder_is_not_due_again(handler: CommandHandler, clock: Clock) -> None:
    take_turn(handler, started_game(handler))
    assert notification_kinds(handler, "ben") == ["turn"]
    clock.advance(days=3)
    assert remind(handler.storage.database, clock.now) == 1
    assert remind(handler.storage.database, clock.now) == 0


def test_player_with_substitute_bot_gets_no_turn_notification(handler: CommandHandler) -> None:
    game = started_game(handler)
    game = tables.rule_on_game(
        handler,
        game.id,
        CommandContext(actor="olga"),
        lambda now: rulings.stand_in(now.table, now.ruleset, [1], "random", now.tree.head, "absence"),
    )
    before = notification_kinds(handler, "ben")
    take_turn(handler, game)
    assert notification_kinds(handler, "ben") == before
    assert "turn" not in before


def test_a_player_who_has_acted_is_not_reminded(handler: CommandHandler, clock: Clock) -> None:
    game = take_turn(handler, started_game(handler))
    assert notification_kinds(handler, "ben") == ["turn"]
    take_turn(handler, game)
    clock.advance(days=3)
    assert notification_kinds(handler, "ben") == ["turn"]


def test_no_reminder_is_sent_while_a_clock_is_paused(handler: CommandHandler, clock: Clock) -> None:
    game = take_turn(handler, started_game(handler))
    assert notification_kinds(handler, "ben") == ["turn"]
    for seat in (0, 1):
        game = clock_commands.agree_to_pause(handler, game.id, context_for(game, seat), True)
    assert notification_kinds(handler, "ben") == ["turn"]
    clock.advance(days=9)
    assert notification_kinds(handler, "ben") == ["turn"]


def test_weekend_does_not_count_towards_reminder(handler: CommandHandler, clock: Clock) -> None:
    clock.now = datetime(2026, 1, 8, 12, tzinfo=UTC)  # A Thursday: two of the four days are after the weekend.
    take_turn(handler, started_game(handler, weekends_off=True))
    assert notification_kinds(handler, "ben") == ["turn"]
    clock.now = datetime(2026, 1, 13, 11, 59, tzinfo=UTC)
    assert notification_kinds(handler, "ben") == ["turn"]
    clock.now = datetime(2026, 1, 13, 12, 1, tzinfo=UTC)
    assert notification_kinds(handler, "ben") == ["turn", "reminder"]
    with handler.storage.database.reading() as rows:
        (due,) = deadlines.next_of(rows, "ben", 2)
    assert due.deadline.startswith("2026-01-14T12:00")


def test_resumed_clock_reminds_when_a_quarter_is_left(handler: CommandHandler, clock: Clock) -> None:
    game = take_turn(handler, started_game(handler))
    clock.advance(days=2)
    for seat, agrees in ((1, True), (0, True), (0, False)):
        clock_commands.agree_to_pause(handler, game.id, context_for(handler.games.game(game.id), seat), agrees)
    clock.advance(hours=23)
    assert notification_kinds(handler, "ben") == ["turn"]
    clock.advance(hours=1)
    assert notification_kinds(handler, "ben") == ["turn", "reminder"]
