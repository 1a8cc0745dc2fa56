"""Slots and the industry tiles on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from domain.brass.model.state import Tile
from domain.brass.narration.costs import gains, link_icons, vp_count
from domain.brass.rendering.geometry import LETTERS, SLOT, Geometry, Point
from domain.brass.rendering.icons import icon
from domain.brass.rendering.sheet import AnySheet, badge
from domain.graphics.marks import polygon
from domain.graphics.svg import element, marked, text
from domain.message import Listing, Message, Term, message

HALF = SLOT / 2
BADGE = 9.5
"""Radius of the owner's shape."""
_MEDAL = ((-1.0, 0.0), (-0.6, -0.75), (0.6, -0.75), (1.0, 0.0), (0.6, 0.75), (-0.6, 0.75))
"""The corners of the hexagon behind VP: the number of a tile without one is its level."""


def slots(drawn: AnySheet, place: str, where: Geometry) -> str:
    """Draw all slots of a place."""
    sites = (f"{place}/{number}" for number in range(len(drawn.components.slots[place])))
    return "".join(slot(drawn, site, where.sites[site]) for site in sites)


def slot(drawn: AnySheet, site: str, at: Point) -> str:
    """Draw a slot: its tile, or the industries it is for."""
    place, _, number = site.rpartition("/")
    tile = drawn.view.board.get(site)
    if tile is None:
        industries = drawn.components.slots[place][int(number)]
        return marked(f"slot:{site}", drawn.say(_empty(drawn, place, industries)), _free(industries, at))
    return marked(f"slot:{site}", drawn.say(_occupied(drawn, place, tile)), _tile(drawn, tile, at))


@lru_cache(maxsize=512)  # more than the slots of both boards
def _free(industries: Sequence[str], at: Point) -> str:
    x, y = at
    ground = element("rect", x=x - HALF, y=y - HALF, width=SLOT, height=SLOT, rx=7, class_="bb-slot")
    if len(industries) == 1:
        return ground + icon(industries[0], x, y, 36, "bb-icon bb-soft")
    divide = element("path", d=f"M{x - 20:g} {y + 20:g}L{x + 20:g} {y - 20:g}", class_="bb-divide")
    first, second = industries
    return (
        ground
        + divide
        + icon(first, x - 12, y - 12, 27, "bb-icon bb-soft")
        + icon(second, x + 12, y + 12, 27, "bb-icon bb-soft")
    )


def _tile(drawn: AnySheet, tile: Tile, at: Point) -> str:
    return _flipped(drawn, tile, at) if tile.flipped else _working(drawn, tile, at)


def _working(drawn: AnySheet, tile: Tile, at: Point) -> str:
    x, y = at
    ink = f"bb-ink-{tile.owner}"
    return "".join(
        (
            _ground(at, 0, f"bb-tile bb-fill-{tile.owner}"),
            icon(tile.industry, x, y + (0 if tile.cubes else 8), 31, ink),
            text(str(tile.level), x=x - 19, y=y - 17, font_size=LETTERS, class_=f"bb-strong {ink}"),
            badge(tile.owner, x + 16, y - 16, BADGE, ink),
            _pieces(drawn, tile, at),
        )
    )


def _flipped(drawn: AnySheet, tile: Tile, at: Point) -> str:
    """Draw a flipped tile: light, with a frame of its owner's colour, its VP and link icons."""
    x, y = at
    figures = drawn.components.tile(tile.industry, tile.level)
    links = "".join(
        element("circle", cx=x + 17, cy=y + 17 - 12 * number, r=4.2, class_="bb-ring")
        for number in range(figures.link_icons)
    )
    return "".join(
        (
            _ground(at, 0, f"bb-tile bb-fill-{tile.owner}"),
            _ground(at, 5, "bb-back"),
            icon(tile.industry, x - 8, y - 8, 30, "bb-dark"),
            badge(tile.owner, x + 16, y - 15, BADGE, f"bb-fill-{tile.owner}"),
            polygon(_MEDAL, x - 8, y + 14, 17, "bb-medal"),
            text(str(figures.vp), x=x - 8, y=y + 15, font_size=LETTERS, class_="bb-strong bb-vp"),
            links,
        )
    )


def _ground(at: Point, inset: float, class_: str) -> str:
    x, y = at
    side = SLOT - 2 * inset
    return element("rect", x=x - side / 2, y=y - side / 2, width=side, height=side, rx=7, class_=class_)


def _pieces(drawn: AnySheet, tile: Tile, at: Point) -> str:
    """Draw the cubes or barrels on a tile, side by side."""
    if not tile.cubes:
        return ""
    x, y = at
    piece = drawn.pieces[tile.industry]
    size = min(15.0, 52 / tile.cubes)
    first = x - size * (tile.cubes - 1) / 2
    return "".join(icon(piece.icon, first + size * number, y + 21, size, piece.on_tile) for number in range(tile.cubes))


def _empty(drawn: AnySheet, place: str, industries: Sequence[str]) -> Message:
    if len(industries) == 1:
        return message(
            "brass.empty-slot",
            "{place}: empty slot for {industry}",
            place=drawn.named(place),
            industry=drawn.named(industries[0]),
        )
    first, second = industries
    return message(
        "brass.empty-slot-two-industries",
        "{place}: empty slot for {first} or {second}",
        place=drawn.named(place),
        first=drawn.named(first),
        second=drawn.named(second),
    )


def _occupied(drawn: AnySheet, place: str, tile: Tile) -> Message:
    """Describe a tile: its owner, and what it gives or will give when it is flipped."""
    known: dict[str, Term | str | int] = {
        "place": drawn.named(place),
        "owner": drawn.names[tile.owner],
        "level": tile.level,
        "industry": drawn.named(tile.industry),
    }
    figures = drawn.components.tile(tile.industry, tile.level)
    if tile.flipped:
        return message(
            "brass.tile-flipped",
            "{place}: {owner}'s level {level} {industry}, flipped: {gains}",
            **known,
            gains=Listing((vp_count(figures.vp), link_icons(figures.link_icons))),
        )
    if tile.cubes:
        return message(
            "brass.tile-with-cubes",
            "{place}: {owner}'s level {level} {industry}, {cubes} left; when flipped, gives {gains}",
            **known,
            cubes=tile.cubes,
            gains=gains(figures),
        )
    return message(
        "brass.tile-unflipped",
        "{place}: {owner}'s level {level} {industry}, unflipped; when flipped, gives {gains}",
        **known,
        gains=gains(figures),
    )
