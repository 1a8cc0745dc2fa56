"""The whole board of Brass: Lancashire."""

from __future__ import annotations

from collections.abc import Sequence

from domain.brass.draw import panels
from domain.brass.draw.board import draw_board, draw_key, draw_map
from domain.brass.draw.lines import line, owner_mark
from domain.brass.lancashire.draw.distant_market import distant_market
from domain.brass.lancashire.draw.geometry import geometry
from domain.brass.lancashire.draw.panels import head, key
from domain.brass.lancashire.draw.places import place, sea, virtual_link
from domain.brass.lancashire.draw.sheet import Sheet, sheet
from domain.brass.lancashire.draw.style import STYLE
from domain.brass.lancashire.vocabulary.state import State
from domain.drawing import Drawing
from domain.message import Say, message, plain
from domain.svg import group


def draw(view: State, names: Sequence[str], say: Say = plain) -> str:
    """SVG of the board from a view and the seats' names, in the words of ``say``."""
    drawn = sheet(view, names, say)
    title = say(message("The board of Brass: Lancashire"))
    return draw_board(drawn, title, STYLE, *_map(drawn), key(drawn))


def drawings() -> tuple[Drawing, ...]:
    """The map with its markets and piles, and what its signs mean."""
    return (
        Drawing("map", message("Map"), "map", _draw_map),
        Drawing("signs", message("Signs"), "help", _draw_key),
    )


def _draw_map(view: State, names: Sequence[str], say: Say) -> str:
    drawn = sheet(view, names, say)
    return draw_map(drawn, say(message("The board of Brass: Lancashire")), STYLE, *_map(drawn))


def _draw_key(view: State, names: Sequence[str], say: Say) -> str:
    drawn = sheet(view, names, say)
    return draw_key(drawn, say(message("What the signs mean")), STYLE, key(drawn))


def _map(drawn: Sheet) -> tuple[str, str]:
    """The head and the map."""
    components, where = drawn.components, geometry(drawn.view.figures)
    map_ = group(
        sea(),
        virtual_link(drawn),
        *(line(drawn, printed, where) for printed in components.lines),
        panels.markets(drawn),
        distant_market(drawn),
        *(place(drawn, there, where) for there in components.places.values()),
        *(owner_mark(drawn, printed, where) for printed in components.lines),
    )
    return head(drawn), map_
