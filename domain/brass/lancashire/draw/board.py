"""The whole board of Brass: Lancashire."""

from __future__ import annotations

from collections.abc import Sequence

from domain.brass.draw import panels
from domain.brass.draw.board import draw_board
from domain.brass.draw.lines import line, owner_mark
from domain.brass.lancashire.draw.distant_market import distant_market
from domain.brass.lancashire.draw.geometry import geometry
from domain.brass.lancashire.draw.panels import head, key
from domain.brass.lancashire.draw.places import place, sea, virtual_link
from domain.brass.lancashire.draw.sheet import sheet
from domain.brass.lancashire.draw.style import STYLE
from domain.brass.lancashire.vocabulary.state import State
from domain.message import Say, message, plain
from domain.svg import group


def draw(view: State, names: Sequence[str], say: Say = plain) -> str:
    """SVG of the board from a view and the seats' names, in the words of ``say``."""
    drawn, where = sheet(view, names, say), geometry(view.figures)
    components = drawn.components
    map_ = group(
        sea(),
        virtual_link(drawn),
        *(line(drawn, printed, where) for printed in components.lines),
        panels.markets(drawn),
        distant_market(drawn),
        *(place(drawn, there, where) for there in components.places.values()),
        *(owner_mark(drawn, printed, where) for printed in components.lines),
    )
    title = say(message("The board of Brass: Lancashire"))
    return draw_board(drawn, title, STYLE, head(drawn), map_, key(drawn))
