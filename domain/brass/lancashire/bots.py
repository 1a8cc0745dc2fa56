"""The greedy bot of Brass: Lancashire, with its values of ports, mills and the distant cotton market."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from domain.brass import bots as brass
from domain.brass.engine.position import place_of
from domain.brass.lancashire.decide import decide
from domain.brass.lancashire.engine.apply import apply
from domain.brass.lancashire.engine.position import Position
from domain.brass.lancashire.model.commands import DISTANT_MARKET, DoubleBuild, Sell, SellOn
from domain.brass.lancashire.model.state import State
from domain.brass.lancashire.variants import components_of
from domain.brass.model.state import Tile
from domain.game import Command, copied


class Weights(brass.Weights, frozen=True):
    """The values of the parts of a position, in VP unless said otherwise; found by self-play."""

    below: float = 0.5
    ready_pound: float = 0.18
    ready_pounds: float = 32
    ready: float = 1.6
    """More than a chance: links and later sales also profit from a flipped mill."""
    unconnected: float = 0.12
    coal_used: float = 0.42
    iron_used: float = 1.0
    per_piece: float = 0.04
    next_tile: float = 0.44
    distant: float = 0.7
    """Chance of a sale to the distant market when its marker has not moved; it falls as the X comes nearer."""
    port_wanted: float = 0.8
    """Chance that a port connected to an unflipped mill flips."""
    port_waiting: float = 0.3
    """Chance that another port flips."""
    second_action: float = 2.4
    """The worth of a turn's second action, which a build with two cards also takes."""


DEFAULT = Weights()


def greedy(view: State, seat: int, propose: Callable[[], Command], weights: Weights = DEFAULT) -> Command:
    """Return the command, among those that ``propose`` draws, that leads to the most valuable position for the seat."""

    def worth_after(command: Command) -> float:
        worlds = _worlds(view, command)
        return sum(count * _after(world, seat, command, weights) for world, count in worlds) / sum(
            count for _, count in worlds
        )

    def worth_of_tile(slot: str) -> float:
        return _Prospects(Position(view, seat), weights).tile(slot, view.board[slot])

    return brass.best(weights.sample, propose, worth_after, worth_of_tile)


def _worlds(view: State, command: Command) -> list[tuple[State, int]]:
    """Return the possible next distant-market tiles, if the command turns one over, with their numbers."""
    if not isinstance(command, Sell | SellOn) or command.to != DISTANT_MARKET:
        return [(view, 1)]
    every = Counter(components_of(view).market_tiles(len(view.players)))
    left = every - Counter(view.market_turned)
    return [(_with_next_tile(view, tile), count) for tile, count in sorted(left.items())]


def _with_next_tile(view: State, tile: str) -> State:
    world = copied(view)
    world.market_tiles[0] = tile
    return world


def _after(world: State, seat: int, command: Command, weights: Weights) -> float:
    state = copied(world)
    for fact in decide(world, seat, command):
        apply(state, fact)
    lost = weights.second_action if isinstance(command, DoubleBuild) else 0
    return _Prospects(Position(state, seat), weights).position() - lost


class _Prospects(brass.Prospects):
    """The prospects of a seat's tiles and links until the end of the game."""

    def __init__(self, position: Position, weights: Weights) -> None:
        super().__init__(position, weights)
        self._own, self._chances = position, weights

    def position(self) -> float:
        """Return the worth of the position; money that no action can use scores after the rail era (BL-15.14)."""
        options, money = self._own.state.options, self._own.player.money
        if options.no_cash_scoring or options.introductory_game:
            return super().position()
        unused = max(0.0, money - self._chances.pounds_per_action * self.actions)
        return super().position() + unused / self._own.components.constants.pounds_per_vp

    def sale(self, slot: str, tile: Tile) -> float:
        """Return the chance of a sale: mills sell through ports or to the distant market; ports flip when anyone sells
        there.
        """
        near = self._own.network.distances(place_of(slot))
        board = self._own.state.board.items()
        partner = "cotton_mill" if tile.industry == "port" else "port"
        matched = any(
            other.industry == partner and not other.flipped and place_of(there) in near for there, other in board
        )
        if tile.industry == "port":
            return self._chances.port_wanted if matched else self._chances.port_waiting
        if matched:
            return self._chances.ready
        return self._distant() if self._own.trades(near) else self._chances.unconnected

    def _distant(self) -> float:
        """Return the chance of a sale to the distant market."""
        last = self._own.components.last_market_space
        far = self._own.state.market_space / last
        return max(self._chances.unconnected, self._chances.distant * (1 - far))
