"""The whole board of Brass: Birmingham."""

from __future__ import annotations

from collections.abc import Sequence

from domain.brass.birmingham.draw.geometry import geometry
from domain.brass.birmingham.draw.panels import head, key
from domain.brass.birmingham.draw.places import place
from domain.brass.birmingham.draw.sheet import sheet
from domain.brass.birmingham.draw.style import STYLE
from domain.brass.birmingham.vocabulary.state import State
from domain.brass.draw import panels
from domain.brass.draw.board import draw_board
from domain.brass.draw.lines import line, owner_mark
from domain.message import Say, message, plain
from domain.svg import group


def draw(view: State, names: Sequence[str], say: Say = plain) -> str:
    """SVG of the board from a view and the seats' names, in the words of ``say``."""
    drawn, where = sheet(view, names, say), geometry(view.figures)
    components = drawn.components
    map_ = group(
        *(line(drawn, printed, where) for printed in components.lines),
        panels.markets(drawn),
        *(place(drawn, there, where) for there in components.places.values()),
        *(owner_mark(drawn, printed, where) for printed in components.lines),
    )
    title = say(message("The board of Brass: Birmingham"))
    return draw_board(drawn, title, STYLE, head(drawn), map_, key(drawn))
