"""The whole board: the map, the energy track, the companies, what is on offer and the management board."""

from __future__ import annotations

from collections.abc import Sequence

from domain.barrage.base import BASE
from domain.barrage.draw import geometry
from domain.barrage.draw.costs import building_costs
from domain.barrage.draw.legend import legend
from domain.barrage.draw.management import management
from domain.barrage.draw.map import map_
from domain.barrage.draw.offers import contracts, draft, objective
from domain.barrage.draw.prospects import prospects
from domain.barrage.draw.sheet import Panel, Sheet, frame, mark, sheet
from domain.barrage.draw.style import STYLE
from domain.barrage.draw.track import acts, energy_track, named, players
from domain.barrage.machinery.edition import Edition
from domain.barrage.telling import standing
from domain.barrage.vocabulary.state import State
from domain.message import Say, message, plain
from domain.svg import element, group, text

HEAD = 60.0


def _map(drawn: Sheet, top: float) -> tuple[str, float]:
    return group(map_(drawn), transform=f"translate(0 {top:g})"), geometry.HEIGHT + 6


PANELS: Sequence[Panel] = (draft, _map, energy_track, players, prospects, contracts, objective, management)


def draw(
    view: State, names: Sequence[str], say: Say = plain, panels: Sequence[Panel] = (), edition: Edition = BASE
) -> str:
    """SVG of the board from a view and the seats' names, in the words of ``say``; an expansion adds its panels."""
    drawn = sheet(view, names, say, edition)
    parts, top = [_head(drawn)], HEAD
    for panel in (*PANELS, *panels, building_costs, legend):
        part, height = panel(drawn, top)
        parts.append(part)
        top += height
    return frame(say, message("The board of Barrage"), STYLE, (geometry.WIDTH, top), *parts)


def _head(drawn: Sheet) -> str:
    """The round, the phase, and whose turn it is."""
    head = text(drawn.say(standing.headline(drawn.view)), x=14, y=HEAD / 2, font_size=32, class_="ba-start ba-strong")
    for seat in drawn.view.turn_order:
        if acts(drawn, seat):
            head += mark(drawn, seat, 640, HEAD / 2, 18)
            head += element("path", d=f"M598 {HEAD / 2 - 11:g}l17 11l-17 11z", class_="ba-acting")
            head += text(named(drawn, seat), x=668, y=HEAD / 2, font_size=27, class_="ba-start")
    return head
