"""Lookups of this game's rules in a state, for the seat that acts."""

from __future__ import annotations

from functools import cached_property

from domain.brass.connections import Distances
from domain.brass.engine import position as brass
from domain.brass.engine.position import place_of
from domain.brass.lancashire.model.components import Components
from domain.brass.lancashire.model.rule_ids import RULES
from domain.brass.lancashire.model.state import State
from domain.brass.lancashire.variants import components_of
from domain.brass.model.components import Tile
from domain.game import IllegalMove
from domain.message import message


class Position(brass.Position[State, Components]):
    """A state with the possibilities of the acting seat; invalid once the state changes."""

    rules = RULES

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(state, seat, components_of(state))

    @cached_property
    def trade_icons(self) -> frozenset[str]:
        """The places that show the trade icon: the markets, and every port, flipped or not (BL-1.7)."""
        ports = (place_of(slot) for slot, tile in self.state.board.items() if tile.industry == "port")
        return self.components.trade_places.union(ports)

    def trades(self, distances: Distances) -> bool:
        """Return whether the trade icon can be reached (BL-5.6)."""
        return not self.trade_icons.isdisjoint(distances)

    @cached_property
    def card_places(self) -> frozenset[str]:
        """The places where an industry card builds: the network, with the virtual link if that option is on (BL-8.2,
        BL-V.1).
        """
        towns = self.components.virtual_link
        if self.state.options.virtual_link and not self.own_places.isdisjoint(towns):
            return self.own_places.union(towns)
        return self.own_places

    def out_of_era(self, industry: str, tile: Tile) -> IllegalMove:
        """Return the refusal of a tile that cannot be built in the present era (BL-8.11 to 8.13)."""
        named = self.name(industry)
        if not tile.eras:
            return IllegalMove(
                "BL-8.11",
                message(
                    "lancashire.never-buildable",
                    "You can never build {industry} level {level}. Develop it instead.",
                    industry=named,
                    level=tile.level,
                ),
            )
        if self.state.era == "canal":
            return IllegalMove(
                "BL-8.13",
                message(
                    "brass.not-buildable-in-canal-era",
                    "You can't build {industry} level {level} in the canal era.",
                    industry=named,
                    level=tile.level,
                ),
            )
        return IllegalMove(
            "BL-8.12",
            message(
                "brass.not-buildable-in-rail-era",
                "You can't build {industry} level {level} in the rail era. Develop it first.",
                industry=named,
                level=tile.level,
            ),
        )

    def out_of_network(self, placed: tuple[str, ...]) -> IllegalMove:
        """Return the refusal of a link that touches neither the network nor the first link (BL-10.3, 10.4)."""
        if self.nothing_on_board:
            return IllegalMove(
                "BL-10.4",
                message(
                    "lancashire.nothing-on-board",
                    "You have no tiles or links on the board. Build a tile first.",
                ),
            )
        return IllegalMove(
            "BL-10.3",
            message("brass.link-outside-network", "This line doesn't touch your network. Choose a line that does."),
        )
