"""Where structures may stand and what they cost (BA-5)."""

from __future__ import annotations

from collections.abc import Iterable

from domain.barrage.machinery.parts import Obstacle, StructureRule
from domain.barrage.machinery.position import Position, refusal
from domain.barrage.vocabulary import pieces
from domain.barrage.vocabulary.state import NEUTRAL
from domain.message import message

Costs = tuple[tuple[int, int], ...]
"""Ways to pay: excavators and mixers."""


def no_piece(position: Position, structure: str) -> Obstacle:
    """Why no piece of a type can be taken from the company board (BA-1.6)."""
    if position.left(structure) > 0:
        return None
    return refusal("BA-1.6", message("You have no piece of that type left."))


def area(position: Position, site: str) -> pieces.Area:
    """The area of a base site."""
    components = position.components
    return components.basin[components.base_site[site].basin].area


# Bases


def _base_obstacle(position: Position, site: str) -> Obstacle:
    if site in position.state.dams:
        return refusal("BA-5.1", message("There is a dam on that site already."))
    components = position.components
    basin = components.base_site[site].basin
    for other in components.bases_in[basin]:
        dam = position.state.dams.get(other)
        if dam is not None and dam.owner == position.seat:
            return refusal("BA-5.2", message("You have a base in that basin already."))
    return None


def _base_cost(position: Position, site: str) -> Costs:
    own: int | None = position.figure("base_cost")
    return ((own if own is not None else position.components.costs.base[area(position, site)], 0),)


# Elevations


def _elevation_obstacle(position: Position, site: str) -> Obstacle:
    dam = position.state.dams.get(site)
    if dam is None:
        return refusal("BA-5.3", message("There is no dam on that site."))
    if dam.owner != position.seat:
        what = message("neutral") if dam.owner == NEUTRAL else message("another company's")
        return refusal("BA-5.4", message("That dam is {whose}; only your own can be raised.", whose=what))
    if dam.level >= position.constants.dam_levels:
        return refusal("BA-5.4", message("That dam has two elevations already."))
    return None


def _elevation_cost(position: Position, site: str) -> Costs:
    return ((0, position.components.costs.elevation[area(position, site)]),)


# Conduits


def _conduit_obstacle(position: Position, site: str) -> Obstacle:
    if site in position.state.built:
        return refusal("BA-5.5", message("There is a conduit on that site already."))
    return None


def _conduit_cost(position: Position, site: str) -> Costs:
    value = position.components.conduit_site[site].value
    usual = (value * position.components.costs.conduit_per_value, 0)
    mixers: int | None = position.figure("conduit_mixers_per_value")
    return (usual, (0, value * mixers)) if mixers else (usual,)


# Powerhouses


def _powerhouse_obstacle(position: Position, site: str) -> Obstacle:
    if site in position.state.built:
        return refusal("BA-5.7", message("There is a powerhouse on that site already."))
    if position.components.powerhouse_site[site].basin in position.own_powerhouses.values():
        return refusal("BA-5.8", message("You have a powerhouse in that basin already."))
    return None


def _powerhouse_cost(position: Position, site: str) -> Costs:
    return ((0, position.components.costs.powerhouse[position.count("powerhouse")]),)


def _base_sites(position: Position) -> Iterable[str]:
    return position.components.base_site


BASE = StructureRule(
    "base",
    sites=_base_sites,
    obstacle=_base_obstacle,
    cost=_base_cost,
    red=lambda position, site: position.components.base_site[site].red,
)
ELEVATION = StructureRule("elevation", sites=_base_sites, obstacle=_elevation_obstacle, cost=_elevation_cost)
CONDUIT = StructureRule(
    "conduit",
    sites=lambda position: position.components.conduit_site,
    obstacle=_conduit_obstacle,
    cost=_conduit_cost,
)
POWERHOUSE = StructureRule(
    "powerhouse",
    sites=lambda position: position.components.powerhouse_site,
    obstacle=_powerhouse_obstacle,
    cost=_powerhouse_cost,
    red=lambda position, site: position.components.powerhouse_site[site].red,
)
