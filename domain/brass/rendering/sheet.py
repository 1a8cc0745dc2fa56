"""Data that every part of a drawing needs, and the marks that distinguish the seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from domain.brass import scoring
from domain.brass.model.components import Components
from domain.brass.model.state import State
from domain.brass.rendering.geometry import LETTERS
from domain.graphics.marks import shape
from domain.graphics.svg import text
from domain.message import Say, Term, message


@dataclass(frozen=True)
class Piece:
    """The look of a cube or a barrel: its icon, and its classes on a panel and on the colour of a tile."""

    icon: str
    look: str
    on_tile: str


COAL = Piece("cube", "bb-coal", "bb-coal")
IRON = Piece("cube", "bb-iron", "bb-iron")

StateT = TypeVar("StateT", bound=State[Any], covariant=True)
ComponentsT = TypeVar("ComponentsT", bound=Components[Any, Any], covariant=True)


@dataclass(frozen=True)
class Sheet(Generic[StateT, ComponentsT]):
    """A view, the component figures it was made with, the seats' names and marks, and the pieces of each industry."""

    view: StateT
    components: ComponentsT
    names: Sequence[str]
    marks: Sequence[str]
    say: Say
    pieces: Mapping[str, Piece]

    @cached_property
    def link_icons(self) -> Mapping[str, int]:
        """The visible link icons by place."""
        return scoring.link_icons(self.components, self.view)

    def named(self, thing: str) -> Term:
        """Return the name of a place, a card or an industry."""
        return Term(self.components.names.get(thing, thing))

    def name(self, thing: str) -> str:
        """Return the same name in the reader's language."""
        return self.say(message("brass.component-name", "{thing}", thing=self.named(thing)))


AnySheet = Sheet[State[Any], Components[Any, Any]]
"""A sheet of either game."""


def mark(drawn: AnySheet, seat: int, x: float, y: float, radius: float) -> str:
    """Draw a seat's mark: its shape, its colour and its character, so that no reader depends on the colour."""
    size, look = max(radius * 1.2, LETTERS), f"bb-strong bb-ink-{seat}"
    letter = text(drawn.marks[seat], x=x, y=y + radius * 0.06, font_size=size, class_=look)
    return shape(seat, x, y, radius, f"bb-mark bb-fill-{seat}") + letter


def badge(seat: int, x: float, y: float, radius: float, look: str) -> str:
    """Draw a seat's shape on a tile, without a character, which readers might take for a number of the tile."""
    return shape(seat, x, y, radius, f"bb-badge {look}")
