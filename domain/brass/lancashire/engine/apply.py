"""Application of facts to the position. Facts contain every outcome, so this module decides and looks up nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.brass.engine import apply as brass
from domain.brass.engine.apply import act, applying, discard, flip
from domain.brass.lancashire.model.commands import DISTANT_MARKET
from domain.brass.lancashire.model.facts import (
    FACTS,
    Built,
    Developed,
    EraBegan,
    Linked,
    LoanTaken,
    MarketTurned,
    MoneyScored,
    Passed,
    SellingStopped,
    Sold,
    SoldOn,
    Started,
)
from domain.brass.lancashire.model.state import State
from domain.brass.model.state import Player


def initial(started: Started) -> State:
    """Return the position right after the set-up."""
    return State(
        **brass.at_the_start(started),
        players=[Player(**brass.seated(started, seat)) for seat in range(len(started.hands))],
        set_aside=list(started.set_aside),
        market_tiles=list(started.market_tiles),
        market_turned=[],
        market_space=0,
        rail_market_tiles=list(started.rail_market_tiles),
        boxed=list(started.boxed),
    )


# --------------------------------------------------------------------------------------------------------------------
# Actions
# --------------------------------------------------------------------------------------------------------------------


def _built(state: State, fact: Built) -> None:
    player = act(state, fact.seat, fact.card)
    if fact.second_card is not None:
        state.actions_left -= 1
        discard(player, fact.second_card)
    brass.build(state, player, fact)


def _linked(state: State, fact: Linked) -> None:
    brass.link(state, act(state, fact.seat, fact.card), fact)


def _developed(state: State, fact: Developed) -> None:
    brass.develop(state, act(state, fact.seat, fact.card), fact)


def _sold(state: State, fact: Sold) -> None:
    act(state, fact.seat, fact.card)
    _sell(state, fact)


def _sell(state: State, fact: Sold | SoldOn) -> None:
    if fact.to != DISTANT_MARKET:
        flip(state, fact.to, fact.port)
    flip(state, fact.slot, fact.mill)
    state.selling = fact.more


def _market_turned(state: State, fact: MarketTurned) -> None:
    state.market_tiles.pop(0)
    state.market_turned.append(fact.tile)
    state.market_space = fact.space_to
    if fact.income:
        state.players[fact.seat].income_space = fact.income.income_to
    flip(state, fact.slot, fact.mill)
    state.selling = fact.more


def _selling_stopped(state: State, fact: SellingStopped) -> None:
    state.selling = False


def _loan_taken(state: State, fact: LoanTaken) -> None:
    brass.borrow(act(state, fact.seat, fact.card), fact)


def _passed(state: State, fact: Passed) -> None:
    act(state, fact.seat, fact.card)


# --------------------------------------------------------------------------------------------------------------------
# Eras
# --------------------------------------------------------------------------------------------------------------------


def _money_scored(state: State, fact: MoneyScored) -> None:
    brass.add_points(state, fact.points)


def _era_began(state: State, fact: EraBegan) -> None:
    brass.begin_rail_era(state, fact.actions, fact.removed, fact.hands)
    state.set_aside = []
    state.market_space = 0
    state.market_turned = []
    state.market_tiles, state.rail_market_tiles = state.rail_market_tiles, []


_OWN: dict[type[Any], Callable[[State, Any], None]] = {
    Built: _built,
    Linked: _linked,
    Developed: _developed,
    Sold: _sold,
    SoldOn: _sell,
    MarketTurned: _market_turned,
    SellingStopped: _selling_stopped,
    LoanTaken: _loan_taken,
    Passed: _passed,
    MoneyScored: _money_scored,
    EraBegan: _era_began,
}

apply = applying(_OWN, FACTS)
"""Writes a fact into the position (state, fact)."""
