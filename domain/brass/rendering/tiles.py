"""Slots and the industry tiles on them."""

from __future__ import annotations

from collections.abc import Sequence

from domain.brass.model.state import Tile
from domain.brass.rendering.geometry import LETTERS, SLOT, Geometry, Point
from domain.brass.rendering.icons import icon
from domain.brass.rendering.sheet import AnySheet, mark
from domain.graphics.svg import element, marked, text
from domain.message import Message, message

HALF = SLOT / 2
MARK = 13.0
"""Radius of the owner's mark, large enough for a legible letter."""


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
            mark(drawn, tile.owner, x + 17, y - 17, MARK),
            _pieces(drawn, tile, at),
        )
    )


def _flipped(drawn: AnySheet, tile: Tile, at: Point) -> str:
    """Draw a flipped tile: dark, with a border of its owner's colour, its VP and link icons."""
    x, y = at
    figures = drawn.components.tile(tile.industry, tile.level)
    links = "".join(
        element("circle", cx=x + 18 - 13 * number, cy=y + 17.5, r=4.3, class_="bb-ring")
        for number in range(figures.link_icons)
    )
    return "".join(
        (
            _ground(at, 3, f"bb-back bb-line-{tile.owner}"),
            icon(tile.industry, x - 1, y - 4, 27, "bb-pale"),
            text(str(tile.level), x=x - 17, y=y - 15, font_size=LETTERS, class_="bb-strong bb-pale"),
            mark(drawn, tile.owner, x + 17, y - 17, MARK),
            text(str(figures.vp), x=x - 12, y=y + 17.5, font_size=LETTERS, class_="bb-strong bb-bright"),
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
    owner, industry = drawn.names[tile.owner], drawn.named(tile.industry)
    if tile.flipped:
        vp = drawn.components.tile(tile.industry, tile.level).vp
        return message(
            "brass.tile-flipped",
            "{place}: {owner}'s level {level} {industry}, flipped, {vp} VP",
            place=drawn.named(place),
            industry=industry,
            level=tile.level,
            owner=owner,
            vp=vp,
        )
    if tile.cubes:
        return message(
            "brass.tile-with-cubes",
            "{place}: {owner}'s level {level} {industry}, {cubes} left",
            place=drawn.named(place),
            industry=industry,
            level=tile.level,
            owner=owner,
            cubes=tile.cubes,
        )
    return message(
        "brass.tile-unflipped",
        "{place}: {owner}'s level {level} {industry}, unflipped",
        place=drawn.named(place),
        industry=industry,
        level=tile.level,
        owner=owner,
    )
