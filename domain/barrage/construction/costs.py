"""The cost of a construction: machinery, credits instead of them, and fees of red sites (BA-9.6, BA-26)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from domain.barrage.engine.parts import Costs, StructureRule
from domain.barrage.engine.position import Position
from domain.barrage.model.pieces import Tile

Payments = dict[tuple[int, int], int]
"""The credits that replace missing machinery, by excavators and mixers (BA-25.6)."""


Price = tuple[Costs, int]
"""The price of a site, which many sites share: machinery, and the fee of a red site."""


def prices(position: Position, structure: str) -> dict[str, Price]:
    """Return the sites of a structure by their price."""
    key = ("prices", structure)
    if key not in position.map_memory:
        rule = position.edition.all(StructureRule)[structure]
        red, fee = rule.red(position.components), position.constants.red_site_fee
        position.map_memory[key] = {
            site: (cost, fee if site in red else 0) for site, cost in rule.costs(position).items()
        }
    found: dict[str, Price] = position.map_memory[key]
    return found


def payments(position: Position, cost: Costs, tile: Tile) -> Payments:
    """Return the ways to pay the building cost from any supply, with the fewest credits for each."""
    return {(0, 0): 0} if tile.no_machinery else _payments(cost, tile, position.figure("credits_per_machinery"))


@lru_cache(maxsize=1024)
def _payments(cost: Costs, tile: Tile, credits_per_machinery: int | None) -> Payments:
    found: Payments = {}
    replaceable = credits_per_machinery is not None
    usual, *others = cost
    ways = [_shares(tile, *usual, replaceable), *(_partly(*other, replaceable) for other in others)]
    for way in ways:
        for paid, missing in way:
            credits = missing * (credits_per_machinery or 0)
            if credits <= found.get(paid, credits):
                found[paid] = credits
    return found


def _shares(tile: Tile, excavators: int, mixers: int, replaceable: bool) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield possible payments for a cost, and the number of missing pieces of machinery (BA-26.12, BA-26.14)."""
    if tile.most_machinery is not None and excavators:
        excavators = min(excavators, tile.most_machinery)
    if tile.one_machinery_only:
        yield from _partly(excavators, 0, replaceable)
        yield from _partly(0, mixers, replaceable)
    elif tile.interchangeable:
        total = excavators + mixers
        for dug in range(total + 1):
            yield from _partly(dug, total - dug, replaceable)
    else:
        yield from _partly(excavators, mixers, replaceable)


def _partly(excavators: int, mixers: int, replaceable: bool) -> Iterator[tuple[tuple[int, int], int]]:
    if not replaceable:
        yield (excavators, mixers), 0
        return
    for dug in range(excavators + 1):
        for mixed in range(mixers + 1):
            yield (dug, mixed), excavators + mixers - dug - mixed


def affordable(position: Position, price: Price, tile: Tile, fee: int) -> Payments:
    """Return the ways to pay that the seat can afford, with the fees of red space and red site (BA-5.9, BA-8.5)."""
    company, (cost, red_fee) = position.company, price
    left = position.funds - fee - (0 if tile.no_red_site_fee else red_fee)
    if left < 0:
        return {}
    return {
        paid: credits
        for paid, credits in payments(position, cost, tile).items()
        if paid[0] <= company.excavators and paid[1] <= company.mixers and credits <= left
    }


def site_fee(position: Position, structure: str, site: str, tile: Tile | None = None) -> int:
    """Return the fee of a red site (BA-5.9); one tile waives it (BA-26.9)."""
    red = position.edition.all(StructureRule)[structure].red(position.components)
    return position.constants.red_site_fee if site in red and not (tile and tile.no_red_site_fee) else 0
