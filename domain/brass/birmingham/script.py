"""The questions that lead to a command (BB-1.11)."""

from __future__ import annotations

from collections.abc import Callable

from domain.brass import offers
from domain.brass.birmingham.build import can_build, script_build
from domain.brass.birmingham.commands import EndTurn, RemoveTile
from domain.brass.birmingham.loan_scout_pass import (
    can_borrow,
    can_scout,
    script_loan,
    script_pass,
    script_scout,
)
from domain.brass.birmingham.network import script_network
from domain.brass.birmingham.position import Position
from domain.brass.birmingham.rule_ids import RULES
from domain.brass.birmingham.sell import saleable, script_sell
from domain.brass.birmingham.state import State
from domain.brass.develop import can_develop, script_develop
from domain.brass.links import first_lines
from domain.brass.position import Latest, remembered
from domain.brass.rounds import removable
from domain.brass.turns import require_to_act
from domain.game import Choose, Script
from domain.message import Message, message

_LABELS: dict[str, Message] = {
    "build": message("Build"),
    "network": message("Network"),
    "develop": message("Develop"),
    "sell": message("Sell"),
    "loan": message("Loan"),
    "scout": message("Scout"),
    "pass": message("Pass"),
}
_POSSIBLE: dict[str, Callable[[Position], object]] = {
    "build": can_build,
    "network": first_lines,
    "develop": can_develop,
    "sell": lambda position: saleable(position, ()),
    "loan": can_borrow,
    "scout": can_scout,
    "pass": lambda position: True,
}
_SCRIPTS: dict[str, Callable[[Position], Script]] = {
    "build": script_build,
    "network": script_network,
    "develop": script_develop,
    "sell": script_sell,
    "loan": script_loan,
    "scout": script_scout,
    "pass": script_pass,
}
_ACTION = message("Choose an action")
_REMOVE = message("Remove which tile to pay the bank?")


_position: Latest[State, Position] = Latest(Position)


@remembered
def actions(position: Position) -> tuple[str, ...]:
    """The actions that can be carried out (BB-1.13)."""
    return tuple(action for action, possible in _POSSIBLE.items() if possible(position))


def script(state: State, seat: int) -> Script:
    """The fields of the seat's next command; IllegalMove if the seat is not to act."""
    require_to_act(RULES, state, seat)
    position = _position(state, seat)
    if state.shortfalls:
        slot = yield offers.own_tile(position, removable(position.components, state, seat), _REMOVE)
        return RemoveTile(slot=slot)
    if not state.actions_left:
        return EndTurn()
    action = yield Choose(_ACTION, actions(position), _LABELS.__getitem__)
    return (yield from _SCRIPTS[action](position))
