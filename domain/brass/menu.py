"""The questions that lead to a command, from the action down: the same in both Brass games."""

from __future__ import annotations

from domain.brass.machinery.position import AnyPosition, PositionT
from domain.brass.rounds import removable
from domain.brass.telling import questions
from domain.brass.vocabulary.commands import EndTurn, Pass, RemoveTile
from domain.game import Lastly, Script
from domain.message import message
from domain.toolbox import menu
from domain.toolbox.menu import Menu

_ACTION = message("Choose an action")
_REMOVE = message("Remove which tile to pay the bank?")


def ask(actions: Menu[PositionT], position: PositionT) -> Script:
    """The fields of the next command of the seat that must act."""
    state = position.state
    if state.shortfalls:
        slot = yield questions.own_tile(position, removable(position.components, state, position.seat), _REMOVE)
        return RemoveTile(slot=slot)
    if not state.actions_left:
        return EndTurn()
    return (yield from menu.ask(_ACTION, actions, position))


def script_pass(position: AnyPosition) -> Script:
    """The card discarded for passing."""
    yield from ()
    return Lastly(questions.card(position, questions.hand(position)), lambda card: Pass(card=card))
