"""The coal and the iron market: buying takes the cheapest cube, selling fills the dearest empty space.

So in a market with ``filled`` cubes, these are on the ``filled`` dearest spaces.
"""

from __future__ import annotations

from domain.brass.model.components import Market


def price(market: Market, filled: int) -> int:
    """Return the price of the next cube bought from a market with this many cubes, in pounds."""
    return market.spaces[-filled] if filled else market.price_when_empty


def sale(market: Market, filled: int, cubes: int) -> tuple[int, ...]:
    """Return the price received for each cube that finds an empty space, out of ``cubes``, in pounds."""
    empty = market.spaces[: len(market.spaces) - filled]
    return tuple(reversed(empty))[:cubes]
