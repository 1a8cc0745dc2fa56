"""The position right after the set-up (AW-2)."""

from __future__ import annotations

import pytest

from domain.arkwright.commands import PlaceSupervisor
from domain.arkwright.market import components_of
from domain.arkwright.state import Worker
from tests.domain.arkwright.builder import Game


@pytest.mark.rule("AW-2.5", "AW-2.11", "AW-2.12", "AW-2.13", "AW-2.14")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_factories_are_open_with_worker_office_and_token(seats: int) -> None:
    game = Game.from_the_start(seats)
    components = components_of(game.state)
    assert (game.state.era, game.state.round, components.goods[0].id) == (1, 1, "food")
    for player in game.state.players:
        assert len(player.factories) == 2
        for factory in player.factories.values():
            assert (factory.level, factory.space, factory.office) == (1, 3, "price")
            assert factory.workers == [Worker("I", 0)]
            assert factory.quality == []
            assert factory.distribution is None
        assert player.appeal == dict.fromkeys(player.factories, 0)
    assert game.state.demand == components.board(seats).demand_start


@pytest.mark.rule("AW-2.10", "AW-D.50")
def test_the_supervisor_of_a_bonus_goes_to_a_starting_factory_of_its_owners_choice() -> None:
    game = Game.from_the_start(4)
    assert game.awaited == "supervisor"
    seat = game.acting
    first, second = game.player(seat).factories
    closed = next(good for good in components_of(game.state).factories if good not in (first, second))
    game.refuse("AW-D.50", PlaceSupervisor(good=closed), seat)
    game.play(PlaceSupervisor(good=second), seat)
    assert [card.at for card in game.player(seat).cards] == [second]
    assert (game.acting, game.awaited) == (game.state.start_player, "action")
