"""Lookups of the rules in a state, for the seat that acts; each is computed when it is first needed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

from domain.brass.connections import Distances, Network
from domain.brass.model.components import Components, Tile
from domain.brass.model.rule_ids import RuleIds
from domain.brass.model.state import Player, State
from domain.game import IllegalMove
from domain.game_kit.memory import Memory
from domain.message import Term

StateT = TypeVar("StateT", bound=State[Any])
ComponentsT = TypeVar("ComponentsT", bound=Components[Any, Any], covariant=True)


@lru_cache(maxsize=1024)  # More than all sites there are; what a command invents pushes out what is not asked for.
def place_of(site: str) -> str:
    """The place of a slot or another space there: ``gloucester`` for ``gloucester/0``."""
    return site.rpartition("/")[0]


class Position(ABC, Generic[StateT, ComponentsT]):
    """A state as the acting seat sees its possibilities; it must not be kept when the state changes."""

    rules: RuleIds
    """The ids of the game's rules."""

    def __init__(self, state: StateT, seat: int, components: ComponentsT) -> None:
        self.state = state
        self.facts = state.facts
        self.seat = seat
        self.player: Player = state.players[seat]
        self.components = components
        self.map = components.map
        self.icons = components.icons
        """The industries whose icons each slot shows."""
        self.memory: Memory = {}

    @abstractmethod
    def trades(self, distances: Distances) -> bool:
        """Whether places with these distances reach the coal market, to buy there and to sell."""

    @abstractmethod
    def out_of_era(self, industry: str, tile: Tile) -> IllegalMove:
        """The refusal of a tile that cannot be built in the present era."""

    @abstractmethod
    def out_of_network(self, placed: tuple[str, ...]) -> IllegalMove:
        """The refusal of a link that touches neither the network nor the links placed just before it."""

    def may_begin_anywhere(self, placed: tuple[str, ...]) -> bool:
        """Whether the next link, after those placed just before, need not touch the network."""
        return False

    def nearest_mines(self, mines: Iterable[str], distances: Distances) -> list[str]:
        """Of these mines those that a place with these distances takes coal from: the nearest that are connected."""
        away = {slot: distances[place_of(slot)] for slot in mines if place_of(slot) in distances}
        least = min(away.values(), default=0)
        return [slot for slot, distance in away.items() if distance == least]

    @cached_property
    def network(self) -> Network:
        """Everybody's links."""
        return self.map.network(frozenset(self.state.links))

    def network_with(self, *lines: str) -> Network:
        """Everybody's links and links placed in this action."""
        return self.map.network(frozenset((*self.state.links, *lines)))

    @cached_property
    def own_places(self) -> frozenset[str]:
        """The seat's network: where it has a tile, or where a link of it ends."""
        tiles = (place_of(slot) for slot, tile in self.state.board.items() if tile.owner == self.seat)
        ends = (end for line, owner in self.state.links.items() if owner == self.seat for end in self.map.ends[line])
        return frozenset((*tiles, *ends))

    @property
    def card_places(self) -> frozenset[str]:
        """Where an industry card builds."""
        return self.own_places

    @cached_property
    def nothing_on_board(self) -> bool:
        """True for a seat without tiles and links on the board."""
        return not self.own_places

    def own_tile_beside(self, slot: str) -> bool:
        """True if another slot of the same place holds a tile of the seat."""
        tiles = (self.state.board.get(other) for other in self.slots_at(place_of(slot)) if other != slot)
        return any(tile is not None and tile.owner == self.seat for tile in tiles)

    def slots_at(self, place: str) -> Iterable[str]:
        """The slots of a place that has some."""
        return (f"{place}/{number}" for number in range(len(self.components.slots[place])))

    def next_level(self, industry: str) -> int | None:
        """The level of the next tile of an industry's stack on the mat, None if it is empty."""
        stack = self.player.mat[industry]
        return stack[0] if stack else None

    def name(self, thing: str) -> Term:
        """What a place, an industry, a card, or the place of a slot or another space is called."""
        names = self.components.names
        return Term(names.get(thing) or names[place_of(thing)])


AnyPosition = Position[Any, Any]
PositionT = TypeVar("PositionT", bound=AnyPosition)
