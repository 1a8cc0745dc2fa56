"""Decisions: turn commands into facts, or refuse them with the id of the rule that forbids them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.brass import turns
from domain.brass.lancashire.build import decide_build, decide_double_build
from domain.brass.lancashire.develop import decide_develop
from domain.brass.lancashire.engine.position import Position
from domain.brass.lancashire.loan_pass import decide_loan, decide_pass
from domain.brass.lancashire.model.commands import (
    Build,
    Develop,
    DoubleBuild,
    Loan,
    Network,
    Pass,
    Sell,
    SellOn,
    StopSelling,
)
from domain.brass.lancashire.model.rule_ids import RULES
from domain.brass.lancashire.model.state import State
from domain.brass.lancashire.network import decide_network
from domain.brass.lancashire.rounds import EDITION
from domain.brass.lancashire.sell import decide_sell, decide_sell_on, decide_stop
from domain.game import Command, Fact, IllegalMove, ToAct
from domain.message import message

_ACTIONS: dict[type[Command], Callable[[Position, Any], list[Fact]]] = {
    Build: decide_build,
    DoubleBuild: decide_double_build,
    Network: decide_network,
    Develop: decide_develop,
    Sell: decide_sell,
    Loan: decide_loan,
    Pass: decide_pass,
}
_WHILE_SELLING: dict[type[Command], Callable[[Position, Any], list[Fact]]] = {
    SellOn: decide_sell_on,
    StopSelling: decide_stop,
}


def decide(state: State, seat: int, command: Command) -> list[Fact]:
    """Return the facts that follow from the seat's command, or raise IllegalMove."""
    turns.require_to_act(RULES, state, seat)
    goes_on = _WHILE_SELLING.get(type(command))
    if state.selling:
        if goes_on:
            return goes_on(Position(state, seat), command)
        raise IllegalMove(
            "BL-12.10",
            message("lancashire.selling-not-finished", "Sell another cotton mill or stop selling first."),
        )
    if goes_on:
        raise IllegalMove(
            "BL-12.10",
            message("lancashire.no-sale-in-progress", "To sell more, take another sell action."),
        )
    return turns.decide(EDITION, act, state, seat, command)


def act(state: State, seat: int, command: Command) -> list[Fact]:
    """Decide an action of a turn."""
    position = Position(state, seat)
    turns.check_hand(position, _cards(command))
    return _ACTIONS[type(command)](position, command)


def _cards(command: Any) -> Sequence[str]:
    return command.cards if isinstance(command, DoubleBuild) else (command.card,)


def to_act(state: State) -> tuple[ToAct, ...]:
    """Return the seat that must act, and the reason."""
    if state.selling:
        return (
            ToAct(
                state.turn_order[state.turn],
                message("lancashire.awaiting-further-sale", "Sell another cotton mill, or stop selling"),
            ),
        )
    return turns.to_act(state)


def confirmation(state: State) -> Command | None:
    """Return the end of the turn, when the actions are taken and no more sales are possible."""
    return None if state.selling else turns.confirmation(state)
