"""Sites of structures, and their costs (BA-5)."""

from __future__ import annotations

from collections.abc import Iterable

from domain.barrage.engine.parts import Costs, Obstacle, StructureRule
from domain.barrage.engine.position import Position, refusal
from domain.barrage.model.state import NEUTRAL
from domain.message import message


def no_piece(position: Position, structure: str) -> Obstacle:
    """Return the reason why no piece of a type can be taken from the company board (BA-1.6)."""
    if position.left(structure) > 0:
        return None
    return refusal("BA-1.6", message("barrage.no-piece-left", "You have none of these pieces left."))


# Bases


def _base_obstacle(position: Position, site: str) -> Obstacle:
    if site in position.state.dams:
        return refusal("BA-5.1", message("barrage.dam-already-there", "This site already has a dam."))
    components = position.components
    basin = components.base_site[site].basin
    for other in components.bases_in[basin]:
        dam = position.state.dams.get(other)
        if dam is not None and dam.owner == position.seat:
            return refusal("BA-5.2", message("barrage.base-in-basin-already", "You already have a base in this basin."))
    return None


def _base_costs(position: Position) -> dict[str, Costs]:
    own: int | None = position.figure("base_cost")
    asked = position.components.costs.base
    return {
        site: ((own if own is not None else asked[area], 0),) for site, area in position.components.base_area.items()
    }


# Elevations


def _elevation_obstacle(position: Position, site: str) -> Obstacle:
    dam = position.state.dams.get(site)
    if dam is None:
        return refusal("BA-5.3", message("barrage.no-dam-there", "This site has no dam."))
    if dam.owner != position.seat:
        if dam.owner == NEUTRAL:
            return refusal("BA-5.4", message("barrage.neutral-dam-to-raise", "You can't raise a neutral dam."))
        return refusal("BA-5.4", message("barrage.not-own-dam-to-raise", "You can raise only your own dams."))
    if dam.level >= position.constants.dam_levels:
        return refusal("BA-5.4", message("barrage.dam-at-highest-level", "This dam already has two elevations."))
    return None


def _elevation_costs(position: Position) -> dict[str, Costs]:
    asked = position.components.costs.elevation
    return {site: ((0, asked[area]),) for site, area in position.components.base_area.items()}


# Conduits


def _conduit_obstacle(position: Position, site: str) -> Obstacle:
    if site in position.state.built:
        return refusal("BA-5.5", message("barrage.conduit-already-there", "This site already has a conduit."))
    return None


def _conduit_costs(position: Position) -> dict[str, Costs]:
    asked = position.components.costs.conduit_per_value
    mixers: int | None = position.figure("conduit_mixers_per_value")
    sites = position.components.conduit_site.items()
    if mixers:
        return {site: ((conduit.value * asked, 0), (0, conduit.value * mixers)) for site, conduit in sites}
    return {site: ((conduit.value * asked, 0),) for site, conduit in sites}


# Powerhouses


def _powerhouse_obstacle(position: Position, site: str) -> Obstacle:
    if site in position.state.built:
        return refusal("BA-5.7", message("barrage.powerhouse-already-there", "This site already has a powerhouse."))
    if position.components.powerhouse_site[site].basin in position.own_powerhouses.values():
        return refusal(
            "BA-5.8", message("barrage.powerhouse-in-basin-already", "You already have a powerhouse in this basin.")
        )
    return None


def _powerhouse_costs(position: Position) -> dict[str, Costs]:
    components = position.components
    return dict.fromkeys(components.powerhouse_site, ((0, components.costs.powerhouse[position.count("powerhouse")]),))


def _base_sites(position: Position) -> Iterable[str]:
    return position.components.base_site


def _elevation_likely(position: Position) -> list[str]:
    return [site for site in _base_sites(position) if site in position.own_dams]


def free(position: Position, sites: Iterable[str]) -> list[str]:
    """Return the sites without a structure."""
    state = position.state
    return [site for site in sites if site not in state.built and site not in state.dams]


BASE = StructureRule(
    "base",
    sites=_base_sites,
    likely=lambda position: free(position, _base_sites(position)),
    obstacle=_base_obstacle,
    costs=_base_costs,
    red=lambda components: components.red_bases,
)
ELEVATION = StructureRule(
    "elevation",
    sites=_base_sites,
    likely=_elevation_likely,
    obstacle=_elevation_obstacle,
    costs=_elevation_costs,
)
CONDUIT = StructureRule(
    "conduit",
    sites=lambda position: position.components.conduit_site,
    likely=lambda position: free(position, position.components.conduit_site),
    obstacle=_conduit_obstacle,
    costs=_conduit_costs,
)
POWERHOUSE = StructureRule(
    "powerhouse",
    sites=lambda position: position.components.powerhouse_site,
    likely=lambda position: free(position, position.components.powerhouse_site),
    obstacle=_powerhouse_obstacle,
    costs=_powerhouse_costs,
    red=lambda components: components.red_powerhouses,
)
