"""A bot that looks one action ahead and chooses the action that leads to the most valuable position."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import msgspec

from domain.brass.engine.position import Position
from domain.brass.eras import last_era
from domain.brass.model.commands import EndTurn, RemoveTile
from domain.brass.model.components import Components
from domain.brass.model.state import Tile
from domain.game import Command


class Weights(msgspec.Struct, frozen=True):
    """The values of the parts of a position, in VP unless said otherwise."""

    sample: int = 240
    """The number of commands to draw and compare."""
    income: float = 0.3
    """One pound of income in one round to come."""
    late: float = 4
    """Rounds until an unflipped tile may bring its income."""
    below: float = 2.0
    """The additional cost of each level below 0."""
    pound: float = 0.25
    """One pound in hand that a later action can use; other pounds are worth a quarter of it."""
    pounds_per_action: float = 8.0
    """Pounds that a later action can use."""
    ready_pound: float = 0.3
    """The additional value of each of the first ``ready_pounds`` in hand, because a failed build costs an action."""
    ready_pounds: float = 20
    ready: float = 0.75
    """Chance of a sale that needs only an action."""
    unconnected: float = 0.2
    coal_used: float = 0.7
    """Chance that all the coal of a mine will be used, less ``per_piece`` for each cube."""
    iron_used: float = 0.95
    per_piece: float = 0.06
    hope: float = 0.6
    """The value of a link icon that is not visible yet, relative to a visible one."""
    next_tile: float = 0.2
    """One VP of the next tile of a stack, if it may still be built."""


def best(
    sample: int, propose: Callable[[], Command], worth: Callable[[Command], float], tile: Callable[[str], float]
) -> Command:
    """Return the most valuable of the commands that ``propose`` draws; of tiles to give up, the least valuable one."""
    first = propose()
    if isinstance(first, EndTurn):
        return first
    commands = dict.fromkeys([first, *(propose() for _ in range(sample))])
    if isinstance(first, RemoveTile):
        slots = [command.slot for command in commands if isinstance(command, RemoveTile)]
        return RemoveTile(slot=min(slots, key=tile))
    return max(commands, key=worth)


class Prospects(ABC):
    """The prospects of a seat's tiles and links until the end of the game."""

    def __init__(self, position: Position[Any, Components[Any, Any]], weights: Weights) -> None:
        self._position = position
        self._weights = weights
        state, constants = position.state, position.components.constants
        per_era = constants.rounds_per_era[len(state.players)]
        to_come = 0 if last_era(state) else per_era
        rounds_of_era = per_era - state.round
        self.rounds: int = max(0, rounds_of_era + to_come)
        """The number of rounds that still pay income."""
        own_turn = state.actions_left if state.turn_order[state.turn : state.turn + 1] == [position.seat] else 0
        self.actions_of_era: int = constants.actions_per_turn * rounds_of_era + own_turn
        self.actions: int = self.actions_of_era + constants.actions_per_turn * to_come

    @abstractmethod
    def sale(self, slot: str, tile: Tile) -> float:
        """Return the chance that a tile of the seat which flips by a sale is sold in time."""

    def position(self) -> float:
        """Return the worth of the whole position for the seat."""
        state, seat = self._position.state, self._position.seat
        tiles = sum(self.tile(slot, tile) for slot, tile in state.board.items() if tile.owner == seat)
        links = sum(self._icons(line) for line, owner in state.links.items() if owner == seat)
        worth: float = self._position.player.points + tiles + links + self._money() + self._mat()
        return worth

    def _money(self) -> float:
        """Return the worth of money in hand and future income."""
        weights, pounds = self._weights, self._position.player.money
        usable = min(float(pounds), weights.pounds_per_action * self.actions)
        spare = (pounds - usable) / 4 if self.actions else 0
        ready = min(float(pounds), weights.ready_pounds) if self.actions > 1 else 0
        level: int = self._position.components.income_track.level_at[self._position.player.income_space]
        return (
            weights.pound * (usable + spare)
            + weights.ready_pound * ready
            + weights.income * level * self.rounds
            + weights.below * min(0, level) * min(1, self.rounds)
        )

    def _mat(self) -> float:
        """Return the worth of the next tiles of the stacks, as far as there are actions to build them."""
        era, stacks = self._position.state.era, self._position.player.mat
        nexts = [self._position.components.tile(industry, stack[0]) for industry, stack in stacks.items() if stack]
        points: int = sum(tile.vp for tile in nexts if era == "canal" or "rail" in tile.eras)
        return self._weights.next_tile * points * min(1, self.actions / 12)

    def tile(self, slot: str, tile: Tile) -> float:
        """Return the worth of a tile: VP of the coming eras and income, times the chance that it flips."""
        figures = self._position.components.tile(tile.industry, tile.level)
        stays = self._position.state.era == "canal" and tile.level > 1 and self.actions > self.actions_of_era
        points: int = figures.vp * (2 if stays else 1)
        if tile.flipped:
            return points
        level_at = self._position.components.income_track.level_at
        now = self._position.player.income_space
        then = min(now + figures.income_spaces, len(level_at) - 1)
        income: float = (level_at[then] - level_at[now]) * max(0, self.rounds - self._weights.late)
        return self.chance(slot, tile) * (points + income * self._weights.income)

    def chance(self, slot: str, tile: Tile) -> float:
        """Return the chance that an unflipped tile of the seat flips in time."""
        time = self.actions if tile.level > 1 else self.actions_of_era
        if tile.industry in ("coal_mine", "iron_works"):
            used = self._weights.coal_used if tile.industry == "coal_mine" else self._weights.iron_used
            return min(1.0, time / 6) * max(0.0, used - self._weights.per_piece * tile.cubes)
        return self.sale(slot, tile) if time else 0.0

    def _icons(self, line: str) -> float:
        """Return the link icons at the ends of a line: visible ones, and a part of possible ones."""
        components, board = self._position.components, self._position.state.board
        found = 0.0
        for end in components.line[line].ends:
            found += components.printed_link_icons[end]
            for slot in self._position.slots_at(end) if end in components.slots else ():
                tile = board.get(slot)
                if tile is not None:
                    icons = components.tile(tile.industry, tile.level).link_icons
                    found += icons if tile.flipped else icons * self._weights.hope
        return found
