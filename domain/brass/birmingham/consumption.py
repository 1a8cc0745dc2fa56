"""Consuming coal, iron and beer (BB-8 to BB-10) and flipping what has run out (BB-6).

An action takes cubes and barrels one at a time from a :class:`Stock`. The stock starts as the board's and changes
with every piece taken, so that the second cube finds what the first one left.
"""

from __future__ import annotations

from domain.brass import income_track, markets
from domain.brass.birmingham.commands import MARKET
from domain.brass.birmingham.facts import SUPPLY, Flip, Taken
from domain.brass.birmingham.position import Position, place_of
from domain.brass.network import Distances
from domain.game import IllegalMove
from domain.message import message


class Stock:
    """The cubes and barrels to be had, the market cubes and the income markers while one action is carried out."""

    def __init__(self, position: Position) -> None:
        state = position.state
        self._position = position
        self.coal: dict[str, int] = {}
        self.iron: dict[str, int] = {}
        self.beer: dict[str, int] = {}
        self._by_industry = {"coal_mine": self.coal, "iron_works": self.iron, "brewery": self.beer}
        for slot, tile in state.board.items():
            if not tile.flipped and tile.industry in self._by_industry:
                self._by_industry[tile.industry][slot] = tile.cubes
        self.coal_market = state.coal_market
        self.iron_market = state.iron_market
        self.barrels = {space for space, merchant in state.merchants.items() if merchant.barrel}
        self.income = [player.income_space for player in state.players]
        self.paid = 0

    def copy(self) -> Stock:
        """The same stock, to be changed on its own."""
        other = object.__new__(Stock)
        other._position = self._position
        other.coal, other.iron, other.beer = dict(self.coal), dict(self.iron), dict(self.beer)
        other._by_industry = {"coal_mine": other.coal, "iron_works": other.iron, "brewery": other.beer}
        other.coal_market, other.iron_market = self.coal_market, self.iron_market
        other.barrels = set(self.barrels)
        other.income = list(self.income)
        other.paid = self.paid
        return other

    def without(self, slot: str) -> Stock:
        """The stock once the tile on this slot was overbuilt: its cubes are in the supply (BB-14.10)."""
        for pieces in self._by_industry.values():
            pieces.pop(slot, None)
        return self

    # Sources

    def coal_sources(self, distances: Distances) -> list[str]:
        """Where the next cube of coal may come from (BB-8.5 to 8.12); empty if nowhere (BB-8.13)."""
        away = {slot: distances[place_of(slot)] for slot in self.coal if place_of(slot) in distances}
        if away:
            least = min(away.values())
            return [slot for slot, distance in away.items() if distance == least]
        return [MARKET] if self._position.merchant_among(distances) else []

    def iron_sources(self) -> list[str]:
        """Where the next cube of iron may come from (BB-9.3 to 9.6)."""
        return list(self.iron) or [MARKET]

    def beer_sources(self, distances: Distances, merchant: str | None = None) -> list[str]:
        """Where the next barrel may come from (BB-10.2 to 10.4); ``merchant`` is the space a tile is sold to."""
        board, seat = self._position.state.board, self._position.seat
        sources = [slot for slot in self.beer if board[slot].owner == seat or place_of(slot) in distances]
        if merchant in self.barrels:
            sources.append(merchant)
        return sources

    def coal_price(self) -> int:
        """Pounds for the next cube of coal from the market (BB-8.11, 8.12)."""
        return markets.price(self._position.components.markets.coal, self.coal_market)

    def iron_price(self) -> int:
        """Pounds for the next cube of iron from the market (BB-9.5, 9.6)."""
        return markets.price(self._position.components.markets.iron, self.iron_market)

    # Taking

    def take_coal(self, source: str) -> Taken:
        """Take one cube of coal."""
        if source != MARKET:
            return self._take(self.coal, source)
        price = self.coal_price()
        taken = Taken(source=MARKET if self.coal_market else SUPPLY, price=price)
        self.coal_market = max(0, self.coal_market - 1)
        self.paid += price
        return taken

    def take_iron(self, source: str) -> Taken:
        """Take one cube of iron."""
        if source != MARKET:
            return self._take(self.iron, source)
        price = self.iron_price()
        taken = Taken(source=MARKET if self.iron_market else SUPPLY, price=price)
        self.iron_market = max(0, self.iron_market - 1)
        self.paid += price
        return taken

    def take_beer(self, source: str) -> Taken:
        """Take one barrel."""
        if source in self.barrels:
            self.barrels.remove(source)
            return Taken(source=source)
        return self._take(self.beer, source)

    def _take(self, pieces: dict[str, int], slot: str) -> Taken:
        """Take a piece from a tile, which flips with its last one (BB-6.7)."""
        pieces[slot] -= 1
        if pieces[slot]:
            return Taken(source=slot)
        del pieces[slot]
        tile = self._position.state.board[slot]
        return Taken(source=slot, flip=self.flip(tile.owner, tile.industry, tile.level))

    def flip(self, owner: int, industry: str, level: int) -> Flip:
        """Flip a tile: its owner's income marker advances (BB-6.3, 6.8)."""
        spaces = self._position.components.tile(industry, level).income_spaces
        before, after = self.advance(owner, spaces)
        return Flip(owner=owner, income_from=before, income_to=after)

    def advance(self, seat: int, spaces: int) -> tuple[int, int]:
        """Advance an income marker (BB-6.4): the track spaces before and after."""
        before = self.income[seat]
        self.income[seat] = income_track.advanced(self._position.components.income_track, before, spaces)
        return before, self.income[seat]


