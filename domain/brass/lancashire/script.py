"""The questions that lead to a command (BL-3.6)."""

from __future__ import annotations

from collections.abc import Callable

from domain.brass import offers
from domain.brass.develop import can_develop, script_develop
from domain.brass.lancashire.build import can_build, can_double_build, script_build, script_double_build
from domain.brass.lancashire.commands import EndTurn, RemoveTile
from domain.brass.lancashire.loan_pass import loans, script_loan, script_pass
from domain.brass.lancashire.network import script_network
from domain.brass.lancashire.position import Position
from domain.brass.lancashire.rule_ids import RULES
from domain.brass.lancashire.sell import saleable, script_sell, script_sell_on
from domain.brass.lancashire.state import State
from domain.brass.links import first_lines
from domain.brass.position import Latest, remembered
from domain.brass.rounds import removable
from domain.brass.turns import require_to_act
from domain.game import Choose, Script
from domain.message import Message, message

_LABELS: dict[str, Message] = {
    "build": message("Build"),
    "double_build": message("Build with two cards"),
    "network": message("Network"),
    "develop": message("Develop"),
    "sell": message("Sell"),
    "loan": message("Loan"),
    "pass": message("Pass"),
}
_POSSIBLE: dict[str, Callable[[Position], object]] = {
    "build": can_build,
    "double_build": can_double_build,
    "network": first_lines,
    "develop": can_develop,
    "sell": saleable,
    "loan": loans,
    "pass": lambda position: True,
}
_SCRIPTS: dict[str, Callable[[Position], Script]] = {
    "build": script_build,
    "double_build": script_double_build,
    "network": script_network,
    "develop": script_develop,
    "sell": script_sell,
    "loan": script_loan,
    "pass": script_pass,
}
_ACTION = message("Choose an action")
_REMOVE = message("Remove which tile to pay the bank?")


_position: Latest[State, Position] = Latest(Position)


@remembered
def actions(position: Position) -> tuple[str, ...]:
    """The actions that can be carried out (BL-3.11)."""
    return tuple(action for action, possible in _POSSIBLE.items() if possible(position))


def script(state: State, seat: int) -> Script:
    """The fields of the seat's next command; IllegalMove if the seat is not to act."""
    require_to_act(RULES, state, seat)
    position = _position(state, seat)
    if state.shortfalls:
        slot = yield offers.own_tile(position, removable(position.components, state, seat), _REMOVE)
        return RemoveTile(slot=slot)
    if state.selling:
        return (yield from script_sell_on(position))
    if not state.actions_left:
        return EndTurn()
    action = yield Choose(_ACTION, actions(position), _LABELS.__getitem__)
    return (yield from _SCRIPTS[action](position))
