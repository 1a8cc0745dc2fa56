"""The whole board: the map between the head and the rows of the players, and the key at the foot."""

from __future__ import annotations

from domain.brass.draw import panels
from domain.brass.draw.frame import frame
from domain.brass.draw.sheet import AnySheet
from domain.svg import element, group

MARGIN = 6.0


def draw_map(drawn: AnySheet, title: str, style: str, head: str, map_: str) -> str:
    """The map below its head."""
    layout = drawn.components.layout
    return frame(title, style, (layout.width, panels.HEAD + layout.height + MARGIN), head, _ground(drawn, map_))


def draw_key(drawn: AnySheet, title: str, style: str, key: str) -> str:
    """What the lines and signs mean."""
    return frame(title, style, (drawn.components.layout.width, panels.KEY), key)


def draw_board(drawn: AnySheet, title: str, style: str, head: str, map_: str, key: str) -> str:
    """A board of parts that are each drawn from the top of their own place."""
    layout = drawn.components.layout
    below = panels.HEAD + layout.height
    foot = below + panels.TITLES + panels.ROW * len(drawn.view.players)
    return frame(
        title,
        style,
        (layout.width, foot + panels.KEY),
        head,
        _ground(drawn, map_),
        panels.players(drawn, below),
        group(key, transform=f"translate(0 {foot:g})"),
    )


def _ground(drawn: AnySheet, map_: str) -> str:
    layout = drawn.components.layout
    return group(
        element("rect", x=4, y=0, width=layout.width - 8, height=layout.height, rx=14, class_="bb-map"),
        map_,
        transform=f"translate(0 {panels.HEAD:g})",
    )
