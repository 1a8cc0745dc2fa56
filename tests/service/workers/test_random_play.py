"""Random legal play under a clock set by tests: no wrong or missing flags, and every log verifies."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from domain import aggregate, audit, undo
from domain.aggregate import Game
from domain.table.clock.clocks import left_at, overdue
from domain.table.clock.extensions import extended
from domain.table.clock.facts import TimeRanOut
from domain.table.clock.options import Bank, Clock, DaysPerTurn, Hours
from domain.table.refusals import Refused
from service.storage import connect
from service.usecases import clock_commands, moves, tables
from service.usecases.command_handler import CommandHandler
from tests import clock_ledger, clocks
from tests.service.playing import context_for, make_random_move, open_table

AGREED = [
    Clock(pace=DaysPerTurn(days=1)),
    Clock(pace=DaysPerTurn(days=2), weekends_off=True, hours=Hours(first=8, until=20)),
    Clock(pace=Bank(start=30, increment=4, cap=40)),
    Clock(pace=Bank(start=20, increment=12, cap=24), weekends_off=True, vacation="planned"),
]


@pytest.fixture
def handler(sqlite_url: str) -> Iterator[CommandHandler]:
    storage = connect(sqlite_url)
    yield CommandHandler(storage, clocks.Clock())
    storage.close()


@pytest.mark.parametrize("policy", ["turn", "consent", "free"])
@pytest.mark.parametrize("agreed", AGREED)
def test_every_flag_is_right_and_every_log_verifies(
    handler: CommandHandler, agreed: Clock, policy: undo.UndoPolicy
) -> None:
    for seed in range(4):
        chance = random.Random(f"{seed} {policy}")
        game = _played(handler, agreed, policy, chance, seed)
        findings = list(audit.examine(game.id, game.records[:]))
        assert [finding for finding in findings if finding.verdict != "identical"] == []
        replayed = aggregate.rebuilt(game.id, game.records[:], game.tip)
        assert replayed.table == game.table
        assert clock_ledger.check(game) > 0


def _played(handler: CommandHandler, agreed: Clock, policy: undo.UndoPolicy, chance: random.Random, seed: int) -> Game:
    game = open_table(handler, 3, name=f"{seed} {policy} {AGREED.index(agreed)}", undo=policy)
    game = tables.agree_on_clock(handler, game.id, context_for(game, 0), agreed)
    game = tables.start(handler, game.id, context_for(game, 0))
    while game.table.phase == "running" and game.version < 120:
        assert isinstance(handler.clock, clocks.Clock)
        handler.clock.advance(minutes=chance.choice([0, 1, 30, 400, 900, 3000]))
        if chance.random() < 0.7:
            game = _flag_overdue(handler, game)
        game = _random_action(handler, game, chance)
    return game


def _flag_overdue(handler: CommandHandler, game: Game) -> Game:
    due = [(each.seat, each.deadline) for each in overdue(game.table.clocks, handler.clock())]
    running = {each.seat: left_at(each, handler.clock()) for each in game.table.clocks.running}
    assert {seat for seat, _ in due} == {seat for seat, left in running.items() if left == 0 and not _paused(game)}
    before = game.version
    for seat in range(3):
        game = clock_commands.flag(handler, game.id, seat)
    flags = [record.fact for record in game.records[before:] if isinstance(record.fact, TimeRanOut)]
    assert sorted(seat for seat, _ in due) == sorted(flag.seat for flag in flags)
    return game


def _paused(game: Game) -> bool:
    return game.table.clocks.paused


def _random_action(handler: CommandHandler, game: Game, chance: random.Random) -> Game:
    seat = chance.randrange(3)
    actions = [
        lambda: make_random_move(handler, game, chance),
        lambda: make_random_move(handler, game, chance),
        lambda: make_random_move(handler, game, chance),
        lambda: handler.run(
            moves.undo(
                handler, game.id, context_for(game, seat), chance.choice(undo.back_targets(game, seat) or [None])
            )
        ),
        lambda: handler.run(moves.redo(handler, game.id, context_for(game, seat))),
        lambda: handler.run(moves.request_undo(handler, game.id, context_for(game, seat))),
        lambda: handler.run(moves.answer_undo(handler, game.id, context_for(game, seat), chance.random() < 0.8)),
        lambda: clock_commands.agree_to_pause(handler, game.id, context_for(game, seat), chance.random() < 0.8),
        lambda: handler.record(game.id, context_for(game, seat), lambda found: extended(found.table, seat, 3600)),
    ]
    try:
        return chance.choice(actions)()
    except Refused:
        return game
