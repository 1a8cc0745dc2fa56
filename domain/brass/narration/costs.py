"""Costs of an action before the sources of its goods are known: pounds and goods; and the gains of a flipped tile."""

from __future__ import annotations

from typing import Any

from domain.brass.engine.position import AnyPosition, Position
from domain.brass.model.components import Components, LinkPrice, Tile
from domain.message import Listing, Message, counted, message


def cost(money: int = 0, coal: int = 0, iron: int = 0, beer: int = 0) -> Message | None:
    """Describe these amounts; 0 is left out, and all 0 is no cost."""
    amounts = (
        (money, message("brass.pounds", "£{count}", count=money)),
        (coal, message("brass.coal-count", "{count} coal", count=coal)),
        (iron, message("brass.iron-count", "{count} iron", count=iron)),
        (beer, barrels(beer)),
    )
    listed = tuple(said for count, said in amounts if count)
    return message("brass.amounts", "{amounts}", amounts=Listing(listed)) if listed else None


def barrels(beer: int) -> Message:
    """Name this many barrels of beer."""
    return counted("brass.beer-count", "{count} beer barrel", "{count} beer barrels", count=beer)


def gains(tile: Tile) -> Listing:
    """List the VP, income spaces and link icons of a flipped tile."""
    return Listing((vp_count(tile.vp), income_spaces(tile.income_spaces), link_icons(tile.link_icons)))


def vp_count(count: int) -> Message:
    """Name this many VP."""
    return message("brass.vp-count", "{count} VP", count=count)


def income_spaces(count: int) -> Message:
    """Name this many spaces of the progress track."""
    return counted("brass.income-space-count", "{count} income space", "{count} income spaces", count=count)


def link_icons(count: int) -> Message:
    """Name this many link icons."""
    return counted("brass.link-icon-count", "{count} link icon", "{count} link icons", count=count)


def of_tile(tile: Tile) -> Message | None:
    """Return the cost of building a tile."""
    return cost(tile.money, tile.coal, tile.iron)


def of_link(position: Position[Any, Components[Any, Any]]) -> Message | None:
    """Return the cost of a single link in this era."""
    prices = position.components.link_prices
    return _of_links(prices.canal if position.state.era == "canal" else prices.rail_single)


def of_second_link(position: Position[Any, Components[Any, Any]], beer: int = 0) -> Message | None:
    """Return the cost of a second link in addition to the first."""
    both, one = position.components.link_prices.rail_double, position.components.link_prices.rail_single
    return cost(both.money - one.money, both.coal_per_link, beer=beer)


def of_development(position: AnyPosition) -> Message | None:
    """Return the cost of removing a tile."""
    return cost(iron=position.components.constants.develop.iron_per_tile)


def _of_links(price: LinkPrice) -> Message | None:
    return cost(price.money, price.coal_per_link * price.links)
