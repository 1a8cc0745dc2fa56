"""Invariants of whole random games."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from domain.arkwright.decide import decide, to_act
from domain.arkwright.engine.apply import apply, initial
from domain.arkwright.engine.recover import recover
from domain.arkwright.model import facts as happened
from domain.arkwright.model.facts import FACTS
from domain.arkwright.model.state import HAPPENINGS, KINDS, State
from domain.game import legal_commands
from tests.domain.arkwright.builder import COMPONENTS, ENGINE, started
from tests.domain.arkwright.playing import EXPERT, moves

GAMES = [(seats, seed, options) for seats in (1, 2, 3, 4) for seed in range(4) for options in ({}, EXPERT)]


def ledger(fact: Any) -> tuple[int, int]:
    """Return the seat and the pounds that a fact puts into its funds (less those it takes out)."""
    match fact:
        case happened.SharesBoughtAtStart() | happened.BrokerUsed():
            return fact.seat, -fact.paid
        case happened.StockTraded():
            return fact.seat, fact.borrowed - fact.paid
        case happened.ExtraProduced():
            return fact.seat, (fact.emergency.money if fact.emergency else 0) - fact.paid
        case happened.ShippedEarly():
            return fact.seat, fact.income
        case happened.Produced():
            return fact.seat, fact.income + (fact.emergency.money if fact.emergency else 0) - fact.paid
        case _:
            return 0, 0


def conserved(state: State) -> None:
    """Cards and tokens are all somewhere, markers on their tracks."""
    cards = Counter(card.id for player in state.players for card in player.cards)
    cards.update(card.id for card in state.supply)
    assert max(cards.values()) == 1
    for player in state.players:
        assert 0 <= player.loans <= COMPONENTS.constants.loan_tokens
        assert 0 <= player.shipping_tokens <= COMPONENTS.constants.shipping_tokens
        assert 0 <= player.ships <= COMPONENTS.constants.ready_ships
        assert 0 <= player.shares <= COMPONENTS.tracks.shares.last
        assert 0 <= player.share_value <= COMPONENTS.tracks.share_value.last
        assert player.funds >= 0
        assert all(1 <= level <= 3 for level in player.levels.values())
        types = [card.type for card in player.cards]
        assert (
            len(set(types))
            == len(types)
            <= COMPONENTS.level_value("development_cards", player.levels["development_cards"])
        )
        assert player.bankrupt or set(player.factories) == set(player.appeal)
        laid = [card.card for factory in player.factories.values() for card in factory.quality]
        laid += [factory.distribution.card for factory in player.factories.values() if factory.distribution]
        assert len(set(laid)) == len(laid)
        tokens = 0
        for good, factory in player.factories.items():
            assert len(factory.workers) <= 2
            assert sum(card.value for card in factory.quality) <= player.max_quality
            for card, worker in zip(COMPONENTS.worker_cards[good], factory.workers, strict=False):
                assert 0 <= worker.machines <= card.machines
                assert worker.side in card.goods
                tokens += 0 < worker.machines < card.machines
        assert tokens <= COMPONENTS.constants.machine_tokens
        for warehouse in player.warehouses:
            assert bool(warehouse.good) == bool(warehouse.goods)
            assert warehouse.goods <= COMPONENTS.warehouses[warehouse.id].capacity
    board = COMPONENTS.market_board
    assert all(board.demand.first <= demand <= board.demand.last for demand in state.demand.values())
    markers = [space for player in state.players for space in player.appeal.values()]
    assert all(board.appeal.first <= space <= board.appeal.last for space in markers)
    assert 0 <= state.wage_space < len(COMPONENTS.board(len(state.players)).wages)


@pytest.mark.parametrize(("seats", "seed", "options"), GAMES)
@pytest.mark.rule("AW-1.1", "AW-1.10", "AW-3.1", "AW-E.1", "AW-E.23", "AW-S.2", "AW-D.20", "AW-D.21", "AW-D.26")
def test_a_game_by_chance_ends_loses_nothing_on_the_way_and_can_be_replayed(
    seats: int, seed: int, options: dict[str, Any]
) -> None:
    played: list[Any] = [started(seats, seed, **options)]
    cards: int | None = None
    funds: list[int] = []
    state: Any = None
    for state, seat, _command, facts in moves(seats, seed, **options):
        conserved(state)
        held = sum(len(player.cards) for player in state.players) + len(state.supply)
        cards = cards or held
        assert held == cards
        funds = funds or [player.funds for player in state.players]
        if not any(player.bankrupt for player in state.players):
            assert funds == [player.funds for player in state.players]
        assert not state.players[seat].bankrupt
        for awaited in state.pending:
            assert awaited.kind in KINDS or (awaited.kind in HAPPENINGS and awaited.seat == -1)
        played += facts
        for fact in facts:
            owner, pounds = ledger(fact)
            funds[owner] += pounds
    assert state.finished
    assert to_act(state) == ()
    assert len(state.ranking) == seats
    assert_same_when_replayed(played, state)


def assert_same_when_replayed(facts: list[Any], played: State) -> None:
    """Check that stored facts, read again, and their commands, decided again, lead to the position that was played."""
    shapes: Any = msgspec.json.Decoder(Any)
    by_topic: dict[str, Any] = {kind.__struct_config__.tag: kind for kind in FACTS}
    stored = [shapes.decode(msgspec.json.encode(fact)) for fact in facts]
    read = [msgspec.convert(fact, by_topic[fact["topic"]], str_keys=True) for fact in stored]
    assert read == facts
    state = initial(read[0])
    for fact in read[1:]:
        apply(state, fact)
    assert state == played
    again = initial(facts[0])
    for fact in facts[1:]:
        command = recover(fact)
        if command:
            (who,) = to_act(again)
            for followed in decide(again, who.seat, command):
                apply(again, followed)
    assert again == state


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_every_offered_command_is_accepted(seats: int) -> None:
    for number, (state, seat, command, _) in enumerate(moves(seats, 7, **EXPERT)):
        if number % 9:
            continue
        offered = list(legal_commands(ENGINE, state, seat))
        assert command in offered
        for other in offered[:: 1 + len(offered) // 40]:
            assert recover(decide(state, seat, other)[0]) == other
