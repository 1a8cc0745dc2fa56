"""A menu of a seat's actions: each entry has its name, whether it is possible, and its questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from domain.game import Choose, Script, Usual
from domain.game_kit.memory import Remembering
from domain.message import Message

PositionT = TypeVar("PositionT", bound=Remembering)


class MenuEntry(msgspec.Struct, Generic[PositionT], frozen=True):
    """An action: its name, whether it is possible, and the questions that lead to its command."""

    label: Message
    possible: Callable[[PositionT], Any]
    """Any value, used as true or false; a function may return the possibilities that it finds."""
    script: Callable[[PositionT], Script]
    cost: Callable[[PositionT], Message | None] = lambda position: None
    """The fixed part of the cost."""


Menu = Mapping[str, MenuEntry[PositionT]]
"""The entries by the value that picks them, in the order in which they are offered."""


def ask(prompt: Message, menu: Menu[PositionT], position: PositionT, usual: Usual = tuple) -> Script:
    """Ask for one of the possible entries, then its questions; ``usual`` are the usual entries, best first."""
    there = possible(menu, position)
    quiet = tuple(name for name in menu if name not in there)
    picked = yield Choose(
        prompt,
        there,
        lambda value: menu[value].label,
        quiet=quiet,
        usual=usual,
        once_touched=True,
        cost=lambda value: menu[value].cost(position),
    )
    return (yield from menu[picked].script(position))


def possible(menu: Menu[PositionT], position: PositionT) -> tuple[str, ...]:
    """Return the possible entries. They are cached in the position, under the values that the menu offers."""
    key = ("menu", *menu)
    found: tuple[str, ...] | None = position.memory.get(key)
    if found is None:
        found = position.memory[key] = tuple(name for name, entry in menu.items() if entry.possible(position))
    return found


def always(position: object) -> bool:
    """Return true: for entries that are always possible."""
    return True
