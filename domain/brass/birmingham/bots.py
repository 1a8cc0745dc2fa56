"""A bot that looks one action ahead: it takes the action after which its position is worth most.

The worth of a position is a sum, in VP, of what is safe, what the tiles and links on the board may still bring, what
the income will pay until the end, and what money can still buy. It knows only what its seat may see.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec

from domain.brass.birmingham.apply import apply
from domain.brass.birmingham.commands import EndTurn, RemoveTile
from domain.brass.birmingham.components import WILD_INDUSTRY, WILD_LOCATION
from domain.brass.birmingham.decide import decide
from domain.brass.birmingham.position import Position
from domain.brass.birmingham.rounds import copy
from domain.brass.birmingham.state import State, Tile
from domain.brass.position import place_of
from domain.game import Command


class Weights(msgspec.Struct, frozen=True):
    """How much the parts of a position are worth, in VP unless said otherwise."""

    sample: int = 240
    """How many commands are drawn to look at."""
    income: float = 0.3
    """One pound of income in one round to come."""
    late: float = 4
    """Rounds until a tile that is not flipped yet may bring its income."""
    below: float = 2.0
    """What each level below 0 costs besides."""
    pound: float = 0.25
    """One pound in hand that an action to come can use; other pounds are worth a quarter of it."""
    pounds_per_action: float = 8.0
    """Pounds that an action to come can use."""
    ready_pound: float = 0.3
    """What one of the first ``ready_pounds`` in hand is worth besides, because a build that fails costs an action."""
    ready_pounds: float = 20
    ready: float = 0.75
    """Chance of a sale that needs nothing but an action."""
    without_beer: float = 0.45
    unconnected: float = 0.2
    coal_used: float = 0.7
    """Chance that all the coal of a mine will be used, less ``per_piece`` for each cube."""
    iron_used: float = 0.95
    beer_used: float = 0.85
    """Chance that a barrel will be used that own works need, less ``too_much_beer`` for each barrel beyond."""
    too_much_beer: float = 0.3
    per_piece: float = 0.06
    hope: float = 0.6
    """How much a link icon counts that is not visible yet."""
    barrel: float = 1.0
    """A barrel on an own brewery."""
    wild: float = 1.0
    """A wild card in hand."""
    next_tile: float = 0.2
    """One VP of the next tile of a stack, if it may still be built."""


DEFAULT = Weights()


def greedy(
    view: State, seat: int, numbers: random.Random, propose: Callable[[], Command], weights: Weights = DEFAULT
) -> Command:
    """Of the commands that ``propose`` draws the one after which the seat's position is worth most."""
    first = propose()
    if isinstance(first, EndTurn):
        return first
    commands = dict.fromkeys([first, *(propose() for _ in range(weights.sample))])
    if isinstance(first, RemoveTile):
        prospects = _Prospects(Position(view, seat), weights)
        slots = [command.slot for command in commands if isinstance(command, RemoveTile)]
        return RemoveTile(slot=min(slots, key=lambda slot: prospects.tile(slot, view.board[slot])))
    return max(commands, key=lambda command: _after(view, seat, command, weights))


def _after(view: State, seat: int, command: Command, weights: Weights) -> float:
    state = copy(view)
    for fact in decide(view, seat, command):
        apply(state, fact)
    return worth(state, seat, weights)


# --------------------------------------------------------------------------------------------------------------------
# What a position is worth
# --------------------------------------------------------------------------------------------------------------------


def worth(state: State, seat: int, weights: Weights = DEFAULT) -> float:
    """The worth of a position for a seat, in VP."""
    position = Position(state, seat)
    prospects = _Prospects(position, weights)
    player = state.players[seat]
    tiles = sum(prospects.tile(slot, tile) for slot, tile in state.board.items() if tile.owner == seat)
    links = sum(prospects.icons(line) for line, owner in state.links.items() if owner == seat)
    wild = sum(card in (WILD_LOCATION, WILD_INDUSTRY) for card in player.hand)
    return (
        player.points
        + tiles
        + links
        + prospects.money()
        + prospects.mat()
        + weights.wild * min(wild, prospects.actions / 4)
    )


