"""What the rules look up in a state for the seat that acts, worked out when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from domain.brass.birmingham.components import Components, figures
from domain.brass.birmingham.state import State
from domain.brass.network import Distances, Map, Network
from domain.message import Term

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


@lru_cache(maxsize=16)
def board_map(digest: str) -> Map:
    """The printed lines of the board with these component figures."""
    return Map({line.id: line.ends for line in figures.of(digest).lines})


@lru_cache(maxsize=16)
def board_slots(digest: str) -> dict[str, tuple[str, ...]]:
    """The icons of every slot of the board with these component figures."""
    return {
        f"{place}/{number}": icons
        for place, slots in figures.of(digest).slots.items()
        for number, icons in enumerate(slots)
    }


def place_of(site: str) -> str:
    """The place of a slot or merchant space: ``gloucester`` for ``gloucester/0``."""
    return site.rpartition("/")[0]


class Position:
    """A state as the acting seat sees its possibilities; it must not be kept when the state changes."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.facts = state.facts
        self.seat = seat
        self.player = state.players[seat]
        self.components: Components = figures.of(state.figures)
        self.map = board_map(state.figures)
        self.icons = board_slots(state.figures)
        """The industries whose icons each slot shows."""
        self.memory: dict[Any, Any] = {}

    @cached_property
    def network(self) -> Network:
        """Everybody's links (BB-7.3)."""
        return self.map.network(frozenset(self.state.links))

    def network_with(self, *lines: str) -> Network:
        """Everybody's links and links placed in this action."""
        return self.map.network(frozenset((*self.state.links, *lines)))

    @cached_property
    def own_places(self) -> frozenset[str]:
        """The seat's network (BB-7.1)."""
        tiles = (place_of(slot) for slot, tile in self.state.board.items() if tile.owner == self.seat)
        ends = (end for line, owner in self.state.links.items() if owner == self.seat for end in self.map.ends[line])
        return frozenset((*tiles, *ends))

    @cached_property
    def nothing_on_board(self) -> bool:
        """True for an empty board player (BB-15.1)."""
        return not self.own_places

    @cached_property
    def merchant_places(self) -> frozenset[str]:
        """The merchant locations, each of which gives access to the coal market (BB-7.9)."""
        return frozenset(merchant.id for merchant in self.components.merchants)

    @cached_property
    def town_ids(self) -> frozenset[str]:
        """The named places with slots, which location cards are for; farm breweries are not among them."""
        return frozenset(town.id for town in self.components.towns)

    def merchant_among(self, distances: Distances) -> bool:
        """True if any merchant location can be reached (BB-8.10)."""
        return not self.merchant_places.isdisjoint(distances)

    def own_tile_beside(self, slot: str) -> bool:
        """True if another slot of the same place holds a tile of the seat."""
        tiles = (self.state.board.get(other) for other in self.slots_at(place_of(slot)) if other != slot)
        return any(tile is not None and tile.owner == self.seat for tile in tiles)

    def slots_at(self, place: str) -> Iterable[str]:
        """The slots of a town or farm brewery."""
        return (f"{place}/{number}" for number in range(len(self.components.slots[place])))

    def next_level(self, industry: str) -> int | None:
        """The level of the next tile of an industry's stack on the mat, None if it is empty (BB-12.1)."""
        stack = self.player.mat[industry]
        return stack[0] if stack else None

    def name(self, thing: str) -> Term:
        """What a place, an industry, a card, or the place of a slot or merchant space is called."""
        names = self.components.names
        return Term(names.get(thing) or names[place_of(thing)])


def remembered(
    function: Callable[Concatenate[Position, Arguments], Result],
) -> Callable[Concatenate[Position, Arguments], Result]:
    """Work out a function of a position once for each of its arguments."""

    @wraps(function)
    def recall(position: Position, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        key = (function, args)
        try:
            result: Result = position.memory[key]
        except KeyError:
            result = position.memory[key] = function(position, *args, **kwargs)
        return result

    return cast("Callable[Concatenate[Position, Arguments], Result]", recall)
