"""Lookups of the rules in a state, for the acting seat; each is computed when it is first needed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
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


@lru_cache(maxsize=1024)  # more than all sites; lookups that only invalid commands need are evicted
def place_of(site: str) -> str:
    """Return the place of a slot or another space: ``gloucester`` for ``gloucester/0``."""
    return site.rpartition("/")[0]


def name_if_known(names: Mapping[str, str], thing: str) -> Term:
    """Return the name of a thing or of its place; a thing that does not exist keeps its id."""
    return Term(names.get(thing) or names.get(place_of(thing), thing))


class Position(ABC, Generic[StateT, ComponentsT]):
    """A state with the possibilities of the acting seat; invalid once the state changes."""

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
        """Return whether places with these distances reach the coal market, to buy there and to sell."""

    @abstractmethod
    def out_of_era(self, industry: str, tile: Tile) -> IllegalMove:
        """Return the refusal of a tile that cannot be built in the present era."""

    @abstractmethod
    def out_of_network(self, placed: tuple[str, ...]) -> IllegalMove:
        """Return the refusal of a link that touches neither the network nor the links placed just before it."""

    def may_begin_anywhere(self, placed: tuple[str, ...]) -> bool:
        """Return whether the next link, after those placed just before, need not touch the network."""
        return False

    def nearest_mines(self, mines: Iterable[str], distances: Distances) -> list[str]:
        """Return, of these mines, those that supply a place with these distances: the nearest connected ones."""
        away = {slot: distances[place_of(slot)] for slot in mines if place_of(slot) in distances}
        least = min(away.values(), default=0)
        return [slot for slot, distance in away.items() if distance == least]

    @cached_property
    def network(self) -> Network:
        """Everyone's links."""
        return self.map.network(frozenset(self.state.links))

    def network_with(self, *lines: str) -> Network:
        """Return everyone's links and those placed in this action."""
        return self.map.network(frozenset((*self.state.links, *lines)))

    @cached_property
    def own_places(self) -> frozenset[str]:
        """The seat's network: places where it has a tile, or where a link of it ends."""
        tiles = (place_of(slot) for slot, tile in self.state.board.items() if tile.owner == self.seat)
        ends = (end for line, owner in self.state.links.items() if owner == self.seat for end in self.map.ends[line])
        return frozenset((*tiles, *ends))

    @property
    def card_places(self) -> frozenset[str]:
        """The places where an industry card builds."""
        return self.own_places

    @cached_property
    def nothing_on_board(self) -> bool:
        """Whether the seat has no tiles and links on the board."""
        return not self.own_places

    def own_tile_beside(self, slot: str) -> bool:
        """Return whether another slot of the same place holds a tile of the seat."""
        tiles = (self.state.board.get(other) for other in self.slots_at(place_of(slot)) if other != slot)
        return any(tile is not None and tile.owner == self.seat for tile in tiles)

    def slots_at(self, place: str) -> tuple[str, ...]:
        """Return the slots of a place that has some."""
        slots: tuple[str, ...] = self.components.slots_by_place[place]
        return slots

    def next_level(self, industry: str) -> int | None:
        """Return the level of the next tile of an industry's stack on the mat, None if it is empty."""
        stack = self.player.mat[industry]
        return stack[0] if stack else None

    def name(self, thing: str) -> Term:
        """Return the name of a place, an industry, a card, or the place of a slot or another space."""
        names = self.components.names
        return Term(names.get(thing) or names[place_of(thing)])

    def name_if_known(self, thing: str) -> Term:
        """Return the name of a thing that a command mentions; a thing that does not exist keeps its id."""
        return name_if_known(self.components.names, thing)


AnyPosition = Position[Any, Any]
PositionT = TypeVar("PositionT", bound=AnyPosition)
