"""Name plates."""

from __future__ import annotations

from domain.brass.rendering.geometry import LETTERS, PLATE
from domain.brass.rendering.sheet import AnySheet
from domain.graphics.svg import element, marked, text


def plate(drawn: AnySheet, place: str, at: tuple[float, float, float], look: str, short: str | None = None) -> str:
    """Draw the plate of a place, with its name or a shorter word; at gives its middle and its width."""
    x, y, width = at
    name = drawn.name(place)
    ground = element(
        "rect", x=x - width / 2, y=y - PLATE / 2 + 2, width=width, height=PLATE - 3, rx=6, class_=f"bb-plate {look}"
    )
    return marked(
        f"place:{place}", name, ground, text(short or name, x=x, y=y + 1.5, font_size=LETTERS, class_="bb-strong")
    )
