"""The questions that lead to a command, from the action down: the same in both Brass games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic

import msgspec

from domain.brass import offers
from domain.brass.commands import EndTurn, Pass, RemoveTile
from domain.brass.position import AnyPosition, PositionT
from domain.brass.rounds import removable
from domain.game import Choose, Lastly, Script
from domain.message import Message, message


class Entry(msgspec.Struct, Generic[PositionT], frozen=True):
    """An action: what it is called, whether it can be carried out, and the questions that lead to its command."""

    label: Message
    possible: Callable[[PositionT], Any]
    script: Callable[[PositionT], Script]


Menu = Mapping[str, Entry[PositionT]]

_ACTION = message("Choose an action")
_REMOVE = message("Remove which tile to pay the bank?")
_POSSIBLE = "possible actions"


def _possible(menu: Menu[PositionT], position: PositionT) -> tuple[str, ...]:
    """The actions that can be carried out."""
    found: tuple[str, ...] | None = position.memory.get(_POSSIBLE)
    if found is None:
        found = tuple(action for action, entry in menu.items() if entry.possible(position))
        position.memory[_POSSIBLE] = found
    return found


def ask(menu: Menu[PositionT], position: PositionT) -> Script:
    """The fields of the next command of the seat that must act."""
    state = position.state
    if state.shortfalls:
        slot = yield offers.own_tile(position, removable(position.components, state, position.seat), _REMOVE)
        return RemoveTile(slot=slot)
    if not state.actions_left:
        return EndTurn()
    action = yield Choose(_ACTION, _possible(menu, position), lambda value: menu[value].label)
    return (yield from menu[action].script(position))


def always(position: AnyPosition) -> bool:
    """For an action that can be carried out always."""
    return True


def script_pass(position: AnyPosition) -> Script:
    """The card discarded for passing."""
    yield from ()
    return Lastly(offers.card(position, offers.hand(position)), lambda card: Pass(card=card))
