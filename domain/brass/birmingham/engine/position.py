"""Lookups of this game's rules in a state, for the seat that acts."""

from __future__ import annotations

from functools import cached_property

from domain.brass.birmingham.model.components import Components, figures
from domain.brass.birmingham.model.rule_ids import RULES
from domain.brass.birmingham.model.state import State
from domain.brass.connections import Distances
from domain.brass.engine import position as brass
from domain.brass.model.components import Tile
from domain.game import IllegalMove
from domain.message import message


class Position(brass.Position[State, Components]):
    """A state with the possibilities of the acting seat; invalid once the state changes."""

    rules = RULES

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(state, seat, figures.of(state.figures))

    @cached_property
    def merchant_places(self) -> frozenset[str]:
        """The merchant locations, each of which gives access to the coal market (BB-7.9)."""
        return frozenset(merchant.id for merchant in self.components.merchants)

    @cached_property
    def town_ids(self) -> frozenset[str]:
        """Return the named places with slots, for which there are location cards; farm breweries are not among them."""
        return frozenset(town.id for town in self.components.towns)

    def trades(self, distances: Distances) -> bool:
        """Return whether any merchant location can be reached (BB-8.10)."""
        return not self.merchant_places.isdisjoint(distances)

    def out_of_era(self, industry: str, tile: Tile) -> IllegalMove:
        """Return the refusal of a tile that cannot be built in the present era (BB-12.3, 12.4)."""
        named = self.name(industry)
        if self.state.era == "canal":
            return IllegalMove(
                "BB-12.3",
                message(
                    "brass.not-buildable-in-canal-era",
                    "You can't build {industry} level {level} in the canal era.",
                    industry=named,
                    level=tile.level,
                ),
            )
        return IllegalMove(
            "BB-12.4",
            message(
                "brass.not-buildable-in-rail-era",
                "You can't build {industry} level {level} in the rail era. Develop it first.",
                industry=named,
                level=tile.level,
            ),
        )

    def may_begin_anywhere(self, placed: tuple[str, ...]) -> bool:
        """Return whether the first link may lie on any line, because the seat has nothing on the board (BB-17.8)."""
        return self.nothing_on_board and not placed

    def out_of_network(self, placed: tuple[str, ...]) -> IllegalMove:
        """Return the refusal of a link that touches neither the network nor the first link (BB-17.7, 17.8)."""
        if self.nothing_on_board:
            return IllegalMove(
                "BB-17.8",
                message(
                    "birmingham.second-link-not-adjacent",
                    "The second link must touch the first link. Choose a line next to it.",
                ),
            )
        return IllegalMove(
            "BB-17.7",
            message("brass.link-outside-network", "This line doesn't touch your network. Choose a line that does."),
        )
