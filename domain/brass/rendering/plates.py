"""Name plates, with the points of links to each place."""

from __future__ import annotations

from domain.brass.rendering.geometry import LETTERS, PLATE
from domain.brass.rendering.sheet import AnySheet
from domain.graphics.svg import element, marked, text
from domain.message import Message, message


def plate(
    drawn: AnySheet,
    place: str,
    at: tuple[float, float, float],
    look: str,
    short: str | None = None,
    said: Message | None = None,
) -> str:
    """Draw the plate of a place, with its name or a shorter word; at gives its middle and its width."""
    x, y, width = at
    name = drawn.name(place)
    ground = element(
        "rect", x=x - width / 2, y=y - PLATE / 2 + 2, width=width, height=PLATE - 3, rx=6, class_=f"bb-plate {look}"
    )
    words = text(short or name, x=x, y=y + 1.5, font_size=LETTERS, class_="bb-strong")
    return marked(f"place:{place}", drawn.say(said or _worth(drawn, place)), ground, words)


def _worth(drawn: AnySheet, place: str) -> Message:
    """Tell the points that each link to a place is worth there, by the link icons that are visible now."""
    return message(
        "brass.place-link-points",
        "{place}: {points} VP for each link here so far",
        place=drawn.named(place),
        points=drawn.link_icons[place],
    )
