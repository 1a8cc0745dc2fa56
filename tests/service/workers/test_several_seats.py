"""Several seats awaited at once: each has its own clock.

No real game awaits several seats: *Barrage* and *Arkwright*, too, await one seat after another, as a test here
confirms. So these tests use the toy game, modified to await all seats.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from domain import audit
from domain.game import ToAct, rulesets
from domain.message import message
from service.storage import Storage
from service.usecases.command_handler import CommandHandler
from tests import toy
from tests.benchmarks.play import play, positions
from tests.clocks import Clock
from tests.service.workers.test_deadline_worker import flags, make_move, run_deadline_worker, start_clocked_game

REAL = ("arkwright", "barrage", "brass-birmingham", "brass-lancashire")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def handler(storage: Storage, clock: Clock) -> CommandHandler:
    return CommandHandler(storage, clock)


def all_seats(state: toy.State) -> tuple[ToAct, ...]:
    """Return the seat whose turn it is first, then all others."""
    seats = sorted(range(len(state.hands)), key=lambda seat: seat != state.turn)
    return () if state.finished else tuple(ToAct(seat, message("test.act", "Act.")) for seat in seats)


def test_each_seat_has_its_own_clock_and_flag(
    handler: CommandHandler, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy.change(monkeypatch, to_act=all_seats)
    began = clock.now
    game = start_clocked_game(handler)
    assert [(each.seat, each.deadline) for each in game.table.clocks.running] == [
        (0, began + timedelta(days=3)),
        (1, began + timedelta(days=3)),
    ]
    clock.advance(days=1)
    game = make_move(handler, make_move(handler, game, "take_coins"), "end_turn")
    first, second = began + timedelta(days=4), began + timedelta(days=3)
    assert [(each.seat, each.deadline) for each in game.table.clocks.running] == [(0, first), (1, second)]
    clock.advance(days=2)
    game = run_deadline_worker(handler, game)
    assert flags(game) == [(1, second)]
    assert [each.seat for each in game.table.clocks.running] == [0]
    clock.advance(days=1)
    game = run_deadline_worker(handler, game)
    assert flags(game) == [(1, second), (0, first)]
    assert [found for found in audit.examine(game.id, game.records[:]) if found.verdict != "identical"] == []


def awaited(name: str, number: int) -> Iterator[int]:
    """Yield how many seats are to act at once, before each step of a game with the most players."""
    ruleset = rulesets()[name]
    for _, position in positions(play(ruleset, max(ruleset.seats), number)):
        yield len({act.seat for act in ruleset.to_act(position)})


@pytest.mark.parametrize("name", REAL)
def test_real_games_await_one_seat_at_a_time(name: str) -> None:
    """If a game ever awaits several seats, test its clocks, too."""
    assert {number for game in range(2) for number in awaited(name, game)} == {1}
