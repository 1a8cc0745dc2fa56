"""Structures that a seat can build now, with which tiles and where."""

from __future__ import annotations

from domain.barrage.construction.costs import affordable, prices
from domain.barrage.construction.engineers import Works, works
from domain.barrage.construction.tiles import Tool, builds, shown, tool_name, tools
from domain.barrage.engine.parts import StructureRule
from domain.barrage.engine.position import Position
from domain.barrage.model.pieces import Tile
from domain.game import IllegalMove
from domain.game_kit.memory import remembered


@remembered
def ways(position: Position, structure: str) -> dict[str, tuple[Tool, list[str]]]:
    """Return, by its name, each tool for a structure, and its possible sites."""
    if position.left(structure) <= 0:
        return {}
    able = [(tool, tile, place.fee) for tool, tile, place in _ready(position) if builds(tile, structure)]
    return {
        tool_name(tool): (tool, sites)
        for tool, tile, fee in able
        if (sites := _payable(position, structure, tile, fee))
    }


@remembered
def _ready(position: Position) -> list[tuple[Tool, Tile, Works]]:
    """Return the tools for which the seat has engineers, the tiles they show, and the engineers' spaces."""
    shows = [(tool, shown(position, tool)) for tool in tools(position)]
    return [(tool, tile, place) for tool, tile in shows if not isinstance(place := works(position, tile), IllegalMove)]


def _payable(position: Position, structure: str, tile: Tile, fee: int) -> list[str]:
    """Return the open sites that the seat can pay with a tile; prices alone usually show that there are none."""
    asked = prices(position, structure)
    paid = {price for price in set(asked.values()) if affordable(position, price, tile, fee)}
    return [site for site in open_sites(position, structure) if asked[site] in paid] if paid else []


def open_sites(position: Position, structure: str) -> list[str]:
    """Return the sites on which only the cost may forbid the structure."""
    key = ("open sites", structure)
    if key not in position.map_memory:
        rule = position.edition.all(StructureRule)[structure]
        position.map_memory[key] = [site for site in rule.likely(position) if rule.obstacle(position, site) is None]
    found: list[str] = position.map_memory[key]
    return found


def structures(position: Position) -> list[str]:
    """Return the structure types that can be built."""
    return [structure for structure in position.edition.all(StructureRule) if ways(position, structure)]


def possible(position: Position) -> bool:
    """Return whether anything can be built."""
    return any(ways(position, structure) for structure in position.edition.all(StructureRule))
