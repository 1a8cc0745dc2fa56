"""Consumption of coal and iron, and the flipping of tiles that have run out.

An action takes cubes one at a time from a :class:`Stock`. The stock starts with the cubes on the board and changes with
every cube taken, so the choice of the second cube takes the first into account.
"""

from __future__ import annotations

from typing import Self, TypeVar

from domain.brass import income_track, markets
from domain.brass.connections import Distances
from domain.brass.engine.position import AnyPosition, place_of
from domain.brass.model.commands import MARKET
from domain.brass.model.facts import SUPPLY, Flip, Taken
from domain.game import IllegalMove
from domain.game_kit.memory import remembered
from domain.message import Message, counted, message


class Stock:
    """The cubes, market cubes and income markers available to one action."""

    producers: tuple[str, ...] = ("coal_mine", "iron_works")
    """The industries whose tiles hold pieces."""

    def __init__(self, position: AnyPosition) -> None:
        state = position.state
        self._position = position
        self.pieces: dict[str, dict[str, int]] = {industry: {} for industry in self.producers}
        for slot, tile in state.board.items():
            if not tile.flipped and tile.industry in self.pieces:
                self.pieces[tile.industry][slot] = tile.cubes
        self.coal, self.iron = self.pieces["coal_mine"], self.pieces["iron_works"]
        self.coal_market = state.coal_market
        self.iron_market = state.iron_market
        self.income = [player.income_space for player in state.players]
        self.paid = 0

    @classmethod
    def of(cls, position: AnyPosition) -> Self:
        """Return the stock on the board, which one action may change."""
        return _on_board(position, cls).copy()

    def copy(self) -> Self:
        """Return a copy that can be changed separately."""
        other = object.__new__(type(self))
        other._position = self._position
        other.pieces = {industry: dict(pieces) for industry, pieces in self.pieces.items()}
        other.coal, other.iron = other.pieces["coal_mine"], other.pieces["iron_works"]
        other.coal_market, other.iron_market = self.coal_market, self.iron_market
        other.income = list(self.income)
        other.paid = self.paid
        return other

    def without(self, slot: str) -> Self:
        """Return the stock after the tile on this slot was overbuilt: its cubes are in the supply."""
        for pieces in self.pieces.values():
            pieces.pop(slot, None)
        return self

    # Sources

    def coal_sources(self, distances: Distances) -> list[str]:
        """Return the possible sources of the next cube of coal: the nearest mines, else the market if it can be
        reached.
        """
        nearest = self._position.nearest_mines(self.coal, distances)
        if nearest:
            return nearest
        return [MARKET] if self._position.trades(distances) else []

    def iron_sources(self) -> list[str]:
        """Return the possible sources of the next cube of iron: any iron works, else the market."""
        return list(self.iron) or [MARKET]

    def coal_price(self) -> int:
        """Return the price of the next cube of coal from the market, in pounds."""
        return markets.price(self._position.components.markets.coal, self.coal_market)

    def iron_price(self) -> int:
        """Return the price of the next cube of iron from the market, in pounds."""
        return markets.price(self._position.components.markets.iron, self.iron_market)

    # Taking

    def take_coal(self, source: str) -> Taken:
        """Take one cube of coal."""
        if source != MARKET:
            return self.take(self.coal, source)
        price = self.coal_price()
        taken = Taken(source=MARKET if self.coal_market else SUPPLY, price=price)
        self.coal_market = max(0, self.coal_market - 1)
        self.paid += price
        return taken

    def take_iron(self, source: str) -> Taken:
        """Take one cube of iron."""
        if source != MARKET:
            return self.take(self.iron, source)
        price = self.iron_price()
        taken = Taken(source=MARKET if self.iron_market else SUPPLY, price=price)
        self.iron_market = max(0, self.iron_market - 1)
        self.paid += price
        return taken

    def take(self, pieces: dict[str, int], slot: str) -> Taken:
        """Take a piece from a tile, which flips with its last one."""
        pieces[slot] -= 1
        if pieces[slot]:
            return Taken(source=slot)
        del pieces[slot]
        tile = self._position.state.board[slot]
        return Taken(source=slot, flip=self.flip(tile.owner, tile.industry, tile.level))

    def flip(self, owner: int, industry: str, level: int) -> Flip:
        """Flip a tile and advance its owner's income marker."""
        spaces = self._position.components.tile(industry, level).income_spaces
        before, after = self.advance(owner, spaces)
        return Flip(owner=owner, income_from=before, income_to=after)

    def advance(self, seat: int, spaces: int) -> tuple[int, int]:
        """Advance an income marker; return the spaces before and after."""
        before = self.income[seat]
        self.income[seat] = income_track.advanced(self._position.components.income_track, before, spaces)
        return before, self.income[seat]


StockT = TypeVar("StockT", bound=Stock)


@remembered
def _on_board(position: AnyPosition, kind: type[StockT]) -> StockT:
    """Count the pieces on the board once; the result must not be changed."""
    return kind(position)


# --------------------------------------------------------------------------------------------------------------------
# Sources named by a command
# --------------------------------------------------------------------------------------------------------------------


def consume_coal(position: AnyPosition, stock: Stock, distances: Distances, source: str) -> Taken:
    """Take a cube of coal from the command's source. Raise IllegalMove if the rules forbid this source."""
    allowed, rules = stock.coal_sources(distances), position.rules
    if source in allowed:
        return stock.take_coal(source)
    if not allowed:
        raise (rules.coal_market_reached if source == MARKET else rules.coal_to_be_had).move()
    if source == MARKET:
        raise IllegalMove(
            rules.mine_before_market,
            message(
                "brass.coal-mine-before-market",
                "A connected coal mine still has coal. Take that coal before you buy any.",
            ),
        )
    if source in stock.coal and place_of(source) in distances:
        raise IllegalMove(
            rules.nearest_mine,
            message(
                "brass.nearest-coal-mine-first",
                "Another connected coal mine is nearer. Take coal from the nearest one.",
            ),
        )
    raise IllegalMove(rules.coal_needs_connection, _not_a_coal_source(position, stock, source))


def _not_a_coal_source(position: AnyPosition, stock: Stock, source: str) -> Message:
    place = position.name_if_known(source)
    if source in stock.coal:
        return message(
            "brass.coal-mine-not-connected",
            "The coal mine in {place} isn't connected. Choose a connected source of coal.",
            place=place,
        )
    return message(
        "brass.not-a-coal-source", "This source in {place} has no coal. Choose a connected source of coal.", place=place
    )


def consume_iron(position: AnyPosition, stock: Stock, source: str) -> Taken:
    """Take a cube of iron from the command's source. Raise IllegalMove if the rules forbid this source."""
    if source in stock.iron_sources():
        return stock.take_iron(source)
    if source == MARKET:
        raise IllegalMove(
            position.rules.works_before_market,
            message(
                "brass.iron-works-before-market",
                "An iron works still has iron. Take that iron before you buy any.",
            ),
        )
    raise IllegalMove(
        position.rules.iron_source,
        message(
            "brass.not-an-iron-source",
            "This source in {place} has no iron. Choose another source of iron.",
            place=position.name_if_known(source),
        ),
    )


def require_sources(sources: tuple[str, ...], needed: int, rule: str) -> None:
    """Check that a command names one source for each cube or barrel."""
    if len(sources) != needed:
        raise IllegalMove(
            rule,
            counted(
                "brass.wrong-number-of-sources",
                "This needs {count} source; you chose {given}.",
                "This needs {count} sources, one for each cube or barrel; you chose {given}.",
                count=needed,
                given=len(sources),
            ),
        )
