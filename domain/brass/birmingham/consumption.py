"""Consuming beer (BB-10), and the sources of an action while it is carried out: coal, iron and beer (BB-8 to BB-10)."""

from __future__ import annotations

from typing import Self

from domain.brass import consumption as brass
from domain.brass.birmingham.engine.position import Position
from domain.brass.connections import Distances
from domain.brass.engine.position import place_of
from domain.brass.model.facts import Taken
from domain.game import IllegalMove
from domain.message import Message, Term, message


class Stock(brass.Stock):
    """The cubes, barrels, market cubes and income markers available to one action."""

    producers = (*brass.Stock.producers, "brewery")

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self._board, self._seat = position.state.board, position.seat
        self.beer = self.pieces["brewery"]
        self.barrels = {space for space, merchant in position.state.merchants.items() if merchant.barrel}

    def copy(self) -> Self:
        """Return a copy that can be changed separately."""
        other = super().copy()
        other._board, other._seat = self._board, self._seat
        other.beer = other.pieces["brewery"]
        other.barrels = set(self.barrels)
        return other

    def beer_sources(self, distances: Distances, merchant: str | None = None) -> list[str]:
        """Return the possible sources of the next barrel (BB-10.2 to 10.4); ``merchant`` is the space a tile is sold
        to.
        """
        board, seat = self._board, self._seat
        sources = [slot for slot in self.beer if board[slot].owner == seat or place_of(slot) in distances]
        if merchant in self.barrels:
            sources.append(merchant)
        return sources

    def name_if_known(self, source: str) -> Term:
        """Return the name of the place of a source; one that does not exist keeps its id."""
        return self._position.name_if_known(source)

    def take_beer(self, source: str) -> Taken:
        """Take one barrel."""
        if source in self.barrels:
            self.barrels.remove(source)
            return Taken(source=source)
        return self.take(self.beer, source)


def consume_beer(stock: Stock, distances: Distances, source: str, merchant: str) -> Taken:
    """Take a barrel for a sale from the command's source. Raise IllegalMove if the rules forbid this source (BB-10)."""
    if source in stock.beer_sources(distances, merchant):
        return stock.take_beer(source)
    if source == merchant:
        raise IllegalMove(
            "BB-19.12",
            message("birmingham.merchant-barrel-gone", "This merchant's beer has been used. Take beer from a brewery."),
        )
    if source in stock.barrels:
        raise IllegalMove(
            "BB-19.6",
            message(
                "birmingham.wrong-merchant-barrel",
                "You can take merchant beer only from the merchant you sell to.",
            ),
        )
    if source in stock.beer:
        raise IllegalMove(
            "BB-10.3",
            message(
                "birmingham.opponent-brewery-not-connected",
                "The opponent's brewery in {place} isn't connected to the tile you are selling.",
                place=stock.name_if_known(source),
            ),
        )
    raise IllegalMove("BB-10.9", _no_barrel(stock, source))


def consume_link_beer(stock: Stock, distances: Distances, source: str) -> Taken:
    """Take the barrel for a second rail link (BB-10.6, BB-17.13, BB-17.14)."""
    if source in stock.beer_sources(distances):
        return stock.take_beer(source)
    if source in stock.barrels:
        raise IllegalMove(
            "BB-17.13",
            message(
                "birmingham.link-beer-from-brewery-only",
                "Beer for the second link must come from a brewery, not from a merchant.",
            ),
        )
    if source in stock.beer:
        raise IllegalMove(
            "BB-17.14",
            message(
                "birmingham.opponent-brewery-not-connected-to-link",
                "The opponent's brewery in {place} isn't connected to the second link.",
                place=stock.name_if_known(source),
            ),
        )
    raise IllegalMove("BB-10.9", _no_barrel(stock, source))


def _no_barrel(stock: Stock, source: str) -> Message:
    return message(
        "birmingham.no-barrel-at-source",
        "This source in {place} has no beer. Choose a brewery with beer.",
        place=stock.name_if_known(source),
    )
