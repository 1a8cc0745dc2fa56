"""What every part of a drawing needs to know, and the marks by which seats are told apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from domain.brass.components import Components
from domain.brass.state import State
from domain.message import Say, Term, message
from domain.svg import element, text


@dataclass(frozen=True)
class Piece:
    """How a cube or a barrel looks: its icon, and its class on a panel and on the colour of a tile."""

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

    def named(self, thing: str) -> Term:
        """What a place, a card or an industry is called."""
        return Term(self.components.names.get(thing, thing))

    def name(self, thing: str) -> str:
        """The same, in the reader's words."""
        return self.say(message("{thing}", thing=self.named(thing)))


AnySheet = Sheet[State[Any], Components[Any, Any]]
"""A sheet of either game."""


def marks(names: Sequence[str]) -> list[str]:
    """One character for each seat: the initials of the names if they differ, else the seats' numbers from 1."""
    initials = [name.strip()[:1].upper() for name in names]
    if all(initial.isalnum() for initial in initials) and len(set(initials)) == len(initials):
        return initials
    return [str(seat) for seat in range(1, len(names) + 1)]


def mark(drawn: AnySheet, seat: int, x: float, y: float, radius: float) -> str:
    """A seat's mark: its shape, its colour and its character, so that no reader depends on the colour."""
    return _shape(seat, x, y, radius) + text(
        drawn.marks[seat], x=x, y=y + radius * 0.06, font_size=radius * 1.2, class_=f"bb-strong bb-ink-{seat}"
    )


def _shape(seat: int, x: float, y: float, radius: float) -> str:
    """A circle, a square, a diamond or a hexagon."""
    look = f"bb-mark bb-fill-{seat}"
    if seat == 0:
        return element("circle", cx=x, cy=y, r=radius, class_=look)
    if seat == 1:
        side = radius * 1.8
        return element("rect", x=x - side / 2, y=y - side / 2, width=side, height=side, class_=look)
    if seat == 2:
        corners = [(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)]
    else:
        corners = [(-1.15, 0.0), (-0.58, -1.0), (0.58, -1.0), (1.15, 0.0), (0.58, 1.0), (-0.58, 1.0)]
    points = " ".join(f"{x + radius * dx:g},{y + radius * dy:g}" for dx, dy in corners)
    return element("polygon", points=points, class_=look)
