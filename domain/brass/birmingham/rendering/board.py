"""The whole board of Brass: Birmingham."""

from __future__ import annotations

from domain.brass.birmingham.rendering.geometry import geometry
from domain.brass.birmingham.rendering.panels import head, key
from domain.brass.birmingham.rendering.places import place
from domain.brass.birmingham.rendering.sheet import Sheet, sheet
from domain.brass.birmingham.rendering.style import STYLE
from domain.brass.rendering import panels
from domain.brass.rendering.board import Board
from domain.brass.rendering.lines import line, owner_mark
from domain.graphics.svg import group
from domain.message import message


def _map(drawn: Sheet) -> str:
    components, where = drawn.components, geometry(drawn.view.figures)
    return group(
        *(line(drawn, printed, where) for printed in components.lines),
        panels.markets(drawn),
        *(place(drawn, there, where) for there in components.places.values()),
        *(owner_mark(drawn, printed, where) for printed in components.lines),
    )


BOARD = Board(
    title=message("birmingham.board", "Brass: Birmingham board"),
    style=STYLE,
    sheet=sheet,
    head=head,
    map=_map,
    key=key,
)