class _Prospects:
    """What the tiles and links of a seat may bring until the end of the game."""

    def __init__(self, position: Position, weights: Weights) -> None:
        self.position = position
        self.weights = weights
        state, constants = position.state, position.components.constants
        per_era = constants.rounds_per_era[len(state.players)]
        to_come = per_era if state.era == "canal" and not state.options.introductory else 0
        rounds_of_era = per_era - state.round
        self.rounds = max(0, rounds_of_era + to_come)
        """Rounds that still pay income."""
        own_turn = state.actions_left if state.turn_order[state.turn : state.turn + 1] == [position.seat] else 0
        self.actions_of_era = constants.actions_per_turn * rounds_of_era + own_turn
        self.actions = self.actions_of_era + constants.actions_per_turn * to_come
        own = [tile for tile in state.board.values() if tile.owner == position.seat and not tile.flipped]
        self.barrels = sum(tile.cubes for tile in own if tile.industry == "brewery")
        figures = position.components.tile
        self.thirst = sum(figures(tile.industry, tile.level).beer_to_sell for tile in own) + (state.era == "rail")

    def money(self) -> float:
        """Money in hand and income to come."""
        weights, pounds = self.weights, self.position.player.money
        usable = min(float(pounds), weights.pounds_per_action * self.actions)
        spare = (pounds - usable) / 4 if self.actions else 0
        ready = min(float(pounds), weights.ready_pounds) if self.actions > 1 else 0
        level = self.position.components.income_track.level_at[self.position.player.income_space]
        return (
            weights.pound * (usable + spare)
            + weights.ready_pound * ready
            + weights.income * level * self.rounds
            + weights.below * min(0, level) * min(1, self.rounds)
        )

    def mat(self) -> float:
        """The next tiles of the stacks, as far as there are actions to build them."""
        era, stacks = self.position.state.era, self.position.player.mat
        nexts = [self.position.components.tile(industry, stack[0]) for industry, stack in stacks.items() if stack]
        points = sum(tile.vp for tile in nexts if era == "canal" or "rail" in tile.eras)
        return self.weights.next_tile * points * min(1, self.actions / 12)

    def tile(self, slot: str, tile: Tile) -> float:
        """VP of the eras to come and income, times the chance that the tile flips; barrels on it help to sell."""
        figures = self.position.components.tile(tile.industry, tile.level)
        stays = self.position.state.era == "canal" and tile.level > 1 and self.actions > self.actions_of_era
        points = figures.vp * (2 if stays else 1)
        if tile.flipped:
            return points
        level_at = self.position.components.income_track.level_at
        now = self.position.player.income_space
        then = min(now + figures.income_spaces, len(level_at) - 1)
        income = (level_at[then] - level_at[now]) * max(0, self.rounds - self.weights.late) * self.weights.income
        barrels = self.weights.barrel * tile.cubes * (tile.industry == "brewery") * min(1, self.actions)
        return self.chance(slot, tile) * (points + income) + barrels

    def chance(self, slot: str, tile: Tile) -> float:
        """The chance that a tile of the seat flips in time."""
        if tile.flipped:
            return 1
        time = self.actions if tile.level > 1 else self.actions_of_era
        if tile.industry == "brewery":
            unwanted = max(0, self.barrels - self.thirst)
            return min(1.0, time / 4) * max(0.0, self.weights.beer_used - self.weights.too_much_beer * unwanted)
        if tile.industry in ("coal_mine", "iron_works"):
            used = self.weights.coal_used if tile.industry == "coal_mine" else self.weights.iron_used
            return min(1.0, time / 6) * max(0.0, used - self.weights.per_piece * tile.cubes)
        return self._chance_of_sale(slot, tile) if time else 0.0

    def _chance_of_sale(self, slot: str, tile: Tile) -> float:
        state, components = self.position.state, self.position.components
        near = self.position.network.distances(place_of(slot))
        buyers = [
            merchant
            for space, merchant in state.merchants.items()
            if place_of(space) in near and tile.industry in components.merchant_tile[merchant.tile].accepts
        ]
        if not buyers:
            return self.weights.unconnected
        at_hand = self.barrels + any(merchant.barrel for merchant in buyers)
        enough = at_hand >= components.tile(tile.industry, tile.level).beer_to_sell
        return self.weights.ready if enough else self.weights.without_beer

    def icons(self, line: str) -> float:
        """Link icons at the ends of a line: those visible, and a part of those that may yet be."""
        components, board = self.position.components, self.position.state.board
        found = 0.0
        for end in components.line[line].ends:
            found += components.printed_link_icons[end]
            for slot in self.position.slots_at(end) if end in components.slots else ():
                tile = board.get(slot)
                if tile is not None:
                    icons = components.tile(tile.industry, tile.level).link_icons
                    found += icons if tile.flipped else icons * self.weights.hope
        return found
