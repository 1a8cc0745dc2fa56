"""The whole board."""

from __future__ import annotations

from collections.abc import Sequence

from domain.brass.birmingham.draw import panels
from domain.brass.birmingham.draw.geometry import geometry
from domain.brass.birmingham.draw.lines import line, owner_mark
from domain.brass.birmingham.draw.places import place
from domain.brass.birmingham.draw.sheet import plain, sheet
from domain.brass.birmingham.draw.style import STYLE
from domain.brass.birmingham.state import State
from domain.message import Say, message
from domain.svg import element, group


def draw(view: State, names: Sequence[str], say: Say = plain) -> str:
    """SVG of the board from a view and the seats' names, in the words of ``say``."""
    drawn, where = sheet(view, names, say), geometry(view.figures)
    components, layout = drawn.components, drawn.components.layout
    below = panels.HEAD + layout.height
    height = below + 44 + panels.ROW * len(view.players) + panels.KEY
    board = group(
        element("rect", x=4, y=0, width=layout.width - 8, height=layout.height, rx=14, class_="bb-map"),
        *(line(drawn, printed, where) for printed in components.lines),
        panels.markets(drawn),
        *(place(drawn, there, where) for there in components.places.values()),
        *(owner_mark(drawn, printed, where) for printed in components.lines),
        transform=f"translate(0 {panels.HEAD:g})",
    )
    return element(
        "svg",
        element("title", say(message("The board of Brass: Birmingham"))),
        element("style", STYLE),
        element("rect", width=layout.width, height=height, class_="bb-ground"),
        panels.head(drawn),
        board,
        panels.players(drawn, below),
        panels.key(drawn, height - panels.KEY),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {layout.width} {height:g}",
        class_="brass-birmingham",
        role="group",
    )
