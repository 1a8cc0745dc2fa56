"""The greedy bot of Brass: Birmingham, with its values of beer and wild cards."""

from __future__ import annotations

from collections.abc import Callable

from domain.brass import bots as brass
from domain.brass.birmingham.decide import decide
from domain.brass.birmingham.engine.apply import apply
from domain.brass.birmingham.engine.position import Position
from domain.brass.birmingham.model.components import WILD_INDUSTRY, WILD_LOCATION
from domain.brass.birmingham.model.state import State
from domain.brass.engine.position import place_of
from domain.brass.model.state import Tile
from domain.game import Command, copier


class Weights(brass.Weights, frozen=True):
    """The values of the parts of a position, in VP unless said otherwise."""

    without_beer: float = 0.45
    """Chance of a sale that needs beer when none is available."""
    beer_used: float = 0.85
    """Chance that the seat's own works use a barrel, less ``too_much_beer`` for each barrel beyond their need."""
    too_much_beer: float = 0.3
    barrel: float = 1.0
    """A barrel on a brewery of the seat."""
    wild: float = 1.0
    """A wild card in hand."""


DEFAULT = Weights()


def greedy(view: State, seat: int, propose: Callable[[], Command], weights: Weights = DEFAULT) -> Command:
    """Return the command, among those that ``propose`` draws, that leads to the most valuable position for the seat."""
    copy = copier(view)

    def worth_after(command: Command) -> float:
        state = copy()
        for fact in decide(view, seat, command):
            apply(state, fact)
        return worth(state, seat, weights)

    def worth_of_tile(slot: str) -> float:
        return _Prospects(Position(view, seat), weights).tile(slot, view.board[slot])

    return brass.best(weights.sample, propose, worth_after, worth_of_tile)


def worth(state: State, seat: int, weights: Weights) -> float:
    """Return the worth of a position for a seat, in VP."""
    prospects = _Prospects(Position(state, seat), weights)
    wild = sum(card in (WILD_LOCATION, WILD_INDUSTRY) for card in state.players[seat].hand)
    return prospects.position() + weights.wild * min(wild, prospects.actions / 4)


class _Prospects(brass.Prospects):
    """The prospects of a seat's tiles and links until the end of the game."""

    def __init__(self, position: Position, weights: Weights) -> None:
        super().__init__(position, weights)
        self._own, self._merchants = position, position.state.merchants
        self._beer = weights
        own = [tile for tile in position.state.board.values() if tile.owner == position.seat and not tile.flipped]
        self._barrels = sum(tile.cubes for tile in own if tile.industry == "brewery")
        figures = position.components.tile
        rail = position.state.era == "rail"
        self._thirst = sum(figures(tile.industry, tile.level).beer_to_sell for tile in own) + rail

    def tile(self, slot: str, tile: Tile) -> float:
        """Return the worth of a tile; barrels on a brewery help to sell."""
        barrels = tile.cubes * (tile.industry == "brewery" and not tile.flipped)
        return super().tile(slot, tile) + self._beer.barrel * barrels * min(1, self.actions)

    def chance(self, slot: str, tile: Tile) -> float:
        """Return the chance of a flip; a brewery flips when its beer is wanted."""
        if tile.industry != "brewery":
            return super().chance(slot, tile)
        time = self.actions if tile.level > 1 else self.actions_of_era
        unwanted = max(0, self._barrels - self._thirst)
        return min(1.0, time / 4) * max(0.0, self._beer.beer_used - self._beer.too_much_beer * unwanted)

    def sale(self, slot: str, tile: Tile) -> float:
        """Return the chance of a sale to a merchant, with beer."""
        components = self._own.components
        near = self._own.network.distances(place_of(slot))
        buyers = [
            merchant
            for space, merchant in self._merchants.items()
            if place_of(space) in near and tile.industry in components.merchant_tile[merchant.tile].accepts
        ]
        if not buyers:
            return self._beer.unconnected
        at_hand = self._barrels + any(merchant.barrel for merchant in buyers)
        enough = at_hand >= components.tile(tile.industry, tile.level).beer_to_sell
        return self._beer.ready if enough else self._beer.without_beer
