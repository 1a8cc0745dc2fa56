"""The position right after the set-up (AW-2)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from domain.arkwright.decide import decide
from domain.arkwright.engine.apply import initial
from domain.arkwright.expert.card_pool import open_supply, pool
from domain.arkwright.model.commands import Held, PlaceSupervisor, Produce
from domain.arkwright.model.components import figures
from domain.arkwright.model.lookup import components_of
from domain.arkwright.model.options import Options
from domain.arkwright.model.state import Awaiting, Factory, Worker
from domain.arkwright.setup import bonus_cards, setup
from domain.game import Table
from domain.verifiable_random import Seeded
from tests.domain.arkwright.builder import COMPONENTS, Game


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


@pytest.mark.rule("AW-D.51", "AW-E.4")
def test_when_the_mixed_cards_run_out_surplus_cards_are_turned_over() -> None:
    """Two players: no type twice; the pool is put so that its first faces repeat each other."""
    mixed = pool(COMPONENTS, bonus_cards(COMPONENTS, Options(open_card_pool=True), 2))
    faces = ["front"] * len(mixed)
    laid = open_supply(COMPONENTS, 2, mixed, faces)
    types = [card.type for card in laid]
    assert len(types) == 3 + 8
    assert max(Counter(types).values()) == 1
    assert any(card.type == COMPONENTS.development_cards[card.id].back for card in laid)


@pytest.mark.rule("AW-D.69", "AW-2.7")
def test_the_supply_of_the_base_game_goes_by_the_icons() -> None:
    for seats, size in COMPONENTS.supply.base_size.items():
        cards = [COMPONENTS.development_cards[card] for card in COMPONENTS.base_supply(seats)]
        assert len(cards) == size
        assert all(card.min_players is not None and card.min_players <= seats for card in cards)


def test_a_table_keeps_the_figures_it_was_started_with() -> None:
    """A correction of the figures changes new tables only, neither their start nor a game that is running."""
    old = figures.current()
    corrected = figures.content(old).replace(b"funds = 50", b"funds = 60").replace(b"fixed_cost = 3", b"fixed_cost = 9")
    new = figures.record(corrected)
    assert figures.current() == old
    costs = {}
    for digest in (old, new):
        started = setup(Table(seats=3, figures=digest), Seeded(bytes(32)))
        state = initial(started)
        good, factory = "food", Factory(level=1, space=3, office="price", workers=[], quality=[])
        state.players[0].factories[good], state.players[0].appeal[good] = factory, 0
        state.pending = [Awaiting("production", 0), Awaiting("round_end")]
        store = (Held("W1", 1),)
        produced: Any = decide(state, 0, Produce(store=store))[0]
        costs[digest] = (started.players[0].funds, produced.costs.fixed)
    assert costs == {old: (50, 3), new: (60, 9)}
