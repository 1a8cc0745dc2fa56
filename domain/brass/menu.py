"""The questions of both Brass games that lead to a command, starting with the action."""

from __future__ import annotations

from domain.brass.engine.position import AnyPosition, PositionT
from domain.brass.model.commands import EndTurn, Pass, RemoveTile
from domain.brass.narration import questions
from domain.brass.rounds import removable, value
from domain.game import Script, Usual
from domain.game_kit import menu
from domain.game_kit.menu import Menu
from domain.message import Message, message

_ACTION = message("brass.choose-action", "Choose an action")
_REMOVE = message("brass.choose-tile-to-remove", "Choose a tile to remove so that you can pay the bank")


def ask(actions: Menu[PositionT], position: PositionT, usual: Usual) -> Script:
    """Ask for the fields of the next command of the seat that must act."""
    if position.state.shortfalls:
        return _script_remove(position)
    return menu.ask(_ACTION, actions, position, usual) if position.state.actions_left else _script_end()


def _script_remove(position: AnyPosition) -> Script:
    slots = removable(position.components, position.state, position.seat)

    def raised(slot: str) -> Message:
        pounds = value(position.components, position.state.board[slot])
        return message("brass.tile-raises", "Raises £{pounds}", pounds=pounds)

    def usual() -> list[str]:
        return questions.most_first(position, slots)[::-1]

    return RemoveTile(slot=(yield questions.own_tile(position, slots, _REMOVE, cost=raised, usual=usual)))


def _script_end() -> Script:
    yield from ()
    return EndTurn()


def script_pass(position: AnyPosition) -> Script:
    """Ask for the card to discard for passing."""
    yield from ()
    return questions.discarding(position, lambda card: Pass(card=card))
