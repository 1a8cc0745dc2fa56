"""Construction (TA-9): whether an automa builds, with which tile, where, and its payment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from domain.barrage.automa import sites
from domain.barrage.automa.actions import engineers
from domain.barrage.automa.race import Race
from domain.barrage.automa.sight import Attempt, Deed, Failure, Sight
from domain.barrage.construction import tiles, wheel
from domain.barrage.construction.action import TILE
from domain.barrage.construction.build import build
from domain.barrage.construction.costs import prices
from domain.barrage.construction.possible import open_sites
from domain.barrage.construction.tiles import Tool
from domain.barrage.engine.course import Course
from domain.barrage.engine.parts import StructureRule
from domain.barrage.engine.position import Position
from domain.barrage.leeghwater import buildings
from domain.barrage.model.automa.components import Line, Search
from domain.barrage.model.changes import Paid, SpaceClosed
from domain.barrage.model.leeghwater.components import leeghwater
from domain.barrage.model.pending import Pending
from domain.barrage.model.pieces import Tile

BUILDING = buildings.BUILDING.name
_MOST_REPLACED = 1
"""Machinery of a construction that points may replace (TA-27.6)."""


class Payment(NamedTuple):
    """Machinery for the wheel, and the number of replaced pieces."""

    excavators: int
    mixers: int
    replaced: int = 0


# --------------------------------------------------------------------------------------------------------------------
# Technology tiles
# --------------------------------------------------------------------------------------------------------------------


def tools(position: Position, structure: str) -> list[Tool]:
    """Return the tools for the structure: the highest level first, a tile of its kind before a wild one (TA-9.7,
    TA-25.3).

    The officer's special tile copies one of the wheel only if no other in the supply builds it (TA-27.7).
    """
    able = [tool for tool in tiles.tools(position) if tiles.builds(_printed(position, tool), structure)]
    able.sort(key=lambda tool: _preference(_printed(position, tool), structure))
    return [tool for tool in able if not tool.copies] or able[:1]


def _printed(position: Position, tool: Tool) -> Tile:
    return tiles.shown(position, tool)


def _preference(tile: Tile, structure: str) -> tuple[int, bool]:
    return -(tile.level or 0), tile.builds != structure


def used(position: Position, tool: Tool) -> Tile:
    """Return the tile with its special effects, if the level uses them (TA-1.10, TA-25.2)."""
    tile = _printed(position, tool)
    return tile if position.abilities.tiles else Tile(id=tile.id, builds=tile.builds, level=tile.level)


# --------------------------------------------------------------------------------------------------------------------
# Machinery
# --------------------------------------------------------------------------------------------------------------------


def payment(position: Position, structure: str, site: str, tile: Tile) -> Payment | None:
    """Return the payment for a structure; None if the supply does not suffice (TA-9.3, TA-9.6)."""
    replaceable = _MOST_REPLACED if position.figure("credits_per_machinery") else 0
    ways = _ways(position, structure, site, tile)
    return next((way for way in ways if way.replaced <= replaceable), None)


def _ways(position: Position, structure: str, site: str, tile: Tile) -> list[Payment]:
    """Return the ways to pay, the preferred one first."""
    if tile.no_machinery:
        return [Payment(0, 0)]
    (excavators, mixers), *others = prices(position, structure)[site][0]
    if tile.most_machinery is not None:
        excavators = min(excavators, tile.most_machinery)
    if tile.one_machinery_only:  # TA-25.11
        fewer_mixers = position.company.mixers < position.company.excavators
        return [_spent(position, 0, mixers) if fewer_mixers else _spent(position, excavators, 0)]
    usual = _spent(position, excavators, mixers, interchangeable=tile.interchangeable)
    ways = [usual, *(_spent(position, *other) for other in others)]
    if position.company.mixers >= position.company.excavators:  # TA-27.5
        ways.reverse()
    return ways


def _spent(position: Position, excavators: int, mixers: int, *, interchangeable: bool = False) -> Payment:
    """Return the amounts paid, the required type first; with one tile the other type replaces missing ones
    (TA-25.13).
    """
    company = position.company
    dug, mixed = min(excavators, company.excavators), min(mixers, company.mixers)
    missing = excavators + mixers - dug - mixed
    if interchangeable:
        more = min(missing, company.excavators - dug)
        dug, missing = dug + more, missing - more
        more = min(missing, company.mixers - mixed)
        mixed, missing = mixed + more, missing - more
    return Payment(dug, mixed, missing)


# --------------------------------------------------------------------------------------------------------------------
# Conditions and site
# --------------------------------------------------------------------------------------------------------------------


def consider(sight: Sight, line: Line) -> Attempt:
    """Check the printed construction, within its restriction (TA-9.5)."""
    assert line.structure is not None
    return attempt(sight, line.structure, _allowed(sight, line), line.search or "down")


def _allowed(sight: Sight, line: Line) -> Callable[[str], bool]:
    components = sight.position.components
    if line.area is not None:
        return lambda site: components.base_area[site] == line.area
    if line.least_value is not None:
        least = line.least_value
        return lambda site: components.conduit_site[site].value >= least
    return lambda site: True


def attempt(
    sight: Sight, structure: str, allowed: Callable[[str], bool] = lambda site: True, search: Search = "down"
) -> Attempt:
    """Check the conditions in order, then choose the tile and the site (TA-9.1 to TA-9.8)."""
    position = sight.position
    if position.left(structure) <= 0:
        return Failure("TA-9.1")
    able = tools(position, structure)
    if not able:
        return Failure("TA-9.2")
    places = list(filter(allowed, position.edition.all(StructureRule)[structure].sites(position)))
    payable = {tool: _payable(position, structure, places, used(position, tool)) for tool in able}
    if not any(payable.values()):
        return Failure("TA-9.3")
    free = open_sites(position, structure)
    payable = {tool: [site for site in found if site in free] for tool, found in payable.items()}
    tool = next((tool for tool in able if payable[tool]), None)
    if tool is None:
        return Failure("TA-9.4")
    _explain_tool(sight, able, tool)
    tile = used(position, tool)
    if structure == BUILDING:
        site = _building_site(sight, payable[tool], search)
    else:
        site = sites.select(sight, structure, payable[tool], tile)
    paid = payment(position, structure, site, tile)
    assert paid is not None
    return Deed(
        engineers.board(sight.seat),
        partial(_build, sight.seat, structure, site, tool, tile, paid),
        0 if tile.no_engineers else None,
    )


def _payable(position: Position, structure: str, places: Iterable[str], tile: Tile) -> list[str]:
    return [site for site in places if payment(position, structure, site, tile) is not None]


def _explain_tool(sight: Sight, able: Sequence[Tool], tool: Tool) -> None:
    def first_of_use(race: Race) -> None:
        race.keep("TA-27.7" if tool.copies else "TA-9.7", [tool.shows])

    sight.run("tile", [each.shows for each in able], first_of_use)


def _building_site(sight: Sight, payable: Sequence[str], search: Search) -> str:
    """Return, in the first row in the arrow's direction, the first site that is not red (TA-9.13, TA-9.14)."""
    known = leeghwater(sight.position.components).building_site
    rows = [known[site][0] for site in payable]
    row = min(rows) if search == "down" else max(rows)

    def in_row(race: Race) -> None:
        race.keep("TA-9.13", [site for site in race.left if known[site][0] == row], search)

    def free(race: Race) -> None:
        race.keep("TA-9.14", [site for site in race.left if not known[site][1].red])

    def first(race: Race) -> None:
        race.keep("TA-9.14", race.left[:1])

    return sight.run("site", payable, in_row, free, first)


# --------------------------------------------------------------------------------------------------------------------
# Building
# --------------------------------------------------------------------------------------------------------------------


def close_left_space(course: Course, seat: int, site: str) -> None:
    """Close the cheaper space of a private building that an automa has activated (TA-9.17)."""
    space = buildings.left_space(buildings.of_site(course.at(seat), site))
    if space not in (course.state.closed_spaces or ()):
        course.change(SpaceClosed(space=space))


def _build(seat: int, structure: str, site: str, tool: Tool, tile: Tile, paid: Payment, course: Course) -> None:
    """Put tile and machinery onto the wheel, rotate it, place the piece, pay the fee, gain the income (TA-9.9 to
    TA-9.11).
    """
    if paid.replaced:
        price: int = course.at(seat).figure("credits_per_machinery")
        course.change(Paid(seat=seat, credits=paid.replaced * price))
    wheel.put(course, seat, tool.tile, paid.excavators, paid.mixers)
    wheel.turn(course, seat, 1)
    build(course, seat, structure, site, tile)
    if structure == BUILDING:
        close_left_space(course, seat, site)
    if tile.effect:
        course.open(Pending(kind=TILE.name, seat=seat, source=tile.id, site=site))
