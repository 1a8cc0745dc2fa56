"""A menu of a seat's actions: each entry has its name, whether it is possible, and the questions it leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from domain.game import Choose, Script, Usual
from domain.game_kit.memory import Remembering
from domain.message import Message

PositionT = TypeVar("PositionT", bound=Remembering)


class MenuEntry(msgspec.Struct, Generic[PositionT], frozen=True):
    """An action: what it is called, whether it can be carried out, and the questions that lead to its command."""

    label: Message
    possible: Callable[[PositionT], Any]
    """Anything true or false; whoever finds the ways to do it may just hand them out."""
    script: Callable[[PositionT], Script]
    cost: Callable[[PositionT], Message | None] = lambda position: None
    """What it costs however it is carried out."""


Menu = Mapping[str, MenuEntry[PositionT]]
"""The entries by the value that picks them, in the order in which they are offered."""


def ask(prompt: Message, menu: Menu[PositionT], position: PositionT, usual: Usual = tuple) -> Script:
    """Ask which of the entries that are possible, then what it asks for; ``usual`` mean much the same, best first."""
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
    """The entries that can be carried out, worked out once; a position knows a menu by the values it offers."""
    key = ("menu", *menu)
    found: tuple[str, ...] | None = position.memory.get(key)
    if found is None:
        found = position.memory[key] = tuple(name for name, entry in menu.items() if entry.possible(position))
    return found


def always(position: object) -> bool:
    """For an entry that is possible always."""
    return True
