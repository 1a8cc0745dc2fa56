"""Statements of account: every change with its cause, and sums that are the state."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.aggregate import Game
from projections import ledger
from projections.ledger import Entry
from service.storage import Storage
from service.usecases.daybook import Daybook
from tests import toy
from tests.service.playing import played_out, started, write

Project = Callable[[], None]


def statement(storage: Storage, game: Game, **more: object) -> list[Entry]:
    with storage.database.reading() as rows:
        return ledger.statement(rows, game.id, **more)  # type: ignore[arg-type]


def assert_sums_are_the_state(daybook: Daybook, storage: Storage, game: Game) -> None:
    with storage.database.reading() as rows:
        sums = ledger.balances(rows, game.id)
        counted = ledger.line(rows, game.id)
    accounts = game.ruleset.accounts(daybook.position(game))
    for account, amounts in accounts.items():
        assert [sums.get(account, {}).get(seat, 0) for seat in range(len(amounts))] == amounts, account
    running: dict[tuple[str, int], int] = {}
    for entry in counted:
        key = (entry.account, entry.seat)
        running[key] = running.get(key, 0) + entry.change
        assert entry.balance == running[key]


def test_why_do_i_have_seven_coins(daybook: Daybook, storage: Storage, projected: Project) -> None:
    game = started(daybook, options={"coins": 3})
    begun = game.version
    game = daybook.move(game.id, write(game, 0), toy.TakeCoins())
    game = daybook.move(game.id, write(game, 0), toy.TakeCoins())
    projected()
    coins = statement(storage, game, seat=0, account="coins")
    assert [(entry.version, entry.change, entry.balance) for entry in coins] == [
        (begun, 3, 3),
        (begun + 1, 2, 5),
        (begun + 2, 2, 7),
    ]
    assert statement(storage, game, seat=1, account="points") == []


def test_what_was_taken_back_is_shown_and_does_not_count(
    daybook: Daybook, storage: Storage, projected: Project
) -> None:
    game = started(daybook)
    game = daybook.move(game.id, write(game, 0), toy.TakeCoins())
    projected()
    game = daybook.undo(game.id, write(game, 0))
    projected()
    assert [entry.on_line for entry in statement(storage, game, seat=0, account="coins")] == [True, False]
    assert_sums_are_the_state(daybook, storage, game)
    game = daybook.redo(game.id, write(game, 0))
    projected()
    assert [entry.on_line for entry in statement(storage, game, seat=0, account="coins")] == [True, True]
    assert_sums_are_the_state(daybook, storage, game)


@pytest.mark.parametrize("seed", range(4))
def test_sums_are_the_state_after_any_play(daybook: Daybook, storage: Storage, projected: Project, seed: int) -> None:
    game = played_out(daybook, started(daybook, seats=2 + seed % 2, undo="free"), seed)
    projected()
    assert_sums_are_the_state(daybook, storage, game)


def test_a_branch_begins_with_what_it_brings_forward(daybook: Daybook, storage: Storage, projected: Project) -> None:
    game = played_out(daybook, started(daybook))
    branch = daybook.open_branch(game.id, write(game, 0), at=12, viewer="auditor", name="From twelve")
    projected()
    assert_sums_are_the_state(daybook, storage, branch)
    seat = branch.ruleset.to_act(daybook.position(branch))[0].seat
    branch = daybook.move(branch.id, write(branch, seat), any_command(daybook, branch, seat))
    branch = daybook.undo(branch.id, write(branch, seat))
    projected()
    assert_sums_are_the_state(daybook, storage, branch)


def any_command(daybook: Daybook, game: Game, seat: int) -> toy.Command:
    position = daybook.position(game)
    return toy.EndTurn() if position.actions else toy.TakeCoins()


def test_pages_follow_each_other(daybook: Daybook, storage: Storage, projected: Project) -> None:
    game = played_out(daybook, started(daybook, seats=3))
    projected()
    whole = statement(storage, game, limit=1000)
    paged: list[Entry] = []
    after = ledger.START
    while page := statement(storage, game, after=after, limit=3):
        paged += page
        after = (page[-1].version, page[-1].seat, page[-1].account)
    assert paged == whole
    assert len(whole) > 6
