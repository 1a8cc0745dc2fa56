"""Notifications and counts of seat swap requests, offered seats and replacements."""

from __future__ import annotations

import pytest

from domain.table.clock.options import Clock as Agreed
from domain.table.clock.options import DaysPerTurn
from domain.table.refusals import Refused
from domain.table.rulings import decisions
from domain.table.seat_changes.decisions import usual_bot
from projections import game_list
from service.notifications import inbox
from service.readmodels.projection import catch_up
from service.storage import Storage
from service.usecases import clock_commands, seat_changes, tables
from service.usecases.command_handler import CommandContext, CommandHandler
from service.workers.notifier import follow
from tests.clocks import Clock
from tests.service.playing import context_for, open_table, start_game


def unread_kinds(handler: CommandHandler, user: str) -> list[str]:
    catch_up(handler.storage)
    follow(handler.storage, handler.clock())
    with handler.storage.database.reading() as rows:
        return sorted(notification.kind for notification in inbox.of_user(rows, user) if notification.seen_at is None)


def waiting(handler: CommandHandler, user: str) -> int:
    with handler.storage.database.reading() as rows:
        return game_list.waiting_for(rows, user)


def test_swap_request_notifies_and_counts_as_waiting(storage: Storage) -> None:
    handler = CommandHandler(storage, Clock())
    game = start_game(handler)
    assert (unread_kinds(handler, "ben"), waiting(handler, "ben")) == (["started"], 0)
    seat_changes.propose_swap(handler, game.id, context_for(game, 0), 1)
    assert (unread_kinds(handler, "ben"), waiting(handler, "ben")) == (["started", "swap"], 1)
    seat_changes.answer_swap(handler, game.id, context_for(handler.games.game(game.id), 1), False)
    assert (unread_kinds(handler, "ben"), waiting(handler, "ben")) == ([], 0)


def test_seat_offer_and_replacement_notify_other_players(storage: Storage) -> None:
    handler = CommandHandler(storage, Clock())
    game = start_game(handler)
    seat_changes.offer_seat(handler, game.id, context_for(game, 0), 0, True)
    assert unread_kinds(handler, "ben") == ["offer", "started"]
    seat_changes.take_over(handler, game.id, CommandContext(actor="cleo"), 0)
    assert unread_kinds(handler, "ben") == ["handed_over", "offer", "started"]
    assert unread_kinds(handler, "cleo") == []


def test_replacement_by_organiser_notifies_everyone_involved(storage: Storage) -> None:
    handler = CommandHandler(storage, Clock())
    game = start_game(handler)
    unread_kinds(handler, "ben")
    organiser = CommandContext(actor="olga")
    tables.rule_on_game(
        handler, game.id, organiser, lambda now: decisions.substitute(now.table, [0], "cleo", "absence")
    )
    assert unread_kinds(handler, "ada") == ["replaced"]
    assert unread_kinds(handler, "ben") == ["handed_over", "started"]
    assert unread_kinds(handler, "cleo") == ["turn"]


def test_pause_by_organiser_notifies_all_players(storage: Storage) -> None:
    handler = CommandHandler(storage, Clock())
    game = open_table(handler)
    game = tables.agree_on_clock(handler, game.id, context_for(game, 0), Agreed(pace=DaysPerTurn(days=4)))
    tables.start(handler, game.id, context_for(game, 0))
    before = {user: unread_kinds(handler, user) for user in ("ada", "ben")}
    tables.rule_on_game(
        handler, game.id, CommandContext(actor="olga"), lambda now: decisions.pause(now.table, "absence")
    )
    for user in ("ada", "ben"):
        assert unread_kinds(handler, user) == sorted([*before[user], "time"])
    with pytest.raises(Refused, match="clocks are paused"):
        tables.rule_on_game(
            handler, game.id, CommandContext(actor="olga"), lambda now: decisions.remind(now.table, "absence")
        )


def test_pause_request_notifies_once_and_counts_until_pause_begins(storage: Storage) -> None:
    handler = CommandHandler(storage, Clock())
    game = open_table(handler, 3)
    game = tables.agree_on_clock(handler, game.id, context_for(game, 0), Agreed(pace=DaysPerTurn(days=4)))
    game = tables.start(handler, game.id, context_for(game, 0))
    unread_kinds(handler, "ben")
    game = clock_commands.agree_to_pause(handler, game.id, context_for(game, 0), True)
    assert (unread_kinds(handler, "ben"), waiting(handler, "ben")) == (["pause", "started"], 1)
    game = clock_commands.agree_to_pause(handler, game.id, context_for(game, 2), True)
    assert (unread_kinds(handler, "ben"), waiting(handler, "ben")) == (["pause", "started"], 1)
    assert [kind for kind in unread_kinds(handler, "cleo") if kind == "pause"] == []
    clock_commands.agree_to_pause(handler, game.id, context_for(game, 1), True)
    assert unread_kinds(handler, "ben").count("pause") == 0, "acting marks the notification as read"
    assert [waiting(handler, name) for name in ("ada", "ben", "cleo")] == [1, 0, 0]


def test_a_player_with_a_substitute_bot_is_not_reminded(storage: Storage) -> None:
    handler = CommandHandler(storage, Clock())
    game = start_game(handler)
    unread_kinds(handler, "ada")
    organiser = CommandContext(actor="olga")
    bot = usual_bot(game.ruleset)
    tables.rule_on_game(
        handler,
        game.id,
        organiser,
        lambda now: decisions.stand_in(now.table, now.ruleset, [0], bot, now.tree.head, "absence"),
    )
    tables.rule_on_game(handler, game.id, organiser, lambda now: decisions.remind(now.table, "absence"))
    assert "reminded" not in unread_kinds(handler, "ada")
