"""The marks that distinguish the seats of a table on a board: a shape, a character and a colour each.

The style of a drawing sets the colour; readers can also tell seats apart without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from domain.graphics.svg import element

_DIAMOND = ((0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0))
_HEXAGON = ((-1.15, 0.0), (-0.58, -1.0), (0.58, -1.0), (1.15, 0.0), (0.58, 1.0), (-0.58, 1.0))


def characters(names: Sequence[str]) -> list[str]:
    """Return one character for each seat: the initials of the names if they differ, else the seats' numbers from 1."""
    initials = [name.strip()[:1].upper() for name in names]
    if all(initial.isalnum() for initial in initials) and len(set(initials)) == len(initials):
        return initials
    return [str(seat) for seat in range(1, len(names) + 1)]


def shape(seat: int, x: float, y: float, radius: float, look: str) -> str:
    """Return the shape of a seat around a point: a circle, a square, a diamond or a hexagon; ``look`` is its class."""
    if seat == 0:
        return element("circle", cx=x, cy=y, r=radius, class_=look)
    if seat == 1:
        side = radius * 1.8
        return element("rect", x=x - side / 2, y=y - side / 2, width=side, height=side, class_=look)
    return polygon(_DIAMOND if seat == 2 else _HEXAGON, x, y, radius, look)


@lru_cache(maxsize=1024)
def polygon(corners: Sequence[tuple[float, float]], x: float, y: float, radius: float, look: str) -> str:
    """Return a polygon; its corners are given in radii from its centre."""
    points = " ".join(f"{x + radius * dx:g},{y + radius * dy:g}" for dx, dy in corners)
    return element("polygon", points=points, class_=look)
