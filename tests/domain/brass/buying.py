"""The cost of several cubes, bought one after the other."""

from domain.brass import markets


def purchase(market, filled, cubes):
    """Pounds for each of the cubes; the market may run empty on the way."""
    return tuple(markets.price(market, max(0, filled - bought)) for bought in range(cubes))
