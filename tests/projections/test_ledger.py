"""Ledgers: every change with its cause, and sums equal to the state."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.aggregate import Game
from projections import ledger
from projections.ledger import LedgerEntry
from service.storage import Storage
from service.usecases import branches, moves
from service.usecases.command_handler import CommandHandler
from tests import toy
from tests.service.playing import context_for, play_to_end, start_game

Project = Callable[[], None]


def statement(storage: Storage, game: Game, **more: object) -> list[LedgerEntry]:
    with storage.database.reading() as rows:
        return ledger.statement(rows, game.id, **more)  # type: ignore[arg-type]


def assert_sums_match_the_state(handler: CommandHandler, storage: Storage, game: Game) -> None:
    with storage.database.reading() as rows:
        sums = ledger.balances(rows, game.id)
        counted = ledger.line(rows, game.id)
    accounts = game.ruleset.accounts(handler.games.position(game))
    for account, amounts in accounts.items():
        assert [sums.get(account, {}).get(seat, 0) for seat in range(len(amounts))] == amounts, account
    running: dict[tuple[str, int], int] = {}
    for entry in counted:
        key = (entry.account, entry.seat)
        running[key] = running.get(key, 0) + entry.change
        assert entry.balance == running[key]


def test_statement_lists_each_change_and_balance(handler: CommandHandler, storage: Storage, projected: Project) -> None:
    game = start_game(handler, options={"coins": 3})
    begun = game.version
    game = handler.run(moves.move(handler, game.id, context_for(game, 0), toy.TakeCoins()))
    game = handler.run(moves.move(handler, game.id, context_for(game, 0), toy.TakeCoins()))
    projected()
    coins = statement(storage, game, seat=0, account="coins")
    assert [(entry.version, entry.change, entry.balance) for entry in coins] == [
        (begun, 3, 3),
        (begun + 1, 2, 5),
        (begun + 2, 2, 7),
    ]
    assert statement(storage, game, seat=1, account="points") == []


def test_undone_entries_are_shown_but_not_counted(
    handler: CommandHandler, storage: Storage, projected: Project
) -> None:
    game = start_game(handler)
    game = handler.run(moves.move(handler, game.id, context_for(game, 0), toy.TakeCoins()))
    projected()
    game = handler.run(moves.undo(handler, game.id, context_for(game, 0)))
    projected()
    assert [entry.on_line for entry in statement(storage, game, seat=0, account="coins")] == [True, False]
    assert_sums_match_the_state(handler, storage, game)
    game = handler.run(moves.redo(handler, game.id, context_for(game, 0)))
    projected()
    assert [entry.on_line for entry in statement(storage, game, seat=0, account="coins")] == [True, True]
    assert_sums_match_the_state(handler, storage, game)


@pytest.mark.parametrize("seed", range(4))
def test_sums_match_the_state_after_random_play(
    handler: CommandHandler, storage: Storage, projected: Project, seed: int
) -> None:
    game = play_to_end(handler, start_game(handler, seats=2 + seed % 2, undo="free"), seed)
    projected()
    assert_sums_match_the_state(handler, storage, game)


def test_a_branch_starts_with_the_balances_of_its_origin(
    handler: CommandHandler, storage: Storage, projected: Project
) -> None:
    game = play_to_end(handler, start_game(handler))
    branch = branches.open_branch(handler, game.id, context_for(game, 0), at=12, viewer="auditor", name="From twelve")
    projected()
    assert_sums_match_the_state(handler, storage, branch)
    seat = branch.ruleset.to_act(handler.games.position(branch))[0].seat
    branch = handler.run(moves.move(handler, branch.id, context_for(branch, seat), any_command(handler, branch, seat)))
    branch = handler.run(moves.undo(handler, branch.id, context_for(branch, seat)))
    projected()
    assert_sums_match_the_state(handler, storage, branch)


def any_command(handler: CommandHandler, game: Game, seat: int) -> toy.Command:
    position = handler.games.position(game)
    return toy.EndTurn() if position.actions else toy.TakeCoins()


def test_pages_combine_to_the_whole_ledger(handler: CommandHandler, storage: Storage, projected: Project) -> None:
    game = play_to_end(handler, start_game(handler, seats=3))
    projected()
    whole = statement(storage, game, limit=1000)
    paged: list[LedgerEntry] = []
    after = ledger.START
    while page := statement(storage, game, after=after, limit=3):
        paged += page
        after = (page[-1].version, page[-1].seat, page[-1].account)
    assert paged == whole
    assert len(whole) > 6
