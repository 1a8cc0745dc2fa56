"""Counts of bonus tiles (BA-27) and objective tiles (BA-28), and the rounding of shares."""

from __future__ import annotations

from collections import Counter

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


def by_area(position: Position) -> dict[str, int]:
    """Return the number of the company's structures on the map in each area."""
    areas: dict[str, int] = dict.fromkeys(AREAS, 0)
    for basin, many in basins(position).items():
        areas[position.components.basin[basin].area] += many
    return areas


def red_sites(position: Position) -> list[str]:
    """Return the red sites of the company's bases and powerhouses (BA-28.1)."""
    components = position.components
    powerhouses = position.own_sites(components.powerhouse_site)
    return [
        *(site for site in position.own_dams if components.base_site[site].red),
        *(site for site in powerhouses if components.powerhouse_site[site].red),
    ]


def connected_bases(position: Position) -> list[str]:
    """Return the bases in whose basin a conduit leads to a basin with a powerhouse, all of the company (BA-28.3)."""
    components, powered = position.components, position.own_powerhouses.values()
    conduits = [components.conduit_site[site] for site in position.own_sites(components.conduit_site)]
    sources = {conduit.basin for conduit in conduits if conduit.to_basin in powered}
    return [site for site in position.own_dams if components.base_site[site].basin in sources]


def basins_with(least: int, position: Position) -> list[int]:
    """Return the basins with at least so many of the company's structures (BA-28.5, BA-28.6)."""
    return [basin for basin, many in basins(position).items() if many >= least]


COUNTS = (
    Count("contracts", lambda position: len(contracts.fulfilled(position, position.components.contract))),
    Count("bases", lambda position: position.count("base")),
    Count("elevations", lambda position: position.count("elevation")),
    Count("conduits", lambda position: position.count("conduit")),
    Count("powerhouses", lambda position: position.count("powerhouse")),
    Count("advanced_tiles", lambda position: len(position.own_advanced_tiles())),
    Count("red_sites", lambda position: len(red_sites(position))),
    Count("strongest_area", lambda position: max(by_area(position).values())),
    Count("connected_bases", lambda position: len(connected_bases(position))),
    Count("weakest_area", lambda position: min(by_area(position).values())),
    Count("basins_with_1", lambda position: len(basins_with(1, position))),
    Count("basins_with_3", lambda position: len(basins_with(3, position))),
)
