"""The whole board: the map, the energy track, the companies, the offers and the management board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from domain.barrage.base import BASE
from domain.barrage.engine.edition import Edition
from domain.barrage.model.state import State
from domain.barrage.narration import standing
from domain.barrage.rendering import geometry
from domain.barrage.rendering.costs import building_costs, cost_strip
from domain.barrage.rendering.legend import legend
from domain.barrage.rendering.management import management, patents
from domain.barrage.rendering.map import map_
from domain.barrage.rendering.offers import contracts, draft, objective
from domain.barrage.rendering.prospects import prospects
from domain.barrage.rendering.sheet import Panel, Sheet, frame, mark, sheet
from domain.barrage.rendering.style import STYLE
from domain.barrage.rendering.track import acts, energy_track, name, players, round_strip
from domain.graphics.drawing import GUIDE_WIDTH, Drawing, Place
from domain.graphics.svg import element, group, text
from domain.message import Message, Say, message, plain

HEAD = 60.0
MARGIN = 8.0


def _map(drawn: Sheet, top: float) -> tuple[str, float]:
    return group(map_(drawn), transform=f"translate(0 {top:g})"), geometry.HEIGHT + 2


PANELS: Sequence[Panel] = (
    draft,
    _map,
    round_strip,
    energy_track,
    players,
    prospects,
    contracts,
    objective,
    management,
    patents,
)


def draw(
    view: State, names: Sequence[str], say: Say = plain, panels: Sequence[Panel] = (), edition: Edition = BASE
) -> str:
    """Draw the board as SVG from a view and the seats' names, in the language of ``say``; an expansion
    adds its panels.
    """
    drawn = sheet(view, names, say, edition)
    parts, bottom = _below(drawn, (*PANELS, *panels, building_costs, legend), HEAD)
    return frame(
        say,
        message("barrage.board-title", "Barrage board"),
        STYLE,
        (geometry.WIDTH, bottom),
        _head(drawn),
        *parts,
    )


def drawings(
    works: Sequence[Panel] = (), automas: Sequence[Panel] = (), edition: Edition = BASE
) -> tuple[Drawing, ...]:
    """Return the panels of the board, including those of expansions, as separate drawings."""
    panels: Mapping[str, Sequence[Panel]] = {**_PANELS, "works": works, "automas": automas}
    return tuple(
        Drawing(name, title, place, partial(_part, edition, described, panels[name], _width(place)))
        for name, title, place, described in _DRAWINGS
    )


def _width(place: Place) -> float:
    """Return the width of a drawing: those of the help lie beside the board."""
    return GUIDE_WIDTH if place == "help" else geometry.WIDTH


_PANELS: Mapping[str, Sequence[Panel]] = {
    "map": (_map, round_strip, energy_track),
    "draft": (draft,),
    "actions": (management,),
    "offers": (contracts, cost_strip),
    "energy": (prospects, objective),
    "costs": (patents, building_costs),
    "signs": (legend,),
}

_DRAWINGS: tuple[tuple[str, Message, Place, Message], ...] = (
    (
        "map",
        message("barrage.map", "Map"),
        "map",
        message("barrage.map-and-track-title", "Barrage map, rounds and energy track"),
    ),
    ("draft", message("barrage.draft", "Draft"), "actions", message("barrage.draft-title", "Companies to draft")),
    ("actions", message("barrage.actions", "Actions"), "actions", message("barrage.actions-title", "Action spaces")),
    ("works", message("barrage.works", "Works"), "actions", message("barrage.works", "Works")),
    (
        "offers",
        message("barrage.offers", "Offers"),
        "market",
        message("barrage.contracts-and-costs", "Contracts and building costs"),
    ),
    (
        "energy",
        message("barrage.scoring", "Scoring"),
        "track",
        message("barrage.scoring-title", "Points if the round and the objective were scored now"),
    ),
    ("automas", message("barrage.automas", "Automas"), "track", message("barrage.automas-title", "Automa cards")),
    (
        "costs",
        message("barrage.tiles-and-costs", "Tiles and costs"),
        "market",
        message("barrage.tiles-and-costs", "Tiles and costs"),
    ),
    ("signs", message("barrage.signs", "Icons"), "help", message("barrage.signs-title", "Icons and their meanings")),
)
"""The name, the title, the place and the description of each drawing."""


def _part(
    edition: Edition, title: Message, panels: Sequence[Panel], width: float, view: State, names: Sequence[str], say: Say
) -> str:
    """Draw panels with a frame of their own; nothing if they are empty."""
    parts, bottom = _below(sheet(view, names, say, edition, width), panels, MARGIN)
    return frame(say, title, STYLE, (width, bottom), *parts) if parts else ""


def _below(drawn: Sheet, panels: Sequence[Panel], top: float) -> tuple[list[str], float]:
    """Draw these panels one below the other from a top edge on, without empty ones; return the bottom edge as well."""
    parts = []
    for panel in panels:
        part, height = panel(drawn, top)
        if part:
            parts.append(part)
        top += height
    return parts, top


def _head(drawn: Sheet) -> str:
    """Draw the round, the phase, and the seat to act."""
    head = text(drawn.say(standing.headline(drawn.view)), x=14, y=HEAD / 2, font_size=32, class_="ba-start ba-strong")
    for seat in drawn.view.turn_order:
        if acts(drawn, seat):
            head += mark(drawn, seat, 640, HEAD / 2, 18)
            head += element("path", d=f"M598 {HEAD / 2 - 11:g}l17 11l-17 11z", class_="ba-acting")
            head += name(drawn, seat, HEAD / 2, x=668)
    return head
