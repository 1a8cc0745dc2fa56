"""Counts of bonus tiles (BA-27) and objective tiles (BA-28), and the rounding of shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from domain.barrage import contracts
from domain.barrage.engine.parts import Count
from domain.barrage.engine.position import Position
from domain.barrage.model.pieces import AREAS


def rounded(pool: int, sharing: int) -> int:
    """Return an equal share, rounded to the nearest whole number, halves up (BA-D.14)."""
    return (2 * pool + sharing) // (2 * sharing)


def basins(position: Position) -> Counter[int]:
    """Return the company's structures on the map by basin; a conduit belongs to the basin of its site (BA-28.7)."""
    components = position.components
    found: Counter[int] = Counter()
    for site, dam in position.own_dams.items():
        found[components.base_site[site].basin] += dam.level
    for powerhouse in position.own_sites(components.powerhouse_site):
        found[components.powerhouse_site[powerhouse].basin] += 1
    for conduit in position.own_sites(components.conduit_site):
        found[components.conduit_site[conduit].basin] += 1
    return found


def _by_area(position: Position) -> list[int]:
    areas: Counter[str] = Counter()
    for basin, many in basins(position).items():
        areas[position.components.basin[basin].area] += many
    return [areas[area] for area in AREAS]


def _red_sites(position: Position) -> int:
    """Return the number of the company's bases and powerhouses on red sites (BA-28.1)."""
    components = position.components
    bases = sum(components.base_site[site].red for site in position.own_dams)
    powerhouses = position.own_sites(components.powerhouse_site)
    return bases + sum(components.powerhouse_site[site].red for site in powerhouses)


def _connected_bases(position: Position) -> int:
    """Return the bases in whose basin a conduit leads to a basin with a powerhouse, all of the company (BA-28.3)."""
    components, powered = position.components, position.own_powerhouses.values()
    conduits = [components.conduit_site[site] for site in position.own_sites(components.conduit_site)]
    sources = {conduit.basin for conduit in conduits if conduit.to_basin in powered}
    return sum(components.base_site[site].basin in sources for site in position.own_dams)


def _basins_with(least: int) -> Callable[[Position], int]:
    return lambda position: sum(many >= least for many in basins(position).values())


COUNTS = (
    Count("contracts", lambda position: contracts.fulfilled(position, position.components.contract)),
    Count("bases", lambda position: position.count("base")),
    Count("elevations", lambda position: position.count("elevation")),
    Count("conduits", lambda position: position.count("conduit")),
    Count("powerhouses", lambda position: position.count("powerhouse")),
    Count("advanced_tiles", lambda position: position.advanced_tiles()),
    Count("red_sites", _red_sites),
    Count("strongest_area", lambda position: max(_by_area(position))),
    Count("connected_bases", _connected_bases),
    Count("weakest_area", lambda position: min(_by_area(position))),
    Count("basins_with_1", _basins_with(1)),
    Count("basins_with_3", _basins_with(3)),
)
