"""The whole board of Brass: Lancashire."""

from __future__ import annotations

from domain.brass.lancashire.rendering.bank import bank
from domain.brass.lancashire.rendering.distant_market import distant_market
from domain.brass.lancashire.rendering.geometry import geometry
from domain.brass.lancashire.rendering.panels import head, key
from domain.brass.lancashire.rendering.places import place, sea, virtual_link
from domain.brass.lancashire.rendering.sheet import Sheet, sheet
from domain.brass.lancashire.rendering.style import STYLE
from domain.brass.rendering import panels
from domain.brass.rendering.board import Board
from domain.brass.rendering.lines import line, owner_mark
from domain.graphics.svg import group
from domain.message import message


def _map(drawn: Sheet) -> str:
    components, where = drawn.components, geometry(drawn.view.figures)
    return group(
        sea(),
        virtual_link(drawn),
        *(line(drawn, printed, where) for printed in components.lines),
        panels.markets(drawn),
        distant_market(drawn),
        bank(drawn),
        *(place(drawn, there, where) for there in components.places.values()),
        *(owner_mark(drawn, printed, where) for printed in components.lines),
    )


BOARD = Board(
    title=message("lancashire.board", "Brass: Lancashire board"),
    style=STYLE,
    sheet=sheet,
    head=head,
    map=_map,
    key=key,
)