# --------------------------------------------------------------------------------------------------------------------
# Consuming what a command says, or refusing it
# --------------------------------------------------------------------------------------------------------------------


def consume_coal(stock: Stock, distances: Distances, source: str) -> Taken:
    """Take a cube of coal from the source a command names, if the rules allow this source (BB-8)."""
    allowed = stock.coal_sources(distances)
    if source in allowed:
        return stock.take_coal(source)
    if not allowed:
        if source == MARKET:
            raise IllegalMove(
                "BB-8.10",
                message("Coal can be bought only where links lead to a merchant location; from there none do."),
            )
        raise IllegalMove(
            "BB-8.13", message("Neither a coal mine with coal nor a merchant location is connected to that place.")
        )
    if source == MARKET:
        raise IllegalMove(
            "BB-8.9", message("Coal can be bought only when no connected coal mine has any left; one still has.")
        )
    if source in stock.coal and place_of(source) in distances:
        raise IllegalMove(
            "BB-8.5", message("The coal must come from the nearest connected coal mine; another one is nearer.")
        )
    raise IllegalMove(
        "BB-8.2",
        message("Coal comes from a connected coal mine with coal or the market; {source} is neither.", source=source),
    )


def consume_iron(stock: Stock, source: str) -> Taken:
    """Take a cube of iron from the source a command names, if the rules allow this source (BB-9)."""
    if source in stock.iron_sources():
        return stock.take_iron(source)
    if source == MARKET:
        raise IllegalMove("BB-9.5", message("Iron can be bought only when no iron works has any left; one still has."))
    raise IllegalMove(
        "BB-9.3",
        message("Iron comes from an iron works with iron or the market; {source} is neither.", source=source),
    )


def require_sources(sources: tuple[str, ...], needed: int, rule: str) -> None:
    """A command must name one source for each cube or barrel."""
    if len(sources) != needed:
        raise IllegalMove(
            rule,
            message("This needs {needed} sources, one for each piece, not {given}.", needed=needed, given=len(sources)),
        )


def consume_beer(stock: Stock, distances: Distances, source: str, merchant: str) -> Taken:
    """Take a barrel for a sale from the source a command names, if the rules allow this source (BB-10)."""
    if source in stock.beer_sources(distances, merchant):
        return stock.take_beer(source)
    if source == merchant:
        raise IllegalMove("BB-19.12", message("The barrel beside this merchant tile is gone."))
    if source in stock.barrels:
        raise IllegalMove(
            "BB-19.6", message("Only the barrel beside the merchant tile that buys can be used, not another one.")
        )
    raise _no_barrel(stock, source, "BB-10.3")


def consume_link_beer(stock: Stock, distances: Distances, source: str) -> Taken:
    """Take the barrel for a second rail link (BB-10.6, BB-17.13, BB-17.14)."""
    if source in stock.beer_sources(distances):
        return stock.take_beer(source)
    if source in stock.barrels:
        raise IllegalMove("BB-17.13", message("The barrel for two links comes from a brewery, not from a merchant."))
    raise _no_barrel(stock, source, "BB-17.14")


def _no_barrel(stock: Stock, source: str, unconnected: str) -> IllegalMove:
    if source in stock.beer:
        return IllegalMove(
            unconnected, message("The opponent's brewery must be connected to the place where the beer is needed.")
        )
    return IllegalMove("BB-10.9", message("There is no barrel at {source}: choose a brewery with beer.", source=source))
